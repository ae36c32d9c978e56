"""What an acknowledgement says of a sheet (MAIL-5): lines as understood, refusals, warnings, where units would stand.

It looks at the state as the sender knows it and plays his lines on it, as if nobody answered and every fight were a
draw: so it foresees what is legal, what it costs and which points are left, and gives away nothing he does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from textwrap import wrap

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.games.temple_isle.orders.model import Order, UnitLine
from magika_gm.games.temple_isle.orders.sheet import Reading
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules import gameturn
from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import LineDropped, LineRefused
from magika_gm.games.temple_isle.rules.refusals import Dropped, Refusal, told_why
from magika_gm.games.temple_isle.rules.sheets import Role, read_sheet, role_of
from magika_gm.games.temple_isle.rules.state import State, due, player_of
from magika_gm.games.temple_isle.rules.turn import Turn

_WIDTH = 72
_TIE = {"combat.attack": (1,), "combat.defence": (1,)}


class Verdict(StrEnum):
    """What becomes of a line, as far as can be said."""

    ACCEPTED = "accepted"
    WARNING = "warning"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """A line as understood, what becomes of it, and why or where it leads ("" for nothing to say)."""

    text: str
    verdict: Verdict
    note: str = ""
    code: Refusal | Dropped | None = None


@dataclass(frozen=True, slots=True)
class Understanding:
    """A sheet as understood: its readable lines in order, then what could not be read."""

    lines: tuple[LineVerdict, ...]
    faults: tuple[LineFault, ...]

    @property
    def errors(self) -> int:
        """How many lines are refused."""
        return len(self.faults) + sum(v.verdict is Verdict.REFUSED for v in self.lines)


def understand(reading: Reading, seat: str, known: State | None) -> Understanding:
    """Check a sheet against the state as its sender knows it; None: for a later turn nothing can be foreseen."""
    orders: Sequence[Order] = reading.orders
    if known is None or known.ended:
        return Understanding(tuple(LineVerdict(write_order(o), Verdict.ACCEPTED) for o in orders), reading.faults)
    sheet = read_sheet(known, seat, orders)
    refused = {line: code for line, _, code in sheet.refused}
    foreseen = _foresee(known, seat, orders) if role_of(known, seat) is Role.ACTIVE else {}
    lines = []
    for line, order in enumerate(orders):
        text = write_order(order)
        if line in refused:
            lines.append(LineVerdict(text, Verdict.REFUSED, told_why(refused[line]), refused[line]))
        else:
            lines.append(foreseen.get(line, LineVerdict(text, Verdict.ACCEPTED)))
    return Understanding(tuple(lines), reading.faults)


def _foresee(known: State, seat: str, orders: Sequence[Order]) -> dict[int, LineVerdict]:
    """Verdicts of the lines about which something can be said, by their number on the sheet."""
    state = known.copy()
    number = next(t for t in due(state) if player_of(state, t) == seat)
    turn = Turn(state, Dice(b"forecast", 0, _TIE), answer)
    sheet = read_sheet(state, seat, orders)
    gameturn.play_lines(turn, number, sheet)
    found: dict[int, LineVerdict] = {}
    for line, order in sheet.actions:
        if isinstance(order, UnitLine):
            unit = state.units[order.number]
            if unit.in_play:
                note = f"ends on {SQUARES[unit.at]} with {unit.points or 0} points left, if every fight is a draw"
                found[line] = LineVerdict(write_order(order), Verdict.ACCEPTED, note)
    for told in turn.told:
        event = told.event
        if isinstance(event, LineRefused | LineDropped):
            note = told_why(event.code)
            if event.code is Dropped.CUT_SHORT and event.line in found:
                note = f"{note}; {found[event.line].note}"
            found[event.line] = LineVerdict(event.text, Verdict.WARNING, note, event.code)
    return found


def as_text(understanding: Understanding) -> str:
    """The acknowledgement's lines: orders as understood, then what could not be read, with spellings to offer."""
    rows = []
    for number, line in enumerate(understanding.lines, 1):
        mark = {Verdict.ACCEPTED: " ", Verdict.WARNING: "?", Verdict.REFUSED: "!"}[line.verdict]
        said = f"{line.verdict}: {line.note}" if line.verdict is not Verdict.ACCEPTED else line.note
        rows += _hung(f"{mark}{number:3} {line.text}", said)
    for fault in understanding.faults:
        near = f"; did you mean {' or '.join(fault.near)}?" if fault.near else ""
        said = f" {fault.text}" if fault.text else ""
        rows += _hung(f"!    line {fault.line}:{said}", f"refused: {fault.reason}{near}")
    return "\n".join(rows)


def _hung(line: str, note: str) -> list[str]:
    """A line with its note behind it, or below it where that would be too long for a mail."""
    if not note or len(line) + len(note) + 4 <= _WIDTH:
        return [f"{line}  ; {note}" if note else line]
    return [line, *(f"       ; {row}" for row in wrap(note, _WIDTH - 9))]
