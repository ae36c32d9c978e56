"""How many answers go out to those who proved nothing: per address, per domain, and in all.

They are counted in the outbox itself, so a restart forgets none of them. An address is counted in the form its mailbox
has: without capitals and without what follows a plus.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from magika_gm.app.enrolment.signup_form import has_form
from magika_gm.app.office.doors import concerns_all
from magika_gm.app.office.office import stamp
from magika_gm.app.post.commands import OF_A_GAME
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.whose import likely_games
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind

TO_STRANGERS = (MailKind.HINT, MailKind.RULES, MailKind.SIGN_UP, MailKind.JOIN)
MOST_AN_ADDRESS = 3
"""In a day."""
MOST_A_DOMAIN = 20
"""In a day."""
MOST_AN_HOUR = 60
"""To all addresses together."""


def folded(address: str) -> str:
    """The mailbox an address is of: ``Ann.Bee+games@Example.org`` is ``ann.bee@example.org``."""
    local, _, domain = compared(address).rpartition("@")
    return f"{local.casefold().partition('+')[0]}@{domain}"


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


# What mails may be about, so that those that may be about the same are judged in the order they came in.


def keys_of(connection: Connection, mail: Mail) -> set[str]:
    """What a mail may be about: no two mails that have one of these in common are judged at the same time, or in
    another order than they came in.

    Orders and questions about one game are about that game. Whatever else there may be in a mail (a new address, a
    sign-up, sheets for several games, prose) is about its sender too, and about every game he plays in.
    """
    try:
        named = {one.sheet.game.casefold() for one in mail.contents.read() if one.sheet.game}
        asked = all(command.name in OF_A_GAME for command in mail.contents.commands)
        form = any(has_form(text.text) for text in mail.contents.texts)
        if len(named) == 1 and asked and not form and mail.bounce is None and not mail.why_aside:
            return {f"game {game}" for game in named}
        with connection.begin_nested():  # a question that fails would take those after it along (PostgreSQL)
            games = {name.casefold() for name in likely_games(connection, mail)}
    except Exception as error:
        if concerns_all(error):
            raise
        named, games = set(), set()
    return {f"from {folded(mail.sender)}", *(f"game {game}" for game in named | games)}
