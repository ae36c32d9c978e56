# ruff: noqa: ARG002 - a block need not use all it is told; markup and tables of figures stay in one piece
"""The head of a page: whose report it is and when orders are due (K2), the gauges (K3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    SERIF_CSS,
    Block,
    Spot,
    esc,
    folded,
    minus,
    small_size,
    text_size,
)
from magika_gm.reports.kit.style import FIGURE, GREY, LABEL, LETTER, NAME, NUMBER, RED, SMALL, Style
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.setting import chosen, fitted, one_line

GAP, BESIDE, SPACED = 14.0, 5.0, 0.4
"""Points between gauges, between a figure and what stands beside it, and between the letters of a label."""


class Due(NamedTuple):
    """The box at the right of the head: ``ORDERS DUE / Sat 27 Feb 2027 / 18:00 AST … / to whom``."""

    label: str
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


def change(now: float, before: float | None) -> str:
    """How a figure changed: ``+9``, ``−14``, "" for not at all or not known."""
    return "" if before is None or now == before else minus(f"{now - before:+g}")
