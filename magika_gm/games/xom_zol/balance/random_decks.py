"""Legal decks drawn from the whole set, such as a player might try: two or three factions that share mana."""

from __future__ import annotations

from magika_gm.games.xom_zol.balance.chance import Chance
from magika_gm.games.xom_zol.cards.catalogue import catalogue, faction_cards
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.setup.decks import SIZE, SLOTS, Deck, most_copies
from magika_gm.games.xom_zol.words import DEPENDS, FACTION_LETTERS, CardType, Faction

LANDS = 24
SIGILS = 2
BASICS = 14
"""Lands of cost 0 among the lands, of both sorts together."""
SHARES: dict[CardType, int] = {
    CardType.CREATURE: 34, CardType.FUNCTION: 6, CardType.CHANNEL: 7, CardType.SPELL: 10, CardType.COUNTER: 6,
    CardType.AUGMENT: 6,
}  # fmt: skip
"""Cards of each type; characters take five, mana and sigils the rest."""


def random_deck(chance: Chance) -> Deck:
    """A legal deck: a letter, two of its factions and now and then one of another, cards of them as they come."""
    letter = chance.pick("GGEEN")
    own = [f for f in Faction if FACTION_LETTERS[f] == letter]
    factions = chance.shuffled(own)[:2]
    cards = [c for f in factions for c in faction_cards(f)]
    copies: dict[str, int] = {}
    basics = [c for c in cards if c.type is CardType.LAND and not c.size]
    for land in basics:
        copies[land.name] = BASICS // len(basics)
    _fill(copies, chance, _useful_lands(cards), LANDS - BASICS, most=4)
    _fill(copies, chance, [c for c in cards if c.type is CardType.SIGIL], SIGILS, most=1)
    _fill(copies, chance, [c for c in cards if c.type is CardType.CHARACTER], SLOTS, most=1)
    for card_type, share in SHARES.items():
        _fill(copies, chance, [c for c in cards if c.type is card_type], share, most=4)
    _support(copies, chance, cards)
    _fill(copies, chance, cards, SIZE - sum(copies.values()), most=6)
    return Deck(tuple(copies.items()), (basics[0].name, basics[-1].name), "random")


def _useful_lands(cards: list[Card]) -> list[Card]:
    return [c for c in cards if c.type is CardType.LAND and c.size]


def _fill(copies: dict[str, int], chance: Chance, cards: list[Card], wanted: int, most: int) -> None:
    """Take cards as they come, some copies of each, until so many are taken or none is left."""
    slots = SLOTS - sum(n for name, n in copies.items() if catalogue()[name].type is CardType.CHARACTER)
    for card in chance.shuffled(cards):
        room = most_copies(card) - copies.get(card.name, 0)
        if card.type is CardType.CHARACTER:
            room = min(room, slots)
        n = min(wanted, room, 1 + chance.below(most))
        if n <= 0:
            continue
        copies[card.name] = copies.get(card.name, 0) + n
        slots -= n if card.type is CardType.CHARACTER else 0
        wanted -= n


def _support(copies: dict[str, int], chance: Chance, cards: list[Card]) -> None:
    """Who depends on another finds two or three of them in the deck, in the place of other creatures."""
    needs = {k.partition(" ")[2] for name in copies for k in catalogue()[name].keywords if k.startswith(DEPENDS)}
    for word in sorted(needs):
        those = [c for c in cards if c.type is CardType.CREATURE and word in (c.race, c.role)]
        have = sum(n for name, n in copies.items() if word in (catalogue()[name].race, catalogue()[name].role))
        if have < SLOTS and those:
            _fill(copies, chance, those, SLOTS - have, most=3)
            _trim(copies, chance, word)


def _trim(copies: dict[str, int], chance: Chance, spared: str) -> None:
    """Take other creatures out until the deck is no larger than it may be."""
    while sum(copies.values()) > SIZE:
        names = [
            name
            for name in copies
            if catalogue()[name].type is CardType.CREATURE
            and spared not in (catalogue()[name].race, catalogue()[name].role)
        ]
        name = chance.pick(names)
        copies[name] -= 1
        if not copies[name]:
            del copies[name]
