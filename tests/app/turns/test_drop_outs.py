"""GM-3: jeopardy after two missed turns in a row, out after three; notices, bounces and a failed post do not count."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import list_accounts
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.date_moves import move_date
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.standby import add_standby, leave_line, list_standbys, place_standby
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.workdays import moment_words
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.games import load_game, load_holders
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import begin
from tests.magika.randoms import random_world
from tests.offices import copied, empty

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
PASSWORDS = {"A": "starling lamp", "C": "swordfish"}
WORDS = {"Una Byron": "owl light", "Vic": "brass key"}
UNA, VIC = 1, 2
"""Their places in the line."""


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = begin(tmp_path / "office", seed=b"misses")
    yield made
    made.close()


def two_missed(folder: Path, *standing_by: str) -> Office:
    """Two turns for which A alone sent orders, and who stood by then."""
    made = begin(folder, seed=b"misses")
    for hours, name in enumerate(standing_by):
        add_standby(made, name, f"{name.split()[0].lower()}@example.org", WORDS[name], NOW + timedelta(hours=hours))
    play(made, 2, "A")
    return made


@pytest.fixture
def missed(tmp_path: Path) -> Iterator[Office]:
    """Nobody but A sent orders for two turns."""
    made = copied(tmp_path / "office", two_missed)
    yield made
    made.close()


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Office]:
    """The same, and Una and Vic were asked whether they would take over, in order."""
    made = copied(tmp_path / "office", two_missed, "Una Byron", "Vic")
    yield made
    made.close()


def order(office: Office, turn: int, *letters: str, extra: str = "") -> None:
    for letter in letters:
        text = f"GAME 7 TURN {turn}\nMAGE {letter}\nPASSWORD {PASSWORDS[letter]}\n1 REST\nEND\n{extra}"
        (received,) = ingest(office, [Incoming(None, text, "x.txt")], NOW + timedelta(minutes=turn))
        assert received.outcome == "accepted", received.reason


def play(office: Office, turns: int, *letters: str) -> dict[str, str]:
    """Process turns for which only these send orders; the last text reports."""
    for _ in range(turns):
        with office.store.reading() as connection:
            turn = load_game(connection, "7").turn + 1
        order(office, turn, *letters)
        process_turn(office, "7", NOW + timedelta(hours=turn), early=True)
    return {p.stem: " ".join(p.read_text("utf-8").split()) for p in office.reports("7", turn).glob("?.txt")}


def dropped(office: Office) -> set[str]:
    with office.store.reading() as connection:
        return {m.letter for m in load_game(connection, "7").state(connection).mages.values() if m.dropped}


def mails(office: Office, kind: str) -> list[tuple[str, str]]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        rows = connection.execute("SELECT recipient, body FROM outbox WHERE kind = ? ORDER BY id", (kind,)).fetchall()
    connection.close()
    return rows


def welcome_of(office: Office, to: str) -> EmailMessage:
    """The welcome somebody was sent, as mail programs read it."""
    list(deliver(office))
    parsed = [message_from_bytes(p.read_bytes(), policy=default) for p in (office.root / "outbox").glob("*.eml")]
    (welcome,) = (m for m in parsed if m["To"] == to and m["Subject"].endswith("is yours"))
    return welcome


def body_of(letter: EmailMessage, kind: str) -> str:
    """A letter's ``plain`` or ``html`` text."""
    body = letter.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def attached(letter: EmailMessage) -> dict[str, bytes]:
    """A letter's files by name."""
    files = {}
    for part in letter.iter_attachments():
        raw = part.get_payload(decode=True)
        assert isinstance(raw, bytes)
        files[str(part.get_filename())] = raw
    return files


def test_second_miss_warns_third_drops(office: Office) -> None:
    reports = play(office, 1, "A")
    assert "default turn was played" in reports["C"]
    assert "jeopardy" not in reports["C"]
    reports = play(office, 1, "A")
    assert "in jeopardy" in reports["C"]
    assert "Your answer is asked: This was the second turn in a row" in " ".join(reports["C"].split())
    assert "jeopardy" not in reports["A"]
    reports = play(office, 1, "A")
    assert set(reports) == {"A", "M"}
    assert dropped(office) == set("BCDEFGHIJKL")
    assert len(mails(office, "notice")) == 11
    assert all(not v.differences for v in verify_game(office, "7"))


