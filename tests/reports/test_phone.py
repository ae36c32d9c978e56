"""Mails and pages on narrow screens, in a browser: nothing is wider than the screen but what scrolls in itself."""

from __future__ import annotations

import html
import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from magika_gm.games.magika.report.printed import html_letter
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks
from tests.magika.test_pdf import busy, ended
from tests.needs import needs
from tests.page.browser import chromium

WIDTHS = (320, 360, 700)
SAMPLES = sorted((Path(__file__).parents[2] / "reports" / "sample").glob("*/*/*.html"))
SCRIPT = """<script>onload=()=>{const found={};for(const frame of document.querySelectorAll("iframe")){
const page=frame.contentDocument,wide=page.documentElement.clientWidth,bad=[];
for(const part of page.querySelectorAll("body *")){const box=part.getBoundingClientRect();
if(box.width===0||box.right<=wide+0.5)continue;let inner=false;
for(let up=part.parentElement;up;up=up.parentElement)inner=inner||getComputedStyle(up).overflowX!=="visible";
if(!inner)bad.push(part.tagName+" "+Math.round(box.right)+" "+part.textContent.slice(0,30))}
for(const part of page.querySelectorAll("td>.c")){const box=part.getBoundingClientRect();
const cell=part.parentElement.getBoundingClientRect();
if(box.left<cell.left-1||box.right>cell.right+1)bad.push("counter "+part.textContent)}
(found[frame.title]=found[frame.title]||{})[frame.width]=bad.slice(0,3)}
document.body.setAttribute("data-found",JSON.stringify(found))}</script>"""

pytestmark = needs(chromium(), "Chromium", "need-browser")


@cache
def too_wide(pages: tuple[tuple[str, str], ...], folder: Path) -> dict[str, dict[str, list[str]]]:
    """By page and width, what reaches beyond the screen."""
    frames = []
    for number, (name, text) in enumerate(pages):
        (folder / f"{number}.html").write_text(text, "utf-8")
        frames += [f'<iframe title="{name}" src="{number}.html" width={w} height=500></iframe>' for w in WIDTHS]
    (folder / "frames.html").write_text("<!DOCTYPE html><body>" + "".join(frames) + SCRIPT, "utf-8")
    shown = subprocess.run(
        [chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         f"--user-data-dir={folder / 'browser'}", "--dump-dom", (folder / "frames.html").as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    said = re.search(r'data-found="([^"]*)"', shown.stdout)
    assert said, shown.stderr[-500:]
    found: dict[str, dict[str, list[str]]] = json.loads(html.unescape(said[1]))
    return found


@pytest.mark.slow
def test_nothing_scrolls_sideways(tmp_path: Path) -> None:
    """The mails of all games, a busy turn's and a final one."""
    pages = [(f"{p.parts[-3]} {p.stem}", p.read_text("utf-8")) for p in SAMPLES]
    pages += [("busy", html_letter(busy(78, turns=8))), ("end", html_letter(ended(78)))]
    found = too_wide(tuple(pages), tmp_path)
    assert len(found) == len(pages) > 14
    assert {name: wide for name, by in found.items() if (wide := {w: bad for w, bad in by.items() if bad})} == {}


@pytest.mark.slow
def test_what_is_too_wide_is_found(tmp_path: Path) -> None:
    """The measure itself: a part beyond the screen, a counter beyond its place on a mail's board."""
    page = '<div style="max-width:100%"><div style="width:400px;height:9px">wide</div></div>'
    row = BrickRow(
        0, (Brick("#dff39a", "a1", chips=(("A10+1 A11+12", "#ffffff", "#000000"),)), *[Brick("#dff39a")] * 8)
    )
    found = too_wide((("wide", page), ("board", Bricks((row,), 60, 38, "Nine hexes").html())), tmp_path)
    assert [bool(found["wide"][str(w)]) for w in WIDTHS] == [True, True, False]
    assert any("counter" in said for said in found["board"]["320"])
