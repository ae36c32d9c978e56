"""S, D and keywords as they are now (STAT-1): computed afresh whenever the state has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from magika_gm.games.xom_zol.cards.filters import Figure, Filter, Sort, StateWord, Term, holds
from magika_gm.games.xom_zol.cards.model import Aura
from magika_gm.games.xom_zol.cards.printed import fits_printed, term_fits_printed
from magika_gm.games.xom_zol.state import Change, Piece, State
from magika_gm.games.xom_zol.words import CardType, Keyword, Reach, Verb


@dataclass(frozen=True, slots=True)
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


def strongest_key(state: State, piece: Piece) -> tuple[int, int, int]:
    """Greatest S, D, cost first (ORD-3)."""
    now = looks(state, piece.ref)
    return -now.s, -now.d, -piece.card.size


def counts_letters(state: State, side: str) -> int:
    """Letters of a side's ready lands and sigils (ORD-4)."""
    return sum(
        len(p.card.mana)
        for p in state.pieces.values()
        if p.side == side and not p.committed and p.card.type in (CardType.LAND, CardType.SIGIL)
    )
