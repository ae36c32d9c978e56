"""Pages filled from top to bottom: running text, columns, blocks kept whole, headings, links and the outline."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, letter
from reportlab.pdfbase.pdfdoc import BasicFonts, PDFObject, PDFObjectReference, xObjectName
from reportlab.pdfgen.canvas import Canvas

from magika_gm.reports.pdf_stream import BOLD, PLAIN, Pen, load_fonts, text_width, width_at_1
from magika_gm.reports.templating import safe
from magika_gm.reports.typeface import Ready

PAPERS: dict[str, tuple[float, float]] = {"letter": letter, "a4": A4}
MARGIN = 42.0
FOOT = MARGIN + 10
"""Nothing is written below."""
HEAD = 24.0
"""Height of the running head."""
VIOLET, PALE = "#5c3880", "#f2edf8"


def shown(text: str) -> str:
    """Text with every sign the fonts lack shown as the replacement sign; nothing disappears."""
    clean = safe(text)
    if clean.isascii():
        return clean
    known = load_fonts()
    return "".join(c if ord(c) in known or c in "\n\t" else "\ufffd" for c in clean)


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Lines no wider than ``width``; a word too long for a line is cut."""
    lines: list[str] = []
    bold, most = font == BOLD, width / size
    space = width_at_1(" ", bold)
    for paragraph in text.replace("\t", "    ").split("\n"):
        line, used = "", 0.0
        for word in _pieces(paragraph.split(" "), bold, most):
            w = width_at_1(word, bold)
            if line and used + space + w > most:
                lines.append(line)
                line, used = word, w
            else:
                line, used = (f"{line} {word}", used + space + w) if line else (word, w)
        lines.append(line)
    return lines


def _pieces(words: Iterable[str], bold: bool, most: float) -> Iterable[str]:
    for word in words:
        rest = word
        while width_at_1(rest, bold) > most and len(rest) > 1:
            cut = max(1, int(len(rest) * most / width_at_1(rest, bold)))
            while cut > 1 and width_at_1(rest[:cut], bold) > most:
                cut -= 1
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


def fitted(text: str, size: float, width: float, bold: bool = False) -> str:
    """A text on one line: cut with an ellipsis where it is too wide."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


Drawing = Callable[[Pen, float], None]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links and the outline lead to."""

    key: str
    title: str
    page: int
    y: float
    level: int = 0


