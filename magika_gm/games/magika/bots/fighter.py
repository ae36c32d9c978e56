"""The fighter: keeps near those who lead or carry much; strikes, steals and demands."""

from __future__ import annotations

from magika_gm.games.magika.arena import ROW
from magika_gm.games.magika.bots.collector import best_prize
from magika_gm.games.magika.bots.company import Rival
from magika_gm.games.magika.bots.frame import Aim, Scene, finish_points, goal_aim
from magika_gm.games.magika.bots.land import FAR
from magika_gm.games.magika.bots.temper import Temper

TEMPER = Temper(
    comfort=0.6, serenity=0.75, margin=20, haste=12.0, malice=1.1, greed=0.8, scrolls=6, patience=15, enough=60.0
)


def aim(scene: Scene) -> Aim:
    """A carrier of artifacts within reach; else a thing lying near; else keep up with the leaders."""
    view = scene.view
    done = view.turn >= scene.temper.patience or finish_points(view) >= scene.temper.enough
    if done:
        return goal_aim(scene, willing=True)
    prey = [r for r in scene.rivals if r.carries and r.space != view.me.space and ROW[r.space] <= ROW[view.me.space]]
    for rival in sorted(prey, key=_most_wanted):
        cost, ways = scene.way({rival.space})
        if cost < FAR and 0 < len(ways) <= 3:
            return Aim(tuple(ways), len(ways), least=30)
    return best_prize(scene) or goal_aim(scene, willing=False)


def _most_wanted(rival: Rival) -> tuple[int, int, str]:
    return (-rival.wanted, -rival.carries, rival.letter)
