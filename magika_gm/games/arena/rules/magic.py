"""Declared effects, what they are aimed at, and where that is (MAG-11, MAG-14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from magika_gm.engine.records import named_record, record
from magika_gm.games.arena.orders.model import Pronoun
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import ON_SELF, Aim, Corpse, Creature, State
from magika_gm.games.arena.rules.tables import SPELLS, Magic
from magika_gm.games.arena.rules.terms import OTHER, Duration, MagicType, Phase, Target, Time, aloft, ground
from magika_gm.games.arena.rules.turn import creature_of, is_id, item_of
from magika_gm.games.arena.rules.units import (
    ANTI_MAGIC,
    enchanted,
    forces,
    idle,
    immune,
    item_works,
    level,
    may_enter,
    place_of_item,
    power,
    present,
    smothered,
    top,
    unseen,
    wall_of,
    walls,
    warded,
    working_items,
)

HEXES = (Target.HEX, Target.AREA, Target.AREA_CREATURES)
"""Targets that are a hex, measured to its ground."""


@named_record
class Declared:
    """An effect declared in this phase, or a longer spell due in it."""

    number: int
    phase: Phase
    side: str
    magic: Magic
    user: str
    aim: Aim
    spell: bool
    """A card, not an item or an ability (MAG-2)."""
    cost: int = 0
    item: str = ""
    to: int = -1
    terrain: str = ""
    reflected_by: str = ""
    """The side whose Reflect turned it upon its caster."""

    @property
    def name(self) -> str:
        """The spell's, item's or ability's name."""
        return self.magic.name

    @property
    def counterspell(self) -> bool:
        """Whether it is a Counterspell."""
        return self.magic.time is Time.COUNTERSPELL

    def turned_by(self, side: str) -> Declared:
        """The same, acting on its own caster."""
        return replace(self, aim=Aim(Target.CREATURE, self.user), reflected_by=side)


def due_spells(state: State) -> list[Declared]:
    """Longer spells that work in this M2, in the order they were begun (MAG-5)."""
    found = [
        Declared(
            number=c.casting.number,
            phase=Phase.M2,
            side=c.casting.side,
            magic=SPELLS[c.casting.spell].magic,
            user=c.id,
            aim=c.casting.aim,
            spell=True,
            cost=c.casting.cost,
            to=c.casting.to,
            terrain=c.casting.terrain,
        )
        for c in state.living()
        if c.casting is not None and c.casting.due == state.turn
    ]
    return sorted(found, key=lambda d: d.number)


def gone(state: State, aim: Aim) -> bool:
    """Whether a target no longer exists (MAG-16); effects are judged where they are kept."""
    match aim.kind:
        case Target.CREATURE:
            return aim.id not in state.creatures or state.creatures[aim.id].dead
        case Target.CORPSE:
            return aim.id not in state.corpses or state.corpses[aim.id].gone
        case Target.ITEM:
            return aim.id not in state.items or state.items[aim.id].gone
        case Target.ENCHANTMENT:
            return aim.id not in state.enchantments
        case _:
            return False


def places_of(state: State, aim: Aim) -> tuple[int, ...]:
    """Where a target is: the places its distance is measured to, the farthest counts; none for oneself, and effects."""
    match aim.kind:
        case Target.CREATURE:
            return (state.creatures[aim.id].place,)
        case Target.CORPSE:
            return (state.corpses[aim.id].hex * 2,)
        case Target.ITEM:
            return (place_of_item(state, state.items[aim.id]),)
        case Target.ENCHANTMENT:
            return places_of(state, state.enchantments[aim.id].aim)
        case Target.HEX | Target.AREA | Target.AREA_CREATURES | Target.PLACE:
            return (aim.place,)
        case Target.WALL:
            return (aim.place, aim.other)
        case Target.SELF | Target.EFFECT:
            return ()


def distance_to(state: State, user: Creature, places: tuple[int, ...]) -> int:
    """From a user to the farthest of ``places`` (MAG-14)."""
    return max((state.board.distance(user.place, p) for p in places), default=0)


