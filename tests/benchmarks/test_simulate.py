"""Figures, printed: turns a second of whole games by the built-in policies, and where the time goes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.bots import NOVICE_POLICIES, take_turn
from magika_gm.games.magika.bots.scene import NO_NOTES
from magika_gm.games.magika.report.report import TurnData
from magika_gm.games.magika.setup import start_world
from magika_gm.games.magika.trials import GameRecord, Plan, _Table, game_seed, line_up, simulate

MAGIKA = games.system("magika")
pytestmark = pytest.mark.benchmark


def plan(games: int) -> Plan:
    return Plan(
        games=games,
        seed="bench",
        scenario=load_scenario(MAGIKA, find_scenario(Path("/nonexistent"), MAGIKA, "classic")),
    )


def test_turns_a_second() -> None:
    for jobs in {1, os.cpu_count() or 1}:
        games = 8 * jobs
        start = time.perf_counter()
        turns = sum(record.turns for record in simulate(plan(games), jobs))
        spent = time.perf_counter() - start
        print(f"\n{jobs} jobs: {turns / spent:.0f} turns a second, {games / spent:.1f} games a second")


def test_where_a_turn_goes() -> None:
    one = plan(1)
    assert one.scenario is not None
    seed = game_seed(one, 0)
    characters, policies = line_up(seed, NOVICE_POLICIES)
    table = _Table(start_world(one.scenario, characters, Dice(seed, 0)), seed, policies)
    record = GameRecord(number=0, turns=0, ending="limit", seats=())
    for _ in range(8):
        table.play_turn(record)
    start = time.perf_counter()
    data = TurnData(world=table.world, told=table.told, orders=table.orders, how={}, messages=[], seed=seed)
    files = {letter: table.turn_file(data, letter) for letter in table.world.mages}
    built = time.perf_counter()
    for letter, plain in files.items():
        take_turn(policies[letter], plain, table.notes.get(letter, NO_NOTES), seed)
    played = time.perf_counter()
    whole = time.perf_counter()
    table.play_turn(record)
    whole = time.perf_counter() - whole
    print(f"\na turn {whole * 1e3:.1f} ms: turn files {1e3 * (built - start):.1f}, bots {1e3 * (played - built):.1f}")
