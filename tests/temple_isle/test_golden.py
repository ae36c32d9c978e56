"""The sample game of Temple Isle: its mails, its reports (``tests/golden/samples.py``)."""

from __future__ import annotations

from tests.golden.samples import SampleGame


class TestTempleIsle(SampleGame):
    system = "temple_isle"
    office = "Temple Isle by mail"
    seats = ("SUN", "MOON")
    refused = {"SUN-1-wrong-password.eml": "refused"}
    faulty = ["MOON-1-outlook.eml", "SUN-with-errors.eml"]
