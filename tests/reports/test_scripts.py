"""Names and messages in other scripts on paper: right to left, joined letters, fonts of the machine (F18, F44)."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace

import pytest
from pypdf import PdfReader

from magika_gm.games.magika.report.printed import pdf
from magika_gm.games.magika.report.report import Post
from magika_gm.reports.typeface import can_show, joined, placed, shown, turns
from tests.magika.test_pdf import busy
from tests.needs import lacking

HEBREW, ARABIC = "שלום לכולם", "السلام عليكم"


def test_what_is_read_from_the_right_is_set_from_the_right() -> None:
    assert placed("אבג") == "גבא"
    assert placed("א (ב) ג") == "ג (ב) א", "brackets open towards what they hold"
    assert placed("אבג j8, 12") == "j8, 12 גבא", "names of spaces and numbers keep their order"
    assert placed("Ann אבג") == "Ann גבא", "a line that begins in Latin goes on so"


@pytest.mark.parametrize("text", ["Ann", "Björn Åkesson, 12 − 3", "Привет", "玉座の間", "🎉", ""])
def test_all_other_texts_are_left_alone(text: str) -> None:
    assert not turns(text)
    assert placed(text) == joined(text) == text


def test_arabic_letters_take_the_forms_of_their_places() -> None:
    """Lam and alef become one sign; the order stays that of reading until a line is drawn."""
    word = joined("سلام")
    assert word != "سلام"
    assert [f"{ord(sign):04X}" for sign in word] == ["FEB3", "FEFC", "FEE1"]
    assert joined(f"Ann\n{HEBREW}") == f"Ann\n{HEBREW}"


def test_the_libraries_wait_until_a_text_needs_them() -> None:
    code = (
        "import sys; from magika_gm.reports.typeface import shown; shown('Björn'); "
        "import magika_gm.reports.pdf_stream; print(sorted({'bidi', 'arabic_reshaper'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def pages(*messages: str, name: str = "Ann") -> str:
    report = busy(78, turns=3)
    posts = tuple(Post("mage B", "ALL", text, "B") for text in messages)
    printed = pdf(replace(report, posts=posts, mage=replace(report.mage, name=name)))
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)


@pytest.mark.parametrize("text", [HEBREW, ARABIC, "玉座の間", "你好", "안녕하세요", "สวัสดี"])
def test_a_message_is_printed_with_a_font_of_the_machine(text: str) -> None:
    """Every sign of it has a glyph: a font of the machine that is called like ours is not taken for ours."""
    if not can_show(joined(text)):
        lacking("TrueType font with these signs", "need-fonts")
    found = pages(text)
    assert "\ufffd" not in found
    assert {sign for sign in joined(text) if not sign.isspace()} <= set(found) | set(joined(found))


def test_signs_no_font_has_are_replaced_not_dropped() -> None:
    assert shown("a\U000f0000b") == "a\ufffdb"
