"""A picture as a small display list: hexes, polygons, lines, circles and texts, each with its style, in points.

Built once from what a report holds and written by :mod:`~magika_gm.reports.pdf_stream` to PDF and by
:func:`write_svg` to SVG. The origin is the lower left corner and y grows upward. Texts are mostly letters,
coordinates, numbers and names from tables, never a player's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from html import escape
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from magika_gm.engine.paging import Art
from magika_gm.engine.toml import load_toml

Point = tuple[float, float]
Place = tuple[float, float, str]
"""Where a text stands (its middle or its start, and its base line), and the text."""
ROOT = sqrt(3.0)
BLACK_INK, GREY, WHITE, PAPER = "#000000", "#595959", "#ffffff", ""
BOARD_INK = "#1c1726"
"""Of lines and letters on boards, cards and counters."""
SANS_FACES = "'Postbag Sans','Source Sans 3',Helvetica,Arial,sans-serif"
SERIF_FACES = "'Postbag Serif','Source Serif 4',Georgia,serif"
"""Faces of letters in SVG: first those that pages of ours bring along."""
SEA, WAVE, SWELL = "#c9dcee", "#8fb0cf", 26.0
"""Water, its waves, and how far they are apart."""
"""Colours are ``#rrggbb``; "" is none."""


class Hexes(NamedTuple):
    """Pointed-top hexagons of one size and style; ``hatch`` is one of :data:`HATCHES`, drawn in ``ink``."""

    centres: tuple[Point, ...]
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 0.4
    hatch: str = ""
    ink: str = ""


class Polygon(NamedTuple):
    """A closed polygon."""

    points: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    width: float = 0.4


class Lines(NamedTuple):
    """Polylines of one style; ``dash`` is the length of stroke and gap, 0 for a whole line."""

    paths: tuple[tuple[Point, ...], ...]
    line: str = BLACK_INK
    width: float = 0.4
    dash: float = 0.0


class Circles(NamedTuple):
    """Circles of one size and style."""

    centres: tuple[Point, ...]
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 0.4
    dash: float = 0.0


class Texts(NamedTuple):
    """Texts of one style, each centred on its place, or beginning there (``start``)."""

    places: tuple[Place, ...]
    size: float
    bold: bool = False
    colour: str = BLACK_INK
    start: bool = False
    halo: str = ""
    """A colour drawn around the letters, so that they are read over lines."""
    serif: bool = False


Item = Hexes | Polygon | Lines | Circles | Texts


def write(
    x: float,
    y: float,
    text: str,
    size: float,
    bold: bool = False,
    colour: str = BOARD_INK,
    start: bool = True,
    halo: str = "",
) -> Texts:
    """A text that begins at a place."""
    return Texts(((round(x, 2), round(y, 2), text),), size, bold, colour, start, halo)


middle = partial(write, start=False)
"""A text centred on a place."""


def layered(items: Iterable[Item]) -> list[Item]:
    """What lies side by side, none on another: forms, then texts, those of one style as one item."""
    forms, texts = list[Item](), dict[Texts, list[Place]]()
    for item in items:
        if isinstance(item, Texts):
            texts.setdefault(item._replace(places=()), []).extend(item.places)
        else:
            forms.append(item)
    return [*forms, *(style._replace(places=tuple(places)) for style, places in texts.items())]


class Picture(NamedTuple):
    """A finished picture: its size in points, a title and a description in words, and what is drawn, back to front."""

    width: float
    height: float
    title: str
    description: str
    items: tuple[Item, ...]


def without_words(picture: Picture) -> Picture:
    """The same without what is written on it: a cover, or so small that letters would lie on one another."""
    return picture._replace(items=tuple(item for item in picture.items if not isinstance(item, Texts)))


def box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    """A rectangle's corners."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def star(x: float, y: float, size: float, points: int, inner: float, turn: float = 0.0) -> tuple[Point, ...]:
    """A star's outline: so many points, and between them hollows at ``inner`` of its size."""
    return tuple(
        (
            round(x + sin(n * pi / points + turn) * size * (inner if n % 2 else 1.0), 2),
            round(y + cos(n * pi / points + turn) * size * (inner if n % 2 else 1.0), 2),
        )
        for n in range(2 * points)
    )


def wave(x: float, y: float, wide: float, steps: int, high: float = 1.6) -> Path:
    """A level line that goes up and down."""
    return tuple((round(x + wide * n / steps, 2), round(y + (high if n % 2 else -high), 2)) for n in range(steps + 1))


