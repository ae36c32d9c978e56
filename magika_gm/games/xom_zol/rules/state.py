"""A game as plain typed data, changed by events alone: both sides, every card in play, its options (SCEN-1)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from magika_gm.engine.records import FORGOTTEN, Copied, mutable, named_record, record
from magika_gm.engine.toml import ELSEWHERE, SELDOM, Whole
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.cards.model import Card, Cards, in_order
from magika_gm.games.xom_zol.orders.model import Order
from magika_gm.games.xom_zol.rules.terms import SIDES, other

EDITION = 2
"""The newest edition of the rules (docs/decisions/0015). By 1 who nobody can meet protects nobody (ASLT-6)
and decks may hold cards that have left the set (SETUP-1)."""

# What a scenario may change (SCEN-1), with the law's defaults.


class Pace(StrEnum):
    """Game turns in a mail turn (MAIL-1)."""

    SINGLE = "single"
    DOUBLE = "double"


class First(StrEnum):
    """Whose is game turn 1 (SETUP-2)."""

    ROLL = "roll"
    A = "A"
    B = "B"


class SigilFormula(StrEnum):
    """Which reading of the sigil formula holds (MANA-3)."""

    COST = "cost"
    LESS = "cost-1"


class Lapse(StrEnum):
    """What a card does whose upkeep lapsed (UPK-3): it commits and rests, or its side loses the life alone."""

    RESTS = "rests"
    LIFE = "life"


class InflateCap(StrEnum):
    """How often INFLATE may be used in a game turn (STAT-5): as the printed D says, or the D as it is now."""

    PRINTED = "printed"
    NOW = "now"


class EmptyLibrary(StrEnum):
    """What a draw phase without a library brings (END-3)."""

    LOSE = "lose"
    GO_ON = "go-on"


@named_record
class Options:
    """Options of a game: ``hand`` is the first hand and the fizzle number, ``dependency`` whether decks may hold cards
    with DEPENDS, ``max_turns`` 0 that no game turn is the last.

    ``overrun_sabotage``: what OVERRUN has left for the player may sabotage (ASLT-10). ``bottom_discard``: what is
    discarded at Fizzle may go under the library, ``bottom_any``: what an effect discards, too (POL-7).
    """

    edition: Annotated[int, SELDOM, Whole(1, EDITION)] = EDITION
    pace: Pace = Pace.SINGLE
    life: Annotated[int, Whole(1, 999)] = 50
    hand: Annotated[int, Whole(1, 20)] = 5
    max_turns: Annotated[int, Whole(0, 400)] = 40
    first: First = First.ROLL
    first_draw: bool = False
    sigil_formula: SigilFormula = SigilFormula.COST
    front_must_die: bool = False
    bottom_discard: bool = False
    bottom_any: Annotated[bool, SELDOM] = False
    lapse: Annotated[Lapse, SELDOM] = Lapse.RESTS
    overrun_sabotage: Annotated[bool, SELDOM] = False
    inflate_cap: Annotated[InflateCap, SELDOM] = InflateCap.PRINTED
    empty_library: EmptyLibrary = EmptyLibrary.LOSE
    dependency: bool = True
    copies: Annotated[tuple[int, int, int, int, int], ELSEWHERE] = (1, 2, 3, 4, 6)
    """Copies of one card in a deck: legend, rare, uncommon, common, crop."""
    basic_lands: Annotated[int, ELSEWHERE] = 12
    """Copies of one land of cost 0."""


DEFAULTS = Options()


Column = tuple[str, str]
"""A column of a formation: refs in the front and in the rear place, "" for nobody (FIELD-4)."""
Change = tuple[int, int]
"""A change of S and D."""


@mutable
class Piece(Copied):
    """A card in play (TERM-3).

    ``behind`` is where a creature not there yet wants to stand (FIELD-5), ``on`` an augment's creature, ``changes`` and
    ``grants`` those for the turn, ``aligned`` the alignment changes (ALN), ``inflated`` the INFLATE uses of the game
    turn, ``doomed`` whether it leaves at the next check (STAT-3).
    """

    ref: str
    side: str
    number: int
    card: Card
    exists: bool = True
    committed: bool = False
    assaulted: bool = False
    lapsed: bool = False
    pacified: bool = False
    doomed: bool = False
    damage: int = 0
    inflated: int = 0
    on: str = ""
    behind: str = ""
    changes: tuple[Change, ...] = ()
    grants: tuple[str, ...] = ()
    aligned: tuple[Change, ...] = ()

    @property
    def creature(self) -> bool:
        """Whether it is a creature that exists (TERM-6)."""
        return self.card.body and self.exists


@mutable
class Side(Copied):
    """One side (TERM-2): ``library`` from the top, ``hand`` in order of names, ``discard`` oldest first.

    ``next_number`` is that of its next card in play; ``react`` its standing orders (MAIL-3); ``saw`` the game turn and
    the hand it last looked at by PEEK.
    """

    name: str
    life: int = 50
    pool: str = ""
    library: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    next_number: int = 1
    react: tuple[Order, ...] = ()
    saw: tuple[int, tuple[str, ...]] | None = None
    deck: tuple[tuple[str, int], ...] = ()
    """The deck it began with: names and copies, and ``start`` its two lands; told when the game is over."""
    start: tuple[str, ...] = ()

    def place_of(self, ref: str) -> str:
        """``F1``, ``R2``; "" if it has no place."""
        for i, (front, rear) in enumerate(self.columns, 1):
            if front == ref:
                return f"F{i}"
            if rear == ref:
                return f"R{i}"
        return ""

    def at(self, place: str) -> str:
        """The ref at a place, "" if nobody stands there."""
        index = int(place[1:]) - 1
        if not 0 <= index < len(self.columns):
            return ""
        return self.columns[index][0 if place[0] == "F" else 1]


@dataclass(slots=True)
class Combat(Copied):
    """An assault between steps 3.4 B and E: who assaults from which rank, and who counters whom, in order."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    counters: dict[str, list[str]]

    @property
    def assaulters(self) -> tuple[str, ...]:
        """Both ranks."""
        return self.first + self.second

    def countering(self) -> dict[str, str]:
        """Whom each counter-assaulting creature counters."""
        return {by: ref for ref, those in self.counters.items() for by in those}


