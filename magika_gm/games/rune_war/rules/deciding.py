"""What a seat decides from its own sheet and knowledge: Game, Kongs, claims, discards (ADV-9, SEQ-6).

A hand sheet is made ready for play first (:class:`Plan`). Nothing here changes the state; each decision comes with the
line or clause that made it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from magika_gm.engine.records import mutable, named_record, record
from magika_gm.games.rune_war.adviser import (
    Mind,
    Wish,
    advises_deal_kong,
    advises_drawn_kong,
    advises_kong_of_discard,
    choose_claim,
    choose_discard,
    claim_melds,
    current_aim,
)
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
from magika_gm.games.rune_war.rules.events import Decided, Step
from magika_gm.games.rune_war.rules.magic import is_crossed_off, needed
from magika_gm.games.rune_war.rules.scoring import Score, Win, is_complete, score
from magika_gm.games.rune_war.rules.state import Player, World, seen_counts
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KINDS, Form, Meld

# A hand sheet made ready for play: the lines that count, groups turned into runes (ORD, ORD-4).


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


@mutable
class Plan:
    """A seat's hand sheet, ready for play."""

    wishes: tuple[Wish, ...] = ()
    kept: list[int] = field(default_factory=lambda: [0] * KINDS)
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
            case AimOrder(wishes):
                plan.wishes = wishes
            case KeepOrder(runes):
                plan.kept = _kept(runes, lucky)
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


def mind_of(world: World, seat: str) -> Mind:
    """What a seat knows for the adviser."""
    player = world.players[seat]
    return Mind(
        hand=tuple(player.held),
        melds=tuple(player.melds),
        lucky=world.lucky(seat),
        seen=seen_counts(world, seat),
    )


def may_declare(player: Player) -> bool:
    """Whether Silence leaves a seat its declarations (MAG-13)."""
    return not player.silence or player.table.telepathic


@named_record
class Chance:
    """How a rune came that may complete a hand (SCORE-3, SCORE-6)."""

    rune: int
    claimed: bool
    supplement: bool = False
    last: bool = False
    heavenly: bool = False


def game_score(world: World, seat: str, plan: Plan, chance: Chance) -> Score | None:
    """What Game would score now; None if the hand is not complete, or may or shall not be declared (ADV-8)."""
    player, order = world.players[seat], plan.game
    if not may_declare(player):
        return None
    hand = list(player.held)
    if chance.claimed:
        hand[chance.rune] += 1
    if not is_complete(hand, player.melds) or order.no or (order.drawn and chance.claimed):
        return None
    found = score(
        Win(
            hand=tuple(hand),
            melds=tuple(player.melds),
            rune=chance.rune,
            claimed=chance.claimed,
            seat_wind=world.wind(seat),
            prevailing=world.prevailing,
            supplement=chance.supplement,
            last=chance.last,
            heavenly=chance.heavenly,
        )
    )
    return found if found is not None and found.score >= order.least else None


def game_decided(seat: str, plan: Plan, rune: int) -> Decided:
    """A declared Game, for the seat's own log."""
    return Decided(seat=seat, step=Step.GAME, choice=CODES[rune], line=plan.game.line, rule="ADV-8")


def _by_list(listed: Listed, kind: int) -> bool | None:
    """What a PUNG or KONG line says of a kind; None where it leaves it to the adviser."""
    if kind in listed.never:
        return False
    return True if kind in listed.always else None


def deal_kong(world: World, seat: str, plan: Plan) -> Decided | None:
    """The next foursome of the deal to declare, listed ones first, then in rune order (HAND-3)."""
    player = world.players[seat]
    if world.hand is None or not world.hand.wall or not may_declare(player):
        return None
    fours = [kind for kind in range(KINDS) if player.held[kind] == COPIES]
    listed = [kind for kind in plan.kong.always if kind in fours]
    if listed:
        return _kong_decided(seat, listed[0], plan.kong.line, "ADV-9")
    if not fours:
        return None
    mind = mind_of(world, seat)
    aim = current_aim(mind, plan.wishes)
    for kind in fours:
        if kind not in plan.kong.never and advises_deal_kong(mind, aim, kind):
            return _kong_decided(seat, kind, 0, "ADV-7", str(aim))
    return None


def drawn_kong(world: World, seat: str, plan: Plan, kind: int) -> Decided | None:
    """What a seat does with a rune drawn that makes a foursome; None if it makes none (HAND-8)."""
    player = world.players[seat]
    concealed = player.held[kind] == COPIES
    if not concealed and Meld(Form.TRIPLET, kind) not in player.melds:
        return None
    if world.hand is None or not world.hand.wall or not may_declare(player):
        return None
    return _weighed_kong(world, seat, plan, kind, concealed=concealed)


def held_kong(world: World, seat: str, plan: Plan, drawn: int) -> Decided | None:
    """The fourth rune of an own melded triplet, held from before, that a seat lays to it after a draw; None if it lays
    none. Those of its KONG line come first, then in rune order (HAND-8)."""
    if world.hand is None or not world.hand.wall or not may_declare(world.players[seat]):
        return None
    fourths = [kind for kind in held_fourths(world, seat) if kind != drawn]
    listed = [kind for kind in plan.kong.always if kind in fourths]
    for kind in listed + [kind for kind in fourths if kind not in listed]:
        decided = _weighed_kong(world, seat, plan, kind, concealed=False)
        if decided.choice:
            return decided
    return None


