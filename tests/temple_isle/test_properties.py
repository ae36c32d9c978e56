"""Properties of whole games, orders and states (hypothesis)."""

from __future__ import annotations

import json
import os
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.temple_isle.orders.lines import read_sheet, stored, write_order
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.events import Fielded, FullHpChanged
from magika_gm.games.temple_isle.rules.state import Armies, Pace, State, mantras_in_play
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.sight import perceive
from tests.examples import some_of
from tests.temple_isle.randoms import Maker, any_order, game

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
MANY = 3000 if NIGHTLY else some_of(300)
GAMES = 300 if NIGHTLY else some_of(25)
SEEDS = st.integers(0, 2**32)


def cards_of(state: State) -> Counter[str]:
    """Every play card of the game, wherever it is."""
    held = Counter(state.deck)
    held.update(state.discard)
    for hand in state.hands.values():
        held.update(hand)
    held.update(u.card for u in state.units_in_play())
    held.update(m.card for m, _, _ in mantras_in_play(state))
    held.update(d.card for d in state.stack)
    return held


@settings(max_examples=MANY, deadline=None)
@given(SEEDS)
def test_orders_are_read_back_as_they_are_printed(seed: int) -> None:
    order = any_order(seed)
    text = write_order(order)
    assert stored(text) == order
    assert write_order(stored(text)) == text
    assert stored(text.lower().replace(", ", " ,  ") + " ; a comment") == order


@settings(max_examples=MANY, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=6), SEEDS)
def test_reading_never_raises(lines: list[str], seed: int) -> None:
    rng = random.Random(seed)
    words = " ".join(write_order(Maker(rng).order()) for _ in range(3)).split()
    rng.shuffle(words)
    sheet = [*lines, " ".join(words[: rng.randint(0, 8)])]
    reading = read_sheet([SheetLine(n, line) for n, line in enumerate(sheet, 1)])
    assert all(f.reason for f in reading.faults)


@settings(max_examples=GAMES, deadline=None)
@given(SEEDS)
def test_games_lose_no_card(seed: int) -> None:
    before: Counter[str] | None = None
    mails = 0
    for state, _, resolution in game(seed):
        after = resolution.state
        fielded = Counter(t.event.card for t in resolution.told if isinstance(t.event, Fielded))
        before = before if before is not None else cards_of(state)
        assert cards_of(after) == before + fielded
        before = cards_of(after)
        assert set(after.units) >= set(state.units)
        mails += 1
    if limit := state.options.limit:
        turns = limit if state.options.pace is Pace.SINGLE else limit // 2
        assert mails <= turns + 1 + (state.options.armies is Armies.PICKED)


@settings(max_examples=GAMES, deadline=None)
@given(SEEDS)
def test_turn_files_can_be_json_and_full_hp_is_always_known(seed: int) -> None:
    for _, _, resolution in game(seed, most=12):
        for seat in SEATS:
            file = content(perceive(resolution.state, seat), resolution.told)
            assert json.loads(json.dumps(file)) == file
        changed = [t.event for t in resolution.told if isinstance(t.event, FullHpChanged)]
        assert all(e.hp <= e.full for e in changed)
