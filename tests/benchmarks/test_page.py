"""What the player's page adds to a turn, printed: its share of resolving and all other forms of report (15 % wanted).

Orders coming in are left out on both sides. Nothing passes or fails on time. Run with: make bench.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.editions import Edition
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.solo import SEED, turns_of
from magika_gm.engine.dice import Dice
from magika_gm.engine.orders import rows_as_text
from magika_gm.engine.paging import Envelope
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.mail.readers import read
from magika_gm.reports.page.writing import page_html
from magika_gm.resources import shipped
from tests.page.rambles import PLAYER
from tests.systems.test_contract import entrants_of, extras_of, scenario_of

pytestmark = pytest.mark.benchmark
SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
WARM, TURNS, ROUNDS = 2, 4, 3
"""Turns that load fonts, templates and tables, and turns that are measured; offices that play them."""


def spent(name: str, turns: int = TURNS) -> defaultdict[str, float]:
    """Processor seconds of some turns of a game by its own players: by what they were spent on."""
    system = games.system(name)
    scenario, key, used = scenario_of(system), b"bench", defaultdict[str, float](float)
    state: Any = system.setup.start(scenario, entrants_of(system, scenario), Dice(key, 0), extras_of(system))
    memories: dict[str, Any] = {}
    told: Any = ()
    orders: dict[str, Any] = {}
    rules, sight, forms, maker = system.rules, system.sight, system.reports, system.page
    envelope = Envelope(system=name, system_title=system.title, game="x", game_title="", turn=1, seat="A",
                        seat_word="", seat_text="", player="", date="", due="soon", due_at="", office="",
                        office_email="")  # fmt: skip
    for turn in range(turns + WARM):
        if turn == WARM:
            used.clear()
        last: float = time.process_time()

        def lap(what: str) -> None:
            nonlocal last
            now = time.process_time()
            used[what] += now - last
            last = now

        reports = {}
        record = TurnRecord(state=state, told=told, orders=orders, how={}, messages=(), acts=(), seed=key)
        for seat in rules.playing(state):
            view = sight.perceive(state, seat)
            memories[seat] = sight.remember(memories.get(seat, sight.no_memory()), turn, view)
            form = system.orders.form("x", turn + 1, state, seat, memories[seat])
            reports[seat] = forms.build(record, seat, view, memories[seat], PLAYER, form)
        lap("reports built")
        facts = OfficeFacts(game="x", title="", date="2026-11-22", next_due="soon", people={}, mail=(), acts=(),
                            memories=memories)  # fmt: skip
        forms.master(record, facts, "html", "", None)
        forms.spectator(record, facts, None)
        lap("overviews")
        for seat, report in reports.items():
            forms.pdf(report, "letter", False)
            lap("pdf")
            forms.html(report, None)
            forms.text(report, None)
            lap("mail")
            file = forms.turn_file(report)
            text = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
            lap("turn file")
            known = sight.known(state, seat, memories[seat])
            rows = rows_as_text(system.orders, system.orders.names_for(memories[seat]))
            page_html(maker.page(report, known, seat, memories[seat]), envelope, file, maker.SCRIPT, text, rows)
            lap("page")
            orders[seat] = system.bots.play(system.signup.AUTOMATIC.get(seat, system.bots.DEFAULT), file, key)
            last = time.process_time()  # who orders is not the office
        resolution = rules.resolve(state, orders, Dice(key, turn + 1))
        lap("resolve")
        state, told = resolution.state, resolution.told
        if rules.ending(state) is not None:
            break
    return used


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_the_page_adds_to_process_turn(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offices play the same turns of the sample game; of each turn the quickest counts, of pages and of all else.

    Intake is not counted; the first turn loads fonts, templates and tables.
    """
    begun, sample = datetime(2026, 11, 1, 12, tzinfo=UTC), shipped("sample") / name
    turns = min(turns_of(sample), 5)
    page, spent = Edition.page, [0.0]

    def timed(*given: Any, **more: Any) -> str:
        start = time.process_time()
        text = page(*given, **more)
        spent[0] += time.process_time() - start
        return text

    monkeypatch.setattr(Edition, "page", timed)
    pages, rest = dict.fromkeys(range(2, turns + 1), 9e9), dict.fromkeys(range(2, turns + 1), 9e9)
    for number in range(ROUNDS):
        office = init_office(tmp_path / str(number))
        new_game(office, "sample", sample / "signups.toml", begun, seed=SEED.encode(), system=name)
        for turn in range(1, turns + 1):
            moment = begun + timedelta(days=13 + turn)
            list(ingest(office, read(sample / str(turn)), moment))
            spent[0], start = 0.0, time.process_time()
            process_turn(office, "sample", moment, early=True, processes=1)
            whole = time.process_time() - start
            if turn in pages:
                pages[turn], rest[turn] = min(pages[turn], spent[0]), min(rest[turn], whole - spent[0])
        office.close()
    without, more = sum(rest.values()) / len(rest), sum(pages.values()) / len(pages)
    print(f"\n{name}: process-turn {without * 1e3:.0f} ms without pages, pages {more * 1e3:.1f}: ", end="")
    print(f"they add {more / without:.1%} (at most 15 % wanted)")


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_the_page_adds(name: str) -> None:
    used = spent(name)
    page = used.pop("page")
    most = sorted(used.items(), key=lambda item: -item[1])
    parts = ", ".join(f"{what} {seconds / TURNS * 1e3:.0f}" for what, seconds in most)
    rest = sum(used.values())
    print(f"\n{name}: page {page / TURNS * 1e3:.0f} ms a turn, all else {rest / TURNS * 1e3:.0f} ({parts}); ", end="")
    print(f"the page adds {page / rest:.1%} (at most 15 % wanted)")
