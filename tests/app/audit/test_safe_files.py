"""A file given to ``verify`` costs no more than its length, whatever is in it, and is refused in words."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.audit.verify import MOST_PLAIN, MOST_RUNS, check_files, printed_in
from magika_gm.app.office.errors import OfficeError
from magika_gm.mail.pdf_form import MOST_BYTES
from tests.examples import ALL
from tests.mail import attacks
from tests.promptness import prompt

SECONDS = 2.0
_N = 100 if ALL else 20
_FORMAT = games.system("magika").reports.FORMAT
_HASH = "Hash of the game's seed: " + "a" * 64


def plain(**more: object) -> str:
    return json.dumps({"format": _FORMAT, "turn": 3, "seed_hash": "00", **more})


def scenario(text: str) -> str:
    return plain(seed="00", record={"turns": [], "scenario": text})


HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "begun.html": lambda: "<" * (2000 * _N),
    "begun-and-named.html": lambda: "<a " * (20_000 * _N),
    "entities.html": lambda: "&#65" * (20_000 * _N),
    "words.txt": lambda: "a " * (39_000 * _N),
    "hashes.txt": lambda: "Hash of the game's seed: " * (3000 * _N),
    "long.txt": lambda: "a" * (MOST_BYTES + 1),
    "long.json": lambda: " " * (MOST_PLAIN + 1),
    "nested.json": lambda: "[" * (20_000 * _N),
    "digits.json": lambda: plain().replace("3", "9" * 5000),
    "lists.json": lambda: "[" + "[]," * (13_000 * _N) + "[]]",
    "no-text.json": lambda: b"\xff" * 100,
    "turn.json": lambda: plain(turn=10**12, seed="00", record={"turns": [], "scenario": {}}),
    "turns.json": lambda: plain(seed="00", record={"turns": [{"turn": n} for n in range(1, 2 * MOST_RUNS + 2)]}),
    "links.json": lambda: plain(chain={"links": [{"turn": "9" * 5000, "kind": "x", "digest": ""}]}),
    "endless.json": lambda: plain(chain={"links": [{"turn": float("inf"), "kind": "played", "digest": ""}]}),
    "blanks.json": lambda: scenario("a" + " " * (39_000 * _N)),
    "bare blanks.json": lambda: scenario(" " * (39_000 * _N)),
    "headers.json": lambda: scenario("[" + " " * (39_000 * _N)),
    "dots.json": lambda: scenario("a." * (10_000 * _N) + "a = 1"),
    "dots in headers.json": lambda: scenario("[" + "a." * 199 + "a]\n" + "b = 1\n" * (1000 * _N)),
    "bomb.pdf": lambda: attacks.pdf({3: attacks.stream(b"\0" * (1_000_000 * _N))}, b"/Info 3 0 R"),
    "lists.pdf": lambda: attacks.pdf({3: b"[" * (10_000 * _N)}, b"/Info 3 0 R"),
    "words.pdf": lambda: b"%PDF-1.7\n" + b"1 0 obj " * (5000 * _N),
    "long.pdf": lambda: b"%PDF-1.7\n" + b"x" * MOST_BYTES,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_words_and_soon(tmp_path: Path, name: str) -> None:
    path, made = tmp_path / name, HOSTILE[name]()
    path.write_bytes(made if isinstance(made, bytes) else made.encode())
    start = time.process_time()
    with pytest.raises(OfficeError) as refused:
        check_files([path])
    assert prompt(time.process_time() - start, SECONDS)
    assert str(path) in str(refused.value) or "final turn file" in str(refused.value)


def test_a_turn_of_a_thousand_digits_is_no_link(tmp_path: Path) -> None:
    path = tmp_path / "C.txt"
    path.write_text(f"{_HASH} turn {'1' * 5000} {'ab' * 20}", encoding="utf-8")
    assert printed_in(path).links == ()


def test_of_a_tag_that_never_ends_each_letter_is_looked_at_once(tmp_path: Path) -> None:
    path = tmp_path / "C.html"
    path.write_text("<" * 300 + f"<p>{_HASH}</p>", encoding="utf-8")
    assert printed_in(path).seed_hash == "a" * 64
