"""Letters out: to an SMTP server, or as files where none is configured. No secret is ever shown."""

from __future__ import annotations

import re
import smtplib
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

from magika_gm.engine.records import mutable, record
from magika_gm.engine.words import one_line
from magika_gm.mail.mailboxes import Diagnosis, Server, login_refused, not_taken, unreachable, ways_secured
from magika_gm.whole_files import make_folder, write_whole

# When a letter that could not go is tried again, and how many may go in a time.


FIRST_WAIT = timedelta(minutes=5)
"""Long enough for servers that put off every stranger's first try (greylisting)."""
GROWTH = 3
LONGEST_WAIT = timedelta(hours=6)
GIVES_UP = 24
"""Tries. With the waits above the last one comes 4 days and 21 hours after the first (RFC 5321, 4.5.4.1: 4-5 days)."""


def next_try(tries: int, now: datetime) -> datetime | None:
    """When a letter may be tried again that was tried ``tries`` times, the last time ``now``; None: given up.

    After 5, 15, 45 minutes, 2¼ hours, then every 6 hours. A letter that was not tried yet may go at once.
    """
    if tries <= 0:
        return now
    if tries >= GIVES_UP:
        return None
    wait = FIRST_WAIT
    for _ in range(tries - 1):
        wait = min(wait * GROWTH, LONGEST_WAIT)
    return now + wait


@dataclass(slots=True)
class Pace:
    """At most ``most`` letters in any ``seconds`` to one server.

    ``earlier`` are the times (seconds, of one clock) at which letters went before, so that a pace holds from one run
    to the next.
    """

    most: int
    seconds: float
    earlier: Iterable[float] = ()
    _times: deque[float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.most < 1 or self.seconds <= 0:
            raise ValueError("a pace is at least one letter in a time")
        self._times = deque(sorted(self.earlier), maxlen=self.most)

    def wait(self, now: float) -> float:
        """Seconds until the next letter may go, 0 if it may go at once."""
        if len(self._times) < self.most:
            return 0.0
        # never longer than the time itself: a clock that was put back must not stop the post
        return min(max(0.0, self._times[0] + self.seconds - now), self.seconds)

    def note(self, now: float) -> None:
        """A letter goes now."""
        self._times.append(now)

    def __str__(self) -> str:
        return f"{self.most} letters in {self.seconds:g} seconds"


State = Literal["sent", "refused", "later"]
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@\x00-\x1f\x7f]{1,64}@[^\s<>()\[\],;:\\\"@\x00-\x1f\x7f]{1,190}")
_UNREACHABLE = "the server could not be reached before in this run"
_NOT_FOR_US = re.compile(r"\brelay|\bauthenticat|\bauth(?:entication)? required|\b5\.7\.0\b.*\blog ?in", re.IGNORECASE)
"""Words of a server we are not known to: no fault of the letter's, which must not be given up for it."""
MOST_LOST = 3


@record
class Delivery:
    """What became of a letter, with the server's words: ``sent``; ``refused`` for good (5xx); ``later``, try again
    (4xx, a lost connection, a trouble that is ours; :func:`pace.next_try` says when).

    ``tried`` is False for one that was not even offered to the server: it has used up none of its tries.
    """

    state: State
    detail: str = ""
    tried: bool = True


class Postman(Protocol):
    """Takes letters as bytes."""

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:
        """Deliver one letter; never raises for what a server or disk does."""


class CannotDeliver(Exception):
    """No letter can be delivered at all now: the server cannot be reached or refuses us; why, and the cure.

    ``passing`` says whether it may pass by itself; where not, the settings must be mended.
    """

    def __init__(self, server: Server, why: Diagnosis) -> None:
        again = "try again later, or check" if why.passing else "check"
        super().__init__(
            f"mail server {server.host}:{server.port}: {why.reason}; {why.cure}; {again} [smtp] in magika.toml"
        )
        self.why, self.passing = why, why.passing


@record
class FilePostman:
    """Writes each letter as an .eml file; the name follows from the Message-ID, so a repeat overwrites itself."""

    folder: Path

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:  # noqa: ARG002 - the Protocol's
        """Write the letter whole or not at all."""
        name = file_name(message_id)
        try:
            make_folder(self.folder)
            # a letter may hold a reply token or a report: nobody else on this machine reads it
            write_whole(self.folder / name, raw, private=True, synced=True)
        except OSError as error:
            return Delivery("later", f"{self.folder / name} cannot be written: {error.strerror or error}")
        return Delivery("sent", str(self.folder / name))


def file_name(message_id: str) -> str:
    """A file name for a letter: different for different identifiers, safe on every platform."""
    bare = message_id.strip().removeprefix("<").removesuffix(">")
    local, _, domain = bare.partition("@")
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", local)[:80].strip(".-")
    plain = safe == local and safe.casefold().partition(".")[0] not in ("con", "prn", "aux", "nul")
    suffix = f"@{domain}" if plain and re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", domain) and len(domain) < 80 else ""
    return f"{safe}{suffix or '-' + sha256(bare.encode('utf-8', 'replace')).hexdigest()[:16]}.eml"


