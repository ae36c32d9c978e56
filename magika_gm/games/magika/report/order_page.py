"""The order form of the printed report: fields to fill in on screen (AcroForm) or by hand on paper.

Field names are part of the product's face (docs/orders.md, PDF form); ``magika_gm.mail.pdf_form`` reads them back.
"""

from __future__ import annotations

from magika_gm.games.magika.orders.sheet import MESSAGES, PHASES
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.reports.form_fields import Fields
from magika_gm.reports.layout import MARGIN, VIOLET, Layout, fitted, shown, wrap
from magika_gm.reports.pdf_stream import BOLD, PLAIN, Pen, text_width

FORM_VERSION = "1"
LINE_OF_FORM = "#8d7ba8"
LONGEST_ORDER, LONGEST_NAME, LONGEST_PASSWORD = 160, 60, 100


def form_page(layout: Layout, report: Report, key: str) -> None:
    """The order form on a page of its own, with what orders cost and how they are written below."""
    layout.new_page()
    scale = max(1.0, layout.scale)
    layout.heading("Orders", key)
    fields = Fields()
    _purpose(layout, report, fields, scale)
    _phases(layout, fields, scale)
    _messages(layout, fields, scale)
    layout.page.finish.append(fields.add_to)
    _costs(layout, report)
    hints = [line.removeprefix(";").strip() for line in report.order_form.splitlines() if line.startswith(";")]
    end = next((n for n, line in enumerate(hints) if line.startswith("Messages:")), len(hints))
    _hints(layout, hints[:end])


def _purpose(layout: Layout, report: Report, fields: Fields, scale: float) -> None:
    """What the form is for, where it goes, and the password."""
    turn, letter = str(report.turn + 1), "EBON" if report.mage.letter == EBON else report.mage.letter
    for name, value in (("magika_form", FORM_VERSION), ("game", report.player.game), ("turn", turn), ("mage", letter)):
        fields.fixed(name, value)
    size, high = 9 * scale, 20 * scale

    def draw(pen: Pen, top: float) -> None:
        game = " ".join(report.player.game.split())
        what = f"GAME {game}   TURN {turn}   MAGE {letter}"
        free = layout.inner - 250 * scale
        fits = max(7.0, min(11 * scale, free / text_width(shown(what), 1, bold=True)))
        pen.text(MARGIN, top - 14 * scale, fitted(shown(what), fits, free, bold=True), fits, True)
        left = layout.width - MARGIN - 180 * scale
        pen.right(left - 6, top - 14 * scale, "Password", size)
        _field_box(pen, left, top - high, 180 * scale, high)
        box = (left, top - high, layout.width - MARGIN, top)
        fields.text("password", "Your password", box, LONGEST_PASSWORD, 10 * scale)

    layout.block(high + 6 * scale, draw)
    office = report.player.office_email
    where = f"mail this file to {office}" if office else "mail this file back"
    y = layout.y
    layout.text(f"Fill in on the screen, save, and {where}; or write by hand, or mail the order sheet as text.", 8)
    if office:
        layout.link(MARGIN, layout.y, layout.inner, y - layout.y, f"mailto:{office}")
    layout.gap(4)


def _field_box(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    pen.box(x, y, width, height, "#fbfafd", LINE_OF_FORM)


def _phases(layout: Layout, fields: Fields, scale: float) -> None:
    high, step = 19 * scale, 23 * scale

    def draw(pen: Pen, top: float) -> None:
        for phase in range(1, PHASES + 1):
            y = top - (phase - 1) * step - high
            left = MARGIN + 52 * scale
            pen.text(MARGIN, y + 6 * scale, f"Phase {phase}", 9 * scale, True, VIOLET)
            _field_box(pen, left, y, layout.width - MARGIN - left, high)
            box = (left, y, layout.width - MARGIN, y + high)
            fields.text(f"phase{phase}", f"Order of phase {phase}; empty is a Rest", box, LONGEST_ORDER, 10 * scale)

    layout.block(step * PHASES + 4 * scale, draw)


def _messages(layout: Layout, fields: Fields, scale: float) -> None:
    high, tall = 16 * scale, 48 * scale
    words = f"Messages: at most {MESSAGES.most}, each of {MESSAGES.lines} lines and {MESSAGES.characters} characters; "
    layout.text(words + "to a mage, a colour or ALL.", 8, after=2)

    def draw(pen: Pen, top: float) -> None:
        for number in range(1, MESSAGES.most + 1):
            name = f"message{number}"
            y = top - (number - 1) * (high + tall + 8 * scale) - high
            left, middle = MARGIN + 52 * scale, MARGIN + 230 * scale
            pen.text(MARGIN, y + 4 * scale, f"{number}  To", 9 * scale, True, VIOLET)
            _field_box(pen, left, y, middle - left, high)
            hint = f"Message {number}: a mage, a colour or ALL"
            fields.text(f"{name}_to", hint, (left, y, middle, y + high), LONGEST_NAME, 9 * scale)
            tick = middle + 14 * scale
            side = 11 * scale
            _field_box(pen, tick, y + 2 * scale, side, side)
            fields.tick(
                f"{name}_anonymous",
                f"Message {number} anonymous",
                (tick, y + 2 * scale, tick + side, y + 2 * scale + side),
            )
            pen.text(tick + side + 5, y + 4 * scale, "without my name", 9 * scale)
            _field_box(pen, left, y - tall - 3, layout.width - MARGIN - left, tall)
            box = (left, y - tall - 3, layout.width - MARGIN, y - 3)
            # line ends count as characters in a field, not in a message
            most = MESSAGES.characters + MESSAGES.lines - 1
            fields.text(f"{name}_text", f"Message {number}: text", box, most, 9 * scale, lines=True)

    layout.block((high + tall + 8 * scale) * MESSAGES.most + 4 * scale, draw)


def _costs(layout: Layout, report: Report) -> None:
    """What each order would cost from where the mage stands, as a table."""
    if not report.costs:
        return
    size = 7.5 * layout.scale
    step, columns = size * 1.36, (0.0, 0.22, 0.5)
    layout.need(step * min(len(report.costs) + 2, 20))
    layout.text("What each order would cost from where you stand (a move: in phases 1/2/3/4/5)", 9, BOLD)
    inner = layout.inner
    for row in report.costs:
        cells = [
            wrap(shown(text), font, size, inner * (end - start) - 4)
            for text, font, start, end in zip(row, (BOLD, PLAIN, PLAIN), columns, (*columns[1:], 1.0), strict=True)
        ]

        def draw(pen: Pen, top: float, cells: list[list[str]] = cells) -> None:
            for number, (cell, start) in enumerate(zip(cells, columns, strict=True)):
                pen.lines(MARGIN + inner * start, top, cell, size, step, number == 0)

        layout.block(step * max(map(len, cells)), draw)
    layout.gap(4)


def _hints(layout: Layout, hints: list[str]) -> None:
    """How orders are written, in two columns."""
    if not hints:
        return
    layout.need(60 * layout.scale)
    layout.text("How to write them", 9, BOLD)
    half = (len(hints) + 1) // 2
    layout.columns([[(line, PLAIN) for line in part] for part in (hints[:half], hints[half:])], 7.5, 2)
