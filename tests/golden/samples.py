"""A game's sample, from its mails to its reports, held to ``reports/sample`` byte for byte.

So that a change can be read, turn files stand there indented, and printed reports as what they draw (``drawn.py``); the
bytes of turn files are compared besides. The first seat's printed report is there as it is, for people to look at.

To accept a change after looking at it: ``make golden``.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.intake import Received, ingest
from magika_gm.app.turns.editions import turn_file_text
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.cli.solo import SEED, turns_of
from magika_gm.mail.readers import read
from tests.golden.drawn import drawn

ROOT = Path(__file__).parents[2]
UPDATE = bool(os.environ.get("MAGIKA_UPDATE_GOLDEN"))


class Played(NamedTuple):
    """The office after the sample game's turns, and what became of its mails."""

    office: Office
    received: list[Received]
    turns: int

    @property
    def reports(self) -> Path:
        """The last turn's."""
        return self.office.reports("sample", self.turns)


def indented(turn_file: str) -> str:
    """A turn file as one can read it, and a change in it."""
    return json.dumps(json.loads(turn_file), ensure_ascii=False, indent=1) + "\n"


class SampleGame:
    """What every game's sample must show; a game says which it is and what its mails are meant to come to."""

    system: str
    seats: Sequence[str]
    """The seats whose reports are held, the first one's printed to look at."""
    refused: Mapping[str, str]
    """Outcomes other than accepted, by the mail's file."""
    faulty: Sequence[str]
    """Mails with errors in their sheets, in the order of their arrival."""

    office = "Magika by mail"
    """The office's name, as the reports print it."""

    @classmethod
    def mails(cls) -> Path:
        """The mails, a folder a turn."""
        return ROOT / "turns" / "sample" / cls.system

    @classmethod
    def golden(cls) -> Path:
        """The reports of the last turn as they are to be."""
        return ROOT / "reports" / "sample" / cls.system / str(turns_of(cls.mails()))

    @pytest.fixture(scope="class")
    @classmethod
    def played(cls, tmp_path_factory: pytest.TempPathFactory) -> Played:
        office = init_office(tmp_path_factory.mktemp("golden") / "office", cls.office, sample=True)
        now = datetime(2026, 11, 1, 12, tzinfo=UTC)
        new_game(office, "sample", cls.mails() / "signups.toml", now, seed=SEED.encode(), system=cls.system)
        received: list[Received] = []
        turns = turns_of(cls.mails())
        for turn in range(1, turns + 1):
            moment = datetime(2026, 11, 14 + turn, 23, tzinfo=UTC)
            received += ingest(office, read(cls.mails() / str(turn)), moment)
            process_turn(office, "sample", moment, early=True)
        if UPDATE:
            shutil.rmtree(cls.golden(), ignore_errors=True)
            # the player's pages are programs with the same contents: their own tests look at them
            cls.golden().mkdir(parents=True)
            for seat, form in product(cls.seats, ("txt", "html", "json", "pdf")):
                shutil.copy(office.reports("sample", turns) / f"{seat}.{form}", cls.golden())
            for path in cls.golden().glob("*.json"):
                path.write_text(indented(path.read_text(encoding="utf-8")), encoding="utf-8")
            for seat in cls.seats:
                path = cls.golden() / f"{seat}.pdf"
                path.with_suffix(".pdf.txt").write_text(drawn(path), encoding="utf-8")
                if seat != cls.seats[0]:
                    path.unlink()
        return Played(office, received, turns)

    @pytest.mark.parametrize("form", ["txt", "html"])
    def test_reports_are_the_golden_ones(self, played: Played, form: str) -> None:
        for seat in self.seats:
            fresh = (played.reports / f"{seat}.{form}").read_text(encoding="utf-8")
            assert fresh == (self.golden() / f"{seat}.{form}").read_text(encoding="utf-8"), seat

    def test_turn_files_are_the_golden_ones(self, played: Played) -> None:
        for seat in self.seats:
            fresh = (played.reports / f"{seat}.json").read_text(encoding="utf-8")
            golden = (self.golden() / f"{seat}.json").read_text(encoding="utf-8")
            assert indented(fresh).splitlines() == golden.splitlines(), seat
            assert fresh == turn_file_text(json.loads(golden)), seat

    def test_there_are_no_others(self, played: Played) -> None:
        forms = ("pdf", "txt", "html", "page.html", "json")
        made = {path.name for path in played.reports.iterdir()}
        playing = {name.partition(".")[0] for name in made}
        assert made == {f"{seat}.{form}" for seat, form in product(playing, forms)}
        assert playing >= {*self.seats}
        kept = {f"{seat}.{form}" for seat, form in product(self.seats, ("pdf.txt", "txt", "html", "json"))}
        assert {p.name for p in self.golden().iterdir()} == kept | {f"{self.seats[0]}.pdf"}

    def test_printed_reports_draw_what_the_golden_ones_draw(self, played: Played) -> None:
        for seat in self.seats:
            golden = (self.golden() / f"{seat}.pdf.txt").read_text(encoding="utf-8")
            assert drawn(played.reports / f"{seat}.pdf").splitlines() == golden.splitlines(), seat

    def test_the_printed_report_to_look_at_is_todays(self, played: Played) -> None:
        name = f"{self.seats[0]}.pdf"
        assert drawn(self.golden() / name) == drawn(played.reports / name)

    def test_every_mail_ends_as_meant(self, played: Played) -> None:
        assert {r.source: r.outcome for r in played.received if r.outcome != "accepted"} == self.refused
        assert [r.source for r in played.received if r.faults] == self.faulty

    def test_every_turn_verifies_and_reports_can_be_written_again(self, played: Played) -> None:
        assert [v.differences for v in verify_game(played.office, "sample")] == [()] * played.turns
        folder = played.office.reports("sample", 2)
        before = {p.name: p.read_bytes() for p in folder.iterdir()}
        assert len(before) >= 4 * len(self.seats)
        write_reports(played.office, "sample", 2)
        assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
