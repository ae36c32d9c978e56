"""The player's page in a real browser: opened from disk, cut off from any network, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from magika_gm import games
from magika_gm.engine.paging import Envelope, GamePage, Letter, Mark, Picture, Post, Spot, Thing, Things, Tone
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.sheet import ORDERS
from magika_gm.games.magika.page import SCRIPT
from magika_gm.reports.page.writing import page_html
from magika_gm.reports.rule_pages import marks_of
from tests.page.browser import AXE, IN_A_BROWSER, WIDE, browser, expect
from tests.page.offices import Table

pytestmark = IN_A_BROWSER
PHONE = {"width": 360, "height": 740}
HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>&lt;b&gt;"


class Opened:
    """A page as it is looked at; whatever goes wrong on it fails the test."""

    def __init__(self, window: Any, file: Path) -> None:
        self.page = window.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = file.as_uri()
        self.page.goto(self.url)
        self.page.wait_for_selector("body[data-ready]")

    def __enter__(self) -> Any:
        return self.page

    def __exit__(self, *_: object) -> None:
        complaints, asked = list(self.said), set(self.asked)
        self.page.close()
        assert complaints == []
        assert asked <= {self.url}


def reopen(page: Any) -> None:
    """The page loaded anew, and its program at work."""
    page.reload()
    page.wait_for_selector("body[data-ready]")


def sheet_of(page: Any) -> Any:
    """The sheet as the office reads it."""
    (sheet,) = read_sheets(page.input_value("#sheet"), ORDERS.GRAMMAR)
    assert sheet.faults == ()
    return sheet


def boxes_of(page: Any, selector: str) -> list[Any]:
    """Where each of them stands in the window."""
    return [found.bounding_box() for found in page.locator(selector).all()]


def orders_of(page: Any) -> dict[int, str]:
    return {n: write_order(order) for n, order in sheet_of(page).orders.items()}


def forget(page: Any) -> None:
    page.evaluate("localStorage.clear()")


def test_it_opens_from_disk_at_once_and_asks_for_nothing(window: Any, table: Table) -> None:
    times = []
    with Opened(window, table.page("C")) as page:
        assert "Caradoc" in page.title()
        assert page.locator("h1").inner_text() == "Caradoc"
        meter = window.new_cdp_session(page)
        meter.send("Performance.enable", {"timeDomain": "threadTicks"})
        spent = []
        for _ in range(5):
            reopen(page)
            times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domComplete"))
            said = {one["name"]: one["value"] for one in meter.send("Performance.getMetrics")["metrics"]}
            spent.append(sum(said[f"{what}Duration"] for what in ("Script", "Layout", "RecalcStyle")) * 1000)
    size = table.page("C").stat().st_size
    # measured and told, not asserted: a busy machine is not the page's fault
    opens, processor = f"opens in {min(times):.0f} ms ({', '.join(f'{t:.0f}' for t in times)})", f"{min(spent):.0f} ms"
    print(f"\nplayer's page: {size} bytes, {opens}, {processor} of the processor for programs, styles, layout")  # noqa: T201


def test_orders_by_mouse_from_map_lists_and_buttons(window: Any, table: Table) -> None:
    with Opened(window, table.page("C")) as page:
        forget(page)
        reopen(page)
        way = page.evaluate(
            """() => gameOfThePage.places(
                 JSON.parse(document.getElementById('page-data').textContent).page.script, ['', '', '', '', ''], 0)"""
        )
        place = next(name for name, offers in way.items() if any(o["text"] == "MOVE NE" for o in offers))
        page.locator(f".land [data-place={place}]").click(force=True)
        page.locator(".card .chip", has_text="MOVE NE").click()
        page.locator("[data-form=SEARCH]").click()
        page.locator("[data-thing=S1]").click()
        page.locator(".chooser .chip").first.click()
        if page.locator(".chooser .slot .chip").count():
            page.locator(".chooser .slot .chip").first.click()
        orders = orders_of(page)
        assert orders[1] == "MOVE NE"
        assert orders[2] == "SEARCH"
        assert orders[3].startswith("CAST S1")
        assert page.locator(".line .foreseen").first.inner_text()
        page.get_by_role("button", name="Undo").click()
        assert set(orders_of(page)) == {1, 2}
        page.get_by_role("button", name="Redo").click()
        assert orders_of(page) == orders


def test_a_tip_comes_where_something_hovers_and_leaves_room_round_the_place(table: Table, tmp_path: Path) -> None:
    """On a phone what a finger taps is told by the card, whatever the browser makes of the finger."""
    tip, land = ".tip", ".land [data-place]"
    for touched in (True, False):
        with (
            browser(tmp_path / str(touched), viewport=PHONE, has_touch=touched, is_mobile=touched) as context,
            Opened(context, table.page("C")) as page,
        ):
            frame = page.locator(".frame").first
            frame.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
            # a browser tells a mouse's moves, and where things stand, with the next picture it draws
            drawn = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
            page.evaluate(drawn)
            seen = frame.bounding_box()
            middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes_of(page, land)]
            inside = sorted(
                (y, x)
                for x, y in middles
                if 20 < x - seen["x"] < seen["width"] - 20 and 20 < y - seen["y"] < seen["height"] - 20
            )
            assert len(middles) > 20
            for upper, (y, x) in ((True, inside[0]), (False, inside[-1])):
                page.mouse.move(x, y)
                page.evaluate(drawn)
                if touched:
                    expect(page.locator(tip).first).to_be_hidden()
                else:
                    expect(page.locator(tip).first).to_be_visible()
                    box = page.locator(tip).first.bounding_box()
                    away = box["y"] - y if upper else y - (box["y"] + box["height"])
                    assert away > 30, (upper, box, y)


def test_whose_a_rule_is_stands_behind_its_number(window: Any, table: Table) -> None:
    marks = {
        number: mark
        for mark, numbers in marks_of(games.system("magika").rulebook.folder).items()
        for number in numbers.split()
    }
    with Opened(window, table.page("C")) as page:
        rules = page.locator("small.rule")
        said = [rules.nth(n).inner_text().split(maxsplit=1) for n in range(rules.count())]
        assert {number for number, *_ in said} & set(marks)
        for number, *mark in said:
            assert mark == [marks[number]] if number in marks else mark == []
        assert page.locator(".report p.quiet").last.inner_text().startswith("Behind a rule's number stands a small")


def test_orders_by_keyboard_alone(window: Any, table: Table) -> None:
    with Opened(window, table.page("C")) as page:
        forget(page)
        reopen(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")  # skips to the orders
        for _ in range(8):
            if page.evaluate("document.activeElement.className") == "typed":
                break
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "typed"
        page.keyboard.type("mo")
        page.keyboard.press("Tab")
        page.keyboard.type("nw")
        page.keyboard.press("Enter")
        page.keyboard.type("medi")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        assert orders_of(page) == {1: "MOVE NW", 2: "MEDITATE"}
        page.keyboard.type("fly to the moon")
        page.keyboard.press("Enter")
        assert page.locator(".chooser .fault").inner_text()
        assert orders_of(page) == {1: "MOVE NW", 2: "MEDITATE"}
        page.locator(".map").focus()
        page.keyboard.press("ArrowUp")
        assert page.locator("[role=status].aloud").inner_text()
        page.keyboard.press("Enter")
        assert page.locator(".card h3").inner_text()


def test_messages_are_counted_and_the_sheet_leaves_in_three_ways(window: Any, table: Table) -> None:
    with Opened(window, table.page("C")) as page:
        forget(page)
        reopen(page)
        page.get_by_role("button", name="Write a message").click()
        page.locator(".letter textarea").fill("one\ntwo\nthree\nfour\nfive")
        assert page.locator("#copy").is_disabled()
        page.locator(".letter select").select_option("D")
        assert page.locator("#copy").is_disabled()  # five lines
        assert page.locator(".done.bad").inner_text() == "Mend the errors above first."
        page.locator(".letter textarea").fill("END MESSAGE")
        assert page.locator("#copy").is_disabled()
        page.locator(".letter textarea").fill("Meet me at the river.\nNo tricks.")
        assert "line 2 of 4" in page.locator(".count").inner_text()
        page.locator(".check input").check()
        page.locator("#password").fill("swordfish")
        sheet = sheet_of(page)
        assert [(m.to, m.anonymous, m.text) for m in sheet.messages] == [
            ("D", True, "Meet me at the river.\nNo tricks.")
        ]
        assert sheet.password == "swordfish"
        href = page.locator("#mail").get_attribute("href")
        assert href.startswith("mailto:gm@example.org?subject=")
        assert "MESSAGE TO D ANONYMOUS" in unquote(href)
        with page.expect_download() as download:
            page.locator("#save").click()
        assert Path(download.value.path()).read_text(encoding="utf-8") == page.input_value("#sheet")
        page.locator("#copy").click()
        # the browser puts it there in its own time; until then the line speaks of the file
        expect(page.locator(".done")).to_contain_text("clipboard")
        assert "Not on the sheet" not in page.locator(".done").inner_text()
        page.locator(".chooser .typed").fill("MEDIT")  # typed, and not entered
        page.locator("#copy").click()
        expect(page.locator(".done")).to_contain_text("Not on the sheet: “MEDIT” is not written yet.")
        page.locator(".chooser .typed").fill("5 REST")  # of what is no longer typed nothing is said
        expect(page.locator(".done")).to_be_empty()
        page.locator(".chooser .typed").press("Enter")
        assert orders_of(page)[5] == "REST"  # in the line whose number was typed
        price = page.locator("[data-form=MOVE]").inner_text()
        assert re.fullmatch(r"Move\n\d+( to \d+)? endurance", price)  # of the line that is written
        page.locator(".chooser .typed").fill("QWERTZ")
        page.locator(".chooser .typed").press("Enter")
        expect(page.locator(".chooser .fault")).not_to_be_empty()
        page.locator("[data-form=SEARCH]").click()
        expect(page.locator(".chooser .fault")).to_be_empty()
        assert "swordfish" not in page.evaluate("JSON.stringify(localStorage)")


def test_drafts_come_back_and_the_past_can_be_looked_at(window: Any, table: Table, tmp_path: Path) -> None:
    with Opened(window, table.page("C", 0)) as page:
        forget(page)
        reopen(page)
        assert page.locator(".history input[type=range]").is_disabled()
    with Opened(window, table.page("C")) as page:
        page.locator("[data-form=SEARCH]").click()
        reopen(page)
        assert orders_of(page) == {1: "SEARCH"}
        # the earlier page left its turn in the browser
        slider = page.locator(".history input[type=range]")
        assert slider.get_attribute("max") == str(table.turn)
        forget(page)
        reopen(page)
        assert orders_of(page) == {}
        page.set_input_files("#earlier-pages", str(table.page("C", 0)))
        expect(slider).to_have_attribute("max", "1")
        slider.focus()
        page.keyboard.press("ArrowLeft")
        assert "Turn 0" in page.locator(".which").inner_text()
        assert page.locator("body.looking-back").count() == 1
        page.keyboard.press("ArrowRight")
        assert page.locator(".changes-block li").count() > 0
        stranger = tmp_path / "other.page.html"
        stranger.write_text(table.page("D", 0).read_text(encoding="utf-8"), encoding="utf-8")
        page.set_input_files("#earlier-pages", str(stranger))
        expect(page.locator(".history > .quiet")).to_contain_text("no page of this game")


def test_turn_files_are_taken_as_earlier_turns(window: Any, table: Table, tmp_path: Path) -> None:
    """Chosen or dropped: the map of that turn is shown; what is another's, later, or torn is refused with a reason."""
    said = ".history > .quiet"
    with Opened(window, table.page("C")) as page:
        forget(page)
        reopen(page)
        files = {
            "another seat's turn file": table.turn_file("D", 0),
            "no earlier turn": table.turn_file("C", table.turn),
            "no turn file of this game": table.turn_file("C", 0)[:-40],
        }
        for words, text in files.items():
            file = tmp_path / "turn.json"
            file.write_text(text, encoding="utf-8")
            page.set_input_files("#earlier-pages", str(file))
            expect(page.locator(said)).to_contain_text(words)
        slider = page.locator(".history input[type=range]")
        assert slider.is_disabled()
        drop = """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], 'C.json', { type: 'application/json' }));
            document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: carried }));
        }"""
        page.evaluate(drop, table.turn_file("C", 0))
        expect(slider).to_be_enabled()
        expect(page.locator(said)).to_contain_text("1 earlier turn")
        slider.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".which")).to_contain_text("Turn 0")
        assert page.locator("body.looking-back").count() == 1
        assert page.locator("#map .tone:not(.unknown)").count() > 3


