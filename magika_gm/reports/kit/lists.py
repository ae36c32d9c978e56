# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Lists: the ledger of a turn (K6), what one holds (K7), others (K8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    LEAST_PART,
    WHOLE,
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
from magika_gm.reports.kit.drawings import Disc, disc_html, draw_disc
from magika_gm.reports.kit.story import Step, dozens, said
from magika_gm.reports.kit.style import GREY, LABEL, NUMBER, PALE, RED, TEXT, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.setting import fitted, one_line, shown, wrap

LONGEST_LOOK = 240.0
"""Height of a ledger that is never torn."""


class LedgerRow(NamedTuple):
    """A phase, draw, trick or movement: its number, what was ordered, what came of it, running figures.

    ``struck`` rows are what others did to the reader: a red chevron in the margin.
    """

    number: str
    order: str
    outcome: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    struck: bool = False


def step_rows(steps: Iterable[Step], seat: str = "") -> tuple[LedgerRow, ...]:
    """A turn step by step for a ledger; what harm befell ``seat`` is marked."""
    rows = []
    for one in steps:
        harmed = bool(seat) and any(line.harmed == seat for line in one.lines)
        number, title = str(one.step or ""), one.title
        for part in dozens(one.lines):
            rows.append(LedgerRow(number, title, tuple(map(said, part)), (), harmed and not number))
            number = title = ""
    return tuple(rows)


@dataclass(frozen=True)
class Ledger(Entries):
    """K6: the turn, step by step, each with what it did to the running figures."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[LedgerRow, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing happened."""
        return not self.rows

    def _figure(self, style: Style) -> float:
        return text_width("1000", style.size(TEXT)) + 5

    def _lines(self, row: LedgerRow, width: float, style: Style) -> tuple[tuple[str, ...], list[str]]:
        left = style.size(NUMBER) * 0.9 + 6
        wide = width - left
        order = wrap(one_line(row.order), BOLD, text_size(style), wide - self._figure(style) * len(self.heads))
        size = small_size(style)
        return (order if row.order else ()), [
            line for text in row.outcome for line in wrap(shown(text), SANS, size, wide)
        ]

    def _height(self, row: LedgerRow, width: float, style: Style) -> float:
        order, outcome = self._lines(row, width, style)
        high = len(order) * step(text_size(style)) + len(outcome) * step(small_size(style))
        return max(high, style.size(NUMBER) * 0.9 if row.number else 0.0) + 6

    def least(self, width: float, style: Style) -> float:
        """All rows."""
        return title_height(self.title, style) + sum(self._height(row, width, style) for row in self.rows)

    def most(self, width: float, style: Style) -> float:
        """Rows somewhat farther apart."""
        return self.lowest(width, style) + 8.0 * len(self.rows)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        each = self._figure(style)
        rights = [on.right - each * (len(self.heads) - 1 - n) for n in range(len(self.heads))]
        y = on.top - draw_title(on, self.title, list(zip(rights, self.heads, strict=True)))
        spread = (on.height - self.lowest(on.width, style)) / max(1, len(self.rows))
        size, small = text_size(style), small_size(style)
        left = on.x + style.size(NUMBER) * 0.9 + 6
        for number, row in enumerate(self.rows):
            order, outcome = self._lines(row, on.width, style)
            if row.struck and not row.number:
                middle = y - small * 0.75
                pen.stroke([(on.x + 3, middle + 3), (on.x + 7, middle), (on.x + 3, middle - 3)], RED, 1.6)
            elif row.number:
                pen.text(on.x, y - style.size(NUMBER) * 0.82, row.number, style.size(NUMBER), BOLD, style.accent)
            high = self._height(row, on.width, style)
            if order:
                pen.lines(left, y, order, size, step(size), BOLD)
            for right, figure in zip(rights, row.figures, strict=False):
                pen.right(right, y - size, figure, size)
            if outcome:
                pen.lines(left, y - len(order) * step(size), outcome, small, step(small))
            y -= high + spread
            if number < len(self.rows) - 1:
                pen.rule(on.x, y + 2.5 + spread / 2, on.right, PALE, 0.4)

    @property
    def count(self) -> int:
        """Its steps."""
        return len(self.rows)

    def part(self, first: int, last: int) -> Ledger:
        """Some of them."""
        return replace(self, title=continued(self.title, first), rows=self.rows[first:last])

    def one_look(self, width: float, style: Style) -> bool:
        """A few short steps; long ones are text to be read on."""
        return super().one_look(width, style) and self.lowest(width, style) <= style.length(LONGEST_LOOK)

    @property
    def least_part(self) -> int:
        """Of a few long steps one."""
        return LEAST_PART if self.count > WHOLE else 1

    def html(self) -> str:
        """A table: number, order and outcome, figures."""
        heads = "".join(f'<th style="font:13px Helvetica,Arial,sans-serif;opacity:.75;text-align:right;padding:0 0 4px 8px">{esc(h)}</th>'
                        for h in self.heads)  # fmt: skip
        rows = []
        for row in self.rows:
            mark = row.number or ("&rsaquo;" if row.struck else "")
            ink = RED if row.struck and not row.number else "#9d7fc4"
            said = f"<b>{esc(row.order)}</b>" if row.order else ""
            said += "".join(f"{'<br>' if said or n else ''}{esc(text)}" for n, text in enumerate(row.outcome))
            figures = "".join(f'<td style="text-align:right;padding:6px 0 6px 8px;vertical-align:top">{esc(f)}</td>'
                              for f in (*row.figures, *[""] * (len(self.heads) - len(row.figures))))  # fmt: skip
            rows.append(
                f'<tr style="border-top:1px solid #8884"><td style="padding:6px 10px 6px 0;vertical-align:top;'
                f'font:bold 20px/1.1 Georgia,serif;color:{ink}">{mark}</td><td style="padding:6px 0;width:100%;'
                f'vertical-align:top;overflow-wrap:anywhere">{said}</td>{figures}</tr>'
            )
        return (
            f'{heading_html(self.title)}<table style="border-collapse:collapse;width:100%"><tr><th></th><th></th>{heads}'
            f"</tr>{''.join(rows)}</table>"
        )

    def text(self) -> list[str]:
        """A line an order, its outcome hung below."""
        lines = heading_text(self.title)
        if lines:
            lines[1] = f"{lines[1]:<50}{''.join(f'{h:>7}' for h in self.heads)}".rstrip()
        for row in self.rows:
            mark = row.number or (">" if row.struck else "")
            if row.order or row.figures:
                first = folded(row.order, f"{mark:<3}", "   ", 50) or [mark]
                first[0] = f"{first[0]:<50}{''.join(f'{f:>7}' for f in row.figures)}".rstrip()
                lines += first
            for text in row.outcome:
                lines += folded(text, "   - " if row.order else f"{mark:<3}- ", "     ")
        return lines


