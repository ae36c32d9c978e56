"""The players of a soak: built-in policies behind real mail, who are late, leave, write twice, or send wreckage."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from magika_gm import games
from magika_gm.app.enrolment import new_game as beginning
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.engine.system import GameSystem
from magika_gm.resources import shipped

Arriving = tuple[datetime, bytes]
POSTS = policy.SMTP
PASSWORD = "lantern bridge heron"


@dataclass(slots=True, kw_only=True)
class Person:
    """A player as the post sees him: his address, and how he is."""

    game: str
    system: GameSystem
    email: str
    password: str
    currency: str
    policy: str
    gone_from: datetime | None = None
    """He stops answering for good."""
    late: float = 0.0
    """How often his orders come too late."""


@contextmanager
def cheap_passwords() -> Iterator[None]:
    """Every player's password is the same here, and hashed once: what a hash costs is measured elsewhere."""
    names = vars(beginning)
    plain = names["hash_password"]
    one = plain(PASSWORD)
    names["hash_password"] = lambda _: one
    try:
        yield
    finally:
        names["hash_password"] = plain


def cast(path: Path, system: GameSystem, game: str, rng: random.Random, now: datetime, weeks: int) -> list[Person]:
    """Write a game's sign-up file, from the shipped sample's people under addresses of their own; who they are."""
    data = tomllib.loads((shipped("sample") / system.name / "signups.toml").read_text("utf-8"))
    rows: list[tuple[str, dict[str, Any]]] = [("[[player]]", row) for row in data.get("player", [])]
    rows += [(f"[seat.{seat}]", row) for seat, row in data.get("seat", {}).items()]
    rows += [("[ebon]", data["ebon"])] if "ebon" in data else []
    policies = [name for name in system.bots.POLICIES if name not in system.automatic.values()]
    lines, people = [], []
    for number, (head, row) in enumerate(rows):
        email, password = f"p{number}.{game}@players.example", PASSWORD
        own = row | {"email": email, "password": password, "balance_cents": rng.choice([2000, 5000, 12000])}
        own |= {"currency": rng.choice(["USD", "CAD"])}
        if rng.random() < 0.1:
            own["insurance"] = "e-mail"
        lines += ["", head, *(f"{key} = {_toml(value)}" for key, value in own.items())]
        person = Person(
            game=game, system=system, email=email, password=password, currency=own["currency"],
            policy="ebon" if head == "[ebon]" else rng.choice(policies),
        )  # fmt: skip
        quirk = rng.random()
        if quirk < 0.04:
            person.gone_from = now + timedelta(weeks=rng.randrange(2, max(3, weeks)))
        elif quirk < 0.12:
            person.late = 0.4
        people.append(person)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return people


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)


@dataclass
class Players:
    """All of them, and the mails they have under way."""

    rng: random.Random
    people: dict[str, Person] = field(default_factory=dict)
    mails: int = 0
    wrecks: int = 0
    repeats: int = 0
    reports: dict[tuple[str, str], int] = field(default_factory=dict)
    """The newest turn of which each seat's report came."""

    def join(self, people: list[Person]) -> None:
        """They play."""
        self.people |= {person.email: person for person in people}

    def read(self, raw: bytes, now: datetime) -> list[Arriving]:
        """Somebody gets a mail: what he sends back, and when it arrives."""
        mail: Any = message_from_bytes(raw, policy=policy.default)
        person = self.people.get(str(mail["To"]))
        if person is None:
            return []
        for part in mail.iter_attachments():
            if str(part.get_filename()).endswith(".json"):
                return self._answer(person, mail, json.loads(part.get_payload(decode=True)), now)
        return []

    def _answer(self, person: Person, mail: Any, plain: Mapping[str, Any], now: datetime) -> list[Arriving]:
        seat = person.system.reports.seat_of(plain)
        self.reports[person.game, seat] = max(plain["turn"], self.reports.get((person.game, seat), 0))
        if "orders by" not in str(mail["Subject"]) or (person.gone_from is not None and now > person.gone_from):
            return []
        orders = person.system.bots.play(person.policy, plain, f"{person.game}{seat}".encode())
        rng = self.rng
        by_password = rng.random() < 0.04
        sheet = Sheet(
            game=person.game, turn=plain["turn"] + 1, seat=seat, password=person.password if by_password else "",
            orders=dict(enumerate(orders, 1)),
        )  # fmt: skip
        text = write_sheet(sheet, person.system.orders.GRAMMAR)
        to = "gm@office.example" if by_password else str(mail["Reply-To"] or mail["From"])
        days = 30 if rng.random() < person.late else rng.randrange(1, 9)
        raw, when = self._mail(mail, to, text), now + timedelta(days=days)
        arriving = [(when, raw)]
        if rng.random() < 0.08:
            self.repeats += 1
            arriving.append((when + timedelta(days=1), raw))
        if rng.random() < 0.05:
            self.wrecks += 1
            arriving.append((when + timedelta(hours=5), self._wrecked(self._mail(mail, to, text))))
        return arriving

    def _mail(self, report: Any, to: str, text: str) -> bytes:
        """An answer to a report, threaded, as mail programs write it."""
        self.mails += 1
        mail = EmailMessage(policy=POSTS)
        mail["From"], mail["To"], mail["Subject"] = str(report["To"]), to, f"Re: {report['Subject']}"
        mail["Message-ID"] = f"<soak.{self.mails}@players.example>"
        mail["In-Reply-To"] = report["Message-ID"]
        mail.set_content(f"Hello,\n\n{text}\nBest wishes\n\n> Your report said\n> many things\n")
        return mail.as_bytes()

    def _wrecked(self, raw: bytes) -> bytes:
        """The same mail as a bad day leaves it; nothing a mail server itself would change (NUL, bare line feeds)."""
        rng, kind = self.rng, self.rng.randrange(4)
        if kind == 0:
            return raw[: rng.randrange(200, len(raw))] + b"\r\n"
        if kind == 1:
            body = bytearray(raw)
            for _ in range(20):
                place = rng.randrange(len(body))
                if body[place] not in b"\r\n":
                    body[place] = rng.randrange(33, 255)
            return bytes(body)
        if kind == 2:
            return raw.replace(b"utf-8", b"x-unheard-of").replace(b"7bit", b"base64")
        return raw + raw[raw.index(b"\r\n\r\n") :] * rng.randrange(2, 40)


def mixed(number: int, shares: Mapping[str, int]) -> str:
    """The system of the game of that number, so that so many of each are among every ``sum(shares)``."""
    names = [name for name, share in shares.items() for _ in range(share)]
    return names[number * 7 % len(names)] if len(names) % 7 else names[number % len(names)]


EVEN = dict.fromkeys(games.SYSTEMS, 1)
