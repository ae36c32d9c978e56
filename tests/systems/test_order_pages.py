"""The order form of a printed report: filled in, mailed back and read, it is the sheet one would have typed."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest
from pypdf import PageObject, PdfReader, PdfWriter

from magika_gm import games
from magika_gm.engine.seam.setup import Need
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


def into(fields: dict[str, str], rows: list[str]) -> dict[str, str] | None:
    """Rows of a sheet in the lines of a form, in order, each part of it behind its head; None where they are more."""
    found = {}
    left = sorted((f for f in fields if re.fullmatch(r"(line|phase)\d+", f)), key=lambda f: int(re.sub(r"\D", "", f)))
    heads = {fields[field] for field in left} - {""}
    for row in rows:
        while left and fields[left[0]] != (row if row in heads else ""):
            if fields[left.pop(0)] and row not in heads:
                return None
        if not left:
            return None
        field = left.pop(0)
        if row not in heads:
            found[field] = re.sub(r"^\d+ ", "", row)
    return found


def as_played(name: str) -> Iterator[tuple[Position, Sheet]]:
    """Sheets that built-in players send, game after game, with an order in them."""
    system = games.system(name)
    policies = [one for one in system.bots.POLICIES if one not in system.automatic.values()]
    for game in count():
        for number, position in enumerate(positions(name, game)):
            if system.rules.needs(position.state).get(position.seat, Need.NONE) is Need.NONE:
                continue
            policy = system.automatic.get(position.seat, policies[(number + game) % len(policies)])
            file = system.reports.turn_file(position.report)
            orders = system.bots.play(policy, file, b"as played")
            given = orders if isinstance(orders, dict) else dict(enumerate(orders, 1))
            if given:
                yield position, Sheet(game="x", turn=position.turn, seat=position.seat, orders=given)


MANY = 500 if os.environ.get("MAGIKA_NIGHTLY") else 100


@pytest.mark.parametrize("most", [10, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_nine_sheets_of_ten_find_room_on_their_form(name: str, most: int) -> None:
    """Of each kind of form, by how many lines it has; and are read back as they were sent."""
    room, sent = Counter[int](), Counter[int]()
    for position, sheet in islice(as_played(name), most):
        data = position.system.reports.pdf(position.report, "letter", False)
        fields = {
            f: str(found.get("/V") or "") for f, found in (PdfReader(io.BytesIO(data)).get_fields() or {}).items()
        }
        written = write_sheet(sheet, position.system.orders.GRAMMAR)
        values = into(fields, written.splitlines()[2:-1])
        lines = len(free(fields))
        sent[lines] += 1
        if values is not None:
            room[lines] += 1
            if room[lines] % 10 == 1:
                assert mailed(position, data, values).orders == read(position, written).orders
    assert not {lines: n for lines, n in sent.items() if room[lines] < 0.9 * n}, (room, sent)


@pytest.mark.parametrize("large", [False, True])
def test_what_has_no_room_on_a_sheet_goes_on_on_a_second(large: bool) -> None:
    """Every line and every message of a form has its field once, wherever it stands (R9); in large print they do not
    find room on one sheet."""
    sheets = set()
    for name in sorted(games.SYSTEMS):
        for position in islice(positions(name, 1, 12), 3, None, 7):
            data = position.system.reports.pdf(position.report, "letter", large)
            pages = [fields for page in PdfReader(io.BytesIO(data)).pages if (fields := fields_on(page))]
            found = [field for fields in pages for field in fields]
            assert len(found) == len(set(found)), name
            rule = position.system.orders.GRAMMAR.messages
            assert {f"message{n}_text" for n in range(1, (rule.most if rule else 0) + 1)} <= set(found), name
            plain = PdfReader(io.BytesIO(position.system.reports.pdf(position.report, "letter", False))).get_fields()
            assert set(found) == set(plain or ()), name
            sheets.add(len(pages))
    assert (max(sheets) > 1) is large


def fields_on(page: PageObject) -> list[str]:
    """Names of what is filled in on a page."""
    notes: Any = page.get("/Annots", ())
    return [str(note["/T"]) for one in notes if "/T" in (note := one.get_object())]
