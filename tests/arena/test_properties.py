"""Properties over random games: nothing depends on the order of arrival, nothing is made or lost, nothing raises."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm.games.arena.rules.events import CreatureMade, EffectDeclared, EffectSettled
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from tests.arena.randoms import Wild

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
some = settings(
    max_examples=400 if NIGHTLY else 25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
TURNS = 6


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
