"""What an acknowledgement says of a sheet (MAIL-5): lines as understood, refusals, warnings, where units would stand.

It looks at the state as the sender knows it and plays his lines on it, as if nobody answered and every fight were a
draw: so it foresees what is legal, what it costs and which points are left, and gives away nothing he does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import nearest, words_of
from magika_gm.games.temple_isle.orders.lines import LINES, Reading, write_order
from magika_gm.games.temple_isle.orders.model import Fast, FastNone, Order, UnitLine
from magika_gm.games.temple_isle.rules import gameturn
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import LineDropped, LineRefused
from magika_gm.games.temple_isle.rules.refusals import Dropped
from magika_gm.games.temple_isle.rules.sheets import Role, passed_over, read_sheet, refused_in_any_turn, role_of
from magika_gm.games.temple_isle.rules.state import State, due, player_of
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.rules.terms import SQUARES
from magika_gm.games.temple_isle.rules.turn import Turn

_TIE = {"combat.attack": (1,), "combat.defence": (1,)}


FAST = "FAST lines"
FAST_KINDS = (Fast, FastNone)


def understand(reading: Reading, seat: str, known: State | None) -> Understanding:
    """Check a sheet against the state as its sender knows it; None: for a later turn nothing can be foreseen."""
    orders: Sequence[Order] = reading.orders
    refused = refused_in_any_turn(standard(), orders)
    foreseen: dict[int, Line] = {}
    if known is not None and not known.ended:
        refused = {line: code for line, _, code in read_sheet(known, seat, orders).refused}
        idle = {line: said for line, order in enumerate(orders) if (said := _idle(known, seat, order)) is not None}
        foreseen = idle | (_foresee(known, seat, orders) if role_of(known, seat) is Role.ACTIVE else {})
    lines = []
    for at, order in enumerate(orders):
        line = foreseen.get(at, Line(text=write_order(order)))
        if at in refused:
            line = Line(text=write_order(order), mark=Mark.ERROR, said=refused[at].told)
        lines.append(replace(line, number=at + 1, part=FAST if isinstance(order, FAST_KINDS) else ""))
    return Understanding(lines=(*lines, *(unread(fault, _part(fault)) for fault in reading.faults)))


def _idle(known: State, seat: str, order: Order) -> Line | None:
    """What is said of a line that is passed over in silence as things stand, or sleeps."""
    if (why := passed_over(known, seat, order)) is not None:
        return Line(text=write_order(order), mark=Mark.WARNING, said=why[0], rule=why[1])
    if isinstance(order, Fast) and order.card not in known.hands[seat]:
        return Line(text=write_order(order), said="sleeps until the card is in your hand", rule="FAST-2")
    return None


def _part(fault: LineFault) -> str:
    """Whether a line that cannot be read was meant to be a FAST line."""
    word = (words_of(fault.text) or [""])[0]
    return FAST if word == "FAST" or nearest(word, LINES.verbs, 1) == ("FAST",) else ""


def _foresee(known: State, seat: str, orders: Sequence[Order]) -> dict[int, Line]:
    """Verdicts of the lines about which something can be said, by their number on the sheet."""
    state = known.copy()
    number = next(t for t in due(state) if player_of(state, t) == seat)
    turn = Turn(state, Dice(b"forecast", 0, _TIE), answer)
    sheet = read_sheet(state, seat, orders)
    gameturn.play_lines(turn, number, sheet)
    found: dict[int, Line] = {}
    for line, order in sheet.actions:
        if isinstance(order, UnitLine):
            unit = state.units[order.number]
            if unit.in_play:
                note = f"ends on {SQUARES[unit.at]} with {unit.points or 0} points left, if every fight is a draw"
                found[line] = Line(text=write_order(order), said=note)
    for told in turn.told:
        event = told.event
        if isinstance(event, LineRefused | LineDropped):
            note = event.code.told
            if event.code is Dropped.CUT_SHORT and event.line in found:
                note = f"{note}; {found[event.line].said}"
            found[event.line] = Line(text=event.text, mark=Mark.WARNING, said=note)
    return found
