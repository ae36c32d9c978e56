"""Every game beside bare ReportLab pages of the same run: its reports, its turns in an office, its simulations."""

from __future__ import annotations

import cProfile
import io
import json
import pstats
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader
from sqlalchemy import insert

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import Edition, turn_file_text
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.benchmarks.bare import SHORT, bare, compared, held, spent
from tests.benchmarks.table import note
from tests.reports.played import asked, reports
from tests.systems.test_contract import scenario_of

pytestmark = pytest.mark.benchmark
BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
BARE = 8
REPORTS = 4 if SHORT else 12
TURNS = 6 if SHORT else 31
RESOLVED = 7 if SHORT else 25
SIMULATED = 2 if SHORT else 8


class Most(NamedTuple):
    """The bounds that are a game's own, by far and wide half as much again as was measured; each in bare pages."""

    page: float
    """A page of a report."""
    rows: float
    """A turn's rows."""
    reports: float
    """A turn's reports in all forms but players' pages."""
    whole: float
    """A whole turn, played, kept and written in all forms, by bare pages as many as its PDFs have."""
    resolved: float
    """A turn resolved: the law alone, by the orders of the built-in players."""
    simulated: float
    """A game simulated."""
    growth: float
    """Kilobytes a turn."""
    printed: float
    """Kilobytes of a PDF."""
    mail: float
    """Kilobytes of a mail with a report."""


