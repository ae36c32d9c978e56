"""What the board's pictures are drawn of: the isle as a hex map, the clans' colours and devices, runes as tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from magika_gm.games.rune_war.rules.tables import AROUND, TOWER, Clan, Isle
from magika_gm.games.rune_war.rules.terms import CODES, number_of, suit_of
from magika_gm.games.rune_war.sight import Sighting, View
from magika_gm.games.rune_war.system import RUNE_WAR
from magika_gm.reports.kit.base import SIZES, Style, type_size
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks
from magika_gm.reports.pdf_stream import BOLD, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import (
    ROOT,
    SEA,
    Hexes,
    Item,
    Lines,
    Picture,
    Point,
    Polygon,
    box,
    drawn,
    figures,
    layered,
    middle,
    sea,
    side,
    star,
    write,
)

CLAN_FILL: Mapping[Clan, str] = {
    Clan.MAITHA: "#cdbfe3",
    Clan.MARZ: "#fde7a6",
    Clan.KARTHA: "#e9b8a4",
    Clan.IZ: "#b5ddd0",
}
CLAN_HATCH: Mapping[Clan, str] = {
    Clan.MAITHA: "plains",
    Clan.MARZ: "coastal",
    Clan.KARTHA: "volcanic",
    Clan.IZ: "ocean",
}
CLAN_INK: Mapping[Clan, str] = {
    Clan.MAITHA: "#cdbfe3",
    Clan.MARZ: "#a98a1e",
    Clan.KARTHA: "#c98a72",
    Clan.IZ: "#74ad9c",
}


@lru_cache(maxsize=64)
def device(clan: Clan, wind: str, width: float, sizes: Sequence[float] = SIZES) -> Picture:
    """A shield in the clan's colour: the clan's letter, the seat's wind over waves; no letter too small to read."""
    high = width * 1.2
    shield = ((0.4, high), (width - 0.4, high), (width - 0.4, high * 0.42), (width * 0.5, 0.4), (0.4, high * 0.42))
    items: list[Item] = [Polygon(shield, CLAN_FILL[clan], INK, max(0.7, width / 60))]
    chief = ((0.4, high), (width - 0.4, high), (width - 0.4, high * 0.78), (0.4, high * 0.78))
    items.append(Polygon(chief, INK, INK, 0.4))
    for n, part in enumerate((0.34, 0.24)):
        left = width * (0.16 + 0.12 * n)
        wide = width - 2 * left
        wave = tuple(
            (round(left + wide * k / 8, 2), round(high * part + (1 if k % 2 else -1) * width * 0.025, 2))
            for k in range(9)
        )
        items.append(Lines((wave,), INK, max(0.5, width / 45)))
    for at, room, text, ink in ((0.89, 0.23, wind, "#ffffff"), (0.6, 0.45, clan.value, INK)):
        size = type_size(width * room, sizes)
        if size:
            items.append(middle(width / 2, high * at - size * 0.36, text, size, True, ink))
    return Picture(width, high, f"{clan.title}, {wind}", f"A shield: {clan.title}, {wind}", tuple(items))


# Runes drawn as tiles, vectors of our own: told apart by glyph and figure, without colour too.
#
# A rune with magic bears a spark in its corner and lies on ivory; a dim one is grey and has none (RUNE-4).


EDGE = "#6f6879"
IVORY, DIM, BACK, SPARK = "#fffdf4", "#d9d6d0", "#8d86a8", "#c98a00"
SUIT_INK = {"K": "#6b2335", "S": "#1f4c7a", "C": "#2a5f3a", "": INK}
FIGURES = figures("magika_gm.games.rune_war.data")
"""By suit; winds by arrows that point there, dragons by lozenges: full, barred or empty."""
TILE_RATIO = 1.38
"""A tile's height by its width."""