@mutable
class State(Copied):
    """A game. ``turn`` is the game turn last begun and ``active`` its side (0 and the first side before the first).

    ``flight`` are cards that are being cast and lie in no zone (PLAY-1): none between turns, unless a game ended just
    then. ``cards`` is every card there is or was, the same for all games but those of adjudication cases.
    """

    options: Options = DEFAULTS
    turn: int = 0
    mail_turn: int = 0
    first: str = SIDES[0]
    active: str = SIDES[0]
    sides: dict[str, Side] = field(default_factory=lambda: {name: Side(name=name) for name in SIDES})
    pieces: dict[str, Piece] = field(default_factory=dict)
    fog: bool = False
    mana_cast: bool = False
    flight: tuple[tuple[str, str], ...] = ()
    ending: str | None = None
    winner: str | None = None
    scenario: str = ""
    combat: Combat | None = field(default=None, compare=False)
    cards: Cards = field(default_factory=every_card, compare=False, repr=False)
    barred: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Lands and sigils of an adjudication case that MANA-2, 3 do not allow: never put into play (CASE, ``valid``)."""
    seen: object = field(default=None, compare=False, repr=False, metadata=FORGOTTEN)
    """The figures as last looked at (``figures.look``); anything that changes the state forgets them."""

    def forget(self) -> None:  # noqa: D102 - what was worked out of it
        self.seen = None

    @property
    def passive(self) -> str:
        """The side whose game turn it is not."""
        return other(self.active)

    def of(self, side: str) -> Iterator[Piece]:
        """A side's cards in play, lowest ref first."""
        return (p for p in self.pieces.values() if p.side == side)

    def creatures(self, side: str) -> list[Piece]:
        """A side's creatures that exist, lowest ref first."""
        return [p for p in self.pieces.values() if p.side == side and p.card.body and p.exists]

    def order(self, piece: Piece) -> tuple[int, bool]:
        """Key of "lowest ref": the number; between sides active before passive (TERM-3)."""
        return piece.number, piece.side != self.active

    def turn_side(self, turn: int) -> str:
        """Whose game turn that is: sides alternate (TERM-1)."""
        return self.first if turn % 2 else other(self.first)

    def acts_next(self, side: str) -> bool:
        """Whether a side has a game turn in the coming mail turn, and so an ACT part; in ``double`` both (MAIL-1)."""
        return self.options.pace is Pace.DOUBLE or self.turn_side(self.turn + 1) == side


