"""A book says an author's letter in our words: no run of its words stands in the letter (tests/tools/letters.py)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from magika_gm import games
from tests.tools.letters import RUN, SIZE, kept, runs, words

NAMES = [name for name in games.SYSTEMS if games.system(name).has("rulebook")]
EXCEPTED = {
    "arena": ("charm creature death destruction holy illusion meta nature spacetime",),
    "rune_war": (
        "minotaur adventure party fire giant sand wraith stone golem thunder bird",
        "skeleton horde durlock carol the great adventure party stone golem",
        "skeleton horde shadow minotaur adventure party sand wraith stone golem tornado",
        "suit no points all simples all terminals and honors terminal or honor in each set",
        "one suit with honors one suit only little three dragons",
    ),
}
"""Names, one behind the other: what the law calls realms, creatures and hands that score, in its order; no sentence."""


def taken(name: str, text: str) -> list[str]:
    """The runs of a text that the letter has, too."""
    letter, names = kept(name), EXCEPTED.get(name, ())
    found = [run for run, digest in runs(text) if digest in letter]
    return [run for run in found if not any(run in listed for listed in names)]


@pytest.mark.parametrize("name", NAMES)
def test_a_book_quotes_no_sentence(name: str) -> None:
    """The whole of it: what is the author's, what is ours, and what can be looked up besides."""
    book = games.system(name).rulebook
    said = [text for page, text in book.pages().items() if page.endswith(".md")]
    for kind in book.ENTRIES:
        entries = (book.entry(kind, one) for one in set(book.names(kind).values()))
        said += [entry[1] for entry in entries if entry is not None]
    assert sum(len(words(text)) for text in said) > 5_000
    assert not [run for text in said for run in taken(name, text)]


@pytest.mark.parametrize("name", NAMES)
def test_an_excepted_list_is_needed(name: str) -> None:
    letter = kept(name)
    for listed in EXCEPTED.get(name, ()):
        assert all(digest in letter for _, digest in runs(listed)), listed


@pytest.mark.parametrize("name", NAMES)
def test_the_digests_are_a_letter_s(name: str) -> None:
    """Sorted, each once, and as many as a letter has runs."""
    data = (Path(__file__).parents[1] / name / "letter.bin").read_bytes()
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
