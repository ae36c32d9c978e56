# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup stays in one piece
"""Drawings: the field of play (K5) with its legend (K9), a strip of land; the field in coloured cells, for mails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from magika_gm.engine import paging
from magika_gm.reports.kit.base import (
    GREY,
    TEXT,
    WHITE,
    Block,
    Printed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    small_size,
    step,
    text_size,
    title_height,
)
from magika_gm.reports.pdf_stream import SANS, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Picture, ink_on, mixed, without_words
from magika_gm.reports.typeface import fitted, wrap

if TYPE_CHECKING:
    from magika_gm.reports.pdf_stream import Pen


# A map of a mail: rows of coloured cells, an HTML table that every mail program draws.


class Brick(NamedTuple):
    """A cell of a map as an HTML table: its colour ("" is unseen), what is written on it, and that text's colour;
    its holder's colour along its upper edge, a sign for what it is, who is on it."""

    fill: str
    text: str = ""
    ink: str = ""
    edge: str = ""
    sign: str = ""
    chips: tuple[tuple[str, str, str], ...] = ()
    """Counters: what is written on each, its ground and its ink."""


HALF = 20.0
"""Pixels half a brick has where there is room."""


def _lost(brick: Brick) -> bool:
    """Whether it could not be told from a light page."""
    return bool(brick.text) and brick.fill.lower() in ("#fff", "#ffffff")


@lru_cache(maxsize=2048)
def _cell(brick: Brick, high: int) -> str:
    """A brick as a cell of a table."""
    said = [f"color:{brick.ink};font-weight:bold"] if brick.ink else []
    # a white one on a white page is framed, and no higher for it
    said += [f"border:1px solid #1a1a1a;line-height:{high - 2}px"] if _lost(brick) else []
    said += [f"border-top:4px solid {brick.edge}"] if brick.edge else []
    style = ";".join(said)
    ink = (f' style="{style}"' if " " in style else f" style={style}") if style else ""
    sign = f"<br><span style=font-size:22px;line-height:26px;color:{mixed(brick.fill, INK, 0.55)}>{brick.sign}</span>"
    chips = "".join(
        f"<br><span class=c style=background:{ground};color:{on}>{esc(s)}</span>" for s, ground, on in brick.chips
    )
    return f"<td colspan=2 bgcolor={brick.fill or '#999999'}{ink}>{esc(brick.text)}{sign * bool(brick.sign)}{chips}"


class BrickRow(NamedTuple):
    """A row of bricks, shifted by so many half bricks."""

    shift: int
    bricks: tuple[Brick, ...]


@dataclass(frozen=True)
class Bricks:
    """A map for mails: rows of bricks; a brick is ``wide`` by ``high`` pixels."""

    rows: tuple[BrickRow, ...]
    wide: int
    high: int
    described: str

    def html(self) -> str:
        """A table that every mail program draws; unseen bricks in one run each."""
        half = self.wide / 2
        most = max((row.shift + 2 * len(row.bricks) for row in self.rows), default=0)
        columns = f"<colgroup><col span={most}></colgroup>"
        rows = []
        for row in self.rows:
            cells = [f"<td colspan={row.shift}>"] if row.shift else []
            at = 0
            while at < len(row.bricks):
                brick = row.bricks[at]
                if not brick.fill and not brick.text:
                    end = at
                    while end < len(row.bricks) and not row.bricks[end].fill and not row.bricks[end].text:
                        end += 1
                    cells.append(f"<td colspan={2 * (end - at)} class=u>")
                    at = end
                    continue
                cells.append(_cell(brick, self.high))
                at += 1
            # a row without a word has no height in a mail; one of which nothing is seen may have none
            mute = any(brick.fill for brick in row.bricks) and not any(brick.text for brick in row.bricks)
            rows.append("<tr>" + "".join(cells) + ("&nbsp;" if mute else ""))
        size = 10 if self.high < 20 else 13
        full = any(brick.sign or brick.chips or brick.edge for row in self.rows for brick in row.bricks)
        line = f"{self.high - 1}px"
        if full:  # several lines a brick
            size, line, rows = 11, "1.25", [f"<tr height={self.high}>{row[4:]}" for row in rows]
        return (
            f'<table role="img" aria-label="{esc(self.described)}" class="b" cellspacing=0 cellpadding=0 '
            f'style="width:100%;max-width:{most * max(half, HALF):g}px;margin:0 auto;table-layout:fixed;font:{size}px/{line} Helvetica,Arial,'
            f'sans-serif;color:#1a1a1a;text-align:center">{columns}{"".join(rows)}</table>'
        )


