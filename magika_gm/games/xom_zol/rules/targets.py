"""What may be aimed at, and which of it an order means (PLAY-2, ORD-1, ORD-3, POL-2, STAT-2); conditions (ORD-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from magika_gm.engine.records import record
from magika_gm.games.xom_zol.cards.model import Card, Effect, Filter, StateWord, fits_printed, holds, read_filter
from magika_gm.games.xom_zol.orders.model import (
    Aim,
    Compared,
    Condition,
    Conditions,
    Count,
    Done,
    Have,
    Item,
    Named,
    Pick,
    Place,
    Player,
    Ranked,
    Ref,
)
from magika_gm.games.xom_zol.rules.figures import available, counts_letters, fits, has, looks, would_sink
from magika_gm.games.xom_zol.rules.state import Change, Piece, State
from magika_gm.games.xom_zol.rules.terms import BODIES, MANA_CARDS, CardType, Keyword, Rank, Reach, Verb, other

HOSTILE = frozenset({Verb.DAMAGE, Verb.GAMBLE, Verb.DESTROY, Verb.RETURN, Verb.COMMIT, Verb.PACIFY})
"""Verbs whose aims are meant of the other side (ORD-1)."""
_TYPES: dict[Reach, frozenset[CardType]] = {
    Reach.CREATURE: BODIES,
    Reach.EITHER: BODIES,
    Reach.FUNCTION: frozenset({CardType.FUNCTION}),
    Reach.AUGMENT: frozenset({CardType.AUGMENT}),
    Reach.MANA: MANA_CARDS,
}


@record
class Target:
    """What was aimed at: a card in play, a player, or a card of the own pile."""

    ref: str = ""
    player: str = ""
    card: str = ""

    def __str__(self) -> str:
        return self.ref or self.player or self.card


NOTHING = Target()


@record
class Aiming:
    """How something is aimed: what it reaches and which of it, the changes it would make (STAT-2), and its verb."""

    verb: Verb
    reach: Reach
    filter: Filter = ()
    changes: tuple[Change, ...] = ()

    @property
    def hostile(self) -> bool:
        """Whether the other side's cards are meant where an aim does not say."""
        return self.verb in HOSTILE or any(s < 0 or d < 0 for s, d in self.changes)


@lru_cache(maxsize=2048)
def aiming_of_effect(effect: Effect) -> Aiming | None:
    """How one effect is aimed, None if it is not."""
    if not effect.aimed:
        return None
    changes = ((effect.s, effect.d),) if effect.verb is Verb.BOOST else ()
    return Aiming(effect.verb, effect.reach, effect.filter, changes)


@lru_cache(maxsize=2048)
def aiming_of(card: Card) -> Aiming | None:
    """How a card is aimed when it is cast, None if it is not."""
    if card.type is CardType.AUGMENT:
        changes = tuple((e.s, e.d) for e in card.rules.effects if e.verb is Verb.BOOST)
        return Aiming(Verb.BOOST, Reach.CREATURE, (), changes)
    return aiming_of_effect(card.aim) if card.aim else None


@lru_cache(maxsize=2048)
def default_aim(aiming: Aiming) -> Aim:
    """The aim where none is given (POL-2)."""
    if aiming.reach is Reach.EITHER:
        return (Player(),)
    if aiming.reach is Reach.PILE:
        return (Ranked(Rank.COSTLIEST),)
    if aiming.reach is not Reach.CREATURE:
        return (Ranked(Rank.COSTLIEST, (), "THEIR"),)
    if aiming.verb in (Verb.COMMIT, Verb.PACIFY):
        return (Ranked(Rank.STRONGEST, read_filter(StateWord.READY) or (), "THEIR"),)
    return (Ranked(Rank.STRONGEST, (), "THEIR" if aiming.hostile else "MY"),)


def legal(state: State, side: str, aiming: Aiming, piece: Piece, declaring: bool = False) -> bool:
    """Whether a side may aim at a card in play; ``declaring``: in step 3.4 A (no "don't attacks")."""
    if not piece.exists or piece.card.type not in _TYPES[aiming.reach]:
        return False
    if piece.card.body:
        if piece.side != side and has(state, piece.ref, Keyword.WARD):
            return False
        if declaring and piece.side == state.active and aiming.verb in (Verb.COMMIT, Verb.PACIFY):
            return False
        if aiming.changes and would_sink(state, piece.ref, aiming.changes):
            return False
    return fits(state, piece, aiming.filter)


def choose(state: State, side: str, aiming: Aiming | None, aim: Aim, declaring: bool = False) -> Target | None:
    """The first legal item of an aim, or POL-2's where none is given; None if there is nothing. Of what needs no aim it
    is NOTHING."""
    if aiming is None:
        return NOTHING
    if aiming.reach is Reach.PILE:
        return _choose_of_pile(state, side, aiming, aim or default_aim(aiming))
    candidates = [p for p in state.pieces.values() if legal(state, side, aiming, p, declaring)]
    whose = other(side) if aiming.hostile else side
    for item in aim or default_aim(aiming):
        if isinstance(item, Player):
            if aiming.reach is Reach.EITHER and not item.own:
                return Target(player=other(side))
        else:
            piece = pick_of(state, side, item, candidates, whose)
            if piece is not None:
                return Target(piece.ref)
    return Target(player=other(side)) if aiming.reach is Reach.EITHER else None


