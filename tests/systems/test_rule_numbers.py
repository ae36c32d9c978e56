"""What is cited can be looked up: every rule number that a game's code or reports name stands in its rule book; and
what the docs and templates point to is there.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.cli.main import cli
from magika_gm.reports.kit.base import LABEL, TEXT
from tests.examples import ALL, each_of
from tests.reports.measures import pages_of
from tests.reports.played import reports
from tests.systems.contract import contract_of, docs_of

ROOT = Path(__file__).parents[2]
GAMES = tuple(sorted(games.SYSTEMS))
NO_RULES = {"UTF-8", "UTF-16", "SHA-256", "ISO-8859"}
"""What looks like a rule's number and is none."""
LONG, KEY = 14, b"order 0"


@cache
def numbers(name: str) -> frozenset[str]:
    """Every rule of a game's book."""
    return frozenset(games.system(name).rulebook.names("rule").values())


@cache
def cited(name: str) -> re.Pattern[str]:
    """What cites a rule: a family and a number, of whatever family; a step of it where the book numbers steps."""
    steps = sorted({number.partition(" ")[0] for number in numbers(name) if " " in number})
    more = "".join(rf"|(?<![A-Z]){family} \d(?:\.\d)?(?: [A-E](?![A-Za-z]))?" for family in steps)
    return re.compile(rf"(?<![\w-])[A-Z]{{2,7}}-\d+(?![\w-])(?!\.\d){more}")


def unknown(name: str, text: str) -> set[str]:
    """Numbers in a text that nobody could look up."""
    return {x for x in cited(name).findall(text) if x not in numbers(name) and x not in NO_RULES}


def strings(path: Path) -> Iterator[str]:
    """The texts of a module but what describes it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize("name", GAMES)
def test_every_number_in_a_game_s_texts_can_be_looked_up(name: str) -> None:
    """Refusals, acknowledgements, forecasts, stories, checks of ``explain``, forms, pages: all the code can say."""
    folder = Path(str(import_module(games.SYSTEMS[name].partition(":")[0]).__file__)).parent
    said = [(path, text) for path in folder.rglob("*.py") for text in strings(path) if re.search(r"[A-Z].*\d", text)]
    assert not {(path.relative_to(ROOT).as_posix(), number) for path, text in said for number in unknown(name, text)}
    assert sum(len(cited(name).findall(text)) for _, text in said) >= contract_of(name).enough_rules(21)
    for script in folder.rglob("*.js"):
        assert not unknown(name, script.read_text(encoding="utf-8")), script


@pytest.mark.parametrize("name", GAMES)
def test_every_number_in_whole_games_reports_can_be_looked_up(name: str) -> None:
    """Text, mail, turn file and page of every report (by day of three seats a turn and of all at the end)."""
    system = games.system(name)
    seen: set[str] = set()
    made = reports(name, LONG, KEY)
    seats = len(made) // (LONG + 2)
    for report in made if ALL else (*made[:: max(1, seats // 3)], *made[-seats:]):
        said = [system.reports.text(report, None), system.reports.html(report, None)]
        said.append(json.dumps(system.reports.turn_file(report)))
        for text in said:
            seen |= set(cited(name).findall(text))
            assert not unknown(name, text), (report.turn, unknown(name, text))
    assert len(seen) >= contract_of(name).enough_rules(11)


@pytest.mark.parametrize("name", GAMES)
def test_in_print_a_step_s_rule_stands_small_at_the_right_and_none_in_a_headline(name: str) -> None:
    """Behind no sentence of the ledger and no title, in nothing larger than running text; each can be looked up."""
    made = reports(name, LONG, KEY)
    small = 0
    for report in made if ALL else made[:: max(1, len(made) // 6)]:
        data = games.system(name).reports.pdf(report, "letter", False)
        for page in pages_of(data):
            for mark in page:
                found = cited(name).findall(mark.text)
                assert not unknown(name, mark.text), mark
                small += mark.size == LABEL and set(mark.text.split(", ")) <= numbers(name)
                if found:
                    assert mark.size <= TEXT, mark
                    assert mark.colour != (0, 0, 0) or not re.search(r"\[[^\[\]]*\]$", mark.text), mark
    assert small >= contract_of(name).enough_rules(11)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_the_book_is_found_on_the_terminal(name: str) -> None:
    for number in sorted(numbers(name))[:: max(1, len(numbers(name)) // 12)]:
        done = CliRunner().invoke(cli, ["rule-book", "--game", name, "--rule", number])
        assert done.exit_code == 0, done.output
        assert number in done.output
    for number in numbers(name):
        found = games.system(name).rulebook.entry("rule", number.lower())
        assert found is not None
        assert found[1].strip()


# --- links ----------------------------------------------------------------------------------------------------------


PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "turns").rglob("*.md"))
    if path.name != "CHANGELOG.md"
)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_NAMED = re.compile(r"(?<![\w/.-])(docs/[\w./-]+\.(?:md|png|svg))")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(text: str) -> set[str]:
    """Where a page can be entered: marks of its own, and its headings."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", head).lower()).strip().replace(" ", "-") for head in heads}
    return made | set(re.findall(r'<a id="([^"]+)"', text))


def broken(page: Path, text: str, folder: Path) -> list[str]:
    """What a page points to that is not there."""
    found = []
    for target in _LINK.findall(_CODE.sub("", text)):
        file, _, anchor = target.partition("#")
        if ":" in file or "{" in target:
            continue
        there = (folder / file).resolve() if file else page
        entered = not anchor or there.suffix != ".md"
        if not there.exists() or not (entered or anchor in anchors(there.read_text(encoding="utf-8"))):
            found.append(target)
    return found + [x for x in _NAMED.findall(text) if not (ROOT / x).exists()]


@each_of(PAGES)
def test_what_a_page_points_to_is_there(page: Path) -> None:
    assert not broken(page, page.read_text(encoding="utf-8"), page.parent)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_template_points_to_is_there(name: str) -> None:
    """Of rule books, as they stand among the docs; of mails, by path."""
    rules = ROOT / "templates" / name / "rules"
    docs = docs_of(name) / "rules"
    for page in sorted((ROOT / "templates" / name).rglob("*.*")):
        folder = docs if page.is_relative_to(rules) else page.parent
        text = page.read_text(encoding="utf-8")
        assert not broken(page, re.sub(r"\]\(#[^)]*\)", "]", text), folder), page
