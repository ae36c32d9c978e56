"""Effects taking place, in MAG-10's order: Continuous, Counterspells, Instants, longer spells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from magika_gm.games.arena.rules.events import (
    CorpseUsed,
    CreatureMade,
    CreatureRaised,
    EffectSettled,
    EnchantmentBegan,
    ForceBroken,
    ItemDestroyed,
    ItemSpoiled,
    MoveLost,
    PassingBegan,
    PowerGained,
    PowerHealed,
    PowerLost,
    StormMade,
    TerrainChanged,
    Terrified,
    UnitSent,
)
from magika_gm.games.arena.rules.magic import (
    Declared,
    caster_failed,
    distance_to,
    gone,
    places_of,
    target_refused,
    target_smothered,
    usable_corpse,
)
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.retreat import change_side, end_enchantment, kill
from magika_gm.games.arena.rules.state import Aim, Corpse, Creature, Enchantment, Passing, State, id_key, in_order
from magika_gm.games.arena.rules.tables import PHANTASM, SPELLS
from magika_gm.games.arena.rules.terms import OTHER, Duration, Outcome, Phase, Target, Time
from magika_gm.games.arena.rules.turn import Turn, next_id
from magika_gm.games.arena.rules.units import WALL_OF_FORCE, WALL_OF_THORNS, on_creature, present, top, wall_of

# What effects do when they work: the verbs of data/spells.toml, each a function (MAG-17, DATA: spells).


STORM_TURNS = 3
ZOMBIE = "Zombie"
WALL_OF_STONE = "Wall of Stone"


def _target(turn: Turn, effect: Declared) -> Creature:
    user = effect.user if effect.aim.kind is Target.SELF else effect.aim.id
    return turn.state.creatures[user]


def bestow(turn: Turn, effect: Declared) -> None:
    """A passing effect on a creature, or on those in a place; a second of its name adds nothing (MAG-13)."""
    magic = effect.magic
    if effect.aim.kind is Target.PLACE:
        targets = turn.state.at(effect.aim.place)
        if magic.only == "undead":
            targets = [c for c in targets if c.kind.undead]
        elif magic.only == "grounded" and effect.aim.place & 1:
            targets = []
    else:
        targets = [_target(turn, effect)]
    for target in targets:
        if not on_creature(turn.state, target.id, magic.makes):
            _pass(turn, effect, Aim(Target.CREATURE, target.id))


def _pass(turn: Turn, effect: Declared, aim: Aim) -> None:
    magic = effect.magic
    turn.tell(
        PassingBegan(
            Passing(
                name=magic.makes, side=effect.side, aim=aim, user=effect.user, gives=magic.gives, attack=magic.attack
            )
        )
    )


def enchant(turn: Turn, effect: Declared) -> None:
    """An enchantment on a creature, a hex or a wall (MAG-17)."""
    lay_enchantment(turn, effect, effect.aim)


def lay_enchantment(turn: Turn, effect: Declared, aim: Aim, side: str = "") -> None:
    """An enchantment with the next number, of its caster's side unless another is named."""
    id_ = next_id(turn.state, "N")
    turn.tell(
        EnchantmentBegan(
            Enchantment(
                id=id_,
                key=id_key(id_),
                name=effect.magic.makes,
                side=side or effect.side,
                aim=aim,
                since=turn.state.turn,
                turns_of=turn.active,
                gives=effect.magic.gives,
            )
        )
    )


def strike(turn: Turn, effect: Declared) -> None:
    """A spell attack on a place; several add up (MAG-13, MAG-21)."""
    _pass(turn, effect, effect.aim)


def ward(turn: Turn, effect: Declared) -> None:
    """Something stands over a place, a hex or a wall: once there, but Phantom Blades for each side (MAG-13)."""
    for passing in turn.state.now.passing:
        if (passing.name, passing.side, passing.aim) == (effect.magic.makes, effect.side, effect.aim):
            return
    _pass(turn, effect, effect.aim)


