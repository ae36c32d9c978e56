"""Secrets a mail may carry instead of a password: the reply address of a report, the code for a change of address.

Both are keyed hashes of the game's secret seed, so nothing needs to be stored. A reply address is good for one mage,
one turn and the player at the address it was sent to; neither it nor a code ever stands in a log, a reason or a file
name.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable
from hashlib import blake2b, sha256

TOKEN_LENGTH = 16
"""Characters of a reply token: 80 bits."""
CODE_LENGTH = 10
MOST_TOKENS = 3
"""Reply addresses looked at in a mail: each is held against every seat of the office."""


def _keyed(seed: bytes, purpose: str, *words: object) -> str:
    key = blake2b(purpose.encode(), key=seed[:64], digest_size=32).digest()
    text = "\0".join(map(str, words)).encode("utf-8", "replace")
    return b32encode(hmac.new(key, text, sha256).digest()).decode().lower()


def reply_token(seed: bytes, game: str, letter: str, turn: int, address: str) -> str:
    """The token that lets the player at ``address`` order for a mage's ``turn``."""
    return _keyed(seed, "reply token", game, letter, turn, address.casefold())[:TOKEN_LENGTH]


def change_code(seed: bytes, change: int, old: str, new: str, asked_at: str) -> str:
    """The code that confirms a change of address."""
    return _keyed(seed, "change of address", change, old, new, asked_at)[:CODE_LENGTH]


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def reply_address(office: str, token: str) -> str:
    """``gm+token@example.org``: mail servers deliver what follows the plus to the address before it (RFC 5233)."""
    local, _, domain = office.rpartition("@")
    return f"{local}+{token}@{domain}"


def tokens_in(addresses: Iterable[str], office: str) -> list[str]:
    """The reply tokens in the addresses a mail was sent to."""
    local, _, domain = office.casefold().rpartition("@")
    found = []
    for address in addresses:
        own, _, at = address.casefold().rpartition("@")
        if at == domain and own.startswith(f"{local}+"):
            token = own[len(local) + 1 :]
            if len(token) == TOKEN_LENGTH and token.isalnum():
                found.append(token)
    return found[:MOST_TOKENS]