MOST = {
    "magika": Most(0.85, 30, 90, 3.3, 0.5, 280, 50, 50, 125),
    "arena": Most(0.85, 25, 40, 7.5, 0.5, 120, 30, 50, 125),
    "rune_war": Most(0.9, 27, 60, 7.5, 2.2, 300, 40, 52, 145),
    "temple_isle": Most(0.62, 17, 26, 7.0, 0.4, 60, 30, 42, 100),
    "xom_zol": Most(0.58, 19, 26, 7.5, 0.35, 80, 30, 40, 100),
}


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_reports_beside_bare_pages(name: str) -> None:
    forms = games.system(name).reports
    every, page = reports(name, 3 if SHORT else 7), MOST[name].page
    written = every[:: max(1, len(every) // REPORTS)]
    pages = [len(PdfReader(io.BytesIO(forms.pdf(report, "letter", False))).pages) for report in written]
    works: dict[str, tuple[Callable[[Any], object], float]] = {
        "pages": (lambda report: forms.pdf(report, "letter", False), page),
        "large print": (lambda report: forms.pdf(report, "letter", True), 1.2 * page),
        "HTML": (lambda report: forms.html(report, None), 0.45),
        "text": (lambda report: forms.text(report, None), 0.3),
        "turn file": (lambda report: turn_file_text(forms.turn_file(report)), 0.3),
    }
    sizes = [len(forms.pdf(report, "letter", False)) / 1e3 for report in written]
    held(f"{name}, a PDF", statistics.mean(sizes), MOST[name].printed, " kB")
    *found, plain = compared(
        *(lambda work=work: [work(report) for report in written] for work, _ in works.values()),
        lambda: [bare(count) for count in pages],
    )
    print(f"\n{name}: {len(written)} reports of {sum(pages)} pages; as many bare pages {plain:.0f} ms")
    for (what, (_, most)), ms in zip(works.items(), found, strict=True):
        held(f"{name}, {what} beside bare pages", ms / plain, most)


def page_times(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What each player's page takes from now on, in milliseconds of processor time."""
    page, found = Edition.page, list[float]()

    def timed(*given: Any, **more: Any) -> str:
        start = time.process_time()
        text = page(*given, **more)
        found.append((time.process_time() - start) * 1e3)
        return text

    monkeypatch.setattr(Edition, "page", timed)
    return found


def answers(office: Office, system: str, turn: int) -> None:
    """Everybody sends the orders of the built-in policy."""
    kind, rows = games.system(system), []
    for path in sorted(office.reports(system, turn).glob("*.json")):
        plain = json.loads(path.read_text("utf-8"))
        seat = kind.reports.seat_of(plain)
        orders = kind.bots.play(kind.automatic.get(seat, kind.bots.DEFAULT), plain, b"steps")
        sheet = Sheet(game=system, turn=turn + 1, seat=seat, orders=dict(enumerate(orders, 1)))
        rows.append({"game": system, "turn": turn + 1, "seat": seat, "revision": 1, "received_at": BEGUN.isoformat(),
                     "message_id": f"<{system}{turn}{seat}@steps>",
                     "sheet": write_sheet(sheet, kind.orders.GRAMMAR)})  # fmt: skip
    with office.store.writing() as connection:
        connection.execute(insert(t.sheets), rows)


def size_of(office: Office) -> int:
    """Bytes of the database in use."""
    with office.store.reading() as connection:
        pages, free, each = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar() or 0)
            for name in ("page_count", "freelist_count", "page_size")
        )
    return (pages - free) * each


def is_over(office: Office, game: str) -> bool:
    with office.store.reading() as connection:
        found = load_game(connection, game)
        return games.system(game).rules.ending(found.state(connection)) is not None


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_turns_in_an_office(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game by its built-in players, each step of its turns: what it takes, early and late, and what it leaves."""
    office = init_office(tmp_path / "office")
    new_game(office, name, shipped("sample") / name / "signups.toml", BEGUN, system=name, seed=b"steps")
    write_reports(office, name, 0)
    list(deliver(office, BEGUN))
    took: dict[str, list[float]] = defaultdict(list)
    sent: list[object] = []
    size: list[int] = []
    players = page_times(monkeypatch)
    while len(size) < TURNS and not is_over(office, name):
        turn = len(size) + 1
        now = BEGUN + timedelta(days=14 * turn)
        answers(office, name, turn - 1)
        players.clear()
        steps: dict[str, Callable[[], object]] = {
            "rows": partial(process_turn, office, name, now, early=True, processes=1, pages=False),
            "reports": partial(write_reports, office, name, turn),
            "mails": lambda now=now: sent.extend(deliver(office, now)),  # type: ignore[misc]
            "bare pages": partial(bare, BARE),
        }
        for step, work in steps.items():
            took[step].append(spent(work))
        took["players' pages"].append(sum(players))
        took["reports"][-1] -= sum(players)
        size.append(size_of(office))
    files = sum(path.stat().st_size for path in office.reports(name, 1).rglob("*"))
    seats = len(list(office.reports(name, 1).glob("*.pdf")))
    office.close()
    whole = {step: sum(times) for step, times in took.items()}
    said = ", ".join(f"{step} {ms / len(size):.0f}" for step, ms in whole.items())
    print(f"\n{name}: {len(size)} turns, milliseconds each: {said}; {len(sent)} mails, {files / 1e3:.0f} kB of files")
    turns = [sum(steps) for steps in zip(took["rows"], took["reports"], took["players' pages"], strict=True)]
    few = len(turns) // 3
    page = statistics.median(took["bare pages"]) / BARE
    most = MOST[name]
    note("seats", seats, statistics.median(turns) / page)
    for turn, ms in enumerate(turns, 1) if name == "magika" else ():
        note("turns", turn, ms / page)
    held(f"{name}, rows of a turn in bare pages", statistics.median(took["rows"]) / page, most.rows)
    held(f"{name}, its reports in bare pages", statistics.median(took["reports"]) / page, most.reports)
    printed = sum(len(PdfReader(path).pages) for path in office.reports(name, 2).glob("*.pdf"))
    held(f"{name}, a whole turn beside as many bare pages", statistics.median(turns) / page / printed, most.whole)
    every = whole["rows"] + whole["reports"] + whole["players' pages"]
    held(f"{name}, what players' pages take of a turn", whole["players' pages"] / every, 0.15)
    letters = [path.stat().st_size / 1e3 for path in (tmp_path / "office" / "outbox").iterdir()]
    held(f"{name}, a mail with its report", statistics.mean(letters), most.mail, " kB")
    held(f"{name}, a mail in bare pages", whole["mails"] / len(sent) / page, 7)
    late, early = statistics.median(turns[-few:]), statistics.median(turns[1 : few + 1])
    held(f"{name}, late turns beside early ones", late / early, 2)
    held(f"{name}, the database's growth a turn", (size[-1] - size[0]) / (len(size) - 1) / 1e3, most.growth, " kB")


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_turns_resolved(name: str) -> None:
    """The law alone, and what of it takes the time."""
    law, turns = games.system(name).rules, asked(name, RESOLVED)

    def resolved() -> None:
        for state, orders, seed, turn in turns:
            law.resolve(state, orders, Dice(seed, turn))

    ours, plain = compared(resolved, lambda: bare(BARE))
    profile, parts = cProfile.Profile(builtins=False), defaultdict[str, float](float)
    profile.runcall(resolved)
    for (file, _, function), (*_, took, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        made = file == "<string>"  # what dataclass writes
        parts["records made" if made else f"{Path(file).stem}.{function}"] += took
    dear = sorted(parts, key=parts.__getitem__, reverse=True)[:4]
    shares = ", ".join(f"{part} {parts[part] / sum(parts.values()):.0%}" for part in dear)
    print(f"\n{name}: {1e3 * len(turns) / ours:.0f} turns resolved a second; of their time {shares}")
    held(f"{name}, a turn resolved in bare pages", ours / len(turns) / (plain / BARE), MOST[name].resolved)


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_games_simulated(name: str) -> None:
    system = games.system(name)
    options = {option.name: option.default for option in system.balance.OPTIONS}

    def simulated() -> None:
        assert len(list(system.balance.simulate(SIMULATED, "bench", 1, scenario_of(system), options))) == SIMULATED

    ours, plain = spent(simulated) / SIMULATED, statistics.median(spent(lambda: bare(40)) for _ in range(5)) / 40
    held(f"{name}, a game simulated in bare pages", ours / plain, MOST[name].simulated)
