# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""The order page: its head like a boarding pass (K13), lines to fill in, what lies around (K14), messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.engine.sheet.offered import PASSWORD
from magika_gm.reports.kit.base import (
    COLUMNS_OF_TEXT,
    FIGURE,
    GREY,
    LABEL,
    LETTER,
    MONO_CSS,
    NUMBER,
    SMALL,
    Block,
    Entries,
    Printed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    small_size,
    step,
    text_size,
    title_height,
)
from magika_gm.reports.kit.words import button
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, text_width
from magika_gm.reports.picture import WHITE, Picture, mixed
from magika_gm.reports.typeface import chosen, fitted, one_line, wrap


def _ground(style: Style) -> tuple[str, str]:
    """A box to write in: its ground and its edge, of the game's accent."""
    return mixed(style.accent, WHITE, 0.98), mixed(style.accent, WHITE, 0.5)


class FormCell(NamedTuple):
    """A cell of the form's head: ``GAME`` / ``7``."""

    label: str
    value: str


@dataclass(frozen=True, kw_only=True)
class OrderHead(Printed):
    """K13: the page's name and whose it is, cells that must not be mistaken, and the password.

    ``fixed`` are hidden fields that say what the form is for: (name, value).
    """

    title: str
    who: str
    cells: tuple[FormCell, ...]
    fixed: tuple[tuple[str, str], ...]
    aside: str
    device: Picture | None = field(default=None, metadata={"drawn": True})

    def _head(self, style: Style) -> float:
        return style.length(44.0)

    def least(self, width: float, style: Style) -> float:
        """Head and password; in large print the cells have a line of their own."""
        cells = style.size(LABEL) + style.size(NUMBER) + 14 if style.large else 0.0
        return self._head(style) + cells + style.length(26.0)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        for name, value in self.fixed:
            on.fields.fixed(name, value)
        x, head = on.x, self._head(style)
        if self.device is not None:
            pen.picture(self.device, x, on.top - self.device.height)
            x += self.device.width + 10
        size, figure = text_size(style), style.size(FIGURE)
        title_wide = max(text_width(self.title, figure, SERIF_BOLD), text_width(one_line(self.who), size))
        room = (on.right - x) if style.large else min(max(title_wide + 16, 110.0), on.width * 0.34)
        pen.text(x, on.top - figure * 0.86, self.title, figure, SERIF_BOLD)
        pen.text(x, on.top - figure * 0.86 - size * 1.5, fitted(one_line(self.who), size, room - 8), size, SANS, GREY)
        top, left = on.top, x + room
        if style.large:
            top, left = on.top - head, on.x
        label, figures = style.size(LABEL), style.size(NUMBER)
        free = on.right - left
        # the line that must not be mistaken is never cut; where it is too long, values share the room they need
        wants = [
            max(text_width(one_line(c.value), figures, BOLD), text_width(c.label, label) * 1.1) + 20 for c in self.cells
        ]
        share = min(1.0, free / sum(wants))
        for cell, want in zip(self.cells, wants, strict=True):
            wide = want * share - 8
            pen.text(left, top - label - 1, cell.label.upper(), label, SANS, style.accent, spaced=0.4)
            text = one_line(cell.value)
            fits = chosen(text, (figures, style.size(LETTER), size, style.size(SMALL)), wide, BOLD)
            pen.text(left, top - label - 5 - figures, fitted(text, fits, wide, BOLD), fits, BOLD)
            left += want * share
        y = on.top - head - (style.size(LABEL) + style.size(NUMBER) + 14 if style.large else 0.0)
        pen.rule(on.x, y + 4, on.right, style.accent, 0.9)
        high = style.length(18.0)
        pen.text(on.x, y - high + 6, "PASSWORD", label, SANS, style.accent, spaced=0.4)
        x = on.x + text_width("PASSWORD", label) + 20
        wide = style.length(170.0)
        pen.box(x, y - high, wide, high, *_ground(style))
        on.fields.text(PASSWORD, "Your password", (x, y - high, x + wide, y), 100, style.size(LETTER))
        small = small_size(style)
        lines = wrap(self.aside, SANS, small, on.right - x - wide - 10)[:2]
        pen.lines(x + wide + 10, y - (high - len(lines) * step(small)) / 2 + 1, lines, small, step(small), SANS, GREY)


LINE, TIGHT_LINE, APART = 27.4, 25.4, 3.4
"""From one box to write in to the next, also in a document that is set tight, and what of it is between them."""


