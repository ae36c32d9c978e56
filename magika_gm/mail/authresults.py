"""What the receiving server found out about a mail's sender: Authentication-Results (RFC 8601).

Only what the office's own server wrote counts, known by the name it gives itself (``authserv-id``), and of that the
topmost headers alone: a mail can bring headers of this kind along. A server must take out those that bear its own name
(RFC 8601, 5; all common ones do); where it does not and adds none of its own, nothing in the mail can tell.

Own code, for the library there is (authres) was last released in 2019.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal, NamedTuple

from magika_gm.engine.records import record
from magika_gm.engine.words import one_line
from magika_gm.mail import parsing
from magika_gm.mail.mailboxes import ascii_domain, small
from magika_gm.mail.parsing import FAULTS, OverBudget, parse_head

Tier = Literal["strong", "weak", "none", "fail"]
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s;=()"]+)|([;=])')
_IS = "\0"
"""Stands for an equal sign of the grammar: no word can be it."""
_METHOD = re.compile(r"([a-z0-9][a-z0-9-]{0,40})(?:/(\d{1,4}))?")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}(?:\.[a-z0-9][a-z0-9_-]{0,60})?")
_DOMAIN = re.compile(r"[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,10}")
_FAILED = ("fail", "hardfail", "policy", "permerror")


class Result(NamedTuple):
    """One result: ``method`` (dkim, spf, dmarc …), ``result`` (pass, fail, none …), and properties by name, such as
    ``header.d``; names and results in small letters. A property given twice is ambiguous and left out."""

    method: str
    result: str
    properties: dict[str, str]


@record
class Authentication:
    """How sure it is that a mail comes from the domain its From address names.

    ``strong``: DMARC passed for that domain, or a DKIM signature of it is good. ``weak``: only SPF says that the
    sending host may write for it. ``fail``: DMARC failed, or nothing passed and a signature of it or its SPF failed.
    ``none``: nothing is known. ``why`` says it in words for a game master. Never proof of a person: whoever has an
    address there may be able to write in another's name.
    """

    tier: Tier
    why: str
    domain: str = ""
    results: tuple[Result, ...] = ()


def authentication_of(raw: bytes, authserv_id: str, most: int = 1) -> Authentication:
    """What the server named ``authserv_id`` found out about a mail; ``most`` is how many such headers it writes.

    Never raises. With an empty ``authserv_id`` nothing is trusted.
    """
    try:
        message = parse_head(raw)
    except (OverBudget, *FAULTS):
        return Authentication("none", "it is not a readable mail")
    senders = parsing.addresses(message, "From")
    if len(senders) != 1 or len(parsing.raw_values(message, "From")) != 1:
        return Authentication("none", "it has not exactly one From address")
    domain = ascii_domain(senders[0][1].rpartition("@")[2])
    results = results_of(message, authserv_id, most)
    if not results:
        return Authentication("none", "the receiving server says nothing about its sender", domain)
    tier, why = _judged(domain, results)
    return Authentication(tier, why, domain, results)


def results_of(message: Message, authserv_id: str, most: int = 1) -> tuple[Result, ...]:
    """All results in the topmost ``most`` headers of the server named."""
    wanted = small(authserv_id.strip())
    found: list[Result] = []
    if not wanted:
        return ()
    for value in parsing.raw_values(message, "Authentication-Results"):
        name, results = parse_results(value)
        if name == wanted and most > 0:
            most -= 1
            found += results
    return tuple(found)


def signed_by(raw: bytes) -> str:
    """The name of the server that wrote the topmost Authentication-Results of a mail, as it stands there; "" where
    there is none. Whether it is ours a person must say. Never raises."""
    try:
        values = parsing.raw_values(parse_head(raw), "Authentication-Results")
    except (OverBudget, *FAULTS):
        return ""
    return next(filter(None, (parse_results(value)[0] for value in values)), "")


def parse_results(value: str) -> tuple[str, list[Result]]:
    """The server's name (small letters) and its results; ("", []) for what is no such header.

    A result not written by the rules is passed over, one of another version of its method too.
    """
    clauses = _clauses(value)
    if not clauses or not 1 <= len(clauses[0]) <= 2 or _IS in clauses[0]:
        return "", []
    name, *version = clauses[0]
    if version not in ([], ["1"]):
        return "", []
    return small(name), [result for result in map(_result, clauses[1:]) if result is not None]


def _clauses(value: str) -> list[list[str]]:
    """What stands between semicolons, as words and equal signs; comments are left out. [] where quotes do not end."""
    clauses: list[list[str]] = [[]]
    for word, sign in _pieces(value[:20_000]):
        if sign == "?":
            return []
        if sign == ";":
            clauses.append([])
        else:
            clauses[-1].append(_IS if sign else one_line(word, 300))
    return clauses


def _pieces(value: str) -> Iterator[tuple[str, str]]:
    """Words, and signs of the grammar: ``;``, ``=``, ``?`` for what is neither."""
    at, depth = 0, 0
    while at < len(value):
        letter = value[at]
        if depth or letter == "(":
            depth += {"(": 1, ")": -1}.get(letter, 0)
            at += 2 if letter == "\\" else 1
        elif letter.isspace():
            at += 1
        else:
            piece = _PIECE.match(value, at)
            if piece is None:
                yield "", "?"
                return
            at = piece.end()
            if piece[3]:
                yield "", piece[3]
            else:
                yield piece[2] or re.sub(r"\\(.)", r"\1", piece[1], flags=re.DOTALL), ""


def _result(words: list[str]) -> Result | None:
    """``method=result`` and then ``name=value`` any number of times, or None."""
    if not words or len(words) % 3 or any((word == _IS) is not (i % 3 == 1) for i, word in enumerate(words)):
        return None
    method = _METHOD.fullmatch(words[0].casefold())
    if method is None or method[2] not in (None, "1"):
        return None
    properties: dict[str, str] = {}
    twice: set[str] = set()
    for i in range(3, len(words), 3):
        name = words[i].casefold()
        if _NAME.fullmatch(name) is None:
            return None
        if name in properties:
            twice.add(name)
        properties[name] = words[i + 2]
    for name in twice:
        del properties[name]
    return Result(method[1], words[2].casefold(), properties)


def _judged(domain: str, results: tuple[Result, ...]) -> tuple[Tier, str]:
    dmarc = [(r.result, _domain_in(r, "header.from")) for r in results if r.method == "dmarc"]
    if any(result in _FAILED and about in (domain, "") for result, about in dmarc):
        return "fail", f"DMARC failed for {domain}"
    if ("pass", domain) in dmarc:
        return "strong", f"DMARC passed for {domain}"
    dkim = [(r.result, _domain_in(r, "header.d", "header.i")) for r in results if r.method == "dkim"]
    signed = [(result, signer) for result, signer in dkim if aligned(signer, domain)]
    for result, signer in signed:
        if result == "pass":
            return "strong", f"signed by {signer} (DKIM)"
    spf = [r for r in results if r.method == "spf" and aligned(_domain_in(r, "smtp.mailfrom", "smtp.helo"), domain)]
    if any(r.result == "pass" for r in spf):
        return "weak", f"sent from a host of {domain} (SPF), without a good signature"
    if any(result in _FAILED for result, _ in signed):
        return "fail", f"its signature of {domain} (DKIM) is not good"
    if any(r.result in _FAILED for r in spf):
        return "fail", f"sent from a host that may not write for {domain} (SPF)"
    return "none", f"the receiving server found nothing that speaks for or against {domain}"


def aligned(domain: str, sender: str) -> bool:
    """Whether what one domain answers for counts for the other: the same, or one below the other.

    DMARC's relaxed alignment asks for the same registered domain; two neighbours below one are not taken for aligned
    here, for without the list of public suffixes nobody can tell neighbours from strangers.
    """
    if not _DOMAIN.fullmatch(domain) or not _DOMAIN.fullmatch(sender):
        return False
    return domain == sender or domain.endswith(f".{sender}") or sender.endswith(f".{domain}")


def _domain_in(result: Result, *names: str) -> str:
    """The domain in the first of these properties that is there (an address's, or as it stands), or ""."""
    value = next((result.properties[name] for name in names if name in result.properties), "")
    return ascii_domain(value.strip("<>").rpartition("@")[2])
