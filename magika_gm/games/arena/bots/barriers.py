"""Where a Wall of Thorns does most for a bot."""

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
