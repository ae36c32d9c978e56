"""Mail from an IMAP server (RFC 3501, 9051): read without being marked, marked or moved once it is settled.

A message counts as taken in when it carries the keyword :data:`SETTLED`; that somebody looked at it with a mail
program (``\\Seen``) says nothing. So a run that was cut off anywhere reads again what was not settled, and whoever
takes messages in knows what came before. Where a ``done_folder`` is named, what is settled is moved there, many at a
time, for servers take long over single ones; what a run that was cut off left behind, the next one moves. Nothing is
deleted.
"""

from __future__ import annotations

import imaplib
import os
import ssl
from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import one_line
from magika_gm.mail.mailboxes import Server, Trouble, login_refused, on_this_machine, unreachable
from magika_gm.mail.parsing import MOST_BYTES
from magika_gm.mail.readers import Incoming, UnreadableSource

if TYPE_CHECKING:
    from imapclient import IMAPClient

SETTLED = "$MagikaSettled"
"""The keyword of a message that was taken in; where a server keeps no keywords, ``\\Seen`` stands for it."""
_LONGEST_LITERAL = 2 * MOST_BYTES
_FAILS = (imaplib.IMAP4.error, OSError, ValueError, AttributeError, LookupError, TypeError)
"""What the network raises, and the libraries on answers that are none."""
_SIZES_AT_ONCE = 500
_SEARCHED_AT_ONCE = 50_000
"""Messages one search is about: its answer is one line, and the library reads none of more than a million bytes."""
_MOST_THERE = 10_000_000
"""A server that says more is asked no more often."""
_MOVED_AT_ONCE = 200


@named_record
class Mailbox:
    """Where to read mail and how to log in.

    ``security`` is ``tls``, ``starttls``, or ``none`` for a server on this machine only. The password is the content
    of ``password_file`` (blanks around it stripped) or of the environment variable ``password_env``. ``timeout`` is
    in seconds, for connecting and for each answer. ``ca_file`` replaces the platform's trust in certificates.
    """

    host: str
    user: str
    port: int = 993
    security: str = "tls"
    password_file: Path | None = None
    password_env: str = ""
    folder: str = "INBOX"
    done_folder: str = ""
    timeout: float = 30.0
    ca_file: Path | None = None

    def __str__(self) -> str:
        return f"{self.user}@{self.host}:{self.port}"


class UnreadableMailbox(UnreadableSource):
    """A mailbox mail cannot be read from: which ``kind`` of trouble, the ``reason``, the ``cure``; no secret in it."""

    def __init__(self, mailbox: Mailbox, kind: Trouble, reason: str, cure: str) -> None:
        super().__init__(f"mailbox {mailbox}", reason, cure)
        self.kind = kind


def read_imap(mailbox: Mailbox) -> Generator[Incoming, None, None]:
    """Every message of the folder that is not settled, in order of arrival; one is in memory at a time.

    Of one longer than :data:`parsing.MOST_BYTES` no more than that and one byte is asked for, so that it is known
    for too long. ``settle`` marks the message on the server; it may be called twice, late, or after the message was
    taken away, and does nothing once the folder numbers its messages anew (UIDVALIDITY).
    Raises :class:`UnreadableMailbox`, as ``settle`` does too.
    """
    session = _Session(mailbox)
    try:
        for uid, _size in session.waiting():
            source = f"{mailbox.folder} message {uid}"
            try:
                raw = session.message(uid)
            except _Withheld as error:
                yield Incoming(None, None, source, fault=f"the mail server does not give it out: {error}")
                continue
            if raw is not None:
                yield Incoming(raw, None, source, session.settler(uid))
    finally:
        session.close()


@record
class Looked:
    """What is in a mailbox: messages in its folder, and of them those not taken in yet."""

    messages: int
    waiting: int


def look_into(mailbox: Mailbox) -> Looked:
    """Log in and open the folder as :func:`read_imap` does, so that all it needs is tried; no message is read.

    Raises :class:`UnreadableMailbox`.
    """
    session = _Session(mailbox)
    try:
        waiting = session.waiting()
        return Looked(session.exist, len(waiting))
    finally:
        session.close()


