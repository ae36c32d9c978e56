"""Figures, printed as ratios measured in one run; never a pass or fail on absolute time. Run with: make bench."""

from __future__ import annotations

import io
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.rules.sequence import play_turn
from tests.magika.randoms import random_orders, random_world

if TYPE_CHECKING:
    from magika_gm.app.office.office import Office

pytestmark = pytest.mark.benchmark


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(work: Callable[[], object], runs: int = 5) -> float:
    work()
    return statistics.median(timed(work) for _ in range(runs))


def our_orders_a_second(games: int = 15, turns: int = 10) -> float:
    """Resolving only: world and orders in, world, events and rolls out; whole games of random orders."""
    done, spent = 0, 0.0
    for game in range(games):
        world = random_world(game, spread=24)
        for mage in world.mages.values():
            mage.endurance, mage.arcania = mage.max_endurance, 60
        for turn in range(1, turns + 1):
            orders = random_orders(game * 100 + turn, world)
            dice = Dice(b"bench", turn)
            start = time.perf_counter()
            result = play_turn(world, orders, dice)
            spent += time.perf_counter() - start
            done += 5 * len(world.mages)
            world = result.world
            if world.ended:
                break
    return done / spent


def diplomacy_orders_a_second(games: int = 3) -> float:
    """The PyPI package ``diplomacy``: Game.process() on random legal orders, whole games."""
    from diplomacy import Game  # type: ignore[import-not-found,unused-ignore]

    done, spent = 0, 0.0
    for seed in range(games):
        rng = random.Random(seed)
        game = Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5] or 2000) < 1911:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                orders = [
                    rng.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]
                ]
                game.set_orders(power, orders)
                done += len(orders)
            start = time.perf_counter()
            game.process()
            spent += time.perf_counter() - start
    return done / spent


def test_resolving_against_the_diplomacy_package() -> None:
    ours = our_orders_a_second()
    print(f"\nresolving: {ours:,.0f} orders a second")
    pytest.importorskip("diplomacy", reason="install it with: pip install diplomacy")
    theirs = diplomacy_orders_a_second()
    print(f"diplomacy: {theirs:,.0f} orders a second; ratio {ours / theirs:.2f} (at least 1, goal 2.5)")


