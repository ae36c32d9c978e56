"""Mail from a real IMAP server (Dovecot): nothing lost, nothing taken twice, every trouble named with its cure."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import imapclient
import pytest
from imapclient import IMAPClient

from magika_gm.mail import imap
from magika_gm.mail.imap import SETTLED, Mailbox, UnreadableMailbox, read_imap
from magika_gm.mail.parsing import MOST_BYTES
from magika_gm.mail.readers import Incoming
from tests.mail import dovecot
from tests.mail.dovecot import PASSWORD, USER, Dovecot, failure


def mail(mark: str) -> bytes:
    return f"From: anna@players.example\r\nMessage-ID: <{mark}@x>\r\n\r\nGAME 12 TURN 5 {mark}\r\nEND\r\n".encode()


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    server = dovecot.start()
    yield server
    server.stop()


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    """The server with an empty INBOX and no other folder."""
    with client(running) as imap:
        for _, _, name in imap.list_folders():
            if name != "INBOX":
                imap.delete_folder(name)
        imap.select_folder("INBOX")
        imap.delete_messages(imap.search("ALL"))
        imap.expunge()
    return running


@contextmanager
def client(server: Dovecot) -> Iterator[IMAPClient]:
    """Another mail program on the same mailbox."""
    with IMAPClient("127.0.0.1", server.plain, ssl=False) as imap:
        imap.plain_login(USER, PASSWORD)
        yield imap


def put(server: Dovecot, *marks: str, folder: str = "INBOX") -> None:
    with client(server) as imap:
        for mark in marks:
            imap.append(folder, mail(mark))


def held(server: Dovecot, folder: str = "INBOX") -> dict[bytes, set[bytes]]:
    """The messages in a folder with their flags."""
    with client(server) as imap:
        imap.select_folder(folder, readonly=True)
        found = imap.fetch(imap.search("ALL"), ["BODY.PEEK[]", "FLAGS"])
    return {item[b"BODY[]"]: set(item[b"FLAGS"]) - {b"\\Recent"} for item in found.values()}


def taken(items: list[Incoming]) -> list[bytes]:
    return [item.raw or b"" for item in items]


def settled(mailbox: Mailbox) -> list[bytes]:
    """What an ingest does: each message settled once it is dealt with."""
    found = []
    for item in read_imap(mailbox):
        found.append(item.raw or b"")
        item.settle()
    return found


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_messages_come_in_order_and_are_marked_only_once_settled(server: Dovecot, security: str) -> None:
    put(server, "1", "2", "3")
    mailbox = server.mailbox(security)
    reading = read_imap(mailbox)
    first, second = next(reading), next(reading)
    assert taken([first, second]) == [mail("1"), mail("2")]
    assert held(server) == {mail("1"): set(), mail("2"): set(), mail("3"): set()}
    first.settle()
    reading.close()  # as a process that is killed here
    assert held(server)[mail("1")] == {SETTLED.encode(), b"\\Seen"}
    assert held(server)[mail("2")] == set()
    assert settled(mailbox) == [mail("2"), mail("3")]
    assert settled(mailbox) == []
    assert set(held(server)) == {mail("1"), mail("2"), mail("3")}


def test_a_large_folder_is_searched_part_by_part(server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "_SEARCHED_AT_ONCE", 2)
    marks = [str(number) for number in range(5)]
    put(server, *marks)
    assert settled(server.mailbox(done_folder="done")) == [mail(mark) for mark in marks]
    assert len(held(server, "done")) == 5


def test_what_somebody_looked_at_with_a_mail_program_is_read_all_the_same(server: Dovecot) -> None:
    put(server, "1", "2")
    with client(server) as imap:
        imap.select_folder("INBOX")
        one, two = imap.search("ALL")
        imap.add_flags([one], [b"\\Seen", b"\\Answered"])
        imap.add_flags([two], [b"\\Deleted"])
    assert settled(server.mailbox()) == [mail("1")]


def test_settled_twice_late_or_after_it_was_taken_away(server: Dovecot) -> None:
    put(server, "1", "2", "3")
    one, two, three = read_imap(server.mailbox())  # the connection is closed by now
    with client(server) as imap:
        imap.select_folder("INBOX")
        imap.delete_messages(imap.search("ALL")[1:2])
        imap.expunge()
    for item in (two, one, one):
        item.settle()
    assert taken(list(read_imap(server.mailbox()))) == taken([three])


@pytest.mark.parametrize("capability", ["", "IMAP4rev1 UIDPLUS", "IMAP4rev1"])
def test_moved_to_a_folder_that_is_made_where_it_is_missing(capability: str) -> None:
    server = dovecot.start(capability=capability)
    try:
        put(server, "1", "2")
        mailbox = server.mailbox(done_folder="Taken – ja")
        reading = read_imap(mailbox)
        first = next(reading)
        assert set(held(server)) == {mail("1"), mail("2")}
        first.settle()
        first.settle()
        reading.close()
        assert set(held(server, "Taken – ja")) == {mail("1")}
        left = held(server)
        assert b"\\Deleted" in left.get(mail("1"), {b"\\Deleted"})
        assert (mail("1") in left) is (capability == "IMAP4rev1")
        assert settled(mailbox) == [mail("2")]
        assert settled(mailbox) == []
        assert set(held(server, "Taken – ja")) == {mail("1"), mail("2")}
    finally:
        server.stop()


def test_what_was_marked_and_not_moved_is_moved_by_the_next_run_and_not_read_again(server: Dovecot) -> None:
    put(server, "1", "2")
    reading = read_imap(server.mailbox())
    next(reading).settle()
    reading.close()  # as a run with a done folder that is killed before it moves
    assert settled(server.mailbox(done_folder="Done")) == [mail("2")]
    assert set(held(server, "Done")) == {mail("1"), mail("2")}
    assert held(server) == {}


def test_many_are_moved_many_at_a_time(server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "_MOVED_AT_ONCE", 2)
    put(server, *"12345")
    reading = read_imap(server.mailbox(done_folder="Done"))
    for number, moved in enumerate((0, 2, 2, 4), 1):
        next(reading).settle()
        assert len(held(server, "Done")) == moved, number
    reading.close()
    assert settled(server.mailbox(done_folder="Done")) == [mail("5")]
    assert len(held(server, "Done")) == 5


def test_a_server_that_will_not_move_is_named_at_the_next_run(server: Dovecot) -> None:
    class WillNot(IMAPClient):  # type: ignore[misc]
        def move(self, uids: list[int], folder: str) -> None:
            raise self.Error("move failed: quota exceeded")

    put(server, "1")
    mailbox = server.mailbox(done_folder="Done")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imapclient, "IMAPClient", WillNot)
        assert settled(mailbox) == [mail("1")]
        assert "quota exceeded" in failure(mailbox).reason
    assert settled(mailbox) == []
    assert set(held(server, "Done")) == {mail("1")}


def test_numbers_given_anew_settle_nothing_that_was_not_read(server: Dovecot) -> None:
    with client(server) as imap:
        imap.create_folder("Orders")
    put(server, "1", folder="Orders")
    mailbox = server.mailbox(folder="Orders")
    (item,) = read_imap(mailbox)
    with client(server) as imap:
        imap.delete_folder("Orders")
        imap.create_folder("Orders")
        for uid in range(1, 4):
            imap.append("Orders", mail(f"other {uid}"))
    item.settle()
    assert all(not flags for flags in held(server, "Orders").values())
    assert settled(mailbox) == [mail("other 1"), mail("other 2"), mail("other 3")]


def test_a_connection_lost_is_made_again_to_settle_and_named_while_reading(server: Dovecot) -> None:
    put(server, "1", "2")
    reading = read_imap(server.mailbox(timeout=5.0))
    first = next(reading)
    kick(server)
    first.settle()
    assert next(reading).raw == mail("2")
    put(server, "3")
    reading = read_imap(server.mailbox(timeout=5.0))
    next(reading)
    kick(server)
    with pytest.raises(UnreadableMailbox, match="nothing that was not settled is lost") as caught:
        next(reading)
    assert caught.value.kind == "connection"
    assert settled(server.mailbox()) == [mail("2"), mail("3")]


def kick(server: Dovecot) -> None:
    """End every session of the user, as a server does that is restarted, and wait until they are gone."""
    doveadm = ["doveadm", "-c", str(server.root / "dovecot.conf")]

    def on() -> bool:
        who = subprocess.run([*doveadm, "who", "-1"], check=True, capture_output=True, text=True, timeout=120)
        return USER in who.stdout

    assert on()
    subprocess.run([*doveadm, "kick", USER], check=True, capture_output=True, timeout=120)
    until = time.monotonic() + 120
    while on():
        assert time.monotonic() < until, "a session goes on"
        time.sleep(0.05)


def test_of_a_huge_message_only_the_beginning_is_fetched(server: Dovecot) -> None:
    huge = mail("huge") + b"x" * (MOST_BYTES + 5000)
    with client(server) as imap:
        imap.append("INBOX", huge)
        imap.append("INBOX", mail("1"))
    assert settled(server.mailbox()) == [huge[: MOST_BYTES + 1], mail("1")]


def test_bytes_come_through_as_they_are(server: Dovecot) -> None:
    odd = b"Subject: \xff\xfe\r\n\r\n)\r\n* 1 FETCH (UID 9)\r\nA1 OK \x00".replace(b"\x00", b"\x01") + b"\x80" * 200
    with client(server) as imap:
        imap.append("INBOX", odd)
    assert settled(server.mailbox()) == [odd]


def test_a_wrong_password_a_user_nobody_knows_a_password_that_is_missing(server: Dovecot, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("not this one\n")
    error = failure(server.mailbox(password_file=secret))
    assert (error.kind, "check user (mostly the whole address) and password" in error.cure) == ("login", True)
    assert "not this one" not in str(error)
    assert failure(replace(server.mailbox(), user="nobody")).kind == "login"
    secret.write_text("\n")
    assert failure(server.mailbox(password_file=secret)).reason == "there is no password to log in with"
    secret.write_text("a\nb\n")
    assert failure(server.mailbox(password_file=secret)).reason == "the password is more than one line"
    assert "No such file" in failure(server.mailbox(password_file=tmp_path / "gone")).reason
    assert failure(server.mailbox(password_file=None)).kind == "settings"


def test_a_password_from_the_environment(server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    put(server, "1")
    monkeypatch.setenv("MAGIKA_TEST_IMAP", PASSWORD)
    mailbox = server.mailbox(password_file=None, password_env="MAGIKA_TEST_IMAP")
    assert settled(mailbox) == [mail("1")]


def test_a_folder_that_is_missing_is_named_with_those_there_are(server: Dovecot) -> None:
    with client(server) as imap:
        imap.create_folder("Spiele – Züge")
    error = failure(server.mailbox(folder="Orders"))
    assert (error.kind, error.reason) == ("folder", "there is no folder Orders")
    assert "INBOX" in error.cure
    assert "Spiele – Züge" in error.cure
    assert failure(server.mailbox(done_folder="a\nb")).kind in ("folder", "protocol")


def test_a_folder_nothing_may_be_marked_in(server: Dovecot) -> None:
    class OnlyToRead(IMAPClient):  # type: ignore[misc]
        def select_folder(self, folder: str, readonly: bool = False) -> object:
            raise self.ReadOnlyError("mailbox is not writable")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imapclient, "IMAPClient", OnlyToRead)
        error = failure(server.mailbox())
    assert (error.kind, error.reason) == ("folder", "nothing may be marked in the folder INBOX")


def test_a_folder_that_keeps_no_keywords_is_read_by_what_is_unseen(server: Dovecot) -> None:
    put(server, "1", "2")

    class WithoutKeywords(IMAPClient):  # type: ignore[misc]
        def select_folder(self, folder: str, readonly: bool = False) -> dict[bytes, object]:
            answer: dict[bytes, object] = super().select_folder(folder, readonly)
            answer[b"PERMANENTFLAGS"] = (b"\\Seen", b"\\Deleted")
            return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imapclient, "IMAPClient", WithoutKeywords)
        assert settled(server.mailbox()) == [mail("1"), mail("2")]
        assert settled(server.mailbox()) == []
        assert held(server) == {mail("1"): {b"\\Seen"}, mail("2"): {b"\\Seen"}}
        assert settled(server.mailbox(done_folder="Done")) == [mail("1"), mail("2")]
        assert settled(server.mailbox(done_folder="Done")) == []
    assert set(held(server, "Done")) == {mail("1"), mail("2")}


def test_tls_failures(server: Dovecot) -> None:
    untrusted = failure(server.mailbox(ca_file=None))
    assert untrusted.kind == "tls"
    assert "certificate is not trusted" in untrusted.reason
    assert failure(replace(server.mailbox(), host="127.0.0.2")).kind in ("tls", "connection")
    mixed = failure(server.mailbox("tls", port=server.plain))
    assert (mixed.kind, "starttls" in mixed.cure) == ("tls", True)
    silent = failure(server.mailbox("starttls", port=server.tls, timeout=0.5))
    assert silent.kind == "connection"
    assert "within 0.5 seconds" in silent.reason
    assert failure(server.mailbox(ca_file=Path("/nowhere.pem"))).kind == "settings"


def test_no_password_goes_unencrypted_over_a_network() -> None:
    for host in ("imap.players.example", "192.0.2.1", "localhost.players.example"):
        error = failure(Mailbox(host=host, user=USER, port=143, security="none", password_file=Path(dovecot.__file__)))
        assert error.kind == "settings"
    assert failure(Mailbox(host="localhost", user=USER, security="ssl3", password_env="PATH")).kind == "settings"


def test_hosts_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGIKA_TEST_IMAP", "x")
    mailbox = Mailbox(host="imap.players.example", user=USER, password_env="MAGIKA_TEST_IMAP", timeout=2)

    def unknown(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", unknown)
        error = failure(mailbox)
    assert (error.kind, error.reason) == ("host", "there is no host imap.players.example")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    error = failure(replace(mailbox, host="127.0.0.1", port=port, security="none"))
    assert (error.kind, error.reason) == ("connection", f"nothing answers at port {port} (connection refused)")


@pytest.mark.slow
def test_without_a_server_the_tests_are_skipped_with_the_reason_unless_they_must_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    monkeypatch.delenv("MAGIKA_REQUIRE_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="tests/tools/need-dovecot"):
        dovecot.start()
    monkeypatch.setenv("MAGIKA_REQUIRE_SERVERS", "1")
    with pytest.raises(pytest.fail.Exception, match="tests/tools/need-dovecot"):
        dovecot.start()
