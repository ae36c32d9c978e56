"""S, D and keywords as they are now (STAT-1), and what follows from them: who may fight, and alignment (ALN).

They are computed afresh whenever the state has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from magika_gm.engine.records import record
from magika_gm.games.xom_zol.cards.model import (
    Aura,
    Card,
    Figure,
    Filter,
    Sort,
    StateWord,
    Term,
    fits_printed,
    holds,
    term_fits_printed,
)
from magika_gm.games.xom_zol.rules.state import Change, Piece, State
from magika_gm.games.xom_zol.rules.terms import DEPENDS, SLAYER, CardType, Keyword, Reach, Verb


@record
class Looks:
    """A creature's figures at one moment."""

    s: int
    d: int
    keywords: frozenset[str]


NOBODY = Looks(0, 0, frozenset())
_Auras = dict[str, list[tuple[str, Aura]]]


def look(state: State) -> dict[str, Looks]:
    """Figures of every creature that exists, by ref."""
    if state.seen is None:
        state.seen = _look(state)
    return state.seen  # type: ignore[return-value] # only this module writes it


def looks(state: State, ref: str) -> Looks:
    """Figures of one card; 0 and no keywords for what is no creature, or does not exist."""
    return look(state).get(ref, NOBODY)


def has(state: State, ref: str, keyword: Keyword) -> bool:
    """Whether a creature has a keyword now."""
    return keyword in look(state).get(ref, NOBODY).keywords


def _look(state: State) -> dict[str, Looks]:
    auras: _Auras = {}
    augments: dict[str, list[Piece]] = {}
    creatures: list[Piece] = []
    for piece in state.pieces.values():
        if piece.exists:
            if piece.card.body:
                creatures.append(piece)
            elif piece.on:
                augments.setdefault(piece.on, []).append(piece)
            if piece.card.rules.auras and not piece.lapsed:
                # pieces of a side stand by number, so auras come by the lowest ref of their source
                auras.setdefault(piece.side, []).extend((piece.ref, aura) for aura in piece.card.rules.auras)
    for those in augments.values():
        those.sort(key=state.order)
    return {p.ref: _figures(p, augments.get(p.ref, ()), auras.get(p.side, ())) for p in creatures}


def _figures(piece: Piece, augments: Iterable[Piece], auras: Iterable[tuple[str, Aura]]) -> Looks:
    card = piece.card
    if not (augments or auras or piece.changes or piece.grants or piece.aligned):
        return Looks(card.s, card.d, card.keywords)
    more: set[str] = set()
    s, d = card.s, card.d
    for change_s, change_d in _changes(piece, augments, auras, more):
        if s + change_s >= 0 and d + change_d >= 0:
            s += change_s
            d += change_d
    return Looks(s, d, card.keywords | more if more else card.keywords)


def _changes(
    piece: Piece, augments: Iterable[Piece], auras: Iterable[tuple[str, Aura]], more: set[str]
) -> Iterator[Change]:
    """Changes in the order in which they are tried; keywords that come on the way go to ``more``."""
    for augment in augments:
        for effect in augment.card.rules.effects:
            if effect.reach is Reach.BEARER:
                if effect.verb is Verb.GRANT:
                    more.add(effect.keyword)
                else:
                    yield effect.s, effect.d
    for source, aura in auras:
        if source != piece.ref and fits_printed(piece.card, aura.filter):
            if aura.keyword:
                more.add(aura.keyword)
            else:
                yield aura.s, aura.d
    more.update(piece.grants)
    yield from piece.changes
    yield from piece.aligned


def would_sink(state: State, ref: str, changes: Iterable[Change]) -> bool:
    """Whether changes, added in order to the figures as they are, would take S or D below 0 (STAT-2)."""
    now = looks(state, ref)
    s, d = now.s, now.d
    for change_s, change_d in changes:
        s += change_s
        d += change_d
        if s < 0 or d < 0:
            return True
    return False


def figure(state: State, piece: Piece, word: str) -> int:
    """A figure a filter compares, as it is now."""
    if word == Figure.COST:
        return piece.card.size
    if word == Figure.ALIGN:
        return piece.card.align
    now = looks(state, piece.ref)
    return now.s if word == Figure.S else now.d


def fits(state: State, piece: Piece, terms: Filter) -> bool:
    """Whether a card in play fits a filter now (ORD-2)."""
    return all(_term_fits(state, piece, term) for term in terms)


def _term_fits(state: State, piece: Piece, term: Term) -> bool:
    match term.sort:
        case Sort.KEYWORD:
            keywords = looks(state, piece.ref).keywords if piece.card.body else piece.card.keywords
            return any(k == term.word or k.startswith(term.word + " ") for k in keywords)
        case Sort.FIGURE:
            return holds(figure(state, piece, term.word), term.compare, term.number)
        case Sort.STATE:
            return _state_fits(state, piece, term.word)
        case _:
            return term_fits_printed(piece.card, term)


