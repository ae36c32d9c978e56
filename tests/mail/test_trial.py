"""``doctor --mail``: logging in where mail is read and sent, the test letter, and what is told where it fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient

from magika_gm.app.office.office import Office, Value, changed_settings, init_office, open_office
from magika_gm.app.operations import mail_trial
from magika_gm.app.operations.tick import mailbox_of
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.outgoing import is_trial, trial_id
from magika_gm.mail import mailboxes
from magika_gm.mail.imap import read_imap
from magika_gm.mail.readers import Incoming
from tests.desk import typed
from tests.mail import dovecot
from tests.mail.conftest import PASSWORD, Server
from tests.mail.dovecot import Dovecot
from tests.offices import copied

NOW = datetime(2026, 12, 1, 18, tzinfo=UTC)
OWN = "gm@office.example"
Start = Callable[..., Server]


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    server = dovecot.start()
    yield server
    server.stop()


@pytest.fixture
def box(running: Dovecot) -> Dovecot:
    """The mailbox, empty."""
    with client(running) as imap:
        imap.select_folder("INBOX")
        imap.delete_messages(imap.search())
        imap.expunge()
    return running


def client(server: Dovecot) -> IMAPClient:
    imap = IMAPClient("127.0.0.1", server.plain, ssl=False)
    imap.plain_login(dovecot.USER, dovecot.PASSWORD)
    return imap


def office(folder: Path, **sections: Mapping[str, Value]) -> Path:
    """An office with these settings; its passwords stand in files of its own."""
    root = folder / "office"
    copied(root, init_office).close()
    (root / "imap.password").write_text(dovecot.PASSWORD, encoding="utf-8")
    (root / "smtp.password").write_text(PASSWORD, encoding="utf-8")
    for name in ("imap.password", "smtp.password"):
        (root / name).chmod(0o600)
    text = changed_settings({"office": {"email": OWN, "name": "Spiele per Post"}, **sections})
    (root / "magika.toml").write_text(text, encoding="utf-8")
    return root


def reading(server: Dovecot, **changes: Value) -> dict[str, Value]:
    return {
        "host": "127.0.0.1", "port": server.plain, "security": "none", "user": "gm", "password_file": "imap.password",
        **changes,
    }  # fmt: skip


def sending(server: Server, **changes: Value) -> dict[str, Value]:
    return {"host": "127.0.0.1", "port": server.port, "security": "none", "timeout": 5, **changes}


def examined(root: Path, *words: str) -> dict[str, str]:
    """What is told of mail, by check."""
    done = typed(root, "doctor", "--json", *(words or ("--mail",)))
    checks = json.loads(done.output)["checks"]
    found = {}
    for check in checks[-3:]:
        lines = [
            f"{f['place']}: {f['what']} -> {f['cure']}" + ("" if f["needed"] else " (hint)") for f in check["findings"]
        ]
        found[check["check"]] = "\n".join([check["looked_at"], *lines])
    assert list(found) == ["read mail", "send mail", "letter"]
    needed = any(not check["healthy"] for check in checks)
    assert done.exit_code == int(needed)
    assert PASSWORD not in done.output + done.stderr
    assert dovecot.PASSWORD not in done.output + done.stderr
    return found


def delivering(box: Dovecot, head: bytes = b"", *, plus: bool = True) -> Callable[[bytes, list[str]], None]:
    """A mail server that puts what it takes into the mailbox, its findings on top."""

    def put(raw: bytes, recipients: list[str]) -> None:
        if plus or "+" not in recipients[0]:
            with client(box) as imap:
                imap.append("INBOX", head + raw)

    return put


def test_the_letter_comes_whole_and_is_known_where_it_comes_in(smtp: Start, box: Dovecot, tmp_path: Path) -> None:
    server = smtp(auth=True)
    signed = b"Authentication-Results: mx.office.example; dkim=pass header.d=office.example\r\n"
    server.then = delivering(box, signed)
    login = sending(server, user="gm", password_file="smtp.password")
    root = office(tmp_path, imap=reading(box), smtp=login)
    found = examined(root)
    assert found["read mail"] == f"logged in to gm@127.0.0.1:{box.plain}: 0 messages in INBOX, 0 not taken in yet"
    assert found["send mail"] == f"logged in to gm@127.0.0.1:{server.port}: test letter to {OWN}"
    assert "mx.office.example says: signed by office.example (DKIM)" in found["letter"]
    assert 'authserv = "mx.office.example"' in found["letter"]
    assert [to for _, to, _ in server.taken] == [[OWN], ["gm+test@office.example"]]
    letter = message_from_bytes(server.taken[0][2], policy=policy.default)
    assert isinstance(letter, EmailMessage)
    kinds = {part.get_content_type() for part in letter.walk()}
    assert {"text/plain", "text/html", "text/calendar", "application/pdf"} <= kinds
    page = next(part for part in letter.iter_attachments() if part.get_content_type() == "application/pdf")
    assert bytes(page.get_content()).startswith(b"%PDF-")
    body = letter.get_body(("plain",))
    assert body is not None
    assert "Łódź" in body.get_content()
    with_office = open_office(root)
    mailbox = mailbox_of(with_office)
    done = list(ingest(with_office, read_imap(mailbox), NOW))
    assert [(one.outcome, one.settled) for one in done] == [("aside", "read")] * 2
    with_office.close()
    inbox = typed(root, "inbox")
    assert "Nothing waits for you." in inbox.output
    again = examined(root)
    assert "2 messages in INBOX, 0 not taken in yet" in again["read mail"]


def test_what_a_plus_address_brings_nowhere_is_a_fault(
    smtp: Start, box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_trial, "PATIENCE", 0.0)
    server = smtp()
    server.then = delivering(box, plus=False)
    found = examined(office(tmp_path, imap=reading(box), smtp=sending(server)))
    assert "[mail] reply_address: mail to an address with a plus (gm+k3…@) does not come" in found["letter"]
    none = office(tmp_path / "none", imap=reading(box), smtp=sending(server), mail={"reply_address": "none"})
    assert re.fullmatch(r"came within \d seconds; magika-gm ingest sets it aside", examined(none)["letter"])
    server.then = None
    assert "it did not come within 0 seconds -> look for it in the other folders" in examined(none)["letter"]


def test_a_folder_full_of_other_mail_is_warned_of(
    smtp: Start, box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_trial, "MANY", 1)
    for number in range(2):
        delivering(box)(f"From: a@b.example\r\nSubject: {number}\r\n\r\nhello\r\n".encode(), [OWN])
    found = examined(office(tmp_path, imap=reading(box), smtp=sending(smtp())), "--to", "me@home.example")
    assert "2 messages there would be taken for mail to the office" in found["read mail"]
    assert found["letter"] == "not waited for: it goes to no mailbox that is read here"


def test_where_it_fails_the_cure_is_told_and_the_other_half_is_tried(
    smtp: Start, box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = smtp(auth=True)
    (tmp_path / "wrong").write_text("not this one", encoding="utf-8")
    name: dict[str, Value] = {"user": "gm", "password_file": "../wrong"}
    wrong = office(tmp_path, imap=reading(box, **name), smtp=sending(server, **name))
    found = examined(wrong)
    for check in ("read mail", "send mail"):
        assert "login: it does not accept user and password (" in found[check]
        assert "app password" in found[check]
    monkeypatch.setattr(mailboxes, "USUAL", {"imap": {box.plain: "starttls"}, "smtp": {server.port: "starttls"}})
    closed = office(tmp_path / "closed", imap=reading(box, port=9), smtp=sending(server, port=9))
    found = examined(closed)
    for check, port in (("read mail", box.plain), ("send mail", server.port)):
        assert "connection: nothing answers at port 9 (connection refused)" in found[check]
        assert f'write port = {port} and security = "starttls" (hint)' in found[check]
    server.sender_answer = "553 5.7.1 Sender address rejected: not owned by user"
    foreign = office(tmp_path / "foreign", imap=reading(box), smtp=sending(server))
    assert "an address the user may write as" in examined(foreign)["send mail"]


def test_an_office_without_servers_is_told_what_it_lacks(tmp_path: Path) -> None:
    bare = office(tmp_path)
    found = examined(bare)
    assert "[imap] host: is missing: nothing is read by itself -> name your mail server (hint)" in found["read mail"]
    assert "[smtp] host: is missing: no letter leaves this machine" in found["send mail"]
    assert "'nobody' is no mail address" in examined(bare, "--to", "nobody")["send mail"]
    found = examined(office(tmp_path / "maildir", mail={"maildir": "post"}))
    assert found["read mail"] == "from post"


def test_a_sample_office_uses_no_mail_server(tmp_path: Path, smtp: Start, box: Dovecot) -> None:
    root = tmp_path / "office"
    init_office(root, sample=True).close()
    text = changed_settings({"office": {"email": OWN}, "imap": reading(box), "smtp": sending(smtp())})
    (root / "magika.toml").write_text(text, encoding="utf-8")
    found = examined(root)
    assert "this office is a sample" in found["read mail"]
    assert "this office is a sample" in found["send mail"]


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Office]:
    made = open_office(office(tmp_path))
    yield made
    made.close()


def taken(office: Office, head: str, body: str = "hello") -> tuple[str, str, str]:
    raw = f"{head}To: {OWN}\nSubject: x\n\n{body}\n".encode()
    (done,) = ingest(office, [Incoming(raw, None, "one")], NOW)
    return done.outcome, done.settled, done.reason


def test_nobody_makes_a_mail_that_passes_for_a_test_letter(plain: Office) -> None:
    ours = trial_id(plain, 1764600000000000)
    assert is_trial(plain, ours)
    assert is_trial(plain, trial_id(plain, 5, "plus"))
    assert not is_trial(plain, ours.replace("trial-1", "trial-2"))
    assert not is_trial(plain, ours.replace("00-", "00plus-"))
    assert not is_trial(plain, "<trial-1-abc@office.example>")
    forged = f"From: {OWN}\nMessage-ID: <trial-1764600000000000-aaaa@office.example>\n"
    assert taken(plain, forged)[1] == "", "it waits for the game master"
    another = f"From: eve@evil.example\nMessage-ID: {ours}\n"
    assert taken(plain, another)[0] == "remark", "what somebody else says under its name is read"
    assert taken(plain, f"From: {OWN}\nMessage-ID: {ours}\n")[1] == "read"


def test_a_test_letter_that_bounces_is_named(plain: Office) -> None:
    ours = trial_id(plain, 7)
    report = (
        "--b\nContent-Type: text/plain\n\nNot delivered.\n\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; me@home.example\nAction: failed\nStatus: 5.1.1\n\n"
        f"--b\nContent-Type: message/rfc822\n\nFrom: {OWN}\nMessage-ID: {ours}\n\nhello\n\n--b--"
    )
    head = (
        "From: MAILER-DAEMON@mx.example\nMessage-ID: <b@mx.example>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n'
    )
    outcome, settled, reason = taken(plain, head, report)
    assert (outcome, settled) == ("aside", "")
    assert reason.startswith("a mail came back, the test letter: 5.1.1")
