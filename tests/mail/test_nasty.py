"""Nasty mails: what is promised of every one, what becomes of some, and a short run of the fuzzer (make fuzz)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.app.post.contents import mail_of
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.sheet import five_orders
from magika_gm.mail.bounce import bounce_of
from magika_gm.mail.envelope import open_message
from magika_gm.mail.pdf_form import ENCRYPTED
from magika_gm.mail.readers import Incoming
from tests.examples import ALL, each_of, some_of
from tests.magika.sheets import read_sheets, why_none, write_sheet
from tests.mail import fuzz_mail, nasty

SMALL, LARGE = nasty.small(), nasty.large()


@each_of(SMALL)
def test_promises_kept_by_small_mails(name: str) -> None:
    nasty.look(SMALL[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_promises_kept_by_large_mails(name: str) -> None:
    """By day of a third of their length, but where they are about a limit."""
    raw = LARGE[name]
    nasty.look(raw if ALL or "limit" in name else raw[: len(raw) // 3])


def sheets(name: str) -> list[Sheet]:
    """The sheets an ingest finds: in the texts, else in their other readings."""
    envelope = open_message(SMALL[f"corpus/{name}"])
    found = [sheet for part in envelope.parts for sheet in read_sheets(part.text, None)]
    return found or [sheet for part in envelope.fallbacks() for sheet in read_sheets(part.text, None)]


ORDERS = ["MOVE NE", "CAST TelPtX NE 3", "GIVE TelPt, CROWN TO F", "REST", "SEARCH"]


@pytest.mark.parametrize(
    "name",
    """no-headers nul-bytes cr-only lf-in-crlf crcrlf form-feeds-and-separators utf-16-without-label
    utf-16-labelled utf-7 charset-wrong-utf-8 charset-wrong-latin-1 charset-unknown ebcdic header-injection
    header-folded-oddly from-many boundary-missing boundary-never-closed path-names zip-bomb pdf-bomb
    image-bomb xml-bomb-as-html html-hidden-sheet html-script-and-style html-entities html-tables-in-tables
    zero-width-letters escape-sequences base64-garbage alternatives-that-disagree format-flowed
    format-flowed-quotes uuencode-as-transfer smime-signed pgp-inline mbox-from-lines
    parameters-continued-badly transfer-encoding-unknown""".split(),
)
def test_orders_are_read_all_the_same(name: str) -> None:
    (sheet,) = sheets(name)
    assert [write_order(order) for order in five_orders(sheet)] == ORDERS
    assert (sheet.game, sheet.turn, sheet.seat, sheet.faults) == ("12", 5, "C", ())


@pytest.mark.parametrize(
    "name",
    """empty only-blank-lines only-headers message-in-message message-partial message-external-body winmail-dat
    uuencode-in-text pgp-encrypted content-type-twice gzip-bomb-called-text homograph-game signature-first""".split(),
)
def test_no_orders_are_made_up(name: str) -> None:
    assert sheets(name) == []


@pytest.mark.parametrize("name", ["parts-that-disagree", "sheets-many", "sheet-never-ends"])
def test_more_than_one_sheet_is_known_for_that(name: str) -> None:
    assert len({write_sheet(sheet) for sheet in sheets(name)}) > 1 or len(sheets(name)) > 1


def test_letters_that_only_look_alike_are_faults_with_the_true_one_beside() -> None:
    (sheet,) = sheets("homograph-letters")
    assert {fault.phase for fault in sheet.faults} == {1, 3, 4}
    assert set(sheet.orders) == {2, 5}
    assert why_none(open_message(SMALL["corpus/homograph-game"]).parts[0].text)


def test_letters_turned_around_are_read_as_they_stand_not_as_they_look() -> None:
    (sheet,) = sheets("right-to-left-overrides")
    (fault,) = sheet.faults
    assert (fault.phase, "EN" in str(fault)) == (1, True)


def test_attachments_have_names_never_paths() -> None:
    envelope = open_message(SMALL["corpus/path-names"])
    wheres = [part.where for part in envelope.parts]
    assert wheres[:4] == [
        "attachment passwd.txt", "attachment orders.txt", "attachment authorized_keys.txt", "attachment a b X:.txt"
    ]  # fmt: skip
    assert not any(letter in where for where in wheres for letter in "/\\\r\n\0")


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("winmail-dat", "winmail.dat in it (Outlook's own format) was not read; send plain text"),
        ("pgp-encrypted", "it is encrypted and was not read; send plain text"),
        ("pgp-encrypted-mime", "it is encrypted and was not read; send plain text"),
        ("smime-encrypted", "it is encrypted and was not read; send plain text"),
        ("smime-encrypted-cms", "it is encrypted and was not read; send plain text"),
        ("smime-signed-opaque", "it is signed and packed into one (S/MIME) and was not read; send plain text"),
        ("tnef-with-orders", "winmail.dat in it (Outlook's own format) was not read; send plain text"),
        ("tnef-lengths-that-lie", "winmail.dat in it (Outlook's own format) was not read; send plain text"),
        ("uuencode-in-text", "a uuencoded file in it was not read; send plain text"),
        ("zip-bomb", "the attachment orders.zip was not read; send plain text or the PDF form"),
        ("message-in-message", "a mail attached to it was not read"),
    ],
)
def test_what_was_not_read_is_said(name: str, trouble: str) -> None:
    assert trouble in open_message(SMALL[f"corpus/{name}"]).troubles


# what tests/tools/make-strange-mails had other programs make


@pytest.mark.parametrize(
    "name",
    """reportlab-form qpdf-laid-open qpdf-linear qpdf-objects-in-streams pypdf-portfolio pypdf-signed
    libreoffice-form""".split(),
)
def test_a_form_is_read_whichever_program_saved_it(name: str) -> None:
    mail = mail_of(Incoming(SMALL[f"corpus/pdf-{name}"], None, name), "", "gm@magika.example")
    (found,) = mail.contents.read()
    assert (found.where, found.sheet.seat, found.sheet.turn) == ("attachment form.pdf", "C", 5)
    assert "1 MOVE NE" in found.sheet.text


@pytest.mark.parametrize(
    "name",
    """qpdf-rc4-40 qpdf-rc4-128 qpdf-aes-128 qpdf-aes-256 qpdf-aes-256-owner pypdf-rc4-40 pypdf-rc4-128 libreoffice-aes
    libreoffice-owner chromium-locked-by-qpdf""".split(),
)
def test_a_locked_form_is_told_for_one_whichever_program_locked_it(name: str) -> None:
    mail = mail_of(Incoming(SMALL[f"corpus/pdf-{name}"], None, name), "", "gm@magika.example")
    assert (mail.contents.read(), mail.contents.unread, mail.contents.trouble) == ([], ENCRYPTED, ENCRYPTED)


@pytest.mark.parametrize("name", ["google", "outlook", "apple"])
def test_a_calendars_answer_is_nobodys_letter(name: str) -> None:
    envelope = open_message(SMALL[f"corpus/calendar-{name}"])
    assert envelope.automatic == "an answer to an invitation (text/calendar)"


@pytest.mark.parametrize("name", ["smime-signed-clear", "pgp-signed-mime", "pgp-signed-clear"])
def test_what_is_signed_in_the_open_is_read(name: str) -> None:
    assert [sheet.seat for sheet in sheets(name)] == ["C"]


def test_bombs_are_never_unpacked() -> None:
    for name in ("zip-bomb", "pdf-bomb", "image-bomb", "gzip-bomb-called-text"):
        raw = SMALL[f"corpus/{name}"]
        envelope = open_message(raw)
        held = sum(len(part.text) for part in envelope.parts) + sum(len(file.data) for file in envelope.attachments)
        assert held < len(raw)


def test_nothing_of_a_header_gets_into_another() -> None:
    envelope = open_message(SMALL["corpus/header-injection"])
    assert envelope.subject == "orders Bcc: eve@evil.example"
    assert (envelope.sender, envelope.to) == ("anna@players.example", ("gm@magika.example",))
    assert envelope.message_id.startswith("<sha256-")


# found by the corpus and the fuzzer


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_quoted_name_may_go_on_in_the_next_line(line_end: str) -> None:
    name = f'"Anna,{line_end} Bcc: eve@evil.example,{line_end}\tthe Red"'
    envelope = open_message(f"From: {name} <anna@players.example>{line_end}{line_end}GAME 12".encode())
    assert envelope.sender == "anna@players.example"
    assert envelope.sender_name == "Anna, Bcc: eve@evil.example, the Red"
    assert envelope.troubles == ()


def test_a_charset_label_with_control_characters_stays_on_one_line() -> None:
    raw = b'From: a@b.example\nContent-Type: text/plain; charset="u\x0c\x1c\xff\nx"\n\nGAME \xe9\n'
    (trouble,) = open_message(raw).troubles
    assert trouble.isprintable()


def test_a_bounce_without_a_sender_is_read_without_noise(capfd: pytest.CaptureFixture[str]) -> None:
    raw = b"Return-Path: <>\nFrom: \nSubject: failure notice\n\n<anna@players.example>:\n550 5.1.1 no such user\n"
    found = bounce_of(raw)
    assert found is not None
    assert (found.recipient, found.status) == ("anna@players.example", "5.1.1")
    assert capfd.readouterr() == ("", "")


@settings(max_examples=some_of(150), deadline=None)
@given(st.lists(st.one_of(st.sampled_from(nasty.TOKENS), st.binary(max_size=12)), max_size=30), st.booleans())
def test_promises_kept_by_mails_put_together_of_nasty_words(words: list[bytes], with_head: bool) -> None:
    nasty.look((nasty.HEAD if with_head else b"") + b"".join(words))


@pytest.mark.slow
def test_a_short_run_of_the_fuzzer(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_mail.by_mutation(600, tries=400, seed=5, with_large=False) == 0
    assert "400 mutations looked at with seed 5" in capsys.readouterr().out


@pytest.mark.slow
def test_memory_stays_bounded_in_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.mail.fuzz_mail", "--by-mutation", "0"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "MB held" in done.stdout


def test_the_fuzzer_keeps_the_mail_that_broke_a_promise(capsys: pytest.CaptureFixture[str]) -> None:
    def look(raw: bytes) -> None:
        assert b"bad" not in raw

    with pytest.raises(AssertionError):
        fuzz_mail.looked_at(look, [b"good", b"bad mail"])
    kept = Path(capsys.readouterr().out.split()[-1])
    assert kept.read_bytes() == b"bad mail"
    kept.unlink()


def test_an_encrypted_pdf_is_named_for_what_it_is() -> None:
    mail = mail_of(Incoming(SMALL["corpus/pdf-encrypted"], None, "bill"), "", "gm@example.org")
    assert mail.contents.unread == mail.contents.trouble == ENCRYPTED
    assert not mail.contents.tried, "a person wrote beside it"
