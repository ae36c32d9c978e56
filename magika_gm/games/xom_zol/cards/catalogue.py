"""The set: cards by name, read from the data files, one a faction; how a card is read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.datafiles import load_toml
from magika_gm.games.xom_zol.cards.model import Abilities, Card, Cards, in_order
from magika_gm.games.xom_zol.cards.text import TextFault, read_rules
from magika_gm.games.xom_zol.rules.terms import (
    BODIES,
    FACTION_LETTERS,
    FACTION_NAMES,
    KIND_OF,
    LETTERS,
    MANA_CARDS,
    ROLES,
    CardType,
    Faction,
    Kind,
    Rarity,
)

# Cards from tables as TOML gives them, with every fault and its place; and back to a table.


KEYS = (
    "type", "faction", "cost", "race", "role", "align", "s", "d", "unsummon", "mana", "kinds", "rules", "rarity",
)  # fmt: skip
_ALIGN = re.compile(r"([GEN])([0-9])")
_NAME = re.compile(r"[^\s;,\"][^;,\"\n]{0,59}")
HIGHEST = 99


def read_card(reader: CaseReader, place: str, name: str, table: Mapping[str, Any]) -> Card:
    """A card; what is wrong with it goes to ``reader``, and a card that can be worked with comes out."""
    reader.keys(place, table, KEYS)
    for key in ("type", "faction", "cost"):
        if key not in table:
            reader.fault(f"{place}.{key}", "is missing")
    if not _NAME.fullmatch(name):
        reader.fault(place, "a card's name has 1 to 60 characters, no comma, semicolon or quotation mark")
    card_type = CardType(reader.among(f"{place}.type", table.get("type", "creature"), tuple(CardType)))
    faction = Faction(reader.among(f"{place}.faction", table.get("faction", "XE"), tuple(Faction)))
    body, mana = card_type in BODIES, card_type in MANA_CARDS
    letter, align = _alignment(reader, place, table, faction, body)
    return Card(
        name=name,
        type=card_type,
        faction=faction,
        letter=letter,
        cost=_letters(reader, f"{place}.cost", table.get("cost", "0")),
        rarity=_rarity(reader, f"{place}.rarity", table.get("rarity", "common")),
        race=_known(reader, f"{place}.race", table.get("race", ""), tuple(KIND_OF), body),
        role=_known(reader, f"{place}.role", table.get("role", ""), ROLES, body),
        align=align,
        s=_figure(reader, place, table, "s", 1, body),
        d=_figure(reader, place, table, "d", 1, body),
        unsummon=reader.number(f"{place}.unsummon", table.get("unsummon", 0), 0, HIGHEST, 0),
        mana=_mana(reader, f"{place}.mana", table.get("mana", ""), mana),
        kinds=_kinds(reader, f"{place}.kinds", table.get("kinds", []), card_type),
        rules=_rules(reader, f"{place}.rules", table.get("rules", ""), card_type),
    )


def _alignment(
    reader: CaseReader, place: str, table: Mapping[str, Any], faction: Faction, body: bool
) -> tuple[str, int]:
    letter = FACTION_LETTERS[faction]
    if "align" not in table:
        return letter, 0
    got = _ALIGN.fullmatch(reader.text(f"{place}.align", table["align"]).upper())
    if got is None or not body:
        reader.fault(f"{place}.align", "must be a letter G, E or N and a number from 0 to 9, on a creature")
        return letter, 0
    return got[1], int(got[2])


def _figure(reader: CaseReader, place: str, table: Mapping[str, Any], key: str, default: int, body: bool) -> int:
    if not body:
        if key in table:
            reader.fault(f"{place}.{key}", "only creatures have it")
        return 0
    return reader.number(f"{place}.{key}", table.get(key, default), 0, HIGHEST, default)


def _letters(reader: CaseReader, place: str, value: object) -> str:
    text = reader.text(place, value).upper()
    if text == "0":
        return ""
    if not text or not set(text) <= set(LETTERS):
        reader.fault(place, f"{value!r} is no cost: letters G E N B, or 0")
        return ""
    return in_order(text)


def _mana(reader: CaseReader, place: str, value: object, allowed: bool) -> str:
    text = reader.text(place, value).upper()
    if text in ("", "-"):
        return ""
    if not allowed or not set(text) <= set(LETTERS):
        reader.fault(place, "mana is letters G E N B, on a land or sigil")
        return ""
    return in_order(text)


def _known(reader: CaseReader, place: str, value: object, known: tuple[str, ...], body: bool) -> str:
    text = reader.text(place, value)
    if not text:
        return ""
    if not body:
        reader.fault(place, "only creatures have it")
        return ""
    return reader.among(place, text, known)


def _kinds(reader: CaseReader, place: str, value: object, card_type: CardType) -> tuple[Kind, ...]:
    texts = reader.texts(place, value)
    if texts and card_type is not CardType.LAND:
        reader.fault(place, "only lands allow kinds")
    return tuple(Kind(reader.among(place, text, tuple(Kind))) for text in texts)


def _rarity(reader: CaseReader, place: str, value: object) -> Rarity:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(Rarity):
        return tuple(Rarity)[value - 1]
    return Rarity(reader.among(place, value, tuple(Rarity)))


def _rules(reader: CaseReader, place: str, value: object, card_type: CardType) -> Abilities:
    text = reader.text(place, value)
    try:
        rules = read_rules(text, card_type is CardType.AUGMENT)
    except TextFault as fault:
        reader.fault(place, str(fault))
        return Abilities()
    misplaced = why_misplaced(rules, card_type)
    if misplaced:
        reader.fault(place, misplaced)
    return rules


def why_misplaced(rules: Abilities, card_type: CardType) -> str:
    """What stands on a card of a type that cannot have it, in words; "" if nothing (CARD-2, FX)."""
    scraps = card_type in (CardType.CHANNEL, CardType.SPELL, CardType.COUNTER)
    if rules.effects and not scraps and card_type is not CardType.AUGMENT:
        return "a bare effect belongs on a channel, spell, counter or augment; others need USE or a trigger"
    if card_type is CardType.AUGMENT and any(e.reach.value != "bearer" for e in rules.effects):
        return "on an augment only BOOST s/d and GRANT keyword stand bare"
    if card_type is not CardType.COUNTER and any(e.verb in ("CANCEL", "TAX") for e in rules.effects):
        return "CANCEL and TAX stand on counters"
    stays = rules.use or rules.inflate or rules.triggers or rules.auras or rules.demands or rules.noforce
    if scraps and (stays or rules.returns or any(k != "LIMIT" for k in rules.keywords)):
        return "a channel, spell or counter has effects and LIMIT alone"
    if card_type not in BODIES and (rules.inflate or rules.returns):
        return "INFLATE and RETURN self stand on creatures"
    return ""


def table_of(card: Card, rules: str) -> dict[str, Any]:
    """The table a card is read from; ``rules`` is its rules text."""
    table: dict[str, Any] = {"type": card.type.value, "faction": card.faction.value, "cost": card.cost or "0"}
    if card.body:
        table |= {"race": card.race, "role": card.role, "align": card.alignment, "s": card.s, "d": card.d}
    if card.is_mana:
        table |= {"mana": card.mana, "kinds": [k.value for k in card.kinds]}
    return table | {"unsummon": card.unsummon, "rarity": card.rarity.value, "rules": rules}


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
