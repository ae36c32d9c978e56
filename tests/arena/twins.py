"""Twins: games that differ only in what a player cannot know (INFO-3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import BeginStanding, Cast, Condition, Order, Use, When
from magika_gm.games.arena.rules.events import EffectDeclared
from magika_gm.games.arena.rules.sequence import play_mail_turn
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES
from tests.arena.randoms import played
from tests.systems.contract import Moment

MESSAGES = (Delivered("A", "ALL", False, "Hello"), Delivered("B", "A", False, "Hello yourself"))
NEVER = Condition(When.LOSING, at="A999")
"""A condition on a creature there is not: it never holds (ORD)."""


def twins(seed: int) -> Iterator[Moment]:
    """A wild game turn by turn, to its end, which shows what was hidden."""
    reader = Random(seed).choice(SIDES)
    states, records, sheets = played(seed)
    state, others = twin(states[0], sheets, records, reader)
    for before, told, given, orders in zip(states[1:], records, sheets, others, strict=True):
        other = play_mail_turn(state, orders, Dice(b"s", state.mail_turn + 1))
        state = other.state
        if state.ending is not None:
            return
        yield Moment(
            reader=reader,
            states=(before, state),
            told=(told, other.told),
            orders=(given, orders),
            messages=(MESSAGES, MESSAGES),
            lines=tuple(map(write_order, given[reader])),
        )


def twin(
    start: State, sheets: list[dict[str, list[Order]]], records: list[Any], reader: str
) -> tuple[State, list[dict[str, list[Order]]]]:
    """The same game with other secrets of the reader's enemy: cards never begun, lines that never fired.

    Cards he never began are taken away and others given him that no line of his names; lines for the former go too,
    and standing lines that wait for what never comes are added.
    """
    enemy = OTHER[reader]
    begun = {
        t.event.name for told in records for t in told if isinstance(t.event, EffectDeclared) and t.event.side == enemy
    }
    named = {o.spell for sheet in sheets for o in sheet.get(enemy, ()) if isinstance(o, Cast)}

    def fires(order: Order) -> bool:
        if isinstance(order, Cast):
            return order.spell in begun
        return not isinstance(order, Use) or bool(begun)

    other = start.copy()
    others = [name for name in SPELLS if name not in named and name not in start.cards[enemy]]
    other.cards[enemy] = (*(name for name in reversed(tuple(SPELLS)) if name in begun), *others[:4])
    waiting = [Cast(phase=None, spell=name, by=(f"{enemy}1",), on=(f"{reader}1",), when=NEVER) for name in others[:2]]
    changed = []
    for sheet in sheets:
        mine: list[Order] = []
        for order in sheet.get(enemy, []):
            mine += [order] if fires(order) else []
            mine += waiting if isinstance(order, BeginStanding) else []
        changed.append({**sheet, enemy: mine} if enemy in sheet else sheet)
    return other, changed
