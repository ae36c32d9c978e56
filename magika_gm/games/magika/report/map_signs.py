"""The signs maps are drawn with: colour, pattern and letter of terrain, cloaks, artifacts and marks, and the legend.

Every sign says the same by shape or letter as by colour, so that a grey print and colour-blind eyes lose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from magika_gm.games.magika.rules.tables import (
    ARTIFACT_TITLES,
    COLOURS,
    ENDURANCE_FACTOR,
    REST_RATE,
    SEARCH_CHANCE,
    TERRAIN_NAMES,
)
from magika_gm.reports.picture import (
    BLACK_INK,
    CORNERS,
    GREY,
    WHITE,
    Circles,
    Hexes,
    Item,
    Lines,
    Point,
    Polygon,
    Texts,
    ink_on,
    mixed,
    side,
)

FOG = "fog"
FILL: dict[str, str] = {
    "ocean": "#a4c4e8",
    "river": "#c2def4",
    "coastal": "#f8f0cc",
    "plains": "#e6f0b8",
    "forest": "#a8d090",
    "hills": "#dcc898",
    "swamp": "#b4bf90",
    "desert": "#fce29c",
    "mountain": "#cfc8c4",
    "glacial": "#eef7fd",
    "volcanic": "#eab0a0",
    FOG: "#f4f4f4",
}
"""Light enough for black letters, and in an order of greys of their own."""
INK = {name: mixed(colour, BLACK_INK, 0.38) for name, colour in FILL.items()} | {FOG: "#9a9a9a", "glacial": "#93b5c8"}
EDGE, VIOLET, RED, BLUE = "#737373", "#4b2a78", "#b01818", "#1f4fa0"
CLOAK = {
    "red": "#d62728",
    "blue": "#2f6fd0",
    "yellow": "#ffe14d",
    "green": "#2e9e4f",
    "orange": "#ff9a3d",
    "violet": "#8a4fbf",
}
CODE = {
    "crown": "Cw", "orb": "Ob", "scepter": "Sc", "cross": "Cs", "ankh": "Ak", "lamp": "Lp", "pendant": "Pd",
    "medallion": "Md", "helm": "Hm", "candle": "Cd", "tome": "Tm", "rod": "Rd",
}  # fmt: skip
"""Two letters for each artifact, on maps."""


class Draft:
    """Collects a picture's items; texts of one style go together into one item, drawn over everything else."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._texts: dict[tuple[float, bool, str, bool], list[tuple[float, float, str]]] = {}

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
    ) -> None:
        """A text over everything."""
        key = (round(size, 2), bold, colour, start)
        self._texts.setdefault(key, []).append((round(x, 1), round(y, 1), text))

    def finished(self) -> tuple[Item, ...]:
        """All items, back to front."""
        texts = [Texts(tuple(places), *style) for style, places in self._texts.items()]
        return (*self.items, *texts)


def terrain_hexes(code: int, centres: Sequence[Point], radius: float, fade: float = 0.0) -> Hexes:
    """Hexes of a terrain code (-1 is fog), mixed with white by ``fade``."""
    name = TERRAIN_NAMES[code] if code >= 0 else FOG
    fill, ink = FILL[name], INK[name]
    if fade:
        fill, ink = mixed(fill, WHITE, fade), mixed(ink, WHITE, fade * 0.75)
    return Hexes(tuple(centres), radius, fill, EDGE, radius * 0.02, name, ink)


def disc(draft: Draft, x: float, y: float, radius: float, letter: str, team: str | None, old: bool = False) -> None:
    """A mage: his letter on his cloak's colour, with the colour's first letter below where there is room.

    No cloak is a white disc; a cloak not known a dashed rim; a place that may be out of date (``old``) a grey one.
    """
    fill = CLOAK.get(team or "", WHITE)
    rim = GREY if old else BLACK_INK
    draft.add(
        Circles(((x, y),), radius, fill, rim, round(radius * 0.13, 2), round(radius * 0.3, 1) if not team else 0.0)
    )
    ink = GREY if old else ink_on(fill)
    tag = team[0] if team in CLOAK and radius > 6 else ""
    draft.text(x, y - radius * (0.1 if tag else 0.4), letter, radius * (1.0 if tag else 1.15), True, ink)
    if tag:
        draft.text(x, y - radius * 0.72, tag, radius * 0.62, False, ink)


