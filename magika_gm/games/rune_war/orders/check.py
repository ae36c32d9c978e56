"""What an acknowledgement remarks on a sheet: lines replaced, what is not there, what could not be done now (ORD-3).

Only the state as the sender knows it is looked at (``sight.known``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.orders.model import (
    AimOrder,
    CastOrder,
    ChowOrder,
    CreatureRef,
    DiscardOrder,
    GameOrder,
    KeepOrder,
    KongOrder,
    Order,
    PungOrder,
    RefKind,
    RivalKind,
    Runes,
    single_kinds,
)
from magika_gm.games.rune_war.rules.deciding import is_map_order, numbered
from magika_gm.games.rune_war.rules.events import LineRefused
from magika_gm.games.rune_war.rules.magic import weigh
from magika_gm.games.rune_war.rules.movement import Segment, Tracks
from magika_gm.games.rune_war.rules.refusals import Lack, Refusal
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import CREATURES, SPELLS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.rules.turn import Table

ONE_LINE_KINDS = (AimOrder, KeepOrder, DiscardOrder, PungOrder, ChowOrder, KongOrder, GameOrder)
"""Of these the later line counts (ORD-4)."""


class Remark(StrEnum):
    """What may be said of a line that can be read."""

    REPLACED = "replaced"
    NEVER = "never"
    DISCARD_COUNTS = "discard counts"
    WRONG_KIND = "wrong kind"
    NO_MAGIC = "no magic"
    NOT_THERE = "not there"
    NOT_HIS = "not his"
    NOT_IN_GAME = "not in the game"
    WAITS = "waits"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Noted:
    """A remark on a line; ``about`` names the rune, creature, spell or person, ``why`` what is lacking or forbids."""

    line: int
    remark: Remark
    about: str = ""
    why: str = ""


def check(orders: Sequence[Order], seat: str, known: World | None) -> list[Noted]:
    """All remarks on a sheet, by line; of a later turn (``known`` None) only what the lines alone tell."""
    given = numbered(orders)
    lucky = known.lucky(seat) if known is not None else frozenset()
    found = [*_replaced(given), *_contradictions(given, lucky)]
    if known is not None and known.due is not Due.NOTHING:
        for order in given:
            found += _as_things_stand(order, seat, known)
        if known.due is Due.MAP:
            found += _map_refusals(given, seat, known)
    return sorted(dict.fromkeys(found), key=lambda noted: noted.line)


def _replaced(orders: Sequence[Order]) -> Iterator[Noted]:
    last = {type(order): order.line for order in orders}
    for order in orders:
        if isinstance(order, ONE_LINE_KINDS) and order.line != last[type(order)]:
            yield Noted(order.line, Remark.REPLACED, why=str(last[type(order)]))


def _contradictions(orders: Sequence[Order], lucky: frozenset[int]) -> Iterator[Noted]:
    """A rune in a list and after its NOT; a rune in KEEP and DISCARD (ORD-4)."""
    thrown: set[int] = set()
    for order in orders:
        if isinstance(order, DiscardOrder):
            thrown = set(single_kinds(order.runes, lucky))
    for order in orders:
        if isinstance(order, PungOrder | KongOrder):
            yield from _both(order.line, order.always, order.never, lucky)
        elif isinstance(order, ChowOrder):
            yield from _both(order.line, tuple(wish.runes for wish in order.always), order.never, lucky)
        elif isinstance(order, KeepOrder):
            for kind in sorted(thrown & set(single_kinds(order.runes, lucky))):
                yield Noted(order.line, Remark.DISCARD_COUNTS, CODES[kind])


def _both(line: int, always: tuple[Runes, ...], never: tuple[Runes, ...], lucky: frozenset[int]) -> Iterator[Noted]:
    named = {kind for item in always if item.single for kind in item.kinds(lucky)}
    for kind in sorted(named & set(single_kinds(never, lucky))):
        yield Noted(line, Remark.NEVER, CODES[kind])


def _as_things_stand(order: Order, seat: str, known: World) -> Iterator[Noted]:
    if is_map_order(order) is not (known.due is Due.MAP):
        yield Noted(order.line, Remark.WRONG_KIND, known.due.value)
    elif isinstance(order, CastOrder):
        yield from _cast(order, seat, known)


def _cast(order: CastOrder, seat: str, known: World) -> Iterator[Noted]:
    player = known.players[seat]
    if not known.options.map:
        yield Noted(order.line, Remark.NO_MAGIC, order.spell)
        return
    table = player.table
    granted = {kind.grants for name, kind in CREATURES.items() if name in table.summons}
    if order.spell not in (*table.summons, *table.spells) and order.spell not in granted:
        yield Noted(order.line, Remark.NOT_HIS, order.spell)
        return
    yield from _not_there(order.line, order.creatures, known)
    for rival in order.rivals:
        if rival.kind is RivalKind.WIZARD and rival.name not in [p.wizard for p in known.players.values()]:
            yield Noted(order.line, Remark.NOT_IN_GAME, rival.name)
    target, lacks = weigh(known, player, order)
    if target is None and Lack.WHEN not in lacks:
        drawn = order.spell in SPELLS and SPELLS[order.spell].suit and lacks == (Lack.TARGET,)
        if not drawn:  # whether a suit is left in the wall nobody knows
            yield Noted(order.line, Remark.WAITS, order.spell, " ".join(lack.value for lack in lacks))


def _not_there(line: int, refs: Sequence[CreatureRef], known: World) -> Iterator[Noted]:
    for ref in refs:
        if ref.kind is RefKind.CODE and ref.name not in known.creatures:
            yield Noted(line, Remark.NOT_THERE, ref.name)


def _map_refusals(orders: Sequence[Order], seat: str, known: World) -> Iterator[Noted]:
    """What would be refused if nobody else did anything: the segment tried on the state the sender knows."""
    table = Table(known.copy(), Dice(b"", known.turn + 1))
    Segment(table, seat, Tracks()).run([order for order in orders if is_map_order(order)])
    for told in table.told:
        if isinstance(told.event, LineRefused):
            remark = Remark.NOT_THERE if told.event.reason is Refusal.NO_SUCH_CREATURE else Remark.REFUSED
            yield Noted(told.event.line, remark, told.event.about, told.event.reason.value)
