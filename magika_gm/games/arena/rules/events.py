"""What can happen in a turn, in the past tense.

A rule tells an event, and telling changes the state by it, or neither. Events carry all that change needs. Hexes and
places are numbers (board.py), creatures, items, corpses and enchantments their ids.
"""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.orders.order import StandingOrder
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.state import Aim, Enchantment, Passing
from magika_gm.games.arena.rules.terms import AttackType, Ending, Fate, Outcome, Phase, Time

# --- the frame of a turn ---


@dataclass(frozen=True, slots=True)
class MailTurnBegan:
    """A mail turn began."""

    mail_turn: int


@dataclass(frozen=True, slots=True)
class StandingReplaced:
    """A new block of standing orders took the place of the old (MAIL-4); only its writer is told."""

    side: str
    orders: tuple[StandingOrder, ...]


@dataclass(frozen=True, slots=True)
class PlayerTurnBegan:
    """A player turn began (SEQ)."""

    turn: int
    active: str


@dataclass(frozen=True, slots=True)
class OrdersMissing:
    """No sheet came from the active player (MAIL-6)."""

    side: str


@dataclass(frozen=True, slots=True)
class LineDropped:
    """A line was not carried out, or not to its end; only its writer is told (MAIL-7)."""

    side: str
    line: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up (WIN-3)."""

    side: str


@dataclass(frozen=True, slots=True)
class PlayerTurnEnded:
    """A player turn is over: air counts of those on the ground go back to 0 (FLY-4)."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (WIN): ``winner`` is a side or ``draw``; hexes and army values are what WIN-4 counts."""

    winner: str
    ending: Ending
    hexes: tuple[int, int] = (0, 0)
    worth: tuple[int, int] = (0, 0)


# --- terrain, storms, control ---


@dataclass(frozen=True, slots=True)
class TerrainChanged:
    """A hex got another terrain, paid from the budget (TERR-2) or by a spell (``by``: its caster)."""

    hex: int
    before: str
    after: str
    side: str
    cost: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class StormMade:
    """A storm stands in an airspace, until player turn ``until`` (STORM-3)."""

    hex: int
    until: int
    side: str
    cost: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class StormCalmed:
    """A storm was removed (TERR-2)."""

    hex: int
    side: str
    cost: int


@dataclass(frozen=True, slots=True)
class StormPassed:
    """A storm was over (STORM-3)."""

    hex: int


@dataclass(frozen=True, slots=True)
class HexTaken:
    """Control of a hex changed (CTRL)."""

    hex: int
    side: str
    before: str


# --- equipping and mounting ---


@dataclass(frozen=True, slots=True)
class ItemDropped:
    """An item was laid down (ITEM-1)."""

    creature: str
    item: str
    place: int


@dataclass(frozen=True, slots=True)
class ItemEquipped:
    """An item was taken up (ITEM-1)."""

    creature: str
    item: str


@dataclass(frozen=True, slots=True)
class ItemFell:
    """An item dropped in the air fell to the ground (ITEM-3)."""

    item: str
    place: int


@dataclass(frozen=True, slots=True)
class Mounted:
    """A creature mounted another, coming from ``before`` or from no mount (SIZE-2)."""

    rider: str
    mount: str
    before: str


@dataclass(frozen=True, slots=True)
class Dismounted:
    """A creature left its mount, or was thrown (SIZE-2, CRE-3, MAG-22)."""

    rider: str
    mount: str


@dataclass(frozen=True, slots=True)
class VehicleTaken:
    """A vehicle came to another player's side with who rides it (VEH-1)."""

    creature: str
    side: str


# --- magic ---


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectDeclared:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSettled:
    """What became of a declared effect; ``refund`` are points that came back (MAG-16)."""

    number: int
    outcome: Outcome
    side: str
    name: str
    user: str
    aim: Aim
    refund: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class PassingBegan:
    """An effect of one phase is in force (MAG-17)."""

    passing: Passing


@dataclass(frozen=True, slots=True)
class PassingEnded:
    """All effects of one phase are over (MAG-17)."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class ForceBroken:
    """A wall of one phase was breached."""

    aim: Aim


@dataclass(frozen=True, slots=True)
class EnchantmentBegan:
    """A lasting effect began (MAG-17)."""

    enchantment: Enchantment


@dataclass(frozen=True, slots=True)
class EnchantmentEnded:
    """A lasting effect ended."""

    enchantment: str
    name: str
    aim: Aim


@dataclass(frozen=True, slots=True)
class PowerLost:
    """A creature lost Power for good (MAG-24)."""

    creature: str
    amount: int
    name: str


@dataclass(frozen=True, slots=True)
class PowerGained:
    """A creature gained Power for good."""

    creature: str
    amount: int
    name: str


@dataclass(frozen=True, slots=True)
class PowerHealed:
    """Power lost for good came back."""

    creature: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoveLost:
    """A creature lost Move for good."""

    creature: str
    amount: int


@dataclass(frozen=True, slots=True)
class Terrified:
    """A creature's unit must retreat in this turn (RET-1)."""

    creature: str