class Held(NamedTuple):
    """A line of what one holds: its number, its code (bold), what it is, a note, and a cost at the right edge."""

    mark: str
    code: str
    name: str
    right: str = ""
    note: str = ""


@dataclass(frozen=True)
class Holdings(Entries):
    """K7: what one holds, as a list; costs at the right edge. ``right`` heads them."""

    title: str
    rows: tuple[Held, ...]
    right: str = ""

    @property
    def empty(self) -> bool:
        """Whether the hands are empty."""
        return not self.rows

    @property
    def narrow(self) -> bool:
        """Short lines."""
        return True

    def _size(self, style: Style) -> float:
        return text_size(style)

    def _cells(self, row: Held, width: float, style: Style) -> tuple[str, ...]:
        size = self._size(style)
        right = text_width(row.right, size) + 6 if row.right else 0.0
        said = one_line(row.name) + (f" ({one_line(row.note)})" if row.note else "")
        return wrap(said, SANS, size, width - self._left(style) - right)

    def _left(self, style: Style) -> float:
        size = self._size(style)
        marks = max((text_width(r.mark, size) for r in self.rows), default=0.0)
        codes = max((text_width(r.code, size, BOLD) for r in self.rows), default=0.0)
        return (marks + 6 if marks else 0.0) + (codes + 6 if codes else 0.0)

    def least(self, width: float, style: Style) -> float:
        """All rows."""
        lines = sum(len(self._cells(row, width, style)) for row in self.rows)
        return title_height(self.title, style) + lines * step(self._size(style)) + 3

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, self._size(on.style)
        y = on.top - draw_title(on, self.title, [(on.right, self.right)] if self.right else ())
        marks = max((text_width(r.mark, size) for r in self.rows), default=0.0)
        for row in self.rows:
            cells = self._cells(row, on.width, style)
            base = y - size
            if row.mark:
                pen.text(on.x, base, row.mark, size, SANS, GREY)
            if row.code:
                pen.text(on.x + (marks + 6 if marks else 0.0), base, row.code, size, BOLD)
            pen.lines(on.x + self._left(style), y, cells, size, step(size))
            if row.right:
                pen.right(on.right, base, row.right, size)
            y -= len(cells) * step(size)

    @property
    def count(self) -> int:
        """Its lines."""
        return len(self.rows)

    def part(self, first: int, last: int) -> Holdings:
        """Some of them."""
        return replace(self, title=continued(self.title, first), rows=self.rows[first:last])

    def html(self) -> str:
        """A table."""
        rows = "".join(
            f'<tr><td style="padding:3px 8px 3px 0;vertical-align:top;white-space:nowrap"><span style="opacity:.75">{esc(r.mark)}</span> '
            f'<b>{esc(r.code)}</b></td><td style="padding:3px 0;width:100%">{esc(r.name)}'
            f"{f' <span style=opacity:.75>({esc(r.note)})</span>' if r.note else ''}</td>"
            f'<td style="padding:3px 0 3px 8px;text-align:right;white-space:nowrap;vertical-align:top">{esc(r.right)}</td></tr>'
            for r in self.rows
        )
        return f'{heading_html(self.title)}<table style="border-collapse:collapse;width:100%">{rows}</table>'

    def text(self) -> list[str]:
        """A line a thing."""
        lines = heading_text(self.title)
        code = max((len(r.code) for r in self.rows), default=0)
        for r in self.rows:
            start = f"{r.mark + ' ' if r.mark else ''}{r.code:<{code}}{'  ' if code else ''}"
            said = r.name + (f" ({r.note})" if r.note else "")
            wide = 60 - max(0, len(r.right) - 11)
            made = folded(said, start, None, wide)
            made[0] = f"{made[0]:<{wide}} {r.right:>10}".rstrip()
            lines += made
        return lines


