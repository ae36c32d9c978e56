"""The order page of the printed report, to fill in on screen (AcroForm) or by hand: ACT at left, REACT at right."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from magika_gm.engine.sheet.form_names import fixed_fields, line_field, message_fields
from magika_gm.games.xom_zol.orders.choices import Choice
from magika_gm.games.xom_zol.orders.seam import MESSAGES
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.report import ink
from magika_gm.games.xom_zol.report.contents import whose_turn
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.reports.kit.base import Block, Spot, draw_title, small_size, step, title_height
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.strips import Leaf, beside, full
from magika_gm.reports.kit.style import GREY, Style
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.pdf_stream import SANS
from magika_gm.reports.setting import wrap

LINES, LEAST_LINES, LONGEST_ORDER, LONGEST_NAME = 9, 6, 200, 60
ROOM, LINE_HIGH, WIDE = 146.0, 31.0, 520.0
"""Height the table of choices has beside nine lines; a line's height; a table's width, at the least."""
ORDERS = "Orders"


@dataclass(frozen=True)
class Rubric(Block):
    """The title of a column of lines, and what stands there."""

    title: str
    said: str

    def _lines(self, width: float, style: Style) -> tuple[str, ...]:
        return wrap(self.said, SANS, small_size(style), width)

    def least(self, width: float, style: Style) -> float:
        """Title and a few words."""
        return title_height(self.title, style) + len(self._lines(width, style)) * step(small_size(style))

    def draw(self, on: Spot) -> None:
        """Draw it."""
        top = on.top - draw_title(on, self.title)
        size = small_size(on.style)
        on.pen.lines(on.x, top, self._lines(on.width, on.style), size, step(size), SANS, GREY)

    def html(self) -> str:
        """Nothing: mails have a sheet."""
        return ""

    def text(self) -> list[str]:
        """Nothing: mails have a sheet."""
        return []


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    p, seat, turn = report.player, report.seat, str(report.turn + 1)
    state = report.state
    own = state.acts_next(seat)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    fixed = [*fixed_fields(p.game, report.turn + 1, seat)]
    # heads of the two parts are lines of the sheet, hidden between those that are filled in
    fixed += [(line_field(1), "ACT")] * own + [(line_field(101), "REACT")]
    head = OrderHead(
        title=ORDERS,
        who=f"Side {seat}; {whose_turn(state, seat)}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Side", seat), FormCell("Due", due)),
        fixed=tuple(fixed),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=ink.device(seat, style.length(32.0), style.map_sizes),
    )
    act: list[Block] = [Rubric("ACT: your own game turn, in this order", "CAST, USE, FORM, ASSAULT, IF …, AT CLASH …")]
    table = choice_table(report)
    lines = _how_many(table, style)
    act.append(_lines(2, lines, starts(report, react=False)))
    react: list[Block] = [Rubric("REACT: in the other side's, until replaced", "COUNTER, BLOCK, HOLD, AT CLASH CAST …")]
    react.append(_lines(102, lines, starts(report, react=True)))
    strips = [full(head), beside(6, act, react) if own else full(react[0])]
    strips += [] if own else [full(react[1])]
    most = MESSAGES.characters + MESSAGES.lines - 1  # line ends count as characters in a field, not in a message
    messages = MessageForm(
        f"Message: {MESSAGES.lines} lines and {MESSAGES.characters} characters; to the other side, or ALL",
        (MessageFields(*message_fields(1), LONGEST_NAME, most),),
        "",
    )
    strips += [full(table), full(messages)]
    sent = f"mail to {p.office_email}" if p.office_email else "mail back"
    foot = f"Fill in on screen, save, {sent}; or by hand. A later sheet replaces this one."
    return Leaf(ORDERS, tuple(strips), foot, in_order=True)


def _how_many(table: Table, style: Style) -> int:
    """Lines to write on: fewer where there is much to choose from, so that all stands on one page."""
    over = 0.0 if style.large else max(0.0, table.least(WIDE, style) - ROOM)
    return max(LEAST_LINES, LINES - ceil(over / LINE_HIGH))


def _lines(first: int, lines: int, drop: tuple[str, ...]) -> OrderLines:
    return OrderLines(
        tuple(
            OrderLine(line_field(first + n), str(n + 1), f"Line {n + 1} (ORD)", LONGEST_ORDER, drop)
            for n in range(lines)
        )
    )


def starts(report: Report, *, react: bool) -> tuple[str, ...]:
    """How lines may begin, for fields to drop down."""
    if not react:
        found = [_start(choice) for choice in report.choices if choice.legal and choice.verb != "COUNTER"]
        return tuple(dict.fromkeys([*found, "KEEP 2"]))
    standing = [write_order(order) for order in report.state.sides[report.seat].react]
    found = [_start(choice) for choice in report.choices if choice.verb == "COUNTER"]
    found += [f"AT CLASH {_start(choice)}" for choice in report.choices if choice.window]
    return tuple(dict.fromkeys([*standing, *found, "BLOCK DEFAULT FAIR", "BLOCK DEFAULT WALL"]))


def _start(choice: Choice) -> str:
    if choice.verb == "COUNTER":
        return f"COUNTER ANY WITH {choice.card}"
    if choice.verb == "ASSAULT":
        return "ASSAULT SAFE"
    if choice.verb == "FORM":
        return "FORM F " + " ".join(choice.parameters[0].candidates)
    words = f"{choice.verb} {choice.card if choice.verb == 'CAST' else choice.subject}"
    for parameter in choice.parameters:
        if parameter.word == "ON" and parameter.candidates:
            words += f" ON {parameter.candidates[0]}"
    return words


def choice_table(report: Report) -> Table:
    """What could be ordered, what it costs, and onto what."""
    rows = []
    for choice in report.choices:
        offered = []
        for p in choice.parameters:
            if p.candidates:
                offered.append(f"{p.word} {' '.join(p.candidates)}".strip())
            elif p.word in ("FORCE", "X"):
                offered.append(f"{p.word} n")
        what = f"{choice.verb} {choice.subject}".strip()
        note = "" if choice.legal else f"not as things stand: {choice.why}"
        rows.append(
            (Cell(what, bold=True), choice.card, choice.cost, "; ".join(offered), Cell(note, grey=True)),
        )
    heads = ("order", "card", "cost", "with", "")
    return Table(title="What you could order", heads=heads, rows=tuple(rows), small=True)
