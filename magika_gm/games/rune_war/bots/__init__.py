"""The built-in players of Rune War (``engine.seam.trials.Bots``): a turn file in, the lines of a sheet out (BOT)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from magika_gm.engine.plain import Fields
from magika_gm.games.rune_war.bots import bold, careful
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.model import Order

POLICIES: dict[str, str] = {
    "careful": "plays the quickest hand, heals, summons what it can, attacks when it expects to keep half its strength",
    "bold": "plays for dear hands, curses and scries, attacks whenever it expects to win",
}
DEFAULT = "careful"
_SHEETS: Mapping[str, Mapping[str, Callable[[Fields], list[str]]]] = {
    "careful": {"hand": careful.hand, "map": careful.isle},
    "bold": {"hand": bold.hand, "map": bold.isle},
}
"""By what is due."""


def lines(policy: str, turn_file: Fields) -> list[str]:
    """The lines of a policy's sheet for the coming turn; none when the game is over."""
    sheet = _SHEETS[policy].get(turn_file["due"])
    return sheet(turn_file) if sheet is not None else []


def play(policy: str, turn_file: Fields, _seed: bytes) -> list[Order]:
    """The orders for the coming turn of the seat whose last turn file this is."""
    return [stored(line) for line in lines(policy, turn_file)]
