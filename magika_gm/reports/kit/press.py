"""Blocks on pages: strips of the grid filled from top to bottom, stretched to the foot, none torn, none empty.

A game hands over strips of blocks; where they stand is decided here. In large print a strip's columns stand one below
the other at the full width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from magika_gm.engine.chain import BOUND
from magika_gm.reports.kit.base import (
    GREY,
    GUTTER,
    LABEL,
    MARGIN,
    MOST_LARGE,
    PALE,
    PAPERS,
    SMALL,
    Block,
    Spot,
    Style,
    spans,
)
from magika_gm.reports.kit.head import CHAIN_OF_TURNS, Proof
from magika_gm.reports.pdf_file import Fields, PdfFile, shared_by_fields
from magika_gm.reports.pdf_stream import BOLD, SANS, Pen, text_width
from magika_gm.reports.typeface import chosen, fitted, one_line

# What goes to the press: blocks in columns, columns in strips, strips on leaves, leaves in a document.


GAP, TIGHT_GAP = 11.0, 7.0
"""Between strips, and between blocks of a column, at least; in a document that is set tight."""


class Column(NamedTuple):
    """Blocks one below the other, so many columns of the grid wide."""

    span: int
    blocks: tuple[Block, ...]


class Strip(NamedTuple):
    """What stands side by side. ``name`` enters the outline. ``follows`` are blocks that it never stands before, as a
    legend its map; in a column each block follows those above it.
    """

    columns: tuple[Column, ...]
    name: str = ""
    follows: tuple[Block, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All that stands in it."""
        return tuple(block for column in self.columns for block in column.blocks)


def full(block: Block, name: str = "", follows: Sequence[Block] = ()) -> Strip:
    """A block over the whole width."""
    return Strip((Column(12, (block,)),), name, tuple(follows))


def one_below_the_other(blocks: Sequence[Block], follows: Sequence[Block] = ()) -> list[Strip]:
    """Blocks over the whole width, each behind those before it."""
    return [full(block, follows=(*follows, *blocks[:at])) for at, block in enumerate(blocks)]


def beside(left: int, one: Sequence[Block], other: Sequence[Block]) -> Strip:
    """Two columns of blocks; the first spans ``left`` columns of the grid."""
    return Strip((Column(left, tuple(one)), Column(12 - left, tuple(other))))


class Leaf(NamedTuple):
    """What begins on a page of its own: its name in the outline, its strips, and words for its foot.

    What is too high for the rest of a page lets what comes after it fill that page, but in a leaf ``in_order``: a form
    is filled in as it is read.
    """

    name: str
    strips: tuple[Strip, ...]
    foot: str = ""
    in_order: bool = False
    framed: bool = False
    """A sheet to be hung up: nothing stands at its head or foot, and what is on it fills it."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document to be printed."""

    title: str
    author: str
    subject: str
    head: str
    """The running head of all pages but the first."""
    leaves: tuple[Leaf, ...]
    foot: str = ""
    """The colophon, on the first page's foot."""
    proof: Proof | None = None
    """What the game can be checked by: the chain's last link below the colophon, all of it in the file's properties."""
    first_head: bool = False
    fillers: tuple[Block, ...] = ()
    """What pages get that would end early, the last one excepted, the first there is room for: each once, the last of
    them, lines for notes, on every such page."""


def paired(strips: list[Strip]) -> list[Strip]:
    """The strips, two that follow one another side by side where half of the width is enough for both."""
    found: list[Strip] = []
    for strip in strips:
        before = found[-1].columns if found else ()
        if len(before) == 1 == len(strip.columns) and all(
            b.narrow for c in (*before, *strip.columns) for b in c.blocks
        ):
            made = beside(6, before[0].blocks, strip.columns[0].blocks)
            follows = (*found[-1].follows, *strip.follows)
            found[-1] = made._replace(name=found[-1].name or strip.name, follows=follows)
        else:
            found.append(strip)
    return found


HEAD, FOOT = 20.0, 16.0
"""Height of the running head (not on the first page), and of the foot."""
AIR = 26.0
"""By how much a gap grows at most where a page would end early."""
LEAST_FILLED = 0.8
FILLED = 0.86
"""A page filled less is filled with what comes after the next drawing."""
SAVED = 0.45
"""A page filled less may be saved by setting the document tighter."""
MOVED = (0.5, 0.35, 0.65)
LITTLE = (0.2, 0.3, 0.4)
"""What of the difference of two pages may go from the fuller to the emptier; and where the fuller is page 1."""


