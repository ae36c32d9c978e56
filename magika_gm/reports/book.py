"""A rule book as a PDF: a game's pages in Markdown, set with ReportLab's platypus.

Title page, table of contents with page numbers, bookmarks, running heads and "page x of y"; tables break over pages
and repeat their heads. The same book gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.fonts import addMapping
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
    XPreformatted,
)
from reportlab.platypus.tableofcontents import TableOfContents

from magika_gm.reports.book_parts import (
    BODY,
    CAPTION,
    CELL,
    CODE,
    CONTENTS_STYLES,
    GREY,
    HEADINGS,
    ITEM,
    RULING,
    SMALL_CELL,
    TINT,
    VIOLET,
    Drawing,
    Heading,
    Ruling,
    style,
    widths,
)
from magika_gm.reports.book_value import Book
from magika_gm.reports.layout import PAPERS
from magika_gm.reports.pdf_stream import BOLD, PLAIN, load_fonts

MARGIN, HEAD = 50.0, 22.0
ROOM = 84.0
"""A title or a line that leads to a list needs that much room below it, or goes to the next page."""
SMALL, ONE_PAGE = 14, 40
"""A table of at most so many rows is not broken; nor is a longer one whose rows are a line each and fit on a page."""
SHORT = 30
"""Cells of at most so many signs keep to one line."""
CARD_LEVEL = 2


class _Document(BaseDocTemplate):
    """Pages with a running head; the number of pages is known from the pass before."""

    total = seen = 0
    chapter = ""

    def __init__(self, out: io.BytesIO, paper: tuple[float, float], title: str) -> None:
        super().__init__(out, pagesize=paper, title=title, author="magika-gm", subject="Rules", lang="en", invariant=1,
                         initialFontName=PLAIN)  # fmt: skip
        frame = Frame(MARGIN, MARGIN, paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - HEAD, 0, 0, 0, 0)
        self.addPageTemplates([PageTemplate("page", [frame], onPageEnd=self._heads)])

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
        self.notify("TOCEntry", (flowable.level, escape(flowable.plain), self.page, flowable.key))

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
        canvas.drawCentredString(width / 2, MARGIN - 22, f"page {self.page} of {self.total}")
        canvas.restoreState()


class Printed(NamedTuple):
    """A finished PDF and how many pages it has."""

    data: bytes
    pages: int


def book_pdf(book: Book, paper: str = "letter", edition: str = "") -> Printed:
    """The book as a PDF on ``letter`` or ``a4`` paper; ``edition`` is a line on the title page."""
    load_fonts()
    rl_config.invariant = 1
    for bold in (0, 1):
        for italic in (0, 1):  # there is no slanted face; emphasis is bold
            addMapping(PLAIN, bold, italic, BOLD if bold else PLAIN)
    out = io.BytesIO()
    document = _Document(out, PAPERS[paper], book.title)
    width = PAPERS[paper][0] - 2 * MARGIN
    story = _front(book, width, edition)
    for chapter in book.chapters:
        story.append(PageBreak())
        story += _Setter(book, width, chapter.file).flowables(book.pages[f"{chapter.file}.md"])
    document.multiBuild(story)
    return Printed(out.getvalue(), document.seen)


def _front(book: Book, width: float, edition: str) -> list[Flowable]:
    """Title page and contents."""
    name = style("title", 40, alignment=TA_CENTER, textColor=VIOLET, spaceAfter=14)
    line = style("subtitle", 14, alignment=TA_CENTER, spaceAfter=34)
    tight = [("FONT", (0, 0), (-1, -1), PLAIN),
             ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5),
             ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0)]  # fmt: skip
    contents = TableOfContents(levelStyles=CONTENTS_STYLES, dotsMinLevel=1, tableStyle=TableStyle(tight))
    return [
        Spacer(1, 70),
        Paragraph(f"<b>{escape(book.name)}</b>", name),
        Paragraph(escape(book.subtitle), line),
        Drawing(book.cover, width),
        Spacer(1, 36),
        Paragraph(escape(book.motto), CAPTION),
        Paragraph(escape(edition), CAPTION),
        PageBreak(),
        Paragraph("<b>Contents</b>", HEADINGS[0]),
        contents,
    ]


class _Setter:
    """Turns one page's Markdown into flowables."""

    def __init__(self, book: Book, width: float, file: str) -> None:
        self.book = book
        self.width = width
        self.file = file
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable("table")

    def flowables(self, text: str) -> list[Flowable]:
        """A card (a title of the third rank and its text) is kept together, as is a small table and its lead."""
        done: list[Flowable] = []
        card: list[Flowable] = []
        tokens = self.markdown.parse(text)
        at = 0
        while at < len(tokens):
            end = _closing(tokens, at)
            made = self._block(tokens[at : end + 1])
            heading = made[0] if isinstance(made[0], Heading) else None
            if heading is not None and card:
                done.append(KeepTogether(card))
                card = []
            if heading is not None and heading.level == CARD_LEVEL:
                if done and isinstance(done[-1], Heading):  # the first of a group takes the group's title along
                    card.append(done.pop())
                card.append(heading)
            elif card:
                card += made
            elif heading is not None and heading.level:
                done += [CondPageBreak(ROOM), heading]
            elif isinstance(made[0], Table) and self._kept_whole(tokens[at : end + 1]):
                done.append(KeepTogether([*_lead(done), *made]))
            elif isinstance(made[0], CondPageBreak) and done and isinstance(done[-1], Heading):
                done[-1:] = [CondPageBreak(2 * ROOM), done[-1], *made[1:]]
            else:
                done += made
            at = end + 1
        return [*done, KeepTogether(card)] if card else done

    def _block(self, tokens: Sequence[Token]) -> list[Flowable]:
        first = tokens[0]
        match first.type:
            case "heading_open":
                return [self._heading(first, tokens[1])]
            case "paragraph_open":
                return self._paragraph(tokens[1])
            case "blockquote_open":
                # each paragraph of a box is a box of its own, so that a long one can break over pages
                return [Ruling(self._inline(t), RULING) for t in tokens if t.type == "inline"]
            case "bullet_list_open" | "ordered_list_open":
                return self._list(tokens)
            case "fence":
                text = escape(first.content.rstrip("\n"))
                return [XPreformatted(text, CODE)]
            case "table_open":
                return [self._table(tokens), Spacer(1, 8)]
        raise ValueError(f"{self.file}: no way to print {first.type}")

    def _heading(self, first: Token, inline: Token) -> Heading:
        level = int(first.tag[1:]) - 1
        plain = _plain(inline)
        key = f"page-{self.file}" if level == 0 else "sec-" + re.sub(r"\W+", "-", f"{self.file}-{plain}".lower())
        return Heading(f"<b>{self._inline(inline)}</b>", level, plain, key)

    def _paragraph(self, inline: Token) -> list[Flowable]:
        children = inline.children or []
        if len(children) == 1 and children[0].type == "image":
            name = str(children[0].attrs["src"]).removeprefix("img/").removesuffix(".svg")
            figure = Drawing(self.book.figures[name](), self.width)
            return [KeepTogether([figure, Spacer(1, 4), Paragraph(escape(children[0].content), CAPTION)])]
        if _plain(inline).endswith(":"):
            return [CondPageBreak(ROOM), Paragraph(self._inline(inline), BODY)]
        return [Paragraph(self._inline(inline), BODY)]

    def _list(self, tokens: Sequence[Token]) -> list[Flowable]:
        """A flat list; items are one paragraph each."""
        made: list[Flowable] = []
        ordered = tokens[0].type == "ordered_list_open"
        for token in tokens:
            if token.type == "inline":
                bullet = f"{len(made) + 1}." if ordered else "•"
                made.append(Paragraph(self._inline(token), ITEM, bulletText=bullet))
        return [*made, Spacer(1, 4)]

    def _table(self, tokens: Sequence[Token]) -> Table:
        rows: list[list[Token]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        style = SMALL_CELL if len(rows[0]) > 6 else CELL
        head = ParagraphStyle("head cell", style, fontName=BOLD)
        cells = [[Paragraph(self._inline(c), head if r == 0 else style) for c in row] for r, row in enumerate(rows)]
        columns = widths([[_plain(c) for c in row] for row in rows], style, self.width)
        table = Table(cells, columns, repeatRows=1, hAlign="LEFT")
        table.setStyle([
            ("FONT", (0, 0), (-1, -1), PLAIN),
            ("BACKGROUND", (0, 0), (-1, 0), TINT),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#cccccc")),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 4), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ])  # fmt: skip
        return table

    def _kept_whole(self, tokens: Sequence[Token]) -> bool:
        rows = sum(t.type == "tr_open" for t in tokens)
        longest = max(len(_plain(t)) for t in tokens if t.type == "inline")
        return rows <= SMALL or (rows <= ONE_PAGE and longest <= SHORT)

    def _inline(self, inline: Token) -> str:
        """Inline Markdown in ReportLab's markup."""
        out: list[str] = []
        dropped = 0
        for token in inline.children or []:
            match token.type:
                case "text":
                    out.append(escape(re.sub(r"(?<=\d) %", "\u00a0%", token.content)))
                case "softbreak" | "hardbreak":
                    out.append(" ")
                case "strong_open":
                    lead = bool(out) and out[-1].startswith("<a name=")
                    out.append('<b><font color="#5c3880">' if lead else "<b><font>")
                case "strong_close":
                    out.append("</font></b>")
                case "em_open":
                    out.append("<b>")
                case "em_close":
                    out.append("</b>")
                case "code_inline":
                    out.append(f'<font backColor="#f0f0f0">{escape(token.content)}</font>')
                case "html_inline":
                    mark = re.fullmatch(r'<a id="([^"]+)">', token.content)
                    if mark:
                        out.append(f'<a name="{mark[1]}"/>')
                case "link_open":
                    target = self._target(str(token.attrs["href"]))
                    dropped += not target
                    out.append(f'<a href="#{target}" color="#5c3880">' if target else "")
                case "link_close":
                    out.append("" if dropped else "</a>")
                    dropped = max(0, dropped - 1)
                case other:
                    raise ValueError(f"{self.file}: no way to print {other}")
        return "".join(out)

    def _target(self, href: str) -> str:
        """The place inside the book that a page's link leads to, or "" for one that leads elsewhere."""
        page, _, mark = href.partition("#")
        if mark:
            return mark
        name = page.removesuffix(".md")
        return f"page-{name}" if any(c.file == name for c in self.book.chapters) else ""


def _closing(tokens: Sequence[Token], start: int) -> int:
    """Where the block that opens at ``start`` ends."""
    level = 0
    for at in range(start, len(tokens)):
        level += tokens[at].nesting
        if level == 0:
            return at
    raise ValueError("a block without an end")


def _lead(done: list[Flowable]) -> list[Flowable]:
    """Take back the paragraph that leads to a table, and the title right above it."""
    lead: list[Flowable] = []
    if done and type(done[-1]) is Paragraph:
        lead.insert(0, done.pop())
    if done and isinstance(done[-1], Heading):
        lead.insert(0, done.pop())
    return lead


def _plain(inline: Token) -> str:
    """The words alone."""
    return "".join(
        c.content for c in inline.children or [] if c.type in ("text", "code_inline")
    ) + "".join(" " for c in inline.children or [] if c.type == "softbreak")  # fmt: skip
