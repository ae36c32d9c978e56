"""Filters held against what is printed on a card (ORD-2, ORD-3)."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.filters import MANA_WORD, Figure, Filter, Sort, Term, holds
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.words import ALIGNMENTS, BODIES, MANA_CARDS, CardType


def fits_printed(card: Card, terms: Filter) -> bool:
    """Whether what is printed on a card fits; words of state never do (ORD-2)."""
    return all(term_fits_printed(card, term) for term in terms)


def term_fits_printed(card: Card, term: Term) -> bool:
    """One filter word against what is printed."""
    word = term.word
    match term.sort:
        case Sort.TYPE:
            if word == CardType.CREATURE:
                return card.type in BODIES
            return card.type in MANA_CARDS if word == MANA_WORD else card.type == word
        case Sort.KIND:
            return card.kind == word
        case Sort.RACE:
            return card.race == word
        case Sort.ROLE:
            return card.role == word
        case Sort.FACTION:
            return card.faction == word
        case Sort.ALIGNMENT:
            return card.type != CardType.FUNCTION and card.letter == ALIGNMENTS[word]
        case Sort.KEYWORD:
            return any(k == word or k.startswith(word + " ") for k in card.keywords)
        case Sort.STATE:
            return False
        case Sort.FIGURE:
            return holds(printed_figure(card, word), term.compare, term.number)


def printed_figure(card: Card, word: str) -> int:
    """A printed figure; cards without S and D count 0 (ORD-3)."""
    if word == Figure.COST:
        return card.size
    if word == Figure.ALIGN:
        return card.align
    return card.s if word == Figure.S else card.d
