"""Pairs of positions and sheets that one seat cannot tell apart (SEE-1, SEE-4)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.xom_zol.orders.lines import stored_order
from magika_gm.games.xom_zol.orders.model import (
    BlockBy,
    BlockDefault,
    Cast,
    Counter,
    CounterFrom,
    Discard,
    Named,
    NoReact,
    Opens,
    Order,
    Part,
)
from magika_gm.games.xom_zol.rules.events import CardDiscarded, CardFetched, CardsMilled, Event, HandSeen, Why
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, other
from magika_gm.games.xom_zol.rules.turn import hand_listed, received
from tests.systems.contract import Moment
from tests.xom_zol.randoms import Lines, played

LETTERS = (Delivered("A", "FOE", False, "a word to you"), Delivered("B", "ALL", False, "a word to all"))


def twins(seed: int) -> Iterator[Moment]:
    """A position some turns into a random game, and the turn after it, if nothing hidden is shown by right in it."""
    rng = random.Random(seed)
    reader = rng.choice(SIDES)
    foe = other(reader)
    *_, (state, orders, _) = played(seed, most=rng.randint(1, 14))
    states, hidden = twins_of(rng, state, reader, orders.get(foe, ()))
    lines = tuple(Lines(rng, state, reader).sheet().splitlines())
    yield Moment(reader=reader, states=states, lines=lines)
    own = {reader: orders[reader]} if reader in orders else {}
    given = {foe: hidden[0], **own}, {foe: hidden[1], **own}
    results = [
        resolve(twin, both, Dice(b"twins", twin.mail_turn + 1)) for twin, both in zip(states, given, strict=True)
    ]
    one, two = ([t.event for t in result.told] for result in results)
    if any(revealing(record, reader) for record in (one, two)) or thrown_away(one, reader) != thrown_away(two, reader):
        return
    yield Moment(
        reader=reader,
        states=(results[0].state, results[1].state),
        told=(results[0].told, results[1].told),
        orders=given,
        messages=(LETTERS, LETTERS),
    )


def named_in(orders: Sequence[Order]) -> set[str]:
    """Cards of the hand that some orders may touch."""
    found: set[str] = set()
    for order in orders:
        if isinstance(order, Cast | Counter) and isinstance(order.card, Named):
            found.add(order.card.name)
        elif isinstance(order, Discard):
            found.update(c.card.name for c in order.cards if isinstance(c.card, Named))
    return found


def twins_of(
    rng: random.Random, state: State, reader: str, orders: Sequence[Order]
) -> tuple[tuple[State, State], tuple[tuple[Order, ...], tuple[Order, ...]]]:
    """A position and its twin, with the other side's orders in each: other cards in its hand and library, other
    standing orders, other sheet.

    What the other side does in public stays the same: cards its orders name stay where they are.
    """
    foe = other(reader)
    listed = hand_listed(state, foe)
    orders = [received(order, listed) for order in orders]
    touched = named_in(orders) | named_in(state.sides[foe].react)
    one, two = state.copy(), state.copy()
    own = two.sides[foe]
    spare = [i for i, name in enumerate(own.library) if name not in touched]
    mixed = [own.library[i] for i in spare]
    rng.shuffle(mixed)
    for i, name in enumerate(own.hand):
        place = next((j for j, card in enumerate(mixed) if card not in own.hand), None)
        if name not in touched and place is not None and rng.random() < 0.7:
            own.hand[i], mixed[place] = mixed[place], name
    own.hand.sort()
    for i, name in zip(spare, mixed, strict=True):
        own.library[i] = name
    if own.saw is not None or rng.random() < 0.3:
        own.saw = (1, ("Smite",))
    settled = (CounterFrom(None), BlockBy(BlockDefault.FAIR))
    harmless = (stored_order("IF MY LIFE <= -99 COUNTER ANY WITH Denial"), stored_order("IF MY LIFE <= -99 USE A1"))
    shared = _framed(orders, settled)
    varied = _framed([replace(o, behind=None) if isinstance(o, Cast) else o for o in orders], settled)
    at_end = len(varied) if not any(_opens_react(o) for o in varied) else next(
        i for i, o in enumerate(varied) if _opens_react(o)
    )  # fmt: skip
    varied = (*varied[:at_end], harmless[1], *varied[at_end:], harmless[0])
    return (one, two), (shared, varied)


def _opens_react(order: Order) -> bool:
    return isinstance(order, NoReact) or (isinstance(order, Opens) and order.part is Part.REACT)


def _framed(orders: Sequence[Order], settled: Sequence[Order]) -> tuple[Order, ...]:
    """Orders with both parts, whose defaults hang on nothing hidden."""
    act: list[Order] = [o for o in orders if not isinstance(o, Opens | NoReact)]
    at = next((i for i, o in enumerate(orders) if _opens_react(o)), None)
    if at is not None:
        act = [o for o in orders[:at] if not isinstance(o, Opens)]
        react: list[Order] = [o for o in orders[at:] if not isinstance(o, Opens | NoReact)]
    else:
        react = []
    return (Opens(Part.ACT), *act, Opens(Part.REACT), *react, *settled)


def revealing(events: Sequence[Event], reader: str) -> bool:
    """Whether something hidden was shown by right: a roll, a look, a mill or a fetch."""
    foe = other(reader)
    for event in events:
        if isinstance(event, HandSeen) and event.side == reader:
            return True
        if isinstance(event, CardDiscarded) and event.side == foe and event.why is Why.EFFECT:
            return True
        if isinstance(event, CardsMilled | CardFetched) and event.side == foe:
            return True
    return False


def thrown_away(events: Sequence[Event], reader: str) -> list[str]:
    """Cards the hidden side discarded at Fizzle, which everybody sees."""
    return [e.card for e in events if isinstance(e, CardDiscarded) and e.side != reader and not e.bottom]
