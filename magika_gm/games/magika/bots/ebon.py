"""The Ebon Mage: hunts those who carry alignment artifacts, for he may demand all three and form the Globe alone.

He strikes early in a turn, while his prey still stands where the last recon showed it, and demands on arrival (DEM-6).
With nothing to hunt he keeps near the Goal Square, where position counts and the leaders must pass. He leaves alone
what his tasks forbid.
"""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.games.magika.arena import DIRECTIONS, GOAL, NEIGHBOUR, ROW, along, distance
from magika_gm.games.magika.bots.company import prospect
from magika_gm.games.magika.bots.frame import Aim, Scene
from magika_gm.games.magika.bots.land import FAR
from magika_gm.games.magika.bots.temper import Temper
from magika_gm.games.magika.bots.view import View
from magika_gm.games.magika.orders import Cast, Demand, Order
from magika_gm.games.magika.spellbook import SPELL
from magika_gm.games.magika.tables import ALIGNMENT_ARTIFACTS

TEMPER = Temper(
    comfort=0.5,
    serenity=0.95,
    thrift=0.9,
    curiosity=20.0,
    sloth=0.0,
    margin=20,
    haste=5.0,
    malice=0.9,
    greed=0.6,
    scrolls=6,
    patience=99,
    enough=999.0,
    fading=0.0,
)
MOST_HOPS = 2
HOME_ROW = 1
START_ROW = 22
AHEAD = 2
RICH = 40
_TELEPORT = SPELL["TelPt"]
_SHUNNED = {
    "clean hands": frozenset({"evil"}),
    "cold heart": frozenset({"good"}),
    "the harmless": frozenset({"AtEnd", "AtArc"}),
}
"""What some tasks keep him from reading (EBON-6)."""


def aim(scene: Scene) -> Aim:
    """The nearest alignment artifact somebody carries; without one, home, and never still (EBON-2)."""
    view = scene.view
    shunned = frozenset().union(*(codes for task, codes in _SHUNNED.items() if view.tasks.get(task)))
    if view.tasks.get("on foot"):
        shunned |= {"TelPt"}
    hunted = _hunt(scene, shunned)
    if hunted is not None:
        return hunted
    home = _home(scene)
    on_foot = "TelPt" in shunned or view.me.arcania < _TELEPORT.minor_cost
    row = ROW[view.me.space]
    if row > home:
        _, ways = scene.way({GOAL})
        if on_foot:
            return Aim(tuple(ways), 2, shunned=shunned)
        return Aim(tuple(ways), 0, here=_leap(view, ways), shunned=shunned | {"TelPt"})
    if on_foot:
        return Aim((_stroll(scene),), 1, shunned=shunned)
    if row == 0:
        return Aim((), 0, here=_there_and_back(view), shunned=shunned | {"TelPt"})
    return Aim((), 0, here=(Cast("S1", False, _stroll(scene)),), shunned=shunned | {"TelPt"})


def _home(scene: Scene) -> int:
    """The row he keeps to: a few ahead of the foremost novice, for the land is kinder farther south."""
    view = scene.view
    last = 0 if "the doorkeeper" in view.tasks else HOME_ROW
    rows = [ROW[o.space] for o in view.others if o.space is not None]
    if not rows:
        return max(last, START_ROW - 2 * view.turn)
    return max(last, min(rows) - AHEAD)


def _leap(view: View, ways: list[str]) -> tuple[Order, ...]:
    """A teleport along the way: the long one while he is rich in arcania."""
    run = 1
    while run < min(3, len(ways)) and ways[run] == ways[0]:
        run += 1
    if run > 1 and view.me.arcania >= RICH:
        return (Cast("S1", True, f"{ways[0]} {run}"),)
    return (Cast("S1", False, ways[0]),)


def _hunt(scene: Scene, shunned: frozenset[str]) -> Aim | None:
    """The best strike within reach; None if there is none."""
    view = scene.view
    best: tuple[float, Aim] | None = None
    for artifact in ALIGNMENT_ARTIFACTS:
        space = view.artifacts.get(artifact)
        if space is None or artifact not in scene.notes.carried or space == view.me.space:
            continue
        cost, _ = scene.way({space})
        if cost >= FAR:
            continue
        found = _strike(scene, artifact, space, "TelPt" not in shunned)
        if found is None:
            continue
        if best is None or cost < best[0]:
            best = cost, found
    return best[1] if best else None


def _strike(scene: Scene, artifact: str, space: int, teleports: bool) -> Aim | None:
    """Be where the prey stands before it moves, and demand at once: by teleport, or on foot where it is near.

    With alignment artifacts in his hands he walks: a teleport may leave them behind (EBON-3).
    """
    view = scene.view
    holders = [
        o.letter
        for o in view.others
        if o.space == space
        and (o.artifacts is None or artifact in o.artifacts)
        and (artifact, o.letter) not in scene.notes.denied
        and prospect(view, o, artifact) > 0.0
    ]
    if not holders:
        return None
    demand: Order = Demand(artifact, holders[0])
    laden = bool(ALIGNMENT_ARTIFACTS.keys() & set(view.me.artifacts))
    if teleports and not laden:
        hops = hops_to(view, space)
        if hops:
            return Aim((), 0, here=(*hops, demand), start=space, urgent=True)
    _, ways = scene.way({space})
    if len(ways) <= 2:
        return Aim(tuple(ways), len(ways), there=(demand,), least=12, urgent=True)
    return None


def hops_to(view: View, target: int) -> list[Cast]:
    """The fewest teleports that end exactly on ``target``, if his arcania pays for them; else none."""
    left = view.me.arcania // _TELEPORT.major_cost
    for most in range(1, min(MOST_HOPS, left) + 1):
        found = next(_hops(view.me.space, target, most), None)
        if found is not None:
            return [Cast("S1", True, parameter) for parameter in found]
    return []


def _hops(start: int, target: int, most: int) -> Iterator[list[str]]:
    if distance(start, target) > 3 * most:
        return
    for way in (*DIRECTIONS, "N", "S"):
        for steps in (1,) if way in ("N", "S") else (1, 2, 3):
            there = along(start, way, steps)
            if there < 0:
                continue
            parameter = way if steps == 1 else f"{way} {steps}"
            if there == target:
                yield [parameter]
            elif most > 1:
                for rest in _hops(there, target, most - 1):
                    yield [parameter, *rest]


def _there_and_back(view: View) -> tuple[Order, ...]:
    """From the Goal Square and back by teleport: he must move, and wants to be there at the end."""
    if view.me.arcania < 2 * _TELEPORT.minor_cost:
        return ()
    return (Cast("S1", False, "SE"), Cast("S1", False, "NW"))


def _stroll(scene: Scene) -> str:
    """A step to a neighbouring space that is cheap to leave again, near the Goal Square."""
    here = scene.view.me.space
    ways = [d for d in DIRECTIONS if NEIGHBOUR[d][here] >= 0 and NEIGHBOUR[d][here] not in scene.closed]
    return min(ways, key=lambda d: (scene.land.cost[NEIGHBOUR[d][here]] + 6 * distance(NEIGHBOUR[d][here], GOAL), d))