def bricks_of(picture: paging.Picture, across: int = 30) -> Bricks:
    """Any picture of the player's page in bricks, so many in a row: each has the colour of the place in its middle.

    A place's label stands in the brick next to its centre, who is there in the ones below; a place that is too small for
    a brick has that one all the same.
    """
    wide, high = 20, 18
    side = picture.width / across
    down = max(1, round(picture.height / (side * high / wide)))
    tall = picture.height / down
    usual = next(iter(picture.shapes), "")
    found: dict[tuple[int, int], paging.Spot] = {}
    for spot in picture.spots:
        outline = [(spot.x + x, spot.y + y) for x, y in picture.shapes.get(spot.shape or usual, ())]
        for row in range(down):
            among = crossings(outline, (row + 0.5) * tall)
            for left, right in zip(among[::2], among[1::2], strict=True):
                first, last = ceil(left / side - 0.5), floor(right / side - 0.5)
                found.update(dict.fromkeys(((row, at) for at in range(max(0, first), min(across, last + 1))), spot))
    said: dict[tuple[int, int], tuple[str, str]] = {}
    for spot in picture.spots:
        row, at = min(down - 1, int(spot.y / tall)), min(across - 1, int(spot.x / side))
        own = [place for place, there in found.items() if there is spot] or [(row, at)]
        row, at = min(own, key=lambda place: (abs(place[0] - row) + abs(place[1] - at), place))
        found[row, at] = spot
        label = (spot.label or spot.name).strip()
        words = [(label, "")] if label else []
        words += [(mark.text, "#000000") for mark in picture.marks if mark.at == spot.name]
        free = [place for place in own if place[0] >= row and place not in said]
        order = sorted(free or [(row, at)], key=lambda place: (abs(place[1] - at), place[0] - row))
        said.update(zip(order, words, strict=False))
    rows = []
    for row in range(down):
        there = [found.get((row, at)) for at in range(across)]
        fills = (
            picture.tones[one.tone].light if one is not None and one.tone in picture.tones else "" for one in there
        )
        cells = [Brick(fill, *said.get((row, at), ("", ""))) for at, fill in enumerate(fills)]
        rows.append(BrickRow(0, tuple(cells)))
    return Bricks(tuple(rows), wide, high, picture.text or picture.title)


def crossings(outline: Sequence[paging.Point], y: float) -> list[float]:
    """Where a level line goes into an outline and out of it, from left to right."""
    pairs = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    return sorted(ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in pairs if (ay <= y) is not (by <= y))


Maker = Callable[[float, float, Style], Picture]
"""A picture for a box of that width and height, never larger than it."""
TALLEST = 560.0
"""No drawing is higher; a page has about 690 points."""


class FieldMail(NamedTuple):
    """What a drawing is in mails, made only when one is written: words, bricks, signs, and what is listed below."""

    described: str = ""
    bricks: Bricks | None = None
    lines: tuple[str, ...] = ()
    listing: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    """The bricks' colours, and what each is: swatches in a mail; in a text they follow :attr:`keys_said`."""
    keys_said: str = ""
    reading: tuple[str, ...] = ()
    """How the signs of :attr:`lines` are read: in a text alone."""
    caption: str = ""
    """How the bricks are read: in a page of HTML alone."""


