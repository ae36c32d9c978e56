"""The PDF order form: filled in, mailed back and read as an order sheet; anything else read as none, quickly."""

from __future__ import annotations

import io
import random
import time
import zlib

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject

from magika_gm.engine.sheet.sheet import Message, Sheet
from magika_gm.games.magika.orders.model import Cast, Give, Move, Rest, Search
from magika_gm.games.magika.orders.sheet import five_orders
from magika_gm.games.magika.report.printed import pdf
from magika_gm.mail.pdf_form import ENCRYPTED, MOST_BYTES, form_of_pdf
from tests.examples import some_of
from tests.magika.sheets import read_sheets, write_sheet
from tests.magika.test_reports import make

FILLED = {
    "password": "sword fish: ;(1)",
    "phase1": "MOVE NE",
    "phase2": "cast TelPtX NE 3",
    "phase3": "3. GIVE TelPt, CROWN, RED CLOAK TO F",
    "phase5": "SEARCH",
    "message1_to": "D",
    "message1_anonymous": "/Yes",
    "message1_text": "Up to four lines,\rtwo hundred characters\rin all. Łódź \\ (ok)",
    "message3_to": "RED",
    "message3_text": "one\r\ntwo\nthree",
}


@pytest.fixture(scope="module")
def empty() -> bytes:
    return pdf(make(3))


