"""Whole random games: what must hold whatever is ordered (new-game.md, point 3)."""

from __future__ import annotations

import json
import os

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.xom_zol.rules.events import (
    CardCast,
    CounterCast,
    EffectUsed,
    GmSetLife,
    LifeChanged,
    ManaMade,
    PenaltiesTaken,
    Struck,
    TaxAsked,
    TurnEnded,
    UpkeepPaid,
)
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import DEFAULTS, State
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.games.xom_zol.sight import content, perceive, state_of
from tests.examples import some_of
from tests.xom_zol.randoms import played

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES = 400 if NIGHTLY else some_of(25)
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=GAMES, deadline=None)
def test_cards_life_and_mana_are_accounted_for(seed: int) -> None:
    for before, _, resolution in played(seed):
        life, pool = accounts(before, [told.event for told in resolution.told])
        for side in SIDES:
            own = resolution.state.sides[side]
            assert own.life == life[side]
            assert len(own.pool) == pool[side]


def accounts(state: State, resolution_told: list[object]) -> tuple[dict[str, int], dict[str, int]]:
    """Life and pool letters of both sides, reckoned from what was told alone."""
    life = {side: state.sides[side].life for side in SIDES}
    pool = {side: len(state.sides[side].pool) for side in SIDES}
    for event in resolution_told:
        match event:
            case LifeChanged(side, change, _, _):
                life[side] += change
            case Struck(_, at, n) if at in SIDES:
                life[at] -= n
            case PenaltiesTaken(side, burnt, lapsed, unmet):
                life[side] -= burnt + lapsed + unmet
                assert burnt == pool[side], "every letter left burns (SEQ 5.3)"
            case GmSetLife(side, value, _):
                life[side] = value
            case ManaMade(side, letters, _):
                pool[side] += len(letters)
            case TurnEnded():
                pool = dict.fromkeys(SIDES, 0)
            case (
                CardCast(side, _, _, payment)
                | CounterCast(side, _, _, payment)
                | EffectUsed(side=side, payment=payment)
                | UpkeepPaid(side, _, payment)
                | TaxAsked(side, _, payment)
            ) if payment is not None:
                life[side] -= payment.life
                pool[side] += len(payment.added) - len(payment.spent)
                assert pool[side] >= 0
                assert payment.life == 0 or life[side] >= 1, "force never takes the last life (MANA-6)"
            case _:
                pass
    return life, pool


@given(SEEDS)
@settings(max_examples=GAMES, deadline=None)
def test_a_turn_file_tells_the_whole_view(seed: int) -> None:
    for _, _, resolution in played(seed, most=10):
        if resolution.state.ending is not None:
            break
        for side in SIDES:
            view = perceive(resolution.state, side)
            assert state_of(json.loads(json.dumps(content(view)))) == view.state


def test_a_game_of_nothing_ends_by_turns() -> None:
    from magika_gm.games.xom_zol.rules.terms import Ending
    from tests.xom_zol.randoms import new_game

    state = new_game(1)
    while state.ending is None:
        state = resolve(state, {}, Dice(b"nothing", state.mail_turn + 1)).state
    assert state.ending in (Ending.TURNS, Ending.LIFE)
    assert state.turn <= DEFAULTS.max_turns


def test_a_finished_game_is_left_alone() -> None:
    *_, (_, orders, resolution) = played(3)
    assert resolution.state.ending is not None, "forty mail turns are a whole game"
    later = resolve(resolution.state, orders, Dice(b"later", 99))
    assert later.told == ()
    assert later.state.winner == resolution.state.winner