def _line(style: Style) -> float:
    return style.length(TIGHT_LINE if style.tight and not style.large else LINE)


class OrderLine(NamedTuple):
    """A line to fill in: field, label before it, hint, longest text, and legal entries to choose from."""

    name: str
    label: str
    hint: str
    longest: int
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderLines(Printed, Entries):
    """Boxes a pen can write in (24 points high), with a drawing of what lies around at their right (K14)."""

    lines: tuple[OrderLine, ...]
    below: str = ""
    columns: tuple[str, ...] = ()
    """Heads of blank columns at the right of each box, for one's own reckoning."""
    rose: Callable[[float, Style], Picture] | None = field(default=None, metadata={"drawn": True}, compare=False)
    rose_said: str = ""

    def _blanks(self, style: Style) -> tuple[str, ...]:
        """Blank columns; large print needs their room for the boxes."""
        return () if style.large else self.columns

    def _rose(self, width: float, style: Style) -> Picture | None:
        make = self.rose
        if make is None:
            return None
        return self.kept(("rose", width, style), lambda: make(min(width * 0.34, style.length(168.0)), style))

    def _said(self, wide: float, style: Style) -> tuple[str, ...]:
        return wrap(self.rose_said, SANS, small_size(style), wide) if self.rose_said else ()

    def _left(self, style: Style) -> float:
        return max(text_width(line.label, style.size(NUMBER), BOLD) for line in self.whole.lines) + 10

    def _below(self, width: float, style: Style) -> tuple[str, ...]:
        rose = self._rose(width, style)
        wide = width - self._left(style) - (rose.width + 24 if rose else 0.0)
        return wrap(self.below, SANS, small_size(style), wide) if self.below else ()

    @property
    def tightens(self) -> bool:
        """Its boxes may be lower."""
        return True

    def _boxes(self, width: float, style: Style) -> float:
        return (
            len(self.lines) * _line(style)
            + len(self._below(width, style)) * step(small_size(style))
            + (step(style.size(LABEL)) if self._blanks(style) else 0.0)
        )

    def _right(self, width: float, style: Style) -> float:
        rose = self._rose(width, style)
        return rose.height + len(self._said(rose.width, style)) * step(small_size(style)) + 4 if rose else 0.0

    def least(self, width: float, style: Style) -> float:
        """Boxes and rose beside one another."""
        return max(self._boxes(width, style), self._right(width, style)) + 4

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        rose = self._rose(on.width, style)
        wide = on.width if rose is None else on.width - rose.width - 24
        label = style.size(NUMBER)
        left = on.x + self._left(style)
        each = _line(style)
        high = each - style.length(APART)
        blank = style.size(LABEL) * 4.4
        columns = self._blanks(style)
        right = on.x + wide - blank * len(columns)
        y = on.top
        small = style.size(LABEL)
        if columns:
            for number, head in enumerate(columns):
                pen.middle(right + blank * (number + 0.5), y - small + 1, head.upper(), small, SANS, GREY)
            y -= step(small)
        for line in self.lines:
            pen.text(on.x, y - high / 2 - label * 0.34, line.label, label, BOLD, style.accent)
            pen.box(left, y - high, right - left, high, *_ground(style))
            on.fields.text(
                line.name, line.hint, (left, y - high, right, y), line.longest, style.size(LETTER), choices=line.choices
            )
            for number in range(len(columns)):
                pen.rule(right + blank * number + 6, y - high + 3, right + blank * (number + 1) - 2, GREY, 0.4)
            y -= each
        if self.below:
            size = small_size(style)
            pen.lines(left, y + each - high - 2, self._below(on.width, style), size, step(size), SANS, GREY)
        if rose is not None:
            said = self._said(rose.width, style)
            x, top = on.right - rose.width, on.top
            pen.picture(rose, x, top - rose.height)
            size = small_size(style)
            pen.lines(x, top - rose.height - 2, said, size, step(size), SANS, GREY)

    @property
    def count(self) -> int:
        """How many lines."""
        return len(self.lines)

    def part(self, first: int, last: int) -> OrderLines:
        """Some of them: the drawing beside the first, what is said below the last."""
        return self.but(
            lines=self.lines[first:last],
            below=self.below if last == self.count else "",
            rose=self.rose if not first else None,
            rose_said=self.rose_said if not first else "",
        )


class MessageFields(NamedTuple):
    """The fields of one message: to whom ("" where there is one to write to only), whether without a name ("" where
    that is not allowed), and the text."""

    to: str
    anonymous: str
    text: str
    longest_to: int
    longest: int


