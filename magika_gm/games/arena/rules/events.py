"""What can happen in a turn, in the past tense.

A rule tells an event, and telling changes the state by it, or neither. Events carry all that change needs. Hexes and
places are numbers (board.py), creatures, items, corpses and enchantments their ids.
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import named_record, record
from magika_gm.engine.told import Happened, events_of
from magika_gm.games.arena.orders.model import StandingOrder
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.state import (
    NOWHERE,
    Aim,
    Casting,
    Enchantment,
    Now,
    Passing,
    State,
    new_creature,
)
from magika_gm.games.arena.rules.tables import KINDS
from magika_gm.games.arena.rules.terms import AttackType, Ending, Fate, Outcome, Phase, Time, ground
from magika_gm.games.arena.rules.units import bring, destroy, die, end_turn, lay, leave_mount, revive, take

# --- The frame of a turn: its beginning and end, missing sheets, dropped lines ---


@record
class MailTurnBegan(Happened):
    """A mail turn began."""

    mail_turn: int

    def apply(self, state: State) -> None:
        state.mail_turn = self.mail_turn


@record
class StandingReplaced(Happened):
    """A new block of standing orders took the place of the old (MAIL-4); only its writer is told."""

    side: str
    orders: tuple[StandingOrder, ...]

    def apply(self, state: State) -> None:
        state.standing[self.side] = self.orders


@record
class PlayerTurnBegan(Happened):
    """A player turn began (SEQ)."""

    turn: int
    active: str

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.now = Now(active=self.active)


@record
class OrdersMissing(Happened):
    """No sheet came from the active player (MAIL-6)."""

    side: str


@record
class LineDropped(Happened):
    """A line was not carried out, or not to its end; only its writer is told (MAIL-7)."""

    side: str
    line: str
    refusal: Refusal


@record
class Resigned(Happened):
    """A player gave up (WIN-3)."""

    side: str


@record
class PlayerTurnEnded(Happened):
    """A player turn is over: air counts of those on the ground go back to 0 (FLY-4)."""

    turn: int

    def apply(self, state: State) -> None:
        end_turn(state)


@record
class GameEnded(Happened):
    """The game is over (WIN): ``winner`` is a side or ``draw``; hexes and army values are what WIN-4 counts."""

    winner: str
    ending: Ending
    hexes: tuple[int, int] = (0, 0)
    worth: tuple[int, int] = (0, 0)

    def apply(self, state: State) -> None:
        state.winner, state.ending = self.winner, self.ending


# --- Terrain, storms, control ---


@named_record
class TerrainChanged(Happened):
    """A hex got another terrain, paid from the budget (TERR-2) or by a spell (``by``: its caster)."""

    hex: int
    before: str
    after: str
    side: str
    cost: int
    by: str = ""

    def apply(self, state: State) -> None:
        state.terrain[self.hex] = self.after
        state.now.fresh_terrain.add(self.hex)


@record
class StormMade(Happened):
    """A storm stands in an airspace, until player turn ``until`` (STORM-3)."""

    hex: int
    until: int
    side: str
    cost: int
    by: str = ""

    def apply(self, state: State) -> None:
        state.storms[self.hex] = self.until
        state.now.fresh_storms.add(self.hex)


@record
class StormGone(Happened):
    """A hex has no storm any more."""

    hex: int

    def apply(self, state: State) -> None:
        del state.storms[self.hex]
        state.now.fresh_storms.discard(self.hex)


@record
class StormCalmed(StormGone):
    """A storm was removed (TERR-2)."""

    side: str
    cost: int


@record
class StormPassed(StormGone):
    """A storm was over (STORM-3)."""


@record
class HexTaken(Happened):
    """Control of a hex changed (CTRL)."""

    hex: int
    side: str
    before: str

    def apply(self, state: State) -> None:
        state.control[self.hex] = self.side


# --- Movement ---


@record
class AirCounted(Happened):
    """A flyer's air count (FLY-4)."""

    creature: str
    count: int

    def apply(self, state: State) -> None:
        state.creatures[self.creature].air = self.count
        state.now.flown.add(self.creature)


