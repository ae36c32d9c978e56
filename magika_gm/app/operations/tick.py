"""A whole round: mail in, turns that are due, mail out. One part that fails never stops the others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from magika_gm.app.calendar.date_moves import reads_mail_itself
from magika_gm.app.calendar.schedule import note_heartbeat
from magika_gm.app.office.doors import in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, locked
from magika_gm.app.office.processes import cores, in_offices, shares
from magika_gm.mail.readers import Incoming
from magika_gm.store.vocabulary import Outcome

if TYPE_CHECKING:
    from magika_gm.mail.imap import Mailbox


@dataclass(slots=True)
class Part:
    """One part of a round: what it did, one line each, or why it could not.

    A turn that waits for the game master's word has ``failed`` once a day, and is told of as done the other times.
    """

    name: str
    done: list[str] = field(default_factory=list)
    failed: str = ""


def configured(office: Office) -> Iterator[Incoming]:
    """The mail of the mailbox and the Maildir named in ``magika.toml``.

    Raises :class:`OfficeError` if there is neither, ``UnreadableSource`` for one that cannot be read.
    """
    settings = office.settings
    if not reads_mail_itself(office):
        raise OfficeError("name mail files, or a mailbox in magika.toml: [imap] host, or [mail] maildir")
    host, folder = settings.text("imap", "host"), settings.text("mail", "maildir")
    if folder:
        from magika_gm.mail.readers import read

        yield from read(office.root / folder)
    if host:
        from magika_gm.mail.imap import read_imap

        yield from read_imap(mailbox_of(office))


def mailbox_of(office: Office) -> Mailbox:
    """The mailbox that the settings name; :class:`OfficeError` for a sample office, which may have none."""
    from magika_gm.mail.imap import Mailbox

    settings = office.settings
    office.no_sample()
    password, authority = settings.text("imap", "password_file"), settings.text("imap", "ca_file")
    return Mailbox(
        host=settings.text("imap", "host"),
        user=settings.text("imap", "user"),
        port=settings.number("imap", "port"),
        security=settings.text("imap", "security"),
        password_file=office.root / password if password else None,
        folder=settings.text("imap", "folder"),
        done_folder=settings.text("imap", "done_folder"),
        ca_file=office.root / authority if authority else None,
    )


@contextmanager
def alone(office: Office) -> Iterator[bool]:
    """Whether this is the only round in the office now. The lock goes with the process that holds it."""
    with locked(office.root / "outbox" / ".tick.lock") as ours:
        yield ours


def tick(office: Office, now: datetime, jobs: int | None = None) -> Iterator[Part]:
    """The parts of a round, each as it is done. Under :func:`alone`, so that two at once are not in each other's way.

    Turns and letters are made on ``jobs`` processes, as many as there are cores unless it is said. Whatever stops in
    the middle is taken up by the next round. The site is written if anything was done, or a day after the last time.
    """
    idle = True
    for part in _parts(office, now, jobs or cores()):
        idle = idle and not part.done
        yield part
    if office.settings.text("site", "folder"):
        site = _attempt(office, "site", lambda part: _write_site(office, now, idle, part))
        yield from [site] if site.done or site.failed else []


def _parts(office: Office, now: datetime, jobs: int) -> Iterator[Part]:
    yield _attempt(office, "mail in", lambda part: _ingest(office, now, part))
    for name in (yield from _games(office, "insurance", lambda: _to_remind(office, now))):
        yield _attempt(office, f"insurance {name}", lambda part, name=name: _remind(office, name, now, part))  # type: ignore[misc]
    left = _attempt(office, "missing reports", lambda part: _finish(office, part))
    yield from [left] if left.done or left.failed else []
    yield from _turns(office, now, jobs)
    yield _attempt(office, "mail out", lambda part: _deliver(office, now, jobs, part))
    old = _attempt(office, "old mails", lambda part: _clear(office, now, part))
    yield from [old] if old.done or old.failed else []


def _games(office: Office, name: str, found: Callable[[], list[str]]) -> Generator[Part, None, list[str]]:
    """The games there is something to do for; a part that says why where nobody can tell."""
    games: list[str] = []
    part = _attempt(office, name, lambda _: games.extend(found()))
    if part.failed:
        yield part
    return games


def _turns(office: Office, now: datetime, jobs: int) -> Iterator[Part]:
    """Every game that is due; one that fails stops no other."""
    games = yield from _games(office, "due turns", lambda: _due(office, now))
    jobs, each = shares(jobs, len(games))

    def one(own: Office, name: str) -> Part:
        return _attempt(own, f"game {name}", lambda part: _process(own, name, now, each, part))

    for done in in_offices(office, games, jobs, one):
        yield done.result or Part(f"game {done.item}", failed=f"{done.lost}; the next round takes it up")


def reminded(office: Office, game: str, now: datetime) -> Part:
    """Turn insurance of a game, as a part of a round; raises whatever is wrong."""
    part = Part(f"insurance {game}")
    _remind(office, game, now, part)
    return part


def sent_out(office: Office, now: datetime) -> Part:
    """Mail out as a worker does it, likewise, on one process."""
    part = Part("mail out")
    _deliver(office, now, 1, part, among_workers=True)
    return part


def _attempt(office: Office, name: str, work: Callable[[Part], None]) -> Part:
    part = Part(name)
    try:
        work(part)
    except Exception as error:  # noqa: BLE001 - the door of one part of a round
        part.failed = in_words(office, name, error)
    return part


def _ingest(office: Office, now: datetime, part: Part) -> None:
    from magika_gm.app.post.intake import ingest

    if not reads_mail_itself(office):
        return
    counts: dict[str, int] = {}
    troubles: list[str] = []
    try:
        for received in ingest(office, configured(office), now):
            counts[received.outcome] = counts.get(received.outcome, 0) + 1
            trouble = received.reason if received.outcome == Outcome.LEFT else received.unmarked
            troubles += [f"{received.source}: {trouble}"] if trouble else []
        note_heartbeat(office, now)  # the mail was read, whatever became of one of them
    finally:
        part.done += [f"{n} {outcome}" for outcome, n in sorted(counts.items())]
    if troubles:
        raise OfficeError("; ".join(troubles[:5]))


def _to_remind(office: Office, now: datetime) -> list[str]:
    from magika_gm.app.calendar.insurance import games_to_alert

    return games_to_alert(office, now)


def _remind(office: Office, game: str, now: datetime, part: Part) -> None:
    from magika_gm.app.calendar.insurance import alert_missing

    found = alert_missing(office, game, now).game
    alerts = found.alerts if found is not None else ()
    part.done += [f"reminded: {' '.join(found.reminded)}"] if found is not None and found.reminded else []
    told = [f"{a.seat} by {a.how}" for a in alerts if a.new]
    part.done += [", ".join(told)] if told else []
    part.done += [f"{a.seat} not alerted, {a.trouble}" for a in alerts if a.trouble]


def _due(office: Office, now: datetime) -> list[str]:
    from magika_gm.app.turns.process import due_games

    return due_games(office, now)


def _finish(office: Office, part: Part) -> None:
    from magika_gm.app.turns.publish import finish_cut_offs

    found = dict(finish_cut_offs(office))
    part.done += [f"reports of game {game} written" for game, why in found.items() if not why]
    part.failed = "; ".join(f"game {game}: {why}" for game, why in found.items() if why)


def _process(office: Office, game: str, now: datetime, processes: int, part: Part) -> None:
    from magika_gm.app.accounts.rates import prices_left_out
    from magika_gm.app.turns.due import try_turn

    tried = try_turn(office, game, now, processes=processes)
    if tried.done is None:
        if tried.waits and tried.asked_before:
            part.done.append(tried.waits)
        else:
            part.failed = tried.failed
        return
    done = tried.done
    uncharged = prices_left_out(office)
    part.done += [f"nothing was charged: {uncharged}"] if uncharged else []
    late = f", no orders from {' '.join(done.defaults)}" if done.defaults else ""
    part.done.append(f"turn {done.turn} processed{late}{f', the game is over: {done.how}' if done.how else ''}")


def _deliver(office: Office, now: datetime, jobs: int, part: Part, among_workers: bool = False) -> None:
    from magika_gm.app.post.deliver import deliver

    counts: dict[str, int] = {}
    troubles: dict[str, str] = {}
    try:
        for sent in deliver(office, now, jobs, among_workers):
            state = {"refused": "refused for good", "later": "to be tried later"}.get(sent.delivery.state, "sent")
            counts[state] = counts.get(state, 0) + 1
            if sent.delivery.state != "sent":
                troubles.setdefault(sent.delivery.detail, sent.recipient)
    finally:
        part.done += [f"{n} {state}" for state, n in sorted(counts.items())]
    part.done += [f"{recipient}: {why}" for why, recipient in list(troubles.items())[:5]]


def _clear(office: Office, now: datetime, part: Part) -> None:
    from magika_gm.app.operations.erasing import clear_mails

    cleared = clear_mails(office, now)
    part.done += [f"{cleared} kept no longer as they came"] if cleared else []


def _write_site(office: Office, now: datetime, idle: bool, part: Part) -> None:
    from magika_gm.app.operations.site import LISTED, write_site

    folder = office.root / Path(office.settings.text("site", "folder")).expanduser()
    listed, day_ago = folder / LISTED, now - timedelta(days=1)
    if idle and listed.is_file() and listed.stat().st_mtime > day_ago.timestamp():
        return
    made = write_site(office, folder, now)
    part.done.append(f"{len(made.files)} files in {made.folder}")
    part.done += made.left_out
