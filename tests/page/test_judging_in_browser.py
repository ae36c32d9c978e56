"""Typed lines judged by the office's rows, in a real browser: the reason, what was perhaps meant as links."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.words import Fault
from tests.page.browser import IN_A_BROWSER, expect
from tests.page.rambles import Position, positions
from tests.systems.contract import contract_of

pytestmark = IN_A_BROWSER
RULED = [name for name in games.SYSTEMS if isinstance(games.system(name).orders, GameOrders) and contract_of(name).slip]


def late(name: str) -> Position:
    """A position in which there is much to order."""
    return next(islice(positions(name, 2, 12), 7, None))


@pytest.fixture(scope="module", params=RULED)
def shown(request: pytest.FixtureRequest, window: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game's name, and its page opened."""
    file: Path = tmp_path_factory.mktemp("page") / "page.html"
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


def enter(page: Any, line: str) -> None:
    page.locator(".typed").fill(line)
    page.locator(".typed").press("Enter")


def anew(page: Any) -> None:
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("body[data-ready]")


def test_the_reason_is_told_and_what_was_meant_is_a_link(shown: Any) -> None:
    name, page = shown
    wrong, meant, right = contract_of(name).slip
    anew(page)
    read = games.system(name).orders.GRAMMAR.read(wrong, None)
    assert isinstance(read, Fault)
    fault = page.locator(".chooser .fault")
    enter(page, wrong)
    expect(fault).to_contain_text(f"{read.reason}. Did you mean ")
    fault.get_by_role("button", name=meant, exact=True).click()
    expect(fault).to_be_empty()
    expect(page.locator("#sheet")).to_have_value(_holding(right))


def test_what_the_office_would_not_understand_can_be_sent(shown: Any) -> None:
    """It is kept where it is entered once more, told of beside the plan, there after a reload, and mended by a link."""
    name, page = shown
    wrong, meant, right = contract_of(name).slip
    if not late(name).page().plan.free_lines:  # type: ignore[union-attr]
        pytest.skip("every line of the game has a form")
    anew(page)
    enter(page, wrong)
    page.locator(".typed").press("Enter")
    expect(page.locator("#sheet")).to_have_value(_holding(wrong))
    for _ in range(2):
        unclear = page.locator(".trouble .unclear")
        expect(unclear).to_contain_text("Did you mean")
        expect(page.locator("#copy")).to_be_enabled()
        page.reload()
        page.wait_for_selector("body[data-ready]")
    page.locator(".line.bad .open").click()
    expect(page.locator(".typed")).to_have_value(wrong)
    unclear.get_by_role("button", name=meant, exact=True).click()
    expect(page.locator(".trouble .unclear")).to_have_count(0)
    expect(page.locator("#sheet")).to_have_value(_holding(right))


def test_a_line_is_written_as_the_office_writes_it(shown: Any) -> None:
    name, page = shown
    right = contract_of(name).slip[2]
    anew(page)
    expect(page.locator(".chooser .fault")).to_be_empty()
    enter(page, f"  {right.lower()} ")
    expect(page.locator("#sheet")).to_have_value(_holding(right))


def _holding(line: str) -> re.Pattern[str]:
    return re.compile(rf"^(\d )?{re.escape(line)}$", re.MULTILINE)
