"""Two sides of one thing: what comes in from outside is clean, and what is damaged inside stops nobody else."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.doors import KEPT, MARKS, MOST_ENDS, Deadly, in_hand, in_words, keep_traceback
from magika_gm.app.office.doors import MARKS_KEPT as KEPT_MARKS
from magika_gm.app.office.errors import OfficeError, parse_toml
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.office.processes import forked
from magika_gm.app.operations import workers
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.tick import tick
from magika_gm.app.post import deliver as delivery
from magika_gm.app.post import intake
from magika_gm.app.post.contents import mail_of
from magika_gm.app.post.deliver import deliver, list_outbox, retry_mail
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns import editions
from magika_gm.app.turns.publish import write_reports
from magika_gm.cli.common import trouble
from magika_gm.cli.main import cli
from magika_gm.engine.words import one_line, plain_lines
from magika_gm.mail.readers import Incoming, read
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.database import open_store
from magika_gm.store.faults import Unstorable
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet
from tests.desk import typed
from tests.mail.test_pdf_form import filled, locked
from tests.offices import whole_reports
from tests.on_postgres import home

REPORTS_OF = ""

DIRTY = "\0\x1b\x08\u202e\u2066\u061c\ud800\ufff9"
LETTERS = st.text(st.one_of(st.characters(), st.sampled_from(DIRTY)), max_size=60)
SIGNUPS = shipped("sample") / "xom_zol" / "signups.toml"


SETTINGS = '[mail]\nmaildir = "maildir"\n[guard]\nquiet_hours = 0\n'
ORDERS = "GAME 7 TURN 1\nSIDE A\nPASSWORD heron bridge\nREACT\nEND\n"


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = begin(tmp_path / "office", SETTINGS)
    yield Post(office)
    office.close()


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Post]:
    """The same with a game of two."""
    office = begin(tmp_path / "office", SETTINGS, system="xom_zol")
    yield Post(office)
    office.close()


def two_games(post: Post) -> None:
    """Game 8 beside game 7, of other people; both are due."""
    second = post.office.root / "second.toml"
    second.write_text(re.sub(r'email = "', 'email = "second.', SIGNUPS.read_text("utf-8")), encoding="utf-8")
    since = NOW - timedelta(days=20)
    new_game(post.office, "8", second, since, system="xom_zol", seed=b"eight", due=NOW)
    with post.office.store.writing() as connection:
        connection.execute(text("UPDATE turns SET next_due = :due"), {"due": NOW.isoformat()})


def clean(value: str) -> bool:
    return not set(value) & set(DIRTY) and value.encode("utf-8", "replace").decode() == value


@given(LETTERS)
def test_one_door_lets_no_control_surrogate_or_override_in(words: str) -> None:
    assert clean(plain_lines(words))
    assert clean(one_line(words))
    assert "\n" not in one_line(words)


@given(LETTERS, LETTERS, LETTERS)
def test_every_text_of_a_mail_is_clean(subject: str, name: str, body: str) -> None:
    said = [one.encode("utf-8", "surrogatepass") for one in (subject, name, body)]
    flat = [re.sub(rb"[\r\n]", b" ", one) for one in said[:2]]
    raw = b"From: %s <a@b.example>\nSubject: %s\nMessage-ID: <1@b>\n\n%s" % (flat[1], flat[0], said[2])
    mail = mail_of(Incoming(raw, None, "x"), "", "gm@example.org")
    texts = [one.text for one in mail.contents.texts]
    for one in (mail.subject, mail.sender, mail.message_id, *mail.to, *texts):
        assert clean(one)
    typed = mail_of(Incoming(None, body, "x"), "", "gm@example.org")
    assert all(clean(one.text) for one in typed.contents.texts)


def test_texts_of_a_toml_file_are_clean_whatever_their_escapes_write() -> None:
    found = parse_toml('name = "A\\u0000B"\n[[player]]\n"a\\u001b" = ["x\\u202e"]\n', "a file", "f")
    assert found == {"name": "AB", "player": [{"a": ["x"]}]}


@pytest.mark.parametrize("bad", ["a\0b", "\ud800"])
def test_no_database_takes_a_nul_or_half_a_character(tmp_path: Path, bad: str) -> None:
    store = open_store(home(tmp_path), create=True)
    row = {"first": bad, "last": "2026-01-01T00:00:00+00:00"}
    for rows in (row, [row, row | {"first": "x"}]):
        with pytest.raises(Unstorable, match=r"cannot be kept: there is a (NUL|half)"), store.writing() as connection:
            connection.execute(insert(t.heartbeats), rows)
    with pytest.raises(Unstorable), store.reading() as connection:
        connection.execute(select(t.games.c.id).where(t.games.c.id == bad)).all()
    store.close()


def with_pdf(data: bytes, body: str, number: int) -> Incoming:
    from base64 import encodebytes

    raw = (
        f"From: {ADDRESS['C']}\nTo: gm@example.org\nSubject: x\nMessage-ID: <{number}@pdf>\n"
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        f"{body}\n--b\nContent-Type: application/pdf; name=form.pdf\nContent-Transfer-Encoding: base64\n\n"
    )
    return Incoming(raw.encode() + encodebytes(data) + b"\n--b--\n", None, f"pdf {number}")


def test_an_encrypted_pdf_is_told_and_stops_nobody(post: Post) -> None:
    alone, stranger = with_pdf(locked(), "", 1), with_pdf(locked(), "Our bill.", 3)
    stranger = Incoming((stranger.raw or b"").replace(ADDRESS["C"].encode(), b"shop@example.net"), None, "bill")
    found = post.take(stranger, alone, with_pdf(locked(), sheet(), 2), post.mail(sheet("1 SEARCH", letter="A")))
    assert [one.outcome for one in found[1:]] == ["refused", "accepted", "accepted"]
    assert "the PDF is encrypted; save the form without a password" in found[1].reason
    assert any("An attached PDF was not read: the PDF is encrypted" in body for _, _, body in post.answers())


def test_a_form_with_a_nul_and_an_override_is_taken_without_them(post: Post) -> None:
    with whole_reports():
        empty = (write_reports(post.office, "7", 0) / "C.pdf").read_bytes()
    form = filled(empty, {"password": "swordfish", "message1_to": "D", "message1_text": f"one{DIRTY[:5]}two"})
    (one,) = post.take(with_pdf(form, "", 1))
    assert one.outcome == "accepted", one.reason
    assert "onetwo" in post.rows("SELECT sheet FROM sheets")[0][0]


def box(post: Post) -> Path:
    folder = post.office.root / "maildir"
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder / "new"


def put(folder: Path, name: str, number: int, body: str = "HELP") -> Path:
    head = f"From: {ADDRESS['C']}\nTo: gm@example.org\nSubject: x\nMessage-ID: <{number}@box>\n\n"
    (folder / name).write_text(f"{head}{body}\n", encoding="utf-8")
    return folder / name


def test_what_is_no_mail_in_a_maildir_is_passed_over(post: Post, tmp_path: Path) -> None:
    """A pipe would be waited for without end, and a link is a file of somebody else's."""
    new = box(post)
    secret = put(tmp_path, "secret", 9)
    os.mkfifo(new / "1.pipe")
    (new / "2.link").symlink_to(secret)
    (new / "3.folder").mkdir()
    put(new, "4.mail", 1)
    assert [one.outcome for one in ingest(post.office, read(new.parent), NOW)] == ["accepted"]