def sea(x: float, y: float, wide: float, high: float) -> list[Item]:
    """Water all round, with one pattern of waves; what lies in it is drawn over it."""
    return list(_sea(x, y, wide, high))


@lru_cache(maxsize=32)
def _sea(x: float, y: float, wide: float, high: float) -> tuple[Item, ...]:
    rows = max(1, round(high / SWELL))
    steps = 2 * max(1, round(wide / SWELL))
    paths = tuple(wave(x + 3, y + high * (n + 0.5) / rows, wide - 6, steps) for n in range(rows))
    return Polygon(box(x, y, wide, high), SEA), Lines(paths, WAVE, 0.5)


class Tenths(dict[float, float]):
    """Figures and what they are in tenths; on a grid of hexes the same ones come again and again."""

    def __missing__(self, value: float) -> float:
        found = self[value] = round(value, 1)
        return found


def moved(items: Iterable[Item], right: float, up: float) -> list[Item]:
    """The same items elsewhere: a picture set into another."""

    def path(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((round(x + right, 2), round(y + up, 2)) for x, y in points)

    found: list[Item] = []
    for item in items:
        match item:
            case Hexes() | Circles():
                found.append(item._replace(centres=path(item.centres)))
            case Polygon():
                found.append(item._replace(points=path(item.points)))
            case Lines():
                found.append(item._replace(paths=tuple(path(points) for points in item.paths)))
            case Texts():
                places = tuple((round(x + right, 2), round(y + up, 2), text) for x, y, text in item.places)
                found.append(item._replace(places=places))
    return found


def scaled(items: Iterable[Item], by: float) -> list[Item]:
    """The same items so many times as large, lines and letters with them."""

    def path(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((round(x * by, 2), round(y * by, 2)) for x, y in points)

    found: list[Item] = []
    for item in items:
        match item:
            case Hexes():
                found.append(item._replace(centres=path(item.centres), radius=item.radius * by, width=item.width * by))
            case Circles(centres, radius, _, _, width, dash):
                round_ones = item._replace(centres=path(centres), radius=radius * by)
                found.append(round_ones._replace(width=width * by, dash=dash * by))
            case Polygon():
                found.append(item._replace(points=path(item.points), width=item.width * by))
            case Lines(paths, _, width, dash):
                found.append(item._replace(paths=tuple(map(path, paths)), width=width * by, dash=dash * by))
            case Texts():
                places = tuple((round(x * by, 2), round(y * by, 2), text) for x, y, text in item.places)
                found.append(item._replace(places=places, size=round(item.size * by, 2)))
    return found


def in_a_row(pictures: Sequence[Picture], title: str, gap: float = 8.0) -> Picture:
    """Pictures side by side, their feet on one line."""
    items: list[Item] = []
    right = 0.0
    for one in pictures:
        items += moved(one.items, right, 0.0)
        right += one.width + gap
    said = ", ".join(one.title for one in pictures)
    return Picture(max(0.0, right - gap), max((one.height for one in pictures), default=0.0), title, said, tuple(items))


@lru_cache(maxsize=1024)
def mixed(colour: str, other: str, part: float) -> str:
    """A colour with a part (0 to 1) of another in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=256)
def luminance(colour: str) -> float:
    """How light a colour looks, 0 to 1, as a grey printer sees it."""
    red, green, blue = _channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on that colour."""
    return WHITE if colour and luminance(colour) < 0.5 else BLACK_INK


CORNERS: tuple[Point, ...] = ((0, 1), (ROOT / 2, 0.5), (ROOT / 2, -0.5), (0, -1), (-ROOT / 2, -0.5), (-ROOT / 2, 0.5))
"""Corners of the hexagon of radius 1, clockwise from the top."""
SHIELD: tuple[Point, ...] = (
    (-1, 1.2),
    (1, 1.2),
    (1, 0.1),
    (0.93, -0.25),
    (0.7, -0.66),
    (0.4, -0.95),
    (0, -1.2),
    (-0.4, -0.95),
    (-0.7, -0.66),
    (-0.93, -0.25),
    (-1, 0.1),
)
SQUARE: tuple[Point, ...] = ((-0.85, -0.85), (-0.85, 0.85), (0.85, 0.85), (0.85, -0.85))
TILE: tuple[Point, ...] = (
    (-0.6, -0.7),
    (-0.6, 0.7),
    (-0.4, 0.9),
    (0.4, 0.9),
    (0.6, 0.7),
    (0.6, -0.7),
    (0.4, -0.9),
    (-0.4, -0.9),
)
ROUND: tuple[Point, ...] = tuple((0.8 * sin(n * pi / 12), 0.8 * cos(n * pi / 12)) for n in range(24))
"""Other outlines of a piece: a card of an isle, a tile with its corners cut, a pip."""
SIDES = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
"""Corners at either end of the side towards a direction."""


def side(centre: Point, radius: float, direction: str) -> tuple[Point, Point]:
    """The two ends of a hexagon's side."""
    one, other = SIDES[direction]
    x, y = centre
    (ax, ay), (bx, by) = CORNERS[one], CORNERS[other]
    return (x + ax * radius, y + ay * radius), (x + bx * radius, y + by * radius)


# --- hatches: strokes inside a hexagon of radius 1, so that terrain is told apart without colour -------------------

Path = tuple[Point, ...]
HATCH_WIDTH = 0.032
"""Width of their strokes."""


class Hatch(NamedTuple):
    """Strokes, the lengths of dash and gap they are drawn with (none: whole), and their width for radius 1."""

    paths: tuple[Path, ...] = ()
    dash: tuple[float, float] | None = None
    width: float = HATCH_WIDTH


def _inside(y: float) -> float:
    """Half the width of the hexagon at that height."""
    return min(ROOT / 2, (1 - abs(y)) * ROOT)


def _level(heights: Iterable[float], stroke: float = 0.0, gap: float = 0.0) -> Hatch:
    """Level lines, or rows of dashes, each row shifted against the next."""
    paths = []
    for row, y in enumerate(heights):
        edge = _inside(y) - (0.05 if stroke else 0.0)
        every = stroke + gap
        start = -edge
        if stroke:  # dashes stand on one grid, whatever the width of the hexagon at their height
            shift = every / 2 if row % 2 else 0.0
            start = -every * int((edge - shift - stroke / 2) / every) - shift - stroke / 2
            start = start if start >= -edge else start + every
        paths.append(((start, y), (edge, y)))
    return Hatch(tuple(paths), (stroke, gap) if stroke else None)


def _waves(heights: Iterable[float]) -> Hatch:
    paths = []
    for y in heights:
        reach = int(_inside(abs(y) + 0.08) / 0.2)
        paths.append(tuple((n * 0.2, y + (0.08 if n % 2 else -0.08)) for n in range(-reach, reach + 1)))
    return Hatch(tuple(paths))


def _diagonals(step: float, lean: int) -> tuple[Path, ...]:
    """Parallels at 60 degrees, cut off at the hexagon's edge."""
    paths = []
    reach = int(1.2 / step)
    for n in range(-reach, reach + 1):
        inside = [
            (n * step + lean * y / ROOT, y)
            for y in (k / 50 for k in range(-50, 51))
            if abs(n * step + lean * y / ROOT) <= _inside(y) + 1e-9
        ]
        if len(inside) > 8:
            paths.append((inside[0], inside[-1]))
    return tuple(paths)


def _stamped(shape: Path, places: Iterable[Point]) -> Hatch:
    return Hatch(tuple(tuple((x + dx, y + dy) for dx, dy in shape) for x, y in places))


_ROUND = ((-0.56, 0.2), (0.56, 0.2), (-0.47, -0.38), (0.47, -0.38))
"""Places around what is written in the middle."""
HATCHES: dict[str, Hatch] = {
    "ocean": _level((-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75)),
    "river": _waves((-0.52, 0.0, 0.52)),
    "coastal": _level((-0.6, -0.3, 0.0, 0.3, 0.6), 0.06, 0.48),
    "plains": Hatch(),
    "forest": _stamped(((-0.14, -0.13), (0, 0.19), (0.14, -0.13), (-0.14, -0.13)), _ROUND),
    "hills": _stamped(((-0.22, -0.08), (-0.09, 0.1), (0.09, 0.1), (0.22, -0.08)), _ROUND),
    "swamp": _level((-0.72, -0.48, -0.24, 0.0, 0.24, 0.48, 0.72), 0.24, 0.14),
    "desert": _level((-0.7, -0.525, -0.35, -0.175, 0.0, 0.175, 0.35, 0.525, 0.7), 0.06, 0.18),
    "mountain": _stamped(((-0.28, -0.18), (0, 0.26), (0.28, -0.18)), _ROUND),
    "glacial": Hatch(_diagonals(0.5, 1) + _diagonals(0.5, -1)),
    "volcanic": Hatch(_diagonals(0.25, 1)),
    "fog": Hatch(
        tuple(((x, -(1 - abs(x) / ROOT) * 0.9), (x, (1 - abs(x) / ROOT) * 0.9)) for x in (-0.6, -0.3, 0.0, 0.3, 0.6)),
        (0.16, 0.2),
    ),
}
"""Patterns by the land they stand for, and of fog."""

_BOLD = 0.1
"""Width of the glyphs' strokes: a point in a hexagon of ten."""
HATCHES |= {
    f"{name} glyph": Hatch(tuple(tuple((x * 0.8, y * 0.8 - 0.34) for x, y in path) for path in paths), None, _BOLD)
    for name, paths in {
        "ocean": (((-0.6, 0.12), (-0.2, 0.12), (0.2, 0.12), (0.6, 0.12)), ((-0.4, -0.25), (0.4, -0.25))),
        "river": (((-0.6, -0.05), (-0.3, 0.17), (0.0, -0.05), (0.3, 0.17), (0.6, -0.05)),),
        "coastal": (((-0.5, -0.25), (-0.2, -0.1), (0.2, -0.1), (0.5, -0.25)), ((0.0, 0.2), (0.04, 0.2))),
        "plains": (),
        "forest": (((-0.3, -0.22), (0.0, 0.34), (0.3, -0.22), (-0.3, -0.22)), ((0.0, -0.22), (0.0, -0.45))),
        "hills": (
            ((-0.62, -0.25), (-0.4, 0.1), (-0.15, 0.18), (0.1, 0.0), (0.3, -0.25)),
            ((0.2, -0.08), (0.38, 0.05), (0.6, -0.25)),
        ),
        "swamp": (
            ((-0.5, -0.25), (0.5, -0.25)),
            ((-0.3, -0.25), (-0.38, 0.25)),
            ((0.0, -0.25), (0.0, 0.35)),
            ((0.3, -0.25), (0.38, 0.25)),
        ),
        "desert": tuple(
            ((x, y), (x + 0.04, y)) for x, y in ((-0.45, 0.1), (0.0, 0.1), (0.45, 0.1), (-0.22, -0.22), (0.22, -0.22))
        ),
        "mountain": (((-0.55, -0.3), (-0.1, 0.38), (0.15, 0.0)), ((-0.02, -0.3), (0.28, 0.22), (0.58, -0.3))),
        "glacial": (((-0.35, -0.2), (0.35, 0.3)), ((-0.35, 0.3), (0.35, -0.2)), ((0.0, -0.3), (0.0, 0.4))),
        "volcanic": (
            ((-0.55, -0.3), (-0.16, 0.22), (0.16, 0.22), (0.55, -0.3)),
            ((-0.12, 0.36), (0.0, 0.48), (0.12, 0.36)),
        ),
        "fog": (((-0.4, 0.1), (0.4, 0.1)), ((-0.4, -0.2), (0.4, -0.2))),
    }.items()
}
"""One bold glyph in the lower half of a small hexagon, where a pattern would be too fine: "forest glyph"."""


# Figures: small drawings that a game declares as data (``data/figures.toml``), in a square of half width 1.


def paths(text: str, steps: int = 8) -> tuple[Path, ...]:
    """Corners parted by commas, paths by semicolons: ``0 0, 1 .5; 0 1, 1 1``. After ``~`` corners are those of Bézier
    curves, each of which begins where the one before ends: ``0 1 ~ 0 1, .5 1, 1 .5, 1 0``.
    """
    found = []
    for path in filter(None, text.split(";")):
        straight, _, curved = path.partition("~")
        found.append((*_points(straight), *_curved(_points(curved), steps)))
    return tuple(found)


def _points(text: str) -> list[Point]:
    pairs = (corner.split() for corner in text.split(",") if corner.strip())
    return [(float(x), float(y)) for x, y in pairs]


def _curved(points: Sequence[Point], steps: int) -> Iterable[Point]:
    for a, b, c, d in (points[n : n + 4] for n in range(0, len(points) - 1, 3)):
        for n in range(steps + 1):
            t = n / steps
            u = 1 - t
            yield (
                u**3 * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t**3 * d[0],
                u**3 * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t**3 * d[1],
            )


class Stroke(NamedTuple):
    """A row of a figure: polygons, lines, discs of a radius around their places, one disc or star in the middle.

    Colours are ``#rrggbb``, ``ink`` or ``ground`` (of who draws it), "" for none. ``part`` is a line's width by the
    figure's size, ``width`` its least; with neither it is as wide as who draws it says.
    """

    polygons: tuple[Path, ...] = ()
    lines: tuple[Path, ...] = ()
    discs: tuple[Point, ...] = ()
    radius: float = 0.0
    star: tuple[int, float] | None = None
    """How many points, and how deep."""
    fill: str = ""
    line: str = ""
    width: float = 0.0
    part: float = 0.0


Figure = tuple[Stroke, ...]


@cache
def figures(package: str) -> Mapping[str, Figure]:
    """What ``figures.toml`` of a package holds, by name."""
    return {name: tuple(map(_stroke, rows)) for name, rows in load_toml(package, "figures.toml").items()}


def _stroke(row: Mapping[str, Any]) -> Stroke:
    drawn = {key: paths(row[key]) for key in ("polygons", "lines") if key in row}
    discs = {"discs": tuple(_points(row["discs"]))} if "discs" in row else {}
    star = {"star": tuple(row["star"])} if "star" in row else {}
    return Stroke(**{**row, **drawn, **discs, **star})


def drawn(
    figure: Figure, x: float, y: float, size: float, ink: str, ground: str = WHITE, width: float = 0.4
) -> list[Item]:
    """A figure around a place, ``size`` from its middle to its edge."""
    return list(_drawn(figure, x, y, size, ink, ground, width))


@lru_cache(maxsize=512)
def _drawn(figure: Figure, x: float, y: float, size: float, ink: str, ground: str, width: float) -> tuple[Item, ...]:
    colours = {"ink": ink, "ground": ground}

    def at(path: Iterable[Point]) -> tuple[Point, ...]:
        return tuple([(round(x + px * size, 2), round(y + py * size, 2)) for px, py in path])

    items: list[Item] = []
    for row in figure:
        fill, line = colours.get(row.fill, row.fill), colours.get(row.line, row.line)
        wide = max(round(row.part * size, 2), row.width) or width
        items += [Polygon(at(path), fill, line, wide) for path in row.polygons]
        if row.star is not None:
            items.append(Polygon(star(x, y, size * row.radius, *row.star), fill, line, wide))
        elif row.lines:
            items.append(Lines(tuple(map(at, row.lines)), line, wide))
        elif row.radius:
            items.append(Circles(at(row.discs) or ((x, y),), size * row.radius, fill, line, wide))
    return tuple(items)


# Pictures as SVG: one text, with a title and a description for who cannot see it, that loads nothing.


def write_svg(picture: Picture, prefix: str, ground: bool = True) -> str:
    """The picture as an ``<svg>`` element, fit for a file of its own or inside HTML.

    ``prefix`` begins every id in it, so that several can stand in one page; without ``ground`` it lets the page show
    through. The same picture gives the same text.
    """
    hatches = sorted(
        {(i.hatch, i.radius) for i in picture.items if isinstance(i, Hexes) and i.hatch and HATCHES[i.hatch].paths}
    )
    names = {hatch: f"{prefix}-{hatch[0].replace(' ', '-')}-{number}" for number, hatch in enumerate(hatches)}
    size = f"{picture.width:.0f} {picture.height:.0f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{picture.width:.0f}" '
        f'height="{picture.height:.0f}" role="img" aria-labelledby="{prefix}-title {prefix}-desc" '
        f'font-family="{SANS_FACES}" stroke-linejoin="round">',
        f'<title id="{prefix}-title">{escape(picture.title)}</title>',
        f'<desc id="{prefix}-desc">{escape(picture.description)}</desc>',
        "<defs>",
        *(
            f'<path id="{name}" d="{_strokes(hatch, radius)}" fill="none"{_dash(hatch, radius)}/>'
            for (hatch, radius), name in names.items()
        ),
        "</defs>",
        *([f'<rect width="{picture.width:.0f}" height="{picture.height:.0f}" fill="#fff"/>'] if ground else []),
        *(line for item in picture.items for line in _element(item, picture.height, names)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


FAN, SPREAD, CARD_WIDE = 470.0, 12.0, 0.32
"""How far a fanned card is from what it turns about, in points; degrees from one to the next; of the sheet's width."""


def fanned_svg(picture: Picture, cards: Sequence[Picture], prefix: str) -> str:
    """The picture as an ``<svg>`` that lets the page show through, over it cards like a hand held out."""
    held = []
    for number, card in enumerate(cards):
        turn = (number - (len(cards) - 1) / 2) * SPREAD
        scale = picture.width * CARD_WIDE / card.width
        held.append(
            f'<g transform="translate({_n(picture.width / 2)} {_n(picture.height + FAN * 0.45)}) rotate({turn:g}) '
            f'translate({_n(-card.width * scale / 2)} {_n(-FAN - card.height * scale)}) scale({scale:.3f})">'
            f"{write_svg(card, f'{prefix}-{number}')}</g>"
        )
    return write_svg(picture, prefix, ground=False).replace("</svg>", f"{''.join(held)}</svg>")


def art(picture: Picture) -> Art:
    """The same as a drawing of the player's page."""
    return _art(picture.width, picture.height, picture.items)


@lru_cache(maxsize=256)
def _art(width: float, height: float, items: tuple[Item, ...]) -> Art:
    lines = [line for item in items for line in _element(item, height, {})]
    return Art(round(width, 1), round(height, 1), "".join(lines))


def hatch_art(hatch: str, radius: float) -> Art | None:
    """A hatch alone, for places that have their colour already, in an ink that is read on it by day and by night."""
    if not HATCHES[hatch].paths:
        return None
    wide = ROOT * radius
    land = Hexes(((wide / 2, radius),), radius, hatch=hatch, ink="currentColor")
    return art(Picture(wide, 2 * radius, hatch, "", (land,)))


def _strokes(hatch: str, radius: float) -> str:
    return _hatched(hatch, radius, 0.0, 0.0)


def _hatched(hatch: str, radius: float, x: float, y: float) -> str:
    return "".join(_path([(x + a * radius, b * radius - y) for a, b in path], 0.0) for path in HATCHES[hatch].paths)


def _dash(hatch: str, radius: float) -> str:
    dash = HATCHES[hatch].dash
    return f' stroke-dasharray="{dash[0] * radius:.2f} {dash[1] * radius:.2f}"' if dash else ""


def _path(points: Sequence[Point], height: float) -> str:
    return "M" + "L".join([f"{_n(x)} {_n(height - y)}" for x, y in points])


@lru_cache(maxsize=2048)
def _n(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _style(fill: str, line: str, width: float, dash: float = 0.0) -> str:
    stroke = f' stroke="{line}" stroke-width="{width:.2g}"' if line else ""
    gaps = f' stroke-dasharray="{dash:g}"' if dash else ""
    return f'fill="{fill or "none"}"{stroke}{gaps}'


def _element(item: Item, height: float, names: dict[tuple[str, float], str]) -> Iterable[str]:
    match item:
        case Hexes(centres, radius, fill, line, width, hatch, ink):
            corners = [(dx * radius, dy * radius) for dx, dy in CORNERS]
            d = "".join(_path([(x + dx, y + dy) for dx, dy in corners], height) + "Z" for x, y in centres)
            yield f'<path d="{d}" {_style(fill, line, width)}/>'
            if hatch and HATCHES[hatch].paths:
                name = names.get((hatch, radius))
                uses = "".join(f'<use href="#{name}" x="{_n(x)}" y="{_n(height - y)}"/>' for x, y in centres)
                if name is None:
                    strokes = (_hatched(hatch, radius, x, height - y) for x, y in centres)
                    uses = f'<path d="{"".join(strokes)}" fill="none"{_dash(hatch, radius)}/>'
                yield f'<g stroke="{ink}" stroke-width="{radius * HATCHES[hatch].width:.2f}">{uses}</g>'
        case Polygon(points, fill, line, width):
            yield f'<path d="{_path(points, height)}Z" {_style(fill, line, width)}/>'
        case Lines(paths, line, width, dash):
            yield f'<path d="{"".join(_path(p, height) for p in paths)}" {_style("", line, width, dash)}/>'
        case Circles(centres, radius, fill, line, width, dash):
            round_ones = "".join(f'<circle cx="{_n(x)}" cy="{_n(height - y)}" r="{_n(radius)}"/>' for x, y in centres)
            yield f"<g {_style(fill, line, width, dash)}>{round_ones}</g>"
        case Texts(places, size, bold, colour, start, halo, serif):
            texts = "".join(f'<text x="{_n(x)}" y="{_n(height - y)}">{escape(text)}</text>' for x, y, text in places)
            weight = ' font-weight="bold"' if bold else ""
            anchor = "" if start else ' text-anchor="middle"'
            around = f' stroke="{halo}" stroke-width="2" paint-order="stroke"' if halo else ""
            around += f' font-family="{SERIF_FACES}"' if serif else ""
            yield f'<g font-size="{size:g}" fill="{colour}"{weight}{anchor}{around}>{texts}</g>'
