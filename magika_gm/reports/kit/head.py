# ruff: noqa: ARG002 - a block need not use all it is told
"""The head of a page: whose report it is and when orders are due (K2), the gauges (K3); and what an office
must print, the colophon.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.engine.chain import BOUND, NO_CHAIN, Chain
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.engine.seam.setup import Need
from magika_gm.reports.kit.base import (
    ACCENT,
    FIGURE,
    GREY,
    INK,
    LABEL,
    LETTER,
    NAME,
    NUMBER,
    RED,
    SERIF_CSS,
    SMALL,
    WHITE,
    Block,
    Passage,
    Spot,
    Style,
    esc,
    folded,
    minus,
    small_size,
    text_size,
)
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.typeface import chosen, fitted, one_line

GAP, BESIDE, SPACED = 14.0, 5.0, 0.4
"""Points between gauges, between a figure and what stands beside it, and between the letters of a label."""


class Due(NamedTuple):
    """The box at the right of the head: ``YOUR TURN · SEND BY / Sat 27 Feb 2027 / 18:00 AST, turn 4 / to whom``; its
    look says whether the turn waits for the reader: accent, tint or an outline."""

    need: Need
    day: str
    hour: str
    address: str = ""


@dataclass(frozen=True, kw_only=True)
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
        ground = {Need.REQUIRED: style.accent, Need.MAY: style.tint, Need.NONE: ""}[self.due.need]
        ink, quiet = (WHITE, WHITE) if self.due.need is Need.REQUIRED else (INK, style.accent)
        pen.box(on.x, on.top - on.height, on.width, on.height, ground, "" if ground else style.accent)
        size = style.size(LABEL)
        y = on.top - 6 - size
        pen.text(on.x + 10, y, self.due.need.said.upper(), size, SANS, quiet, spaced=0.4)
        for text, most, face in self._words(style):
            sizes = (most, style.size(LETTER), text_size(style), small_size(style))
            size = chosen(one_line(text), [s for s in sizes if s <= most], on.width - 20, face)
            y -= most * 1.22
            pen.text(on.x + 10, y, fitted(one_line(text), size, on.width - 20, face), size, face, ink)
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
            look = {
                Need.REQUIRED: f"background:{ACCENT};color:#ffffff;border:1px solid #9d7fc4",
                Need.MAY: "background:#9d7fc433;border:1px solid #9d7fc433",
                Need.NONE: "border:1px solid #9d7fc4",
            }[self.due.need]
            due = (
                f'<p style="margin:12px 0 0;padding:8px 12px;{look}">{esc(self.due.need.said)} '
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
            lines += folded(f"{self.due.need.said} {self.due.day}, {self.due.hour}", rest="  ")
        return lines


class Gauge(NamedTuple):
    """A figure: label, value, what stands beside it (``of 110``), its change (``−14``), and how full it is (0 to 1)."""

    label: str
    figure: str
    note: str = ""
    change: str = ""
    full: float | None = None
    foe: float | None = None
    """The same figure of the one opponent, where there is one."""

    @property
    def beside(self) -> str:
        """The note with the change."""
        return " ".join(part for part in (self.note, f"({self.change})" if self.change else "") if part)

    def width(self, style: Style) -> float:
        """Points it needs at least: its label, or its figure and what stands beside it."""
        label = style.size(LABEL)
        figure = text_width(one_line(self.figure), style.size(FIGURE), BOLD) + BESIDE
        title = self.label.upper()
        return max(text_width(title, label) + SPACED * len(title), figure + text_width(one_line(self.beside), label))


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

    def _places(self, first: int, width: float, style: Style) -> list[tuple[float, float]]:
        """Where the figures of a row stand and how wide: all alike, or where one needs more, as each needs."""
        across = self._across(style)
        row = self.gauges[first : first + across]
        alike = (width + GAP) / across - GAP
        needs = [gauge.width(style) for gauge in row]
        spare = width + GAP - sum(needs) - GAP * len(row)
        if len(row) < across or max(needs) <= alike or spare < 0:
            return [(number * (alike + GAP), alike) for number in range(len(row))]
        widths = [need + spare / len(row) for need in needs]
        return [(sum(widths[:number]) + number * GAP, wide) for number, wide in enumerate(widths)]

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, across = on.style, on.pen, self._across(on.style)
        pen.dashed(on.x, on.top, on.right, GREY)
        label, figure = style.size(LABEL), style.size(FIGURE)
        places = [place for at in range(0, len(self.gauges), across) for place in self._places(at, on.width, style)]
        for number, (gauge, (left, wide)) in enumerate(zip(self.gauges, places, strict=True)):
            x = on.x + left
            top = on.top - number // across * self._row(style)
            base = top - 9 - label
            pen.text(x, base, gauge.label.upper(), label, SANS, style.accent, spaced=SPACED)
            base -= figure * 0.94
            value = fitted(one_line(gauge.figure), figure, wide, BOLD)
            pen.text(x, base, value, figure, BOLD)
            used = text_width(value, figure, BOLD) + BESIDE
            small = style.size(SMALL)
            beside = one_line(gauge.beside)
            size = chosen(beside, (small, style.size(LABEL)), wide - used)
            pen.text(x + used, base, fitted(beside, size, wide - used), size, SANS, GREY)
            if gauge.full is not None:
                pen.box(x, base - 7, wide, 3.2, style.band)
                pen.box(x, base - 7, max(0.0, min(1.0, gauge.full)) * wide, 3.2, style.accent)

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


def change(now: float, before: float | None) -> str:
    """How a figure changed: ``+9``, ``−14``, "" for not at all or not known."""
    return "" if before is None or now == before else minus(f"{now - before:+g}")


# What an office must print: the colophon of page 1, and what is announced of a game so that it can be checked.


# Dates as pages print them.


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def due_parts(due: str) -> tuple[str, str]:
    """``Saturday 27 February 2027, 18:00 AST`` as ``Sat 27 Feb 2027`` and ``18:00 AST``, for a narrow box."""
    day, _, hour = due.partition(", ")
    return " ".join(word[:3] if word.isalpha() else word for word in day.split()), hour


def titled(player: PlayerData) -> str:
    """Behind a game's number, its title; "" where it has none of its own."""
    return f" “{player.title}”" if player.title not in ("", player.game) else ""