def heads_of(mailbox: Mailbox, message_ids: Iterable[str]) -> dict[str, bytes]:
    """The headers of those of some messages that are in the folder; they stay as they are. Raises
    :class:`UnreadableMailbox`."""
    session = _Session(mailbox)
    try:
        found = {one: session.head(one) for one in message_ids}
    finally:
        session.close()
    return {one: head for one, head in found.items() if head is not None}


class _Withheld(Exception):
    """The server has a message and does not give it out."""


class _Session:
    """A connection with the folder open, made anew where it was lost before something could be settled."""

    def __init__(self, mailbox: Mailbox) -> None:
        self.mailbox = mailbox
        self.validity = -1
        self.keyword = SETTLED
        self._client: IMAPClient | None = None
        self.exist = 0
        """Messages in the folder when it was opened."""
        self._to_move: list[int] = []

    def waiting(self) -> list[tuple[int, int]]:
        """Messages not settled: UID and size in bytes, in order of arrival."""
        try:
            client = self._opened()
            uids = self._search(client, "UNDELETED", *self._not_marked())
            if self._moves() and self.keyword == SETTLED:
                self._to_move = self._search(client, "UNDELETED", "KEYWORD", SETTLED)
                self._move(client)
            sizes: list[tuple[int, int]] = []
            for start in range(0, len(uids), _SIZES_AT_ONCE):
                answers = client.fetch(uids[start : start + _SIZES_AT_ONCE], ["RFC822.SIZE"])
                sizes += [(uid, answer[b"RFC822.SIZE"]) for uid, answer in answers.items() if b"RFC822.SIZE" in answer]
            return sorted(sizes)
        except _FAILS as error:
            raise self._lost(error) from error

    def _search(self, client: IMAPClient, *words: str) -> list[int]:
        """Messages of which the words are true, in order of arrival. Of a large folder some are asked for at a time,
        the last ones first: where one is taken away meanwhile, others move down to where it is asked yet."""
        found: set[int] = set()
        for first in reversed(range(1, max(self.exist, 1) + 1, _SEARCHED_AT_ONCE)):
            last = first + _SEARCHED_AT_ONCE - 1
            part = [f"{first}:{last if last < self.exist else '*'}"] if self.exist > _SEARCHED_AT_ONCE else []
            found.update(client.search([*part, *words]))
        return sorted(found)

    def message(self, uid: int) -> bytes | None:
        """The bytes of a message, or None where it is gone meanwhile; raises :class:`_Withheld` where the server says
        no to this one alone, as of a message that is damaged there."""
        part = f"<0.{MOST_BYTES + 1}>"  # whatever its size is said to be
        client = self._client
        try:
            client = self._opened()
            answer = client.fetch([uid], [f"BODY.PEEK[]{part}"]).get(uid, {})
        except _FAILS as error:
            refused = isinstance(error, imaplib.IMAP4.error) and not isinstance(error, imaplib.IMAP4.abort)
            if refused and client is not None and "failed:" in str(error):
                raise _Withheld(one_line(str(error), 200)) from error
            raise self._lost(error) from error
        raw = answer.get(b"BODY[]<0>", answer.get(b"BODY[]"))
        return raw[: MOST_BYTES + 1] if isinstance(raw, bytes) else None

    def head(self, message_id: str) -> bytes | None:
        """The headers of the message that is called so, None where there is none."""
        try:
            client = self._opened()
            found = client.search(["HEADER", "Message-ID", message_id.strip("<>")])
            answer = client.fetch(found[-1:], ["BODY.PEEK[HEADER]"]) if found else {}
        except _FAILS as error:
            raise self._lost(error) from error
        raw = next((one.get(b"BODY[HEADER]") for one in answer.values()), None)
        return raw if isinstance(raw, bytes) else None

    def settler(self, uid: int) -> _Settle:
        return _Settle(self, self.validity, uid)

    def settle(self, validity: int, uid: int) -> None:
        late = self._client is None
        try:
            try:
                self._mark(validity, uid)
            except (imaplib.IMAP4.abort, OSError):  # the connection was lost: once more, on a new one
                self._drop()
                self._mark(validity, uid)
        except _FAILS as error:
            raise self._lost(error) from error
        finally:
            if late:
                self.close()

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            try:
                self._move(client)
                client.logout()
            except (imaplib.IMAP4.error, OSError):
                with suppress(imaplib.IMAP4.error, OSError):
                    client.shutdown()

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(imaplib.IMAP4.error, OSError):
                client.shutdown()

    def _moves(self) -> bool:
        return self.mailbox.done_folder not in ("", self.mailbox.folder)

    def _not_marked(self) -> list[str]:
        if self.keyword == SETTLED:
            return ["UNKEYWORD", SETTLED]
        return [] if self._moves() else ["UNSEEN"]

    def _mark(self, validity: int, uid: int) -> None:
        client = self._opened()
        if self.validity != validity:
            return
        client.add_flags([uid], {"\\Seen", self.keyword}, silent=True)
        if self._moves():
            self._to_move.append(uid)
            if len(self._to_move) >= _MOVED_AT_ONCE:
                self._move(client)

    def _move(self, client: IMAPClient) -> None:
        done = self.mailbox.done_folder
        while self._to_move:
            uids = self._to_move[:_MOVED_AT_ONCE]
            if client.has_capability("MOVE"):
                client.move(uids, done)
            else:
                client.copy(uids, done)  # cut off here, they are copied again: twice in the done folder, never in none
                client.delete_messages(uids, silent=True)
                if client.has_capability("UIDPLUS"):  # a plain EXPUNGE would take what others marked as deleted
                    client.uid_expunge(uids)
            del self._to_move[:_MOVED_AT_ONCE]

    def _opened(self) -> IMAPClient:
        if self._client is None:
            client = _logged_in(self.mailbox)
            try:
                self._select(client)
            except BaseException:
                with suppress(imaplib.IMAP4.error, OSError):
                    client.shutdown()
                raise
            self._client = client
        return self._client

    def _select(self, client: IMAPClient) -> None:
        """Open the folder, and make the done folder where it is missing."""
        box = self.mailbox
        if not client.folder_exists(box.folder):
            names = ", ".join(one_line(str(name), 60) for _, _, name in client.list_folders()[:12])
            reason = f"there is no folder {box.folder}"
            raise UnreadableMailbox(box, "folder", reason, f"make it or name one of these: {names}")
        if self._moves() and not client.folder_exists(box.done_folder):
            try:
                client.create_folder(box.done_folder)
            except imaplib.IMAP4.error as error:
                reason = f"the folder {box.done_folder} for settled mail cannot be made: {one_line(str(error), 200)}"
                raise UnreadableMailbox(box, "folder", reason, "make it, or name another as done_folder") from error
        try:
            answer = client.select_folder(box.folder)
        except imaplib.IMAP4.readonly as error:
            reason = f"nothing may be marked in the folder {box.folder}"
            raise UnreadableMailbox(box, "folder", reason, "give this user the right to write there") from error
        validity = answer.get(b"UIDVALIDITY")
        if not isinstance(validity, int):
            reason = f"it does not number the messages of the folder {box.folder} (no UIDVALIDITY)"
            raise UnreadableMailbox(box, "protocol", reason, "see whether this is an IMAP server")
        exist = answer.get(b"EXISTS")
        self.exist = min(exist, _MOST_THERE) if isinstance(exist, int) else 0
        if validity != self.validity:
            self._to_move.clear()
        self.validity = validity
        self.keyword = SETTLED if b"\\*" in answer.get(b"PERMANENTFLAGS", ()) else "\\Seen"

    def _lost(self, error: Exception) -> UnreadableMailbox:
        if isinstance(error, UnreadableMailbox):
            return error
        return _trouble(self.mailbox, error)


