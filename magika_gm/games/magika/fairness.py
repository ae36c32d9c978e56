"""How fair an arena is to its twelve start spaces, in points of endurance.

The measure is the cheapest way a novice can walk: only NE, NW, E and W (MOVE-5), each move paid with the endurance
factor of the space left at the ordinary 100 % (MOVE-1, MOVE-3). Rests, races, scrolls and other mages are left out:
they are the same for all starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.games.magika.arena import GOAL, NAME, NEIGHBOUR, ROW, ROWS, SPACES
from magika_gm.games.magika.scenario import Scenario
from magika_gm.games.magika.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    ENDURANCE_FACTOR,
    RACIAL_ARTIFACTS,
)

FAR = 10**9
"""Cost of a space that cannot be reached without going south."""
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("alignment", tuple(ALIGNMENT_ARTIFACTS)),
    ("racial", tuple(RACIAL_ARTIFACTS)),
    ("ability", tuple(ABILITY_ARTIFACTS)),
)
FIRST_CLOAKS = 3


class StartFigures(NamedTuple):
    """What the cheapest ways from one start cost.

    ``goal``: to the Goal Square. ``alignment``, ``racial``, ``ability``: to the artifacts of that kind, on average.
    ``first``: to the nearest artifact of any kind. ``cloaks``: to the three nearest cloaks, on average.
    """

    start: str
    goal: float
    alignment: float
    racial: float
    ability: float
    first: float
    cloaks: float


MEASURES = StartFigures._fields[1:]


@dataclass(frozen=True, slots=True)
class FairnessTable:
    """The figures of every start, and for each artifact the costs from each start in the same order."""

    starts: tuple[StartFigures, ...]
    artifacts: Mapping[str, tuple[int, ...]]

    def column(self, measure: str) -> tuple[float, ...]:
        """One measure for every start."""
        index = StartFigures._fields.index(measure)
        return tuple(float(row[index]) for row in self.starts)

    def spread(self, measure: str) -> float:
        """Worst start over best start: 1.0 is perfectly even."""
        return spread(self.column(measure))


def spread(values: Sequence[float]) -> float:
    """Greatest over least of some costs (the least counted as 1 at least)."""
    return max(values) / max(1.0, min(values))


def costs_to(terrain: Sequence[int], target: int) -> list[int]:
    """Cheapest endurance from every space to ``target`` (:data:`FAR` if it cannot be reached without going south)."""
    cost = [FAR] * SPACES
    cost[target] = 0
    northwest, northeast = NEIGHBOUR["NW"], NEIGHBOUR["NE"]
    for row in range(ROW[target], ROWS):
        first = row * (row + 1) // 2
        spaces = range(first, first + row + 1)
        if row > ROW[target]:
            for s in spaces:
                a, b = northwest[s], northeast[s]
                ahead = min(cost[a] if a >= 0 else FAR, cost[b] if b >= 0 else FAR)
                cost[s] = min(FAR, ahead + ENDURANCE_FACTOR[terrain[s]])
        for s in spaces[1:]:
            cost[s] = min(cost[s], cost[s - 1] + ENDURANCE_FACTOR[terrain[s]])
        for s in reversed(spaces[:-1]):
            cost[s] = min(cost[s], cost[s + 1] + ENDURANCE_FACTOR[terrain[s]])
    return cost


def costs_from(terrain: Sequence[int], start: int) -> list[int]:
    """Cheapest endurance from ``start`` to every space (:data:`FAR` if it cannot be reached without going south)."""
    cost = [FAR] * SPACES
    cost[start] = 0
    southwest, southeast = NEIGHBOUR["SW"], NEIGHBOUR["SE"]
    for row in range(ROW[start], -1, -1):
        first = row * (row + 1) // 2
        spaces = range(first, first + row + 1)
        if row < ROW[start]:
            for s in spaces:
                a, b = southwest[s], southeast[s]
                cost[s] = min(FAR, cost[a] + ENDURANCE_FACTOR[terrain[a]], cost[b] + ENDURANCE_FACTOR[terrain[b]])
        for s in spaces[1:]:
            cost[s] = min(cost[s], cost[s - 1] + ENDURANCE_FACTOR[terrain[s - 1]])
        for s in reversed(spaces[:-1]):
            cost[s] = min(cost[s], cost[s + 1] + ENDURANCE_FACTOR[terrain[s + 1]])
    return cost


def figures(start: str, costs: Sequence[int], places: Mapping[str, int], cloaks: Sequence[int]) -> StartFigures:
    """One start's figures: ``costs`` from it to every space, ``places`` of the artifacts, spaces of the ``cloaks``."""
    alignment, racial, ability = (sum(costs[places[a]] for a in group) / len(group) for _, group in GROUPS)
    near = sorted(costs[s] for s in cloaks)[:FIRST_CLOAKS]
    first = min(costs[s] for s in places.values())
    return StartFigures(start, costs[GOAL], alignment, racial, ability, first, sum(near) / max(1, len(near)))


def fairness(scenario: Scenario) -> FairnessTable:
    """The figures of a scenario as it lies before turn 1."""
    places = {thing: space for space, things in scenario.lying.items() for thing in things if thing in ARTIFACTS}
    cloaks = [space for space, things in scenario.lying.items() for thing in things if thing not in ARTIFACTS]
    costs = [costs_from(scenario.terrain, start) for start in scenario.starts]
    rows = tuple(figures(NAME[s], c, places, cloaks) for s, c in zip(scenario.starts, costs, strict=True))
    return FairnessTable(rows, {a: tuple(c[places[a]] for c in costs) for a in ARTIFACTS})


def render(table: FairnessTable) -> str:
    """The table as text: one line a start, the spread of each measure below, then every artifact's range."""
    lines = ["start  " + "".join(f"{m:>10}" for m in MEASURES)]
    lines += [f"{row.start:<7}" + "".join(f"{value:>10.1f}" for value in row[1:]) for row in table.starts]
    lines.append("spread " + "".join(f"{table.spread(m):>10.3f}" for m in MEASURES))
    lines.append("")
    lines.append("artifact     least      most    spread")
    for artifact, costs in table.artifacts.items():
        lines.append(f"{artifact:<9}{min(costs):>9}{max(costs):>10}{spread(costs):>10.3f}")
    return "\n".join(lines) + "\n"
