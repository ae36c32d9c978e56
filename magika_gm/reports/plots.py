"""Plain charts drawn with ReportLab's shapes: bars, columns and paired stacks, as SVG files and as pages of a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Literal

from reportlab.graphics import renderPDF, renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Line, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from magika_gm.engine.trial import Bar, Chart, Columns, Dots, Mark, Panel, Stack, Stacks
from magika_gm.reports.typeface import NAMES, Face, load_faces

WIDTH = 520
MARGIN = 16
PLAIN, BOLD, TITLE = NAMES[Face.SANS], NAMES[Face.BOLD], NAMES[Face.SERIF_BOLD]
_FAMILIES = {
    TITLE: "Source Serif 4, Georgia, serif; font-weight: bold",
    BOLD: "Source Sans 3, Helvetica, Arial, sans-serif; font-weight: bold",
    PLAIN: "Source Sans 3, Helvetica, Arial, sans-serif",
}
"""PDF's names of the faces (the kit's pair), and how a browser is told them."""
load_faces()
INK = HexColor("#222222")
SOFT = HexColor("#777777")
GRID = HexColor("#dddddd")
MAIN = HexColor("#4b2a78")
SECOND = HexColor("#b79be0")
THIRD = HexColor("#d0d0d0")
PALETTE = (MAIN, SECOND, THIRD)
BAND = HexColor("#e4dcf0")
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
    drawing.add(_text(MARGIN, height - 20, title, 15, font=TITLE))
    drawing.add(_text(MARGIN, height - 33, note, 8, ink=SOFT))
    return drawing


def _dashed(x: float, bottom: float, top: float) -> Line:
    return Line(x, bottom, x, top, strokeColor=SOFT, strokeWidth=0.8, strokeDashArray=[3, 2])


def dots(title: str, note: str, panels: Sequence[Panel], mark: Mark | None = None, most: float = 0.25) -> Drawing:
    """Shares as dots with their intervals, panel below panel on one axis from 0, with a line to compare them with.

    The axis ends at ``most``, or at the next twentieth above what goes farther.
    """
    rows = [row for panel in panels for row in panel.rows]
    farthest = max([most, *(row.value + row.error for row in rows), mark.value if mark else 0.0])
    most = -int(-farthest * 20 // 1) / 20
    height = _TITLE + sum(_ROW * len(panel.rows) + _GAP for panel in panels) + 34
    drawing = _frame(height, title, note)
    left = MARGIN + max((stringWidth(r.label, PLAIN, 9) for r in rows), default=0) + 10
    right = WIDTH - MARGIN - max((stringWidth(r.text, PLAIN, 8) for r in rows), default=0) - 12
    scale = (right - left) / most
    top, bottom = height - _TITLE, 34.0
    every = 1 if scale / 20 >= stringWidth("00 %", PLAIN, 8) + 6 else 2
    for number in range(0, round(most * 20) + 1, every):
        x = left + number / 20 * scale
        drawing.add(Line(x, bottom, x, top, strokeColor=GRID, strokeWidth=0.5))
        drawing.add(_text(x, bottom - 11, f"{number * 5} %", 8, "middle", ink=SOFT))
    if mark is not None:
        x = left + mark.value * scale
        drawing.add(_dashed(x, bottom, top))
        drawing.add(_text(x, bottom - 23, mark.text, 8, "middle", ink=SOFT))
    y = top
    for panel in panels:
        y -= _GAP
        drawing.add(_text(MARGIN, y + 5, panel.title, 9, font=BOLD))
        for row in panel.rows:
            y -= _ROW
            _dot(drawing, row, left, y, scale)
    return drawing


def _dot(drawing: Drawing, row: Bar, left: float, y: float, scale: float) -> None:
    middle = y + 10
    drawing.add(_text(left - 8, y + 7, row.label, 9, "end"))
    if row.error:
        low, high = left + max(0.0, row.value - row.error) * scale, left + (row.value + row.error) * scale
        drawing.add(_box(low, middle - 3, high - low, 6, BAND))
    drawing.add(Circle(left + row.value * scale, middle, 3.6, fillColor=MAIN, strokeColor=None))
    drawing.add(_text(WIDTH - MARGIN, y + 7, row.text, 8, "end", ink=SOFT))


def columns(title: str, note: str, counts: Mapping[int, int], axis: str) -> Drawing:
    """A histogram of whole numbers: a standing column for each, gaps shown as gaps."""
    height, low = 220, 42.0
    drawing = _frame(height, title, note)
    first, last = (min(counts), max(counts)) if counts else (0, 0)
    most = max([*counts.values(), 1])
    step = (WIDTH - 2 * MARGIN) / (last - first + 1)
    tall = height - _TITLE - 14 - low
    every = 1 if step > 16 else 5
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


def svg(drawing: Drawing, title: str = "") -> str:
    """The chart as the text of an SVG file, in the reader's own sans-serif; ``title`` is for screen readers."""
    text: str = renderSVG.drawToString(drawing)
    for name, family in _FAMILIES.items():
        text = text.replace(f"font-family: {name};", f"font-family: {family};")
    return text.replace("<title>...</title>", f"<title>{escape(title)}</title>").replace("<desc>...</desc>", "")


def pages(drawings: Sequence[Drawing], title: str, paper: str = "letter") -> bytes:
    """A PDF with the charts one below the other, as many on a page as there is room for; the same bytes every time."""
    width, height = A4 if paper == "a4" else LETTER
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
            return dots(*chart)
        case Columns():
            return columns(*chart)
        case Stacks():
            return stacks(*chart)


def write_charts(charts: Mapping[str, Chart], title: str, folder: Path, paper: str = "letter") -> list[Path]:
    """Write charts into ``folder``: each as ``NAME.svg``, and all of them as ``balance.pdf``; the paths written."""
    folder.mkdir(parents=True, exist_ok=True)
    paths, drawings = [], {name: drawn(chart) for name, chart in charts.items()}
    for name, drawing in drawings.items():
        paths.append(folder / f"{name}.svg")
        paths[-1].write_text(svg(drawing, name.replace("-", " ")), encoding="utf-8")
    paths.append(folder / "balance.pdf")
    paths[-1].write_bytes(pages(list(drawings.values()), title, paper))
    return paths
