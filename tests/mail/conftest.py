"""A real SMTP server in process, on a free port of the loopback."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

CERTIFICATE = Path(__file__).parent / "loopback.pem"
"""Made for these tests alone: key and certificate for localhost."""
USER, PASSWORD = "gm", "open-sesame-77"


@dataclass
class Server:
    """What the server is told to answer, and what it took."""

    port: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    """By recipient: the answer to RCPT TO."""
    data_answers: list[str] = field(default_factory=list)
    """The answers to DATA, used up in order; then 250."""
    sender_answer: str = ""
    taken: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    connections: int = 0
    logins: list[bytes] = field(default_factory=list)
    trusted: ssl.SSLContext | None = None
    then: Callable[[bytes, list[str]], None] | None = None
    """What is done with each mail taken, and its recipients."""

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += not session.host_name
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.sender_answer:
            return self.sender_answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        answer = self.data_answers.pop(0) if self.data_answers else "250 taken"
        if answer == "hang up":
            server.transport.abort()
            return "451 gone"
        if answer.startswith("250"):
            self.taken.append((envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
            if self.then is not None:
                self.then(envelope.content, list(envelope.rcpt_tos))
        return answer

    def log_in(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append(data.password)
        return AuthResult(success=data.login == USER.encode() and data.password == PASSWORD.encode(), handled=False)


@pytest.fixture
def smtp() -> Iterator[Callable[..., Server]]:
    """Starts servers: ``smtp(security="none"|"starttls"|"tls", auth=False, utf8=False)``."""
    running: list[tuple[asyncio.AbstractEventLoop, threading.Thread, asyncio.Server]] = []

    def start(security: str = "none", auth: bool = False, utf8: bool = False) -> Server:
        server = Server()
        context = None
        if security != "none":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            server.trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
        loop = asyncio.new_event_loop()

        def protocol() -> SMTP:
            return SMTP(
                server,
                hostname="post.example",
                loop=loop,
                enable_SMTPUTF8=utf8,
                tls_context=context if security == "starttls" else None,
                require_starttls=security == "starttls",
                auth_require_tls=False,
                authenticator=server.log_in if auth else None,
            )

        listening = loop.run_until_complete(
            loop.create_server(protocol, "127.0.0.1", 0, ssl=context if security == "tls" else None)
        )
        server.port = listening.sockets[0].getsockname()[1]
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        running.append((loop, thread, listening))
        return server

    yield start
    for loop, thread, listening in running:
        asyncio.run_coroutine_threadsafe(_close(listening), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


async def _close(listening: asyncio.Server) -> None:
    listening.close()
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
