"""The printed report: three pages by design (the turn, the arena, orders); at the end certificate, poster and books."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from magika_gm.games.magika.orders.offers import MESSAGES
from magika_gm.games.magika.report import blocks, ending
from magika_gm.games.magika.report.board import rose_picture
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.signs import shield
from magika_gm.games.magika.rules.costs import FURTHER, OrderCost
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import EBON, PHASES
from magika_gm.reports.kit.base import Block, Style
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines, Sheet
from magika_gm.reports.kit.head import Proof, date_words, due_parts
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.pages import print_report
from magika_gm.reports.kit.press import Leaf, Strip, beside, full, list_leaf, order_leaf, turn_and_field_leaf, turn_leaf

# The order page of the printed report, to fill in on screen (AcroForm) or by hand; and the sheet of mails.
#
# Field names are part of the product's face (docs/orders.md, PDF form); ``magika_gm.mail.pdf_form`` reads them back.


FORM_VERSION = "1"
LONGEST_ORDER, LONGEST_NAME = 160, 60
ORDERS = "Orders"


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    left, right = costs(report)
    parts = (left, right) if right.rows else (left,)
    office = report.player.office_email
    foot = (
        f"Fill in on screen, save, mail to {office}; or by hand."
        if office
        else "Fill in on screen, save, mail back; or by hand."
    )
    return order_leaf(
        ORDERS,
        head=form_head(report, style),
        lines=form_lines(report),
        costs=parts,
        messages=form_messages(),
        foot=foot,
    )


def seat_word(report: Report) -> str:
    """How a sheet names the mage."""
    return "EBON" if report.mage.letter == EBON else report.mage.letter


def form_head(report: Report, style: Style) -> OrderHead:
    """Game, turn, mage, due date: what must not be mistaken."""
    p, m = report.player, report.mage
    turn, seat = str(report.turn + 1), seat_word(report)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    return OrderHead(
        title=ORDERS,
        who=f"{m.name}, {'the Ebon Mage' if m.letter == EBON else 'mage ' + m.letter}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Mage", seat), FormCell("Due", due)),
        fixed=(("magika_form", FORM_VERSION), ("game", p.game), ("turn", turn), ("mage", seat)),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=shield(m.letter, m.team, m.alignment, m.race, style.length(30.0), (), style.map_sizes),
    )


def choices(report: Report) -> tuple[str, ...]:
    """Legal orders of next turn for a field to drop down, whole ones alone: what needs an aim is written by hand."""
    found = [cost.order for cost in report.costs if cost.order.startswith(("MOVE ", "DON ")) or cost.order.isalpha()]
    for cost in report.costs:
        if cost.order.startswith("CAST ") and cost.cost != "-":
            code = cost.order.split()[-1]
            found += [f"CAST {code}{'X' * major}" for major in (False, True) if not SPELL[code].parameter_at(major)]
    return tuple(dict.fromkeys(found))


def form_lines(report: Report) -> OrderLines:
    """Five lines, blank columns for one's own reckoning, the rose of ways."""
    drop = choices(report)
    lines = tuple(
        OrderLine(f"phase{phase}", str(phase), f"Order of phase {phase}; empty is a Rest", LONGEST_ORDER, drop)
        for phase in range(1, PHASES + 1)
    )
    moves = [cost for cost in report.costs if cost.order.startswith("MOVE ")]
    said = "No way leads out of here." if not moves else f"The turn's first move: {_phases_said(moves[0].cost)}."
    said += "".join(f" Further ones in phase {PHASES}: {c.cost}." for c in report.costs if c.order == FURTHER)
    return OrderLines(
        lines,
        "An empty phase is a rest. A later sheet replaces this one.",
        ("place", "end.", "arc."),
        partial(rose_picture, report),
        said,
    )


def _phases_said(cost: str) -> str:
    """``15/10/5/5/5 endurance`` as ``15 in phase 1, 10 in phase 2, 5 in 3 to 5 (endurance)``."""
    figures, _, unit = cost.partition(" ")
    values = figures.split("/")
    said: list[str] = []
    at = 0
    while at < len(values):
        end = at
        while end + 1 < len(values) and values[end + 1] == values[at]:
            end += 1
        phases = f"phase {at + 1}" if end == at else f"phases {at + 1} to {end + 1}"
        said.append(f"{values[at]} in {phases}")
        at = end + 1
    return f"{', '.join(said)} ({unit})"


def costs(report: Report) -> tuple[Table, Table]:
    """What each order would cost or bring: what one does at left, what one casts at right."""
    # ways that are barred the rose leaves out: no row tells of them here
    told_by_the_rose = ("CAST ", "MOVE ", FURTHER)
    plain = [c for c in report.costs if not c.order.startswith(told_by_the_rose) and c.cost != "-"]
    casts = [c for c in report.costs if c.order.startswith("CAST ")]
    left = Table(title="What each order would cost or bring from here", heads=(), rows=tuple(_row(c) for c in plain))
    right = Table(
        title="Scrolls",
        heads=("", "arcania", "major", "") if casts else (),
        rows=tuple(_cast(c) for c in casts),
        right=frozenset({1, 2}),
    )
    return left, right


def _row(cost: OrderCost) -> tuple[str | Cell, ...]:
    figure = "free" if cost.cost == "nothing" else cost.cost
    return Cell(cost.order, bold=True), figure, Cell(cost.note, grey=True)


def _cast(cost: OrderCost) -> tuple[str | Cell, ...]:
    minor, _, major = cost.cost.removesuffix(" arcania").partition(", X ")
    return Cell(cost.order, bold=True), minor.replace("-", "–"), major, Cell(cost.note, grey=True)


