"""The game master's side: what was set aside is settled, a whole round for cron, the mailbox read over IMAP."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import Part, alone, tick
from magika_gm.app.post.inbox import list_inbox, settle_mail, text_of
from magika_gm.mail.readers import Incoming
from magika_gm.store.vocabulary import Settle
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet
from tests.desk import typed
from tests.mail import dovecot

REPORTS_OF = ""


def aside(post: Post, body: str, **how: Any) -> int:
    assert post.one(body, **how).outcome in ("aside", "remark")
    return int(post.rows("SELECT max(id) FROM inbox")[0][0])


def test_an_orderly_mail_of_a_machine_is_taken_on_the_game_masters_word(post: Post) -> None:
    number = aside(post, sheet(password=""), headers="Auto-Submitted: auto-forwarded\n")
    assert [k.id for k in list_inbox(post.office)] == [number]
    assert "1 MOVE NE" in text_of(post.office, number)
    received = settle_mail(post.office, number, Settle.ACCEPT, NOW, "7", "C")
    assert (received.outcome, received.turn, received.proof) == ("accepted", 1, "game master's word")
    assert len(post.rows("SELECT * FROM sheets")) == 1
    assert post.answers()[-1][:2] == ("acknowledge", ADDRESS["C"])
    assert not list_inbox(post.office)
    (kept,) = list_inbox(post.office, everything=True)
    assert (kept.outcome, kept.settled, kept.seat) == ("accepted", "accepted", "C")
    with pytest.raises(OfficeError, match="was accepted before"):
        settle_mail(post.office, number, Settle.DROP, NOW)


def test_orders_of_a_letter_mailed_by_post_are_the_mages_named(post: Post) -> None:
    """A sheet that names nobody, typed in by the game master."""
    item = Incoming(None, "GAME 7 TURN 1\n1 SEARCH\nEND\n", "typed.txt")
    (received,) = post.take(item)
    assert received.outcome == "aside"
    number = list_inbox(post.office)[0].id
    assert settle_mail(post.office, number, Settle.ACCEPT, NOW, "7", "d").seat == "D"
    assert post.rows("SELECT seat FROM sheets") == [("D",)]


def test_the_same_rules_hold_at_the_desk(post: Post) -> None:
    """Accepting believes the sender; a turn that is past stays past: it fails, sends nothing and stays aside."""
    number = aside(post, sheet(turn=9, password=""), headers="Precedence: list\n")
    with pytest.raises(OfficeError, match="cannot be accepted: turn 9 is too far ahead"):
        settle_mail(post.office, number, Settle.ACCEPT, NOW, "7", "C")
    assert not post.answers()
    assert [k.id for k in list_inbox(post.office)] == [number]
    failed = typed(post, "inbox", "7", "--settle", str(number), "accept", "--as", "C", "--yes")
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert not post.answers()


def test_a_refusal_finds_the_player_by_his_address_or_says_what_to_do(post: Post) -> None:
    first = aside(post, "When is the next turn due?\n")
    assert typed(post, "inbox", "--settle", str(first), "refuse", "--reason", "please send text").exit_code == 0
    assert post.answers()[-1][1] == ADDRESS["C"]
    assert "please send text" in post.answer()
    second = aside(post, "buy now\n", sender="spam@example.net")
    failed = typed(post, "inbox", "--settle", str(second), "refuse", "--reason", "no")
    assert failed.exit_code == 1
    assert f"--settle {second} refuse --as C" in failed.stderr
    assert f"--settle {second} drop" in failed.stderr


def test_what_a_mail_set_aside_had_to_show_is_kept_when_it_is_settled(post: Post) -> None:
    """Dropped or refused it showed what it showed; accepted, the game master's word counts instead."""
    for number in range(9):
        post.one(sheet(password=f"not hers {number}"))
    numbers = [k.id for k in list_inbox(post.office)]
    for number, how in zip(numbers, (Settle.DROP, Settle.REFUSE, Settle.ACCEPT), strict=False):
        settle_mail(post.office, number, how, NOW, "7", "C", "by telephone")
    proofs = post.rows(f"SELECT proof FROM inbox WHERE id >= {numbers[0]} ORDER BY id")
    assert proofs == [("wrong password",), ("wrong password",), ("game master's word",), ("wrong password",)]


def test_refuse_and_drop(post: Post) -> None:
    first = aside(post, sheet(password=""), headers="Auto-Submitted: auto-forwarded\n")
    second = aside(post, "buy now\n", sender="spam@example.net")
    with pytest.raises(OfficeError, match="say as whose mail"):
        settle_mail(post.office, first, Settle.ACCEPT, NOW, "7")
    settle_mail(post.office, first, Settle.REFUSE, NOW, "7", "C", "ask on the telephone")
    assert "NOT accepted: ask on the telephone." in post.answer()
    assert settle_mail(post.office, second, Settle.DROP, NOW).settled == "dropped"
    assert [to for _, to, _ in post.answers()] == ["spam@example.net", ADDRESS["C"]]
    assert office_status(post.office).aside == 0
    with pytest.raises(OfficeError, match="no message 99"):
        settle_mail(post.office, 99, Settle.DROP, NOW)


