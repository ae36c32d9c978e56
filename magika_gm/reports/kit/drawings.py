# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""Drawings: the field of play (K5) with its legend (K9), bands (K10), the score and its line (K11), a strip of land."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    Block,
    Spot,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    minus,
    small_size,
    step,
    text_size,
    title_height,
)
from magika_gm.reports.kit.style import FIGURE, GREY, LABEL, PALE, SMALL, TEXT, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.setting import fitted, one_line, wrap

Maker = Callable[[float, float, Style], Picture]
"""A picture for a box of that width and height, never larger than it."""
OWN_MARK = "#7a5c9e"
"""One's own bars and marks in mails; lighter in dark ones (classes ``v``, ``w``)."""
TALLEST = 560.0
"""No drawing is higher; a page has about 690 points."""


class Brick(NamedTuple):
    """A cell of a map as an HTML table: its colour ("" is unseen), what is written on it, and that text's colour."""

    fill: str
    text: str = ""
    ink: str = ""


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
                ink = f" style=color:{brick.ink};font-weight:bold" if brick.ink else ""
                cells.append(f"<td colspan=2 bgcolor={brick.fill or '#999999'}{ink}>{esc(brick.text)}")
                at += 1
            rows.append("<tr>" + "".join(cells))
        size = 10 if self.high < 20 else 13
        return (
            f'<table role="img" aria-label="{esc(self.described)}" class="b" cellspacing=0 cellpadding=0 '
            f'style="width:{most * half:g}px;max-width:100%;table-layout:fixed;font:{size}px/{self.high - 1}px Helvetica,Arial,'
            f'sans-serif;color:#1a1a1a;text-align:center">{columns}{"".join(rows)}</table>'
        )


class FieldMail(NamedTuple):
    """What a drawing is in mails, made only when one is written: words, bricks, signs, and what is listed below."""

    described: str = ""
    bricks: Bricks | None = None
    lines: tuple[str, ...] = ()
    listing: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    """The bricks' colours, and what each is: swatches in a mail; in a text they follow :attr:`keys_said`."""
    keys_said: str = ""


