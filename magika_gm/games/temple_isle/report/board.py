"""The isle as a drawing and as blocks: twenty cards with their holders and units; told apart without colour, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from math import ceil, cos, hypot, pi, sin
from textwrap import wrap as words_wrap

from magika_gm.engine.toml import load_toml
from magika_gm.games.temple_isle.report.faces import both_words, in_words, law_words
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.events import Event, Fought, Moved
from magika_gm.games.temple_isle.rules.state import Mantra
from magika_gm.games.temple_isle.rules.tables import TEMPLE_OF
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, COLUMNS, MOON, ROWS, SQUARE, SQUARES, SUN, WATER, WIDTH
from magika_gm.games.temple_isle.sight import SquareSeen, UnitSeen, View
from magika_gm.games.temple_isle.system import TEMPLE_ISLE
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks, Field, FieldMail, Legend, LegendItem
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.pdf_stream import BOLD, SANS, cut, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import (
    SEA,
    Circles,
    Item,
    Lines,
    Picture,
    Point,
    Polygon,
    Texts,
    box,
    drawn,
    figures,
    sea,
    write,
)
from magika_gm.reports.typeface import wrap

ACCENT = TEMPLE_ISLE.accent
EDGE, SOFT = "#8a8494", "#4a4456"
LAND, TEMPLE = "#f4efdf", "#fbe3a4"
SUN_FILL, MOON_FILL, WHITE = "#fdcf66", "#3b3558", "#ffffff"
HELD = {SUN: "#d98f0a", MOON: MOON_FILL}
"""The edge of a card by its holder: light and dark in grey, too."""
COUNTER = {SUN: (WHITE, INK), MOON: (MOON_FILL, WHITE)}
"""The ground and the ink of a unit's counter."""
FIGURES = figures("magika_gm.games.temple_isle.data")
"""What a card shows, by its name."""
SIGNS = load_toml("magika_gm.games.temple_isle.data", "signs.toml")
"""What stands for it in mails."""
RATIO, WIDE_RATIO = 0.8, 0.64
"""Height of the board by its width; of the one that has a page's whole width."""
RED = "#b01818"
Step = tuple[int, int, str]
"""From square to square, and its colour: a move or an attack."""


def device(seat: str, width: float) -> Picture:
    """A sun with rays, or a crescent moon."""
    half = width / 2
    return Picture(width, width, "Sun" if seat == SUN else "Moon", "", tuple(_sign(seat, half, half, half)))


def _sign(seat: str, x: float, y: float, r: float) -> list[Item]:
    """The holder's sign around a point: rays are a star below a disc; a crescent is a disc with a bite."""
    if seat == SUN:
        star = tuple(
            (x + sin(n * pi / 8) * r * (0.62 if n % 2 else 1.0), y + cos(n * pi / 8) * r * (0.62 if n % 2 else 1.0))
            for n in range(16)
        )
        return [Polygon(star, SUN_FILL, INK, 0.5), Circles(((x, y),), r * 0.48, "#ffffff", INK, 0.5)]
    return [
        Circles(((x, y),), r * 0.92, MOON_FILL, INK, 0.5),
        Circles(((x + r * 0.34, y + r * 0.16),), r * 0.6, "#ffffff"),
    ]


def steps_of(view: View, events: Sequence[Event]) -> tuple[Step, ...]:
    """Moves of a turn, and its attacks as far as both places are known: backwards from where everybody is now."""
    at = {e.unit: SQUARE[e.target] for e in events if isinstance(e, Moved)}
    at |= {unit.number: unit.at for unit in view.units}
    found: list[Step] = []
    for one in reversed(events):
        match one:
            case Moved(unit=unit, start=start, target=target):
                found.append((SQUARE[start], SQUARE[target], ACCENT))
                at[unit] = SQUARE[start]
            case Fought(attacker=attacker, defender=defender) if attacker in at and defender in at:
                found.append((at[attacker], at[defender], RED))
    return tuple(dict.fromkeys(reversed(found)))


