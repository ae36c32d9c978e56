"""The PDF files we write: whole for any reader, the same for the same contents, and nothing in one of another."""

from __future__ import annotations

import io
import re
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.lib.rl_accel import escapePDF

from magika_gm.reports import typeface
from magika_gm.reports.pdf_file import Fields, PdfFile, pdf_string, shared_by_fields
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, Pen
from magika_gm.reports.picture import Hexes, Picture, Texts
from magika_gm.reports.typeface import placed
from tests.examples import some_of

MAP = Picture(40, 40, "", "", (Hexes(((20.0, 20.0),), 9.0, "#9dcd91", "#000000", 0.4, "forest", "#303030"),))


def written(title: str = "Rhun (A)", said: str = "You move NE.", address: str = "mailto:gm@example.org") -> bytes:
    """Two pages: a text and a map, an entry of the outline and a link each; fields on the second."""
    file = PdfFile((612.0, 792.0))
    pen = Pen(file)
    for number in (1, 2):
        pen.code = []
        file.entry(f"Page {number}: {title}")
        pen.text(42, 700, said, 9, SANS)
        pen.text(42, 680, said, 9, BOLD)
        pen.picture(MAP, 42, 600)
        file.link(address, (42, 690, 142.5, 712))
        if number == 2:
            fields = Fields()
            fields.text("phase1", "An order", (42, 500, 200, 520), 60, 10.0, choices=("MOVE NE", "REST"))
            fields.tick("anonymous", "No name", (42, 470, 52, 480))
            fields.add_to(file)
        file.page(pen.code)
    return file.finish({"Title": title}, shared_by_fields(file))


@pytest.mark.parametrize("title", ["Rhun (A)", "Čačá \\ ) (", "漢字 \U0001f9d9 (B)", "a\tb"])
def test_a_strict_reader_finds_everything(title: str) -> None:
    reader = PdfReader(io.BytesIO(written(title)), strict=True)
    assert [page.extract_text().split("\n")[0] for page in reader.pages] == ["You move NE."] * 2
    assert reader.metadata is not None
    assert reader.metadata.title == title
    entries: list[Any] = list(reader.outline)
    assert [entry.title for entry in entries] == [f"Page 1: {title}", f"Page 2: {title}"]
    assert [reader.get_destination_page_number(entry) for entry in entries] == [0, 1]
    links = [page["/Annots"][0].get_object()["/A"]["/URI"] for page in reader.pages]  # type: ignore[index]
    assert links == ["mailto:gm@example.org"] * 2
    fields = reader.get_fields()
    assert fields is not None
    assert set(fields) == {"phase1", "anonymous"}


@pytest.mark.parametrize("bold", [False, True])
def test_a_picture_shows_any_sign(bold: bool) -> None:
    file = PdfFile((612.0, 792.0))
    pen = Pen(file)
    said = ["plain", "Your hand limit is \u22122.", "Ægir"]
    places = tuple((20.0, 20.0 * n, text) for n, text in enumerate(said))
    pen.picture(Picture(200, 60, "", "", (Texts(places, 9.0, bold, start=True),)), 42, 600)
    file.page(pen.code)
    told = PdfReader(io.BytesIO(file.finish({"Title": ""}, b""))).pages[0].extract_text()
    assert all(text in told for text in said), told