@dataclass(slots=True)
class _Page:
    """A page: what stands on it, its fields and links."""

    fields: Fields = field(default_factory=Fields)
    parts: list[tuple[Strip, float, float]] = field(default_factory=list)
    """Strips with their upper edges and heights."""
    links: list[tuple[tuple[float, float, float, float], str]] = field(default_factory=list)
    foot: str = ""
    framed: bool = False
    names: list[str] = field(default_factory=list)
    """Its entries in the outline."""

    def link(self, x: float, y: float, width: float, height: float, target: str) -> None:
        self.links.append(((x, y, x + width, y + height), target))


class _Placed(NamedTuple):
    strip: Strip
    least: float
    most: float


class _Press:
    """One document on its pages; ``kept`` says of which so many points stay free, ``saved`` which are filled first."""

    def __init__(
        self,
        document: Document,
        paper: str,
        style: Style,
        kept: Mapping[int, float] | None = None,
        saved: Sequence[int] | None = None,
    ) -> None:
        self.document, self.style, self.kept, self.saved = document, style, kept or {}, saved
        self.size = PAPERS[paper]
        self.pages: list[_Page] = []
        self.inner = self.size[0] - 2 * MARGIN
        self.waiting: list[_Placed] = []
        self.names: dict[int, tuple[Block, int]] = {}
        self.gap = TIGHT_GAP if style.tight else GAP
        self.fillers = [block for block in document.fillers if not block.empty]
        self.early: list[int] = []
        """Pages on which so little stands that a tighter setting may save them."""
        self.empty: list[int] = []
        """Those of them that stay so, whatever there is to fill them."""
        self.filled: list[float] = []
        """How much stands on each page, before what only fills it up."""
        self.torn = 0
        """How often a block goes on over a page."""
        self.begun: list[int] = []
        """The first pages of the leaves."""
        for leaf in document.leaves:
            self.leaf(leaf, leaf is document.leaves[-1])

    # --- order

    def _name(self, block: Block) -> int:
        """What a block is known by: parts of it, and what stands in its place, bear its name."""
        return self.names[id(block)][1] if id(block) in self.names else id(block)

    def _named(self, made: Block, block: Block) -> Block:
        if made is not block:
            self.names[id(made)] = (made, self._name(block))
        return made

    def _parted(self, strip: Strip, *, torn: bool = False) -> tuple[Strip | None, list[Strip]]:
        """What of a strip of one block stands on this page, and what is left of it."""
        if len(strip.blocks) != 1:
            return None, [strip]
        (block,) = strip.blocks
        split = block.torn if torn else block.split
        first, rest = split(self.inner, self._room, self.style)
        if first is None:
            return None, [strip]
        self.torn += 1
        left = [] if rest is None else [full(self._named(rest, block), follows=strip.follows)]
        return full(self._named(first, block), strip.name, strip.follows), left

    # --- measuring

    def _width(self, column: Column) -> float:
        return spans(self.inner, column.span)

    def _measured(self, strip: Strip) -> _Placed:
        least = most = 0.0
        for column in strip.columns:
            width = self._width(column)
            gaps = self.gap * (len(column.blocks) - 1)
            least = max(least, sum(b.lowest(width, self.style) for b in column.blocks) + gaps)
            most = max(most, sum(b.highest(width, self.style) for b in column.blocks) + gaps)
        return _Placed(strip, least, max(least, most))

    def _full_blocks(self, strip: Strip) -> list[Strip]:
        """The strips of a strip: itself, or in large print a strip for each of its blocks."""
        columns = tuple(
            Column(c.span, tuple(map(self._set, (b for b in c.blocks if not b.empty)))) for c in strip.columns
        )
        left = tuple(c for c in columns if c.blocks)
        if self.style.large or (len(left) == 1 and len(columns) > 1):
            flat = self._flat(strip._replace(columns=left))
            found = [one for one in flat if not (self.style.large and one.blocks[0].spare)]
        else:
            found = [strip._replace(columns=left)] if left else []
        return [found[0]._replace(name=strip.name), *found[1:]] if found else []

    def _set(self, block: Block) -> Block:
        return self._named(block.when_tight(), block) if self.style.tight else block

    @property
    def _top(self) -> float:
        first = len(self.pages) == 1 and not self.document.first_head
        return self.size[1] - MARGIN - (0.0 if first else HEAD)

    @property
    def _room(self) -> float:
        return self._free - self.kept.get(len(self.pages) - 1, 0.0)

    @property
    def _free(self) -> float:
        used = sum(p.least for p in self.waiting) + self.gap * len(self.waiting)
        return self._top - MARGIN - FOOT - used

    @property
    def whole(self) -> float:
        """The height of a page, between head and foot."""
        return self._top - MARGIN - FOOT

    # --- filling

    def leaf(self, leaf: Leaf, last: bool) -> None:
        """Fill pages with a leaf."""
        self._new(leaf)
        if leaf.name:
            self.pages[-1].names.append(leaf.name)
        queue = [part for strip in leaf.strips for part in self._full_blocks(strip)]
        if self.style.large and self.style.tight:
            queue = paired(queue)
        first = len(self.pages)
        self.begun.append(first - 1)
        while queue:
            strip = queue.pop(0)
            if len(self.pages) > first and all(b.spare for b in strip.blocks):
                # what only fills the first page takes no room from what must be said on the next ones
                continue
            placed = self._measured(strip)
            if placed.least <= self._room:
                self._place(placed)
                continue
            eased = self._eased(strip) if len(strip.columns) > 1 and not leaf.in_order else None
            if eased is not None:
                queue[:0] = eased
                continue
            begun, rest = self._parted(strip)
            if begun is not None:
                queue[:0] = [begun, *rest]
                continue
            # large print is long enough: there whatever fits comes forward
            gap = not leaf.in_order and self.waiting and (self.style.large or self._filled < FILLED)
            later = self._fitting(strip, queue) if gap else None
            if later is not None:
                # a large drawing goes to the next page: what comes after it fills this one
                self._place(self._measured(later))
                queue.insert(0, strip)
                continue
            queue[:0] = self._broken(strip, leaf)
        self._flush(last)

    def _place(self, placed: _Placed) -> None:
        self.waiting.append(placed)
        if placed.strip.name:
            self.pages[-1].names.append(placed.strip.name)

    @property
    def _filled(self) -> float:
        """How much of the page is taken, stretched as far as it goes, by what tells something."""
        most = [p.most for p in self.waiting if not p.strip.blocks[0].spare]
        return (sum(most) + self.gap * (len(most) - 1)) / self.whole

    def _fitting(self, waits: Strip, queue: list[Strip]) -> Strip | None:
        """The first strip of those to come that has room on this page and follows nothing that still waits, taken out
        of the queue; in large print also a part of one that can be broken."""
        free = [at for at, strip in enumerate(queue) if not self._behind(strip, [waits, *queue])]
        for at in free:
            if self._measured(queue[at]).least <= self._room:
                return queue.pop(at)
        for at in free if self.style.large else ():
            begun, rest = self._parted(queue[at])
            if begun is not None:
                # it goes on at once, behind what waits
                del queue[at]
                queue[:0] = rest
                return begun
        return None

    def _behind(self, strip: Strip, others: list[Strip]) -> bool:
        """Whether it follows a block that stands in one of the others."""
        follows = {self._name(block) for block in strip.follows}
        return any(self._name(block) in follows for other in others if other is not strip for block in other.blocks)

    def _new(self, leaf: Leaf) -> None:
        self.pages.append(_Page(foot=leaf.foot, framed=leaf.framed))

    def _broken(self, strip: Strip, leaf: Leaf) -> list[Strip]:
        """Make room for a strip that does not fit: what is still to be placed."""
        if len(strip.blocks) == 1 and strip.blocks[0].spare:
            return []
        if len(strip.blocks) > 1 and len(strip.columns) == 1:
            return one_below_the_other(strip.blocks, strip.follows)
        if self.waiting:
            self._flush()
            self._new(leaf)
            return [strip]
        if len(strip.columns) > 1:
            return self._flat(strip)
        begun, rest = self._parted(strip, torn=True)
        if begun is None:
            # a page of its own is not enough, and it cannot be broken: it is drawn as it is
            self._place(self._measured(strip)._replace(least=self._room))
            return []
        return [begun, *rest]

    def _flat(self, strip: Strip) -> list[Strip]:
        """Its columns one below the other."""
        return [one for column in strip.columns for one in one_below_the_other(column.blocks, strip.follows)]

    def _eased(self, strip: Strip) -> list[Strip] | None:
        """The strip with the last blocks of its overfull columns taken out; those go on below at the full width."""
        columns = [list(c.blocks) for c in strip.columns]
        after: list[Strip] = []
        torn: list[Block] = []
        for at, column in enumerate(strip.columns):
            width = self._width(column)
            kept = columns[at]
            while kept and sum(b.lowest(width, self.style) for b in kept) + self.gap * (len(kept) - 1) > self._room:
                spare = next((b for b in reversed(kept) if b.spare), None)
                if spare is not None:
                    kept.remove(spare)
                    continue
                if len(kept) == 1:
                    first, rest = kept[0].split(width, self._room, self.style)
                    if first is None or rest is None:
                        return None
                    after.insert(0, full(self._named(rest, kept[0]), follows=strip.follows))
                    torn.append(rest)
                    kept[0] = self._named(first, kept[0])
                    break
                after.insert(0, full(kept[-1], follows=(*strip.follows, *column.blocks[: len(kept) - 1])))
                kept.pop()
        if not all(columns):
            return None
        kept_columns = tuple(Column(c.span, tuple(b)) for c, b in zip(strip.columns, columns, strict=True))
        above = strip._replace(columns=kept_columns)
        below = self._room - self._measured(above).least - self.gap
        if any(rest.lowest(self.inner, self.style) <= below or rest.split(self.inner, below, self.style)[0] is not None
               for rest in torn):  # fmt: skip
            # a list that would go on right below itself stands better at the full width
            return self._flat(strip)
        return [above, *after]

    def _flush(self, last: bool = False) -> None:
        """Place what is waiting for this page, stretched to its foot."""
        self.filled.append(self._filled)
        if self.waiting and self._filled < SAVED and not self.pages[-1].framed:
            self.early.append(len(self.pages) - 1)
        if self.waiting and not last:
            self._fill_up()
        if self.early and self.early[-1] == len(self.pages) - 1 and self._filled < SAVED:
            self.empty.append(self.early[-1])
        slack = self._free + self.gap
        stretch = [p.most - p.least for p in self.waiting]
        given = min(1.0, max(0.0, slack) / sum(stretch)) if sum(stretch) else 0.0
        slack -= given * sum(stretch)
        gaps = max(1, len(self.waiting) - 1)
        air = max(0.0, slack / gaps if self.pages[-1].framed else min(AIR, slack / gaps))
        y = self._top
        for placed, more in zip(self.waiting, stretch, strict=True):
            height = placed.least + given * more
            self.pages[-1].parts.append((placed.strip, y, height))
            y -= height + self.gap + air
        self.waiting = []

    def _fill_up(self) -> None:
        """Give a page that would end early what there is room for: what tells something, then lines for notes."""
        for block in tuple(self.fillers):
            if self._filled >= LEAST_FILLED:
                return
            filler, spread = self._measured(full(block)), self._free - sum(p.most - p.least for p in self.waiting)
            if spread < filler.least:
                continue
            if self.saved is not None and not block.spare and len(self.pages) - 1 not in self.saved:
                continue
            if block is self.document.fillers[-1]:
                filler = filler._replace(least=spread, most=spread)
            else:
                self.fillers.remove(block)
            self.waiting.append(filler)

    def _draw(self, pen: Pen, page: _Page, strip: Strip, top: float, height: float) -> None:
        x = MARGIN
        for column in strip.columns:
            width = self._width(column)
            least = [b.lowest(width, self.style) for b in column.blocks]
            more = [b.highest(width, self.style) - low for b, low in zip(column.blocks, least, strict=True)]
            slack = height - sum(least) - self.gap * (len(least) - 1)
            share = min(1.0, max(0.0, slack) / sum(more)) if sum(more) > 0 else 0.0
            slack -= share * sum(more)
            air = max(0.0, min(AIR, slack / max(1, len(least) - 1)))
            y = top
            for block, low, extra in zip(column.blocks, least, more, strict=True):
                tall = low + share * extra
                block.draw(
                    Spot(
                        pen=pen,
                        style=self.style,
                        x=x,
                        top=y,
                        width=width,
                        height=tall,
                        fields=page.fields,
                        link=page.link,
                    )
                )
                y -= tall + self.gap + air
            x += width + GUTTER

    # --- finishing

    def finish(self) -> bytes:
        """The document's bytes: its pages are drawn now, when they are what they are to be."""
        document = self.document
        file = PdfFile(self.size)
        pen = Pen(file)
        for number, page in enumerate(self.pages):
            pen.code = []
            for name in page.names:
                file.entry(one_line(name))
            if not page.framed:
                self._head_and_foot(pen, number, page)
            for strip, top, height in page.parts:
                self._draw(pen, page, strip, top, height)
            for rectangle, target in page.links:
                file.link(target, rectangle)
            page.fields.add_to(file)
            file.page(pen.code)
        properties = {
            "Title": one_line(document.title),
            "Author": one_line(document.author),
            "Subject": one_line(document.subject),
        }
        if document.proof is not None:
            properties["Keywords"] = document.proof.keywords()
        return file.finish(properties | {"Producer": "magika-gm"}, shared_by_fields(file) if file.fields else b"")

    def _head_and_foot(self, pen: Pen, number: int, page: _Page) -> None:
        style, width = self.style, self.size[0]
        first = number == next(n for n, page in enumerate(self.pages) if not page.framed)
        if number or self.document.first_head:
            size, y = style.size(SMALL), self.size[1] - MARGIN - style.size(SMALL) + 4
            pen.text(MARGIN, y, fitted(one_line(self.document.head), size, self.inner), size, SANS, GREY)
            pen.rule(MARGIN, y - 4, width - MARGIN, PALE, 0.5)
        folio = f"{number + 1} of {len(self.pages)}"
        size, y = style.size(LABEL), MARGIN - 3
        pen.rule(MARGIN, y + size + 2.5, width - MARGIN, PALE, 0.5)
        pen.right(width - MARGIN, y, folio, style.size(SMALL), BOLD)
        foot = one_line(page.foot or (self.document.foot if first else ""))
        free = self.inner - text_width(folio, style.size(SMALL), BOLD) - 12
        if foot:
            fits = chosen(foot, (size,), free)
            pen.text(MARGIN, y, fitted(foot, fits, free), fits, SANS, GREY)
        proof = self.document.proof if first else None
        if proof is not None and proof.chain.links:
            # the smallest size is as wide as needs be: a digest that is cut short proves nothing
            last = "  ·  ".join(filter(None, (f"{CHAIN_OF_TURNS} {proof.chain.last}", BOUND[proof.chain.binds])))
            pen.text(MARGIN, y - size - 2, last, chosen(last, (size, LABEL), self.inner), SANS, GREY)


