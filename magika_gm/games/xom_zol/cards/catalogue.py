"""The set: cards by name, read from the data files, one a faction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.datafiles import load_toml
from magika_gm.games.xom_zol.cards.model import Card, Cards
from magika_gm.games.xom_zol.cards.reader import read_card
from magika_gm.games.xom_zol.words import FACTION_NAMES, CardType, Faction

DATA = "magika_gm.games.xom_zol.data"


def file_of(faction: Faction) -> str:
    """The data file of a faction: ``wizards_guild.toml``."""
    return FACTION_NAMES[faction].casefold().replace("'", "").replace(" ", "_") + ".toml"


@cache
def faction_cards(faction: Faction) -> tuple[Card, ...]:
    """A faction's cards in the order of its file; raises ``CaseFaults`` with every fault of it."""
    reader = CaseReader()
    found: list[Card] = []
    data = load_toml(DATA, file_of(faction))
    reader.keys("", data, tuple(CardType))
    for card_type, cards in data.items():
        for name, table in reader.table(card_type, cards).items():
            place = f"{card_type}.{name}"
            fields = {"type": card_type, "faction": faction.value, **reader.table(place, table)}
            if card_type == CardType.CHARACTER:
                fields.setdefault("rarity", "legend")
            found.append(read_card(reader, place, name, fields))
    reader.done()
    return tuple(found)


@cache
def catalogue() -> Cards:
    """Every card of the set by name, in the order of names."""
    cards = {card.name: card for faction in Faction for card in faction_cards(faction)}
    return Cards(dict(sorted(cards.items())))


def with_cards(cards: Mapping[str, Card], more: Mapping[str, Card]) -> Cards:
    """The set with further cards (of an adjudication case), which go before those of the same name."""
    return Cards({**cards, **more})