def terrify(turn: Turn, effect: Declared) -> None:
    """Terror: the unit must retreat in SEQ 7 (RET-1). In M1 it does nothing."""
    if effect.phase == "M2":
        turn.tell(Terrified(effect.aim.id))


def turn_side(turn: Turn, effect: Declared) -> None:
    """Charm Creature, Control Animal: the target changes sides; reflected, the caster does (MAG-22)."""
    side = effect.reflected_by or effect.side
    target = _target(turn, effect)
    lay_enchantment(turn, effect, Aim(Target.CREATURE, target.id), side)
    change_side(turn, target, side)


def cripple(turn: Turn, effect: Declared) -> None:
    """Cripple: Move -1 for good."""
    turn.tell(MoveLost(effect.aim.id, 1))


def sicken(turn: Turn, effect: Declared) -> None:
    """Sickness: Power -1 at once, and again in every later M2 of this player's turns (MAG-17)."""
    turn.tell(PowerLost(effect.aim.id, 1, effect.name))
    enchant(turn, effect)


def drain(turn: Turn, effect: Declared) -> None:
    """Drain Life: the target's Power -1, the caster's +1, for good."""
    turn.tell(PowerLost(effect.aim.id, 1, effect.name))
    turn.tell(PowerGained(effect.user, 1, effect.name))


def heal(turn: Turn, effect: Declared) -> None:
    """Heal: all Power lost for good comes back."""
    target = _target(turn, effect)
    turn.tell(PowerHealed(target.id, target.power_lost))


def slay(turn: Turn, effect: Declared) -> None:
    """Death Touch: at once (SEQ-2)."""
    kill(turn, {_target(turn, effect).id: "SEQ-2"})


def create_zombie(turn: Turn, effect: Declared) -> None:
    """Create Zombie."""
    _zombie(turn, effect, turn.state.corpses[effect.aim.id])


def raise_horde(turn: Turn, effect: Declared) -> None:
    """Raise Horde: every usable corpse in the area, in order of ids (MAG-4)."""
    area = turn.state.board.area[effect.aim.place >> 1]
    for corpse in in_order(turn.state.corpses.values()):
        if corpse.hex in area and usable_corpse(corpse):
            _zombie(turn, effect, corpse)


def _zombie(turn: Turn, effect: Declared, corpse: Corpse) -> None:
    turn.tell(CorpseUsed(corpse.id))
    make(turn, ZOMBIE, effect.side, corpse.hex * 2, effect.user)


def make(turn: Turn, kind: str, side: str, place: int, by: str) -> str:
    """A creature made by magic: the side's next id (MAG-23)."""
    id_ = next_id(turn.state, side)
    turn.tell(CreatureMade(id_, kind, side, place, by))
    return id_


def resurrect(turn: Turn, effect: Declared) -> None:
    """Resurrect: under its old id, on the side it died on (MAG-23)."""
    corpse = turn.state.corpses[effect.aim.id]
    turn.tell(CorpseUsed(corpse.id))
    turn.tell(CreatureRaised(corpse.of, corpse.side, corpse.hex * 2))


def raise_stone(turn: Turn, effect: Declared) -> None:
    """Raise Stone: a Wall of Stone of the caster's side."""
    make(turn, WALL_OF_STONE, effect.side, effect.aim.place, effect.user)


def phantasm(turn: Turn, effect: Declared) -> None:
    """Phantasm: a creature that is gone when the spell ends (LAW-19)."""
    id_ = make(turn, PHANTASM, effect.side, effect.aim.place, effect.user)
    lay_enchantment(turn, effect, Aim(Target.CREATURE, id_))


def breach(turn: Turn, effect: Declared) -> None:
    """Breach: the wall is gone, whatever made it."""
    wall = wall_of(effect.aim.place, effect.aim.other)
    for enchantment in list(turn.state.enchantments.values()):
        aim = enchantment.aim
        if enchantment.name == WALL_OF_THORNS and wall_of(aim.place, aim.other) == wall:
            end_enchantment(turn, enchantment)
    for passing in list(turn.state.now.passing):
        if passing.name == WALL_OF_FORCE and wall_of(passing.aim.place, passing.aim.other) == wall:
            turn.tell(ForceBroken(passing.aim))


