"""Cards to be cut out: 63 by 88 millimetres, nine a page, with marks at the edges of the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.reports.kit.base import PAPERS
from magika_gm.reports.pdf_file import PdfFile
from magika_gm.reports.pdf_stream import Pen
from magika_gm.reports.picture import Picture
from magika_gm.reports.typeface import one_line

WIDE, HIGH = 63 / 25.4 * 72, 88 / 25.4 * 72
"""Of a card, in points: what sleeves are made for."""
ACROSS, DOWN = 3, 3
_MARK, _OFF = 9.0, 3.0
"""How long a mark is, and how far from the cards."""


def cut_sheets(cards: Sequence[Picture], paper: str, title: str) -> bytes:
    """The cards as PDF bytes on ``letter`` or ``a4``, each in the middle of its place."""
    size = PAPERS[paper]
    file = PdfFile(size)
    pen = Pen(file)
    left, low = (size[0] - ACROSS * WIDE) / 2, (size[1] - DOWN * HIGH) / 2
    for first in range(0, len(cards), ACROSS * DOWN):
        pen.code = []
        for number, card in enumerate(cards[first : first + ACROSS * DOWN]):
            x, y = left + number % ACROSS * WIDE, low + (DOWN - 1 - number // ACROSS) * HIGH
            pen.picture(card, x + (WIDE - card.width) / 2, y + (HIGH - card.height) / 2)
        _marks(pen, left, low)
        file.page(pen.code)
    return file.finish({"Title": one_line(title), "Author": "magika-gm", "Producer": "magika-gm"})


def _marks(pen: Pen, left: float, low: float) -> None:
    """Where a knife goes along: short strokes outside the cards, at each edge."""
    right, top = left + ACROSS * WIDE, low + DOWN * HIGH
    for n in range(ACROSS + 1):
        x = left + n * WIDE
        for y, way in ((low - _OFF, -1), (top + _OFF, 1)):
            pen.stroke([(x, y), (x, y + way * _MARK)], "#000000", 0.4)
    for n in range(DOWN + 1):
        y = low + n * HIGH
        for x, way in ((left - _OFF, -1), (right + _OFF, 1)):
            pen.stroke([(x, y), (x + way * _MARK, y)], "#000000", 0.4)
