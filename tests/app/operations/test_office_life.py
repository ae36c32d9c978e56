"""An office at work: sign-ups, mails and their outcomes, turns, undo, rules that break."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import Received, ingest
from magika_gm.app.turns.process import RulesError, process_turn, undo_turn
from magika_gm.cli import common
from magika_gm.cli.main import cli
from magika_gm.games.magika.rules.sequence import RULES
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store.archive import load_played
from magika_gm.store.database import StoreError, open_store
from tests.app.postroom import begin
from tests.desk import typed

REPORTS_OF = "ABCDEFGHIJKLM"

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
PASSWORD = {"A": "starling lamp", "C": "swordfish", "F": "crêpe sucrée"}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = begin(tmp_path / "office", seed=b"life")
    yield made
    made.close()


def mail(sheet: str, sender: str = "carol.w@example.com", message_id: str = "", headers: str = "") -> Incoming:
    name = message_id or f"<{abs(hash(sheet))}@example.com>"
    raw = f"From: {sender}\nTo: gm@example.org\nSubject: orders\nMessage-ID: {name}\n{headers}\n{sheet}"
    return Incoming(raw.encode(), None, "mail.eml")


def sheet(turn: int = 1, orders: str = "1 MOVE NE", letter: str = "C", password: str = "", game: str = "7") -> str:
    return f"GAME {game} TURN {turn}\nMAGE {letter}\nPASSWORD {password or PASSWORD[letter]}\n{orders}\nEND\n"


def take(office: Office, *items: Incoming) -> list[Received]:
    return list(ingest(office, items, NOW))


def outbox(office: Office) -> list[tuple[str, str, str, str]]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        rows = connection.execute(
            "SELECT kind, recipient, body, in_reply_to FROM outbox WHERE kind != 'report' ORDER BY id"
        ).fetchall()
    connection.close()
    return rows


def dump(office: Office) -> list[str]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def but_the_books(lines: list[str]) -> list[str]:
    """A dump without the ledger, whose entries are never removed, only reversed (GM-4), what was seen in review, and
    the chain of turns, which says that a turn was taken back."""
    apart = tuple(f'INSERT INTO "{name}"' for name in ("entries", "postings", "reviews", "chain"))
    return [line for line in lines if not line.startswith(apart)]


def test_orders_are_acknowledged_to_the_registered_address_only(office: Office) -> None:
    (received,) = take(office, mail(sheet(), "stranger@elsewhere.example", "<1@x>"))
    assert (received.outcome, received.seat, received.turn) == ("accepted", "C", 1)
    ((kind, to, body, reply),) = outbox(office)
    assert (kind, to, reply) == ("acknowledge", "carol.w@example.com", "<1@x>")
    assert "1 MOVE NE" in body


def test_a_later_sheet_replaces_whole_and_a_faulty_one_does_not(office: Office) -> None:
    first, second, third = take(
        office, mail(sheet(orders="1 MOVE NE\n2 SEARCH")), mail(sheet(orders="3 MEDITATE")), mail(sheet(orders="1 FLY"))
    )
    assert [first.outcome, second.outcome, third.outcome] == ["accepted", "accepted", "refused"]
    assert "those stand" in third.reason
    process_turn(office, "7", NOW, early=True)
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        (orders,) = connection.execute("SELECT orders FROM played WHERE seat = 'C' AND turn = 1").fetchone()
    connection.close()
    assert orders.split("\n") == ["REST", "REST", "MEDITATE", "REST", "REST"]


@pytest.mark.parametrize(
    ("message", "outcome", "reason"),
    [
        (sheet(password="swordfisch"), "refused", "password"),
        (sheet(turn=0), "refused", "turn 0 has been processed"),
        (sheet(turn=9), "refused", "too far ahead"),
        (sheet(turn=3), "accepted", ""),
        (sheet(game="99").replace("PASSWORD swordfish\n", ""), "refused", "there is no such game here"),
        (sheet(game="99", password="swordfisch"), "refused", "password"),
        (sheet(game="99"), "accepted", ""),
        ("Hello there, when is the next turn due?\n", "remark", ""),
        (sheet() + sheet(orders="1 SEARCH"), "refused", "more than one order sheet"),
        (sheet() + sheet(), "accepted", ""),
        (sheet(orders="1 FLY"), "accepted", ""),
        (sheet(letter="F"), "accepted", ""),
    ],
)
def test_every_message_ends_in_one_of_three_ways(office: Office, message: str, outcome: str, reason: str) -> None:
    headers = "Content-Type: text/plain; charset=utf-8\n"
    (received,) = take(office, mail(message, headers=headers))
    assert received.outcome == outcome
    assert reason in received.reason
    assert len(outbox(office)) == 1, "no mail of a person goes without an answer"


def test_what_came_before_is_known_and_machines_are_not_answered(office: Office) -> None:
    item = mail(sheet(), message_id="<same@x>")
    again = mail(sheet(orders="2 SEARCH"), message_id="<same@x>")
    robot = mail(sheet(), message_id="<robot@x>", headers="Auto-Submitted: auto-replied\n")
    assert [r.outcome for r in take(office, item, item, again, robot)] == ["accepted", "known", "known", "aside"]
    assert len(outbox(office)) == 1


def test_no_secret_is_written_anywhere(office: Office, tmp_path: Path) -> None:
    take(office, mail(sheet()), mail(sheet(password="guessing game")), mail(sheet(orders="PASSWORD swordfish\n1 FLY")))
    process_turn(office, "7", NOW, early=True)
    list(deliver(office))
    text = "\n".join(dump(office))
    for folder in ("outbox", "reports"):
        for path in (office.root / folder).rglob("*"):
            if path.is_file():
                text += path.read_bytes().decode("latin-1")
    assert "swordfish" not in text
    assert "guessing game" not in text


def test_missing_orders_are_played_by_default_and_said_so(office: Office) -> None:
    take(office, mail(sheet()))
    done = process_turn(office, "7", NOW, early=True)
    assert done.defaults == tuple("ABDEFGHIJKLM")
    text = (done.folder / "A.txt").read_text(encoding="utf-8")
    assert "Your orders did not come in time" in text
    assert "Your orders did not come in time" not in (done.folder / "C.txt").read_text(encoding="utf-8")


def test_not_before_it_is_due(office: Office) -> None:
    with pytest.raises(OfficeError, match="not due before"):
        process_turn(office, "7", NOW)
    assert process_turn(office, "7", NOW + timedelta(days=20)).turn == 1


def test_a_dry_run_changes_nothing(office: Office, tmp_path: Path) -> None:
    take(office, mail(sheet()))
    before = dump(office)
    process_turn(office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert dump(office) == before
    assert not office.reports("7", 1).exists()
    wanted = {p.name: p.read_bytes() for p in (tmp_path / "look").iterdir()}
    process_turn(office, "7", NOW, early=True)
    assert {p.name: p.read_bytes() for p in office.reports("7", 1).iterdir()} == wanted


def but_the_chain(office: Office) -> dict[str, Any]:
    """Every report of turn 1, line by line, without the links of its chain of turns."""
    text = {p.name: p.read_text("utf-8").splitlines() for p in office.reports("7", 1).glob("*.txt")}
    files: dict[str, Any] = {p.name: json.loads(p.read_text("utf-8")) for p in office.reports("7", 1).glob("*.json")}
    links = re.compile(r"turn \d( taken back)? [0-9a-f]{40}")
    plain = {name: {k: v for k, v in whole.items() if k != "chain"} for name, whole in files.items()}
    return plain | {name: [line for line in lines if not links.fullmatch(line)] for name, lines in text.items()}


def test_undo_takes_a_turn_back_whole(office: Office) -> None:
    take(office, mail(sheet()))
    before = but_the_books(dump(office))
    process_turn(office, "7", NOW, early=True)
    after = but_the_books(dump(office))
    reports = but_the_chain(office)
    assert undo_turn(office, "7", NOW) == 1
    assert but_the_books(dump(office)) == before
    assert not office.reports("7", 1).exists()
    process_turn(office, "7", NOW, early=True)
    assert but_the_books(dump(office)) == after
    assert but_the_chain(office) == reports
    undo_turn(office, "7", NOW)
    with pytest.raises(OfficeError, match="no processed turn"):
        undo_turn(office, "7", NOW)


def test_rules_that_break_roll_back_and_leave_a_diagnosis(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    take(office, mail(sheet()))
    before = dump(office)

    def broken(*_: Any) -> Any:
        raise AssertionError("a rule is broken")

    monkeypatch.setattr(RULES, "resolve", broken)
    with pytest.raises(RulesError, match="nothing was changed") as caught:
        process_turn(office, "7", NOW, early=True)
    assert dump(office) == before
    diagnosis = caught.value.diagnosis.read_text(encoding="utf-8")
    assert "a rule is broken" in diagnosis
    assert "MOVE NE" in diagnosis
    assert b"life".hex() not in diagnosis
    assert "swordfish" not in diagnosis


def test_order_of_arrival_is_irrelevant(tmp_path: Path) -> None:
    worlds = []
    for number, letters in enumerate(("ACF", "FCA")):
        office = init_office(tmp_path / str(number), sample=True)  # one secret for both
        new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"arrival")
        headers = "Content-Type: text/plain; charset=utf-8\n"
        take(office, *(mail(sheet(letter=a), message_id=f"<{a}@x>", headers=headers) for a in letters))
        done = process_turn(office, "7", NOW, early=True)
        worlds.append({p.name: p.read_bytes() for p in done.folder.iterdir()})
        office.close()
    assert worlds[0] == worlds[1]


def test_a_game_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    office = init_office(tmp_path / "office")
    bad = tmp_path / "signups.toml"
    text = (shipped("sample") / "magika" / "signups.toml").read_text(encoding="utf-8")
    bad.write_text(
        text.replace('race = "halfling"', 'race = "hobbit"', 1).replace('alignment = "evil"', "", 1), "utf-8"
    )
    before = dump(office)
    with pytest.raises(OfficeError) as caught:
        new_game(office, "8", bad, NOW)
    assert "player.5.race" in str(caught.value)
    assert "alignment: is missing" in str(caught.value)
    with pytest.raises(OfficeError, match="cannot be a game's name"):
        new_game(office, "../8", shipped("sample") / "magika" / "signups.toml", NOW)
    for name in ("ALL", "all", "All"):
        with pytest.raises(OfficeError, match="mean every game"):
            new_game(office, name, shipped("sample") / "magika" / "signups.toml", NOW)
    assert dump(office) == before
    office.close()


def test_two_deliveries_at_once_send_nothing_twice(office: Office) -> None:
    first = deliver(office)
    next(first)
    if office.store.path is None:  # on a server each mail has a lock of its own
        assert len(list(deliver(office))) == 12
        assert not list(first)
    else:
        with pytest.raises(OfficeError, match="another delivery is running"):
            next(deliver(office))
        assert len(list(first)) == 12
    assert not list(deliver(office))


def test_two_runs_at_once_change_a_turn_once(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magika_gm.app.turns.process.LONGEST_WAIT", 0.2)
    words = ["--office", str(office.root), "process-turn", "7", "--early"]
    other = open_store(office.database_url)
    with other.writing():
        second = CliRunner().invoke(cli, words)
    other.close()
    assert second.exit_code == 1
    assert "another run is writing" in second.stderr
    assert CliRunner().invoke(cli, words).exit_code == 0


@pytest.mark.sqlite("on a server each game has a lock of its own")
def test_a_run_waits_for_another_that_writes_and_says_so(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games processed each by a command of its own, at the same moment: none is refused."""
    monkeypatch.setattr("magika_gm.store.database.TOLD_AFTER", 0.05)
    other, told = open_store(office.database_url), Event()
    plain = common.complain

    def complained(line: str) -> None:
        plain(line)
        told.set()

    monkeypatch.setattr(common, "complain", complained)

    def writes() -> None:
        with other.writing():
            held.set()
            assert told.wait(60), "nobody was told that he waits"

    held = Event()
    thread = Thread(target=writes)
    thread.start()
    assert held.wait(60)
    said = typed(office, "process-turn", "7", "--early")
    thread.join()
    other.close()
    assert said.exit_code == 0, said.stderr
    assert said.stderr.count("another run is writing to this office: this one waits until it has finished") == 1
    assert "Turn 1 of game 7 is processed" in said.stdout


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE mages SET endurance = 500 WHERE letter = 'C'", "endurance 500 is outside 0 to"),
        ("INSERT INTO things VALUES ('7', 0, 999, 'crown', 'C', NULL)", "the crown is in two places"),
        (
            "WITH n(i) AS (VALUES (3),(4),(5),(6),(7)) "
            "INSERT INTO scrolls SELECT '7', 0, 'C', i, 'Heals', i, 0, 0, 1 = 0 FROM n",
            "holds 7 scrolls, at most 6",
        ),
    ],
)
def test_an_impossible_world_is_refused_on_load_not_played(office: Office, change: str, words: str) -> None:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(StoreError, match=words):
        process_turn(office, "7", NOW, early=True)
    result = typed(office, "process-turn", "7", "--early")
    assert result.exit_code == 1
    assert words in result.stderr
    assert "restore a backup copy; nothing was changed" in result.stderr


def test_a_turn_understands_names_as_the_acknowledgement_did(office: Office) -> None:
    """RECON-3: whose name a mage has not read from close by he cannot call by it, in the answer and in the turn."""
    take(office, mail(sheet(orders="1 DEMAND CROWN FROM Fenouil\n2 MOVE NE")))
    (answer,) = [body for _, _, body, _ in outbox(office)]
    process_turn(office, "7", NOW, early=True)
    with office.store.reading() as connection:
        orders = load_played(connection, "7", 1)["C"][1]
    assert "FENOUIL is no mage" in " ".join(answer.split())
    assert orders[0] == "REST"
    assert orders[1] == "MOVE NE"
