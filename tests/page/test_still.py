"""The spectators' page and the game master's: the player's page's look without a program, whole and closed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.chain import Chain, Link, LinkKind
from magika_gm.engine.paging import Picture, Plot, Spot, Table
from magika_gm.reports.kit.final import RankLine, Ranks
from magika_gm.reports.kit.head import Proof
from magika_gm.reports.page.still import Shades, parts_html, picture_svg, plot_svg
from magika_gm.reports.page.writing import policy, shipped
from tests.page.browser import AXE, IN_A_BROWSER
from tests.page.onlookers import HOSTILE, pages
from tests.systems.contract import contract_of

SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
KINDS = ("gm", "spectator", "gm-end", "spectator-end")


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_that_stands_still_lets_nothing_else_in(name: str, kind: str) -> None:
    """Styles are the page's and are named by hash; no script but the countdown; what players wrote is text."""
    text = pages(name)[kind]
    (said,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    programs = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert policy(programs, styles) == said
    assert "unsafe" not in said
    assert said.startswith("default-src 'none'")
    assert styles[0] == shipped("magika_gm.reports.page:built/page.css")
    assert len(programs) == text.count('id="left"') == (kind == "spectator")
    assert ('class="turns"' in text) is kind.startswith("spectator")
    markup = re.sub(r"<(script|style)>.*?</\1>", "", text, flags=re.DOTALL)
    markup = re.sub(r'content="[^"]*"', 'content=""', markup)  # of the title that is passed on
    assert not re.search(r"<[^>]*\s(src|on\w+|style)=", markup)
    beside = re.findall(r'(?:href|src)="(?!#)([^"]*)', markup)
    assert beside == (["card.svg", "card.pdf"] if kind == "spectator-end" else [])
    assert "<img" not in markup
    assert markup.count("<main>") == markup.count("</main>") == 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_they_have_map_and_standings(name: str) -> None:
    made = pages(name)
    for kind in KINDS:
        hidden = (kind == "spectator" and not contract_of(name).open) or not contract_of(name).pictures
        assert ('class="map"' in made[kind]) is not hidden, kind
        assert ('class="plot"' in made[kind]) is not hidden, kind
        assert ("<polyline" in made[kind].partition('class="plot"')[2]) is not hidden, kind


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_game_that_goes_on_says_first_what_its_last_turn_did(name: str) -> None:
    """Its headline is the page's title, too, and is about who plays, or how many."""
    head = re.compile(r"<title>([^<]*)</title>.*?<h1>([^<]*)</h1>.*?class=\"subtitle\">([^<]*)<", re.DOTALL)
    ((title, headline, due),) = head.findall(pages(name)["spectator"])
    assert title.startswith(f"{headline}: ")
    assert not headline.startswith("Game ")
    assert not headline.endswith(".")
    assert re.match(
        r"Nobody|Nothing|There was|\w[\w ]* (lost|took|placed|cast|marched|went|mustered|are|is played)\b", headline
    )
    assert "due soon" in due


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_by_night_a_legend_has_the_colours_of_its_map(name: str, kind: str) -> None:
    """A map that is drawn as on paper keeps its colours, one of tones has others in the dark."""
    maps = pages(name)[kind].split('<svg class="map"')[1:]
    for drawn in maps:
        legend = re.search(r'class="(legend[^"]*)"', drawn)
        assert legend is None or (legend[1] == "legend lit") is ('<g class="scene"><use' in drawn), kind
    assert maps or '<div class="frame">' not in pages(name)[kind]


@pytest.mark.parametrize("name", [name for name in SYSTEMS if contract_of(name).open])
def test_the_end_says_who_won_first_of_all(name: str) -> None:
    made = pages(name)
    head = re.compile(r"<title>([^<]*)</title>.*?<h1>([^<]*)</h1>", re.DOTALL)
    for kind, over in (("spectator", False), ("spectator-end", True)):
        found = head.search(made[kind])
        assert found is not None
        assert found[2].endswith((" won", " share the first place")) is over
        assert found[1].startswith(f"{found[2]}: ")


def test_plots_name_every_line_apart() -> None:
    series = dict.fromkeys(("Ann", "Bob", "<i>Cy"), ((1.0, 5.0), (2.0, 7.0)))
    drawn = plot_svg(Plot(title="Points & more", series=series))
    heights = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)">7 ', drawn)]
    assert len(heights) == 3
    assert all(abs(a - b) >= 11 for n, a in enumerate(heights) for b in heights[:n])
    assert "&lt;i&gt;Cy" in drawn
    assert "<i>" not in drawn
    assert plot_svg(Plot(title="", series={"a": ((1.0, 2.0),)})) == ""
    assert plot_svg(Plot(title="", series={})) == ""


