"""Raw mail bytes opened into plain values. Nothing in a message is trusted, and nothing in it makes this raise.

What it may cost is counted by its :class:`~magika_gm.mail.parsing.Budget`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import field
from datetime import datetime
from email.message import Message
from typing import NamedTuple

from magika_gm.engine.records import named_record
from magika_gm.engine.words import plain_lines
from magika_gm.mail import parsing
from magika_gm.mail.compose import NO_MESSAGE_ID, Attachment
from magika_gm.mail.html_text import html_to_text
from magika_gm.mail.parsing import (
    FAULTS,
    LONGEST_TEXT,
    Budget,
    Cost,
    OverBudget,
    content,
    decode,
    file_name,
    guarded,
    parameter,
    parse_head,
    parse_whole,
    same_charset,
    unflow,
)

MOST_TROUBLES = 20

_TOO_MUCH_HTML = str(OverBudget(Cost.HTML))
_SHEET_NAMES = (".txt", ".ord", ".text", ".asc")
_NO_SHEETS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/css", "text/rtf", "text/richtext")
_PACKED = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_SIGN = re.compile(r"^(?![ \t]*[>|])[^\n]{0,40}\bGAME\b", re.IGNORECASE | re.MULTILINE)
"""A line that may begin an order sheet and is not quoted."""

_BEGINS = re.compile(r"^[ \t]*GAME\b", re.IGNORECASE | re.MULTILINE)
_UUENCODED = re.compile(r"^begin [0-7]{3,4} \S", re.MULTILINE)


class TextPart(NamedTuple):
    """A readable text of a message and where it was: ``body``, ``html body`` or ``attachment NAME``."""

    text: str
    where: str


@named_record
class Envelope:
    """An opened message.

    ``parts`` are the texts to look for orders in: of alternatives the plain one, unless it is empty or the HTML
    rendition alone has a line that could begin an order sheet. ``automatic`` says why the message must never be
    answered ("" if a person wrote it), ``refusable`` which limit it is over ("" if none). ``troubles`` are oddities
    a game master may want to know of. ``date`` is the sender's clock: informational only.
    """

    message_id: str
    digest: str
    sender: str = ""
    sender_name: str = ""
    reply_to: str = ""
    to: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    automatic: str = ""
    refusable: str = ""
    parts: tuple[TextPart, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    """PDF files, unread."""
    troubles: tuple[str, ...] = ()
    _renditions: tuple[str, ...] = field(default=(), repr=False)
    _unflowed: tuple[TextPart, ...] = field(default=(), repr=False)
    _budget: Budget = field(default_factory=Budget, repr=False, compare=False)
    _laid_out: list[tuple[TextPart, ...]] = field(default_factory=list, repr=False, compare=False)
    """What :meth:`fallbacks` found, once it was asked for."""

    def fallbacks(self) -> tuple[TextPart, ...]:
        """Other readings of the texts in ``parts``, to try where those hold no orders: flowed texts line by line as
        they were written (a blank at a line's end may be the writer's own), and HTML renditions. One for which the
        mail's budget has nothing left is none."""
        if not self._laid_out:
            with self._budget.reading():
                self._laid_out.append((*self._affordable(),))
        return self._laid_out[0]

    def _affordable(self) -> Iterator[TextPart]:
        try:
            for text in self._unflowed:
                self._budget.spend_text(text.text)
                yield text
            for html in self._renditions:
                text = TextPart(plain_lines(html_to_text(html, self._budget)[0])[:LONGEST_TEXT], "html body")
                self._budget.spend_text(text.text)
                if text.text.strip():
                    yield text
        except OverBudget:
            return


MOST_ATTACHED = 3
"""Mails attached to a mail that may be looked into."""


def attached_mails(raw: bytes) -> list[bytes]:
    """The mails that are attached to a mail (``message/rfc822``), the first few; none of one that cannot be read."""
    found: list[bytes] = []
    try:
        for part in parse_whole(raw).walk():
            inner = part.get_payload() if part.get_content_type() == "message/rfc822" else None
            mail = inner[0] if isinstance(inner, list) and inner else None
            if isinstance(mail, Message) and len(found) < MOST_ATTACHED:
                found.append(mail.as_bytes())
    except (OverBudget, *FAULTS):
        return found
    return found