def bare_documents() -> None:
    """Thirteen bare four-page ReportLab documents: platypus, embedded font."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate

    from tests.benchmarks.bare import bare_font

    style = ParagraphStyle("bare", fontName=bare_font(), fontSize=9, leading=12)
    for number in range(13):
        flow: list[Flowable] = []
        for page in range(4):
            flow += [
                Paragraph(f"Mage {number}, page {page}, line {line}: you move NE and pay three endurance.", style)
                for line in range(25)
            ]
            flow.append(PageBreak())
        SimpleDocTemplate(io.BytesIO(), pageCompression=1).build(flow)


def make_office(folder: Path) -> tuple[Path, datetime]:
    """An office with one game of thirteen mages."""
    from magika_gm.app.enrolment.new_game import new_game
    from magika_gm.app.office.office import init_office
    from magika_gm.resources import shipped

    now = datetime(2026, 11, 1, tzinfo=UTC)
    office = init_office(folder)
    new_game(office, "bench", shipped("sample") / "magika" / "signups.toml", now, seed=b"bench")
    office.close()
    return folder, now


def test_a_warm_turn_against_bare_documents(tmp_path: Path) -> None:
    from magika_gm.app.office.office import open_office
    from magika_gm.app.turns.process import process_turn

    folder, now = make_office(tmp_path / "office")
    office = open_office(folder)
    figures = [
        timed(lambda n=n: process_turn(office, "bench", now + timedelta(days=n), early=True))  # type: ignore[misc]
        for n in range(1, 9)
    ]
    bare = median(bare_documents)
    warm = statistics.median(figures[1:])
    print(f"\nwarm process-turn {warm * 1e3:.0f} ms, 13 bare documents {bare * 1e3:.0f} ms")
    print(f"ratio {warm / bare:.2f} (at most 1.75)")
    office.close()


def hand_in(office: Office, turn: int) -> None:
    """A sheet of lively random orders from every mage, as the store keeps one that was mailed."""
    from sqlalchemy import insert

    from magika_gm.app.record.games import load_game
    from magika_gm.engine.sheet.sheet import Sheet
    from magika_gm.store import tables as t
    from tests.magika.sheets import write_sheet

    with office.store.writing() as connection:
        world = load_game(connection, "bench").state(connection)
        rows = []
        for letter, orders in random_orders(turn, world).items():
            sheet = Sheet(game="bench", turn=turn, seat=letter, orders=dict(enumerate(orders, 1)))
            row = {"game": "bench", "turn": turn, "seat": letter, "revision": 1, "received_at": "2026-11-01T12:00:00"}
            rows.append(row | {"message_id": f"<{turn}.{letter}@bench>", "sheet": write_sheet(sheet)})
        connection.execute(insert(t.sheets), rows)


def processor_time(office: Path, folder: Path) -> float:
    """Processor seconds of one cold ``process-turn``; a dry run, so that it can be measured again."""
    words = ["--office", str(office), "process-turn", "bench", "--early", "--dry-run", str(folder / "look")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "magika_gm", *words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_late_turn_against_turn_4_and_growth(tmp_path: Path) -> None:
    """Lively orders; the two commands take turns, each in a process of its own, as a game master runs them."""
    from magika_gm.app.office.office import open_office
    from magika_gm.app.turns.process import process_turn

    folder, now = make_office(tmp_path / "office")
    late, sizes = 31, []
    for n in range(1, late + 1):
        office = open_office(folder)
        hand_in(office, n)
        if n in (4, late):
            office.close()
            shutil.copytree(folder, tmp_path / f"turn-{n}")
        process_turn(office, "bench", now + timedelta(days=n), early=True)
        with office.store.reading() as connection:
            sizes.append(4096 * int(connection.exec_driver_sql("PRAGMA page_count").scalar() or 0))
        office.close()
    pairs = [
        (processor_time(tmp_path / "turn-4", tmp_path), processor_time(tmp_path / f"turn-{late}", tmp_path))
        for _ in range(7)
    ]
    ratio = statistics.median(b / a for a, b in pairs)
    grown = (sizes[-1] - sizes[0]) / (len(sizes) - 1) / 1000
    print(f"\nturn {late} costs {ratio:.2f} of turn 4 (at most 1.1)")
    print(f"the database grows {grown:.1f} kB a turn, orders and all (at most 30)")


def test_cold_commands(tmp_path: Path) -> None:
    folder, _ = make_office(tmp_path / "office")
    run = [sys.executable, "-m", "magika_gm"]

    def command(*words: str) -> float:
        return median(lambda: subprocess.run([*run, *words], check=True, capture_output=True), 3)

    bare = median(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 3)
    helped = command("--help")
    turn = command("--office", str(folder), "process-turn", "bench", "--early")
    libraries = [sys.executable, "-c", "import sqlalchemy, reportlab.pdfgen.canvas, jinja2"]
    imports = median(lambda: subprocess.run(libraries, check=True), 3)
    print(f"\npython itself {bare:.2f} s, --help {helped:.2f} s (under 0.2)")
    print(f"cold process-turn {turn:.2f} s (under 0.6, goal 0.35)")
    print(f"cold process-turn: {turn / imports:.2f} of importing its libraries alone (docs/decisions/0011)")
    print("where the time of a turn goes, by profile of one in this process:")
    for line in where_it_goes(folder):
        print(f"  {line}")


def where_it_goes(folder: Path) -> list[str]:
    """A turn under the profiler: cumulative seconds of its large parts."""
    import cProfile
    import pstats

    from magika_gm.app.office.office import open_office
    from magika_gm.app.turns.process import process_turn

    office = open_office(folder)
    profile = cProfile.Profile()
    profile.runcall(process_turn, office, "bench", datetime(2027, 3, 1, tzinfo=UTC), early=True)
    office.close()
    stats = pstats.Stats(profile).get_stats_profile().func_profiles
    parts = (
        "process_turn",
        "resolve",
        "save_turn",
        "save_state",
        "editions_of",
        "edition_of",
        "build",
        "pdf",
        "html",
        "text",
        "turn_file",
    )
    return [f"{name}: {stats[name].cumtime:.3f} s, {stats[name].ncalls} calls" for name in parts if name in stats]
