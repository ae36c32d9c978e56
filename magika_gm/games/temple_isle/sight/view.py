"""What a seat perceives at the end of a mail turn (INFO-1, INFO-2).

A :class:`View` holds everything public and, of private things, those of its seat alone; nothing built on one can leak.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from magika_gm.games.temple_isle.orders.choices import every_target
from magika_gm.games.temple_isle.orders.model import Cast, Fast
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, OTHER, SEATS
from magika_gm.games.temple_isle.rules.casting import check_cast
from magika_gm.games.temple_isle.rules.catalogue import Aim, Catalogue, MantraCard
from magika_gm.games.temple_isle.rules.endings import Standing, standing
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
from magika_gm.games.temple_isle.rules.mustering import levels_allow, places
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import HIDDEN, Left, Options, Stage, State, due, player_of


@dataclass(frozen=True, slots=True)
class MantraSeen:
    """A mantra in play: the game turn it ends with (0: none), and its age (lower is older)."""

    card: str
    caster: str
    until: int
    age: int


@dataclass(frozen=True, slots=True)
class SquareSeen:
    """A card of the isle: who controls it, what lies on it, what a step onto it costs each player, if it is closed."""

    card: str
    control: str
    mantras: tuple[MantraSeen, ...]
    cost: tuple[int, int]
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSeen:
    """A unit in play (INFO-2, 3). ``points`` are those left after its player's last game turn, None if not his."""

    number: int
    card: str
    owner: str
    square: int
    hp: int
    now: Figures
    mustered: int
    organizing: bool
    points: int | None
    mantras: tuple[MantraSeen, ...]


@dataclass(frozen=True, slots=True)
class UnitGone:
    """A unit that has left play."""

    number: int
    card: str
    owner: str
    how: Left


@dataclass(frozen=True, slots=True)
class CardHeld:
    """A card of one's hand: why it could not be played in a game turn now, None if it could (INFO-2, 4)."""

    card: str
    why_not: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
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
    global_mantras: tuple[MantraSeen, ...]
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
            UnitSeen(
                number=u.number,
                card=u.card,
                owner=u.owner,
                square=u.at,
                hp=u.hp,
                now=figures(state, u),
                mustered=u.mustered,
                organizing=state.organizing(u),
                points=u.points,
                mantras=tuple(MantraSeen(m.card, m.caster, m.until, m.serial) for m in u.mantras),
            )
            for u in state.units_in_play()
        ),
        gone=tuple(UnitGone(u.number, u.card, u.owner, u.left) for u in state.units.values() if u.left is not None),
        global_mantras=tuple(MantraSeen(m.card, m.caster, m.until, m.serial) for m in state.global_mantras),
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
        standings={s: standing(state, s) for s in SEATS},
    )


def _square(state: State, square: int) -> SquareSeen:
    return SquareSeen(
        state.isle[square],
        state.control[square],
        tuple(MantraSeen(m.card, m.caster, m.until, m.serial) for m in state.mantras_on(square)),
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
