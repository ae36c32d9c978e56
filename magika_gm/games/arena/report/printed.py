"""The printed report: the turn; the board with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.engine.sheet.offered import drop_down, fixed_fields, line_field, message_fields
from magika_gm.games.arena.orders.offers import Offer
from magika_gm.games.arena.orders.sheet import MESSAGES
from magika_gm.games.arena.report import blocks, board
from magika_gm.games.arena.report import blocks as c
from magika_gm.games.arena.report.blocks import combats, whose_turn
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.rules.terms import DRAWN, STEPS, Step
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.imprint import Proof, date_words, due_parts
from magika_gm.reports.kit.plans import below_the_ledger, list_leaf, order_leaf, turn_and_field_leaf, turn_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

# The order page of the printed report, to fill in on screen (AcroForm) or by hand.


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


TURN, BOARD = "The turn", "The board"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, paper, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        c.title_of(report),
        f"Player {report.seat}  ·  Arena, game {p.game}, turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the board with the turn's ways beside what happened; then the board in full and the tables."""
    field: list[Block] = [c.board_field(report, ""), c.legend(report, style), c.course(report)]
    told: list[Block] = [c.first_turn(report), c.ledger(report)]
    ordered: list[Block] = [blocks.dropped(report), blocks.standing(report), blocks.played(report)]
    ordered += [blocks.enemy_cards(report), blocks.dead(report.state)]
    told += below_the_ledger(field, told, ordered, paper, style)
    first = turn_leaf(
        TURN,
        head=c.head(report, style),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=field,
        ledger=told,
        below=(*combats(report), c.letters(report)),
        large=style.large,
    )
    below: list[Block] = [blocks.units(report, report.seat), blocks.units(report, report.foe), blocks.things(report)]
    below += [blocks.cards(report), *(block for block in reversed(ordered) if block not in told)]
    below += [blocks.revealed(report), c.proof(report)]
    return turn_and_field_leaf(first, field=[c.board_field(report, BOARD, full=True)], field_name=BOARD, below=below)


def _certificate(report: Report, style: Style) -> list[Leaf]:
    state, seat = report.state, report.seat
    if state.ending is None:
        return []
    drawn = state.winner == DRAWN
    order = (seat, report.foe) if drawn or state.winner == seat else (report.foe, seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    rostrum = tuple(
        Rostrum(rank, f"Player {s}", _points(report.points[s]), board.flag(s, 48.0, style.map_sizes))
        for rank, s in zip(ranks, order, strict=True)
    )
    n = 0 if seat == "A" else 1
    certificate = Certificate(
        contest=f"Arena, game {report.player.game}",
        name=f"Player {seat}",
        rank="a draw" if drawn else "the winner" if state.winner == seat else "second of two",
        lead=c.lead(report).sentence,
        points=report.points[seat],
        unit="point" if report.points[seat] == 1 else "points",
        lines=(
            f"{c.army(state, seat)}: {report.view.hexes[n]} hexes, an army worth {report.view.worth[n]}, "
            f"after {state.turn} player turns; played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=board.flag(seat, 100.0, style.map_sizes),
        corners=(board.FILLS["G"], board.FILLS["W"], board.FILLS["L"], board.FILLS["F"]) * 3,
    )
    return [list_leaf("The certificate", (certificate,))]


def _points(points: float) -> str:
    return f"{points:g} point{'' if points == 1 else 's'}"