@record
class _Settle:
    """What ``Incoming.settle`` calls."""

    session: _Session
    validity: int
    uid: int

    def __call__(self) -> None:
        self.session.settle(self.validity, self.uid)


def _logged_in(mailbox: Mailbox) -> IMAPClient:
    """A connection that is logged in; what goes wrong is raised without anything that holds the password."""
    password = _password(mailbox)
    client: IMAPClient | None = None
    trouble: UnreadableMailbox | None = None
    try:
        client = _connected(mailbox)
        _log_in(client, mailbox, password)
    except UnreadableMailbox as error:
        trouble = error
    except _FAILS as error:
        trouble = _trouble(mailbox, error)
    if trouble is not None:
        if client is not None:
            with suppress(imaplib.IMAP4.error, OSError):
                client.shutdown()
        raise trouble
    assert client is not None
    return client


def _connected(mailbox: Mailbox) -> IMAPClient:
    from imapclient import IMAPClient

    if mailbox.security not in ("tls", "starttls", "none"):
        reason = f"security is {mailbox.security!r}"
        raise UnreadableMailbox(mailbox, "settings", reason, "say tls, starttls or none")
    if mailbox.security == "none" and not on_this_machine(mailbox.host):
        reason = "without encryption anybody on the way could read the password"
        raise UnreadableMailbox(mailbox, "settings", reason, "set security to tls (port 993) or starttls (port 143)")
    try:
        context = ssl.create_default_context(cafile=mailbox.ca_file)
    except OSError as error:
        reason = f"the certificates in {mailbox.ca_file} cannot be read ({error.strerror or error})"
        raise UnreadableMailbox(mailbox, "settings", reason, "name a file of PEM certificates as ca_file") from error
    over_tls = mailbox.security == "tls"
    client = IMAPClient(mailbox.host, mailbox.port, ssl=over_tls, ssl_context=context, timeout=mailbox.timeout)
    _cap(client)
    if mailbox.security == "starttls":
        try:
            client.starttls(context)
        except BaseException:
            with suppress(imaplib.IMAP4.error, OSError):
                client.shutdown()
            raise
    return client


