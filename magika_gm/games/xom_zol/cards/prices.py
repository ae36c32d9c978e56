"""What a card should cost (SET-6), and what a land or a sigil may be (MANA-2, MANA-3)."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.model import Aura, Card, Effect, Filter, Sort
from magika_gm.games.xom_zol.rules.terms import KEYWORD_POINTS, CardType, Moment, Rarity, Reach, Verb

RARITY_POINTS: dict[Rarity, int] = {Rarity.LEGEND: 3, Rarity.RARE: 2, Rarity.UNCOMMON: 1}
LIMIT_FROM = 8
"""A price from which a card needs LIMIT (SET-6)."""
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
