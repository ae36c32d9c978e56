"""The state of a game: plain typed data, changed by events alone.

Between mail turns ``playing`` is 0 unless the game was won in the middle of a game turn (END-1), and nothing is being
cast. ``cache`` holds what was worked out from the rest; every change empties it, and it is no part of the state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any

from magika_gm.engine.plain import Fields
from magika_gm.engine.records import FORGOTTEN, Copied, mutable, named_record, to_each
from magika_gm.engine.toml import SELDOM, Remark, Whole
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.tables import Catalogue, LandCard, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, MOON, OTHER, SEATS, SQUARE, SUN, WATER

EDITION = 3
"""The newest edition of the rules (docs/decisions/0015)."""

NOWHERE = -1
"""The square of a unit that has left play."""
FOR_GOOD = 0
"""``until`` of a persistent mantra."""
HIDDEN = "?"
"""A card one does not see, in a state as a seat knows it."""


class Pace(StrEnum):
    """How many game turns a mail turn plays (MAIL-1, MAIL-2)."""

    SINGLE = "single"
    PAIRED = "paired"


class Armies(StrEnum):
    """Whether units are drawn or picked beforehand (VAR-1)."""

    DRAWN = "drawn"
    PICKED = "picked"


class Answers(StrEnum):
    """How many FAST lines of a player answer one event (FAST-3)."""

    ONE = "one"
    ALL = "all"


class Stage(StrEnum):
    """What the coming mail turn is (MAIL-3)."""

    BUILD = "build"
    FIELD = "field"
    TURN = "turn"


class Ending(StrEnum):
    """Why a game is over (END)."""

    TEMPLES = "temples"
    LIMIT = "limit"
    RESIGNED = "resigned"
    AGREED = "agreed"
    FORFEIT = "forfeit"


class Left(StrEnum):
    """How a unit left play (UNIT-3)."""

    DESTROYED = "destroyed"
    RETURNED = "returned"
    FLEETING = "fleeting"


DRAW = "draw"
"""The winner of a drawn game."""


@named_record
class Options:
    """What a scenario may change (SET-3)."""

    edition: Annotated[int, SELDOM, Whole(1, EDITION)] = EDITION
    pace: Annotated[
        Pace, Remark('or "single": one game turn a mail turn; "paired": one of each player (MAIL-1, MAIL-2)', 24)
    ] = Pace.SINGLE
    limit: Annotated[int, Whole(0, 400), Remark("game turns, even; 0: none (END-2)", 24)] = 0
    stack: Annotated[int, Whole(0, 10), Remark("units of a player on a card; 0: any number (ISLE-6)", 24)] = 0
    hand_limit: Annotated[int, Whole(0, 100), Remark("cards kept (DECK-4)", 24)] = 5
    opening: Annotated[int, Whole(0, 50), Remark("cards, one of them a level-1 unit (DECK-3)", 24)] = 5
    joined_land: Annotated[bool, Remark("waters may not split the land (BUILD-4)", 24)] = True
    shoot_water: Annotated[bool, Remark("ranged units shoot at water units on water (WATER-3)", 24)] = False
    answers: Annotated[Answers, Remark('or "one": lines of a player that answer one event (FAST-3)', 24)] = Answers.ALL
    absence: Annotated[
        int, Whole(0, 100), Remark("sheets missed in a row that forfeit the game; 0: never (MAIL-8)", 24)
    ] = 3
    armies: Annotated[Armies, Remark('or "picked" beforehand (VAR-1)', 24)] = Armies.DRAWN
    army_levels: Annotated[int, Whole(1, 500), Remark("levels of an army picked (VAR-1)", 24)] = 20


_BEFORE: Fields = {"limit": 36, "stack": 2, "shoot_water": True, "answers": Answers.ONE}
"""Defaults of edition 1, where they were others."""


def meant(options: Options, named: Collection[str]) -> Options:
    """The options a file means that names those: what it leaves out is as it was by default in its edition."""
    if options.edition < 2:
        return replace(options, **{name: value for name, value in _BEFORE.items() if name not in named})
    return options


@dataclass(slots=True)
class Mantra(Copied):
    """A mantra in play (ENCH-8): ``until`` is the game turn in whose step 9 it leaves; ``serial`` tells its age."""

    card: str
    caster: str
    until: int
    serial: int

    def __str__(self) -> str:
        return f"{self.card} {self.caster}"


@mutable
class Unit(Copied):
    """A unit of the game, in play or gone (UNIT-2). ``points`` is None outside its player's game turns."""

    number: int
    card: str
    owner: str
    at: int
    hp: int
    full: int
    mustered: int
    points: int | None = None
    left: Left | None = None
    mantras: list[Mantra] = field(default_factory=list)

    @property
    def name(self) -> str:
        """``U3``."""
        return f"U{self.number}"

    @property
    def in_play(self) -> bool:
        """Whether it has not left play."""
        return self.left is None


