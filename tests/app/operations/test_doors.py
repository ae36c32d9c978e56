"""Each step of the way of a mail, of a turn and of a letter broken in turn by something nobody foresaw: the rest of the
round is done, nothing is half done or lost, and the next round is as if nothing had been."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.operations.tick import Part, tick
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.inbox import text_of
from magika_gm.app.post.intake import ingest
from magika_gm.app.post.order_desk import Received
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.system import GameSystem
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from tests.app.postroom import ADDRESS, NOW, Post, sheet
from tests.breaking import Step, Watch, steps_of
from tests.examples import ALL
from tests.offices import copied
from tests.systems.conftest import toy
from tests.systems.test_toy_life import SIGNUPS

__all__ = ["toy"]
REPORTS_OF = ""
EACH = 0 if os.environ.get("MAGIKA_NIGHTLY") else 12 if ALL else 3
"""So many steps of a mail's way are broken by day, a third of that of each part of a round (in continuous integration
four times as many), by night every one."""
FEW = 2 if ALL else 0
DAY = timedelta(days=1)


def some(steps: list[Step], each: int = EACH) -> list[Step]:
    return [steps[n * len(steps) // each] for n in range(each)] if each else steps


HEAD = "From: {sender}\nTo: gm@example.org\nSubject: orders\nMessage-ID: <{number}@player.example>\nMIME-Version: 1.0\n"
ORDERS = """Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8

Hello, is this right? My best regards to all of you in the office.
STATUS
{sheet}
--c
Content-Type: text/html

<p>Hello</p>
--c--
--b
Content-Type: application/pdf; name=bill.pdf