def test_objects_stand_where_the_table_says() -> None:
    data = written()
    start = int(data.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    table = list(struct.iter_unpack(">BIH", zlib.decompressobj().decompress(data[start:].split(b"stream\n", 1)[1])))
    assert b"/Size %d" % len(table) in data[start:]
    together, held = b"", dict[int, int]()
    for number, (kind, at, place) in enumerate(table):
        if kind == 1:
            assert data[at:].startswith(b"%d 0 obj\n" % number), number
        elif kind == 2 and number:
            begins = data[table[at][1] :]
            together = zlib.decompressobj().decompress(begins.split(b"stream\n", 1)[1])
            first = int(re.findall(rb"/First (\d+)", begins)[0])
            heads = [int(found) for found in together[:first].split()]
            assert heads[2 * place] == number
            assert together[first + heads[2 * place + 1] :].startswith((b"<<", b"[")), number
            held[number] = place
    assert held
    references = {int(found) for found in re.findall(rb"(\d+) 0 R", together)}
    assert references <= set(range(1, len(table)))


def outlines(data: bytes, font: str) -> set[str]:
    """The signs of ASCII a document's font can draw."""
    fonts: Any = PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    found = next(f for f in (one.get_object() for one in fonts.values()) if font in f["/BaseFont"])
    file = found["/FontDescriptor"]["/FontFile2"].get_data()
    tables = {file[n : n + 4]: struct.unpack(">II", file[n + 8 : n + 16]) for n in range(12, 12 + 160, 16)}
    (cmap, _), (loca, size) = tables[b"cmap"], tables[b"loca"]
    glyphs = struct.unpack_from(">127H", file, cmap + 22)
    ends = struct.unpack_from(f">{size // 2}H", file, loca)
    return {chr(sign) for sign in range(33, 127) if ends[glyphs[sign] + 1] > ends[glyphs[sign]]}


@settings(max_examples=some_of(120), deadline=None)
@given(st.text([chr(sign) for sign in range(32, 127)] + ["\u05d0"], min_size=1))
def test_a_document_brings_the_outlines_of_what_is_drawn(title: str) -> None:
    file = PdfFile((612.0, 792.0))
    pen = Pen(file)
    pen.text(42, 700, title, 9, SERIF_BOLD)
    pen.lines(42, 600, ["You", f"rest. {title}"], 9, 12, SANS)
    file.page(pen.code)
    data = file.finish({"Title": ""})
    drawn = set(placed(title)) - {" ", "\u05d0"}
    assert drawn <= outlines(data, "PostbagSerif")
    assert drawn | set("Yourest.") <= outlines(data, "PostbagSans")
    assert outlines(data, "PostbagSerif") <= drawn | set(title) | set("\u05d0")


def test_the_same_contents_are_the_same_bytes_and_others_are_another_file() -> None:
    assert written() == written()
    names = {re.findall(rb"/ID \[<(\w+)>", written(*parts))[0] for parts in (("A",), ("B",), ("A", "You rest."))}
    assert len(names) == 3


def test_a_document_holds_the_signs_it_uses_and_no_others() -> None:
    def texts(data: bytes) -> str:
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)

    def subsets(data: bytes) -> str:
        reader = PdfReader(io.BytesIO(data))
        fonts: Any = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
        return "".join(font.get_object()["/ToUnicode"].get_data().decode() for font in fonts.values())

    plain = written()
    said = written(said="Žluťoučký kůň")
    assert "Žluťoučký kůň" in texts(said)
    assert "<017D>" in subsets(said)
    assert "<017D>" not in subsets(plain)
    assert written() == plain


def test_strings() -> None:
    assert pdf_string("a (b) \\") == rb"(a \(b\) \\)"
    assert pdf_string("é") == b"<FEFF00e9>"


def tables(cut: bytes) -> dict[bytes, bytes]:
    """Those of a font file, by their tags."""
    rows = struct.iter_unpack(">4sLLL", cut[12 : 12 + 16 * int.from_bytes(cut[4:6], "big")])
    return {tag: cut[first : first + length] for tag, _, first, length in rows}


@pytest.mark.parametrize("name", typeface.NAMES)
def test_a_subset_has_the_outlines_reportlab_would_give_it(name: str) -> None:
    """Signs made of other signs, too: accents, colons, the dotted i."""
    known = sorted(sign for sign in typeface.signs_of(name) if sign > 32)
    font = typeface.font(name)
    for signs in (tuple(range(127)), (32, *known[:: max(1, len(known) // 200)])):
        packed = typeface._cut(font, signs)
        ours, theirs = (tables(cut) for cut in (unpacked(packed), font.face.makeSubset(list(signs))))
        for tag in (b"glyf", b"loca", b"cmap", b"maxp"):
            assert ours[tag] == theirs[tag], (name, tag)
        assert theirs.keys() - ours.keys() == {b"OS/2", b"name", b"post"}


def unpacked(stream: bytes) -> bytes:
    return zlib.decompress(stream.partition(b"stream\n")[2].removesuffix(b"\nendstream"))


@pytest.mark.parametrize("face", [typeface.Face.SANS, typeface.Face.BOLD])
def test_usual_signs_are_drawn_by_the_same_codes_in_every_document(face: int) -> None:
    text = f"(at\u00a0b1) {typeface.USUAL} \\"
    for before in ("", "\u20ac\u00fc"):
        pen = Pen(PdfFile((612, 792)))
        pen.name(typeface.NAMES[face])
        pen.shows(before, face, 8.5)
        found = typeface.font(typeface.NAMES[face]).splitString(text, pen.file)
        assert [(subset, f"({escapePDF(data)}) Tj") for subset, data in found] == [(0, pen.shows(text, face, 8.5))]
