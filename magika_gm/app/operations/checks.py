"""What an examination of an office finds: findings, and the checks they come from."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from magika_gm.app.accounts.ledger import faults_in_books
from magika_gm.app.audit.rows import spoilt_rows
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.schedule import pause_of
from magika_gm.app.office.errors import UNFORESEEN, OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.operations.erasing import stale_turns, unwanted_files, write_anew
from magika_gm.app.post.deliver import DONE_WITH
from magika_gm.app.record.contact import waits
from magika_gm.app.record.games import Game, game_ids, load_game
from magika_gm.app.record.outgoing import has_queue
from magika_gm.app.turns.publish import write_reports
from magika_gm.app.turns.sealing import FORMS, damaged
from magika_gm.engine.records import named_record, record
from magika_gm.mail.readers import passed_over
from magika_gm.store import tables as t
from magika_gm.store.archive import load_memories
from magika_gm.store.database import StoreError
from magika_gm.store.faults import moment

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_MANY = 5
"""Findings of one kind that are told one by one."""


class Code(StrEnum):
    """What a finding means for the rest of the examination."""

    OTHER = ""
    OLD_SCHEMA = "old schema"
    """The database is older than this program: its record is not read before it is upgraded."""


@named_record
class Finding:
    """Something wrong: where, what, and the cure. ``needed``: the game master must see to it; else it is a hint."""

    place: str
    what: str
    cure: str
    needed: bool = True
    fixed: bool = False
    code: Code = Code.OTHER


@dataclass(slots=True)
class Examined:
    """A check that was made: what it looked at, and what it found."""

    check: str
    looked_at: str = ""
    findings: list[Finding] = field(default_factory=list)

    @property
    def healthy(self) -> bool:
        """Whether nothing here needs the game master."""
        return not any(f.needed and not f.fixed for f in self.findings)

    def add(
        self, place: str, what: str, cure: str, needed: bool = True, fixed: bool = False, code: Code = Code.OTHER
    ) -> None:
        """Note a finding."""
        self.findings.append(Finding(place=place, what=what, cure=cure, needed=needed, fixed=fixed, code=code))


@record
class Visit:
    """What the doctor was asked: the office, the time, how deep to look, and whether to mend."""

    office: Office
    now: datetime
    deep: bool = False
    fix: bool = False
    letter_to: str | None = None
    """Where a test letter goes, "" for the office's own address; None: mail is not tried."""


def tell_some(found: Examined, rows: list[Finding]) -> None:
    """Note a few findings of a kind one by one, and the others as a number."""
    found.findings += rows[:_MANY]
    if len(rows) > _MANY:
        rest = rows[_MANY:]
        open_ = any(row.needed and not row.fixed for row in rest)
        needed, fixed = any(row.needed for row in rest), not open_ and any(row.fixed for row in rest)
        found.add("", f"and {len(rest)} more like these", "", needed, fixed)


def several(number: int, noun: str) -> str:
    """``1 turn``, ``2 turns``, ``3 entries``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


# The doctor's checks of what the office keeps: worlds, turns, reports, mail in and out, money, dates.


_RESTORE = "put it right, or restore a backup: magika-gm restore ARCHIVE DIR"
_UNTOLD = (OfficeError, StoreError, SQLAlchemyError, *UNFORESEEN)
LONG_HELD = 7
"""Days after which a turn has waited too long for review."""
FAR = 4
"""Paces from now: a turn that is due later was dated by a clock that was wrong, or by somebody who means it."""
WRITING = timedelta(minutes=2)
"""A turn's reports are written after it is committed; so long they are left to the run that does."""


def _games(connection: Connection, found: Examined | None = None) -> list[Game]:
    """Every game that can be read; ``found`` is told of the others."""
    games = []
    for name in game_ids(connection):
        try:
            games.append(load_game(connection, name))
        except _UNTOLD as error:
            if found is not None:
                found.add(f"game {name}", f"cannot be read: {_words(error)}", _RESTORE)
    return games


def _rows(visit: Visit, found: Examined) -> None:
    """Every row a round reads, on a deep look every row, can be what was written there."""
    with visit.office.store.reading() as connection:
        spoilt = list(spoilt_rows(connection, visit.deep))
    found.looked_at = "all there are" if visit.deep else "those a round reads"
    tell_some(found, [Finding(place=one.place, what=one.what, cure=_RESTORE) for one in spoilt])


