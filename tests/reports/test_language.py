"""What people read is English: articles, plurals, minus signs, no word twice; in golden reports and games as played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.engine.words import befell, several
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


CODES = re.compile(r"\b(?!W\d|T\d)[A-Z]{1,2}\d+\b|[A-Z]+-\d|[\[(]")
"""An id of a unit, a rule's number, anything in brackets; waters and temples still to be placed have no other name."""


@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_a_headline_is_told_to_its_reader_without_ids_rules_and_dice(name: str) -> None:
    system = games.system(name)
    for report in reports(name):
        page = system.page.page(report, None, report.seat, report.memory)
        headline = page.lead[0]
        assert not CODES.search(headline), headline
        if not report.over and not headline.startswith("Welcome"):
            assert page.title not in headline, headline


def test_what_befell_names_two_things_of_two_kinds() -> None:
    assert befell(("you lost", ["e6", "a Troll"]), ("the enemy lost", ["d5"]), ("you took", ["a1"])) == (
        "You lost e6 and a Troll; the enemy lost d5."
    )
    assert befell(("you lost", []), ("the enemy lost", ["d5"]), ("the enemy took", ["a1", "b1", "c1", "d1"])) == (
        "The enemy lost d5 and took a1, b1 and 2 more."
    )
    assert befell(("you lost", ["a", "b", "c"])) == "You lost a, b and one more."
    assert befell(("you took", ["a", "b", "c"]), most=4) == "You took a, b and c."
    assert befell(("you lost", [])) == ""


def test_things_of_a_kind_stand_together() -> None:
    found = several(["Troll", "Orc", "Troll", "Spearman", "Spearman", "Witch", "Witch", "War Galley", "War Galley"])
    assert found == ["2 Trolls", "an Orc", "2 Spearmen", "2 Witches", "2 War Galleys"]
    assert several(["Harpy", "Harpy"]) == ["2 Harpies"]
    odd = ["Wood Elf", "Shaman", "Enchantress", "Wall of Stone", "Merfolk", "Slinger on the Hill Fort"]
    assert several(odd * 2) == [
        "2 Wood Elves", "2 Shamans", "2 Enchantresses", "2 Walls of Stone", "2 Merfolk", "2 Slingers on the Hill Fort",
    ]  # fmt: skip
