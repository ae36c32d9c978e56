"""The order page of the printed report, to fill in on screen (AcroForm) or by hand."""

from __future__ import annotations

from magika_gm.engine.sheet.form_names import fixed_fields, line_field, message_fields
from magika_gm.engine.sheet.offered import drop_down
from magika_gm.games.temple_isle.orders.lines import LINES
from magika_gm.games.temple_isle.orders.model import Cast, Discard, Fast, Muster, UnitLine
from magika_gm.games.temple_isle.orders.seam import MESSAGES
from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.contents import whose_turn
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.plans import order_leaf
from magika_gm.reports.kit.strips import Leaf
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

ROOM, LONGEST_ORDER, LONGEST_NAME = 8, 200, 60
ORDERS = "Orders"
_RULES = LINES.help(UnitLine, Cast, Muster, Fast, Discard)


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    p, seat, turn = report.player, report.seat, str(report.turn + 1)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    head = OrderHead(
        title=ORDERS,
        who=f"{NAMES[seat]}; {whose_turn(report.view, seat)}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Seat", seat), FormCell("Due", due)),
        fixed=fixed_fields(p.game, report.turn + 1, seat),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=board.device(seat, style.length(30.0)),
    )
    drop = drop_down(report.form)
    lines = tuple(
        OrderLine(line_field(n), str(n), f"Line {n}, carried out in this order (ORD-3)", LONGEST_ORDER, drop)
        for n in range(1, ROOM + 1)
    )
    most = MESSAGES.characters + MESSAGES.lines - 1  # line ends count as characters in a field, not in a message
    messages = MessageForm(
        f"Messages: {MESSAGES.lines} lines and {MESSAGES.characters} characters each, to the other player",
        tuple(
            MessageFields(*message_fields(n, addressed=False), LONGEST_NAME, most) for n in range(1, MESSAGES.most + 1)
        ),
        "",
    )
    sent = f"mail to {p.office_email}" if p.office_email else "mail back"
    return order_leaf(
        ORDERS,
        head=head,
        lines=OrderLines(lines, f"{_RULES}. A later sheet replaces this one."),
        costs=(choice_table(report),),
        messages=messages,
        foot=f"Fill in on screen, save, {sent}; or by hand.",
    )


def choice_table(report: Report) -> Table:
    """What could be ordered, and onto what."""
    rows = []
    for choice in report.choices:
        what = choice.verb if choice.points else f"{choice.verb} {choice.subject}".strip()
        offered = "; ".join(
            f"{p.word} {', '.join(p.candidates) or 'nothing'}".strip()
            for p in choice.parameters
            if p.word or not choice.points
        )
        costs = f"{choice.subject}, {choice.points} points" if choice.points else f"level {choice.level}" * bool(
            choice.level
        )  # fmt: skip
        rows.append(
            (
                Cell(what, bold=True),
                costs,
                Cell("; ".join(filter(None, ["" if choice.legal else "not now", offered])), grey=True),
            )
        )
    return Table(title="What you could order", heads=(), rows=tuple(rows), small=True)
