"""Letters leave: by SMTP to a real server, or as files."""

from __future__ import annotations

import socket
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from magika_gm.mail.postman import CannotDeliver, Delivery, FilePostman, Pace, SmtpPostman, file_name

PASSWORD = "open-sesame-77"
GM, ANNA, BERT = "gm@magika.example", "anna@players.example", "bert@players.example"
RAW = b"From: gm@magika.example\r\nSubject: turn 5\r\n\r\n.a line that begins with a dot\r\n.\r\nend\r\n"

Start = Callable[..., Any]


def test_many_letters_go_over_one_connection_unchanged(smtp: Start) -> None:
    server = smtp()
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        states = [postman.send(f"<{i}@magika.example>", GM, to, RAW) for i, to in enumerate((ANNA, BERT, ANNA))]
    assert states == [Delivery("sent")] * 3
    assert [taken[:2] for taken in server.taken] == [(GM, [ANNA]), (GM, [BERT]), (GM, [ANNA])]
    assert {taken[2] for taken in server.taken} == {RAW}
    assert server.connections == 1


@pytest.mark.parametrize(
    ("answer", "state"),
    [("550 5.1.1 no such mailbox", "refused"), ("450 4.2.1 greylisted, come back", "later")],
)
def test_a_recipient_refused_for_good_or_for_now_and_the_next_letter_still_goes(
    smtp: Start, answer: str, state: str
) -> None:
    server = smtp()
    server.answers[ANNA] = answer
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        first = postman.send("<1@x>", GM, ANNA, RAW)
        second = postman.send("<2@x>", GM, BERT, RAW)
    assert first == Delivery(state, answer)  # type: ignore[arg-type]
    assert second.state == "sent"


@pytest.mark.parametrize(("answer", "state"), [("552 too big", "refused"), ("452 disk full", "later")])
def test_a_letter_refused_after_its_data(smtp: Start, answer: str, state: str) -> None:
    server = smtp()
    server.data_answers = [answer]
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        assert postman.send("<1@x>", GM, ANNA, RAW) == Delivery(state, answer)  # type: ignore[arg-type]


def test_a_sender_not_accepted_is_our_trouble_and_loses_no_letter(smtp: Start) -> None:
    server = smtp()
    server.sender_answer = "553 5.7.1 you may not send as this"
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        delivery = postman.send("<1@x>", GM, ANNA, RAW)
    assert delivery.state == "later"
    assert GM in delivery.detail
    assert "553" in delivery.detail


def test_a_server_that_hangs_up_costs_one_try_and_the_connection_is_made_again(smtp: Start) -> None:
    server = smtp()
    server.data_answers = ["hang up"]
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        assert postman.send("<1@x>", GM, ANNA, RAW).state == "later"
        assert postman.send("<2@x>", GM, BERT, RAW).state == "sent"
    assert server.connections == 2
    assert [taken[1] for taken in server.taken] == [[BERT]]


def test_a_421_closes_the_connection_and_the_next_letter_gets_a_new_one(smtp: Start) -> None:
    server = smtp()
    server.data_answers = ["421 going down"]
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        assert postman.send("<1@x>", GM, ANNA, RAW) == Delivery("later", "421 going down")
        assert postman.send("<2@x>", GM, BERT, RAW).state == "sent"


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_tls_and_login(smtp: Start, security: str) -> None:
    server = smtp(security, auth=True)
    postman = SmtpPostman(
        host="localhost",
        port=server.port,
        security=security,
        user="gm",
        password=PASSWORD,
        timeout=5,
        context=server.trusted,
    )
    with postman.open() as connected:
        assert connected.send("<1@x>", GM, ANNA, RAW).state == "sent"
    assert server.logins == [PASSWORD.encode()]
    assert len(server.taken) == 1


def test_a_certificate_nobody_vouches_for_is_not_trusted(smtp: Start) -> None:
    server = smtp("tls")
    with (
        pytest.raises(
            CannotDeliver, match=r"certificate is not trusted \(self.signed certificate\); use the name.*check \[smtp\]"
        ),
        SmtpPostman(host="localhost", port=server.port, security="tls", timeout=5).open(),
    ):
        pass
    assert server.taken == []


