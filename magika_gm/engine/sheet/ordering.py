"""Whether a kept sheet is one of orders: messages alone are delivered, and order nothing (docs/orders.md)."""

from __future__ import annotations

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.reader import read_sheets

_EMPTY = "; no orders, on purpose"


def holds_orders(text: str, faults: int, grammar: SheetGrammar) -> bool:
    """Whether a sheet, as it is kept, with so many errors when it came, is one of orders, be it empty."""
    if faults or "MESSAGE" not in text.upper() or text.split("\n")[1:2] == [_EMPTY]:
        return True
    sheets = read_sheets(text, grammar)
    return not sheets or not sheets[0].messages_alone


def kept_empty(text: str) -> str:
    """A sheet of messages alone, as it is kept, that stands beside an empty one of orders: it says so."""
    head, _, rest = text.partition("\n")
    return f"{head}\n{_EMPTY}\n{rest}"
