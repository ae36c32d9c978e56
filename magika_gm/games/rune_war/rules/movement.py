"""A wizard's segment of the map phase: his lines, one after the other (MOVE, CLAIM, SEQ-5 a)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.model import (
    ClaimOrder,
    Condition,
    CreatureRef,
    DismissOrder,
    GateOrder,
    LineupOrder,
    MoveOrder,
    Order,
    RefKind,
    Test,
)
from magika_gm.games.rune_war.rules.events import Farewell, LandClaimed, LinedUp, LineRefused, Way
from magika_gm.games.rune_war.rules.magic import leave, move_creature
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.state import Creature, World, seers, sees
from magika_gm.games.rune_war.rules.tables import PARALYZE, TOWER, Ability
from magika_gm.games.rune_war.rules.turn import Table


@dataclass(slots=True)
class Tracks:
    """What a segment keeps in mind: movement points spent, and where each took its last step or gate from."""

    spent: dict[str, int] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)


class Segment:
    """The lines of one seat in a map turn."""

    def __init__(self, table: Table, seat: str, tracks: Tracks) -> None:
        self.table = table
        self.world: World = table.state
        self.seat = seat
        self.tracks = tracks

    def run(self, orders: Sequence[Order]) -> None:
        """Carry out the lines from the top."""
        for order in orders:
            match order:
                case MoveOrder():
                    self._move(order)
                case GateOrder():
                    self._gate(order)
                case LineupOrder():
                    self._lineup(order)
                case DismissOrder():
                    self._dismiss(order)
                case ClaimOrder():
                    self._claim(order)
                case _:
                    pass  # a line of a hand turn, refused when the sheet was taken up (SEQ-6)

    # -- what lines name ------------------------------------------------------------------------------------------

    def _refuse(self, order: Order, reason: Refusal, about: str = "") -> None:
        refuse(self.table, self.seat, order, reason, about)

    def _own(self, order: Order, ref: CreatureRef) -> Creature | None:
        """The own creature a line names; refused if there is none (ORD-2)."""
        code = ref.name
        if ref.kind is RefKind.NEW:
            code = self.world.players[self.seat].newest
        elif ref.kind is RefKind.KIND:
            code = next((c.code for c in self.world.own(self.seat) if c.kind == ref.name), "")
        creature = self.world.creatures.get(code)
        if creature is None:
            self._refuse(order, Refusal.NO_SUCH_CREATURE, code or ref.name)
            return None
        if creature.seat != self.seat:
            self._refuse(order, Refusal.NOT_OWN, code)
            return None
        return creature

    def _holds(self, condition: Condition, place: str) -> bool:
        """Whether a condition is true of a place, as far as its wizard can see (SEE-6)."""
        return condition_holds(self.world, self.seat, condition, place)

    # -- moving (MOVE-2, 3, 5, 7) ---------------------------------------------------------------------------------

    def _move(self, order: MoveOrder) -> None:
        way = order.way
        if order.condition is not None and not self._holds(order.condition, way[-1]):
            way = order.otherwise
        if not way:
            return
        moving = [c for ref in order.creatures if (c := self._own(order, ref)) is not None]
        for place in way:
            moving = [creature for creature in moving if self._step(order, creature, place)]

    def _step(self, order: Order, creature: Creature, place: str) -> bool:
        reason = self._bars_step(creature, place)
        if reason is not None:
            self._refuse(order, reason, creature.code)
            return False
        self._go(creature, place, Way.STEP)
        self._spend(creature)
        return True

    def _bars_step(self, creature: Creature, place: str) -> Refusal | None:
        if creature.bears(PARALYZE):
            return Refusal.PARALYSED
        if place not in self.world.isle.neighbours[creature.at]:
            return Refusal.NO_BORDER
        return self._bars_entry(creature, place)

    def _bars_entry(self, creature: Creature, place: str) -> Refusal | None:
        if self.tracks.spent.get(creature.code, 0) >= creature.table.move:
            return Refusal.NO_MOVEMENT
        return None if self.world.room(place, self.seat) else Refusal.NO_ROOM

    def _go(self, creature: Creature, place: str, way: Way) -> None:
        self.tracks.origin[creature.code] = creature.at
        move_creature(self.table, creature, place, way)

    def _spend(self, creature: Creature) -> None:
        self.tracks.spent[creature.code] = self.tracks.spent.get(creature.code, 0) + 1

    # -- gating (MOVE-6) ------------------------------------------------------------------------------------------

    def _gate(self, order: GateOrder) -> None:
        place = order.place
        if order.condition is not None and not self._holds(order.condition, place):
            place = order.otherwise
        if not place:
            return
        carol = next((c for c in self.world.own(self.seat) if c.has(Ability.GATE)), None)
        if carol is None:
            self._refuse(order, Refusal.NO_CAROL)
            return
        if carol.bears(PARALYZE):
            self._refuse(order, Refusal.PARALYSED, carol.code)
            return
        named = [c for ref in order.creatures if (c := self._own(order, ref)) is not None]
        stand = carol.at
        with_her = {creature.code for creature in named if creature.at == stand}
        for creature in named:
            reason = self._bars_gate(creature, creature.code in with_her, stand, place)
            if reason is not None:
                self._refuse(order, reason, creature.code)
                continue
            self._go(creature, place, Way.GATE)
            self._spend(creature)

    def _bars_gate(self, creature: Creature, with_her: bool, stand: str, place: str) -> Refusal | None:
        if not with_her:
            return Refusal.NOT_WITH_CAROL
        if creature.bears(PARALYZE):
            return Refusal.PARALYSED
        if place in (stand, creature.at):
            return Refusal.STANDS_THERE
        if not self.world.has_circle(place, self.seat):
            return Refusal.NO_CIRCLE
        return self._bars_entry(creature, place)

    # -- arranging and dismissing (MOVE-7, 8) ---------------------------------------------------------------------

    def _lineup(self, order: LineupOrder) -> None:
        army = [creature.code for creature in self.world.army(order.place, self.seat)]
        named: list[str] = []
        for ref in order.creatures:
            creature = self._own(order, ref)
            if creature is None:
                continue
            if creature.at != order.place:
                self._refuse(order, Refusal.NOT_THERE, creature.code)
            elif creature.code not in named:
                named.append(creature.code)
        if named:
            codes = (*named, *(code for code in army if code not in named))
            self.table.tell(LinedUp(self.seat, order.place, codes), self._who_sees_all(codes))

    def _who_sees_all(self, codes: Sequence[str]) -> tuple[str, ...]:
        return tuple(s for s in self.world.players if all(sees(self.world, s, self.world.creatures[c]) for c in codes))

    def _dismiss(self, order: DismissOrder) -> None:
        for ref in order.creatures:
            creature = self._own(order, ref)
            if creature is not None:
                leave(self.table, creature, Farewell.DISMISSED, seers(self.world, creature))

    # -- claims (CLAIM) -------------------------------------------------------------------------------------------

    def _claim(self, order: ClaimOrder) -> None:
        for place in order.places:
            if order.condition is not None and not self._holds(order.condition, place):
                continue
            reason = bars_claim(self.world, self.seat, place)
            if reason is not None:
                self._refuse(order, reason, place)
                continue
            value = self.world.isle.at[place].value
            self.table.tell(LandClaimed(self.seat, place, self.world.land[place], value))


def condition_holds(world: World, seat: str, condition: Condition, place: str) -> bool:
    """Whether a condition is true of a place, as far as the seat can see (ORD, SEE-6)."""
    match condition.test:
        case Test.MINE:
            return world.land.get(place) is world.players[seat].clan
        case Test.OF:
            return condition.clan is not None and world.land.get(place) is condition.clan
        case Test.EMPTY | Test.NOT_EMPTY:
            here = (world.creatures[code] for code in world.armies.get(place, ()))
            shown = any(c.seat != seat and sees(world, seat, c) for c in here)
            return shown is (condition.test is Test.NOT_EMPTY)


def bars_claim(world: World, seat: str, place: str) -> Refusal | None:
    """What forbids a claim (CLAIM-1 to 3)."""
    if place == TOWER:
        return Refusal.TOWER
    player, owner = world.players[seat], world.land[place]
    if owner is player.clan:
        return Refusal.OWN_LAND
    if not any(world.land.get(other) is player.clan for other in world.isle.neighbours[place]):
        return Refusal.NO_BORDER
    if player.lcp[owner] < world.isle.at[place].value:
        return Refusal.LCP
    guards = world.army(place, world.owner(place))
    if guards:
        return Refusal.GUARDED if any(sees(world, seat, guard) for guard in guards) else Refusal.UNSEEN_GUARD
    return None


def refuse(table: Table, seat: str, order: Order, reason: Refusal, about: str = "") -> None:
    """Tell a seat what of a line could not be done, and the rule (SEQ-7)."""
    event = LineRefused(
        seat=seat, line=order.line, text=write_order(order), reason=reason, rule=reason.rule, about=about
    )
    table.tell(event, (seat,))
