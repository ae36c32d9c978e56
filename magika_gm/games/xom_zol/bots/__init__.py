"""Built-in players: each a pure function from a turn file to the lines of a sheet (BOT-3).

They read what a person would be sent and nothing else. Their orders are tried out on the position as the turn file
tells it before they are written, as a person would in his head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.games.xom_zol.bots.mind import Mind
from magika_gm.games.xom_zol.bots.playing import act_part
from magika_gm.games.xom_zol.bots.reacting import react_part
from magika_gm.games.xom_zol.bots.temper import BOLD, CAREFUL, Temper
from magika_gm.games.xom_zol.sight.turn_file import state_of
from magika_gm.games.xom_zol.state import State

TEMPERS: dict[str, Temper] = {temper.name: temper for temper in (CAREFUL, BOLD)}
POLICIES: dict[str, str] = {name: temper.summary for name, temper in TEMPERS.items()}
DEFAULT = CAREFUL.name


def play(
    policy: str,
    turn_file: Mapping[str, Any],
    earlier: Sequence[Mapping[str, Any]] = (),  # noqa: ARG001 - they remember nothing
    seed: bytes = b"",
) -> str:
    """The sheet's own lines for the coming mail turn, "" if there is nothing to say; KeyError for no such policy.

    Before the other side's game turn only a REACT part is written, and only if none stands yet.
    """
    if turn_file["ending"] is not None or turn_file["seat"] not in turn_file["sides"]:
        return ""
    return think(policy, state_of(turn_file), turn_file["seat"], seed)


def think(policy: str, known: State, seat: str, seed: bytes = b"") -> str:
    """The same from the position a seat's turn file tells of, ``known``, which is thought on and changed."""
    temper = TEMPERS[policy]
    if not known.acts_next(seat) and known.sides[seat].react:
        return ""
    mind = Mind(known, seat, temper, seed)
    lines = ["ACT", *act_part(mind)] if mind.own_turn else []
    return "\n".join([*lines, "REACT", *react_part(mind)]) + "\n"
