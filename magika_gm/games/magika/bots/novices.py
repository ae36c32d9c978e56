"""The novices' policies: what racer, collector and fighter aim at, and their characters; and how the Ebon
Mage plays.
"""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.bots.craft import Aim, Scene, goal_aim, nearly_done, pace
from magika_gm.games.magika.bots.scene import FAR, Rival, Temper, View, prospect, racial_spots, wants
from magika_gm.games.magika.bots.spells import straight
from magika_gm.games.magika.orders.model import Cast, Demand, Drop, Give, Order, Search
from magika_gm.games.magika.rules.arena import DIRECTIONS, GOAL, NEIGHBOUR, ROW, along, distance
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import ALIGNMENT_ARTIFACTS, ALIGNMENTS, RACIAL_ARTIFACTS

# The racer: the shortest way to the Goal Square, and ends the game as soon as it pays.


RACER = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=6.0,
    sloth=8.0,
    margin=20,
    haste=18.0,
    malice=0.4,
    greed=0.3,
    scrolls=4,
    patience=12,
    enough=66.0,
    fading=1.5,
)


# The collector: artifacts first, his own alignment's and race's before all; then home to the Goal Square.


COLLECTOR = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=7.5,
    sloth=6.0,
    margin=20,
    haste=20.0,
    malice=0.5,
    greed=0.5,
    scrolls=6,
    patience=12,
    enough=67.0,
    fading=1.5,
)
_WORTH = {"alignment": 90.0, "own alignment": 160.0, "racial": 40.0, "own racial": 80.0, "ability": 30.0, "cloak": 20.0}


def collect(scene: Scene) -> Aim:
    """The prize that is worth most for its way; without one, north."""
    if not nearly_done(scene):
        prize = best_prize(scene)
        if prize is not None:
            return prize
    return goal_aim(scene)


def best_prize(scene: Scene) -> Aim | None:
    """A way to the best thing known to lie somewhere, with a search at its end; None if none is worth the way."""
    best, most = None, 0.0
    for spots, worth in prizes(scene):
        cost, ways = scene.detour(spots)
        if cost >= FAR or not ways:
            continue
        gain = worth * scene.temper.greed - cost
        if gain > most:
            best, most = ways, gain
    if best is None:
        return None
    space = scene.view.me.space
    for way in best:
        space = NEIGHBOUR[way][space]
    lies_there = any(space in spots for spots, _ in prizes(scene))
    if lies_there and pace(scene.view, scene.land, best, scene.temper.haste, after=1) == len(best):
        return Aim(ways=tuple(best), moves=len(best), there=(Search(),))
    return Aim(ways=tuple(best))


def prizes(scene: Scene) -> list[tuple[frozenset[int], float]]:
    """Spaces in which a thing may lie, with what it is worth; a thing one carries, or somebody does, is none."""
    view, notes = scene.view, scene.notes
    found: list[tuple[frozenset[int], float]] = []
    for artifact, space in {**notes.lying, **view.artifacts}.items():
        if artifact in view.me.artifacts or artifact in notes.carried or space == view.me.space:
            continue
        found.append((frozenset({space}), worth_of(scene, artifact)))
    spots = [s for s in racial_spots(notes, view) if s != view.me.space]
    if view.sensed and view.sensed[0] not in view.me.artifacts and 0 < len(spots) <= 40:
        found.append((frozenset(spots), _WORTH["own racial"] / (1 + len(spots) / 12)))
    if view.me.may_carry_cloak() and not view.me.cloaks:
        found += [(frozenset({s}), _WORTH["cloak"]) for s in notes.cloaks if s != view.me.space]
    return found


def worth_of(scene: Scene, artifact: str) -> float:
    """What an artifact is worth to this mage, in points of endurance."""
    kind = "alignment" if artifact in ALIGNMENT_ARTIFACTS else "racial" if artifact in RACIAL_ARTIFACTS else "ability"
    view = scene.view
    own = ALIGNMENT_ARTIFACTS.get(artifact) == view.me.alignment if kind == "alignment" else wants(view, artifact)
    worth = _WORTH[f"own {kind}"] if own and kind != "ability" else _WORTH[kind]
    held = sum(a in ALIGNMENT_ARTIFACTS for a in view.me.artifacts)
    return worth * (1.0 + 0.6 * held) if kind == "alignment" else worth  # three of them are the Globe (ART-6)


# The fighter: keeps near those who lead or carry much; strikes, steals and demands.


FIGHTER = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=7.5,
    sloth=4.0,
    margin=20,
    haste=20.0,
    malice=1.2,
    greed=0.6,
    scrolls=6,
    patience=12,
    enough=65.0,
    fading=1.5,
)


