# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Messages set as letters (K12): serif, with the sender's disc; and cards one holds, drawn (K7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    GREY,
    LABEL,
    LETTER,
    SERIF_CSS,
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
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF, text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.typeface import fitted, one_line, shown, wrap


class Letter(NamedTuple):
    """A message as delivered: the sender's disc (blank for an unsigned one), who, to whom, and the text."""

    disc: Disc
    sender: str
    to: str
    text: str


LEADING = 1.3
APART = 11.0


@dataclass(frozen=True)
class Letters(Listed):
    """K12: the letters of a turn in two columns (one in large print that has room), none torn while it fits a page."""

    entries = "letters"
    letters: tuple[Letter, ...]
    across: int = 2

    @property
    def tightens(self) -> bool:
        """Two columns in large print."""
        return True

    def _columns(self, width: float, style: Style) -> tuple[int, float]:
        across = 1 if (style.large and not style.tight) or width < 300 else min(self.across, max(1, len(self.letters)))
        return across, (width - 20 * (across - 1)) / across

    def _lines(self, letter: Letter, wide: float, style: Style) -> tuple[str, ...]:
        return wrap(shown(letter.text), SERIF, style.size(LETTER), wide - self._indent(style))

    def _indent(self, style: Style) -> float:
        return style.length(20.0)

    def _height(self, letter: Letter, wide: float, style: Style) -> float:
        size = style.size(LETTER)
        return size * LEADING * len(self._lines(letter, wide, style)) + step(text_size(style)) + APART

    def _filled(self, width: float, style: Style) -> list[list[Letter]]:
        """The letters of each column, evened out: reading goes down a column, then to the next."""
        return self.kept(("filled", width, style.large, style.tight), lambda: self._evened(width, style))

    def _evened(self, width: float, style: Style) -> list[list[Letter]]:
        across, wide = self._columns(width, style)
        heights = [self._height(letter, wide, style) for letter in self.letters]
        if across == 1:
            return [list(self.letters)]
        best: list[list[Letter]] = []
        limit = max(*heights, sum(heights) / across)
        for _ in range(60):
            best, used = [[]], 0.0
            for letter, high in zip(self.letters, heights, strict=True):
                if used + high > limit + 0.1 and best[-1]:
                    best.append([])
                    used = 0.0
                best[-1].append(letter)
                used += high
            if len(best) <= across:
                break
            limit += max(6.0, limit * 0.04)
        return best

    def least(self, width: float, style: Style) -> float:
        """The highest column."""
        _, wide = self._columns(width, style)
        columns = self._filled(width, style)
        return title_height(self.title, style) + max(sum(self._height(x, wide, style) for x in c) for c in columns)

    def most(self, width: float, style: Style) -> float:
        """Letters somewhat farther apart."""
        return self.lowest(width, style) + 10.0 * max(map(len, self._filled(width, style)))

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        top = on.top - draw_title(on, self.title) - 2
        _, wide = self._columns(on.width, style)
        columns = self._filled(on.width, style)
        spread = (on.height - self.lowest(on.width, style)) / max(map(len, columns))
        size, small, indent = style.size(LETTER), text_size(style), self._indent(style)
        for number, column in enumerate(columns):
            x, y = on.x + number * (wide + 20), top
            for letter in column:
                radius = style.length(7.0)
                draw_disc(pen, letter.disc, x + radius, y - radius, radius, style.size(LABEL))
                who = fitted(one_line(letter.sender), small, wide - indent - 60, BOLD)
                pen.text(x + indent, y - small, who, small, BOLD)
                used = text_width(who, small, BOLD) + 6
                pen.text(
                    x + indent + used,
                    y - small,
                    fitted(one_line(letter.to), small, wide - indent - used),
                    small,
                    SANS,
                    GREY,
                )
                lines = self._lines(letter, wide, style)
                pen.lines(x + indent, y - step(small), lines, size, size * LEADING, SERIF)
                y -= self._height(letter, wide, style) + spread

    def one_look(self, width: float, style: Style) -> bool:  # noqa: ARG002
        """Each letter is whole by itself."""
        return False

    @property
    def least_part(self) -> int:
        """One."""
        return 1

    def html(self) -> str:
        """Each as a letter; marked as quoted, so that an answer's reader takes it for nobody's orders."""
        said = "".join(
            f'<div style="margin:0 0 16px"><p style="margin:0 0 4px">{disc_html(x.disc)} <b>{esc(x.sender)}</b> '
            f'<span style="opacity:.75;font-size:14px">{esc(x.to)}</span></p><blockquote type="cite" style="margin:0;font:17px/1.45 {SERIF_CSS};white-space:pre-wrap;'
            f'overflow-wrap:anywhere;padding-left:34px">{esc(x.text)}</blockquote></div>'
            for x in self.letters
        )
        return heading_html(self.title) + said

    def text(self) -> list[str]:
        """Quoted with bars."""
        lines = heading_text(self.title)
        for x in self.letters:
            lines += folded(f"{x.sender}, {x.to}:")
            for line in x.text.split("\n"):
                lines += folded(line, "   | ", "   | ")
        return lines