def shatter(turn: Turn, effect: Declared) -> None:
    """Shatter: the item is destroyed."""
    turn.tell(ItemDestroyed(effect.aim.id))


def disenchant(turn: Turn, effect: Declared) -> None:
    """Disenchant: the item loses its powers for good."""
    turn.tell(ItemSpoiled(effect.aim.id))


def meteor(turn: Turn, effect: Declared) -> None:
    """Meteor: a spell attack on the ground of each hex of the area where enemies are."""
    enemy = OTHER[effect.side]
    for hex_ in sorted(turn.state.board.area[effect.aim.place >> 1]):
        if present(turn.state, hex_ * 2, enemy):
            _pass(turn, effect, Aim(Target.PLACE, place=hex_ * 2))


def dispel(turn: Turn, effect: Declared) -> None:
    """Dispel Magic: the enchantment ends."""
    end_enchantment(turn, turn.state.enchantments[effect.aim.id])


def anti_magic(turn: Turn, effect: Declared) -> None:
    """Anti-Magic: all enchantments in the area end, a wall if either hex is in it; then it lies there (MAG-20)."""
    state = turn.state
    area = state.board.area[effect.aim.place >> 1]
    for enchantment in in_order(state.enchantments.values()):
        if enchantment.id in state.enchantments and any(p >> 1 in area for p in places_of(state, enchantment.aim)):
            end_enchantment(turn, enchantment)
    enchant(turn, effect)


def storm(turn: Turn, effect: Declared) -> None:
    """Storm Call: three player turns, this one counted (STORM-3)."""
    until = turn.state.turn + STORM_TURNS - 1
    turn.tell(StormMade(effect.aim.place >> 1, until, effect.side, 0, effect.user))


def shape_land(turn: Turn, effect: Declared) -> None:
    """Shape Land: the hex becomes the terrain named (TERR-4)."""
    hex_ = effect.aim.place >> 1
    turn.tell(
        TerrainChanged(
            hex=hex_, before=turn.state.terrain[hex_], after=effect.terrain, side=effect.side, cost=0, by=effect.user
        )
    )


def recall(turn: Turn, effect: Declared) -> None:
    """Recall: the target's whole unit goes to the ground of its own king hex (LAW-2)."""
    target = _target(turn, effect)
    mount = top(turn.state, target)
    turn.tell(UnitSent(mount.id, mount.place, turn.state.kings[target.side] * 2))


def teleport(turn: Turn, effect: Declared) -> None:
    """Teleport: the target's unit goes to the named ground hex (LAW-2)."""
    mount = top(turn.state, _target(turn, effect))
    turn.tell(UnitSent(mount.id, mount.place, effect.to))


VERBS: dict[str, Callable[[Turn, Declared], None]] = {
    "bestow": bestow,
    "enchant": enchant,
    "strike": strike,
    "ward": ward,
    "terrify": terrify,
    "turn": turn_side,
    "cripple": cripple,
    "sicken": sicken,
    "drain": drain,
    "heal": heal,
    "kill": slay,
    "create_zombie": create_zombie,
    "raise_horde": raise_horde,
    "resurrect": resurrect,
    "raise_stone": raise_stone,
    "phantasm": phantasm,
    "breach": breach,
    "shatter": shatter,
    "disenchant": disenchant,
    "meteor": meteor,
    "dispel": dispel,
    "anti_magic": anti_magic,
    "storm": storm,
    "shape_land": shape_land,
    "recall": recall,
    "teleport": teleport,
}
"""Verbs by name; ``block`` and ``reflect`` act on effects and stand in effects.py."""


