"""What the printed rule book is made of: styles, headings, ruling boxes, pictures, and the widths of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle, PropertySet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Table

from magika_gm.reports.kit.base import ACCENT
from magika_gm.reports.picture import (
    BLACK_INK,
    CORNERS,
    HATCHES,
    WHITE,
    Circles,
    Hexes,
    Item,
    Lines,
    Picture,
    Polygon,
    Texts,
    box,
    mixed,
)
from magika_gm.reports.typeface import NAMES, Face, chosen, fitted, width_at_1, wrap

PLAIN, BOLD = NAMES[2], NAMES[3]
"""The rule book is set in the serif."""
VIOLET, TINT, BOX, GREY = HexColor(ACCENT), HexColor("#ece6f3"), HexColor("#f5f1fa"), HexColor("#999999")
PALE = HexColor("#f4f3f6")


def style(name: str, size: float, **more: Any) -> ParagraphStyle:
    """A style in the book's font. Spaces keep their width, so that lines are as wide as measured."""
    own: dict[str, Any] = {
        "fontName": PLAIN,
        "bulletFontName": PLAIN,
        "leading": round(size * 1.34, 2),
        "spaceShrinkage": 0,
    }
    return ParagraphStyle(name, fontSize=size, **(own | more))


BODY = style("body", 8.5, spaceAfter=5)
HEADINGS = (
    style("chapter", 15, textColor=VIOLET, spaceBefore=10, spaceAfter=8, fontName=BOLD),
    style("section", 10, textColor=VIOLET, spaceBefore=7, spaceAfter=3),
    style("card", 8.5, textColor=VIOLET, spaceBefore=6, spaceAfter=2),
)
ITEM = style("item", 8.5, leftIndent=13, bulletIndent=2, bulletFontSize=8.5, spaceAfter=1)
SMALL_ITEM = style("small item", 7.5, leftIndent=11, bulletIndent=2, bulletFontSize=7.5, spaceAfter=0)
LISTED = style("listed", 7, leading=9, leftIndent=11, bulletIndent=2, bulletFontSize=7)
RULING = style("ruling", 7.5, leftIndent=10, rightIndent=5, backColor=BOX, borderPadding=(3, 5, 4, 5), spaceBefore=4,
                spaceAfter=8)  # fmt: skip
CODE = style("code", 7.5, leftIndent=6, rightIndent=6, backColor=HexColor("#f3f3f3"), borderPadding=(4, 6, 5, 6),
              spaceBefore=5, spaceAfter=9)  # fmt: skip
CELL, SMALL_CELL, CARD_CELL = style("cell", 7.5), style("small cell", 6.5), style("card cell", 7.5)
CAPTION = style("caption", 7.5, alignment=TA_CENTER, spaceAfter=6, textColor=HexColor("#555555"))


def contents_styles(accent: str) -> list[PropertySet]:
    """Chapters and sections in the contents."""
    return [
        ParagraphStyle("toc1", fontName=BOLD, fontSize=8.5, leading=11.5, spaceBefore=3, textColor=HexColor(accent)),
        ParagraphStyle("toc2", fontName=PLAIN, fontSize=7.5, leading=9.2, leftIndent=10),
    ]


def ruling_style(accent: str) -> ParagraphStyle:
    """A ruling's, in the book's accent; it is its style that a part of it on another page has too."""
    ground = HexColor(mixed(accent, WHITE, 0.94))
    return ParagraphStyle("ruling in accent", parent=RULING, bulletColor=HexColor(accent), backColor=ground)


def inked(text: str, accent: str) -> str:
    """A title's text in the book's accent."""
    return f'<font color="{accent}">{text}</font>'


class Heading(Paragraph):
    """A heading that enters the contents and the bookmarks when it is set."""

    def __init__(self, text: str, level: int, plain: str, key: str) -> None:
        super().__init__(f'<a name="{key}"/>{text}', HEADINGS[level])
        self.level, self.plain, self.key = level, plain, key


class Ruling(Paragraph):
    """A ruling: tinted, with a bar at its left in its style's ``bulletColor``."""

    def draw(self) -> None:
        """The bar, then the text over its ground."""
        super().draw()
        self.canv.saveState()
        self.canv.setFillColor(self.style.bulletColor)
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
            draw_item(canvas, item)
        canvas.restoreState()


