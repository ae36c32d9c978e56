"""Ways over the isle by steps (ACT-3): what the cheapest costs, and which steps it takes."""

from __future__ import annotations

from heapq import heappop, heappush

from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, NEIGHBOURS, SQUARES, STEP, Direction
from magika_gm.games.temple_isle.rules.figures import closed, foe_on, step_cost
from magika_gm.games.temple_isle.rules.state import State, Unit
from magika_gm.games.temple_isle.rules.targets import can_stop

FAR = 10**6
"""The cost of a square no way leads to."""


class Ground:
    """The isle as a unit walks on it: prices of steps, where it may walk, and where a foe or a wall bars the way on.

    A square that holds a foe's unit may be the end of a way, never on it; own units bar nothing (ISLE-6).
    """

    __slots__ = ("cost", "crossed", "walked")

    def __init__(self, state: State, unit: Unit) -> None:
        water = state.card_of(unit).water
        self.cost = [step_cost(state, unit.owner, s) for s in ALL_SQUARES]
        self.walked = [(water or not state.is_water(s)) and not closed(state, s) for s in ALL_SQUARES]
        self.crossed = [w and not foe_on(state, unit.owner, s) for s, w in enumerate(self.walked)]

    def costs_from(self, start: int) -> list[int]:
        """The cheapest cost from ``start`` to every square."""
        cost = [FAR] * len(SQUARES)
        cost[start] = 0
        open_squares = [(0, start)]
        while open_squares:
            so_far, square = heappop(open_squares)
            if so_far > cost[square] or (square != start and not self.crossed[square]):
                continue
            for other in NEIGHBOURS[square]:
                there = so_far + self.cost[other]
                if self.walked[other] and there < cost[other]:
                    cost[other] = there
                    heappush(open_squares, (there, other))
        return cost

    def _costs_to(self, goal: int) -> list[tuple[int, int]]:
        """The cheapest cost from every square to ``goal``, with its number of steps."""
        best = [(FAR, 0)] * len(SQUARES)
        best[goal] = (0, 0)
        open_squares = [((0, 0), goal)]
        while open_squares:
            so_far, square = heappop(open_squares)
            if so_far > best[square] or not self.walked[square]:
                continue
            onto = (so_far[0] + self.cost[square], so_far[1] + 1)
            for other in NEIGHBOURS[square]:
                if (square == goal or self.crossed[square]) and onto < best[other]:
                    best[other] = onto
                    heappush(open_squares, (onto, other))
        return best

    def way(self, start: int, goal: int) -> list[Direction]:
        """The steps of a cheapest way, ties N E S W at each step from the start; [] if there is none."""
        best = self._costs_to(goal)
        free = sum(not c for c in self.cost) > 1  # several free steps could lead in circles: then the shorter way too
        steps: list[Direction] = []
        square = start
        while square != goal and best[square][0] < FAR:
            for direction in Direction:
                other = STEP[direction][square]
                if other < 0 or not self.walked[other] or (other != goal and not self.crossed[other]):
                    continue
                after = best[other][0] + self.cost[other]
                if after == best[square][0] and (not free or best[other][1] + 1 == best[square][1]):
                    steps.append(direction)
                    square = other
                    break
            else:
                return []
        return steps


def reach(state: State, unit: Unit, points: int) -> dict[int, int]:
    """The squares a unit could walk to and stop on with so many points, with what that costs."""
    costs = Ground(state, unit).costs_from(unit.at)
    return {s: c for s, c in enumerate(costs) if s != unit.at and c <= points and can_stop(state, unit, s)}
