"""IMAP servers that are none, answer oddly, or lie: each named with its cure, and none costs much memory."""

from __future__ import annotations

import imaplib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from magika_gm.mail.imap import Mailbox, _Session, read_imap
from tests.mail.dovecot import USER, failure
from tests.memory import peak

Script = Callable[[socket.socket], None]


@contextmanager
def odd_server(script: Script) -> Iterator[int]:
    """A server on the loopback that runs a script with its one caller."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection, suppress(ConnectionError):  # the caller may hang up first
                script(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        thread.join(5)


def speaks(*answers: bytes) -> Script:
    """Says hello, then one answer a command, whose tag stands for ``@``."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"* OK hello\r\n")
        with connection.makefile("rb") as lines:
            for answer in answers:
                tag = lines.readline().split(b" ")[0]
                connection.sendall(answer.replace(b"@", tag))

    return script


CAPABLE = b"* CAPABILITY IMAP4rev1\r\n@ OK done\r\n"
LOGGED_IN = (CAPABLE, b"@ OK done\r\n")
SELECTED = b"* OK [UIDVALIDITY 1] x\r\n* OK [PERMANENTFLAGS (\\*)] x\r\n@ OK [READ-WRITE] done\r\n"
LISTED = b'* LIST () "/" INBOX\r\n@ OK done\r\n'


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "connection protocol"),
        (lambda connection: connection.sendall(b"\xff\x00" * 500), "connection protocol"),
        (lambda connection: connection.sendall(b"* BYE too many connections\r\n"), "connection protocol"),
        (socket.socket.getpeername, "connection"),
        (speaks(), "connection"),
        (speaks(b"@ BAD what?\r\n"), "protocol"),
        (speaks(b"* CAPABILITY \xff\r\n@ OK done\r\n", b"@ NO a secret word\r\n"), "login protocol"),
        (speaks(CAPABLE, b"@ NO wrong: a secret word\r\n"), "login"),
        (speaks(CAPABLE, b"* BYE\r\n"), "connection"),
        (speaks(CAPABLE.replace(b"rev1", b"rev1 LOGINDISABLED")), "login"),
        (speaks(*LOGGED_IN, b"* LIST (\r\n@ OK done\r\n"), "protocol"),
        (speaks(*LOGGED_IN, LISTED, b"@ NO busy\r\n"), "protocol"),
        (
            speaks(*LOGGED_IN, LISTED, b"@ OK [READ-WRITE] what\r\n"),
            "protocol",
        ),
        (speaks(*LOGGED_IN, LISTED, SELECTED, b"@ OK done\r\n"), "protocol"),
    ],
)
def test_a_server_that_answers_oddly(script: Script, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGIKA_TEST_IMAP", "a secret word")
    with odd_server(script) as port:
        error = failure(
            Mailbox(host="127.0.0.1", user=USER, port=port, security="none", password_env="MAGIKA_TEST_IMAP", timeout=2)
        )
    assert error.kind in kind.split()
    assert "a secret word" not in str(error)


def test_a_server_without_starttls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGIKA_TEST_IMAP", "x")
    with odd_server(speaks(CAPABLE, CAPABLE)) as port:
        error = failure(
            Mailbox(
                host="127.0.0.1", user=USER, port=port, security="starttls", password_env="MAGIKA_TEST_IMAP", timeout=2
            )
        )
    assert (error.kind, error.cure) == ("tls", "set security to tls (port 993)")


def lies(size: int, times: int) -> Script:
    """A mailbox with one message of 100 bytes, as it says, and of ``size`` bytes, ``times`` over, as it sends it."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"* OK hello\r\n")
        told = (CAPABLE, b"@ OK done\r\n", LISTED, SELECTED, CAPABLE, b"* SEARCH 1\r\n@ OK done\r\n")
        sizes = b"* 1 FETCH (UID 1 RFC822.SIZE 100)\r\n@ OK done\r\n"
        with connection.makefile("rb") as lines:
            for answer in (*told, sizes):
                tag = lines.readline().split(b" ")[0]
                connection.sendall(answer.replace(b"@", tag))
            lines.readline()
            for _ in range(times):
                connection.sendall(b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n" % size)
                for _ in range(size // 1_000_000):
                    connection.sendall(bytes(1_000_000))
                connection.sendall(b")\r\n")

    return script


@pytest.mark.parametrize(("size", "times"), [(600_000_000, 1), (3_000_000, 200)])
def test_a_server_whose_sizes_lie_costs_little_memory(size: int, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred bytes, it says, and sends six hundred million: in one piece, or in two hundred."""
    monkeypatch.setenv("MAGIKA_TEST_IMAP", "a secret word")
    before = peak()
    with odd_server(lies(size, times)) as port:
        error = failure(
            Mailbox(host="127.0.0.1", user=USER, port=port, security="none", password_env="MAGIKA_TEST_IMAP", timeout=5)
        )
    assert "at once" in str(error)
    assert peak() - before < 100


def test_one_message_the_server_does_not_give_out_keeps_no_other_from_being_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As of a message that is damaged there: whatever comes behind it is read."""
    monkeypatch.setenv("MAGIKA_TEST_IMAP", "x")
    sizes = b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n* 2 FETCH (UID 2 RFC822.SIZE 9)\r\n@ OK done\r\n"
    second = b"* 2 FETCH (UID 2 BODY[]<0> {9}\r\nFrom: a\r\n)\r\n@ OK done\r\n"
    refused = b"@ NO [SERVERBUG] internal error occurred\r\n"
    found = b"* SEARCH 1 2\r\n@ OK done\r\n"
    script = speaks(*LOGGED_IN, LISTED, SELECTED, CAPABLE, found, sizes, refused, second, b"@ OK\r\n")
    with odd_server(script) as port:
        box = Mailbox(
            host="127.0.0.1", user=USER, port=port, security="none", password_env="MAGIKA_TEST_IMAP", timeout=2
        )
        first, other = read_imap(box)
    assert (first.raw, "does not give it out" in first.fault) == (None, True)
    assert (other.raw, other.fault) == (b"From: a\r\n", "")


class Large:
    """A folder of so many messages, as the library shows it; an answer is one line, which must not be too long."""

    def __init__(self, messages: int, gone: int = 0) -> None:
        self.uids = list(range(9_000_000, 9_000_000 + messages))
        self.gone, self.asked = gone, 0

    def search(self, words: list[str]) -> list[int]:
        if self.asked and self.gone:  # somebody takes the first ones away behind the first answer
            del self.uids[: self.gone]
            self.gone = 0
        self.asked += 1
        first, _, last = words[0].partition(":")
        last = str(len(self.uids)) if last in ("*", "") else last
        found = self.uids[(int(first) if first.isdigit() else 1) - 1 : int(last)]
        if len(" ".join(map(str, found))) > 1_000_000:  # imaplib's own limit
            raise imaplib.IMAP4.error("got more than 1000000 bytes")
        return found

    def fetch(self, uids: list[int], _: object) -> dict[int, dict[bytes, int]]:
        return {uid: {b"RFC822.SIZE": 1} for uid in uids}


@pytest.mark.parametrize(("messages", "gone"), [(0, 0), (3, 0), (50_000, 0), (50_001, 0), (300_000, 0), (300_000, 7)])
def test_a_folder_of_any_size_is_searched(messages: int, gone: int) -> None:
    session, server = _Session(Mailbox(host="127.0.0.1", user=USER)), Large(messages, gone)
    session._client, session.exist = server, messages
    found = [uid for uid, _ in session.waiting()]
    assert found[-len(server.uids) :] == server.uids
    assert server.asked == max(1, -(-messages // 50_000))