@record
class UpOrDown(Happened):
    """A unit left the ground, or came to it."""

    unit: str
    place: int

    def apply(self, state: State) -> None:
        bring(state, self.unit, self.place)


@record
class TookOff(UpOrDown):
    """A unit took off into the airspace above (FLY-1)."""


@record
class Went(Happened):
    """A unit went on its way by itself."""

    unit: str
    start: int
    path: tuple[int, ...]

    def apply(self, state: State) -> None:
        bring(state, self.unit, self.path[-1])


@record
class Walked(Went):
    """A unit walked one hex after another (MOVE-1)."""


@record
class Flew(Went):
    """A unit flew, or glided by FLY-7."""

    gliding: bool = False


@record
class Landed(UpOrDown):
    """A unit landed (FLY-1)."""


# --- Equipping and mounting ---


@record
class ItemDropped(Happened):
    """An item was laid down (ITEM-1)."""

    creature: str
    item: str
    place: int

    def apply(self, state: State) -> None:
        lay(state, self.item, self.place)


@record
class ItemEquipped(Happened):
    """An item was taken up (ITEM-1)."""

    creature: str
    item: str

    def apply(self, state: State) -> None:
        lay(state, self.item, NOWHERE)
        take(state, self.creature, self.item)


@record
class ItemFell(Happened):
    """An item dropped in the air fell to the ground (ITEM-3)."""

    item: str
    place: int

    def apply(self, state: State) -> None:
        state.items[self.item].place = ground(self.place)


@record
class Mounted(Happened):
    """A creature mounted another, coming from ``before`` or from no mount (SIZE-2)."""

    rider: str
    mount: str
    before: str

    def apply(self, state: State) -> None:
        leave_mount(state, state.creatures[self.rider])
        state.creatures[self.rider].on = self.mount
        state.creatures[self.mount].riders += (self.rider,)


@record
class Dismounted(Happened):
    """A creature left its mount, or was thrown (SIZE-2, CRE-3, MAG-22)."""

    rider: str
    mount: str

    def apply(self, state: State) -> None:
        leave_mount(state, state.creatures[self.rider])


@record
class VehicleTaken(Happened):
    """A vehicle came to another player's side with who rides it (VEH-1)."""

    creature: str
    side: str

    def apply(self, state: State) -> None:
        state.creatures[self.creature].side = state.creatures[self.creature].owner = self.side


# --- Magic: what is declared, what becomes of it, what it does ---


@named_record
class EffectDeclared(Happened):
    """A spell was begun, an item or an ability used (MAG-9).

    ``due`` is the player turn in whose M2 a longer spell works; ``uses`` what is left of a limited use.
    """

    number: int
    turn: int
    phase: Phase
    side: str
    name: str
    user: str
    aim: Aim
    time: Time
    due: int
    cost: int = 0
    item: str = ""
    uses: int | None = None
    to: int = -1
    terrain: str = ""

    def apply(self, state: State) -> None:
        """Points, uses and the caster's time are spent when an effect is declared (MAG-1, ITEM-4, MAG-6, MAG-7)."""
        user = state.creatures[self.user]
        state.declared = max(state.declared, self.number)
        state.pools[self.side] -= self.cost
        if self.time in (Time.COUNTERSPELL, Time.INSTANT):
            state.now.used.add(user.id)
        else:
            state.now.begun.add(user.id)
            user.casting = Casting(
                number=self.number,
                spell=self.name,
                aim=self.aim,
                cost=self.cost,
                side=self.side,
                begun=self.turn,
                due=self.due,
                to=self.to,
                terrain=self.terrain,
            )
        if self.item:
            state.items[self.item].uses = self.uses
            if self.uses == 0:
                destroy(state, self.item)
        elif self.uses is not None:
            user.uses = self.uses
        elif self.name not in state.revealed[self.side]:
            state.revealed[self.side] += (self.name,)


@named_record
class EffectSettled(Happened):
    """What became of a declared effect; ``refund`` are points that came back (MAG-16)."""

    number: int
    outcome: Outcome
    side: str
    name: str
    user: str
    aim: Aim
    refund: int = 0
    rule: str = ""

    def apply(self, state: State) -> None:
        state.pools[self.side] += self.refund
        user = state.creatures[self.user]
        if user.casting is not None and user.casting.number == self.number:
            user.casting = None


