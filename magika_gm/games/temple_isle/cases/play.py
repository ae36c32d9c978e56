"""Playing a case and comparing what came of it with what must (CASE-1, CASE-2, CASE-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import SEED, CaseOutcome, Comparison
from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.cases.casefile import Case, Lines, read_case
from magika_gm.games.temple_isle.cases.result import result_of
from magika_gm.games.temple_isle.orders.lines import read_lines
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import Event, FirstPlayerChosen, LineRefused
from magika_gm.games.temple_isle.rules.resolve import required, resolve
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn
from magika_gm.games.temple_isle.setup.start import choose_first, deal, draw_world

COMPARISON = Comparison(nulls=("",))
"""In ``[expect]`` a "" stands for null (CASE-5)."""


class CaseDice(Dice):
    """Dice of a case: a forced number outside the range gives the nearest end of it (CASE-4)."""

    __slots__ = ()

    def between(self, name: str, subject: str, low: int, high: int, rule: str) -> int:
        """A whole number from ``low`` to ``high``; a forced one is brought into it."""
        value = super().between(name, subject, low, high, rule)
        within = min(max(value, low), high)
        if within != value:
            self.rolls[-1] = self.rolls[-1]._replace(value=within)
        return within


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises :class:`~magika_gm.engine.cases.CaseFaults` if it cannot be played."""
    case = read_case(data)
    state, told, refused = play(case)
    result = result_of(state, told, refused)
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)


def play(case: Case) -> tuple[State, list[tuple[Told[Event], ...]], dict[str, list[str]]]:
    """The state after the mail turns of a case, what each told, and the refused lines as written, by seat."""
    state = case.position.state
    dice = CaseDice(SEED, 0, case.dice)
    told: list[tuple[Told[Event], ...]] = []
    refused: dict[str, list[str]] = {seat: [] for seat in SEATS}
    if case.position.setup:
        told.append(_set_up(case, dice))
    for number in range(case.turns):
        if state.ended:
            break
        following = CaseDice(SEED, state.mail + 1, case.dice)
        following.carry_on(dice)
        dice = following
        sheets = {seat: _lines(case, state, seat, number) for seat in SEATS}
        read = {
            seat: read_lines([SheetLine(n, text) for n, text in enumerate(lines, 1)], state.catalogue)
            for seat, lines in sheets.items()
            if lines is not None
        }
        orders = {seat: [r.order for r in rows if r.order is not None] for seat, rows in read.items()}
        resolution = resolve(state, orders, dice)
        state = resolution.state
        told.append(resolution.told)
        for seat, rows in read.items():
            bad = {e.line for t in resolution.told if isinstance(e := t.event, LineRefused) and e.seat == seat}
            understood = [r for r in rows if r.order is not None]
            wrong = {r.number for r in rows if r.order is None} | {understood[line].number for line in bad}
            refused[seat] += [r.text for r in rows if r.number in wrong]
    return state, told, refused


def _lines(case: Case, state: State, seat: str, number: int) -> Lines | None:
    """The lines of a seat's sheet; None if none came: an empty list is a sheet only in one's own game turn (CASE-2)."""
    sheets = case.sheets[seat]
    lines = sheets[number] if number < len(sheets) else ()
    if lines == () and seat not in required(state):
        return None
    return lines


def _set_up(case: Case, dice: Dice) -> tuple[Told[Event], ...]:
    """BUILD-1 and DECK-3, before mail turn 1."""
    turn = Turn(case.position.state, dice, answer)
    turn.begin_chapter(Chapter.SHEETS)
    draw_world(turn)
    if case.position.first:
        turn.tell(FirstPlayerChosen(case.position.first, 0))
    else:
        choose_first(turn)
    first = turn.state.first
    for seat in (first, OTHER[first]):
        deal(turn, seat)
    return tuple(turn.told)
