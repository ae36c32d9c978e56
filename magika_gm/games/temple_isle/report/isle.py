"""The isle in a report: the board with its legend, units in play, lands that do something."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import SQUARES, WATER
from magika_gm.games.temple_isle.sight.view import MantraSeen, SquareSeen, UnitSeen, View
from magika_gm.reports.kit.base import esc, heading_html, heading_text
from magika_gm.reports.kit.drawings import Field, Legend, LegendItem
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.picture import Circles, Lines, Picture, Polygon


@dataclass(frozen=True)
class Isle(Field):
    """The board: in mails a table of five columns, in texts two lines a row."""

    cells: tuple[tuple[str, str, str, str], ...] = ()
    """Colour, name, holder, units; in reading order."""
    rows: tuple[str, ...] = ()

    def html(self) -> str:
        """A table every mail program draws."""
        body = []
        for row in range(len(self.cells) // 5):
            tds = [
                f'<td style="width:20%;background:{fill};color:#1c1726;border:1px solid #8a8494;padding:3px 4px;'
                f'vertical-align:top;height:52px;overflow-wrap:anywhere">'
                f"<b>{esc(name)}</b>{f' ({esc(held)})' if held else ''}"
                f"{f'<br>{esc(units)}' if units else ''}</td>"
                for fill, name, held, units in self.cells[row * 5 : row * 5 + 5]
            ]
            label = f'<td style="padding:0 4px;font-weight:bold">{row + 1}</td>'
            body.append(f"<tr>{label}{''.join(tds)}</tr>")
        letters = "".join(f'<th style="text-align:center">{c}</th>' for c in "abcde")
        table = (
            '<table cellspacing=0 cellpadding=0 style="width:100%;table-layout:auto;font:11px/1.3 Helvetica,Arial,'
            f'sans-serif"><tr><th></th>{letters}</tr>{"".join(body)}</table>'
        )
        return heading_html(self.title) + table

    def text(self) -> list[str]:
        """Rows of text."""
        key = "S Sun's, M Moon's, + temple, ~ water; sU3:4 is Sun's unit 3 with 4 HP"
        return [*heading_text(self.title), *self.rows, key]


def isle(report: Report, title: str = "The isle", *, full: bool = False) -> Isle:
    """The board."""
    return board_of(report.view, title, full=full)


def board_of(view: View, title: str, *, full: bool = False) -> Isle:
    """The board of a view."""
    cells = []
    for number, square in enumerate(view.isle):
        fill = board.SEA if square.card == WATER else board.LAND
        fill = board.TEMPLE if square.card in view.catalogue.temples else fill
        units = "; ".join(
            f"U{u.number} {u.card} {u.hp}/{u.now.full}{'' if u.owner == 'SUN' else ' (Moon)'}"
            for u in view.units
            if u.square == number
        )
        cells.append((fill, square.card, NAMES[square.control] if square.control else "", units))
    return Isle(
        title=title,
        maker=partial(board.isle_picture, view, full=full),
        ratio=board.RATIO,
        shrink=0.8,
        caption=""
        if not full
        else "Counters: Sun's light, Moon's dark, number, card, HP of full HP; * a mantra lies on it.",
        cells=tuple(cells),
        rows=board.text_rows(view),
    )


def legend(style: Style) -> Legend:
    """What is drawn."""
    size = style.length(9.0)
    box = ((0.5, 0.5), (size, 0.5), (size, size - 0.5), (0.5, size - 0.5))

    def chip(fill: str, width: float = 0.5) -> Picture:
        return Picture(size, size, "", "", (Polygon(box, fill, board.INK, width),))

    wave = tuple((0.5 + (size - 1) * n / 6, size / 2 + (0.1 if n % 2 else -0.1) * size) for n in range(7))
    water = Picture(size, size, "", "", (Polygon(box, board.SEA, board.INK, 0.5), Lines((wave,), board.INK, 0.6)))
    slip = Picture(size, size, "", "", (Circles(((size / 2, size / 2),), size / 4, "#7a1f5c", board.INK, 0.4),))
    return Legend(
        "What is drawn",
        (
            LegendItem(board.device("SUN", size), "Sun's card"),
            LegendItem(board.device("MOON", size), "Moon's card"),
            LegendItem(chip("#ffffff", 1.1), "Sun's unit", "number, HP"),
            LegendItem(chip(board.MOON_FILL), "Moon's unit", "number, HP"),
            LegendItem(chip(board.TEMPLE, 1.4), "temple"),
            LegendItem(water, "water"),
            LegendItem(slip, "a mantra lies there"),
        ),
    )


def units(report: Report) -> Table:
    """Every unit in play; own rows tinted."""
    return units_of(report.view, report.seat)


def units_of(view: View, seat: str = "") -> Table:
    """Every unit in play."""
    rows = []
    for unit in view.units:
        now = unit.now
        rows.append(
            (
                Cell(f"U{unit.number}", bold=True),
                unit.card,
                NAMES[unit.owner],
                SQUARES[unit.square],
                f"{unit.hp}/{now.full}",
                str(now.a), str(now.b), str(now.d),
                _marks(unit),
            )
        )  # fmt: skip
    own = frozenset(n for n, unit in enumerate(view.units) if unit.owner == seat)
    heads = ("", "unit", "of", "at", "HP", "A", "B", "D", "")
    return Table(title="Units in play", heads=heads, rows=tuple(rows), right=frozenset({4, 5, 6, 7}), own=own)


def _marks(unit: UnitSeen) -> str:
    now = unit.now
    words = [f"range {now.range}"] if now.range > 1 else []
    words += [f"guard {now.guard}"] if now.guard else []
    words += [word for word, has in (("leap", now.leap), ("held", now.hold), ("ward", now.ward), ("cover", now.cover))
              if has]  # fmt: skip
    words += ["organizing"] if unit.organizing else []
    return ", ".join([*words, *(mantra_text(m) for m in unit.mantras)]) or "·"


def mantra_text(mantra: MantraSeen) -> str:
    """``Might (Sun, to turn 7)``."""
    return f"{mantra.card} ({NAMES[mantra.caster]}{f', to turn {mantra.until}' if mantra.until else ''})"


def lands(report: Report, *, every: bool = True) -> Table:
    """Cards of the isle that do something, or (not ``every``) those alone on which something lies."""
    return lands_of(report.view, every=every)


def lands_of(view: View, *, every: bool = True) -> Table:
    """Cards of the isle that do something, or (not ``every``) those alone on which something lies."""
    rows = []
    for number, square in enumerate(view.isle):
        if square.card == WATER:
            continue
        effects = _effects(view, square)
        if not square.mantras and not square.closed and not (every and effects):
            continue
        more = "; ".join(mantra_text(m) for m in square.mantras)
        cost = "closed" if square.closed else " / ".join(map(str, square.cost))
        rows.append((Cell(SQUARES[number], bold=True), square.card, NAMES[square.control] if square.control else "·",
                     cost, "; ".join(part for part in (effects, more) if part)))  # fmt: skip
    heads = ("", "card", "held by", "step", "effect for its holder; mantras")
    title = "Lands that do something" if every else "Lands on which something lies"
    return Table(title=title, heads=heads, rows=tuple(rows), small=True)


def _effects(view: View, square: SquareSeen) -> str:
    return "; ".join(str(effect) for effect in view.catalogue.isle[square.card].effects)
