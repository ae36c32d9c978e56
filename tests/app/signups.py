"""Players who sign up, and a game filled from them: shared by the tests of the waiting list."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from magika_gm.app.enrolment.new_game import prepare
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.enrolment.waiting_list import Filled, Waiting, fill_game, sign_up
from magika_gm.app.office.office import Office
from magika_gm.app.post.intake import Received, ingest
from magika_gm.mail.readers import Incoming

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
TWELVE = ("elf, good", "elf, good", "human, good", "dwarf, neutral", "goblin, evil", "halfling, evil", "human, evil",
          "human, neutral", "human, neutral", "goblin, evil", "elf, evil", "halfling, good")  # fmt: skip


def form(number: int, *lines: str, first: str = "elf, good", password: str = "swordfish") -> str:
    """Player number so-and-so's form."""
    head = [f"NAME Player {number}", f"EMAIL p{number}@example.org", f"PASSWORD {password}"]
    head += [f"FIRST Mage {number}x, {first}"] if first else []
    return "\n".join(["SIGN-UP", *head, *lines, "END", ""])


def put(office: Office, text: str, when: int = 0) -> Waiting:
    read = read_form(text)
    assert read is not None
    with office.store.writing() as connection:
        return sign_up(connection, read, NOW + timedelta(minutes=when), taken=("USD", "CAD"))


def twelve(office: Office, start: int = 1) -> None:
    for number, first in enumerate(TWELVE, start):
        put(office, form(number, first=first))


def fill(office: Office, game: str = "13", ebon: str = "", pace: str = "two", dry_run: bool = False) -> Filled:
    beginning = prepare(office, game, NOW, seed=game.encode())
    return fill_game(office, beginning, pace, NOW, {"M": ebon} if ebon else {}, dry_run)


def mailed(office: Office, text: str, sender: str = "p1@example.org", name: str = "<1@x>") -> Received:
    raw = f"From: {sender}\nTo: gm@example.org\nSubject: sign-up\nMessage-ID: {name}\n\n{text}"
    (received,) = ingest(office, [Incoming(raw.encode(), None, "mail.eml")], NOW)
    return received
