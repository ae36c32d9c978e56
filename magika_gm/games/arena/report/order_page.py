"""The order page of the printed report, to fill in on screen (AcroForm) or by hand."""

from __future__ import annotations

from magika_gm.engine.sheet.form_names import fixed_fields, line_field, message_fields
from magika_gm.engine.sheet.offered import drop_down
from magika_gm.games.arena.orders.offers import Offer
from magika_gm.games.arena.orders.seam import MESSAGES
from magika_gm.games.arena.report import board
from magika_gm.games.arena.report.contents import whose_turn
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.rules.terms import Step
from magika_gm.games.arena.rules.titles import STEPS
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.plans import order_leaf
from magika_gm.reports.kit.strips import Leaf
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

LINES, STANDING_LINES, LONGEST_ORDER, LONGEST_NAME = 14, 8, 200, 20
ORDERS = "Orders"
_RULES = "MOVE A3 E NE ELSE E · FLY A5 d4 STAY · M1 CAST Slow BY A7 ON B3 · SHOOT A6 d4 · STANDING … END STANDING"


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    p, seat, turn = report.player, report.seat, str(report.turn + 1)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    head = OrderHead(
        title=ORDERS,
        who=f"Player {seat}; {whose_turn(report.state, seat)}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Player", seat), FormCell("Due", due)),
        fixed=fixed_fields(p.game, report.turn + 1, seat),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=board.flag(seat, style.length(26.0), style.map_sizes),
    )
    drop = drop_down(report.form)
    count = LINES if report.own_turn else STANDING_LINES
    lines = tuple(
        OrderLine(line_field(n), str(n), f"Line {n}; lines are taken by a turn's steps (ORD-1)", LONGEST_ORDER, drop)
        for n in range(1, count + 1)
    )
    messages = MessageForm(
        f"Message: {MESSAGES.characters} characters, to the other player",
        (MessageFields(*message_fields(1), LONGEST_NAME, MESSAGES.characters),),
        "",
    )
    sent = f"mail to {p.office_email}" if p.office_email else "mail back"
    return order_leaf(
        ORDERS,
        head=head,
        lines=OrderLines(lines, f"{_RULES}. A later sheet replaces this one."),
        messages=messages,
        costs=tuple(offer_tables(report)),
        foot=f"Fill in on screen, save, {sent}; or by hand.",
    )


def offer_tables(report: Report) -> list[Table]:
    """What could be ordered, and what it costs."""
    rows = [_row(offer, step_known) for offer, step_known in _with_steps(report.offers)]
    return [Table(title="What you could order", heads=(), rows=tuple(rows), small=True)] if rows else []


def _with_steps(offers: tuple[Offer, ...]) -> list[tuple[Offer, bool]]:
    found: list[tuple[Offer, bool]] = []
    step: Step | None = None
    for offer in offers:
        found.append((offer, offer.step is step))
        step = offer.step
    return found


def _row(offer: Offer, step_known: bool) -> tuple[str | Cell, ...]:
    cost = "" if not offer.cost else f"{offer.cost} hexes" if offer.step is Step.TERRAIN else f"{offer.cost} points"
    first = f"(after going to {offer.after})" if offer.after else ""
    more = " ".join(part for part in (", ".join(offer.options), offer.tail, first) if part)
    return (Cell("" if step_known else STEPS[offer.step], grey=True), Cell(offer.start, bold=True), cost, more)