def print_document(document: Document, paper: str = "letter", style: Style | None = None) -> bytes:
    """The document as PDF bytes on ``letter`` or ``a4``; the same blocks give the same bytes."""
    style = style or Style()
    press = _Press(document, paper, style)
    if press.early or (style.large and len(press.pages) > MOST_LARGE):
        tighter = _Press(document, paper, replace(style, tight=True))
        press = tighter if len(tighter.pages) < len(press.pages) else press
    return (press if style.large else _evened(press, paper)).finish()


def _evened(press: _Press, paper: str) -> _Press:
    """The same where a page that is nearly empty gets what another was filled with, or takes over some of the page
    before, of the same leaf, with as few blocks torn as may be; page 1 gives away little, and none in part."""
    if press.empty and len(press.fillers) < len(press.document.fillers):
        one = _Press(press.document, paper, press.style, saved=press.empty)
        press = one if len(one.pages) == len(press.pages) and len(one.empty) < len(press.empty) else press
    for page in press.empty:
        if page not in press.begun:
            much = (press.filled[page - 1] - press.filled[page]) * press.whole
            better = None
            for part in MOVED if page > 1 else LITTLE:
                one = _Press(press.document, paper, press.style, {page - 1: much * part}, press.saved)
                if len(one.pages) != len(press.pages) or len(one.empty) >= len(press.empty):
                    continue
                if page == 1 and one.torn > press.torn:
                    continue
                if better is None or one.torn < better.torn:
                    better = one
                if better.torn <= press.torn:
                    break
            if better is not None:
                return better
    return press