def _worlds(visit: Visit, found: Examined) -> None:
    """Every world that can be looked at is a possible one, and no turn is missing in between."""
    rows, total = [], 0
    with visit.office.store.reading() as connection:
        games = _games(connection, found)
        for game in games:
            query = select(t.turns.c.turn).where(t.turns.c.game == game.id).order_by(t.turns.c.turn)
            turns = list(connection.execute(query).scalars())
            missing = sorted(set(range(game.turn + 1)) - set(turns))
            rows += [
                Finding(place=f"game {game.id}", what=f"turn {turn} is missing in the record", cure=_RESTORE)
                for turn in missing
            ]
            for turn in turns if visit.deep else turns[-1:]:
                total += 1
                try:
                    game.state(connection, turn)
                    load_memories(connection, game.id, turn)
                except _UNTOLD as error:
                    rows.append(Finding(place=f"game {game.id}, turn {turn}", what=_words(error), cure=_RESTORE))
    found.looked_at = f"{several(total, 'world')} of {several(len(games), 'game')}"
    tell_some(found, rows)


def _words(error: Exception) -> str:
    told = isinstance(error, OfficeError | StoreError)
    return str(error) if told else f"the world cannot be read ({error.__class__.__name__}: {error})"


def _turns(visit: Visit, found: Examined) -> None:
    """The last turn of each game, or every turn, comes out again as recorded."""
    rows, total = [], 0
    with visit.office.store.reading() as connection:
        games = _games(connection)
    for game in games:
        try:
            verdicts = verify_game(visit.office, game.id, None if visit.deep else 1) if game.turn else []
        except _UNTOLD as error:
            rows.append(
                Finding(place=f"game {game.id}", what=f"cannot be played again: {_words(error)}", cure=_RESTORE)
            )
            continue
        total += len(verdicts)
        for verdict in verdicts:
            if verdict.differences:
                what = f"does not come out as recorded: {', '.join(verdict.differences)} differ"
                rows.append(Finding(place=f"game {game.id}, turn {verdict.turn}", what=what, cure=_RESTORE))
    found.looked_at = f"{several(total, 'turn')} played again"
    tell_some(found, rows)


def _reports(visit: Visit, found: Examined) -> None:
    """Every report of every turn that is kept lies there in all its forms as it was written, or can be written again.

    Earlier turns' files are known by their size, the last one's, and all of them on a deep look, by what is in them.

    Where workers share the office, each keeps on its machine what it wrote, and writes what is wanted again from the
    record: nothing is amiss then.
    """
    wanted: dict[tuple[str, int], list[str]] = {}
    keep = visit.office.settings.number("office", "reports")
    with visit.office.store.reading() as connection:
        games = _games(connection)
        since = {game.id: game.turn - keep if keep else -1 for game in games}
        p = t.positions.c
        query = select(p.game, p.turn, p.seat).where(p.playing).order_by(p.game, p.turn, p.seat)
        for game, turn, seat in connection.execute(query):
            sound = [*map(type, (game, turn, seat))] == [str, int, str]  # what is not is told with the rows
            if sound and turn > since.get(game, turn):
                wanted.setdefault((game, turn), []).append(seat)
        shared, newest = has_queue(connection), {game.id: game.turn for game in games}
        being_written = {
            (game.id, game.turn)
            for game in games
            if timedelta(0) <= visit.now - game.processed_at < WRITING
            # a restored office has no reports at all, however young its last turn is
            and visit.office.reports(game.id, game.turn - 1).is_dir()
        }
    rows, files, elsewhere = [], 0, 0
    for (game, turn), seats in wanted.items():
        overviews = visit.office.overviews(game, turn)
        pages = [path for path in (overviews / "gm.html", overviews / "spectator.html") if not _there(path)]
        missing = damaged(visit.office, game, turn, seats, closely=visit.deep or turn == newest[game]) + pages
        files += len(seats) * len(FORMS) + 2
        if shared and not visit.fix:
            elsewhere += sum(not path.is_file() for path in missing)
            missing = [path for path in missing if path.is_file()]
        if not missing:
            continue
        place = str(missing[0].relative_to(visit.office.root)) if len(missing) == 1 else f"reports/{game}/{turn}"
        hurt = any(path.is_file() for path in missing)
        what = "is damaged" if hurt else "is missing"
        if len(missing) > 1:
            total = len(seats) * len(FORMS) + 2
            what = f"{len(missing)} of {total} files are missing{' or damaged' if hurt else ''}"
        cure = f"magika-gm reports {game} {turn} writes them again"
        if (game, turn) in being_written:
            rows.append(
                Finding(
                    place=place, what=f"{what}: the run that processed it may be writing now", cure=cure, needed=False
                )
            )
            continue
        if visit.fix:
            try:
                write_reports(visit.office, game, turn)
            except _UNTOLD as error:
                rows.append(Finding(place=place, what=f"{what}, and cannot be written: {_words(error)}", cure=_RESTORE))
                continue
        rows.append(Finding(place=place, what=what, cure=cure, fixed=visit.fix))
    found.looked_at = f"{several(files, 'file')} of {several(len(wanted), 'turn')}"
    if elsewhere:
        found.looked_at += f", {elsewhere} not on this machine: they are written when they are wanted"
    tell_some(found, rows)


