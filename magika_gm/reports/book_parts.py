"""What the printed rule book is made of: styles, headings, ruling boxes, pictures, and the widths of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle, PropertySet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph

from magika_gm.reports.pdf_stream import BOLD, PLAIN
from magika_gm.reports.picture import CORNERS, Circles, Hexes, Picture, Texts

VIOLET, TINT, BOX, GREY = HexColor("#5c3880"), HexColor("#ece6f3"), HexColor("#f5f1fa"), HexColor("#999999")


def style(name: str, size: float, **more: Any) -> ParagraphStyle:
    """A style in the book's font. Spaces keep their width, so that lines are as wide as measured."""
    own: dict[str, Any] = {
        "fontName": PLAIN,
        "bulletFontName": PLAIN,
        "leading": round(size * 1.42, 2),
        "spaceShrinkage": 0,
    }
    return ParagraphStyle(name, fontSize=size, **(own | more))


BODY = style("body", 9.5, spaceAfter=6)
HEADINGS = (
    style("chapter", 20, textColor=VIOLET, spaceAfter=12),
    style("section", 13, textColor=VIOLET, spaceBefore=10, spaceAfter=5),
    style("spell", 11, textColor=VIOLET, spaceBefore=8, spaceAfter=4),
)
ITEM = style("item", 9, leftIndent=16, bulletIndent=4, spaceAfter=1.5)
RULING = style("ruling", 9, leftIndent=12, rightIndent=6, backColor=BOX, borderPadding=(4, 6, 5, 6), spaceBefore=5,
                spaceAfter=11)  # fmt: skip
CODE = style("code", 8.5, leftIndent=8, rightIndent=8, backColor=HexColor("#f3f3f3"), borderPadding=(5, 8, 6, 8),
              spaceBefore=6, spaceAfter=12)  # fmt: skip
CELL, SMALL_CELL = style("cell", 8.5), style("small cell", 7.8)
CAPTION = style("caption", 8, alignment=TA_CENTER, spaceAfter=8, textColor=HexColor("#555555"))
CONTENTS_STYLES: list[PropertySet] = [
    ParagraphStyle("toc1", fontName=PLAIN, fontSize=9.5, leading=12, spaceBefore=1, textColor=VIOLET),
    ParagraphStyle("toc2", fontName=PLAIN, fontSize=8, leading=9, leftIndent=14),
    ParagraphStyle("toc3", fontName=PLAIN, fontSize=7.5, leading=8.5, leftIndent=28),
]


class Heading(Paragraph):
    """A heading that enters the contents and the bookmarks when it is set."""

    def __init__(self, text: str, level: int, plain: str, key: str) -> None:
        super().__init__(f'<a name="{key}"/>{text}', HEADINGS[level])
        self.level, self.plain, self.key = level, plain, key


class Ruling(Paragraph):
    """A ruling: tinted, with a bar at its left."""

    def draw(self) -> None:
        """The bar, then the text over its ground."""
        super().draw()
        self.canv.saveState()
        self.canv.setFillColor(VIOLET)
        self.canv.rect(3, -5, 2.4, self.height + 9, stroke=0, fill=1)
        self.canv.restoreState()


class Drawing(Flowable):
    """A picture, scaled down to the frame where it is wider."""

    def __init__(self, picture: Picture, width: float) -> None:
        super().__init__()
        self.picture = picture
        self.scale = min(1.0, width / picture.width)
        self.width, self.height = width, picture.height * self.scale

    def draw(self) -> None:
        """In the middle of the frame."""
        canvas: Any = self.canv
        canvas.saveState()
        canvas.translate((self.width - self.picture.width * self.scale) / 2, 0)
        canvas.scale(self.scale, self.scale)
        for item in self.picture.items:
            match item:
                case Hexes(centres, radius, fill, line, width):
                    canvas.setFillColor(HexColor(fill))
                    canvas.setStrokeColor(HexColor(line))
                    canvas.setLineWidth(width)
                    for x, y in centres:
                        canvas.drawPath(_hexagon(canvas.beginPath(), x, y, radius), stroke=1, fill=1)
                case Circles(centres, radius, fill):
                    canvas.setFillColor(HexColor(fill))
                    for x, y in centres:
                        canvas.circle(x, y, radius, stroke=0, fill=1)
                case Texts(places, size, bold, colour):
                    canvas.setFillColor(HexColor(colour))
                    canvas.setFont(BOLD if bold else PLAIN, size)
                    for x, y, text in places:
                        canvas.drawCentredString(x, y, text)
                case _:
                    raise ValueError(f"no way to draw {item.__class__.__name__} in the rule book")
        canvas.restoreState()


def _hexagon(path: Any, x: float, y: float, radius: float) -> Any:
    (dx, dy), *others = CORNERS
    path.moveTo(x + dx * radius, y + dy * radius)
    for dx, dy in others:
        path.lineTo(x + dx * radius, y + dy * radius)
    path.close()
    return path


def widths(rows: Sequence[Sequence[str]], style: ParagraphStyle, width: float) -> list[float]:
    """Column widths: as wide as their text where that fits, else what is left shared by need; no word is cut."""
    pad = 10.0
    size = style.fontSize
    least, most = [], []
    for column in zip(*rows, strict=True):
        words = [word for text in column for word in text.split()] or [""]
        least.append(max(stringWidth(w, BOLD, size) for w in words) + pad)
        most.append(max(stringWidth(text, BOLD, size) for text in column) + pad)
    if sum(most) <= width:
        return most
    if sum(least) > width:
        raise ValueError("a table is too wide for the page")
    # from the narrowest on, each takes what it needs or its fair share of what is left
    given: dict[int, float] = {}
    order = sorted(range(len(most)), key=most.__getitem__)
    for place, at in enumerate(order):
        left = width - sum(given.values())
        room = left - sum(least[c] for c in order[place + 1 :])
        fair = left / (len(order) - place)
        given[at] = max(least[at], min(most[at], fair, room))
    given[order[-1]] += width - sum(given.values())
    return [given[c] for c in range(len(most))]