@dataclass(slots=True)
class Declared(Copied):
    """A mantra declared whose step ENCH-4d has not come yet; its card is out of the hand and not yet on the pile."""

    number: int
    seat: str
    card: str
    cancelled: bool = False


@mutable
class State(Copied):
    """A game of Temple Isle.

    ``turn`` is the number of the last game turn begun, ``mail`` of the last mail turn played. ``shown`` are the cards
    of a seat's hand that the other player may know (INFO: returned, recovered, seen by a peek), ``peeked`` what a seat
    saw by a peek in the last mail turn. ``temples`` are those drawn and not placed yet, T1 first.
    """

    catalogue: Catalogue
    options: Options
    first: str = SUN
    stage: Stage = Stage.TURN
    mail: int = 0
    turn: int = 0
    playing: int = 0
    next_unit: int = 1
    serial: int = 0
    isle: list[str]
    control: list[str]
    units: dict[int, Unit] = field(default_factory=dict)
    land_mantras: dict[int, list[Mantra]] = field(default_factory=dict)
    global_mantras: list[Mantra] = field(default_factory=list)
    hands: dict[str, list[str]] = to_each(SEATS, list)
    deck: dict[str, int] = field(default_factory=dict)
    discard: list[str] = field(default_factory=list)
    fast: dict[str, list[Fast]] = to_each(SEATS, list)
    missed: dict[str, int] = to_each(SEATS, int)
    offered: dict[str, bool] = to_each(SEATS, bool)
    shown: dict[str, list[str]] = to_each(SEATS, list)
    peeked: dict[str, tuple[str, ...] | None] = field(default_factory=lambda: {SUN: None, MOON: None})
    temples: tuple[str, ...] = ()
    stack: list[Declared] = field(default_factory=list)
    ending: Ending | None = None
    winner: str = ""
    cache: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False, metadata=FORGOTTEN)

    def forget(self) -> None:  # noqa: D102 - what was worked out of it
        self.cache.clear()

    def unit_in_play(self, number: int) -> list[Unit]:
        """The unit of a number, if it is in play."""
        unit = self.units.get(number)
        return [unit] if unit is not None and unit.in_play else []

    def units_in_play(self) -> list[Unit]:
        """Units in play, by number."""
        found: list[Unit] | None = self.cache.get("in play")
        if found is None:
            found = self.cache["in play"] = [u for u in self.units.values() if u.left is None]
        return found

    def units_of(self, seat: str) -> list[Unit]:
        """A player's units in play, by number."""
        return [u for u in self.units_in_play() if u.owner == seat]

    def units_at(self, square: int) -> list[Unit]:
        """Units residing on a card, by number (ACT-4)."""
        by_square: dict[int, list[Unit]] | None = self.cache.get("at")
        if by_square is None:
            by_square = self.cache["at"] = {}
            for unit in self.units_in_play():
                by_square.setdefault(unit.at, []).append(unit)
        return by_square.get(square, [])

    def card_of(self, unit: Unit) -> UnitCard:
        """A unit's design."""
        return self.catalogue.units[unit.card]

    def mantra_card(self, mantra: Mantra) -> MantraCard:
        """The design of a mantra in play."""
        return self.catalogue.mantras[mantra.card]

    def land(self, square: int) -> LandCard:
        """The card of a square."""
        return self.catalogue.isle[self.isle[square]]

    def is_water(self, square: int) -> bool:
        """Whether a square holds a water card."""
        return self.isle[square] == WATER

    def is_temple(self, square: int) -> bool:
        """Whether a square holds a temple."""
        return self.isle[square] in self.catalogue.temples

    def temple_squares(self) -> list[int]:
        """Where temples stand, in reading order."""
        return [s for s in ALL_SQUARES if self.isle[s] in self.catalogue.temples]

    def lands_of(self, seat: str) -> list[int]:
        """The land cards a player controls, in reading order (CTRL)."""
        return [s for s in ALL_SQUARES if self.control[s] == seat]

    def mantras_on(self, square: int) -> list[Mantra]:
        """Mantras lying on a card, oldest first."""
        return self.land_mantras.get(square, [])

    def organizing(self, unit: Unit) -> bool:
        """Whether a unit was mustered in the game turn under way (MUST-5, LAW-1)."""
        return self.playing > 0 and unit.mustered == self.playing

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None


def player_of(state: State, turn: int) -> str:
    """Whose game turn a number is: under ``single`` the first player's are odd (SEQ-1); under ``paired`` the order of
    play changes from mail turn to mail turn (MAIL-2), so that 1, 4, 5, 8 … are his."""
    mine = turn % 2 == 1 if state.options.pace is Pace.SINGLE else turn % 4 in (0, 1)
    return state.first if mine else OTHER[state.first]


