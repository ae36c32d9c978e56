"""Where a Wall of Thorns does most for a bot, and which walls are in its way."""

from __future__ import annotations

from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.bots.scene import Force, Scene
from magika_gm.games.arena.bots.ways import distances
from magika_gm.games.arena.rules.state import Creature
from magika_gm.games.arena.rules.values import walls

NEAR = 3
WORTH = 1
FEARED = 3
WALL_RANGE = 2


def best_wall(plan: Plan, caster: Creature) -> tuple[int, int] | None:
    """The hex side in range whose wall makes the way home of one of the strongest near enemies on foot longest."""
    scene, board = plan.scene, plan.state.board
    home, standing = scene.home >> 1, walls(plan.state)
    near = [
        f
        for f in scene.foes
        if not f.place & 1 and not f.duration and f.power >= 2 and board.far[home][f.place >> 1] <= NEAR
    ]
    for foe in sorted(near, key=lambda f: (-f.power, f.key))[:FEARED]:
        before = distances(scene, foe, home, bridging=False)[foe.place >> 1]
        best: tuple[int, tuple[int, int]] | None = None
        for wall in _sides_on_the_way(scene, foe, home):
            if any(board.distance(caster.place, h * 2) > WALL_RANGE for h in wall) or wall in standing:
                continue
            gain = _with_wall(plan, foe, home, wall) - before
            if gain >= WORTH and (best is None or gain > best[0]):
                best = (gain, wall)
        if best:
            return best[1]
    return None


def _sides_on_the_way(scene: Scene, force: Force, home: int) -> list[tuple[int, int]]:
    """The hex sides a force crosses on its cheapest way home."""
    board = scene.state.board
    costs = distances(scene, force, home, bridging=False)
    hex_, found = force.place >> 1, list[tuple[int, int]]()
    for _ in range(8):
        if hex_ == home:
            break
        nearer = [h for h in board.near[hex_] if costs[h] < costs[hex_]]
        if not nearer:
            break
        to = min(nearer, key=lambda h: (costs[h], h))
        found.append(board.wall(hex_, to))
        hex_ = to
    return found


def _with_wall(plan: Plan, force: Force, home: int, wall: tuple[int, int]) -> int:
    return distances(plan.scene.afresh([wall]), force, home, bridging=False)[force.place >> 1]


def walls_in_the_way(plan: Plan) -> list[tuple[int, int]]:
    """Walls without which one's own near units come to the enemy king sooner, by more than enemies come to one's own.

    Those that delay the most Power first.
    """
    scene, found = plan.scene, list[tuple[int, tuple[int, int]]]()
    for wall in sorted(walls(plan.state)):
        opened = scene.opened(wall)
        gain = _gained(scene, opened, scene.mine, scene.goal >> 1, wall)
        if gain > _gained(scene, opened, scene.foes, scene.home >> 1, wall):
            found.append((-gain, wall))
    return [wall for _, wall in sorted(found)]


def _gained(scene: Scene, opened: Scene, forces: list[Force], goal: int, wall: tuple[int, int]) -> int:
    """Steps saved without a wall by units on foot within reach of it, each as often as it has Power."""
    gain = 0
    for force in forces:
        hex_ = force.place >> 1
        if force.power and not force.place & 1 and min(scene.state.board.far[hex_][h] for h in wall) <= NEAR:
            saved = distances(scene, force, goal)[hex_] - distances(opened, force, goal)[hex_]
            gain += force.power * max(saved, 0)
    return gain
