"""The chain of a game's turns as the store keeps it (``chain``): rows are added, never changed or removed.

Nonces and the keys of sheets are keyed hashes under the office's own secret, so that they need not be kept apart from
it, come out alike in a sample office, and can be told one game at a time.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, insert, select

from magika_gm.engine.chain import (
    NONCE,
    Binds,
    Link,
    LinkKind,
    before_all,
    binds_of,
    canonical,
    digest_of,
    standing,
)
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.database import office_secret
from magika_gm.store.faults import reading_of, unpacked


@record
class Kept:
    """A link with all that it was made of but the link before; ``content`` is the text that was hashed."""

    link: Link
    nonce: bytes
    content: str


def append(connection: Connection, game: str, seed_hash: str, content: Mapping[str, Any]) -> Link:
    """Add a link with this content (:mod:`~magika_gm.engine.chain`) to a game's chain."""
    c = t.chain.c
    last = connection.execute(select(c.nr, c.digest).where(c.game == game).order_by(c.nr.desc()).limit(1)).first()
    place, before = (last.nr + 1, last.digest) if last is not None else (0, before_all(seed_hash))
    text = canonical(content)
    nonce = _keyed(connection, f"chain|{game}|{place}|{before}|{text}")
    link = Link(int(content["turn"]), LinkKind(content["kind"]), digest_of(before, nonce, text))
    row = {
        "game": game,
        "nr": place,
        "turn": link.turn,
        "kind": link.kind.value,
        "nonce": nonce,
        "digest": link.digest,
        "content": zlib.compress(text.encode(), 9),
    }
    connection.execute(insert(t.chain), [row])
    return link


def load_chain(connection: Connection, game: str) -> list[Kept]:
    """The whole chain of a game; empty for one that an older version played to its last turn."""
    c = t.chain.c
    query = select(c.turn, c.kind, c.digest, c.nonce, c.content).where(c.game == game).order_by(c.nr)
    found = []
    for turn, kind, digest, nonce, content in connection.execute(query):
        with reading_of(f"game {game}, turn {turn}: its content in the chain of turns"):
            found.append(Kept(Link(turn, LinkKind(kind), digest), bytes(nonce), unpacked(content).decode()))
    return found


def announced(connection: Connection, game: str) -> Binds:
    """What a game's reports say that its hash stands for: what the link of turn 0 holds."""
    c = t.chain.c
    content = connection.execute(select(c.content).where(c.game == game, c.nr == 0)).scalar()
    with reading_of(f"game {game}, turn 0: its content in the chain of turns"):
        return binds_of(json.loads(unpacked(content))) if content else Binds.UNSAID


def links_at(connection: Connection, game: str, turn: int) -> tuple[Link, ...]:
    """The links that the reports of a turn tell: all up to its own, as they stood when it was played."""
    c = t.chain.c
    query = select(c.turn, c.kind, c.digest).where(c.game == game).order_by(c.nr)
    links = [Link(number, LinkKind(kind), digest) for number, kind, digest in connection.execute(query)]
    place = standing(links).get(turn)
    return () if place is None else tuple(links[: place + 1])


def sheet_key(connection: Connection, game: str, turn: int, seat: str) -> bytes:
    """The key of what a link holds of a seat's sheet."""
    return _keyed(connection, f"sheet|{game}|{turn}|{seat}")


def _keyed(connection: Connection, text: str) -> bytes:
    return blake2b(text.encode(), key=office_secret(connection), digest_size=NONCE).digest()
