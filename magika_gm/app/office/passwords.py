"""Passwords are kept as salted hashes; the code word printed on reports is not a secret of the account."""

from __future__ import annotations

import hashlib
import hmac
import os

_N, _R, _P = 2**12, 8, 1


def hash_password(password: str) -> str:
    """A salted scrypt hash as text."""
    salt = os.urandom(16)
    return f"scrypt${salt.hex()}${_digest(password, salt)}"


def check_password(password: str, stored: str) -> bool:
    """Whether a password belongs to a stored hash."""
    kind, _, rest = stored.partition("$")
    salt, _, digest = rest.partition("$")
    if kind != "scrypt" or not digest:
        return False
    return hmac.compare_digest(_digest(password, bytes.fromhex(salt)), digest)


def _digest(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.strip().encode(), salt=salt, n=_N, r=_R, p=_P, dklen=32).hex()


_WORDS = (
    "amber anchor birch bramble candle cedar cinder clover copper coral ember falcon fern flint granite harbor "
    "hazel heron holly indigo ivory jasper juniper kestrel lantern larch laurel lichen linden maple marble "
    "meadow moss nettle onyx opal otter pebble pewter quarry quartz raven reed russet saffron sage sorrel "
    "sparrow spruce thistle thorn tinder topaz umber velvet violet walnut willow yarrow"
).split()


def code_word(seed: bytes, letter: str) -> str:
    """A word for a seat, from the game's seed: printed on reports so that a player knows they are genuine."""
    digest = hashlib.blake2b(f"code word {letter}".encode(), key=seed[:64], digest_size=4).digest()
    return f"{_WORDS[digest[0] % len(_WORDS)]}-{_WORDS[digest[1] % len(_WORDS)]}"
