"""Databases' URLs: which there are, and what of one is ever shown. Nothing else prints one, or a part of one.

A password may stand in a URL in more than one place: before the host, and in what follows the question mark.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from magika_gm.store.faults import StoreError

URLS = "write sqlite:///magika.sqlite3 or postgresql+psycopg://user@host/database"
NOT_SHOWN = "a URL that cannot be read, and so is not shown,"
PLACES = frozenset({"host", "hostaddr", "port", "dbname"})
"""What may be told of the words behind the question mark: where the server is, as in the URL before it."""
OPEN = PLACES | {
    "user", "sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding", "target_session_attrs", "passfile",
    "service", "application_name", "connect_timeout", "keepalives", "client_encoding", "gssencmode",
}  # fmt: skip
"""Words behind the question mark that say nothing others may not see: they may stand on a command line."""
_FILE = "sqlite:///"
_DRIVERS = ("postgresql", "postgresql+psycopg")
_ROWS = re.compile(r"(?s)\s*^DETAIL: .*?(?=^HINT: |^CONTEXT: |\Z)", re.MULTILINE)
"""A row that could not be written, as a server shows it with all that is in it."""
_HOST = re.compile(r"[A-Za-z0-9._-]*|[0-9A-Fa-f:.]+(?:%[A-Za-z0-9]+)?")
_NAME = re.compile(r"[\w.$ -]*")


def sqlite_file(url: str) -> Path | None:
    """The file an office's database is; None for one on a server."""
    return Path(url.removeprefix(_FILE)) if url.startswith(_FILE) and "?" not in url else None


def read_url(url: str | URL) -> URL:
    """A URL of a file of SQLite's or of a database on a PostgreSQL server; :class:`StoreError` for any other.

    One that can be read in two ways (a password with an ``@`` in it) is none: part of it would be taken for a host.
    Behind the question mark stand words the server's own library (libpq) knows.
    """
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        found = None
    if found is None or not (_on_server(found) or _in_file(found)):
        escaped = "; signs like @ : / ? in a password are written %40 %3A %2F %3F" if "@" in str(url) else ""
        raise StoreError(f"{NOT_SHOWN} is no database's URL: {URLS}{escaped}")
    return found


def _on_server(url: URL) -> bool:
    if url.drivername not in _DRIVERS or not _HOST.fullmatch(url.host or "") or not _NAME.fullmatch(url.database or ""):
        return False
    if not url.query:
        return True
    try:
        from psycopg.pq import Conninfo
    except ImportError:
        return True  # it is told what is to be installed
    return set(url.query) <= {option.keyword.decode() for option in Conninfo.get_defaults()}


def _in_file(url: URL) -> bool:
    return url.drivername == "sqlite" and url == URL.create("sqlite", database=url.database) and bool(url.database)


def shown_url(url: str | URL) -> str:
    """A database's URL as it may be told: its kind, host, port and name. Who asks, and what follows a question mark,
    is left out, and of what is no URL all."""
    try:
        found = read_url(url)
    except StoreError:
        return NOT_SHOWN.rstrip(",")
    if found.drivername == "sqlite":
        return f"{_FILE}{found.database}"
    place = URL.create(found.drivername, host=found.host, port=found.port, database=found.database)
    return place.render_as_string()


def has_secret(url: str) -> bool:
    """Whether a URL says more than where a database is and who asks: on a command line everybody could read it."""
    try:
        found = read_url(url)
    except StoreError:
        return "@" in url or "?" in url
    return found.password is not None or not set(found.query) <= OPEN


def conceal(error: BaseException | None, url: URL) -> None:
    """Take a URL's secrets, and the rows a server shows, out of what an error says, and those it came of: it may be
    told, logged or kept."""
    while error is not None:
        error.args = tuple(
            concealed(_ROWS.sub("", word), url) if isinstance(word, str) else word for word in error.args
        )
        error = error.__cause__ or error.__context__


class Discreet(logging.Formatter):
    """Writes a log's lines, tracebacks of libraries among them, without the secrets of a URL."""

    def __init__(self, form: str, url: str) -> None:
        super().__init__(form)
        self.url = url

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        return concealed(super().format(record), read_url(self.url))


def concealed(text: str, url: URL) -> str:
    """What a server or its library says, without what it says of a URL's secrets."""
    given = [found for key, found in url.query.items() if key not in PLACES]
    words = [word for one in given for word in ((one,) if isinstance(one, str) else one)]
    words += [word for word in (url.username, url.password) if word]
    every = {form for word in words for form in (word, quote(word, safe="")) if word}
    for word in sorted(every, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
    return text
