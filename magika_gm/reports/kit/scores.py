# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""Figures drawn: bands (K10), the score and its line over the turns (K11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    FIGURE,
    GREY,
    LABEL,
    PALE,
    Block,
    Printed,
    Spot,
    Style,
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
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.typeface import fitted, one_line

GROUND, FOE = "#e4e2e7", "#8a8792"
"""The ground of a bar, and the foe's bar."""
OWN_MARK = "#7a5c9e"
"""One's own bars and marks in mails; lighter in dark ones (classes ``v``, ``w``)."""


class BandRow(NamedTuple):
    """One's own figure among the range of all others."""

    label: str
    own: float
    low: float
    high: float

    @property
    def ends(self) -> str:
        """The least and the most of all others; of one other, or of several alike, the figure."""
        return minus(f"{self.low:g} to {self.high:g}" if self.low < self.high else f"{self.low:g}")


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
        """Where the axis begins and ends: as asked for, and wider where a value lies beyond; nothing below 0 where no
        value does."""
        return self.kept("axis", self._axis)

    def _axis(self) -> tuple[float, float]:
        values = [v for row in self.rows for v in (row.own, row.low, row.high)]
        low = self.low if min(values, default=0) < 0 else max(self.low, 0.0)
        return min([low, *values]), max([self.high, *values])

    def marks(self, room: float) -> list[float]:
        """Figures below the axis: its ends, and round ones between, ``room`` of it apart at least."""
        low, high = self.axis
        least = (high - low) * room
        round_ = next((s for n in range(8) for s in (25 * 10**n, 50 * 10**n, 100 * 10**n) if s >= max(25, least)), high)
        inner = (n * round_ for n in range(int(low // round_), int(high // round_) + 1))
        return [low, *(float(v) for v in inner if low + least <= v <= high - least), high]

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
        small = small_size(style)
        ends = max(text_width(row.ends, small) for row in self.rows) + 10
        left, right = on.x + label + figure, on.right - 6 - ends
        unit = (right - left) / (self.axis[1] - self.axis[0])
        for row in self.rows:
            middle = y - each / 2
            base = middle - size * 0.34
            pen.text(on.x, base, row.label, size)
            pen.right(left - 12, base, minus(f"{row.own:g}"), size, BOLD)
            pen.right(on.right, base, row.ends, small, SANS, GREY)
            pen.rule(left, middle, right, PALE, 0.8)
            start, end = (left + (v - self.axis[0]) * unit for v in (row.low, row.high))
            pen.box(start - 1, middle - 2.6, max(2.0, end - start + 2), 5.2, style.band)
            mark = left + (row.own - self.axis[0]) * unit
            pen.box(mark - 1.6, middle - 4.6, 3.2, 9.2, style.accent)
            y -= each
        tick = style.size(LABEL)
        for value in self.marks(4 * tick / (right - left)):
            x = left + (value - self.axis[0]) * unit
            pen.rule(x - 0.3, y + 1, x + 0.3, GREY, 3)
            pen.middle(min(x, right - 4), y - tick - 1, minus(f"{value:g}"), tick, SANS, GREY)
        if self.said:
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
                f'aria-label="others {esc(r.ends)}" style="width:100%;height:10px;border-collapse:collapse;'
                f'table-layout:fixed;font-size:0"><tr>{cells}</tr></table></td><td style="padding:5px 0 5px 8px;white-space:nowrap;'
                f'font-size:14px;opacity:.75">{esc(r.ends)}</td></tr>'
            )
        said = f'<p style="margin:4px 0;font-size:14px;opacity:.75">{esc(self.said)}</p>' if self.said else ""
        return f'{heading_html(self.title)}<table style="border-collapse:collapse;width:100%">{"".join(rows)}</table>{said}'

    def text(self) -> list[str]:
        """Bars of signs on one axis."""
        lines = heading_text(self.title)
        wide, (begin, end) = 30, self.axis

        def at(value: float) -> int:
            return round((value - begin) / (end - begin) * (wide - 1))

        for r in self.rows:
            low, high = at(r.low), at(r.high)
            signs = ["-" if low <= n <= high else "." for n in range(wide)]
            signs[at(r.own)] = "#"
            lines.append(
                f"{r.label:<18} {minus(f'{r.own:g}'):>5}  {''.join(signs)}  {minus(f'{r.low:g}')} to {minus(f'{r.high:g}')}"
            )
        return [*lines, *(folded(self.said) if self.said else [])]


@dataclass(frozen=True)
class Scales(Block):
    """Two players' figures once: one's own bars to the left, the foe's to the right, the figures between them.

    Of gauges: those with a foe's figure are rows, the others stand in a line below.
    """

    own: str
    foe: str
    gauges: tuple[Gauge, ...]

    @property
    def empty(self) -> bool:
        """Whether there is no figure."""
        return not self.gauges

    @property
    def rows(self) -> list[tuple[Gauge, float]]:
        """Those with two figures, and the foe's."""
        return [(gauge, gauge.foe) for gauge in self.gauges if gauge.foe is not None]

    @property
    def below(self) -> str:
        """The others: ``deck 76 (pile 7)``."""
        alone = (gauge for gauge in self.gauges if gauge.foe is None)
        return "  ·  ".join(f"{g.label} {g.figure}{f' ({g.beside})' if g.beside else ''}" for g in alone)

    def _each(self, style: Style) -> float:
        return step(text_size(style)) + 1.5

    def least(self, width: float, style: Style) -> float:
        """A line each."""
        lines = step(small_size(style)) + 2 if self.below else 0.0
        return 9 + step(text_size(style)) + len(self.rows) * self._each(style) + lines + 4

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size, small = on.style, on.pen, text_size(on.style), small_size(on.style)
        pen.dashed(on.x, on.top, on.right, GREY)
        y = on.top - 9
        pen.text(on.x, y - size, fitted(one_line(self.own), size, on.width * 0.42, BOLD), size, BOLD, style.accent)
        pen.right(on.right, y - size, fitted(one_line(self.foe), size, on.width * 0.42, BOLD), size, BOLD)
        y -= step(size)
        middle = on.x + on.width / 2
        half = max((text_width(gauge.label, small) for gauge, _ in self.rows), default=0.0) / 2 + 8
        widest = (text_width(text, size, BOLD) for g, foe in self.rows for text in (g.figure, f"{foe:g}"))
        figure = max(widest, default=0.0) + 4
        changes = max((text_width(f"({g.change})", small) + 4 for g, _ in self.rows if g.change), default=0.0)
        left, right = middle - half - figure - changes - 6, middle + half + figure + 6
        track = min(left - on.x, on.right - right)
        for gauge, foe in self.rows:
            own = float(gauge.figure)
            most = max(own, foe, own / gauge.full if gauge.full else 0.0, 1.0)
            base = y - self._each(style) / 2 - size * 0.34
            pen.middle(middle, base, gauge.label, small, SANS, GREY)
            pen.right(middle - half, base, minus(gauge.figure), size, BOLD)
            pen.text(middle + half, base, minus(f"{foe:g}"), size, BOLD)
            if gauge.change:
                pen.right(middle - half - figure, base, f"({gauge.change})", small, SANS, GREY)
            low = y - self._each(style) / 2 - 3
            pen.box(left - track, low, track, 6, GROUND)
            pen.box(right, low, track, 6, GROUND)
            wide = track * max(0.0, own) / most
            pen.box(left - wide, low, wide, 6, style.accent)
            pen.box(right, low, track * max(0.0, foe) / most, 6, FOE)
            y -= self._each(style)
        if self.below:
            pen.middle(middle, y - small - 2, fitted(one_line(self.below), small, on.width), small, SANS, GREY)

    def html(self) -> str:
        """As gauges."""
        return Gauges(self.gauges).html()

    def text(self) -> list[str]:
        """As gauges."""
        return Gauges(self.gauges).text()


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

    @property
    def narrow(self) -> bool:
        """In half of the width the line is only steeper."""
        return True

    def least(self, width: float, style: Style) -> float:
        """45 points and the turns' numbers."""
        return title_height(self.title, style) + style.length(45.0) + style.size(LABEL) + 6

    def most(self, width: float, style: Style) -> float:
        """It may stand higher."""
        return self.lowest(width, style) + 30

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
        for turn, value in {self.values[0], max(self.values, key=lambda one: one[1])}:
            if turn != last:  # where it began, and its best
                x, top = at(turn, value)
                said = points_text(value)
                start = min(max(left, x - text_width(said, label) / 2), right - text_width(said, label))
                pen.circle(x, top, 1.6, style.accent)
                pen.text(start, min(top + 3.5, y - label), said, label, SANS, GREY)
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
class Courses(Printed):
    """How two players stood, turn by turn, side by side for each figure: one's own line whole and heavy, the other's
    grey and dashed, and the turn from which he who leads at the end has led. Print alone: turn by turn the others told.
    """

    title: str
    foe: str
    plots: tuple[tuple[str, tuple[tuple[int, float, float], ...]], ...]
    """Its title, ``Life, turn by turn``, and turn, own figure, the other's."""

    @property
    def empty(self) -> bool:
        """A line needs two points."""
        return not any(len(rows) > 1 for _, rows in self.plots)

    def least(self, width: float, style: Style) -> float:
        """The lines, their names, the turns' numbers."""
        across = 1 if style.large else len(self.plots)
        return title_height(self.title, style) + -(-len(self.plots) // across) * (
            style.length(62.0) + style.size(LABEL) * 3
        )

    def draw(self, on: Spot) -> None:
        """Draw it."""
        across = 1 if on.style.large else len(self.plots)
        top, apart = on.top - draw_title(on, self.title), 24.0
        wide = (on.width - apart * (across - 1)) / across
        high = (on.height - title_height(self.title, on.style)) / -(-len(self.plots) // across)
        for n, (title, rows) in enumerate(self.plots):
            self._plot(on.part(on.x + n % across * (wide + apart), top - n // across * high, wide, high), title, rows)

    def _plot(self, on: Spot, title: str, rows: Sequence[tuple[int, float, float]]) -> None:
        style, pen, label = on.style, on.pen, on.style.size(LABEL)
        size = small_size(style)
        ends = [f"{points_text(rows[-1][1])} you", f"{points_text(rows[-1][2])} {self.foe}"]
        right = on.right - max(text_width(end, size, BOLD) for end in ends) - 8
        top, bottom = on.top - label * 1.6, on.top - on.height + label + 8
        most = max(1.0, *(value for _, *both in rows for value in both))
        first, last = rows[0][0], rows[-1][0]

        def at(turn: int, value: float) -> tuple[float, float]:
            across = (turn - first) / max(1, last - first)
            return on.x + across * (right - on.x), bottom + max(0.0, value) / most * (top - bottom)

        pen.text(on.x, on.top - label, title, label, SANS, GREY)
        pen.rule(on.x, bottom, right, PALE, 0.6)
        since = led_since(rows)
        if since is not None and since > first:
            x = at(since, 0)[0]
            pen.stroke([(x, bottom), (x, top)], GREY, 0.4, 1.6)
            said = f"{'you lead' if rows[-1][1] > rows[-1][2] else f'{self.foe} leads'} from {since}"
            half = text_width(said, label) / 2 + 8
            low, far = on.x + text_width(f"turn {first}", label), right - text_width(str(last), label)
            pen.middle(min(max(x, low + half), far - half), bottom - label - 2, said, label)
        pen.stroke([at(turn, foe) for turn, _, foe in rows], FOE, 1.1, 2.6)
        pen.stroke([at(turn, own) for turn, own, _ in rows], style.accent, 1.8)
        (_, own), (_, foe) = (at(last, value) for value in rows[-1][1:])
        if abs(own - foe) < size:  # names that would stand on one another part
            own, foe = (own + size / 2, foe - size / 2) if own >= foe else (own - size / 2, foe + size / 2)
        for y, end, ink in ((own, ends[0], style.accent), (foe, ends[1], GREY)):
            pen.text(right + 5, y - size * 0.34, end, size, BOLD, ink)
        pen.text(on.x, bottom - label - 2, f"turn {first}", label, SANS, GREY)
        pen.right(right + 3, bottom - label - 2, str(last), label, SANS, GREY)


def courses_of(title: str, foe: str, plots: Mapping[str, Sequence[tuple[int, Sequence[float]]]], own: int) -> Courses:
    """The courses of figures that hold both players' in the order of their seats; the reader's is number ``own``."""
    found = {
        name: tuple((turn, float(both[own]), float(both[1 - own])) for turn, both in rows)
        for name, rows in plots.items()
    }
    return Courses(title, foe, tuple(found.items()))


def ahead_since(rows: Sequence[tuple[int, Sequence[float]]], winner: int) -> int | None:
    """The turn since which somebody has been before all others, by figures of all turns; None if he is not at the end."""
    behind = [turn for turn, row in rows if max(row) > row[winner] or sorted(row)[-2:] == [row[winner]] * 2]
    if not rows or behind[-1:] == [rows[-1][0]]:
        return None
    return next(turn for turn, _ in rows if not behind or turn > behind[-1])


def led_since(rows: Sequence[tuple[int, float, float]]) -> int | None:
    """The turn since which he who leads at the end has led; None where nobody does."""
    _, own, foe = rows[-1]
    return ahead_since([(turn, both) for turn, *both in rows], int(foe > own))