@dataclass(frozen=True)
class MessageForm(Printed):
    """Boxes for messages; they grow to fill the page."""

    title: str
    messages: tuple[MessageFields, ...]
    anonymous: str = "without my name"

    @property
    def empty(self) -> bool:
        """Whether none may be written."""
        return not self.messages

    def _each(self, style: Style) -> float:
        above = any(message.to or message.anonymous for message in self.messages)
        return style.length((80.0 if len(self.messages) < 3 else 64.0) if above else 58.0)

    def least(self, width: float, style: Style) -> float:
        """Three lines of writing each."""
        return title_height(self.title, style) + self._each(style) * len(self.messages)

    def most(self, width: float, style: Style) -> float:
        """Half as high again."""
        return title_height(self.title, style) + self._each(style) * 1.55 * len(self.messages)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, text_size(on.style)
        y = on.top - draw_title(on, self.title) - 2
        each = (on.height - title_height(self.title, style)) / len(self.messages)
        high = style.length(16.0)
        for number, message in enumerate(self.messages, 1):
            right = on.x
            if message.to:
                pen.text(on.x, y - high + 5, "To", size, BOLD)
                left = on.x + text_width("To", size, BOLD) + 10
                right = left + style.length(110.0)
                pen.box(left, y - high, right - left, high, *_ground(style))
                on.fields.text(
                    message.to,
                    f"Message {number}: to whom",
                    (left, y - high, right, y),
                    message.longest_to,
                    style.size(LETTER),
                )
            elif not message.anonymous:
                high = 0.0
            if message.anonymous:
                side, x = style.length(10.0), right + 12
                pen.box(x, y - high + 3, side, side, *_ground(style))
                on.fields.tick(
                    message.anonymous,
                    f"Message {number} {self.anonymous}",
                    (x, y - high + 3, x + side, y - high + 3 + side),
                )
                pen.text(x + side + 5, y - high + 5, self.anonymous, size)
            low = y - each + 8
            pen.box(on.x, low, on.width, y - high - 4 - low, *_ground(style))
            on.fields.text(
                message.text,
                f"Message {number}: text",
                (on.x, low, on.right, y - high - 4),
                message.longest,
                style.size(LETTER),
                lines=True,
            )
            y -= each


@dataclass(frozen=True)
class Sheet(Block):
    """The order sheet of mails: a button that opens an answer with it, and the sheet itself to fill in.

    Printed pages have the form instead.
    """

    title: str
    lead: str
    sheet: str
    address: str = ""
    subject: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to order."""
        return not self.sheet

    def least(self, width: float, style: Style) -> float:
        """Not printed."""
        return 0.0

    def draw(self, on: Spot) -> None:
        """Not printed."""

    def short(self) -> str:
        """The sheet without its remarks: what a mail program puts into the answer."""
        lines = [line.split(";")[0].rstrip() for line in self.sheet.splitlines()]
        return "\n".join(line for line in lines if line)

    def button(self) -> str:
        """``Write orders``: one press opens an answer with the empty sheet."""
        return "" if self.empty else button("Write orders", self.address, self.subject, self.short())

    def html(self) -> str:
        """Title, lead and sheet, that folds on a phone."""
        pre = (
            f"font:14px/1.45 {MONO_CSS};white-space:pre-wrap;overflow-wrap:anywhere;padding:10px;border:1px solid #8886;"
            "border-radius:6px;margin:8px 0"
        )
        return f'{heading_html(self.title)}<p style="margin:0">{esc(self.lead)}</p><pre style="{pre}">{esc(self.sheet)}</pre>{self.button()}'

    def text(self) -> list[str]:
        """Lead, a line, the sheet; its remarks folded."""
        sheet = [part for line in self.sheet.splitlines() for part in remark(line)]
        return ["", self.title.upper(), "-" * len(self.title), *folded(self.lead), "-" * 72, *sheet]


def remark(line: str) -> list[str]:
    """A line of a sheet in the columns of a mail. Remarks are folded, and what is said of an order goes below it, as
    remarks too; the order stays whole on its line, to be used as it is.
    """
    if len(line) <= COLUMNS_OF_TEXT or not line.startswith(";"):
        return [line]
    if line.startswith(";;"):
        return folded(line, "", ";;     ")
    order, *notes = line.split("   ; ")
    return [order, *(part for note in notes for part in folded(note, ";;    ", ";;      "))]
