"""An office of many years beside a small one: what grows with the years, and what must not.

    python -m tests.soak.years      YEARS_TURNS (12000), YEARS_SMALL (turns of the small office beside it, 600),
                                    YEARS_PLAYED (turns that are played; all of them), YEARS_MAILS in the mailbox
                                    (100000), YEARS_SEED (1), YEARS_FOLDER (where the offices are, and are taken up
                                    again; a new one, thrown away)

Every turn is played by the functions the commands call, all in one process: orders come as mails to reply addresses,
through ``ingest``; accounts are paid up; letters are marked as sent, and not made: what a letter costs is measured
elsewhere. Of reports the turn files alone are written, which the bots read, and none are kept but of each game's last
turn (``[office] reports``), which are whole. Where fewer turns are played than wanted, the games that are over are
copied, all their rows under other names, as many times as that takes: their mails stand in one file then, and the seal
of a copy's beginning is that of the game it was copied from. Every command is run as it is typed, in a process of its
own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

from sqlalchemy import Connection, func, inspect, select, update

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import book_payment
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office, open_office, stamp
from magika_gm.app.post.credentials import reply_address, reply_token
from magika_gm.app.post.inbox import list_inbox, settle_mail
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.games import Game, game_dates, game_ids, load_game, load_holders
from magika_gm.app.turns import editions
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Settle
from tests.soak.people import cast, cheap_passwords
from tests.soak.plan import HOUR, PACE, START
from tests.soak.servers import Mailbox, imap, maildir

YEARS = 10
EMAIL = "gm@office.example"
SETTINGS = f'''[office]
email = "{EMAIL}"
reports = 1
[smtp]
most_a_minute = 0
[mail]
answers_a_day = 1000000
'''


@contextmanager
def turn_files_alone() -> Iterator[None]:
    """Of reports nothing but turn files is written meanwhile."""

    def write(edition: editions.Edition, seat: str, part: Path) -> None:
        plain = edition.system.reports.turn_file(edition.reports[seat])
        (part / f"{seat}.json").write_text(editions.turn_file_text(plain), encoding="utf-8")

    with (
        patch.object(editions, "_write_report", write),
        patch.object(editions.Edition, "master", lambda *_: ""),
        patch.object(editions.Edition, "spectator", lambda _: ""),
    ):
        yield


@dataclass(slots=True)
class Years:
    """An office being made: so many turns within ten years, as many games at a time as that takes."""

    office: Office
    turns: int
    rng: Random
    folder: Path
    played: int = 0
    begun: int = 0
    mails: int = 0
    running: list[tuple[str, str]] = field(default_factory=list)
    """Games that go on, and what is played in each."""

    def play(self) -> None:
        """All of it."""
        rounds = YEARS * 365 // PACE
        at_once = max(len(games.SYSTEMS), round(self.turns / rounds))
        kinds = list(games.SYSTEMS)
        began = time.process_time()
        number = 0
        while self.played < self.turns:
            now = START + timedelta(days=PACE * number)
            if number % 13 == 0:
                self._pay(now)
            held = Counter(system for _, system in self.running)
            while len(self.running) < at_once:
                system = min(kinds, key=lambda kind: held[kind])
                held[system] += 1
                self._begin(system, now)
            for game, system in list(self.running):
                self._turn(game, system, now + timedelta(days=PACE))
                if self.played == self.turns:
                    break
            if number % 5 == 4:
                for kept in list_inbox(self.office):
                    settle_mail(self.office, kept.id, Settle.DROP, now)
            number += 1
            if number % 10 == 0:
                spent = time.process_time() - began
                say(f"  {self.played} turns of {self.begun} games, {self.mails} mails: {spent:.0f} s of processor time")

    def _begin(self, system: str, now: datetime) -> None:
        """One more game; who plays comes from the same circle of people, year by year."""
        self.begun += 1
        game, path = f"g{self.begun}", self.folder / "signups.toml"
        # as many circles of players as games go on at once: each person plays one game after the other
        circle = f"{system}{self.begun // len(games.SYSTEMS) % 9}"
        cast(path, games.system(system), circle, self.rng, now, 1000)
        new_game(self.office, game, path, now, system=system, seed=game.encode(), due=now + timedelta(days=PACE))
        write_reports(self.office, game, 0)
        self.running.append((game, system))

    def _turn(self, game: str, system: str, now: datetime) -> None:
        self._orders(game, system, now - 24 * HOUR)
        done = process_turn(self.office, game, now, early=True, processes=1)
        with self.office.store.writing() as connection:
            o = t.outbox.c
            connection.execute(update(t.outbox).where(o.state == "waiting").values(state="sent", tried_at=stamp(now)))
        self.played += 1
        if done.ending is not None:
            self.running.remove((game, system))

    def _orders(self, game: str, name: str, now: datetime) -> None:
        """Every player's mail for the coming turn comes, but for a few who are late."""
        system = games.system(name)
        with self.office.store.reading() as connection:
            c, s, p = t.turns.c, t.seats.c, t.players.c
            query = select(c.turn, c.processed_at).where(c.game == game).order_by(c.turn.desc())
            turn, run = tuple(connection.execute(query).first() or ())
            whose = select(s.seat, p.email).join(t.players, p.id == s.player).where(s.game == game)
            emails = dict(map(tuple, connection.execute(whose)))
        mails = []
        for path in sorted(self.office.reports(game, turn).glob("*.json")):
            plain = json.loads(path.read_text("utf-8"))
            seat = system.reports.seat_of(plain)
            if not emails.get(seat) or self.rng.random() < 0.02:
                continue
            policy = system.automatic.get(seat, system.bots.DEFAULT)
            orders = system.bots.play(policy, plain, f"{game}{seat}".encode())
            sheet = Sheet(game=game, turn=turn + 1, seat=seat, orders=dict(enumerate(orders, 1)))
            token = reply_token(self.office, game, seat, turn + 1, run, emails[seat])
            text = write_sheet(sheet, system.orders.GRAMMAR)
            mails.append(self._mail(emails[seat], reply_address(EMAIL, token), text))
            if self.rng.random() < 0.03:
                mails.append(self._mail(emails[seat], EMAIL, "Thank you for the nice game.\n"))
            if self.rng.random() < 0.02:
                mails.append(self._mail(f"w{seat}@elsewhere.example", EMAIL, text))
        list(ingest(self.office, [Incoming(raw, None, "mailbox") for raw in mails], now))

    def _mail(self, who: str, to: str, text: str) -> bytes:
        self.mails += 1
        head = f"From: {who}\nTo: {to}\nSubject: orders\nMessage-ID: <{self.mails}@years.example>\n"
        return f"{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}".encode()

    def _pay(self, now: datetime) -> None:
        """Twice a year everybody pays for what he plays."""
        with self.office.store.reading() as connection:
            emails = sorted(set(connection.execute(select(t.players.c.email)).scalars()))
        for email in emails:
            book_payment(self.office, email, "50.00", "by cheque", now, ref=f"{email} {now:%Y-%m}")


