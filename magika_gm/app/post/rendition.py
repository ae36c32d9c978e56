"""The office's own mails as HTML beside their text, in the hand of the reports: same words, a button, a keepsake."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import select

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.record.outgoing import OutgoingMail
from magika_gm.app.turns.editions import Edition, edition_of
from magika_gm.engine.seam.reports import Keepsakes
from magika_gm.reports.kit.words import button, note_html
from magika_gm.reports.templating import safe
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind

_FORM = re.compile(r"^ {4}SIGN-UP\n(?: {4}.*\n)*? {4}END$", re.MULTILINE)
"""The sign-up form an invitation brings, filled in as far as we can."""
_LONGEST_PREHEADER = 140


def html_of(office: Office, mail: OutgoingMail, text: str, address: str) -> str:
    """A mail that is no report as HTML. ``address`` is where an answer goes to; nothing is said that ``text`` does not
    say, but for an invitation's certificate and board, which its reader's final report shows."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    if mail.kind == MailKind.INVITE:
        before = (_keepsake(office, mail),)
        after = (_play_again(text, address),)
    elif mail.kind == MailKind.ACKNOWLEDGE:
        after = (_change_orders(office, mail, address),)
    return safe(note_html(mail.subject, preheader(text), text, after, before))


def preheader(text: str) -> str:
    """What an inbox shows beside the subject: the first words after the greeting."""
    parts = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    said = [part for part in parts if not (part.startswith("Dear ") and part.endswith(","))]
    first = said[0] if said else ""
    if len(first) <= _LONGEST_PREHEADER:
        return first
    return first[:_LONGEST_PREHEADER].rsplit(" ", 1)[0] + " …"


def _play_again(text: str, address: str) -> str:
    form = _FORM.search(text)
    if form is None:
        return ""
    body = "\n".join(line.strip() for line in form[0].splitlines())
    return button("Play again", address, "Sign-up", body)


def _change_orders(office: Office, mail: OutgoingMail, address: str) -> str:
    """Opens an answer with the orders as they were taken, to be changed: a later sheet replaces them whole."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        return ""
    s = t.sheets.c
    with office.store.reading() as connection:
        query = select(s.sheet).where(s.game == mail.game, s.turn == mail.turn, s.seat == mail.seat)
        sheet = connection.execute(query.order_by(s.revision.desc()).limit(1)).scalar()
    if not sheet:
        return ""
    subject = mail.subject.rpartition(": ")[0] or mail.subject
    # the address anybody may read: one that stands for the password must not lie in a text that is passed on
    head, _, orders = sheet.partition("\n")
    return button("Change these orders", address, f"{subject}, turn {mail.turn}", f"{head}\nPASSWORD \n{orders}")


def _keepsake(office: Office, mail: OutgoingMail) -> str:
    """The final report's certificate and board, for who has one: a player who left before has not."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        return ""
    with office.store.reading() as connection:
        processed = load_game(connection, mail.game).processed_at.isoformat()
    edition = _final_edition(office, mail.game, mail.turn, processed)
    report, forms = edition.reports.get(mail.seat), edition.system.reports
    return forms.keepsake(report) if report is not None and isinstance(forms, Keepsakes) else ""


_LAST: dict[tuple[Path, str, int, str], Edition] = {}
"""The final reports made last: the invitations of a game go out one after the other."""


def _final_edition(office: Office, game: str, turn: int, processed: str) -> Edition:
    """The last turn's reports, made once for all the invitations of a run; a turn run again makes others."""
    key = (office.root, game, turn, processed)
    if key not in _LAST:
        with office.store.reading() as connection:
            made = edition_of(office, connection, game, turn)
        _LAST.clear()
        _LAST[key] = made
    return _LAST[key]
