"""A hand sheet made ready for play: the lines that count, groups turned into runes (ORD, ORD-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from magika_gm.games.rune_war.adviser.advice import Wish
from magika_gm.games.rune_war.orders.model import (
    AimOrder,
    CastOrder,
    ChowOrder,
    ChowWish,
    ClaimOrder,
    DiscardOrder,
    DismissOrder,
    GameOrder,
    GateOrder,
    KeepOrder,
    KongOrder,
    LineupOrder,
    MoveOrder,
    Order,
    PungOrder,
    Runes,
    single_kinds,
)
from magika_gm.games.rune_war.runes import COPIES, KINDS

MAP_ORDERS = (MoveOrder, GateOrder, LineupOrder, DismissOrder, ClaimOrder)
"""Lines of a map turn; all others are lines of a hand turn."""


def is_map_order(order: Order) -> bool:
    """Whether a line belongs to a map turn."""
    return isinstance(order, MAP_ORDERS)


def numbered(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Orders with their line numbers; those that bear none get their place in the sheet."""
    return tuple(o if o.line else replace(o, line=i) for i, o in enumerate(orders, 1))


@dataclass(slots=True)
class Listed:
    """What a PUNG or KONG line says: kinds to claim always, in the order written, and never."""

    always: list[int] = field(default_factory=list)
    never: frozenset[int] = frozenset()
    line: int = 0


@dataclass(slots=True, kw_only=True)
class Plan:
    """A seat's hand sheet, ready for play."""

    wishes: tuple[Wish, ...] = ()
    aim_line: int = 0
    kept: list[int] = field(default_factory=lambda: [0] * KINDS)
    keep_line: int = 0
    discards: list[int] = field(default_factory=list)
    discard_line: int = 0
    pung: Listed = field(default_factory=Listed)
    kong: Listed = field(default_factory=Listed)
    chow: Listed = field(default_factory=Listed)
    """Its ``always`` is not used; see ``chows``."""
    chows: list[tuple[int, int]] = field(default_factory=list)
    """Kind and start of the sequence, -1 for the highest, as written."""
    game: GameOrder = field(default_factory=GameOrder)
    casts: list[CastOrder] = field(default_factory=list)


def plan_of(orders: Sequence[Order], lucky: frozenset[int]) -> Plan:
    """The plan of a numbered hand sheet; of lines of a kind the last counts, CAST lines all (ORD-4)."""
    plan = Plan()
    for order in orders:
        match order:
            case AimOrder(wishes, line):
                plan.wishes, plan.aim_line = wishes, line
            case KeepOrder(runes, line):
                plan.kept, plan.keep_line = _kept(runes, lucky), line
            case DiscardOrder(runes, line):
                plan.discards, plan.discard_line = list(dict.fromkeys(single_kinds(runes, lucky))), line
            case PungOrder(always, never, line):
                plan.pung = _listed(always, never, line, lucky)
            case KongOrder(always, never, line):
                plan.kong = _listed(always, never, line, lucky)
            case ChowOrder(wishes, never, line):
                plan.chow = _listed((), never, line, lucky)
                plan.chows = _chows(wishes, plan.chow.never, lucky)
            case GameOrder():
                plan.game = order
            case CastOrder():
                plan.casts.append(order)
            case _:
                pass  # a line of a map turn, refused when the sheet was taken up (SEQ-6)
    return plan


def _kept(runes: tuple[Runes, ...], lucky: frozenset[int]) -> list[int]:
    """Copies kept: of a code as often as written, of a group or range all."""
    kept = [0] * KINDS
    for item in runes:
        for kind in item.kinds(lucky):
            kept[kind] = min(COPIES, kept[kind] + 1) if item.single else COPIES
    return kept


def _listed(always: tuple[Runes, ...], never: tuple[Runes, ...], line: int, lucky: frozenset[int]) -> Listed:
    """NOT comes after the list, so a rune in both is one after NOT (ORD-4)."""
    barred = frozenset(single_kinds(never, lucky))
    wanted = [kind for kind in dict.fromkeys(single_kinds(always, lucky)) if kind not in barred]
    return Listed(wanted, barred, line)


def _chows(wishes: tuple[ChowWish, ...], never: frozenset[int], lucky: frozenset[int]) -> list[tuple[int, int]]:
    return [(kind, w.start) for w in wishes for kind in w.runes.kinds(lucky) if kind not in never]