def test_what_he_carried_lies_and_taking_back_brings_him_back(missed: Office) -> None:
    office = missed
    play(office, 1, "A")
    undo_turn(office, "7", NOW)
    assert dropped(office) == set()
    assert not mails(office, "notice")
    order(office, 3, "C")
    process_turn(office, "7", NOW + timedelta(hours=9), early=True)
    assert "C" not in dropped(office)
    assert "B" in dropped(office)


def test_orders_of_his_own_begin_the_count_anew(missed: Office) -> None:
    office = missed
    play(office, 1, "A", "C")
    reports = play(office, 2, "A")
    assert "in jeopardy" in reports["C"]
    assert "C" not in dropped(office)


def test_notice_of_absence_does_not_count(office: Office) -> None:
    order(office, 1, "C", extra="")
    text = "GAME 7\nMAGE C\nPASSWORD swordfish\nABSENT 2026-11-01 to 2027-03-01\nEND\n"
    list(ingest(office, [Incoming(None, text, "y.txt")], NOW))
    play(office, 3, "A")
    assert "C" not in dropped(office)
    assert "B" in dropped(office)


def test_when_nobodys_orders_come_nobody_missed(office: Office) -> None:
    play(office, 3)
    assert not dropped(office)
    play(office, 2, "A")
    assert not dropped(office)


def test_allies_are_told(office: Office) -> None:
    from magika_gm.app.turns.drop_outs import notes_of_jeopardy

    magika, world = games.system("magika"), random_world(1, 1)
    for letter, team in {"A": "red", "B": "red", "C": "blue", "D": "black"}.items():
        world.mages[letter].team = team
    notes = notes_of_jeopardy({"B": 2}, magika, world, "ABCD")
    assert set(notes) == {"A", "B"}
    assert "ally B" in notes["A"][0]
    world.mages["A"].team = world.mages["B"].team = "black"
    assert notes_of_jeopardy({"B": 2}, magika, world, "AB").keys() == {"B"}


def test_who_stands_by_is_asked_in_order_and_takes_over_all_but_the_secrets(asked: Office) -> None:
    office = asked
    with pytest.raises(OfficeError, match="stands by already"):
        add_standby(office, "Una", "UNA@example.org", "owl light", NOW)
    assert [to for to, _ in mails(office, "offer")] == ["una@example.org", "vic@example.org"]
    assert [s.state for s in list_standbys(office)] == ["offered", "offered"]
    placed = place_standby(office, "7", "C", UNA, NOW)
    assert placed.name == "Una Byron"
    list(deliver(office))
    text = "GAME 7 TURN 3\nMAGE C\nPASSWORD {}\n1 SEARCH\nEND\n"
    (old,) = ingest(office, [Incoming(None, text.format("swordfish"), "o.txt")], NOW)
    (new,) = ingest(office, [Incoming(None, text.format("owl light"), "n.txt")], NOW)
    assert (old.outcome, new.outcome) == ("refused", "accepted")
    reports = play(office, 1, "A")
    assert "Una Byron" in reports["C"]
    assert "C" not in dropped(office)
    line = next(a for a in list_accounts(office) if a.name == "Una Byron")
    assert line.free_turns == 0, "the first turn was free, and it is used"
    play(office, 2, "A")
    assert "C" not in dropped(office), "she begins with no missed turn"
    with pytest.raises(OfficeError, match="stands by"):
        leave_line(office, UNA)


def test_a_report_written_again_is_the_old_players_and_the_new_one_gets_his_own(asked: Office) -> None:
    office = asked
    with office.store.reading() as connection:
        holder = load_holders(connection, "7")["C"]
    for turn in (0, 2):
        write_reports(office, "7", turn)
    before = {(n, p.name): p.read_bytes() for n in (0, 2) for p in office.reports("7", n).glob("C.*")}
    assert len(before) == 10
    place_standby(office, "7", "C", UNA, NOW)
    for turn in (0, 2):
        write_reports(office, "7", turn)
    for (turn, name), raw in before.items():
        assert (office.reports("7", turn) / name).read_bytes() == raw, (turn, name)
    assert [to for to, _ in mails(office, "welcome")] == ["una@example.org"]
    welcome = welcome_of(office, "una@example.org")
    body = body_of(welcome, "plain")
    assert "Dear Una Byron" in body
    assert "1 turn in credit" in body
    old = before[2, "C.txt"].decode()
    for secret in (holder.name, holder.account, holder.code_word):
        assert secret in old
        assert secret not in body
        assert secret not in body_of(welcome, "html")
        assert secret.encode() not in attached(welcome)["magika-7-turn-2-C.json"]
    assert "jeopardy" not in body
    assert "Una Byron" in play(office, 1, "A")["C"]


