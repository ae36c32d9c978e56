"""Twins: games that differ only in what a seat cannot know (INFO-3).

A twin has other hidden cards in the foe's hand (and so another deck), other FAST lines that do not fire, and sheets of
the foe whose refused, illegal and dropped lines differ. The reader's draws are forced, since a changed hand changes
the deck he draws from.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import (
    Cast,
    Condition,
    Fast,
    Muster,
    Order,
    TempleList,
    UnitLine,
    UnitLives,
    WaterList,
)
from magika_gm.games.temple_isle.rules.events import FastFired, Peeked, PileTurned
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import Options, Stage, State
from magika_gm.games.temple_isle.rules.tables import Aim
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.setup import Scenario, begin
from tests.systems.contract import Moment
from tests.temple_isle.made import MESSAGE
from tests.temple_isle.randoms import POLICIES, Maker, bot_sheet, game

TURNS = 3
FULL_HAND = 3
COMMON = 12
"""How many cards both twins' decks must share, so that draws can be forced alike."""
NOBODY = Condition((UnitLives(999, alive=False),))
"""A condition on a number not yet given: it never holds."""


def twins(seed: int) -> Iterator[Moment]:
    """Some turns of a game; then the lists of another's world."""
    rng = random.Random(seed)
    reader = rng.choice(SEATS)
    yield from _played(rng, seed, reader)
    yield _built(rng, seed, reader)


def _played(rng: random.Random, seed: int, reader: str) -> Iterator[Moment]:
    """As far as nothing that differs is told by right, and before the end, which shows both hands."""
    foe = OTHER[reader]
    *_, (state, _, _) = game(seed, wild=0.2, options=Options(hand_limit=20), most=rng.randint(2, 20))
    one = small_hand(state, foe)
    states = one, shuffled_hand(rng, one, foe)
    assert not any(map(faults, states))
    told: tuple[Any, Any] = ((), ())
    sheets: Any = ({}, {})
    policy = rng.choice(POLICIES)
    for turn in range(TURNS + 1):
        one, two = states
        sheet = bot_sheet(one, reader, policy)
        yield Moment(
            reader=reader,
            states=states,
            told=told,
            orders=sheets,
            messages=((MESSAGE,), (MESSAGE,)),
            lines=tuple(map(write_order, sheet or ())),
        )
        forced = forced_draws(rng, one, two)
        if not forced or turn == TURNS:
            return
        marches = [o for o in bot_sheet(one, foe, "bold") or () if isinstance(o, UnitLine)]
        own = {} if sheet is None else {reader: sheet}
        sheets = tuple({foe: [*idle_lines(rng, twin, foe), *marches], **own} for twin in states)
        first, second = (
            resolve(twin, orders, dice_for(twin, seed, forced)) for twin, orders in zip(states, sheets, strict=True)
        )
        states, told = (first.state, second.state), (first.told, second.told)
        if first.state.ended or revealing(first, reader) or revealing(second, reader):
            return


def _built(rng: random.Random, seed: int, reader: str) -> Moment:
    """The same placements from different lists: squares ranked behind those taken, lists for others' temples."""
    foe = OTHER[reader]
    state = begin(Scenario(), Dice(b"world %d" % seed, 0)).state
    squares = rng.sample(range(20), 20)
    ranked: list[Order] = [WaterList(tuple(squares)), TempleList("", tuple(squares))]
    not_his = [t for n, t in enumerate(state.temples) if (n % 2 == 1) == (foe == state.first)]
    others: list[Order] = [TempleList(t, tuple(rng.sample(range(20), 5))) for t in state.temples if t not in not_his]
    more: list[Order] = [WaterList(tuple(rng.sample(range(20), 4))), TempleList("", tuple(rng.sample(range(20), 4)))]
    one, two = (
        resolve(state, {foe: lines}, dice_for(state, seed, {})) for lines in (ranked, [*others, *ranked, *more])
    )
    return Moment(reader=reader, states=(one.state, two.state), told=(one.told, two.told), anew=True)


def shuffled_hand(rng: random.Random, state: State, foe: str) -> State:
    """The same to the reader: other hidden cards in the foe's hand, taken from the deck, and other FAST lines."""
    twin = state.copy()
    hidden = list((Counter(twin.hands[foe]) - Counter(twin.shown[foe])).elements())
    deck = Counter(twin.deck)
    deck.update(hidden)
    drawn = rng.sample(list(deck.elements()), len(hidden))
    deck.subtract(drawn)
    twin.hands[foe] = twin.catalogue.sorted([*twin.shown[foe], *drawn])
    twin.deck = {n: deck[n] for n in twin.catalogue.cards if deck[n] > 0}
    maker = Maker(rng, twin.catalogue, twin.hands[foe], [u.number for u in twin.units_in_play()])
    twin.fast[foe] = [Fast(f.card, f.trigger, f.targets, f.to, NOBODY) for f in (maker.fast() for _ in range(2))]
    return twin


def small_hand(state: State, foe: str) -> State:
    """A state in which the foe need not discard: hidden cards beyond a few go back into the deck."""
    state = state.copy()
    while len(state.hands[foe]) > FULL_HAND and Counter(state.hands[foe]) - Counter(state.shown[foe]):
        card = next((Counter(state.hands[foe]) - Counter(state.shown[foe])).elements())
        state.hands[foe].remove(card)
        state.deck[card] = state.deck.get(card, 0) + 1
    state.deck = {n: state.deck[n] for n in state.catalogue.cards if n in state.deck}
    return state


def idle_lines(rng: random.Random, state: State, foe: str) -> list[Order]:
    """Lines of the foe that come to nothing: cards he has not, conditions that do not hold, units that are not his."""
    hand = state.hands[foe]
    maker = Maker(rng, state.catalogue)
    lines: list[Order] = []
    for _ in range(rng.randint(0, 4)):
        order = maker.order()
        match order:
            case Cast(card, targets, to, _) if card not in hand:
                lines.append(order)
            case Cast(card, targets, to, _):
                lines.append(Cast(card, targets, to, NOBODY))
            case Muster(card, squares, _) if card not in hand:
                lines.append(order)
            case Muster(card, squares, _):
                lines.append(Muster(card, squares, NOBODY))
            case WaterList() | TempleList() if state.stage is Stage.TURN:
                lines.append(order)
            case UnitLine(_, words, condition):
                lines.append(UnitLine(998, words, condition))
            case _:
                pass
    return [o for o in lines if not isinstance(o, Cast) or state.catalogue.mantras[o.card].aim is not Aim.ANSWERED]


def forced_draws(rng: random.Random, one: State, two: State) -> dict[str, list[int | str]]:
    """Draws of both seats forced to cards both twins' decks hold; {} if they share too few."""
    common = list((Counter(one.deck) & Counter(two.deck)).elements())
    rng.shuffle(common)
    if len(common) < COMMON:
        return {}
    return {f"draw.card/{seat}": list(common[n::2]) for n, seat in enumerate(SEATS)}


def dice_for(state: State, seed: int, forced: dict[str, list[int | str]]) -> Dice:
    return Dice(b"twins %d" % seed, state.mail + 1, forced)


def revealing(resolution: Resolution, reader: str) -> bool:
    """Whether the turn told the reader of what differs, by right: a FAST line fired, a peek, a deck run out."""
    foe = OTHER[reader]
    return any(
        (isinstance(e, FastFired) and e.seat == foe)
        or (isinstance(e, Peeked) and e.seat == reader)
        or isinstance(e, PileTurned)
        for e in (t.event for t in resolution.told)
    )
