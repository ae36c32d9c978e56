"""What people read is English: articles, plurals, minus signs, no word twice; in golden reports and games as played, in
all forms: letters as text and HTML, print, the player's page with all its choices, acknowledgements with forecasts."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.paging import page_json
from magika_gm.engine.words import befell, figured, several
from tests.acknowledged import acknowledgement
from tests.examples import ALL
from tests.page.rambles import positions, ramble, read, sheet_text
from tests.reports.played import reports

SAMPLES = Path(__file__).parents[2] / "reports" / "sample"
GOLDEN = sorted(path for path in SAMPLES.rglob("*") if path.suffix in (".txt", ".html"))
FAULTS = {
    "a before a vowel": re.compile(r"\b(?:a|A(?= evil)) (?!uni|eu|one\b|one-)[aeiou]\w+"),
    "an before a consonant": re.compile(r"\b[Aa]n (?!hour|honest|heir|[A-Z]\b)[^aeiouAEIOU\W\d]\w+"),
    "one of many": re.compile(
        r"(?<![\d.,/+:\u2212-])(?<!turn )(?<!phase )"
        r"\b1 (?!as\b|is\b|was\b|loss\b|this\b|less\b|plus\b|across\b|has\b|hills\b|stands\b)[a-z]{2,}s\b"
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


DRAWN = re.compile(r"\((.*)\) Tj")
BREAKS = re.compile(r"</?(?:p|td|th|tr|li|h\d|div|table|summary|details|br|pre|ul|ol|section)\b[^>]*>")


def of_html(text: str) -> str:
    """Its words, a line for each block and cell."""
    text = re.sub(r"<(style|script|svg)\b.*?</\1>", "", text, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", BREAKS.sub("\n", text)))


def golden_words(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.name.endswith(".pdf.txt"):
        return "\n".join(DRAWN.findall(text))
    return of_html(text) if path.suffix == ".html" else text


def test_golden_reports() -> None:
    kinds = {"".join(path.suffixes) for path in GOLDEN}
    assert kinds == {".txt", ".html", ".pdf.txt"}
    assert not [(path.as_posix()[-40:], found) for path in GOLDEN for found in wrong(golden_words(path))]


CODES_OF_THE_PAGE = {
    "parts",
    "text",
    "before",
    "after",
    "start",
    "script",
    "chain",
    "proof",
    "earlier",
    "tones",
    "outlook",
}
"""What of a page's data is written on the sheet, or is no text at all."""


def of_page(value: Any) -> Iterator[str]:
    """Every text of a page's data that is shown."""
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from of_page(one)
        case dict():
            for key, one in value.items():
                if key not in CODES_OF_THE_PAGE:
                    yield from of_page(one)


@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_games_as_they_are_played(name: str) -> None:
    made = reports(name)
    forms = games.system(name).reports
    for report in made if ALL else made[:: max(1, len(made) // 12)]:
        assert not wrong(forms.text(report, None)), report.turn


@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_pages_letters_and_answers_of_games_as_they_are_played(name: str) -> None:
    chance = random.Random(f"language {name}")
    step = 3 if ALL else 17
    for position in islice(positions(name, 5, 24), 3, None, step):
        page = position.page()
        said = [
            "\n".join(of_page(json.loads(page_json(page)))),
            of_html(position.system.reports.html(position.report, None)),
        ]
        if page.plan is not None:
            lines = ramble(page.plan, chance, 8, extras=True).written()
            sheet = read(position, sheet_text(position, lines))
            said.append(acknowledgement(position.system, sheet, position.seat, position.state, position.memory))
        for text in said:
            assert not wrong(text), (name, position.turn, position.seat)


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
    who = {"A": "you", "B": "the enemy"}
    lost = {"A": ["e6", "a Troll"], "B": ["d5"]}
    assert befell(who, ("lost", lost), ("took", {"A": ["a1"]})) == "You lost e6 and a Troll; the enemy lost d5."
    many = {"A": [], "B": ["a1", "b1", "c1", "d1"]}
    said = befell(who, ("lost", {"A": [], "B": ["d5"]}), ("took", many))
    assert said == "The enemy lost d5 and took a1, b1 and 2 more."
    assert befell(who, ("lost", {"A": ["a", "b", "c"]})) == "You lost a, b and one more."
    assert befell(who, ("took", {"A": ["a", "b", "c"]}), most=4) == "You took a, b and c."
    assert befell({"B": "Moon", "A": "Sun"}, ("lost", lost)) == "Moon lost d5; Sun lost e6 and a Troll."
    assert befell(who, ("lost", {"A": []})) == ""


def test_things_of_a_kind_stand_together() -> None:
    found = several(["Troll", "Orc", "Troll", "Spearman", "Spearman", "Witch", "Witch", "War Galley", "War Galley"])
    assert found == ["2 Trolls", "an Orc", "2 Spearmen", "2 Witches", "2 War Galleys"]
    assert several(["Harpy", "Harpy"]) == ["2 Harpies"]
    odd = ["Wood Elf", "Shaman", "Enchantress", "Wall of Stone", "Merfolk", "Slinger on the Hill Fort"]
    assert several(odd * 2) == [
        "2 Wood Elves", "2 Shamans", "2 Enchantresses", "2 Walls of Stone", "2 Merfolk", "2 Slingers on the Hill Fort",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("figure", "things", "said"),
    [
        ("1", "temples", "1 temple"),
        ("1", "hexes", "1 hex"),
        ("1", "territories", "1 territory"),
        ("1", "life", "1 life"),
        ("2", "temples", "2 temples"),
    ],
)
def test_one_of_what_is_named_as_many(figure: str, things: str, said: str) -> None:
    assert figured(figure, things) == said
