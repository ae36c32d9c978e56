"""Order mail in: messages opened, judged, kept and taken out of the mailbox, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from magika_gm.app.office.doors import Deadly, concerns_all, in_hand, in_words, keep_traceback
from magika_gm.app.office.office import Office, path_name, stamp
from magika_gm.app.office.passwords import check_password
from magika_gm.app.post.contents import Mail, mail_of, sheets_apart, unread, without_head
from magika_gm.app.post.credentials import tokens_in
from magika_gm.app.post.judging import MOST_APART, decide_mail, ticket_with
from magika_gm.app.post.order_desk import Received, Worlds
from magika_gm.app.post.whose import Nobody, came_before, find_whose, keys_of, likely_games
from magika_gm.mail.readers import Incoming, UnreadableSource
from magika_gm.store import tables as t
from magika_gm.store.database import LONGEST_MOMENT, TooMuch
from magika_gm.store.faults import Held
from magika_gm.store.vocabulary import Outcome, Settled
from magika_gm.whole_files import make_folder, write_whole

__all__ = ["Received", "ingest", "keep_copies", "mark_of", "opened", "received", "settled"]
# made once: to put a question together takes longer than to ask it
_I = t.inbox.c
_SAME = select(_I.id).where(_I.digest == bindparam("bytes"))
_NOTE = insert(t.inbox).inline()


def ingest(office: Office, incoming: Iterable[Incoming], now: datetime) -> Iterable[Received]:
    """Take messages in one by one, each in a transaction of its own; ``settle`` is called once it is committed.

    Whatever one of them sets off, those behind it are taken in. Raises what concerns them all: a database that is gone,
    a mailbox that cannot be read.
    """
    worlds: Worlds = {}
    left: set[str] = set()
    for item in incoming:
        done = came_whole(office, item) or received(office, opened(office, item), now, worlds, left)
        yield settled(office, item, done)


def came_whole(office: Office, item: Incoming) -> Received | None:
    """What is told of a message whose very bytes were taken in before, None of any other.

    It is not opened: in a mailbox whose marks were lost, or an mbox that only grows, nearly all are such.
    """
    if item.raw is None:
        return None
    try:
        with office.store.reading() as connection:
            known = connection.execute(_SAME, {"bytes": sha256(item.raw).hexdigest()}).first()
    except Exception as error:
        if concerns_all(error):
            raise
        return None  # whatever is wrong is told where it is judged
    return None if known is None else _known(item.source)


def _known(source: str) -> Received:
    return Received(source=source, outcome=Outcome.KNOWN, reason="this message came before")


def opened(office: Office, item: Incoming) -> Mail:
    """A message as it is judged. No mail may stop those behind it: one that cannot be opened is kept as it is."""
    settings = office.settings
    if item.fault:
        return unread(item, item.fault)
    try:
        with in_hand(office, mark_of(item)):
            return mail_of(item, settings.text("mail", "authserv"), settings.text("office", "email"))
    except Exception as error:  # noqa: BLE001 - the door of one mail
        mail = unread(item, "")
        return replace(mail, why_aside=_set_off(office, mail, error, "when it was read"))


def settled(office: Office, item: Incoming, done: Received) -> Received:
    """What became of a message, marked in its mailbox as taken in; one of which nothing could be kept stays there.

    Raises ``UnreadableSource`` for a mailbox that is gone. A mark that one mail alone cannot be given is told: it comes
    again with each round, and is known then.
    """
    if done.outcome is Outcome.LEFT:
        return done
    try:
        item.settle()
    except UnreadableSource:
        raise
    except Exception as error:  # noqa: BLE001 - the door of one mail: it is in, whatever became of its mark
        why = f"it cannot be marked as read: {in_words(office, f'mark of {done.source}', error)}"
        return replace(done, unmarked=why)
    return done


def received(office: Office, mail: Mail, now: datetime, worlds: Worlds, left: set[str]) -> Received:
    """What becomes of a message, done and committed; one that came before is not taken in again.

    Whatever it sets off on its way, what was begun is rolled back and the mail is set aside with the reason, for the
    game master; where not even that can be written, it is :attr:`~magika_gm.store.vocabulary.Outcome.LEFT` in its
    mailbox. One about a game that somebody else holds is LEFT, too, and with it whatever came after it and may be about
    the same: what that is (:func:`~magika_gm.app.post.whose.keys_of`) is noted in ``left``, for all mails of a round.
    Raises only what concerns every mail alike.
    """
    if mail.fault:
        return Received(source=mail.source, outcome=Outcome.LEFT, reason=mail.fault)
    if left and not left.isdisjoint(_keys(office, mail)):
        return _left(office, mail, left, "an earlier mail that may be about the same waits")
    try:
        with in_hand(office, mark_of(mail)):
            return _received(office, mail, now, worlds, "")
    except Held as error:
        return _left(office, mail, left, str(error))
    except Exception as error:
        if concerns_all(error):
            raise
        why = _set_off(office, mail, error, "")
    for known in (mail, without_head(mail)):  # what it says of itself may be what cannot be written
        try:
            return _received(office, known, now, worlds, why)
        except Exception as error:
            if concerns_all(error):
                raise
            last = in_words(office, f"keeping {mark_of(mail)}", error)
    return Received(source=mail.source, outcome=Outcome.LEFT, reason=f"{why}, and cannot be kept: {last}"[:300])


def _left(office: Office, mail: Mail, left: set[str], why: str) -> Received:
    left |= _keys(office, mail)
    return Received(source=mail.source, outcome=Outcome.LEFT, reason=why)


def _keys(office: Office, mail: Mail) -> set[str]:
    with office.store.reading() as connection:
        return keys_of(connection, mail)


def mark_of(item: Incoming | Mail) -> str:
    """What a message is called as long as it is in hand, and its traceback after that."""
    digest = item.digest if isinstance(item, Mail) else unread(item, "").digest
    return f"mail-{digest[:16]}"


def _set_off(office: Office, mail: Mail, error: Exception, when: str) -> str:
    """Why a message is set aside that set off an error; the traceback is kept."""
    if isinstance(error, Deadly):
        return str(error)
    kept = keep_traceback(office, mark_of(mail), error)
    why = f"it set off an error ({type(error).__name__}) {when}".rstrip()
    return f"{why}; traceback: {kept}" if kept else why


def _received(office: Office, mail: Mail, now: datetime, worlds: Worlds, fault: str) -> Received:
    """What becomes of a message; one with a ``fault`` is not looked at any more, but set aside.

    Passwords are looked at before anything is locked. On PostgreSQL a mail about one game lets others write about other
    games meanwhile; one that turns out to be about more is begun again.
    """
    if not fault and any(one.sheet.password for one in mail.contents.read()):
        _check_passwords(office, mail)
    game = None if fault else _game_of(office, mail)
    while True:
        try:
            # who is about one game waits for that game's turn, which others are not kept from
            patience = 10.0 if game is None else LONGEST_MOMENT / 1000
            with office.store.writing(patience, game) as connection:
                return _receive(office, connection, mail, now, worlds, fault)
        except TooMuch:
            game = None
        except IntegrityError:  # another one had the same mail in hand, and was quicker
            with office.store.reading() as connection:
                if not came_before(office, connection, mail):
                    raise


def _game_of(office: Office, mail: Mail) -> str | None:
    """The game a message seems to be about and nothing else, where that makes a difference; None: the whole office."""
    if office.store.path is not None or mail.bounce is not None or mail.why_aside:
        return None
    named = {one.sheet.game for one in mail.contents.read()}
    if len(named) > 1:
        return None
    if not named and tokens_in(mail.to, office.settings.text("office", "email")):
        with office.store.reading() as connection:
            return next(likely_games(connection, mail), None)
    return next(iter(named), None)


def _check_passwords(office: Office, mail: Mail) -> None:
    """Hold the passwords in a message against the hashes of the seats it seems to be about, up to a wrong one.

    What is found out is looked up when it is judged; a hash that is another one by then is looked at then.
    """
    if mail.bounce is not None or mail.why_aside:
        return
    groups: list[tuple[str, int | None] | None] = [*sheets_apart(mail)]
    for group in groups[:MOST_APART] or [None]:
        part = replace(mail, contents=replace(mail.contents, only=group)) if len(groups) > 1 else mail
        with office.store.reading() as connection:
            if came_before(office, connection, mail):
                return
            whose = find_whose(connection, part, ticket_with(office, connection, part)[1], None)
        if isinstance(whose, Nobody) or not whose.sheets or not whose.sheets[0].sheet.password:
            continue
        pair = (whose.sheets[0].sheet.password, whose.holder.password)
        if pair not in mail.checked:
            mail.checked[pair] = check_password(*pair)
        if not mail.checked[pair]:
            return


def _receive(office: Office, connection: Connection, mail: Mail, now: datetime, worlds: Worlds, fault: str) -> Received:
    if came_before(office, connection, mail):
        return _known(mail.source)
    if fault:
        done = Received(source=mail.source, outcome=Outcome.ASIDE, reason=fault)
    else:
        done = decide_mail(office, connection, mail, now, worlds=worlds)
    if done.outcome in (Outcome.ACCEPTED, Outcome.REFUSED) and not done.settled and mail.contents.speaks_to_us:
        done = replace(done, settled=Settled.WORDS)
    keep_mail(office, connection, mail, done, now)
    return done


def keep_mail(office: Office, connection: Connection, mail: Mail, done: Received, now: datetime) -> None:
    """Note a message in the inbox with what became of it, and keep it as it came."""
    row = {
        "message_id": mail.message_id,
        "digest": mail.digest,
        "received_at": stamp(now),
        "sender": mail.sender,
        "subject": mail.subject[:200],
        "outcome": done.outcome,
        "reason": done.reason,
        "game": done.game or None,
        "turn": done.turn,
        "seat": done.seat or None,
        "path": _keep(office, mail, done),
        "proof": done.proof[:40],
        "settled": done.settled,
    }
    connection.execute(_NOTE, row)


def _keep(office: Office, mail: Mail, done: Received) -> str:
    """Keep the raw bytes under ``turns/``, before anything is committed: a crash can at worst leave a spare copy."""
    known = done.game and done.turn is not None
    place = f"{path_name(done.game)}/{done.turn}" if known else "aside"
    folder = office.root / "turns" / place
    make_folder(folder)
    path = folder / f"{path_name(done.seat or 'mail', 'seat')}-{mail.digest[:16]}.{mail.suffix}"
    _write(path, mail.raw)
    return str(path.relative_to(office.root))


def _write(path: Path, raw: bytes) -> None:
    # it may hold a password; once it is committed as taken in, no power failure may lose it
    write_whole(path, raw, private=True, synced=True)


_KEPT = select(_I.digest, _I.path)


def keep_copies(office: Office, mails: Sequence[Mail]) -> None:
    """Keep the raw bytes of mails that were judged on another machine here, too: who reads the mailbox has them all."""
    raws = {mail.digest: mail.raw for mail in mails}
    with office.store.reading() as connection:
        found = connection.execute(_KEPT.where(_I.digest.in_(raws))).all()
    for digest, name in found:
        path = office.came(name)
        if path is not None and not path.exists():
            make_folder(path.parent)
            _write(path, raws[digest])