@dataclass(frozen=True, slots=True)
class SideChanged:
    """A creature obeys another player, or its own again (MAG-22)."""

    creature: str
    side: str


@dataclass(frozen=True, slots=True)
class CreatureMade:
    """A spell made a creature (MAG-23)."""

    creature: str
    kind: str
    side: str
    place: int
    by: str


@dataclass(frozen=True, slots=True)
class CreatureRaised:
    """A dead creature lives again (MAG-23)."""

    creature: str
    side: str
    place: int


@dataclass(frozen=True, slots=True)
class CorpseUsed:
    """A corpse is gone (MAG-23)."""

    corpse: str


@dataclass(frozen=True, slots=True)
class ItemSpoiled:
    """An item lost its powers for good."""

    item: str


@dataclass(frozen=True, slots=True)
class ItemDestroyed:
    """An item is gone."""

    item: str


@dataclass(frozen=True, slots=True)
class UnitSent:
    """A unit was taken elsewhere by magic (LAW-2)."""

    unit: str
    start: int
    to: int


# --- movement ---


@dataclass(frozen=True, slots=True)
class AirCounted:
    """A flyer's air count (FLY-4)."""

    creature: str
    count: int


@dataclass(frozen=True, slots=True)
class TookOff:
    """A unit took off into the airspace above (FLY-1)."""

    unit: str
    place: int


@dataclass(frozen=True, slots=True)
class Walked:
    """A unit walked one hex after another (MOVE-1)."""

    unit: str
    start: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flew:
    """A unit flew, or glided by FLY-7."""

    unit: str
    start: int
    path: tuple[int, ...]
    gliding: bool = False


@dataclass(frozen=True, slots=True)
class Landed:
    """A unit landed (FLY-1)."""

    unit: str
    place: int


# --- combat ---


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Loss:
    """A victim and why: ``chosen`` or drawn (one of ``candidates``), by the fight or by ``poison``."""

    side: str
    victim: str
    fate: Fate
    chosen: bool = False
    poison: bool = False
    candidates: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
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


@dataclass(frozen=True, slots=True)
class VehicleStruck:
    """An idle vehicle was attacked (VEH-5)."""

    vehicle: str
    place: int
    strengths: tuple[Strength, ...]
    power: int
    destroyed: bool


@dataclass(frozen=True, slots=True)
class Regenerated:
    """A creature chosen or drawn to die did not (ABIL-1)."""

    creature: str
    place: int


@dataclass(frozen=True, slots=True)
class Died:
    """A creature died (CRE-3): its corpse ("": none), and of which rule. What rode it is dismounted."""

    creature: str
    place: int
    corpse: str
    rule: str


# --- retreat ---


@dataclass(frozen=True, slots=True)
class Retreated:
    """A unit retreated one place (RET-3)."""

    unit: str
    start: int
    to: int


@dataclass(frozen=True, slots=True)
class NoWayOut:
    """A unit that had to retreat found no place (RET-6)."""

    unit: str
    place: int


@dataclass(frozen=True, slots=True)
class CameDown:
    """A unit that could not stay aloft came down in SEQ 7 (FLY-6), or fell (VEH-3); or it could not and dies."""

    unit: str
    place: int
    falling: bool
    safe: bool


# --- the game master's word ---


@dataclass(frozen=True, slots=True)
class GmPlaced:
    """The game master moved a unit."""

    creature: str
    start: int
    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmRemoved:
    """The game master took a creature out of the game; it leaves no corpse."""

    creature: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmRevived:
    """The game master brought a dead creature back."""

    creature: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmHanded:
    """The game master moved an item: to a creature, or to the ground of a place."""

    item: str
    by: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetPool:
    """The game master set a magic pool."""

    side: str
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetTerrain:
    """The game master set a hex's terrain."""

    hex: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetControl:
    """The game master set who controls a hex."""

    hex: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmChangedOrder:
    """The game master put another line in the place of one of a sheet; its writer alone is told."""

    side: str
    number: int
    before: str
    after: str
    reason: str


Event = (
    MailTurnBegan | StandingReplaced | PlayerTurnBegan | OrdersMissing | LineDropped | Resigned | PlayerTurnEnded
    | GameEnded | TerrainChanged | StormMade | StormCalmed | StormPassed | HexTaken | ItemDropped | ItemEquipped
    | ItemFell | Mounted | Dismounted | VehicleTaken | EffectDeclared | EffectSettled | PassingBegan | PassingEnded
    | ForceBroken | EnchantmentBegan | EnchantmentEnded | PowerLost | PowerGained | PowerHealed | MoveLost | Terrified
    | SideChanged | CreatureMade | CreatureRaised | CorpseUsed | ItemSpoiled | ItemDestroyed | UnitSent | AirCounted
    | TookOff | Walked | Flew | Landed | Fought | VehicleStruck | Regenerated | Died | Retreated | NoWayOut | CameDown
    | GmPlaced | GmRemoved | GmRevived | GmHanded | GmSetPool | GmSetTerrain | GmSetControl | GmChangedOrder
)  # fmt: skip