def form_messages() -> MessageForm:
    """Three messages."""
    # line ends count as characters in a field, not in a message
    most = MESSAGES.characters + MESSAGES.lines - 1
    fields = tuple(
        MessageFields(f"message{n}_to", f"message{n}_anonymous", f"message{n}_text", LONGEST_NAME, most)
        for n in range(1, MESSAGES.most + 1)
    )
    title = f"Messages: {MESSAGES.lines} lines and {MESSAGES.characters} characters each; to a mage, a colour or ALL"
    return MessageForm(title, fields)


def sheet(report: Report) -> Sheet:
    """The sheet of mails, with its button."""
    p = report.player
    subject = f"Magika game {p.game}, turn {report.turn + 1}, mage {seat_word(report)}"
    return Sheet(
        f"Orders for turn {report.turn + 1}",
        "Answer this mail with the sheet below, filled in.",
        report.form,
        p.office_email,
        subject,
    )


def cost_table(report: Report) -> Table:
    """All costs in one table, for mails."""
    rows = tuple((Cell(c.order, bold=True), c.cost, Cell(c.note, grey=True)) for c in report.costs)
    return Table(title="What each order would cost (the first move, in phase 1/2/3/4/5)", heads=(), rows=rows)


TURN, ARENA, TABLES = "The turn", "The arena", "Allies"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    m, p = report.mage, report.player
    leaves = _final(report, style) if report.ending else _turn(report, style)
    head = f"{m.name} ({m.letter})  ·  game {p.game}, turn {report.turn}"
    printed = f"printed {date_words(p.date)}" if p.date else ""
    return print_report(
        f"Magika {p.game}, turn {report.turn}: {m.name} ({m.letter})",
        "  ·  ".join(part for part in (head, printed, ", ".join(filter(None, (p.name, p.address)))) if part),
        blocks.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def _turn(report: Report, style: Style) -> tuple[Leaf, ...]:
    left: list[Block] = [
        blocks.untitled(blocks.field(report)),
        blocks.legend(report, style),
        blocks.areas(report),
        blocks.bands(report),
    ]
    right: list[Block] = [
        blocks.ledger(report),
        blocks.scrolls(report),
        blocks.items(report),
        blocks.active(report),
        blocks.others(report, brief=True),
    ]
    first = turn_leaf(
        TURN,
        head=blocks.head(report, style),
        gauges=blocks.gauges(report),
        lead=blocks.lead(report),
        notes=blocks.notes(report),
        field=left,
        ledger=(*right, blocks.score_line(report)),
        below=(blocks.strip(report),),
        large=style.large,
    )
    arena: list[Block] = [replace(blocks.arena(report), title="")]
    below: list[Block] = []
    if style.large:
        arena, below = [*blocks.arena_parts(report)], [blocks.artifacts(report), blocks.score(report)]
    others = blocks.others(report)
    allies, beside_them = _allies(report, others)
    leaves = [
        turn_and_field_leaf(
            first,
            between=allies,
            field=arena,
            field_name=ARENA,
            below=(*below, None if beside_them else others, blocks.tasks(report), blocks.letters(report)),
        )
    ]
    if report.form:
        leaves.append(order_page(report, style))
    return tuple(leaves)


def _allies(report: Report, others: Block) -> tuple[list[Strip], bool]:
    """Two allies side by side; a last one alone has the others beside him (then they need no place of their own)."""
    made = [blocks.ally(report, seen) for seen in report.recon.allies]
    strips = []
    odd = len(made) % 2 == 1 and not others.empty
    for at in range(0, len(made), 2):
        pair = made[at : at + 2]
        strip = beside(6, pair[:1], pair[1:]) if len(pair) == 2 else beside(6, pair, (others,) if odd else ())
        strips.append(strip._replace(name=TABLES if at == 0 else ""))
    return strips, odd


def _final(report: Report, style: Style) -> tuple[Leaf, ...]:
    """F1 to F3; no order page."""
    assert report.world is not None
    assert report.revealed is not None
    tracks = dict(report.tracks)
    names = {f.letter: f.name for f in report.final}
    leaves = [
        list_leaf("The certificate", (ending.certificate(report, style),)),
        list_leaf(
            "The poster",
            (
                replace(ending.poster(report.world, report.player.game, tracks or None, style.large), title=""),
                ending.ranks(names, tracks, report.mage.letter),
            ),
        ),
        Leaf(
            "The books",
            (
                *(
                    full(block)
                    for block in (
                        ending.standing(report.final, report.mage.letter),
                        ending.hidden(report.revealed),
                        ending.lying(report.revealed),
                        blocks.tasks(report),
                        blocks.letters(report),
                        ending.proof(report),
                    )
                ),
                *_last_turn(report, style).strips,
            ),
        ),
    ]
    return tuple(leaves)


def _last_turn(report: Report, style: Style) -> Leaf:
    """The last turn as its mage lived it."""
    return turn_leaf(
        "",
        head=blocks.gauges(report),
        lead=blocks.lead(report),
        notes=blocks.notes(report),
        field=[blocks.untitled(blocks.field(report)), blocks.legend(report, style), blocks.bands(report)],
        ledger=[
            blocks.ledger(report),
            blocks.scrolls(report),
            blocks.items(report),
            blocks.active(report),
            blocks.score_line(report),
            blocks.score(report),
        ],
        below=(blocks.others(report),),
        large=style.large,
    )