ENVELOPE = Envelope(
    system="magika", system_title="Magika", game="7", game_title=HOSTILE, turn=3, seat="A", seat_word="MAGE",
    seat_text="A", player=HOSTILE, date="", due=HOSTILE, due_at="", office=HOSTILE, office_email="gm@example.org",
)  # fmt: skip


def hostile_page() -> str:
    page = GamePage(
        seat="A",
        title=HOSTILE,
        subtitle=HOSTILE,
        lead=(HOSTILE,),
        blocks=(
            Post(title="Messages", letters=(Letter(sender=HOSTILE, text=HOSTILE, to=HOSTILE, disc=HOSTILE),)),
            Things(title=HOSTILE, things=(Thing(key=HOSTILE, title=HOSTILE, lines=(HOSTILE,), note=HOSTILE),)),
        ),
    )
    return page_html(page, ENVELOPE, {"said": HOSTILE}, SCRIPT)


def test_what_a_province_bears_stands_where_its_map_says(window: Any, tmp_path: Path) -> None:
    sea = Spot(
        name="EAS", x=100, y=50, tone="sea", label="The East", label_at=(-3, 5), sign_at=(-9, 20), mark_at=(4, -2)
    )
    picture = Picture(
        key="map", title="The sea", width=150, height=100, spots=(sea,),
        shapes={"east": ((-20.0, -50.0), (30.0, -50.0), (30.0, 50.0), (-40.0, 50.0))},
        tones={"sea": Tone("sea", "#88aaff", "#000033", "~")},
        marks=(Mark(key="fleet:2", at="EAS", text="F", label="a fleet"),),
    )  # fmt: skip
    file = tmp_path / "province.page.html"
    lead = GamePage(seat="A", title="A", subtitle="", lead=("The sea.",), pictures=(picture,))
    file.write_text(page_html(lead, ENVELOPE, {}, ""), encoding="utf-8")
    with Opened(window, file) as page:
        for kind, x, y in (("text.label", 97, 55), ("text.sign", 91, 70), (".mark text", 104, 48)):
            drawn = page.locator(f"#map svg {kind}").first
            assert (float(drawn.get_attribute("x")), float(drawn.get_attribute("y"))) == (x, y), kind


