"""The order page's form: filled in, mailed back and read as a sheet of this game."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader, PdfWriter

from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import EVERYBODY, Message, write_sheet
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.sheet import ORDERS
from magika_gm.games.temple_isle.report.printed import Forms
from magika_gm.mail.pdf_form import form_of_pdf
from tests.temple_isle.made import a_report

FILLED = {
    "password": "heron lantern",
    "line1": "CAST Might ON U3, U5",
    "line2": "MUSTER Knight AT c2",
    "line4": "U3 N N ATTACK U9 ALL KEEP 1",
    "line8": "FAST Parry ON IT WHEN ATTACK",
    "message1_text": "Up to four lines,\rtwo hundred characters.",
    "message3_text": "And one more.",
}


@pytest.fixture(scope="module")
def empty() -> bytes:
    return Forms(a_report("SUN", 3)).pdf()


def filled(data: bytes, values: dict[str, str]) -> bytes:
    """What a PDF program saves."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_filled_form_is_a_sheet(empty: bytes) -> None:
    text = form_of_pdf(filled(empty, FILLED)).sheet
    assert text is not None
    (sheet,) = read_sheets(text, ORDERS.GRAMMAR)
    assert (sheet.game, sheet.turn, sheet.seat, sheet.password, sheet.faults) == ("31", 4, "SUN", "heron lantern", ())
    assert [write_order(sheet.orders[n]) for n in sorted(sheet.orders)] == [FILLED[f"line{n}"] for n in (1, 2, 4, 8)]
    assert sheet.messages == (
        Message(EVERYBODY, "Up to four lines,\ntwo hundred characters.", False),
        Message(EVERYBODY, "And one more.", False),
    )
    assert read_sheets(write_sheet(sheet, ORDERS.GRAMMAR), ORDERS.GRAMMAR) == [sheet]


def test_a_line_that_is_none_is_told_by_its_sheet(empty: bytes) -> None:
    text = form_of_pdf(filled(empty, {"line1": "MUTSER Knight"})).sheet
    assert text is not None
    (sheet,) = read_sheets(text, ORDERS.GRAMMAR)
    assert [fault.near for fault in sheet.faults] == [("MUSTER",)]


def test_an_untouched_form_says_nothing(empty: bytes) -> None:
    text = form_of_pdf(empty).sheet
    assert text is not None
    (sheet,) = read_sheets(text, ORDERS.GRAMMAR)
    assert not sheet.says_something


def test_no_field_bears_another_games_name(empty: bytes) -> None:
    fields = PdfReader(io.BytesIO(empty)).get_fields()
    assert fields is not None
    assert {"form", "game", "turn", "seat", "password", "line1", "line8", "message1_text"} <= set(fields)
    assert not [name for name in fields if "mag" in name or name.startswith("phase")]
