"""Named questions the steps ask about a mage as he stands: what spells, races and things change, what he holds."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.records import record
from magika_gm.games.magika.rules.arena import DIRECTIONS, NEIGHBOUR, NORTHWARD, distance
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import PROTECTED_BY, RESISTIBLE
from magika_gm.games.magika.rules.state import Mage, Scroll, World, all_aligned
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    BLACK,
    ENDURANCE_FACTOR,
    FIFTH_ELF,
    FIFTH_HUMAN,
    FIRST,
    FOREST,
    FOURTH_HUMAN,
    FOURTH_OTHER,
    HILLS,
    MOUNTAIN,
    RACES,
    RIVER,
    SECOND,
    SWAMP,
    THIRD_HUMAN,
    THIRD_OTHER,
    half_up,
)

ATTUNED_BY = {"ankh": FOREST, "lamp": MOUNTAIN, "pendant": SWAMP, "medallion": HILLS}
SIGHT = 3
SIGHT_AIDED = 4
LAMP_RESISTANCE = 10
MEDALLION_SEARCH = 20
MEDITATION = 15
"""Percent of spell skill a meditation regains (MED-1)."""
ATTUNED_BONUS = 20
"""Points of skill more for who meditates on terrain he is attuned to."""
SOUTHWARD_INTO = (0, RIVER, SWAMP)
"""Terrain a mage may walk south into: water and swamp (MOVE-5)."""


def skill_now(mage: Mage) -> int:
    """Current spell skill: learned, with SpAid and CurSp (MED-1, CAST-6); a curse may leave less than none of it."""
    skill = mage.skill
    if mage.effects:
        if "SpAid" in mage.effects:
            skill += 25
        if "CurSp" in mage.effects:
            skill -= 25
    return skill


def casting_skill(mage: Mage, alignment: str) -> int:
    """Effective skill for a spell of that alignment (CAST-6): current skill, Tome and alignment artifacts (ART-2)."""
    skill = skill_now(mage)
    if mage.artifacts:
        if "tome" in mage.artifacts:
            skill += 20
        skill += alignment_bonus(mage, alignment)
    return skill


def alignment_bonus(mage: Mage, alignment: str) -> int:
    """What the alignment artifacts he holds do to a spell of ``alignment`` (ART-2)."""
    held = [ALIGNMENT_ARTIFACTS[a] for a in mage.artifacts if a in ALIGNMENT_ARTIFACTS]
    if not held:
        return 0
    if mage.alignment in held:
        return 20 if alignment == mage.alignment else 0
    if alignment in held:
        return 0
    return -10 if alignment == mage.alignment else -20


def halves_swamp(mage: Mage) -> bool:
    """Whether swamp costs him half (goblins, Pendant; ART-3)."""
    return mage.race == "goblin" or "pendant" in mage.artifacts


def factor_of(mage: Mage, code: int) -> int:
    """Endurance factor of a terrain code as it applies to that mage (MOVE-9)."""
    if code == SWAMP and halves_swamp(mage):
        return ENDURANCE_FACTOR[SWAMP] // 2
    return ENDURANCE_FACTOR[code]


def factor(world: World, mage: Mage) -> int:
    """Endurance factor of the space he stands on, as it applies to him."""
    return factor_of(mage, world.terrain_at(mage.space))


def leaving_factor(world: World, mage: Mage) -> int:
    """What a full-price move out of his space costs (MOVE-1); under ProEl the lower of true and altered factor."""
    now = factor_of(mage, world.terrain_at(mage.space))
    if "ProEl" in mage.effects and mage.space in world.shifts:
        return min(now, factor_of(mage, world.terrain[mage.space]))
    return now


def resistance(mage: Mage) -> int:
    """Chance in points to resist a spell (CAST-12): dwarf 15, Lamp 10, added up."""
    points = RACES[mage.race].resistance
    if "lamp" in mage.artifacts:
        points += LAMP_RESISTANCE
    return points


def protected_from(mage: Mage, code: str) -> bool:
    """Whether a protection in force stops that spell (CAST-13)."""
    ward = PROTECTED_BY.get(code)
    return ward is not None and ward in mage.effects


def may_resist(mage: Mage, code: str) -> int:
    """His resistance against that spell, 0 if it cannot be resisted."""
    return resistance(mage) if code in RESISTIBLE else 0


def attuned_to(mage: Mage, code: int) -> bool:
    """Whether he is attuned to that terrain, by race or by artifact (ART-3)."""
    return RACES[mage.race].attuned == code or any(ATTUNED_BY.get(a) == code for a in mage.artifacts)


def meditation(mage: Mage, attuned: bool) -> int:
    """Arcania a meditation gives before the maximum (MED-1), doubled before rounding; less than no skill gives none."""
    skill = max(0, skill_now(mage) + (ATTUNED_BONUS if attuned else 0))
    times = 2 if "candle" in mage.artifacts or "BoArc" in mage.effects else 1
    return half_up(MEDITATION * skill * times, 100)


def search_bonus(mage: Mage) -> int:
    """Points added to the search chance (SRCH-2)."""
    return RACES[mage.race].search + (MEDALLION_SEARCH if "medallion" in mage.artifacts else 0)


def sight_rings(mage: Mage) -> int:
    """How many rings he sees (CAST-11): three, four under RcAid."""
    return SIGHT_AIDED if "RcAid" in mage.effects else SIGHT


def in_sight(watcher: Mage, target: Mage) -> bool:
    """Whether a minor spell of ``watcher`` can be aimed at ``target`` (CAST-11)."""
    if target is watcher:
        return True
    if target.dropped:
        return False
    if watcher.team != BLACK and watcher.team == target.team:
        return True
    return "InvSp" not in target.effects and distance(watcher.space, target.space) <= sight_rings(watcher)


def entitlement(mage: Mage) -> int:
    """How many moves he may make in a turn (MOVE-4)."""
    return 5 if "ankh" in mage.artifacts else RACES[mage.race].moves


def move_percent(mage: Mage, phase: int) -> int:
    """Percentage of his next move this turn in that phase (MOVE-3, MOVE-10); 0 when he has no move left."""
    nth = mage.moves + 1
    if nth > entitlement(mage):
        return 0
    cross = "cross" in mage.artifacts
    human = cross or mage.race == "human"
    if nth == 1:
        row = FIRST
    elif nth == 2:
        row = SECOND
    elif nth == 3:
        row = THIRD_HUMAN if human else THIRD_OTHER
    elif nth == 4:
        row = FOURTH_HUMAN if human else FOURTH_OTHER
    else:
        row = FIFTH_HUMAN if mage.race == "human" else FIFTH_ELF
    percent = row[phase - 1]
    return 100 if cross and percent == 150 else percent


def north_barred(world: World, mage: Mage) -> str:
    """ElBlo or ElDrp if one bars NE and NW out of his space to him, else ""."""
    if not world.areas or "ProEl" in mage.effects:
        return ""
    for area in world.areas:
        if area.kind in ("ElBlo", "ElDrp") and mage.space in area.spaces:
            return area.kind
    return ""


def southward_allowed(world: World, mage: Mage, target: int) -> bool:
    """Whether he may walk SE or SW into ``target`` (MOVE-5)."""
    if mage.is_ebon or "Confs" in mage.effects:
        return True
    if world.terrain_at(target) in SOUTHWARD_INTO or north_barred(world, mage):
        return True
    return world.edition >= 2 and north_full(world, mage)


def north_full(world: World, mage: Mage) -> bool:
    """Whether every space NE and NW of him is one he may not enter (MOVE-5, MOVE-6); there is one but at the top."""
    ways = [space for way in NORTHWARD if (space := NEIGHBOUR[way][mage.space]) >= 0]
    return bool(ways) and not any(may_enter(world, mage, space) for space in ways)


def may_enter(world: World, mage: Mage, space: int) -> bool:
    """Whether the occupation rule lets him into ``space`` (MOVE-6)."""
    others = [m for m in world.mages.values() if m.space == space and m is not mage and not m.dropped]
    if len(others) < 2:
        return True
    if len(others) > 2:
        return False
    trio = (mage, *others)
    if any(m.is_ebon for m in trio):
        return True
    if mage.team == others[0].team == others[1].team:
        if mage.team != BLACK:
            return True
        if len({m.race for m in trio}) == 3 or len({m.alignment for m in trio}) == 3:
            return True
    return all_aligned([*(a for m in trio for a in m.artifacts), *world.lying.get(space, ())])


def may_join(world: World, mage: Mage, colour: str) -> bool:
    """Whether a colour accepts him (CLK-2)."""
    wearers = [m for m in world.mages.values() if m.team == colour and m is not mage]
    if len(wearers) < 2:
        return True
    return len(wearers) == 2 and len({m.alignment for m in (mage, *wearers)}) != 2


@record
class Blocked:
    """Why a move cannot be made, and the rule that says so."""

    rule: str
    reason: Refusal


def move_cost(world: World, mage: Mage, phase: int) -> tuple[int, int]:
    """Endurance his next move costs and the percentage paid (0, 0 when he has no move left)."""
    percent = move_percent(mage, phase)
    return half_up(leaving_factor(world, mage) * percent, 100), percent


def move_blocked(world: World, mage: Mage, direction: str, phase: int) -> Blocked | None:
    """Why he cannot walk in ``direction`` now, or None (MOVE-1 to MOVE-6)."""
    target = NEIGHBOUR[direction][mage.space]
    if target < 0:
        return Blocked("ARENA-2", Refusal(Why.NO_SPACE))
    if direction in ("SE", "SW") and not southward_allowed(world, mage, target):
        return Blocked("MOVE-5", Refusal(Why.SOUTHWARD))
    cost, percent = move_cost(world, mage, phase)
    if not percent:
        return Blocked("MOVE-4", Refusal(Why.NO_MOVE_LEFT))
    if mage.endurance < cost:
        return Blocked("MOVE-1", Refusal(Why.ENDURANCE, str(cost)))
    if direction in NORTHWARD:
        bar = north_barred(world, mage)
        if bar:
            return Blocked(bar, Refusal(Why.NORTH_BARRED))
    if not may_enter(world, mage, target):
        return Blocked("MOVE-6", Refusal(Why.OCCUPIED))
    return None


def legal_directions(world: World, mage: Mage, phase: int) -> list[str]:
    """Directions he could walk in now, in listing order (EBON-2)."""
    return [d for d in DIRECTIONS if move_blocked(world, mage, d, phase) is None]


# Things in his hands, found by the names orders use.


def find_scroll(mage: Mage, name: str, but: int = -1) -> int:
    """Place in his hands of the scroll called ``S3`` or by its code (the first of that code), or -1 (CAST-1).

    Numbers are those of the last report's list. The scroll at place ``but`` is passed over.
    """
    if name[0] == "S" and name[1:].isdecimal():
        number = int(name[1:])
        for place, scroll in enumerate(mage.scrolls):
            if scroll.number == number and place != but:
                return place
        return -1
    for place, scroll in enumerate(mage.scrolls):
        if scroll.code == name and place != but:
            return place
    return -1


def find_all(mage: Mage, names: Sequence[str]) -> list[str | Scroll] | Refusal:
    """The things an order names, or why it cannot be carried out.

    A donned cloak and the Ebon Mage's own TelPt cannot leave the hands (DROP-1, GIVE-1, EBON-4). The same scroll
    code named twice means two scrolls.
    """
    left = list(mage.scrolls)
    found: list[str | Scroll] = []
    for name in names:
        if name.startswith("cloak:"):
            colour = name[6:]
            if mage.free_cloaks.count(colour) <= found.count(name):
                worn = colour == mage.team and not found.count(name)
                return Refusal(Why.CLOAK_WORN if worn else Why.NO_CLOAK, colour)
            found.append(name)
        elif name.islower():
            if name not in mage.artifacts or name in found:
                return Refusal(Why.NO_ARTIFACT, name)
            found.append(name)
        else:
            scroll = _pick(left, name)
            if scroll is None:
                return Refusal(Why.NO_SCROLL, name)
            found.append(scroll)
    return found


def _pick(left: list[Scroll], name: str) -> Scroll | None:
    numbered = name[0] == "S" and name[1:].isdecimal()
    for place, scroll in enumerate(left):
        if scroll.bound:
            continue
        if (scroll.number == int(name[1:])) if numbered else (scroll.code == name):
            return left.pop(place)
    return None


def random_things(mage: Mage) -> list[str | Scroll]:
    """What can be knocked out of his hands, in listing order: scrolls, artifacts, undonned cloaks (FumIt, StlIt).

    A scroll being read is out of reach (CAST-2), and so is the Ebon Mage's own TelPt (EBON-4).
    """
    return [
        *(s for s in mage.scrolls if not s.bound),
        *mage.artifacts,
        *(f"cloak:{c}" for c in mage.free_cloaks),
    ]


def thing_text(thing: str | Scroll) -> str:
    """A thing as dice and cases name it: a code, ``crown``, ``cloak:red``."""
    return thing.code if isinstance(thing, Scroll) else thing
