"""How fair an arena is to its twelve start spaces, in points of endurance.

The measure is the cheapest way a novice can walk: only NE, NW, E and W (MOVE-5), each move paid with the endurance
factor of the space left at the ordinary 100 % (MOVE-1, MOVE-3). Rests, races, scrolls and other mages are left out:
they are the same for all starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.games.magika.rules.arena import GOAL, NAME, NEIGHBOUR, ROW, ROWS, SPACES, within
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    ENDURANCE_FACTOR,
    OCEAN,
    RACIAL_ARTIFACTS,
    RIVER,
    TERRAIN_NAMES,
    VOLCANIC,
)
from magika_gm.games.magika.setup.scenario import COAST_ROW, EBON_START, STARTS, Scenario

FAR = 10**9
"""Cost of a space that cannot be reached without going south."""
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("alignment", tuple(ALIGNMENT_ARTIFACTS)),
    ("racial", tuple(RACIAL_ARTIFACTS)),
    ("ability", tuple(ABILITY_ARTIFACTS)),
)
FIRST_CLOAKS = 3
BOUNDS = {"goal": 1.10, "alignment": 1.10, "racial": 1.20, "ability": 1.30, "first": 1.40, "cloaks": 1.25}
"""Worst start over best start that a generated arena aims at, for each measure; nearly every seed gets there."""
BELTS = ("a-e", "f-j", "k-o", "p-t", "u-y")


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
HEADS = (
    ("", "alignment", "racial", "ability", "nearest", "three"),
    ("Goal", "artifacts", "artifacts", "artifacts", "artifact", "cloaks"),
)
"""What each measure is called in print, in two lines."""


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
    lines = ["Endurance the cheapest way from each start costs (kinds: on average):", ""]
    lines += [
        f"{first:<7}" + "".join(f"{head:>12}" for head in heads).rstrip()
        for first, heads in zip(("", "start"), HEADS, strict=True)
    ]
    lines += [f"{row.start:<7}" + "".join(f"{value:>12.1f}" for value in row[1:]) for row in table.starts]
    lines.append("spread " + "".join(f"{table.spread(m):>12.3f}" for m in MEASURES))
    lines.append("")
    lines.append("artifact     least      most    spread")
    for artifact, costs in table.artifacts.items():
        lines.append(f"{artifact:<9}{min(costs):>9}{max(costs):>10}{spread(costs):>10.3f}")
    return "\n".join(lines) + "\n"


# --- what a game master should look at ---


def doubts(scenario: Scenario) -> tuple[str, ...]:
    """What is allowed but unusual in an arena, in words; as a rule none for a generated one.

    Faults are another matter: :func:`magika_gm.games.magika.setup.scenario_reader.read_scenario` refuses those.
    """
    terrain = scenario.terrain
    found = []
    if set(scenario.starts) != set(STARTS):
        found.append("the novices do not start on y2, y4 … y24 (ARENA-5)")
    if scenario.ebon_start != EBON_START:
        found.append(f"the Ebon Mage starts on {NAME[scenario.ebon_start]}, not on y13 (ARENA-5)")
    found += [f"there is no {TERRAIN_NAMES[c]} in the arena" for c in range(RIVER, VOLCANIC + 1) if c not in terrain]
    inland = sorted(_water_off_the_sea(terrain))
    if inland:
        found.append(f"water that does not run to the sea: {', '.join(NAME[s] for s in inland)} (ARENA-6)")
    wet = {space: things for space, things in scenario.lying.items() if terrain[space] == RIVER}
    found += [f"in the water on {NAME[space]}: {', '.join(things)}" for space, things in wet.items()]
    belts = hardness(terrain)
    found += [
        f"rows {BELTS[i]} are no harder on the whole than rows {BELTS[i + 1]} (ARENA-6)"
        for i in range(len(belts) - 1)
        if belts[i] <= belts[i + 1]
    ]
    table = fairness(scenario)
    for measure, bound in BOUNDS.items():
        if table.spread(measure) > bound:
            found.append(f"{measure}: the worst start pays {table.spread(measure):.2f} times the best (up to {bound})")
    return tuple(found)


def hardness(terrain: Sequence[int]) -> list[float]:
    """Mean terrain number of the land in each belt of five rows, from a-e to u-y (rivers left out)."""
    belts: list[list[int]] = [[] for _ in BELTS]
    for space, code in enumerate(terrain):
        if ROW[space] <= COAST_ROW and code not in (OCEAN, RIVER):
            belts[ROW[space] // 5].append(code)
    return [sum(belt) / max(1, len(belt)) for belt in belts]


def _water_off_the_sea(terrain: Sequence[int]) -> set[int]:
    """River spaces with no way over water to row z."""
    left = {s for s in range(SPACES) if terrain[s] == RIVER}
    edge = [s for s in range(SPACES) if terrain[s] == OCEAN]
    while edge:
        for other in within(edge.pop(), 1) & left:
            left.discard(other)
            edge.append(other)
    return left
