"""What an office does all day, after ten years beside after a few weeks, and its mailbox, full beside empty.

The office of years is tests/soak/years.py's: a few games are played, and those that are over copied many times.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import tick
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn
from magika_gm.mail.readers import Incoming, read
from tests.benchmarks.bare import SHORT, compared, held
from tests.benchmarks.mailbag import NOW
from tests.soak.years import going_on, load, make

pytestmark = pytest.mark.benchmark
PLAYED, YEARS = 120, 3_000 if SHORT else 12_000
FULL = 10_000 if SHORT else 100_000
"""Mails in a mailbox."""


@pytest.fixture(scope="module")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Office]]:
    """The same office, in which few and in which very many games are over."""
    root = tmp_path_factory.mktemp("years")
    for turns in (PLAYED, YEARS):
        make(root / str(turns), turns, 1, PLAYED)
    made = [open_office(root / str(turns)) for turns in (PLAYED, YEARS)]
    yield made
    for office in made:
        office.close()


def beside(offices: list[Office], deed: Callable[[Office], object]) -> float:
    """How many times as long a deed takes in the office of years."""
    few, many = compared(*(lambda office=office: deed(office) for office in offices))
    return many / few


def test_one_game(offices: list[Office]) -> None:
    """A turn, a mail and a game's proof cost what the game has, not what the office had."""
    game = max(going_on(offices[0]), key=lambda name: load(offices[0], name).turn)
    due = load(offices[0], game).next_due + timedelta(days=1)
    numbers = iter(range(1_000_000))

    def turn(office: Office) -> None:
        process_turn(office, game, due, dry_run=office.root / "look", pages=False)

    def mail(office: Office) -> None:
        raws = [b"From: who@elsewhere.example\nMessage-ID: <%d@y>\n\nHELP\n" % next(numbers) for _ in range(20)]
        quiet = due + timedelta(days=60)  # what went out within a day is counted, and copies went out together
        list(ingest(office, [Incoming(raw, None, "mail") for raw in raws], quiet))

    held("a turn, after years beside after weeks", beside(offices, turn), 1.3)
    held("a stranger's mail, likewise", beside(offices, mail), 1.5)
    held("verify of one game, likewise", beside(offices, lambda office: verify_game(office, game)), 1.3)


def test_a_look_round(offices: list[Office]) -> None:
    """These look at each game there is, over or not: by a question for all, and no longer than that takes."""
    ratio = YEARS / PLAYED
    now = min(load(offices[0], name).next_due for name in going_on(offices[0])) - timedelta(hours=1)
    held("a round with nothing to do", beside(offices, lambda office: list(tick(office, now, 1))), 0.1 * ratio)
    held("status", beside(offices, lambda office: office_status(office, now)), 0.2 * ratio)


def test_a_full_maildir(tmp_path: Path) -> None:
    """A round over what is settled beside listing its names; and mail that is known beside mail that is new."""
    box, office = tmp_path / "box", init_office(tmp_path / "office")
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    for number in range(FULL):
        (box / "cur" / f"{number}.M{number}.host:2,S").touch()
    ours, names = compared(lambda: list(read(box)), lambda: os.listdir(box / "cur"))
    held(f"a look at {FULL} mails that are settled beside their names", ours / names, 3)
    with closing(office):
        bag = [Incoming(b"From: a@example.com\nMessage-ID: <%d@y>\n\nHello.\n" % n, None, "mail") for n in range(400)]
        news = iter([bag[n : n + 20] for n in range(0, 400, 20)])
        known, new = compared(
            lambda: list(ingest(office, bag[:20], NOW)), lambda: list(ingest(office, next(news), NOW))
        )
    held("a mail that is known beside one that is new", known / new, 0.2)
