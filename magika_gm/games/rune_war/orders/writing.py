"""Orders as a player would write them; reading them back gives equal orders (ORD)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from magika_gm.games.rune_war.orders.model import (
    DEFAULT_SLACK,
    AimOrder,
    CastOrder,
    ChowOrder,
    ChowWish,
    ClaimOrder,
    Condition,
    CreatureRef,
    DiscardOrder,
    DismissOrder,
    GameOrder,
    GateOrder,
    Group,
    KeepOrder,
    KongOrder,
    LineupOrder,
    MoveOrder,
    Order,
    PungOrder,
    RefKind,
    Rival,
    RivalKind,
    Runes,
    Test,
)
from magika_gm.games.rune_war.rules.tables import Clan
from magika_gm.games.rune_war.rules.terms import CODES, KIND, number_of, runes_text, suit_of

EVERYTHING = (Runes(group=Group.ALL),)
WIND_WORDS: dict[str, str] = {"E": "EAST", "S": "SOUTH", "W": "WEST", "N": "NORTH"}
"""What a seat is called by its wind."""


def write_order(order: Order) -> str:
    """One order in full."""
    match order:
        case AimOrder(wishes):
            return f"AIM {', '.join(_wish(str(wish.aim), wish.slack) for wish in wishes)}"
        case KeepOrder(runes):
            return f"KEEP {_runes(runes)}"
        case DiscardOrder(runes):
            return f"DISCARD {_runes(runes)}"
        case PungOrder(always, never):
            return _listed("PUNG", _runes(always), never)
        case KongOrder(always, never):
            return _listed("KONG", _runes(always), never)
        case ChowOrder(always, never):
            return _listed("CHOW", ", ".join(_chow(wish) for wish in always), never)
        case GameOrder():
            return _game(order)
        case CastOrder():
            return _cast(order)
        case MoveOrder(creatures=creatures, way=way, condition=condition, otherwise=otherwise):
            return f"MOVE {_creatures(creatures)} TO {_way(way)}{_condition(condition)}{_else(otherwise)}"
        case GateOrder(creatures=creatures, place=place, condition=condition, otherwise=other):
            return f"GATE {_creatures(creatures)} TO {place}{_condition(condition)}{_else((other,) if other else ())}"
        case LineupOrder(place, creatures):
            return f"LINEUP {place}: {_creatures(creatures)}"
        case DismissOrder(creatures):
            return f"DISMISS {_creatures(creatures)}"
        case ClaimOrder(places, condition):
            return f"CLAIM {', '.join(places)}{_condition(condition)}"
        case _:
            assert_never(order)


def _wish(aim: str, slack: int | None) -> str:
    if slack is None:
        return f"{aim} !"
    return aim if slack == DEFAULT_SLACK else f"{aim} +{slack}"


def rune_item(item: Runes) -> str:
    """``6K``, ``2-8S``, ``DRAGONS``."""
    if item.group is not None:
        return item.group.value
    if item.last < 0:
        return CODES[item.first]
    return f"{number_of(item.first)}-{number_of(item.last)}{suit_of(item.first)}"


def _runes(items: Iterable[Runes]) -> str:
    return ", ".join(rune_item(item) for item in items)


def _chow(wish: ChowWish) -> str:
    item = rune_item(wish.runes)
    return item if wish.start < 0 else f"{item} AS {runes_text(range(wish.start, wish.start + 3))}"


def _listed(verb: str, always: str, never: tuple[Runes, ...]) -> str:
    if never == EVERYTHING and not always:
        return f"{verb} NONE"
    words = [verb, *([always] if always else []), *([f"NOT {_runes(never)}"] if never else [])]
    return " ".join(words)


def _game(order: GameOrder) -> str:
    if order.no:
        return "GAME NO"
    return "GAME" + (" DRAWN" if order.drawn else "") + (f" MIN {order.least}" if order.least else "")


def creature_ref(ref: CreatureRef) -> str:
    """``MA1``, ``Carol the Great``, ``NEW``, ``ANY``."""
    return ref.name if ref.kind in (RefKind.CODE, RefKind.KIND) else ref.kind.value.upper()


def _creatures(refs: Sequence[CreatureRef]) -> str:
    return ", ".join(creature_ref(ref) for ref in refs)


def _rival(rival: Rival) -> str:
    match rival.kind:
        case RivalKind.ANY:
            return "ANY"
        case RivalKind.WIND:
            return WIND_WORDS[rival.name]
        case RivalKind.CLAN:
            return Clan(rival.name).title
        case RivalKind.SEAT | RivalKind.WIZARD:
            return rival.name


def _cast(order: CastOrder) -> str:
    words = [f"CAST {order.spell}"]
    if order.creatures:
        words.append(f"ON {_creatures(order.creatures)}")
    if order.rivals:
        words.append(f"ON {', '.join(_rival(rival) for rival in order.rivals)}")
    if order.places:
        words.append(f"AT {', '.join(order.places)}")
    when = [f"PLAY {order.play}"] if order.play else []
    when += [f"POINTS {order.points}"] if order.points else []
    when += ["READY"] if order.ready else []
    if when:
        words.append("WHEN " + " AND ".join(when))
    if order.times != 1:
        words.append(f"x{order.times}" if order.times else "ALWAYS")
    if order.save:
        words.append("SAVE")
    return " ".join(words)


def _way(way: Sequence[str]) -> str:
    return " THEN ".join(way)


def _condition(condition: Condition | None) -> str:
    if condition is None:
        return ""
    if condition.test is Test.OF and condition.clan is not None:
        return f" IF OF {condition.clan.title.upper()}"
    return f" IF {condition.test.value}"


def _else(otherwise: Sequence[str]) -> str:
    return f" ELSE TO {_way(otherwise)}" if otherwise else ""


HONOR_CODES = tuple(code for code in CODES if KIND[code] >= 27)
