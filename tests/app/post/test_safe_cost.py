"""Number 8: no mail within the size limit takes two seconds of processor time or 100 MB, whatever it is made of.

The whole way through the office: opened, read as sheet, form and answer, judged, kept, answered. Each in a process of
its own, for the peak of its memory is asked for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.app.post import contents, whose
from magika_gm.app.post.answers import passed_over
from magika_gm.app.post.contents import Mail, mail_of
from magika_gm.app.post.whose import MOST_AN_ADDRESS
from magika_gm.engine.sheet.bare import bare_orders, order_lines
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.mail.parsing import Budget
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, Post, begin, sheet
from tests.mail import attacks, nasty
from tests.memory import peak
from tests.offices import copied, pattern_folder
from tests.promptness import prompt

MOST_MEMORY = 100
"""Megabytes."""


def in_the_name_of_a_player(raw: bytes, number: int, password: bytes) -> bytes:
    """As the registered address would write it, for the running game; so that nothing is refused early."""
    raw = raw.replace(b"anna@players.example", ADDRESS["C"].encode()).replace(b"n@players", b"n%d@players" % number)
    return raw.replace(b"GAME 12 TURN 5\n", b"GAME 7 TURN 1\n").replace(
        b"MAGE C\n", b"MAGE C\nPASSWORD %s\n" % password
    )


def every_mail() -> Mapping[str, Callable[[], bytes]]:
    """The nasty mails and the attacks, each made when it is its turn."""
    large = {name: partial(bytes, raw) for name, raw in nasty.large().items()}
    return large | {name: partial(made, 100) for name, made in attacks.named().items()}


def cost(folder: Path) -> None:
    """Take every nasty mail in; prints what is over a limit, and the most memory one took."""
    post = Post(copied(folder / "warm", begin))
    post.one("GAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 REST\nEND\n")  # all modules are there
    post.take(Incoming(attacks.with_forms(attacks.pdf({3: b"<<>>"})), None, "form"))
    post.take(Incoming(attacks.page(b"<p>hello"), None, "page"))
    post.office.close()
    grown = [0]
    for number, (name, made) in enumerate(every_mail().items()):
        mail = in_the_name_of_a_player(made(), number, b"swordfish" if number % 3 else b"not mine")
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.write(writer, str(_alone(folder / f"office-{number}", name, mail)).encode())
            os._exit(0)
        os.close(writer)
        os.waitpid(child, 0)
        grown.append(int(os.read(reader, 20) or 10**6))
        os.close(reader)
        if grown[-1] > MOST_MEMORY:
            print(f"{name}: {grown[-1]} MB")  # noqa: T201
    print(f"{number + 1} mails, {max(grown)} MB")  # noqa: T201


def _alone(folder: Path, name: str, mail: bytes) -> int:
    """Take one mail in; the megabytes it took, beside what the process held."""
    post, before = Post(copied(folder, begin)), peak()
    start = time.process_time()
    (received,) = post.take(Incoming(mail, None, name))
    spent = time.process_time() - start
    if not prompt(spent, nasty.SECONDS):
        print(f"{name}: {spent:.1f} s, {received.outcome}", flush=True)  # noqa: T201
    if (
        received.outcome not in ("accepted", "refused", "aside", "remark", "known")
        or "set off an error" in received.reason
    ):
        print(f"{name}: {received.outcome}, {received.reason}", flush=True)  # noqa: T201
    return peak() - before


@pytest.mark.parametrize("name", games.SYSTEMS)
@pytest.mark.parametrize("said", ["{0} {1} {2} {3} {4}", "{0} 7 {1}", "1 {0} 2 {1} 3 {2}", "hello {0} 7"])
def test_of_lines_without_a_sheet_so_many_are_looked_at_and_no_more(name: str, said: str) -> None:
    grammar = games.system(name).orders.GRAMMAR
    asked = 0

    def read(text: str, names: Mapping[str, str] | None) -> object:
        nonlocal asked
        asked += 1
        return grammar.read(text, names)

    counting, row = replace(grammar, read=read), f"{said.format(*islice(cycle(grammar.verbs), 5))}\n"
    spent = []
    for times in (500, 2_000):
        asked = 0
        order_lines(row * times, counting, {}, 100)
        looked = asked
        found = bare_orders(row * times, counting, {}, "GAME 7 TURN 1")
        spent.append((looked, asked))
        assert len(passed_over(found)) < 8_000, "nobody is sent all that back"
    assert spent[0] == spent[1]
    assert spent[0][0] <= spent[0][1]


def test_who_is_answered_no_more_is_not_asked_what_he_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post(begin(tmp_path / "office"))
    looked: list[str] = []

    def noted(text: str, *_: object) -> int:
        looked.append(text)
        return 0

    monkeypatch.setattr(whose, "order_lines", noted)
    for number in range(MOST_AN_ADDRESS + 3):
        post.one(f"GAME {number}00\nMOVE NE\nEND\n\nMOVE 7", sender=ADDRESS["C"])
    assert len(looked) == MOST_AN_ADDRESS
    assert post.one("GAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 REST\nEND\n").outcome == "accepted"


@pytest.mark.parametrize("name", ["time zones", "blanks behind a command", "blanks in a command"])
def test_no_line_costs_more_than_a_line(post: Post, name: str) -> None:
    small, large = (in_the_name_of_a_player(attacks.KINDS["orders"][name](part), part, b"-") for part in (1, 100))
    post.take(Incoming(small, None, "small"))
    start = time.process_time()
    post.take(Incoming(large, None, "large"))
    assert prompt(time.process_time() - start, 0.4)


def test_a_mail_is_read_once_a_game_however_many_sheets_it_has(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(text: str, *how: Any) -> list[Sheet]:
        read.append(text)
        return read_sheets(text, *how)

    monkeypatch.setattr(contents, "read_sheets", noted)
    lengths = []
    for sheets in (["7"] * 2, ["7"] * 8, ["7", "8", "9", "10"]):
        read.clear()
        post.one(
            "".join(sheet("1 REST", turn=turn).replace("GAME 7", f"GAME {game}") for turn, game in enumerate(sheets, 1))
        )
        lengths.append(sum(len(text.split()) for text in read) / len(sheets))
    assert lengths[1] <= lengths[0]
    assert lengths[2] <= lengths[0]


def test_mails_of_one_name_are_opened_once_more_a_few_of_them(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def noted(item: Incoming, *how: Any) -> Mail:
        opened.append(item.source)
        return mail_of(item, *how)

    for number in range(12):
        opened.clear()
        monkeypatch.setattr(whose, "mail_of", noted)
        done = post.one(sheet(f"1 CASTT {number}"), name="<same@player.example>")
        assert (done.outcome == "known", len(opened)) == (False, min(number, 5))
        assert len(set(opened)) == len(opened)


def test_what_costs_too_much_once_more_is_not_opened_to_its_end(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    post.one(sheet("1 REST"), name="<same@player.example>")
    clock = iter(range(1000))
    monkeypatch.setattr("time.thread_time", lambda: float(next(clock)))
    mail = mail_of(post.mail(sheet("1 MOVE NE"), name="<same@player.example>"), "", "gm@example.org", Budget(1000))
    with post.office.store.reading() as connection:
        assert whose.came_before(post.office, connection, mail), "what was taken, whole and without fault, stands"


@pytest.mark.slow
def test_no_mail_takes_two_seconds_or_much_memory(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.post.test_safe_cost", str(tmp_path)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    *slow, last = done.stdout.splitlines()
    assert slow == []
    mails, grown = last.removesuffix(" MB").split(" mails, ")
    assert int(mails) == len(every_mail())
    assert int(grown) < MOST_MEMORY


if __name__ == "__main__":
    with pattern_folder(Path(sys.argv[1])):
        cost(Path(sys.argv[1]))
