"""The office beside pieces of reference work of the same run: commands, memory, other packages that do the like."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.operations.tick import tick
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.report.printed import pdf, text_letter
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.resources import shipped
from tests.benchmarks.bare import SHORT, compared, held, spent
from tests.magika.randoms import random_orders, random_world
from tests.magika.test_pdf import busy

pytestmark = pytest.mark.benchmark
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
COMMANDS = 4 if SHORT else 9
FULL = 500 if SHORT else 10_000
"""Mails in one Maildir."""


def our_turns(games: int, turns: int = 10) -> float:
    """Milliseconds an order: world and orders in, world, events and rolls out; whole games of random orders."""
    done, took = 0, 0.0
    for game in range(games):
        world = random_world(game, spread=24)
        for mage in world.mages.values():
            mage.endurance, mage.arcania = mage.max_endurance, 60
        for turn in range(1, turns + 1):
            orders, dice = random_orders(game * 100 + turn, world), Dice(b"bench", turn)
            done += 5 * len(world.mages)
            found: list[Any] = []
            took += spent(lambda now=(world, orders, dice), found=found: found.append(play_turn(*now)))  # type: ignore[misc]
            world = found[0].world
            if world.ended:
                break
    return took / done


def their_turns(games: int) -> float:
    """The PyPI package ``diplomacy``: milliseconds an order of Game.process() on random legal orders, whole games."""
    from diplomacy import Game  # type: ignore[import-not-found,unused-ignore]

    done, took = 0, 0.0
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
            took += spent(game.process)
    return took / done


def test_resolving_beside_the_diplomacy_package() -> None:
    pytest.importorskip("diplomacy", reason="install it with: pip install diplomacy")
    held("an order of Magika beside one of diplomacy's", our_turns(15) / their_turns(3), 0.45)


TIMED = """
import atexit, runpy, sys, time
own = time.process_time
atexit.register(lambda: print(own(), file=sys.stderr))
exec(sys.argv.pop(1)) if len(sys.argv) == 2 else runpy.run_module("magika_gm", run_name="__main__", alter_sys=True)
"""
"""A command as it is typed, which tells at its end what it used itself, without the processes it forked off."""


class Cold(NamedTuple):
    """Seconds of a process of its own: by the clock, of all its processors, of the busiest of its processes."""

    clock: float
    processor: float
    busiest: float


def cold(words: Sequence[str], compiled: Path) -> Cold:
    """What a command takes whose modules are compiled, as those of an installed program are."""
    plain = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", TIMED, *words],
        check=True, capture_output=True, text=True, env=plain | {"PYTHONPYCACHEPREFIX": str(compiled)},
    )  # fmt: skip
    clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    helper = max(0.0, used - float(done.stderr.split()[-1]))
    return Cold(clock, used, used - helper if "process-turn" in words else used)


def test_cold_commands(tmp_path: Path) -> None:
    """A turn against importing its libraries alone (docs/decisions/0011), ``--help`` against Python itself."""
    office = init_office(tmp_path / "office")
    new_game(office, "bench", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"bench")
    office.close()
    at = ["--office", str(office.root)]
    words = {
        "python": ["pass"],
        "help": ["--who=me", "--help"],
        "imports": ["import sqlalchemy, reportlab.pdfgen.canvas, jinja2"],
        "status": [*at, "status"],
        "turn": [*at, "process-turn", "bench", "--early", "--dry-run", str(tmp_path / "look")],
    }
    for said in words.values():
        cold(said, tmp_path / "compiled")
    rounds = [{name: cold(said, tmp_path / "compiled") for name, said in words.items()} for _ in range(COMMANDS)]
    # the quickest of the rounds: what others do on the machine only adds to a figure
    took = {name: Cold(*map(min, zip(*(one[name] for one in rounds), strict=True))) for name in words}
    print("\nseconds by the clock, of all processors, of the busiest process:")
    for name, one in took.items():
        print(f"  {name:<8}" + "".join(f"{seconds:8.3f}" for seconds in one))
    base, turn = took["imports"], took["turn"]
    held("--help beside python itself", took["help"].processor / took["python"].processor, 5.5)
    held("status beside importing a turn's libraries", took["status"].processor / base.processor, 1.3)
    # beside others' work two processes get no more of the machine than one: what the busier one used tells more then
    ratio = min(turn.clock / base.clock, turn.busiest / base.busiest)
    held("a cold turn beside importing its libraries", ratio, 2.7)
    held("the same in processor time", turn.processor / base.processor, 3.2)


def test_a_round_that_finds_nothing_to_do(tmp_path: Path) -> None:
    office = init_office(tmp_path / "office")
    new_game(office, "1", shipped("sample") / "temple_isle" / "signups.toml", NOW, system="temple_isle")
    idle, word = compared(lambda: list(tick(office, NOW, 1)), lambda: hash_password("swordfish"))
    office.close()
    held(f"an idle round beside a password's hash ({word:.0f} ms)", idle / word, 0.15)


FULL_RUN = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import read

def peak():
    # of this process alone: what getrusage says may come from the process that started it
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

office = open_office(Path(sys.argv[1]))
office.store
before = peak()
found = 0
for received in ingest(office, read(Path(sys.argv[2])), datetime(2026, 11, 1, 12, tzinfo=UTC)):
    found += 1
print(before, peak(), found)
"""


