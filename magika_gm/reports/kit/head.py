# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""The head of a page: whose report it is and when orders are due (K2), gauges (K3), the lead (K4), a note, the colophon."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.reports.kit.base import (
    SERIF_CSS,
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
from magika_gm.reports.kit.style import FIGURE, GREY, INK, LABEL, LETTER, NAME, NUMBER, RED, SMALL, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.setting import chosen, fitted, one_line, shown, wrap


class Due(NamedTuple):
    """The box at the right of the head: ``ORDERS DUE / Sat 27 Feb 2027 / 18:00 AST … / to whom``."""

    label: str
    day: str
    hour: str
    address: str = ""


@dataclass(frozen=True)
class Head(Block):
    """K2: device, name, one line of what he is, one of which game and turn; at the right the due box."""

    name: str
    about: str
    game: str
    due: Due | None = None
    badge: str = ""
    """A red word beside the name: exhausted, unconscious. "" while all is well."""
    device: Picture | None = field(default=None, metadata={"drawn": True})
    letter: str = ""

    def least(self, width: float, style: Style) -> float:
        """60 points in normal print; large print has the box below."""
        return self._band(style) + (self._box(style) + 8 if style.large and self.due else 0.0)

    def _band(self, style: Style) -> float:
        return style.length(62.0)

    def _box(self, style: Style) -> float:
        return style.size(LABEL) + style.size(NUMBER) + style.size(LETTER) + style.size(SMALL) + 26

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        left, top = on.x, on.top
        if self.device is not None:
            pen.picture(self.device, left, top - self.device.height)
            left += self.device.width + 14
        right = on.right
        if self.due is not None:
            box = self._box(style)
            if style.large:
                self._draw_due(on.part(on.x, top - self._band(style), on.width, box))
            else:
                # the box never tears the name apart: it grows to the left as far as its own words need
                wide = min(240.0, max(158.0, 20 + max(text_width(one_line(t), s, f) for t, s, f in self._words(style))))
                self._draw_due(on.part(on.right - wide, top, wide, 62))
                right -= wide + 14
        wide = right - left
        badge = self.badge.upper()
        badge_wide = text_width(badge, style.size(SMALL), BOLD) + 20 if badge else 0.0
        name = one_line(self.name)
        sizes = (style.size(NAME), style.size(FIGURE), style.size(NUMBER), style.size(LETTER))
        size = chosen(name, sizes, wide - badge_wide, SERIF_BOLD)
        name = fitted(name, size, wide - badge_wide, SERIF_BOLD)
        base = top - style.size(NAME) * 0.92
        pen.text(left, base, name, size, SERIF_BOLD)
        if badge:
            x, high = left + text_width(name, size, SERIF_BOLD) + 8, style.size(SMALL)
            pen.box(x, base - 2, badge_wide - 10, high + 5, RED)
            pen.text(x + 5, base + 1.5, badge, high, BOLD, "#ffffff")
        line = style.size(LETTER)
        base -= line * 1.55
        pen.text(left, base, fitted(one_line(self.about), line, wide), line)
        small = text_size(style)
        pen.text(left, base - line * 1.45, fitted(one_line(self.game), small, wide), small, SANS, GREY)

    def _words(self, style: Style) -> list[tuple[str, float, int]]:
        assert self.due is not None
        return [
            (self.due.day, style.size(NUMBER), BOLD),
            (self.due.hour, text_size(style), SANS),
            (self.due.address, small_size(style), SANS),
        ]

    def _draw_due(self, on: Spot) -> None:
        assert self.due is not None
        style, pen = on.style, on.pen
        pen.box(on.x, on.top - on.height, on.width, on.height, style.tint)
        size = style.size(LABEL)
        y = on.top - 6 - size
        pen.text(on.x + 10, y, self.due.label.upper(), size, SANS, style.accent, spaced=0.4)
        for text, most, face in self._words(style):
            sizes = (most, style.size(LETTER), text_size(style), small_size(style))
            size = chosen(one_line(text), [s for s in sizes if s <= most], on.width - 20, face)
            y -= most * 1.22
            pen.text(on.x + 10, y, fitted(one_line(text), size, on.width - 20, face), size, face)
        if "@" in self.due.address:
            address = next(word for word in self.due.address.split() if "@" in word)
            on.link(on.x, on.top - on.height, on.width, on.height, f"mailto:{one_line(address)}")

    def html(self) -> str:
        """Name, what he is, when orders are due."""
        disc = f'<span style="color:#9d7fc4">{esc(self.letter)}</span>&ensp;' if self.letter else ""
        badge = (
            f' <span style="font:bold 13px Helvetica,Arial,sans-serif;background:{RED};color:#fff;padding:2px 8px;'
            f'vertical-align:middle">{esc(self.badge.upper())}</span>'
            if self.badge
            else ""
        )
        due = ""
        if self.due is not None:
            due = (
                f'<p style="margin:12px 0 0"><span style="opacity:.75">{esc(self.due.label)}</span> '
                f"<b>{esc(self.due.day)}</b>, {esc(self.due.hour)}</p>"
            )
        return (
            f'<h1 style="font:bold 26px/1.2 {SERIF_CSS};margin:0 0 2px;overflow-wrap:anywhere">{disc}{esc(self.name)}'
            f'{badge}</h1><p style="margin:0">{esc(self.about)}</p>'
            f'<p style="margin:0;font-size:14px;opacity:.75">{esc(self.game)}</p>{due}'
        )

    def text(self) -> list[str]:
        """Name and lines below."""
        lines = folded(self.name + (f"   *** {self.badge.upper()} ***" if self.badge else ""))
        lines += ["=" * min(72, max(map(len, lines))), *folded(self.about), *folded(self.game)]
        if self.due is not None:
            lines += folded(f"{self.due.label} {self.due.day}, {self.due.hour}", rest="  ")
        return lines


