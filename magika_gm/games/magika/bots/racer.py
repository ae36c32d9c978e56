"""The racer: the shortest way to the Goal Square, and ends the game as soon as it pays."""

from __future__ import annotations

from magika_gm.games.magika.bots.character import Temper
from magika_gm.games.magika.bots.craft import Aim, Scene, goal_aim

TEMPER = Temper(
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


def aim(scene: Scene) -> Aim:
    """Onward, and home when it pays."""
    return goal_aim(scene)
