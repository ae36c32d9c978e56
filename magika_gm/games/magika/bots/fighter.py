"""The fighter: keeps near those who lead or carry much; strikes, steals and demands."""

from __future__ import annotations

from magika_gm.games.magika.bots.character import Temper
from magika_gm.games.magika.bots.collector import best_prize
from magika_gm.games.magika.bots.company import Rival
from magika_gm.games.magika.bots.craft import Aim, Scene, goal_aim, nearly_done
from magika_gm.games.magika.bots.land import FAR
from magika_gm.games.magika.rules.arena import ROW

TEMPER = Temper(
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


def aim(scene: Scene) -> Aim:
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