%PDF-1.4 nothing
--b--
"""
MAILS = {
    "orders": (ADDRESS["C"], ORDERS.replace("{sheet}", sheet("1 MOVE NE\nMESSAGE TO D\nhow are you?\nEND MESSAGE"))),
    "forged": ("who@example.net", f"\n{sheet(password='not this')}"),
    "no form": (ADDRESS["C"], "\nWhen does it begin? I should like to know.\n"),
    "sign-up": ("n@ex.net", "\nSIGN UP magika\nNAME New\nEMAIL n@ex.net\nPASSWORD secret lamp\nEND SIGN UP\n"),
    "password": (ADDRESS["C"], "\nNEW PASSWORD\n"),
    "address": (ADDRESS["C"], "\nGAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\nADDRESS new@example.net\nEND\n"),
    "stranger": ("who@example.net", "\nHow do I join?\n"),
}  # fmt: skip


class Round:
    """Three mails, of which the second is the one that is broken."""

    def __init__(self, post: Post, sender: str, text: str, number: int) -> None:
        self.office, self.now, self.settled = post.office, NOW + 3 * number * DAY, list[int]()
        texts = [(ADDRESS["C"], "\nHELP\n"), (sender, text), ("dmitri@example.com", "\nHELP\n")]
        self.raws = [
            (HEAD.format(sender=who, number=f"{number}.{n}") + words).encode() for n, (who, words) in enumerate(texts)
        ]

    def mine(self, words: Any) -> bool:
        thing = words.get("mail") or words.get("item")
        return getattr(thing, "raw", None) == self.raws[1]

    def taken(self) -> list[Received]:
        items = [
            Incoming(raw, None, f"mail {n}", lambda n=n: self.settled.append(n))  # type: ignore[misc]
            for n, raw in enumerate(self.raws)
        ]
        return list(ingest(self.office, items, self.now))

    def kept(self) -> list[Any]:
        with self.office.store.reading() as connection:
            mine = t.inbox.c.digest == sha256(self.raws[1]).hexdigest()
            return list(connection.execute(select(t.inbox).where(mine)).mappings())


@pytest.mark.parametrize("kind", MAILS)
def test_whatever_breaks_on_the_way_of_a_mail_the_others_are_taken_in(post: Post, kind: str) -> None:
    Round(post, *MAILS[kind], 999).taken()  # what is remembered from now on is no step any more
    plain, outcomes = Round(post, *MAILS[kind], 0), list[Received]()
    steps = steps_of(plain.mine, lambda: outcomes.extend(plain.taken()))
    assert len(steps) > 60
    set_aside = 0
    for number, step in enumerate(some(steps), 1):
        this = Round(post, *MAILS[kind], number)
        watch = Watch(this.mine, broken=step)
        with watch.looking():
            found = this.taken()
        assert [found[0].outcome, found[2].outcome] == [outcomes[0].outcome, outcomes[2].outcome], step
        assert this.settled == [0, 1, 2], step
        (row,) = this.kept()
        assert (post.office.root / row["path"]).read_bytes() == this.raws[1], step
        assert watch.raised, f"{step} is not always come to"
        if "Odd" in row["reason"]:
            set_aside += 1
            assert (row["outcome"], row["game"], row["seat"]) == ("aside", None, None), step
            said = text_of(post.office, row["id"])
            kept = next(line for line in said.splitlines() if line.startswith("Traceback: "))
            assert "tests.breaking.Odd" in (post.office.root / kept.removeprefix("Traceback: ")).read_text("utf-8"), (
                step
            )
            _nothing_of(post.office, row["message_id"])
        assert [one.outcome for one in this.taken()] == ["known"] * 3, step
    assert set_aside > FEW, "few steps of this way stop a mail"


def _nothing_of(office: Office, message_id: str) -> None:
    """What a mail began was taken back with it."""
    with office.store.reading() as connection:
        assert not connection.execute(select(t.sheets).where(t.sheets.c.message_id == message_id)).all()
        assert not connection.execute(select(t.outbox).where(t.outbox.c.in_reply_to == message_id)).all()


HOUR = timedelta(hours=1)
PARTS = ("mail in", "insurance d", "missing reports", "game b", "mail out", "letter")


def prepared(folder: Path, system: str) -> Office:
    """An office with everything a round may have to do: three games that are due, one whose players are reminded, one
    whose reports a run left unwritten; orders in a Maildir, letters that wait to be sent."""
    folder.mkdir()
    # where mail in as a whole fails, a turn waits for the game master (GM-2), unless he will not have that
    guard = "[guard]\nquiet_hours = 0\n"
    settings = f'[mail]\nmaildir = "maildir"\n[insurance]\nfrom_hour = 0\nto_hour = 23\n{guard}'
    (folder / "magika.toml").write_text(settings, encoding="utf-8")
    office = init_office(folder)
    (folder / "scenarios" / system).mkdir(parents=True)
    (folder / "scenarios" / system / "plain.toml").write_text("turns = 3\n", encoding="utf-8")
    signups = folder / "signups.toml"
    signups.write_text(SIGNUPS.replace("balance_cents", 'insurance = "e-mail"\nbalance_cents'), encoding="utf-8")
    for game, due in (("a", NOW), ("b", NOW), ("c", NOW), ("d", NOW + DAY), ("e", NOW - DAY)):
        new_game(office, game, signups, NOW - 14 * DAY, seed=game.encode(), due=due, system=system)
    list(deliver(office, NOW - 14 * DAY))
    process_turn(office, "e", NOW)
    shutil.rmtree(office.reports("e", 1))
    for name in ("new", "cur", "tmp"):
        (folder / "maildir" / name).mkdir(parents=True)
    for number, game in enumerate("abc"):
        text = f"GAME {game} TURN 1\nCOLOUR RED\nPASSWORD starling\nKEEP\nEND\n"
        raw = HEAD.format(sender="rosa@example.org", number=game) + f"\n{text}"
        (folder / "maildir" / "new" / f"{number}.x").write_text(raw, encoding="utf-8")
    return office


def of_part(name: str) -> Callable[[Any], bool]:
    """Whether a door is at work for a part of a round, or for one of its letters."""

    def mine(words: Any) -> bool:
        if name == "letter":
            queued = words.get("queued")
            return queued is not None and queued.mail.game == "b" and queued.mail.seat == "BLUE"
        return bool(words.get("name") == name)

    return mine


def done_in(office: Office, now: datetime) -> dict[str, Part]:
    return {part.name: part for part in tick(office, now, 1)}


def stands(office: Office) -> dict[str, Any]:
    """What a round leaves behind, whoever did it when."""
    o = t.outbox.c
    with office.store.reading() as connection:
        turns = connection.execute(select(t.turns.c.game, t.turns.c.turn).order_by(t.turns.c.game, t.turns.c.turn))
        letters = connection.execute(select(o.message_id, o.state).order_by(o.message_id))
        mails = connection.execute(select(t.inbox.c.digest, t.inbox.c.outcome).order_by(t.inbox.c.digest))
        found: dict[str, Any] = {
            "turns": [tuple(row) for row in turns],
            "letters": [(kind.partition("-")[0], state) for kind, state in letters],
            "mails": [tuple(row) for row in mails],
        }
    found["reports"] = sorted(str(path.relative_to(office.root)) for path in office.root.glob("reports/*/*/*"))
    return found


@pytest.mark.slow
def test_whatever_breaks_in_a_part_of_a_round_the_other_parts_are_done(tmp_path: Path, toy: GameSystem) -> None:
    def fresh(number: int) -> Office:
        return copied(tmp_path / f"{name}{number}", prepared, toy.name)

    name, parts = "whole", dict[str, Part]()
    for number in (-2, -1):  # the second time nothing is loaded or remembered for the first time
        office = fresh(number)
        parts = done_in(office, NOW)
        later = done_in(office, NOW + 12 * HOUR)
        wanted = stands(office)
        office.close()
    assert not any(part.failed for part in (*parts.values(), *later.values()))
    assert set(PARTS) - {"letter"} <= parts.keys()
    for name in PARTS if ALL else PARTS[1::2]:  # by day half of them
        _break(name, fresh, parts, wanted)


def _break(name: str, fresh: Callable[[int], Office], parts: dict[str, Part], wanted: dict[str, Any]) -> None:
    """A part, broken at some of its steps; whole rounds end in ``parts`` and leave what is ``wanted``."""
    office = fresh(-1)
    steps = steps_of(of_part(name), lambda: done_in(office, NOW))
    office.close()
    assert len(steps) > 20
    failed = 0
    for number, step in enumerate(some(steps, EACH // 3)):
        office, watch = fresh(number), Watch(of_part(name), broken=step)
        with watch.looking():
            found = done_in(office, NOW)
        assert watch.raised, f"{step} is not always come to"
        for other, part in parts.items():
            # what is mailed depends on what the broken part would have written, and whose orders came on the mails
            alike = other in (name, "mail out") or (name == "mail in" and found[other].done)
            alike = alike or found[other].done == part.done
            assert alike, f"{step} of {name} stopped {other}: {found[other].failed}"
            assert other == name or not found[other].failed, f"{step}: {other}: {found[other].failed}"
        assert found.keys() - parts.keys() <= {"heartbeat"}, step
        if name in found and found[name].failed:
            failed += 1
            assert "Odd" in found[name].failed, step
            # a traceback, or where the rules failed a diagnosis with it
            kept = re.search(r"(?:traceback: |Please send )([\w./ -]+?)(?:\)| to )", found[name].failed)
            assert kept, found[name].failed
            assert "tests.breaking.Odd" in (office.root / kept[1]).read_text("utf-8"), step
        again = done_in(office, NOW + 12 * HOUR)
        assert not [part.failed for part in again.values() if part.failed], step
        left = stands(office)
        if name == "mail in":  # a mail that was set aside for it waits for the game master
            assert len(left["mails"]) == len(wanted["mails"]), step
            assert left["turns"] == wanted["turns"], step
        else:
            assert left == wanted, step
        office.close()
        shutil.rmtree(office.root)
    assert failed > FEW or name in ("mail in", "letter", "mail out")
