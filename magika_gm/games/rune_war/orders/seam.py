"""The sheets of Rune War, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.offered import order_line, remark
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.games.rune_war.orders.check import Noted, Remark, check
from magika_gm.games.rune_war.orders.choices import TELEPORT, Choice, choices
from magika_gm.games.rune_war.orders.foresight import HandForesight, MapForesight, foresee_hand, foresee_map
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import stored
from magika_gm.games.rune_war.orders.sheet import GRAMMAR
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.deciding import is_map_order, numbered
from magika_gm.games.rune_war.rules.refusals import RULE, Refusal
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import LANDS, TOWER
from magika_gm.games.rune_war.sight import Memory, masked

__all__ = [
    "GRAMMAR", "forecast", "form", "listed", "names_for", "parts", "standing", "stored", "summary", "understood",
    "without",
]  # fmt: skip
HAND = "hand lines"
_REMARKS: Mapping[Remark, str] = {
    Remark.REPLACED: "line {why} of the same kind counts instead (ORD-4)",
    Remark.NEVER: "{about} stands after NOT too: never (ORD-4)",
    Remark.DISCARD_COUNTS: "{about} stands under DISCARD too, which counts (ORD-4)",
    Remark.WRONG_KIND: "a {about} turn is due: this line will be ignored (SEQ-6)",
    Remark.NO_MAGIC: "there is no magic in this game (GAME-5)",
    Remark.NOT_THERE: "{about} is not on the map as far as you can see",
    Remark.NOT_HIS: "your wizard will never know {about} (WIZ)",
    Remark.NOT_IN_GAME: "{about} does not play in this game",
    Remark.WAITS: "as things stand {about} would wait: {why} (MAG-6)",
    Remark.REFUSED: "as things stand {about} would be refused: {why} ({rule})",
}


_MARKS = {Remark.WRONG_KIND: Mark.IDLE, Remark.NO_MAGIC: Mark.ERROR, Remark.NOT_HIS: Mark.ERROR}
"""What is no mere warning: lines that do not count in this turn, and those that can come to nothing in this game."""


def names_for(memory: Memory) -> Mapping[str, str]:
    """Who plays where is public: ``Orachi of Maitha``."""
    return dict(memory.names)


def listed(sheet: Sheet) -> list[Order]:
    """The orders as they stand, numbered."""
    return list(numbered([sheet.orders[number] for number in sorted(sheet.orders)]))


def _remark(noted: Noted) -> str:
    rule = RULE[Refusal(noted.why)] if noted.remark is Remark.REFUSED else ""
    return _REMARKS[noted.remark].format(about=noted.about or "it", why=noted.why, rule=rule)


def understood(sheet: Sheet, seat: str, known: World | None) -> Understanding:
    """Each line as understood with what is to be said of it; then lines that could not be read, with spellings."""
    orders = listed(sheet)
    notes = check(orders, seat, known)
    lines: list[Line] = []
    for order in orders:
        mine = [noted for noted in notes if noted.line == order.line]
        mark = next((_MARKS[noted.remark] for noted in mine if noted.remark in _MARKS), Mark.WARNING)
        mark = mark if mine else Mark.GOOD
        said = "; ".join(map(_remark, mine))
        part = "" if is_map_order(order) else HAND
        lines.append(Line(text=write_order(order), number=order.line, mark=mark, said=said, part=part))
    due = known.due if known is not None else Due.HAND
    lines += [unread(fault, HAND if fault.place and due is Due.HAND else "") for fault in sheet.faults]
    none = "(no orders: the adviser plays for you in a hand turn; on the map nothing moves)"
    return Understanding(lines=tuple(lines), empty=none)


def standing(known: World, seat: str) -> tuple[Standing, ...]:
    """The hand sheet that stands until the hand is over, or another one comes (GM-1); none before the first."""
    sheet = known.players[seat].standing
    if known.due is not Due.HAND or sheet is None:
        return ()
    return (Standing(part=HAND, lines=tuple(map(write_order, sheet)), rule="GM-1", whole=True),)


def parts(orders: Sequence[Order]) -> frozenset[str]:
    """Lines for a hand turn."""
    return frozenset([HAND] if not all(map(is_map_order, orders)) else [])


def without(orders: Sequence[Order], part: str) -> list[Order]:  # noqa: ARG001 - there is but one
    """The lines for a map turn, which count in none but that."""
    return [order for order in orders if is_map_order(order)]


def forecast(sheet: Sheet, seat: str, known: World, memory: Memory) -> str:  # noqa: ARG001 - what is seen now counts
    """What the orders come to for the hand as it is now, or on the isle if nobody else did anything."""
    if known.due is Due.HAND and any(known.players[seat].held):
        return _hand_text(foresee_hand(listed(sheet), seat, known))
    return _map_text(foresee_map(listed(sheet), seat, known)) if known.due is Due.MAP else ""


def _hand_text(seen: HandForesight) -> str:
    by = f"line {seen.throws_line}" if seen.throws_line else f"the adviser, {seen.rule}"
    lines = [f"With the runes you hold now your aim is {seen.aim}, {seen.d} runes from complete."]
    lines += [f"  {aim}: {d if d < 99 else 'not possible'}" for aim, d in seen.wishes]
    lines.append(f"Of these runes you would throw {seen.throws} ({by}).")
    for words, codes in (
        ("kept from the adviser", seen.kept),
        ("Pung always, were one discarded", seen.pungs),
        ("Kong always", seen.kongs),
        ("Pung never", seen.passed),
    ):
        if codes:
            lines.append(f"  {words}: {' '.join(codes)}")
    return "\n".join([*lines, ""])


def _map_text(seen: MapForesight) -> str:
    lines = [f"{place}: {', '.join(codes)}" for place, codes in seen.armies]
    if seen.claimed:
        lines.append(f"Claimed: {', '.join(seen.claimed)}")
    for place, attack in seen.attacks:
        rest = f"won, {int(100 * attack.rest)} % of the loyalty left" if attack.won else "lost"
        lines.append(f"Attack on {place}, on the average against what you see: {rest} (BOT-1)")
    return "\n".join(["If nobody else did anything:", *(f"  {line}" for line in lines), ""]) if lines else ""


def summary(sheet: Sheet, known: World | None) -> dict[str, Any]:
    """The acknowledgement as data."""
    orders = listed(sheet)
    notes = check(orders, sheet.seat, known) if known is None or sheet.seat in known.players else []
    return {
        "orders": [{"line": order.line, "text": write_order(order)} for order in orders],
        "warnings": [{"line": n.line, "remark": n.remark.value, "about": n.about, "why": n.why} for n in notes],
        "faults": [asdict(fault) for fault in sheet.faults],
        "messages": [asdict(message) for message in sheet.messages],
    }


_HEADS = {
    Due.HAND: "a hand turn: lines in any order; take one ; away from what you want",
    Due.MAP: "a map turn: lines are carried out from the top; take one ; away from what you want",
}
_MORE = {
    "AIM": "several, the most wanted first, each with +1, +2 …",
    "PUNG": "groups too, and NOT: DRAGONS NOT 9K",
    "CHOW": "or runes, AS sequences: 4S AS 345S",
    "KONG": "or runes, as for PUNG",
}
"""What else may stand on a line of runes."""
_CASTS = "a CAST may end in WHEN POINTS 200, x2, ALWAYS, SAVE; a creature by its code, ANY, NEW"
_MOVES = "a MOVE may go on: MOVE MA1, MA2 TO M4 THEN Z3 IF EMPTY ELSE TO M8; others: LINEUP M4: MA2, MA1; DISMISS MA3"


def form(game: str, turn: int, state: World, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - all is in view
    """A blank sheet for the turn that is due, with what could be ordered, and what it costs, a whole order a line."""
    lines = [f"GAME {game} TURN {turn}", f"SEAT {seat}", "PASSWORD "]
    lines += remark(_HEADS[state.due]) if state.due in _HEADS else []
    found = choices(masked(state, seat), seat)
    for choice in found:
        lines += _choice_lines(choice, state, seat)
    if any(choice.verb == "CAST" for choice in found):
        lines += remark(_CASTS)
    if state.due is Due.MAP:
        lines += remark(_MOVES)
    standing = state.players[seat].standing
    if state.due is Due.HAND and standing:
        lines += remark("your sheet of this hand stands; a new one replaces it whole:")
        lines += [order_line(write_order(order)) for order in standing]
    return "\n".join([*lines, "END", ""])


_ONE_OF = ("AIM", "KEEP", "DISCARD", "PUNG", "CHOW", "KONG", "GAME")
"""Verbs of which one line counts: it names what comes first, the rest is said behind; so do ways."""


def _choice_lines(choice: Choice, state: World, seat: str) -> list[str]:
    lacks = f"not now: {', '.join(choice.lacks)}" if choice.lacks else ""
    if choice.verb in _ONE_OF or choice.word == "TO":
        if not choice.candidates:
            return []
        others = ", ".join(choice.candidates[1:])
        also = f"or {others}" if others else ""
        return [order_line(choice.start, also, choice.cost, lacks, _MORE.get(choice.verb, ""))]
    offered = f" {choice.word} {', '.join(choice.candidates)}" if choice.candidates else ""
    line = f"{choice.verb} {choice.subject}{offered}"
    if choice.subject == TELEPORT:
        onto = [place for place in (*LANDS, TOWER) if state.is_own_ground(place, seat)]
        if not onto:
            return remark(f"{line}: {lacks or 'not now: no land of yours to go to'}")
        line += f" AT {', '.join(onto)}"
    return [order_line(line, choice.cost, lacks)]