@dataclass(frozen=True)
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

    def _caption(self, width: float, style: Style) -> tuple[str, ...]:
        return wrap(self.caption, SANS, small_size(style), width) if self.caption else ()

    def _around(self, width: float, style: Style) -> float:
        return title_height(self.title, style) + len(self._caption(width, style)) * step(small_size(style)) + 6

    def least(self, width: float, style: Style) -> float:
        """The drawing somewhat smaller than it likes to be."""
        wanted = min(width * self.ratio, self.tallest_large if style.large else self.tallest)
        return wanted * self.shrink + self._around(width, style) + self._below(width, wanted * self.shrink, style)

    def most(self, width: float, style: Style) -> float:
        """The drawing as large as its width lets it be."""
        wanted = min(width * self.ratio, self.tallest_large if style.large else self.tallest)
        return wanted + self._around(width, style) + self._below(width, wanted * self.shrink, style)

    def _fits(self, corner: Block, width: float, height: float, style: Style) -> bool:
        deep = min((width / 2 - self.corner_width) / self.corner_slope - 8, height)
        return not style.large and corner.least(self.corner_width, style) <= deep

    def _below(self, width: float, height: float, style: Style) -> float:
        """Height of the corners' blocks that have to stand below the drawing."""
        below = [c for c in self.corners if c is not None and not c.empty and not self._fits(c, width, height, style)]
        return sum(c.least(width, style) + 8 for c in below)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        top = on.top - draw_title(on, self.title)
        wanted = min(on.width * self.ratio, self.tallest_large if style.large else self.tallest)
        below = self._below(on.width, wanted * self.shrink, style)
        high = on.height - self._around(on.width, style) - below
        picture = self.maker(on.width, high, style)
        pen.picture(picture, on.x + (on.width - picture.width) / 2, top - picture.height)
        y = top - max(picture.height, high if any(self.corners) else picture.height) - 3
        for number, corner in enumerate(self.corners):
            if corner is None or corner.empty:
                continue
            if self._fits(corner, on.width, wanted * self.shrink, style):
                x = on.x if number == 0 else on.right - self.corner_width
                height = corner.least(self.corner_width, style)
                corner.draw(on.part(x, top, self.corner_width, height))
        caption = self._caption(on.width, style)
        size = small_size(style)
        if caption:
            pen.lines(on.x, y, caption, size, step(size), SANS, GREY)
            y -= len(caption) * step(size)
        for corner in self.corners:
            if (
                corner is not None
                and not corner.empty
                and not self._fits(corner, on.width, wanted * self.shrink, style)
            ):
                y -= 8
                height = corner.least(on.width, style)
                corner.draw(on.part(on.x, y, on.width, height))
                y -= height

    def html(self) -> str:
        """Bricks, or the description where there are none."""
        said = self.mail() if self.mail else FieldMail(self.caption)
        drawn = said.bricks.html() if said.bricks else f"<p>{esc(said.described)}</p>"
        listing = "".join(f'<p style="margin:4px 0;font-size:14px">{esc(line)}</p>' for line in said.listing)
        corners = "".join(c.html() for c in self.corners if c is not None and not c.empty)
        return heading_html(self.title) + drawn + _swatches(said) + listing + corners

    def text(self) -> list[str]:
        """The drawing in signs, what stands where below it."""
        said = self.mail() if self.mail else FieldMail(self.caption)
        keys = f"{said.keys_said}: {', '.join(words for _, words in said.keys)}." if said.keys else ""
        below = [line for text in (*said.listing, keys) if text for line in folded(text, rest="  ")]
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
    """K9: three columns, and only what is drawn on this page."""

    title: str
    items: tuple[LegendItem, ...] = field(metadata={"drawn": True})

    @property
    def empty(self) -> bool:
        """Whether nothing needs a word."""
        return not self.items

    def _grid(self, width: float, style: Style) -> tuple[int, float, float]:
        """Columns, and their width and the height of a line."""
        count = max(1, min(3, int(width // (style.size(TEXT) * 13))))
        return (
            count,
            (width + 10) / count,
            max(step(text_size(style)) + 3, max((i.sign.height for i in self.items), default=0) + 2),
        )

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        count, _, each = self._grid(width, style)
        return title_height(self.title, style) + -(-len(self.items) // count) * each + 2

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size, small = on.style, on.pen, text_size(on.style), small_size(on.style)
        y = on.top - draw_title(on, self.title)
        count, wide, each = self._grid(on.width, style)
        signs = max((i.sign.width for i in self.items), default=0.0)
        names = max((text_width(i.name, size) for i in self.items if i.note), default=0.0)
        for number, item in enumerate(self.items):
            x, top = on.x + number % count * wide, y - number // count * each
            base = top - each / 2 - size * 0.34
            pen.picture(item.sign, x + (signs - item.sign.width) / 2, top - each / 2 - item.sign.height / 2)
            name = fitted(item.name, size, wide - signs - 14)
            pen.text(x + signs + 5, base, name, size)
            left = x + signs + 5 + min(names, wide - signs - 60) + 8
            room = x + wide - 8 - left
            if item.note and room > 20 and text_width(name, size) <= left - x - signs:
                pen.text(left, base, fitted(item.note, small, room), small, SANS, GREY)

    def html(self) -> str:
        """In words, below the bricks."""
        said = "; ".join(f"{i.name} {i.note}".strip() for i in self.items)
        return f'<p style="font-size:14px;opacity:.75;margin:6px 0">{esc(self.title)}: {esc(said)}.</p>' if said else ""

    def text(self) -> list[str]:
        """Folded."""
        return folded("; ".join(f"{i.name} {i.note}".strip() for i in self.items), rest="  ")


class BandRow(NamedTuple):
    """One's own figure among the range of all others."""

    label: str
    own: float
    low: float
    high: float


@dataclass(frozen=True)
class Bands(Block):
    """K10: one line each on one common axis: the others' range as a band, oneself as a tick. ``said`` sums it up."""

    title: str
    rows: tuple[BandRow, ...]
    low: float
    high: float
    said: str = ""

    @property
    def axis(self) -> tuple[float, float]:
        """Where the axis begins and ends: as asked for, and wider where a value lies beyond."""
        values = [v for row in self.rows for v in (row.own, row.low, row.high)]
        return min([self.low, *values]), max([self.high, *values])

    @property
    def empty(self) -> bool:
        """Whether there are no others."""
        return not self.rows

    def least(self, width: float, style: Style) -> float:
        """A line each, the axis below."""
        extra = style.size(LABEL) + 6 + (step(small_size(style)) if self.said else 0)
        return title_height(self.title, style) + len(self.rows) * (step(text_size(style)) + 3) + extra

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, text_size(on.style)
        y = on.top - draw_title(on, self.title)
        each = step(size) + 3
        label = max(text_width(r.label, size) for r in self.rows) + 10
        figure = max(text_width(minus(f"{r.own:g}"), size, BOLD) for r in self.rows) + 12
        left, right = on.x + label + figure, on.right - 6
        unit = (right - left) / (self.axis[1] - self.axis[0])
        for row in self.rows:
            middle = y - each / 2
            base = middle - size * 0.34
            pen.text(on.x, base, row.label, size)
            pen.right(left - 12, base, minus(f"{row.own:g}"), size, BOLD)
            pen.rule(left, middle, right, PALE, 0.8)
            start, end = (left + (v - self.axis[0]) * unit for v in (row.low, row.high))
            pen.box(start - 1, middle - 2.6, max(2.0, end - start + 2), 5.2, style.band)
            mark = left + (row.own - self.axis[0]) * unit
            pen.box(mark - 1.6, middle - 4.6, 3.2, 9.2, style.accent)
            y -= each
        tick = style.size(LABEL)
        marks = [
            self.axis[0],
            *(v for v in (0.0, 50.0, 100.0) if self.axis[0] + 25 <= v <= self.axis[1] - 20),
            self.axis[1],
        ]
        for value in marks:
            x = left + (value - self.axis[0]) * unit
            pen.rule(x - 0.3, y + 1, x + 0.3, GREY, 3)
            pen.middle(min(x, right - 4), y - tick - 1, minus(f"{value:g}"), tick, SANS, GREY)
        if self.said:
            small = small_size(style)
            pen.text(on.x, y - tick - 5 - small, fitted(self.said, small, on.width), small, SANS, GREY)

    def html(self) -> str:
        """Nested coloured cells, so that nothing scrolls."""
        span = self.axis[1] - self.axis[0]

        def part(low: float, high: float, colour: str) -> str:
            share = max(0.0, 100 * (high - low) / span)
            mark = " class=w" if colour == OWN_MARK else ""
            return f'<td{mark} style="width:{share:.1f}%;background:{colour}"></td>' if share >= 0.1 else ""

        rows = []
        for r in self.rows:
            mark = span * 0.012
            own = min(max(r.own, self.axis[0] + mark), self.axis[1] - mark)
            cuts = sorted({self.axis[0], r.low, r.high, own - mark, own + mark, self.axis[1]})
            cells = "".join(
                part(
                    a,
                    b,
                    OWN_MARK
                    if own - mark <= (a + b) / 2 <= own + mark
                    else "#b7a3d4"
                    if r.low <= (a + b) / 2 <= r.high
                    else "#8883",
                )
                for a, b in pairwise(cuts)
            )
            rows.append(
                f'<tr><td style="padding:5px 8px 5px 0;white-space:nowrap">{esc(r.label)}</td><td style="padding:5px 8px 5px 0;'
                f'text-align:right"><b>{esc(minus(f"{r.own:g}"))}</b></td><td style="padding:5px 0;width:60%"><table role="img" '
                f'aria-label="others {minus(f"{r.low:g}")} to {minus(f"{r.high:g}")}" style="width:100%;height:10px;border-collapse:collapse;'
                f'table-layout:fixed;font-size:0"><tr>{cells}</tr></table></td></tr>'
            )
        said = f'<p style="margin:4px 0;font-size:14px;opacity:.75">{esc(self.said)}</p>' if self.said else ""
        return f'{heading_html(self.title)}<table style="border-collapse:collapse;width:100%">{"".join(rows)}</table>{said}'

    def text(self) -> list[str]:
        """Bars of signs on one axis."""
        lines = heading_text(self.title)
        wide = 30

        def at(value: float) -> int:
            return round((value - self.axis[0]) / (self.axis[1] - self.axis[0]) * (wide - 1))

        for r in self.rows:
            signs = ["-" if at(r.low) <= n <= at(r.high) else "." for n in range(wide)]
            signs[at(r.own)] = "#"
            lines.append(
                f"{r.label:<18} {minus(f'{r.own:g}'):>5}  {''.join(signs)}  {minus(f'{r.low:g}')} to {minus(f'{r.high:g}')}"
            )
        return [*lines, *(folded(self.said) if self.said else [])]


class ScorePart(NamedTuple):
    """A part of the score: its name, its points, and the most it can give."""

    label: str
    points: float
    most: float
    rule: str = ""


def points_text(value: float) -> str:
    """Points with quarters as fractions: ``36¾``."""
    whole, part = divmod(round(abs(value) * 100), 100)
    fraction = {25: "¼", 50: "½", 75: "¾"}.get(part)
    sign = "\u2212" if value < 0 else ""
    if fraction:
        return f"{sign}{whole or ''}{fraction}"
    return f"{sign}{whole}" if not part else f"{sign}{abs(value):g}"


@dataclass(frozen=True)
class Score(Block):
    """K11: the total, and bullet bars of its parts, each against the most it can give."""

    title: str
    total: float
    parts: tuple[ScorePart, ...]
    note: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is no score."""
        return not self.parts

    def _each(self, style: Style) -> float:
        return step(text_size(style)) + 1

    def _across(self, width: float, style: Style) -> int:
        return 2 if width > 300 else 1

    def least(self, width: float, style: Style) -> float:
        """Total and parts."""
        rows = -(-len(self.parts) // self._across(width, style))
        return title_height(self.title, style) + style.size(FIGURE) * 1.1 + rows * self._each(style) + 4

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, text_size(on.style)
        y = on.top - draw_title(on, self.title)
        figure = style.size(FIGURE)
        total = points_text(self.total)
        pen.text(on.x, y - figure * 0.85, total, figure, BOLD)
        used = text_width(total, figure, BOLD) + 6
        small = small_size(style)
        pen.text(on.x + used, y - figure * 0.85, fitted(self.note, small, on.width - used), small, SANS, GREY)
        y -= figure * 1.1
        across, each = self._across(on.width, style), self._each(style)
        gap = 18.0
        wide = (on.width - gap * (across - 1)) / across
        rows = -(-len(self.parts) // across)
        label = max(text_width(p.label, size) for p in self.parts) + 6
        figures = [f"{points_text(p.points)} of {points_text(p.most)}" for p in self.parts]
        right = max(text_width(text, small) for text in figures) + 5
        track = max(10.0, min(wide - label - right, style.length(90.0)))
        for number, (part, text) in enumerate(zip(self.parts, figures, strict=True)):
            x, top = on.x + number // rows * (wide + gap), y - number % rows * each
            base, middle = top - each / 2 - size * 0.34, top - each / 2
            pen.text(x, base, fitted(part.label, size, wide - track - right - 2), size)
            start = x + wide - right - track
            pen.box(start, middle - 2.2, track, 4.4, style.band)
            pen.box(
                start, middle - 2.2, track * min(1.0, part.points / part.most) if part.most else 0.0, 4.4, style.accent
            )
            pen.right(x + wide, base, text, small, SANS, GREY)

    def html(self) -> str:
        """A table of bars."""
        rows = []
        for p in self.parts:
            full = round(100 * min(1.0, p.points / p.most)) if p.most else 0
            bar = (f'<td class=v style="width:{full}%;background:{OWN_MARK}"></td>' if full else "") + (
                f'<td style="width:{100 - full}%;background:#8883"></td>' if full < 100 else ""
            )
            rows.append(
                f'<tr><td style="padding:3px 8px 3px 0">{esc(p.label)}</td><td style="width:40%"><table role="presentation" style="width:100%;'
                f'height:8px;border-collapse:collapse;table-layout:fixed;font-size:0"><tr>{bar}</tr></table></td>'
                f'<td style="padding:3px 0 3px 8px;text-align:right;white-space:nowrap">{points_text(p.points)} of {points_text(p.most)}</td></tr>'
            )
        return (
            f'{heading_html(self.title)}<p style="margin:0 0 6px"><b style="font-size:22px">{points_text(self.total)}</b> '
            f'<span style="opacity:.75">{esc(self.note)}</span></p><table style="border-collapse:collapse;width:100%">{"".join(rows)}</table>'
        )

    def text(self) -> list[str]:
        """Label, points, the most, the rule."""
        lines = [*heading_text(self.title), f"{points_text(self.total)} {self.note}".rstrip()]
        return lines + [
            f"  {p.label:<28} {points_text(p.points):>6} of {points_text(p.most):<4}{f' [{p.rule}]' if p.rule else ''}"
            for p in self.parts
        ]


@dataclass(frozen=True)
class ScoreLine(Block):
    """The line of a total over all turns, the end value labelled. ``values`` are (turn, total)."""

    title: str
    values: tuple[tuple[int, float], ...]

    @property
    def empty(self) -> bool:
        """A line needs two points."""
        return len(self.values) < 2

    def least(self, width: float, style: Style) -> float:
        """45 points and the turns' numbers."""
        return title_height(self.title, style) + style.length(45.0) + style.size(LABEL) + 6

    def most(self, width: float, style: Style) -> float:
        """It may stand higher."""
        return self.least(width, style) + 30

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        y = on.top - draw_title(on, self.title)
        size, label = style.size(FIGURE), style.size(LABEL)
        end = points_text(self.values[-1][1])
        room = text_width(end, size, BOLD) + 10
        left, right = on.x + 3, on.right - room
        high = on.height - title_height(self.title, style) - label - 6
        low, most = min(v for _, v in self.values), max(v for _, v in self.values)
        span = max(most - low, 1.0)
        first, last = self.values[0][0], self.values[-1][0]
        bottom = y - high

        def at(turn: int, value: float) -> tuple[float, float]:
            return left + (turn - first) / max(1, last - first) * (right - left), bottom + 6 + (value - low) / span * (
                high - 12
            )

        pen.rule(left, bottom, right, PALE, 0.6)
        pen.stroke([at(turn, value) for turn, value in self.values], style.accent, 1.4)
        x, top = at(*self.values[-1])
        pen.circle(x, top, 2.6, style.accent)
        pen.text(x + 7, min(max(top - size * 0.34, bottom), y - size * 0.75), end, size, BOLD)
        pen.text(left, bottom - label - 2, f"turn {first}", label, SANS, GREY)
        pen.right(right + 3, bottom - label - 2, str(last), label, SANS, GREY)

    def html(self) -> str:
        """Columns of coloured cells."""
        shown = self.values[-24:]
        low, most = min(0.0, *(v for _, v in shown)), max(v for _, v in shown)
        bars = "".join(
            f'<td style="vertical-align:bottom;padding:0 1px"><div{" class=w" if n == len(shown) - 1 else ""} '
            f'style="height:{round(4 + 44 * (v - low) / max(1, most - low))}px;background:{OWN_MARK if n == len(shown) - 1 else "#b7a3d4"}"></div></td>'
            for n, (_, v) in enumerate(shown)
        )
        said = f"turn {shown[0][0]}: {points_text(shown[0][1])}; turn {shown[-1][0]}: {points_text(shown[-1][1])}"
        return (
            f'{heading_html(self.title)}<table role="img" aria-label="{esc(said)}" style="border-collapse:collapse;width:100%;table-layout:fixed">'
            f'<tr style="height:50px">{bars}</tr></table><p style="margin:2px 0;font-size:14px;opacity:.75">{esc(said)}</p>'
        )

    def text(self) -> list[str]:
        """The totals, turn by turn."""
        return [*heading_text(self.title), *folded("  ".join(f"{turn}: {points_text(v)}" for turn, v in self.values))]


@dataclass(frozen=True)
class Vignette(Block):
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

    def html(self) -> str:
        """Nothing: a strip of print."""
        return ""

    def text(self) -> list[str]:
        """Nothing."""
        return []


__all__ = ["SMALL", "BandRow", "Bands", "Brick", "BrickRow", "Bricks", "Field", "Legend", "LegendItem", "Maker", "Score",
           "ScoreLine", "ScorePart", "Vignette", "one_line", "points_text"]  # fmt: skip
