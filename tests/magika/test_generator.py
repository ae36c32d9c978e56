"""Generated arenas and their fairness (ARENA-5, ARENA-6); the bounds are those that docs/scenarios.md gives."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from magika_gm.cli.main import cli
from magika_gm.games.magika import generator
from magika_gm.games.magika.generator import arena_of, generate, seed_bytes
from magika_gm.games.magika.landscape import (
    BOUNDS,
    FAR,
    MEASURES,
    costs_from,
    costs_to,
    fairness,
    hardness,
    render,
    spread,
)
from magika_gm.games.magika.rules.arena import INDEX, NAME, NEIGHBOUR, NUMBER, ROW, SPACES, distance, within
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    COASTAL,
    ENDURANCE_FACTOR,
    OCEAN,
    PLAINS,
    RACIAL_ARTIFACTS,
    RIVER,
    VOLCANIC,
)
from magika_gm.games.magika.setup import STARTS, Options, Scenario, dry_spaces, read_arena, write_scenario

ROOT = Path(__file__).parents[2]
CLASSIC = (ROOT / "scenarios" / "magika" / "classic.toml").read_text(encoding="utf-8")
CLASSIC_BOUNDS = {"goal": 1.05, "alignment": 1.05, "racial": 1.10, "ability": 1.20, "first": 1.10, "cloaks": 1.10}
SEEDS = ("one", "winter")
BY_DAY = ["classic", *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS)]
"""An arena takes two seconds to draw."""


@cache
def arena(seed: str) -> Scenario:
    return read_arena(CLASSIC) if seed == "classic" else arena_of(seed)


def places(scenario: Scenario) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for space, things in scenario.lying.items():
        for thing in things:
            found.setdefault(thing, []).append(space)
    return found


@pytest.mark.slow
def test_the_classic_arena_is_what_its_seed_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command, which draws it beside its file, tells how fair it is and never overwrites either."""
    monkeypatch.setattr(generator, "generate", cache(generate))
    kept, path = read_arena(CLASSIC), tmp_path / "new.toml"
    words = ["new-arena", kept.seed, "--title", kept.title, "-o", str(path)]

    def run(*more: str) -> Result:
        return CliRunner().invoke(cli, [*words, *more])

    made = json.loads(run("--json").stdout)
    assert made["spread"]["goal"] < 1.2
    assert made["scenario"] == path.read_text("utf-8")
    assert kept.options == Options()
    assert write_scenario(replace(read_arena(made["scenario"]), description=kept.description)) == CLASSIC
    picture = path.with_suffix(".svg")
    texts = "".join(ElementTree.parse(picture).getroot().itertext())
    assert all(start in texts for start in ("y2", "y24", "a1", "Goal Square"))
    for there in (path, picture):
        again = run()
        assert (again.exit_code, f"{there.name} exists already" in again.stderr) == (1, True)
        there.unlink()
    told = run()
    assert told.exit_code == 0, told.output
    assert all(len(row) <= 80 for row in told.output.splitlines() if not row.startswith("Written"))


@pytest.mark.slow
@pytest.mark.parametrize("measure", MEASURES)
def test_the_classic_arena_favours_no_start(measure: str) -> None:
    assert fairness(arena("classic")).spread(measure) <= CLASSIC_BOUNDS[measure]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_generated_arenas_favour_no_start(seed: str) -> None:
    table = fairness(arena(seed))
    assert {m: table.spread(m) for m in MEASURES if table.spread(m) > BOUNDS[m]} == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["classic", *SEEDS])
def test_generated_arenas_read_back_without_a_fault(seed: str) -> None:
    assert read_arena(write_scenario(arena(seed))) == arena(seed)


@pytest.mark.slow
def test_another_seed_gives_another_arena() -> None:
    assert arena("one").terrain != arena("classic").terrain
    assert arena("one").lying != arena("classic").lying


def test_a_seed_of_bytes_is_kept_so_that_it_can_be_given_again() -> None:
    assert seed_bytes("hex:00ff") == b"\x00\xff"
    assert seed_bytes("hex:zz") == b"hex:zz"
    assert seed_bytes("sea") == b"sea"
    assert seed_bytes(b"\x01") == b"\x01"


@pytest.mark.slow
def test_options_are_kept_and_cloaks_counted_by_them() -> None:
    scenario = arena_of("rain", Options(1, "figure 7"))
    assert scenario.options == Options(1, "figure 7")
    assert (scenario.title, scenario.description, scenario.seed) == ("Arena rain", "", "rain")
    assert read_arena(write_scenario(scenario)) == scenario


@pytest.mark.parametrize("seed", BY_DAY)
def test_the_land_is_as_the_rules_have_it(seed: str) -> None:
    terrain = arena(seed).terrain
    assert {s for s in range(SPACES) if terrain[s] == OCEAN} == {s for s in range(SPACES) if ROW[s] == 25}
    assert {terrain[s] for s in range(SPACES) if ROW[s] == 24} == {COASTAL, RIVER}
    assert set(terrain) == {OCEAN, RIVER, *range(COASTAL, VOLCANIC + 1)}
    assert set(STARTS) <= dry_spaces(terrain)
    belts = hardness(terrain)
    assert all(north > south for north, south in pairwise(belts)), belts


