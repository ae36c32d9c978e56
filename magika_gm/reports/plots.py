"""Plain charts drawn with ReportLab's shapes: bars, columns and paired stacks, as SVG files and as pages of a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import Literal

from reportlab.graphics import renderPDF, renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Line, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import LETTER
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from magika_gm.engine.trial import Bar, Chart, Columns, Dots, Mark, Panel, Stack, Stacks
from magika_gm.reports.typeface import NAMES, Face, load_faces

WIDTH = 520
MARGIN = 16
PLAIN, BOLD, TITLE = NAMES[Face.SANS], NAMES[Face.BOLD], NAMES[Face.SERIF_BOLD]
_FAMILIES = {
    TITLE: "'Source Serif 4', Georgia, serif; font-weight: bold",
    BOLD: "'Source Sans 3', Helvetica, Arial, sans-serif; font-weight: bold",
    PLAIN: "'Source Sans 3', Helvetica, Arial, sans-serif",
}
"""PDF's names of the faces (the kit's pair), and how a browser is told them: a name with a digit stands in quotes."""
load_faces()
INK = HexColor("#222222")
SOFT = HexColor("#777777")
GRID = HexColor("#e4e4e4")
MAIN = HexColor("#4b2a78")
SECOND = HexColor("#b79be0")
THIRD = HexColor("#d0d0d0")
PALETTE = (MAIN, SECOND, THIRD)
BAND = HexColor("#d3c4ea")
_WIDER = 1.2
"""What a browser without our faces sets is so much wider at most."""
_ROW = 22
_TITLE = 40
_GAP = 24
"""Room for a panel's title."""


Anchor = Literal["start", "middle", "end"]


def _text(
    x: float, y: float, text: str, size: float = 9, anchor: Anchor = "start", font: str = PLAIN, ink: Color = INK
) -> String:
    return String(x, y, text, fontName=font, fontSize=size, textAnchor=anchor, fillColor=ink)


def _box(x: float, y: float, width: float, height: float, ink: Color) -> Rect:
    rect = Rect(x, y, width, height)
    rect.fillColor = ink
    rect.strokeColor = None
    return rect


def _frame(height: float, title: str, note: str) -> Drawing:
    drawing = Drawing(WIDTH, height)
    drawing.add(_box(0, 0, WIDTH, height, HexColor("#ffffff")))
    size = min(13.0, (WIDTH - 2 * MARGIN) / (_WIDER * stringWidth(title, TITLE, 1)))
    drawing.add(_text(MARGIN, height - 20, title, size, font=TITLE))
    drawing.add(_text(MARGIN, height - 33, note, 8, ink=SOFT))
    return drawing


def axis_of(values: Sequence[float], room: float) -> tuple[float, float, float]:
    """The axis of some shares on so many points: its ends, and the step between its lines, whose labels have room.

    It goes a step beyond the values on either side, and begins at 0 where they do not lie far from it.
    """
    low, high = min(values), max(values)
    for step in (0.05, 0.1, 0.2):
        first = max(0, floor(low / step + 1e-9)) * step
        first, last = (0.0 if first <= (high - low) / 2 else first), ceil(high / step - 1e-9) * step
        last = max(last, first + step)
        if (last - first) / step * (stringWidth("100 %", PLAIN, 8) + 6) <= room:
            break
    return first, last, step


def dots(title: str, note: str, panels: Sequence[Panel], mark: Mark | None = None) -> Drawing:
    """Shares as dots with their intervals, panel below panel on one axis cut to them, with a line to compare with."""
    rows = [row for panel in panels for row in panel.rows]
    height = _TITLE + sum(_ROW * len(panel.rows) + (_GAP if panel.title else 6) for panel in panels) + 34
    drawing = _frame(height, title, note)
    left = MARGIN + max((stringWidth(r.label, PLAIN, 9) for r in rows), default=0) + 18
    right = WIDTH - MARGIN - max((stringWidth(r.text, PLAIN, 8) for r in rows), default=0) - 18
    ends = [end for row in rows for end in (max(0.0, row.value - row.error), row.value + row.error)]
    first, last, step = axis_of([*ends, *([mark.value] if mark else [])] or [0.0, 1.0], right - left)
    scale = (right - left) / (last - first)
    top, bottom = height - _TITLE, 34.0
    for number in range(round((last - first) / step) + 1):
        x = left + number * step * scale
        drawing.add(Line(x, bottom, x, top, strokeColor=GRID, strokeWidth=0.4))
        drawing.add(
            _text(x, bottom - 11, f"{first + number * step:.0%}".replace("%", "\u00a0%"), 8, "middle", ink=SOFT)
        )
    if mark is not None:
        x = left + (mark.value - first) * scale
        drawing.add(Line(x, bottom, x, top, strokeColor=INK, strokeWidth=1.4))
        drawing.add(_text(x, bottom - 23, mark.text, 8, "middle", BOLD))
    y = top
    for panel in panels:
        y -= _GAP if panel.title else 6
        drawing.add(_text(MARGIN, y + 5, panel.title, 9, font=BOLD))
        for row in panel.rows:
            y -= _ROW
            _dot(drawing, row, left - first * scale, left, y, scale)
    return drawing


def _dot(drawing: Drawing, row: Bar, zero: float, left: float, y: float, scale: float) -> None:
    middle = y + 10
    drawing.add(_text(left - 12, y + 7, row.label, 9, "end"))
    if row.error:
        low, high = zero + max(0.0, row.value - row.error) * scale, zero + (row.value + row.error) * scale
        drawing.add(_box(low, middle - 3, high - low, 6, BAND))
    drawing.add(Circle(zero + row.value * scale, middle, 3.6, fillColor=MAIN, strokeColor=None))
    drawing.add(_text(WIDTH - MARGIN, y + 7, row.text, 8, "end", ink=SOFT))