def fight(scene: Scene) -> Aim:
    """A carrier of artifacts within reach; else a thing lying near; else keep up with the leaders."""
    view = scene.view
    if nearly_done(scene):
        return goal_aim(scene)
    prey = [r for r in scene.rivals if r.carries and r.space != view.me.space and ROW[r.space] <= ROW[view.me.space]]
    for rival in sorted(prey, key=_most_wanted):
        cost, ways = scene.way({rival.space})
        if cost < FAR and 0 < len(ways) <= 3:
            return Aim(ways=tuple(ways))
    return best_prize(scene) or goal_aim(scene)


def _most_wanted(rival: Rival) -> tuple[int, int, str]:
    return (-rival.wanted, -rival.carries, rival.letter)


# The Ebon Mage: keeps his strength, stays ahead of the leaders, and is at the Goal Square when they come.
#
# Position and the four statistics are half of his points and his tasks the rest (VP-5): he leaves alone what they
# forbid, and where they want artifacts he strikes early in a turn, while his prey still stands where the last recon
# showed it, and demands on arrival (DEM-6).


TEMPER = Temper(
    comfort=0.75,
    serenity=0.95,
    thrift=0.9,
    curiosity=20.0,
    sloth=8.0,
    margin=20,
    haste=5.0,
    malice=0.9,
    greed=0.6,
    scrolls=6,
    patience=99,
    enough=999.0,
    fading=0.0,
)
REACH = 3
"""Spaces his teleport takes him at most, as a major (TelPt)."""
START_ROW = 22
AHEAD = 2
RICH = 40
_TELEPORT = SPELL["TelPt"]
_SHUNNED = {
    "clean hands": frozenset({"evil"}),
    "cold heart": frozenset({"good"}),
    "the harmless": frozenset({"AtEnd", "AtArc"}),
    "no thief": frozenset({"StlIt"}),
    "on foot": frozenset({"TelPt"}),
}
"""What some tasks keep him from reading (EBON-6)."""
_ALL = frozenset(ALIGNMENTS)
_GRASPING = ("the claimant", "the hoard", "one of the three")
"""Tasks that want artifacts in his hands, or won by demand."""
SURE = 0.75


_GIVING = {
    "the patron": ("scroll", "cloak", "artifact"),
    "the librarian": ("scroll",),
    "the open hand": ("scroll", "cloak", "artifact"),
    "the tailor": ("cloak",),
    "the restorer": ("artifact",),
}
"""Tasks that want things given, and of which kind."""
_LETTERED = {"a full satchel", "the patron", "the librarian", "the open hand"}
"""Tasks for which he searches for scrolls."""
_LEAVING = {"a cloak by the wayside": "cloak", "a find for others": "artifact"}
"""Tasks that want a thing left lying, and of which kind."""


def aim(scene: Scene) -> Aim:
    """What his tasks have him give and leave, done first; then where he goes (EBON-6)."""
    found = _errand(scene)
    return replace(found, here=(*_alms(scene.view), *_leavings(scene.view), *found.here))


def _goods(view: View, kind: str) -> list[str]:
    """Names of what he could part with of one kind, scrolls last come first; never his own teleport."""
    me = view.me
    if kind == "scroll":
        return [f"S{s.number}" for s in reversed(me.scrolls) if not s.bound]
    return list(me.artifacts) if kind == "artifact" else [f"cloak:{colour}" for colour in me.free_cloaks]


def _alms(view: View) -> tuple[Order, ...]:
    """A gift to who shares his space, where a task wants one."""
    for task, kinds in _GIVING.items():
        if view.tasks.get(task) is False:
            goods = [name for kind in kinds for name in _goods(view, kind)]
            here = [o.letter for o in view.others if o.space == view.me.space]
            if goods and here:
                return (Give((goods[0],), min(here, key=lambda letter: (view.turn + ord(letter)) % 13)),)
    return ()


def _leavings(view: View) -> tuple[Order, ...]:
    goods = [n for task, kind in _LEAVING.items() if view.tasks.get(task) is False for n in _goods(view, kind)[:1]]
    return (Drop(tuple(goods)),) if goods else ()


