"""The signs maps are drawn with: colour and pattern of terrain, discs, artifacts, cloaks, marks of spells, the Goal.

Every sign says the same by shape or letter as by colour, so that a grey print and colour-blind eyes lose nothing. Land
keeps far enough apart for all eyes (tested), and never turns white with age.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin

from magika_gm.games.magika.report.devices import TINCTURE, disc_items
from magika_gm.games.magika.report.icons import icon, star
from magika_gm.games.magika.rules.tables import (
    COLOURS,
    ENDURANCE_FACTOR,
    REST_RATE,
    SEARCH_CHANCE,
    TERRAIN_NAMES,
)
from magika_gm.reports.kit.style import Style
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
    ink_on,
    mixed,
    side,
)

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
    points = tuple(
        (round(x + px * half, 1), round(y + py * half, 1))
        for px, py in ((-0.35, 1.0), (0.35, 1.0), (1.0, -0.9), (0.0, -0.6), (-1.0, -0.9))
    )
    draft.add(Polygon(points, CLOAK[colour], BLACK_INK, 0.6))
    if half > 4:
        ring = tuple(
            (round(x + half * 0.5 * cos(n * pi / 4), 2), round(y - half * 0.1 + half * 0.5 * sin(n * pi / 4), 2))
            for n in range(8)
        )
        draft.add(*_petra(ring, colour, round(half * 0.28, 2)))


@lru_cache(maxsize=512)
def _petra(ring: tuple[Point, ...], colour: str, apart: float) -> tuple[Item, ...]:
    from magika_gm.games.magika.report.devices import hatched

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
        Polygon(star(x, y, radius * 0.72), "#f2c744", "#8a6410", 0.4),
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


CLOAK_LETTERS = ", ".join(f"{c[0]} {c}" for c in COLOURS)
"""What small letters say in text maps."""
