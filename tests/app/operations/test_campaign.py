"""Months of an office in fast time: real mails in and out, people who are late, away, gone and back, a crash a week.

Players are the built-in policies behind real mail: each reads the turn file attached to the report he got, and answers
to its reply address. At the end the books balance to the cent, every mail is accounted for and every turn verifies.
Six months by ``make test-all``, of two games (eight by night), at both paces. By day, what the campaign alone once saw
has tests of its own (tests/app/turns/test_undo_among_games.py).
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.accounts import ledger
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.standby import add_standby, list_standbys, place_standby
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.games import game_ids, load_game
from magika_gm.app.turns import process
from magika_gm.app.turns.process import due_games, process_turn, undo_turn
from magika_gm.games.magika.bots import NOVICE_POLICIES, play
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.magika import word as acts

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES, WEEKS = 8 if NIGHTLY else 2, 26
REPORTS_OF, FILES_OF = "", "ABCDEFGHIJKLM"
pytestmark = pytest.mark.slow
START = datetime(2026, 11, 2, 12, tzinfo=UTC)
LETTERS = "ABCDEFGHIJKL"


class Crash(BaseException):
    """The machine stops here."""


@dataclass
class Person:
    """A player as the post sees him: an address, and how he is."""

    game: str
    letter: str
    email: str
    policy: str
    password: str
    gone_from: datetime | None = None
    """He stops answering for good."""
    away: tuple[datetime, datetime] | None = None
    """He is away, and said so."""
    late: float = 0.0
    """How often his orders come too late."""


@dataclass
class Campaign:
    """The office, its players, the mails under way, and what has been seen."""

    office: Office
    weeks: int
    people: dict[str, list[Person]] = field(default_factory=dict)
    under_way: list[tuple[datetime, bytes]] = field(default_factory=list)
    sent: int = 0
    arrived: int = 0
    crashes: int = 0
    reports: dict[tuple[str, str], int] = field(default_factory=dict)
    """Newest turn of which each seat's report went out."""

    def person(self, game: str, letter: str) -> Person | None:
        found = [p for p in self.people[game] if p.letter == letter]
        return found[-1] if found else None


def signups(path: Path, game: int, weeks: int, rng: random.Random) -> list[Person]:
    """Twelve players with their quirks; nobody plays the Ebon Mage in every other game."""
    import tomllib

    data = tomllib.loads((shipped("sample") / "magika" / "signups.toml").read_text("utf-8"))
    rows, people = [], []
    for letter, row in zip(LETTERS, data["player"], strict=True):
        email = f"{letter.lower()}{game}@players.example"
        keep = {k: row[k] for k in ("name", "character", "race", "alignment")}
        keep |= {"email": email, "password": f"word {letter} {game}", "balance_cents": rng.choice([2000, 5000, 12000])}
        keep["currency"] = rng.choice(["USD", "CAD"])
        rows.append(keep)
        person = Person(f"g{game}", letter, email, NOVICE_POLICIES[rng.randrange(3)], keep["password"])
        quirk = rng.random()
        if quirk < 0.12:
            person.gone_from = START + timedelta(weeks=rng.randrange(2, max(3, weeks - 6)))
        elif quirk < 0.25:
            first = START + timedelta(weeks=rng.randrange(1, max(2, weeks - 5)))
            person.away = (first, first + timedelta(weeks=5))
        elif quirk < 0.4:
            person.late = 0.4
        people.append(person)
    lines = [f"{k} = {json.dumps(v)}" if k != "" else "" for row in rows for k, v in [("", ""), *row.items()]]
    text = "\n".join("[[player]]" if line == "" else line for line in lines)
    path.write_text(text + "\n", encoding="utf-8")
    return people


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    folder = tmp_path_factory.mktemp("campaign")
    made = Campaign(init_office(folder / "office"), WEEKS)
    rng = random.Random(1994)
    for number in range(1, GAMES + 1):
        path = folder / f"signups{number}.toml"
        made.people[f"g{number}"] = signups(path, number, made.weeks, rng)
        due = START + timedelta(days=14 + number % 3, hours=10)
        seed = f"campaign {number}".encode()
        new_game(made.office, f"g{number}", path, START, due=due, seed=seed)
        if number % 2 == 0:
            with made.office.store.writing() as connection:
                connection.execute(t.games.update().where(t.games.c.id == f"g{number}").values(pace_days=21))
    for number in range(3):
        add_standby(made.office, f"Standby {number}", f"standby{number}@players.example", f"stand by {number}", START)
    for day in range(made.weeks * 7):
        one_day(made, START + timedelta(days=day), rng)
    yield made
    made.office.close()


