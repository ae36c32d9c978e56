"""The Ebon Mage: hunts those who carry alignment artifacts, for he may demand all three and form the Globe alone.

He strikes early in a turn, while his prey still stands where the last recon showed it, and demands on arrival (DEM-6).
With nothing to hunt he keeps near the Goal Square, where position counts and the leaders must pass.
"""

from __future__ import annotations

from magika_gm.games.magika.arena import DIRECTIONS, GOAL, NEIGHBOUR, ROW, distance
from magika_gm.games.magika.bots.frame import Aim, Scene
from magika_gm.games.magika.bots.land import FAR
from magika_gm.games.magika.bots.temper import Temper
from magika_gm.games.magika.orders import Demand
from magika_gm.games.magika.tables import ALIGNMENT_ARTIFACTS

TEMPER = Temper(
    comfort=0.6, serenity=0.8, margin=20, haste=8.0, malice=0.9, greed=0.6, scrolls=6, patience=99, enough=999.0
)
REACH = 4
HOME_ROW = 3


def aim(scene: Scene) -> Aim:
    """The nearest alignment artifact somebody carries; without one, home, and never still (EBON-2)."""
    view = scene.view
    best: tuple[float, str, list[str]] | None = None
    for artifact in ALIGNMENT_ARTIFACTS:
        space = view.artifacts.get(artifact)
        if space is None or artifact in view.me.artifacts or artifact not in scene.notes.carried:
            continue
        if space == view.me.space:
            continue
        cost, ways = scene.way({space})
        if cost < FAR and (best is None or cost < best[0]):
            best = cost, artifact, ways
    if best is not None:
        return _hunt(scene, best[1], best[2])
    _, ways = scene.way({GOAL})
    if ROW[view.me.space] > HOME_ROW:
        return Aim(tuple(ways), 2)
    return Aim((_stroll(scene),), 1)


def _hunt(scene: Scene, artifact: str, ways: list[str]) -> Aim:
    view = scene.view
    space = view.artifacts[artifact]
    holders = [o.letter for o in view.others if o.space == space and (o.artifacts is None or artifact in o.artifacts)]
    if len(ways) <= REACH and holders:
        strike = tuple(Demand(artifact, letter) for letter in holders[:1])
        return Aim(tuple(ways), len(ways), there=strike, least=12)
    return Aim(tuple(ways), 2, least=25)


def _stroll(scene: Scene) -> str:
    """A step to a neighbouring space that is cheap to leave again, near the Goal Square."""
    here = scene.view.me.space
    ways = [d for d in DIRECTIONS if NEIGHBOUR[d][here] >= 0 and NEIGHBOUR[d][here] not in scene.closed]
    return min(ways, key=lambda d: (scene.land.cost[NEIGHBOUR[d][here]] + 6 * distance(NEIGHBOUR[d][here], GOAL), d))
