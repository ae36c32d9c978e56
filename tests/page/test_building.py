"""The page a deck or an army is built on: by the law of sign-ups, whole and closed, for mouse, keyboard and phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.app.enrolment.signup_form import judge_list
from magika_gm.cli.main import cli
from magika_gm.engine.paging import Building, page_json
from magika_gm.reports.page.writing import LARGEST, building_html, policy, shipped
from tests.examples import some_of
from tests.page import node
from tests.page.browser import AXE, IN_A_BROWSER, WIDE, expect
from tests.page.test_art import SVG
from tests.page.test_writing import unpacked

BUILDER = Path(__file__).with_name("building.mjs")
PHONE = {"width": 360, "height": 740}
SYSTEMS = [n for n in games.SYSTEMS if games.system(n).building is not None]


def command(name: str) -> tuple[str, ...]:
    """What writes a game's page."""
    return ("cards", name, "--page") if games.system(name).has("cards") else ("army", "page", "--game", name)


def building(name: str) -> Building:
    found = games.system(name).building
    assert found is not None
    return found


def lists_of(page: Building) -> list[dict[int, int]]:
    """Lists as somebody may make them: ours, those with a card changed, and any."""
    chance = Random(page.system)
    found = [dict(ready) for ready in page.ready.values()]
    for ready in list(found):
        for _ in range(some_of(40)):
            changed = dict(ready)
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(page.wares))
                changed[at] = max(0, changed.get(at, 0) + chance.choice((-3, -1, 1, 2, 6)))
            found.append(changed)
    for _ in range(some_of(300)):
        found.append({chance.randrange(len(page.wares)): chance.randint(1, 7) for _ in range(chance.randint(0, 30))})
    return [{at: n for at, n in sorted(one.items()) if n} for one in found]


def faults_of(name: str, block: str) -> tuple[str, ...] | None:
    """What a sign-up with it would be told, without the word before it; None: that some games alone take it."""
    first, *lines, _ = block.splitlines()
    judged = judge_list(games.system(name), first, lines)
    if any('scenario "letter" take it' in line for line in judged.told):
        return None
    return tuple(fault.removeprefix(f"{first}: ") for fault in judged.faults)


def test_games_whose_sign_up_has_a_block_have_a_page() -> None:
    assert [n for n in games.SYSTEMS if games.system(n).signup.BLOCKS] == SYSTEMS


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_knows_all_there_is_and_our_own_lists_have_no_faults(name: str) -> None:
    page = building(name)
    assert len({ware.line for ware in page.wares}) == len(page.wares)
    assert all(len(ware.fields) == len(page.fields) for ware in page.wares)
    assert page.block in games.system(name).signup.BLOCKS
    codes = {bound.code for bound in page.bounds}
    assert {*page.tallies, *page.left, *(code for ware in page.wares for code in ware.weighs)} <= codes
    for title, ready in page.ready.items():
        lines = [page.wares[at].line.format(n=n) for at, n in ready]
        assert judge_list(games.system(name), page.block, lines).faults == (), title


def test_every_card_is_on_it_with_its_face() -> None:
    page, html = building("xom_zol"), building_html(building("xom_zol"))
    cards = games.system("xom_zol").cards.find({"name": ""})
    assert {card.name for card in cards} == {ware.name for ware in page.wares}
    assert len(cards) == 500
    drawn = {g.get("id") for g in ElementTree.fromstring(unpacked(html, "art")).findall(f"{SVG}defs/{SVG}g")}
    assert all(ware.art is not None and ware.art.key in drawn for ware in page.wares)


