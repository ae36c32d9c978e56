"""Conditions and second choices in a real browser: clicked, typed with completion, kept in their part of the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.paging import OrderForm, Slot
from magika_gm.engine.sheet.reader import read_sheets
from tests.page.browser import IN_A_BROWSER, browser, expect
from tests.page.rambles import Position, positions

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("browser"), viewport={"width": 360, "height": 780}) as context:
        yield context


def opened(window: Any, folder: Path, position: Position) -> Any:
    file = folder / "p.page.html"
    file.write_text(position.html(), encoding="utf-8")
    page = window.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.evaluate("localStorage.clear()")
    page.reload()
    return page


def forms_of(position: Position) -> tuple[OrderForm, ...]:
    plan = position.page().plan
    return () if plan is None else plan.forms


def typed(page: Any, line: str) -> None:
    page.fill(".typed", line)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")


def lines(page: Any) -> list[str]:
    return [line.strip() for line in page.input_value("#sheet").splitlines()]


def test_arena_conditions_are_clicked_and_standing_orders_stay_standing(window: Any, tmp_path: Path) -> None:
    position = next(p for p in positions("arena", 0, 6) if p.turn > 2 and any(c.order for c in p.report.choices))
    page = opened(window, tmp_path, position)
    walker = next(form for form in forms_of(position) if form.verb == "MOVE" and len(form.parts) > 2)
    to = walker.parts[1]
    assert isinstance(to, Slot)
    first, second = (option.text for option in to.options[:2])
    typed(page, f"{walker.parts[0]} {first}")
    # the line again, with all there is to it; before it stand the standing orders in force
    page.locator(".line", has_text=f"{walker.parts[0]} {first}").locator(".acts .tool").first.click()
    page.locator(f'.slot.extra [data-option="{second}"], .slot.extra option[value="{second}"]').first.wait_for(
        state="attached"
    )
    if page.locator(".slot.extra select").count():
        page.locator(".slot.extra select").first.select_option(second)
    else:
        page.locator(f'.slot.extra [data-option="{second}"]').click()
    page.locator(".board .primary").click()
    assert f"{walker.parts[0]} {first} ELSE {second}" in lines(page)
    # the same words mean another thing in another part: chosen there they stay there
    typed(page, "AUTO ON")
    sheet = lines(page)
    assert "STANDING" not in sheet or sheet.index("AUTO ON") < sheet.index("STANDING")
    field = page.locator(".line", has_text="AUTO ON").locator("select.home").first
    field.select_option("standing")
    sheet = lines(page)
    assert sheet.index("STANDING") < sheet.index("AUTO ON") < sheet.index("END STANDING")
    page.reload()
    assert lines(page) == sheet
    (read,) = read_sheets("\n".join(sheet), position.system.orders.GRAMMAR)
    assert read.faults == ()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_typing_is_completed_to_the_last_word(window: Any, tmp_path: Path) -> None:
    position = next(p for p in positions("rune_war", 0, 4) if any(form.key == "CAST Shadow" for form in forms_of(p)))
    page = opened(window, tmp_path, position)
    for begun, wanted in (("CAST Shadow WHEN RE", "CAST Shadow WHEN READY"), ("CAST Shadow SA", "CAST Shadow SAVE")):
        page.fill(".typed", begun)
        expect(page.locator(".completions li").first).to_contain_text(wanted)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "CAST Shadow SAVE" in lines(page)
    page.close()
