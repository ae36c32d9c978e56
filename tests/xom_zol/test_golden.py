"""The sample game of Xom and Zol: its mails, its reports (``tests/golden/samples.py``)."""

from __future__ import annotations

from tests.golden.samples import SampleGame


class TestXomAndZol(SampleGame):
    system = "xom_zol"
    office = "Xom and Zol by mail"
    seats = ("A", "B")
    refused = {"A-1-wrong-password.eml": "refused"}
    faulty = ["B-1-outlook.eml", "A-with-errors.eml"]
