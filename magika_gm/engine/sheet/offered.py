"""Lines of an order form: orders that are taken by striking out the ``;`` before them, and remarks that never are.

One order stands on a line, whole and as it would be read; what there is to say of it follows a second ``;``. A remark
begins with two: with one struck out it is a comment still, so that no line of a form can be made a fault by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

NOT_NOW = "not now"
"""Said of an order that can be written but would come to nothing as things stand."""
WIDTH = 100
"""Characters of a remark's line; longer ones go on below."""


def order_line(order: str, *notes: str) -> str:
    """An order to be taken, and what is said of it."""
    said = "; ".join(note for note in notes if note)
    return f"; {order}" + (f"   ; {said}" if said else "")


def remark(text: str, width: int = WIDTH) -> list[str]:
    """A remark, on as many lines as it takes."""
    rows, line = [], ";;"
    for word in text.split(" "):
        if len(line) + len(word) >= width:
            rows.append(line)
            line = ";;    "
        line += f" {word}"
    return [*rows, line]


def drop_down(form: str) -> tuple[str, ...]:
    """The orders a form offers that can be given now, for a printed form's fields: without what is said of them, and
    without messages, which have fields of their own."""
    found: list[str] = []
    inside = False
    for _, said in offers_of(form):
        order, _, note = said.partition(";")
        opens, ends = order.startswith("MESSAGE"), order.startswith("END MESSAGE")
        inside = (inside or opens) and not ends
        if not (inside or ends or NOT_NOW in note):
            found.append(order.strip())
    return tuple(dict.fromkeys(found))


def message_lines(to: str, room: str) -> list[str]:
    """A message to be written: its opening, a line for its text, its end. ``to`` is "" where there is one reader."""
    return [f"; MESSAGE TO {to}" if to else "; MESSAGE", f"; ({room})", "; END MESSAGE"]


def offers_of(form: str) -> Iterable[tuple[int, str]]:
    """The orders a form offers, each with the number of its line from 0."""
    for number, row in enumerate(form.splitlines()):
        if row.startswith(";") and not row.startswith(";;"):
            yield number, row[1:].strip()