@dataclass(frozen=True, kw_only=True)
class Field(Block):
    """K5: the main drawing. ``maker`` draws it for any box; ``ratio`` is its height by its width.

    ``corners`` are blocks for the free upper corners of a drawing that leaves them (a triangle); where the drawing is
    not large enough, they stand below it. ``mail`` says what the drawing is in mails.
    """

    title: str
    maker: Maker = field(metadata={"drawn": True}, compare=False)
    ratio: float
    shrink: float = 0.75
    caption: str = ""
    mail: Callable[[], FieldMail] | None = field(default=None, metadata={"drawn": True}, compare=False)
    corners: tuple[Block | None, Block | None] = (None, None)
    corner_width: float = 150.0
    corner_slope: float = 0.6
    """Of a triangle's side: how far the corner narrows for a point down."""
    tallest: float = TALLEST
    tallest_large: float = TALLEST
    tighter: float = field(default=1.0, metadata={"drawn": True})
    """How much more it may shrink in a tight document."""
    closer: Field | None = field(default=None, metadata={"drawn": True}, compare=False)
    """The same cropped closer, for a tight document."""

    def mute(self) -> Field:
        """The same without letters, for a small place."""
        return replace(self, maker=lambda width, height, style: without_words(self.maker(width, height, style)))

    @property
    def tightens(self) -> bool:
        """It may shrink more."""
        return self.tighter < 1.0

    def when_tight(self) -> Block:
        """Cropped closer."""
        return self.closer or self

    def _wanted(self, width: float, style: Style) -> float:
        """As high as its width lets it be."""
        return min(width * self.ratio, self.tallest_large if style.large else self.tallest)

    def _low(self, width: float, style: Style) -> float:
        """The drawing somewhat smaller than it likes to be."""
        return self._wanted(width, style) * (self.shrink * self.tighter if style.tight else self.shrink)

    def _caption(self, width: float, style: Style) -> tuple[str, ...]:
        return wrap(self.caption, SANS, small_size(style), width) if self.caption else ()

    def _around(self, width: float, style: Style) -> float:
        return title_height(self.title, style) + len(self._caption(width, style)) * step(small_size(style)) + 6

    def least(self, width: float, style: Style) -> float:
        """The drawing somewhat smaller than it likes to be."""
        return self._low(width, style) + self._around(width, style) + self._below(width, style)

    def most(self, width: float, style: Style) -> float:
        """The drawing as large as its width lets it be."""
        return self._wanted(width, style) + self._around(width, style) + self._below(width, style)

    def _fits(self, corner: Block, width: float, style: Style) -> bool:
        deep = min((width / 2 - self.corner_width) / self.corner_slope - 8, self._low(width, style))
        return not style.large and corner.lowest(self.corner_width, style) <= deep

    def _below(self, width: float, style: Style) -> float:
        """Height of the corners' blocks that have to stand below the drawing."""
        below = [c for c in self.corners if c is not None and not c.empty and not self._fits(c, width, style)]
        return sum(c.lowest(width, style) + 8 for c in below)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        top = on.top - draw_title(on, self.title)
        high = on.height - self._around(on.width, style) - self._below(on.width, style)
        picture = self.maker(on.width, high, style)
        pen.picture(picture, on.x + (on.width - picture.width) / 2, top - picture.height)
        y = top - max(picture.height, high if any(self.corners) else picture.height) - 3
        below: list[Block] = []
        for number, corner in enumerate(self.corners):
            if corner is None or corner.empty:
                continue
            if not self._fits(corner, on.width, style):
                below.append(corner)
                continue
            x = on.x if number == 0 else on.right - self.corner_width
            corner.draw(on.part(x, top, self.corner_width, corner.lowest(self.corner_width, style)))
        caption = self._caption(on.width, style)
        size = small_size(style)
        if caption:
            pen.lines(on.x, y, caption, size, step(size), SANS, GREY)
            y -= len(caption) * step(size)
        for corner in below:
            y -= 8
            height = corner.lowest(on.width, style)
            corner.draw(on.part(on.x, y, on.width, height))
            y -= height

    @property
    def _said(self) -> FieldMail:
        return self.kept("mail", lambda: self.mail() if self.mail else FieldMail(self.caption))

    def html(self) -> str:
        """Bricks, or the description where there are none."""
        said = self._said
        drawn = said.bricks.html() if said.bricks else f"<p>{esc(said.described)}</p>"
        listing = "".join(f'<p style="margin:4px 0;font-size:14px">{esc(line)}</p>' for line in said.listing)
        corners = "".join(c.html() for c in self.corners if c is not None and not c.empty)
        caption = f'<p style="font-size:13px;opacity:.75;margin:4px 0">{esc(said.caption)}</p>' * bool(said.caption)
        return heading_html(self.title) + drawn + caption + _swatches(said) + listing + corners

    def text(self) -> list[str]:
        """The drawing in signs, what stands where below it."""
        said = self._said
        keys = f"{said.keys_said}: {', '.join(words for _, words in said.keys)}." if said.keys_said else ""
        below = [line for text in (*said.reading, *said.listing, keys) if text for line in folded(text, rest="  ")]
        corners = [line for c in self.corners if c is not None and not c.empty for line in c.text()]
        return [*heading_text(self.title), *said.lines, *([""] if below else []), *below, *corners]


