"""Who knows what (INFO): what a seat perceives and remembers, and the state as it knows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import mutable, named_record, record, seen_as
from magika_gm.engine.reporting import GameSight
from magika_gm.games.temple_isle.orders.model import Cast, Fast
from magika_gm.games.temple_isle.orders.offers import every_target
from magika_gm.games.temple_isle.rules.casting import check_cast
from magika_gm.games.temple_isle.rules.figures import (
    Figures,
    closed,
    count_of,
    figures,
    hand_limit,
    level_sum,
    muted,
    step_cost,
)
from magika_gm.games.temple_isle.rules.gameturn import Standing, standing_of
from magika_gm.games.temple_isle.rules.movement import levels_allow, places
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import HIDDEN, Left, Mantra, Options, Stage, State, Unit, due, player_of
from magika_gm.games.temple_isle.rules.tables import Aim, Catalogue, LandCard, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, OTHER, SEATS, WATER, When

# Designs of cards as rows: the same keys as the shipped card data, so that ``read_rows`` reads them back.
#
# Rows are made once for each design: do not change what these functions give.


@cache
def land_design(card: LandCard) -> Data:
    """A land's or temple's row."""
    row: Data = {"number": card.number, "name": card.name, "copies": card.copies}
    return row | ({"effects": [str(e) for e in card.effects]} if card.effects else {})


@cache
def unit_design(card: UnitCard) -> Data:
    """A unit's row."""
    row: Data = {
        "number": card.number,
        "name": card.name,
        "level": card.level,
        "scores": card.scores,
        "copies": card.copies,
    }
    effects = [str(e) for e in card.effects if e.when is not When.AFLOAT]
    row |= {"keywords": list(card.keywords)} if card.keywords else {}
    return row | ({"effects": effects} if effects else {})


@cache
def mantra_design(card: MantraCard) -> Data:
    """A mantra's row."""
    row: Data = {
        "number": card.number,
        "name": card.name,
        "level": card.level,
        "target": str(card.aim),
        "lasts": str(card.lasts),
        "copies": card.copies,
        "effects": [str(e) for e in card.effects],
    }
    row |= {"needs": [str(n) for n in card.needs]} if card.needs else {}
    row |= {"aim": "foe"} if card.hostile and card.aim is not Aim.FOE else {}
    return row | ({"fast": True} if card.fast else {})


def designs(catalogue: Catalogue, named: Collection[str]) -> dict[str, list[Data]]:
    """Rows of the cards ``named``, by kind, in catalogue order."""
    return {
        "land": [land_design(c) for n, c in catalogue.lands.items() if n in named and n != WATER],
        "temple": [land_design(c) for n, c in catalogue.temples.items() if n in named],
        "unit": [unit_design(c) for n, c in catalogue.units.items() if n in named],
        "mantra": [mantra_design(c) for n, c in catalogue.mantras.items() if n in named],
    }


# What a seat perceives at the end of a mail turn (INFO-1, INFO-2).
#
# A :class:`View` holds everything public and, of private things, those of its seat alone; nothing built on one can
# leak.


@record
class SquareSeen:
    """A card of the isle: who controls it, what lies on it, what a step onto it costs each player, if it is closed."""

    card: str
    control: str
    mantras: tuple[Mantra, ...]
    cost: tuple[int, int]
    closed: bool


@mutable
class UnitSeen(Unit):
    """A unit in play as a seat sees it (INFO-2, 3), and what holds of it now."""

    now: Figures
    organizing: bool


OPEN = frozenset({"number", "card", "owner", "at", "hp", "full", "mustered", "points", "left", "mantras"})
"""What both players see of a unit; a field that is not named here is its owner's to know alone."""


@record
class UnitGone:
    """A unit that has left play."""

    number: int
    card: str
    owner: str
    how: Left


@record
class CardHeld:
    """A card of one's hand: why it could not be played in a game turn now, None if it could (INFO-2, 4)."""

    card: str
    why_not: Refusal | None


@named_record
class View:
    """All a seat perceives. ``due`` are the game turns of the coming mail turn with their players."""

    seat: str
    catalogue: Catalogue
    options: Options
    first: str
    stage: Stage
    mail: int
    turn: int
    due: tuple[tuple[int, str], ...]
    ending: str | None
    winner: str
    isle: tuple[SquareSeen, ...]
    units: tuple[UnitSeen, ...]
    gone: tuple[UnitGone, ...]
    global_mantras: tuple[Mantra, ...]
    next_unit: int
    hand: tuple[CardHeld, ...]
    count: int
    level_sum: int
    hand_limit: int
    muted: bool
    fast: tuple[Fast, ...]
    discard: tuple[str, ...]
    deck: int
    hands: Mapping[str, int]
    peek: tuple[str, ...] | None
    known: tuple[str, ...]
    shown: tuple[str, ...]
    temples: tuple[str, ...]
    missed: Mapping[str, int]
    offered: Mapping[str, bool]
    standings: Mapping[str, Standing]


