"""Adjudication cases of Arena: played, and compared with what must come of them (CASE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseFaults, CaseOutcome, Comparison
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.cases.reading import Case, read_case
from magika_gm.games.arena.cases.result import SET_KEYS, result_of
from magika_gm.games.arena.rules.sequence import resolve

SEED = b"0"
"""The seed of rolls a case does not force: 0 (decision 21)."""
COMPARISON = Comparison(nulls=("null",), as_set=lambda path: path[-1] in SET_KEYS)
"""FORM-3."""


def play(case: Case) -> list[Resolution]:
    """Play the case's player turns, fewer if the game ends; the last resolution holds its end."""
    state, played = case.state, []
    forced = Dice(SEED, 0, case.dice)
    for n in range(case.turns):
        dice = Dice(SEED, state.mail_turn + 1, case.dice)
        dice.carry_on(forced)
        orders = {side: sheets[n] for side, sheets in case.orders.items() if n < len(sheets) and sheets[n] is not None}
        resolution = resolve(state, {side: sheet for side, sheet in orders.items() if sheet is not None}, dice)
        played.append(resolution)
        state, forced = resolution.state, dice
        if state.ending is not None:
            break
    return played


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises :class:`CaseFaults` if it cannot be played."""
    case = read_case(data)
    result = result_of(case, play(case))
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)


__all__ = ["COMPARISON", "SEED", "Case", "CaseFaults", "CaseOutcome", "play", "read_case", "run_case"]