@node.NEEDED
@pytest.mark.parametrize("name", SYSTEMS)
def test_it_says_what_the_answer_to_a_sign_up_would_say(name: str) -> None:
    """Fault for fault, of any list; the block it writes is read back by the office and by itself."""
    page, lists = building(name), lists_of(building(name))
    ((told, _),) = node.answers(BUILDER, f'[{page_json(page)},{json.dumps(lists)},""]')
    faulty = 0
    for made, said in zip(lists, told, strict=True):
        if not made:
            continue
        right = faults_of(name, said["block"])
        if right is None:
            assert said["faults"]
        else:
            assert sorted(said["faults"]) == sorted(right), said["block"]
        assert said["back"] == {"list": {str(at): n for at, n in made.items()}, "strange": [], "read": len(made)}
        faulty += bool(right)
    assert faulty > len(lists) / 2
    assert len({re.sub(r"\d+", "n", fault) for said in told for fault in said["faults"]}) >= 5


@node.NEEDED
def test_it_reads_a_list_as_people_write_one() -> None:
    page = building("xom_zol")
    lines = ("4 xom knight ; the van", "2x Smite", "Sigil of Xom", "START Xom Farmland, 1 Zol Crypt", "3 Smyte")
    text = "\n".join(("; mine", "DECK", *lines, "END DECK"))
    ((_, found),) = node.answers(BUILDER, f"[{page_json(page)},[],{json.dumps(text)}]")
    by_line = {page.wares[int(at)].line: n for at, n in found["list"].items()}
    assert by_line == {
        "{n} Xom Knight": 4, "{n} Smite": 2, "{n} Sigil of Xom": 1,
        "START {n} Xom Farmland": 1, "START {n} Zol Crypt": 1,
    }  # fmt: skip
    assert found["strange"] == [[7, "3 Smyte"]]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_command_writes_it_and_it_lets_nothing_else_in(name: str, tmp_path: Path) -> None:
    file = tmp_path / "list.html"
    done = CliRunner().invoke(cli, [*command(name), str(file)])
    assert done.exit_code == 0, done.output
    text = file.read_text(encoding="utf-8")
    assert text == building_html(building(name))
    assert file.stat().st_size <= LARGEST
    said = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert said is not None
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert styles[0] == shipped("magika_gm.reports.page:built/page.css")
    programs = [*re.findall(r"<script>(.*?)</script>", text, re.DOTALL), unpacked(text, "program")]
    assert policy(programs, styles) == said[1]
    assert "unsafe" not in said[1]
    markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", text, flags=re.DOTALL)
    assert not re.search(r"\b(src|href|on\w+|style)=", markup)
    plain = json.loads(CliRunner().invoke(cli, [*command(name), str(file), "--json"]).stdout)
    assert plain == {
        "file": str(file),
        "game": name,
        "block": building(name).block,
        "things": len(building(name).wares),
    }


def test_a_page_of_cards_has_all_of_them(tmp_path: Path) -> None:
    for more in (("vampire",), ("--with", "faction=ZN"), ("--pdf", str(tmp_path / "a.pdf"))):
        done = CliRunner().invoke(cli, ["cards", "xom_zol", *more, "--page", str(tmp_path / "deck.html")])
        assert done.exit_code == 2
        assert "--page has all cards" in done.output
    assert not list(tmp_path.iterdir())


