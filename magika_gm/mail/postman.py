"""Letters out: to an SMTP server, or as files where none is configured."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a letter: ``sent``, ``refused`` for good, or ``later`` (try again)."""

    state: str
    detail: str = ""


class Postman(Protocol):
    """Takes letters as bytes."""

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:
        """Deliver one letter."""


class CannotDeliver(Exception):
    """No letter can be delivered at all now: the server cannot be reached or refuses us."""


@dataclass(frozen=True, slots=True)
class FilePostman:
    """Writes each letter as an .eml file; the name follows from the Message-ID, so a repeat overwrites itself."""

    folder: Path

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:  # noqa: ARG002 - the Protocol's
        """Write the letter whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", message_id.strip("<>").partition("@")[0])[:80].strip(".-")
        path = self.folder / f"{stem or sha256(message_id.encode()).hexdigest()[:24]}.eml"
        part = path.with_suffix(".part")
        part.write_bytes(raw)
        part.replace(path)
        return Delivery("sent", str(path))


@dataclass(slots=True)
class SmtpPostman:
    """Sends by SMTP over one connection. The password is never shown."""

    host: str
    port: int
    security: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 30.0
    _server: smtplib.SMTP | None = field(default=None, repr=False)

    @contextmanager
    def open(self) -> Iterator[SmtpPostman]:
        """Connect and log in; raises :class:`CannotDeliver` with the cause and no secret."""
        try:
            self._server = self._connect()
        except (OSError, smtplib.SMTPException) as error:
            what = error.__class__.__name__ if isinstance(error, smtplib.SMTPAuthenticationError) else error
            raise CannotDeliver(f"mail server {self.host}:{self.port}: {what}; check [smtp] in magika.toml") from None
        try:
            yield self
        finally:
            try:
                self._server.quit()
            except (OSError, smtplib.SMTPException):
                self._server.close()
            self._server = None

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=self.timeout, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=self.timeout)
            if self.security == "starttls":
                server.starttls(context=context)
        if self.user:
            server.login(self.user, self.password)
        return server

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:  # noqa: ARG002 - the Protocol's
        """Send one letter; a refusal for good (5xx) is told from one that may pass (4xx, a lost connection)."""
        assert self._server is not None, "open() first"
        try:
            self._server.sendmail(sender, [to], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = error.recipients[to]
            return _answer(code, text)
        except smtplib.SMTPResponseException as error:
            return _answer(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            return Delivery("later", f"{error.__class__.__name__}: {error}"[:200])
        return Delivery("sent")


def _answer(code: int, text: bytes | str) -> Delivery:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Delivery("refused" if code >= 500 else "later", f"{code} {' '.join(words.split())}"[:200])