def test_no_password_is_shown(post: Post) -> None:
    number = aside(post, "> PASSWORD swordfish\n" + sheet(), headers="Precedence: list\n")
    text = typed(post, "inbox", "--show", str(number)).output
    assert "1 MOVE NE" in text
    assert "swordfish" not in text
    (path,) = post.rows("SELECT path FROM inbox")[0]
    assert (post.office.root / path).stat().st_mode & 0o077 == 0, "what may hold one is the game master's alone"


def test_settling_on_the_command_line(post: Post) -> None:
    number = aside(post, sheet(password=""), headers="Precedence: bulk\n")
    assert "mail that names no game" in typed(post, "inbox", "7").output
    shown = typed(post, "inbox")
    assert f"{number}  2026-11-01 12:00  aside" in shown.output
    assert "an automatic message (Precedence: bulk)" in shown.output
    assert "MOVE NE" in typed(post, "inbox", "--show", str(number)).output
    wrong = typed(post, "inbox", "7", "--settle", str(number), "accept", "--as", "Q")
    assert (wrong.exit_code, "Q is no mage" in wrong.stderr) == (1, True)
    settled = typed(post, "inbox", "7", "--settle", str(number), "accept", "--as", "C", "--yes", "--json")
    done = json.loads(settled.stdout)
    assert (done["outcome"], done["seat"]) == ("accepted", "C")
    assert "Nothing waits for you." in typed(post, "inbox").output
    assert [m["settled"] for m in json.loads(typed(post, "inbox", "--all", "--json").stdout)] == ["accepted"]
    assert typed(post, "inbox", "--as", "C").exit_code == 2
    assert typed(post, "inbox", "99").exit_code == 1


def test_outbox_and_address_on_the_command_line(post: Post) -> None:
    mails = json.loads(typed(post, "outbox", "--json").stdout)
    assert len(mails) == 13
    first = str(mails[0]["id"])
    assert json.loads(typed(post, "outbox", "--cancel", first, "--json").stdout) == {"cancelled": int(first)}
    assert typed(post, "outbox", "--retry", first).output == "1 mail goes with the next deliver.\n"
    assert typed(post, "outbox", "--retry", "x").exit_code == 2
    assert typed(post, "outbox", "--retry", "4", "--cancel", "4").exit_code == 2
    change = json.loads(typed(post, "address", "7", "c", "new@example.net", "--json").stdout)
    assert (change["state"], change["old"]) == ("asked", ADDRESS["C"])
    assert "both addresses are told" in typed(post, "address", "7", "C", "new@example.net", "--force").output
    assert typed(post, "address", "7", "C", "nowhere").exit_code == 1


def maildir(folder: Path, *bodies: str) -> None:
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number, body in enumerate(bodies):
        raw = f"From: {ADDRESS['C']}\nTo: gm@example.org\nMessage-ID: <m{number}@x>\n\n{body}"
        (folder / "new" / f"{number}.M1.host").write_text(raw, encoding="utf-8")


UNGUARDED = "[guard]\nquiet_hours = 0\n"


def parts(post: Post, now: Any = NOW) -> list[Part]:
    with alone(post.office) as free:
        assert free
        return list(tick(post.office, now))


