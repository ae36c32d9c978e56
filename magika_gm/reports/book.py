# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""A rule book as a PDF: a game's pages in Markdown, set with ReportLab's platypus.

Title page, table of contents with page numbers, bookmarks, running heads and "page x of y"; tables break over pages
and repeat their heads. The same book gives the same bytes.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.fonts import addMapping
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    TableStyle,
)
from reportlab.platypus.tableofcontents import SimpleIndex, TableOfContents

from magika_gm.reports.book_parts import (
    BODY,
    BOLD,
    CONTENTS_STYLES,
    GREY,
    HEADINGS,
    PLAIN,
    VIOLET,
    Heading,
    TailPiece,
    draw_item,
    style,
)
from magika_gm.reports.book_setter import CARD_LEVEL, ROOM, Setter
from magika_gm.reports.book_value import Book
from magika_gm.reports.kit.style import PAPERS
from magika_gm.reports.typeface import load_faces

MARGIN, HEAD, GUTTER = 42.0, 20.0, 12.0
INDEX = style("index", 7.5)
TIGHT = [("FONT", (0, 0), (-1, -1), PLAIN),
             ("TOPPADDING", (0, 0), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
             ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0)]  # fmt: skip


class _Document(BaseDocTemplate):
    """Pages with a running head; the number of pages is known from the pass before."""

    total = seen = 0
    chapter = ""

    def __init__(self, out: io.BytesIO, paper: tuple[float, float], book: Book, edition: str) -> None:
        self.book, self.edition = book, edition
        super().__init__(out, pagesize=paper, title=book.title, author="magika-gm", subject="Rules", lang="en", invariant=1,
                         initialFontName=PLAIN)  # fmt: skip
        inner, tall = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - HEAD
        wide = column(paper[0])
        whole = Frame(MARGIN, MARGIN, inner, tall, 0, 0, 0, 0)
        left = Frame(MARGIN, MARGIN, wide, tall, 0, 0, 0, 0, id="left")
        right = Frame(MARGIN + wide + GUTTER, MARGIN, wide, tall, 0, 0, 0, 0, id="right")
        self.addPageTemplates(
            [
                PageTemplate("cover", [whole], onPage=self._cover),
                PageTemplate("page", [left, right], onPageEnd=self._heads),
                PageTemplate("wide", [whole], onPageEnd=self._heads),
            ]
        )

    def beforeDocument(self) -> None:  # noqa: N802 - platypus's name
        """Each pass begins again; what the last one counted is the total."""
        self.total, self.chapter = self.seen, ""

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - platypus's name
        """Headings enter contents and bookmarks."""
        if not isinstance(flowable, Heading):
            return
        if flowable.level == 0:
            self.chapter = flowable.plain
        self.canv.addOutlineEntry(flowable.plain, flowable.key, flowable.level, closed=flowable.level > 0)
        if flowable.level < CARD_LEVEL:
            self.notify("TOCEntry", (flowable.level, escape(flowable.plain), self.page, flowable.key))

    def _cover(self, canvas: Any, _: Any) -> None:
        """The picture over the whole width, the name above its tip, nothing else."""
        width, height = self.pagesize
        picture = self.book.cover
        canvas.saveState()
        canvas.setFillColor(HexColor(self.book.ground))
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
        scale = width / picture.width
        canvas.translate(0, 36)
        canvas.scale(scale, scale)
        for item in picture.items:
            draw_item(canvas, item)
        canvas.restoreState()
        canvas.saveState()
        canvas.setFillColor(VIOLET)
        canvas.setFont(BOLD, 72)
        canvas.drawCentredString(width / 2, height - 120, self.book.name)
        canvas.setFont(PLAIN, 15)
        canvas.drawCentredString(width / 2, height - 148, self.book.subtitle)
        canvas.setFont(PLAIN, 8.5)
        canvas.drawCentredString(width / 2, 20, self.edition)
        canvas.restoreState()
        self.seen = self.page

    def _heads(self, canvas: Any, _: Any) -> None:
        width, height = self.pagesize
        self.seen = self.page
        canvas.saveState()
        canvas.setStrokeColor(GREY)
        canvas.setLineWidth(0.5)
        top = height - MARGIN
        canvas.line(MARGIN, top - 7, width - MARGIN, top - 7)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(MARGIN, top, self.title)
        canvas.drawRightString(width - MARGIN, top, self.chapter)
        canvas.drawCentredString(width / 2, MARGIN - 18, f"page {self.page} of {self.total}")
        canvas.restoreState()


class Printed(NamedTuple):
    """A finished PDF and how many pages it has."""

    data: bytes
    pages: int


def book_pdf(book: Book, paper: str = "letter", edition: str = "") -> Printed:
    """The book as a PDF on ``letter`` or ``a4`` paper; ``edition`` is a line on the title page."""
    load_faces()
    rl_config.invariant, rl_config.useA85 = 1, 0
    for bold in (0, 1):
        for italic in (0, 1):  # there is no slanted face; emphasis is bold
            addMapping(PLAIN, bold, italic, BOLD if bold else PLAIN)
    out = io.BytesIO()
    document = _Document(out, PAPERS[paper], book, edition)
    width, whole = column(PAPERS[paper][0]), PAPERS[paper][0] - 2 * MARGIN
    index = SimpleIndex(headers=False, dot=" ", style=INDEX, tableStyle=TableStyle(TIGHT))
    story: list[Flowable] = [NextPageTemplate("page"), PageBreak(), *_contents(book)]
    late: list[Flowable] = []
    for number, chapter in enumerate(book.chapters):
        setter = Setter(book, width, chapter.file, whole)
        story += [CondPageBreak(2 * ROOM), *setter.flowables(book.pages[f"{chapter.file}.md"])]
        late += setter.late
        story += [TailPiece(book.tail(number, width * 0.62, 18.0), width)] if book.tail else []
    story += [CondPageBreak(3 * ROOM), Heading("<b>Index</b>", 0, "Index", "index"), index]
    if late or book.aid:
        story += [
            NextPageTemplate("wide"),
            PageBreak(),
            Heading("<b>Player aid</b>", 0, "Player aid", "player-aid"),
            *late,
        ]
        if book.aid:
            story += Setter(book, whole, "aid", whole).flowables(book.aid)
    document.multiBuild(story, canvasmaker=index.getCanvasMaker())
    return Printed(out.getvalue(), document.seen)


def column(width: float) -> float:
    """Width of a column on paper of that width."""
    return (width - 2 * MARGIN - GUTTER) / 2


def _contents(book: Book) -> list[Flowable]:
    """Contents: chapters and sections, no cards."""
    contents = TableOfContents(levelStyles=CONTENTS_STYLES, dotsMinLevel=1, tableStyle=TableStyle(TIGHT))
    return [Paragraph(escape(book.motto), BODY), Paragraph("<b>Contents</b>", HEADINGS[0]), contents, PageBreak()]