def one_day(c: Campaign, today: datetime, rng: random.Random) -> None:
    """Mail comes, turns that are due are run in the evening, mail goes; now and then the machine stops in between."""
    crash = today.weekday() == 2
    arriving = [raw for when, raw in c.under_way if when <= today]
    c.under_way = [(when, raw) for when, raw in c.under_way if when > today]
    c.arrived += len(arriving)
    evening = today + timedelta(hours=11)
    by_day = rng.random() < 0.5 or not due_games(c.office, evening)
    take_in(c, arriving, today, crash and by_day, rng)
    for game in due_games(c.office, evening):
        if crash:
            stopped(c, lambda game=game: process_turn(c.office, game, evening))  # type: ignore[misc]
            crash = False
        process_turn(c.office, game, evening)
        step_in(c, game, evening)
    if today.weekday() == 4 and today < START + timedelta(weeks=3):
        corrections(c, evening)
    send_out(c, evening, rng)


def stopped(c: Campaign, work: Callable[[], object]) -> None:
    """The machine stops in the middle of a piece of work, before anything of it is committed."""
    c.crashes += 1
    patch = pytest.MonkeyPatch()

    def stop(*_: object, **__: object) -> None:
        raise Crash

    patch.setattr(process, "publish_reports", stop)
    with pytest.raises(Crash):
        work()
    patch.undo()


def take_in(c: Campaign, arriving: list[bytes], today: datetime, crash: bool, rng: random.Random) -> None:
    """Read the mails; after a crash all of them are read again, as a mailbox would offer them."""
    items = [Incoming(raw, None, f"mail {n}") for n, raw in enumerate(arriving)]
    if crash and items:
        c.crashes += 1
        stop_at = rng.randrange(len(items))
        for n, _ in enumerate(ingest(c.office, items, today)):
            if n == stop_at:
                break
    for received in ingest(c.office, items, today):
        assert received.outcome in ("accepted", "refused", "aside", "known"), received
    if items:
        again = list(ingest(c.office, items[:1], today))
        assert [r.outcome for r in again] == ["known"]


def corrections(c: Campaign, now: datetime) -> None:
    """The game master's two corrections: a statistic between turns, and a whole turn taken back and run again."""
    with c.office.store.reading() as connection:
        game = load_game(connection, "g1")
    if game.turn == 1:
        acts.adjust(c.office, "g1", "A", "arcania", "60", "a slip of ours", now)
        undo_turn(c.office, "g1", now)
        process_turn(c.office, "g1", now, early=True)


def step_in(c: Campaign, game: str, now: datetime) -> None:
    """A standby takes over the first position in jeopardy that he is offered."""
    for line in list_standbys(c.office):
        if line.state == "offered" and line.game == game and line.seat is not None:
            place_standby(c.office, game, line.seat, line.id, now)
            person = Person(game, line.seat, line.email, "racer", f"stand by {line.id - 1}")
            c.people[game].append(person)


def send_out(c: Campaign, now: datetime, rng: random.Random) -> None:
    """Deliver what waits; everybody who gets a report answers it, some time before or after the next turn."""
    list(deliver(c.office, now))
    folder = c.office.root / "outbox"
    for path in sorted(folder.rglob("*.eml")):
        message: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
        path.unlink()
        c.sent += 1
        for part in message.iter_attachments():
            if str(part.get_filename()).endswith(".json"):
                plain = json.loads(part.get_payload(decode=True))
                answer(c, message, plain, now, rng)


def answer(c: Campaign, report: Any, plain: dict[str, Any], now: datetime, rng: random.Random) -> None:
    game, letter = plain["player"]["game"], plain["mage"]["letter"]
    c.reports[game, letter] = plain["turn"]
    person = c.person(game, letter)
    if person is None or plain["ended"] or str(report["To"]) != person.email:
        return
    if person.gone_from is not None and now > person.gone_from:
        return
    if person.away is not None and person.away[0] <= now <= person.away[1]:
        first, last = (day.date().isoformat() for day in person.away)
        post(c, report, f"GAME {game}\nMAGE {letter}\nPASSWORD {person.password}\nABSENT {first} to {last}\nEND\n", now)
        return
    orders = play(person.policy, plain, f"{game}{letter}".encode())
    lines = [f"{n} {write_order(order)}" for n, order in enumerate(orders, 1)]
    secret = f"PASSWORD {person.password}\n" if rng.random() < 0.3 else ""
    head = [f"GAME {game} TURN {plain['turn'] + 1}", f"MAGE {letter}"]
    sheet = "\n".join([*head, f"{secret}{lines[0]}", *lines[1:], "END"])
    days = 40 if rng.random() < person.late else rng.randrange(1, 9)
    post(c, report, f"Hello,\n\n{sheet}\n", now + timedelta(days=days))
    if rng.random() < 0.1:
        post(c, report, f"once more\n\n{sheet}\n", now + timedelta(days=days + 1))


