"""The office's mail tried out: logged in where it is read and where it is sent, a test letter sent and looked for.

Nothing is taken in, marked or moved but what the next round would move; the test letter is known for the office's own
where it comes in (:func:`~magika_gm.app.record.outgoing.is_trial`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import timedelta

from magika_gm.app.office.office import Office
from magika_gm.app.operations.checks import Examined, Visit, several
from magika_gm.app.operations.tick import mailbox_of
from magika_gm.app.post.credentials import reply_address
from magika_gm.app.post.deliver import smtp_postman
from magika_gm.app.record.contact import right_address
from magika_gm.app.record.outgoing import moment_of, trial_id
from magika_gm.engine.records import mutable
from magika_gm.mail.authresults import authentication_of, signed_by
from magika_gm.mail.compose import Attachment, Letter, Person, compose, invitation
from magika_gm.mail.imap import Mailbox, UnreadableMailbox, heads_of, look_into
from magika_gm.mail.mailboxes import Protocol, compared, not_taken, ways_in
from magika_gm.mail.postman import CannotDeliver, Delivery
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.press import Document, Leaf, full, print_document
from magika_gm.reports.kit.prose import Prose

PLUS = "plus"
MANY = 50
"""Messages nobody has taken in yet: is the folder the office's own?"""
PATIENCE, PAUSE = 30.0, 1.0
"""Seconds a letter gets to come back, and between looks."""


@mutable
class Trial:
    """What one check found out that the next needs."""

    mailbox: Mailbox | None = None
    """Where mail is read, once that was done."""
    letter: str = ""
    plus: str = ""
    """The letters that were sent to the office itself: one to its address, one with a reply address's plus."""

    def checks(self) -> dict[str, Callable[[Visit, Examined], None]]:
        """The checks by name, in their order."""
        return {"read mail": self.read, "send mail": self.send, "letter": self.came}

    def read(self, visit: Visit, found: Examined) -> None:
        """Logging in where mail is read."""
        settings = visit.office.settings
        if not settings.text("imap", "host"):
            maildir = settings.text("mail", "maildir")
            found.looked_at = f"from {maildir}" if maildir else "from no mailbox: magika-gm ingest FILE takes mail in"
            if not maildir:
                found.add("[imap] host", "is missing: nothing is read by itself", "name your mail server", needed=False)
            return
        try:
            mailbox = mailbox_of(visit.office)
            there = look_into(mailbox)
        except UnreadableMailbox as error:
            found.looked_at = "failed"
            found.add(f"[imap] {error.kind}", error.reason, error.cure)
            if error.kind in ("connection", "tls"):
                _ways_told(found, "imap", mailbox.host, (mailbox.port, mailbox.security))
            return
        self.mailbox = mailbox
        messages = f"{several(there.messages, 'message')} in {mailbox.folder}, {there.waiting} not taken in yet"
        found.looked_at = f"logged in to {mailbox}: {messages}"
        if there.waiting > MANY:
            what = f"{there.waiting} messages there would be taken for mail to the office, and many be answered"
            found.add("[imap] folder", what, "give the office a mailbox or folder of its own", needed=False)

    def send(self, visit: Visit, found: Examined) -> None:
        """Logging in where mail is sent, and a test letter."""
        office, settings = visit.office, visit.office.settings
        own = settings.text("office", "email")
        to = right_address(visit.letter_to or own)
        host, port = settings.text("smtp", "host"), settings.number("smtp", "port")
        if not host:
            found.looked_at = "no mail server: letters stay in outbox/ as files"
            found.add("[smtp] host", "is missing: no letter leaves this machine", "name your mail server")
            return
        at, home = moment_of(visit.now), compared(to) == compared(own)
        letters = [_letter(visit, to, trial_id(office, at))]
        if home and self.mailbox is not None and settings.text("mail", "reply_address") == PLUS:
            letters.append(_plus_letter(visit, trial_id(office, at, PLUS)))
        try:
            with smtp_postman(office, None).open() as postman:
                sent = [postman.send(one.message_id, one.sender, one.to, compose(one)) for one in letters]
        except CannotDeliver as error:
            found.looked_at = "failed"
            found.add(f"[smtp] {error.why.kind}", error.why.reason, error.why.cure)
            if error.why.kind in ("connection", "tls"):
                _ways_told(found, "smtp", host, (port, settings.text("smtp", "security")))
            return
        user = settings.text("smtp", "user")
        found.looked_at = f"{f'logged in to {user}@' if user else ''}{host}:{port}: test letter to {to}"
        _not_taken_told(found, zip(letters, sent, strict=True))
        if home:
            self.letter = letters[0].message_id if sent[0].state == "sent" else ""
            self.plus = letters[1].message_id if len(letters) > 1 and sent[1].state == "sent" else ""

    def came(self, visit: Visit, found: Examined) -> None:
        """Whether what was sent to the office itself came, and what the mail server found out about its sender."""
        if self.mailbox is None or not self.letter:
            found.looked_at = "not waited for: it goes to no mailbox that is read here"
            return
        started, heads = time.monotonic(), dict[str, bytes]()
        wanted = [one for one in (self.letter, self.plus) if one]
        while True:
            heads |= heads_of(self.mailbox, [one for one in wanted if one not in heads])
            if len(heads) == len(wanted) or time.monotonic() - started > PATIENCE:
                break
            time.sleep(PAUSE)
        if self.letter not in heads:
            cure = "look for it in the other folders (junk), and whether mail to [office] email goes to this mailbox"
            found.add(self.mailbox.folder, f"it did not come within {PATIENCE:.0f} seconds", cure)
            return
        found.looked_at = f"came within {time.monotonic() - started:.0f} seconds; magika-gm ingest sets it aside"
        if self.plus and self.plus not in heads:
            what = "mail to an address with a plus (gm+k3…@) does not come: reports could not be answered"
            found.add("[mail] reply_address", what, 'have it delivered to the address before the plus, or write "none"')
        _vouched_told(visit.office, found, heads[self.letter])


