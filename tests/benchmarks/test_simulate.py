"""Figures, printed: turns a second of whole games by the built-in policies, and where the time goes."""

from __future__ import annotations

import os
import time
from itertools import islice
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.engine.trial import turns
from magika_gm.games.magika.bots import take_turn
from magika_gm.games.magika.bots.scene import NO_NOTES
from magika_gm.games.magika.rules.sequence import RULES
from magika_gm.games.magika.trials import GameRecord, Plan, Table

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
        turns = sum(record.turns for record in plan(games).played(jobs))
        spent = time.perf_counter() - start
        print(f"\n{jobs} jobs: {turns / spent:.0f} turns a second, {games / spent:.1f} games a second")


def test_where_a_turn_goes() -> None:
    one = plan(1)
    assert one.scenario is not None
    table = Table.of(one, one.seed_of(0))
    record = GameRecord(number=0, turns=0, ending="limit", seats=())
    going = turns(RULES, table.world, table.seed, table.sheets)
    for turn in islice(going, 8):
        table.take(turn, record)
    start = time.perf_counter()
    data = table.data
    files = {letter: table.turn_file(data, letter) for letter in table.world.mages}
    built = time.perf_counter()
    for letter, plain in files.items():
        take_turn(table.policies[letter], plain, table.notes.get(letter, NO_NOTES), table.seed)
    played = time.perf_counter()
    whole = time.perf_counter()
    table.take(next(going), record)
    whole = time.perf_counter() - whole
    print(f"\na turn {whole * 1e3:.1f} ms: turn files {1e3 * (built - start):.1f}, bots {1e3 * (played - built):.1f}")
