"""Bytes as text whatever the label says, and text as plain lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.engine.words import one_line, plain_lines
from magika_gm.mail.parsing import decode, decode_words, same_charset, unflow


@pytest.mark.parametrize(
    ("data", "label", "text", "used"),
    [
        ("Zürich".encode(), "utf-8", "Zürich", "utf-8"),
        ("Zürich".encode(), "us-ascii", "Zürich", "utf-8"),
        ("Zürich".encode(), "iso-8859-1", "Zürich", "utf-8"),
        ("Zürich".encode("latin-1"), "iso-8859-1", "Zürich", "cp1252"),
        ("Zürich".encode("latin-1"), "utf-8", "Zürich", "cp1252"),
        ("Zürich".encode("latin-1"), None, "Zürich", "cp1252"),
        ("“a” – €".encode("cp1252"), "iso-8859-1", "“a” – €", "cp1252"),
        (b"\x81\x8d", "utf-8", "\x81\x8d", "iso8859-1"),
        ("Łódź".encode("iso8859-2"), '"ISO-8859-2"', "Łódź", "iso8859-2"),
        ("МОВЕ".encode("koi8-r"), "koi8-r", "МОВЕ", "koi8-r"),
        ("東京".encode("iso2022_jp"), "ISO-2022-JP", "東京", "iso2022_jp"),
        ("GAME".encode("utf-16"), "us-ascii", "GAME", "utf-16"),
        (b"\xef\xbb\xbfGAME", "latin-1", "GAME", "utf-8"),
        (b"GAME", "no-such-charset", "GAME", "utf-8"),
        (b"GAME", "unicode_escape", "GAME", "utf-8"),
        (b"GAME", "hex", "GAME", "utf-8"),
        (b"GAME", "a\0b", "GAME", "utf-8"),
        (b"a-b", "punycode", "a-b", "utf-8"),
    ],
)
def test_bytes_are_read_as_what_they_are(data: bytes, label: str | None, text: str, used: str) -> None:
    assert decode(data, label) == (text, used)


def test_a_label_that_held_is_told_from_one_that_did_not() -> None:
    assert same_charset("ISO-8859-1", "cp1252")
    assert same_charset("UTF8", "utf-8")
    assert not same_charset("iso-8859-1", "utf-8")
    assert not same_charset("utf-8", "cp1252")


@given(st.binary(), st.one_of(st.none(), st.text(max_size=20), st.sampled_from(["utf-8", "utf-7", "big5", "idna"])))
def test_decoding_never_fails(data: bytes, label: str | None) -> None:
    text, _ = decode(data, label)
    plain_lines(text).encode()


def test_one_kind_of_line_end_and_of_blank() -> None:
    text = "\ufeffGAME\u00a012\r\nTURN\u20035\rMA\u200bGE C\u2028EN\u00adD\x0b\x00\x1b\u202e\ttab"
    assert plain_lines(text) == "GAME 12\nTURN 5\nMAGE C\nEND\n\ttab"
    assert plain_lines("\ud800") == "?"


def test_one_line_has_no_controls_and_an_end() -> None:
    assert one_line(" a\r\nBcc:\tb\u2028c\x00\u202ed ") == "a Bcc: b c d"
    assert len(one_line("x" * 5000, 100)) == 100


@pytest.mark.parametrize(
    ("flowed", "text"),
    [
        ("1 MOVE \nNE\n2 REST", "1 MOVE NE\n2 REST"),
        ("> one \n> two\n> three\nmine", "> one two\n> three\nmine"),
        (">> deep \n> less", "> > deep \n> less"),
        (" From here\n  two blanks", "From here\n two blanks"),
        ("text \n-- \nsignature", "text \n-- \nsignature"),
        ("end \n", "end "),
        ("a \n\nb", "a \nb"),
    ],
)
def test_flowed_text_is_put_together(flowed: str, text: str) -> None:
    assert unflow(flowed) == text


def test_a_blank_that_is_none_of_the_texts() -> None:
    assert unflow("1 MO \nVE NE", delsp=True) == "1 MOVE NE"


@given(st.text(alphabet="a >-\n", max_size=200))
def test_nothing_is_lost_in_flowing(text: str) -> None:
    assert unflow(text).count("a") == text.count("a")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("=?utf-8?b?WsO8Z2U=?= at dawn", "Züge at dawn"),
        ("=?utf-8?b?WsO8Z2U?=", "Züge"),
        ("=?utf-8?b?WsO8?=", "Zü"),
        ("=?utf-8?b?WsO8Z2Ux?=", "Züge1"),
        ("=?utf-8?b?WsO8Z2UxMg?=", "Züge12"),
        ("Re: =?utf-8?q?Z=C3=BCge?=", "Re: Züge"),
        ("=?utf-8?b?WsO8Z?=", "=?utf-8?b?WsO8Z?="),
    ],
)
def test_encoded_words_are_read_with_and_without_their_padding(written: str, read: str) -> None:
    assert decode_words(written) == read