# What the words after ON mean when a line's moment comes (ORD, MAIL-5).


@record
class Match:
    """What met a line's condition: enemy effects in order of declaration, or the place it spoke of."""

    effects: tuple[Declared, ...] = ()
    place: int = -1


NO_MATCH = Match()


@named_record
class Asking:
    """Who asks for a target: the player, the user, the magic, the condition's match, the effects of this phase."""

    state: State
    side: str
    user: Creature
    magic: Magic
    match: Match = NO_MATCH
    declared: Sequence[Declared] = field(default=())


def aims_of(asking: Asking, text: str) -> list[Aim] | Refusal:
    """The targets a word may mean, in the order to be tried: several only for IT."""
    target = asking.magic.target
    if target is Target.SELF:
        return _self(asking, text)
    if not text:
        return Refusal("MAG-12", Code.NO_TARGET, "ON")
    if target is Target.EFFECT:
        return _it(asking, text)
    if target is Target.CREATURE:
        return _creature(asking, text)
    if text in set(Pronoun):
        return Refusal("MAG-11", Code.NO_TARGET, text)
    return _thing(asking, text)


def _self(asking: Asking, text: str) -> list[Aim] | Refusal:
    if text and text != Pronoun.SELF:
        found = creature_of(asking.state, text, asking.side)
        if not isinstance(found, Creature) or found.id != asking.user.id:
            return Refusal("MAG-11", Code.NO_TARGET, text)
    return [ON_SELF]


def _it(asking: Asking, text: str) -> list[Aim] | Refusal:
    """IT: effects that met the condition and that no unanswered Counterspell of one's own aims at already."""
    if text != Pronoun.IT:
        return Refusal("MAG-11", Code.NO_EFFECT, text)
    found = [e.number for e in asking.match.effects if not _answered_by(asking, e.number)]
    if not found:
        return Refusal("MAG-11", Code.NO_EFFECT, text)
    return [Aim(Target.EFFECT, effect=number) for number in found]


def _answered_by(asking: Asking, number: int) -> bool:
    answers = {d.aim.effect for d in asking.declared if d.aim.kind is Target.EFFECT}
    return any(
        d.counterspell and d.side == asking.side and d.aim.effect == number and d.number not in answers
        for d in asking.declared
    )


def _creature(asking: Asking, text: str) -> list[Aim] | Refusal:
    match text:
        case Pronoun.SELF:
            return [Aim(Target.CREATURE, asking.user.id)]
        case Pronoun.CASTER:
            if asking.match.effects:
                return [Aim(Target.CREATURE, asking.match.effects[0].user)]
            return Refusal("MAG-11", Code.NO_TARGET, text)
        case Pronoun.ENEMY:
            enemy = strongest_enemy(asking.state, asking.match.place, asking.side)
            return [Aim(Target.CREATURE, enemy.id)] if enemy else Refusal("MAG-11", Code.NO_TARGET, text)
        case Pronoun.IT:
            return Refusal("MAG-11", Code.NO_TARGET, text)
    # where an item was named by its id alone, its target was read without knowing what it is (``a3``, ``A3``)
    id_ = text.upper() if is_id(text) else text
    found = creature_of(asking.state, id_, asking.side)
    return found if isinstance(found, Refusal) else [Aim(Target.CREATURE, found.id)]


def strongest_enemy(state: State, place: int, side: str) -> Creature | None:
    """ENEMY: the enemy creature of highest Power, then dearest, then lowest id, in the condition's place."""
    if place < 0:
        return None
    return min(forces(state, place, OTHER[side]), key=lambda c: (-power(state, c), -c.kind.cost, c.key), default=None)


