"""What the words after ON mean when a line's moment comes (ORD, MAIL-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from magika_gm.games.arena.orders.order import Pronoun
from magika_gm.games.arena.rules.board import ground
from magika_gm.games.arena.rules.magic import HEXES, Declared
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import ON_SELF, Aim, Creature, State
from magika_gm.games.arena.rules.tables import Magic
from magika_gm.games.arena.rules.terms import OTHER, Target
from magika_gm.games.arena.rules.turn import creature_of, is_id, item_of
from magika_gm.games.arena.rules.units import forces
from magika_gm.games.arena.rules.values import power


@dataclass(frozen=True, slots=True)
class Match:
    """What met a line's condition: enemy effects in order of declaration, or the place it spoke of."""

    effects: tuple[Declared, ...] = ()
    place: int = -1


NO_MATCH = Match()


@dataclass(frozen=True, slots=True, kw_only=True)
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