def held_fourths(world: World, seat: str) -> list[int]:
    """Runes of a hand that may be laid to an own melded triplet after any draw, in rune order (HAND-8). By edition 1
    the fourth went there at once or never."""
    if world.options.edition < 2:
        return []
    player = world.players[seat]
    return sorted(m.kind for m in player.melds if m.form is Form.TRIPLET and player.held[m.kind])


def _weighed_kong(world: World, seat: str, plan: Plan, kind: int, *, concealed: bool) -> Decided:
    """What the KONG line, or else the adviser, makes of four alike."""
    said = _by_list(plan.kong, kind)
    if said is not None:
        return _kong_decided(seat, kind if said else -1, plan.kong.line, "ADV-9")
    mind = mind_of(world, seat)
    aim = current_aim(mind, plan.wishes)
    taken = advises_drawn_kong(mind, aim, kind, concealed)
    return _kong_decided(seat, kind if taken else -1, 0, "ADV-7", str(aim))


def _kong_decided(seat: str, kind: int, line: int, rule: str, aim: str = "") -> Decided:
    choice = CODES[kind] if kind >= 0 else ""
    return Decided(seat=seat, step=Step.KONG, choice=choice, line=line, rule=rule, aim=aim)


@record
class Claim:
    """What a seat makes of a discard (None: it lets it pass), and why."""

    meld: Meld | None
    decided: Decided


def claim(world: World, seat: str, plan: Plan, kind: int, discarder: str) -> Claim | None:
    """A seat's wish for a discard that is no Game to it; None if it could make nothing of it (HAND-6, HAND-7)."""
    player = world.players[seat]
    if player.fog or not may_declare(player) or world.hand is None:
        return None
    left_neighbour = world.in_turn(discarder)[1] == seat
    melds = claim_melds(player.held, kind, left_neighbour)
    konged = player.held[kind] >= 3 and bool(world.hand.wall)
    if not melds and not konged:
        return None
    listed = _listed_claim(plan, kind, melds, konged)
    if listed is not None:
        meld, line = listed
        return Claim(meld, _claim_decided(seat, meld, line, "ADV-9"))
    return _advised_claim(world, seat, plan, kind, melds, konged)


def _listed_claim(plan: Plan, kind: int, melds: list[Meld], konged: bool) -> tuple[Meld, int] | None:
    """Kong, Pung, Chow, as the lists have them (ADV-9)."""
    if konged and kind in plan.kong.always:
        return Meld(Form.FOURSOME, kind), plan.kong.line
    pung = Meld(Form.TRIPLET, kind)
    if pung in melds and kind in plan.pung.always:
        return pung, plan.pung.line
    chows = [meld for meld in melds if meld.form is Form.SEQUENCE]
    for rune, start in plan.chows:
        if rune == kind:
            wanted = [meld for meld in chows if start in (-1, meld.kind)]
            if wanted:
                return wanted[0], plan.chow.line
    return None


def _advised_claim(world: World, seat: str, plan: Plan, kind: int, melds: list[Meld], konged: bool) -> Claim:
    """What the adviser claims of what no list forbids: Kong before Pung and Chow (ADV-6, ADV-7, ADV-9)."""
    free = [meld for meld in melds if kind not in (plan.pung if meld.form is Form.TRIPLET else plan.chow).never]
    may_kong = konged and kind not in plan.kong.never
    if not free and not may_kong:
        lines = [x.line for x in (plan.kong, plan.pung, plan.chow) if kind in x.never]
        return Claim(None, _claim_decided(seat, None, max(lines, default=0), "ADV-9"))
    mind = mind_of(world, seat)
    aim = current_aim(mind, plan.wishes)
    if may_kong and advises_kong_of_discard(mind, aim, kind):
        meld = Meld(Form.FOURSOME, kind)
        return Claim(meld, _claim_decided(seat, meld, 0, "ADV-7", str(aim)))
    found = choose_claim(mind, aim, kind, free)
    return Claim(found, _claim_decided(seat, found, 0, "ADV-6" if free else "ADV-7", str(aim)))


def _claim_decided(seat: str, meld: Meld | None, line: int, rule: str, aim: str = "") -> Decided:
    choice = "" if meld is None else str(meld)
    return Decided(seat=seat, step=Step.CLAIM, choice=choice, line=line, rule=rule, aim=aim)


def protected(plan: Plan, made: Mapping[int, int]) -> list[int]:
    """Copies of each kind held back from the adviser: the largest of KEEP and every SAVE that stands (ADV-4)."""
    kept = list(plan.kept)
    for order in plan.casts:
        if order.save and not is_crossed_off(order, made):
            for kind, number in needed(order.spell):
                kept[kind] = max(kept[kind], number)
    return kept


def discard(world: World, seat: str, plan: Plan, made: Mapping[int, int]) -> tuple[int, Decided]:
    """The kind a seat discards, no random discard being laid on it, and why (ADV-4, ADV-9)."""
    player = world.players[seat]
    for kind in plan.discards:
        if player.held[kind]:
            return kind, Decided(seat=seat, step=Step.DISCARD, choice=CODES[kind], line=plan.discard_line, rule="ADV-4")
    kept = protected(plan, made)
    held = [kind for kind in range(KINDS) if player.held[kind]]
    free = [kind for kind in held if player.held[kind] > kept[kind]] or held
    mind = mind_of(world, seat)
    aim = current_aim(mind, plan.wishes)
    thrown = choose_discard(mind, player.bright, aim, free)
    return thrown.kind, Decided(
        seat=seat,
        step=Step.DISCARD,
        choice=CODES[thrown.kind],
        line=0,
        rule=thrown.clause,
        aim=str(aim),
        d=thrown.d,
        live=thrown.live,
    )