def _thing(asking: Asking, text: str) -> list[Aim] | Refusal:
    """Items, corpses, enchantments, hexes, places, walls."""
    state, target = asking.state, asking.magic.target
    if target is Target.ITEM:
        item = item_of(state, text, asking.side)
        return item if isinstance(item, Refusal) else [Aim(target, item)]
    if target is Target.CORPSE:
        known = text in state.corpses and not state.corpses[text].gone
        return [Aim(target, text)] if known else Refusal("ORD-2", Code.UNKNOWN, text)
    if target is Target.ENCHANTMENT:
        return [Aim(target, text)] if text in state.enchantments else Refusal("ORD-2", Code.UNKNOWN, text)
    if target is Target.WALL:
        return _wall(state, text)
    place = state.board.places.get(text.lower())
    if place is None:
        return Refusal("ORD-2", Code.UNKNOWN, text)
    return [Aim(target, place=ground(place) if target in HEXES else place)]


def _wall(state: State, text: str) -> list[Aim] | Refusal:
    """A wall stands between two adjacent hexes (BOARD-7)."""
    one, _, other = text.partition("/")
    first, second = state.board.index.get(one), state.board.index.get(other)
    if first is None or second is None or second not in state.board.near[first]:
        return Refusal("BOARD-7", Code.UNKNOWN, text)
    low, high = state.board.wall(first, second)
    return [Aim(Target.WALL, place=low * 2, other=high * 2)]


# Whether an effect may be declared, and whether it still may when it works (MAG, LAW-7).


TELEPORT_REACH = 3
KING_HEX_SPELLS = ("Mirage", "Storm Call")
"""Spells on a hex that may be aimed at a king hex (MAG-19)."""


def timing(state: State, magic: Magic, side: str, phase: Phase) -> Refusal | None:
    """MAG-5: when an effect may be declared."""
    if magic.phase is not None and magic.phase is not phase:
        return Refusal("ITEM-4", Code.TIMING, magic.name)
    if magic.time in (Time.HALF_TURN, Time.LONG) and (phase is not Phase.M1 or side != state.now.active):
        return Refusal("MAG-5", Code.TIMING, magic.name)
    return None


def free(state: State, user: Creature, magic: Magic) -> Refusal | None:
    """MAG-6, MAG-7: whether a creature is free to use magic now."""
    if user.casting is not None or user.id in state.now.begun:
        return Refusal("MAG-7", Code.CASTING, user.id)
    if user.id in state.now.used:
        rule = "MAG-6" if magic.time in (Time.COUNTERSPELL, Time.INSTANT) else "MAG-7"
        return Refusal(rule, Code.USED, user.id)
    return None


def may_cast(state: State, user: Creature, magic: Magic) -> Refusal | None:
    """MAG-2, MAG-20: whether a creature has what a spell asks of its caster."""
    if level(state, user, magic.type) < magic.level:
        return Refusal("MAG-2", Code.LEVEL, user.id)
    return Refusal("MAG-20", Code.ANTI_MAGIC, user.id) if smothered(state, user.place) else None


def may_use_ability(state: State, user: Creature, magic: Magic) -> Refusal | None:
    """ABIL-2: whether a creature has an ability and uses left."""
    if user.kind.ability != magic.name or not user.uses:
        return Refusal("ABIL-2", Code.NOT_HELD, magic.name)
    if immune(user.kind, magic.type):
        return Refusal("MAG-4", Code.IMMUNE, user.id)
    return Refusal("MAG-20", Code.ANTI_MAGIC, user.id) if smothered(state, user.place) else None


def may_use_item(state: State, user: Creature, item_id: str) -> Refusal | None:
    """ITEM-4: whether a creature may use an item now; of several of one type only the lowest id works (ITEM-2)."""
    item = state.items[item_id]
    if item.by != user.id:
        return Refusal("ITEM-4", Code.NOT_HELD, item_id)
    if not item_works(state, user, item):
        return Refusal("ITEM-1", Code.UNFIT, item_id)
    lower = next(i for i in working_items(state, user) if i.kind is item.kind)
    if lower is item:
        return None
    return Refusal("ITEM-2", Code.UNFIT, item_id) if state.edition < 2 else Refusal("ITEM-2", Code.NOT_LOWEST, lower.id)


