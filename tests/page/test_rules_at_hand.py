"""A rule's number on the player's page opens that rule's text: what the book says, carried by the page itself."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.reports.page.writing import LARGEST
from magika_gm.reports.rule_pages import cited
from tests.examples import some_of
from tests.page.browser import IN_A_BROWSER, expect
from tests.page.rambles import Position, positions, texts_in
from tests.page.test_writing import unpacked
from tests.systems.contract import contract_of
from tests.systems.test_rule_numbers import cited as numbers_like
from tests.systems.test_rule_numbers import unknown

GAMES = tuple(sorted(games.SYSTEMS))


def late(name: str) -> Position:
    """A position in which something has happened."""
    return next(islice(positions(name, 2, 12), 7, None))


@pytest.mark.parametrize("name", GAMES)
def test_the_texts_beside_the_templates_are_the_book_s(name: str) -> None:
    """Write them anew with ``make docs``."""
    book = games.system(name).rulebook
    texts = texts_in(name)
    assert texts == book.texts()
    assert {number for number in texts if "-" in number} == contract_of(name).printed_rules
    for number, text in texts.items():
        assert number in text.partition("\n")[0]
        assert not re.search(r"<a id|\]\(|^!", text, re.MULTILINE), number


def test_what_is_cited_is_a_whole_number() -> None:
    known = dict.fromkeys(("SEQ 3", "SEQ 3.4 A", "MOVE-1", "MOVE-12"), "")
    assert list(cited("[MOVE-12] and XMOVE-1, MOVE-1-2, SEQ 3.4 A; SEQ 3.5", known)) == ["SEQ 3.4 A", "MOVE-12"]
    assert list(cited("MOVE-1, SEQ 3.", known)) == ["SEQ 3", "MOVE-1"]
    assert cited("MOVE-1", {}) == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_page_carries_the_rules_it_names_and_no_others(name: str) -> None:
    seen: set[str] = set()
    for position in islice(positions(name, 3, 12), some_of(24)):
        html = position.html()
        assert len(html.encode()) <= LARGEST
        keys = re.findall(r'id="rule-texts" data-keys="([^"]+)"', html)
        carried = json.loads(unpacked(html, "rule-texts")) if keys else {}
        assert list(carried) == [key for row in keys for key in row.split(",")]
        assert all(texts_in(name)[number] == text for number, text in carried.items())
        data = json.loads(re.findall(r'id="page-data">([^<]*)<', html)[0])["page"]
        shown = json.dumps(data, ensure_ascii=False)
        assert not unknown(name, shown), position
        named = set(numbers_like(name).findall(shown)) & set(texts_in(name))
        assert named or contract_of(name).few_rules
        assert named <= set(carried)
        assert all(set(cited(texts_in(name)[number], texts_in(name))) <= set(carried) for number in named)
        seen |= set(carried)
    assert seen != set(texts_in(name)) or contract_of(name).few_rules
    assert len(seen) > contract_of(name).enough_rules(5)


@pytest.fixture(params=GAMES)
def opened(request: pytest.FixtureRequest, window: Any, tmp_path: Path) -> Any:
    """A game's name, and a page of it opened."""
    file = tmp_path / "page.html"
    file.write_text(late(request.param).html(), encoding="utf-8")
    page = window.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    yield request.param, page
    page.close()
    assert said == []


class TestInABrowser:
    pytestmark = IN_A_BROWSER

    def test_a_number_opens_its_rule_and_escape_goes_back(self, opened: Any) -> None:
        name, page = opened
        first = page.locator("#report .ruled").first
        if not first.count():
            assert contract_of(name).few_rules, "no rule is named in its report"
            return
        number = first.inner_text()
        first.focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name=f"Rule {number}")
        expect(dialog).to_be_visible()
        expect(page.locator("#rule-title")).to_be_focused()
        words = re.sub(r"[`*|>]", "", texts_in(name)[number]).split()
        assert " ".join(words[:8]) in " ".join(dialog.inner_text().split())
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(first).to_be_focused()

    def test_every_rule_of_the_page_can_be_shown_and_leads_on(self, opened: Any) -> None:
        """Tables, lists, rulings; a rule named in a rule opens in its place; the button and a click beside it close."""
        name, page = opened
        kinds = set()
        numbers = dict.fromkeys(page.locator("#report .ruled").all_inner_texts())
        for number in numbers:
            page.locator("#report .ruled", has_text=re.compile(f"^{re.escape(number)}$")).first.click()
            dialog = page.get_by_role("dialog", name=f"Rule {number}", exact=True)
            expect(dialog).to_be_visible()
            for mark, tag in (("\n|", "table"), ("\n- ", "li"), ("\n> ", "blockquote"), ("**", "b")):
                if mark in texts_in(name)[number]:
                    assert dialog.locator(tag).count(), (number, tag)
                    kinds.add(tag)
            on = dialog.locator(".ruletext .ruled").all_inner_texts()
            if set(on) - {number}:
                other = next(one for one in on if one != number)
                dialog.locator(".ruletext .ruled", has_text=re.compile(f"^{re.escape(other)}$")).first.click()
                expect(page.locator("#rule-title")).to_have_text(f"Rule {other}")
                kinds.add("on")
            page.get_by_role("button", name="Close the rule").click()
            expect(page.locator("dialog")).to_be_hidden()
        assert "b" in kinds or (contract_of(name).few_rules and not numbers)
