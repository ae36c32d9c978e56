"""Ways across the board: how far it is for a force to a hex, on foot, by air, over terrain it may not enter (BOT-3)."""

from __future__ import annotations

from heapq import heappop, heappush

from magika_gm.games.arena.bots.scene import Force, Scene

STEP, FORBIDDEN, HELD = 1, 4, 2
FAR = 999


def distances(scene: Scene, force: Force, goal: int, *, bridging: bool = True) -> list[int]:
    """For every hex, what the cheapest way on foot from it to ``goal`` (a hex) costs.

    A step costs 1, into forbidden terrain 4 (FAR without ``bridging``), into enemies 2 more (BOT-3).
    """
    board = scene.state.board
    enemies = scene.standing["A" if force.members[0].side == "B" else "B"]
    cost = [FAR] * len(board.names)
    cost[goal] = 0
    heap = [(0, goal)]
    while heap:
        far, hex_ = heappop(heap)
        if far > cost[hex_]:
            continue
        price = STEP
        if not scene.enters(force, hex_):
            if not bridging:
                continue
            price = FORBIDDEN
        if hex_ << 1 in enemies and hex_ != goal:
            price += HELD
        for other in board.near[hex_]:
            if scene.barred and board.wall(hex_, other) in scene.barred:
                continue
            if far + price < cost[other]:
                cost[other] = far + price
                heappush(heap, (far + price, other))
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