def next_turn_of(state: State, seat: str, after: int) -> int:
    """The first game turn of ``seat`` after the one of number ``after``."""
    turn = after + 1
    while player_of(state, turn) != seat:
        turn += 1
    return turn


def turns_of(state: State, seat: str, after: int, upto: int) -> int:
    """How many game turns of ``seat`` have numbers above ``after`` and not above ``upto``."""
    return sum(player_of(state, turn) == seat for turn in range(max(0, after) + 1, upto + 1))


def due(state: State) -> tuple[int, ...]:
    """The game turns the coming mail turn plays; none in world building, fielding or when the game is over."""
    if state.ended or state.stage is not Stage.TURN:
        return ()
    return (state.turn + 1,) if state.options.pace is Pace.SINGLE else (state.turn + 1, state.turn + 2)


def mantras_in_play(state: State) -> Iterator[tuple[Mantra, Unit | None, int]]:
    """Every mantra in play with its unit, or the square it lies on (-1: neither, it is global)."""
    for unit in state.units_in_play():
        for mantra in unit.mantras:
            yield mantra, unit, NOWHERE
    for square, lying in sorted(state.land_mantras.items()):
        for mantra in lying:
            yield mantra, None, square
    for mantra in state.global_mantras:
        yield mantra, None, NOWHERE


# Pieces of a change: what several events do to a state alike.


def fresh(card: UnitCard, number: int, seat: str, at: int, turn: int = 0) -> Unit:
    """A unit with all its HP (UNIT-2); ``turn`` is the game turn it organizes in."""
    return Unit(number=number, card=card.name, owner=seat, at=at, hp=card.c, full=card.c, mustered=turn)


def new_unit(state: State, number: int, card: str, seat: str, square: str, turn: int) -> None:
    """A unit comes into play on a square (MUST-5); ``turn`` is the game turn it organizes in."""
    state.units[number] = fresh(state.catalogue.units[card], number, seat, SQUARE[square], turn)
    state.next_unit = number + 1


def leave(state: State, units: list[Unit], how: Left) -> None:
    """Units leave play at one moment; mantras on them with them, what goes to the pile in catalogue order (DECK-5)."""
    pile: list[str] = []
    for unit in units:
        pile += [m.card for m in unit.mantras]
        if how is Left.RETURNED:
            into_hand(state, unit.owner, unit.card, shown=True)
        else:
            pile.append(unit.card)
        unit.left, unit.at, unit.hp, unit.full, unit.points = how, NOWHERE, 0, 0, None
        unit.mantras.clear()
    state.discard += state.catalogue.sorted(pile)


def declared(state: State, number: int) -> Declared:
    """The mantra being cast that has this number."""
    return next(d for d in state.stack if d.number == number)


def place_of(state: State, place: str) -> list[Mantra]:
    """The mantras lying on a unit (``U3``), a square (``c2``), or nowhere ("")."""
    if not place:
        return state.global_mantras
    if place in SQUARE:
        return state.land_mantras.setdefault(SQUARE[place], [])
    return state.units[int(place[1:])].mantras


def clear_bare_squares(state: State) -> None:
    """Forget the squares on which no mantra lies any more."""
    for square in [s for s, lying in state.land_mantras.items() if not lying]:
        del state.land_mantras[square]


def take_from_hand(state: State, seat: str, card: str) -> None:
    """A card leaves a hand, shown or not."""
    state.hands[seat].remove(card)
    if card in state.shown[seat]:
        state.shown[seat].remove(card)


def into_hand(state: State, seat: str, card: str, *, shown: bool) -> None:
    """A card comes into a hand, which is kept in catalogue order; ``shown``: the other player knows it."""
    state.hands[seat] = state.catalogue.sorted([*state.hands[seat], card])
    if shown:
        state.shown[seat] = state.catalogue.sorted([*state.shown[seat], card])


def draw(state: State, seat: str, card: str) -> None:
    """A card from the deck into a hand; one that is not known to be there is a hidden one."""
    name = card if card in state.deck else HIDDEN
    if state.deck[name] == 1:
        del state.deck[name]
    else:
        state.deck[name] -= 1
    into_hand(state, seat, name, shown=False)


def hand_over(state: State, card: str, source: str, target: str) -> None:
    """The game master's hand: a card from a hand, the deck, the pile or nowhere to another of these."""
    if source in state.hands:
        take_from_hand(state, source, card)
    elif source == "deck":
        state.deck = {n: c - (n == card) for n, c in state.deck.items() if c > (n == card)}
    elif source == "discard":
        state.discard.remove(card)
    if target in state.hands:
        into_hand(state, target, card, shown=False)
    elif target == "deck":
        count = state.deck.get(card, 0) + 1
        state.deck = {
            n: count if n == card else state.deck[n] for n in state.catalogue.cards if n == card or n in state.deck
        }
    elif target == "discard":
        state.discard.append(card)
