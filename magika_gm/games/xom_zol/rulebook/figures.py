"""Drawings of the rule book: a card, a table, a fight, the cover; made by what draws the reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cases import read_case
from magika_gm.games.xom_zol.report import ink
from magika_gm.games.xom_zol.report.board import height_of, table_picture
from magika_gm.games.xom_zol.report.faces import face
from magika_gm.games.xom_zol.report.fights import Fight, Fighter, fight_picture
from magika_gm.games.xom_zol.report.story import Names
from magika_gm.games.xom_zol.state import State
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Circles, Item, Lines, Picture, Point, Polygon, Texts

COVER = ("Emperor Xom", "Seraph Auriel", "Elder Oakhand", "Zol the Undying", "Warlord Karg", "Smite", "Green Dragon",
         "Sigil of Xom", "Vampire Count", "Blood Altar")  # fmt: skip
_POSITION = {
    "title": "figure",
    "game": "xom_zol",
    "turns": 0,
    "side": {
        "A": {
            "life": 41,
            "field": ["Xom Farmland", "Xom Farmland", {"card": "Xom Citadel", "committed": True}, "Chapel Bell",
                      {"card": "Xom Knight", "ref": "A7", "at": "F1"}, {"card": "Choir Angel", "at": "R1"},
                      {"card": "Gate Warden", "at": "F2"}, {"card": "Blessed Armour", "on": "A7"}],
        },
        "B": {
            "life": 33,
            "field": ["Zol Crypt", {"card": "Zol Necropolis", "committed": True}, "Blood Altar",
                      {"card": "Grave Knight", "at": "F1", "committed": True}, {"card": "Wraith of Zol", "at": "F2"}],
        },
    },
}  # fmt: skip


@cache
def _position() -> State:
    return read_case(_POSITION).state


def moved(items: tuple[Item, ...], dx: float, dy: float) -> list[Item]:
    """The same items elsewhere."""

    def to(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in points)

    found: list[Item] = []
    for item in items:
        match item:
            case Polygon():
                found.append(item._replace(points=to(item.points)))
            case Lines():
                found.append(item._replace(paths=tuple(to(path) for path in item.paths)))
            case Circles():
                found.append(item._replace(centres=to(item.centres)))
            case Texts():
                places = tuple((round(x + dx, 2), round(y + dy, 2), text) for x, y, text in item.places)
                found.append(item._replace(places=places))
            case _:
                found.append(item)
    return found


def card() -> Picture:
    """One card, and what stands where."""
    drawn = face(catalogue()["Vampire Count"], 120.0, Style(), "H3")
    items = moved(drawn.items, 150, 4)
    high = drawn.height + 8
    notes = (
        (150, high - 20, "name (CARD-1)", True), (150, high - 40, "its number in your hand", True),
        (270, high - 40, "cost (TERM-4)", False), (150, 66, "race, role (CARD-5)", True),
        (270, 44, "rules (FX)", False), (150, 14, "alignment, upkeep (UPK)", True), (270, 14, "S/D (TERM-5)", False),
    )  # fmt: skip
    for x, y, text, left in notes:
        start = (10.0, y) if left else (x + 24.0, y)
        items.append(ink.write(start[0], y - 2.5, text, 8.5))
        ends = ((118.0, y), (x - 1.0, y)) if left else ((x + 1.0, y), (x + 22.0, y))
        items.append(Lines((ends,), ink.EDGE, 0.6))
    return Picture(400, high, "A card", "A card with its parts named.", tuple(items))


def table() -> Picture:
    """A table in the middle of a game."""
    style = Style()
    return table_picture(_position(), "A", 520.0, height_of(_position(), style), style)


def fight() -> Picture:
    """Grave Knight against Choir Angel: good against evil, the higher number has +2 S."""
    state = _position()
    names = Names({"B4": "Grave Knight", "A5": "Choir Angel"}, "A")
    assaulter = Fighter("B4", [], [("A5", 3)], died=True)
    counter = Fighter("A5", ["+2/0 against B4 (ALN)"], [("B4", 4)], died=True)
    empty = State(cards=state.cards)
    return fight_picture(Fight("B", 1, assaulter, [counter]), names, empty, 440.0, 44.0, Style())


def cover() -> Picture:
    """Cards side by side."""
    style, wide, gap = Style(), 96.0, 8.0
    items: list[Item] = []
    high = 0.0
    for number, name in enumerate(COVER):
        drawn = face(catalogue()[name], wide, style)
        high = drawn.height
        x, y = number % 5 * (wide + gap), (1 - number // 5) * (high + gap)
        items += moved(drawn.items, x, y)
    return Picture(5 * (wide + gap) - gap, 2 * high + gap, "Cards of both sides", "Ten cards.", tuple(items))


FIGURES: Mapping[str, Callable[[], Picture]] = {"card": card, "table": table, "fight": fight}