class Card(NamedTuple):
    """A card or tile one holds: its drawing, its name, a note."""

    picture: Picture
    name: str
    note: str = ""


@dataclass(frozen=True)
class Cards(Listed):
    """K7 for card games: what one holds, drawn side by side at one size, names below."""

    entries = "cards"
    cards: tuple[Card, ...] = field(metadata={"drawn": True})

    def _grid(self, width: float, style: Style) -> tuple[int, float, float, float]:
        """Columns, their width, the scale of the drawings, and the height of a row."""
        scale = style.length(1.0)
        wide = max(c.picture.width for c in self.cards) * scale
        tall = max(c.picture.height for c in self.cards) * scale
        size = small_size(style)
        names = any(c.name for c in self.cards)
        across = max(1, int((width + 6) // (wide + 6)))
        lines = (
            max(len(wrap(shown(f"{c.name}\n{c.note}".strip()), SANS, size, wide)) for c in self.cards) if names else 0
        )
        return across, wide, scale, tall + lines * step(size) + 6

    def least(self, width: float, style: Style) -> float:
        """Its rows."""
        across, _, _, row = self._grid(width, style)
        return title_height(self.title, style) + -(-len(self.cards) // across) * row

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size = on.style, on.pen, small_size(on.style)
        top = on.top - draw_title(on, self.title)
        across, wide, scale, row = self._grid(on.width, style)
        tall = max(c.picture.height for c in self.cards) * scale
        for number, card in enumerate(self.cards):
            x, y = on.x + number % across * (wide + 6), top - number // across * row
            pen.picture(card.picture, x, y - tall, scale)
            text = f"{card.name}\n{card.note}".strip()
            if text:
                pen.lines(x, y - tall - 1, wrap(shown(text), SANS, size, wide), size, step(size))

    def html(self) -> str:
        """Their names in a row of boxes."""
        said = "".join(
            f'<span style="display:inline-block;border:1px solid #8888;border-radius:6px;padding:6px 10px;margin:0 6px 6px 0">'
            f"<b>{esc(c.name)}</b>{f'<br><span style=font-size:14px;opacity:.75>{esc(c.note)}</span>' if c.note else ''}</span>"
            for c in self.cards
        )
        return heading_html(self.title) + said

    def text(self) -> list[str]:
        """Their names."""
        said = ", ".join(c.name + (f" ({c.note})" if c.note else "") for c in self.cards)
        return [*heading_text(self.title), *folded(said)]

    def plain(self) -> dict[str, object]:
        """Names and notes."""
        return {"block": "Cards", "title": self.title, "cards": [{"name": c.name, "note": c.note} for c in self.cards]}


Drawn = Callable[[], Picture]
__all__ = ["Card", "Cards", "Letter", "Letters"]
