"""Passwords are kept as salted hashes; the code word printed on reports is not a secret of the account."""

from __future__ import annotations

import hashlib
import hmac
import os

COST = 15
"""A guess costs 2 to the power of this, in steps of scrypt: some 80 ms and 32 MB. It stands in each hash."""
_OLD_COST = 12
"""Of hashes that do not name theirs."""
_R, _P = 8, 1


def hash_password(password: str) -> str:
    """A salted scrypt hash as text: ``scrypt15$salt$digest``."""
    salt = os.urandom(16)
    return f"scrypt{COST}${salt.hex()}${_digest(password, salt, COST)}"


def is_weak(stored: str) -> bool:
    """Whether a hash was made at a lower cost than new ones are; it is made anew when its password comes next."""
    return stored.startswith("scrypt") and _cost(stored) < COST


def check_password(password: str, stored: str) -> bool:
    """Whether a password belongs to a stored hash."""
    kind, _, rest = stored.partition("$")
    salt, _, digest = rest.partition("$")
    if not kind.startswith("scrypt") or not digest or not 0 < _cost(stored) <= _MOST_COST:
        return False
    return hmac.compare_digest(_digest(password, bytes.fromhex(salt), _cost(stored)), digest)


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
