"""The order page of the printed report, to fill in on screen (AcroForm) or by hand."""

from __future__ import annotations

from magika_gm.engine.sheet.form_names import fixed_fields, line_field, message_fields
from magika_gm.engine.sheet.offered import drop_down
from magika_gm.games.rune_war.orders.choices import Choice
from magika_gm.games.rune_war.orders.sheet import MESSAGES
from magika_gm.games.rune_war.report.contents import sign, wind_of
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.plans import order_leaf
from magika_gm.reports.kit.strips import Leaf
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

LINES = {Due.HAND: 7, Due.MAP: 9}
"""A hand turn's page has more to choose from, and less room to write."""
LONGEST_ORDER, LONGEST_NAME = 200, 60
ORDERS = "Orders"
_HAND_RULES = (
    "AIM HALF K +2, QUICK · KEEP 66K · PUNG DRAGONS NOT 9K · CAST Heal ON ANY WHEN POINTS 200 · SAVE, x2, ALWAYS"
)
_PLAIN_RULES = "AIM HALF K +2, QUICK · KEEP 66K · DISCARD N, 19C · PUNG DRAGONS NOT 9K · CHOW 4S AS 345S · GAME MIN 40"
_MAP_RULES = "MOVE MA1 TO M4 THEN Z3 IF EMPTY ELSE TO M8 · CLAIM Z3, Z5 · LINEUP M4: MA2, MA1 · GATE · DISMISS"


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    p, seat, turn = report.player, report.seat, str(report.turn + 1)
    hand = report.view.due is Due.HAND
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    head = OrderHead(
        title=ORDERS,
        who=f"{report.wizard}, {wind_of(report.view, seat)}: a {'hand' if hand else 'map'} turn",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Seat", seat), FormCell("Due", due)),
        fixed=fixed_fields(p.game, report.turn + 1, seat),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=sign(report, style.length(25.0), style),
    )
    drop = drop_down(report.form)
    lines = tuple(
        OrderLine(line_field(n), str(n), f"Line {n} of the sheet (ORD)", LONGEST_ORDER, drop)
        for n in range(1, LINES[report.view.due] + 1)
    )
    most = MESSAGES.characters + MESSAGES.lines - 1  # line ends count as characters in a field, not in a message
    messages = MessageForm(
        f"Messages: {MESSAGES.lines} lines and {MESSAGES.characters} characters each; TO a seat, or ALL",
        tuple(MessageFields(*message_fields(n, anonymous=True), LONGEST_NAME, most) for n in range(1, MESSAGES.most)),
    )
    rules = (_HAND_RULES if report.view.options.map else _PLAIN_RULES) if hand else _MAP_RULES
    sent = f"mail to {p.office_email}" if p.office_email else "mail back"
    return order_leaf(
        ORDERS,
        head=head,
        lines=OrderLines(lines, f"{rules}. A later sheet replaces this one whole."),
        costs=(choice_table(report),),
        messages=messages,
        foot=f"Fill in on screen, save, {sent}; or by hand.",
    )


def _listed(report: Report) -> list[Choice]:
    return [choice for choice in report.choices if choice.verb in ("CAST", "MOVE", "CLAIM")]


def choice_table(report: Report) -> Table:
    """What could be ordered, its cost, and onto what."""
    rows = []
    for choice in _listed(report):
        name = choice.subject if choice.verb == "CAST" else f"{choice.verb} {choice.subject}"
        offered = f"{choice.word} {', '.join(choice.candidates)}".strip() if choice.candidates else ""
        said = offered if choice.legal else f"not now ({', '.join(choice.lacks)})"
        rows.append((Cell(name, bold=choice.legal), choice.cost, Cell(said, grey=not choice.legal)))
    return Table(title="What you could order", heads=(), rows=tuple(rows), small=True, in_two=True)
