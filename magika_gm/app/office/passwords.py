"""Passwords are kept as salted hashes; the code word printed on reports is not a secret of the account."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import unicodedata

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
