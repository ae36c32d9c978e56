"""Mail addresses and domains as they are compared: whoever asks whether two are the same asks here. And who keeps
mailboxes: why a server does not let us in, and the cure, in the words its error bears and those its provider uses.

Nothing here connects to anything but :func:`ways_in`, which finds out at which of the usual ports a server answers.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from magika_gm.engine.records import named_record, record

if TYPE_CHECKING:
    import ssl

_SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def small(text: str) -> str:
    """A text with the 26 letters of ASCII made small, and no other: what else is alike differs between programs."""
    return text.translate(_SMALL)


def compared(address: str) -> str:
    """An address as it is compared: its domain in the letters it is looked up in, what is before it by ASCII's case."""
    local, at, domain = address.strip().rpartition("@")
    return f"{small(local)}{at}{ascii_domain(domain) or small(domain)}"


@lru_cache(1024)
def ascii_domain(domain: str) -> str:
    """A domain in the letters it is looked up in (A-labels of IDNA 2008): small, ASCII, without a dot at its end; ""
    for one that can be no domain's name.

    ``straße.example`` and ``strasse.example`` are two domains (IDNA 2003, and folding, make them one).
    """
    if domain.isascii():
        return small(domain).rstrip(".")[:253]
    import idna  # its tables cost what a small command does, and few mails ask

    try:
        return idna.encode(domain[:1000], uts46=True).decode("ascii").rstrip(".")[:253]
    except (idna.IDNAError, UnicodeError):
        return ""


# Servers that keep mailboxes, and why one cannot be reached or does not let us in.


Trouble = Literal["settings", "host", "connection", "tls", "login", "folder", "protocol"]
Protocol = Literal["imap", "smtp"]
USUAL: dict[Protocol, dict[int, str]] = {
    "imap": {993: "tls", 143: "starttls"},
    "smtp": {587: "starttls", 465: "tls", 25: "starttls"},
}
"""The usual ports, the best first, and the security that goes with each."""
_GREETING = {"imap": b"* ", "smtp": b"220"}
_LOOKED_AT = 4.0
"""Seconds a port gets to answer."""


@record
class Server:
    """A mail server as the settings have it; ``timeout`` in seconds."""

    protocol: Protocol
    host: str
    port: int
    security: str
    timeout: float


def server_named(protocol: Protocol, said: str) -> Server | str:
    """A server as people name it, ``HOST[:PORT[:SECURITY]]``, the usual port and security where they are left out; or
    why that is none. A server that is not on this machine is never reached without encryption."""
    host, *rest = said.strip().split(":")
    usual = USUAL[protocol]
    if not re.fullmatch(r"[^\s/@]{1,253}", host) or len(rest) > 2:
        like = f"{protocol}.example.org"
        return f"{said!r} is no server; write one like {like}, or {like}:{next(iter(usual))}"
    port = rest[0] if rest else str(next(iter(usual)))
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        return f"{port!r} is no port; usual are {', '.join(map(str, usual))}"
    security = rest[1].casefold() if len(rest) > 1 else usual.get(int(port), next(iter(usual.values())))
    if security not in ("tls", "starttls", "none"):
        return f"{rest[1]!r} is no security; there are tls, starttls and, on this machine alone, none"
    if security == "none" and not on_this_machine(host):
        return f"without encryption anybody on the way to {host} could read the password; say tls or starttls"
    return Server(protocol, host, int(port), security, 0)


@record
class Diagnosis:
    """Which ``kind`` of trouble, the ``reason``, the ``cure``; ``passing`` where it may pass by itself."""

    kind: Trouble
    reason: str
    cure: str
    passing: bool = False