def _cap(client: IMAPClient) -> None:
    """A literal is read whole into memory, as long as the server says it is, and so are all of one answer: where they
    are more than a message may be, the connection ends."""
    read, send, taken = client._imap.read, client._imap.send, 0

    def capped(size: int) -> bytes:
        nonlocal taken
        taken += size
        if taken > _LONGEST_LITERAL:
            raise imaplib.IMAP4.abort(f"the server sends {taken} bytes at once")
        data: bytes = read(size)
        return data

    def asked(data: bytes) -> None:
        nonlocal taken
        taken = 0
        send(data)

    client._imap.read, client._imap.send = capped, asked


def _log_in(client: IMAPClient, mailbox: Mailbox, password: str) -> None:
    if client.has_capability("AUTH=PLAIN"):
        log_in = client.plain_login
    elif client.has_capability("LOGINDISABLED"):
        reason = "the server lets nobody log in over this connection"
        raise UnreadableMailbox(mailbox, "login", reason, "set security to tls or starttls")
    elif f"{mailbox.user}{password}".isascii():
        log_in = client.login
    else:
        reason = "this server takes no letters beyond ASCII in user and password"
        raise UnreadableMailbox(mailbox, "login", reason, "choose another password")
    try:
        log_in(mailbox.user, password)
    except imaplib.IMAP4.error as error:
        if isinstance(error.__context__, imaplib.IMAP4.abort):  # the library calls that a failed login, too
            trouble = _trouble(mailbox, error.__context__)
        else:
            words = one_line(str(error), 200).replace(password, "***")
            refused = login_refused(words, _server(mailbox), mailbox.user)
            trouble = UnreadableMailbox(mailbox, "login", refused.reason, refused.cure)
    else:
        return
    raise trouble


def _password(mailbox: Mailbox) -> str:
    password = ""
    if mailbox.password_file is not None:
        try:
            password = mailbox.password_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
            reason = f"password_file {mailbox.password_file} cannot be read: {why}"
            raise UnreadableMailbox(mailbox, "settings", reason, "write the password alone into it") from error
    elif mailbox.password_env:
        password = os.environ.get(mailbox.password_env, "")
    if not password or not password.isprintable():
        reason = "there is no password to log in with" if not password else "the password is more than one line"
        raise UnreadableMailbox(mailbox, "settings", reason, "name a file that holds it alone as password_file")
    return password


def _trouble(mailbox: Mailbox, error: Exception) -> UnreadableMailbox:
    """What a failure of the network or the library means, and what to do about it."""
    known = unreachable(error, _server(mailbox))
    if known is not None:
        return UnreadableMailbox(mailbox, known.kind, known.reason, known.cure)
    words = one_line(str(error), 200) or error.__class__.__name__
    if isinstance(error, OSError | imaplib.IMAP4.abort) and "unexpected" not in words:
        reason = f"the connection was lost ({words})"
        return UnreadableMailbox(mailbox, "connection", reason, "run again: nothing that was not settled is lost")
    return UnreadableMailbox(mailbox, "protocol", f"it answered: {words}", "see whether this is an IMAP server")


def _server(mailbox: Mailbox) -> Server:
    return Server("imap", mailbox.host, mailbox.port, mailbox.security, mailbox.timeout)