def _ways_told(found: Examined, protocol: Protocol, host: str, tried: tuple[int, str]) -> None:
    """Where a server answers instead."""
    ways = [way for way in ways_in(protocol, host) if way != tried]
    if ways:
        port, security = ways[0]
        cure = f'write port = {port} and security = "{security}"'
        found.add(f"[{protocol}] port", f"{host} answers at port {port} with {security}", cure, needed=False)


def _not_taken_told(found: Examined, sent: Iterable[tuple[Letter, Delivery]]) -> None:
    for letter, delivery in sent:
        if delivery.state != "sent":
            what = "was refused" if delivery.state == "refused" else "was not taken now"
            found.add(f"letter to {letter.to}", f"{what}: {delivery.detail}", not_taken(delivery.detail))


def _vouched_told(office: Office, found: Examined, head: bytes) -> None:
    """What the mail server found out about us as senders, and whether the settings name it."""
    named, signs = office.settings.text("mail", "authserv"), signed_by(head)
    if not signs:
        return
    found.looked_at += f"; {signs} says: {authentication_of(head, signs).why}"
    if named.casefold() != signs:
        what = f"is {named or 'empty'}, and what comes is signed by {signs}"
        cure = f'if that is your mail server, write authserv = "{signs}"; docs/mail.md says what it buys'
        found.add("[mail] authserv", what, cure, needed=False)


def _letter(visit: Visit, to: str, identifier: str) -> Letter:
    """The test letter, all that a report may bring with it: HTML, a calendar, a page, in the hand of the reports."""
    settings, now, title = visit.office.settings, visit.now, "Test letter"
    name, own = settings.text("office", "name"), settings.text("office", "email")
    day, user = f"{now.astimezone(settings.zone):%A %d %B %Y, %H:%M %Z}", settings.text("smtp", "user")
    server = f"{settings.text('smtp', 'host')}:{settings.number('smtp', 'port')} ({settings.text('smtp', 'security')})"
    went = (("from", own), ("to", to), ("mail server", server), ("user", user or "none"))
    rows = tuple((Cell(what, bold=True), value) for what, value in went)
    blocks = (Head(name=name, about=day, game=title), Prose("", _LOOKS), Table("It went by", ("", ""), rows))
    leaf, head = Leaf(title, tuple(full(block) for block in blocks)), f"{name}  ·  {title.lower()}"
    document = Document(title=title, author=name, subject=day, head=head, leaves=(leaf,), foot=name)
    page = print_document(document, settings.text("office", "paper"), Style())
    calendar = invitation(
        identifier.strip("<>"), 0, now + timedelta(days=1), f"{name}: a test", "Nothing is due.",
        Person(own, name), Person(to, settings.text("office", "gm")), now,
    )  # fmt: skip
    return Letter(
        message_id=identifier, sender=own, sender_name=name, to=to, subject=f"{name}: {title.lower()}",
        text=text_page(blocks), html=html_page(title, _LOOKS[0], blocks), date=now, calendar=calendar,
        attachments=(Attachment("test-letter.pdf", "application/pdf", page),),
    )  # fmt: skip


_LOOKS = (
    "Your office sends mail: this letter came by the way that players' letters take.",
    "Look whether umlauts and signs are whole (Grüße, naïve, Łódź, €), whether the attached page opens and prints, "
    "and whether your mail program offers tomorrow's date for the calendar. If you found it among the junk, so will "
    "your players: docs/mail.md tells what helps.",
    "Nothing need be done with it: the office knows it for its own where it comes in, and your calendar may forget "
    "the date.",
)


def _plus_letter(visit: Visit, identifier: str) -> Letter:
    """A few words to such an address as reports are answered to."""
    settings = visit.office.settings
    name, own = settings.text("office", "name"), settings.text("office", "email")
    return Letter(
        message_id=identifier, sender=own, sender_name=name, to=reply_address(own, "test"),
        subject=f"{name}: test letter to a reply address", date=visit.now,
        text="This came to an address like those reports are answered to. Nothing need be done with it.\n",
    )  # fmt: skip
