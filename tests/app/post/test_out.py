"""Mail out: back-off and pace, reports that give way to newer ones, bounces, and nobody answered who must not be."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.standby import add_standby, place_standby
from magika_gm.app.office.doors import MARKS, MOST_ENDS
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.status import office_status
from magika_gm.app.post import deliver as delivery
from magika_gm.app.post.addresses import change_address
from magika_gm.app.post.deliver import cancel_mail, deliver, deliver_game, list_outbox, retry_mail
from magika_gm.app.post.letterbox import write
from magika_gm.app.record.outgoing import mark_of, waiting
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.mail.postman import GIVES_UP, Delivery
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet


class Round:
    """A postman who does what he is told, by recipient."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answers: dict[str, Delivery]) -> None:
        self.answers, self.offered = answers, list[tuple[str, str]]()
        monkeypatch.setattr(delivery, "_postman", self.open)

    @contextmanager
    def open(self, *_: Any) -> Iterator[Any]:
        yield SimpleNamespace(send=self.send)

    def send(self, message_id: str, sender: str, to: str, raw: bytes) -> Delivery:
        self.offered.append((message_id, to))
        return self.answers.get(to, Delivery("sent"))


def state(post: Post, letter: str = "C") -> tuple[Any, ...]:
    return post.rows(f"SELECT state, tries, next_try, error FROM outbox WHERE seat = '{letter}' AND kind = 'report'")[
        -1
    ]