def _state_fits(state: State, piece: Piece, word: str) -> bool:
    if word == StateWord.READY:
        return not piece.committed
    if word == StateWord.COMMITTED:
        return piece.committed
    combat = state.combat
    if combat is None:
        return False
    match word:
        case StateWord.ASSAULTING:
            return piece.ref in combat.assaulters
        case StateWord.COUNTERING:
            return any(piece.ref in those for those in combat.counters.values())
        case StateWord.COUNTERED:
            return bool(combat.counters.get(piece.ref))
        case _:  # FREE
            return piece.ref in combat.assaulters and not combat.counters.get(piece.ref)


def counts_letters(state: State, side: str) -> int:
    """Letters of a side's ready lands and sigils (ORD-4)."""
    return sum(
        len(p.card.mana)
        for p in state.pieces.values()
        if p.side == side and not p.committed and p.card.type in (CardType.LAND, CardType.SIGIL)
    )


# Which creatures may assault, counter-assault, meet one another, use effects (FIELD-7, ASLT-1, 4, 5, 6).


def is_dependent(state: State, piece: Piece) -> bool:
    """Whether what it DEPENDS on is missing: another own creature that exists with that role or race (FIELD-7)."""
    needs = [k.partition(" ")[2] for k in looks(state, piece.ref).keywords if k.startswith(DEPENDS)]
    if not needs:
        return False
    others = [p.card for p in state.creatures(piece.side) if p.ref != piece.ref]
    return not all(any(word in (card.race, card.role) for card in others) for word in needs)


def may_assault(state: State, piece: Piece) -> bool:
    """ASLT-1 but for the ranks: exists, ready, not PACIFIED, not WALL, FIELD-7."""
    return (
        piece.creature
        and not piece.committed
        and not piece.pacified
        and Keyword.WALL not in look(state)[piece.ref].keywords
        and not is_dependent(state, piece)
    )


def available(state: State, side: str) -> list[Piece]:
    """Creatures available to counter-assault (ASLT-4), lowest ref first."""
    return [p for p in state.creatures(side) if is_available(state, p)]


def is_available(state: State, piece: Piece) -> bool:
    """ASLT-4 for one creature."""
    if piece.committed or piece.pacified or not piece.creature:
        return False
    if piece.assaulted and Keyword.VIGIL not in look(state)[piece.ref].keywords:
        return False
    return not is_dependent(state, piece)


def can_meet(state: State, counter: Piece, assaulter: Piece) -> bool:
    """ASLT-5: a flyer only by a flyer; PHASE and solid only among themselves."""
    mine, its = look(state)[counter.ref].keywords, look(state)[assaulter.ref].keywords
    if Keyword.FLYING in its and Keyword.FLYING not in mine:
        return False
    return (Keyword.PHASE in its) == (Keyword.PHASE in mine)


def shields(state: State, front: Piece, rear: Piece) -> bool:
    """Whether a front creature hinders (ASLT-1) or protects (ASLT-6) one of the rear rank.

    Not if the rear one flies and the front one does not, nor if the rear one is solid and the front one PHASE.
    """
    before, behind = look(state)[front.ref].keywords, look(state)[rear.ref].keywords
    if Keyword.FLYING in behind and Keyword.FLYING not in before:
        return False
    return Keyword.PHASE in behind or Keyword.PHASE not in before


def eligible(state: State, side: str, chosen: list[Piece]) -> list[Piece]:
    """Those of the chosen that may assault, fronts looked at first (ASLT-1), in the order of columns by rank."""
    refs = {p.ref for p in chosen}
    first: list[Piece] = []
    second: list[Piece] = []
    for front, _ in state.sides[side].columns:
        if front in refs and may_assault(state, state.pieces[front]):
            first.append(state.pieces[front])
    assaulting = {p.ref for p in first}
    for front, rear in state.sides[side].columns:
        if rear in refs and may_assault(state, state.pieces[rear]):
            hindered = front and front not in assaulting and shields(state, state.pieces[front], state.pieces[rear])
            if not hindered:
                second.append(state.pieces[rear])
    return first + second


# Alignment between creatures that fight (ALN), and SLAYER.


_HIGHER: dict[str, Change] = {"GG": (0, 1), "EE": (1, 0), "EG": (2, 0)}
"""What the higher number gains; letters of the pairing in plain order."""
_LOWER: dict[str, Change] = {"NN": (-1, -1), "GN": (0, -1), "EN": (-1, 0)}
"""What the lower number loses."""
NONE: Change = (0, 0)
SLAYER_BONUS = 2


def alignment_change(own: Card, foe: Card) -> Change:
    """The change of a creature that compares with another; equal numbers change nothing (ALN-1)."""
    if own.align == foe.align:
        return NONE
    pairing = "".join(sorted(own.letter + foe.letter))
    return (_HIGHER if own.align > foe.align else _LOWER).get(pairing, NONE)


def slays(keywords: frozenset[str], foes: list[Card]) -> int:
    """By how much SLAYER raises S in a fight with those: for each word that fits one of them."""
    words = [k.partition(" ")[2] for k in keywords if k.startswith(SLAYER)]
    return SLAYER_BONUS * sum(any(word in (foe.race, foe.role, foe.kind) for foe in foes) for word in words)