class Taking:
    """The effects of one phase while they take place: what is cancelled, what is turned on its caster."""

    def __init__(self, turn: Turn, phase: Phase, declared: Sequence[Declared], due: Sequence[Declared]) -> None:
        self.turn = turn
        self.phase = phase
        self.all: dict[int, Declared] = {d.number: d for d in (*due, *declared)}
        self.declared = declared
        self.due = due
        self.cancelled: set[int] = set()

    def take_place(self) -> None:
        """All of them, in order (MAG-10)."""
        if self.phase is Phase.M2:
            _repeat(self.turn)
        counters = [d for d in self.declared if d.counterspell]
        instants = [d for d in self.declared if d.magic.time is Time.INSTANT]
        longer = sorted(self.due, key=lambda d: (d.magic.group, d.number))
        for effect in (*reversed(counters), *instants, *longer):
            self._one(effect.number)

    def _one(self, number: int) -> None:
        effect = self.all[number]
        state = self.turn.state
        if number in self.cancelled:
            return
        if effect.magic.time in (Time.HALF_TURN, Time.LONG):
            casting = state.creatures[effect.user].casting
            if casting is None or casting.number != number:
                return
        failed = self._tests(effect)
        if failed is not None:
            outcome, rule = failed
            self._settle(effect, outcome, rule, refund=effect.cost if outcome is Outcome.RETURNED else 0)
            return
        if effect.magic.does in ("block", "reflect"):
            self._answer(effect)
            return
        self._settle(effect, Outcome.REFLECTED if effect.reflected_by else Outcome.WORKS)
        VERBS[effect.magic.does](self.turn, effect)

    def _tests(self, effect: Declared) -> tuple[Outcome, str] | None:
        """MAG-16: caster, target gone, range, Anti-Magic, legality."""
        state = self.turn.state
        rule = caster_failed(state, effect)
        if rule:
            return Outcome.FAILS, rule
        if self._gone(state, effect):
            return Outcome.RETURNED, "MAG-16"
        user = state.creatures[effect.user]
        if effect.aim.kind is Target.EFFECT:
            places: tuple[int, ...] = (state.creatures[self.all[effect.aim.effect].user].place,)
        else:
            places = places_of(state, effect.aim)
        if effect.aim.kind is not Target.SELF and distance_to(state, user, places) > effect.magic.range:
            return Outcome.RETURNED, "MAG-14"
        others = tuple(self.all.values())
        if target_smothered(state, effect, others):
            return Outcome.FAILS, "MAG-20"
        refused = target_refused(state, effect, others, declaring=False)
        return (Outcome.FAILS, refused.rule) if refused else None

    def _gone(self, state: State, effect: Declared) -> bool:
        if effect.aim.kind is Target.EFFECT:
            return effect.aim.effect in self.cancelled or effect.aim.effect not in self.all
        return gone(state, effect.aim)

    def _settle(self, effect: Declared, outcome: Outcome, rule: str = "", refund: int = 0) -> None:
        self.turn.tell(
            EffectSettled(
                number=effect.number,
                outcome=outcome,
                side=effect.side,
                name=effect.name,
                user=effect.user,
                aim=effect.aim,
                refund=refund,
                rule=rule,
            )
        )

    def _answer(self, effect: Declared) -> None:
        """Block Magic cancels an effect; Reflect turns it on its caster, if he is a legal target."""
        answered = self.all[effect.aim.effect]
        if effect.magic.does == "block":
            self._settle(effect, Outcome.WORKS)
            self.cancelled.add(answered.number)
            self._settle(answered, Outcome.CANCELLED, "MAG-10")
            return
        turned = answered.turned_by(effect.side)
        refused: Refusal | None = target_refused(self.turn.state, turned, declaring=False)
        if refused is not None:
            self._settle(effect, Outcome.FAILS, refused.rule)
            return
        self._settle(effect, Outcome.WORKS)
        self.all[answered.number] = turned


def _repeat(turn: Turn) -> None:
    """Repeating effects begun in earlier turns of this player, by number (MAG-17)."""
    for enchantment in in_order(turn.state.enchantments.values()):
        repeating = SPELLS[enchantment.name].magic.duration is Duration.REPEATING
        if repeating and enchantment.turns_of == turn.active and enchantment.since < turn.state.turn:
            turn.tell(PowerLost(enchantment.aim.id, 1, enchantment.name))