def test_a_mail_that_could_not_go_waits_longer_after_each_try(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Round(monkeypatch, {ADDRESS["C"]: Delivery("later", "451 greylisted")})
    now = NOW
    waits = []
    for _ in range(5):
        list(deliver(post.office, now))
        again = datetime.fromisoformat(state(post)[2])
        waits.append(round((again - now).total_seconds() / 60))
        assert waiting(post.office, now) == 0, "not at once, even where it is the longest wait there is"
        assert waiting(post.office, again - timedelta(seconds=1)) == 0, "not before its time"
        assert waiting(post.office, again) == 1
        now = again
    assert waits == [5, 15, 45, 135, 360]
    assert state(post)[1:] == (5, state(post)[2], "451 greylisted")
    mine = [name for name, to in rounds.offered if to == ADDRESS["C"]]
    assert len(mine) == 5
    assert len(set(mine)) == 1, "one Message-ID for every try"
    rounds.answers.clear()
    list(deliver(post.office, now))
    assert state(post) == ("sent", 6, "", "")


def test_it_is_given_up_in_the_end_and_a_refusal_at_once(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Round(monkeypatch, {ADDRESS["C"]: Delivery("later", "451 busy"), "dmitri@example.com": Delivery("sent")})
    now = NOW
    for _ in range(GIVES_UP):
        list(deliver(post.office, now))
        now += timedelta(hours=7)
    assert state(post)[:2] == ("failed", GIVES_UP)
    assert not list(deliver(post.office, now))
    assert retry_mail(post.office, None) == [row[0] for row in post.rows("SELECT id FROM outbox WHERE seat = 'C'")]
    rounds.answers[ADDRESS["C"]] = Delivery("refused", "550 no such user")
    list(deliver(post.office, now))
    assert state(post)[:2] == ("failed", 1)
    assert list_outbox(post.office)[0].error == "550 no such user"


def test_a_mail_that_cannot_be_made_stops_no_other(post: Post) -> None:
    list(deliver(post.office, NOW))
    post.one(sheet())
    with post.office.store.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO outbox (message_id, kind, game, turn, seat, recipient, subject, in_reply_to, created_at, "
            "state, tries, error) "
            "VALUES ('<x@y>', 'copy', '7', 0, 'Z', 'z@example.org', 'a copy', '', '2026-11-01T12:00:00+00:00', "
            "'waiting', 0, '')"
        )
    post.one(sheet("2 SEARCH"))
    assert [s.delivery.state for s in deliver(post.office, NOW)] == ["sent", "later", "sent"]
    (left,) = list_outbox(post.office)
    assert (left.tries, "cannot be made" in left.error) == (1, True)


def test_a_letter_not_offered_has_used_up_no_try(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    Round(monkeypatch, {ADDRESS["C"]: Delivery("later", "the pace is full", tried=False)})
    list(deliver(post.office, NOW))
    assert state(post) == ("waiting", 0, "", "the pace is full")


def test_every_turns_report_goes_out_in_order_and_only_the_newest_asks_for_orders(post: Post) -> None:
    """Where the mail server is away over a due date nobody loses the story of a turn."""
    process_turn(post.office, "7", NOW, early=True)
    process_turn(post.office, "7", NOW + timedelta(minutes=1), early=True)
    order = [sent.subject for sent in deliver(post.office, NOW) if sent.recipient == ADDRESS["C"]]
    mine = sorted((m for m in post.delivered() if m["To"] == ADDRESS["C"]), key=lambda m: str(m["Subject"]))
    assert [str(m["Subject"]) for m in mine] == order
    assert [re.findall(r"turn (\d)", subject) for subject in order] == [["0"], ["1"], ["2"]]
    for turn, mail in enumerate(mine):
        newest = turn == 2
        text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))  # type: ignore[union-attr]
        calendar = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
        for form in (text, html):
            assert ("GAME 7 TURN" in form) == newest
            assert (f"Turn {turn + 1} has been played" in " ".join(form.split())) != newest
        assert ("mailto:" in html, bool(calendar), "+" in str(mail["Reply-To"])) == (newest, newest, newest)
        assert any(part.get_filename("").endswith(".pdf") for part in mail.walk())


def test_letters_of_one_game_go_alone(post: Post) -> None:
    signups = shipped("sample") / "xom_zol" / "signups.toml"
    new_game(post.office, "8", signups, NOW, system="xom_zol")
    assert len(list(deliver_game(post.office, "8", NOW))) == 2
    states = post.rows("SELECT DISTINCT game, state, tries FROM outbox WHERE kind = 'report' ORDER BY game")
    assert states == [("7", "waiting", 0), ("8", "sent", 1)]


def test_the_game_master_cancels_and_tries_again(post: Post) -> None:
    first = list_outbox(post.office)[0]
    cancel_mail(post.office, first.id)
    assert len(list(deliver(post.office, NOW))) == 12
    with pytest.raises(OfficeError, match="is cancelled"):
        cancel_mail(post.office, first.id)
    with pytest.raises(OfficeError, match="was sent"):
        retry_mail(post.office, first.id + 1)
    with pytest.raises(OfficeError, match="there is no mail 999"):
        retry_mail(post.office, 999)
    assert retry_mail(post.office, first.id) == [first.id]
    assert len(list(deliver(post.office, NOW))) == 1
    assert not list_outbox(post.office)
    assert len(list_outbox(post.office, everything=True)) == 13


def bounce(message_id: str, action: str = "failed", status: str = "5.1.1", number: int = 1) -> Incoming:
    raw = (
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nTo: gm@example.org\nSubject: Undelivered\n"
        f"Message-ID: <bounce-{number}@mx.example.net>\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nIt could not be delivered.\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
        f"Final-Recipient: rfc822; {ADDRESS['C']}\nAction: {action}\nStatus: {status}\n"
        f"Diagnostic-Code: smtp; 550 no such user here\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {message_id}\nSubject: report\n\n--b--\n"
    )
    return Incoming(raw.encode(), None, "bounce")


def test_a_bounce_is_tied_to_its_mail_and_is_no_missed_turn(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    list(deliver(post.office, NOW))
    ((name, number),) = post.rows("SELECT message_id, id FROM outbox WHERE seat = 'C' AND turn = 1")
    (delayed,) = post.take(bounce(name, "delayed", "4.4.7", 1))
    assert (delayed.outcome, delayed.settled) == ("aside", "bounce")
    assert state(post)[0] == "sent", "a delay is no bounce"
    (back,) = post.take(bounce(name, number=2))
    assert f"mail {number} to {ADDRESS['C']} came back: 5.1.1" in back.reason
    assert (state(post)[0], "550 no such user" in state(post)[3]) == ("bounced", True)
    status = office_status(post.office)
    assert (status.bounced, status.aside, status.games[0].bounced) == (1, 0, ("C",))
    assert not post.answers(), "no bounce is ever answered"
    process_turn(post.office, "7", NOW, early=True)
    assert post.rows("SELECT how FROM played WHERE seat = 'C' AND turn = 2") == [("bounced",)]
    assert "came back to us undelivered" in " ".join((post.office.reports("7", 2) / "C.txt").read_text("utf-8").split())


def test_a_bounced_report_tried_again_goes_to_the_address_of_today(post: Post) -> None:
    list(deliver(post.office, NOW))
    ((name, number),) = post.rows("SELECT message_id, id FROM outbox WHERE seat = 'C'")
    post.take(bounce(name))
    with post.office.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE players SET email = 'new@example.net' WHERE email = '{ADDRESS['C']}'")
    retry_mail(post.office, number)
    (sent,) = list(deliver(post.office, NOW))
    assert sent.recipient == "new@example.net"


def test_a_bounce_of_nothing_known_is_shown_to_the_game_master(post: Post) -> None:
    (odd,) = post.take(bounce("<never@sent.example>"))
    assert (odd.outcome, odd.settled) == ("aside", "")
    assert "nobody can tell which" in odd.reason
    assert office_status(post.office).aside == 1


LOOPS = {
    "vacation": "Auto-Submitted: auto-replied\n",
    "list": "Precedence: list\n",
    "bulk": "Precedence: bulk\n",
    "null sender": "Return-Path: <>\n",
    "old autoresponder": "X-Autoreply: yes\n",
}


@pytest.mark.parametrize("headers", LOOPS.values(), ids=LOOPS)
def test_machines_are_never_answered(post: Post, headers: str) -> None:
    """Not even with good orders and the right password in them: that is what a loop looks like."""
    for body in (sheet(), sheet(password="wrong"), "HELP\n", "STATUS\n"):
        assert post.one(body, headers=headers).outcome == "aside"
    assert not post.answers()


def test_our_own_mail_is_never_answered(post: Post) -> None:
    post.one(sheet())
    ours = [m.as_bytes() for m in post.delivered()]
    before = len(post.answers())
    assert {r.outcome for r in post.take(*(Incoming(raw, None, "ours") for raw in ours))} == {"aside"}
    stripped = [raw.replace(b"Auto-Submitted", b"X-Was") for raw in ours]
    again = [raw.replace(b"Message-ID: <", b"Message-ID: <x") for raw in stripped]
    assert {r.outcome for r in post.take(*(Incoming(raw, None, "ours") for raw in again))} == {"aside"}
    assert len(post.answers()) == before


def test_an_autoresponder_that_hides_comes_to_an_end(post: Post) -> None:
    """It quotes our mail and says nothing of being a machine: a few hints go out, then no more."""
    for _ in range(20):
        post.one("I am away.\n\n> GAME 7 TURN 1\n> MAGE C\n> 1 MOVE NE\n> END\n")
    assert len(post.answers()) == 3


def test_the_pace_holds_from_one_run_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post(begin(tmp_path / "office", "[smtp]\nmost_a_minute = 5\n"))
    Round(monkeypatch, {})
    list(deliver(post.office, NOW))
    for after, wait in ((20, 40), (120, 0)):
        later = NOW + timedelta(seconds=after)
        pace = delivery._pace(post.office, later)
        assert pace is not None
        assert pace.wait(later.timestamp()) == wait
    post.office.close()


def test_a_letter_the_program_ended_at_fails_with_the_cure_and_the_cure_helps(post: Post) -> None:
    """Its mark is its own for good: a number is given to another mail, once a turn was taken back."""
    folder = post.office.root / MARKS
    folder.mkdir(parents=True)
    (name,) = post.rows("SELECT message_id FROM outbox WHERE id = 1")[0]
    (folder / mark_of(name)).write_text("x" * MOST_ENDS, encoding="utf-8")
    (folder / "letter-2").write_text("x" * MOST_ENDS, encoding="utf-8")
    told = {sent.id: sent.delivery for sent in deliver(post.office, NOW)}
    assert [number for number, one in told.items() if one.state != "sent"] == [1]
    assert "the program ended 3 times" in told[1].detail
    assert "magika-gm outbox --retry 1" in told[1].detail
    assert list_outbox(post.office)[0].state == "failed"
    assert retry_mail(post.office, 1) == [1]
    assert [sent.delivery.state for sent in deliver(post.office, NOW)] == ["sent"]


UNA, AWAY = "una@example.org", "una@away.example"


def came_back(post: Post, kind: str, recipient: str) -> set[str]:
    """To whom the mails of a kind to C's player go that came back and are tried again."""
    mine = f"seat = 'C' AND kind = '{kind}'"
    with post.office.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE outbox SET state = 'bounced' WHERE {mine} AND recipient = '{recipient}'")
    numbers = [row[0] for row in post.rows(f"SELECT id FROM outbox WHERE {mine} AND state = 'bounced' ORDER BY id")]
    assert numbers
    for number in numbers:
        retry_mail(post.office, number)
    return {post.rows(f"SELECT recipient FROM outbox WHERE id = {number}")[0][0] for number in numbers}


@pytest.fixture
def handed_on(post: Post) -> Post:
    """C's seat is Una's; each of them has a letter of the game master's, and she an answer to her orders."""
    write(post.office, "7", "C", "Dear Carol, how are you?", NOW)
    place_standby(post.office, "7", "C", add_standby(post.office, "Una Byron", UNA, "owl light", NOW).id, NOW)
    write(post.office, "7", "C", "Dear successor, a secret word.", NOW + timedelta(minutes=1))
    assert post.one(sheet(password="owl light"), sender=UNA).outcome == "accepted"
    return post


@pytest.mark.parametrize("kind", ["letter", "welcome", "acknowledge"])
def test_what_came_back_from_who_took_a_seat_over_goes_to_nobody_else(handed_on: Post, kind: str) -> None:
    assert came_back(handed_on, kind, UNA) == {UNA}
    change_address(handed_on.office, "7", "C", AWAY, NOW, force=True)
    assert came_back(handed_on, kind, UNA) == {AWAY}, "where he reads his mail now"
    change_address(handed_on.office, "7", "C", UNA, NOW + timedelta(minutes=1), force=True)
    assert came_back(handed_on, kind, AWAY) == {UNA}


def test_what_came_back_from_the_player_before_goes_to_him(handed_on: Post) -> None:
    change_address(handed_on.office, "7", "C", AWAY, NOW, force=True)
    assert came_back(handed_on, "letter", ADDRESS["C"]) == {ADDRESS["C"]}
    assert came_back(handed_on, "report", ADDRESS["C"]) == {ADDRESS["C"]}


def test_a_letter_to_a_stranger_about_a_seat_stays_where_it_was_sent(handed_on: Post) -> None:
    with handed_on.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE outbox SET recipient = 'x@y.example' WHERE kind = 'letter'")
    change_address(handed_on.office, "7", "C", AWAY, NOW, force=True)
    assert came_back(handed_on, "letter", "x@y.example") == {"x@y.example"}


def test_what_is_cancelled_taken_back_or_goes_elsewhere_while_letters_go_is_left(post: Post) -> None:
    """A delivery takes as long as its pace: what was made ahead goes as it stands in the outbox, or not at all."""
    process_turn(post.office, "7", NOW, early=True)
    numbers = [mail.id for mail in list_outbox(post.office)]
    sending = deliver(post.office, NOW)
    gone = next(sending)
    cancel_mail(post.office, numbers[1])
    with post.office.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE outbox SET recipient = 'new@home.example' WHERE id = {numbers[2]}")
    undo_turn(post.office, "7", NOW)
    told = {sent.id: sent for sent in [gone, *sending]}
    assert {number for number, sent in told.items() if sent.delivery.state == "sent"} == {numbers[0], *numbers[3:13]}
    assert "changed meanwhile" in told[numbers[2]].delivery.detail
    rest = post.rows(f"SELECT id, state, tries FROM outbox WHERE id IN ({numbers[1]}, {numbers[2]}) ORDER BY id")
    assert rest == [(numbers[1], "cancelled", 0), (numbers[2], "waiting", 0)]
    assert [sent.recipient for sent in deliver(post.office, NOW)] == ["new@home.example"]


@pytest.mark.sqlite("a letter's row is held there from before it goes until it is marked")
def test_a_letter_that_went_is_marked_however_long_somebody_writes(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock held longer than a writer waits (a long turn) is no reason to send anything twice."""
    plain, asked = post.office.store.writing, list[float]()

    def writing(patience: float = 10.0, game: str | None = None) -> Any:
        asked.append(patience)
        return plain(patience / 200, game)  # a second stands for more than three minutes

    class Locking(Round):
        def send(self, *words: Any) -> Delivery:
            if len(self.offered) == 2:
                held = plain()
                held.__enter__()
                threading.Timer(0.4, held.__exit__, (None, None, None)).start()
            return super().send(*words)

    rounds = Locking(monkeypatch, {})
    monkeypatch.setattr(post.office.store, "writing", writing)
    assert [sent.delivery.state for sent in deliver(post.office, NOW)] == ["sent"] * 13
    assert len(set(rounds.offered)) == len(rounds.offered) == 13
    assert not list(deliver(post.office, NOW))
    assert max(asked) >= 60
