"""Codes sent by mail to an address, to show that who answers reads it: random, stored as hashes, counted, and expiring.

A code is drawn when the mail that carries it is made; a mail that is made again, because it could not be sent, carries
a code of its own, and each of them is good.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.reply_tokens import same
from magika_gm.store import tables as t
from magika_gm.store.faults import count_of

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
