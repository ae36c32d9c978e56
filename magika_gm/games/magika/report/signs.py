"""The signs maps are drawn with: colour and pattern of terrain, discs, artifacts, cloaks, marks of spells, the Goal.

Every sign says the same by shape or letter as by colour, so that a grey print and colour-blind eyes lose nothing. Land
keeps far enough apart for all eyes (tested), and never turns white with age.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rules.arena import ROW, ROW_LETTERS, ROWS
from magika_gm.games.magika.rules.tables import (
    BLACK,
    EBON,
    ENDURANCE_FACTOR,
    REST_RATE,
    SEARCH_CHANCE,
    TERRAIN_NAMES,
)
from magika_gm.reports.kit.base import ACCENT, Style
from magika_gm.reports.picture import (
    BLACK_INK,
    CORNERS,
    WHITE,
    Circles,
    Hexes,
    Item,
    Lines,
    Picture,
    Place,
    Point,
    Polygon,
    Texts,
    drawn,
    figures,
    ink_on,
    mixed,
    side,
    star,
)

# Small drawings of things: the twelve artifacts, and marks of deeds; four to eight strokes each.


FOUND = "found"
FIGURES = figures("magika_gm.games.magika.data")


def icon(name: str, x: float, y: float, size: float, colour: str, width: float) -> list[Item]:
    """A thing drawn around (x, y), ``size`` from its middle to its edge."""
    items = drawn(FIGURES[name], x, y, size, colour, width=round(width, 2))
    return [i._replace(radius=round(i.radius, 2)) if isinstance(i, Circles) else i for i in items]


# A mage's device: a shield that says what its reader knows of him, and its small form, the disc on maps.
#
# Field by alignment (good plain, neutral parted, evil a dark chevron), charge by race, tincture by cloak with
# heraldry's own grey printing (Petra Sancta): red upright lines, blue level, green falling, violet rising, yellow
# dots, orange dots and upright lines. What is not known is not drawn: no parting, an empty roundel, a dashed outline
# (RECON-3 to -5).


SABLE, RIM = "#1c1726", "#1c1726"
TINCTURE = {
    "red": "#e55d56",
    "blue": "#5b8fd9",
    "yellow": "#ffe14d",
    "green": "#4fae6b",
    "orange": "#ffa552",
    "violet": "#a57ad0",
}
"""Cloaks' colours, light enough for dark hatches and letters."""


TALL = 1.18
"""A shield's height by its width, without the letter's disc."""
_SHIELD = FIGURES["shield"][0].polygons[0]
_RIGHT = ((0.5, TALL), *(p for p in _SHIELD if p[0] >= 0.5))
_CHEVRON = (*FIGURES["chevron"][0].polygons[0], *(p for p in _SHIELD if p[1] < 0.49))


class _Edge(NamedTuple):
    """A side of a convex polygon: where it begins, its way (the inside at its left), its length."""

    x: float
    y: float
    dx: float
    dy: float
    length: float


def _edges(polygon: Sequence[Point]) -> tuple[_Edge, ...]:
    """Its sides, reckoned once for all lines and dots."""
    sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    left = sum(x * v - u * y for (x, y), (u, v) in sides) > 0
    ways = [((x, y), (u - x, v - y) if left else (x - u, y - v)) for (x, y), (u, v) in sides]
    return tuple(_Edge(x, y, dx, dy, sqrt(dx * dx + dy * dy)) for (x, y), (dx, dy) in ways)


def _clipped(a: Point, b: Point, edges: Sequence[_Edge]) -> tuple[Point, Point] | None:
    """The part of a line inside a convex polygon."""
    low, high = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for x, y, ex, ey, _ in edges:
        side = ex * (a[1] - y) - ey * (a[0] - x)
        rate = ex * dy - ey * dx
        if abs(rate) < 1e-12:
            if side < -1e-9:
                return None
            continue
        at = -side / rate
        if rate > 0:
            if at > low:
                low = at
        elif at < high:
            high = at
    if high - low < 1e-6:
        return None
    return (a[0] + low * dx, a[1] + low * dy), (a[0] + high * dx, a[1] + high * dy)