def target_refused(
    state: State, effect: Declared, others: Sequence[Declared] = (), *, declaring: bool = True
) -> Refusal | None:
    """Why a target is illegal, or None.

    ``others`` are the effects of this phase (for targets that are effects). While declaring, the range of
    Counterspells and Instants is tested too (MAG-14), and a target that is gone is illegal.
    """
    magic, aim, user = effect.magic, effect.aim, state.creatures[effect.user]
    if aim.kind is Target.EFFECT:
        return _effect_refused(state, effect, others, declaring=declaring)
    if aim.kind is not Target.SELF and gone(state, aim):
        return Refusal("MAG-16", Code.DEAD, aim.id)
    instant = magic.time in (Time.COUNTERSPELL, Time.INSTANT)
    if declaring and instant and distance_to(state, user, places_of(state, aim)) > magic.range:
        return Refusal("MAG-14", Code.RANGE, about(state, aim))
    if aim.kind is Target.CREATURE:
        found = _creature_refused(state, effect, state.creatures[aim.id])
        if found is not None:
            return found
    if aim.kind is Target.HEX and aim.place >> 1 in state.kings.values() and magic.name not in KING_HEX_SPELLS:
        return Refusal("MAG-19", Code.KING_HEX, about(state, aim))
    special = _SPECIAL.get(magic.does if magic.does != "enchant" else magic.name)
    refused = special(state, effect) if special else None
    if refused is None and not declaring and magic.does == "teleport":
        return _too_far(state, effect)
    return refused


def about(state: State, aim: Aim) -> str:
    """What a refusal says an aim is: an id, a wall, a place."""
    if aim.id:
        return aim.id
    if aim.kind is Target.WALL:
        return state.board.wall_name(wall_of(aim.place, aim.other))
    return state.board.place_names[aim.place] if aim.place >= 0 else ""


def _effect_refused(state: State, effect: Declared, others: Sequence[Declared], *, declaring: bool) -> Refusal | None:
    """Block Magic and Reflect answer no Tech; Reflect only what is aimed at a creature."""
    answered = next((o for o in others if o.number == effect.aim.effect), None)
    if answered is None:
        return Refusal("MAG-11", Code.NO_EFFECT)
    user = state.creatures[effect.user]
    if declaring and state.board.distance(user.place, state.creatures[answered.user].place) > effect.magic.range:
        return Refusal("MAG-14", Code.RANGE, answered.name)
    if answered.magic.tech:
        return Refusal("MAG-3", Code.IMMUNE, answered.name)
    if effect.magic.does == "reflect" and answered.magic.target is not Target.CREATURE:
        return Refusal("MAG-11", Code.NO_TARGET, answered.name)
    return None


def _creature_refused(state: State, effect: Declared, target: Creature) -> Refusal | None:
    """What holds for every effect on a creature: MAG-4, Amulets, Invisibility, one enchantment of a name."""
    magic = effect.magic
    if immune(target.kind, magic.type):
        return Refusal("MAG-4", Code.IMMUNE, target.id)
    if effect.spell and warded(state, target):
        return Refusal("MAG-11", Code.WARDED, target.id)
    hostile = target.side != effect.side and not effect.reflected_by
    if hostile and unseen(state, target):
        return Refusal("MAG-11", Code.UNSEEN, target.id)
    lasting = magic.duration in (Duration.UNTIL_DISPELLED, Duration.REPEATING)
    if lasting and enchanted(state, target.id, magic.makes):
        return Refusal("LAW-7", Code.USELESS, target.id)
    return None


# --- what single spells ask of their targets ---


def _turn(state: State, effect: Declared) -> Refusal | None:
    """Charm Creature and Control Animal (MAG-22): an enemy, alone in the air, not too strong or an unridden animal."""
    target = state.creatures[effect.aim.id]
    side = effect.reflected_by or effect.side
    animal = effect.magic.type is MagicType.CREATURE
    if animal and not target.kind.animal:
        return Refusal("MAG-22", Code.NOT_ANIMAL, target.id)
    if animal and target.riders:
        return Refusal("MAG-22", Code.RIDDEN, target.id)
    if target.side == side and not (animal and idle(state, target)):
        return Refusal("LAW-7", Code.OWN, target.id)
    if aloft(target.place) and (target.on or target.riders):
        return Refusal("MAG-22", Code.IN_THE_AIR, target.id)
    return _not_too_strong(state, effect)


