"""The sample game of Rune War: its mails, its reports (``tests/golden/samples.py``)."""

from __future__ import annotations

import json

from tests.golden.samples import Played, SampleGame


class TestRuneWar(SampleGame):
    system = "rune_war"
    office = "Rune War by mail"
    seats = ("1", "2", "3", "4")
    refused = {"4-1-wrong-password.eml": "refused"}
    faulty = ["3-1-outlook-with-errors.eml"]

    def test_the_sample_is_a_whole_round(self, played: Played) -> None:
        """A hand won, a map phase with a claim, the next hand dealt under a new seal."""
        folders = [played.office.reports("sample", turn) for turn in range(played.turns + 1)]
        files = [json.loads((folder / "1.json").read_text("utf-8")) for folder in folders]
        assert [f["played"] for f in files] == ["nothing", "hand", "hand", "map"]
        assert [f["round"] for f in files] == [1, 1, 1, 2]
        seals = [f["hand"]["seal"] for f in files]
        assert seals[0] == seals[1] == seals[2] != seals[3]
        assert files[2]["won"]["winner"] == "4"
        assert files[3]["territories"]["M3"]["owner"] == "I"