@record
class PassingBegan(Happened):
    """An effect of one phase is in force (MAG-17)."""

    passing: Passing

    def apply(self, state: State) -> None:
        state.now.passing.append(self.passing)


@record
class PassingEnded(Happened):
    """All effects of one phase are over (MAG-17)."""

    phase: Phase

    def apply(self, state: State) -> None:
        state.now.passing.clear()


@record
class ForceBroken(Happened):
    """A wall of one phase was breached."""

    aim: Aim

    def apply(self, state: State) -> None:
        state.now.passing = [p for p in state.now.passing if p.aim != self.aim]


@record
class EnchantmentBegan(Happened):
    """A lasting effect began (MAG-17)."""

    enchantment: Enchantment

    def apply(self, state: State) -> None:
        state.enchantments[self.enchantment.id] = self.enchantment
        state.made["N"] = max(state.made["N"], self.enchantment.key)


@record
class EnchantmentEnded(Happened):
    """A lasting effect ended."""

    enchantment: str
    name: str
    aim: Aim

    def apply(self, state: State) -> None:
        del state.enchantments[self.enchantment]
        state.past_enchantments.append(self.enchantment)


@record
class PowerLost(Happened):
    """A creature lost Power for good (MAG-24)."""

    creature: str
    amount: int
    name: str

    def apply(self, state: State) -> None:
        state.creatures[self.creature].power_lost += self.amount


@record
class PowerGained(Happened):
    """A creature gained Power for good."""

    creature: str
    amount: int
    name: str

    def apply(self, state: State) -> None:
        state.creatures[self.creature].power_gained += self.amount


@record
class PowerHealed(Happened):
    """Power lost for good came back."""

    creature: str
    amount: int

    def apply(self, state: State) -> None:
        state.creatures[self.creature].power_lost -= self.amount


@record
class MoveLost(Happened):
    """A creature lost Move for good."""

    creature: str
    amount: int

    def apply(self, state: State) -> None:
        state.creatures[self.creature].move_lost += self.amount


@record
class Terrified(Happened):
    """A creature's unit must retreat in this turn (RET-1)."""

    creature: str

    def apply(self, state: State) -> None:
        state.now.terrified.add(self.creature)


@record
class SideChanged(Happened):
    """A creature obeys another player, or its own again (MAG-22)."""

    creature: str
    side: str

    def apply(self, state: State) -> None:
        state.creatures[self.creature].side = self.side


@record
class CreatureMade(Happened):
    """A spell made a creature (MAG-23)."""

    creature: str
    kind: str
    side: str
    place: int
    by: str

    def apply(self, state: State) -> None:
        state.creatures[self.creature] = new_creature(self.creature, KINDS[self.kind], self.side, self.place)
        letter = self.creature[0]
        state.made[letter] = max(state.made[letter], int(self.creature[1:]))


@record
class CreatureRaised(Happened):
    """A dead creature lives again (MAG-23)."""

    creature: str
    side: str
    place: int

    def apply(self, state: State) -> None:
        revive(state, self.creature, self.side, self.place)


@record
class CorpseUsed(Happened):
    """A corpse is gone (MAG-23)."""

    corpse: str

    def apply(self, state: State) -> None:
        state.corpses[self.corpse].gone = True


@record
class ItemSpoiled(Happened):
    """An item lost its powers for good."""

    item: str

    def apply(self, state: State) -> None:
        state.items[self.item].disenchanted = True


@record
class ItemDestroyed(Happened):
    """An item is gone."""

    item: str

    def apply(self, state: State) -> None:
        destroy(state, self.item)


@record
class UnitSent(Happened):
    """A unit was taken elsewhere by magic (LAW-2)."""

    unit: str
    start: int
    to: int

    def apply(self, state: State) -> None:
        bring(state, self.unit, self.to)
        state.creatures[self.unit].air = 0


# --- Combat and retreat ---


