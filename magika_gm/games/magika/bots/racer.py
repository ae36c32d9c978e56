"""The racer: the shortest way to the Goal Square, and ends the game as soon as it pays."""

from __future__ import annotations

from magika_gm.games.magika.arena import ROW
from magika_gm.games.magika.bots.frame import Aim, Scene, finish_points, goal_aim
from magika_gm.games.magika.bots.temper import Temper

TEMPER = Temper(
    comfort=0.55, serenity=0.6, margin=20, haste=17.0, malice=0.4, greed=0.3, scrolls=3, patience=13, enough=54.0
)
CLOSE = 4
"""Rows from the Goal Square at which another mage makes him hurry."""


def aim(scene: Scene) -> Aim:
    """Onward; near the Goal Square he waits for more points only while nobody else is near it."""
    view = scene.view
    threatened = any(r.rows <= CLOSE for r in scene.rivals if r.letter != "M")
    willing = threatened or view.turn >= scene.temper.patience or finish_points(view) >= scene.temper.enough
    onward = goal_aim(scene, willing)
    if onward.rush or ROW[view.me.space] <= CLOSE:
        return onward
    return Aim(onward.ways, 3, least=35)
