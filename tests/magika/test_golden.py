"""The sample game of Magika: its mails, its reports (``tests/golden/samples.py``)."""

from __future__ import annotations

from tests.golden.samples import SampleGame


class TestMagika(SampleGame):
    system = "magika"
    seats = "ALM"  # alone, in a team, and the Ebon Mage
    refused = {"D-1-wrong-password.eml": "refused"}
    faulty = ["E-with-errors.eml"]
