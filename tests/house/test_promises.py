"""Each promise of docs/security.md, a sentence or a table, has a test, named in the page's own table."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TITLE = "## Promises and their tests"
NO_PROMISES = ("What is not promised", "Reporting a hole", TITLE.removeprefix("## "))
_NEXT = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def rows(page: str) -> dict[str, list[str]]:
    """The words of each promise, and the tests named for it."""
    table = page.partition(TITLE)[2].partition("\n## ")[0]
    lines = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")][1:]
    return {" ".join(words.split()): re.findall(r"`([\w/]+\.py::test_\w+)`", tests) for words, tests in lines}


def promises(page: str) -> list[str]:
    """What the page promises: its sentences, a table as one, but for the sections that promise nothing."""
    sections = re.split(r"^## ", page, flags=re.M)[1:]
    told = [text for section in sections if not section.startswith(NO_PROMISES) for text in section.split("\n\n")[1:]]
    plain = (" ".join(text.replace("*", "").split()) for text in told)
    wanted = (text for text in plain if text and not text.startswith("Not promised"))
    return [one for text in wanted for one in ([text] if text.startswith("|") else _NEXT.split(text))]


def unheld(page: str) -> list[str]:
    """Promises in which no row of the table finds its words."""
    return [text for text in promises(page) if not any(words in text for words in rows(page))]


def test_every_sentence_that_promises_has_its_test() -> None:
    assert unheld(PAGE) == []
    more = PAGE.replace("\n## What is answered", "\nWe promise the moon. And the stars.\n\n## What is answered")
    assert unheld(more) == ["We promise the moon.", "And the stars."]


def test_the_words_of_every_row_stand_in_one_promise() -> None:
    said = promises(PAGE)
    assert {words: n for words in rows(PAGE) if (n := sum(words in one for one in said)) != 1} == {}


def test_every_row_names_tests_that_are_there() -> None:
    missing = []
    for words, tests in rows(PAGE).items():
        assert tests, words
        for name in tests:
            file, _, test = name.partition("::")
            path = ROOT / "tests" / file
            if not path.is_file() or f"def {test}(" not in path.read_text(encoding="utf-8"):
                missing.append(name)
    assert missing == []