def test_hostile_names_and_messages_stay_text(window: Any, tmp_path: Path) -> None:
    file = tmp_path / "hostile.page.html"
    file.write_text(hostile_page(), encoding="utf-8")
    with Opened(window, file) as page:
        assert page.evaluate("window.hacked") is None
        assert page.locator("img").count() == 0
        assert page.locator("h1").inner_text() == HOSTILE
        assert page.locator(".post .text").inner_text() == HOSTILE


def test_a_program_put_into_the_page_does_not_run(window: Any, table: Table, tmp_path: Path) -> None:
    file = tmp_path / "tampered.page.html"
    text = table.page("C").read_text(encoding="utf-8")
    file.write_text(text.replace("</body>", "<script>window.hacked=1</script></body>"), encoding="utf-8")
    page = window.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("fetch('https://example.org').then(() => 'went', () => 'refused')") == "refused"
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_nothing_bars_anybody(window: Any, table: Table, scheme: str, size: dict[str, int]) -> None:
    """axe-core finds nothing serious, WCAG 2.2 AA contrast among it; nothing is wider than the screen."""
    with Opened(window, table.page("C")) as page:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        forget(page)
        reopen(page)
        for line in ("MOVE SE", "CAST Heals", "GIVE S1 TO D"):
            page.locator(".typed").fill(line)
            page.locator(".typed").press("Enter")
        page.get_by_role("button", name="Write a message").click()
        page.locator("[data-line='4']").click()
        page.get_by_role("button", name="Cast").first.click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        found = page.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
        serious = [
            (
                v["id"],
                [node["html"][:140] + " | " + (node.get("failureSummary") or "")[:200] for node in v["nodes"]][:3],
            )
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
        ]
        assert serious == []


