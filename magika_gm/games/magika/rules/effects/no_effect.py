"""CAST-5: when a spell has no possible effect."""

from __future__ import annotations

from collections.abc import Callable

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.casting import Casting, targets
from magika_gm.games.magika.rules.effects.elements import in_view, of_terrain
from magika_gm.games.magika.rules.effects.items import droppers, loot, lying_artifacts
from magika_gm.games.magika.rules.enchantments import in_sight
from magika_gm.games.magika.rules.holdings import find_scroll, random_things
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.world import World


def no_possible_effect(world: World, casting: Casting) -> Refusal | None:
    """Why the spell could not achieve anything at its number, or None if it can."""
    kind = casting.spell.parameter_at(casting.major)
    if kind == "mage":
        aimed = targets(world, casting)
        if not aimed or not in_sight(casting.mage, aimed[0]):
            return Refusal(Why.OUT_OF_SIGHT)
    elif kind == "colour" and not targets(world, casting):
        return Refusal(Why.COLOUR_UNWORN)
    test = _TESTS.get(casting.code)
    return test(world, casting) if test else None


def _drained(world: World, casting: Casting) -> Refusal | None:
    stat = "endurance" if casting.code == "AtEnd" else "arcania"
    if any(getattr(m, stat) for m in targets(world, casting)):
        return None
    return Refusal(Why.DRAINED, stat)


def _no_terrain(world: World, casting: Casting) -> Refusal | None:
    # the bonus, which would see one ring further, is not rolled yet
    if of_terrain(world, in_view(casting.mage), casting.parameter.value):
        return None
    return Refusal(Why.NO_SUCH_TERRAIN, casting.parameter.text)


def _out_of_range(world: World, casting: Casting) -> Refusal | None:
    number = max(1, world.terrain_at(casting.mage.space)) + casting.parameter.value
    return None if 1 <= number <= 10 else Refusal(Why.TERRAIN_BOUNDS)


def _nothing_to_drop(world: World, casting: Casting) -> Refusal | None:
    holds = any(m.artifacts for m in droppers(world, casting))
    return None if holds else Refusal(Why.NOTHING_TO_DROP)


def _nothing_to_fumble(world: World, casting: Casting) -> Refusal | None:
    return None if any(random_things(m) for m in targets(world, casting)) else Refusal(Why.NOTHING_TO_FUMBLE)


def _nothing_to_steal(world: World, casting: Casting) -> Refusal | None:
    thief = casting.mage
    if any(m is not thief and loot(thief, m) for m in targets(world, casting)):
        return None
    return Refusal(Why.NOTHING_TO_TAKE)


def _nothing_to_burn(world: World, casting: Casting) -> Refusal | None:
    if any(not s.bound for m in targets(world, casting) for s in m.scrolls):
        return None
    return Refusal(Why.NOTHING_TO_BURN)


def _no_cloak(_: World, casting: Casting) -> Refusal | None:
    return None if casting.major or casting.mage.team != BLACK else Refusal(Why.CLOAKLESS)


def _held(world: World, casting: Casting) -> Refusal | None:
    lying = lying_artifacts(world)
    if casting.major:
        return None if lying else Refusal(Why.ALL_HELD)
    return None if casting.parameter.text in lying else Refusal(Why.HELD)


def _healthy(_: World, casting: Casting) -> Refusal | None:
    return None if casting.mage.endurance < casting.mage.max_endurance else Refusal(Why.HEALTHY)


def _prolonged(_: World, casting: Casting) -> Refusal | None:
    number = casting.parameter.value
    place = find_scroll(casting.mage, f"S{number}" if number else casting.parameter.text)
    if place >= 0 and casting.mage.scrolls[place].until >= clock.FOR_GOOD:
        return Refusal(Why.PROLONGED_FOR_GOOD)
    return None


_TESTS: dict[str, Callable[[World, Casting], Refusal | None]] = {
    "AtEnd": _drained,
    "AtArc": _drained,
    "ElDrp": _no_terrain,
    "ElAtt": _no_terrain,
    "ElBlo": _no_terrain,
    "ElArr": _out_of_range,
    "DrArt": _nothing_to_drop,
    "FumIt": _nothing_to_fumble,
    "StlIt": _nothing_to_steal,
    "BrnIt": _nothing_to_burn,
    "CkAid": _no_cloak,
    "ScArt": _held,
    "Heals": _healthy,
    "ProSp": _prolonged,
}