def _errand(scene: Scene) -> Aim:
    """A demand sure of success, where his tasks want one; else home by teleport or on foot (EBON-2)."""
    view = scene.view
    shunned = frozenset().union(*(codes for task, codes in _SHUNNED.items() if view.tasks.get(task)))
    if "a full satchel" in view.tasks:
        shunned |= _ALL
    if any(not view.tasks.get(task, True) for task in _GRASPING) and "no thief" not in view.tasks:
        hunted = _hunt(scene, "TelPt" not in shunned and _has_teleport(view))
        if hunted is not None:
            return hunted
    home = _home(scene)
    row = ROW[view.me.space]
    if not _flies(view, shunned):
        if row > home:
            _, ways = scene.way({GOAL})
            return Aim(ways=tuple(ways), moves=2, shunned=shunned)
        return Aim(ways=_stroll(scene), shunned=shunned)
    shunned |= {"TelPt"}
    if row > home:
        _, ways = scene.way({GOAL})
        return Aim(ways=(), moves=0, here=_leap(view, ways), shunned=shunned)
    return Aim(moves=0, here=tuple(Cast("S1", False, way) for way in _stroll(scene)), shunned=shunned)


def temper_for(view: View, temper: Temper) -> Temper:
    """His temper in a game with these tasks: he searches only where one wants scrolls."""
    return temper if _LETTERED & view.tasks.keys() else replace(temper, curiosity=0.0)


def _flies(view: View, shunned: frozenset[str]) -> bool:
    """Whether he travels by teleport, which spares his endurance for the end (VP-2)."""
    return "TelPt" not in shunned and _has_teleport(view) and view.me.arcania >= 2 * _TELEPORT.minor_cost


def _has_teleport(view: View) -> bool:
    """Whether he still has his own, which is the first of his scrolls: who plays him may have read it away."""
    return bool(view.me.scrolls) and view.me.scrolls[0].bound


def _last(view: View) -> int:
    """The row he does not go beyond: the Goal Square he leaves to the novices, where no task wants him there."""
    return 0 if "the doorkeeper" in view.tasks else 1


def _home(scene: Scene) -> int:
    """The row he keeps to: a few ahead of the foremost novice, for the land is kinder farther south."""
    view = scene.view
    rows = [ROW[o.space] for o in view.others if o.space is not None]
    if not rows:
        return max(_last(view), START_ROW - 2 * view.turn)
    return max(_last(view), min(rows) - AHEAD)


def _leap(view: View, ways: list[str]) -> tuple[Order, ...]:
    """A teleport along the way: the long one while he is rich in arcania."""
    run = straight(ways)
    if run > 1 and view.me.arcania >= RICH:
        return (Cast("S1", True, f"{ways[0]} {run}"),)
    return (Cast("S1", False, ways[0]),)


def _hunt(scene: Scene, teleports: bool) -> Aim | None:
    """The nearest strike that must succeed; None if there is none within reach."""
    view = scene.view
    best: tuple[float, Aim] | None = None
    for other in view.others:
        if other.space is None or other.space == view.me.space:
            continue
        for artifact in (scene.notes.people.get(other.letter, other)).artifacts or ():
            known = scene.notes.people.get(other.letter, other)
            if (artifact, other.letter) in scene.notes.denied or prospect(view, known, artifact) < SURE:
                continue
            cost, _ = scene.way({other.space})
            found = _strike(scene, Demand(artifact, other.letter), other.space, teleports) if cost < FAR else None
            if found is not None and (best is None or cost < best[0]):
                best = cost, found
    return best[1] if best else None


def _strike(scene: Scene, deed: Order, space: int, teleports: bool) -> Aim | None:
    """Be where the other stands before he moves, and demand or give at once: by teleport, or on foot where it is near.

    With artifacts in his hands he walks: a teleport may leave them behind (EBON-3).
    """
    view = scene.view
    if teleports and not view.me.artifacts:
        hop = hop_to(view, space)
        if hop:
            return Aim(ways=(), moves=0, here=(hop, deed), start=space, urgent=True)
    _, ways = scene.way({space})
    if len(ways) <= 2:
        return Aim(ways=tuple(ways), moves=len(ways), there=(deed,), least=12, urgent=True)
    return None


def hop_to(view: View, target: int) -> Cast | None:
    """The teleport that ends exactly on ``target``, if there is one and his arcania pays for it."""
    if view.me.arcania < _TELEPORT.major_cost or distance(view.me.space, target) > REACH:
        return None
    for way in (*DIRECTIONS, "N", "S"):
        for steps in (1,) if way in ("N", "S") else range(1, REACH + 1):
            if along(view.me.space, way, steps) == target:
                return Cast("S1", True, way if steps == 1 else f"{way} {steps}")
    return None


def _stroll(scene: Scene) -> tuple[str, ...]:
    """The step he owes each turn: to a space that is cheap to leave again, near the Goal Square."""
    space, last = scene.view.me.space, _last(scene.view)
    costs = {
        d: scene.land.cost[target] + 6 * distance(target, GOAL)
        for d in DIRECTIONS
        if (target := NEIGHBOUR[d][space]) >= 0 and target not in scene.closed and ROW[target] >= last
    }
    return tuple(sorted(costs, key=lambda d: (costs[d], d))[:1])