def _box(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def hatched(polygon: Sequence[Point], team: str, apart: float, width: float) -> list[Item]:
    """Petra Sancta's lines or dots of a cloak inside a convex polygon."""
    left, low, right, high = _box(polygon)
    span = max(right - left, high - low)
    edges = _edges(polygon)
    lines: list[tuple[Point, Point]] = []
    cx, cy = (left + right) / 2, (low + high) / 2

    def add(angle: float) -> None:
        ux, uy, reach = cos(angle), sin(angle), int(span / apart)
        for n in range(-reach, reach + 1):
            ox, oy = cx - uy * n * apart, cy + ux * n * apart
            cut = _clipped((ox - ux * 2 * span, oy - uy * 2 * span), (ox + ux * 2 * span, oy + uy * 2 * span), edges)
            if cut:
                lines.append(((round(cut[0][0], 2), round(cut[0][1], 2)), (round(cut[1][0], 2), round(cut[1][1], 2))))

    if team == "red":
        add(pi / 2)
    elif team == "blue":
        add(0.0)
    elif team == "green":
        add(-pi / 4)
    elif team == "violet":
        add(pi / 4)
    elif team == "orange":
        apart *= 2
        add(pi / 2)
        apart /= 2
    found: list[Item] = [Lines(tuple(lines), SABLE, width)] if lines else []
    if team in ("yellow", "orange"):
        rows = [(j % 2, y) for j in range(-14, 15) if low < (y := round(cy + j * apart * 0.87, 2)) < high]
        dots = [
            (x, y)
            for i in range(-12, 13)
            for odd, y in rows
            if left < (x := round(cx + (i + odd / 2) * apart, 2)) < right
        ]
        reach = apart * 0.2
        found.append(Circles(tuple(p for p in dots if _inside(p, edges, reach)), round(width * 0.8, 2), SABLE))
    return found


def _inside(point: Point, edges: Sequence[_Edge], reach: float) -> bool:
    """Whether a point lies in a convex polygon, away from its edge."""
    px, py = point
    for x, y, dx, dy, length in edges:
        if length >= 1e-9 and (dx * (py - y) - dy * (px - x)) / length < reach:
            return False
    return True


def _scaled(points: Iterable[Point], size: float, x: float = 0.0, y: float = 0.0) -> tuple[Point, ...]:
    return tuple((round(px * size + x, 2), round(py * size + y, 2)) for px, py in points)


@lru_cache(maxsize=512)
def shield(
    letter: str,
    team: str | None,
    alignment: str | None,
    race: str | None,
    width: float = 50.0,
    honours: tuple[str, ...] = (),
    sizes: tuple[float, ...] = (28.0, 21.0, 15.0, 10.0, 8.5, 7.5, 6.5),
) -> Picture:
    """A shield ``width`` wide; None is what the reader does not know. ``honours`` stand below it."""
    foot = width * 0.24 if honours else 0.0
    disc = width * 0.17
    size = width
    items: list[Item] = []

    def put(points: Iterable[Point]) -> tuple[Point, ...]:
        return _scaled(points, size, 1.0, foot + 1.0)

    fill = TINCTURE.get(team or "", WHITE)
    outline = put(_SHIELD)
    line = round(width * 0.034, 2)
    items.append(Polygon(outline, fill))
    if team in TINCTURE:
        items += hatched(outline, team, width * 0.1, width * 0.014)
    if letter == EBON and race is not None:
        race = "flame"
    if alignment == "neutral":
        items.append(Polygon(put(_RIGHT), SABLE))
    if alignment == "evil":
        items.append(Polygon(put(_CHEVRON), SABLE))
        if race:
            items += drawn(FIGURES[race], size * 0.5 + 1, foot + size * 0.38 + 1, size * 0.16, WHITE)
    else:
        centre = (round(size * 0.5 + 1, 2), round(foot + size * 0.55 + 1, 2))
        items.append(Circles((centre,), round(size * 0.3, 2), WHITE, RIM, line * 0.6))
        if race:
            items += drawn(FIGURES[race], *centre, size * 0.19, SABLE)
    if team is None:
        dash = round(width * 0.07, 1)
        items += [Lines(((*outline, outline[0]),), WHITE, line), Lines(((*outline, outline[0]),), RIM, line, dash)]
    else:
        items.append(Polygon(outline, "", RIM, line))
    top = round(foot + size * TALL + 1, 2)
    items.append(Circles(((size / 2 + 1, top),), disc, WHITE, RIM, line * 0.75))
    letters = next((size for size in sizes if size <= disc * 1.35), sizes[-1])
    items.append(Texts(((size / 2 + 1, round(top - letters * 0.34, 2), letter),), letters, True, RIM))
    for number, mark in enumerate(honours[:5]):
        x = size / 2 + 1 + (number - (len(honours[:5]) - 1) / 2) * width * 0.2
        items += icon(mark, round(x, 1), round(width * 0.09, 1), width * 0.075, RIM, width * 0.014)
    height = round(foot + size * TALL + disc + 2, 1)
    known = " ".join(part for part in (alignment, race, f"in {team}" if team and team != BLACK else "") if part)
    return Picture(round(size + 2, 1), height, f"Shield of {letter}", known or "nothing known", tuple(items))


@cache
def emblem() -> Picture:
    """The game's own device: the gilt Goal Square above the arena's triangle, on a violet shield."""
    width = 64.0
    line = round(width * 0.034, 2)
    outline = _scaled(_SHIELD, width, 1.0, 1.0)
    tip = (round(width * 0.5 + 1, 2), round(width * 0.88 + 1, 2))
    items: list[Item] = [Polygon(outline, ACCENT)]
    for row, land in enumerate(("#c9b8e6", "#a98fd4", "#8463bd", "#6a44a3")):
        high, low = 0.72 - row * 0.155, 0.72 - row * 0.155 - 0.135
        half, wide = (0.8 - high) * 0.48, (0.8 - low) * 0.48
        band = ((0.5 - half, high), (0.5 + half, high), (0.5 + wide, low), (0.5 - wide, low))
        items.append(Polygon(_scaled(band, width, 1.0, 1.0), land))
    items.append(Polygon(star(*tip, width * 0.2, 8, 0.6), "#f2c744", "#8a6410", 0.5))
    items.append(Polygon(_scaled(CORNERS, width * 0.1, *tip), "#fff3c4", "#8a6410", 0.7))
    items.append(Polygon(outline, "", RIM, line))
    return Picture(
        round(width + 2, 1), round(width * TALL + 2, 1), "Magika", "The Goal Square above the arena", tuple(items)
    )


@lru_cache(maxsize=512)
def disc_items(x: float, y: float, radius: float, team: str | None, old: bool) -> tuple[Item, ...]:
    """The small form: a rim of the cloak's colour and hatch around a white field; dashed where the cloak is unknown."""
    rim = "#666666" if old else RIM
    width = round(max(0.7, radius * 0.1), 2)
    fill = TINCTURE.get(team or "", WHITE)
    if team is None:
        return (
            Circles(((x, y),), radius, WHITE),
            Circles(((x, y),), radius, "", rim, width, round(radius * 0.32, 1)),
        )
    if team not in TINCTURE:
        return (Circles(((x, y),), radius, WHITE, rim, width),)
    ring = tuple((round(x + radius * cos(n * pi / 12), 2), round(y + radius * sin(n * pi / 12), 2)) for n in range(24))
    found: list[Item] = [Circles(((x, y),), radius, fill)]
    if radius > 5.5:
        found += hatched(ring, team, radius * 0.27, radius * 0.055)
    found.append(Circles(((x, y),), radius, "", rim, width))
    if radius > 5.5:
        found.append(Circles(((x, y),), round(radius * 0.66, 2), WHITE, rim, round(width * 0.5, 2)))
    return tuple(found)


FOG = "fog"
FILL: dict[str, str] = {
    "ocean": "#88a8e2",
    "river": "#b0d4f7",
    "coastal": "#fef6db",
    "plains": "#dff39a",
    "forest": "#9dcd91",
    "hills": "#e3ab69",
    "swamp": "#86aa9e",
    "desert": "#fdcf66",
    "mountain": "#ccb8cc",
    "glacial": "#edf4ff",
    "volcanic": "#b98f78",
    FOG: "#f4f4f4",
}
"""Apart for normal, deuteranope, protanope and tritanope eyes; black letters are read on all (tests hold both)."""
INK = {name: mixed(colour, BLACK_INK, 0.42) for name, colour in FILL.items()} | {
    FOG: "#8a8a8a",
    "glacial": "#8299bd",
    "coastal": "#a8935a",
}
EDGE, VIOLET, RED, BLUE, GREY = "#737373", "#4b2a78", "#b01818", "#1f4fa0", "#666666"
TEXT = "#1a1a1a"
CLOAK = TINCTURE


class Draft:
    """Collects a picture's items; texts of one style go together into one item, drawn over everything else."""

    def __init__(self, style: Style | None = None) -> None:
        self.sizes = (style or Style()).map_sizes
        self.items: list[Item] = []
        self._texts: dict[tuple[float, bool, str, bool, str], list[Place]] = {}

    def add(self, *items: Item) -> None:
        """Draw over what is there."""
        self.items += items

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        bold: bool = False,
        colour: str = BLACK_INK,
        start: bool = False,
        halo: str = "",
    ) -> None:
        """A text over everything."""
        self.texts([(round(x, 1), round(y, 1), text)], size, bold, colour, start, halo)

    def texts(
        self,
        places: Sequence[Place],
        size: float,
        bold: bool = False,
        colour: str = BLACK_INK,
        start: bool = False,
        halo: str = "",
    ) -> None:
        """Texts of one style over everything, their places in tenths of a point."""
        if places:
            key = (round(size, 2), bold, colour, start, halo)
            self._texts.setdefault(key, []).extend(places)

    def finished(self) -> tuple[Item, ...]:
        """All items, back to front."""
        texts = [Texts(tuple(places), *style) for style, places in self._texts.items()]
        return (*self.items, *texts)

    def picture(self, width: float, height: float, title: str, described: str) -> Picture:
        """The finished picture."""
        return Picture(round(width, 1), round(height, 1), title, described, self.finished())


