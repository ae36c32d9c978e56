"""A person erased, and mails that are kept no longer.

A mail of the inbox whose row has no path is not to be kept as it came, a letter of the outbox whose row has no
recipient is nobody's any more: their files go, on whatever machine they lie, and if a run is killed by the next one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Column, RowMapping, delete, func, or_, select, update

from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import Cause, Statement, account, balances_of, book_entry, other_money
from magika_gm.app.accounts.rates import figures, money
from magika_gm.app.office.doors import TRACEBACKS, blot_log
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, locked, path_name, stamp
from magika_gm.app.operations.personal import His
from magika_gm.app.record.contact import waits
from magika_gm.app.turns.publish import packed, write_reports
from magika_gm.engine.records import named_record, record
from magika_gm.engine.verbs import Note
from magika_gm.mail.postman import file_name
from magika_gm.store import tables as t
from magika_gm.store.archive import archive_of
from magika_gm.store.faults import unpacked
from magika_gm.store.vocabulary import (
    IN_LINE,
    NO_PLACE,
    MailState,
    Purpose,
    Settled,
    SignUpState,
    StandbyState,
)
from magika_gm.whole_files import sync


@named_record
class Erasure:
    """What erasing a person takes away, and what stays and why; ``refused`` says why it cannot be done now."""

    player: int
    account: str
    pseudonym: str
    goes: tuple[str, ...]
    stays: tuple[str, ...]
    refused: str = ""


@record
class Erased:
    """A person who was erased: what stands for the name, and the turns whose reports were written anew (``12/5``)."""

    player: int
    pseudonym: str
    written: tuple[str, ...]


def look_at_erasure(office: Office, said: str) -> Erasure:
    """What would go and what would stay. Raises :class:`OfficeError` where nobody is called so."""
    with office.store.reading() as connection:
        return _planned(His(connection, find_player(connection, said).id))


def _planned(his: His) -> Erasure:
    p, own, pseudonym = t.postings.c, account(his.number), _pseudonym(his.account)
    booked = select(func.count()).select_from(t.postings).where((p.debit == own) | (p.credit == own))
    waiting = [row for row in his.rows(t.signups) if row["state"] in (SignUpState.ASKED, SignUpState.WAITING)]
    in_line = [row for row in his.rows(t.standbys) if row["state"] in IN_LINE]
    texts, said = sum(1 for _ in _texts_naming(his, pseudonym)), len(his.said())
    goes = [
        f"name, addresses, telephone and wishes of player {his.number}: {pseudonym} stands in their place",
        f"mails that came: {len(his.mails(everything=True))}; sender, subject, and what lies under turns/",
        f"letters that went out: {len(his.letters())}; address, subject and text",
        f"order sheets as they were written: {len(his.sheets())}; passwords, codes, days of absence",
        f"the name in {len(his.reports)} reports, which are written anew, in {texts} other texts, and in the log",
        *([f"sign-ups that wait: {len(waiting)}"] if waiting else []),
        *(["the place among those who stand by"] if in_line else []),
    ]
    stays = [
        f"the books, which the law wants kept: {his.connection.execute(booked).scalar()} postings on {his.account}, "
        "their amounts, dates and references",
        *([f"what was played in game {', '.join(his.games)}, by seat and character: others played against it, and "
           "the chain of turns is sealed over it"] if his.games else []),
        *([f"messages sent to other players: {said}; they stand in their reports"] if said else []),
        "what others wrote themselves, and were sent: their mails and sheets are their proof",
        "what is out of this office's hands: older backups, the mailbox on your server, what players were sent",
    ]  # fmt: skip
    return Erasure(
        player=his.number,
        account=his.account,
        pseudonym=pseudonym,
        goes=tuple(goes),
        stays=tuple(stays),
        refused=_refused(his),
    )


def _refused(his: His) -> str:
    number = his.number
    if his.row["name"] == _pseudonym(his.account) and not his.row["email"]:
        return f"player {number} was erased before"
    going = his.going_on()
    if going:
        game, _, seat = going[0].partition(":")
        return (
            f"player {number} plays {', '.join(going)}: let another take the seat (magika-gm standby list, magika-gm "
            f"standby place {game} {seat} NUMBER), or wait until the game is over"
        )
    balance = balances_of(his.connection, [number])[number]
    others = other_money(his.connection, number).get(number, {})
    if others:
        stands = " and ".join(money(units, currency) for currency, units in others.items())
        return f"the account holds {stands} beside its own money; make it even: refund, pay and credit take --currency"
    if balance.cents > 0:
        out = f"magika-gm refund {number} {figures(balance.cents, balance.currency)} --paid-out --reason TEXT"
        return f"the account holds {Statement(*balance, None).text}; pay it out while you know to whom: {out}"
    if balance.cents < 0:
        owed = f"magika-gm credit {number} {figures(-balance.cents, balance.currency)} --reason TEXT"
        return f"the account owes {money(-balance.cents, balance.currency)}; have it paid, or let it go: {owed}"
    return ""


def erase_person(office: Office, said: str, now: datetime) -> Erased:
    """Erase a person: in one transaction, then the files; what a kill leaves of them ``doctor --fix`` mends.

    The books keep account and amounts, games what was played: a pseudonym stands where the name stood, and reports that
    had it are written anew. Raises :class:`OfficeError` while he plays, or his account is not even.
    """
    with office.store.reading() as connection:
        games = His(connection, find_player(connection, said).id).games
    with ExitStack() as locks:
        for game in games:  # before the database, as whoever writes reports does
            locks.enter_context(locked(office.lock(game), wait=True))
        with office.store.writing() as connection:
            his = His(connection, find_player(connection, said).id)
            refused, pseudonym = _refused(his), _pseudonym(his.account)
            if refused:
                raise OfficeError(f"{refused}; nothing was changed")
            turns = _naming(his, pseudonym)
            _forget(his, pseudonym, now)
            done = Cause(f"{_CAUSE}{his.number}", f"The name on account {his.account} was erased")
            book_entry(connection, done, now.isoformat(), [])
            _blot(office, his)
            # before the commit: a run cut off here leaves turns without reports, which are written from the record
            turns = [turn for turn in turns if _taken_away(office, *turn)]
    for game, turn in turns:
        write_reports(office, game, turn)
    sweep(office)
    return Erased(his.number, pseudonym, tuple(f"{game}/{turn}" for game, turn in turns))


_CAUSE = "erase:"
"""What the books' entry of an erasure is called, before the player's number: it is the record of the act."""


def _pseudonym(called: str) -> str:
    return f"Player {called}"


_TEXTS: tuple[Column[Any], ...] = (
    t.messages.c.text, t.acts.c.act, t.readers.c.told, t.entries.c.text, t.inbox.c.subject, t.inbox.c.reason,
    t.outbox.c.subject, t.outbox.c.body, t.dates.c.reason, t.pauses.c.reason, t.stops.c.why,
)  # fmt: skip
"""Where texts stand that somebody wrote, and may name anybody."""


def _texts_naming(his: His, pseudonym: str) -> Iterator[tuple[Column[Any], RowMapping, str]]:
    """Texts that name him: column, row, and what it is to say. What the chain of turns is sealed over stays."""
    for column in _TEXTS if his.words is not None else ():
        named = (column.icontains(word, autoescape=True) for word in his.names)
        for row in his.connection.execute(select(column.table).where(or_(*named))).mappings().all():
            new = _said_anew(his, row, column, pseudonym)
            if new != row[column.name]:
                yield column, row, new


def _said_anew(his: His, row: RowMapping, column: Column[Any], pseudonym: str) -> str:
    said: str = row[column.name]
    if column is not t.acts.c.act:
        return str(_named_anew(said, his, pseudonym))
    codec = archive_of(his.connection, row["game"]).acts
    act = codec.from_plain(json.loads(said))
    if not isinstance(act, Note):  # a ruling is sealed
        return said
    return json.dumps(codec.to_plain(replace(act, text=_named_anew(act.text, his, pseudonym))), ensure_ascii=False)


def _named_anew(plain: Any, his: His, pseudonym: str) -> Any:
    """What JSON can hold, with the pseudonym for his name."""
    if isinstance(plain, str):
        return his.words.sub(pseudonym, plain) if his.words is not None else plain
    if isinstance(plain, dict):
        return {key: _named_anew(value, his, pseudonym) for key, value in plain.items()}
    return [_named_anew(value, his, pseudonym) for value in plain] if isinstance(plain, list) else plain


def _naming(his: His, pseudonym: str) -> list[tuple[str, int]]:
    """The turns whose reports name him."""
    found = {(game, turn) for game, turn, _ in his.reports}
    for column, row, _ in _texts_naming(his, pseudonym):
        if column.table in (t.messages, t.acts, t.readers):
            found.add((row["game"], row["turn"]))
    known = his.connection.execute(select(t.turns.c.game, t.turns.c.turn))
    return sorted(found & {(game, turn) for game, turn in known})


def _forget(his: His, pseudonym: str, now: datetime) -> None:
    """All that is done in the database."""
    connection, number, i, s = his.connection, his.number, t.inbox.c, t.sheets.c
    mails, letters, sheets = his.mails(everything=True), his.letters(), his.sheets()
    for column, row, new in list(_texts_naming(his, pseudonym)):
        this = [key == row[key.name] for key in column.table.primary_key]
        connection.execute(update(column.table).where(*this).values({column: new}))
    _recalled(his, pseudonym)
    nobody = {"name": pseudonym, "address": "", "email": "", "zone": "", "large_print": False}
    reached = {"phone": "", "fax": "", "insurance": "none"}
    connection.execute(update(t.players).where(t.players.c.id == number).values(**nobody, **reached))
    connection.execute(update(t.readers).where(t.readers.c.player == number).values(**nobody))
    for row in mails:
        connection.execute(update(t.inbox).where(i.id == row["id"], waits()).values(settled=Settled.DROPPED))
        gone = {"path": "", "sender": "", "subject": "", "message_id": ""}
        connection.execute(update(t.inbox).where(i.id == row["id"]).values(**gone))
    for row in letters:
        values = {"recipient": "", "subject": "", "in_reply_to": "", "error": "", "thread": ""}
        values |= {"body": ""} if row["body"] else {}
        values |= {} if row["state"] in (MailState.SENT, MailState.SUPERSEDED) else {"state": MailState.CANCELLED}
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
    for row in sheets:
        where = (s.game == row["game"], s.turn == row["turn"], s.seat == row["seat"], s.revision == row["revision"])
        connection.execute(update(t.sheets).where(*where).values(sheet="", message_id=""))
    _withdraw(his, now)


def _withdraw(his: His, now: datetime) -> None:
    """Passwords, codes, places in line, changes of address, and what a record was before it was made one with his."""
    connection, number = his.connection, his.number
    u, b, a, m, k, w = t.signups.c, t.standbys.c, t.address_changes.c, t.merges.c, t.codes.c, t.absences.c
    signed = list(connection.execute(select(u.id).where(u.player == number)).scalars())
    moved = list(connection.execute(select(a.id).where(a.player == number)).scalars())
    asked = {Purpose.SIGN_UP: signed, Purpose.ADDRESS: moved, Purpose.NEW_ADDRESS: moved}
    for purpose, subjects in {**asked, Purpose.PASSWORD: [number], Purpose.WITHDRAW: [number]}.items():
        connection.execute(delete(t.codes).where(k.purpose == purpose, k.subject.in_(subjects)))
    connection.execute(update(t.seats).where(t.seats.c.player == number).values(password=""))
    connection.execute(update(t.signups).where(u.player == number).values(password="", source=""))
    never = {"state": SignUpState.WITHDRAWN, "name": "", "traits": "{}"}
    connection.execute(update(t.signups).where(u.player == number, u.state != SignUpState.SEATED).values(**never))
    connection.execute(update(t.standbys).where(b.player == number).values(password=""))
    in_line = (b.player == number, b.state.in_(IN_LINE))
    gone = {"state": StandbyState.GONE, **NO_PLACE}
    connection.execute(update(t.standbys).where(*in_line).values(**gone))
    connection.execute(delete(t.address_changes).where(a.player == number))
    connection.execute(update(t.merges).where(m.player == number).values(before="{}", undone_at=stamp(now)))
    for game, seat in his.alone:
        connection.execute(delete(t.absences).where(w.game == game, w.seat == seat))


def _recalled(his: His, pseudonym: str) -> None:
    """Turn files that were sent before their turn was taken back."""
    r = t.recalled.c
    for row in his.connection.execute(select(t.recalled).where(r.game.in_(his.games))).mappings().all():
        before = json.loads(unpacked(row["report"]))
        plain = _named_anew(before, his, pseudonym)
        if plain["player"]["account"] == his.account:
            plain["player"] |= {key: value for key, value in (("name", pseudonym), ("address", ""))
                                if key in plain["player"]}  # fmt: skip
        if plain != before:
            where = (r.game == row["game"], r.turn == row["turn"], r.seat == row["seat"])
            his.connection.execute(update(t.recalled).where(*where).values(report=packed(plain)))


def _blot(office: Office, his: His) -> None:
    """What names him in the log of commands and in tracebacks."""
    blot_log(office.root, his.words, his.is_meant)
    for path in (office.root / TRACEBACKS).glob("*.txt"):
        if his.words is not None and his.words.search(path.read_text(encoding="utf-8", errors="replace")):
            path.unlink(missing_ok=True)


def _taken_away(office: Office, game: str, turn: int) -> bool:
    """Take a turn's report files away, the game master's with them; whether there were any."""
    folder, overviews = office.reports(game, turn), office.overviews(game, turn)
    there = folder.is_dir()
    for one in (overviews, folder):
        if one.is_dir():
            shutil.rmtree(one)
    office.digests(game, turn).unlink(missing_ok=True)
    if there:
        sync(folder.parent)
    return there


# --- files that are kept no longer ----------------------------------------------------------------------------------


def clear_mails(office: Office, now: datetime) -> int:
    """Keep mails as they came no longer than ``[mail] keep_days``: those that wait for nothing, of turns that are
    played. How many. Their rows stay, with what became of them."""
    days = office.settings.number("mail", "keep_days")
    if not days:
        return 0
    i, turns = t.inbox.c, t.turns.c
    played = select(turns.game).where(turns.game == i.game, (turns.turn == i.turn) | turns.ending.is_not(None)).exists()
    old = (i.path != "", i.received_at < stamp(now - timedelta(days=days)), ~waits(), i.turn.is_(None) | played)
    with office.store.reading() as connection:
        found = list(connection.execute(select(i.id).where(*old)).scalars())
    if found:
        with office.store.writing(game="") as connection:
            connection.execute(update(t.inbox).where(*old).values(path=""))
        sweep(office)
    return len(found)


def sweep(office: Office) -> None:
    """Take away the files of mails that are kept no longer."""
    for path in unwanted_files(office):
        path.unlink(missing_ok=True)


def unwanted_files(office: Office) -> list[Path]:
    """Files here of mails that are kept no longer, and of letters to a person who was erased."""
    with office.store.reading() as connection:
        i, o = t.inbox.c, t.outbox.c
        gone = {digest[:16] for digest in connection.execute(select(i.digest).where(i.path == "")).scalars()}
        nobodys = list(connection.execute(select(o.message_id).where(o.recipient == "")).scalars())
    came = sorted((office.root / "turns").rglob("*")) if gone else []
    mails = [path for path in came if path.stem.rpartition("-")[2] in gone and path.is_file()]
    letters = (office.root / "outbox" / file_name(name) for name in nobodys)
    return mails + [path for path in letters if path.is_file()]


def stale_turns(office: Office) -> list[tuple[str, int]]:
    """Turns with reports here that name a person who was erased: written on this machine, and erased on another."""
    r, e = t.readers.c, t.entries.c
    found = set()
    with office.store.reading() as connection:
        causes = connection.execute(select(e.cause).where(e.cause.startswith(_CAUSE))).scalars()
        numbers = [int(cause.removeprefix(_CAUSE).partition("#")[0]) for cause in causes]
        query = select(r.game, r.turn, r.seat, r.name).where(r.player.in_(numbers)).order_by(r.game, r.turn)
        for game, turn, seat, name in connection.execute(query):
            file = office.reports(game, turn) / f"{path_name(seat, 'seat')}.json"
            with suppress(OSError, ValueError, KeyError, TypeError):  # one that is damaged is told of as such
                if json.loads(file.read_text(encoding="utf-8"))["player"]["name"] != name:
                    found.add((game, turn))
    return sorted(found)


def write_anew(office: Office, game: str, turn: int) -> None:
    """Write such a turn's reports from the record."""
    with locked(office.lock(game), wait=True):
        _taken_away(office, game, turn)
    write_reports(office, game, turn)