def test_a_round_reads_processes_and_sends(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", '[mail]\nmaildir = "mail"\n' + UNGUARDED))
    maildir(post.office.root / "mail", sheet(), "Hello?\n")
    due = office_status(post.office).games[0].next_due
    first = parts(post)
    assert [(p.name, p.done, p.failed) for p in first] == [
        ("mail in", ["1 accepted", "1 remark"], ""), ("mail out", ["15 sent"], "")
    ]  # fmt: skip
    second = parts(post, due)
    assert [p.name for p in second] == ["mail in", "game 7", "mail out"]
    assert second[1].done == ["turn 1 processed, no orders from A B D E F G H I J K L M"]
    assert second[2].done == ["13 sent"]
    assert [p.done for p in parts(post, due)] == [[], []]
    post.office.close()


def test_one_failing_part_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post(begin(tmp_path / "office", '[mail]\nmaildir = "nowhere"\n' + UNGUARDED))
    from magika_gm.app.enrolment.new_game import new_game
    from magika_gm.app.turns import due, process
    from magika_gm.resources import shipped

    new_game(post.office, "8", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"eight")
    plain = process.process_turn

    def broken(office: Any, game: str, *words: Any, **how: Any) -> Any:
        if game == "7":
            raise AssertionError("a rule is broken")
        return plain(office, game, *words, **how)

    monkeypatch.setattr(due, "process_turn", broken)
    found = parts(post, NOW + timedelta(days=30))
    assert [(p.name, bool(p.failed)) for p in found] == [
        ("mail in", True), ("game 7", True), ("game 8", False), ("mail out", False)
    ]  # fmt: skip
    assert "there is nothing there" in found[0].failed
    assert "a rule is broken" in found[1].failed
    assert found[2].done[0].startswith("turn 1 processed")
    monkeypatch.undo()
    shown = typed(post, "tick")
    assert shown.exit_code == 1
    assert shown.stderr.startswith("magika-gm: mail in: ")
    assert json.loads(typed(post, "tick", "--json").stdout)["parts"][0]["failed"]
    post.office.close()


@pytest.mark.slow
def test_two_rounds_at_once(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", system="xom_zol"))
    with (post.office.root / "outbox" / ".tick.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = typed(post, "tick")
        assert (second.exit_code, second.output) == (0, "Another round is running in this office.\n")
        assert json.loads(typed(post, "tick", "--json").stdout) == {"running": True, "parts": []}
    assert len(post.rows("SELECT * FROM outbox WHERE state = 'waiting'")) == 2
    words = [sys.executable, "-m", "magika_gm", "--office", str(post.office.root), "tick"]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    assert [p.wait(600) for p in both] == [0, 0]
    for process in both:
        process.communicate()
    assert len(list((post.office.root / "outbox").rglob("*.eml"))) == 4, "the reports of the start and of turn 1"
    assert post.rows("SELECT sum(tries) FROM outbox") == [(4,)], "nothing was sent twice"
    post.office.close()


def test_ingest_needs_a_source(post: Post) -> None:
    result = typed(post, "ingest")
    assert (result.exit_code, "[imap] host" in result.stderr) == (1, True)


def test_orders_from_a_real_mailbox(tmp_path: Path) -> None:
    """`ingest` without a path and `tick` read the configured box; what was taken in is not read again."""
    server = dovecot.start()
    try:
        box = server.mailbox()
        root = tmp_path / "office"
        settings = (
            f'[imap]\nhost = "{box.host}"\nport = {box.port}\nsecurity = "{box.security}"\nuser = "{box.user}"\n'
            f'password_file = "secret"\nca_file = "{box.ca_file}"\n'
        )
        post = Post(begin(root, settings))
        (root / "secret").write_text(dovecot.PASSWORD + "\n", encoding="utf-8")
        with _client(box) as client:
            client.plain_login(box.user, dovecot.PASSWORD)
            for body in (sheet(), sheet(password="wrong"), "Hello?\n"):
                item = post.mail(body)
                assert item.raw is not None
                client.append("INBOX", item.raw)
        found = json.loads(typed(post, "ingest", "--json").stdout)
        assert [r["outcome"] for r in found] == ["accepted", "refused", "remark"]
        assert json.loads(typed(post, "ingest", "--json").stdout) == []
        assert dovecot.PASSWORD not in "".join(
            str(r) for t in ("inbox", "outbox") for r in post.rows(f"SELECT * FROM {t}")
        )
        assert parts(post)[0].done == []
        (root / "secret").write_text("not it\n", encoding="utf-8")
        bad = parts(post)[0]
        assert "does not accept user and password" in bad.failed
        assert "not it" not in bad.failed
        post.office.close()
    finally:
        server.stop()


def _client(box: Any) -> IMAPClient:
    import ssl

    return IMAPClient(box.host, box.port, ssl=True, ssl_context=ssl.create_default_context(cafile=box.ca_file))


def test_two_at_once_take_each_mail_once(post: Post) -> None:
    """Two ingests of the same mails: whoever comes second finds them known."""
    from magika_gm.app.office.office import open_office
    from magika_gm.app.post.intake import ingest

    items = [post.mail(sheet(f"1 MOVE NE\n2 SEARCH ; {n}")) for n in range(8)]
    outcomes: list[str] = []

    def work() -> None:
        office = open_office(post.office.root)
        outcomes.extend(r.outcome for r in ingest(office, items, NOW))
        office.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["accepted"] * 8 + ["known"] * 8
    assert len(post.rows("SELECT * FROM sheets")) == 8


def test_the_list_of_a_game_and_the_head_of_a_mail(post: Post) -> None:
    number = aside(post, "buy now\n", sender="spam@example.net")
    assert "Nothing of game 7 waits" in typed(post, "inbox", "7").output
    assert f"{number}  " in typed(post, "inbox").output
    shown = typed(post, "inbox", "--show", str(number)).output
    assert "From: spam@example.net\nSubject: orders\nReceived: 2026-11-01" in shown


def test_an_ingested_mail_without_a_turn_shows_none(post: Post, tmp_path: Path) -> None:
    path = tmp_path / "mail.eml"
    path.write_bytes(post.mail("GAME 7\nMAGE C\nPASSWORD swordfish\nSTATUS\nEND\n").raw or b"")
    shown = typed(post, "ingest", str(path)).output
    assert "game 7 C: STATUS" in shown
    assert "None" not in shown