class Gauge(NamedTuple):
    """A figure: label, value, what stands beside it (``of 110``), its change (``−14``), and how full it is (0 to 1)."""

    label: str
    figure: str
    note: str = ""
    change: str = ""
    full: float | None = None

    @property
    def beside(self) -> str:
        """The note with the change."""
        return " ".join(part for part in (self.note, f"({self.change})" if self.change else "") if part)


@dataclass(frozen=True)
class Gauges(Block):
    """K3: four to six figures between tear lines, each with a bar of how full it is."""

    gauges: tuple[Gauge, ...]

    @property
    def empty(self) -> bool:
        """Whether there is no figure."""
        return not self.gauges

    def _across(self, style: Style) -> int:
        return 3 if style.large else max(1, len(self.gauges))

    def least(self, width: float, style: Style) -> float:
        """50 points a row."""
        rows = -(-len(self.gauges) // self._across(style))
        return rows * self._row(style) + 4

    def _row(self, style: Style) -> float:
        return style.size(LABEL) + style.size(FIGURE) + 20

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, across = on.style, on.pen, self._across(on.style)
        pen.dashed(on.x, on.top, on.right, GREY)
        each = (on.width + 14) / across
        label, figure = style.size(LABEL), style.size(FIGURE)
        for number, gauge in enumerate(self.gauges):
            x = on.x + number % across * each
            top = on.top - number // across * self._row(style)
            wide = each - 14
            base = top - 9 - label
            pen.text(x, base, gauge.label.upper(), label, SANS, style.accent, spaced=0.4)
            base -= figure * 0.94
            value = fitted(one_line(gauge.figure), figure, wide, BOLD)
            pen.text(x, base, value, figure, BOLD)
            used = text_width(value, figure, BOLD) + 5
            small = style.size(SMALL)
            beside = one_line(gauge.beside)
            size = chosen(beside, (small, style.size(LABEL)), wide - used)
            pen.text(x + used, base, fitted(beside, size, wide - used), size, SANS, GREY)
            if gauge.full is not None:
                pen.box(x, base - 7, wide, 3.2, style.band)
                pen.box(x, base - 7, max(0.0, min(1.0, gauge.full)) * wide, 3.2, style.accent)
        pen.rule(on.x, on.top - on.height + 1, on.right, GREY, 0.5)

    def html(self) -> str:
        """Figures two a row, so that they fit a phone."""
        cells = []
        for gauge in self.gauges:
            bar = ""
            if gauge.full is not None:
                full = round(100 * max(0.0, min(1.0, gauge.full)))
                left = f'<td class=v style="background:#7a5c9e;width:{full}%"></td>' if full else ""
                rest = f'<td style="background:#8884;width:{100 - full}%"></td>' if full < 100 else ""
                bar = (
                    '<table role="presentation" style="width:100%;height:4px;border-collapse:collapse;font-size:0;'
                    f'line-height:4px"><tr>{left}{rest}</tr></table>'
                )
            cells.append(
                f'<td style="width:50%;padding:0 12px 10px 0;vertical-align:top">'
                f'<span style="font-size:13px;opacity:.75">{esc(gauge.label)}</span><br>'
                f'<b style="font-size:22px">{esc(gauge.figure)}</b> <span style="font-size:14px;opacity:.75">'
                f"{esc(gauge.beside)}</span>{bar}</td>"
            )
        rows = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        return f'<table role="presentation" style="width:100%;border-collapse:collapse;margin:16px 0 0">{rows}</table>'

    def text(self) -> list[str]:
        """A line a figure."""
        return ["", *(f"{g.label:<18} {g.figure:>6}  {g.beside}".rstrip() for g in self.gauges)]


@dataclass(frozen=True)
class Lead(Block):
    """K4: one sentence from the strongest event, one line of where things stand."""

    sentence: str
    standing: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.sentence and not self.standing

    def _lines(self, width: float, style: Style) -> tuple[tuple[str, ...], tuple[str, ...]]:
        strong = wrap(one_line(self.sentence), SERIF_BOLD, style.size(NUMBER), width) if self.sentence else ()
        plain = wrap(one_line(self.standing), SANS, text_size(style), width) if self.standing else ()
        return strong, plain

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        strong, plain = self._lines(width, style)
        return len(strong) * style.size(NUMBER) * 1.2 + len(plain) * step(text_size(style)) + 5

    def draw(self, on: Spot) -> None:
        """Draw it."""
        strong, plain = self._lines(on.width, on.style)
        size = on.style.size(NUMBER)
        if strong:
            on.pen.lines(on.x, on.top, strong, size, size * 1.2, SERIF_BOLD)
        if plain:
            small = text_size(on.style)
            on.pen.lines(on.x, on.top - len(strong) * size * 1.2 - 3, plain, small, step(small))

    def html(self) -> str:
        """The sentence large."""
        strong = f'<p style="font:bold 18px/1.35 {SERIF_CSS};margin:16px 0 4px">{esc(self.sentence)}</p>'
        return (strong if self.sentence else "") + (
            f"<p style=margin:0>{esc(self.standing)}</p>" if self.standing else ""
        )

    def text(self) -> list[str]:
        """Sentence and line."""
        return [
            "",
            *(folded(self.sentence) if self.sentence else []),
            *(folded(self.standing) if self.standing else []),
        ]


@dataclass(frozen=True)
class NoteBox(Block):
    """What the office has to say, in a tint box: the game master's notes, a warning of the account."""

    title: str
    notes: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether there is none."""
        return not self.notes

    def _lines(self, width: float, style: Style) -> list[tuple[str, ...]]:
        return [wrap(shown(note), SANS, text_size(style), width - 20) for note in self.notes]

    def least(self, width: float, style: Style) -> float:
        """Its lines and a margin."""
        lines = sum(map(len, self._lines(width, style)))
        return lines * step(text_size(style)) + 3 * (len(self.notes) - 1) + style.size(LABEL) + 20

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        pen.box(on.x, on.top - on.height + 4, on.width, on.height - 4, style.tint)
        pen.box(on.x, on.top - on.height + 4, 2.4, on.height - 4, style.accent)
        size = style.size(LABEL)
        y = on.top - 6 - size
        pen.text(on.x + 10, y, self.title.upper(), size, SANS, style.accent, spaced=0.4)
        y -= 3
        for lines in self._lines(on.width, style):
            small = text_size(style)
            pen.lines(on.x + 10, y, lines, small, step(small))
            y -= len(lines) * step(small) + 3

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between notes."""
        for count in range(len(self.notes) - 1, 0, -1):
            first = NoteBox(self.title, self.notes[:count])
            if first.least(width, style) <= room:
                return first, NoteBox(self.title, self.notes[count:])
        return None, self

    def html(self) -> str:
        """A box with a bar."""
        said = "".join(f'<p style="margin:4px 0 0;overflow-wrap:anywhere">{esc(n)}</p>' for n in self.notes)
        return (
            f'<div style="border-left:4px solid #9d7fc4;background:#9d7fc422;padding:8px 12px;margin:14px 0">'
            f'<span style="font-size:13px;opacity:.75">{esc(self.title)}</span>{said}</div>'
        )

    def text(self) -> list[str]:
        """Each note hung."""
        return ["", *(line for note in self.notes for line in folded(f"{self.title}: {note}", "! "))]


@dataclass(frozen=True)
class Prose(Block):
    """Running text under a title: a welcome, how orders are written, the small print."""

    title: str
    paragraphs: tuple[str, ...]
    numbered: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is no text."""
        return not self.paragraphs

    def _indent(self, style: Style) -> float:
        return style.size(NUMBER) + 4 if self.numbered else 0.0

    def _lines(self, width: float, style: Style) -> list[tuple[str, ...]]:
        wide = width - self._indent(style)
        return [wrap(shown(text), SANS, text_size(style), wide) for text in self.paragraphs]

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
        for number, lines in enumerate(self._lines(on.width, style), 1):
            if self.numbered:
                pen.text(on.x, y - style.size(NUMBER) * 0.8, str(number), style.size(NUMBER), BOLD, style.accent)
            pen.lines(on.x + indent, y, lines, size, each)
            y -= max(len(lines) * each, 19.0 if self.numbered else 0.0) + 4

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between paragraphs."""
        if self.numbered:
            return None, self
        for count in range(len(self.paragraphs) - 1, 0, -1):
            first = Prose(self.title, self.paragraphs[:count])
            if first.least(width, style) <= room:
                return first, Prose("", self.paragraphs[count:])
        return None, self

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


@dataclass(frozen=True)
class Colophon(Block):
    """What an office must print and nobody reads first: code word, account, dice. One line at the foot of page 1, and
    below it the chain's last link."""

    parts: tuple[str, ...]
    long: tuple[str, ...] = ()
    """What mails give in full below it: the whole hash, address, the date."""
    chain: Chain = NO_CHAIN

    @property
    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self.parts

    def line(self) -> str:
        """The parts in one line."""
        return "  ·  ".join(self.parts)

    def html(self) -> str:
        """Small, foldable."""
        said = "<br>".join(esc(part) for part in (*self.parts, *self.long, *chain_lines(self.chain)))
        return (
            '<details style="margin:24px 0 0;font-size:14px;opacity:.75"><summary style="padding:10px 0">Account and '
            f'small print</summary><p style="margin:0;overflow-wrap:anywhere">{said}</p></details>'
        )

    def text(self) -> list[str]:
        """A line a part."""
        parts = (*self.parts, *self.long, *chain_lines(self.chain))
        return ["", *(line for part in parts for line in folded(part, rest="  "))]


def chain_lines(chain: Chain) -> tuple[str, ...]:
    """The chain of turns in lines: whoever has two reports compares them, or has ``verify`` do it."""
    return (CHAIN_OF_TURNS, *map(str, chain.links)) if chain.links else ()


CHAIN_OF_TURNS = "Chain of turns:"


@dataclass(frozen=True)
class Proof(Block):
    """What is announced of a game so that it can be checked: the hash of its seed, further lines, the chain of turns.
    For pages that have no colophon, and for what a printed report says of itself to programs."""

    seed_hash: str
    chain: Chain
    more: tuple[str, ...] = ()

    def keywords(self) -> str:
        """The same for a PDF file's properties: the whole chain, of which its first page shows the last link."""
        return "; ".join((f"Hash of the game's seed: {self.seed_hash}", *chain_lines(self.chain)))

    def _prose(self) -> Prose:
        """As running text: on paper and in mails alike."""
        lines = chain_lines(self.chain)
        # a long one is broken over pages between a dozen lines
        chain = ("\n".join(lines[at : at + 12]) for at in range(0, len(lines), 12))
        return Prose("", (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain))

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        return self._prose().least(width, style)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        self._prose().draw(on)

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between paragraphs."""
        return self._prose().split(width, room, style)

    def html(self) -> str:
        """Small."""
        lines = (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain_lines(self.chain))
        said = "<br>".join(esc(line) for line in lines)
        return f'<p style="margin:24px 0 0;font-size:14px;opacity:.75;overflow-wrap:anywhere">{said}</p>'

    def text(self) -> list[str]:
        """A line each."""
        lines = (f"Hash of the game's seed: {self.seed_hash}", *self.more, *chain_lines(self.chain))
        return ["", *(part for line in lines for part in folded(line, rest="  "))]


def change(now: float, before: float | None) -> str:
    """How a figure changed: ``+9``, ``−14``, "" for not at all or not known."""
    return "" if before is None or now == before else minus(f"{now - before:+g}")


__all__ = [
    "INK", "Colophon", "Due", "Gauge", "Gauges", "Head", "Lead", "NoteBox", "Proof", "Prose", "chain_lines", "change",
]  # fmt: skip
