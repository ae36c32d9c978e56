"""Whether a kept sheet is one of orders: messages alone are delivered, and order nothing (docs/orders.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.reader import MOST_FAULTS, read_sheets
from magika_gm.engine.sheet.sheet import Message, message_rows

_EMPTY = "; no orders, on purpose"
MESSAGE_WORDS = ("MESSAGE", "MSG")
"""Without one of them a sheet holds no message."""


def holds_orders(text: str, faults: int, grammar: SheetGrammar) -> bool:
    """Whether a sheet, as it is kept, with so many errors in its orders when it came, is one of orders, be it empty."""
    if faults or not any(word in text.upper() for word in MESSAGE_WORDS) or text.split("\n")[1:2] == [_EMPTY]:
        return True
    sheets = read_sheets(text, grammar)
    return not sheets or not sheets[0].messages_alone


def with_messages(
    text: str, messages: Sequence[Message], grammar: SheetGrammar, names: Mapping[str, str] | None
) -> str:
    """A sheet of orders, as it is kept, with these messages in place of its own; all else stays word for word, and in
    its line as far as it can. An empty one says that it is one of orders."""
    sheet = read_sheets(text, grammar, names)[0]
    rows = text.splitlines()
    for start, end in sheet.letters:
        rows[start:end] = [""] * (end - start)
    last = sheet.text.count("\n") if sheet.closed else len(rows)
    rows, below = rows[:last], rows[last:]
    while not rows[-1]:
        rows.pop()
    put = [row for message in messages for row in message_rows(message, grammar)]
    place = len(rows)
    if len(sheet.faults) > MOST_FAULTS:  # nothing is read at the end
        place = 1
        while not rows[place]:
            rows.pop(place)
    found = "\n".join([*rows[:place], *put, *rows[place:], *below, ""])
    empty = rows[1:2] != [_EMPTY] and read_sheets(found, grammar, names)[0].messages_alone
    return found.replace("\n", f"\n{_EMPTY}\n", 1) if empty else found