def terrain_name(code: int) -> str:
    """Name of a terrain code; -1 is fog."""
    return TERRAIN_NAMES[code] if code >= 0 else FOG


def terrain_hexes(
    code: int, centres: Sequence[Point], radius: float, fade: float = 0.0, pattern: str = "full"
) -> Hexes:
    """Hexes of a terrain code (-1 is fog), mixed with white by ``fade``.

    ``pattern`` is ``full`` (the hatch of large hexes), ``glyph`` (one bold sign, for small ones) or ``none``.
    """
    name = terrain_name(code)
    fill, ink = FILL[name], INK[name]
    if fade:
        fill, ink = mixed(fill, WHITE, fade), mixed(ink, WHITE, fade)
    hatch = {"full": name, "glyph": f"{name} glyph", "none": ""}[pattern]
    return Hexes(tuple(centres), radius, fill, EDGE, round(radius * 0.02, 2), hatch, ink)


def letter_size(radius: float, sizes: Sequence[float]) -> float:
    """The size of the scale that fits a disc."""
    return next((size for size in sizes if size <= radius * 1.12), sizes[-1])


def disc(draft: Draft, x: float, y: float, radius: float, letter: str, team: str | None, old: bool = False) -> None:
    """A mage: his letter in a rim of his cloak's colour and hatch.

    No cloak is a plain disc; a cloak not known a dashed rim; a place that may be out of date (``old``) a grey one.
    """
    draft.add(*disc_items(round(x, 1), round(y, 1), round(radius, 2), team, old))
    ringed = team in TINCTURE
    size = letter_size(radius * (0.72 if ringed and radius > 6 else 1.0), draft.sizes)
    small = team in TINCTURE and radius <= 5.5
    ink = ink_on(TINCTURE[team or ""]) if small else GREY if old else BLACK_INK
    draft.text(x, y - size * 0.34, letter, size, True, ink)


