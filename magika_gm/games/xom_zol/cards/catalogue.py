"""The set: cards by name, read from the data files, one a faction; how a card is read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.toml import load_toml
from magika_gm.games.xom_zol.cards.model import Abilities, Aura, Card, Cards, Effect, Filter, Sort, in_order
from magika_gm.games.xom_zol.cards.text import TextFault, read_rules
from magika_gm.games.xom_zol.rules.terms import (
    BODIES,
    FACTION_LETTERS,
    FACTION_NAMES,
    KEYWORD_POINTS,
    KIND_OF,
    LETTERS,
    MANA_CARDS,
    ROLES,
    CardType,
    Faction,
    Kind,
    Moment,
    Rarity,
    Reach,
    Verb,
)

# Cards from tables as TOML gives them, with every fault and its place; and back to a table.


KEYS = (
    "type", "faction", "cost", "race", "role", "align", "s", "d", "unsummon", "mana", "kinds", "rules", "rarity",
)  # fmt: skip
_ALIGN = re.compile(r"([GEN])([0-9])")
_NAME = re.compile(r"[^\s;,\"][^;,\"\n]{0,59}")
HIGHEST = 99


def read_card(reader: CaseReader, place: str, name: str, table: Fields) -> Card:
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


def _alignment(reader: CaseReader, place: str, table: Fields, faction: Faction, body: bool) -> tuple[str, int]:
    letter = FACTION_LETTERS[faction]
    if "align" not in table:
        return letter, 0
    got = _ALIGN.fullmatch(reader.text(f"{place}.align", table["align"]).upper())
    if got is None or not body:
        reader.fault(f"{place}.align", "must be a letter G, E or N and a number from 0 to 9, on a creature")
        return letter, 0
    return got[1], int(got[2])


def _figure(reader: CaseReader, place: str, table: Fields, key: str, default: int, body: bool) -> int:
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


def table_of(card: Card, rules: str) -> Data:
    """The table a card is read from; ``rules`` is its rules text."""
    table: Data = {"type": card.type.value, "faction": card.faction.value, "cost": card.cost or "0"}
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
    return _cards_of(faction, load_toml(DATA, file_of(faction)))


def _cards_of(faction: Faction, data: Fields) -> tuple[Card, ...]:
    reader = CaseReader()
    found: list[Card] = []
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


@cache
def every_card() -> Cards:
    """The set and the cards that are no longer in it: games begun by the first edition may hold those."""
    gone = load_toml(DATA, "retired.toml")
    return with_cards(catalogue(), {c.name: c for code, data in gone.items() for c in _cards_of(Faction(code), data)})


def with_cards(cards: Mapping[str, Card], more: Mapping[str, Card]) -> Cards:
    """The set with further cards (of an adjudication case), which go before those of the same name."""
    return Cards({**cards, **more})


# What a card should cost (SET-6), and what a land or a sigil may be (MANA-2, MANA-3).


RARITY_POINTS: dict[Rarity, int] = {Rarity.LEGEND: 3, Rarity.RARE: 2, Rarity.UNCOMMON: 1}
DEAREST_LAND = 2
_DESTROY: dict[Reach, int] = {Reach.FUNCTION: 7, Reach.AUGMENT: 5, Reach.MANA: 14}
_CANCEL: dict[str, int] = {"any": 12, "body": 8, "word": 8, "thing": 8}
_EACH: dict[Reach, int] = {Reach.EACH_MY: 3, Reach.EACH_THEIR: 3, Reach.EACH: 2}
_FIXED: dict[Verb, int] = {
    Verb.COMMIT: 4, Verb.READY: 3, Verb.PACIFY: 3, Verb.FOG: 6, Verb.PEEK: 2, Verb.FETCH: 5,
}  # fmt: skip
_PER_ONE: dict[Verb, int] = {Verb.DRAIN: 4, Verb.HEAL: 2, Verb.LOSE: -1, Verb.DRAW: 4, Verb.DISCARD: 4}
_RETURN_SELF = 4
_NOFORCE = 8


def half_up(twice: int) -> int:
    """Half of a number, rounded up."""
    return (twice + 1) // 2


def keyword_points(keyword: str) -> int:
    """Points of a keyword, whatever word it takes."""
    return KEYWORD_POINTS[keyword.split(maxsplit=1)[0]]


def effect_points(effect: Effect) -> int:
    """Points of one effect (FX-1, FX-5)."""
    if effect.reach in _EACH:
        single = _single(effect, Reach.CREATURE)
        return (single - (2 if effect.filter else 0)) * _EACH[effect.reach]
    aimed_filter = effect.filter and effect.reach is not Reach.PILE and effect.verb is not Verb.FETCH
    return _single(effect, effect.reach) - (2 if aimed_filter else 0)


def _single(effect: Effect, reach: Reach) -> int:
    verb = effect.verb
    if verb in _FIXED:
        return _FIXED[verb]
    if verb in _PER_ONE:
        return _PER_ONE[verb] * effect.n
    match verb:
        case Verb.DAMAGE:
            per = {Reach.EITHER: 3 * effect.n, Reach.PLAYER: 2 * effect.n}
            return per.get(reach, 2 * effect.n + 1)
        case Verb.GAMBLE:
            return half_up(3 * (effect.n + 1))
        case Verb.BOOST:
            return (abs(effect.s) + abs(effect.d)) * (2 if reach is Reach.BEARER else 1)
        case Verb.GRANT:
            points = keyword_points(effect.keyword)
            return points if reach is Reach.BEARER else half_up(points)
        case Verb.DESTROY:
            return _DESTROY.get(reach, 12)
        case Verb.RETURN:
            return 6
        case Verb.MILL:
            return half_up(effect.n)
        case Verb.RAISE:
            return 5 if effect.to == "hand" else 14
        case Verb.MANA:
            return 5 * len(effect.letters)
        case Verb.CANCEL:
            return _CANCEL[effect.scope]
        case _:  # TAX
            return 2 * effect.n + 2


def aura_points(aura: Aura) -> int:
    """Points of an aura (FX-4): by how wide its filter is, or twice the keyword."""
    if aura.keyword:
        return 2 * keyword_points(aura.keyword)
    return _width(aura.filter) * (abs(aura.s) + abs(aura.d))


def _width(terms: Filter) -> int:
    if not terms:
        return 8
    return 4 if any(t.sort is Sort.RACE for t in terms) else 6


def points(card: Card) -> int:
    """All points of a card (SET-6)."""
    rules = card.rules
    total = sum(map(keyword_points, rules.keywords)) + sum(map(effect_points, rules.effects))
    if card.body:
        total += 2 * card.s + 2 * card.d + card.align
    total += {CardType.CHARACTER: 2, CardType.SPELL: 1}.get(card.type, 0)
    total += (KEYWORD_POINTS["INFLATE"] if rules.inflate else 0) + (_NOFORCE if rules.noforce else 0)
    if rules.use:
        worth = 2 * effect_points(rules.use.effect)
        total += max(2, worth - (2 if rules.use.commits else 0) - 4 * len(rules.use.cost))
    for trigger in rules.triggers:
        total += effect_points(trigger.effect) * (3 if trigger.moment is Moment.TURN else 1)
    total += (_RETURN_SELF if rules.returns else 0) + sum(map(aura_points, rules.auras))
    total -= sum(2 * demand.n for demand in rules.demands)
    return total - 3 * card.unsummon - RARITY_POINTS.get(card.rarity, 0)


def price(card: Card) -> int:
    """The size its cost must have: points by 4, halves up, at least 1 (SET-6)."""
    return max(1, (points(card) + 2) // 4)


def mana_fault(card: Card, less: bool = False) -> str:
    """What MANA-2 or MANA-3 has against a land or sigil, in words; "" if nothing.

    ``less`` is the other reading of the sigil formula (option ``sigil_formula = "cost-1"``).
    """
    if card.type is CardType.LAND:
        if card.size > DEAREST_LAND:
            return f"a land costs at most {DEAREST_LAND} (MANA-2)"
        if len(card.kinds) != card.size + 1 or len(set(card.kinds)) != len(card.kinds):
            return f"a land of cost {card.size} allows {card.size + 1} kinds, not {len(card.kinds)} (MANA-2)"
        if len(card.mana) > card.size + 1:
            return f"a land of cost {card.size} makes at most {card.size + 1} mana (MANA-2)"
        return ""
    if card.size < 1:
        return "a sigil costs at least 1 (MANA-3)"
    wanted = card.size - 1 if less else card.size
    rules = card.rules
    other = rules.effects or rules.keywords or rules.use or rules.inflate or rules.triggers or rules.demands
    if other or rules.noforce or len(rules.auras) != wanted:
        return f"a sigil of cost {card.size} has {wanted} auras and nothing else (MANA-3)"
    for aura in rules.auras:
        plain = (aura.s, aura.d) in ((1, 0), (0, 1)) if not aura.keyword else 0 < keyword_points(aura.keyword) <= 3
        if not plain:
            return "an enhancement is +1 S, or +1 D, or a keyword of at most 3 points (FX-4)"
    if len(card.mana) > card.size - 1:
        return f"a sigil of cost {card.size} makes at most {card.size - 1} mana (MANA-3)"
    return ""
