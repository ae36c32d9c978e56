"""The chain of a game's turns: a digest of each turn's record that holds the one before, printed on every report.

A link is a hash of a secret nonce, the link before and the turn's content. So whoever has two reports sees whether what
lay between them was written anew; nobody can test a guess of an order against it before the nonces are told at the end;
and then anybody can make every link again. A turn that is taken back stays in the chain, with a link that says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any

from magika_gm.engine.plain import table
from magika_gm.engine.records import record

LENGTH = 40
"""Hexadecimal digits of a link: 160 bits of a SHA-256."""
NONCE = 32
"""Bytes of a nonce."""
VERSION = "magika-gm chain 1"


class Binds(StrEnum):
    """What the announced hash of a game's seed stands for, as every report says from turn 0 on."""

    UNSAID = ""
    """A game begun before reports said so."""
    BEGINNING = "beginning"
    """The seed was drawn, and hangs on all the game was begun with."""
    DICE = "dice"
    """The seed was named by hand."""


BOUND = {
    Binds.UNSAID: "",
    Binds.BEGINNING: "Seed drawn: its hash binds the beginning",
    Binds.DICE: "Seed named by hand: its hash binds the dice alone",
}
"""The same in words, beside the hash."""


class LinkKind(StrEnum):
    """What a link stands for."""

    PLAYED = "played"
    UNDONE = "undone"
    """A turn was taken back after it had been published."""
    REVIEWED = "reviewed"
    """A run of a turn was taken back in the game master's review, before any player had seen it."""


SAID = {LinkKind.PLAYED: "", LinkKind.UNDONE: " taken back", LinkKind.REVIEWED: " taken back in review"}
"""What a link is called on paper, after its turn."""


@record
class Link:
    """One link: the turn, what became of it, and the digest."""

    turn: int
    kind: LinkKind
    digest: str

    def __str__(self) -> str:
        return f"turn {self.turn}{SAID[self.kind]} {self.digest}"


@record
class OwnSheet:
    """A sheet as it was received for a turn, and the key that opens what the turn's link holds of it."""

    turn: int
    key: str
    sheet: str


@record
class Chain:
    """What a report tells of the chain: every link to its own turn; after the end its reader's own sheets too. And what
    the hash before the first link stands for."""

    links: tuple[Link, ...] = ()
    sheets: tuple[OwnSheet, ...] = ()
    binds: Binds = Binds.UNSAID

    @property
    def last(self) -> str:
        """The last link as it is printed in one line; "" where there is none."""
        return str(self.links[-1]) if self.links else ""

    def plain(self) -> dict[str, Any]:
        """As turn files have it."""
        return {
            **({"binds": self.binds.value} if self.binds else {}),
            "links": [{"turn": one.turn, "kind": one.kind.value, "digest": one.digest} for one in self.links],
            "sheets": [{"turn": one.turn, "key": one.key, "sheet": one.sheet} for one in self.sheets],
        }


NO_CHAIN = Chain()


def links_of(plain: Mapping[str, Any]) -> tuple[Link, ...]:
    """The links of a turn file's chain; raises KeyError, TypeError or ValueError if they are none."""
    return tuple(Link(int(one["turn"]), LinkKind(one["kind"]), str(one["digest"])) for one in plain["links"])


def binds_of(plain: Mapping[str, Any]) -> Binds:
    """What a turn file's chain says that the hash stands for; raises ValueError if that is nothing."""
    return Binds(plain.get("binds", ""))


_SPACE = re.compile(r"\s+")
_WORDS = {said: kind for kind, said in SAID.items()}
_PRINTED = re.compile(
    rf"\bturn (\d{{1,6}})({'|'.join(sorted(SAID.values(), key=len, reverse=True))}) ([0-9a-f]{{{LENGTH}}})\b"
)


def links_in(text: str) -> tuple[Link, ...]:
    """The links a report's text shows, in their order (each once; a report may show its last one twice)."""
    found = [Link(int(turn), _WORDS[said], digest) for turn, said, digest in _PRINTED.findall(_SPACE.sub(" ", text))]
    return tuple(dict.fromkeys(found))


def binds_in(text: str) -> Binds:
    """What a report's text says that the hash stands for."""
    words = _SPACE.sub(" ", text)
    return next((binds for binds, said in BOUND.items() if said and said in words), Binds.UNSAID)


