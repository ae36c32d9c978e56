"""Why a mail server lets nobody in, by what servers say and by what their providers call it."""

from __future__ import annotations

import errno
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from magika_gm.mail import mailboxes
from magika_gm.mail.mailboxes import Server, login_refused, not_taken, provider_of, unreachable, ways_in

LOGINS = [
    ("535 5.7.8 Username and Password not accepted. k12sm1 - gsmtp", "smtp.gmail.com", "2-Step Verification"),
    ("534 5.7.9 Application-specific password required. InvalidSecondFactor", "smtp.gmail.com", "app password"),
    ("534 5.7.14 Please log in via your web browser and then try again", "smtp.gmail.com", "on the provider's page"),
    ("[AUTHENTICATIONFAILED] Invalid credentials (Failure)", "imap.gmail.com", "App password"),
    ("[ALERT] Please log in via your web browser: (Failure)", "imap.gmail.com", "confirm that it was you"),
    ("535 5.7.139 Authentication unsuccessful, basic authentication is disabled.", "smtp.office365.com", "no OAuth"),
    ("535 5.7.139 SmtpClientAuthentication is disabled for the Tenant.", "mail.firm.example", "administrator allow"),
    ("LOGIN failed.", "outlook.office365.com", "a mailbox of another provider"),
    ("[AUTHENTICATIONFAILED] LOGIN Invalid credentials", "imap.mail.yahoo.com", "Generate app password"),
    ("535 5.7.0 (#AUTH005) Too many bad auth attempts.", "smtp.mail.yahoo.com", "asks to wait"),
    ("[AUTHENTICATIONFAILED] Authentication Failed", "imap.mail.me.com", "app-specific password"),
    ("535 Authentication credentials invalid", "mail.gmx.net", "POP3 & IMAP"),
    ("[ALERT] You are yet to enable IMAP for your account.", "imap.zoho.eu", "IMAP is off for this mailbox"),
    ("IMAP access is disabled for your domain.", "imap.firm.example", "IMAP is off for this mailbox"),
    ("Access for less secure apps has been turned off", "imap.firm.example", "'less secure apps' are not let in"),
    ("[PRIVACYREQUIRED] Plaintext authentication disallowed", "imap.firm.example", "set security to tls or starttls"),
    ("SMTP AUTH extension not supported by server.", "mail.firm.example", "587 with starttls, 465 with tls"),
    ("535 5.7.8 Error: authentication failed", "mail.firm.example", "the whole address"),
    ("535 5.7.8 Error: authentication failed", "mail.firm.example", "app password"),
]


@pytest.mark.parametrize(("said", "host", "cure"), LOGINS)
def test_a_login_refused_is_told_in_the_providers_words(said: str, host: str, cure: str) -> None:
    found = login_refused(said, Server("smtp", host, 587, "starttls", 30), "gm@games.example")
    assert found.kind == "login"
    assert found.reason == f"it does not accept user and password ({said})"
    assert cure in found.cure
    assert found.passing is (cure == "asks to wait")


@pytest.mark.parametrize(("name", "provider"), [
    ("ann@googlemail.com", "Gmail"), ("imap.gmail.com", "Gmail"), ("notgmail.com", ""),
    ("x@firm.onmicrosoft.com", "Microsoft"),
    ("smtp-mail.outlook.com", "Microsoft"), ("gm@WEB.de", "WEB.DE"), ("gm@games.example", ""), ("", ""),
])  # fmt: skip
def test_who_keeps_a_mailbox_is_known_by_its_address_or_server(name: str, provider: str) -> None:
    found = provider_of(name)
    assert (found.name if found is not None else "") == provider