def crowd(draft: Draft, x: float, y: float, radius: float, size: float, number: int) -> None:
    """One dark disc for many mages, with their number."""
    draft.add(Circles(((x, round(y, 1)),), round(radius, 1), "#1a1a1a"))
    draft.text(x, y - size * 0.34, str(number), size, True, WHITE)


def around(count: int, radius: float) -> tuple[float, list[Point]]:
    """Where so many discs stand in a hexagon without touching: their radius, and their places around its middle."""
    if count <= 1:
        return radius * 0.36, [(0.0, 0.0)]
    if count == 2:
        return radius * 0.34, [(-radius * 0.38, 0.0), (radius * 0.38, 0.0)]
    ring = radius * 0.42
    size = min(radius * 0.33, ring * sin(pi / count) * 0.96)
    return size, [(ring * sin(2 * pi * n / count), ring * cos(2 * pi * n / count)) for n in range(count)]


def artifact(draft: Draft, x: float, y: float, radius: float, thing: str, lies: bool | None = True) -> None:
    """An artifact drawn on a plate where it lies, light on dark where somebody carries it, and with a dashed rim where
    nobody can tell (None).
    """
    x, y = round(x, 1), round(y, 1)
    plate, ink = (VIOLET, "#f6effd") if lies is False else ("#f6effd", VIOLET)
    draft.add(Circles(((x, y),), round(radius, 2), plate, VIOLET, 0.6, 1.4 if lies is None else 0.0))
    draft.add(*icon(thing, x, y, radius * 0.62, ink, max(0.5, radius * 0.13)))