@pytest.mark.parametrize("seed", BY_DAY)
def test_three_or_more_rivers_of_different_length_run_from_the_sea(seed: str) -> None:
    terrain = arena(seed).terrain
    left = {s for s in range(SPACES) if terrain[s] == RIVER}
    rivers = []
    while left:
        river, edge = set(), [left.pop()]
        while edge:
            space = edge.pop()
            river.add(space)
            beside = within(space, 1) & left
            left -= beside
            edge += beside
        rivers.append(river)
    assert len(rivers) >= 3
    assert all(any(ROW[s] == 24 for s in river) for river in rivers), "a river that does not reach the sea"
    sources = [min(ROW[s] for s in river) for river in rivers]
    assert len(set(sources)) >= 2
    assert min(sources) <= ROW[INDEX["p1"]], "none runs far inland"


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["classic", *SEEDS])
def test_terrain_comes_in_patches(seed: str) -> None:
    """In white noise a space would have like neighbours about one time in seven."""
    terrain = arena(seed).terrain
    land = [s for s in range(SPACES) if ROW[s] < 24 and terrain[s] != RIVER]
    beside = [(s, n) for s in land for n in within(s, 1) - {s} if ROW[n] < 24 and terrain[n] != RIVER]
    assert sum(terrain[s] == terrain[n] for s, n in beside) / len(beside) > 0.45


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["classic", *SEEDS])
def test_things_lie_where_they_belong(seed: str) -> None:
    scenario = arena(seed)
    lie = places(scenario)
    counted = Counter({thing: len(spaces) for thing, spaces in lie.items()})
    assert counted.total() == 30
    assert all(len(things) == 1 for things in scenario.lying.values()), "two things in one space"
    assert all(scenario.terrain[s] not in (OCEAN, RIVER) for s in scenario.lying)

    def rows(group: dict[str, str]) -> list[int]:
        return [ROW[lie[a][0]] for a in group]

    assert all(ROW[INDEX["d1"]] <= r <= ROW[INDEX["j1"]] for r in rows(ALIGNMENT_ARTIFACTS))
    assert all(ROW[INDEX["h1"]] <= r <= ROW[INDEX["p1"]] for r in rows(RACIAL_ARTIFACTS))
    assert all(ROW[INDEX["j1"]] <= r <= ROW[INDEX["s1"]] for r in rows(ABILITY_ARTIFACTS))
    holy = [lie[a][0] for a in ALIGNMENT_ARTIFACTS]
    assert min(distance(a, b) for a, b in combinations(holy, 2)) >= 6
    cloaks = [s for thing, spaces in lie.items() if thing.startswith("cloak:") for s in spaces]
    assert len({ROW[s] for s in cloaks}) == 18
    assert {NUMBER[s] * 2 > ROW[s] + 1 for s in cloaks} == {True, False}, "all on one side"


# --- the measure itself ---


def test_a_way_costs_the_spaces_left_and_never_goes_south() -> None:
    terrain = [PLAINS] * SPACES
    assert costs_from(terrain, INDEX["y2"])[INDEX["a1"]] == 24 * ENDURANCE_FACTOR[PLAINS]
    assert costs_from(terrain, INDEX["y2"])[INDEX["x4"]] == 3 * ENDURANCE_FACTOR[PLAINS]
    assert costs_from(terrain, INDEX["y2"])[INDEX["z2"]] == FAR
    terrain[INDEX["y2"]] = COASTAL
    terrain[INDEX["x2"]] = RIVER
    assert costs_from(terrain, INDEX["y2"])[INDEX["w2"]] == 2 + 4 + 4, "round the river by x1, w1"
    terrain[INDEX["x1"]] = RIVER
    assert costs_from(terrain, INDEX["y2"])[INDEX["w2"]] == 2 + 4 + 4, "round the river by y3, x3"
    assert costs_to(terrain, INDEX["w2"])[INDEX["y2"]] == 2 + 4 + 4


def test_costs_to_and_from_agree() -> None:
    terrain = arena("classic").terrain
    for target in ("a1", "d3", "k9", "p2", "t20"):
        to = costs_to(terrain, INDEX[target])
        assert [to[s] for s in STARTS] == [costs_from(terrain, s)[INDEX[target]] for s in STARTS]


def test_costs_agree_with_a_plain_search() -> None:
    terrain = arena("classic").terrain
    start = STARTS[3]
    cost = [FAR] * SPACES
    cost[start] = 0
    for _ in range(SPACES):
        before = cost.copy()
        for s in range(SPACES):
            for d in ("NE", "NW", "E", "W"):
                other = NEIGHBOUR[d][s]
                if other >= 0 and cost[s] < FAR:
                    cost[other] = min(cost[other], cost[s] + ENDURANCE_FACTOR[terrain[s]])
        if cost == before:
            break
    assert costs_from(terrain, start) == cost


def test_the_table_shows_every_start_and_notices_a_favoured_one() -> None:
    classic = arena("classic")
    table = fairness(classic)
    text = render(table)
    names = [NAME[s] for s in STARTS]
    assert [words[0] for line in text.split("\n") if (words := line.split()) and words[0] in names] == names
    assert f"{table.spread('goal'):.3f}" in text
    assert spread([10, 12, 15]) == 1.5
    terrain = list(classic.terrain)
    for row in range(12, 24):  # a highway along the western edge
        terrain[row * (row + 1) // 2] = COASTAL
    assert fairness(replace(classic, terrain=tuple(terrain))).spread("goal") > 1.2


def test_the_manual_shows_the_classic_figures() -> None:
    manual = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    table = fairness(arena("classic"))
    assert render(table) in manual
    for measure in MEASURES:
        held = CLASSIC_BOUNDS[measure]
        assert f"| {measure} | {BOUNDS[measure]:.2f} | {held:.2f} | {table.spread(measure):.3f} |" in manual