def test_on_paper_everything_stands_open(window: Any, table: Table, tmp_path: Path) -> None:
    with Opened(window, table.page("C")) as page:
        printed = page.pdf(path=str(tmp_path / "page.pdf"), format="A4")
        assert printed[:5] == b"%PDF-"
        page.emulate_media(media="print")
        assert not page.locator("nav").is_visible()
        assert page.locator(".story-block").is_visible()
        assert page.evaluate("[...document.querySelectorAll('details')].every((d) => d.open)")


def test_a_game_played_by_the_page_alone(window: Any, tmp_path: Path) -> None:
    """Three turns: what is clicked is what is played, and each report brings the page for the next."""
    table = Table(tmp_path / "office", turns=0)
    moved: list[str] = []
    try:
        for turn in range(1, 4):
            with Opened(window, table.page("C", turn - 1)) as page:
                forget(page)
                reopen(page)
                page.get_by_role("button", name="Move").first.click()
                page.locator(f".slot [data-option={'NE' if turn % 2 else 'NW'}]").click()
                page.locator("[data-form=SEARCH]").click()
                page.locator("[data-form=MEDITATE]").click()
                page.locator("#password").fill("swordfish")
                written = orders_of(page)
                foreseen = page.locator(".line").first.locator(".cell").first.inner_text()
                table.mail(page.input_value("#sheet"))
            assert table.process() == turn
            played = table.played("C", turn)
            assert {n: line for n, line in enumerate(played, 1) if n in written} == written
            moved.append(foreseen)
            story = json.loads(table.turn_file("C", turn))["route"]
            if story and not re.search("[?]", foreseen):
                assert story[0]["to"] == foreseen
        assert len(moved) == 3
    finally:
        table.office.close()