def isle_picture(
    view: View, width: float, height: float, style: Style, *, full: bool = False, steps: Sequence[Step] = ()
) -> Picture:
    """The isle within a box; ``full`` writes out what lies on cards and units' names; ``steps`` are the turn's."""
    label = style.map_size()
    rim = label + 4
    wide = min((width - rim) / WIDTH, (height - rim) / ROWS / 0.86)
    high = min(wide * 0.92, (height - rim) / ROWS)
    total_w, total_h = rim + wide * WIDTH, rim + high * ROWS
    items: list[Item] = sea(rim - 2, 0.0, total_w - rim + 2, total_h - rim + 2)
    for square in ALL_SQUARES:
        row, column = divmod(square, WIDTH)
        gap = 3.4 if full else 1.2
        x, y = rim + column * wide + gap, total_h - rim - (row + 1) * high + gap
        items += _card(view, square, x, y, wide - 2 * gap, high - 2 * gap, style, full)
    middles = [(rim + (n % WIDTH + 0.5) * wide, total_h - rim - (n // WIDTH + 0.5) * high) for n in ALL_SQUARES]
    for start, end, colour in steps:
        items += _arrow(middles[start], middles[end], colour, style.map_size())
    places = [(rim + (n + 0.5) * wide, total_h - rim + 3, c) for n, c in enumerate(COLUMNS)]
    places += [(rim / 2 - 1, total_h - rim - (n + 0.5) * high - label / 3, str(n + 1)) for n in range(ROWS)]
    items.append(Texts(tuple((round(px, 2), round(py, 2), t) for px, py, t in places), label, True))
    return Picture(total_w, total_h, "The isle", described(view), tuple(items))


def _arrow(start: Point, end: Point, colour: str, size: float) -> list[Item]:
    """Over the border of two cards; on one card crossed strokes."""
    (ax, ay), (bx, by) = start, end
    long = hypot(bx - ax, by - ay)
    x, y, half = (ax + bx) / 2, (ay + by) / 2, size * 1.6
    if not long:
        d = size * 0.6
        cross = (((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d)))
        return [Lines(cross, WHITE, 4.0), Lines(cross, colour, 2.2)]
    dx, dy = (bx - ax) / long, (by - ay) / long
    x, y = (x + dy * size, y - dx * size) if colour == RED else (x, y)  # beside a move the same way
    tip, tail = (x + dx * half, y + dy * half), (x - dx * half, y - dy * half)
    neck, d = (x + dx * half * 0.3, y + dy * half * 0.3), size * 0.6
    head = (tip, (neck[0] - dy * d, neck[1] + dx * d), (neck[0] + dy * d, neck[1] - dx * d))
    return [Lines(((tail, neck),), WHITE, 5.0), Polygon(head, colour, WHITE, 1.0), Lines(((tail, neck),), colour, 2.4)]


def card_picture(view: View, square: int, wide: float, high: float, style: Style) -> Picture:
    """A card of the isle, without who stands on it."""
    bare = replace(view, units=())
    return Picture(
        wide, high, view.isle[square].card, "", tuple(_card(bare, square, 0.0, 0.0, wide, high, style, False))
    )


def _card(
    view: View, square: int, x: float, y: float, wide: float, high: float, style: Style, full: bool
) -> list[Item]:
    seen = view.isle[square]
    if seen.card == WATER:
        return []
    temple = seen.card in view.catalogue.temples
    edge = INK if temple else EDGE
    items: list[Item] = [Polygon(box(x, y, wide, high), TEMPLE if temple else LAND, edge, 1.6 if temple else 0.5)]
    size = style.map_size()
    top = y + high - size - 2.5
    left = x + size * 0.9
    if seen.control:
        items.append(Polygon(box(x, y, size * 0.6, high), HELD[seen.control], INK, 0.5))
    figure = FIGURES.get("temple" if temple else seen.card, ())
    size_of, low_of = (0.17, 0.21) if full else (0.24, 0.45)  # below what it does, where that is written
    items += drawn(figure, x + wide / 2, y + high * low_of, high * size_of, SOFT, WHITE, max(0.5, high * 0.012))
    room = text_width(SQUARES[square], size) + 4
    words = wrap(seen.card.removeprefix(TEMPLE_OF), BOLD, size, x + wide - left - room)
    name = tuple((round(left, 2), round(top - n * size * 1.1, 2), line) for n, line in enumerate(words))
    items += [Texts(name, size, True, INK, True), write(x + wide - room + 1, top, SQUARES[square], size, False, SOFT)]
    top = name[-1][1]
    if seen.closed:
        items.append(Lines((((x, y), (x + wide, y + high)), ((x, y + high), (x + wide, y))), "#b01818", 1.2))
    here = [u for u in view.units if u.at == square]
    low = y + 4
    if full and seen.mantras:
        slip = cut(", ".join(m.card for m in seen.mantras), size, wide - 8)
        items.append(write(x + 4, low, slip, size, False, "#7a1f5c"))
        low += size + 2
    elif seen.mantras:
        items.append(Circles(((x + wide - 6, y + 6),), 2.4, "#7a1f5c", INK, 0.4))
    over = low + ceil(len(here) / 2) * (TOKEN + 1.5)
    if full and 0 < len(here) <= TOKENS and wide > 72 and over < top - 2 and not style.large:
        items += _effect_lines(view, seen, left, top - 1.5, x + wide - left - 2, top - 3 - over, size)
        return items + tokens(here, left - 2, low, x + wide - left, style)
    deep = _deep(len(here), max(1, int((top - 2 - low) // size)))
    each = min(size + 4.5, (top - 2 - low) / max(1, deep))
    over = low + each * deep
    if full:
        clear = max(over, y + high * (low_of + size_of)) if figure else over  # above what is drawn
        items += _effect_lines(view, seen, left, top - 1.5, x + wide - left - 2, top - 3 - clear, size)
    columns = [here[n : n + deep] for n in range(0, len(here), max(1, deep))]
    for n, units in enumerate(columns):
        part = (x + wide - 3 - left) / len(columns)
        items += _counters(units, left + n * part, low, part, each, style, full)
    return items


TOKENS, TOKEN = 4, 22.5
"""Units a card has room for as large counters, and their height."""


def tokens(units: list[UnitSeen], x: float, y: float, wide: float, style: Style) -> list[Item]:
    """Units as large counters, two a row: number, attack and defence, name, hit points as pips."""
    size, each = style.map_size(), (wide - 4) / 2
    items: list[Item] = []
    for n, unit in enumerate(units):
        left, low = x + n % 2 * (each + 1.5), y + n // 2 * (TOKEN + 1.5)
        sun = unit.owner == SUN
        fill, ink, lost = (WHITE, INK, "#d8d4cc") if sun else (MOON_FILL, WHITE, "#6d6690")
        figures = f"{unit.now.a}/{unit.now.b}"
        name = cut(("*" if unit.mantras else "") + unit.card, size, each - 5)
        items.append(Polygon(box(left, low, each, TOKEN), fill, INK, 1.1 if sun else 0.5))
        head, end = round(low + TOKEN - size - 0.5, 2), round(left + each - 2.5 - text_width(figures, size), 2)
        items += [
            write(left + 2.5, head, f"U{unit.number}", size, True, ink),
            write(end, head, figures, size, False, ink),
            write(left + 2.5, low + 6.6, name, size, False, ink),
        ]
        pip = (each - 5) / max(1, unit.now.full)
        for k in range(unit.now.full):
            colour = ("#d98f0a" if sun else "#f0c75a") if k < unit.hp else lost
            items.append(
                Polygon(box(round(left + 2.5 + k * pip, 2), round(low + 2, 2), max(0.6, pip - 0.7), 2.6), colour)
            )
    return items


def _deep(units: int, room: int) -> int:
    """How many counters lie one below the other: side by side in columns where a column has no room for all."""
    return ceil(units / max(1, ceil(units / room)))


def _effect_lines(
    view: View, seen: SquareSeen, x: float, top: float, wide: float, room: float, size: float
) -> list[Item]:
    """What a card does for its holder, as far as there is room for it below the name."""
    card = view.catalogue.isle[seen.card]
    fit = int(room // (size * 1.12))
    told = (wrap(words, SANS, size, wide) for words in (in_words(card), law_words(card)) if words)
    lines = next((lines for lines in told if len(lines) <= fit), ())
    places = tuple((round(x, 2), round(top - size * 1.12 * (n + 1), 2), line) for n, line in enumerate(lines))
    return [Texts(places, size, False, SOFT, True)] if places else []


def counter_picture(unit: UnitSeen, wide: float, style: Style) -> Picture:
    """A unit by itself."""
    high = style.map_size() + 4.5
    return Picture(wide, high, unit.card, "", tuple(_counters([unit], 0.0, 1.0, wide, high, style, True)))


def _counters(
    units: list[UnitSeen], x: float, y: float, wide: float, each: float, style: Style, full: bool
) -> list[Item]:
    """Units as counters at the foot of their card, one below the other: sun's light, moon's dark."""
    size = style.map_size()
    items: list[Item] = []
    for number, unit in enumerate(units):
        low = y + (len(units) - number - 1) * each
        fill, ink = ("#ffffff", INK) if unit.owner == SUN else (MOON_FILL, "#ffffff")
        items.append(Polygon(box(x, low, wide, each - 1), fill, INK, 1.1 if unit.owner == SUN else 0.5))
        base = round(low + (each - 1 - size * 0.7) / 2, 2)
        left = f"U{unit.number}"
        right = f"{unit.hp}/{unit.now.full}" if wide > size * 7 else str(unit.hp)
        end = text_width(right, size, BOLD)
        items.append(write(x + 2.5, base, left, size, True, ink))
        items.append(write(x + wide - 2.5 - end, base, right, size, True, ink))
        start = text_width(left, size, BOLD) + 6
        between = wide - start - end - 8
        if between > size * 3:
            name = cut(("*" if unit.mantras and full else "") + unit.card, size, between)
            items.append(write(x + start, base, name, size, False, ink))
    return items


def described(view: View) -> str:
    """The board in words, for those who cannot see it."""
    said = []
    for square in ALL_SQUARES:
        seen = view.isle[square]
        units = [f"U{u.number} {u.card} {u.hp}/{u.now.full}" for u in view.units if u.at == square]
        held = f" ({seen.control})" if seen.control else ""
        said.append(f"{SQUARES[square]} {seen.card}{held}{': ' + ', '.join(units) if units else ''}")
    return "; ".join(said) + "."


def text_rows(view: View) -> tuple[str, ...]:
    """The board as text: a line of cards and those of their units for each row, 70 columns."""
    rows = ["   " + "".join(f"{c:<14}" for c in COLUMNS).rstrip()]
    for row in range(ROWS):
        cells = [view.isle[row * WIDTH + column] for column in range(WIDTH)]
        rows.append(f"{row + 1}  " + "".join(f"{_name(cell, view):<14}" for cell in cells).rstrip())
        units = (" ".join(_short(u) for u in view.units if u.at == row * WIDTH + c) for c in range(WIDTH))
        for line in zip_longest(*(words_wrap(there, 13) for there in units), fillvalue=""):
            rows.append("   " + "".join(f"{short:<14}" for short in line).rstrip())
    return tuple(rows)


def _short(unit: UnitSeen) -> str:
    return f"{'s' if unit.owner == SUN else 'm'}U{unit.number}:{unit.hp}"


def _name(cell: SquareSeen, view: View) -> str:
    if cell.card == WATER:
        return "~~~~~~"
    mark = {"SUN": "S ", "MOON": "M "}.get(cell.control, "")
    star = "+" if cell.card in view.catalogue.temples else ""
    return (mark + star + cell.card.removeprefix(TEMPLE_OF))[:13]


# The isle in a report: the board with its legend, units in play, lands that do something.


def isle(report: Report, title: str = "The isle", *, full: bool = False) -> Field:
    """The board; in full with the turn's moves and attacks."""
    steps = steps_of(report.view, [one.event for one in report.told]) if full else ()
    return board_of(report.view, title, full=full, steps=steps)


def board_of(view: View, title: str, *, full: bool = False, steps: Sequence[Step] = ()) -> Field:
    """The board of a view."""
    return Field(
        title=title,
        maker=partial(isle_picture, view, full=full, steps=steps),
        ratio=WIDE_RATIO if full else RATIO,
        shrink=0.8,
        tighter=0.85,
        caption=""
        if not full
        else "Counters: Sun's light, Moon's dark; number, attack and defence, name (* a mantra lies on it), pips: hit "
        "points left. Arrows: moves; red: attacks.",
        mail=partial(_mail, view),
    )


def _mail(view: View) -> FieldMail:
    """The isle in mails: signs for drawings, counters with the hit points that are left."""
    chips: dict[int, list[tuple[str, str, str]]] = {}
    for u in view.units:
        chips.setdefault(u.at, []).append((f"U{u.number} {u.hp}/{u.now.full}", *COUNTER[u.owner]))
    cells = []
    for number, square in enumerate(view.isle):
        temple = square.card in view.catalogue.temples
        fill = TEMPLE if temple else SEA if square.card == WATER else LAND
        name = "" if square.card == WATER else square.card.removeprefix(TEMPLE_OF)
        sign = SIGNS.get("temple" if temple else square.card, "")
        held = HELD.get(square.control, fill)
        cells.append(Brick(fill, f"{SQUARES[number]} {name}", "", held, sign, tuple(chips.get(number, ()))))
    rows = tuple(BrickRow(0, tuple(cells[at : at + WIDTH])) for at in range(0, len(cells), WIDTH))
    said = "Edge and counters: Sun's gold and light, Moon's dark; with the hit points they have left."
    key = "S Sun's, M Moon's, + temple, ~ water; sU3:4 is Sun's unit 3 with 4 HP"
    return FieldMail("", Bricks(rows, 128, 78, described(view)), text_rows(view), (), (), "", (key,), said)


def legend(view: View, style: Style) -> Legend:
    """What is drawn."""
    size = style.length(9.0)
    box = ((0.5, 0.5), (size, 0.5), (size, size - 0.5), (0.5, size - 0.5))

    def chip(fill: str, width: float) -> Picture:
        return Picture(size, size, "", "", (Polygon(box, fill, INK, width),))

    wave = tuple((0.5 + (size - 1) * n / 6, size / 2 + (0.1 if n % 2 else -0.1) * size) for n in range(7))
    water = Picture(size, size, "", "", (Polygon(box, SEA, INK, 0.5), Lines((wave,), INK, 0.6)))
    held, owners = {seen.control for seen in view.isle}, {unit.owner for unit in view.units}
    temples = any(seen.card in view.catalogue.temples for seen in view.isle)
    rows = (
        (SUN in held, HELD[SUN], 0.5, "edge: Sun's card"),
        (MOON in held, HELD[MOON], 0.5, "edge: Moon's card"),
        (SUN in owners, WHITE, 1.1, "Sun's unit"),
        (MOON in owners, MOON_FILL, 0.5, "Moon's unit"),
        (temples, TEMPLE, 1.4, "temple"),
    )
    items = (LegendItem(chip(fill, width), name) for there, fill, width, name in rows if there)
    return Legend("What is drawn", (*items, LegendItem(water, "water")))


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
                SQUARES[unit.at],
                f"{unit.hp}/{now.full}",
                str(now.a), str(now.b), str(now.d),
                _marks(unit, view),
            )
        )  # fmt: skip
    own = frozenset(n for n, unit in enumerate(view.units) if unit.owner == seat)
    heads = ("", "unit", "of", "at", "HP", "A", "B", "D", "")
    return Table("Units in play", heads, tuple(rows), right=frozenset({4, 5, 6, 7}), own=own)


_MAY_CHANGE = ("ranged", "guard", "leap", "fleeting")


def _marks(unit: UnitSeen, view: View) -> str:
    """Keywords and effects of its card (UNIT-1), those that may change as they are now, and what lies on it."""
    now, card = unit.now, view.catalogue.units[unit.card]
    words = [f"ranged {now.range}"] if now.range else []
    words += [f"guard {now.guard}"] if now.guard else []
    words += [word for word, has in (("leap", now.leap), ("held", now.hold), ("ward", now.ward), ("cover", now.cover))
              if has]  # fmt: skip
    words += [word for word in card.keywords if word.split()[0] not in _MAY_CHANGE]
    words += [str(effect) for effect in card.effects if str(effect) not in card.keywords]
    words += [f"fleeting {card.fleeting}, since game turn {unit.mustered}"] if card.fleeting else []
    words += ["organizing"] if unit.organizing else []
    return ", ".join([*words, *(mantra_text(m) for m in unit.mantras)]) or "·"


def mantra_text(mantra: Mantra) -> str:
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
        effects = both_words(view.catalogue.isle[square.card])
        if not square.mantras and not square.closed and not (every and effects):
            continue
        more = "; ".join(mantra_text(m) for m in square.mantras)
        cost = "closed" if square.closed else " / ".join(map(str, square.cost))
        rows.append((Cell(SQUARES[number], bold=True), square.card, NAMES[square.control] if square.control else "·",
                     cost, "; ".join(part for part in (effects, more) if part)))  # fmt: skip
    heads = ("", "card", "held by", "step", "effect for its holder; mantras")
    title = "Lands that do something" if every else "Lands on which something lies"
    return Table(title, heads, tuple(rows), small=True)