def test_starttls_is_never_left_out_where_the_server_has_none(smtp: Start) -> None:
    server = smtp(auth=True)
    with (
        pytest.raises(CannotDeliver, match="STARTTLS"),
        SmtpPostman(
            host="127.0.0.1", port=server.port, security="starttls", user="gm", password=PASSWORD, timeout=5
        ).open(),
    ):
        pass
    assert server.logins == []


def test_a_wrong_password_is_said_and_never_shown(smtp: Start) -> None:
    server = smtp(auth=True)
    postman = SmtpPostman(
        host="127.0.0.1", port=server.port, security="none", user="gm", password="wrong-secret-1", timeout=5
    )
    with (
        pytest.raises(CannotDeliver, match=r"does not accept user and password \(535 .*app password") as caught,
        postman.open(),
    ):
        pass
    assert server.logins
    shown = "".join(traceback.format_exception(caught.value)) + repr(postman) + repr(caught.value)
    assert "wrong-secret-1" not in shown
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


def test_a_password_beyond_ascii_is_said_to_be_one_without_a_letter_of_it(smtp: Start) -> None:
    server = smtp(auth=True)
    postman = SmtpPostman(host="127.0.0.1", port=server.port, security="none", user="gm", password="öffne", timeout=5)
    with pytest.raises(CannotDeliver, match="no letters beyond ASCII") as caught, postman.open():
        pass
    assert "xf6" not in "".join(traceback.format_exception(caught.value))


def test_a_password_repeated_by_the_server_is_blotted_out(smtp: Start) -> None:
    server = smtp(auth=True)
    server.answers[ANNA] = f"550 go away {PASSWORD}"
    with SmtpPostman(
        host="127.0.0.1", port=server.port, security="none", user="gm", password=PASSWORD, timeout=5
    ).open() as postman:
        assert postman.send("<1@x>", GM, ANNA, RAW) == Delivery("refused", "550 go away ***")


def test_nobody_listening_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: nobody else can have the port
        port = taken.getsockname()[1]
        with (
            pytest.raises(
                CannotDeliver,
                match=rf"^mail server 127.0.0.1:{port}: .*refused\).*; try again later, or check \[smtp\]",
            ),
            SmtpPostman(host="127.0.0.1", port=port, security="none", timeout=5).open(),
        ):
            pass


def test_a_server_gone_for_good_is_asked_once_not_for_every_letter() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        postman = SmtpPostman(host="127.0.0.1", port=taken.getsockname()[1], security="none", timeout=5)
        first, second = (postman.send("<1@x>", GM, to, RAW) for to in (ANNA, BERT))
    assert first.state == second.state == "later"
    assert "before in this run" not in first.detail
    assert "before in this run" in second.detail


def test_an_unknown_security_is_named() -> None:
    with (
        pytest.raises(CannotDeliver, match="'ssl', not one of none, starttls, tls"),
        SmtpPostman(host="127.0.0.1", port=1, security="ssl").open(),
    ):
        pass


@pytest.mark.parametrize(
    "to",
    ["", "anna", "anna@x.example,eve@y.example", "Anna <eve@y.example>", "anna@x.example\r\nRCPT TO:<eve@y>", "a b@x"],
)
def test_what_is_no_single_address_is_refused_and_sent_to_nobody(smtp: Start, to: str) -> None:
    server = smtp()
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        assert postman.send("<1@x>", GM, to, RAW) == Delivery("refused", "its address is no mail address")
    assert server.taken == []


def test_an_address_beyond_ascii_needs_a_server_that_takes_it(smtp: Start) -> None:
    for utf8, state in ((True, "sent"), (False, "refused")):
        server = smtp(utf8=utf8)
        with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
            assert postman.send("<1@x>", GM, "jörg@magika.example", RAW).state == state
        assert [taken[1] for taken in server.taken] == ([["jörg@magika.example"]] if utf8 else [])


def test_files_are_written_whole_under_a_name_of_their_message_id(tmp_path: Path) -> None:
    postman = FilePostman(tmp_path / "out" / "box")
    first = postman.send("<report-12-5-C@magika.example>", GM, ANNA, b"one")
    again = postman.send("<report-12-5-C@magika.example>", GM, ANNA, b"one again")
    assert first == again == Delivery("sent", str(tmp_path / "out" / "box" / "report-12-5-C@magika.example.eml"))
    assert [p.read_bytes() for p in (tmp_path / "out" / "box").iterdir()] == [b"one again"]


