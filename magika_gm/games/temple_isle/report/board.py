"""The isle as a drawing: twenty cards with their holders and units; told apart without colour, too."""

from __future__ import annotations

from math import cos, pi, sin

from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, COLUMNS, ROWS, SQUARES, SUN, WATER, WIDTH
from magika_gm.games.temple_isle.rules.catalogue import TEMPLE_OF
from magika_gm.games.temple_isle.sight.view import SquareSeen, UnitSeen, View
from magika_gm.reports.kit.style import Style
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.picture import Circles, Item, Lines, Picture, Polygon, Texts
from magika_gm.reports.setting import wrap

INK, EDGE, SOFT = "#1c1726", "#8a8494", "#4a4456"
LAND, TEMPLE, SEA, WAVE = "#f4efdf", "#fbe3a4", "#c9dcee", "#5b83ad"
SUN_FILL, MOON_FILL = "#fdcf66", "#3b3558"
RATIO = 0.8
"""Height of the board by its width."""


def _box(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


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


def isle_picture(view: View, width: float, height: float, style: Style, *, full: bool = False) -> Picture:
    """The isle within a box; ``full`` writes out what lies on cards and units' names."""
    label = style.map_size()
    rim = label + 4
    wide = min((width - rim) / WIDTH, (height - rim) / ROWS / 0.86)
    high = min(wide * 0.92, (height - rim) / ROWS)
    total_w, total_h = rim + wide * WIDTH, rim + high * ROWS
    items: list[Item] = []
    for square in ALL_SQUARES:
        row, column = divmod(square, WIDTH)
        x, y = rim + column * wide + 1.2, total_h - rim - (row + 1) * high + 1.2
        items += _card(view, square, x, y, wide - 2.4, high - 2.4, style, full)
    places = [(rim + (n + 0.5) * wide, total_h - rim + 3, c) for n, c in enumerate(COLUMNS)]
    places += [(rim / 2 - 1, total_h - rim - (n + 0.5) * high - label / 3, str(n + 1)) for n in range(ROWS)]
    items.append(Texts(tuple((round(px, 2), round(py, 2), t) for px, py, t in places), label, True))
    return Picture(total_w, total_h, "The isle", described(view), tuple(items))


def _card(
    view: View, square: int, x: float, y: float, wide: float, high: float, style: Style, full: bool
) -> list[Item]:
    seen = view.isle[square]
    temple = seen.card in view.catalogue.temples
    water = seen.card == WATER
    fill = SEA if water else TEMPLE if temple else LAND
    items: list[Item] = [Polygon(_box(x, y, wide, high), fill, INK if temple else EDGE, 1.6 if temple else 0.5)]
    if temple:
        items.append(Polygon(_box(x + 2, y + 2, wide - 4, high - 4), "", INK, 0.4))
    size = style.map_size()
    top = y + high - size - 2.5
    if water:
        items.append(Lines(tuple(_wave(x + 5, y + high * part, wide - 10) for part in (0.22, 0.5, 0.78)), WAVE, 0.7))
    else:
        r = size * 0.72
        room = wide - 8 - (2 * r + 2 if seen.control else 0)
        name = _cut(seen.card.removeprefix(TEMPLE_OF), size, room * (0.93 if temple else 1.0))
        items.append(Texts(((round(x + 4, 2), round(top, 2), name),), size, temple, INK, True))
        if seen.control:
            items += _sign(seen.control, x + wide - r - 3, y + high - r - 3, r)
    if seen.closed:
        items.append(Lines((((x, y), (x + wide, y + high)), ((x, y + high), (x + wide, y))), "#b01818", 1.2))
    here = [u for u in view.units if u.square == square]
    low = y + 4
    if full and seen.mantras:
        slip = _cut(", ".join(m.card for m in seen.mantras), size, wide - 8)
        items.append(Texts(((round(x + 4, 2), round(low, 2), slip),), size, False, "#7a1f5c", True))
        low += size + 2
    elif seen.mantras:
        items.append(Circles(((x + wide - 6, y + 6),), 2.4, "#7a1f5c", INK, 0.4))
    each = min(size + 4.5, (top - 2 - low) / max(1, len(here)))
    over = low + each * len(here)
    if full and not water:
        items += _effects(view, seen, x + 4, top - 1.5, wide - 8, top - 3 - over, size)
    return items + _counters(here, x + 3, low, wide - 6, each, style, full)


def _effects(view: View, seen: SquareSeen, x: float, top: float, wide: float, room: float, size: float) -> list[Item]:
    """What a card does for its holder, as far as there is room for it below the name."""
    words = "; ".join(str(effect) for effect in view.catalogue.isle[seen.card].effects)
    lines = wrap(words, SANS, size, wide) if words else ()
    fit = int(room // (size * 1.12))
    if not lines or fit < 1:
        return []
    if len(lines) > fit:
        lines = (*lines[: fit - 1], _cut(" ".join(lines[fit - 1 :]), size, wide))
    places = tuple((round(x, 2), round(top - size * 1.12 * (n + 1), 2), line) for n, line in enumerate(lines))
    return [Texts(places, size, False, SOFT, True)]


def _cut(text: str, size: float, room: float) -> str:
    """As much of a text as there is room for: pictures know ASCII alone, so a cut word ends with a dot."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + ".", size) > room:
        text = text[:-1]
    return text.rstrip() + "." if text.rstrip() else ""


def _wave(x: float, y: float, wide: float) -> tuple[tuple[float, float], ...]:
    return tuple((round(x + wide * n / 8, 2), round(y + (1.6 if n % 2 else -1.6), 2)) for n in range(9))


def _counters(
    units: list[UnitSeen], x: float, y: float, wide: float, each: float, style: Style, full: bool
) -> list[Item]:
    """Units as counters at the foot of their card, one below the other: sun's light, moon's dark."""
    size = style.map_size()
    items: list[Item] = []
    for number, unit in enumerate(units):
        low = y + (len(units) - number - 1) * each
        fill, ink = ("#ffffff", INK) if unit.owner == SUN else (MOON_FILL, "#ffffff")
        items.append(Polygon(_box(x, low, wide, each - 1), fill, INK, 1.1 if unit.owner == SUN else 0.5))
        base = round(low + (each - 1 - size * 0.7) / 2, 2)
        left = f"U{unit.number}"
        right = f"{unit.hp}/{unit.now.full}" if wide > size * 7 else str(unit.hp)
        end = text_width(right, size, BOLD)
        items.append(Texts(((round(x + 2.5, 2), base, left),), size, True, ink, True))
        items.append(Texts(((round(x + wide - 2.5 - end, 2), base, right),), size, True, ink, True))
        start = text_width(left, size, BOLD) + 6
        between = wide - start - end - 8
        if between > size * 3:
            name = _cut(("*" if unit.mantras and full else "") + unit.card, size, between)
            items.append(Texts(((round(x + start, 2), base, name),), size, False, ink, True))
    return items


def described(view: View) -> str:
    """The board in words, for those who cannot see it."""
    said = []
    for square in ALL_SQUARES:
        seen = view.isle[square]
        units = [f"U{u.number} {u.card} {u.hp}/{u.now.full}" for u in view.units if u.square == square]
        held = f" ({seen.control})" if seen.control else ""
        said.append(f"{SQUARES[square]} {seen.card}{held}{': ' + ', '.join(units) if units else ''}")
    return "; ".join(said) + "."


def text_rows(view: View) -> tuple[str, ...]:
    """The board as text: two lines a row of cards, 70 columns."""
    rows = ["   " + "".join(f"{c:<14}" for c in COLUMNS).rstrip()]
    for row in range(ROWS):
        cells = [view.isle[row * WIDTH + column] for column in range(WIDTH)]
        rows.append(f"{row + 1}  " + "".join(f"{_name(cell, view):<14}" for cell in cells).rstrip())
        units = [" ".join(_short(u) for u in view.units if u.square == row * WIDTH + c)[:13] for c in range(WIDTH)]
        if any(units):
            rows.append("   " + "".join(f"{u:<14}" for u in units).rstrip())
    return tuple(rows)


def _short(unit: UnitSeen) -> str:
    return f"{'s' if unit.owner == SUN else 'm'}U{unit.number}:{unit.hp}"


def _name(cell: SquareSeen, view: View) -> str:
    if cell.card == WATER:
        return "~~~~~~"
    mark = {"SUN": "S ", "MOON": "M "}.get(cell.control, "")
    star = "+" if cell.card in view.catalogue.temples else ""
    return (mark + star + cell.card.removeprefix(TEMPLE_OF))[:13]
