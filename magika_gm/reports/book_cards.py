"""Cards of a printed rule book: framed, of one size where their words allow it, to cut out and pin up.

A page's card is a title of the third rank (``27 · KnoSS · Know Spell Status``), a table of two levels side by side and
a list of remarks; what follows in boxes stays a box below the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable, Paragraph, Table

from magika_gm.reports.book_parts import BOLD, HEADINGS, PLAIN, TINT, VIOLET, Heading, style

HEIGHT = 104.0
"""Of a card in points, ten of them a page; one with more to say is higher."""
PAD = 5.0
CODE, NAME = style("card code", 15, fontName=BOLD, leading=16, textColor=VIOLET), style("card name", 8.5, leading=10)
BADGE = style("card badge", 6.5, leading=7, alignment=2, textColor=VIOLET)
LINE, FOOT = style("card line", 7.5, leading=8.8), style("card foot", 6.5, leading=7.8, textColor=HexColor("#555555"))


class CardMark(Heading):
    """The card's entry in bookmarks and index: it takes no room of its own."""

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
            Paragraph(code, CODE),
            Paragraph(f"{name}", NAME),
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