@named_record
class Strength:
    """What one creature, shot or spell brought to a combat: its user, the spell's name, Power, type and poison."""

    side: str
    user: str
    name: str
    power: int
    type: AttackType
    poison: int = 0
    there: bool = True
    """Whether it stands in the place: shots and spell attacks do not."""


@named_record
class Loss:
    """A victim and why: ``chosen`` or drawn (one of ``candidates``), by the fight or by ``poison``."""

    side: str
    victim: str
    fate: Fate
    chosen: bool = False
    poison: bool = False
    candidates: int = 1


@named_record
class Fought(Happened):
    """A combat (FIGHT). ``winner`` is "" on a tie; ``blunt`` is the winner's Blunt Power (BLUNT-1).

    ``leaving`` are the creatures that must retreat for it.
    """

    place: int
    total_a: int
    total_b: int
    winner: str
    strengths: tuple[Strength, ...]
    losses: tuple[Loss, ...]
    blunt: int
    leaving: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.now.beaten.update(self.leaving)


@record
class VehicleStruck(Happened):
    """An idle vehicle was attacked (VEH-5)."""

    vehicle: str
    place: int
    strengths: tuple[Strength, ...]
    power: int
    destroyed: bool


@record
class Regenerated(Happened):
    """A creature chosen or drawn to die did not (ABIL-1)."""

    creature: str
    place: int

    def apply(self, state: State) -> None:
        state.now.regenerated.add(self.creature)


@record
class Died(Happened):
    """A creature died (CRE-3): its corpse ("": none), and of which rule. What rode it is dismounted."""

    creature: str
    place: int
    corpse: str
    rule: str

    def apply(self, state: State) -> None:
        die(state, state.creatures[self.creature], self.place, self.corpse)


@record
class Retreated(Happened):
    """A unit retreated one place (RET-3)."""

    unit: str
    start: int
    to: int

    def apply(self, state: State) -> None:
        bring(state, self.unit, self.to)


@record
class NoWayOut(Happened):
    """A unit that had to retreat found no place (RET-6)."""

    unit: str
    place: int


@record
class CameDown(Happened):
    """A unit that could not stay aloft came down in SEQ 7 (FLY-6), or fell (VEH-3); or it could not and dies."""

    unit: str
    place: int
    falling: bool
    safe: bool

    def apply(self, state: State) -> None:
        if self.safe:
            bring(state, self.unit, ground(self.place))


# --- The game master's word ---


@record
class GmPlaced(Happened):
    """The game master moved a unit."""

    creature: str
    start: int
    to: int
    reason: str

    def apply(self, state: State) -> None:
        leave_mount(state, state.creatures[self.creature])
        bring(state, self.creature, self.to)
        state.creatures[self.creature].air = self.to & 1


@record
class GmRemoved(Happened):
    """The game master took a creature out of the game; it leaves no corpse."""

    creature: str
    place: int
    reason: str

    def apply(self, state: State) -> None:
        die(state, state.creatures[self.creature], self.place, "")


@record
class GmRevived(Happened):
    """The game master brought a dead creature back."""

    creature: str
    place: int
    reason: str

    def apply(self, state: State) -> None:
        revive(state, self.creature, state.creatures[self.creature].side, self.place)


@record
class GmHanded(Happened):
    """The game master moved an item: to a creature, or to the ground of a place."""

    item: str
    by: str
    place: int
    reason: str

    def apply(self, state: State) -> None:
        lay(state, self.item, self.place)
        state.items[self.item].gone = False
        if self.by:
            take(state, self.by, self.item)


@record
class GmSetPool(Happened):
    """The game master set a magic pool."""

    side: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        state.pools[self.side] = self.after


@record
class GmSetTerrain(Happened):
    """The game master set a hex's terrain."""

    hex: int
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        state.terrain[self.hex] = self.after


@record
class GmSetControl(Happened):
    """The game master set who controls a hex."""

    hex: int
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        state.control[self.hex] = self.after


@record
class GmChangedOrder(Happened):
    """The game master put another line in the place of one of a sheet; its writer alone is told."""

    side: str
    number: int
    before: str
    after: str
    reason: str


Event = Happened
EVENTS: Codec[Event] = Codec(events_of(globals()), tag="is")
"""``{"is": name, field: value, …}``, defaults left out."""
