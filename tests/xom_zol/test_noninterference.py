"""SEE-4: what a seat cannot know changes nothing it gets, not one byte: told events, turn file, acknowledgement."""

from __future__ import annotations

import json
import os
import random

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.understanding import as_text
from magika_gm.games.xom_zol.orders.model import Order
from magika_gm.games.xom_zol.orders.offers import order_form
from magika_gm.games.xom_zol.orders.sheet import ORDERS
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, WATCH, other
from magika_gm.games.xom_zol.sight import content, perceive, remember
from tests.examples import some_of
from tests.xom_zol.randoms import Lines, played
from tests.xom_zol.twins import revealing, thrown_away, twins

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES = 1000 if NIGHTLY else some_of(100)


def known_of(state: State, told: object, seat: str) -> str:
    """All a seat gets, as bytes would have it."""
    return json.dumps(content(perceive(state, seat), told), sort_keys=False)  # type: ignore[arg-type]


def a_position(seed: int, turn: int) -> tuple[State, dict[str, tuple[Order, ...]]] | None:
    """A position some turns into a random game, and the orders for it."""
    found = None
    for before, orders, _ in played(seed, most=turn):
        found = before, orders
    return found


@given(st.integers(0, 2**32), st.integers(1, 14), st.sampled_from(SIDES))
@settings(max_examples=GAMES, deadline=None)
def test_what_is_hidden_changes_nothing(seed: int, turn: int, reader: str) -> None:
    position = a_position(seed, turn)
    assert position is not None
    state, orders = position
    rng = random.Random(seed)
    foe = other(reader)
    pair = twins(rng, state, reader, orders.get(foe, ()))
    files = [known_of(s, (), reader) for s in pair.states]
    assert files[0] == files[1]
    event("hands differ" if pair.hidden else "hands alike")
    results = []
    for twin, hidden_orders in zip(pair.states, pair.orders, strict=True):
        both = {foe: hidden_orders}
        if reader in orders:
            both[reader] = orders[reader]
        results.append(resolve(twin, both, Dice(b"twins", twin.mail_turn + 1)))
    records = [[t.event for t in r.told] for r in results]
    assume(not any(revealing(record, reader) for record in records))
    assume(thrown_away(records[0], reader) == thrown_away(records[1], reader))
    event("compared after a turn")
    after = [known_of(r.state, r.told, reader) for r in results]
    assert after[0] == after[1]
    memories = [repr(remember(None, 1, perceive(r.state, reader))) for r in results]
    assert memories[0] == memories[1]


@given(st.integers(0, 2**32), st.integers(1, 14), st.sampled_from(SIDES))
@settings(max_examples=GAMES, deadline=None)
def test_acknowledgements_and_forms_know_no_more_than_the_sender(seed: int, turn: int, reader: str) -> None:
    position = a_position(seed, turn)
    assert position is not None
    state, orders = position
    rng = random.Random(seed)
    pair = twins(rng, state, reader, orders.get(other(reader), ()))
    text = Lines(rng, state, reader).sheet()
    (sheet,) = read_sheets(f"GAME 1 TURN 1\nSIDE {reader}\n{text}\nEND\n", ORDERS.GRAMMAR)
    known = [perceive(s, reader).state for s in pair.states]
    said = [as_text(ORDERS.understood(sheet, reader, k)) for k in known]
    assert said[0] == said[1]
    forms = [order_form(k, reader) for k in known]
    assert forms[0] == forms[1]


@given(st.integers(0, 2**32))
@settings(max_examples=GAMES // 2, deadline=None)
def test_spectators_get_what_both_sides_get(seed: int) -> None:
    """Nothing in the spectators' file that either side does not get, and no hand, draw or standing order."""
    for _, _, resolution in played(seed, most=8):
        watched = content(perceive(resolution.state, WATCH), resolution.told)
        files = [content(perceive(resolution.state, side), resolution.told) for side in SIDES]
        for key in ("hand", "next_draw", "react", "peeked"):
            assert key not in watched
        assert watched["play"] == [{k: v for k, v in p.items() if k != "behind"} for p in files[0]["play"]]
        for told in resolution.told:
            public = told.seen_by(WATCH)
            if public is not None:
                assert all(told.seen_by(side) is not None for side in SIDES)
