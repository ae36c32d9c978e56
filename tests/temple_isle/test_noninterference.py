"""INFO-3: twins of a game that differ only in what a seat cannot know give it the same view, file and answers.

A twin has other hidden cards in the foe's hand (and so another deck), other FAST lines that do not fire, and sheets of
the foe whose refused, illegal and dropped lines differ. The reader's draws are forced, since a changed hand changes
the deck he draws from.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import event, given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.sheet.understanding import as_text
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.orders.check import understand
from magika_gm.games.temple_isle.orders.lines import read_sheet, write_order
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
from magika_gm.games.temple_isle.orders.offers import order_form
from magika_gm.games.temple_isle.orders.sheet import ORDERS
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.rules.events import Event, FastFired, Peeked, PileTurned
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import Options, Stage, State
from magika_gm.games.temple_isle.rules.tables import Aim
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.sight import SIGHT, known_state, perceive, remember
from tests.acknowledged import acknowledgement
from tests.examples import some_of
from tests.temple_isle.made import PLAYER, record_of
from tests.temple_isle.randoms import POLICIES, Maker, bot_sheet, game

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES = 1000 if NIGHTLY else some_of(100)
TURNS = 3
FULL_HAND = 3
COMMON = 12
"""How many cards both twins' decks must share, so that draws can be forced alike."""
NOBODY = Condition((UnitLives(999, alive=False),))
"""A condition on a number not yet given: it never holds."""


def told_to(told: Sequence[Told[Event]], seat: str) -> list[str]:
    return [repr((t.phase, t.step, e)) for t in told if (e := t.seen_by(seat)) is not None]


def seen(
    state: State, told: Sequence[Told[Event]], seat: str, sheet: Sequence[Order], printed: bool = False
) -> list[str]:
    """Everything the seat is given: the report as value and in its forms (``printed``: as PDF, too), its turn file, the
    order form, the acknowledgement a sheet gets. The game's own end reveals hands: then the report is left out."""
    known = known_state(state, seat)
    lines = [SheetLine(n, write_order(o)) for n, o in enumerate(sheet, 1)]
    return [
        *(() if state.ended else reported(state, told, seat, sheet, printed)),
        json.dumps(content(perceive(state, seat), told), sort_keys=True),
        *(() if known.ended else order_form(known, seat)),
        as_text(understand(read_sheet(lines), seat, known)),
        repr(known),
        *told_to(told, seat),
    ]


def reported(state: State, told: Sequence[Told[Event]], seat: str, sheet: Sequence[Order], printed: bool) -> list[str]:
    """A seat's report in every form, and what the office answers to a sheet of its."""
    view = perceive(state, seat)
    memory = remember(SIGHT.no_memory(), state.mail, view)
    blank = ORDERS.form(PLAYER.game, state.mail + 1, state, seat, memory)
    report = REPORTS.build(record_of(state, told, {seat: sheet}, b"twins"), seat, view, memory, PLAYER, blank)
    text = "\n".join([f"GAME 31 TURN {state.mail + 1}", f"SEAT {seat}", *map(write_order, sheet), "END"])
    (read,) = read_sheets(text, ORDERS.GRAMMAR)
    return [
        json.dumps(REPORTS.turn_file(report), sort_keys=True),
        REPORTS.text(report, None),
        REPORTS.html(report, None),
        acknowledgement(games.system("temple_isle"), read, seat, state, memory),
        *([hashlib.sha256(REPORTS.pdf(report, "letter", False)).hexdigest()] if printed else []),
    ]


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


@settings(max_examples=GAMES, deadline=None)
@given(st.integers(0, 2**32))
def test_twins_look_the_same(seed: int) -> None:
    rng = random.Random(seed)
    reader = rng.choice(SEATS)
    foe = OTHER[reader]
    options = Options(hand_limit=20)
    *_, (state, _, _) = game(seed, wild=0.2, options=options, most=rng.randint(2, 20))
    one = small_hand(state, foe)
    two = shuffled_hand(rng, one, foe)
    assert not faults(one)
    assert not faults(two)
    policy = rng.choice(POLICIES)
    told: tuple[Sequence[Told[Event]], Sequence[Told[Event]]] = ((), ())
    for _ in range(TURNS):
        sheet = bot_sheet(one, reader, policy)
        printed = seed % 10 == 0  # for one game in ten
        assert seen(one, told[0], reader, sheet or (), printed) == seen(two, told[1], reader, sheet or (), printed)
        forced = forced_draws(rng, one, two)
        if not forced:
            event("the deck is nearly empty")
            return
        marches = [o for o in bot_sheet(one, foe, "bold") or () if isinstance(o, UnitLine)]
        results = []
        for twin in (one, two):
            orders: dict[str, Sequence[Order]] = {foe: [*idle_lines(rng, twin, foe), *marches]}
            if sheet is not None:
                orders[reader] = sheet
            results.append(resolve(twin, orders, dice_for(twin, seed, forced)))
        if any(revealing(r, reader) for r in results):
            event("told by right")
            return
        one, two = results[0].state, results[1].state
        told = (results[0].told, results[1].told)
        assert seen(one, told[0], reader, ()) == seen(two, told[1], reader, ())
        if one.ended:
            break
    event("compared to the end")


@settings(max_examples=GAMES // 2, deadline=None)
@given(st.integers(0, 2**32))
def test_lists_of_world_building_are_not_told(seed: int) -> None:
    """The same placements from different lists: squares ranked behind those taken, lists for others' temples."""
    rng = random.Random(seed)
    reader = rng.choice(SEATS)
    foe = OTHER[reader]
    state = begin(Scenario(), Dice(b"world %d" % seed, 0)).state
    squares = rng.sample(range(20), 20)
    ranked: list[Order] = [WaterList(tuple(squares)), TempleList("", tuple(squares))]
    not_his = [t for n, t in enumerate(state.temples) if (n % 2 == 1) == (foe == state.first)]
    others: list[Order] = [TempleList(t, tuple(rng.sample(range(20), 5))) for t in state.temples if t not in not_his]
    more: list[Order] = [WaterList(tuple(rng.sample(range(20), 4))), TempleList("", tuple(rng.sample(range(20), 4)))]
    results = []
    for lines in (ranked, [*others, *ranked, *more]):
        resolution = resolve(state, {foe: lines}, dice_for(state, seed, {}))
        results.append(seen(resolution.state, resolution.told, reader, ()))
    assert results[0] == results[1]


def test_a_twin_would_be_seen_through_if_anything_leaked() -> None:
    """The comparison bites: what the foe's own file shows of twins differs."""
    rng = random.Random(5)
    state = small_hand(begin(Scenario(), Dice(b"bite", 0)).state, "MOON")
    twin = shuffled_hand(rng, state, "MOON")
    assert seen(state, (), "SUN", ()) == seen(twin, (), "SUN", ())
    assert seen(state, (), "MOON", ()) != seen(twin, (), "MOON", ())