def cloak(draft: Draft, x: float, y: float, half: float, colour: str) -> None:
    """A cloak lying: a small cape of its colour, hatched as cloaks are."""
    points = tuple((round(x + px * half, 1), round(y + py * half, 1)) for px, py in FIGURES["cape"][0].polygons[0])
    draft.add(Polygon(points, CLOAK[colour], BLACK_INK, 0.6))
    if half > 4:
        ring = tuple(
            (round(x + half * 0.5 * cos(n * pi / 4), 2), round(y - half * 0.1 + half * 0.5 * sin(n * pi / 4), 2))
            for n in range(8)
        )
        draft.add(*_petra(ring, colour, round(half * 0.28, 2)))


@lru_cache(maxsize=512)
def _petra(ring: tuple[Point, ...], colour: str, apart: float) -> tuple[Item, ...]:

    return tuple(hatched(ring, colour, apart, 0.4))


def outline(centre: Point, radius: float) -> tuple[Point, ...]:
    """A hexagon as a closed line."""
    x, y = centre
    points = tuple((round(x + dx * radius, 1), round(y + dy * radius, 1)) for dx, dy in CORNERS)
    return (*points, points[0])


def spell_mark(kind: str, centre: Point, radius: float) -> list[Item]:
    """One's own spell on a space: dashed red rim for losses, bars across the way north, dotted blue rim for ElArr."""
    found: list[Item] = []
    if kind in ("ElAtt", "ElDrp"):
        found.append(Lines((outline(centre, radius * 0.86),), RED, round(radius * 0.06, 2), round(radius * 0.2, 1)))
    if kind in ("ElBlo", "ElDrp"):
        bars = (side(centre, radius * 0.93, "NW"), side(centre, radius * 0.93, "NE"))
        found.append(Lines(bars, RED, round(radius * 0.13, 2)))
    if kind == "ElArr":
        found.append(Lines((outline(centre, radius * 0.8),), BLUE, round(radius * 0.06, 2), round(radius * 0.07, 1)))
    return found


def goal(centre: Point, radius: float) -> list[Item]:
    """The Goal Square: gilt rays in a double rim."""
    width = round(max(0.6, radius * 0.08), 2)
    x, y = centre
    return [
        Polygon(star(x, y, radius * 0.72, 8, 0.6), "#f2c744", "#8a6410", 0.4),
        Lines((outline(centre, radius * 0.95), outline(centre, radius * 0.78)), RED, width),
    ]