def _not_too_strong(state: State, effect: Declared) -> Refusal | None:
    """Charm Creature and Death Touch: the target's current Power."""
    target = state.creatures[effect.aim.id]
    if effect.magic.most_power and power(state, target) > effect.magic.most_power:
        return Refusal("MAG-16", Code.TOO_STRONG, target.id)
    return None


def _net(state: State, effect: Declared) -> Refusal | None:
    """The Net: an enemy in the user's place, no larger than the user."""
    if effect.magic.target is not Target.CREATURE or not effect.item or not effect.magic.gives.disarmed:
        return None
    user, target = state.creatures[effect.user], state.creatures[effect.aim.id]
    if target.side == effect.side or idle(state, target):
        return Refusal("ITEM-4", Code.OWN, target.id)
    return Refusal("ITEM-4", Code.TOO_STRONG, target.id) if target.kind.size > user.kind.size else None


def _heal(state: State, effect: Declared) -> Refusal | None:
    """Heal on the unhurt is useless (LAW-7)."""
    target = state.creatures[effect.aim.id]
    return None if target.power_lost else Refusal("LAW-7", Code.USELESS, target.id)


def usable_corpse(corpse: Corpse) -> bool:
    """Whether a corpse can become a Zombie: no wreck of a machine (MAG-4)."""
    return not corpse.gone and not immune(corpse.kind, MagicType.DEATH)


def _create_zombie(state: State, effect: Declared) -> Refusal | None:
    """Create Zombie: no wreck (MAG-4)."""
    corpse = state.corpses[effect.aim.id]
    return None if usable_corpse(corpse) else Refusal("MAG-4", Code.IMMUNE, corpse.id)


def _raise_horde(state: State, effect: Declared) -> Refusal | None:
    """Raise Horde: a usable corpse in the area (LAW-7)."""
    area = state.board.area[effect.aim.place >> 1]
    if any(usable_corpse(c) and c.hex in area for c in state.corpses.values()):
        return None
    return Refusal("LAW-7", Code.USELESS, about(state, effect.aim))


def _new_wall(state: State, effect: Declared) -> Refusal | None:
    """Walls: none where one stands (LAW-7)."""
    wall = wall_of(effect.aim.place, effect.aim.other)
    return Refusal("LAW-7", Code.USELESS, state.board.wall_name(wall)) if wall in walls(state) else None


def _ward(state: State, effect: Declared) -> Refusal | None:
    return _new_wall(state, effect) if effect.aim.kind is Target.WALL else None


def _breach(state: State, effect: Declared) -> Refusal | None:
    """Breach: a wall (LAW-7)."""
    wall = wall_of(effect.aim.place, effect.aim.other)
    return None if wall in walls(state) else Refusal("LAW-7", Code.USELESS, state.board.wall_name(wall))


def _laid(state: State, effect: Declared) -> Refusal | None:
    """Consecrate and Anti-Magic: not on the hex they lie on already (LAW-7)."""
    there = any(e.name == effect.magic.makes and e.aim.place == effect.aim.place for e in state.enchantments.values())
    return Refusal("LAW-7", Code.USELESS, about(state, effect.aim)) if there else None


def _storm(state: State, effect: Declared) -> Refusal | None:
    """Storm Call: no storm there (LAW-7)."""
    there = effect.aim.place >> 1 in state.storms
    return Refusal("LAW-7", Code.STORM_THERE, about(state, effect.aim)) if there else None


def _shape_land(state: State, effect: Declared) -> Refusal | None:
    """Shape Land: another terrain (LAW-7)."""
    if not effect.terrain:
        return Refusal("ORD", Code.NO_TARGET, "TO")
    same = state.terrain[effect.aim.place >> 1] == effect.terrain
    return Refusal("LAW-7", Code.SAME_TERRAIN, about(state, effect.aim)) if same else None


def _raise_stone(state: State, effect: Declared) -> Refusal | None:
    """Raise Stone: a ground hex without enemies."""
    held = present(state, effect.aim.place, OTHER[effect.side])
    return Refusal("MAG-16", Code.OCCUPIED, about(state, effect.aim)) if held else None