def test_a_folder_that_cannot_be_made_is_tried_again_later(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file is in the way")
    delivery = FilePostman(tmp_path / "out").send("<1@x>", GM, ANNA, RAW)
    assert delivery.state == "later"
    assert "cannot be written" in delivery.detail


def test_a_failed_write_leaves_the_old_letter_and_no_half_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    postman = FilePostman(tmp_path)
    postman.send("<1@x.example>", GM, ANNA, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left" in postman.send("<1@x.example>", GM, ANNA, b"new").detail
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize(
    "message_id",
    ["<../../etc/passwd@x>", "</abs@x>", "<a/b@x>", "<a-b@x>", "<..@x>", "<>", "", "<con@x>", "<a@X/../y>", "<é@x>",
     "<" + "n" * 500 + "@x>", "<a\0b@x>", "<a-b@y>"],
)  # fmt: skip
def test_a_file_name_is_never_a_path(message_id: str, tmp_path: Path) -> None:
    name = file_name(message_id)
    assert (tmp_path / name).resolve().parent == tmp_path.resolve()
    assert not name.startswith(".")
    assert len(name) < 200
    (tmp_path / name).write_bytes(b"")


def test_different_letters_get_different_files() -> None:
    ids = ["<a/b@x>", "<a-b@x>", "<a\\b@x>", "<a-b@y>", "<a-b@X>", "<..@x>", "<...@x>", "<con@x>", "<CON@x>"]
    assert len({file_name(i).casefold() for i in ids}) == len(ids)


@pytest.mark.parametrize(
    "answer",
    [
        "554 5.7.1 <anna@players.example>: Relay access denied",
        "550 5.7.1 Unable to relay",
        "530 5.7.0 Authentication required",
    ],
)
def test_a_server_that_does_not_know_us_loses_no_letter(smtp: Start, answer: str) -> None:
    server = smtp()
    server.answers[ANNA] = answer
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        delivery = postman.send("<1@x>", GM, ANNA, RAW)
    assert (delivery.state, answer in delivery.detail, delivery.tried) == ("later", True, True)


def test_a_pace_is_kept_by_waiting_and_beyond_that_by_sending_later(smtp: Start) -> None:
    server = smtp()
    waits: list[float] = []
    clock = iter(range(0, 1000, 2))
    postman = SmtpPostman(
        host="127.0.0.1",
        port=server.port,
        security="none",
        timeout=5,
        pace=Pace(2, 50),
        clock=lambda: next(clock),
        sleep=waits.append,
    )
    with postman.open():
        states = [postman.send(f"<{i}@x>", GM, ANNA, RAW) for i in range(3)]
        postman.longest_wait = 5
        states.append(postman.send("<4@x>", GM, ANNA, RAW))
    assert [(d.state, d.tried) for d in states] == [("sent", True)] * 3 + [("later", False)]
    assert states[-1].detail == "no more than 2 letters in 50 seconds go to this server"
    assert waits == [44.0]
    assert len(server.taken) == 3


def test_a_server_that_hangs_up_every_time_is_left_alone(smtp: Start) -> None:
    server = smtp()
    server.data_answers = ["hang up"] * 9
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        deliveries = [postman.send(f"<{i}@x>", GM, ANNA, RAW) for i in range(6)]
    assert [(d.state, d.tried) for d in deliveries] == [("later", True)] * 3 + [("later", False)] * 3
    assert "hung up 3 times in a row" in deliveries[-1].detail
    assert server.connections == 3


def test_a_letter_that_goes_between_two_lost_connections_starts_the_count_anew(smtp: Start) -> None:
    server = smtp()
    server.data_answers = ["hang up", "hang up", "250 taken", "hang up", "hang up", "250 taken"]
    with SmtpPostman(host="127.0.0.1", port=server.port, security="none", timeout=5).open() as postman:
        states = [postman.send(f"<{i}@x>", GM, ANNA, RAW).state for i in range(6)]
    assert states == ["later", "later", "sent", "later", "later", "sent"]


@contextmanager
def odd_server(*answers: bytes) -> Iterator[int]:
    """A server on the loopback that says these things, one for each line it gets, and then hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection, connection.makefile("rb") as lines, suppress(ConnectionError):
                for answer in answers:
                    connection.sendall(answer)
                    lines.readline()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        thread.join(5)


HELLO, EHLO = b"220 post.example\r\n", b"250-post.example\r\n250 STARTTLS\r\n"
LOGIN, OK = b"250-post.example\r\n250 AUTH PLAIN\r\n", b"250 ok\r\n"


@pytest.mark.parametrize(
    ("answers", "security", "passing", "words"),
    [
        ((b"421 too busy\r\n",), "none", True, "421 too busy"),
        ((b"554 5.7.1 your network is on a list\r\n",), "none", False, "554 5.7.1 your network is on a list"),
        ((), "none", True, "closed"),
        ((b"HTTP/1.1 400 Bad Request\r\n",), "none", True, ""),
        ((HELLO, EHLO, b"454 4.7.0 TLS not available due to temporary reason\r\n"), "starttls", True, "454 4.7.0"),
        ((HELLO, EHLO, b"502 no\r\n"), "starttls", False, "502 no"),
        ((HELLO, EHLO, b"220 go ahead\r\n"), "starttls", True, ""),
        ((HELLO,), "tls", False, "SSL"),
        ((HELLO, LOGIN, b"454 4.7.0 no answer from the directory\r\n"), "none", True, "454"),
        ((HELLO, LOGIN, b"535 5.7.8 wrong\r\n"), "none", False, "535"),
        ((HELLO, b"250 post.example\r\n"), "none", False, "AUTH"),
    ],
)
def test_why_nothing_can_be_delivered_and_whether_it_may_pass(
    answers: tuple[bytes, ...], security: str, passing: bool, words: str
) -> None:
    user = "gm" if security == "none" else ""
    with odd_server(*answers) as port:
        postman = SmtpPostman(host="127.0.0.1", port=port, security=security, user=user, password=PASSWORD, timeout=5)
        with pytest.raises(CannotDeliver) as caught, postman.open():
            pass
    assert (caught.value.passing, words in str(caught.value)) == (passing, True), str(caught.value)
    assert PASSWORD not in str(caught.value)


def test_a_host_nobody_knows_must_be_mended_and_a_silent_name_server_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, passing, words in (
        (socket.EAI_NONAME, False, "there is no host nowhere.example"),
        (socket.EAI_AGAIN, True, "cannot be looked up: no name server answers"),
    ):

        def look_up(*_: object, number: int = number) -> None:
            raise socket.gaierror(number, "cannot be looked up")

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        with (
            pytest.raises(CannotDeliver, match=words) as caught,
            SmtpPostman(host="nowhere.example", port=25).open(),
        ):
            pass
        assert caught.value.passing is passing


@pytest.mark.parametrize(
    ("answers", "state", "words"),
    [
        ((OK, OK), "later", "SMTPServerDisconnected"),
        ((OK,), "later", "SMTPServerDisconnected"),
        ((b"451 4.3.0 try again\r\n", OK), "later", "does not accept the sender"),
        ((OK, b"450 4.2.0 greylisted\r\n", OK), "later", "450 4.2.0 greylisted"),
        ((OK, b"550 5.1.1 unknown\r\n", OK), "refused", "550 5.1.1 unknown"),
        ((OK, OK, b"554 5.7.1 looks like spam\r\n", OK), "refused", "554 5.7.1 looks like spam"),
        ((OK, OK, b"452 4.3.1 disk full\r\n", OK), "later", "452 4.3.1 disk full"),
        ((OK, b"999 what\r\n", OK), "later", "999 what"),
    ],
)
def test_what_a_server_says_at_every_step(answers: tuple[bytes, ...], state: str, words: str) -> None:
    with (
        odd_server(HELLO, b"250 post.example\r\n", *answers) as port,
        SmtpPostman(host="127.0.0.1", port=port, security="none", timeout=5).open() as postman,
    ):
        delivery = postman.send("<1@x>", GM, ANNA, RAW)
    assert (delivery.state, delivery.tried) == (state, True)
    assert words in delivery.detail