def columns(title: str, note: str, counts: Mapping[int, int], axis: str) -> Drawing:
    """A histogram of whole numbers: a standing column for each, gaps shown as gaps."""
    height, low = 220, 42.0
    drawing = _frame(height, title, note)
    first, last = (min(counts), max(counts)) if counts else (0, 0)
    most = max([*counts.values(), 1])
    step = (WIDTH - 2 * MARGIN) / (last - first + 1)
    tall = height - _TITLE - 14 - low
    every = next(
        n for n in (1, 5, 10, 20, 50, 100, last - first + 1) if n * step >= stringWidth(str(last), PLAIN, 8) + 4
    )
    for i, number in enumerate(range(first, last + 1)):
        x = MARGIN + i * step
        times = counts.get(number, 0)
        tip = tall * times / most
        drawing.add(_box(x + step * 0.1, low, step * 0.8, tip, MAIN))
        if times and step > 16:
            drawing.add(_text(x + step / 2, low + tip + 3, str(times), 7, "middle", ink=SOFT))
        if number % every == 0:
            drawing.add(_text(x + step / 2, low - 12, str(number), 8, "middle"))
    drawing.add(Line(MARGIN, low, WIDTH - MARGIN, low, strokeColor=SOFT, strokeWidth=0.6))
    drawing.add(_text(WIDTH / 2, 12, axis, 8, "middle", ink=SOFT))
    return drawing


def stacks(title: str, note: str, rows: Sequence[Stack], parts: Sequence[str], sides: tuple[str, str]) -> Drawing:
    """Two panels of stacked bars, one scale for both; ``parts`` are the legend, from the axis outward."""
    line = 13
    height = _TITLE + line * len(rows) + 44
    drawing = _frame(height, title, note)
    label = max((stringWidth(r.label, PLAIN, 8) for r in rows), default=0) + 8
    each = (WIDTH - 2 * MARGIN - label - 60) / 2
    starts = (MARGIN + label, MARGIN + label + each + 34)
    most = max([1, *(sum(side) for r in rows for side in (r.left, r.right))])
    top = height - _TITLE - 16
    for x, side in zip(starts, sides, strict=True):
        drawing.add(_text(x, top + 5, side, 9, font=BOLD))
        drawing.add(Line(x, top - line * len(rows), x, top, strokeColor=SOFT, strokeWidth=0.6))
    for i, row in enumerate(rows):
        y = top - line * (i + 1)
        drawing.add(_text(starts[0] - 5, y + 3.5, row.label, 8, "end"))
        if i % 4 == 3:
            drawing.add(Line(MARGIN, y, WIDTH - MARGIN, y, strokeColor=GRID, strokeWidth=0.4))
        for start, side_parts in zip(starts, (row.left, row.right), strict=True):
            x = start
            for part, ink in zip(side_parts, PALETTE, strict=False):
                drawing.add(_box(x, y + 2, each * part / most, line - 4, ink))
                x += each * part / most
            if sum(side_parts):
                drawing.add(_text(x + 3, y + 3.5, str(sum(side_parts)), 7, ink=SOFT))
    x = float(starts[0])
    for part_name, ink in zip(parts, PALETTE, strict=False):
        drawing.add(_box(x, 12, 8, 8, ink))
        drawing.add(_text(x + 12, 12.5, part_name, 8, ink=SOFT))
        x += 12 + stringWidth(part_name, PLAIN, 8) + 16
    return drawing


def svg(drawing: Drawing, title: str) -> str:
    """The chart as the text of an SVG file, in the reader's own faces; ``title`` is for screen readers."""
    text: str = renderSVG.drawToString(drawing)
    for name, family in _FAMILIES.items():
        text = text.replace(f"font-family: {name};", f"font-family: {family};")
    return text.replace("<title>...</title>", f"<title>{escape(title)}</title>").replace("<desc>...</desc>", "")


def pages(drawings: Sequence[Drawing], title: str) -> bytes:
    """A PDF with the charts one below the other, as many on a page as there is room for; the same bytes every time."""
    width, height = LETTER
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(width, height), invariant=1)
    canvas.setTitle(title)
    y = height - 36
    for drawing in drawings:
        if y - drawing.height < 30 and y < height - 36:
            canvas.showPage()
            y = height - 36
        renderPDF.draw(drawing, canvas, (width - drawing.width) / 2, y - drawing.height)
        y -= drawing.height + 10
    canvas.save()
    return buffer.getvalue()


def drawn(chart: Chart) -> Drawing:
    """A chart of a game's balance."""
    match chart:
        case Dots():
            return dots(chart.said, *chart[1:])
        case Columns():
            return columns(chart.said, *chart[1:])
        case Stacks():
            return stacks(chart.said, *chart[1:])


def write_charts(charts: Mapping[str, Chart], title: str, folder: Path) -> list[Path]:
    """Write charts into ``folder``: each as ``NAME.svg``, and all of them as ``balance.pdf``; the paths written."""
    folder.mkdir(parents=True, exist_ok=True)
    paths, drawings = [], {name: drawn(chart) for name, chart in charts.items()}
    for name, drawing in drawings.items():
        paths.append(folder / f"{name}.svg")
        paths[-1].write_text(svg(drawing, name.replace("-", " ")), encoding="utf-8")
    paths.append(folder / "balance.pdf")
    paths[-1].write_bytes(pages(list(drawings.values()), title))
    return paths
