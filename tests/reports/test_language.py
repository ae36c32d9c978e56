"""What people read is English: articles, plurals, minus signs, no word twice; in golden reports and games as played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magika_gm import games
from tests.examples import ALL
from tests.reports.played import reports

GOLDEN = sorted(
    path
    for path in (Path(__file__).parents[2] / "reports" / "sample").rglob("*.txt")
    if not path.name.endswith(".pdf.txt")
)
FAULTS = {
    "a before a vowel": re.compile(r"\b(?:a|A(?= evil)) (?!uni|eu|one\b|one-)[aeiou]\w+"),
    "an before a consonant": re.compile(r"\b[Aa]n (?!hour|honest|heir|[A-Z]\b)[^aeiouAEIOU\W\d]\w+"),
    "one of many": re.compile(
        r"(?<![\d.,/+:\u2212-])(?<!turn )(?<!phase )"
        r"\b1 (?!as\b|is\b|was\b|loss\b|this\b|less\b|plus\b|across\b|has\b)[a-z]{2,}s\b"
    ),
    "a hyphen for a minus": re.compile(r"(?<=[ (])-\d+(?![\w-])|(?<=\d/)-\d"),
    "a word twice": re.compile(r"\b(?!(?:RD|GD|WD|that|had)\b)([A-Za-z]{2,}) \1\b(?!-)"),
}
"""What is wrong, and how it looks."""
TYPED = re.compile(r"\([^()]*\)|^.*\b[A-Z]{4,} .*$|^>.*$", re.MULTILINE)
"""What is written as one types it: law's words in brackets, lines of a sheet and of a form, quoted mail."""


def wrong(text: str) -> list[tuple[str, str]]:
    said = TYPED.sub("", text)
    return [
        (fault, said[max(0, m.start() - 20) : m.end() + 20]) for fault, p in FAULTS.items() for m in p.finditer(said)
    ]


@pytest.mark.parametrize("said", ["a orange", "an knight", "1 turns", "Power -2", "has 1/-2", "the the"])
def test_what_is_wrong_is_seen(said: str) -> None:
    assert len(wrong(f"So {said} it is.")) == 1


def test_golden_reports() -> None:
    assert len(GOLDEN) > 10
    assert not [(path.as_posix()[-40:], found) for path in GOLDEN for found in wrong(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_games_as_they_are_played(name: str) -> None:
    made = reports(name)
    forms = games.system(name).reports
    for report in made if ALL else made[:: max(1, len(made) // 12)]:
        assert not wrong(forms.text(report, None)), report.turn