def _cut_box(x: float, y: float, wide: float, high: float, c: float) -> tuple[Point, ...]:
    """A rectangle with cut corners."""
    return (
        (x + c, y), (x + wide - c, y), (x + wide, y + c), (x + wide, y + high - c),
        (x + wide - c, y + high), (x + c, y + high), (x, y + high - c), (x, y + c),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def tile(
    x: float,
    y: float,
    wide: float,
    kind: int,
    style: Style,
    *,
    magic: bool = True,
    spark: bool = True,
    mark: bool = False,
) -> tuple[Item, ...]:
    """A tile with its lower left corner at (x, y). ``kind`` -1 lies face down; ``mark`` draws a heavy frame."""
    high = wide * TILE_RATIO
    corner = wide * 0.1
    fill = BACK if kind < 0 else IVORY if magic else DIM
    items: list[Item] = [Polygon(_cut_box(x, y, wide, high, corner), fill, INK if mark else EDGE, 1.3 if mark else 0.5)]
    if kind < 0:
        step = wide / 4
        items.append(Lines(tuple(((x + step * n, y + 2), (x + step * n, y + high - 2)) for n in (1, 2, 3)), IVORY, 0.5))
        return tuple(items)
    size = _size(high * 0.46, wide * 0.8, style)
    if magic and spark:
        items.append(Polygon(star(x + wide * 0.82, y + high * 0.85, wide * 0.16, 4, 0.36), SPARK, INK, 0.25))
    suit = suit_of(kind)
    text, ink = str(number_of(kind)) if suit else CODES[kind][:1], SUIT_INK[suit]
    left = x + wide * 0.42 - text_width(text, size, BOLD) / 2
    items.append(write(left, y + high * 0.93 - size * 0.78, text, size, True, ink))
    figure, up, half = (f"suit {suit}", 0.25, 0.2) if suit else (CODES[kind], 0.26, 0.19)
    return (*items, *drawn(FIGURES[figure], x + wide / 2, y + high * up, high * half, ink, IVORY))


@lru_cache(maxsize=256)
def _size(tall: float, wide: float, style: Style) -> float:
    """The largest size of type that fits a tile."""
    fitting = [s for s in style.map_sizes if s <= tall * 1.15 and s * 0.62 <= wide]
    return max(fitting, default=min(style.map_sizes))


@lru_cache(maxsize=256)
def runes_picture(kind: int, count: int, bright: int, label: str, style: Style, *, spark: bool) -> Picture:
    """All runes of a kind that one holds, one behind the other, dim ones behind, and what they are called."""
    wide, size = 40.0, style.map_size()
    items: list[Item] = []
    for n in reversed(range(count)):
        items += tile(4.0 * n, size + 4 + 3.0 * n, wide, kind, style, magic=n < bright or not spark, spark=spark)
    items.append(middle(wide / 2, 2.0, label, size, True, halo="#ffffff"))
    return Picture(wide + 4 * (count - 1), wide * TILE_RATIO + size + 4 + 3 * (count - 1), label, "", tuple(items))


def counter_picture(text: str, fill: str, style: Style, *, own: bool) -> Picture:
    """A creature by itself."""
    size = style.map_size()
    wide = text_width("M88:888", size, BOLD) + 8
    return Picture(wide, size + 2.2, text, "", tuple(_counter(wide / 2, 1.6, text, size, fill, own=own)))


ISLE_RATIO = 0.9
RIDGE, WAY, ACCENT = "#5a4632", "#4b2a78", RUNE_WAR.accent
WATERS = ((0, -1), (0, 1), (0, -3), (0, 3))
Place = Callable[[int, int], Point]
"""Where a hex's middle is."""
Trip = tuple[str, str, str]
"""From, to, and whose: a way drawn as an arrow."""


def isle_picture(
    view: View, width: float, height: float, style: Style, trips: Sequence[Trip] = (), seen: Collection[Sighting] = ()
) -> Picture:
    """The isle within a box."""
    radius = min((width - 4) / (7 * ROOT), (height - 4) / 11.0)
    wide, high = 7 * ROOT * radius + 4, 11 * radius + 4
    at = _middles(wide, high, radius)
    items: list[Item] = sea(0.0, 0.0, wide, high)
    for clan in Clan:
        places = tuple(at(*view.isle.at[p].hex) for p, owner in view.land.items() if owner is clan)
        items.append(Hexes(places, radius, CLAN_FILL[clan], "#8a8494", 0.4, CLAN_HATCH[clan], CLAN_INK[clan]))
    tower = at(*view.isle.at[TOWER].hex)
    items.append(Hexes((tower,), radius, "#f4f2f6", INK, 1.2))
    items += _borders(view.isle, tuple(map(view.land.get, view.isle.at)), at, radius)
    label = style.map_size()
    items += _ground(view.isle, at, radius, label)
    items += layered(
        item
        for place, land in view.isle.at.items()
        for item in _armies(view, place, at(*land.hex), radius, label, [s for s in seen if s.at == place])
    )
    items += [item for trip in trips for item in _arrow(view, trip, at, radius)]
    return Picture(wide, high, "The isle", described(view), tuple(items))


@lru_cache(maxsize=8)
def _middles(wide: float, high: float, radius: float) -> Place:
    return lambda q, r: (
        round(wide / 2 + ROOT * radius * (q + r / 2), 2),
        round(high / 2 - 1.5 * radius * r, 2),
    )


@lru_cache(maxsize=8)
def _borders(isle: Isle, owners: tuple[Clan | None, ...], at: Place, radius: float) -> tuple[Item, ...]:
    """Heavy lines between lands of different owners, ridges as saws of rock: one work for all who look on."""
    land = dict(zip(isle.at, owners, strict=True))
    place_of = {t.hex: code for code, t in isle.at.items()}
    ridges = {frozenset(pair) for pair in isle.ridges}
    frontier: list[tuple[Point, ...]] = []
    rocks: list[tuple[Point, ...]] = []
    for code, t in isle.at.items():
        middle, owner = at(*t.hex), land[code]
        for way, (dq, dr) in AROUND.items():
            other = place_of.get((t.hex[0] + dq, t.hex[1] + dr))
            if other is None:
                frontier.append(side(middle, radius, way))  # the coast
            elif other < code:
                continue
            elif frozenset((code, other)) in ridges:
                rocks.append(_saw(*side(middle, radius, way), radius))
            elif owner is not land[other]:
                frontier.append(side(middle, radius, way))
    coast = [Lines(tuple(frontier), INK, 1.5)] if frontier else []
    return (*coast, Lines(tuple(rocks), RIDGE, max(1.6, radius / 12))) if rocks else tuple(coast)


def _saw(start: Point, end: Point, radius: float) -> tuple[Point, ...]:
    dx, dy = (end[0] - start[0]) / 8, (end[1] - start[1]) / 8
    away = radius * 0.07
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    nx, ny = -dy / length * away, dx / length * away
    return tuple(
        (
            round(start[0] + dx * n + nx * (1 if n % 2 else -1), 2),
            round(start[1] + dy * n + ny * (1 if n % 2 else -1), 2),
        )
        for n in range(9)
    )


CASTLE, NAMED = 150, 38.0
"""The value of land from which a castle stands on it; radius of hexes with room for names."""


@lru_cache(maxsize=8)
def _ground(isle: Isle, at: Place, radius: float, label: float) -> list[Item]:
    """Of every place code and land value, stones for a circle, a castle, its name: one work for all who look on."""
    items: list[Item] = []
    for place, land in isle.at.items():
        x, y = at(*land.hex)
        if land.circle or place == TOWER:
            items += drawn(FIGURES["stones"], x, y, radius * 0.82, INK)
        name, value, top = "Tower" if place == TOWER else place, str(land.value or ""), _top(y, radius, label)
        code_w = text_width(name, label, BOLD) + text_width(" ", label)  # SVG would drop a blank before the value
        left = x - (code_w + text_width(value, label)) / 2
        items.append(write(left, top, name, label, True, halo="#ffffff"))
        items.append(write(left + code_w, top, value, label, False, "#3d3846", halo="#ffffff"))
        if land.value >= CASTLE:
            items += drawn(FIGURES["castle"], x, y - radius * 0.36, radius * 0.12, INK)
        if radius >= NAMED and place != TOWER:
            items.append(middle(x, y - radius * 0.66, land.name, label, False, "#3d3846", halo="#ffffff"))
    return layered(items)


def _top(y: float, radius: float, label: float) -> float:
    return y + radius * 0.58 - label * 0.3


def _armies(view: View, place: str, centre: Point, radius: float, label: float, seen: list[Sighting]) -> list[Item]:
    """Armies as counters, or who was seen there last."""
    items: list[Item] = []
    x, y = centre
    top = _top(y, radius, label)
    rows = [view.creatures[code] for code in view.armies.get(place, ())]
    most = max(1, int((radius * 1.28 - label * 0.4) // (label + 2.2)))
    for n, one in enumerate(rows[:most]):
        last = n == most - 1 and len(rows) > most
        text = f"+{len(rows) - most + 1} more" if last else f"{one.code}:{one.loyalty}"
        items += _counter(
            x,
            top - (n + 1) * (label + 2.2) - 1.5,
            text,
            label,
            CLAN_FILL[view.seats[one.seat].clan],
            own=one.seat == view.seat,
        )
    if not rows and seen:
        text = f"{seen[0].code}?" + (f" +{len(seen) - 1}" if len(seen) > 1 else "")
        items.append(middle(x, top - label - 4, text, label, False, "#595959", halo="#ffffff"))
    return items


def _counter(x: float, y: float, text: str, label: float, fill: str, *, own: bool) -> list[Item]:
    wide = text_width(text, label, BOLD) + 5
    ground, ink = ("#ffffff", INK) if own else (INK, "#ffffff")
    return [
        Polygon(box(x - wide / 2, y - 1.6, wide, label + 1.6), ground, INK, 0.6),
        Polygon(box(x - wide / 2 - 2.4, y - 1.6, 2.4, label + 1.6), fill, INK, 0.4),
        middle(x, y + 0.4, text, label, True, ink),
    ]


def _arrow(view: View, trip: Trip, at: Place, radius: float) -> list[Item]:
    start, end, _ = trip
    (ax, ay), (bx, by) = (at(*view.isle.at[p].hex) for p in (start, end))
    dx, dy = bx - ax, by - ay
    far = (dx * dx + dy * dy) ** 0.5
    if not far:
        return []
    ux, uy = dx / far, dy / far
    low = radius * 0.62  # below the names, so that arrows cross no text
    a = (ax + ux * radius * 0.45, ay + uy * radius * 0.45 - low)
    b = (bx - ux * radius * 0.35, by - uy * radius * 0.35 - low)
    wing = radius * 0.2
    left = (b[0] - ux * wing - uy * wing * 0.6, b[1] - uy * wing + ux * wing * 0.6)
    right = (b[0] - ux * wing + uy * wing * 0.6, b[1] - uy * wing - ux * wing * 0.6)
    return [Lines(((a, b),), "#ffffff", 3.4), Lines(((a, b),), WAY, 1.6), Polygon((b, left, right), WAY, WAY, 0.4)]


def described(view: View) -> str:
    """The isle in words."""
    return "; ".join(text_lines(view)) + "."


def text_lines(view: View) -> tuple[str, ...]:
    """The isle as text: each clan's land with its value, * for a circle; then armies place by place."""
    lines = []
    for row in view.seats.values():
        owned = [p + ("*" if view.isle.at[p].circle else "") for p, clan in view.land.items() if clan is row.clan]
        lines.append(f"{row.clan.title} ({row.wizard}) {row.land}: {' '.join(owned) or 'no land'}")
    for place, codes in view.armies.items():
        said = ", ".join(f"{code} {view.creatures[code].kind} {view.creatures[code].loyalty}" for code in codes)
        lines.append(f"  {place}: {said}")
    return tuple(lines)


def bricks(view: View) -> Bricks:
    """The isle for mails: a brick a hex in its owner's colour, with code, and the creatures seen there."""
    place_of = {t.hex: code for code, t in view.isle.at.items()}
    hexes = sorted({*place_of, *WATERS}, key=lambda at: (at[1], at[0]))
    left = min(2 * q + r for q, r in hexes)
    rows = []
    for row in sorted({r for _, r in hexes}):
        across = [q for q, r in hexes if r == row]
        cells = tuple(_brick(view, place_of.get((q, row), "")) for q in across)
        rows.append(BrickRow(2 * across[0] + row - left, cells))
    return Bricks(tuple(rows), 46, 30, described(view))


def _brick(view: View, place: str) -> Brick:
    if not place:
        return Brick(SEA, "~")
    if place == TOWER:
        return Brick("#e6e2ea", "T" + _marks(view, place))
    return Brick(CLAN_FILL[view.land[place]], place + _marks(view, place), INK if view.armies.get(place) else "")


def _marks(view: View, place: str) -> str:
    count = len(view.armies.get(place, ()))
    return f" {count}x" if count else ""