def make(folder: Path, turns: int, seed: int, played: int = 0) -> None:
    """An office of so many turns, the first ``played`` of them played (0: all)."""
    folder.mkdir(parents=True, mode=0o700)
    (folder / "magika.toml").write_text(SETTINGS, encoding="utf-8")
    with closing(init_office(folder)) as office, cheap_passwords(), turn_files_alone():
        Years(office, min(turns, played or turns), Random(seed), folder).play()
    with closing(open_office(folder)) as office:
        with office.store.reading() as connection:
            names = game_ids(connection)
        for game in names:  # as an office has them
            write_reports(office, game)
        grow(office, turns)


def going_on(office: Office) -> list[str]:
    """The games that are not over."""
    with office.store.reading() as connection:
        return [game.id for game in game_dates(connection) if game.ending is None]


# The same games once more.


def grow(office: Office, turns: int) -> None:
    """Copy the games that are over, their mails, letters and entries, until there are so many turns."""
    c = t.turns.c
    with office.store.writing() as connection:
        finished = connection.execute(select(c.game).where(c.ending.is_not(None))).scalars().all()
        look = inspect(connection)
        columns = {name: [column["name"] for column in look.get_columns(name)] for name in look.get_table_names()}
        there = connection.execute(select(func.count()).where(c.turn > 0)).scalar() or 0
        over = select(c.game).where(c.ending.is_not(None))
        each = connection.execute(select(func.count()).where(c.turn > 0, c.game.in_(over))).scalar() or 0
        assert each or there >= turns, "none of the games is over yet: play more turns"
        times = -(-max(0, turns - there) // each) if each else 0
        games_over = "SELECT game FROM turns WHERE ending IS NOT NULL AND game NOT LIKE '%x%'"
        numbered = {
            name: connection.exec_driver_sql(f"SELECT max(id) FROM {name}").scalar() or 0
            for name in ("inbox", "outbox", "entries")
        }
        for name in ("games", "turns", "seats", *(name for name in columns if name not in ("games", "turns", "seats"))):
            key = {"games": "id", "postings": "entry"}.get(name, "game")
            if key not in columns[name] or name in ("signups", "standbys", "absences", "address_changes") or not times:
                continue
            swapped = {key: f"{name}.{key} || 'x' || n.i"}
            if name in numbered:
                swapped["id"] = f"{name}.id + n.i * {numbered[name]}"
                swapped |= {once: f"'x' || n.i || {name}.{once}" for once in ("message_id", "digest", "cause")}
            if name == "entries":
                swapped["reverses"] = f"reverses + n.i * {numbered[name]}"
            where = f"{key} IN ({games_over})"
            if name == "postings":
                swapped = {key: f"entry + n.i * {numbered['entries']}"}
                where = f"entry IN (SELECT id FROM entries WHERE game IN ({games_over}))"
            _copy(connection, name, columns[name], swapped, where, times)
    for game in finished:
        place = office.reports(game, 0).parent
        for number in range(1, times + 1):
            shutil.copytree(place, place.with_name(f"{game}x{number}"), copy_function=os.link)


def _copy(
    connection: Connection, table: str, columns: list[str], swapped: dict[str, str], where: str, times: int
) -> None:
    """So many copies of rows, columns ``swapped`` for what they are in copy ``n.i``."""
    names = ", ".join(f'"{column}"' for column in columns)
    chosen = ", ".join(swapped.get(column, f'{table}."{column}"') for column in columns)
    counted = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {times})"
    connection.exec_driver_sql(f"INSERT INTO {table} ({names}) {counted} SELECT {chosen} FROM {table}, n WHERE {where}")