class TestInTheBrowser:
    """Used as somebody would who builds."""

    pytestmark = IN_A_BROWSER

    @pytest.fixture
    def opened(self, window: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Any:
        """A game's page, and what went wrong on it, which fails the test."""
        file = tmp_path / "list.html"
        file.write_text(building_html(building(request.param)), encoding="utf-8")
        page, said, asked = window.new_page(), [], set()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asking: asked.add(asking.url))
        page.set_viewport_size(WIDE)
        page.goto(file.as_uri())
        page.evaluate("localStorage.clear()")  # all files are one place to a browser
        page.reload()
        page.wait_for_selector("body[data-ready]")
        yield page
        page.close()
        assert said == []
        assert asked == {file.as_uri()}

    @pytest.mark.parametrize("opened", SYSTEMS, indirect=True)
    def test_nothing_bars_anybody(self, opened: Any) -> None:
        opened.locator(".wares button:not([disabled])").first.click()
        for scheme, size in (("light", WIDE), ("dark", PHONE)):
            opened.set_viewport_size(size)
            opened.emulate_media(color_scheme=scheme)
            assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), (scheme, size)
            opened.evaluate(AXE.read_text(encoding="utf-8"))
            tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
            found = opened.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
            assert [(v["id"], v["nodes"][0]["html"][:160]) for v in found["violations"]] == [], (scheme, size)

    @pytest.mark.parametrize("opened", ["xom_zol"], indirect=True)
    def test_a_deck_is_found_judged_and_copied(self, opened: Any) -> None:
        """By filters and words; the faults are told as one builds; a right one may be copied, and is kept."""
        expect(opened.locator("#fitting")).to_have_text("510 of 510 fit")
        opened.select_option("#by-1", "Zol Nation")
        opened.select_option("#by-0", "creature")
        opened.fill("#find", "flying")
        kept = opened.locator(".wares li").count()
        assert 0 < kept < 15
        assert all("FLYING" in text for text in opened.locator(".wares p").all_inner_texts())
        expect(opened.locator("#copy")).to_be_disabled()
        opened.locator(".wares button[aria-label^='One more']").first.click()
        expect(opened.locator("#faults")).to_contain_text("a deck has 100 cards, this one 1 (SETUP-1)")
        opened.select_option("#begin", "Wild Circle")
        expect(opened.locator("#faults")).to_have_text("It has no faults: the form may go.")
        expect(opened.locator("#brief")).to_have_text("100 of 100")
        block = opened.input_value("#block")
        assert faults_of("xom_zol", block) == ()
        opened.click("#copy")
        expect(opened.locator(".done[role=status]")).to_contain_text("on the clipboard")
        opened.reload()
        opened.wait_for_selector("body[data-ready]")
        assert opened.input_value("#block") == block
        opened.get_by_text("Take everything off").click()
        assert opened.input_value("#block") == ""
        opened.locator("summary").click()
        opened.fill("#paste", block.replace("END DECK", "4 Sword Angle\nEND DECK"))
        opened.click("#read")
        expect(opened.locator("#strange")).to_contain_text("“4 Sword Angle” is not on this page")
        assert opened.input_value("#block") == block

    @pytest.mark.parametrize("opened", ["arena"], indirect=True)
    def test_an_army_is_built_by_keyboard(self, opened: Any) -> None:
        """What stands in the list is changed there, and who changes it stays where he is."""
        opened.focus("#find")
        opened.keyboard.type("Orcish Archer")
        for _ in range(20):
            opened.keyboard.press("Tab")
            if opened.evaluate("document.activeElement.getAttribute('aria-label')") == "One more Orcish Archer":
                break
        for _ in range(4):
            opened.keyboard.press("Enter")
        expect(opened.locator("#own-list input")).to_have_value("4")
        expect(opened.locator(".wares button[aria-label='One more Orcish Archer']")).to_be_disabled()
        opened.focus("#own-list button[aria-label='One Orcish Archer less']")
        opened.keyboard.press("Enter")
        expect(opened.locator("#own-list input")).to_have_value("3")
        assert opened.evaluate("document.activeElement.getAttribute('aria-label')") == "One Orcish Archer less"
        expect(opened.locator(".aloud")).to_contain_text("Orcish Archer: 3. points 39 of 180")
        expect(opened.locator(".facts")).to_contain_text("magic pool141", ignore_case=True)
        assert opened.input_value("#block") == "ARMY\n3 Orcish Archer\nEND ARMY"
        opened.fill("#own-list input", "9")
        opened.keyboard.press("Tab")
        expect(opened.locator("#faults")).to_contain_text("9 of Orcish Archer, at most 4 of a kind are allowed (SET-1)")
        expect(opened.locator("#copy")).to_be_disabled()
