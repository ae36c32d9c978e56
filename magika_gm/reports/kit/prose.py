# ruff: noqa: ARG002 - a block need not use all it is told
"""Running words: the lead (K4), the office's notes, prose, sentences of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

from magika_gm.engine.told import Threat
from magika_gm.reports.kit.base import (
    GREY,
    LABEL,
    NUMBER,
    RED,
    SERIF_CSS,
    Block,
    Listed,
    Printed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    ruled,
    step,
    text_size,
    title_height,
)
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, text_width
from magika_gm.reports.typeface import one_line, shown, wrap

TOGETHER = 8
"""Lines of running text that are never torn."""


@dataclass(frozen=True)
class Lead(Block):
    """K4: one sentence from the strongest event, one line of where things stand, and what is about to end the game."""

    sentence: str
    standing: str = ""
    threats: tuple[Threat, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.sentence and not self.standing and not self.threats

    @property
    def more(self) -> tuple[str, ...]:
        """What stands below the sentence, line by line: where things stand, what is about to end the game."""
        return tuple(part for part in (self.standing, *(threat.line for threat in self.threats)) if part)

    def _near(self, width: float, style: Style) -> list[tuple[str, ...]]:
        return [wrap(one_line(threat.line), BOLD, text_size(style), width) for threat in self.threats]

    def _lines(self, width: float, style: Style) -> tuple[tuple[str, ...], tuple[str, ...]]:
        strong = wrap(one_line(self.sentence), SERIF_BOLD, style.size(NUMBER), width) if self.sentence else ()
        plain = wrap(one_line(self.standing), SANS, text_size(style), width) if self.standing else ()
        return strong, plain

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        strong, plain = self._lines(width, style)
        near = sum(map(len, self._near(width, style)))
        return len(strong) * style.size(NUMBER) * 1.2 + (len(plain) + near) * step(text_size(style)) + 5

    def draw(self, on: Spot) -> None:
        """Draw it."""
        strong, plain = self._lines(on.width, on.style)
        size = on.style.size(NUMBER)
        if strong:
            on.pen.lines(on.x, on.top, strong, size, size * 1.2, SERIF_BOLD)
        small = text_size(on.style)
        y = on.top - len(strong) * size * 1.2 - 3
        if plain:
            on.pen.lines(on.x, y, plain, small, step(small))
        y -= len(plain) * step(small)
        for near in self._near(on.width, on.style):
            on.pen.lines(on.x, y, near, small, step(small), BOLD)
            y -= len(near) * step(small)

    def html(self) -> str:
        """The sentence large."""
        strong = f'<p style="font:bold 18px/1.35 {SERIF_CSS};margin:16px 0 4px">{esc(self.sentence)}</p>'
        plain = f"<p style=margin:0>{esc(self.standing)}</p>" if self.standing else ""
        near = "".join(f"<p style=margin:0><b>{esc(threat.line)}</b></p>" for threat in self.threats)
        return (strong if self.sentence else "") + plain + near

    def text(self) -> list[str]:
        """Sentence and lines."""
        return ["", *(line for part in (self.sentence, *self.more) if part for line in folded(part))]


@dataclass(frozen=True)
class NoteBox(Listed):
    """What the office has to say, in a tint box: the game master's notes, a warning of the account. The first ``asked``
    of the notes wait for the reader's answer: an offer made to him, a turn he must not miss. They stand in a red edge
    above the others."""

    entries = "notes"
    notes: tuple[str, ...]
    asked: int = 0

    def part(self, first: int, last: int) -> NoteBox:
        """Some of them, asked or not as they were."""
        return super().part(first, last).but(asked=max(0, min(self.asked, last) - first))

    def boxes(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """Titles and notes of its boxes, and whether they ask."""
        found = ((ASKED, self.notes[: self.asked], True), (self.title, self.notes[self.asked :], False))
        return [box for box in found if box[1]]

    def _lines(self, notes: Sequence[str], width: float, style: Style) -> list[tuple[str, ...]]:
        return [wrap(shown(note), SANS, text_size(style), width - 20) for note in notes]

    def _high(self, notes: Sequence[str], width: float, style: Style) -> float:
        lines = sum(map(len, self._lines(notes, width, style)))
        return lines * step(text_size(style)) + 3 * (len(notes) - 1) + style.size(LABEL) + 20

    def least(self, width: float, style: Style) -> float:
        """Their lines and a margin."""
        return sum(self._high(notes, width, style) for _, notes, _ in self.boxes())

    def draw(self, on: Spot) -> None:
        """Draw them, one below the other."""
        style, pen, top = on.style, on.pen, on.top
        small = text_size(style)
        for title, notes, asks in self.boxes():
            colour, high = RED if asks else style.accent, self._high(notes, on.width, style) - 4
            pen.box(on.x, top - high, on.width, high, "" if asks else style.tint, RED if asks else "")
            pen.box(on.x, top - high, 2.4, high, colour)
            size = style.size(LABEL)
            y = top - 6 - size
            pen.text(on.x + 10, y, title.upper(), size, BOLD if asks else SANS, colour, spaced=0.4)
            y -= 3
            for lines in self._lines(notes, on.width, style):
                pen.lines(on.x + 10, y, lines, small, step(small), BOLD if asks else SANS)
                y -= len(lines) * step(small) + 3
            top -= high + 4

    def one_look(self, width: float, style: Style) -> bool:
        """A few lines stay together."""
        return sum(map(len, self._lines(self.notes, width, style))) <= TOGETHER

    @property
    def least_part(self) -> int:
        """A note."""
        return 1

    def html(self) -> str:
        """Boxes with a bar."""
        found = []
        for title, notes, asks in self.boxes():
            said = "".join(f'<p style="margin:4px 0 0;overflow-wrap:anywhere">{esc(n)}</p>' for n in notes)
            look = f"border:2px solid {RED};border-left-width:6px;font-weight:bold" if asks else (
                "border-left:4px solid #9d7fc4;background:#9d7fc422"
            )  # fmt: skip
            found.append(
                f'<div style="{look};padding:8px 12px;margin:14px 0">'
                f'<span style="font-size:13px;opacity:.75">{esc(title)}</span>{said}</div>'
            )
        return "".join(found)

    def text(self) -> list[str]:
        """Each note hung."""
        boxes = self.boxes()
        return ["", *(line for title, notes, _ in boxes for n in notes for line in folded(f"{title}: {n}", "! "))]


ASKED = "Your answer is asked"


def note_box(title: str, notes: Sequence[str], asked: Sequence[str], offered: Sequence[str] = ()) -> NoteBox:
    """Notes, those that are ``asked`` first; before them what the other side has ``offered``."""
    first = (*offered, *(note for note in notes if note in asked))
    return NoteBox(title, (*first, *(note for note in notes if note not in asked)), len(first))


class Ruled(NamedTuple):
    """A line of print, and the rule that stands small at its right edge ("" for none)."""

    text: str
    rule: str = ""


def ruled_lines(text: str, size: float, wide: float, style: Style) -> tuple[Ruled, ...]:
    """A sentence on as many lines as it takes, its rule beside the last: below it where that is full."""
    return _ruled_lines(text, size, wide, style.size(LABEL))


@lru_cache(maxsize=512)
def _ruled_lines(text: str, size: float, wide: float, small: float) -> tuple[Ruled, ...]:
    sentence, rule = ruled(text)
    lines = [Ruled(line) for line in wrap(sentence, SANS, size, wide)]
    if rule and text_width(lines[-1].text, size) + text_width(rule, small) + 6 > wide:
        lines.append(Ruled(""))
    return (*lines[:-1], lines[-1]._replace(rule=rule))


def draw_ruled(on: Spot, left: float, top: float, lines: Sequence[Ruled], size: float) -> None:
    """Lines of text with their rules, small and grey, at the right edge."""
    on.pen.lines(left, top, [line.text for line in lines], size, step(size))
    for at, line in enumerate(lines):
        if line.rule:
            on.pen.right(on.right, top - size - at * step(size), line.rule, on.style.size(LABEL), SANS, GREY)


@dataclass(frozen=True)
class Prose(Listed):
    """Running text under a title: a welcome, how orders are written, the small print."""

    entries = "paragraphs"
    paragraphs: tuple[str, ...]
    numbered: bool = False
    first: int = field(default=1, metadata={"drawn": True})
    """The number of its first paragraph, where it goes on."""

    def _indent(self, style: Style) -> float:
        return style.size(NUMBER) + 4 if self.numbered else 0.0

    def _lines(self, width: float, style: Style) -> list[tuple[Ruled, ...]]:
        wide = width - self._indent(style)
        return [ruled_lines(shown(text), text_size(style), wide, style) for text in self.paragraphs]

    def least(self, width: float, style: Style) -> float:
        """Title and lines."""
        lines = self._lines(width, style)
        each = step(text_size(style))
        high = sum(max(len(part) * each, 19.0 if self.numbered else 0.0) + 4 for part in lines)
        return title_height(self.title, style) + high

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        y = on.top - draw_title(on, self.title)
        size, each, indent = text_size(style), step(text_size(style)), self._indent(style)
        for number, lines in enumerate(self._lines(on.width, style), self.first):
            if self.numbered:
                pen.text(on.x, y - style.size(NUMBER) * 0.8, str(number), style.size(NUMBER), BOLD, style.accent)
            draw_ruled(on, on.x + indent, y, lines, size)
            y -= max(len(lines) * each, 19.0 if self.numbered else 0.0) + 4

    def part(self, first: int, last: int) -> Prose:
        """Some of them, with their numbers."""
        return super().part(first, last).but(first=self.first + first)

    def one_look(self, width: float, style: Style) -> bool:
        """A few lines stay together, and steps to be followed."""
        return self.numbered or sum(map(len, self._lines(width, style))) <= TOGETHER

    @property
    def least_part(self) -> int:
        """A paragraph."""
        return 1

    def html(self) -> str:
        """Paragraphs, or a numbered list."""
        if self.numbered:
            items = "".join(f'<li style="margin:4px 0">{esc(text)}</li>' for text in self.paragraphs)
            return f'{heading_html(self.title)}<ol style="margin:0;padding-left:24px">{items}</ol>'
        said = "".join(f'<p style="margin:6px 0;overflow-wrap:anywhere">{esc(text)}</p>' for text in self.paragraphs)
        return heading_html(self.title) + said

    def text(self) -> list[str]:
        """Folded."""
        lines = heading_text(self.title) or [""]
        for number, text in enumerate(self.paragraphs, 1):
            lines += folded(text, f"{number}. " if self.numbered else "")
        return lines


LINES_OF_NOTES = 8


@dataclass(frozen=True)
class Notes(Printed):
    """Ruled lines for one's own plans: where a page would end early."""

    title: str

    @property
    def spare(self) -> bool:
        """Nobody misses it."""
        return True

    def least(self, width: float, style: Style) -> float:
        """Three lines."""
        return title_height(self.title, style) + 3 * style.length(20.0)

    def most(self, width: float, style: Style) -> float:
        """As much as there is room for."""
        return 640.0

    def draw(self, on: Spot) -> None:
        """A few lines at the foot; what is above them is white paper."""
        each = on.style.length(20.0)
        title = title_height(self.title, on.style)
        lines = min(LINES_OF_NOTES, int((on.height - title) / each))
        top = on.top - on.height + title + lines * each
        draw_title(on.part(on.x, top, on.width, on.height), self.title)
        for n in range(1, lines + 1):
            on.pen.rule(on.x, top - title - n * each, on.right, "#b3b3b3", 0.4)


# What was told, in sentences: a line with its rule.


LINES_A_ROW = 12
"""A step with more lines is broken over pages between rows of a dozen."""


class Said(Protocol):
    """A sentence, whatever else a game knows of it."""

    @property
    def text(self) -> str: ...  # noqa: D102 - as their names say
    @property
    def rule(self) -> str: ...  # noqa: D102
    @property
    def harmed(self) -> str: ...  # noqa: D102


class Step(Protocol):
    """A part of a turn with what happened in it; ``step`` 0 has no number."""

    @property
    def step(self) -> int: ...  # noqa: D102 - as their names say
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def lines(self) -> Sequence[Said]: ...  # noqa: D102


def said(line: Said) -> str:
    """A sentence with its rule."""
    return f"{line.text}  [{line.rule}]" if line.rule else line.text


def dozens(lines: Sequence[Said]) -> list[Sequence[Said]]:
    """Lines as a ledger's rows have them."""
    return [lines[at : at + LINES_A_ROW] for at in range(0, len(lines), LINES_A_ROW)]