def _swatches(said: FieldMail) -> str:
    """A colour and its word each, on as many lines as they need."""
    shown = "".join(
        f'<span style="display:inline-block;margin:0 14px 0 0;white-space:nowrap"><span style="display:inline-block;'
        f'width:12px;height:12px;background:{fill};border:1px solid #8888;vertical-align:-1px"></span> {esc(words)}</span>'
        for fill, words in said.keys
    )
    return f'<p style="margin:6px 0;font-size:14px">{shown}</p>' if shown else ""


class LegendItem(NamedTuple):
    """A sign, its name, what is said of it."""

    sign: Picture
    name: str
    note: str = ""


@dataclass(frozen=True)
class Legend(Block):
    """K9: three columns, and only what is drawn on this page; nothing is cut where a second column has room for it."""

    title: str
    items: tuple[LegendItem, ...] = field(metadata={"drawn": True})

    @property
    def empty(self) -> bool:
        """Whether nothing needs a word."""
        return not self.items

    def _height(self, style: Style) -> float:
        return max(step(text_size(style)) + 3, max((i.sign.height for i in self.items), default=0) + 2)

    def _measures(self, wide: float, style: Style) -> tuple[float, float]:
        """The widest sign, and where notes begin behind names: the widest name that leaves a column room for one."""
        signs = max((i.sign.width for i in self.items), default=0.0)
        names = (text_width(i.name, text_size(style)) for i in self.items if i.note)
        return signs, max((name for name in names if name <= wide - signs - 60), default=0.0)

    def _cells(self, width: float, style: Style) -> tuple[float, list[tuple[int, int, int]]]:
        """How wide a column is, and row, column and columns of every item, with as many columns as take fewest rows."""
        count = max(1, min(3, int(width // (style.size(TEXT) * 13))))
        if count == 3 and len(self.items) == 4:  # in one row, or two by two
            count = 4 if width / 4 >= style.size(TEXT) * 9.5 else 2
        laid = (self._laid(columns, (width + 10) / columns, style) for columns in range(count, 0, -1))
        return self.kept(("cells", width, style.large), lambda: min(laid, key=lambda one: one[1][-1][0]))

    def _laid(self, count: int, wide: float, style: Style) -> tuple[float, list[tuple[int, int, int]]]:
        """The same in so many columns: an item that says more than a column has room for takes another."""
        (signs, names), size, small = self._measures(wide, style), text_size(style), small_size(style)
        found, row, column = [], 0, 0
        for item in self.items:
            said = text_width(item.name, size)
            said = max(names, said) + 6 + text_width(item.note, small) if item.note else said
            span = 1
            while span < count and signs + 5 + said > span * wide - (10 if column + span >= count else 4):
                span += 1
            if column + span > count:
                row, column = row + 1, 0
            found.append((row, column, span))
            column += span
        return wide, found

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        rows = self._cells(width, style)[1][-1][0] + 1
        return title_height(self.title, style) + rows * self._height(style) + 2

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size, small = on.style, on.pen, text_size(on.style), small_size(on.style)
        y = on.top - draw_title(on, self.title)
        (one, cells), each = self._cells(on.width, style), self._height(style)
        signs, names = self._measures(one, style)
        for item, (row, column, span) in zip(self.items, cells, strict=True):
            x, top, wide = on.x + column * one, y - row * each, span * one
            base = top - each / 2 - size * 0.34
            pen.picture(item.sign, x + (signs - item.sign.width) / 2, top - each / 2 - item.sign.height / 2)
            name = fitted(item.name, size, wide - signs - 9)
            pen.text(x + signs + 5, base, name, size)
            left = x + signs + 11 + max(names, text_width(name, size))
            room = min(x + wide - 4, on.right) - left
            if item.note and room > 20:
                pen.text(left, base, fitted(item.note, small, room), small, SANS, GREY)

    def html(self) -> str:
        """In words, below the bricks."""
        said = "; ".join(f"{i.name} {i.note}".strip() for i in self.items)
        return f'<p style="font-size:14px;opacity:.75;margin:6px 0">{esc(self.title)}: {esc(said)}.</p>' if said else ""

    def text(self) -> list[str]:
        """Folded."""
        return folded("; ".join(f"{i.name} {i.note}".strip() for i in self.items), rest="  ")


@dataclass(frozen=True)
class Vignette(Printed):
    """A strip across the page that says nothing in words: the land ahead, a head piece."""

    maker: Maker = field(metadata={"drawn": True}, compare=False)
    high: float = 40.0
    described: str = ""

    @property
    def spare(self) -> bool:
        """It fills a page; it is not missed."""
        return True

    def least(self, width: float, style: Style) -> float:
        """A strip."""
        return self.high + 4

    def most(self, width: float, style: Style) -> float:
        """Half as high again."""
        return self.high * 1.6 + 4

    def draw(self, on: Spot) -> None:
        """Draw it."""
        picture = self.maker(on.width, on.height - 4, on.style)
        on.pen.picture(picture, on.x + (on.width - picture.width) / 2, on.top - picture.height - 2)


# The small form of a device: a disc with a letter on a colour, told apart without the colour by a hatch and a letter.


class Disc(NamedTuple):
    """A letter (or sign) on a colour; a dashed rim is a colour not known, a grey one a place out of date."""

    letter: str
    fill: str = WHITE
    known: bool = True
    old: bool = False


def draw_disc(pen: Pen, disc: Disc, x: float, y: float, radius: float, size: float) -> None:
    """Draw it around (x, y); ``size`` is that of the letter."""
    fill = WHITE if disc.old and disc.fill == WHITE else disc.fill
    pen.circle(x, y, radius, fill, GREY if disc.old else "#1a1a1a", 0.8, 0.0 if disc.known else 1.6)
    ink = ink_on(fill)
    pen.middle(x, y - size * 0.34, disc.letter, size, 1, GREY if disc.old and ink != WHITE else ink)


def disc_html(disc: Disc) -> str:
    """As a round badge."""
    rim = "solid" if disc.known else "dashed"
    # a dashed rim must be seen on white and on black
    ink = "#1a1a1a" if disc.known and not disc.old else "#777"
    return (
        f'<span style="display:inline-block;width:22px;height:22px;border:2px {rim} {ink};'
        f"border-radius:13px;background:{disc.fill};color:{ink_on(disc.fill)};text-align:center;font:bold 14px/22px "
        f'Helvetica,Arial,sans-serif">{esc(disc.letter)}</span>'
    )
