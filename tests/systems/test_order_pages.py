"""The order form of a printed report: filled in, mailed back and read, it is the sheet one would have typed."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader, PdfWriter

from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.mail.pdf_form import form_of_pdf
from tests.page.rambles import Position, positions, read, sheet_text
from tests.systems.contract import contract_of, saying

SAID = "Up to four lines,\rtwo hundred characters."


def printed(name: str) -> tuple[Position, bytes, dict[str, str]]:
    """A first turn's report, and its fields with what stands in them."""
    position = next(one for one in positions(name, 0, 1) if one.seat == contract_of(name).seat)
    data = position.system.reports.pdf(position.report, "letter", False)
    fields = PdfReader(io.BytesIO(data)).get_fields() or {}
    return position, data, {field: str(found.get("/V") or "") for field, found in fields.items()}


def filled(data: bytes, values: dict[str, str]) -> bytes:
    """What a PDF program saves."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def mailed(position: Position, data: bytes, values: dict[str, str]) -> Sheet:
    """What the office reads of it."""
    text = form_of_pdf(filled(data, values)).sheet
    assert text is not None
    return read(position, text)


def free(fields: dict[str, str]) -> list[str]:
    """Fields for lines, in their order, that are blank."""
    numbered = [field for field in fields if re.fullmatch(r"(?!message)[a-z]+\d+", field) and not fields[field]]
    return sorted(numbered, key=lambda field: int(re.sub(r"\D", "", field)))


@pytest.mark.parametrize("name", saying("good"))
def test_a_form_filled_in_is_the_sheet_one_would_have_typed(name: str) -> None:
    position, data, fields = printed(name)
    heads = [said for field, said in fields.items() if re.fullmatch(r"line\d+", field) and said]
    good = list(contract_of(name).good)
    good = good[good.index(heads[-1]) + 1 :] if heads else good
    typed = read(position, sheet_text(position, [*heads, *good]))
    lines = [re.sub(r"^\d+ ", "", line) for line in good]
    values = dict(zip(free(fields), lines, strict=False)) | {"password": "heron lantern", "message1_text": SAID}
    to = {"message1_to": position.system.orders.GRAMMAR.written(contract_of(name).other)}
    found = mailed(position, data, values | (to if "message1_to" in fields else {}))
    assert found.orders == typed.orders
    assert (found.game, found.turn, found.seat) == ("x", 1, position.seat)
    assert (found.password, found.faults) == ("heron lantern", ())
    assert [message.text for message in found.messages] == [SAID.replace("\r", "\n")]
    assert read_sheets(write_sheet(found, position.system.orders.GRAMMAR), position.system.orders.GRAMMAR) == [found]
    blank = mailed(position, data, {})
    assert blank.orders == read(position, sheet_text(position, heads)).orders
    assert blank.messages == ()


@pytest.mark.parametrize("name", saying("slip"))
def test_a_line_that_is_none_is_told_by_its_sheet(name: str) -> None:
    position, data, fields = printed(name)
    slip, near, _ = contract_of(name).slip
    (fault,) = mailed(position, data, {free(fields)[0]: slip}).faults
    assert near in fault.near