# Plans of pages: a game names what it has to say, the plan knows where it stands.


def _strips(blocks: Sequence[Block | None]) -> list[Strip]:
    return [full(block) for block in blocks if block is not None]


def _some(blocks: Sequence[Block | None]) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block is not None)


def turn_leaf(
    name: str,
    *,
    head: Block,
    gauges: Block | None = None,
    lead: Block | None = None,
    notes: Block | None = None,
    field: Sequence[Block | None] = (),
    ledger: Sequence[Block | None] = (),
    below: Sequence[Block | None] = (),
    large: bool = False,
) -> Leaf:
    """Page 1, the turn: head, gauges, lead and note; the field with its legend and bands at left, the ledger with what
    one holds, others and score line at right; below them a strip, a letter. What stands below the field follows it.
    """
    strips = _strips((head, gauges, lead, notes))
    left, right = _some(field), _some(ledger)
    if large or not (left and right):
        # in large print what happened comes before what is drawn
        strips += [*one_below_the_other(right), *one_below_the_other(left)]
    else:
        strips.append(beside(8, left, right))
    return Leaf(name, (*strips, *_strips(below)))


def field_and_told(
    field: Block, told: Sequence[Block], drawn: Sequence[Block], name: str = "", *, large: bool = False
) -> tuple[Strip, ...]:
    """The field over the whole width; below it what happened, beside what is drawn and what else is short. In large
    print what happened comes before what is drawn."""
    if large:
        return (*one_below_the_other(told), full(field, name), *one_below_the_other(drawn, (field,)))
    return full(field, name), beside(6, told, drawn)._replace(follows=(field,))