class TailPiece(Drawing):
    """A drawing at a chapter's end, where the column's foot would stay empty: it costs no room.

    What follows goes to the next column where less than ``follows`` is left.
    """

    ROOM = 12.0
    """Above it."""
    _ZEROSIZE = _SPACETRANSFER = True
    """Platypus's names: not drawn it takes no room, nor the space between what is before and behind it."""

    def __init__(self, picture: Picture, width: float, follows: float = inf) -> None:
        super().__init__(picture, width)
        self.full, self.follows = self.height, follows

    def wrap(self, _: float, available: float) -> tuple[float, float]:
        """As high as it is, or nothing."""
        self.height = self.full + self.ROOM if self.full + 2 * self.ROOM < available < self.follows else 0.0
        return self.width, self.height

    def draw(self) -> None:
        """On the column's middle, if there is room."""
        if self.height:
            super().draw()


class Steps(Flowable):
    """The sequence of a turn as a strip of numbered boxes over the whole width, in two rows where there are many."""

    MOST, PAD, GAP = 10, 4.0, 3.0
    """Boxes in a row; room around and between them."""

    def __init__(self, texts: Sequence[str], width: float, accent: str) -> None:
        super().__init__()
        self.accent, self.width, self.spaceAfter = accent, width, 8.0
        rows = -(-len(texts) // self.MOST)
        self.across = -(-len(texts) // rows)
        self.each = (width - self.GAP * (self.across - 1)) / self.across
        numbers = [re.match(r"\d[\d.]*(?= )", text) for text in texts]  # its own, or counted
        self.labels = [number[0] if number else str(n) for n, number in enumerate(numbers, 1)]
        self.said = [Paragraph(text[len(number[0]) if number else 0 :].strip(), SMALL_CELL)
                     for text, number in zip(texts, numbers, strict=True)]  # fmt: skip
        self.high = max(said.wrap(self.each - 2 * self.PAD, 999)[1] for said in self.said) + 18
        self.height = rows * (self.high + self.GAP) - self.GAP

    def wrap(self, *_: float) -> tuple[float, float]:
        """As high as the longest text needs."""
        return self.width, self.height

    def draw(self) -> None:
        """A box each, its number above its words."""
        canvas: Any = self.canv
        for number, said in enumerate(self.said):
            x = number % self.across * (self.each + self.GAP)
            y = self.height - (number // self.across + 1) * (self.high + self.GAP) + self.GAP
            canvas.setFillColor(HexColor(mixed(self.accent, WHITE, 0.9)))
            canvas.rect(x, y, self.each, self.high, stroke=0, fill=1)
            canvas.setFillColor(HexColor(self.accent))
            canvas.setFont(BOLD, 10)
            canvas.drawString(x + self.PAD, y + self.high - 11.5, self.labels[number])
            said.drawOn(canvas, x + self.PAD, y + self.high - 14 - said.height)


class Grid(Flowable):
    """Pictures of one size in rows over the whole width, as many a page as it has room for."""

    GAP = 4.0

    def __init__(self, pictures: Sequence[Picture], width: float) -> None:
        super().__init__()
        self.pictures, self.width = tuple(pictures), width
        self.across = max(1, int((width + self.GAP) / (pictures[0].width + self.GAP)))
        self.step = (width - pictures[0].width) / max(1, self.across - 1)

    def wrap(self, *_: float) -> tuple[float, float]:
        """All its rows."""
        rows = -(-len(self.pictures) // self.across)
        self.height = rows * (self.pictures[0].height + self.GAP) - self.GAP
        return self.width, self.height

    def split(self, _: float, available: float) -> list[Flowable]:
        """As many rows as there is room for."""
        rows = int((available + self.GAP) // (self.pictures[0].height + self.GAP))
        first = self.pictures[: rows * self.across]
        return [Grid(part, self.width) for part in (first, self.pictures[len(first) :])] if first else []

    def draw(self) -> None:
        """Row by row."""
        canvas: Any = self.canv
        for number, picture in enumerate(self.pictures):
            canvas.saveState()
            row = number // self.across + 1
            canvas.translate(
                number % self.across * self.step, self.height - row * (picture.height + self.GAP) + self.GAP
            )
            for item in picture.items:
                draw_item(canvas, item)
            canvas.restoreState()


SLIP_WIDE, SLIP_HIGH = 102.0, 61.0
"""Of a small card: five across, ten a column."""


def slip(
    name: str, badge: str, figures: Sequence[tuple[str, str]], words: str, fill: str, sign: Iterable[Item] = ()
) -> Picture:
    """A small card: its name and a number on a band, figures below their heads, what it does; ``sign`` is drawn at the
    band's left, nine points wide."""
    ink, size, band, items = BLACK_INK, 6.5, 13.0, [*sign]
    top, left = SLIP_HIGH - band, 15.0 if items else 4.0
    frame: list[Item] = [
        Polygon(box(0.4, 0.4, SLIP_WIDE - 0.8, SLIP_HIGH - 0.8), WHITE, ink, 0.7),
        Polygon(box(0.4, top, SLIP_WIDE - 0.8, band - 0.4), fill, ink, 0.7),
    ]
    room = SLIP_WIDE - left - 16
    bold = chosen(name, (7.5, size), room, Face.BOLD)
    items.append(Texts(((left, top + 3.6, fitted(name, bold, room, Face.BOLD)),), bold, True, ink, True))
    items += [Circles(((SLIP_WIDE - 8.5, top + band / 2),), 5.4, ink)] if badge else []
    items.append(Texts(((SLIP_WIDE - 8.5, top + band / 2 - 2.3, badge),), size, True, WHITE))
    y = top
    if figures:
        each = (SLIP_WIDE - 4) / len(figures)
        heads = tuple((2 + each * (n + 0.5), top - 7, head) for n, (head, _) in enumerate(figures))
        values = tuple((2 + each * (n + 0.5), top - 15.5, value) for n, (_, value) in enumerate(figures))
        items += [Texts(heads, size, False, "#595959")]
        large = [(place, width_at_1(place[2], Face.BOLD) * 8.5 < each) for place in values]
        items += [Texts((place,), 8.5 if fits else size, True) for place, fits in large]
        y = top - 18.5
        items.append(Lines((((2.0, y), (SLIP_WIDE - 2, y)),), "#cccccc", 0.4))
    lines = wrap(words, Face.SANS, size, SLIP_WIDE - 8)[: int((y - 2) // 7.4)]
    items.append(Texts(tuple((4.0, y - 7.6 - 7.4 * n, line) for n, line in enumerate(lines)), size, False, ink, True))
    return Picture(SLIP_WIDE, SLIP_HIGH, name, words, (*frame, *items))


def draw_item(canvas: Any, item: Item) -> None:
    """One item of a picture with the canvas's own calls; hatches are drawn as their strokes."""
    match item:
        case Hexes(centres, radius, fill, line, width, hatch, ink):
            _ink(canvas, fill, line, width)
            for x, y in centres:
                canvas.drawPath(_hexagon(canvas.beginPath(), x, y, radius), stroke=bool(line), fill=bool(fill))
            if hatch and HATCHES[hatch].paths:
                _ink(canvas, "", ink, HATCHES[hatch].width * radius)
                canvas.setDash([round(part * radius, 2) for part in HATCHES[hatch].dash or ()])
                path = canvas.beginPath()
                for x, y in centres:
                    for stroke in HATCHES[hatch].paths:
                        path.moveTo(x + stroke[0][0] * radius, y + stroke[0][1] * radius)
                        for dx, dy in stroke[1:]:
                            path.lineTo(x + dx * radius, y + dy * radius)
                canvas.drawPath(path, stroke=1, fill=0)
        case Polygon(points, fill, line, width):
            _ink(canvas, fill, line, width)
            path = canvas.beginPath()
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
            canvas.drawPath(path, stroke=bool(line), fill=bool(fill))
        case Lines(paths, line, width, dash):
            _ink(canvas, "", line, width, dash)
            for points in paths:
                path = canvas.beginPath()
                path.moveTo(*points[0])
                for point in points[1:]:
                    path.lineTo(*point)
                canvas.drawPath(path, stroke=1, fill=0)
        case Circles(centres, radius, fill, line, width, dash):
            _ink(canvas, fill, line, width, dash)
            for x, y in centres:
                canvas.circle(x, y, radius, stroke=bool(line), fill=bool(fill))
        case Texts(places, size, bold, colour, start, halo):
            canvas.setFont(NAMES[bold], size)
            if halo:
                _ink(canvas, "", halo, 1.4)
                for x, y, text in places:
                    (canvas.drawString if start else canvas.drawCentredString)(x, y, text, mode=1)
            canvas.setFillColor(HexColor(colour))
            for x, y, text in places:
                (canvas.drawString if start else canvas.drawCentredString)(x, y, text)


def _ink(canvas: Any, fill: str, line: str, width: float, dash: float = 0.0) -> None:
    canvas.setDash([dash] if dash else [])
    if fill:
        canvas.setFillColor(HexColor(fill))
    if line:
        canvas.setStrokeColor(HexColor(line))
        canvas.setLineWidth(width)


def _hexagon(path: Any, x: float, y: float, radius: float) -> Any:
    (dx, dy), *others = CORNERS
    path.moveTo(x + dx * radius, y + dy * radius)
    for dx, dy in others:
        path.lineTo(x + dx * radius, y + dy * radius)
    path.close()
    return path


def widths(rows: Sequence[Sequence[str]], style: ParagraphStyle, width: float) -> list[float]:
    """Column widths: as wide as their text where that fits, else what is left shared by need; no word is cut."""
    pad = 7.0
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


# Cards of a printed rule book: framed, of one size where their words allow it, to cut out and pin up.
#
# A page's card is a title of the third rank (``27 · KnoSS · Know Spell Status``), a table of two levels side by side
# and a list of remarks; what follows in boxes stays a box below the card.


HEIGHT = 104.0
"""Of a card in points, ten of them a page; one with more to say is higher."""
PAD = 5.0
CARD_CODE, CARD_NAME = (
    style("card code", 15, fontName=BOLD, leading=16, textColor=VIOLET),
    style("card name", 8.5, leading=10),
)
BADGE = style("card badge", 6.5, leading=7, alignment=2, textColor=VIOLET)
LINE, FOOT = style("card line", 7.5, leading=8.8), style("card foot", 6.5, leading=7.8, textColor=HexColor("#555555"))


class CardMark(Heading):
    """The card's entry in the bookmarks: it takes no room of its own."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """No height."""
        super().wrap(width, height)
        return width, 0.0

    def draw(self) -> None:
        """Its marks, no words."""
        self.style = HEADINGS[2]
        super().draw()


class Card(Flowable):
    """A framed card."""

    def __init__(self, title: Sequence[str], badge: str, levels: Sequence[Sequence[str]], said: str, foot: str) -> None:
        super().__init__()
        number, code, name = title
        self.spaceBefore, self.spaceAfter = 2.0, 4.0
        self.head: tuple[Any, ...] = (
            Paragraph(code, CARD_CODE),
            Paragraph(f"{name}", CARD_NAME),
            Paragraph(f"{badge.upper()} · {number}", BADGE),
        )
        self.levels = [[Paragraph(text, LINE) for text in row] for row in levels]
        self.said, self.foot = Paragraph(said, LINE), Paragraph(foot, FOOT)

    def wrap(self, width: float, _: float) -> tuple[float, float]:
        """At least a card's height."""
        inner = width - 2 * PAD
        self.width = width
        half = inner / 2
        zero = [("FONT", (0, 0), (-1, -1), PLAIN),
                ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                ("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
                ("VALIGN", (0, 0), (-1, -1), "TOP")]  # fmt: skip
        # the three stand on one line
        low = [("TOPPADDING", (1, 0), (1, 0), 6.5), ("TOPPADDING", (2, 0), (2, 0), 8.5)]
        code = self.head[0].minWidth() + 8
        self.parts: list[tuple[Any, float]] = []
        for part, gap in (
            (Table([list(self.head)], [code, inner - code - 66, 66], style=[*zero, *low]), 1.0),
            (Table(self.levels, [half, half], style=zero), 3.0),
            (self.said, 3.0),
            (self.foot, 0.0),
        ):
            self.parts.append((part, part.wrap(inner, 1000)[1] + gap))
        self.height = max(HEIGHT, sum(high for _, high in self.parts) + 2 * PAD)
        return width, self.height

    def draw(self) -> None:
        """The frame, the head on tint, the rest from top to bottom, what is small at the foot."""
        canvas = self.canv
        canvas.saveState()
        high = self.parts[0][1] + PAD - 1
        canvas.setFillColor(TINT)
        canvas.rect(0, self.height - high, self.width, high, stroke=0, fill=1)
        canvas.setStrokeColor(VIOLET)
        canvas.setLineWidth(0.6)
        canvas.rect(0, 0, self.width, self.height, stroke=1, fill=0)
        canvas.restoreState()
        y = self.height - PAD + 2
        for part, tall in self.parts[:-1]:
            y -= tall
            part.drawOn(canvas, PAD, y + (3.0 if part is not self.parts[0][0] else 1.0))
        self.foot.drawOn(canvas, PAD, PAD - 1)


__all__ = ["Card", "CardMark"]
