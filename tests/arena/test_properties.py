"""Properties over random games: nothing depends on the order of arrival, nothing is made or lost, nothing raises."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.rules import apply
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.archive import ARCHIVE
from magika_gm.games.arena.rules.events import CreatureMade, EffectDeclared, EffectSettled
from magika_gm.games.arena.rules.sequence import play_mail_turn
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from tests.arena.randoms import Wild

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
some = settings(
    max_examples=400 if NIGHTLY else 25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
TURNS = 6


def plain(resolution: Resolution) -> str:
    told = [[t.phase, t.step, list(t.audience), ARCHIVE.events.to_plain(t.event)] for t in resolution.told]
    rows: Any = ARCHIVE.to_rows(resolution.state, None)
    return json.dumps([told, [list(r) for r in resolution.rolls], rows])


@some
@given(st.integers(0, 10**9))
def test_arrival_order_does_not_matter(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for _ in range(TURNS):
        orders = {side: wild.sheet(state, side) for side in SIDES}
        one = play_mail_turn(state, orders, Dice(b"s", state.mail_turn + 1))
        other = play_mail_turn(state, dict(reversed(orders.items())), Dice(b"s", state.mail_turn + 1))
        assert plain(one) == plain(other)
        state = one.state
        if state.ending:
            break


@some
@given(st.integers(0, 10**9))
def test_every_state_is_faultless_and_told(seed: int) -> None:
    """The events of a turn, applied to its start, give its end; the end has no fault and goes through the archive."""
    wild = Wild(seed)
    state = wild.state()
    assert not ARCHIVE.faults(state)
    for _ in range(TURNS):
        before = json.dumps(ARCHIVE.to_rows(state, None))
        resolution, _ = wild.turn(state)
        assert json.dumps(ARCHIVE.to_rows(state, None)) == before, "resolve is pure"
        replayed = state.copy()
        for told in resolution.told:
            back = ARCHIVE.events.from_plain(json.loads(json.dumps(ARCHIVE.events.to_plain(told.event))))
            assert back == told.event
            apply(replayed, back)
        state = resolution.state
        assert replayed == state
        assert not ARCHIVE.faults(state)
        assert ARCHIVE.from_rows(json.loads(json.dumps(ARCHIVE.to_rows(state, None))), None) == state
        if state.ending:
            break


@some
@given(st.integers(0, 10**9))
def test_nothing_is_made_or_lost(seed: int) -> None:
    """Creatures are made by spells alone, items are only used up, points go where the events say."""
    wild = Wild(seed)
    state = wild.state()
    for _ in range(TURNS):
        resolution, _ = wild.turn(state)
        after: State = resolution.state
        events = [t.event for t in resolution.told]
        made = {e.creature for e in events if isinstance(e, CreatureMade)}
        assert set(after.creatures) == set(state.creatures) | made
        assert set(after.items) == set(state.items)
        assert all(after.items[i].gone or not item.gone for i, item in state.items.items())
        for side in SIDES:
            spent = sum(e.cost for e in events if isinstance(e, EffectDeclared) and e.side == side)
            back = sum(e.refund for e in events if isinstance(e, EffectSettled) and e.side == side)
            assert after.pools[side] == state.pools[side] - spent + back >= 0
        declared = {e.number for e in events if isinstance(e, EffectDeclared)}
        under_way = {c.casting.number for c in (*state.living(), *after.living()) if c.casting}
        settled = [e.number for e in events if isinstance(e, EffectSettled)]
        assert len(settled) == len(set(settled)), "each effect is settled once"
        assert declared <= set(settled) | under_way
        state = after
        if state.ending:
            break
