"""Which addresses are one: domains by the letters they are looked up in (IDNA 2008), the rest by ASCII's case alone."""

from __future__ import annotations

import re
import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from magika_gm.mail.authresults import authentication_of
from magika_gm.mail.mailboxes import ascii_domain, compared
from magika_gm.mail.parsing import addresses

PACKAGE = Path(__file__).parents[2] / "magika_gm"
SAME = [
    ("Ann@Example.ORG", "ann@example.org"),
    ("ann@Straße.Example", "ann@xn--strae-oqa.example"),
    ("ann@STRAẞE.example", "ann@XN--STRAE-OQA.example"),
    ("ann@b\u00fccher.example", "ann@bu\u0308cher.example"),
    ("ann@b\u00fccher。example.", "ann@xn--bcher-kva.example"),
]
OTHERS = [
    ("ann@straße.example", "ann@strasse.example"),
    ("ann@φίλος.example", "ann@φίλοσ.example"),
    ("stra\u00dfe@example.org", "strasse@example.org"),
    ("\u212aim@example.org", "kim@example.org"),
    ("\u0130nci@example.org", "i\u0307nci@example.org"),
    ("ann@a\u200db.example", "ann@ab.example"),
    ("ann@fa\u00df.example.org", "ann@fass.example.org"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_these_are_one(one: str, other: str) -> None:
    assert compared(one) == compared(other)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_these_are_two(one: str, other: str) -> None:
    assert compared(one) != compared(other)


@pytest.mark.parametrize("domain", ["a..ß", "ß" * 300, "-ß-.example", "\u2028ß", "ß\x00.example", ""])
def test_what_is_no_domain_is_no_others(domain: str) -> None:
    assert ascii_domain(domain) == ""
    assert compared(f"ann@{domain}") == f"ann@{domain}".strip()


@pytest.mark.parametrize("written", ["straße.example", "xn--strae-oqa.example", "STRAßE.example"])
@pytest.mark.parametrize("from_domain", ["straße.example", "xn--strae-oqa.example"])
def test_a_domain_answers_for_itself_however_it_is_written(written: str, from_domain: str) -> None:
    raw = f"Authentication-Results: mx.us; dmarc=pass header.from={written}\nFrom: ann@{from_domain}\n\nx\n".encode()
    assert authentication_of(raw, "mx.us").tier == "strong"
    other = raw.replace(f"ann@{from_domain}".encode(), b"ann@strasse.example")
    assert authentication_of(other, "mx.us").tier == "none"
    signed = other.replace(b"dmarc=pass header.from", b"dkim=pass header.d")
    assert authentication_of(signed, "mx.us").tier == "none"


def test_a_sender_is_known_in_the_letters_it_is_compared_in() -> None:
    message = message_from_bytes("From: Ann <Ann@Straße.example>\n\nx\n".encode(), policy=policy.compat32)
    assert [address for _, address in addresses(message, "From")] == ["ann@xn--strae-oqa.example"]


def test_nobody_else_folds_an_address() -> None:
    folds = re.compile(r"(?:email|sender|recipient|address|domain|\bold|\bnew)\"?\]?\)?\.(?:casefold|lower)\(\)")
    spoken = {"mail/bounce.py"}  # finds an address in a server's words, to tell what stands around it
    found = {
        path.relative_to(PACKAGE).as_posix()
        for room in ("app", "cli", "mail", "store")
        for path in (PACKAGE / room).rglob("*.py")
        if folds.search(path.read_text(encoding="utf-8"))
    }
    assert found == spoken


def test_plain_addresses_load_no_tables() -> None:
    code = (
        "import sys; from magika_gm.mail.mailboxes import compared; compared('Ann@Example.org'); "
        "print('idna' in sys.modules); compared('ann@ß.example'); print('idna' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