# What it costs.


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: processor seconds, seconds by the clock, megabytes of its main process."""

    processor: float
    clock: float
    memory: float


def cost_of(folder: Path, *words: str) -> Cost:
    """Run a command as it is typed; one that fails says so here."""
    command = [sys.executable, "-m", "magika_gm", "--office", str(folder), *words]
    began, memory = time.monotonic(), 0
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(command, stdout=told, stderr=told)
        done, status, used = os.wait4(process.pid, os.WNOHANG)
        while not done:
            memory = max(memory, peak_of(process.pid))
            time.sleep(0.02)
            done, status, used = os.wait4(process.pid, os.WNOHANG)
        clock = time.monotonic() - began
        told.seek(0)
        said = told.read().decode("utf-8", "replace")
    if status and words[0] not in ("tick", "doctor"):  # which say with their status what they found
        raise RuntimeError(f"{' '.join(words)}: {said[-2000:]}")
    return Cost(used.ru_utime + used.ru_stime, clock, memory / 1024)


def peak_of(process: int) -> int:
    """Kilobytes a process held at most so far; 0 for one that is over. Of its own: what the system says of an ended one
    may come from whoever started it."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
    return 0


def costs(folder: Path) -> dict[str, Cost]:
    """What every deed takes in an office; it plays one turn."""
    with closing(open_office(folder)) as office:
        game = max(going_on(office), key=lambda name: seats_of(office, name))
        due = load(office, game).next_due
    found = {}
    for words in ("status", "games", "players", "tick", f"verify {game}", f"process-turn {game} --early", "doctor",
                  "doctor --deep", "backup"):  # fmt: skip
        if words == "tick":
            _nothing_is_due(folder, due)
        found[words.replace(game, "GAME")] = cost_of(folder, *words.split())
    (archive,) = (folder / "backups").glob("*.tar.gz")
    found["restore"] = cost_of(folder, "restore", str(archive), str(folder.with_name("restored")))
    shutil.rmtree(folder.with_name("restored"))
    return found


def seats_of(office: Office, game: str) -> int:
    """How many seats a game has."""
    with office.store.reading() as connection:
        return len(load_holders(connection, game))


def load(office: Office, game: str) -> Game:
    """A game at its last turn."""
    with office.store.reading() as connection:
        return load_game(connection, game)


