"""Built-in players (BOT): they read a turn file and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.games.temple_isle.bots.bold import Bold
from magika_gm.games.temple_isle.bots.careful import Careful
from magika_gm.games.temple_isle.bots.player import Player
from magika_gm.games.temple_isle.bots.table import state_of

_PLAYERS: dict[str, type[Player]] = {"careful": Careful, "bold": Bold}
POLICIES: Mapping[str, str] = {
    "careful": "takes land, keeps what it has, attacks where it is not much the weaker",
    "bold": "makes for the temples and attacks whatever stands there",
}
DEFAULT = "careful"


def play(
    policy: str, turn_file: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]] = (), seed: bytes = b""
) -> str:
    """The sheet's own lines for the coming mail turn, "" where none are wanted of the seat; same file, same lines.

    Both policies go by the last turn file alone and leave nothing to chance: ``earlier`` and ``seed`` are not needed.
    """
    del earlier, seed
    if turn_file["ended"]:
        return ""
    player = _PLAYERS[policy](state_of(turn_file), str(turn_file["seat"]))
    return "\n".join(player.lines())
