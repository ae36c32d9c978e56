"""Mails as mail programs make them (``tests/mail/corpus/answer-*.eml``): what becomes of each, and who is told what."""

from __future__ import annotations

import re
from base64 import b64decode, encodebytes
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.app.post.credentials import form_key
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, Post, begin

CORPUS = Path(__file__).parents[2] / "mail" / "corpus"
KEY = b"FORMKEYFORMKEYFORMKEYXYZ"
"""Stands in the mails for the key of the form they quote."""
ORDERED = (
    "gmail-form-in-the-quote", "gmail-lines-on-top", "outlook-text-german", "outlook-html", "outlook-web-french",
    "outlook-text-japanese", "outlook-web-russian", "qq-lines-on-top",
    "iphone-lines-on-top", "apple-mail-html", "thunderbird-below", "android-no-marks", "gmail-bold-password",
)  # fmt: skip
"""Mails that order ``1 MOVE NE`` and ``3 MEDITATE`` for C."""
OTHERS = {
    "gmail-thanks": ("remark", ADDRESS["C"], "put before your game master"),
    "docx-attached": ("remark", ADDRESS["C"], "put before your game master"),
    "how-do-i-join": ("remark", "hal@new.example", "Who would like to play Magika"),
    "one-wrong-letter": ("refused", ADDRESS["C"], "Nothing was done"),
}
"""Outcome, who is answered last, and with what."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Post, str]]:
    office = begin(tmp_path_factory.mktemp("corpus") / "office")
    post = Post(office)
    (report,) = [m for m in post.delivered() if m["To"] == ADDRESS["C"]]
    yield post, str(report["Reply-To"])
    office.close()


def take(begun: tuple[Post, str], name: str) -> tuple[Post, str]:
    """The outcome of a mail of the corpus, in an office that got none before."""
    post, address = begun
    for table in ("sheets", "inbox"):
        post.rows(f"DELETE FROM {table}")
    post.rows("DELETE FROM outbox WHERE kind <> 'report'")
    raw = (CORPUS / f"answer-{name}.eml").read_bytes().replace(b"gm+TOKEN@example.org", address.encode())
    raw = _with_key(raw, form_key(post.office, "7", "C", 1).encode())
    (received,) = post.take(Incoming(raw, None, name))
    return post, str(received.outcome)


def _with_key(raw: bytes, key: bytes) -> bytes:
    """The key of the form that was sent, where a mail quotes it, in whatever way it is encoded."""

    def decoded(block: re.Match[bytes]) -> bytes:
        whole = b64decode(block[0])
        return encodebytes(whole.replace(KEY, key)) if KEY in whole else block[0]

    return re.sub(rb"(?:[A-Za-z0-9+/]{76}\r?\n)+[A-Za-z0-9+/=]+\r?\n", decoded, raw.replace(KEY, key))


def test_every_mail_is_looked_at() -> None:
    assert {p.stem for p in CORPUS.glob("answer-*.eml")} == {f"answer-{name}" for name in (*ORDERED, *OTHERS)}


@pytest.mark.parametrize("name", ORDERED)
def test_orders_are_read_as_each_program_sends_them(begun: tuple[Post, str], name: str) -> None:
    """F25, F11, F35."""
    post, outcome = take(begun, name)
    assert outcome == "accepted"
    ((seat, faults, sheet),) = post.rows("SELECT seat, faults, sheet FROM sheets")
    assert (seat, faults) == ("C", 0)
    orders = [line for line in sheet.splitlines() if line[:1].isdecimal() and len(line) > 1]
    assert orders == ["1 MOVE NE", "3 MEDITATE"]
    assert post.answers()[-1][:2] == ("acknowledge", ADDRESS["C"])
    assert "What you wrote beside" not in post.answer()  # who wrote what was replied to is nobody's own word


@pytest.mark.parametrize("name", OTHERS)
def test_what_orders_nothing_is_answered_and_reaches_a_person(begun: tuple[Post, str], name: str) -> None:
    """F45, F14, F7, F26: nothing of a mail is told to anybody but its writer."""
    outcome, to, words = OTHERS[name]
    post, found = take(begun, name)
    assert found == outcome
    assert not post.rows("SELECT * FROM sheets")
    assert (post.answers()[-1][1], words in " ".join(post.answer().split())) == (to, True)
    for _, _, body in post.answers():
        assert "CAST S1X" not in body
        assert "Let us meet" not in body
