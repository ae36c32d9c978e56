"""What an acknowledgement says of a sheet: its lines as understood, what is refused, what would come to nothing.

It looks at the state as the sender knows it and plays his own turn on it as if nobody answered
(:mod:`~magika_gm.games.arena.sight.forecast`): so it can give away nothing he does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.engine.words import did_you_mean
from magika_gm.games.arena.orders.grammar import misplaced
from magika_gm.games.arena.orders.order import BeginStanding, Draw, EndStanding, Order, Resign
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.sight.forecast import Forecast, foresee


class Verdict(StrEnum):
    """What becomes of a line, as far as can be said."""

    ACCEPTED = "accepted"
    WARNING = "warning"
    REFUSED = "refused"


_MARKS = {Verdict.ACCEPTED: " ", Verdict.WARNING: "?", Verdict.REFUSED: "!"}


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """A line as understood, what becomes of it, and why ("" for nothing to say)."""

    text: str
    verdict: Verdict = Verdict.ACCEPTED
    note: str = ""
    inside: bool = False
    """Whether it stands in the STANDING block."""


def verdicts(orders: Sequence[Order], seat: str, known: State | None) -> tuple[LineVerdict, ...]:
    """Every line of a sheet with what becomes of it; ``known`` None: for a later turn nothing can be foreseen."""
    ahead = None if known is None else foresee(known, seat, orders)
    doubts: dict[str, list[str]] = {}
    for doubt in ahead.doubts if ahead is not None else ():
        doubts.setdefault(doubt.line, []).append(doubt.refusal.words)
    found: list[LineVerdict] = []
    inside = False
    for order in orders:
        text, wrong = write_order(order), misplaced(order, inside=inside)
        within = inside and not isinstance(order, EndStanding)
        inside = isinstance(order, BeginStanding) or within
        if wrong:
            found.append(LineVerdict(text, Verdict.REFUSED, f"{wrong} (MAIL-4)", within))
        elif not within and _out_of_turn(order, ahead):
            note = "the coming turn is not yours: of this sheet the STANDING block alone counts (LAW-20)"
            found.append(LineVerdict(text, Verdict.WARNING, note))
        elif not within and doubts.get(text):
            found.append(LineVerdict(text, Verdict.WARNING, doubts[text].pop(0)))
        else:
            found.append(LineVerdict(text, inside=within))
    return tuple(found)


def _out_of_turn(order: Order, ahead: Forecast | None) -> bool:
    return (
        ahead is not None
        and not ahead.own_turn
        and not isinstance(order, BeginStanding | EndStanding | Resign | Draw)
    )  # fmt: skip


def as_text(lines: Sequence[LineVerdict], faults: Sequence[LineFault]) -> str:
    """The acknowledgement's lines: orders as understood, then what could not be read, with spellings to offer."""
    rows = []
    for number, line in enumerate(lines, 1):
        note = f"  ; {line.note}" if line.note else ""
        rows.append(f"{_MARKS[line.verdict]}{number:3} {'  ' if line.inside else ''}{line.text}{note}")
    for fault in faults:
        near = f"; {did_you_mean(fault.near)}" if fault.near else ""
        said = f" {fault.text}" if fault.text else ""
        rows.append(f"!    line {fault.line}:{said}  ; refused: {fault.reason}{near}")
    return "\n".join(rows)


def forecast_text(known: State, seat: str, ahead: Forecast) -> str:
    """What a sheet comes to up to combat if nobody answers; "" where the coming turn is not the sender's."""
    if not ahead.own_turn:
        return ""
    names = known.board.place_names
    before = {creature.id: creature.place for creature in known.living()}
    moved = [f"{id_} {names[place]}" for id_, place in ahead.places if before.get(id_) != place]
    rows = ["If the enemy does nothing meanwhile, then before combat:"]
    rows.append(f"  moved: {', '.join(moved) if moved else 'nobody'}")
    rows.append(f"  hexes {ahead.hexes} (now {known.control.count(seat)}), pool {ahead.pool} (now {known.pools[seat]})")
    for fight in ahead.fights:
        word = "a win" if fight.mine > fight.theirs else "a tie" if fight.mine == fight.theirs else "a loss"
        rows.append(f"  combat at {names[fight.place]}: {fight.mine} against {fight.theirs}, {word} (FIGHT-2)")
    for vehicle in ahead.vehicles:
        whose = "your own idle vehicle" if known.creatures[vehicle].side == seat else "idle vehicle"
        rows.append(f"  {whose} {vehicle} attacked (VEH-5)")
    return "\n".join(rows) + "\n"