def test_a_file_nobody_may_read_keeps_no_other_mail_and_no_turn_waiting(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = box(post)
    put(new, "1.mail", 1)
    denied = put(new, "2.mail", 2)
    put(new, "3.mail", 3)
    plain = os.open

    def may(path: Any, flags: int, *words: Any, **more: Any) -> int:
        if str(path) == str(denied):
            raise PermissionError(13, "Permission denied", str(path))
        return plain(path, flags, *words, **more)

    monkeypatch.setattr(os, "open", may)
    parts = {part.name: part for part in tick(post.office, NOW, 1)}
    assert "2.mail cannot be read: Permission denied" in parts["mail in"].failed
    assert parts["mail in"].done == ["2 accepted", "1 left"]
    assert post.rows("SELECT count(*) FROM heartbeats") == [(1,)], "the mail was read, and turns need not wait"
    assert denied.exists()


def test_a_mail_that_cannot_be_marked_is_in_and_the_next_ones_are_read(post: Post) -> None:
    new = box(post)
    put(new, "1" * 253, 1)  # its name as a mail that was seen is longer than a file's can be
    put(new, "2.mail", 2)
    for outcomes in (["2 accepted"], ["1 known"]):
        parts = {part.name: part for part in tick(post.office, NOW, 1)}
        assert parts["mail in"].done == outcomes
        assert "cannot be marked as read" in parts["mail in"].failed
        assert not parts["mail out"].failed


def ended(work: Callable[[Office], object], post: Post) -> bool:
    """Whether a program that does this in the office ends at what is deadly (``os._exit(9)``)."""
    post.office.close()
    status = os.waitstatus_to_exitcode(os.waitpid(forked(lambda: work(open_office(post.office.root))), 0)[1])
    assert status in (0, 9)
    return status == 9


def test_a_mail_that_ends_the_program_is_set_aside_after_some_times(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No memory left, or a fault in a library that is no Python: nothing can be caught there."""

    def deadly(item: Incoming, *words: Any) -> Any:
        return os._exit(9) if b"deadly" in (item.raw or b"") else mail_of(item, *words)

    monkeypatch.setattr(intake, "mail_of", deadly)
    items = [post.mail(body) for body in ("HELP", "deadly", "HELP")]
    runs = [ended(lambda office: list(ingest(office, items, NOW)), post) for _ in range(MOST_ENDS + 1)]
    assert runs == [*[True] * MOST_ENDS, False]
    assert post.rows("SELECT outcome FROM inbox ORDER BY id") == [("accepted",), ("aside",), ("accepted",)]
    assert "the program ended 3 times" in post.rows("SELECT reason FROM inbox WHERE outcome = 'aside'")[0][0]


def until_it_stands(post: Post, work: Callable[[Office], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in which setting the pages of turn 1 of game 7 ends the program, to the first that does not end at it."""
    two_games(post)
    write_reports(post.office, "7", 0)
    plain = editions._write_report

    def deadly(edition: editions.Edition, seat: str, part: Path) -> None:
        if (edition.game, edition.turn) == ("7", 1):
            os._exit(9)
        plain(edition, seat, part)

    with monkeypatch.context() as patch:
        patch.setattr(editions, "_write_report", deadly)
        assert [ended(work, post) for _ in range(MOST_ENDS + 1)] == [*[True] * MOST_ENDS, False]


def test_a_turn_whose_pages_end_the_program_stops_no_other_game(
    duel: Post, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are made of what is committed: the turn is played, and every round would begin with them again."""
    said = tmp_path / "said"

    def work(office: Office) -> None:
        said.write_text("\n".join(f"{part.name} {part.failed}" for part in tick(office, NOW, 1)), encoding="utf-8")

    until_it_stands(duel, work, monkeypatch)
    assert "magika-gm process-turn 7" in next(
        row for row in said.read_text("utf-8").splitlines() if row.startswith("missing reports")
    )
    assert sorted(duel.rows("SELECT game, turn FROM turns WHERE turn = 1")) == [("7", 1), ("8", 1)]
    sent = "SELECT game, turn, count(*) FROM outbox WHERE kind = 'report' AND state = 'sent' GROUP BY game, turn"
    assert sorted(duel.rows(sent)) == [("7", 0, 2), ("8", 0, 2), ("8", 1, 2)]
    waits = "SELECT count(*) FROM outbox WHERE game = '7' AND turn = 1 AND error LIKE '%process-turn 7%'"
    assert duel.rows(waits) == [(2,)], "its letters say why they wait"
    named = typed(duel, "process-turn", "7")
    assert "its reports are now written" in named.stdout, "whoever names it has it tried once more"
    again = {part.name: part for part in tick(duel.office, NOW + timedelta(days=1), 1)}
    assert "missing reports" not in again
    assert sorted(duel.rows(sent)) == [("7", 0, 2), ("7", 1, 2), ("8", 0, 2), ("8", 1, 2)]


def test_nor_with_all_that_are_due(duel: Post, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = tmp_path / "said"

    def work(office: Office) -> None:
        words = ["--office", str(office.root), "process-turn", "--due", "--jobs", "1", "--json"]
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 1, result.stderr
        said.write_text(result.stdout, encoding="utf-8")

    until_it_stands(duel, work, monkeypatch)
    rows = {row["game"]: row for row in json.loads(said.read_text("utf-8"))}
    assert rows["7"]["error"].startswith(
        "game 7: the program ended 3 times while it was at this; to try it once more: "
    )
    assert rows["8"]["turn"] == 1


def test_what_is_in_hand_leaves_no_mark_however_it_ends(post: Post) -> None:
    for _ in range(MOST_ENDS + 2):
        with pytest.raises(KeyboardInterrupt), in_hand(post.office, "x"):
            raise KeyboardInterrupt
    assert not list((post.office.root / MARKS).iterdir())
    (post.office.root / MARKS / "x").write_text("xxx", encoding="utf-8")
    with pytest.raises(Deadly, match="the program ended 3 times while it was at this"):
        in_hand(post.office, "x").__enter__()
    assert (post.office.root / MARKS / "x").read_text("utf-8") == "xxx"


def test_of_what_is_kept_of_faults_the_newest_is_kept(post: Post) -> None:
    marks = post.office.root / MARKS
    marks.mkdir(parents=True, exist_ok=True)
    for number in range(KEPT_MARKS + 5):
        (marks / f"mail-{number}").write_text("xxx", encoding="utf-8")
        os.utime(marks / f"mail-{number}", (number, number))
    with pytest.raises(Deadly):
        in_hand(post.office, "mail-2").__enter__()
    left = {path.name for path in marks.iterdir()}
    assert len(left) == KEPT_MARKS
    assert "mail-2" in left, "it came again"
    assert not left & {"mail-0", "mail-1", "mail-3"}
    for number in range(KEPT + 5):
        kept = post.office.root / keep_traceback(post.office, f"mail-{number}", ValueError(number))
        os.utime(kept, (number, number))
    assert kept.is_file()
    assert len(list(kept.parent.iterdir())) == KEPT


def test_what_an_error_says_goes_to_no_terminal_as_it_is(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(post.office.root))
    said = in_words(post.office, "x", ValueError("\x1b]0;mine\x07 \u202eone\r\ntwo"))
    assert said == "unforeseen: ValueError: ]0;mine one (traceback: tracebacks/x.txt)"
    assert clean(in_words(post.office, "x", OSError(2, "none", f"a{DIRTY}b")))
    assert clean(trouble(ValueError(f"a{DIRTY}b")))
    assert clean(trouble(SQLAlchemyError(f"a{DIRTY}b")))


def test_two_who_have_the_same_in_hand_end_for_neither(post: Post) -> None:
    mark = post.office.root / MARKS / "x"
    with in_hand(post.office, "x"), ExitStack() as others:
        for _ in range(MOST_ENDS + 1):
            others.enter_context(in_hand(post.office, "x"))
        assert mark.read_text("utf-8") == "x", "one is at it"
        others.close()
        assert mark.read_text("utf-8") == "x", "the first is at it still"
    assert not mark.exists()


ROWS = {
    "memories": "UPDATE sightings SET memory = CAST('x' AS {bytes}) WHERE game = '7'",
    "due": "UPDATE turns SET next_due = 'soon' WHERE game = '7'",
    "no zone": "UPDATE turns SET next_due = '2026-11-01T12:00:00' WHERE game = '7'",
    "processed": "UPDATE turns SET processed_at = '' WHERE game = '7'",
    "moved": "INSERT INTO dates (game, turn, nr, due, reason, made_at) VALUES ('7', 0, 1, 'never', '', '')",
    "pause": "INSERT INTO pauses (game, nr, turn, since, until, reason, ended_at) VALUES ('7', 1, 1, 'x', 'y', '', '')",
    "kind": "UPDATE games SET system = 'chess' WHERE id = '7'",
    "scenario": "UPDATE games SET scenario = 'x' WHERE id = '7'",
    "heartbeat": "INSERT INTO heartbeats (first, last) VALUES ('x', 'y')",
    "letter": "UPDATE outbox SET kind = 'poem' WHERE game = '7'",
    "wishes": "UPDATE players SET zone = 'Nowhere/Else', insurance = 'pigeon' WHERE email NOT LIKE 'second.%'",
    "need": "UPDATE positions SET need = 'perhaps' WHERE game = '7'",
}


@pytest.mark.parametrize("row", ROWS)
def test_one_game_s_damaged_row_keeps_no_other_game_and_no_mail(duel: Post, row: str) -> None:
    """Whoever changed it: the turn of the other game is played, mail in and out are done, and it is told."""
    two_games(duel)
    with duel.office.store.writing() as connection:
        kind = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
        connection.execute(text(ROWS[row].format(bytes=kind)))
    new = box(duel)
    put(new, "1.mail", 1, ORDERS)
    put(new, "2.mail", 2, ORDERS.replace("GAME 7", "GAME 8"))
    parts = {part.name: part for part in tick(duel.office, NOW, 1)}
    assert len(duel.rows("SELECT * FROM inbox")) == 2, "both mails are in, whatever became of them"
    assert duel.rows("SELECT count(*) FROM turns WHERE game = '8' AND turn = 1") == [(1,)], parts
    assert not parts["mail in"].failed
    assert not parts["mail out"].failed
    sent = duel.rows("SELECT count(*) FROM outbox WHERE game = '8' AND kind = 'report' AND state = 'sent'")
    assert sent == [(4,)]
    again = {part.name: part for part in tick(duel.office, NOW + timedelta(hours=1), 1)}
    assert not again["mail in"].failed
    shutil.rmtree(new)


def damaged(post: Post, change: str) -> None:
    with post.office.store.writing() as connection:
        connection.execute(text(f"UPDATE outbox SET {change} WHERE id = 1"))


@pytest.mark.sqlite("PostgreSQL keeps nothing but a number there, and none so large")
@pytest.mark.parametrize("tries", ["'often'", "9223372036854775807", "9e999", "-5", "10001", "1.5"])
def test_a_letter_whose_tries_cannot_be_is_told_and_goes_no_second_time(duel: Post, tries: str) -> None:
    box(duel)
    damaged(duel, f"tries = {tries}")
    for hours in (0, 12):
        parts = {part.name: part for part in tick(duel.office, NOW + timedelta(hours=hours), 1)}
        assert not parts["mail out"].failed
    query = "SELECT state, count(*) FROM outbox WHERE kind = 'report' AND turn = 0 GROUP BY state ORDER BY state"
    assert duel.rows(query) == [("failed", 1), ("sent", 1)]
    assert "mail 1 of the outbox: how often it was tried" in duel.rows("SELECT error FROM outbox WHERE id = 1")[0][0]
    assert len(list((duel.office.root / "outbox").glob("*.eml"))) == 1, "nothing went that is said not to"


@pytest.mark.parametrize("change", ["next_try = 'zzz'", "next_try = '2126-11-01T12:00:00+00:00'"])
def test_a_letter_is_never_put_off_for_ever(duel: Post, change: str) -> None:
    """No wait of ours is longer than some hours: what says so was damaged, or written under a clock that was wrong."""
    damaged(duel, change)
    assert len(list(deliver(duel.office, NOW))) == 2
    assert duel.rows("SELECT count(*) FROM outbox WHERE state = 'sent'") == [(2,)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("created_at = 'zzz'", "mail 1 of the outbox: when it was written cannot be read"),
        ("created_at = '2026-11-01T12:00:00'", "without a time zone"),
        ("kind = 'poem'", "'poem' is not a valid MailKind"),
    ],
)
def test_a_letter_that_cannot_be_read_has_failed_and_says_so(duel: Post, change: str, said: str) -> None:
    damaged(duel, change)
    told = [sent.delivery for sent in deliver(duel.office, NOW)]
    assert [one.state for one in told] == ["refused", "sent"]
    assert said in told[0].detail
    (left,) = list_outbox(duel.office)
    assert (left.state, left.error) == ("failed", told[0].detail)


def test_a_letter_in_a_state_nobody_knows_is_told_with_the_cure(duel: Post) -> None:
    damaged(duel, "state = 'lost'")
    assert len(list(deliver(duel.office, NOW))) == 1
    assert [mail.id for mail in list_outbox(duel.office)] == [1]
    (mail_out,) = [one for one in examine(duel.office.root, NOW) if one.check == "mail out"]
    (found,) = mail_out.findings
    assert (found.place, "'lost' is no state" in found.what) == ("mail 1", True)
    assert "outbox --retry 1" in found.cure
    assert retry_mail(duel.office, 1) == [1]
    assert len(list(deliver(duel.office, NOW))) == 1


def test_one_letter_s_damaged_time_keeps_no_pace_from_the_others(tmp_path: Path) -> None:
    smtp = '[smtp]\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\nmost_a_minute = 30\n[guard]\nquiet_hours = 0\n'
    post = Post(begin(tmp_path / "paced", smtp))
    damaged(post, "tried_at = 'zzz', state = 'sent'")
    with pytest.raises(OfficeError, match="connection refused"):
        list(deliver(post.office, NOW))
    post.office.close()


def test_what_went_is_marked_so_whatever_cannot_be_noted_beside_it(duel: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that is gone and has no mark would go again with each round."""
    plain = delivery._mark_sent

    def mark(office: Any, claim: Any, queued: Any, *words: Any) -> None:
        if queued.id == 1:
            raise OverflowError("too large")
        plain(office, claim, queued, *words)

    monkeypatch.setattr(delivery, "_mark_sent", mark)
    assert len(list(deliver(duel.office, NOW))) == 2
    assert duel.rows("SELECT state, count(*) FROM outbox GROUP BY state") == [("sent", 2)]
    assert not list(deliver(duel.office, NOW + timedelta(hours=1)))


@pytest.mark.parametrize("row", ROWS)
def test_a_worker_s_look_round_finds_the_other_game_beside_a_damaged_row(
    duel: Post, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_games(duel)
    with duel.office.store.writing() as connection:
        kind = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
        connection.execute(text(ROWS[row].format(bytes=kind)))
    put: list[str] = []
    monkeypatch.setattr(workers, "defer", lambda _, job: put.append(job.once))
    workers.Worker(office=duel.office, clock=lambda: NOW).look_round(mail_first=False)
    assert put == ["mail_in", "game:7", "game:8", "mail_out"]