def test_a_picture_without_marks_or_labels_is_drawn() -> None:
    shapes = {"box": ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))}
    spot = Spot(name="a1", x=5, y=5, unknown=True, label=" ", tip=("<b>",))
    drawn = picture_svg(Picture(key="m", title='A "map"', width=10, height=10, spots=(spot,), shapes=shapes), Shades())
    assert "never seen" in drawn
    assert "&lt;b&gt;" in drawn
    assert 'aria-label="A &quot;map&quot;"' in drawn
    assert "<text" not in drawn


class TestInTheBrowser:
    """Looked at as a reader would."""

    pytestmark = IN_A_BROWSER

    @pytest.mark.parametrize("name", SYSTEMS)
    @pytest.mark.parametrize("kind", KINDS)
    def test_nothing_bars_anybody(self, window: Any, tmp_path: Path, name: str, kind: str) -> None:
        """axe-core finds nothing serious; nothing is wider than a phone; nothing is asked for; texts stay text."""
        file = tmp_path / "page.html"
        file.write_text(pages(name)[kind], encoding="utf-8")
        page = window.new_page()
        said: list[str] = []
        asked: set[str] = set()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.add(request.url))
        looks = (("light", 1280), ("dark", 360)) if kind.startswith("gm") else (("dark", 1280), ("light", 360))
        for scheme, width in looks:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            page.goto(file.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (scheme, width)
            page.evaluate(AXE.read_text(encoding="utf-8"))
            tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
            found = page.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
            serious = [
                (
                    v["id"],
                    [node["html"][:160] + " | " + (node.get("failureSummary") or "")[:200] for node in v["nodes"]][:3],
                )
                for v in found["violations"]
                if v["impact"] in ("serious", "critical")
            ]
            assert serious == [], (scheme, width)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img").count() == 0
        if kind.startswith("gm"):
            assert HOSTILE in page.locator("body").inner_text()
        assert said == []
        assert asked == {file.as_uri()}
        page.close()


def test_ranks_are_drawn_the_first_three_in_their_colours() -> None:
    """Names and what they were worth stand at the right ends, in order; nobody is told in rows of digits."""
    lines = tuple(
        RankLine(f"N{n}", ((0, 6 - n), (1, n)), f"#{n}0{n}0{n}0", own=n == 5, worth=f"{60 - n}½") for n in range(1, 6)
    )
    page = parts_html([Ranks("Ranks", lines)], Shades())
    names = re.findall(r">(N\d) *(\d+½)</text>", page)
    assert names == [(f"N{n}", f"{60 - n}½") for n in range(1, 6)]
    drawn = re.findall(r'<path d="M[^"]*" fill="none" stroke="(#[0-9a-f]*)"', page)
    assert [colour for colour in drawn if colour in {line.colour for line in lines}] == [
        lines[4].colour, lines[2].colour, lines[1].colour, lines[0].colour
    ]  # fmt: skip
    assert "style=" not in page
    assert parts_html([Ranks("Ranks", ())], Shades()) == ""


def test_a_head_before_its_figure_leaves_out_the_most_there_can_be() -> None:
    table = Table(title="x", heads=("", "arc. 9", "total"), rows=(("A", "8¼", "9"),))
    page = parts_html([table], Shades())
    assert re.findall(r'data-h="([^"]*)"', page) == ["arc.", "total"]
    assert ">arc. 9</th>" in page


def test_what_a_game_is_checked_by_is_folded_away() -> None:
    """Every link of the chain is in the page, none of it in sight before somebody asks."""
    links = tuple(Link(turn, LinkKind.PLAYED, f"{turn:02}" * 20) for turn in range(12))
    page = parts_html([Proof("ab" * 32, Chain(links))], Shades())
    folded = re.findall(r'<details class="proof"><summary>How to check this game</summary>(.*?)</details>', page)
    assert len(folded) == 1
    assert all(str(link) in folded[0] for link in links)
    assert not any(f"{turn:02}" * 20 in page.replace(folded[0], "") for turn in range(12))
    assert "ab" * 32 in page.replace(folded[0], "")
