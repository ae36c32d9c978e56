# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Lists and tables: the ledger of a turn (K6), what one holds (K7), others (K8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from itertools import accumulate, zip_longest
from typing import Any, NamedTuple

from magika_gm.reports.kit.base import (
    GREY,
    GUTTER,
    INK,
    LABEL,
    LEAST_PART,
    NUMBER,
    PALE,
    RED,
    TEXT,
    WHOLE,
    Listed,
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
from magika_gm.reports.kit.drawings import Disc, disc_html, draw_disc
from magika_gm.reports.kit.prose import Ruled, Said, Step, dozens, draw_ruled, ruled_lines, said
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.typeface import extent, fitted, one_line, shown, wrap

NO_LINES: Mapping[Any, str] = {}
SHORT_LINE = 52
"""Signs of an order that has room in half a page."""
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
    harms: frozenset[int] = frozenset()
    """Which of the outcome's lines befell the reader."""


def harms(lines: Sequence[Said], seat: str) -> frozenset[int]:
    """Which of some lines tell harm of a seat; none where there is no reader."""
    return frozenset(n for n, line in enumerate(lines) if seat and line.harmed == seat)


def step_rows(steps: Iterable[Step], seat: str = "") -> tuple[LedgerRow, ...]:
    """A turn step by step for a ledger; what harm befell ``seat`` is marked. Steps are numbered where all are, and
    rise by one: other numbers tell a reader nothing."""
    rows = []
    steps = tuple(steps)
    counted = [one.step for one in steps] == list(range(1, len(steps) + 1))
    for one in steps:
        harmed = bool(seat) and any(line.harmed == seat for line in one.lines)
        number, title = str(one.step) if counted else "", one.title
        for part in dozens(one.lines):
            struck = harmed and not number
            rows.append(LedgerRow(number, title, tuple(map(said, part)), (), struck, harms(part, seat)))
            number = title = ""
    return tuple(rows)


SENT = {
    "mailed": "as you sent it",
    "may": "as you sent it",
    "default": "none came",
    "absent": "none came, as you had said",
    "bounced": "none came, as no report had reached you",
    "policy": "by the built-in player",
    "none": "no new one: what stood served",
}
"""Whose lines a seat was played with (``TurnRecord.how``), as its player is told."""


def sheet_title(how: str) -> str:
    """``Your sheet (as you sent it)``."""
    return f"Your sheet ({SENT.get(how, how)})" if how else "Your sheet"


def sheet_lines(
    how: str,
    lines: Iterable[tuple[object, str]],
    refused: Mapping[Any, str] = NO_LINES,
    beside: Mapping[Any, str] = NO_LINES,
) -> Table:
    """The reader's own lines, as the turn was played with them; those ``refused``: :func:`numbered_lines`."""
    return numbered_lines(sheet_title(how), lines, refused, beside)


def numbered_lines(
    title: str,
    lines: Iterable[tuple[object, str]],
    refused: Mapping[Any, str] = NO_LINES,
    beside: Mapping[Any, str] = NO_LINES,
) -> Table:
    """Orders, small, their numbers grey; one that was ``refused`` (by its number or its text) is struck through, the
    reason behind it, and what is left of a line that was begun stands below; ``beside`` others stands what was lacking
    (by their numbers). Many short ones stand in two columns."""
    why = dict(refused)
    rows: list[tuple[str | Cell, ...]] = []
    for number, text in lines:
        reason = why.pop(number, why.pop(text, ""))
        said = Cell(text, struck=bool(reason))
        reason = reason or beside.get(number, "")
        rows.append((Cell(str(number), grey=True), said, *([Cell(reason, grey=True)] if reason else [])))
    rows += [("", Cell(str(rest), struck=True), Cell(reason, grey=True)) for rest, reason in why.items()]
    brief = len(rows) >= LEAST_PAIRED and all(len(row) < 3 and len(cell(row[1]).text) <= SHORT_LINE for row in rows)
    return Table(title if rows else "", (), tuple(rows), small=True, in_two=brief)


def numbered(title: str, lines: Sequence[str]) -> Table:
    """Order lines, small, their numbers grey; without any no title either."""
    return numbered_lines(title, enumerate(lines, 1))


def could_order(
    rows: Sequence[Cells],
    heads: tuple[str, ...] = (),
    *,
    in_two: bool = False,
    else_: str = "",
) -> Table:
    """What can be ordered as things stand; where that is nothing, a sentence: what counts in another's turn."""
    title, said = "What you could order", tuple(rows) or ((else_ or "Nothing, as things stand.",),)
    return Table(title, heads if rows else (), said, small=True, in_two=in_two)


@dataclass(frozen=True)
class Ledger(Listed):
    """K6: the turn, step by step, each with what it did to the running figures."""

    heads: tuple[str, ...]
    rows: tuple[LedgerRow, ...]

    def _margin(self, style: Style) -> float:
        """Room for numbers and marks, where there are any."""
        marked = any(row.number or row.struck for row in self.whole.rows)
        return style.size(NUMBER) * 0.9 + 6 if marked else 0.0

    def _figure(self, style: Style) -> float:
        return text_width("1000", style.size(TEXT)) + 5

    def _lines(self, row: LedgerRow, width: float, style: Style) -> tuple[tuple[str, ...], list[Ruled]]:
        wide = width - self._margin(style)
        order = wrap(one_line(row.order), BOLD, text_size(style), wide - self._figure(style) * len(self.heads))
        size = small_size(style)
        return (order if row.order else ()), [
            line for text in row.outcome for line in ruled_lines(shown(text), size, wide, style)
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
        left = on.x + self._margin(style)
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
                draw_ruled(on, left, y - len(order) * step(size), outcome, small)
            y -= high + spread
            if number < len(self.rows) - 1:
                pen.rule(on.x, y + 2.5 + spread / 2, on.right, PALE, 0.4)

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
class Holdings(Listed):
    """K7: what one holds, as a list; costs at the right edge. ``right`` heads them."""

    rows: tuple[Held, ...]
    right: str = ""

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
class Others(Listed):
    """K8: the others, nearest first; what is out of sight in grey with its turn. ``brief`` is one line each."""

    rows: tuple[Other, ...]
    brief: bool = False

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


# Tables of any kind: figures at the right, one's own row tinted, the head repeated on every page.


LEAST_PAIRED = 4
"""Rows a table has at least that is set in two columns."""


class Cell(NamedTuple):
    """A cell of a table: its text, whether bold, grey, and a colour behind it."""

    text: str
    bold: bool = False
    grey: bool = False
    fill: str = ""
    struck: bool = False
    """Written, and not done: a line through it."""


Cells = tuple[str | Cell, ...]
"""A row of a table."""


def cell(text: str | Cell) -> Cell:
    """A text as a cell."""
    return text if isinstance(text, Cell) else _plain(text)


@lru_cache(maxsize=2048)
def _plain(text: str) -> Cell:
    return Cell(text)


class _Measured(NamedTuple):
    """A cell's text as it is drawn; as its one line, where nothing in it asks for more."""

    text: str
    face: int
    ink: str
    struck: bool
    one: tuple[str, ...]


class _Row(NamedTuple):
    """A row's cells; their widest lines and words in size 1."""

    cells: tuple[_Measured, ...]
    lines: tuple[float, ...]
    words: tuple[float, ...]


@lru_cache(maxsize=512)
def _row(row: Cells) -> _Row:
    cells, wide = [], []
    for part in map(cell, row):
        text, face = shown(part.text), BOLD if part.bold else SANS
        one = () if "%" in text or text[:1] == " " or not text.isprintable() else (text,)
        cells.append(_Measured(text, face, GREY if part.grey else "", part.struck, one))
        wide.append(extent(text, face))
    return _Row(tuple(cells), tuple(line for line, _ in wide), tuple(word for _, word in wide))


MOST_ACROSS = 4
"""Columns a telephone has room for; of more a mail makes each row a card there, its cells with their heads."""
NOTHING = ("", "·")
"""Cells that such a card leaves out."""
FARTHEST, INSET = 36.0, 4.0
"""Points between two columns at most, and from the edge of a tinted row to its text."""


@dataclass(frozen=True)
class Table(Listed):
    """A table. ``right`` are the numbers of columns set to the right (figures); ``own`` rows are tinted.

    Columns are as wide as their texts; the widest ones give way and break their lines. It is broken between rows,
    repeats its head, and its columns are as wide on the next page.
    """

    heads: tuple[str, ...]
    rows: tuple[Cells, ...]
    _: KW_ONLY
    right: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    small: bool = False
    paired: bool = field(default=False, metadata={"drawn": True})
    """On paper its short rows may stand in two columns, read down the first and then the second."""
    in_two: bool = field(default=False, metadata={"drawn": True})
    """On paper its rows stand in two columns, whatever they say; in large print they do not."""

    @property
    def narrow(self) -> bool:
        """A table of short rows."""
        return self.paired

    def _size(self, style: Style) -> float:
        return small_size(style) if self.small else text_size(style)

    def part(self, first: int, last: int) -> Table:
        """Some of them, one's own still tinted."""
        own = frozenset(n - first for n in self.own if first <= n < last)
        return super().part(first, last).but(own=own)

    def _in_halves(self, width: float, style: Style) -> bool:
        """Whether its rows stand in two columns: a part does as the whole table does."""
        return self.whole.kept(("halves", width, style.large), lambda: self.whole._halved((width - GUTTER) / 2, style))

    def _halved(self, wide: float, style: Style) -> bool:
        if len(self.rows) < LEAST_PAIRED or not (self.paired or (self.in_two and not style.large)):
            return False
        return self.in_two or not any(len(broken) > 1 for cells, _ in self._set(wide, style) for broken in cells)

    def _cut_in_two(self, wide: float, style: Style) -> int:
        """How many rows stand in the first of two columns, so that both end at about one height."""
        ends = [0.0, *accumulate(high for _, high in self._set(wide, style))]
        return min(range(len(self.rows), 0, -1), key=lambda n: max(ends[n], ends[-1] - ends[n]))

    def widths(self, width: float, style: Style) -> list[float]:
        """Of its columns."""
        inset = self.whole.inset
        return self.whole.kept(("widths", width, style.large), lambda: self.whole._widths(width - inset, style))

    @property
    def inset(self) -> float:
        """How far its texts stand from the edge of its tinted rows."""
        return INSET if self.own else 0.0

    def _measured(self) -> dict[int, _Row]:
        """Its rows, measured in size 1."""
        return self.whole.kept("measured", lambda: {id(row): _row(row) for row in self.whole.rows})

    def _widths(self, width: float, style: Style) -> list[float]:
        size, pad = self._size(style), 8.0
        label = style.size(LABEL)
        count = max([len(self.heads), *(len(row) for row in self.rows)])
        quarter, rows = width / 4, self._measured().values()
        most = [max(column) * size + pad for column in zip_longest(*(row.lines for row in rows), fillvalue=0.0)]
        least = [min(max(c) * size, quarter) + pad for c in zip_longest(*(row.words for row in rows), fillvalue=0.0)]
        most, least = ([*found, *[0.0] * (count - len(found))] for found in (most, least))
        for n, head in enumerate(self.heads):
            wide = (
                max((text_width(line.upper(), label) + 0.4 * len(line) for line in head.split("\n")), default=0.0) + pad
            )
            most[n], least[n] = max(most[n], wide), max(least[n], wide)
        for n in range(count):
            if self._says_nothing(n):
                most[n] = least[n] = 0.0
        if sum(most) <= width:
            # the eye must find its way along a row: columns part, but not farther than it reaches
            each = min(FARTHEST - pad, (width - sum(most)) / max(1, count - 1))
            apart = {
                (n + 1 if n + 1 in self.right else n)
                for n in range(count - 1)
                if n + 1 in self.right or n not in self.right
            }
            marks = {0} if most[0] < 2 * size + pad and not any(self.heads[:1]) else set()
            return [w + (each if w and n in apart - marks else 0.0) for n, w in enumerate(most)]
        given = list(least)
        if sum(given) > width:
            return [w * width / sum(given) for w in given]
        room = width - sum(given)
        need = [m - g for m, g in zip(most, given, strict=True)]
        for place, n in enumerate(sorted(range(count), key=lambda n: need[n])):
            share = room / (count - place)
            took = min(need[n], share)
            given[n] += took
            room -= took
        return given

    def _says_nothing(self, n: int) -> bool:
        """Whether a column has but dots: paper leaves it out. Blank cells are room to write in."""
        dots = False
        for row in self.rows:
            said = cell(row[n]).text if n < len(row) else ""
            if said not in NOTHING:
                return False
            dots = dots or said == "·"
        return dots

    def _set(self, width: float, style: Style) -> list[tuple[list[tuple[str, ...]], float]]:
        """Its rows in columns of that width: the lines of each one's cells, and its height."""
        whole = self.whole
        rows = whole.kept(("rows", width, style.large), lambda: whole._rows_set(width, style))
        return [rows[id(row)] for row in self.rows]

    def _rows_set(self, width: float, style: Style) -> dict[int, tuple[list[tuple[str, ...]], float]]:
        size, found = self._size(style), {}
        # a hair less than there is: what is as wide as its column is not left to the last digit
        rooms = [
            (room, (room - 0.05) / size) for wide in self.widths(width, style) for room in (max(wide - 7.9, size),)
        ]
        each = step(size)
        for key, row in self._measured().items():
            cells = [
                part.one if part.one and line < most else wrap(part.text, part.face, size, room)
                for part, line, (room, most) in zip(row.cells, row.lines, rooms, strict=False)
            ]
            found[key] = cells, max(map(len, cells)) * each + 3
        return found

    def _head(self, style: Style) -> float:
        if not any(self.heads):
            return 0.0
        return max(head.count("\n") + 1 for head in self.heads) * step(style.size(LABEL)) + 5

    def least(self, width: float, style: Style) -> float:
        """Head and rows."""
        high = title_height(self.title, style) + self._head(style)
        if self._in_halves(width, style):
            wide = (width - GUTTER) / 2
            first, rows = self._cut_in_two(wide, style), self._set(wide, style)
            return high + max(sum(tall for _, tall in column) for column in (rows[:first], rows[first:]))
        return high + sum(tall for _, tall in self._set(width, style))

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
        widths, inset = self.widths(on.width, style), self.whole.inset
        right = min(on.right, on.x + inset + sum(widths))
        size, label = self._size(style), style.size(LABEL)
        if any(self.heads):
            x = on.x + inset
            high = self._head(style)
            for n, (head, wide) in enumerate(zip(self.heads, widths, strict=False)):
                lines = head.split("\n") if wide else []
                for k, line in enumerate(lines):
                    base = y - high + 7 + (len(lines) - 1 - k) * step(label)
                    if n in self.right:
                        pen.right(x + wide - 6, base, line, label, SANS, GREY)
                    else:
                        pen.text(x, base, line, label, SANS, GREY)
                x += wide
            y -= high
            pen.rule(on.x, y + 3, right, PALE if self.title else style.accent, 0.6)
        each, measured = step(size), self._measured()
        starts = list(accumulate(widths, initial=on.x + inset))
        ends = [
            start + wide - 6 if n in self.right else 0.0
            for n, (start, wide) in enumerate(zip(starts, widths, strict=False))
        ]
        drawn = zip(self.rows[first:last], self._set(on.width, style)[first:last], strict=True)
        for number, (row, (cells, high)) in enumerate(drawn, first):
            if number in self.own:
                pen.box(on.x, y - high + 1.2, right - on.x, high, style.tint)
            for part, broken, wide, x, end in zip(measured[id(row)].cells, cells, widths, starts, ends, strict=False):
                if not wide:
                    continue
                if end:
                    for k, line in enumerate(broken):
                        pen.right(end, y - size - k * each, line, size, part.face, part.ink)
                else:
                    pen.lines(x, y, broken, size, each, part.face, part.ink)
                if part.struck:
                    for k, line in enumerate(broken):
                        pen.rule(x, y - size * 0.72 - k * each, x + text_width(line, size, part.face), INK, 0.5)
            y -= high
            pen.rule(on.x, y + 1.2, right, PALE, 0.3)

    def html(self) -> str:
        """A table that scrolls in itself where the screen is narrow, or is cards there."""
        cards = len(self.heads) > MOST_ACROSS

        def tag(kind: str, n: int, text: str, more: str = "") -> str:
            classes = " ".join(part for part in ("r" if n in self.right else "", more) if part)
            label = self.heads[n].replace("\n", " ") if cards and kind == "td" and n < len(self.heads) else ""
            said = f' data-h="{esc(label)}"' if label else ""
            return f"<{kind}{f' class={classes!r}' if classes else ''}{said}>{text}"

        def marked(part: Cell) -> str:
            nothing = cards and part.text.strip() in NOTHING
            return " ".join(word for word, on in (("s", part.bold), ("g", part.grey), ("z", nothing)) if on)

        def written(part: Cell) -> str:
            return f"<s>{esc(part.text)}</s>" if part.struck else esc(part.text)

        head = "<tr>" + "".join(tag("th", n, esc(h)) for n, h in enumerate(self.heads)) if any(self.heads) else ""
        rows = "".join(
            f"<tr{' class=o' if number in self.own else ''}>"
            + "".join(tag("td", n, written(cell(part)), marked(cell(part))) for n, part in enumerate(row))
            for number, row in enumerate(self.rows)
        )
        kind = "t k" if cards else "t"
        return (
            f'{heading_html(self.title)}<div style="overflow-x:auto"><table class="{kind}" style="border-collapse:collapse;'
            f'font-size:{"14px" if self.small else "15px"};width:100%">{head}{rows}</table></div>'
        )

    def text(self) -> list[str]:
        """Columns where they fit in 72, else the cells folded, their heads named first, where there are several."""
        lines = heading_text(self.title)
        rows = [[cell(c).text for c in row] for row in self.rows]
        heads = [[h.replace("\n", " ") for h in self.heads]] if any(self.heads) else []
        count = max(map(len, [*rows, *heads]), default=0)
        widths = [max((len(row[n]) for row in [*rows, *heads] if n < len(row)), default=0) for n in range(count)]
        widest = max(range(count), key=lambda n: (n not in self.right, widths[n]))
        spare = 72 - sum(w + 2 for n, w in enumerate(widths) if n != widest)
        if spare < min(16, widths[widest]):
            if heads and len(list(filter(None, heads[0]))) > 1:
                lines += folded(f"(in this order: {', '.join(filter(None, heads[0]))})", "", "    ")
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
