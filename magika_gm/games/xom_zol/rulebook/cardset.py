"""The set of 500 cards, as the office asks for it (``engine.seam.books.CardSet``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.engine.seam.books import FoundCard
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.reader import table_of
from magika_gm.games.xom_zol.cards.search import Search, card_line, find_cards
from magika_gm.games.xom_zol.cards.text import rules_text

FIELDS: Mapping[str, str] = {
    "text": "a part of the rules text: DRAW, AURA",
    "faction": "a code or a name: ZN, Zol Nation",
    "category": "a type, or mana for lands and sigils",
    "cost": "3, >=4 or 2-4",
    "rarity": "legend, rare, uncommon, common, crop",
    "kind": "a creature's kind; of lands those that allow it",
    "words": "filters as in orders: EVIL FLYING COST>=4",
}


def _found(asked: Mapping[str, str]) -> list[Card]:
    return find_cards(Search(**asked))


def find(asked: Mapping[str, str]) -> list[FoundCard]:
    """Cards by faction, then category, cost and name."""
    return [
        FoundCard(
            name=card.name,
            line=card_line(card),
            plain={"name": card.name, **table_of(card, rules_text(card.rules))},
        )
        for card in _found(asked)
    ]


def printed(asked: Mapping[str, str], paper: str) -> bytes:
    """Every card's face, a faction after the other."""
    from magika_gm.games.xom_zol.rulebook.card_list import card_list

    return card_list(_found(asked), paper)
