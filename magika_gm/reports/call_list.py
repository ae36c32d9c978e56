"""The list the game master phones from on the evening before a turn is due (GM-2): as text and on paper; fax pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from magika_gm.reports.layout import Layout
    from magika_gm.reports.pdf_stream import Pen

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
    """Somebody to be called for one seat. ``clock`` is what his own clock shows meanwhile."""

    name: str
    number: str
    who: str
    """Whom he plays, as the game calls it."""
    seat: str
    game: str
    turn: int
    due: str
    clock: str
    came: bool
    """His orders have come since: there is no need to call."""
    due_at: datetime


def call_text(evening: Evening, calls: Sequence[Call]) -> str:
    """The list as plain text."""
    lines = [f"Calls: {evening.when}", f"{evening.office}; list made {evening.made}", "", *_wrapped(RULE), ""]
    for call in calls:
        done = "  ORDERS HAVE COME: no call" if call.came else ""
        lines += [
            f"[ ] {call.name:<28} {call.number}{done}",
            f"    game {call.game}, turn {call.turn}, {call.who}; his clock: {call.clock}",
            f"    due {call.due}",
            "    " + "  ".join(f"[ ] {tick}" for tick in TICKS),
            "",
        ]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, 78)


def call_pdf(evening: Evening, calls: Sequence[Call], paper: str = "letter") -> bytes:
    """The list as PDF bytes on ``letter`` or ``a4``, with boxes to tick and room for notes."""
    from magika_gm.reports.layout import PAPERS, Layout, finish, shown
    from magika_gm.reports.pdf_stream import BOLD

    layout = Layout(PAPERS[paper])
    layout.text("Turn insurance: whom to call", 15, BOLD, after=2)
    layout.text(evening.when, 11, BOLD, after=2)
    layout.text(f"List made {evening.made}. {RULE}", 9, after=8)
    for call in calls:
        _row(layout, call)
    return finish(
        layout,
        (shown(evening.office), "call list"),
        {"title": "Turn insurance: whom to call", "author": "magika-gm", "subject": shown(evening.when)},
    )


ROW = 92.0


def _row(layout: Layout, call: Call) -> None:
    from magika_gm.reports.layout import MARGIN, VIOLET, fitted, shown
    from magika_gm.reports.pdf_stream import text_width

    def draw(pen: Pen, top: float) -> None:
        left, right, x = MARGIN, layout.width - MARGIN, MARGIN + 22
        pen.rule(left, top, right, "#b3b3b3")
        pen.box(left, top - 21, 13, 13, line="#333333")
        number = shown(call.number)
        pen.right(right, top - 20, number, 14, True)
        free = right - x - text_width(number, 14, True) - 12
        pen.text(x, top - 19, fitted(shown(call.name), 12, free, True), 12, True)
        what = f"Game {call.game}, turn {call.turn}, {call.who}. His clock: {call.clock}"
        pen.text(x, top - 34, fitted(shown(what), 9, right - x), 9)
        pen.text(x, top - 47, fitted(shown(f"Due {call.due}"), 9, right - x), 9)
        if call.came:
            pen.text(x, top - 64, "Orders have come since: no call", 10, True, VIOLET)
            return
        place = x
        for tick in TICKS:
            pen.box(place, top - 65, 8, 8, line="#333333")
            pen.text(place + 11, top - 64, tick, 8.5)
            place += 11 + text_width(tick, 8.5) + 12
        pen.text(x, top - 81, "Notes", 8.5)
        pen.rule(x + 28, top - 82, right, "#808080")

    layout.block(ROW, draw)


def fax_pdf(office: str, number: str, text: str, paper: str = "letter") -> bytes:
    """An alert as a page to fax, in type that stays readable."""
    from magika_gm.reports.layout import PAPERS, Layout, finish, shown
    from magika_gm.reports.pdf_stream import BOLD

    layout = Layout(PAPERS[paper])
    layout.text(f"Fax to {number}", 16, BOLD, after=2)
    layout.text(f"From {office}. One page.", 12, after=16)
    layout.text(text, 13)
    return finish(layout, (shown(office), "fax"), {"title": "Fax", "author": "magika-gm", "subject": "Turn insurance"})
