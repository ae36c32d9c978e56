"""Passwords are kept as salted hashes, co-masters' keys as digests; the code word printed on reports is not a secret of
the account."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.engine.records import record
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.whole_files import write_whole

COST = 15
"""A guess costs 2 to the power of this, in steps of scrypt: some 80 ms and 32 MB. It stands in each hash."""
_OLD_COST = 12
"""Of hashes that do not name theirs."""
_R, _P = 8, 1


_QUOTES = dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`\u02bc"), "'") | dict.fromkeys(
    map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'
)
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0x00AD, 0xFE58, 0xFE63], "-")
_UNSEEN = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])
_DECORATED = re.compile(r"([*_]{1,3})(.+)\1")


def folded(password: str) -> str:
    """A password without what keyboards and mail programs make of it: Unicode's forms, curly quotes, dashes, blanks,
    and stars or underscores about it (bold, italics)."""
    text = unicodedata.normalize("NFKC", password.translate(_UNSEEN | _QUOTES | _DASHES)).translate(_QUOTES | _DASHES)
    text = " ".join(text.split())
    decorated = _DECORATED.fullmatch(text)
    return decorated[2].strip() if decorated else text


def hash_password(password: str) -> str:
    """A salted scrypt hash, as text, of a password as it is :func:`folded`: ``scrypt15$salt$digest``."""
    salt = os.urandom(16)
    return f"scrypt{COST}${salt.hex()}${_digest(folded(password), salt, COST)}"


def is_weak(stored: str) -> bool:
    """Whether a hash was made at a lower cost than new ones are; it is made anew when its password comes next."""
    return stored.startswith("scrypt") and _cost(stored) < COST


def check_password(password: str, stored: str) -> bool:
    """Whether a password belongs to a stored hash; those made before passwords were folded are still good."""
    kind, _, rest = stored.partition("$")
    salt, _, digest = rest.partition("$")
    if not kind.startswith("scrypt") or not digest or not 0 < _cost(stored) <= _MOST_COST:
        return False
    tries = dict.fromkeys((folded(password), password.strip()))
    return any(hmac.compare_digest(_digest(one, bytes.fromhex(salt), _cost(stored)), digest) for one in tries)


_MOST_COST = 17


def _cost(stored: str) -> int:
    said = stored.partition("$")[0].removeprefix("scrypt")
    return int(said) if said.isdecimal() else 0 if said else _OLD_COST


def _digest(password: str, salt: bytes, cost: int) -> str:
    memory = 2 * 128 * _R * 2**cost
    return hashlib.scrypt(password.strip().encode(), salt=salt, n=2**cost, r=_R, p=_P, dklen=32, maxmem=memory).hex()


_WORDS = (
    "amber anchor birch bramble candle cedar cinder clover copper coral ember falcon fern flint granite harbor "
    "hazel heron holly indigo ivory jasper juniper kestrel lantern larch laurel lichen linden maple marble "
    "meadow moss nettle onyx opal otter pebble pewter quarry quartz raven reed russet saffron sage sorrel "
    "sparrow spruce thistle thorn tinder topaz umber velvet violet walnut willow yarrow"
).split()


def code_word(seed: bytes, seat: str) -> str:
    """A word for a seat, from the game's seed: printed on reports so that a player knows they are genuine."""
    digest = hashlib.blake2b(f"code word {seat}".encode(), key=seed[:64], digest_size=4).digest()
    return f"{_WORDS[digest[0] % len(_WORDS)]}-{_WORDS[digest[1] % len(_WORDS)]}"


# Co-masters: who else gives commands in an office, each with a key that proves whose a command in the log is.

CO_MASTERS = "co-masters.json"
"""In an office's folder, for its owner's eyes alone; of a key, which is drawn at random, it has the digest."""
LONGEST_NAME = 40


@record
class CoMaster:
    """``since``: when the key was made, as ISO 8601 has it."""

    name: str
    since: str
    digest: str


def co_masters(root: Path) -> dict[str, CoMaster]:
    """All of an office, by name in lower case; raises :class:`OfficeError` for a file that is damaged."""
    path = root / CO_MASTERS
    if not path.is_file():
        return {}
    try:
        told = [
            CoMaster(**{n: str(one[n]) for n in ("name", "since", "digest")}) for one in json.loads(path.read_bytes())
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise OfficeError(f"{path}: it is damaged; take it from a backup, or delete it and give keys anew") from error
    return {one.name.casefold(): one for one in told}


def add_co_master(root: Path, name: str, now: datetime) -> str:
    """A key for a co-master, who has none so far; told once and kept nowhere."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise OfficeError(f"a co-master's name has 1 to {LONGEST_NAME} characters")
    known = co_masters(root)
    if name.casefold() in known:
        raise OfficeError(f"{known[name.casefold()].name} has a key; to give another: magika-gm co-master remove first")
    key = secrets.token_urlsafe(24)
    new = CoMaster(name=name, since=now.astimezone(UTC).isoformat(timespec="seconds"), digest=_key_digest(key))
    _keep(root, known | {name.casefold(): new})
    return key


def remove_co_master(root: Path, name: str) -> CoMaster:
    """Whose key opens nothing from now on."""
    known = co_masters(root)
    gone = known.pop(" ".join(name.split()).casefold(), None)
    if gone is None:
        near = did_you_mean(nearest(name, [one.name for one in known.values()], 2, loose=True))
        raise OfficeError(f"there is no co-master {name!r}; {near or 'magika-gm co-master list tells who there is'}")
    _keep(root, known)
    return gone


def _name_proved(root: Path, said: str, key: str) -> str:
    """Whose name stands in the log: a key's owner; else who is named, if that is no co-master, whose key must be there.

    Raises :class:`OfficeError` for a key nobody has, and for a name that is another's than the key's.
    """
    known = co_masters(root)
    if not key:
        if said.casefold() in known:
            raise OfficeError(f"{said} is a co-master: give the key (MAGIKA_KEY, or --key-file)")
        return said
    found = next((one.name for one in known.values() if secrets.compare_digest(one.digest, _key_digest(key))), "")
    if not found:
        raise OfficeError(
            "the key (MAGIKA_KEY, --key-file) is no co-master's; magika-gm co-master list tells who there is"
        )
    if said and said.casefold() != found.casefold():
        raise OfficeError(f"the key is {found}'s, not {said}'s")
    return found


def _key_digest(key: str) -> str:
    return hashlib.sha256(key.strip().encode("utf-8", "surrogateescape")).hexdigest()


def _keep(root: Path, known: Mapping[str, CoMaster]) -> None:
    told = [{"name": one.name, "since": one.since, "digest": one.digest} for one in known.values()]
    write_whole(root / CO_MASTERS, (json.dumps(told, indent=1) + "\n").encode(), private=True)


MASTERS_OWN = frozenset(
    {"co-master add", "co-master remove", "init", "restore", "move-office", "cancel-game", "player --erase"}
)
"""Commands no co-master's key is good for."""


def proved(root: Path, key: str, told: Mapping[str, Any]) -> str:
    """Who gives a command, as the log has it: raises :class:`OfficeError` for a key or name that is not good for it."""
    command = told["command"] + (" --erase" if told["command"] == "player" and "erase" in told["given"] else "")
    if key and command in MASTERS_OWN:  # whosever it is: there may be no office yet
        raise OfficeError(f"{command} is the game master's own: no key (MAGIKA_KEY, --key-file) is good for it")
    return _name_proved(root, told["who"], key)
