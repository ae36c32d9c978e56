"""The game master's report has everything; the spectators' page gives nothing away while the game goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_overviews
from magika_gm.cli.main import cli
from magika_gm.cli.solo import SEED
from magika_gm.mail.readers import read
from magika_gm.resources import shipped
from tests.app.postroom import begin
from tests.magika import word as acts
from tests.magika import word as master

WHOLE_REPORTS = True

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    made = init_office(tmp_path_factory.mktemp("overview") / "office")
    new_game(made, "sample", shipped("sample") / "magika" / "signups.toml", NOW, seed=SEED.encode())
    for turn in (1, 2):
        list(ingest(made, read(shipped("sample") / "magika" / str(turn)), NOW))
        if turn == 2:
            acts.adjust(made, "sample", "C", "endurance", "60", "a slip of ours", NOW)
        process_turn(made, "sample", NOW, early=True)
    list(ingest(made, read(shipped("sample") / "magika" / "2"), NOW))
    yield made
    made.close()


def words(path: Path) -> str:
    text = re.sub(r"<style>.*?</style>", " ", path.read_text("utf-8"), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_everything_is_on_the_game_masters_page(office: Office, tmp_path: Path) -> None:
    folder = write_overviews(office, "sample", 2, tmp_path / "look")
    text = words(folder / "gm.txt")
    html = words(folder / "gm.html")
    pdf = " ".join(" ".join(page.extract_text() for page in PdfReader(folder / "gm.pdf").pages).split())
    reports = [json.loads(p.read_text("utf-8")) for p in sorted(office.reports("sample", 2).glob("?.json"))]
    assert len(reports) == 13
    for report in reports:
        mage = report["mage"]
        for form in (text, html, pdf):
            assert mage["name"] in form
            assert f"{mage['endurance']}/{mage['max_endurance']}" in form
            for phase in report["story"]:
                assert phase["order"] in form
    for form in (text, html, pdf):
        assert "C's endurance becomes 60 (a slip of ours)" in form
        assert "Crown of Good" in form
        assert "Let no" in form or "at least" in form
    assert 'class="map"' in (folder / "gm.html").read_text("utf-8")
    assert "Victory points, turn by turn" in html
    assert (folder / "gm.html").read_text("utf-8").count('data-h="player"') == 13, "cards on a phone"


def test_process_turn_leaves_both_pages_apart_from_the_players_reports(office: Office) -> None:
    assert {p.name for p in office.overviews("sample", 2).iterdir()} == {"gm.html", "spectator.html"}
    assert len(list(office.reports("sample", 2).iterdir())) == 5 * 13


def test_a_spectator_learns_nothing_a_player_would_wish_to_know(office: Office) -> None:
    page = words(office.overviews("sample", 2) / "spectator.html")
    for path in office.reports("sample", 2).glob("?.json"):
        report = json.loads(path.read_text("utf-8"))
        assert report["mage"]["name"] not in page
        assert not re.search(rf"\b{report['mage']['space']}\b", page)
        assert report["player"]["code_word"] not in page
    for word in ("forest", "swamp", "cloak", "turn by turn", "yellow", "holds", "carries"):
        assert word not in page
    assert 'class="map"' not in (office.overviews("sample", 2) / "spectator.html").read_text("utf-8")
    assert "13 contestants are on their way north" in page
    raw = (office.overviews("sample", 2) / "spectator.html").read_text("utf-8")
    assert raw.count("<svg") == 27, "the game's device, thirteen shields, the arena of the rule book, twelve artifacts"
    assert re.search(r'data-due="202\d-\d\d-\d\dT', raw), "the countdown knows the moment"
    assert (office.overviews("sample", 2) / "spectator.html").read_text("utf-8").count(SEED.encode().hex()) == 0


def test_when_the_game_is_over_the_spectators_see_it_all(tmp_path: Path) -> None:
    made = begin(tmp_path / "office", seed=b"end")
    master.place_mage(made, "7", "C", "b1", "to have an end", NOW)
    master.change_order(made, "7", "C", 2, "MOVE NE", "to have an end", NOW)
    process_turn(made, "7", NOW, early=True)
    raw = (made.overviews("7", 1) / "spectator.html").read_text("utf-8")
    page = words(made.overviews("7", 1) / "spectator.html")
    assert "Final standing" in page
    assert "Ebon Mage's tasks" in page
    assert b"end".hex() in page
    shown = "card to pass on, device, shields as they are, arena, its ten kinds of land, points, poster of ways, ranks"
    assert raw.count("<svg") == 29, shown
    assert "data-due" not in raw
    made.close()


def test_the_command(office: Office, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        cli, ["--office", str(office.root), "gm-report", "sample", "-o", str(tmp_path), "--json"]
    )
    assert json.loads(result.stdout) == {"game": "sample", "folder": str(tmp_path)}
    assert (tmp_path / "gm.pdf").read_bytes().startswith(b"%PDF")
