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
from magika_gm.engine.sheet.keyed_form import KEY_LENGTH

MARK_LENGTH = 4
"""Characters at the beginning of a reply token that tell the office which game it is of, and nobody who has no other
token of that game."""
UNMARKED_LENGTH = 16
"""Characters that are the secret, 80 bits; reports sent before tokens had a mark carry them alone."""
TOKEN_LENGTH = MARK_LENGTH + UNMARKED_LENGTH
MOST_TOKENS = 3
"""Reply addresses looked at in a mail."""


def reply_token(office: Office, game: str, seat: str, turn: int, run: str, address: str) -> str:
    """The token that lets the player at ``address`` order for a seat's ``turn``; ``run`` is when the turn before it
    was processed, as the store keeps it."""
    return mark_of(office, game) + secret_of(office, game, seat, turn, run, address)


def secret_of(office: Office, game: str, seat: str, turn: int, run: str, address: str) -> str:
    """What follows the mark in a token."""
    return office.keyed("reply token", game, seat, turn, run, address.casefold())[:UNMARKED_LENGTH]


def mark_of(office: Office, game: str) -> str:
    """What the tokens of a game begin with, so that one that is made up is held against no seats."""
    return office.keyed("game of a reply token", game)[:MARK_LENGTH]


def form_key(office: Office, game: str, seat: str, turn: int | None) -> str:
    """What the order form of a seat for a turn is known by where it comes back quoted in an answer."""
    return office.keyed("order form", game, seat, turn)[:KEY_LENGTH]


def secrets_for(office: Office, game: str, tokens: Iterable[str]) -> list[str]:
    """The secrets in those of the tokens that may be a game's: they bear its mark, or none."""
    mark = mark_of(office, game)
    return [one[-UNMARKED_LENGTH:] for one in tokens if len(one) == UNMARKED_LENGTH or one.startswith(mark)]


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
            if len(token) in (TOKEN_LENGTH, UNMARKED_LENGTH) and token.isalnum():
                found.append(token)
    return found[:MOST_TOKENS]
