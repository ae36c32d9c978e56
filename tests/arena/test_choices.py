"""What could be ordered: every choice offered is one the rules carry out."""

from __future__ import annotations

from collections import Counter

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.arena.orders.lines import stored, write_order
from magika_gm.games.arena.orders.model import Cast, Fly, Move, Shoot
from magika_gm.games.arena.orders.offers import choices
from magika_gm.games.arena.rules.events import LineDropped
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.sequence import active_in, play_mail_turn
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import seen_by
from tests.arena.randoms import Wild


def test_the_first_turn_offers_what_there_is() -> None:
    state = start_state(Scenario(), {})
    found = list(choices(seen_by(state, "A"), "A"))
    kinds = Counter(type(c.order).__name__ for c in found)
    assert {"ChangeTerrain", "MakeStorm", "Equip", "Mount", "Move"} <= set(kinds)
    assert all(c.cost in (4, 6) for c in found if type(c.order).__name__ == "ChangeTerrain"), (
        "8 is beyond a budget of 7"
    )
    assert not kinds["Fly"], "the Gunship has no pilot yet"
    sword = [c.order for c in found if write_order(c.order).startswith("EQUIP A1 ")]
    assert [write_order(o) for o in sword] == ["EQUIP A1 IA1", "EQUIP A1 IA2"]


@pytest.mark.parametrize("seed", range(10))
def test_every_choice_is_carried_out(seed: int) -> None:
    """Given alone, an order offered is not dropped: but for what only the turn itself decides."""
    wild = Wild(seed)
    state = wild.state()
    for _ in range(4):
        state = wild.turn(state)[0].state
        if state.ending:
            return
    side = active_in(state.turn + 1)
    storms = {h for h, until in state.storms.items() if until <= state.turn}
    offered = list(choices(seen_by(state, side), side))
    step = max(1, len(offered) // 40)
    for choice in offered[::step]:
        order = choice.order
        assert stored(write_order(order)) == order
        if isinstance(order, Cast) and order.on == ("IT",):
            continue
        if any(p >> 1 in storms for p in choice.places) or isinstance(order, Fly | Move | Shoot):
            continue  # a storm ends, units move off by default before it is their turn
        told = play_mail_turn(state, {side: [order]}, Dice(b"x", state.mail_turn + 1)).told
        dropped = [t.event for t in told if isinstance(t.event, LineDropped) and t.event.line == write_order(order)]
        allowed = {Code.RANGE, Code.DEAD, Code.NO_TARGET, Code.OCCUPIED, Code.USELESS, Code.ENGAGED, Code.NOT_HERE}
        assert not [d for d in dropped if d.refusal.code not in allowed], (write_order(order), dropped)


@pytest.mark.parametrize("seed", range(6))
def test_ways_offered_can_be_gone(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    side = active_in(state.turn + 1)
    for choice in choices(seen_by(state, side), side):
        if not isinstance(choice.order, Move):
            continue
        after = play_mail_turn(state, {side: [choice.order]}, Dice(b"x", 1))
        dropped = [t.event for t in after.told if isinstance(t.event, LineDropped)]
        assert not dropped, dropped
