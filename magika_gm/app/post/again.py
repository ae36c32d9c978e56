"""Whether a mail came before: the same bytes, or another copy of one that was believed.

A copy may have come cut off, so that a name and a sender alone say nothing: what both say is held against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select

from magika_gm import games
from magika_gm.app.office.office import Office
from magika_gm.app.post.contents import Mail, MailContents, mail_of
from magika_gm.engine.sheet.sheet import write_sheet
from magika_gm.mail.parsing import Budget, decode
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Credential, Outcome

# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_I = t.inbox.c
# who writes in another's name could use up the Message-ID that one's next mail will have
_BELIEVED = or_(*(_I.proof.startswith(kind) for kind in (Credential.PASSWORD, Credential.REPLY_ADDRESS)))
_AGAIN = (_I.message_id == bindparam("name")) & (_I.sender == bindparam("from_whom")) & _BELIEVED
_MOST_BEFORE = 5
"""Mails of one name and sender, the newest, that a mail is held against; mail servers write two or three."""
_KNOWN = (
    select(_I.digest, _I.outcome, _I.path, _I.game, _I.turn, _I.seat, _I.received_at)
    .where((_I.digest == bindparam("bytes")) | _AGAIN)
    .order_by(_I.digest != bindparam("bytes"), _I.id.desc())
    .limit(_MOST_BEFORE)
)
_SECONDS = 0.4
"""Of a processor, for all that is opened once more to be held against one mail; an honest mail needs a tenth of it."""
_S = t.sheets.c
_MINE = (_S.game == bindparam("in_game")) & (_S.turn == bindparam("at_turn")) & (_S.seat == bindparam("of_seat"))
_ITS = (_S.message_id == bindparam("name")) & (_S.received_at == bindparam("came"))
_FAULTS = select(_S.faults).where(_MINE, _ITS, _S.faults > 0)
_HALF = 3
"""Characters that half a character may be read as."""


def came_before(office: Office, connection: Connection, mail: Mail) -> bool:
    """Whether a message was taken in before, or a believed one of the same sender and name that it says no more than.

    One that says something else is new, unless what came before was whole and without fault, and it says no more than
    that; a copy that is cut off is never new where a whole one came.
    """
    names = {"bytes": mail.digest, "name": mail.message_id, "from_whom": mail.sender}
    rows = connection.execute(_KNOWN, names).all()
    budget = Budget(_SECONDS)
    return any(row.digest == mail.digest or _is_copy(office, connection, row, mail, budget) for row in rows)


def _is_copy(office: Office, connection: Connection, row: Any, mail: Mail, budget: Budget) -> bool:
    """Whether a mail is the one of a row of the inbox once more, both of one sender and name."""
    asked = {"in_game": row.game, "at_turn": row.turn, "of_seat": row.seat, "came": row.received_at}
    faulty = connection.execute(_FAULTS, asked | {"name": mail.message_id}).first()
    taken = row.outcome == Outcome.ACCEPTED and faulty is None
    if row.path not in mail.earlier:
        mail.earlier[row.path] = _as_it_came(office, row.path, budget)
    before = mail.earlier[row.path]
    if before is None:  # it lies on another machine, is gone, or would cost too much once more
        return taken
    said, now = _said(before), _said(mail.contents)
    if said == now or (not _whole(mail.contents) and _is_cut(mail.contents, before)):
        return True
    return taken and _whole(before) and not said < now  # more: several sheets, of which the first came alone


def _is_cut(contents: MailContents, whole: MailContents) -> bool:
    """Whether the texts of a mail are the beginning of those of another."""
    pairs = zip(contents.texts, whole.texts, strict=False)
    return len(contents.texts) <= len(whole.texts) and all(_begins(one.text, text.text) for one, text in pairs)


def _begins(text: str, whole: str) -> bool:
    """Whether a text, whose last character may be half of one, is the beginning of another.

    A command is taken out of a text, what a cut left of one is not.
    """
    (*before, last), there = text.rstrip().split("\n"), whole.split("\n")
    at = len(before)
    if len(text) >= len(whole) or there[:at] != before or len(there) <= at:
        return False
    return not there[at] or there[at].startswith(last[: max(len(last) - _HALF, 0)])


def _as_it_came(office: Office, name: str, budget: Budget) -> MailContents | None:
    path = office.came(name)
    try:
        if path is None or not path.is_file():
            return None
        raw = path.read_bytes()
    except OSError:
        return None
    typed = Incoming(None, decode(raw)[0], name) if name.endswith(".txt") else Incoming(raw, None, name)
    mail = mail_of(typed, "", office.settings.text("office", "email"), budget)
    return None if mail.why_aside else mail.contents


def _said(contents: MailContents) -> frozenset[str]:
    """What a mail asks for: its sheets, without the password, and commands; of one that has neither, its words."""
    asked = frozenset(" ".join(command[:2]) for command in contents.commands)
    return frozenset(_sheets(contents)) | asked or frozenset({contents.own_words})


def _sheets(contents: MailContents) -> Iterator[str]:
    for one in contents.read():
        faults = (fault.reason for fault in one.sheet.faults)
        yield "\n".join([write_sheet(replace(one.sheet, password=""), games.any_sheet()), *faults])


def _whole(contents: MailContents) -> bool:
    """Whether a mail has sheets, each of them read to its END without fault."""
    sheets = contents.read()
    return bool(sheets) and all(one.sheet.closed and not one.sheet.faults for one in sheets)
