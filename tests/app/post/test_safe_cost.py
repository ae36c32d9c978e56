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

import pytest

from magika_gm import games
from magika_gm.app.post import whose
from magika_gm.app.post.answers import passed_over
from magika_gm.app.post.floods import MOST_AN_ADDRESS
from magika_gm.engine.sheet.bare import bare_orders, order_lines
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, Post, begin
from tests.mail import attacks, nasty
from tests.memory import peak
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
    post = Post(begin(folder / "warm"))
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
    post, before = Post(begin(folder)), peak()
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
    cost(Path(sys.argv[1]))