@mutable
class SmtpPostman:
    """Sends by SMTP: one connection for many letters, made again when the server hangs up.

    ``security`` is ``starttls``, ``tls`` or ``none``; ``timeout`` is in seconds; ``context`` replaces the platform's
    trust in certificates. The password is in no message, whatever the server answers. With a ``pace`` a letter waits
    for its time, up to ``longest_wait`` seconds; where it would take longer it goes later. A server that hangs up on
    :data:`MOST_LOST` letters in a row is left alone for the rest of the run.
    """

    host: str
    port: int
    security: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 30.0
    context: ssl.SSLContext | None = field(default=None, repr=False)
    pace: Pace | None = None
    longest_wait: float = 60.0
    clock: Callable[[], float] = field(default=time.time, repr=False)
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    _server: smtplib.SMTP | None = field(default=None, repr=False)
    _down: str = field(default="", repr=False)
    _lost: int = field(default=0, repr=False)

    @contextmanager
    def open(self) -> Iterator[SmtpPostman]:
        """Connect and log in; raises :class:`CannotDeliver` with the cause, the cure and no secret."""
        self._down, self._lost = "", 0
        self._connect()
        try:
            yield self
        finally:
            self._hang_up()

    def _connect(self) -> None:
        why: Diagnosis | None = None
        try:
            self._server = self._connected()
        except (OSError, smtplib.SMTPException, ValueError) as error:
            why = self._diagnosis(error)
        if why is not None:  # raised here, so that no exception with the password in its arguments hangs on this one
            raise CannotDeliver(self._where(), why)

    def _where(self) -> Server:
        return Server("smtp", self.host, self.port, self.security, self.timeout)

    def _diagnosis(self, error: Exception) -> Diagnosis:
        if isinstance(error, smtplib.SMTPResponseException):
            said, passing = f"{error.smtp_code} {self._shown(error.smtp_error)}", error.smtp_code < 500
            if isinstance(error, smtplib.SMTPAuthenticationError):
                return replace(login_refused(said, self._where(), self.user), passing=passing)
            return Diagnosis("protocol", f"it answers {said}", not_taken(said), passing)
        known = unreachable(error, self._where())
        if known is not None:
            return known
        words = self._shown(str(error) or error.__class__.__name__)
        if isinstance(error, smtplib.SMTPNotSupportedError):
            return login_refused(words, self._where(), self.user)
        if isinstance(error, UnicodeEncodeError):  # its words would tell a letter of the password
            return Diagnosis(
                "login", "it takes no letters beyond ASCII in user and password", "choose another password"
            )
        if isinstance(error, ValueError):
            return Diagnosis("settings", words, "say starttls (port 587) or tls (port 465)")
        return Diagnosis("connection", f"the connection was lost ({words})", ways_secured(self._where()), passing=True)

    def _connected(self) -> smtplib.SMTP:
        if self.security not in ("none", "starttls", "tls"):
            raise ValueError(f"security is {self.security!r}, not one of none, starttls, tls")
        context = self.context or ssl.create_default_context()
        if self.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=self.timeout, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=self.timeout)
        try:
            if self.security == "starttls":
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            server.close()
            raise
        return server

    def _hang_up(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            with suppress(OSError, smtplib.SMTPException):
                server.quit()
            server.close()

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:  # noqa: ARG002 - the Protocol's
        """Send one letter; a refusal for good (5xx) is told from one that may pass (4xx, a lost connection).

        A sender the server will not have is our trouble, not the letter's: such letters can go later.
        """
        if not _ADDRESS.fullmatch(to):
            return Delivery("refused", "its address is no mail address")
        if self._down:
            return Delivery("later", self._down, tried=False)
        wait = self.pace.wait(self.clock()) if self.pace is not None else 0.0
        if wait > self.longest_wait:
            return Delivery("later", f"no more than {self.pace} go to this server", tried=False)
        if wait > 0:
            self.sleep(wait)
        if self._server is None or self._server.sock is None:
            try:
                self._connect()
            except CannotDeliver as error:
                self._down = f"{_UNREACHABLE}: {error}"
                return Delivery("later", str(error), tried=False)
        assert self._server is not None
        if self.pace is not None:
            self.pace.note(self.clock())
        delivery = self._sent(self._server, sender, to, raw)
        self._lost = self._lost + 1 if self._server.sock is None else 0
        if self._lost >= MOST_LOST:
            self._down = f"the server hung up {self._lost} times in a row: {delivery.detail}"
        return delivery

    def _sent(self, server: smtplib.SMTP, sender: str, to: str, raw: bytes) -> Delivery:
        try:
            server.ehlo_or_helo_if_needed()
            options = []
            if not f"{sender}{to}".isascii():
                if not server.has_extn("smtputf8"):
                    return Delivery("refused", "its address has letters that the mail server cannot handle")
                options = ["SMTPUTF8", "BODY=8BITMIME"]
            server.sendmail(sender, [to], raw, options)
        except smtplib.SMTPRecipientsRefused as error:
            return self._answer(*error.recipients[to])
        except smtplib.SMTPSenderRefused as error:
            answer = self._answer(error.smtp_code, error.smtp_error)
            return Delivery("later", f"the server does not accept the sender {one_line(sender)}: {answer.detail}")
        except smtplib.SMTPResponseException as error:
            return self._answer(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            server.close()  # whatever state it is in: the next letter gets a connection of its own
            return Delivery("later", f"{error.__class__.__name__}: {self._shown(str(error))}")
        return Delivery("sent")

    def _answer(self, code: int, text: bytes | str) -> Delivery:
        words = self._shown(text)
        if 500 <= code < 600 and _NOT_FOR_US.search(words):
            return Delivery("later", f"the server takes no mail from us: {code} {words}; check [smtp] in magika.toml")
        return Delivery("refused" if 500 <= code < 600 else "later", f"{code} {words}")

    def _shown(self, text: bytes | str) -> str:
        """A server's words on one line, the password blotted out should it repeat it."""
        words = one_line(text.decode("utf-8", "replace") if isinstance(text, bytes) else text, 300)
        return words.replace(self.password, "***") if self.password else words
