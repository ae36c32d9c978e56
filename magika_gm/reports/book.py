# ruff: noqa: E501 - markup and tables of figures stay in one piece
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
from reportlab.lib.fonts import addMapping
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
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
    BOLD,
    CAPTION,
    CARD_CELL,
    CELL,
    CODE,
    GREY,
    HEADINGS,
    ITEM,
    LISTED,
    PALE,
    PLAIN,
    SMALL_CELL,
    SMALL_ITEM,
    Card,
    CardMark,
    Drawing,
    Grid,
    Heading,
    Ruling,
    Steps,
    TailPiece,
    contents_styles,
    draw_item,
    inked,
    ruling_style,
    widths,
)
from magika_gm.reports.kit.base import PAPERS
from magika_gm.reports.picture import CARD_WIDE, FAN, SPREAD, WHITE, mixed, without_words
from magika_gm.reports.rule_pages import Book
from magika_gm.reports.typeface import load_faces

# One page of a rule book, Markdown, as what platypus sets: paragraphs, lists, tables, boxes, cards, figures.


ROOM = 62.0
"""A title or a line that leads to a list needs that much room below it, or goes to the next page."""
SMALL, ONE_PAGE = 14, 40
"""A table of at most so many rows is not broken; nor is a longer one whose rows are a line each and fit on a page."""
SHORT = 30
"""Cells of at most so many signs keep to one line."""
CARD_LEVEL = 2
MARKS = {"<sup>": '<font size="6.5" color="#6f6580">', "</sup>": "</font>"}
"""What is small and quiet."""
LATER = "This table stands on the last pages, where there is room for it."


