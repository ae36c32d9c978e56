"""One page of a rule book, Markdown, as what platypus sets: paragraphs, lists, tables, boxes, cards, figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    Spacer,
    Table,
    XPreformatted,
)

from magika_gm.reports.book_parts import (
    BODY,
    BOLD,
    CAPTION,
    CARD_CELL,
    CELL,
    CODE,
    ITEM,
    PLAIN,
    RULING,
    SMALL_CELL,
    SMALL_ITEM,
    TINT,
    Card,
    CardMark,
    Drawing,
    Heading,
    Ruling,
    widths,
)
from magika_gm.reports.book_value import Book

ROOM = 62.0
"""A title or a line that leads to a list needs that much room below it, or goes to the next page."""
SMALL, ONE_PAGE = 14, 40
"""A table of at most so many rows is not broken; nor is a longer one whose rows are a line each and fit on a page."""
SHORT = 30
"""Cells of at most so many signs keep to one line."""
CARD_LEVEL = 2
LATER = "This table stands on the last pages, where there is room for it."


class Setter:
    """Turns one page's Markdown into flowables."""

    def __init__(self, book: Book, width: float, file: str, whole: float) -> None:
        self.book, self.whole = book, whole
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
        parts = plain.split(" · ")
        entry = f"{parts[2]} ({parts[1]})" if len(parts) == 3 else plain
        mark = f'<index item="{escape(entry.replace(",", ",,"), {chr(34): "&quot;"})}"/>'
        shown = "" if kind is CardMark else f"<b>{self._inline(inline)}</b>"
        anchors = "".join(re.findall(r'<a name="[^"]+"/>', self._inline(inline))) if kind is CardMark else ""
        return kind(f"{anchors}{shown}{mark}", level, plain, key)

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
                made.append(Paragraph(self._inline(token), SMALL_ITEM if self.in_card else ITEM, bulletText=bullet))
        return [*made, Spacer(1, 4)]

    def _table(self, tokens: Sequence[Token]) -> Table | None:
        rows: list[list[Token]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        style = CARD_CELL if self.in_card else SMALL_CELL if len(rows[0]) > 5 else CELL
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
            ("BACKGROUND", (0, 0), (-1, 0), TINT),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#cccccc")),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
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
                    out.append('<b><font color="#5c3880">' if lead else "<b><font>")
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