def filled(data: bytes, values: dict[str, str]) -> bytes:
    """What a PDF program saves."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def only(data: bytes) -> Sheet:
    text = form_of_pdf(data).sheet
    assert text is not None
    (sheet,) = read_sheets(text)
    return sheet


def test_a_filled_form_is_the_same_orders_as_the_sheet(empty: bytes) -> None:
    sheet = only(filled(empty, FILLED))
    assert sheet.faults == ()
    assert sheet == Sheet(
        game="7",
        turn=2,
        seat="A",
        password="sword fish:",  # a ; after a space begins a comment on every sheet
        orders={
            1: Move("NE"),
            2: Cast("TelPt", True, "NE 3"),
            3: Give(("TelPt", "crown", "cloak:red"), "F"),
            5: Search(),
        },
        messages=(
            Message("D", "Up to four lines,\ntwo hundred characters\nin all. Łódź \\ (ok)", True),
            Message("red", "one\ntwo\nthree", False),
        ),
    )
    assert read_sheets(write_sheet(sheet)) == [sheet]


def test_a_form_saved_by_adding_to_the_file_is_read(empty: bytes) -> None:
    """As many programs save: the old file with changed objects put after it."""
    writer, out = PdfWriter(io.BytesIO(empty), incremental=True), io.BytesIO()
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, FILLED, auto_regenerate=False)
    writer.write(out)
    assert out.getvalue().startswith(empty[:5000])
    assert only(out.getvalue()) == only(filled(empty, FILLED))


def test_an_untouched_form_is_a_sheet_of_rests(empty: bytes) -> None:
    sheet = only(empty)
    assert (sheet.game, sheet.turn, sheet.seat, sheet.password, sheet.faults) == ("7", 2, "A", "", ())
    assert five_orders(sheet) == [Rest()] * 5
    assert sheet.messages == ()


@pytest.mark.parametrize("password", [": x", "=y", "a  b", "(\\", "ünïcødé", "x;y"])
def test_passwords_come_through(empty: bytes, password: str) -> None:
    assert only(filled(empty, {"password": password})).password == password


def test_faults_are_left_to_the_reader_of_sheets(empty: bytes) -> None:
    five = "\n".join("line" for _ in range(5))
    values = {"phase1": "MVOE NE", "message1_to": "B", "message1_text": five, "message2_text": "to nobody"}
    sheet = only(filled(empty, values))
    assert [fault.phase for fault in sheet.faults] == [1, 0, 0]
    assert sheet.messages == ()


def test_fields_are_those_of_the_guide(empty: bytes) -> None:
    """docs/orders.md names them; read-only ones say which game, turn and mage the form is for."""
    fields = PdfReader(io.BytesIO(empty)).get_fields()
    assert fields is not None
    messages = [f"message{n}_{part}" for n in (1, 2, 3) for part in ("to", "anonymous", "text")]
    assert sorted(fields) == sorted(
        ["magika_form", "game", "turn", "mage", "password", *(f"phase{n}" for n in range(1, 6)), *messages]
    )
    for name in ("magika_form", "game", "turn", "mage"):
        assert fields[name]["/Ff"] & 1
    assert [fields[name]["/V"] for name in ("magika_form", "game", "turn", "mage")] == ["1", "7", "2", "A"]


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True), ("a4", True)])
def test_every_print_has_the_same_form(paper: str, large: bool) -> None:
    assert only(filled(pdf(make(3), paper, large), FILLED)) == only(filled(pdf(make(3)), FILLED))


def test_the_ebon_mage_has_a_form_too() -> None:
    assert only(pdf(make(3, "M"))).seat == "M"


def test_other_pdfs_have_no_sheet(empty: bytes) -> None:
    blank, out = PdfWriter(), io.BytesIO()
    blank.add_blank_page(100, 100)
    blank.write(out)
    other = PdfWriter(clone_from=io.BytesIO(empty))
    form = other._root_object["/AcroForm"]
    assert isinstance(form, DictionaryObject)
    named = form["/Fields"]
    assert isinstance(named, ArrayObject)
    for field in named:
        one = field.get_object()
        one[NameObject("/T")] = one["/V"]
    strange = io.BytesIO()
    other.write(strange)
    for data in (b"", b"%PDF-", b"GAME 7 TURN 2\nEND", out.getvalue(), strange.getvalue(), empty + b" " * MOST_BYTES):
        assert form_of_pdf(data).sheet is None


def locked(version: int = 5, revision: int = 6, method: str = "AESV3") -> bytes:
    """A PDF encrypted with AES of 256 bits, as bills are, or in another way."""
    keys = f"/O <{'41' * 48}> /U <{'42' * 48}> /OE <{'43' * 32}> /UE <{'44' * 32}> /Perms <{'45' * 16}>"
    how = f"/CF << /StdCF << /AuthEvent /DocOpen /CFM /{method} /Length 32 >> >> /StmF /StdCF /StrF /StdCF"
    lock = f"<< /Filter /Standard /V {version} /R {revision} /Length 256 /P -4 {keys} {how} >>".encode()
    pages = b"<< /Type /Pages /Kids [] /Count 0 >>"
    plain = built([b"<< /Pages 2 0 R /AcroForm << /Fields [] >> >>", pages, lock])
    return plain.replace(b"/Root 1 0 R", b"/Root 1 0 R /Encrypt 3 0 R /ID [<4141> <4141>]")


def test_locked_pdfs_say_so(empty: bytes) -> None:
    writer, out = PdfWriter(clone_from=io.BytesIO(empty)), io.BytesIO()
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(out)
    files = [out.getvalue(), locked(), locked(5, 5), locked(4, 4, "AESV2"), locked(9, 9, "Odd"), locked(2, 3, "V2")]
    files.append(locked().replace(b"/Encrypt", b"/#45ncrypt"))
    files.append(locked().replace(b"/Standard", b"/Other"))
    for data in files:
        assert form_of_pdf(data)[:2] == (None, ENCRYPTED)
    assert form_of_pdf(locked()[:-40])[:2] == (None, ENCRYPTED)


@pytest.mark.slow
def test_damaged_files_neither_raise_nor_hang(empty: bytes) -> None:
    """Bytes changed, cut out and doubled at random; each answer is a sheet or none."""
    rng = random.Random(5)
    data = filled(empty, FILLED)
    start = time.process_time()
    for _ in range(some_of(300)):
        broken = bytearray(data)
        for _ in range(rng.randrange(1, 30)):
            at = rng.randrange(len(broken))
            match rng.randrange(4):
                case 0:
                    broken[at] = rng.randrange(256)
                case 1:
                    del broken[at : at + rng.randrange(500)]
                case 2:
                    broken[at:at] = broken[: rng.randrange(300)]
                case _:
                    broken[at : at + 1] = rng.choice([b"<<", b">>", b"[", b" 0 R ", b"(", b"99999999999", b"/Kids"])
        answer = form_of_pdf(bytes(broken)).sheet
        assert answer is None or answer.startswith("GAME ")
    assert form_of_pdf(data[: len(data) // 2]).sheet is None
    assert time.process_time() - start < 60


def built(objects: list[bytes]) -> bytes:
    """A PDF of these objects, the first of them the catalogue."""
    out, places = bytearray(b"%PDF-1.5\n"), []
    for number, code in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, code)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def test_rings_and_bombs_end_soon() -> None:
    pages = b"<< /Type /Pages /Kids [] /Count 0 >>"
    ring = built([b"<< /Pages 2 0 R /AcroForm << /Fields [3 0 R] >> >>", pages, b"<< /T (a) /Kids [3 0 R 3 0 R] >>"])
    self_ring = built([b"<< /Pages 2 0 R /AcroForm 3 0 R >>", pages, b"3 0 R"])
    many = built([b"<< /Pages 2 0 R /AcroForm << /Fields [%s] >> >>" % (b"3 0 R " * 300_000), pages, b"<< /T (a) >>"])
    deep = built([b"<< /Pages 2 0 R /AcroForm %s >>" % (b"<< /Fields [" * 20_000), pages])
    bomb = zlib.compress(b"0 0 " * 20_000_000)
    packed = b"<< /Type /ObjStm /N 9000000 /First 10 /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream"
    unpacked = built([b"<< /Pages 2 0 R /AcroForm 3 0 R >>", pages, packed % (len(bomb), bomb)])
    thousand_pages = built([b"<< /Pages << /Count 100000 >> /AcroForm << /Fields [] >> >>"])
    for data in (ring, self_ring, many, deep, unpacked, thousand_pages, b"%PDF-1.4\n" + b"1 0 obj\n" * 400_000):
        start = time.process_time()
        assert form_of_pdf(data).sheet is None
        assert time.process_time() - start < 10
