"""Whole games by the built-in policies: the same whatever the number of jobs, and honest about what they count."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.app.office.errors import OfficeError
from magika_gm.engine.trial import turns
from magika_gm.games.magika.bots import NOVICE_POLICIES
from magika_gm.games.magika.report import report
from magika_gm.games.magika.rules.sequence import RULES
from magika_gm.games.magika.rules.tables import ALIGNMENTS, LETTERS, RACES
from magika_gm.games.magika.trials import PARTS, Balance, GameRecord, Plan, Seat, Table, line_up, read_mix

pytestmark = pytest.mark.sqlite("no office is made")
MAGIKA = games.system("magika")
NOWHERE = Path("/nonexistent")


def plan(games: int = 2, max_turns: int = 3, seed: str = "test") -> Plan:
    return Plan(
        games=games,
        seed=seed,
        scenario=load_scenario(MAGIKA, find_scenario(NOWHERE, MAGIKA, "classic")),
        max_turns=max_turns,
    )


@pytest.mark.slow
def test_whole_games_end_in_time_and_nearly_all_orders_are_legal() -> None:
    """The aim: an end by a rule of the game in under 25 turns, and fewer than one order in twenty refused."""
    balance = Balance.of(plan(games=6, max_turns=30).played())
    assert balance.endings["limit"] == 0
    assert balance.length(0.5) < 25
    for policy in (*NOVICE_POLICIES, "ebon"):
        assert balance.ordered[policy] >= 5 * balance.games
        assert balance.refused_share(policy) < 0.05, f"{policy}: {balance.reasons}"
    assert sum(s.hits for s in balance.policies.values()) == pytest.approx(balance.games)
    assert sum(u.cast for u in balance.uses()) > 10 * balance.games


@pytest.mark.slow
def test_bots_read_turn_files_of_the_published_schema() -> None:
    schema = json.loads((Path(report.__file__).parent / "turnfile.schema.json").read_text(encoding="utf-8"))
    one = plan()
    assert one.scenario is not None
    table = Table.of(one, one.seed_of(0))
    for turn in islice(turns(RULES, table.world, table.seed, table.sheets), 2):
        table.take(turn, GameRecord(number=0, turns=0, ending="limit", seats=()))
    validator = Draft202012Validator(schema)
    for letter in "AM":
        plain = json.loads(json.dumps(table.turn_file(table.data, letter)))
        assert not list(validator.iter_errors(plain))


@pytest.mark.parametrize("number", range(20))
def test_a_line_up_keeps_to_the_sign_up_rules(number: int) -> None:
    """GM-1: every race, and three of each alignment at least; policies are shared out evenly."""
    characters, policies = line_up(plan().seed_of(number), NOVICE_POLICIES)
    novices = characters[:12]
    assert {c.race for c in novices} == set(RACES)
    assert min(Counter(c.alignment for c in novices)[a] for a in ALIGNMENTS) >= 3
    assert all(c.alignment in RACES[c.race].alignments for c in characters)
    assert list(policies) == list(LETTERS)
    assert Counter(policies.values()) == {"racer": 4, "collector": 4, "fighter": 4, "ebon": 1}


def test_a_seats_points_are_the_sum_of_their_parts() -> None:
    for seat in plan(max_turns=4).play(1).seats:
        assert sum(seat.parts) == pytest.approx(seat.points)
        assert len(seat.parts) == len(PARTS)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("racer,collector,fighter", {"racer": 4, "collector": 4, "fighter": 4}),
        ("racer:6,fighter", {"racer": 6, "fighter": 6}),
        ("racer:1, collector : 11", {"racer": 1, "collector": 11}),
        ("fighter", {"fighter": 12}),
        ("racer:2", {"racer": 12}),
        ("racer:10,collector,fighter", {"racer": 10, "collector": 1, "fighter": 1}),
    ],
)
def test_mixes(text: str, counts: dict[str, int]) -> None:
    assert Counter(read_mix(text)) == counts


@pytest.mark.parametrize("text", ["", ",", "dreamer", "ebon", "racer:0", "racer:x", "racer:13", "racer:7,fighter:6"])
def test_bad_mixes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"polic|novice|number"):
        read_mix(text)


def test_scenarios_are_found_by_name_in_the_office_first(tmp_path: Path) -> None:
    (tmp_path / "scenarios" / "magika").mkdir(parents=True)
    classic = load_scenario(MAGIKA, find_scenario(tmp_path, MAGIKA, "classic"))
    assert classic is not None
    assert classic.title == "Classic"
    with pytest.raises(OfficeError, match="classic"):
        load_scenario(MAGIKA, find_scenario(tmp_path, MAGIKA, "atlantis"))
    (tmp_path / "scenarios" / "magika" / "classic.toml").write_text("title = 3", encoding="utf-8")
    with pytest.raises(OfficeError):
        load_scenario(MAGIKA, find_scenario(tmp_path, MAGIKA, "classic"))


def seat(policy: str, share: float, letter: str = "A") -> Seat:
    return Seat(
        letter=letter,
        race="elf",
        alignment="good",
        policy=policy,
        rank=1 if share else 2,
        points=50.0,
        share=share,
        row=0,
        team="",
        artifacts=("crown",),
        parts=(50.0,),
        statistics=(1, 1, 1, 1),
    )


def test_balance_counts_shared_wins_in_parts_and_leaves_the_ebon_mage_out_of_races() -> None:
    balance = Balance()
    balance.add(GameRecord(number=0, turns=9, ending="goal", seats=(seat("racer", 0.5), seat("ebon", 0.5, "M"))))
    balance.add(GameRecord(number=1, turns=12, ending="globe", seats=(seat("racer", 1.0), seat("ebon", 0.0, "M"))))
    plain = balance.to_plain()
    assert plain["policies"]["racer"]["wins_a_seat"] == 0.75
    assert plain["policies"]["ebon"]["wins_a_seat"] == 0.25
    assert plain["races"]["elf"]["seats"] == 2
    assert plain["endings"] == {"goal": 1, "globe": 1}
    assert balance.mean_length == 10.5
    assert balance.course() == "2 games of 12 turns (10-90 %: 9-12, longest 12); ended by: goal 1 (50%), globe 1 (50%)"
