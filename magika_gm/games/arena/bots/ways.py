"""Ways across the board: how far it is for a force to a hex, on foot, by air, over terrain it may not enter (BOT-3)."""

from __future__ import annotations

from heapq import heappop, heappush

from magika_gm.games.arena.bots.scene import Force, Scene
from magika_gm.games.arena.rules.terms import OTHER
from magika_gm.games.arena.rules.values import unholy

STEP, FORBIDDEN, HELD = 1, 4, 2
FAR = 999


def distances(scene: Scene, force: Force, goal: int, *, bridging: bool = True) -> list[int]:
    """For every hex, what the cheapest way on foot from it to ``goal`` (a hex) costs.

    A step costs 1, into forbidden terrain 4 (FAR without ``bridging``), into enemies 2 more (BOT-3).
    """
    side = force.members[0].side
    key = (force.mount.kind.terrain, unholy(force.mount), side, goal, bridging)
    known = scene.costs.get(key)
    if known is None:
        known = scene.costs[key] = _distances(scene, scene.open_to(force), OTHER[side], goal, bridging=bridging)
    return known


def _distances(scene: Scene, open_: list[bool], enemy: str, goal: int, *, bridging: bool) -> list[int]:
    board, barred = scene.state.board, scene.barred
    prices = [STEP if fits else FORBIDDEN for fits in open_]
    for place in scene.standing[enemy]:
        if not place & 1 and place >> 1 != goal:
            prices[place >> 1] += HELD
    cost = [FAR] * len(board.names)
    cost[goal] = 0
    heap = [(0, goal)]
    while heap:
        far, hex_ = heappop(heap)
        if far > cost[hex_] or not (bridging or open_[hex_]):
            continue
        far += prices[hex_]
        for other in board.near[hex_]:
            if far < cost[other] and not (barred and board.wall(hex_, other) in barred):
                cost[other] = far
                heappush(heap, (far, other))
    return cost


def turns_by_air(scene: Scene, force: Force, start: int, goal: int) -> float:
    """About how many turns a flyer needs from one hex to another."""
    if not force.flies or not force.speed:
        return float(FAR)
    return scene.state.board.far[start][goal] / force.speed


def turns_to(scene: Scene, force: Force, costs: list[int], place: int, goal: int) -> float:
    """About how many turns a force at a place needs to the goal hex, on foot (by ``costs``) or by air."""
    walking = costs[place >> 1] / max(force.steps, force.mount.printed_move) if force.mount.printed_move else FAR
    return min(float(walking), turns_by_air(scene, force, place >> 1, goal))