def pick_of(state: State, side: str, item: Item, candidates: Sequence[Piece], whose: str) -> Piece | None:
    """Which of the legal candidates an item means; ``whose`` is the side meant without MY or THEIR."""
    match item:
        case Ref(ref):
            return next((p for p in candidates if p.ref == ref), None)
        case Place(place):
            ref = state.sides[side].at(place)
            return next((p for p in candidates if ref and p.ref == ref), None)
        case Named(name):
            named = _named(state, name, whose)
            return named if named in candidates else None
        case Ranked(rank, terms, said):
            meant = {"MY": side, "THEIR": other(side)}.get(said, whose)
            return best(state, rank, (p for p in candidates if p.side == meant and fits(state, p, terms)))
        case _:
            return None


def _named(state: State, name: str, whose: str) -> Piece | None:
    """The one existing card of that name of the side meant; none there: of the other side; several: none (ORD-1)."""
    for side in (whose, other(whose)):
        those = [p for p in state.of(side) if p.exists and p.card.name == name]
        if those:
            return those[0] if len(those) == 1 else None
    return None


def best(state: State, rank: Rank, pieces: Iterable[Piece]) -> Piece | None:
    """The one a rank means (ORD-3)."""
    return min(pieces, key=lambda p: (rank_key(state, rank, p), state.order(p)), default=None)


def rank_key(state: State, rank: Rank, piece: Piece) -> tuple[int, ...]:
    """Key of a rank, least first, by current figures."""
    now, cost = looks(state, piece.ref), piece.card.size
    match rank:
        case Rank.STRONGEST:
            return -now.s, -now.d, -cost
        case Rank.WEAKEST:
            return now.d, now.s, cost
        case Rank.COSTLIEST:
            return -cost, -now.s, -now.d
        case Rank.NEWEST:
            return (-piece.number,)


def printed_rank(rank: Rank, card: Card, age: int) -> tuple[int, ...]:
    """Key of a rank for a card of a pile, by printed figures; ``age``: 0 for the one last put there."""
    match rank:
        case Rank.STRONGEST:
            return -card.s, -card.d, -card.size
        case Rank.WEAKEST:
            return card.d, card.s, card.size
        case Rank.COSTLIEST:
            return -card.size, -card.s, -card.d
        case Rank.NEWEST:
            return (age,)


def _choose_of_pile(state: State, side: str, aiming: Aiming, aim: Aim) -> Target | None:
    """A creature card of the own discard pile (RAISE): a name or a rank; equals by name."""
    pile = state.sides[side].discard
    fitting = [
        (len(pile) - i, state.cards[name])
        for i, name in enumerate(pile, 1)
        if state.cards[name].body and fits_printed(state.cards[name], aiming.filter)
    ]
    for item in aim:
        if isinstance(item, Named) and any(card.name == item.name for _, card in fitting):
            return Target(card=item.name)
        if isinstance(item, Ranked) and item.whose != "THEIR":
            chosen = _best_of_pile(item, fitting)
            if chosen is not None:
                return Target(card=chosen.name)
    return None


def _best_of_pile(item: Ranked, fitting: Iterable[tuple[int, Card]]) -> Card | None:
    those = [(printed_rank(item.rank, card, age), card.name, card) for age, card in fitting if _suits(card, item)]
    return min(those, key=lambda t: t[:2])[2] if those else None


def _suits(card: Card, item: Ranked) -> bool:
    return fits_printed(card, item.filter)


def own_piece(state: State, side: str, pick: Pick, exists: bool = True) -> Piece | None:
    """An own card in play by ref, place, or by name if the side has only one of it (ORD)."""
    match pick:
        case Ref(ref):
            piece = state.pieces.get(ref)
            found = piece if piece is not None and piece.side == side else None
        case Place(place):
            found = state.pieces.get(state.sides[side].at(place))
        case Named(name):
            those = [p for p in state.of(side) if p.card.name == name and (p.exists or not exists)]
            found = those[0] if len(those) == 1 else None
    return found if found is not None and (found.exists or not exists) else None


def own_pieces(state: State, side: str, picks: Iterable[Pick | None]) -> list[Piece]:
    """Those of some picks that there are, in their order, each once."""
    found: dict[str, Piece] = {}
    for pick in picks:
        piece = own_piece(state, side, pick) if pick is not None else None
        if piece is not None:
            found.setdefault(piece.ref, piece)
    return list(found.values())


# IF: conditions of a line, read when it comes up (ORD-4).


def hold(state: State, side: str, conditions: Conditions, done: bool | None) -> bool:
    """Whether all hold for a side; ``done``: whether the line before was carried out, None where DONE and NOT DONE are
    false (COUNTER, BLOCK).
    """
    return all(_holds(state, side, condition, done) for condition in conditions)


def _holds(state: State, side: str, condition: Condition, done: bool | None) -> bool:
    match condition:
        case Done(wanted):
            return done is wanted
        case Compared(whose, count, compare, number):
            return holds(counted(state, side if whose == "MY" else other(side), count), compare, number)
        case Have(what, they):
            return any(_is(state, p, what) for p in state.of(other(side) if they else side) if p.exists)


def _is(state: State, piece: Piece, what: object) -> bool:
    if isinstance(what, Ref):
        return piece.ref == what.ref
    if isinstance(what, Named):
        return piece.card.name == what.name
    return isinstance(what, tuple) and fits(state, piece, what)


def counted(state: State, side: str, count: Count) -> int:
    """What a condition compares; only existing cards count."""
    own = state.sides[side]
    match count:
        case Count.LIFE:
            return own.life
        case Count.HAND:
            return len(own.hand)
        case Count.CREATURES:
            return len(state.creatures(side))
        case Count.READY:
            return len(available(state, side))
        case Count.MANA:
            return counts_letters(state, side)
        case Count.FUNCTIONS:
            return sum(p.card.type is CardType.FUNCTION for p in state.of(side))
        case Count.LIBRARY:
            return len(own.library)