class Other(NamedTuple):
    """Somebody else: disc, where, name, what is known, since when ("" is now)."""

    disc: Disc
    at: str
    name: str
    known: str
    since: str = ""


@dataclass(frozen=True)
class Others(Entries):
    """K8: the others, nearest first; what is out of sight in grey with its turn. ``brief`` is one line each."""

    title: str
    rows: tuple[Other, ...]
    brief: bool = False

    @property
    def empty(self) -> bool:
        """Whether nobody is known."""
        return not self.rows

    @property
    def spare(self) -> bool:
        """The brief one repeats the full one."""
        return self.brief

    def _columns(self, width: float, style: Style) -> tuple[float, float, float]:
        """Where place, name and knowledge begin."""
        return self.kept(("columns", width, style.large), lambda: self._begin(width, style))

    def _begin(self, width: float, style: Style) -> tuple[float, float, float]:
        size = text_size(style)
        disc = size * 1.6
        at = disc + max((text_width(r.at, size, BOLD) for r in self.rows), default=0.0) + 8
        names = [text_width(one_line(r.name), size) for r in self.rows if r.name]
        name = at + (0.0 if self.brief else min(max(names, default=0.0), width * 0.28) + (10 if names else 0.0))
        return disc, at, name

    def _known(self, row: Other, width: float, style: Style) -> tuple[str, ...]:
        left = self._columns(width, style)[2]
        size = text_size(style)
        known = one_line(row.known) + (f" ({row.since})" if row.since else "")
        if self.brief:
            return (fitted(row.name or known, size, width - left),)
        return wrap(known, SANS, size, width - left)

    def _height(self, row: Other, width: float, style: Style) -> float:
        return max(len(self._known(row, width, style)) * step(text_size(style)), text_size(style) * 1.45) + 1.5

    def least(self, width: float, style: Style) -> float:
        """All rows."""
        return title_height(self.title, style) + sum(self._height(row, width, style) for row in self.rows)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, text_size(on.style)
        y = on.top - draw_title(on, self.title)
        disc, at, name = self._columns(on.width, style)
        for row in self.rows:
            known = list(self._known(row, on.width, style))
            ink = GREY if row.since else ""
            radius = size * 0.62
            draw_disc(pen, row.disc, on.x + radius, y - size * 0.68, radius, style.size(LABEL))
            pen.text(on.x + disc, y - size, row.at, size, BOLD, ink)
            if not self.brief and row.name:
                pen.text(on.x + at, y - size, fitted(one_line(row.name), size, name - at - 4), size, SANS, ink)
            pen.lines(on.x + name, y, known, size, step(size), SANS, ink)
            y -= self._height(row, on.width, style)

    @property
    def count(self) -> int:
        """Its people."""
        return len(self.rows)

    def part(self, first: int, last: int) -> Others:
        """Some of them."""
        return replace(self, title=continued(self.title, first), rows=self.rows[first:last])

    def html(self) -> str:
        """A table of disc, place, and what is known."""
        rows = "".join(
            f'<tr{" style=opacity:.75" if r.since else ""}><td style="padding:4px 8px 4px 0;vertical-align:top">{disc_html(r.disc)}</td>'
            f'<td style="padding:4px 10px 4px 0;vertical-align:top"><b>{esc(r.at)}</b></td><td style="padding:4px 0;width:100%;'
            f'overflow-wrap:anywhere">{esc(", ".join(x for x in (r.name, r.known) if x))}{f" <i>({esc(r.since)})</i>" if r.since else ""}</td></tr>'
            for r in self.rows
        )
        return f'{heading_html(self.title)}<table style="border-collapse:collapse;width:100%">{rows}</table>'

    def text(self) -> list[str]:
        """A line each."""
        lines = heading_text(self.title)
        for r in self.rows:
            said = ", ".join(part for part in (r.name, r.known) if part) + (f" ({r.since})" if r.since else "")
            lines += folded(said, f"{r.disc.letter} {r.at:<4} ", "       ")
        return lines