class Page:
    """What is drawn on one page: its operators, links (rectangle and target) and size."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = size
        self.code: list[str] = []
        self.links: list[tuple[tuple[float, float, float, float], str]] = []
        self.finish: list[Callable[[Any], None]] = []


class Layout:
    """Fills the pages of one document. ``scale`` enlarges all type; 1 is normal print."""

    def __init__(self, paper: tuple[float, float], scale: float = 1.0) -> None:
        rl_config.invariant, rl_config.useA85 = 1, 0
        self.out = io.BytesIO()
        self.canvas: Any = Canvas(self.out, pagesize=paper, pageCompression=1, invariant=1, lang="en")
        self.pen = Pen(self.canvas)
        self.paper, self.scale = paper, scale
        self.pages: list[Page] = []
        self.anchors: list[Anchor] = []
        self.new_page()

    def new_page(self, size: tuple[float, float] | None = None) -> None:
        """Begin a page, of the paper's size unless another is given."""
        self.pages.append(Page(size or self.paper))
        self.pen.code = self.page.code
        self.width, self.height = self.page.size
        self.inner = self.width - 2 * MARGIN
        self.y = self.height - MARGIN - HEAD

    @property
    def page(self) -> Page:
        """The page being filled."""
        return self.pages[-1]

    @property
    def room(self) -> float:
        """Height left on this page."""
        return self.y - FOOT

    @property
    def crowded(self) -> bool:
        """Whether room is to be saved: the type is smaller than that of normal print."""
        return self.scale < 1

    @property
    def across(self) -> int:
        """Columns for short texts: two, or one in large print."""
        return 1 if self.scale > 1 else 2

    @property
    def fresh(self) -> bool:
        """Whether nothing has been put on this page yet."""
        return not self.page.code

    def block(self, height: float, draw: Drawing) -> None:
        """Something ``height`` tall, kept whole; ``draw`` gets the pen and the block's top."""
        self.need(height)
        draw(self.pen, self.y)
        self.y -= height

    def need(self, height: float) -> None:
        """Begin a new page unless that much room is left, so that a title keeps what it heads."""
        if self.y - height < FOOT and not self.fresh:
            self.new_page(None)

    def gap(self, height: float) -> None:
        """Leave space."""
        self.y -= height * self.scale

    def anchor(self, key: str, title: str, level: int = 0, above: float = 0.0) -> None:
        """A place for links and the outline, at the present height."""
        self.anchors.append(Anchor(key, title, len(self.pages) - 1, self.y + above, level))

    def heading(self, title: str, key: str, keep: float = 60.0) -> None:
        """A section's title with a line under it; ``keep`` is the height of what must stay with it."""
        size = 12 * self.scale
        self.need(size * 2.2 + keep * max(1, self.scale))
        if not self.fresh:
            self.gap(9)
        self.anchor(key, title)

        def draw(pen: Pen, top: float) -> None:
            pen.text(MARGIN, top - size, title, size, True, VIOLET)
            pen.rule(MARGIN, top - size * 1.4, self.width - MARGIN, VIOLET, 1)

        self.block(size * 2, draw)

    def text(
        self, text: str, size: float = 9, font: str = PLAIN, indent: float = 0, after: float = 0, bullet: bool = False
    ) -> None:
        """Running text, broken over pages line by line. Sizes and distances are those of normal print."""
        size, indent = size * self.scale, indent * self.scale
        left = MARGIN + indent + (size if bullet else 0.0)
        lines = wrap(shown(text), font, size, self.width - MARGIN - left)
        step = size * 1.36
        if self.room < step:
            self.new_page()
        if bullet:
            self.pen.text(MARGIN + indent, self.y - size, "•", size)
        while lines:
            if self.room < step:
                self.new_page()
            fit = max(1, int(self.room // step))
            part, lines = lines[:fit], lines[fit:]
            self.pen.lines(left, self.y, part, size, step, font == BOLD)
            self.y -= step * len(part)
        self.gap(after)

    def columns(self, blocks: Sequence[Sequence[tuple[str, str]]], size: float, number: int) -> None:
        """Blocks of (text, font) paragraphs in columns, filled one after the other and evened out.

        A block stays whole where it fits on a page. Reading goes down a column, then to the next.
        """
        size *= self.scale
        step, apart = size * 1.36, 14.0
        width = (self.inner - apart * (number - 1)) / number
        waiting = [
            [(line, font) for text, font in block for line in wrap(shown(text), font, size, width)] + [("", PLAIN)]
            for block in blocks
        ]
        while waiting:
            fit = int(self.room // step)
            if fit < min(len(waiting[0]), 12) and not self.fresh:
                self.new_page()
                fit = int(self.room // step)
            if len(waiting[0]) > fit:
                waiting[:1] = [waiting[0][:fit], waiting[0][fit:]]
            least = -(-sum(map(len, waiting)) // number)
            for height in range(min(least, fit), fit + 1):
                filled = _filled(waiting, height, number)
                if sum(map(len, filled)) == len(waiting):
                    break
            for place, column in enumerate(filled):
                lines = [line for block in column for line in block]
                for row, (line, font) in enumerate(lines):
                    if line:
                        x = MARGIN + place * (width + apart)
                        self.pen.text(x, self.y - size - row * step, line, size, font == BOLD)
            del waiting[: sum(map(len, filled))]
            self.y -= step * max(sum(map(len, column)) for column in filled)

    def link(self, x: float, y: float, width: float, height: float, target: str) -> None:
        """A rectangle that leads to an anchor's key, or to an address (``mailto:…``)."""
        self.page.links.append(((x, y, x + width, y + height), target))


Block = list[tuple[str, str]]


def _filled(blocks: Sequence[Block], height: int, number: int) -> list[list[Block]]:
    """The first blocks that go into so many columns of that many lines, whole and in order."""
    columns: list[list[Block]] = [[]]
    used = 0
    for block in blocks:
        if used + len(block) > height + 1:  # the empty line after the last block may be lost
            if len(columns) == number or len(block) > height + 1:
                break
            columns.append([])
            used = 0
        columns[-1].append(block)
        used += len(block)
    return columns


def finish(layout: Layout, head: tuple[str, str], info: dict[str, str]) -> bytes:
    """The document's bytes: running heads (``head`` is left and right text; the page number is put after the right).

    ``info`` has its title, author and subject.
    """
    canvas = layout.canvas
    canvas.setTitle(info["title"])
    canvas.setAuthor(info["author"])
    canvas.setSubject(info["subject"])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    anchors: dict[int, list[Anchor]] = {}
    for anchor in layout.anchors:
        anchors.setdefault(anchor.page, []).append(anchor)
    places = {anchor.key: anchor for anchor in layout.anchors}
    for number, page in enumerate(layout.pages):
        canvas.setPageSize(page.size)
        layout.pen.code = canvas._code
        for anchor in anchors.get(number, ()):
            canvas.bookmarkHorizontal(anchor.key, 0, min(anchor.y + 6, page.size[1]))
            canvas.addOutlineEntry(anchor.title, anchor.key, anchor.level, False)
        _head(layout, page, head[0], f"{head[1]}, page {number + 1} of {len(layout.pages)}")
        canvas._code.extend(page.code)
        for rectangle, target in page.links:
            if target.startswith("mailto:"):
                canvas.linkURL(target, rectangle, thickness=0)
            else:
                canvas._addAnnotation(_Link(rectangle, places[target]))
        for late in page.finish:
            late(canvas)
        canvas.showPage()
    _share_resources(layout)
    canvas.save()
    return layout.out.getvalue()


class _Link(PDFObject):
    """A rectangle that leads to an anchor; ReportLab's own takes as long as a page of text."""

    __RefOnly__ = 1

    def __init__(self, rectangle: tuple[float, float, float, float], anchor: Anchor) -> None:
        self.rectangle, self.anchor = rectangle, anchor

    def format(self, document: Any) -> bytes:
        """Its text."""
        page = PDFObjectReference(f"Page{self.anchor.page + 1}").format(document).decode()
        box = " ".join(f"{value:.1f}" for value in self.rectangle)
        there = f"/Dest [{page} /XYZ 0 {self.anchor.y + 6:.1f} null]"
        return f"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{box}] {there} >>".encode()


def _share_resources(layout: Layout) -> None:
    """One dictionary of fonts and map tiles for all pages."""
    document = layout.canvas._doc
    named = {xObjectName(name) for name in layout.pen.tiles}
    tiles = b" ".join(b"/%s %s" % (n.encode(), PDFObjectReference(n).format(document)) for n in sorted(named))
    fonts = PDFObjectReference(BasicFonts).format(document)
    resources = Ready(b"<< /Font %s /ProcSet [/PDF /Text] /XObject << %s >> >>" % (fonts, tiles))
    reference = document.Reference(resources)
    for number in range(1, len(layout.pages) + 1):
        document.idToObject[f"Page{number}"].Resources = reference


def _head(layout: Layout, page: Page, left: str, right: str) -> None:
    width, height = page.size
    pen, size, y = layout.pen, min(9 * layout.scale, 12), height - MARGIN + 4
    free = width - 2 * MARGIN - text_width(right, size) - 12
    pen.text(MARGIN, y, fitted(left, size, free, bold=True), size, True)
    pen.right(width - MARGIN, y, right, size)
    pen.rule(MARGIN, y - 6, width - MARGIN, "#b3b3b3")
