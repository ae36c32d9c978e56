"""Whom the game master phones on the evening before a turn is due (GM-2): the list as values, as text and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from textwrap import wrap
from typing import NamedTuple

from magika_gm.reports.kit.base import GREY, LETTER, NUMBER, PALE, SMALL, TEXT, Block, Spot, Style, esc
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.press import Document, Leaf, full, print_document
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.typeface import fitted, one_line

TICKS = ("reached", "message left", "no answer", "orders promised", "default turn will do")
"""What can come of a call."""
RULE = (
    "Only players with telephone insurance whose orders are missing are here. Say no more than that they are "
    "missing and when they are due: nothing of the game."
)


class Evening(NamedTuple):
    """What heads a list: the office, when to call, when the list was made."""

    office: str
    when: str
    made: str


class Call(NamedTuple):
    """Somebody to be called for one seat. ``clock`` is what their own clock shows meanwhile."""

    name: str
    number: str
    who: str
    """Whom they play, as the game calls it."""
    seat: str
    game: str
    turn: int
    due: str
    clock: str
    came: bool
    """Their orders have come since: there is no need to call."""
    due_at: datetime


def call_text(evening: Evening, calls: Sequence[Call]) -> str:
    """The list as plain text."""
    lines = [f"Calls: {evening.when}", f"{evening.office}; list made {evening.made}", "", *wrap(RULE, 78), ""]
    for call in calls:
        lines += [*call_lines(call), ""]
    return "\n".join(lines)


def call_lines(call: Call) -> list[str]:
    """One call as lines of plain text."""
    done = "  ORDERS HAVE COME: no call" if call.came else ""
    return [
        f"[ ] {call.name:<28} {call.number}{done}",
        f"    game {call.game}, turn {call.turn}, {call.who}; their clock: {call.clock}",
        f"    due {call.due}",
        "    " + "  ".join(f"[ ] {tick}" for tick in TICKS),
    ]


# The call list of an evening on paper, with boxes to tick and room for notes; and alerts as pages to fax.


INK = "#333333"


@dataclass(frozen=True)
class CallRow(Block):
    """Somebody to be called: name and number large, what for, boxes for what came of it."""

    call: Call

    def text(self) -> list[str]:
        """As it stands in the list as text."""
        return call_lines(self.call)

    def html(self) -> str:
        """The same."""
        return f"<pre>{esc(chr(10).join(self.text()))}</pre>"

    def least(self, width: float, style: Style) -> float:  # noqa: ARG002 - a row is a row
        """Room for a hand that writes."""
        return 88.0

    def draw(self, on: Spot) -> None:
        """Draw it."""
        pen, call, right, x, top = on.pen, self.call, on.right, on.x + 22, on.top
        pen.rule(on.x, top, right, PALE)
        pen.box(on.x, top - 21, 13, 13, line=INK)
        number = one_line(call.number)
        pen.right(right, top - 20, number, NUMBER, BOLD)
        free = right - x - text_width(number, NUMBER, BOLD) - 12
        pen.text(x, top - 19, fitted(one_line(call.name), NUMBER, free, BOLD), NUMBER, BOLD)
        what = f"Game {call.game}, turn {call.turn}, {call.who}. Their clock: {call.clock}"
        pen.text(x, top - 35, fitted(one_line(what), LETTER, right - x), LETTER)
        pen.text(x, top - 48, fitted(one_line(f"Due {call.due}"), LETTER, right - x), LETTER)
        if call.came:
            pen.text(x, top - 66, "Orders have come since: no call", LETTER, BOLD, on.style.accent)
            return
        place = x
        for tick in TICKS:
            pen.box(place, top - 66, 8, 8, line=INK)
            pen.text(place + 11, top - 65, tick, TEXT)
            place += 11 + text_width(tick, TEXT) + 14
        pen.text(x, top - 82, "Notes", SMALL, SANS, GREY)
        pen.rule(x + 28, top - 83, right, GREY)


def call_pdf(evening: Evening, calls: Sequence[Call], paper: str = "letter") -> bytes:
    """The list as PDF bytes on ``letter`` or ``a4``."""
    head = Head(name="Whom to call", about=evening.when, game=f"Turn insurance. List made {evening.made}.")
    blocks = [head, Prose("", (RULE,)), *map(CallRow, calls)]
    document = Document(
        title="Turn insurance: whom to call",
        author="magika-gm",
        subject=evening.when,
        head=f"{evening.office}  ·  call list",
        leaves=(Leaf("Calls", tuple(full(block) for block in blocks)),),
        foot=evening.office,
    )
    return print_document(document, paper)


def fax_pdf(office: str, number: str, text: str, paper: str = "letter") -> bytes:
    """An alert as a page to fax, in type that stays readable."""
    blocks = (Head(name=f"Fax to {number}", about=f"From {office}.", game="One page."), Prose("", (text,)))
    document = Document(
        title="Fax",
        author="magika-gm",
        subject="Turn insurance",
        head=f"{office}  ·  fax",
        leaves=(Leaf("Fax", tuple(full(block) for block in blocks)),),
    )
    return print_document(document, paper, Style(large=True))