def _phantasm(state: State, effect: Declared) -> Refusal | None:
    """Phantasm: a ground hex without creatures."""
    held = any(forces(state, effect.aim.place, side) for side in OTHER)
    return Refusal("MAG-16", Code.OCCUPIED, about(state, effect.aim)) if held else None


def _item(state: State, effect: Declared) -> Refusal | None:
    """Disenchant: a magic item that has its powers (LAW-7)."""
    item = state.items[effect.aim.id]
    if item.kind.tech:
        return Refusal("MAG-3", Code.IMMUNE, item.id)
    return Refusal("LAW-7", Code.USELESS, item.id) if item.disenchanted else None


def _recall(state: State, effect: Declared) -> Refusal | None:
    """Recall: a unit of the caster's side (LAW-7)."""
    target = state.creatures[effect.aim.id]
    if target.side != effect.side or idle(state, target):
        return Refusal("LAW-7", Code.ENEMY, target.id)
    return None


def _teleport(state: State, effect: Declared) -> Refusal | None:
    """Teleport: a ground hex the mount may enter, without the unit's enemies, no king hex."""
    if effect.to < 0:
        return Refusal("ORD", Code.NO_TARGET, "TO")
    name = state.board.place_names[effect.to]
    target = state.creatures[effect.aim.id]
    mount = top(state, target)
    if effect.to >> 1 in state.kings.values():
        return Refusal("MAG-19", Code.KING_HEX, name)
    if not may_enter(state, mount, effect.to >> 1):
        return Refusal("MAG-16", Code.TERRAIN, name)
    if present(state, effect.to, OTHER[target.side]):
        return Refusal("MAG-16", Code.OCCUPIED, name)
    return None


def _too_far(state: State, effect: Declared) -> Refusal | None:
    """Teleport: within 3 of the caster; he may yet be borne nearer, so it is tested when the spell works (MAG-16)."""
    far = state.board.distance(state.creatures[effect.user].place, effect.to) > TELEPORT_REACH
    return Refusal("MAG-16", Code.RANGE, state.board.place_names[effect.to]) if far else None


_SPECIAL: dict[str, Callable[[State, Declared], Refusal | None]] = {
    "turn": _turn,
    "kill": _not_too_strong,
    "bestow": _net,
    "heal": _heal,
    "create_zombie": _create_zombie,
    "raise_horde": _raise_horde,
    "Wall of Thorns": _new_wall,
    "ward": _ward,
    "breach": _breach,
    "Consecrate": _laid,
    "anti_magic": _laid,
    "storm": _storm,
    "shape_land": _shape_land,
    "raise_stone": _raise_stone,
    "phantasm": _phantasm,
    "disenchant": _item,
    "recall": _recall,
    "teleport": _teleport,
}


def caster_failed(state: State, effect: Declared) -> str:
    """MAG-8, LAW-14: the rule by which its user can no longer bring an effect about, or ``""``."""
    user = state.creatures[effect.user]
    if user.dead or user.side != effect.side:
        return "MAG-8"
    if idle(state, user):
        return "LAW-14"
    if effect.magic.tech:
        return ""
    if effect.spell and level(state, user, effect.magic.type) < effect.magic.level:
        return "LAW-14"
    return "LAW-14" if smothered(state, user.place) else ""


def target_smothered(state: State, effect: Declared, others: Sequence[Declared]) -> bool:
    """MAG-20: whether a spell's target lies under Anti-Magic; the Anti-Magic itself may be dispelled from outside."""
    if not effect.spell or not state.enchantments:
        return False
    aim = effect.aim
    if aim.kind is Target.ENCHANTMENT and state.enchantments[aim.id].name == ANTI_MAGIC:
        return False
    if aim.kind is Target.EFFECT:
        answered = next((o for o in others if o.number == aim.effect), None)
        return answered is not None and smothered(state, state.creatures[answered.user].place)
    return any(smothered(state, p) for p in places_of(state, aim))
