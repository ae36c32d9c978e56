"""The set of 500 cards, looked up by what is printed on them (``engine.seam.books.CardSet``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from magika_gm.engine.records import named_record
from magika_gm.engine.seam.reports import FoundCard
from magika_gm.games.xom_zol.cards.catalogue import catalogue, table_of
from magika_gm.games.xom_zol.cards.model import Card, Filter, fits_printed, holds, plain_comparison, read_filter
from magika_gm.games.xom_zol.cards.text import both_texts, rules_text
from magika_gm.games.xom_zol.rules.terms import FACTION_NAMES, MANA_CARDS, CardType, Faction, Kind, Rarity

_COST = re.compile(r"(>=|<=|=|<|>)?\s*(\d{1,2})(?:\s*-\s*(\d{1,2}))?")
MANA = "mana"
"""A category that is two types: lands and sigils."""


class SearchFault(ValueError):
    """A search that cannot be made, in words for who asked."""


@named_record
class Search:
    """What is looked for; everything given must fit.

    ``name`` and ``text`` are parts of the name and of the rules text, whatever their capitals; ``faction`` a code or
    a name; ``category`` a type, ``mana`` for both sorts; ``cost`` ``3``, ``>=4`` or ``2-4``; ``kind`` also finds lands
    that allow it; ``words`` filters as in orders.
    """

    name: str = ""
    text: str = ""
    faction: str = ""
    category: str = ""
    cost: str = ""
    rarity: str = ""
    kind: str = ""
    words: str = ""


def find_cards(search: Search) -> list[Card]:
    """Cards that fit, by faction as the law lists them, then category, cost and name; raises :class:`SearchFault`."""
    faction = _faction(search.faction)
    types = _types(search.category)
    rarity = _one(search.rarity, tuple(Rarity), "rarity")
    kind = _one(search.kind, tuple(Kind), "kind")
    terms = _words(search.words)
    low, high = _cost(search.cost)
    found = [
        card
        for card in catalogue().values()
        if search.name.casefold() in card.name.casefold()
        and search.text.casefold() in rules_text(card.rules).casefold()
        and (faction is None or card.faction == faction)
        and card.type in types
        and (not rarity or card.rarity == rarity)
        and (not kind or card.kind == kind or kind in card.kinds)
        and low <= card.size <= high
        and fits_printed(card, terms)
    ]
    return sorted(found, key=in_listing)


def in_listing(card: Card) -> tuple[int, int, int, str]:
    """Key by which cards are listed."""
    return tuple(Faction).index(card.faction), tuple(CardType).index(card.type), card.size, card.name


def _one(text: str, known: Iterable[str], what: str) -> str:
    word = text.strip().casefold()
    if not word:
        return ""
    meant = [k for k in known if k == word] or [k for k in known if k.startswith(word)]
    if len(meant) != 1:
        raise SearchFault(f"{text!r} is no {what}: {', '.join(known)}")
    return str(meant[0])


def _faction(text: str) -> Faction | None:
    word = text.strip().casefold()
    if not word:
        return None
    meant = [code for code, name in FACTION_NAMES.items() if word == code.casefold() or word in name.casefold()]
    exact = [code for code in meant if word in (code.casefold(), FACTION_NAMES[code].casefold())]
    if len(exact or meant) != 1:
        listed = ", ".join(f"{code.value} {name}" for code, name in FACTION_NAMES.items())
        raise SearchFault(f"{text!r} is no faction: {listed}")
    return (exact or meant)[0]


def _types(text: str) -> frozenset[CardType]:
    word = _one(text, (*CardType, MANA), "category")
    if word == MANA:
        return MANA_CARDS
    return frozenset({CardType(word)}) if word else frozenset(CardType)


def _cost(text: str) -> tuple[int, int]:
    if not text.strip():
        return 0, 99
    got = _COST.fullmatch(text.strip())
    if got is None or (got[1] and got[3]):
        raise SearchFault(f"{text!r} is no cost: 3, >=4 or 2-4")
    number = int(got[2])
    if got[3]:
        return number, int(got[3])
    compare, number = plain_comparison(got[1] or "=", number)
    fitting = [n for n in range(100) if holds(n, compare, number)]
    return (fitting[0], fitting[-1]) if fitting else (1, 0)


def _words(text: str) -> Filter:
    terms = read_filter(text)
    if terms is None:
        raise SearchFault(f"{text!r} is no filter: words as in orders, such as EVIL FLYING COST>=4")
    return terms


def card_line(card: Card) -> str:
    """A card on one line: ``Xom Knight  creature, human knight  G3 3/3  GGBB  common  XE``."""
    race = " ".join(filter(None, (card.race, card.role)))
    what = ", ".join(filter(None, (card.type.value, race or " ".join(k.value for k in card.kinds))))
    figures = f"{card.alignment} {card.s}/{card.d}" if card.body else f"makes {card.mana}" if card.mana else ""
    upkeep = f"upkeep {card.unsummon}" if card.unsummon else ""
    parts = (card.name, what, figures, card.cost or "0", upkeep, card.rarity.value, card.faction.value)
    text = "  ".join(filter(None, parts))
    rules = both_texts(card.rules)
    return f"{text}  {rules}" if rules else text


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


def printed(asked: Mapping[str, str], paper: str, cut: bool = False) -> bytes:
    """Every card's face, a faction after the other."""
    from magika_gm.games.xom_zol.report.printed import card_list, card_sheets

    return (card_sheets if cut else card_list)(_found(asked), paper)
