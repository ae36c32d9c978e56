"""Authentication-Results: only the receiving server's own word counts, and it is read exactly (RFC 8601)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.mail.authresults import Authentication, Result, aligned, authentication_of, parse_results
from tests.examples import some_of
from tests.promptness import prompt

US = "mx.magika.example"
FROM = "From: Anna <anna@players.example>\n"


def judged(*values: str, head: str = FROM, most: int = 1, name: str = US) -> Authentication:
    fields = "".join(f"Authentication-Results: {value}\n" for value in values)
    return authentication_of(f"{fields}{head}Subject: orders\n\nGAME 12\n".encode(), name, most)


@pytest.mark.parametrize(
    ("value", "tier"),
    [
        (f"{US}; dmarc=pass header.from=players.example", "strong"),
        (f"{US}; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=Players.Example", "strong"),
        (f"{US} 1; dkim=pass header.d=players.example header.s=k1 header.b=AbCd/e+F", "strong"),
        (f"{US}; dkim=pass header.i=@mail.players.example", "strong"),
        (f"{US};\n\tdkim=pass (2048-bit key; unprotected)\n\theader.d=players.example;\n\tspf=fail", "strong"),
        (f"{US}; dkim=fail header.d=players.example; dkim=pass header.d=players.example", "strong"),
        (f"{US}; dkim=pass header.d=list.example; dkim=pass header.d=players.example", "strong"),
        (f"{US}; spf=pass smtp.mailfrom=anna@players.example", "weak"),
        (f"{US}; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=players.example; dkim=none", "weak"),
        (f"{US}; spf=pass smtp.mailfrom=bounces@list.example; dkim=pass header.d=list.example", "none"),
        (f"{US}; dmarc=pass header.from=list.example", "none"),
        (f"{US}; dmarc=pass", "none"),
        (f"{US}; none", "none"),
        (f"{US}; dkim=neutral header.d=players.example; spf=softfail smtp.mailfrom=players.example", "none"),
        (f"{US}; dkim=temperror header.d=players.example", "none"),
        (f"{US}; dmarc=fail header.from=players.example; dkim=pass header.d=mail.players.example", "fail"),
        (f"{US}; dmarc=fail (p=none) header.from=players.example", "fail"),
        (f"{US}; dmarc=fail; spf=pass smtp.mailfrom=players.example", "fail"),
        (f"{US}; dkim=fail header.d=players.example; spf=pass smtp.mailfrom=other.example", "fail"),
        (f"{US}; spf=fail smtp.mailfrom=anna@players.example", "fail"),
        (f"{US}; spf=fail smtp.mailfrom=anna@players.example; dkim=pass header.d=players.example", "strong"),
        # not by the rules, or of another version: passed over
        (f"{US} 2; dkim=pass header.d=players.example", "none"),
        (f"{US}; dkim/2=pass header.d=players.example", "none"),
        (f"{US}; dkim=pass header.d=evil.example header.d=players.example", "none"),
        (f"{US}; dkim = pass header.d = players.example", "strong"),
        (f"{US}; dkim=pass header.d players.example", "none"),
        (f'{US}; spf=pass smtp.mailfrom="x; dkim=pass header.d=players.example"@evil.example', "none"),
        (f'{US}; spf=pass smtp.mailfrom="x; dkim=pass header.d=players.example', "none"),
        (f"{US}; spf=pass (x; dkim=pass header.d=players.example", "none"),
        (f"{US}; spf=pass (\\); dkim=pass header.d=players.example) smtp.mailfrom=evil.example", "none"),
        ("spf=pass smtp.mailfrom=players.example; dkim=pass header.d=players.example", "none"),
        (f"{US}", "none"),
        ("", "none"),
    ],
)
def test_tiers(value: str, tier: str) -> None:
    assert judged(value).tier == tier


def test_only_the_topmost_of_our_own_server_counts() -> None:
    real, forged = f"{US}; spf=fail smtp.mailfrom=players.example", f"{US}; dkim=pass header.d=players.example"
    assert judged(real, forged).tier == "fail"
    assert judged("mx.evil.example; dkim=pass header.d=players.example", real, forged).tier == "fail"
    assert judged("mx.evil.example; dkim=pass header.d=players.example").tier == "none"
    assert judged(f"{US}.evil.example; dkim=pass header.d=players.example").tier == "none"
    assert judged(forged, name="").tier == "none"
    assert judged("; dkim=pass header.d=players.example", name="").tier == "none"
    assert judged(f"({US}) mx.evil.example; dkim=pass header.d=players.example").tier == "none"


def test_a_server_that_writes_one_header_for_each_filter() -> None:
    values = (f"{US}; spf=none", f"{US}; dkim=pass header.d=players.example", f"{US}; dmarc=fail")
    assert [judged(*values, most=most).tier for most in (0, 1, 2, 3)] == ["none", "none", "strong", "fail"]


def test_the_name_in_any_letters_quoted_or_with_comments() -> None:
    for name in (US.upper(), f'"{US}"', f"(our) {US} (server)", f"{US}\r\n 1"):
        assert judged(f"{name}; dkim=pass header.d=players.example").tier == "strong"


def test_a_mail_with_two_senders_or_none_is_nobodys() -> None:
    value = f"{US}; dmarc=pass header.from=players.example"
    for head in ("", "From: nobody\n", FROM + FROM, "From: anna@players.example, eve@evil.example\n"):
        assert judged(value, head=head) == Authentication("none", "it has not exactly one From address")


def test_domains_beyond_ascii_are_compared_as_they_are_looked_up() -> None:
    head = "From: =?utf-8?q?Anna?= <anna@b\u00fccher.example>\n"
    assert judged(f"{US}; dkim=pass header.d=xn--bcher-kva.example", head=head).tier == "strong"
    homograph = "From: anna@pl\u0430yers.example\n"  # a Cyrillic a
    assert judged(f"{US}; dkim=pass header.d=players.example", head=homograph).tier == "none"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("players.example", "players.example", True),
        ("mail.players.example", "players.example", True),
        ("players.example", "mail.players.example", True),
        ("a.players.example", "b.players.example", False),
        ("evilplayers.example", "players.example", False),
        ("example", "players.example", False),
        ("", "", False),
        ("players.example", "", False),
    ],
)
def test_alignment(one: str, other: str, same: bool) -> None:
    assert aligned(one, other) is same


def test_why_says_it_in_words() -> None:
    found = judged(f"{US}; dkim=pass header.d=mail.players.example")
    assert (found.domain, found.why) == ("players.example", "signed by mail.players.example (DKIM)")
    assert found.results == (Result("dkim", "pass", {"header.d": "mail.players.example"}),)


WORDS = st.from_regex(r"[a-z0-9][a-z0-9.-]{0,12}", fullmatch=True)
VALUES = st.one_of(WORDS, st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=20))
NAMES = st.tuples(st.sampled_from(["header", "smtp", "policy"]), st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True))
RESULTS = st.lists(
    st.builds(
        Result,
        st.sampled_from(["dkim", "spf", "dmarc", "arc", "iprev", "x-own"]),
        st.sampled_from(["pass", "fail", "none", "neutral", "temperror"]),
        st.dictionaries(NAMES.map(".".join), VALUES, max_size=4),
    ),
    max_size=4,
)
COMMENTS = st.text(st.sampled_from('ab;= "'), max_size=6).map(lambda words: f"({words.replace(chr(34), '')})")
GAPS = st.one_of(st.sampled_from([" ", "\r\n\t", "  "]), COMMENTS.map(lambda comment: f" {comment} "))


def quoted(value: str) -> str:
    plain = all(letter.isalnum() or letter in ".-" for letter in value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return value if plain else f'"{escaped}"'


@settings(max_examples=some_of(200), deadline=None)
@given(st.data(), WORDS, RESULTS)
def test_what_is_written_by_the_rules_is_read_back(data: st.DataObject, name: str, results: list[Result]) -> None:
    def gap() -> str:
        return data.draw(GAPS)

    text = name
    for result in results:
        text += f"{gap()};{gap()}{result.method}{gap()}={gap()}{result.result}"
        for key, value in result.properties.items():
            text += f"{gap()}{key}={quoted(value)}"
    assert parse_results(text) == (name, results)


@settings(max_examples=some_of(300), deadline=None)
@given(
    st.text(st.one_of(st.sampled_from('();="\\ dkimpass.@/1\n'), st.characters(exclude_categories=["Cs"])), max_size=80)
)
def test_any_text_is_read_or_passed_over(text: str) -> None:
    name, results = parse_results(text)
    assert name or not results
    assert judged(f"{US}; {text}".replace("\n", "")).tier in ("strong", "weak", "none", "fail")


@pytest.mark.parametrize("piece", ["(", ")", '"', "\\", ";", "=", "a=b;", '"\\', "(" * 50 + ")" * 49])
def test_a_long_header_takes_no_time(piece: str) -> None:
    start = time.process_time()
    judged(f"{US}; {piece * (1_000_000 // len(piece))}")
    assert prompt(time.process_time() - start, 2)
