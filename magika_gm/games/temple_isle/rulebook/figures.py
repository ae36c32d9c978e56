"""The rule book's drawings: squares and directions, reach of a ranged unit, cards, the example's isle, the cover."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.cards import HEIGHT, WIDTH, Design, card_picture
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, DISTANCE, EDGE, SQUARE, SQUARES
from magika_gm.games.temple_isle.rules.board import WIDTH as ACROSS
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.games.temple_isle.sight.view import View
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Circles, Hexes, Item, Lines, Picture, Polygon, Texts

_SIDE = 44.0
_INK, _LINE = "#1c1726", "#8a8494"
_EDGE_FILL, _PLAIN = "#f4ecd0", "#ffffff"
_REACH = ("#9d7fc4", "#cfc0e0", "#e6def2")
"""Fills by distance, nearest first."""


def _grid(fill: Callable[[int], str], said: Callable[[int], str]) -> list[Item]:
    items: list[Item] = []
    for square in ALL_SQUARES:
        row, column = divmod(square, ACROSS)
        x, y = 16 + column * _SIDE, 8 + (3 - row) * _SIDE
        box = ((x, y), (x + _SIDE, y), (x + _SIDE, y + _SIDE), (x, y + _SIDE))
        items.append(Polygon(box, fill(square), _LINE, 0.6))
        items.append(Texts(((x + _SIDE / 2, y + _SIDE / 2 - 3, said(square)),), 8.5, square == SQUARE["c2"], _INK))
    return items


@cache
def isle() -> Picture:
    """The twenty squares by name, edge squares tinted, the four directions from c2."""
    items = _grid(lambda s: _EDGE_FILL if s in EDGE else _PLAIN, lambda s: SQUARES[s])
    x, y = 16 + 2.5 * _SIDE, 8 + 2.5 * _SIDE
    for letter, dx, dy in (("N", 0, 1), ("E", 1, 0), ("S", 0, -1), ("W", -1, 0)):
        start, end = (x + dx * 12, y + dy * 9), (x + dx * 30, y + dy * 30)
        items.append(Lines(((start, end),), "#4b2a78", 1.4))
        items.append(Texts(((x + dx * 36 + dy * 6, y + dy * 34 - 3 + abs(dx) * 7, letter),), 8.5, True, "#4b2a78"))
    told = "Four rows of five squares, a1 at the north-west, e4 at the south-east; the outer squares are tinted."
    return Picture(32 + 5 * _SIDE, 16 + 4 * _SIDE, "The isle", told, tuple(items))


@cache
def reach() -> Picture:
    """Distances from c2."""
    centre = SQUARE["c2"]

    def fill(square: int) -> str:
        away = DISTANCE[centre][square]
        return _REACH[away] if away <= 2 else _PLAIN

    items = _grid(fill, lambda s: "unit" if s == centre else str(DISTANCE[centre][s]))
    told = "The squares with their distance from c2; those at distance 1 and 2 are tinted."
    return Picture(32 + 5 * _SIDE, 16 + 4 * _SIDE, "Reach", told, tuple(items))


@cache
def cards() -> Picture:
    """A unit, a mantra, a temple as the report prints them."""
    catalogue = standard()
    shown: tuple[Design, ...] = (
        catalogue.units["Corsair"],
        catalogue.mantras["Parry"],
        catalogue.temples["Temple of Plague"],
    )
    items: list[Item] = []
    for number, card in enumerate(shown):
        items += moved(card_picture(card), number * (WIDTH + 16) + 8, 4)
    wide = len(shown) * (WIDTH + 16)
    return Picture(wide, HEIGHT + 8, "Cards", "; ".join(card.name for card in shown) + ".", tuple(items))


def moved(picture: Picture, x: float, y: float, scale: float = 1.0) -> list[Item]:
    """A picture's items at another place."""

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return round(point[0] * scale + x, 2), round(point[1] * scale + y, 2)

    found: list[Item] = []
    for item in picture.items:
        match item:
            case Polygon():
                found.append(item._replace(points=tuple(map(at, item.points)), width=item.width * scale))
            case Lines():
                paths = tuple(tuple(map(at, path)) for path in item.paths)
                found.append(item._replace(paths=paths, width=item.width * scale))
            case Circles() | Hexes():
                found.append(item._replace(centres=tuple(map(at, item.centres)), radius=item.radius * scale))
            case Texts():
                places = tuple((*at((px, py)), text) for px, py, text in item.places)
                found.append(item._replace(places=places, size=item.size * scale))
    return found


def isle_of(view: View, width: float, *, full: bool = True) -> Picture:
    """An isle as reports draw it."""
    return board.isle_picture(view, width, width * board.RATIO, Style(), full=full)


def cover_of(view: View) -> Picture:
    """The isle over the whole width, sun and moon above it."""
    drawn = isle_of(view, 470.0)
    width, height = 540.0, drawn.height + 250
    items: list[Item] = moved(drawn, (width - drawn.width) / 2, 20)
    for seat, x in (("SUN", 130.0), ("MOON", 310.0)):
        items += moved(board.device(seat, 100.0), x, drawn.height + 60)
    return Picture(width, height, "Temple Isle", "An island of twenty cards below a sun and a moon.", tuple(items))