def before_all(seed_hash: str) -> str:
    """What stands before the first link: a hash of what was announced when the game began."""
    return sha256(f"{VERSION}\n{seed_hash}".encode()).hexdigest()[:LENGTH]


def canonical(content: Mapping[str, Any]) -> str:
    """A content as it is hashed: JSON with sorted keys, nothing between, all but ASCII escaped."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def digest_of(before: str, nonce: bytes, content: str) -> str:
    """The link after ``before`` (hex): SHA-256 of nonce, link before, and content, its first 160 bits in hex."""
    if len(nonce) != NONCE:
        raise ValueError(f"a nonce has {NONCE} bytes, not {len(nonce)}")
    return sha256(nonce + bytes.fromhex(before) + content.encode()).hexdigest()[:LENGTH]


def sheet_digest(key: bytes, sheet: str) -> str:
    """What a link holds of a sheet as it was received: nobody can guess the sheet from it without the key."""
    if len(key) != NONCE:
        raise ValueError(f"a key has {NONCE} bytes, not {len(key)}")
    return sha256(key + sheet.encode()).hexdigest()


def played(
    turn: int,
    orders: Mapping[str, Sequence[str]],
    acts: Sequence[Any],
    digest: str,
    received: Mapping[str, str],
) -> dict[str, Any]:
    """The content of a turn's link: orders as played, the game master's acts, a digest of all that was told and
    rolled, and one of each seat's sheet as it was received."""
    return {
        "turn": turn,
        "kind": LinkKind.PLAYED.value,
        "orders": {seat: list(texts) for seat, texts in orders.items()},
        "acts": list(acts),
        "digest": digest,
        "received": dict(received),
    }


def begun(record: Mapping[str, Any], binds: Binds) -> dict[str, Any]:
    """The content of turn 0's link: a digest of what the game was begun with (a final turn file's ``record``), and what
    the hash binds. Where that was not said yet, it holds neither that nor what the seed was made of."""
    later = ("turns", "chain") if binds else ("commitment", "turns", "chain")
    said = {key: value for key, value in record.items() if key not in later}
    found = {"turn": 0, "kind": LinkKind.PLAYED.value, "begun": sha256(canonical(said).encode()).hexdigest()}
    return found | ({"binds": binds.value} if binds else {})


def taken_back(turn: int, kind: LinkKind) -> dict[str, Any]:
    """The content of a link by which a turn was taken back."""
    return {"turn": turn, "kind": kind.value}


def standing(links: Iterable[Link]) -> dict[int, int]:
    """Where in the chain each turn stands that was not taken back: its number → the place of its link."""
    found: dict[int, int] = {}
    for place, link in enumerate(links):
        if link.kind is LinkKind.PLAYED:
            found[link.turn] = place
        else:
            found.pop(link.turn, None)
    return found


def out_of_order(links: Sequence[Link]) -> str:
    """What is wrong with the order of links: turns follow one another, only the last is taken back. "" if nothing."""
    last: int | None = None
    for link in links:
        if link.kind is LinkKind.PLAYED:
            if last is not None and link.turn != last + 1:
                return f"turn {link.turn} follows turn {last}"
            last = link.turn
        else:
            if last is not None and link.turn != last:
                return f"turn {link.turn} was taken back after turn {last}"
            last = link.turn - 1
    return ""


_TABLE = table(
    links={
        "type": "array",
        "items": table(
            turn={"type": "integer", "minimum": 0},
            kind={"enum": [kind.value for kind in LinkKind]},
            digest={"type": "string", "pattern": f"^[0-9a-f]{{{LENGTH}}}$"},
        ),
    },
    sheets={
        "type": "array",
        "items": table(
            turn={"type": "integer", "minimum": 1},
            key={"type": "string", "pattern": f"^[0-9a-f]{{{2 * NONCE}}}$"},
            sheet={"type": "string"},
        ),
    },
)
SCHEMA: dict[str, Any] = {
    "description": "The chain of turns (docs/proofs.md): a digest of each turn up to this one, which holds the "
    "digest before it. Sheets are the reader's own, with the key of what their turn's digest holds of them, once the "
    "game is over. What the hash of the seed binds is left out in games begun before reports said it.",
    **_TABLE,
    "properties": {"binds": {"enum": [binds.value for binds in Binds if binds]}, **_TABLE["properties"]},
}
"""The JSON Schema of ``chain`` in every game's turn file."""
