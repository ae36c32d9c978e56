"""The game's own lines of a sheet (ORD): read one by one, faults beside them, message blocks passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.orders.words import SHORTEST, UNIT_NUMBER, VERBS, Fault, is_word, tokens_of
from magika_gm.games.temple_isle.rules.catalogue import Catalogue

LONGEST_LINE = 1000
"""Characters; a longer line is not looked into."""
_QUOTED = 80
"""Characters of a line a fault quotes."""


class SheetLine(NamedTuple):
    """A line of a text: its number, from 1, and what is written."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet's own lines as read: orders in their order, and what could not be read."""

    orders: tuple[Order, ...] = ()
    faults: tuple[LineFault, ...] = ()


class ReadLine(NamedTuple):
    """A line of a sheet: its number in the text, the text, and what it says or why it says nothing."""

    number: int
    text: str
    order: Order | None
    fault: LineFault | None


def is_blank(line: str) -> bool:
    """Whether a line says nothing: empty, or a comment."""
    return not line.partition(";")[0].strip()


def read_lines(lines: Sequence[SheetLine], catalogue: Catalogue | None = None) -> list[ReadLine]:
    """Every line that says something, in order; messages are left out."""
    found = []
    writing = False
    for line in lines:
        if is_blank(line.text):
            continue
        words = line.text.partition(";")[0].upper().split()
        if writing:
            writing = words not in (["END", "MESSAGE"], ["END"])
            continue
        if is_word(words[0], "MESSAGE", cut=True):
            writing = True
            continue
        found.append(_read(line, catalogue))
    return found


def _read(line: SheetLine, catalogue: Catalogue | None) -> ReadLine:
    try:
        if len(line.text) > LONGEST_LINE:
            raise Fault(f"the line is longer than {LONGEST_LINE} characters")
        return ReadLine(line.number, line.text, read_line(line.text, catalogue), None)
    except Fault as fault:
        quoted = " ".join(line.text.split())
        if len(quoted) > _QUOTED:
            quoted = quoted[: _QUOTED - 1] + "…"
        found = LineFault(line=line.number, reason=fault.reason, near=fault.near, text=quoted)
        return ReadLine(line.number, line.text, None, found)


def read_sheet(lines: Sequence[SheetLine], catalogue: Catalogue | None = None) -> Reading:
    """The orders of a sheet's lines and what could not be read; never raises."""
    read = read_lines(lines, catalogue)
    orders = tuple(r.order for r in read if r.order is not None)
    return Reading(orders, tuple(r.fault for r in read if r.fault is not None))


def looks_like_order(line: str) -> bool:
    """Whether a bare line looks like one of this game's orders."""
    words = tokens_of(line[:LONGEST_LINE])
    if not words:
        return False
    first = words[0]
    return UNIT_NUMBER.fullmatch(first) is not None or (
        len(first) >= SHORTEST and any(is_word(first, verb, cut=True) for verb in VERBS)
    )