def perceive(state: State, seat: str) -> View:
    """The view of a seat on a state between mail turns."""
    foe = OTHER[seat]
    return View(
        seat=seat,
        catalogue=state.catalogue,
        options=state.options,
        first=state.first,
        stage=state.stage,
        mail=state.mail,
        turn=state.turn,
        due=tuple((t, player_of(state, t)) for t in due(state)),
        ending=str(state.ending) if state.ending is not None else None,
        winner=state.winner,
        isle=tuple(_square(state, s) for s in ALL_SQUARES),
        units=tuple(
            seen_as(
                UnitSeen,
                u.copy(),
                None if u.owner == seat else OPEN,
                now=figures(state, u),
                organizing=state.organizing(u),
            )
            for u in state.units_in_play()
        ),
        gone=tuple(UnitGone(u.number, u.card, u.owner, u.left) for u in state.units.values() if u.left is not None),
        global_mantras=tuple(m.copy() for m in state.global_mantras),
        next_unit=state.next_unit,
        hand=tuple(CardHeld(card, why_not_now(state, seat, card)) for card in state.hands[seat]),
        count=count_of(state, seat),
        level_sum=level_sum(state, seat),
        hand_limit=hand_limit(state, seat),
        muted=muted(state, seat),
        fast=tuple(state.fast[seat]),
        discard=tuple(state.discard),
        deck=sum(state.deck.values()),
        hands={s: len(state.hands[s]) for s in SEATS},
        peek=state.peeked[seat],
        known=tuple(state.shown[foe]),
        shown=tuple(state.shown[seat]),
        temples=state.temples,
        missed=dict(state.missed),
        offered=dict(state.offered),
        standings={s: standing_of(state, s) for s in SEATS},
    )


def _square(state: State, square: int) -> SquareSeen:
    return SquareSeen(
        state.isle[square],
        state.control[square],
        tuple(m.copy() for m in state.mantras_on(square)),
        (step_cost(state, SEATS[0], square), step_cost(state, SEATS[1], square)),
        closed(state, square),
    )


def why_not_now(state: State, seat: str, card: str) -> Refusal | None:
    """Why a card of the hand could not be played on one's game turn as things stand, whatever its target (ENCH-4a)."""
    if card in state.catalogue.units:
        if not levels_allow(state, seat, card):
            return Refusal.LEVEL_SUM
        return None if places(state, seat) else Refusal.NO_PLACE
    mantra = state.catalogue.mantras.get(card)
    if mantra is None:
        return Refusal.NOT_IN_HAND
    if not mantra.fast and muted(state, seat):
        return Refusal.MUTED
    if count_of(state, seat) < mantra.level:
        return Refusal.COUNT
    return None if has_target(state, seat, mantra) else Refusal.NO_TARGET


def has_target(state: State, seat: str, card: MantraCard) -> bool:
    """Whether a mantra has anything it could be cast on now; one that answers others waits for its event."""
    if card.aim is Aim.ANSWERED:
        return True
    to = tuple(ALL_SQUARES) if card.blink else ()
    ready = check_cast(state, seat, Cast(card.name, every_target(state, card), to))
    return not isinstance(ready, Refusal)


def known_state(state: State, seat: str) -> State:
    """The state as a seat knows it: of the foe's hand the cards he may know, no deck, no FAST lines (INFO-1)."""
    known = state.copy()
    foe = OTHER[seat]
    hidden = len(state.hands[foe]) - len(state.shown[foe])
    known.hands[foe] = [*state.shown[foe], *[HIDDEN] * hidden]
    size = sum(state.deck.values())
    known.deck = {HIDDEN: size} if size else {}
    known.fast[foe] = []
    known.peeked[foe] = None
    return known


# What a seat remembers between mail turns: the last hand it saw by a peek, and when; how the standings went.


@record
class Memory:
    """``peek`` is the foe's hand as last seen, in the mail turn ``peeked``; None and 0 if it never was.

    Which cards of the foe's hand are known for certain stands in the view (``known``): every mail turn keeps it up.
    """

    peek: tuple[str, ...] | None = None
    peeked: int = 0
    course: tuple[tuple[int, tuple[int, int], tuple[int, int]], ...] = ()
    """Mail turn by mail turn the temples and the lands of Sun and Moon, which END-5 asks for first."""


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a mail turn's view taken in."""
    before = memory or Memory()
    sun, moon = (view.standings[seat] for seat in SEATS)
    now = (turn, (sun.temples, moon.temples), (sun.lands, moon.lands))
    course = (*(point for point in before.course if point[0] < turn), now)
    peek, peeked = (before.peek, before.peeked) if view.peek is None else (view.peek, turn)
    return Memory(peek, peeked, course)


def memory_to_plain(memory: Memory) -> Data:
    """A memory as JSON can hold it."""
    course = [[turn, *temples, *lands] for turn, temples, lands in memory.course]
    return {"peek": None if memory.peek is None else list(memory.peek), "peeked": memory.peeked, "course": course}


def memory_from_plain(plain: Fields) -> Memory:
    """Back; games begun before the course was kept have none of it."""
    peek = plain["peek"]
    course = tuple((turn, (a, b), (c, d)) for turn, a, b, c, d in plain.get("course", ()))
    return Memory(None if peek is None else tuple(peek), int(plain["peeked"]), course)


SIGHT = GameSight[State, View, Memory](perceive, remember, Memory(), known_state)