def ref_key(ref: str) -> tuple[int, str]:
    """Key by which refs are listed: numbers as numbers (TERM-3)."""
    return int(ref[1:]), ref[:1]


def in_listing(state: State) -> list[Piece]:
    """Every card in play, side A's before side B's, lowest ref first: however the game came to this state."""
    return sorted(state.pieces.values(), key=lambda piece: (piece.side, piece.number))


# Pieces of a change: what several events do to a state alike.


@record
class Payment:
    """What a cost was paid with: cards committed, letters they added, letters taken from the pool, life (MANA-8)."""

    refs: tuple[str, ...] = ()
    added: str = ""
    spent: str = ""
    life: int = 0


FREE = Payment()


def pay(state: State, side: str, payment: Payment) -> None:
    """A cost is paid: cards committed, the pool, life (MANA-8)."""
    own = state.sides[side]
    for ref in payment.refs:
        state.pieces[ref].committed = True
    if payment.added or payment.spent:
        own.pool = pool_after(own.pool, payment)
    own.life -= payment.life


def pool_after(pool: str, payment: Payment) -> str:
    """The pool with a payment's letters added and spent."""
    left = list(pool + payment.added)
    for letter in payment.spent:
        left.remove(letter)
    return in_order("".join(left))


def land(state: State, side: str, card: str) -> None:
    """A card that was being cast arrives somewhere."""
    flight = list(state.flight)
    flight.remove((side, card))
    state.flight = tuple(flight)


def take_place(state: State, ref: str, behind: str) -> None:
    """Behind that front creature if nobody stands there, else a new front column at the right end (FIELD-5)."""
    piece = state.pieces[ref]
    piece.behind = ""
    columns = state.sides[piece.side].columns
    for i, (front, rear) in enumerate(columns):
        if behind and front == behind and not rear:
            columns[i] = (front, ref)
            return
    columns.append((ref, ""))


def closed_up(columns: list[Column]) -> list[Column]:
    """Rear creatures step forward into empty front places, empty columns go (FIELD-4)."""
    if all(front for front, _ in columns):
        return columns
    return [(front, rear) if front else (rear, "") for front, rear in columns if front or rear]


def augments_of(state: State, ref: str) -> list[Piece]:
    """What lies on a creature, lowest ref first."""
    return sorted((p for p in state.pieces.values() if p.on == ref), key=state.order)


def leave(state: State, ref: str, *, home: bool) -> None:
    """A card leaves the field, a creature's augments with it (FIELD-6)."""
    piece = state.pieces.pop(ref)
    own = state.sides[piece.side]
    if home:
        insort(own.hand, piece.card.name)
    else:
        own.discard.append(piece.card.name)
    if piece.card.body:
        empty_place(state, own, ref)
        for augment in augments_of(state, ref):
            del state.pieces[augment.ref]
            state.sides[augment.side].discard.append(augment.card.name)


def empty_place(state: State, own: Side, ref: str) -> None:
    """A creature that left stands nowhere; rear ones step forward unless an assault is going on."""
    own.columns = [("" if f == ref else f, "" if r == ref else r) for f, r in own.columns]
    if state.combat is None:
        own.columns = closed_up(own.columns)


def end_turn(state: State) -> None:
    """What holds for a game turn only is over."""
    state.fog = state.mana_cast = False
    for own in state.sides.values():
        own.pool = ""
    for piece in state.pieces.values():
        piece.damage = piece.inflated = 0
        piece.pacified = False
        piece.changes = piece.aligned = ()
        piece.grants = ()