def _height(blocks: Sequence[Block], columns: int, paper: str, style: Style) -> float:
    wide = spans(PAPERS[paper][0] - 2 * MARGIN, columns)
    return sum(block.lowest(wide, style) + GAP for block in blocks if not block.empty)


def shorter(one: list[Block], other: list[Block], columns: int, paper: str, style: Style) -> list[Block]:
    """Of two columns the one that ends first; in large print, where they follow one another, the first."""
    if style.large or _height(one, columns, paper, style) <= _height(other, columns, paper, style):
        return one
    return other


def level(one: list[Block], other: list[Block], more: Sequence[Block], columns: int, paper: str, style: Style) -> None:
    """Put more blocks into two columns that are to end about level, each into the :func:`shorter`."""
    for block in more:
        shorter(one, other, columns, paper, style).append(block)


def below_the_ledger(
    field: Sequence[Block], ledger: Sequence[Block], more: Sequence[Block], paper: str, style: Style
) -> list[Block]:
    """Those of ``more`` a short turn leaves room for below its ledger, beside the field of :func:`turn_leaf`."""
    if style.large:
        return []
    room = _height(field, 8, paper, style) - _height(ledger, 4, paper, style)
    found: list[Block] = []
    for block in more:
        high = _height((block,), 4, paper, style)
        if 0 < high <= room:
            found.append(block)
            room -= high
    return found


