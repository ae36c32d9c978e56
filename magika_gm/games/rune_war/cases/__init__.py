"""Adjudication cases of Rune War (CASE): a position, sheets, forced rolls, and what must come of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseOutcome
from magika_gm.games.rune_war.cases.expecting import COMPARISON
from magika_gm.games.rune_war.cases.playing import play
from magika_gm.games.rune_war.cases.reading import read_case


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case, given as TOML gives it. Raises :class:`~magika_gm.engine.cases.CaseFaults` if it cannot be read."""
    case = read_case(data)
    result = play(case)
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)
