"""A book says an author's letter in our words: no run of its words stands in the letter (tests/tools/letters.py)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from magika_gm import games
from tests.systems.contract import contract_of
from tests.tools.letters import RUN, SIZE, file_of, kept, runs, words

NAMES = [name for name in games.SYSTEMS if games.system(name).has("rulebook") and file_of(name).is_file()]
"""Games whose author's letter somebody has taken digests of."""


def taken(name: str, text: str) -> list[str]:
    """The runs of a text that the letter has, too."""
    letter = kept(name)
    return [run for run, digest in runs(text) if digest in letter]


@pytest.mark.parametrize("name", NAMES)
def test_a_book_quotes_no_sentence(name: str) -> None:
    """The whole of it: what is the author's, what is ours, and what can be looked up besides."""
    book = games.system(name).rulebook
    said = [text for page, text in book.pages().items() if page.endswith(".md")]
    for kind in book.ENTRIES:
        entries = (book.entry(kind, one) for one in set(book.names(kind).values()))
        said += [entry[1] for entry in entries if entry is not None]
    assert sum(len(words(text)) for text in said) > 5_000
    names = contract_of(name).names_in_a_row
    found = {run for text in said for run in taken(name, text)}
    assert not [run for run in found if not any(run in listed for listed in names)]


@pytest.mark.parametrize("name", NAMES)
def test_names_in_a_row_stand_so_in_the_letter(name: str) -> None:
    for listed in contract_of(name).names_in_a_row:
        assert taken(name, listed) == [run for run, _ in runs(listed)]


@pytest.mark.parametrize("name", NAMES)
def test_the_digests_are_a_letter_s(name: str) -> None:
    """Sorted, each once, and as many as a letter has runs."""
    data = file_of(name).read_bytes()
    rows = [data[at : at + SIZE] for at in range(0, len(data), SIZE)]
    assert rows == sorted(set(rows))
    assert len(data) % SIZE == 0
    assert len(rows) > 900


def test_a_sentence_taken_over_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is set: small or large, marked, linked, with figures between its words."""
    sentence = "Whoever wakes the heron before the second bell pays for everybody's breakfast"
    digests = sorted(sha256(run.encode()).digest()[:SIZE] for run, _ in runs(sentence))
    (tmp_path / "tests" / "pond").mkdir(parents=True)
    (tmp_path / "tests" / "pond" / "letter.bin").write_bytes(b"".join(digests))
    monkeypatch.setattr("tests.tools.letters.ROOT", tmp_path)
    book = "**A-1.** Whoever wakes *the heron* (1) before the [second bell](02-bells.md#b-2) PAYS for 12 others."
    assert taken("pond", book)[0] == "whoever wakes the heron before the second bell"
    assert taken("pond", book)[-1] == "the heron before the second bell pays for"
    assert taken("pond", "Who wakes the heron before the bell pays for everybody's breakfast.") == []
    assert RUN == 8