def turn_and_field_leaf(
    turn: Leaf,
    *,
    between: Sequence[Strip] = (),
    field: Sequence[Block],
    field_name: str,
    below: Sequence[Block | None] = (),
) -> Leaf:
    """Pages 1 and 2 as one run: what page 1 has no room for stands on page 2, with the field (or its parts, in their
    order) and what is below it."""
    drawn = one_below_the_other(field)
    named = [strip._replace(name=field_name if not at else "") for at, strip in enumerate(drawn)]
    return Leaf(turn.name, (*turn.strips, *between, *named, *_strips(below)), turn.foot)


def field_leaf(name: str, *, field: Block | None, below: Sequence[Block | None], foot: str = "") -> Leaf:
    """Page 2: the whole field, large; below it others, score, letters, over to the next page where they are many."""
    return Leaf(name, tuple(_strips((field, *below))), foot)


def order_leaf(
    name: str,
    *,
    head: Block,
    lines: Block | Strip,
    costs: Sequence[Block | None] = (),
    messages: Block | None = None,
    foot: str = "",
) -> Leaf:
    """The order page: its head, lines to write in with what lies around, the costs in two columns, messages; always in
    that order."""
    parts = _some(costs)
    strips = [full(head), lines if isinstance(lines, Strip) else full(lines)]
    if len(parts) == 2:
        strips.append(beside(6, parts[:1], parts[1:]))
    else:
        strips += _strips(parts)
    return Leaf(name, (*strips, *_strips((messages,))), foot, in_order=True)


def list_leaf(name: str, blocks: Sequence[Block | None], foot: str = "", *, framed: bool = False) -> Leaf:
    """Blocks one below the other over as many pages as they need."""
    return Leaf(name, tuple(_strips(blocks)), foot, framed=framed)
