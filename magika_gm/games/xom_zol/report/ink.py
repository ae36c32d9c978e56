"""What all drawings share: colours that differ in grey too, pips of mana, texts cut to their room, emblems of kinds."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.rules.terms import CardType, Kind
from magika_gm.reports.kit.style import SIZES, type_size
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.picture import Circles, Item, Lines, Picture, Point, Polygon, Texts

INK, EDGE, DIM, WHITE = "#1c1726", "#8a8494", "#dcd9e2", "#ffffff"
QUIET = "#595463"
"""Quiet texts; edges may be lighter."""
FIELD = {"G": "#f7e6ac", "E": "#cdbbdd", "N": "#c5e3b6"}
"""Of cards by their letter: light gold, grey violet, green; the letter stands on every card beside it."""
DEEP = {"G": "#7d5c0a", "E": "#4d2f66", "N": "#39692b"}
PIP = {"G": "#e8bd3c", "E": "#5a3b73", "N": "#4f8a3d", "B": "#ffffff"}
SIDE_FILL = {"A": "#e8bd3c", "B": "#5a3b73"}
"""Of the two sides: A light, B dark, in grey as well."""


def box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    """A rectangle's corners."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """As much of a text as there is room for: pictures know ASCII alone, so a cut one ends with a dot."""
    face = BOLD if bold else SANS
    if text_width(text, size, face) <= room:
        return text
    while text and text_width(text + ".", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "." if text.rstrip() else ""


def fitting(text: str, sizes: Sequence[float], room: float, bold: bool = False) -> tuple[str, float]:
    """A text and the first size it fits its room in; cut at the last of them if in none."""
    face = BOLD if bold else SANS
    size = next((s for s in sizes if text_width(text, s, face) <= room), sizes[-1])
    return cut(text, size, room, bold), size


def write(x: float, y: float, text: str, size: float, bold: bool = False, colour: str = INK) -> Texts:
    """A text that begins at a place."""
    return Texts(((round(x, 2), round(y, 2), text),), size, bold, colour, True)


def middle(x: float, y: float, text: str, size: float, bold: bool = False, colour: str = INK) -> Texts:
    """A text centred on a place."""
    return Texts(((round(x, 2), round(y, 2), text),), size, bold, colour)


def pips(letters: str, right: float, y: float, r: float, size: float) -> list[Item]:
    """Mana letters as discs, the last at ``right``; on each stands its letter."""
    items: list[Item] = []
    for number, letter in enumerate(reversed(letters or "0")):
        x = right - r - number * (2 * r + 1)
        fill = PIP.get(letter, WHITE)
        items.append(Circles(((round(x, 2), round(y, 2)),), r, fill, INK, 0.5))
        ink = WHITE if letter in "EN" else INK
        items.append(middle(x, y - size * 0.35, letter, size, True, ink))
    return items


def bar(x: float, y: float, wide: float, high: float, part: float, fill: str) -> list[Item]:
    """A bar and how full it is."""
    full = max(0.0, min(1.0, part)) * wide
    items: list[Item] = [Polygon(box(x, y, wide, high), WHITE, EDGE, 0.5)]
    if full:
        items.append(Polygon(box(x, y, full, high), fill, INK, 0.4))
    return items


def emblem(card: Card, x: float, y: float, r: float) -> list[Item]:
    """A card's emblem around a point: its kind's, or its type's."""
    ink = DEEP[card.letter]
    if card.body and card.kind is not None:
        return [*_kind(card.kind, x, y, r, ink), *_role(card.role, x + r * 0.78, y - r * 0.5, r * 0.4, ink)]
    return _type(card.type, x, y, r, ink)


def _role(role: str, x: float, y: float, r: float, ink: str) -> list[Item]:
    """A role's mark beside the kind's: a knight's shield, a wizard's star, a druid's leaf, a mask, a wheel."""
    match role:
        case "knight":
            points = _at(x, y, r, (-0.9, 1), (0.9, 1), (0.9, -0.1), (0, -1.1), (-0.9, -0.1))
            return [Polygon(points, WHITE, ink, 0.9)]
        case "wizard":
            return [Polygon(_ring(x, y, r * 1.25, 5, 0.42), WHITE, ink, 0.7)]
        case "druid":
            points = _at(x, y, r, (-1, -0.9), (-0.7, 0.4), (0.9, 1), (0.5, -0.6))
            return [Polygon(points, WHITE, ink, 0.8), Lines((_at(x, y, r, (-1, -0.9), (0.5, 0.6)),), ink, 0.5)]
        case "criminal":
            points = _at(x, y, r, (-1.1, 0.5), (1.1, 0.5), (0.8, -0.6), (0, -0.1), (-0.8, -0.6))
            return [Polygon(points, WHITE, ink, 0.8), Circles(_at(x, y, r, (-0.5, 0.1), (0.5, 0.1)), r * 0.18, ink)]
        case "tinker":
            return [Polygon(_ring(x, y, r * 1.15, 8, 0.7), WHITE, ink, 0.7), Circles(((x, y),), r * 0.3, ink)]
        case _:
            return []


def _ring(x: float, y: float, r: float, points: int, inner: float, turn: float = 0.0) -> tuple[Point, ...]:
    """A star of so many points."""
    return tuple(
        (
            round(x + sin(n * pi / points + turn) * r * (inner if n % 2 else 1.0), 2),
            round(y + cos(n * pi / points + turn) * r * (inner if n % 2 else 1.0), 2),
        )
        for n in range(points * 2)
    )


def _at(x: float, y: float, r: float, *points: Point) -> tuple[Point, ...]:
    """Points of a figure of half width 1 around a place."""
    return tuple((round(x + px * r, 2), round(y + py * r, 2)) for px, py in points)


def _kind(kind: Kind, x: float, y: float, r: float, ink: str) -> list[Item]:
    def shape(*points: Point) -> Polygon:
        return Polygon(_at(x, y, r, *points), ink, ink, 0.3)

    def strokes(*paths: tuple[Point, ...], width: float = 0.12) -> Lines:
        return Lines(tuple(_at(x, y, r, *path) for path in paths), ink, round(r * width, 2))

    match kind:
        case Kind.HUMANOID:
            return [
                Circles(_at(x, y, r, (0, 0.55)), r * 0.36, ink),
                shape((-0.75, -0.9), (-0.6, -0.05), (-0.25, 0.15), (0.25, 0.15), (0.6, -0.05), (0.75, -0.9)),
            ]
        case Kind.UNDEAD:
            return [
                Circles(_at(x, y, r, (0, 0.2)), r * 0.7, ink),
                shape((-0.4, -0.9), (-0.4, -0.2), (0.4, -0.2), (0.4, -0.9)),
                Circles(_at(x, y, r, (-0.27, 0.2), (0.27, 0.2)), r * 0.19, WHITE),
                Lines((_at(x, y, r, (0, -0.9), (0, -0.5)),), WHITE, round(r * 0.1, 2)),
            ]
        case Kind.MYTHICAL:
            return [Polygon(_ring(x, y, r, 6, 0.45), ink, ink, 0.3), Circles(((x, y),), r * 0.22, WHITE)]
        case Kind.BIRD:
            return [
                shape(
                    (-1, 0.35), (-0.45, 0.62), (0, 0.1), (0.45, 0.62), (1, 0.35), (0.35, 0.2), (0, -0.65), (-0.35, 0.2)
                )
            ]
        case Kind.REPTITE:
            return [
                strokes(
                    ((-0.9, -0.6), (-0.3, -0.75), (0.2, -0.35), (-0.2, 0.15), (0.15, 0.6), (0.75, 0.6)), width=0.26
                ),
                shape((0.55, 0.95), (1, 0.6), (0.55, 0.3)),
            ]
        case Kind.AQUATIC:
            return [
                shape((-0.45, 0), (0.05, 0.5), (0.7, 0.35), (1, 0), (0.7, -0.35), (0.05, -0.5)),
                shape((-0.4, 0), (-1, 0.5), (-1, -0.5)),
                Circles(_at(x, y, r, (0.62, 0.1)), r * 0.1, WHITE),
            ]
        case Kind.INSECTOID:
            return [
                Circles(_at(x, y, r, (0, -0.3)), r * 0.42, ink),
                Circles(_at(x, y, r, (0, 0.35)), r * 0.26, ink),
                strokes(
                    ((-0.95, 0.5), (-0.35, 0), (0.35, 0), (0.95, 0.5)),
                    ((-1, -0.15), (1, -0.15)),
                    ((-0.95, -0.85), (-0.35, -0.4), (0.35, -0.4), (0.95, -0.85)),
                ),
            ]
        case Kind.ANIMATE:
            return [
                shape((-0.7, -0.9), (-0.7, 0.05), (0.7, 0.05), (0.7, -0.9)),
                shape((-0.4, 0.15), (-0.4, 0.85), (0.4, 0.85), (0.4, 0.15)),
                Circles(_at(x, y, r, (-0.15, 0.5), (0.15, 0.5)), r * 0.09, WHITE),
            ]
        case Kind.BEAST:
            return [
                Circles(_at(x, y, r, (0, -0.3)), r * 0.46, ink),
                Circles(_at(x, y, r, (-0.7, 0.15), (-0.27, 0.6), (0.27, 0.6), (0.7, 0.15)), r * 0.24, ink),
            ]


def _type(kind: CardType, x: float, y: float, r: float, ink: str) -> list[Item]:
    def lines(*paths: tuple[Point, ...], width: float = 0.14) -> Lines:
        return Lines(tuple(_at(x, y, r, *path) for path in paths), ink, round(r * width, 2))

    def shape(*points: Point) -> Polygon:
        return Polygon(_at(x, y, r, *points), ink, ink, 0.3)

    match kind:
        case CardType.LAND:
            return [shape((-1, -0.7), (-0.35, 0.6), (0.05, -0.05), (0.4, 0.4), (1, -0.7))]
        case CardType.SIGIL:
            return [
                Circles(((x, y),), r * 0.92, "", ink, round(r * 0.14, 2)),
                Polygon(_ring(x, y, r * 0.8, 5, 0.42), ink),
            ]
        case CardType.FUNCTION:
            return [Polygon(_ring(x, y, r, 8, 0.72), ink, ink, 0.3), Circles(((x, y),), r * 0.32, WHITE)]
        case CardType.CHANNEL:
            return [lines(((-0.9, -0.5), (-0.3, 0.5), (0.3, -0.5), (0.9, 0.5)), width=0.26)]
        case CardType.SPELL:
            return [shape((0.15, 1), (-0.6, -0.1), (-0.05, -0.1), (-0.2, -1), (0.6, 0.2), (0.05, 0.2))]
        case CardType.COUNTER:
            return [
                Circles(((x, y),), r * 0.85, "", ink, round(r * 0.22, 2)),
                lines(((-0.58, -0.58), (0.58, 0.58)), width=0.22),
            ]
        case _:
            return [lines(((-0.8, 0), (0.8, 0)), ((0, -0.8), (0, 0.8)), width=0.34)]


def device(side: str, width: float, sizes: Sequence[float] = SIZES) -> Picture:
    """A side's device: a shield with its letter, light for A, dark for B."""
    high = width * 1.16
    w = width
    points = ((0.5, high - 0.5), (w - 0.5, high - 0.5), (w - 0.5, high * 0.42), (w / 2, 0.8), (0.5, high * 0.42))
    ink = INK if side == "A" else WHITE
    size = type_size(width * 0.62, sizes)
    inner = tuple((w / 2 + (px - w / 2) * 0.86, high / 2 + (py - high / 2) * 0.88) for px, py in points)
    return Picture(
        width, high, f"Side {side}", "",
        (Polygon(points, SIDE_FILL[side], INK, 0.9), Polygon(inner, "", ink, 0.6),
         middle(w / 2, high * 0.56 - size * 0.35, side, size, True, ink)),
    )  # fmt: skip


__all__ = ["BOLD", "DEEP", "DIM", "EDGE", "FIELD", "INK", "PIP", "QUIET", "SANS", "SIDE_FILL", "WHITE", "bar", "box",
           "cut", "device", "emblem", "middle", "pips", "write"]  # fmt: skip