@pytest.mark.parametrize(("said", "cure"), [
    ("553 5.7.1 Sender address rejected: not owned by user gm", "an address the user may write as"),
    ("550 5.7.60 SMTP; Client does not have permissions to send as this sender", "an address the user may write as"),
    ("554 5.7.1 Relay access denied", "wants a login"), ("530 5.7.0 Authentication Required", "wants a login"),
    ("550 5.7.26 This mail has been blocked because the sender is unauthenticated (SPF, DKIM)", "SPF, DKIM or DMARC"),
    ("554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "your provider's server"),
    ("550 5.4.5 Daily user sending quota exceeded", "most_a_minute"), ("550 5.1.1 no such user", "does not exist"),
    ("554 Transaction failed", "ask your provider"),
])  # fmt: skip
def test_a_letter_not_taken_has_a_cure(said: str, cure: str) -> None:
    assert cure in not_taken(said)


def told(error: Exception, security: str = "starttls", port: int = 587, host: str = "smtp.firm.example") -> str:
    found = unreachable(error, Server("smtp", host, port, security, 30))
    assert found is not None
    return f"{found.kind}: {found.reason}; {found.cure}; {found.passing}"


def _distrusted(code: int, said: str) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError("certificate verify failed")
    error.verify_code, error.verify_message = code, said
    return error


@pytest.mark.parametrize(("said", "parts"), [
    (told(socket.gaierror(socket.EAI_NONAME, "no"), host="smtp.gmx.net"), ("there is no host", "mail.gmx.net")),
    (told(socket.gaierror(socket.EAI_AGAIN, "no")), ("cannot be looked up", "DNS", "True")),
    (told(TimeoutError("timed out"), port=465), ("within 30 seconds", "port 465 goes with security tls", "firewall")),
    (told(TimeoutError("timed out")), ("465 with security tls", "many providers of servers close 25", "True")),
    (told(ConnectionRefusedError(errno.ECONNREFUSED, "refused")), ("connection refused", "see that the server runs")),
    (told(OSError(errno.ENETUNREACH, "Network is unreachable")), ("Network is unreachable", "this machine's network")),
    (told(ssl.SSLError("WRONG_VERSION_NUMBER"), "tls"), ("tls: no encrypted", "port 587 goes with security starttls")),
    (told(_distrusted(62, "Hostname mismatch")), ("Hostname mismatch", "as the certificate does", "False")),
    (told(_distrusted(10, "certificate has expired")), ("has expired", "clock")),
    (told(_distrusted(18, "self-signed certificate")), ("self-signed", "the name the certificate was made for")),
    (told(RuntimeError("STARTTLS extension not supported")), ("offers no encryption", "tls (port 465)")),
])  # fmt: skip
def test_a_connection_that_fails_is_told_with_its_cure(said: str, parts: tuple[str, ...]) -> None:
    assert [part for part in parts if part not in said] == [], said


def test_of_any_other_failure_nothing_is_claimed() -> None:
    assert unreachable(ValueError("what"), Server("imap", "h.example", 993, "tls", 30)) is None


def test_the_ports_at_which_a_server_answers_as_such_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One speaks first, one over TLS; one is silent, and one is no mail server at all."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parent / "loopback.pem")
    ports = []

    def serve(listening: socket.socket, said: bytes, secured: bool) -> None:
        with (
            suppress(OSError),
            listening,
            listening.accept()[0] as plain,
            context.wrap_socket(plain, server_side=True) if secured else plain as peer,
        ):
            peer.sendall(said)
            peer.recv(100)

    for said, secured in (
        (b"220 post.example\r\n", False),
        (b"220 post.example\r\n", True),
        (b"HTTP/1.1 400\r\n", False),
    ):
        listening = socket.create_server(("127.0.0.1", 0))
        ports.append(listening.getsockname()[1])
        threading.Thread(target=serve, args=(listening, said, secured), daemon=True).start()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        ports.append(silent.getsockname()[1])
        ways = dict(zip(ports, ("starttls", "tls", "starttls", "starttls"), strict=True))
        monkeypatch.setattr(mailboxes, "USUAL", {"smtp": ways})
        monkeypatch.setattr(mailboxes, "_LOOKED_AT", 0.3)
        assert ways_in("smtp", "127.0.0.1") == [(ports[0], "starttls"), (ports[1], "tls")]