def post(c: Campaign, report: Any, text: str, when: datetime) -> None:
    """An answer to a report: to its reply address, threaded, as mail programs write it."""
    mail = EmailMessage()
    mail["From"], mail["To"] = str(report["To"]), str(report["Reply-To"] or report["From"])
    mail["Subject"] = f"Re: {report['Subject']}"
    mail["Message-ID"] = f"<{c.sent}.{len(c.under_way)}.{when.timestamp()}@players.example>"
    mail["In-Reply-To"] = report["Message-ID"]
    mail.set_content(text + "\n> Your report said\n> many things\n")
    c.under_way.append((when, mail.as_bytes()))


def rows(c: Campaign, query: str) -> list[Any]:
    with sqlite3.connect(c.office.root / "magika.sqlite3") as connection:
        found = connection.execute(query).fetchall()
    connection.close()
    return found


def test_it_was_a_lively_time(campaign: Campaign) -> None:
    assert campaign.crashes >= campaign.weeks // 2
    assert campaign.arrived > GAMES * 12 * 3
    turns = dict(rows(campaign, "SELECT game, max(turn) FROM turns GROUP BY game"))
    assert all(turn >= 3 for turn in turns.values())
    hows = dict(rows(campaign, "SELECT how, count(*) FROM played GROUP BY how"))
    assert {"mailed", "default", "absent", "policy"} <= hows.keys()
    assert hows["mailed"] > hows["default"] + hows["absent"]
    assert rows(campaign, "SELECT count(*) FROM mages WHERE dropped") != [(0,)] or rows(
        campaign, "SELECT count(*) FROM standbys WHERE state = 'placed'"
    ) != [(0,)]


def test_every_turn_verifies(campaign: Campaign) -> None:
    with campaign.office.store.reading() as connection:
        games = game_ids(connection)
    assert len(games) == GAMES
    for game in games:
        assert all(not v.differences for v in verify_game(campaign.office, game)), game


def test_the_books_balance_to_the_cent_and_nothing_is_charged_twice(campaign: Campaign) -> None:
    with campaign.office.store.reading() as connection:
        assert ledger.faults_in_books(connection) == []
        sums = ledger.all_sums(connection)
    totals: dict[str, int] = {}
    for (_, currency), amount in sums.items():
        totals[currency] = totals.get(currency, 0) + amount
    assert totals
    assert set(totals.values()) == {0}
    charged = rows(
        campaign,
        "SELECT game, turn, seat, count(*) FROM entries WHERE cause LIKE 'turn:%' AND reverses IS NULL "
        "AND id NOT IN (SELECT reverses FROM entries WHERE reverses IS NOT NULL) GROUP BY game, turn, seat",
    )
    assert charged
    assert {n for *_, n in charged} == {1}


def test_every_mail_is_accounted_for(campaign: Campaign) -> None:
    assert rows(campaign, "SELECT count(*) FROM inbox") == [(campaign.arrived,)]
    outcomes = dict(rows(campaign, "SELECT outcome, count(*) FROM inbox GROUP BY outcome"))
    assert set(outcomes) <= {"accepted", "refused", "aside"}
    assert outcomes["accepted"] > 10 * outcomes.get("aside", 0)
    assert all((campaign.office.root / path).is_file() for (path,) in rows(campaign, "SELECT path FROM inbox"))
    states = dict(rows(campaign, "SELECT state, count(*) FROM outbox GROUP BY state"))
    assert set(states) <= {"sent", "superseded"}
    assert states["sent"] == campaign.sent


def test_everybody_has_the_newest_report(campaign: Campaign) -> None:
    last = dict(rows(campaign, "SELECT game, max(turn) FROM turns GROUP BY game"))
    gone = set(rows(campaign, "SELECT game, letter FROM mages WHERE dropped"))
    for (game, letter), turn in campaign.reports.items():
        if (game, letter) not in gone:
            assert turn == last[game], (game, letter)
