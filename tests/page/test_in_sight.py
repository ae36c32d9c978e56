"""What the player's page leaves for later, to open at once: names of places out of sight, data of earlier turns."""

from __future__ import annotations

from typing import Any

from tests.page.browser import IN_A_BROWSER, expect
from tests.page.offices import Table
from tests.page.test_browser import Opened, forget

pytestmark = IN_A_BROWSER


def test_places_are_named_when_they_come_into_sight(window: Any, table: Table) -> None:
    """Few of the arena's names are written when the page opens; all that are in sight are, and on paper all of them."""
    in_sight = """() => {
        const frame = document.querySelector('#map .frame').getBoundingClientRect();
        const places = [...document.querySelectorAll('#map .land [data-place]')].map((node) => {
            const box = node.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const seen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
            return { name: node.dataset.place, seen };
        });
        const labels = [...document.querySelectorAll('#map .labels .label')].map((node) => node.textContent);
        const named = new Set(labels.map((text) => text.split(' ')[0]));
        return {
            labels: labels.length,
            twice: labels.length - named.size,
            seen: places.filter((one) => one.seen).length,
            nameless: places.filter((one) => one.seen && !named.has(one.name)),
            unseen: places.filter((one) => !named.has(one.name)).map((one) => one.name),
        };
    }"""
    with Opened(window, table.page("C")) as page:
        now = page.evaluate(in_sight)
        assert now["seen"] > 10
        assert (now["nameless"], now["twice"]) == ([], 0)
        for _ in range(3):
            page.locator(".find").fill(now["unseen"][len(now["unseen"]) // 2])
            page.locator(".find").press("Enter")
            before, now = now, page.evaluate(in_sight)
            assert (now["nameless"], now["twice"]) == ([], 0)
            assert now["labels"] > before["labels"]
        page.pdf(format="A4")
        assert page.evaluate(in_sight)["unseen"] == []


def test_a_turn_kept_in_the_browser_and_torn_is_left_out(window: Any, table: Table) -> None:
    with Opened(window, table.page("C")) as page:
        forget(page)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.evaluate("""() => {
            const own = Object.keys(localStorage).find((key) => key.includes(':past:'));
            localStorage.setItem(own.replace(/\\d+$/, '0'), localStorage.getItem(own).slice(0, 100));
        }""")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.locator(".changes-block").count() == 1
        slider = page.locator(".history input[type=range]")
        expect(slider).to_be_disabled()
        assert "Turn 1" in page.locator(".which").inner_text()
        forget(page)
