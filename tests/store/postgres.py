"""A private PostgreSQL server for tests: in a folder of its own, reached through a socket there and by nothing else."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

_numbers = count(1)


def programs() -> Path | None:
    """Where ``initdb`` and ``postgres`` are; Debian keeps them out of the search path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def _user() -> str | None:
    """Who the server runs as: it refuses to be root."""
    if os.getuid():
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Server:
    """A running server; every test asks it for an empty database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://magika@/{name}?host={self.folder}"

    def connect(self, name: str) -> psycopg.Connection:
        """A connection of its own to a database, each statement a transaction."""
        import psycopg

        return psycopg.connect(f"host={self.folder} user=magika dbname={name}", autocommit=True)

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"office{next(_numbers)}"
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def copy(self, template: str, name: str) -> str:
        """The URL of a copy of a database nobody is connected to."""
        with self.connect("postgres") as connection:
            # file by file takes a fifth of the time row by row takes, and is the only way there was before version 15
            way = " STRATEGY file_copy" if connection.info.server_version >= 150000 else ""
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}{way}".encode())
        return self.url(name)


def _memory() -> str | None:
    """Where files are kept in memory, if there is room: databases made and thrown away need no disk."""
    place = Path("/dev/shm")
    return str(place) if place.is_dir() and shutil.disk_usage(place).free > 4e9 else None


@contextmanager
def running(place: Path, other: Mapping[str, object] | None = None, folder: Path | None = None) -> Iterator[Server]:
    """Make a cluster, start it, stop it and throw it away; ``other`` options of the server, or the ``folder`` of a
    cluster that is there already, which stays.
    """
    user = _user()
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
    here, data = folder, folder
    try:
        if here is None or data is None:
            here = Path(tempfile.mkdtemp(prefix="magika-postgres-", dir=_memory()))
            data = here / "data"
            if user is not None:
                shutil.chown(here, user)
            made = [str(place / "initdb"), "-D", str(data), "-U", "magika", "-A", "trust", "-E", "UTF8", "--no-sync"]
            subprocess.run(made, check=True, user=user, env=env, cwd=here, capture_output=True)
        options = {"listen_addresses": "", "unix_socket_directories": here, "fsync": "off", "max_connections": 100,
                   "shared_buffers": "64MB", "full_page_writes": "off", "wal_level": "minimal",
                   "max_wal_senders": 0, **(other or {})}  # fmt: skip
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (here / "log").open("wb") as log:
            server = subprocess.Popen(
                [place / "postgres", "-D", data, *words], user=user, env=env, cwd=here, stdout=log, stderr=log
            )
        try:
            _wait(here, server)
            yield Server(here)
        finally:
            server.send_signal(signal.SIGINT)  # at once, whoever is connected
            server.wait(30)
    finally:
        if folder is None and here is not None:
            shutil.rmtree(here, ignore_errors=True)


def _wait(folder: Path, server: subprocess.Popen[bytes]) -> None:
    import time

    import psycopg

    for _ in range(300):
        if server.poll() is not None:
            break
        try:
            psycopg.connect(f"host={folder} user=magika dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise RuntimeError((folder / "log").read_text("utf-8", "replace"))
