# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Tables of any kind: figures at the right, one's own row tinted, the head repeated on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    Entries,
    Spot,
    continued,
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
from magika_gm.reports.kit.style import GREY, GUTTER, LABEL, PALE, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.setting import extent, shown, wrap

LEAST_PAIRED = 4
"""Rows a table has at least that is set in two columns."""


class Cell(NamedTuple):
    """A cell of a table: its text, whether bold, grey, and a colour behind it."""

    text: str
    bold: bool = False
    grey: bool = False
    fill: str = ""


def cell(text: str | Cell) -> Cell:
    """A text as a cell."""
    return text if isinstance(text, Cell) else _plain(text)


@lru_cache(maxsize=2048)
def _plain(text: str) -> Cell:
    return Cell(text)


@dataclass(frozen=True, kw_only=True)
class Table(Entries):
    """A table. ``right`` are the numbers of columns set to the right (figures); ``own`` rows are tinted.

    Columns are as wide as their texts; the widest ones give way and break their lines. It is broken between rows,
    repeats its head, and its columns are as wide on the next page.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    right: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    small: bool = False
    cards: bool = False
    """On a narrow screen each row is a card, its cells with their heads, instead of a table that scrolls in itself."""
    paired: bool = field(default=False, metadata={"drawn": True})
    """On paper its short rows may stand in two columns, read down the first and then the second."""
    in_two: bool = field(default=False, metadata={"drawn": True})
    """On paper its rows stand in two columns, whatever they say; in large print they do not."""

    @property
    def empty(self) -> bool:
        """Whether it has no rows."""
        return not self.rows

    @property
    def narrow(self) -> bool:
        """A table of short rows."""
        return self.paired

    def _size(self, style: Style) -> float:
        return small_size(style) if self.small else text_size(style)

    @property
    def count(self) -> int:
        """How many rows."""
        return len(self.rows)

    def part(self, first: int, last: int) -> Table:
        """Some of them, one's own still tinted."""
        own = frozenset(n - first for n in self.own if first <= n < last)
        return replace(self, title=continued(self.title, first), rows=self.rows[first:last], own=own)

    def _in_halves(self, width: float, style: Style) -> bool:
        """Whether its rows stand in two columns: a part does as the whole table does."""
        return self.whole.kept(("halves", width, style.large), lambda: self.whole._halved((width - GUTTER) / 2, style))

    def _halved(self, wide: float, style: Style) -> bool:
        if len(self.rows) < LEAST_PAIRED or not (self.paired or (self.in_two and not style.large)):
            return False
        widths = self.widths(wide, style)
        return self.in_two or not any(
            len(broken) > 1 for row in self.rows for broken in self._cells(row, widths, style)
        )

    def _cut_in_two(self, wide: float, style: Style) -> int:
        """How many rows stand in the first of two columns, so that both end at about one height."""
        widths = self.widths(wide, style)
        ends = [0.0, *accumulate(self._row(row, widths, style) for row in self.rows)]
        return min(range(len(self.rows), 0, -1), key=lambda n: max(ends[n], ends[-1] - ends[n]))

    def widths(self, width: float, style: Style) -> list[float]:
        """Of its columns."""
        return self.whole.kept(("widths", width, style.large), lambda: self.whole._widths(width, style))

    def _widths(self, width: float, style: Style) -> list[float]:
        size, pad = self._size(style), 8.0
        label = style.size(LABEL)
        count = max([len(self.heads), *(len(row) for row in self.rows)])
        least, most = [0.0] * count, [0.0] * count
        for row in self.rows:
            for n, raw in enumerate(row):
                part = cell(raw)
                line, word = extent(shown(part.text), BOLD if part.bold else SANS)
                most[n] = max(most[n], line * size + pad)
                least[n] = max(least[n], min(word * size, width / 4) + pad)
        for n, head in enumerate(self.heads):
            wide = (
                max((text_width(line.upper(), label) + 0.4 * len(line) for line in head.split("\n")), default=0.0) + pad
            )
            most[n], least[n] = max(most[n], wide), max(least[n], wide)
        if sum(most) <= width:
            extra = width - sum(most)
            stretch = max(range(count), key=lambda n: (n not in self.right, most[n]))
            return [w + (extra if n == stretch else 0.0) for n, w in enumerate(most)]
        given = list(least)
        if sum(given) > width:
            return [w * width / sum(given) for w in given]
        room = width - sum(given)
        need = [m - g for m, g in zip(most, given, strict=True)]
        for n in sorted(range(count), key=lambda n: need[n]):
            share = room / (count - sorted(range(count), key=lambda n: need[n]).index(n))
            took = min(need[n], share)
            given[n] += took
            room -= took
        return given

    def _cells(self, row: Sequence[str | Cell], widths: Sequence[float], style: Style) -> list[tuple[str, ...]]:
        return self.whole.kept((id(row), tuple(widths), style.large), lambda: self._broken(row, widths, style))

    def _broken(self, row: Sequence[str | Cell], widths: Sequence[float], style: Style) -> list[tuple[str, ...]]:
        size = self._size(style)
        return [
            wrap(shown(part.text), BOLD if part.bold else SANS, size, max(wide - 7.9, size))
            for part, wide in zip(map(cell, row), widths, strict=False)
        ]

    def _head(self, style: Style) -> float:
        if not any(self.heads):
            return 0.0
        return max(head.count("\n") + 1 for head in self.heads) * step(style.size(LABEL)) + 5

    def _row(self, row: Sequence[str | Cell], widths: Sequence[float], style: Style) -> float:
        return max(map(len, self._cells(row, widths, style))) * step(self._size(style)) + 3

    def least(self, width: float, style: Style) -> float:
        """Head and rows."""
        high = title_height(self.title, style) + self._head(style)
        if self._in_halves(width, style):
            wide = (width - GUTTER) / 2
            first, widths = self._cut_in_two(wide, style), self.widths(wide, style)
            columns = (self.rows[:first], self.rows[first:])
            return high + max(sum(self._row(row, widths, style) for row in rows) for rows in columns)
        widths = self.widths(width, style)
        return high + sum(self._row(row, widths, style) for row in self.rows)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style = on.style
        y = on.top - draw_title(on, self.title)
        if self._in_halves(on.width, style):
            wide = (on.width - GUTTER) / 2
            first = self._cut_in_two(wide, style)
            self._draw_rows(on.part(on.x, y, wide, on.height), 0, first)
            self._draw_rows(on.part(on.x + wide + GUTTER, y, wide, on.height), first, len(self.rows))
        else:
            self._draw_rows(on.part(on.x, y, on.width, on.height), 0, len(self.rows))

    def _draw_rows(self, on: Spot, first: int, last: int) -> None:
        style, pen, y = on.style, on.pen, on.top
        widths = self.widths(on.width, style)
        size, label = self._size(style), style.size(LABEL)
        if any(self.heads):
            x = on.x
            high = self._head(style)
            for n, (head, wide) in enumerate(zip(self.heads, widths, strict=False)):
                lines = head.split("\n")
                for k, line in enumerate(lines):
                    base = y - high + 7 + (len(lines) - 1 - k) * step(label)
                    if n in self.right:
                        pen.right(x + wide - 6, base, line, label, SANS, GREY)
                    else:
                        pen.text(x, base, line, label, SANS, GREY)
                x += wide
            y -= high
            pen.rule(on.x, y + 3, on.right, PALE if self.title else style.accent, 0.6)
        for number, row in enumerate(self.rows[first:last], first):
            cells = self._cells(row, widths, style)
            high = max(map(len, cells)) * step(size) + 3
            if number in self.own:
                pen.box(on.x - 3, y - high + 1.5, on.width + 6, high, style.tint)
            x = on.x
            for n, (broken, wide) in enumerate(zip(cells, widths, strict=False)):
                part = cell(row[n])
                face = BOLD if part.bold else SANS
                ink = GREY if part.grey else ""
                if n in self.right:
                    for k, line in enumerate(broken):
                        pen.right(x + wide - 6, y - size - k * step(size), line, size, face, ink)
                else:
                    pen.lines(x, y, broken, size, step(size), face, ink)
                x += wide
            y -= high
            pen.rule(on.x, y + 1.2, on.right, PALE, 0.3)

    def html(self) -> str:
        """A table that scrolls in itself where the screen is narrow."""

        def tag(kind: str, n: int, text: str, more: str = "") -> str:
            classes = " ".join(part for part in ("r" if n in self.right else "", more) if part)
            label = self.heads[n].replace("\n", " ") if self.cards and kind == "td" and n < len(self.heads) else ""
            said = f' data-h="{esc(label)}"' if label else ""
            return f"<{kind}{f' class={classes!r}' if classes else ''}{said}>{esc(text)}"

        def marked(part: Cell) -> str:
            return " ".join(word for word, on in (("s", part.bold), ("g", part.grey)) if on)

        head = "<tr>" + "".join(tag("th", n, h) for n, h in enumerate(self.heads)) if any(self.heads) else ""
        rows = "".join(
            f"<tr{' class=o' if number in self.own else ''}>"
            + "".join(tag("td", n, cell(part).text, marked(cell(part))) for n, part in enumerate(row))
            for number, row in enumerate(self.rows)
        )
        kind = "t k" if self.cards else "t"
        return (
            f'{heading_html(self.title)}<div style="overflow-x:auto"><table class="{kind}" style="border-collapse:collapse;'
            f'font-size:{"14px" if self.small else "15px"};width:100%">{head}{rows}</table></div>'
        )

    def text(self) -> list[str]:
        """Columns where they fit in 72, else the cells folded."""
        lines = heading_text(self.title)
        rows = [[cell(c).text for c in row] for row in self.rows]
        heads = [[h.replace("\n", " ") for h in self.heads]] if any(self.heads) else []
        count = max(map(len, [*rows, *heads]), default=0)
        widths = [max((len(row[n]) for row in [*rows, *heads] if n < len(row)), default=0) for n in range(count)]
        widest = max(range(count), key=lambda n: (n not in self.right, widths[n]))
        spare = 72 - sum(w + 2 for n, w in enumerate(widths) if n != widest)
        if spare < min(16, widths[widest]):
            for row in rows:
                lines += folded("  ".join(part for part in row if part), "", "    ")
            return lines
        widths[widest] = min(widths[widest], spare)
        for row in [*heads, *rows]:
            broken = [folded(part, "", "", widths[n]) if n == widest else [part] for n, part in enumerate(row)]
            for k in range(max(map(len, broken))):
                parts = [(b[k] if k < len(b) else "") for b in broken]
                lines.append("  ".join(f"{p:>{widths[n]}}" if n in self.right else f"{p:<{widths[n]}}"
                                       for n, p in enumerate(parts)).rstrip())  # fmt: skip
        return lines
