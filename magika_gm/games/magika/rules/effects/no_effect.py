"""CAST-5: when a spell has no possible effect."""

from __future__ import annotations

from collections.abc import Callable

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.casting import Casting, targets
from magika_gm.games.magika.rules.effects.elements import in_view, of_terrain
from magika_gm.games.magika.rules.effects.items import droppers, loot, lying_artifacts
from magika_gm.games.magika.rules.enchantments import in_sight
from magika_gm.games.magika.rules.holdings import find_scroll, random_things
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.world import World


def no_possible_effect(world: World, casting: Casting) -> str:
    """Why the spell could not achieve anything at its number, in words, or "" if it can."""
    reason = ""
    kind = casting.spell.parameter_at(casting.major)
    if kind == "mage":
        aimed = targets(world, casting)
        if not aimed or not in_sight(casting.mage, aimed[0]):
            reason = "the mage aimed at is not in sight"
    elif kind == "colour" and not targets(world, casting):
        reason = "nobody wears that colour"
    if reason:
        return reason
    test = _TESTS.get(casting.code)
    return test(world, casting) if test else ""


def _drained(world: World, casting: Casting) -> str:
    stat = "endurance" if casting.code == "AtEnd" else "arcania"
    if any(getattr(m, stat) for m in targets(world, casting)):
        return ""
    return f"there is no {stat} left to attack"


def _no_terrain(world: World, casting: Casting) -> str:
    # the bonus, which would see one ring further, is not rolled yet
    if of_terrain(world, in_view(casting.mage), casting.parameter.value):
        return ""
    return f"no {casting.parameter.text} is in sight"


def _out_of_range(world: World, casting: Casting) -> str:
    number = max(1, world.terrain_at(casting.mage.space)) + casting.parameter.value
    return "" if 1 <= number <= 10 else "the terrain number would leave 1 to 10"


def _nothing_to_drop(world: World, casting: Casting) -> str:
    holds = any(m.artifacts for m in droppers(world, casting))
    return "" if holds else "no other mage in reach holds an artifact"


def _nothing_to_fumble(world: World, casting: Casting) -> str:
    return "" if any(random_things(m) for m in targets(world, casting)) else "there is nothing to fumble"


def _nothing_to_steal(world: World, casting: Casting) -> str:
    thief = casting.mage
    if any(m is not thief and loot(thief, m) for m in targets(world, casting)):
        return ""
    return "there is nothing he could take"


def _nothing_to_burn(world: World, casting: Casting) -> str:
    if any(not s.bound for m in targets(world, casting) for s in m.scrolls):
        return ""
    return "there is no scroll to burn"


def _no_cloak(_: World, casting: Casting) -> str:
    return "" if casting.major or casting.mage.team != BLACK else "no cloak is worn"


def _held(world: World, casting: Casting) -> str:
    lying = lying_artifacts(world)
    if casting.major:
        return "" if lying else "every artifact is held"
    return "" if casting.parameter.text in lying else "that artifact is held"


def _healthy(_: World, casting: Casting) -> str:
    return "" if casting.mage.endurance < casting.mage.max_endurance else "endurance is full"


def _prolonged(_: World, casting: Casting) -> str:
    number = casting.parameter.value
    place = find_scroll(casting.mage, f"S{number}" if number else casting.parameter.text)
    if place >= 0 and casting.mage.scrolls[place].until >= clock.FOR_GOOD:
        return "that scroll is prolonged for good"
    return ""


_TESTS: dict[str, Callable[[World, Casting], str]] = {
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