def artifact(draft: Draft, x: float, y: float, radius: float, thing: str, held: bool = False) -> None:
    """A diamond with the artifact's two letters; dashed lines where it is known to be but not seen lying."""
    tall = radius * 0.85
    points = ((x - radius, y), (x, y + tall), (x + radius, y), (x, y - tall))
    draft.add(Polygon(points, "#f1e6fb", VIOLET if not held else "", round(radius * 0.1, 2)))
    if held:
        draft.add(Lines(((*points, points[0]),), VIOLET, round(radius * 0.1, 2), round(radius * 0.25, 1)))
    draft.text(x, y - radius * 0.26, CODE[thing], radius * 0.74, True, VIOLET)


def cloak(draft: Draft, x: float, y: float, half: float, colour: str) -> None:
    """A cloak lying: a square of its colour with the colour's first letter."""
    fill = CLOAK[colour]
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    draft.add(Polygon(corners, fill, BLACK_INK, round(half * 0.12, 2)))
    draft.text(x, y - half * 0.5, colour[0], half * 1.4, True, ink_on(fill))


def outline(centre: Point, radius: float) -> tuple[Point, ...]:
    """A hexagon as a closed line."""
    x, y = centre
    points = tuple((x + dx * radius, y + dy * radius) for dx, dy in CORNERS)
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


class LegendRow(NamedTuple):
    """A line of the legend: the kind of sign, what it stands for, and the words beside it."""

    kind: str
    value: str
    words: str


def terrain_legend(draft: Draft, x: float, top: float, size: float) -> float:
    """The table of terrain at (x, top): sign, name, number, endurance to leave it, rest, search; gives its height."""
    step = size * 1.5
    columns = (9.4, 12.0, 14.6, 18.0)
    for at, title in zip(columns, ("T", "move", "rest", "search"), strict=True):
        draft.text(x + at * size, top - size, title, size * 0.8, False, GREY)
    for code, name in enumerate(TERRAIN_NAMES):
        y = top - size - (code + 1) * step
        centre = (round(x + size * 0.8, 1), round(y + size * 0.35, 1))
        draft.add(terrain_hexes(code, [centre], size * 0.85))
        draft.text(x + size * 2.2, y, name[0], size, True, start=True)
        draft.text(x + size * 3.4, y, name, size, start=True)
        figures = (max(1, code), ENDURANCE_FACTOR[code], REST_RATE[code], f"{SEARCH_CHANCE[code]} %")
        for at, figure in zip(columns, figures, strict=True):
            draft.text(x + at * size, y, str(figure), size)
    return step * (len(TERRAIN_NAMES) + 1)


def sign_legend(draft: Draft, x: float, top: float, size: float, rows: Sequence[LegendRow]) -> float:
    """Marks and what they mean, one below the other; gives the height used."""
    step = size * 1.75
    for number, row in enumerate(rows):
        y = top - size * 1.1 - number * step
        cx, cy, r = round(x + size * 0.9, 1), round(y + size * 0.35, 1), size * 0.85
        match row.kind:
            case "mage":
                disc(draft, cx, cy, r, row.value[0], row.value[2:] or None)
            case "old":
                disc(draft, cx, cy, r, row.value, "black", old=True)
            case "artifact":
                artifact(draft, cx, cy, r, row.value)
            case "known":
                artifact(draft, cx, cy, r, row.value, held=True)
            case "cloak":
                cloak(draft, cx, cy, r * 0.75, row.value)
            case "own":
                draft.add(Lines((outline((cx, cy), r),), VIOLET, 1.8))
            case "ring":
                draft.add(Lines((((cx - r, cy), (cx + r, cy)),), VIOLET, 1.1))
            case "goal":
                draft.add(*goal((cx, cy), r))
            case "fog":
                draft.add(terrain_hexes(-1, [(cx, cy)], r))
            case "age":
                draft.add(terrain_hexes(4, [(cx, cy)], r, 0.55))
                draft.text(cx, cy - r * 0.3, row.value, size * 0.7)
            case _:
                draft.add(Hexes(((cx, cy),), r, "", EDGE), *spell_mark(row.kind, (cx, cy), r))
        draft.text(x + size * 2.4, y, row.words, size, start=True)
    return step * len(rows)


def goal(centre: Point, radius: float) -> list[Item]:
    """The Goal Square: a double rim."""
    width = round(radius * 0.08, 2)
    return [
        Lines((outline(centre, radius * 0.95), outline(centre, radius * 0.78)), RED, width),
    ]


def artifact_words(thing: str) -> str:
    """``Crown of Good``."""
    return ARTIFACT_TITLES[thing]


CLOAK_LETTERS = ", ".join(f"{c[0]} {c}" for c in COLOURS)
"""What the small letter on a disc says."""