class Setter:
    """Turns one page's Markdown into flowables."""

    def __init__(self, book: Book, width: float, file: str, whole: float, *, small: bool = False) -> None:
        self.book, self.whole, self.small = book, whole, small
        self.late: list[Flowable] = []
        """Tables too wide for a column: they stand on the last pages."""
        self.in_card = False
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
            if self.book.cards and _is_card(tokens, at):
                if card:
                    done.append(KeepTogether(card))
                until = next((n for n in range(end + 1, len(tokens)) if tokens[n].type == "heading_open"), len(tokens))
                card = [done.pop()] if done and isinstance(done[-1], Heading) else []
                done.append(KeepTogether([*card, *self._card(tokens[at:until])]))
                card, at = [], until
                continue
            if tokens[at].type == "heading_open":
                self.in_card = int(tokens[at].tag[1:]) - 1 == CARD_LEVEL
            made = self._block(tokens[at : end + 1])
            if not made:
                at = end + 1
                continue
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
                first = len(done) - 1
                while first and isinstance(done[first - 1], Heading | CondPageBreak):
                    first -= 1  # a chapter's title goes along with its first section's
                done[first:] = [CondPageBreak(2 * ROOM), *done[first:], *made[1:]]
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
                return [Ruling(self._inline(t), ruling_style(self.book.accent)) for t in tokens if t.type == "inline"]
            case "bullet_list_open" | "ordered_list_open":
                return self._list(tokens)
            case "fence":
                text = escape(first.content.rstrip("\n"))
                return [XPreformatted(text, CODE)]
            case "table_open":
                table = self._table(tokens)
                return (
                    [table, Spacer(1, 4 if self.in_card else 6)] if table is not None else [Paragraph(LATER, CAPTION)]
                )
        raise ValueError(f"{self.file}: no way to print {first.type}")

    def _card(self, tokens: Sequence[Token]) -> list[Flowable]:
        """A card, and the boxes that belong to it."""
        heading = self._heading(tokens[0], tokens[1])
        rows: list[list[str]] = []
        remarks: list[str] = []
        boxes: list[Flowable] = []
        at = 3
        while at < len(tokens):
            end = _closing(tokens, at)
            part = tokens[at : end + 1]
            if part[0].type == "table_open":
                for token in part:
                    if token.type == "tr_open":
                        rows.append([])
                    elif token.type == "inline":
                        rows[-1].append(self._inline(token))
            elif part[0].type == "bullet_list_open":
                remarks += [self._inline(token) for token in part if token.type == "inline"]
            else:
                boxes += self._block(part)
            at = end + 1
        (badge, *heads), *body = rows
        (_, *orders), *body = body
        *figures, (_, *effects) = body
        levels = [[f"<b>{head}</b>  {order}" for head, order in zip(heads, orders, strict=True)]]
        levels += [[f"{row[0]}: {text}" if row[0] == "lasts" else text for text in row[1:]] for row in figures]
        said = "  ".join(f"<b>{head.capitalize()}:</b> {text}" for head, text in zip(heads, effects, strict=True))
        card = Card(heading.plain.split(" · "), badge.removesuffix(" spell"), levels, said, "  ".join(remarks))
        return [self._heading(tokens[0], tokens[1], CardMark), card, *boxes]

    def _heading(self, first: Token, inline: Token, kind: type[Heading] = Heading) -> Heading:
        level = int(first.tag[1:]) - 1
        plain = _plain(inline)
        key = f"page-{self.file}" if level == 0 else "sec-" + re.sub(r"\W+", "-", f"{self.file}-{plain}".lower())
        shown = "" if kind is CardMark else inked(f"<b>{self._inline(inline)}</b>", self.book.accent)
        anchors = "".join(re.findall(r'<a name="[^"]+"/>', self._inline(inline))) if kind is CardMark else ""
        return kind(f"{anchors}{shown}", level, plain, key)

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
        style = LISTED if self.small else SMALL_ITEM if self.in_card else ITEM
        for token in tokens:
            if token.type == "inline":
                bullet = f"{len(made) + 1}." if ordered else "•"
                made.append(Paragraph(self._inline(token), style, bulletText=bullet))
        return [*made, Spacer(1, 4)]

    def _table(self, tokens: Sequence[Token]) -> Table | None:
        rows: list[list[Token]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        style = CARD_CELL if self.in_card else SMALL_CELL if self.small or len(rows[0]) > 5 else CELL
        head = ParagraphStyle("head cell", style, fontName=BOLD)
        cells = [[Paragraph(self._inline(c), head if r == 0 else style) for c in row] for r, row in enumerate(rows)]
        plain = [[_plain(c) for c in row] for row in rows]
        late = False
        try:
            columns = widths(plain, style, self.width)
        except ValueError:
            columns, late = widths(plain, style, self.whole), True
        table = Table(cells, columns, repeatRows=1, hAlign="LEFT")
        table.setStyle([
            ("FONT", (0, 0), (-1, -1), PLAIN),
            ("BACKGROUND", (0, 0), (-1, 0), HexColor(mixed(self.book.accent, WHITE, 0.88))),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#cccccc")),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.7 if self.small else 1.5),
            *[("BACKGROUND", (0, row), (-1, row), PALE) for row in range(2, len(rows), 2) if self.small],
        ])  # fmt: skip
        if late:
            self.late += [table, Spacer(1, 8)]
            return None
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
                    text = re.sub(r"(?<=\d) %", "\u00a0%", token.content)
                    out.append(escape(re.sub(r"(?<![\w.])-(?=\d)", "\u2212", text)))
                case "softbreak" | "hardbreak":
                    out.append(" ")
                case "strong_open":
                    lead = bool(out) and out[-1].startswith("<a name=")
                    out.append(f'<b><font color="{self.book.accent}">' if lead else "<b><font>")
                case "strong_close":
                    out.append("</font></b>")
                case "em_open":
                    out.append("<b>")
                case "em_close":
                    out.append("</b>")
                case "code_inline":
                    out.append(f"<b>{escape(token.content)}</b>")
                case "html_inline":
                    mark = re.fullmatch(r'<a id="([^"]+)">', token.content)
                    if mark or token.content in MARKS:
                        out.append(f'<a name="{mark[1]}"/>' if mark else MARKS[token.content])
                case "link_open":
                    target = self._target(str(token.attrs["href"]))
                    dropped += not target
                    out.append(f'<a href="#{target}" color="{self.book.accent}">' if target else "")
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


def _is_card(tokens: Sequence[Token], at: int) -> bool:
    """Whether a card begins here: a title of three parts, a table below it."""
    first = tokens[at]
    if first.type != "heading_open" or int(first.tag[1:]) - 1 != CARD_LEVEL or at + 3 >= len(tokens):
        return False
    return _plain(tokens[at + 1]).count(" · ") == 2 and tokens[at + 3].type == "table_open"


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


MARGIN, HEAD, GUTTER = 42.0, 20.0, 12.0
TIGHT = [("FONT", (0, 0), (-1, -1), PLAIN),
             ("TOPPADDING", (0, 0), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
             ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0)]  # fmt: skip


class _Document(BaseDocTemplate):
    """Pages with a running head; the number of pages is known from the pass before."""

    total = seen = 0
    chapter = ""

    def __init__(
        self,
        out: io.BytesIO,
        paper: tuple[float, float],
        book: Book,
        edition: str,
        *,
        top: float = 100.0,
        first: str = "cover",
    ) -> None:
        self.book, self.edition = book, edition
        super().__init__(out, pagesize=paper, title=book.title, author="magika-gm", subject="Rules", lang="en", invariant=1,
                         initialFontName=PLAIN)  # fmt: skip
        inner, tall = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - HEAD
        wide = column(paper[0])
        whole = Frame(MARGIN, MARGIN, inner, tall, 0, 0, 0, 0)
        left = Frame(MARGIN, MARGIN, wide, tall, 0, 0, 0, 0, id="left")
        right = Frame(MARGIN + wide + GUTTER, MARGIN, wide, tall, 0, 0, 0, 0, id="right")
        over = Frame(MARGIN, MARGIN + tall - top, inner, top, 0, 0, 0, 0)
        part = _column_of(book, inner)
        places = [MARGIN + n * (part + GUTTER) for n in range(book.aid_columns)]
        columns = [Frame(x, MARGIN, part, tall - top, 0, 0, 0, 0) for x in places]
        templates = [
            PageTemplate("cover", [whole], onPage=self._cover),
            PageTemplate("page", [left, right], onPageEnd=self._heads),
            PageTemplate("wide", [whole], onPageEnd=self._heads),
            PageTemplate("aid", [over, *columns], onPageEnd=self._heads),
        ]
        self.addPageTemplates(sorted(templates, key=lambda one: one.id != first))

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
        for item in without_words(picture).items:
            draw_item(canvas, item)
        canvas.restoreState()
        self._fan(canvas)
        canvas.saveState()
        canvas.setFillColor(HexColor(self.book.accent))
        canvas.setFont(BOLD, 72)
        canvas.drawCentredString(width / 2, height - 120, self.book.name)
        canvas.setFont(PLAIN, 15)
        canvas.drawCentredString(width / 2, height - 148, self.book.subtitle)
        canvas.setFont(PLAIN, 8.5)
        canvas.drawCentredString(width / 2, 20, self.edition)
        canvas.restoreState()
        self.seen = self.page

    def _fan(self, canvas: Any) -> None:
        """Cards like a hand held out: turned about a point below the sheet."""
        width, cards = self.pagesize[0], self.book.fan
        for number, card in enumerate(cards):
            canvas.saveState()
            canvas.translate(width / 2, -FAN * 0.55)
            canvas.rotate((len(cards) - 1) * SPREAD / 2 - number * SPREAD)
            canvas.translate(0, FAN)
            scale = width * CARD_WIDE / card.width
            canvas.scale(scale, scale)
            canvas.translate(-card.width / 2, 0)
            for item in card.items:
                draw_item(canvas, item)
            canvas.restoreState()

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
    width, whole = column(PAPERS[paper][0]), PAPERS[paper][0] - 2 * MARGIN
    story: list[Flowable] = [NextPageTemplate("page"), PageBreak(), *_contents(book, width)]
    late: list[Flowable] = []
    whole_column = PAPERS[paper][1] - 2 * MARGIN - HEAD
    for number, chapter in enumerate(book.chapters):
        setter = Setter(book, width, chapter.file, whole, small=chapter.small)
        story += [CondPageBreak(2 * ROOM), *setter.flowables(book.pages[f"{chapter.file}.md"])]
        late += setter.late
        follows = 2 * ROOM if number + 1 < len(book.chapters) else whole_column
        story += [TailPiece(book.tail(number, width * 0.62, 18.0), width, follows)] if book.tail else []
    top, columns = _aid(book, whole) if book.aid else ([], [])
    if book.aid and _high(late) < FEW:
        top, late = [*top, *late], []
    story += [NextPageTemplate("wide")] if late or book.faces else []
    story += [PageBreak(), _titled("Tables", book), *late] if late else []
    for title, pictures in book.faces.items():
        story += [PageBreak(), _titled(title, book), Grid(pictures, whole)]
    story += [NextPageTemplate("aid"), PageBreak(), *top, FrameBreak(), *columns] if book.aid else []
    document = _Document(out, PAPERS[paper], book, edition, top=_high(top))
    document.multiBuild(story)
    return Printed(out.getvalue(), document.seen)


def aid_pdf(book: Book, paper: str = "letter", edition: str = "") -> Printed:
    """The book's last page alone: a sheet to lie beside one's orders."""
    load_faces()
    rl_config.invariant, rl_config.useA85 = 1, 0
    out = io.BytesIO()
    top, columns = _aid(book, PAPERS[paper][0] - 2 * MARGIN)
    document = _Document(out, PAPERS[paper], book, edition, top=_high(top), first="aid")
    document.seen = 1  # page 1 of 1
    document.multiBuild([*top, FrameBreak(), *columns])
    return Printed(out.getvalue(), document.seen)


def _titled(title: str, book: Book) -> Heading:
    """The title of what stands over the whole width."""
    key = re.sub(r"\W+", "-", title.lower())
    return Heading(inked(f"<b>{title}</b>", book.accent), 0, title, key)


def _aid(book: Book, width: float) -> tuple[list[Flowable], list[Flowable]]:
    """The last page: the sequence as a strip over it, tables in its columns."""
    setter = Setter(book, _column_of(book, width), "aid", width, small=True)
    tokens = setter.markdown.parse(book.aid)
    steps = [setter._inline(t) for t in tokens[: _closing(tokens, 0) + 1] if t.type == "inline"]
    strip = Steps(steps, width, book.accent)
    return [_titled("Player aid", book), strip], setter.flowables(book.aid.partition("\n\n")[2])


def _column_of(book: Book, width: float) -> float:
    """Width of a column of the last page."""
    return (width - GUTTER * (book.aid_columns - 1)) / book.aid_columns


FEW = 150.0
"""Tables over the whole width that are no higher stand on the last page, below the strip."""


def _high(parts: Sequence[Flowable]) -> float:
    """Height of what stands one below the other."""
    return sum(part.wrap(999, 999)[1] + part.getSpaceAfter() for part in parts) + 2


def column(width: float) -> float:
    """Width of a column on paper of that width."""
    return (width - 2 * MARGIN - GUTTER) / 2


def _contents(book: Book, width: float) -> list[Flowable]:
    """Contents: chapters and sections, no cards; before them what marks mean."""
    contents = TableOfContents(levelStyles=contents_styles(book.accent), dotsMinLevel=1, tableStyle=TableStyle(TIGHT))
    legend = Setter(book, width, "legend", width).flowables(book.legend)
    title = Paragraph(inked("<b>Contents</b>", book.accent), HEADINGS[0])
    return [Paragraph(escape(book.motto), BODY), *legend, title, contents, PageBreak()]