def open_message(raw: bytes, budget: Budget | None = None) -> Envelope:
    """The envelope of any bytes whatever; what opening it costs is of the ``budget``, a whole one if none is given."""
    digest, budget = hashlib.sha256(raw).hexdigest(), budget or Budget()
    try:
        with budget.reading():
            try:
                return _opened(parse_whole(raw), digest, "", budget)
            except OverBudget as error:
                return _opened(parse_head(raw), digest, str(error), budget)
    except FAULTS as error:
        return Envelope(
            message_id=_no_id(digest),
            digest=digest,
            refusable=f"it is not a readable mail ({error.__class__.__name__})",
        )


def _no_id(digest: str) -> str:
    return f"<sha256-{digest[:40]}{NO_MESSAGE_ID}"


def _opened(message: Message, digest: str, refusable: str, budget: Budget) -> Envelope:
    troubles: list[str] = []
    found = _Found(troubles, budget)
    senders = parsing.addresses(message, "From")
    if not senders:
        troubles.append("it has no usable From address")
    if len(parsing.raw_values(message, "From")) > 1 or len(senders) > 1:
        troubles.append("it has more than one From address; the first counts")
    if not refusable:
        found.collect(message, 0)
        found.texts += [found.converted(html) for html in found.pages]
        found.cut_short()
        refusable = next(iter(found.refusals), "")
    name, sender = senders[0] if senders else ("", "")
    reply_to = parsing.addresses(message, "Reply-To")
    ids = parsing.identifiers(message, "Message-ID")
    answered = parsing.identifiers(message, "In-Reply-To")
    return Envelope(
        message_id=ids[0] if ids else _no_id(digest),
        digest=digest,
        sender=sender,
        sender_name=name,
        reply_to=reply_to[0][1] if reply_to else "",
        to=tuple(address for field_name in ("To", "Cc") for _, address in parsing.addresses(message, field_name)),
        subject=parsing.text_of(message, "Subject"),
        date=parsing.date_of(message),
        in_reply_to=answered[0] if answered else "",
        references=parsing.identifiers(message, "References"),
        automatic=parsing.why_automatic(message, sender) or found.calendar_reply(),
        refusable=refusable,
        parts=tuple(found.texts),
        attachments=tuple(found.files),
        troubles=tuple(troubles[:MOST_TROUBLES]),
        _renditions=tuple(found.renditions),
        _unflowed=tuple(found.unflowed),
        _budget=budget,
    )


