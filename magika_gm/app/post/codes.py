"""Codes sent by mail to an address, to show that who answers reads it: random, stored as hashes, counted, and expiring.

A code is drawn when the mail that carries it is made; a mail that is made again, because it could not be sent, carries
a code of its own, and each of them is good.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.office import Office, stamp
from magika_gm.engine.sheet.offered import KEY_LENGTH
from magika_gm.store import tables as t
from magika_gm.store.faults import count_of

# The reply address of a report: a secret a mail may carry instead of a password.
#
# It is a keyed hash under the office's own secret (``Office.keyed``), so nothing needs to be stored, and whoever
# knows a game's seed can make none. It is good for one seat, one turn, the player at the address it was sent to, and
# only as long as the run of the game it was made in stands: a turn that is taken back and run again makes others. It
# never stands in a log, a reason or a file name.


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


LASTS = timedelta(days=3)
MOST_WRONG = 10
"""Wrong codes from an address after which what it was asked about is void."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""What nobody mistakes when he copies it: 32 signs, five bits each."""
_LENGTH = 12


class Purpose(StrEnum):
    """What a code confirms (``codes.purpose``); ``codes.subject`` is the row it is about."""

    ADDRESS = "address"
    """A change of address, from the old one."""
    NEW_ADDRESS = "new address"
    """The same, from the new one."""
    SIGN_UP = "sign-up"
    PASSWORD = "password"  # noqa: S105 - the word, not one
    """A new password; the row is the player."""
    WITHDRAW = "withdraw"
    """A sign-up given up; likewise."""


def new_code(office: Office, connection: Connection, purpose: Purpose, subject: int, asked: datetime) -> str:
    """Draw a code and keep its hash; it expires :data:`LASTS` after it was ``asked`` for."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    last = connection.execute(select(func.max(t.codes.c.id))).scalar() or 0
    row = {
        "id": last + 1,
        "purpose": purpose,
        "subject": subject,
        "hash": _hash(office, purpose, subject, code),
        "made_at": stamp(asked),
        "expires_at": stamp(asked + LASTS),
    }
    connection.execute(insert(t.codes), [row])
    return code


def use_code(
    office: Office, connection: Connection, purpose: Purpose, subjects: Iterable[int], code: str, now: datetime
) -> int | None:
    """The subject a code confirms, of those it may be about; used up with this. A wrong one is counted for all."""
    c = t.codes.c
    asked = list(subjects)
    open_ = (c.purpose == purpose, c.subject.in_(asked), c.used_at == "", c.expires_at > stamp(now))
    rows = connection.execute(select(c.subject, c.hash, c.wrong).where(*open_)).all()
    mine = [row for row in rows if same(row.hash, _hash(office, purpose, row.subject, code))]
    right = [row.subject for row in mine if count_of(row.wrong, f"the code of {purpose} {row.subject}") < MOST_WRONG]
    if not right:
        connection.execute(update(t.codes).where(*open_).values(wrong=c.wrong + 1))
        return None
    used = (c.purpose == purpose, c.subject == right[0])
    connection.execute(update(t.codes).where(*used).values(used_at=stamp(now)))
    return int(right[0])


def _hash(office: Office, purpose: Purpose, subject: int, code: str) -> str:
    return office.keyed("code", purpose, subject, code.casefold())
