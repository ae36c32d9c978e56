"""A map turn: healing, four segments, the end looked at, the next hand dealt (SEQ-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.combat import fight_all
from magika_gm.games.rune_war.rules.deal import deal
from magika_gm.games.rune_war.rules.effects import change_loyalty
from magika_gm.games.rune_war.rules.ending import ending_now
from magika_gm.games.rune_war.rules.events import Cause, GameEnded, ParalysisEnded, SegmentBegan
from magika_gm.games.rune_war.rules.moves import Segment, Tracks
from magika_gm.games.rune_war.rules.seeing import seers
from magika_gm.games.rune_war.rules.state import Creature
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.tables import PARALYZE, Ability, code_order

HEALING, SEGMENTS, END, DEAL = 1, 2, 3, 4
"""Steps of SEQ-5."""
PLAIN_END = 6
"""The end of a game without map turns, after all steps of the hand turn it comes in (GAME-5)."""
_DEVOTION = 2


def play_map_turn(table: Table, orders: Mapping[str, Sequence[Order]]) -> None:
    """The whole map phase with the lines of each seat, and what follows it."""
    table.begin(HEALING)
    _heal_all(table)
    table.begin(SEGMENTS)
    for seat in table.world.in_turn():
        table.step += 1
        _segment(table, seat, orders[seat])
    end_round(table)


def _heal_all(table: Table) -> None:
    """Regeneration, Devotion, Logun's healing, all at once (SEQ-5)."""
    for creature in sorted(table.world.creatures.values(), key=lambda c: code_order(c.code)):
        for cause, amount in _healing(table, creature):
            room = creature.maximum - creature.loyalty
            if room > 0:
                change_loyalty(table, creature, min(amount, room), cause)


def _healing(table: Table, creature: Creature) -> list[tuple[Cause, int]]:
    wizard = table.world.players[creature.seat].table
    found = []
    if creature.has(Ability.REGENERATION):
        found.append((Cause.REGENERATION, creature.maximum))
    if creature.has(Ability.DEVOTION):
        found.append((Cause.DEVOTION, _DEVOTION))
    if wizard.heals:
        found.append((Cause.WIZARD, wizard.heals))
    return found


def _segment(table: Table, seat: str, orders: Sequence[Order]) -> None:
    table.tell(SegmentBegan(seat))
    tracks = Tracks()
    Segment(table, seat, tracks).run(orders)
    fight_all(table, seat, tracks)
    for creature in table.world.own(seat):
        if creature.bears(PARALYZE):
            table.tell(ParalysisEnded(creature.code), seers(table.world, creature))


def end_round(table: Table) -> None:
    """END is looked at; unless it has come the next hand is dealt (SEQ-5)."""
    table.begin(END if table.world.options.map else PLAIN_END)
    ending = ending_now(table.world)
    if ending is not None:
        table.tell(GameEnded(ending))
        return
    table.begin(DEAL)
    deal(table, table.world.round + 1)