def on_this_machine(host: str) -> bool:
    """Whether a server is this machine itself, so that nobody can listen in."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


# No connection comes about.


def unreachable(error: Exception, server: Server) -> Diagnosis | None:
    """What a failure of the network or of encryption means; None for any other."""
    import ssl  # it costs what a small command does, and few runs ask

    words = " ".join(str(error).split())[:200] or error.__class__.__name__
    if isinstance(error, socket.gaierror):
        return _unknown_host(error, server)
    if isinstance(error, ssl.SSLCertVerificationError):
        return _distrusted(error, server)
    if isinstance(error, ssl.SSLError):
        lost = isinstance(error, ssl.SSLZeroReturnError | ssl.SSLEOFError)
        return Diagnosis("tls", f"no encrypted connection comes about ({words})", ways_secured(server), lost)
    if "STARTTLS" in words:
        best = next(port for port, how in USUAL[server.protocol].items() if how == "tls")
        return Diagnosis("tls", f"it offers no encryption ({words})", f"set security to tls (port {best})")
    if isinstance(error, TimeoutError) or words.endswith("timed out"):
        reason = f"it did not answer within {server.timeout:g} seconds"
        return Diagnosis("connection", reason, f"{ways_secured(server)}; {_closed(server)}", passing=True)
    if isinstance(error, ConnectionRefusedError):
        reason = f"nothing answers at port {server.port} (connection refused)"
        return Diagnosis("connection", reason, f"{ways_secured(server)}; see that the server runs", passing=True)
    if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ConnectionError):
        reason = f"there is no way to it ({error.strerror or words})"
        return Diagnosis("connection", reason, "check this machine's network", passing=True)
    return None


def _unknown_host(error: socket.gaierror, server: Server) -> Diagnosis:
    if error.errno == socket.EAI_AGAIN:
        reason = f"the host {server.host} cannot be looked up: no name server answers"
        return Diagnosis("host", reason, "check this machine's network and its name server (DNS)", passing=True)
    known = provider_of(server.host)
    named = getattr(known, server.protocol) if known is not None else ""
    cure = f"{known.name}'s is {named}" if known and named else "check its name: your provider's help pages have it"
    return Diagnosis("host", f"there is no host {server.host}", f"{cure}; and this machine's network")


def _distrusted(error: ssl.SSLCertVerificationError, server: Server) -> Diagnosis:
    reason = f"its certificate is not trusted ({error.verify_message})"
    if error.verify_code in (62, 64):  # X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH
        cure = "name the host as the certificate does: mostly the provider's own name, not that of your domain"
    elif error.verify_code in (9, 10):  # not yet, or no longer, valid
        cure = "check this machine's clock; if it is right, whoever keeps the server must renew the certificate"
    else:
        cure = "use the name the certificate was made for"
        cure += ", or name its authority's certificate as ca_file" if server.protocol == "imap" else ""
    return Diagnosis("tls", reason, cure)


def ways_secured(server: Server) -> str:
    """The security that goes with a port, and the port that goes with a security."""
    usual = USUAL[server.protocol]
    if usual.get(server.port, server.security) != server.security and not on_this_machine(server.host):
        return f"port {server.port} goes with security {usual[server.port]}"
    pairs = ", ".join(f"port {port} with security {how}" for port, how in usual.items() if port != 25)
    return f"check host and port; usual are {pairs}"


def _closed(server: Server) -> str:
    many = "many providers of servers close 25, some 465 and 587 as well; else " if server.protocol == "smtp" else ""
    return f"a firewall may be in the way ({many}try again later)"


def ways_in(protocol: Protocol, host: str) -> list[tuple[int, str]]:
    """At which usual ports a server answers as such, each with its security, the best first."""
    return [(port, how) for port, how in USUAL[protocol].items() if _answers(protocol, host, port, how)]


def _answers(protocol: Protocol, host: str, port: int, security: str) -> bool:
    import ssl  # as above

    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # nothing is said to it
    with suppress(OSError), socket.create_connection((host, port), _LOOKED_AT) as plain:
        if security == "tls":
            with context.wrap_socket(plain, server_hostname=host) as secured:
                return secured.recv(100).startswith(_GREETING[protocol])
        return plain.recv(100).startswith(_GREETING[protocol])
    return False


# The server does not accept user and password.


@named_record
class Provider:
    """Who keeps mailboxes for many: addresses there, its servers, and what it wants of a program that logs in."""

    name: str
    domains: tuple[str, ...]
    imap: str
    smtp: str
    login: str


_MAKE_ONE = "make a password for this program alone"
PROVIDERS = (
    Provider(
        name="Gmail", domains=("gmail.com", "googlemail.com"), imap="imap.gmail.com", smtp="smtp.gmail.com",
        login="turn 2-Step Verification on, then make an App password (myaccount.google.com/apppasswords) and write "
        "its 16 letters as the password ('less secure apps' is gone); in Google Workspace the administrator must allow "
        "IMAP",
    ),
    Provider(
        name="Microsoft",
        domains=("outlook.com", "hotmail.com", "live.com", "msn.com", "office365.com", "onmicrosoft.com"),
        imap="outlook.office365.com", smtp="smtp.office365.com",
        login="no passwords over IMAP any more (basic authentication is off; an app password does not help, and this "
        "program has no OAuth), over SMTP only where a company's administrator allows 'authenticated SMTP' for the "
        "mailbox: use a mailbox of another provider",
    ),
    Provider(
        name="Yahoo",
        domains=("yahoo.com", "ymail.com", "rocketmail.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr", "aol.com"),
        imap="imap.mail.yahoo.com", smtp="smtp.mail.yahoo.com",
        login="make an app password: Account security, 'Generate app password'",
    ),
    Provider(
        name="iCloud", domains=("icloud.com", "me.com", "mac.com"), imap="imap.mail.me.com", smtp="smtp.mail.me.com",
        login="turn two-factor authentication on and make an app-specific password (account.apple.com, Sign-In and "
        "Security)",
    ),
    Provider(
        name="GMX", domains=("gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.com"),
        imap="imap.gmx.net", smtp="mail.gmx.net",
        login="allow programs in the mailbox's settings ('POP3 & IMAP'); with 2-factor authentication make an "
        "application-specific password",
    ),
    Provider(
        name="WEB.DE", domains=("web.de",), imap="imap.web.de", smtp="smtp.web.de",
        login="allow programs in the mailbox's settings ('POP3/IMAP Abruf'); with 2-factor authentication make an "
        "application-specific password",
    ),
    Provider(
        name="Fastmail", domains=("fastmail.com", "fastmail.fm"), imap="imap.fastmail.com", smtp="smtp.fastmail.com",
        login="make an app password (Settings, Privacy & Security) that may use IMAP and SMTP",
    ),
    Provider(
        name="Zoho", domains=("zoho.com", "zohomail.com", "zoho.eu", "zohomail.eu"), imap="imap.zoho.com",
        smtp="smtp.zoho.com",
        login="turn IMAP access on in the mailbox's settings and make an application-specific password; accounts in "
        "Europe use imap.zoho.eu and smtp.zoho.eu",
    ),
    Provider(
        name="T-Online", domains=("t-online.de",), imap="secureimap.t-online.de", smtp="securesmtp.t-online.de",
        login="set a password for mail programs in the E-Mail Center; that of the web login is another",
    ),
)  # fmt: skip
_WAIT = "the server asks to wait: try again in an hour, and less often"
_SIGNS = (
    ("basic authentication is disabled|basicauthblocked|smtpclientauthentication is disabled|5\\.7\\.139",
     "this mailbox takes no passwords from programs (basic authentication, SMTP AUTH is off): have the administrator "
     "allow 'authenticated SMTP' for it, or use a mailbox of another provider"),
    ("app(lication)?[- ]?(specific )?password|invalidsecondfactor|5\\.7\\.9\\b|two[- ]factor|2[- ]?step",
     f"{_MAKE_ONE}: turn 2-step verification on, and make an app password"),
    ("web ?browser|web ?login|5\\.7\\.14\\b|unusual|suspicious",
     "log in on the provider's page once and confirm that it was you; then make an app password"),
    ("less secure", f"'less secure apps' are not let in: {_MAKE_ONE} (app password)"),
    ("imap\\b.{0,40}\\b(disabled|not enabled|not allowed|is off|yet to enable)|enable imap|imap access",
     "IMAP is off for this mailbox: turn it on in its settings on the provider's page"),
    ("too many|rate limit|throttl|temporar|try again later|\\[(limit|inuse|unavailable)\\]|4\\.7\\.",
     _WAIT),
    ("must issue a starttls|encryption required|plaintext|privacyrequired|secure connection|5\\.7\\.11\\b",
     "it wants an encrypted connection: set security to tls or starttls"),
    ("no (supported|suitable) auth|auth extension not supported|mechanism",
     "it lets nobody log in there: take the port for programs that send (587 with starttls, 465 with tls), or, where "
     "your network alone is let in, leave user and password_file empty"),
)  # fmt: skip
"""What servers say, and the cure; the first that fits."""


def provider_of(name: str) -> Provider | None:
    """Who keeps a mailbox, by its address's domain or a server's name."""
    host = name.rpartition("@")[2].casefold().rstrip(".")
    for known in PROVIDERS:
        if host in (*known.domains, known.imap, known.smtp) or host.endswith(tuple(f".{d}" for d in known.domains)):
            return known
    return None


def login_refused(said: str, server: Server, user: str) -> Diagnosis:
    """Why a server lets a user not in who showed a password, by its own words; no secret may stand in them."""
    known = provider_of(server.host) or provider_of(user)
    sign = next((cure for sign, cure in _SIGNS if re.search(sign, said, re.IGNORECASE)), "")
    waits = sign == _WAIT
    parts = [sign or "check user (mostly the whole address) and password"]
    if known is not None and not waits:
        parts.append(f"{known.name}: {known.login}")
    elif not sign:
        parts.append(
            "many providers want a password made for this program alone (app password), or IMAP and SMTP turned on in "
            "the mailbox's settings first"
        )
    return Diagnosis("login", f"it does not accept user and password ({said})", "; ".join(parts), passing=waits)


# A letter is not taken.


_NOT_TAKEN = (
    ("spf|dkim|dmarc|5\\.7\\.2[0-9]", "the domain's SPF, DKIM or DMARC does not allow this server: see docs/mail.md"),
    ("sender|from address|not owned|5\\.7\\.60|send ?as|5\\.7\\.1 .*client does not have permission",
     "[office] email must be an address the user may write as: mostly the mailbox's own"),
    ("relay|authenticat|auth(entication)? required|5\\.7\\.0",
     "the server wants a login: write user and password_file into [smtp], and take port 587 or 465"),
    ("blocked|blacklist|block ?list|spamhaus|listed|reputation|dynamic|5\\.7\\.606",
     "this machine's address is on a list of senders nobody trusts: send by your provider's server, not by your own"),
    ("quota|limit|too many|rate", "the provider's limit is reached: lower [smtp] most_a_minute, try again tomorrow"),
    ("user unknown|no such user|5\\.1\\.1|mailbox unavailable|does not exist",
     "the address does not exist: check [office] email"),
    ("spam|content|policy", "the server took it for spam: send by the provider your address belongs to"),
)  # fmt: skip


def not_taken(said: str) -> str:
    """The cure for a letter a server did not take, by its words."""
    found = next((cure for sign, cure in _NOT_TAKEN if re.search(sign, said, re.IGNORECASE)), "")
    return found or "ask your provider what it means"
