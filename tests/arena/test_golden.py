"""The sample game of Arena: its mails, its reports (``tests/golden/samples.py``)."""

from __future__ import annotations

from tests.golden.samples import SampleGame


class TestArena(SampleGame):
    system = "arena"
    office = "Arena by mail"
    seats = ("A", "B")
    refused = {"A-1-wrong-password.eml": "refused"}
    faulty = ["B-1-outlook.eml", "A-with-errors.eml"]
