"""The sample game, from its mails to its reports, held to ``reports/sample`` byte for byte.

To accept a change after looking at it: ``make golden``.
"""

from __future__ import annotations

import io
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.intake import Received, ingest
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.rewrite import write_reports
from magika_gm.cli.demo import SEED, turns_of
from magika_gm.mail.readers import read

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "turns" / "sample" / "magika"
TURNS = turns_of(SAMPLE)
GOLDEN = ROOT / "reports" / "sample" / "magika" / str(TURNS)
UPDATE = bool(os.environ.get("MAGIKA_UPDATE_GOLDEN"))
LETTERS = "ABCDEFGHIJKLM"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Office, list[Received]]:
    """The office after the sample game's turns, and what became of its mails."""
    office = init_office(tmp_path_factory.mktemp("golden") / "office", "Magika by mail", sample=True)
    now = datetime(2026, 11, 1, 12, tzinfo=UTC)
    new_game(office, "sample", SAMPLE / "signups.toml", now, seed=SEED.encode())
    received: list[Received] = []
    for turn in range(1, TURNS + 1):
        moment = datetime(2026, 11, 14 + turn, 23, tzinfo=UTC)
        received += ingest(office, read(SAMPLE / str(turn)), moment)
        process_turn(office, "sample", moment, early=True)
    if UPDATE:
        shutil.rmtree(GOLDEN, ignore_errors=True)
        shutil.copytree(office.reports("sample", TURNS), GOLDEN)
    return office, received


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("form", ["txt", "html", "json"])
def test_reports_are_the_golden_ones(played: tuple[Office, list[Received]], letter: str, form: str) -> None:
    fresh = (played[0].reports("sample", TURNS) / f"{letter}.{form}").read_text(encoding="utf-8")
    assert fresh == (GOLDEN / f"{letter}.{form}").read_text(encoding="utf-8")


@pytest.mark.parametrize("letter", LETTERS)
def test_pages_say_what_the_golden_ones_say(played: tuple[Office, list[Received]], letter: str) -> None:
    fresh = (played[0].reports("sample", TURNS) / f"{letter}.pdf").read_bytes()
    assert pages(fresh) == pages((GOLDEN / f"{letter}.pdf").read_bytes())


def test_every_mail_ends_as_meant(played: tuple[Office, list[Received]]) -> None:
    outcomes = {r.source: r.outcome for r in played[1] if r.outcome != "accepted"}
    assert outcomes == {"D-1-wrong-password.eml": "refused"}
    errors = [r for r in played[1] if r.faults]
    assert [r.source for r in errors] == ["E-with-errors.eml"]


def test_every_turn_verifies_and_reports_can_be_written_again(played: tuple[Office, list[Received]]) -> None:
    office = played[0]
    assert [v.differences for v in verify_game(office, "sample")] == [()] * TURNS
    folder = office.reports("sample", 2)
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    assert len(before) == 5 * len(LETTERS)
    write_reports(office, "sample", 2)
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
