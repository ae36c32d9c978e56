"""The printed report: the turn; table and isle; everything on them; a page for orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.engine.sheet.offered import drop_down, fixed_fields, line_field, message_fields
from magika_gm.games.rune_war.orders.offers import Choice
from magika_gm.games.rune_war.orders.sheet import MESSAGES
from magika_gm.games.rune_war.report import blocks
from magika_gm.games.rune_war.report.blocks import sign, wind_of
from magika_gm.games.rune_war.report.board import CLAN_FILL, device
from magika_gm.games.rune_war.report.report import Report, signed
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.final import Certificate, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.imprint import Proof, date_words, due_parts
from magika_gm.reports.kit.lists import Ledger
from magika_gm.reports.kit.plans import list_leaf, order_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

# The order page of the printed report, to fill in on screen (AcroForm) or by hand.


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


TURN, ISLE, TABLE = "The turn", "The isle", "The table"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        blocks.title_of(report),
        f"{report.wizard}  ·  Rune War, game {p.game}, turn {report.turn}",
        blocks.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, style: Style) -> Leaf:
    """What is due first: the table before a hand turn, the isle before a map turn; what happened; the other; lists."""
    view = report.view
    first = (blocks.head(report, style), blocks.gauges(report), blocks.lead(report), blocks.notes(report))
    strips: list[Strip] = [full(block) for block in first]
    hand_due = view.due is Due.HAND
    lists_beside: list[Block] = [*([blocks.advice(report)] if hand_due else []), blocks.refused(report)]
    at_the_table = hand_due or not view.options.map
    main = blocks.table(report, "", style) if at_the_table else blocks.isle(report, "", tallest=330.0)
    if report.over:  # the isle at the end has a page of its own
        return Leaf(TURN, (*strips, *(full(block) for block in _after(report))))
    told = blocks.ledger(report)
    key = [] if hand_due else [blocks.legend(report, style)]
    if style.large:
        strips += one_below_the_other([main, *key])
        strips += [full(block) for block in (*lists_beside, told, blocks.winning(report))]
    else:
        right = [*lists_beside, told] if len(told.rows) <= 4 and _lines(told) <= 26 else lists_beside
        strips.append(beside(8, [main, *key], _some(right) or [blocks.bands(report)]))
        strips.append(full(blocks.winning(report)))
        if told not in right:
            strips.append(full(told))
    strips += [full(blocks.log(report)), full(blocks.letters(report))]
    strips += _other_field(report, main, style) if view.options.map else [full(blocks.info(view, report.seat))]
    strips += [full(block) for block in (blocks.played(report), blocks.walls(report), blocks.proof(report))]
    return Leaf(TURN, tuple(strips))


def _other_field(report: Report, main: Block, style: Style) -> list[Strip]:
    """What is not due next, isle or table; the standings; what stands on the isle, behind its drawing."""
    view, seat = report.view, report.seat
    if view.due is Due.HAND:
        isle: Block = blocks.isle(report, ISLE)
        found = [full(isle, ISLE), full(blocks.legend(report, style), follows=[isle])]
    else:
        isle = main
        found = [full(blocks.table(report, TABLE, style), TABLE)]
    there = (
        blocks.creatures(view, seat),
        blocks.sightings(report),
        blocks.spells(report),
        blocks.territories(view, seat),
    )
    return [*found, full(blocks.info(view, seat)), *(full(block, follows=[isle]) for block in there)]


def _after(report: Report) -> list[Block]:
    """A final report's lists: how the last turn went, how everybody stands, what opens the seals."""
    view, seat = report.view, report.seat
    found: list[Block] = [
        blocks.bands(report),
        blocks.refused(report),
        blocks.ledger(report),
        blocks.winning(report),
        blocks.log(report),
    ]
    found += [blocks.letters(report), blocks.info(view, seat)]
    if view.options.map:
        found += [blocks.creatures(view, seat), blocks.territories(view, seat)]
    return [*found, blocks.played(report), blocks.walls(report), blocks.proof(report)]


def _lines(told: Ledger) -> int:
    return sum(len(row.outcome) for row in told.rows)


def _some(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not block.empty]


def _certificate(report: Report, style: Style) -> list[Leaf]:
    view, me = report.view, report.view.me
    if not report.over:
        return []
    order = sorted(SEATS, key=lambda s: (view.seats[s].rank, s))
    unit = "land" if view.options.map else "rune points"

    def score(seat: str) -> int:
        row = view.seats[seat]
        return row.land if view.options.map else row.rune_points

    rostrum = tuple(
        Rostrum(f"{view.seats[s].rank}.", view.seats[s].wizard, f"{signed(score(s))} {unit}",
                device(view.seats[s].clan, CODES[view.seats[s].wind], 50.0, style.map_sizes))
        for s in order[:3]
    )  # fmt: skip
    certificate = Certificate(
        contest=f"Rune War, game {report.player.game}",
        name=report.wizard,
        rank=f"{blocks.ORDINALS[me.rank]} of four",
        lead=blocks.lead(report).sentence,
        points=float(score(report.seat)),
        unit=unit,
        lines=(
            f"{me.territories} territories, {me.circles} circles, {signed(me.rune_points)} rune points; "
            f"played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=blocks.sign(report, 100.0, style),
        corners=tuple(CLAN_FILL.values()) * 3,
    )
    return [list_leaf("The certificate", (certificate,)), list_leaf("The end", _ends(report))]


def _ends(report: Report) -> list[Block]:
    """The isle at the end, and ranks turn by turn."""
    found: list[Block] = [blocks.isle(report, "The isle at the end")] if report.view.options.map else []
    return [*found, ranks(report)]


def ranks(report: Report) -> Ranks:
    """Ranks by land (rune points in the plain mode), turn by turn."""
    lines = []
    for n, seat in enumerate(SEATS):
        row = report.view.seats[seat]
        course = tuple(
            (turn, 1 + sum(1 for other in ranked if other > ranked[n])) for turn, ranked in report.memory.course
        )
        lines.append(RankLine(row.wizard, course, _DARK[n], (0.0, 4.0, 1.5, 7.0)[n], seat == report.seat))
    return Ranks("Ranks, turn by turn", tuple(lines))


_DARK = ("#6a4fa0", "#a98a1e", "#b0583a", "#2f8a70")
