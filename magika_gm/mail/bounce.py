"""Mail that came back: delivery status notifications (RFC 3464, 6533), and what older and odder servers write instead.

A bounce is tied to the mail it is about by that mail's Message-ID, from the copy or headers returned with it. It is
a claim: anybody can write one who knows the Message-ID.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal

from magika_gm.engine.records import named_record
from magika_gm.engine.words import one_line, plain_lines
from magika_gm.mail import parsing
from magika_gm.mail.html_text import html_to_text
from magika_gm.mail.mailboxes import compared
from magika_gm.mail.parsing import (
    FAULTS,
    MOST_BYTES,
    Budget,
    OverBudget,
    content,
    decode,
    parameter,
    parse,
)

Kind = Literal["permanent", "transient", "delayed"]
_MOST_LINES = 20_000
_LONGEST = 60_000
"""Characters of a text that are looked at."""
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?:^|[\s:(#'\"])([45])\d\d(?=[\s\-#)])")
_RETURNED_ID = re.compile(
    r"^[ \t>|]{0,10}(?:(?:X-)?Original-)?Message-ID:\s{0,5}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE
)
_MAIL_SYSTEMS = frozenset("mailer-daemon postmaster mailerdaemon mail-daemon mailerdemon mdaemon".split())
_HINTS = (b"delivery-status", b"x-failed-recipients", *(name.encode() for name in _MAIL_SYSTEMS))
_NO_RETURN = re.compile(rb"return-path[ \t]*:\s*<>")
"""One of these stands in each mail this knows for a bounce: of its parts' types, its header, its sender."""
_FAILED = re.compile(
    r"undeliver|not delivered|n[o']t be delivered|delivery (?:status notification|has )?\W{0,3}fail"
    r"|returned mail|returning message|delivery failure|failure notice|delivery has failed|unable to deliver"
    r"|did not reach|no such user|user unknown|mailbox (?:is )?(?:full|unavailable)|unzustellbar|non remis",
    re.IGNORECASE,
)
_DELAYED = re.compile(
    r"\bdelayed\b|still trying|will (?:be retried|keep trying|continue to try)|attempts? will continue"
    r"|need(?:n't| not) (?:to )?resend|do not need to resend",
    re.IGNORECASE,
)
_COPY = re.compile(
    r"^(?:-{2,}.{0,60}(?:copy|original|returned|below|headers|message).{0,60}|Received:.*|Return-Path:.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_NO_FAILURES = ("disposition-notification", "feedback-report")
_STATUS_TYPES = ("message/delivery-status", "message/global-delivery-status")
_RETURNED_TYPES = (
    "message/rfc822",
    "message/global",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
)


@named_record
class Bounce:
    """What a bounce says.

    ``kind`` is ``permanent`` (given up: as things are it will never arrive), ``transient`` (given up this time: full,
    unreachable for days) or ``delayed`` (still being tried). ``original_id`` is the Message-ID of the mail that came
    back, ``recipient`` the address it was sent to, ``final`` the one it failed at where that is another (forwarding),
    ``status`` the code of RFC 3463 (``5.1.1``), ``diagnostic`` the failing server's words on one line; each "" where
    the bounce does not say.
    """

    kind: Kind
    original_id: str = ""
    recipient: str = ""
    final: str = ""
    status: str = ""
    diagnostic: str = ""


def bounce_of(raw: bytes, budget: Budget | None = None) -> Bounce | None:
    """The bounce a message is, or None: for mail of people, receipts, notices of success, automatic answers.

    Never raises; what it costs is of the mail's ``budget``, but one that is too long is cut, not refused, for servers
    return whole mails.
    """
    folded = raw[:MOST_BYTES].lower()
    if not any(hint in folded for hint in _HINTS) and _NO_RETURN.search(folded) is None:
        return None  # a person's, as nearly all are: it need not be taken apart for this
    try:
        message = parse(b"".join(raw[:MOST_BYTES].splitlines(keepends=True)[:_MOST_LINES]))
        if parameter(message, "report-type") in _NO_FAILURES:
            return None
        parts = list(_parts(message, 0))
        blocks = [block for part in parts if part.get_content_type() in _STATUS_TYPES for block in _blocks(part)]
        if blocks:
            return _sound(_from_status(message, parts, blocks))
        if _by_a_mail_system(message):
            return _sound(_from_text(message, parts, budget or Budget()))
    except (OverBudget, *FAULTS):
        return None
    return None


def _sound(bounce: Bounce | None) -> Bounce | None:
    """The bounce without control characters and bytes that were no text, whatever the message was made of.

    A name or address that has any is none.
    """
    if bounce is None:
        return None

    def name(value: str) -> str:
        return value if one_line(value, 350) == value else ""

    return Bounce(
        kind=bounce.kind,
        original_id=name(bounce.original_id),
        recipient=name(bounce.recipient),
        final=name(bounce.final),
        status=one_line(bounce.status, 20),
        diagnostic=one_line(bounce.diagnostic, 300),
    )


def _parts(part: Message, depth: int) -> Iterator[Message]:
    """The parts of a message, not those of messages in it."""
    payload = part.get_payload()
    if part.get_content_maintype() == "multipart" and isinstance(payload, list) and depth < 5:
        for child in payload:
            if isinstance(child, Message):
                yield from _parts(child, depth + 1)
    else:
        yield part


def _blocks(part: Message) -> list[dict[str, str]]:
    """The groups of fields in a delivery status: the message's first, then one for each recipient."""
    payload = part.get_payload()
    pieces = payload if isinstance(payload, list) else [part]
    text = "\n\n".join(_flat(piece, piece is not part) for piece in pieces if isinstance(piece, Message))
    coding = parsing.raw_value(part, "Content-Transfer-Encoding").strip().casefold()
    if coding in ("base64", "quoted-printable") and isinstance(payload, list):
        # the standard library read encoded lines as fields
        encoded = Message()
        encoded["Content-Transfer-Encoding"] = coding
        encoded.set_payload(text.strip())
        text = decode(content(encoded))[0]
    found: list[dict[str, str]] = []
    for group in re.split(r"\n\s*\n", plain_lines(text[:_LONGEST])):
        fields: dict[str, str] = {}
        for line in re.sub(r"\n[ \t]+", " ", group.strip("\n")).split("\n"):
            name, colon, value = line.partition(":")
            if colon:
                fields.setdefault(name.strip().casefold(), value.strip())
        if fields:
            found.append(fields)
    return found


def _flat(part: Message, with_fields: bool) -> str:
    fields = [f"{name}: {value}" for name, value in part.raw_items()] if with_fields else []
    body = part.get_payload()
    rest = decode(content(part))[0] if isinstance(body, str) else ""
    if isinstance(body, list):
        rest = "\n\n".join(
            _flat(child, True) for child in body[:20] if isinstance(child, Message) and child is not part
        )
    return "\n".join(fields) + ("\n\n" + rest if rest.strip() else "")


def _from_status(message: Message, parts: list[Message], blocks: list[dict[str, str]]) -> Bounce | None:
    found = [bounce for bounce in map(_of_recipient, blocks) if bounce is not None]
    if not found:
        return None
    worst = min(found, key=lambda bounce: ("permanent", "transient", "delayed").index(bounce.kind))
    return Bounce(
        kind=worst.kind,
        original_id=_original_id(message, parts),
        recipient=worst.recipient,
        final=worst.final,
        status=worst.status,
        diagnostic=worst.diagnostic,
    )


def _of_recipient(fields: dict[str, str]) -> Bounce | None:
    """What one group of fields says of one recipient, or None: of none, or that he got the mail."""
    action = fields.get("action", "").casefold()
    status = fields.get("status", "")
    final, original = _recipient(fields.get("final-recipient", "")), _recipient(fields.get("original-recipient", ""))
    if not action and not (status and (final or original)):
        return None
    diagnostic = one_line(fields.get("diagnostic-code", ""), 300)
    diagnostic = re.sub(r"^(?:smtp|x-[\w-]{1,30})\s*;\s*", "", diagnostic, flags=re.IGNORECASE)
    status = _status_in(status, diagnostic)
    if action.startswith("delayed"):
        kind: Kind = "delayed"
    elif action.startswith(("fail", "error")) or (not action and status[:1] in ("4", "5")):
        kind = "transient" if status.startswith("4") else "permanent"
    else:  # delivered, relayed, expanded
        return None
    recipient = original or final
    return Bounce(
        kind=kind,
        original_id="",
        recipient=recipient,
        final=final if final != recipient else "",
        status=status,
        diagnostic=diagnostic,
    )


def _recipient(field: str) -> str:
    """The address of a field such as ``rfc822; anna@players.example``."""
    kind, semicolon, rest = field.partition(";")
    address = compared(one_line(rest if semicolon else kind, 320).strip("<>\"' "))
    return address if "@" in address and " " not in address else ""


def _status_in(status: str, diagnostic: str) -> str:
    """The most exact status code: one such as 5.0.0 says less than what the failing server said."""
    stated, said = _STATUS.search(status), _STATUS.search(diagnostic)
    if stated is None or (said is not None and stated[0].endswith(".0.0") and stated[1] == said[1]):
        stated = said or stated
    if stated is not None:
        return stated[0]
    code = _CODE.search(f" {diagnostic} ")
    return f"{code[1]}.0.0" if code else ""


def _original_id(message: Message, parts: list[Message]) -> str:
    """The Message-ID of the mail that came back, from its copy; else of what the bounce says it answers."""
    returned = [part for part in parts if part.get_content_type() in _RETURNED_TYPES]
    for part in returned:
        payload = part.get_payload()
        if isinstance(payload, list) and payload and isinstance(payload[0], Message):
            found = parsing.identifiers(payload[0], "Message-ID")
            if found:
                return found[0]
    told = [part for part in parts if part.get_content_type() in (*_STATUS_TYPES, "text/plain")]
    for part in returned + told:
        named = _RETURNED_ID.search(_text(part))
        if named is not None:
            return named[1]
    answered = parsing.identifiers(message, "In-Reply-To") or parsing.identifiers(message, "References")
    return answered[-1] if answered else ""


def _text(part: Message, budget: Budget | None = None) -> str:
    """A part's text, laid out where it is HTML and a ``budget`` is there for that."""
    if isinstance(part.get_payload(), list):
        return _flat(part, False)[:_LONGEST]
    text = decode(content(part)[: 2 * _LONGEST], parameter(part, "charset"))[0][:_LONGEST]
    as_html = budget is not None and part.get_content_type() == "text/html"
    return html_to_text(text, budget)[0] if as_html else plain_lines(text)


def _by_a_mail_system(message: Message) -> bool:
    senders = parsing.addresses(message, "From")
    local = senders[0][1].partition("@")[0] if senders else ""
    null = any(value.strip() == "<>" for value in parsing.raw_values(message, "Return-Path"))
    return null or local in _MAIL_SYSTEMS or bool(parsing.raw_value(message, "X-Failed-Recipients"))


def _from_text(message: Message, parts: list[Message], budget: Budget) -> Bounce | None:
    """A bounce in words: whom it names, which code it gives, and whether it gave up."""
    texts = [part for part in parts if part.get_content_type() in ("text/plain", "text/html")]
    text = next((words for part in texts if (words := _text(part, budget)).strip()), "")
    copy = _COPY.search(text)
    words = text[: copy.start()] if copy else text
    subject = parsing.text_of(message, "Subject")
    named = _ADDRESS.findall(parsing.text_of(message, "X-Failed-Recipients"))
    warned, failed = _scanned(message, words)
    named = named or failed or warned
    telling = f"{subject}\n{words[:3000]}"
    if not named and not _FAILED.search(telling) and not _DELAYED.search(telling):
        return None
    if not named:
        senders = {address for _, address in parsing.addresses(message, "From")}
        named = [found for found in _ADDRESS.findall(words[:5000]) if compared(found) not in senders]
    diagnostic = _said(words, named[0] if named else "")
    status = _status_in("", diagnostic) or _status_in("", one_line(words, 3000))
    if (warned and not failed) or (_DELAYED.search(telling) and not status.startswith("5")):
        kind: Kind = "delayed"
    else:
        kind = "transient" if status.startswith("4") else "permanent"
    recipient = compared(named[0]) if named else ""
    return Bounce(
        kind=kind,
        original_id=_original_id(message, parts),
        recipient=recipient,
        final="",
        status=status,
        diagnostic=diagnostic,
    )


def _scanned(message: Message, words: str) -> tuple[list[str], list[str]]:
    """Addresses that flufl.bounce knows to be warned of, and to have failed, by the wording of many mail servers."""
    from flufl.bounce import all_failures

    logging.getLogger("flufl.bounce").disabled = True  # it would write every failure of its own to standard error
    plain = Message()
    plain["From"] = parsing.text_of(message, "From") if parsing.addresses(message, "From") else "nobody@invalid"
    for name in ("Subject", "X-Failed-Recipients", "X-Mailer"):
        plain[name] = parsing.text_of(message, name)
    # its expressions are quick on short lines only
    plain.set_payload("\n".join(line[:300] for line in words.split("\n")[:300]))
    try:
        warned, failed = all_failures(plain)
    except FAULTS:
        return [], []
    return _plain(warned), _plain(failed)


def _plain(addresses: frozenset[bytes]) -> list[str]:
    found = (address.decode("ascii", "replace") for address in sorted(addresses))
    return [address for address in found if _ADDRESS.fullmatch(address)]


def _said(words: str, address: str) -> str:
    """The failing server's words: from the line that names the address, or that has a code, to its paragraph's end."""
    lines = words.split("\n")
    naming = [i for i, line in enumerate(lines) if address and address.casefold() in line.casefold()]
    begins = (i for i in naming if lines[i].lstrip(" <\t").casefold().startswith(address.casefold()))
    at = next(begins, next(iter(naming), None))
    if at is None or not any(_STATUS.search(line) or _CODE.search(f" {line} ") for line in lines[at : at + 8]):
        coded = (i for i, line in enumerate(lines) if _STATUS.search(line) or _CODE.search(f" {line} "))
        at = next(coded, at)
    if at is None:
        return ""
    said: list[str] = []
    for line in lines[at : at + 8]:
        if not line.strip() and any(said):
            break
        rest = re.sub(re.escape(address), "", line, flags=re.IGNORECASE) if address else line
        said.append(rest.strip(" <>:()\t"))
    return one_line(" ".join(said), 300)
