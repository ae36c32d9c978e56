"""The mail server of the soak: it takes what the office sends, and fails as mail servers do; it forgets nothing.

Every letter it takes is noted with the connection it came by, so that afterwards each repetition can be shown to have
been in flight: the last letter of a connection that broke off, or one taken while the database was away.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from queue import SimpleQueue
from typing import Any

from aiosmtpd.smtp import SMTP


@dataclass(slots=True)
class Line:
    """A connection: whether its end was said (QUIT), when it ended, and the last letter that came by it."""

    last: str = ""
    quit: bool = False
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class Taken:
    """A letter that was taken."""

    message_id: str
    at: float
    line: Line


@dataclass
class Letters:
    """What the server took and what it answered. ``chances``: of each fault, by letter."""

    chances: dict[str, float]
    seed: int = 0
    port: int = 0
    taken: list[Taken] = field(default_factory=list)
    put_off: int = 0
    refused: set[str] = field(default_factory=set)
    """Message-IDs it would not have, for good."""
    cut: int = 0
    arrived: SimpleQueue[bytes] = field(default_factory=SimpleQueue)
    """The letters, once each, for those they are meant for."""
    _known: set[str] = field(default_factory=set)
    _rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def _chance(self, name: str) -> bool:
        return self._rng.random() < self.chances.get(name, 0.0)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self._chance("later"):
            self.put_off += 1
            return "451 4.7.1 greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_QUIT(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        server.line.quit = True
        return "221 bye"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        raw = envelope.content
        message_id = str(_headers(raw)["Message-ID"])
        if message_id in self.refused or self._chance("never"):
            self.refused.add(message_id)
            return "554 5.7.1 not wanted here"
        if self._chance("busy"):
            self.put_off += 1
            return "452 4.3.1 the disk is full, try again later"
        if self._chance("lost"):
            self.put_off += 1
            server.transport.abort()
            return "451 gone"
        server.line.last = message_id
        self.taken.append(Taken(message_id, time.time(), server.line))
        if message_id not in self._known:
            self._known.add(message_id)
            self.arrived.put(raw)
        if self._chance("cut"):  # it was taken, and the answer never came
            self.cut += 1
            server.transport.abort()
        return "250 taken"


def _headers(raw: bytes) -> Any:
    head, _, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return message_from_bytes(head + b"\n\n", policy=policy.default)


class _Session(SMTP):
    """One connection, whose end is noted."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.line = Line()

    def connection_lost(self, error: Exception | None) -> None:
        self.line.lost = time.time()
        super().connection_lost(error)


@contextmanager
def serving(letters: Letters, address: str) -> Iterator[Letters]:
    """Serve on an address, in a thread of its own."""
    loop = asyncio.new_event_loop()

    def session() -> SMTP:
        return _Session(letters, hostname="post.example", loop=loop, data_size_limit=50_000_000)

    listening = loop.run_until_complete(loop.create_server(session, address, 0))
    letters.port = listening.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield letters
    finally:
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(_close(listening), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _close(listening: asyncio.Server) -> None:
    listening.close()
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def repeated(letters: Letters, away: list[tuple[float, float]]) -> tuple[int, list[str]]:
    """How many letters came more than once, and those of them that had no right to.

    ``away``: from when to when the database was away.
    """
    times: dict[str, list[Taken]] = {}
    for one in letters.taken:
        times.setdefault(one.message_id, []).append(one)
    wrong, count = [], 0
    for message_id, found in times.items():
        count += len(found) - 1
        for one in found[:-1]:
            broke = one.line.last == message_id and not one.line.quit
            no_database = any(first - 1 <= one.at <= last + 5 for first, last in away)
            if not broke and not no_database:
                wrong.append(message_id)
    return count, wrong
