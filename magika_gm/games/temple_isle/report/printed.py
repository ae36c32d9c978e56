"""The printed report: the turn; the isle with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.engine.sheet.offered import drop_down, fixed_fields, line_field, message_fields
from magika_gm.games.temple_isle.orders.lines import LINES
from magika_gm.games.temple_isle.orders.model import Cast, Discard, Fast, Muster, UnitLine
from magika_gm.games.temple_isle.orders.sheet import MESSAGES
from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.blocks import whose_turn
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.state import DRAW
from magika_gm.games.temple_isle.rules.terms import OTHER
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.imprint import Proof, date_words, due_parts
from magika_gm.reports.kit.plans import below_the_ledger, list_leaf, order_leaf, turn_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

# The order page of the printed report, to fill in on screen (AcroForm) or by hand.


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


# The turn on as many sheets as it needs, and the certificate.


TURN, HAND = "The turn", "Your hand"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    certificate = certificate_of(report)
    leaves = [*([list_leaf("The certificate", (certificate,))] if certificate is not None else ())]
    leaves.append(turn_pages(report, paper, style))
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        blocks.title_of(report),
        f"{NAMES[report.seat]}  ·  Temple Isle, game {p.game}, mail turn {report.turn}",
        blocks.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the isle and what happened; then the hand as cards to cut out, and tables of everything else."""
    field = [board.isle(report, "", full=True), board.legend(style), blocks.bands(report), blocks.letters(report)]
    told: list[Block] = [blocks.welcome(report), blocks.ledger(report)]
    figures: list[Block] = [blocks.standing(report)] if report.turn else []  # before the first turn nobody has anything
    figures.append(blocks.piles(report))
    played, fast = blocks.played(report), blocks.fast(report)
    # a short turn leaves room beside the isle
    told += below_the_ledger(field, told, (*figures, played, fast), paper, style)

    def left(*wanted: Block) -> tuple[Block, ...]:
        return tuple(block for block in wanted if block not in told)

    first = turn_leaf(
        TURN,
        head=blocks.head(report, style),
        gauges=blocks.gauges(report),
        lead=blocks.lead(report),
        notes=blocks.notes(report),
        field=field,
        ledger=told,
        large=style.large,
    )
    below: tuple[Strip, ...] = (
        *(() if report.view.ending else (full(blocks.hand_cards(report, style), HAND),)),
        beside(7, (board.units(report), board.lands(report, every=False)), left(*figures) or left(played)),
        *map(full, left(fast)),
        beside(7, (blocks.fights(report),), (blocks.stacks(report),)),
        *map(full, (*(left(played) if left(*figures) else ()), blocks.revealed(report), blocks.proof(report))),
    )
    return Leaf(first.name, (*first.strips, *below), first.foot)


def certificate_of(report: Report) -> Certificate | None:
    """How it ended for the reader, to be framed; None before the end."""
    view, seat = report.view, report.seat
    if view.ending is None:
        return None
    drawn = view.winner == DRAW
    order = (seat, OTHER[seat]) if drawn or view.winner == seat else (OTHER[seat], seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    rostrum = tuple(
        Rostrum(rank, NAMES[s], _points(report.points[s]), board.device(s, 52.0))
        for rank, s in zip(ranks, order, strict=True)
    )
    own = view.standings[seat]
    return Certificate(
        contest=f"Temple Isle, game {report.player.game}",
        name=NAMES[seat],
        rank="a draw" if drawn else "the winner" if view.winner == seat else "second of two",
        lead=blocks.lead(report).sentence,
        points=report.points[seat],
        unit="point" if report.points[seat] in (0.5, 1.0) else "points",
        lines=(
            f"{_many(own.temples, 'temple')}, {_many(own.lands, 'land')}, {_many(own.levels, 'level')}, "
            f"{_many(own.hp, 'hit point')}; "
            f"played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=board.device(seat, 110.0),
        corners=(board.SUN_FILL, board.MOON_FILL, board.SEA, board.TEMPLE) * 3,
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _points(points: float) -> str:
    return {1.0: "1 point", 0.5: "½ point"}.get(points, "0 points")