def sign_picture(items: Iterable[Item], size: float, name: str) -> Picture:
    """A sign for a legend, drawn around the middle of a square."""
    return Picture(size, size, name, "", tuple(items))


def terrain_sign(code: int, size: float) -> Picture:
    """A terrain's hexagon for the legend."""
    half = size / 2
    return sign_picture([terrain_hexes(code, [(half, half)], half * 0.98)], size, terrain_name(code))


def terrain_figures(code: int) -> str:
    """What leaving it costs, a rest brings, a search finds: ``10, +6, 55 %``."""
    return f"{ENDURANCE_FACTOR[code]}, +{REST_RATE[code]}, {SEARCH_CHANCE[code]} %"


# A strip of the land ahead in silhouette, row z at the left to the Goal at the right, the mage's disc at his row.


PALE_LAND, DARK_LAND = "#cdbfe3", "#4b2a78"
"""Near the reader, and at the horizon."""


def silhouette(
    name: str, left: float, each: float, ground: float, tall: float, width: float
) -> list[tuple[Point, ...]]:
    """A kind of land on the ground line, ``each`` wide and leaning over its neighbours, all between 0 and ``width``."""
    return [
        tuple(zip(across, (round(ground + y * tall, 1) for _, y in shape), strict=True))
        for across, shape in zip(_across(name, left, each, width), FIGURES[name][0].polygons, strict=True)
    ]


@lru_cache(maxsize=1024)
def _across(name: str, left: float, each: float, width: float) -> tuple[tuple[float, ...], ...]:
    """How far right a silhouette's corners stand: the same on all strips of a width."""
    return tuple(
        tuple(round(min(max(left + (x * 1.5 - 0.25) * each, 0.0), width), 1) for x, _ in shape)
        for shape in FIGURES[name][0].polygons
    )


def tail_piece(number: int, width: float, height: float) -> Picture:
    """The end of a chapter: a little land in silhouette, another in every chapter, darker to the horizon."""
    names = sorted(set(TERRAIN_NAMES) - {"ocean"})
    count = 9
    each = width / count
    shown = [names[(number * 3 + n * 4) % len(names)] for n in range(count)]
    polygons = [
        Polygon(points, mixed(PALE_LAND, DARK_LAND, n / (count - 1)))
        for n, name in enumerate(shown)
        for points in silhouette(name, n * each, each, 0.0, height * 0.9, width)
    ]
    return Picture(width, height, "Land", "A strip of land in silhouette.", tuple(polygons))


def vignette_picture(report: Report, width: float, height: float, style: Style) -> Picture:
    """The strip; rows nobody has told him of are a level line."""
    draft = Draft(style)
    by_row: dict[int, Counter[int]] = {}
    for space, (terrain, _) in report.history.items():
        by_row.setdefault(ROW[space], Counter())[terrain] += 1
    each = width / ROWS
    size = style.map_size()
    ground = size + 3
    tall = height - ground - 2
    for row in range(ROWS):
        left = (ROWS - 1 - row) * each
        colour = mixed(PALE_LAND, DARK_LAND, 1 - row / (ROWS - 1))
        if row not in by_row:
            draft.add(Lines((((left, ground), (left + each, ground)),), "#cccccc", 0.5))
            continue
        name = TERRAIN_NAMES[max(by_row[row].items(), key=lambda pair: (pair[1], pair[0]))[0]]
        for points in silhouette(name, left, each, ground, tall * 0.62, width):
            draft.add(Polygon(points, colour))
    own = ROW[report.recon.space]
    for row in range(ROWS):
        ink = VIOLET if row == own else GREY
        name = "coast" if row == ROWS - 1 else ROW_LETTERS[row] if row else "Goal"
        draft.text((ROWS - 1 - row + 0.5) * each, 2, name, size, row == own, ink)
    x = (ROWS - 1 - own + 0.5) * each
    radius = min(7.5, tall * 0.3)
    disc(draft, x, ground + tall - radius, radius, report.mage.letter, report.mage.team)
    return draft.picture(width, height, "The land ahead", f"{own} rows to the Goal Square.")
