"""The reply address of a report: a secret a mail may carry instead of a password.

It is a keyed hash under the office's own secret (``Office.keyed``), so nothing needs to be stored, and whoever knows a
game's seed can make none. It is good for one seat, one turn, the player at the address it was sent to, and only as long
as the run of the game it was made in stands: a turn that is taken back and run again makes others. It never stands in a
log, a reason or a file name.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from magika_gm.app.office.office import Office

TOKEN_LENGTH = 16
"""Characters of a reply token: 80 bits."""
MOST_TOKENS = 3
"""Reply addresses looked at in a mail: each is held against every seat of the office."""


def reply_token(office: Office, game: str, seat: str, turn: int, run: str, address: str) -> str:
    """The token that lets the player at ``address`` order for a seat's ``turn``; ``run`` is when the turn before it
    was processed, as the store keeps it."""
    return office.keyed("reply token", game, seat, turn, run, address.casefold())[:TOKEN_LENGTH]


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
