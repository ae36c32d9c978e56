"""The standard board at the start: terrain, king hexes, control (BOARD-4, BOARD-6, CTRL-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.games.arena.rules.board import Board, board_of
from magika_gm.games.arena.rules.terms import COURT

START_ROWS = (
    "RFGWG",
    "FGGWSG",
    "GFRGGFG",
    "GGFSRGWG",
    "GKGFLFGKG",
    "GWGRSFGG",
    "GFGGRFG",
    "GSWGGF",
    "GWGFR",
)
"""BOARD-6."""
START_KINGS = {"A": "e2", "B": "e8"}
"""BOARD-4."""


def terrain_of(rows: Sequence[str], board: Board) -> list[str]:
    """Terrain letters of all hexes, from rows of letters."""
    terrain = [letter for row in rows for letter in row]
    assert len(terrain) == len(board.names)
    return terrain


def start_control(board: Board, kings: Mapping[str, int]) -> list[str]:
    """CTRL-1: each player controls his king hex and its neighbours; A's where they overlap."""
    control = [""] * len(board.names)
    for side in ("B", "A"):
        for hex_ in board.area[kings[side]]:
            control[hex_] = side
    return control


def standard_kings(board: Board | None = None) -> dict[str, int]:
    """The king hexes of the standard board, as numbers."""
    index = (board or board_of()).index
    return {side: index[name] for side, name in START_KINGS.items()}


def courtly(terrain: list[str], kings: Mapping[str, int]) -> list[str]:
    """The same terrain with court on the king hexes (BOARD-5)."""
    for hex_ in kings.values():
        terrain[hex_] = COURT
    return terrain