class _Found:
    """What is collected on a walk through the parts of a message."""

    def __init__(self, troubles: list[str], budget: Budget) -> None:
        self.troubles = troubles
        self.budget = budget
        self.refusals: list[str] = []
        self.texts: list[TextPart] = []
        self.pages: list[str] = []
        """HTML bodies: texts, unless they are renditions of a plain one."""
        self.renditions: list[str] = []
        self.unflowed: list[TextPart] = []
        self.answers_invitation = False
        self.files: list[Attachment] = []

    def collect(self, part: Message, depth: int) -> None:
        """Take in a part and what is in it."""
        try:
            self.budget.hold(Cost.DEPTH, depth)
            self._collect(part, depth)
        except OverBudget as error:
            self._over(error)

    def _collect(self, part: Message, depth: int) -> None:
        payload = part.get_payload()
        if part.get_content_maintype() == "message":
            if part.get_content_type() == "message/rfc822":
                self.troubles.append("a mail attached to it was not read")
        elif not isinstance(payload, list):
            self._leaf(part)
        elif part.get_content_type() == "multipart/alternative":
            self._alternatives([child for child in payload if isinstance(child, Message)], depth)
        else:
            for child in payload:
                if isinstance(child, Message):
                    self.collect(child, depth + 1)

    def calendar_reply(self) -> str:
        """Why a mail is a calendar's own, or "": it accepts or declines an invitation and holds no orders."""
        orders = any(_BEGINS.search(text.text) for text in self.texts)
        return "an answer to an invitation (text/calendar)" if self.answers_invitation and not orders else ""

    def cut_short(self) -> None:
        """Keep no more texts than may be read."""
        for number, text in enumerate(self.texts):
            try:
                self.budget.spend_text(text.text)
            except OverBudget as error:
                self._over(error)
                del self.texts[number:], self.unflowed[:], self.renditions[:]
                return

    def _over(self, error: OverBudget) -> None:
        self.refusals.append(str(error))
        self.troubles.append(str(error))

    def _alternatives(self, parts: list[Message], depth: int) -> None:
        """One text in several renditions: the plain one, unless only the HTML one can hold orders."""
        inside = _Found(self.troubles, self.budget)
        for part in parts:
            inside.collect(part, depth + 1)
        plain = [t for t in inside.texts if t.where == "body" and t.text.strip()]
        others = [t for t in inside.texts if t.where != "body"]
        self.renditions += inside.renditions
        self.unflowed += inside.unflowed
        if plain and (any(_SIGN.search(t.text) for t in plain) or not any(map(_may_hold_orders, inside.pages))):
            self.renditions += inside.pages
            self.texts += plain + others
            # an overlong rendition does no harm where another one was read
            self.refusals += [reason for reason in inside.refusals if reason != _TOO_MUCH_HTML]
        else:
            self.texts += plain + [self.converted(html) for html in inside.pages] + others
            self.refusals += inside.refusals
        self.files += inside.files
        self.answers_invitation |= inside.answers_invitation

    def converted(self, html: str, where: str = "html body") -> TextPart:
        """HTML as a text part."""
        try:
            text, trouble = html_to_text(html, self.budget)
            self.budget.hold(Cost.ONE_TEXT, len(text))
        except OverBudget as error:
            self._over(error)
            return TextPart("", where)
        if trouble:
            self.troubles.append(trouble)
        return TextPart(plain_lines(text), where)

    def _leaf(self, part: Message) -> None:
        kind = part.get_content_type()
        name = file_name(part)
        attached = bool(name) or guarded(part.get_content_disposition) == "attachment"
        ending = name.casefold()
        if kind == "application/pdf" or ending.endswith(".pdf"):
            self.files.append(Attachment(name or "unnamed.pdf", "application/pdf", content(part)))
            return
        if part.get_content_maintype() == "multipart":
            self.troubles.append("its parts cannot be told apart; it was read as one text")
            kind = "text/plain"
        by_name = attached and ending.endswith(_SHEET_NAMES)
        by_type = kind in ("text/plain", "text/html") or (attached and part.get_content_maintype() == "text")
        if not by_name and (not by_type or kind in _NO_SHEETS):
            self._unread(part, kind, name)
            return
        data = content(part)
        is_html = kind == "text/html" and not by_name
        text = self._text(part, data)
        if is_html:
            self.budget.spend(Cost.HTML, len(text))
        else:
            self.budget.hold(Cost.ONE_TEXT, len(text))
        if is_html and not attached:
            self.pages.append(text)
        elif is_html:
            self.texts.append(self.converted(text, f"attachment {name or 'without a name'}"))
        else:
            where = f"attachment {name or 'without a name'}" if attached else "body"
            self._plain(part, TextPart(plain_lines(text), where))

    def _plain(self, part: Message, text: TextPart) -> None:
        if _UUENCODED.search(text.text):
            self.troubles.append("a uuencoded file in it was not read; send plain text")
        if parameter(part, "format") == "flowed":
            flowed = text._replace(text=unflow(text.text, parameter(part, "delsp") == "yes"))
            if flowed != text:
                self.unflowed.append(text)
            text = flowed
        self.texts.append(text)

    def _unread(self, part: Message, kind: str, name: str) -> None:
        """Say which attachment may have held orders."""
        self.answers_invitation |= kind == "text/calendar" and parameter(part, "method") == "reply"
        if kind == "application/ms-tnef" or name.casefold() == "winmail.dat":
            self.troubles.append("winmail.dat in it (Outlook's own format) was not read; send plain text")
        elif kind in _PACKED and parameter(part, "smime-type") == "signed-data":
            self.troubles.append("it is signed and packed into one (S/MIME) and was not read; send plain text")
        elif kind in ("application/pgp-encrypted", *_PACKED):
            self.troubles.append("it is encrypted and was not read; send plain text")
        elif name and kind.startswith("application/") and not kind.endswith(("-signature", "/ics", "/json")):
            self.troubles.append(f"the attachment {name} was not read; send plain text or the PDF form")

    def _text(self, part: Message, data: bytes) -> str:
        label = parameter(part, "charset")
        text, used = decode(data, label)
        if label and not data.isascii() and not same_charset(label, used):
            self.troubles.append(f"a text labelled {label[:40]} was read as {used}")
        return text


def _may_hold_orders(html: str) -> bool:
    return "game" in html.casefold()
