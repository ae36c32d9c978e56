"""How many answers go out to those who proved nothing: per address, per domain, and in all.

They are counted in the outbox itself, so a restart forgets none of them. An address is counted in the form its mailbox
has: without capitals and without what follows a plus.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from magika_gm.app.office.office import stamp
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind

TO_STRANGERS = (MailKind.HINT, MailKind.SIGN_UP, MailKind.JOIN)
MOST_AN_ADDRESS = 3
"""In a day."""
MOST_A_DOMAIN = 20
"""In a day."""
MOST_AN_HOUR = 60
"""To all addresses together."""


def folded(address: str) -> str:
    """The mailbox an address is of: ``Ann.Bee+games@Example.org`` is ``ann.bee@example.org``."""
    local, _, domain = address.strip().casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain.rstrip('.')}"


def mailbox_answered(connection: Connection, address: str, now: datetime) -> bool:
    """Whether anything but reports went to a mailbox today, or too much to its domain or to all strangers."""
    o = t.outbox.c
    today = select(o.recipient).where(o.created_at > stamp(now - timedelta(days=1)), o.kind != MailKind.REPORT)
    mine = folded(address)
    if any(folded(recipient) == mine for recipient in connection.execute(today).scalars()):
        return True
    return bool(too_many(connection, address, now))


def too_many(connection: Connection, address: str, now: datetime) -> str:
    """Why no answer goes to somebody who proved nothing, or ""."""
    o = t.outbox.c
    since = stamp(now - timedelta(days=1))
    query = select(o.recipient, o.created_at).where(o.kind.in_(TO_STRANGERS), o.created_at > since)
    rows = connection.execute(query).all()
    to, hour = folded(address), stamp(now - timedelta(hours=1))
    if sum(row.created_at > hour for row in rows) >= MOST_AN_HOUR:
        return f"{MOST_AN_HOUR} answers went to strangers within an hour; no more are given"
    boxes = Counter(folded(row.recipient) for row in rows)
    if boxes[to] >= MOST_AN_ADDRESS:
        return f"{MOST_AN_ADDRESS} answers went to this address within a day; no more are given"
    domain = to.rpartition("@")[2]
    if sum(number for box, number in boxes.items() if box.rpartition("@")[2] == domain) >= MOST_A_DOMAIN:
        return f"{MOST_A_DOMAIN} answers went to {domain} within a day; no more are given"
    return ""
