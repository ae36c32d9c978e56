"""The call list of an evening on paper, with boxes to tick and room for notes; and alerts as pages to fax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from magika_gm.reports.call_list import RULE, TICKS, Call, Evening, call_lines
from magika_gm.reports.kit.base import Block, Spot, esc
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.press import print_document
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.strips import Document, Leaf, full
from magika_gm.reports.kit.style import GREY, LETTER, NUMBER, PALE, SMALL, TEXT, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.setting import fitted, one_line

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