def test_memory_with_a_full_maildir(tmp_path: Path) -> None:
    """Notes without orders: what is measured is reading, judging and keeping, not passwords."""
    office = init_office(tmp_path / "office")
    new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW)
    office.close()
    box = tmp_path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    for number in range(FULL):
        raw = f"From: a{number}@example.com\nMessage-ID: <{number}@y>\n\nHello, {number}.\n"
        (box / "new" / f"{number}.M{number}.host").write_text(raw, encoding="utf-8")
    words = [sys.executable, "-c", FULL_RUN, str(office.root), str(box)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    before, after, total = map(int, done.stdout.split())
    assert total == FULL
    held(f"memory after {FULL} mails in one Maildir beside before", after / before, 1.5)


def by_weasyprint(report: Any) -> bytes:
    """The same text and both maps, from HTML with inline SVG."""
    from weasyprint import HTML  # type: ignore[import-not-found,import-untyped,unused-ignore]

    from magika_gm.games.magika.report.board import history_picture, recon_picture
    from magika_gm.games.magika.report.printed import html_letter
    from magika_gm.reports.picture import write_svg

    maps = "".join(f"<div>{write_svg(p, p.title)}</div>" for p in (recon_picture(report), history_picture(report)))
    return bytes(HTML(string=html_letter(report).replace("</body>", f"{maps}</body>")).write_pdf())


def by_fpdf2(report: Any) -> bytes:
    """The same text alone, without maps."""
    from fpdf import FPDF  # type: ignore[import-not-found,import-untyped,unused-ignore]

    import magika_gm.reports.pdf_stream as pen

    page: Any = FPDF(unit="pt", format="letter")
    page.add_font("sans", "", str(Path(pen.__file__).parent / "fonts" / "PostbagSans-Regular.ttf"))
    page.add_page()
    page.set_font("sans", size=8)
    page.multi_cell(0, 10, text_letter(report))
    return bytes(page.output())


@pytest.mark.parametrize(("module", "work"), [("weasyprint", by_weasyprint), ("fpdf", by_fpdf2)])
def test_pages_beside_other_packages(module: str, work: Callable[[Any], bytes]) -> None:
    try:
        __import__(module)
    except (ImportError, OSError) as error:
        pytest.skip(f"{error} (pip install magika-gm[bench])")
    report = busy(5, turns=9)
    theirs, ours = compared(lambda: work(report), lambda: pdf(report))
    held(f"our pages ({ours:.1f} ms) beside those of {module}", ours / theirs, 0.5)