def _nothing_is_due(folder: Path, due: datetime) -> None:
    """The last turns were just played, whatever day it is."""
    later = stamp(datetime.now(UTC) + timedelta(days=PACE))
    with closing(open_office(folder)) as office, office.store.writing() as connection:
        connection.execute(update(t.turns).where(t.turns.c.next_due >= stamp(due)).values(next_due=later))
        going = select(t.turns.c.game).where(t.turns.c.ending.is_not(None)).scalar_subquery()
        connection.execute(update(t.turns).where(t.turns.c.game.not_in(going)).values(next_due=later))


def say(line: str) -> None:
    """A line, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """See above."""
    words = dict(os.environ)
    turns, small = int(words.get("YEARS_TURNS", "12000")), int(words.get("YEARS_SMALL", "600"))
    played, seed = int(words.get("YEARS_PLAYED", "0")), int(words.get("YEARS_SEED", "1"))
    given = words.get("YEARS_FOLDER")
    root = Path(given) if given else Path(tempfile.mkdtemp(prefix="magika-years-"))
    found = {}
    for number in (small, turns):
        folder = root / str(number)
        if not folder.exists():
            began, part = time.process_time(), root / f"{number}.part"
            shutil.rmtree(part, ignore_errors=True)
            make(part, number, seed, played)
            part.rename(folder)
            say(f"{number} turns: made in {time.process_time() - began:.0f} s of processor time")
        say(sizes(folder))
        found[number] = costs(folder)
    say(f"\n| | {small} turns | | | {turns} turns | | |\n|---|--:|--:|--:|--:|--:|--:|")
    for deed, cost in found[small].items():
        row = [f"{one.processor:.2f} s | {one.clock:.2f} s | {one.memory:.0f} MB" for one in (cost, found[turns][deed])]
        say(f"| `{deed}` | {' | '.join(row)} |")
    mailbox(root / "mailbox", int(words.get("YEARS_MAILS", "100000")))
    if not given:
        shutil.rmtree(root)
    return 0


def sizes(folder: Path) -> str:
    """What an office has come to."""
    with closing(open_office(folder)) as office, office.store.reading() as connection:
        said = [
            f"{connection.execute(select(func.count()).select_from(table)).scalar()} {name}"
            for name, table in (("games", t.games), ("turns", t.turns), ("players", t.players), ("mails in", t.inbox),
                                ("mails out", t.outbox), ("entries", t.entries))
        ]  # fmt: skip
    raw = sum(path.stat().st_size for path in (folder / "turns").rglob("*") if path.is_file())
    made = sum(path.stat().st_size for path in (folder / "reports").rglob("*") if path.is_file())
    database = (folder / "magika.sqlite3").stat().st_size
    return f"{', '.join(said)}; database {database / 1e6:.0f} MB, raw mails {raw / 1e6:.0f}, reports {made / 1e6:.0f}"


# A full mailbox.


def mailbox(root: Path, mails: int) -> None:
    """Rounds over a Maildir, and over IMAP where Dovecot is there: all new, all settled, all known, all settled."""
    if shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin") and not os.getuid():
        with imap("127.0.0.1") as box:
            _rounds(root / "imap", box, mails, "IMAP")
    else:
        say("no Dovecot here, or not root (tests/tools/need-dovecot): IMAP is left out")
    _rounds(root / "maildir", maildir(root / "box"), mails, "Maildir")
    shutil.rmtree(root)


def _rounds(folder: Path, box: Mailbox, mails: int, kind: str) -> None:
    folder.mkdir(parents=True)
    settings = box.settings.replace('done_folder = "Done"\n', "")
    (folder / "magika.toml").write_text(SETTINGS + settings.replace("[mail]\n", ""), encoding="utf-8")
    init_office(folder).close()
    for number in range(mails):
        head = f"From: a{number % 500}@example.com\nTo: {EMAIL}\nMessage-ID: <{number}@years>\n"
        box.put(f"{head}\nNote {number}.\n".encode())
    for what in ("new", "settled", "settled"):
        cost = cost_of(folder, "tick")
        figures = f"{cost.processor:.2f} s | {cost.clock:.2f} s | {cost.memory:.0f} MB"
        say(f"| a round over {mails} mails, {what}, {kind} | {figures} |")


if __name__ == "__main__":
    sys.exit(main())