def test_a_welcome_is_as_whole_as_a_first_report_and_names_one_date(asked: Office) -> None:
    """F40: PDF, turn file, rule book, invitation and HTML; letter, report and calendar agree where a date was moved."""
    office = asked
    moved = datetime(2026, 12, 31, 18, tzinfo=UTC)
    with office.store.reading() as connection:
        first = load_game(connection, "7").next_due
    move_date(office, "7", moved, "the feast", NOW + timedelta(hours=3))
    place_standby(office, "7", "C", UNA, NOW + timedelta(hours=4))
    welcome = welcome_of(office, "una@example.org")
    files = attached(welcome)
    assert set(files) == {
        "magika-7-turn-2-C.pdf", "magika-7-turn-2-C.json", "magika-rule-book.pdf", "invite.ics"
    }  # fmt: skip
    assert files["magika-7-turn-2-C.pdf"].startswith(b"%PDF")
    assert files["magika-rule-book.pdf"].startswith(b"%PDF")
    zone = office.settings.zone
    here, there = moment_words(moved, zone), moment_words(first, zone)
    plain, html = (body_of(welcome, kind) for kind in ("plain", "html"))
    for text in (plain, html, files["magika-7-turn-2-C.json"].decode()):
        said = " ".join(text.split())
        assert here in said
        assert there not in said
    short = (f"{moment.astimezone(zone):%a %d %b %Y}" for moment in (moved, first))
    assert [day in plain for day in short] == [True, False], "the report's own date"
    assert "is yours now" in html
    player = json.loads(files["magika-7-turn-2-C.json"])["player"]
    assert (player["name"], player["account"]) == ("Una Byron", "P0014")
    assert datetime.fromisoformat(player["due_at"]) == moved
    assert b"20261231T180000Z" in files["invite.ics"]
    assert b"una@example.org" in files["invite.ics"]


def test_a_welcome_waiting_when_the_seat_changes_again_has_no_report(asked: Office) -> None:
    """What she would have got is another's by then."""
    office = asked
    place_standby(office, "7", "C", UNA, NOW)
    place_standby(office, "7", "C", VIC, NOW + timedelta(hours=1))
    late, right = welcome_of(office, "una@example.org"), welcome_of(office, "vic@example.org")
    assert not attached(late)
    assert "TURN 3" not in body_of(late, "plain")
    assert "TURN 3" in body_of(right, "plain")


def test_an_offer_ends_when_the_player_is_back(asked: Office) -> None:
    office = asked
    assert [one.seat for one in list_standbys(office)] == ["B", "C"]
    undo_turn(office, "7", NOW)
    assert {one.state for one in list_standbys(office)} == {"waiting"}


def test_an_offer_ends_when_he_sends_orders_again_or_has_left(asked: Office) -> None:
    """C is back, B is gone: neither place is to be had any more."""
    play(asked, 1, "A", "C")
    assert "B" in dropped(asked)
    assert not {"B", "C"} & {one.seat for one in list_standbys(asked)}


def test_an_ebon_mage_nobody_plays_has_the_built_in_policy(tmp_path: Path) -> None:
    text = (shipped("sample") / "magika" / "signups.toml").read_text("utf-8")
    signups = tmp_path / "signups.toml"
    signups.write_text(text[: text.index("[ebon]")], encoding="utf-8")
    made = empty(tmp_path / "office")
    new_game(made, "7", signups, NOW, seed=b"ebon")
    done = process_turn(made, "7", NOW, early=True)
    assert "M" not in done.defaults
    with sqlite3.connect(made.root / "magika.sqlite3") as connection:
        (how,) = connection.execute("SELECT how FROM played WHERE seat = 'M'").fetchone()
    connection.close()
    assert how == "policy"
    process_turn(made, "7", NOW, early=True)
    assert all(not v.differences for v in verify_game(made, "7"))
    made.close()


def test_a_new_player_is_not_sent_the_old_ones_reports(office: Office) -> None:
    una = add_standby(office, "Una Byron", "una@example.org", "owl light", NOW)
    play(office, 2, "A", "C")
    place_standby(office, "7", "C", una.id, NOW)
    text = "GAME 7\nMAGE C\nPASSWORD owl light\nREPORT 1\nEND\n"
    list(ingest(office, [Incoming(None, text, "r.txt")], NOW))
    body = " ".join(mails(office, "answer")[-1][1].split())
    assert "Turn 1 was played by somebody else" in body
    assert not mails(office, "copy")