_NOTHING = sha256(b"").hexdigest()
"""The digest of a mail that came empty."""


def _there(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


_ELSEWHERE = "look on the machines whose workers read mail, else in a backup's turns/"


def _mail_in(visit: Visit, found: Examined) -> None:
    """Every mail taken in lies under turns/ as it came: that it is the same to the byte is seen on a deep look.

    Where workers share the office it lies on the machine that read it: one that waits for the game master can be
    settled there alone, and a backup made elsewhere has not got it. What is lost altogether no machine can tell.
    """
    maildir = visit.office.settings.text("mail", "maildir")
    odd = passed_over(visit.office.root / maildir) if maildir else []
    cure = "take it away, and see who may write there: a mail is a file, nothing else is ever read"
    tell_some(
        found, [Finding(place=str(path), what="is no file, and no mail", cure=cure, needed=False) for path in odd]
    )
    with visit.office.store.reading() as connection:
        shared = has_queue(connection)
        i = t.inbox.c
        waiting = set(connection.execute(select(i.id).where(waits())).scalars()) if shared else set()
        kept = connection.execute(select(i.id, i.path, i.digest).where(i.path != "").order_by(i.id)).all()
    mails = [row for row in kept if isinstance(row.path, str)]  # what cannot be is told with the rows
    files = {number: visit.office.came(path) for number, path, _ in mails}
    away = [
        Finding(place=f"mail {number}", what=f"{path[:80]!r} is not below turns/", cure=_RESTORE)
        for number, path, _ in mails
        if files[number] is None
    ]
    tell_some(found, away)
    missing = [
        (number, path)
        for number, path, digest in mails
        if (file := files[number]) is not None and not (_there(file) or (digest == _NOTHING and file.is_file()))
    ]
    gone = {number for number, _ in missing}
    other = [
        Finding(place=path, what=f"mail {number} is not as it came", cure="put it back from a backup's turns/")
        for number, path, digest in mails
        if visit.deep
        and number not in gone
        and (file := files[number]) is not None
        and sha256(file.read_bytes()).hexdigest() != digest
    ]
    tell_some(found, other)
    found.looked_at = several(len(mails), "mail")
    if not shared:
        cure = "put it back from a backup's turns/"
        rows = [Finding(place=path, what=f"mail {number} is missing as it came", cure=cure) for number, path in missing]
        tell_some(found, rows)
        return
    rows = [
        Finding(place=path, what=f"mail {number} waits for you, and is not on this machine", cure=_ELSEWHERE)
        for number, path in missing
        if number in waiting
    ]
    tell_some(found, rows)
    others = len(missing) - len(rows)
    if others:
        what = f"{several(others, 'mail')} {'is' if others == 1 else 'are'} not on this machine, nor in a backup of it"
        found.add("turns", what, _ELSEWHERE, needed=False)


def _mail_out(visit: Visit, found: Examined) -> None:
    """Nothing failed, came back, or waits though its time has come."""
    o = t.outbox.c
    with visit.office.store.reading() as connection:
        query = select(o.id, o.state, o.kind, o.recipient, o.error, o.created_at, o.next_try).order_by(o.id)
        unsent = connection.execute(query.where(o.state.not_in(DONE_WITH))).all()
        total = connection.execute(select(func.count()).select_from(t.outbox)).scalar()
    failed: list[Finding] = []
    back: list[Finding] = []
    stuck: list[str] = []
    for mail in unsent:
        what = f"{mail.kind} to {mail.recipient}"
        if mail.state == "failed":
            cure = f"magika-gm outbox --retry {mail.id}, or --cancel {mail.id}"
            failed.append(Finding(place=f"mail {mail.id}", what=f"{what} failed: {mail.error}", cure=cure))
        elif mail.state == "bounced":
            cure = f"ask for his address (magika-gm address), then: magika-gm outbox --retry {mail.id}"
            back.append(Finding(place=f"mail {mail.id}", what=f"{what} came back", cure=cure))
        elif mail.state != "waiting":
            cure = f"magika-gm outbox --retry {mail.id}, should it not have come to him"
            failed.append(Finding(place=f"mail {mail.id}", what=f"{what}: {mail.state!r} is no state", cure=cure))
        elif visit.now - _goes(mail) > DAY:
            stuck.append(f"{what} (mail {mail.id})")
    found.looked_at = several(total or 0, "mail")
    tell_some(found, failed)
    tell_some(found, back)
    if stuck:
        what = f"{several(len(stuck), 'mail')} waiting for more than a day, the oldest a {stuck[0]}"
        found.add("outbox", what, "does cron run? magika-gm deliver sends what waits")


def _goes(mail: Any) -> datetime:
    """Since when a mail may go; one whose dates are damaged, with the next round: it goes, or says that it cannot."""
    with suppress(StoreError):
        return moment(mail.next_try or mail.created_at, f"mail {mail.id}")
    return datetime.max.replace(tzinfo=UTC)


def _books(visit: Visit, found: Examined) -> None:
    """The books balance to the cent, and each cause stands once."""
    with visit.office.store.reading() as connection:
        total = connection.execute(select(func.count()).select_from(t.entries)).scalar()
        wrong = faults_in_books(connection)
    found.looked_at = several(total or 0, "entry")
    cure = "magika-gm accounts --check shows the accounts; restore a backup, or send us a copy"
    tell_some(found, [Finding(place="accounts", what=what, cure=cure) for what in wrong])


def _is_far(game: Game, now: datetime) -> bool:
    """Whether a game's turn is due further off than some paces; a pace that is none is told with the rows."""
    try:
        return game.next_due - now > FAR * timedelta(days=game.pace_days)
    except (TypeError, OverflowError):
        return False


def _dates(visit: Visit, found: Examined) -> None:
    """No turn is due since more than a day, none was left in review, none has a diagnosis."""
    with visit.office.store.reading() as connection:
        games = [g for g in _games(connection) if g.ending is None or g.held]
        paused = {g.id for g in games if pause_of(connection, g.id, visit.now)}
    found.looked_at = several(len(games), "game") + " not over"
    for game in games:
        diagnosis = visit.office.root / f"diagnosis-{game.id}-{game.turn + 1}.json"
        if diagnosis.is_file():
            cure = f"send it to the developers; then try again: magika-gm process-turn {game.id}"
            found.add(diagnosis.name, f"the rules broke in turn {game.turn + 1} of game {game.id}", cure)
        elif game.held:
            days = (visit.now - game.processed_at).days
            if days >= LONG_HELD:
                what = f"turn {game.turn} has waited {days} days for your review"
                found.add(f"game {game.id}", what, f"magika-gm publish {game.id}")
        elif game.id not in paused and visit.now - game.next_due > DAY + visit.office.settings.grace:
            late = (visit.now - game.next_due).days
            cure = f"magika-gm process-turn {game.id}; does cron run?"
            found.add(f"game {game.id}", f"turn {game.turn + 1} has been due for {several(late, 'day')}", cure)
        elif game.id not in paused and _is_far(game, visit.now):
            what = f"turn {game.turn + 1} is due {game.next_due:%Y-%m-%d}, more than {FAR} times its pace from now"
            cure = f"was the clock wrong once? magika-gm move-date {game.id} DATE puts it right"
            found.add(f"game {game.id}", what, cure, needed=False)


def _kept_no_longer(visit: Visit, found: Examined) -> None:
    """Nothing lies here of mails that are kept no longer, or of people who were erased: a run may have been cut off, or
    it was done on another machine."""
    root, cure = visit.office.root, "magika-gm doctor --fix takes it away"
    paths, turns = unwanted_files(visit.office), stale_turns(visit.office)
    found.looked_at = "mails past their time, people who were erased"
    rows = [
        Finding(place=str(path.relative_to(root)), what="is kept no longer", cure=cure, fixed=visit.fix)
        for path in paths
    ]
    rows += [
        Finding(place=f"reports/{game}/{turn}", what="names a person who was erased",
                cure="magika-gm doctor --fix writes them anew", fixed=visit.fix)
        for game, turn in turns
    ]  # fmt: skip
    if visit.fix:
        for path in paths:
            path.unlink(missing_ok=True)
        for game, turn in turns:
            write_anew(visit.office, game, turn)
    tell_some(found, rows)


RECORD_CHECKS: dict[str, Callable[[Visit, Examined], None]] = {
    "rows": _rows,
    "worlds": _worlds,
    "turns": _turns,
    "reports": _reports,
    "mail in": _mail_in,
    "mail out": _mail_out,
    "books": _books,
    "dates": _dates,
    "kept no longer": _kept_no_longer,
}