def date_words(date: str) -> str:
    """``2026-11-21`` as ``21 November 2026``; any other text as it is."""
    parts = date.split("-")
    if len(parts) != 3 or not all(p.isdigit() for p in parts) or not 1 <= int(parts[1]) <= len(MONTHS):
        return date
    return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {parts[0]}"


@dataclass(frozen=True)
class Colophon(Passage):
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
    """What the hash binds, and the chain of turns, in lines: whoever has two reports compares them, or ``verify``
    does."""
    return (*filter(None, (BOUND[chain.binds],)), CHAIN_OF_TURNS, *map(str, chain.links)) if chain.links else ()


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


class Seal(NamedTuple):
    """Something announced by its hash: its name at the foot of a page, its name in full, the hash."""

    short: str
    long: str
    value: str


def office_imprint(player: PlayerData, seed_hash: str, *seals: Seal, mail_turn: int = 0) -> Colophon:
    """What every report must print: code word, account, the seed's hash, by whom and when it was printed.

    ``seals`` are further things announced by their hash; ``mail_turn`` is told where players count by another.
    """
    parts = [f"Code word {player.code_word}"] if player.code_word else []
    parts += [f"account {player.account}: {minus(player.balance)}"] if player.account else []
    parts += [f"hash of the seed {seed_hash[:16]}", *(f"{seal.short} {seal.value[:16]}" for seal in seals)]
    parts += [f"mail turn {mail_turn}"] if mail_turn else []
    parts += [player.bill] if player.bill else []
    long = [f"Hash of the game's seed: {seed_hash}", *(f"{seal.long}: {seal.value}" for seal in seals)]
    long += [player.name] if player.name else []
    long += [f"Printed {date_words(player.date)}"] if player.date else []
    return Colophon(tuple(parts), tuple(long), player.chain)


def dice_revealed(seed: str, seed_hash: str, again: str) -> Prose:
    """At a game's end, what its dice were made of; nothing while ``seed`` is "". ``again`` ends the last sentence: what
    ``verify`` does with the turn files."""
    if not seed:
        return Prose("", ())
    return Prose(
        "The dice can be checked",
        (
            f"Seed: {seed}",
            f"Its hash, printed from the first report on: {seed_hash}",
            f"magika-gm verify with your turn files plays the game again{again}",
        ),
    )
