"""The players' rule book, from the same tables the game is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, NamedTuple

from magika_gm.engine.words import sentences
from magika_gm.games.temple_isle.cases import play, read_case
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.faces import (
    FAST_BAND,
    HEIGHT,
    MANTRA_BAND,
    WIDTH,
    Design,
    both_words,
    card_picture,
    described,
    in_words,
    law_words,
)
from magika_gm.games.temple_isle.report.story import Names
from magika_gm.games.temple_isle.rules.figures import count_of
from magika_gm.games.temple_isle.rules.gameturn import STANDARD_TEMPLE, STANDARD_WATER, STEPS
from magika_gm.games.temple_isle.rules.state import Options
from magika_gm.games.temple_isle.rules.tables import Aim, LandCard, MantraCard, standard
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, DISTANCE, EDGE, SQUARE, SQUARES, SUN
from magika_gm.games.temple_isle.rules.terms import WIDTH as ACROSS
from magika_gm.games.temple_isle.sight import View, perceive
from magika_gm.reports.book_parts import slip
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import BOARD_INK as _INK
from magika_gm.reports.picture import Item, Lines, Picture, Polygon, Texts, moved
from magika_gm.reports.rule_pages import RuleBook

# The rule book's drawings: squares and directions, reach of a ranged unit, cards, the example's isle, the cover.


_SIDE = 44.0
_LINE = "#8a8494"
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
        items += moved(card_picture(card).items, number * (WIDTH + 16) + 8, 4)
    wide = len(shown) * (WIDTH + 16)
    return Picture(wide, HEIGHT + 8, "Cards", "; ".join(card.name for card in shown) + ".", tuple(items))


def isle_of(view: View, width: float, *, full: bool = True) -> Picture:
    """An isle as reports draw it."""
    return board.isle_picture(view, width, width * board.RATIO, Style(), full=full)


def cover_of(view: View) -> Picture:
    """The isle over the whole width, sun and moon above it."""
    drawn = isle_of(view, 470.0)
    width, height = 540.0, drawn.height + 250
    items: list[Item] = moved(drawn.items, (width - drawn.width) / 2, 20)
    for seat, x in (("SUN", 130.0), ("MOON", 310.0)):
        items += moved(board.device(seat, 100.0).items, x, drawn.height + 60)
    return Picture(width, height, "Temple Isle", "An island of twenty cards below a sun and a moon.", tuple(items))


# The players' rule book: the templates of ``templates/temple_isle/rules`` filled with the game's own tables.


def own_rulings() -> list[dict[str, str]]:
    """The rulings where the law is silent: number, rule, ruling, why."""
    found: list[dict[str, str]] = RULEBOOK.table("rulings")["ruling"]
    return found


def aim(card: MantraCard) -> str:
    """What a mantra may be cast on."""
    said = {Aim.NONE: "-", Aim.MANTRA: "a mantra in play", Aim.ANSWERED: "the mantra being answered"}
    return ", ".join([said.get(card.aim, str(card.aim)), *map(str, card.needs)])


def _mantra_said(card: MantraCard) -> str:
    """How long it lasts, what on, what it does."""
    on = f", on {aim(card)}" if aim(card) != "-" else ""
    lasts = f"{'Fast, ' if card.fast else ''}{card.lasts}{on}"
    return f"{sentences([lasts])} {in_words(card)}"


class Paragraph(NamedTuple):
    """What the reader of the example is told in one step."""

    title: str
    lines: list[str]


class Example(NamedTuple):
    """The worked example, played by the engine: where it begins, both sheets, and what Sun reads of each game turn."""

    view: View
    hand: str
    fast: str
    counted: int
    sheets: tuple[str, str]
    at: tuple[list[Paragraph], ...]


@cache
def example() -> Example:
    """Play the worked example and take down what Sun reads."""
    case = read_case(RULEBOOK.table("example"))
    start = case.position.state
    state, told, _ = play(case)
    names = Names([(u.number, u.card, u.owner) for u in state.units.values()])
    at = []
    for part in told:
        found = names.story(part, SUN)
        at.append(
            [
                Paragraph(
                    STEPS[p.step] if p.step else "Sheets",
                    [f"{line.text} [{line.rule}]" if line.rule else line.text for line in p.lines],
                )
                for p in found
            ]
        )
    sheets = ("\n".join(case.sheets["SUN"][0] or ()), "\n".join(case.sheets["MOON"][1] or ()))
    return Example(
        perceive(start, SUN),
        ", ".join(start.hands["SUN"]),
        write_order(start.fast["MOON"][0]),
        count_of(start, SUN),
        sheets,
        tuple(at),
    )


class _Book(RuleBook):
    NAME, ACCENT = "temple_isle", board.ACCENT
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {
        "isle": isle,
        "range": reach,
        "cards": cards,
        "example": lambda: isle_of(example().view, 360.0),
    }
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling", "card": "that unit, mantra, land or temple"}

    def shown(self) -> dict[str, Any]:
        catalogue = standard()
        units, mantras = list(catalogue.units.values()), list(catalogue.mantras.values())
        return {
            "lands": list(catalogue.lands.values()),
            "temples": list(catalogue.temples.values()),
            "units": units,
            "mantras": mantras,
            "unit_copies": sum(u.copies for u in units),
            "mantra_copies": sum(m.copies for m in mantras),
            "deck": sum(u.copies for u in units) + sum(m.copies for m in mantras),
            "options": Options(),
            "standard_water": " ".join(SQUARES[s] for s in STANDARD_WATER),
            "standard_temple": " ".join(SQUARES[s] for s in STANDARD_TEMPLE),
            "says": both_words,
            "aim": aim,
            "law": law_words,
            "example": example(),
            "own_rulings": own_rulings(),
        }

    def cover(self) -> Picture:
        return cover_of(replace(example().view, units=()))

    def faces(self) -> Mapping[str, Sequence[Picture]]:
        catalogue = standard()
        units = [
            slip(
                u.name,
                str(u.level),
                tuple(zip("ABCD", map(str, (u.a, u.b, u.c, u.d)), strict=True)),
                in_words(u),
                board.LAND,
            )
            for u in catalogue.units.values()
        ]
        mantras = [
            slip(m.name, str(m.level), (), _mantra_said(m), FAST_BAND if m.fast else MANTRA_BAND)
            for m in catalogue.mantras.values()
        ]
        return {"Units": units, "Mantras": mantras}

    def things(self) -> Iterable[str]:
        catalogue = standard()
        return (*catalogue.cards, *catalogue.lands, *catalogue.temples)

    def thing(self, name: str) -> tuple[str, str] | None:
        """A card by its name, however spaced: its name and what is printed on it, as Markdown."""
        catalogue = standard()
        wanted = "".join(name.casefold().split())
        every: dict[str, Design] = {**catalogue.cards, **catalogue.lands, **catalogue.temples}
        for called, card in every.items():
            if "".join(called.casefold().split()) == wanted:
                copies = f" Copies in the deck: {card.copies}." if not isinstance(card, LandCard) else ""
                return called, f"**{called}**: {described(card)}{copies}\n"
        return None


RULEBOOK = _Book()
