"""The deal of a hand (HAND-2)."""

from __future__ import annotations

from magika_gm.games.rune_war.rules.events import Dealt, WallBuilt
from magika_gm.games.rune_war.rules.seal import sealed
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.runes import KIND, WHOLE_SET

FIRST_RUNES = 13


def deal(table: Table, round_number: int) -> None:
    """Shuffle the set for a round, seal the wall (GM-2), and deal 13 runes each, East first."""
    order = table.dice.shuffle("hand.wall", str(round_number), WHOLE_SET, "HAND-2")
    wall = sealed(round_number, [KIND[code] for code in order], table.dice)
    table.tell(WallBuilt(round_number, wall.seal, wall.nonce, wall.order), (), WallBuilt(round_number, wall.seal))
    for seat in table.world.in_turn():
        assert table.world.hand is not None
        runes = tuple(table.world.hand.wall[:FIRST_RUNES])
        table.tell(Dealt(seat, runes, FIRST_RUNES), (seat,), Dealt(seat, (), FIRST_RUNES))
