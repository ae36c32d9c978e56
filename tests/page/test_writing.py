"""A player's page as a file: small, closed, the same for the same turn; the program in it is that of its sources."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.app.turns.publish import write_page
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.paging import Option, OrderForm, Slot, SlotKind, page_json, settled, shared
from magika_gm.reports.page.writing import LARGEST, embedded, policy
from tests.desk import typed
from tests.page import node
from tests.page.offices import Table
from tests.page.rambles import positions

ROOT = Path(__file__).parents[2]


def unpacked(html: str, name: str) -> str:
    """A text the page carries packed."""
    (packed,) = re.findall(rf'<script type="text/plain" id="{name}"[^>]*>([^<]*)</script>', html)
    return decompress(b64decode(packed)).decode()


def test_every_seat_has_a_page_of_bounded_size(table: Table) -> None:
    files = sorted(table.page("C").parent.glob("*.page.html"))
    assert [f.name[0] for f in files] == list("ABCDEFGHIJKLM")
    assert all(f.stat().st_size <= LARGEST for f in files)


def test_a_page_asks_for_nothing_and_lets_nothing_else_run(table: Table) -> None:
    text = table.page("C").read_text(encoding="utf-8")
    said = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert said is not None
    assert said[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in said[1]
    programs = [*re.findall(r"<script>(.*?)</script>", text, re.DOTALL), unpacked(text, "program")]
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert policy(programs, styles) == said[1]
    for one in (*programs, *styles):
        assert f"sha256-{b64encode(sha256(one.encode()).digest()).decode()}" in said[1]
    markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", text, flags=re.DOTALL)
    assert not re.search(r"\b(src|href|on\w+|style)=", markup)


def test_its_data_cannot_end_the_element_it_stands_in() -> None:
    nasty = {"said": "</script><!-- \u2028 & <script>"}
    text = embedded(nasty)
    assert "<" not in text
    assert "\u2028" not in text
    assert json.loads(text) == nasty


@pytest.mark.parametrize("name", [name for name in games.SYSTEMS if games.system(name).has("page")])
def test_a_page_brings_what_typed_lines_are_judged_by_where_lines_are_rows(name: str) -> None:
    """The rows of the game's ``orders`` part, without being told of the game."""
    position = next(positions(name, 2, 1))
    orders, html = position.system.orders, position.html()
    assert ('id="line-rows"' in html) == isinstance(orders, GameOrders)
    if isinstance(orders, GameOrders):
        assert json.loads(unpacked(html, "line-rows")) == orders.rows(orders.names_for(position.memory))


def some_pages() -> str:
    """Of every game, of one seat after another, early and later."""
    found = (position for name in games.SYSTEMS for position in islice(positions(name, 2, 6), 0, None, 7))
    return "".join(position.html() + "\n" for position in found)


def test_the_record_of_a_game_that_is_over_stays_out_of_a_page_that_has_no_room_for_it() -> None:
    """The turn file beside it has it."""
    position = next(positions("xom_zol", 2, 1))
    sizes = []
    for turns in (1, 200, 30_000):
        file = {"seat": "A", "record": [{"turn": turn} for turn in range(turns)]}
        html = position.html(file)
        sizes.append(len(html.encode()))
        (held,) = re.findall(r'id="turn-file">([^<]*)</script>', html)
        assert json.loads(held) == (file if turns <= 200 else {"seat": "A"})
    assert sizes[0] < sizes[1] < LARGEST
    assert sizes[2] < sizes[0]


@pytest.mark.slow
def test_it_is_the_same_in_every_process() -> None:
    """Whatever order a process keeps sets in: a page that is written again is the page that was sent."""
    there = "from tests.page.test_writing import some_pages; print(some_pages(), end='')"
    run = subprocess.run(
        [sys.executable, "-c", there], env={"PYTHONHASHSEED": "1"}, cwd=ROOT, capture_output=True, check=True
    )
    here = some_pages()
    assert len(here) > 500_000
    assert run.stdout.decode() == here


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


_KEPT = settled(Option(text="kept", note="for good"))


@given(_VALUES)
def test_it_is_written_as_json_is(value: Any) -> None:
    assert json.loads(page_json(value)) == value
    assert page_json(value) == json.dumps(value, separators=(",", ":"))


def test_what_pages_share_is_made_once_of_the_same_and_written_as_it_is_when_it_is_kept_no_more() -> None:
    made: list[int] = []

    def option(number: int) -> tuple[Option, ...]:
        made.append(number)
        return (Option(text=f"shared {number}"),)

    first = [shared(partial(option, n), "shared", n) for n in (1, 2, 1)]
    assert first[0] is first[2]
    assert made == [1, 2]
    many = [shared(partial(option, n), "shared", n) for n in range(1000)]
    assert [page_json(value) for value in many] == [f'[{{"text":"shared {n}"}}]' for n in range(1000)]
    assert shared(partial(option, 1), "shared", 1) == first[0]
    assert made.count(1) == 2, "those that were wanted longest ago are kept no more"
    assert shared(partial(option, 1), "shared", 1) is shared(partial(option, 1), "shared", 1)


@given(st.text(), st.text(), st.booleans())
def test_defaults_are_left_out_and_what_is_kept_is_written_the_same(x: str, y: str, typed: bool) -> None:
    slot = Slot(name="way", label=x, kind=SlotKind.NUMBER, options=(Option(text=x, note=y), Option(text=y)))
    form = OrderForm(key="k", verb="V", label=y, parts=("MOVE", slot), typed=typed)
    text = page_json((form, SlotKind.MANY, {1: form}))
    options = [{"text": x} | ({"note": y} if y else {}), {"text": y}]
    asked = {"name": "way", "label": x, "kind": "number", "options": options}
    said = {"key": "k", "verb": "V", "label": y, "parts": ["MOVE", asked]} | ({"typed": True} if typed else {})
    assert json.loads(text) == [said, "many", {"1": said}]
    assert ('"typed"' in text) == typed
    assert page_json([_KEPT, slot]) == f'[{{"text":"kept","note":"for good"}},{page_json(slot)}]'


def test_it_holds_the_turn_file_and_is_the_same_again(table: Table, tmp_path: Path) -> None:
    before = table.page("C").read_bytes()
    found = re.search(rb'id="turn-file">(.*?)</script>', before)
    assert found is not None
    assert json.loads(found[1]) == json.loads(table.turn_file("C", 1))
    assert write_page(table.office, "7", 1, "C").read_bytes() == before
    file = tmp_path / "page.html"
    run = typed(table.office, "page", "7", "1", "c", "-o", str(file))
    assert run.exit_code == 0
    assert file.read_bytes() == before
    link = tmp_path / "latest.html"
    link.symlink_to(file)
    file.write_bytes(b"")
    write_page(table.office, "7", 1, "C", link)
    assert link.is_symlink()
    assert file.read_bytes() == before
    run = typed(table.office, "page", "7", "1", "Z")
    assert run.exit_code == 1
    assert "no report" in run.output


def test_a_page_goes_with_the_report_where_its_reader_wishes_it(table: Table) -> None:
    root = str(table.office.root)
    assert typed(root, "player", "7:C", "--attach", "page").exit_code == 0
    mails = table.post.delivered()
    (report,) = [m for m in mails if "(C)" in str(m["Subject"]) and "turn 1:" in str(m["Subject"])]
    (page,) = [part for part in report.walk() if (part.get_filename() or "").endswith(".page.html")]
    assert page.get_content_type() == "text/html"
    assert page.get_filename() == "magika-7-turn-1-C.page.html"
    assert page.get_payload(decode=True) == table.page("C").read_bytes()
    others = [p.get_filename() for m in mails if "(D)" in str(m["Subject"]) for p in m.walk() if p.get_filename()]
    assert not any(str(name).endswith(".page.html") for name in others)


@node.NEEDED
def test_what_is_checked_in_is_built_of_its_sources() -> None:
    run = subprocess.run(
        [str(ROOT / "tests" / "tools" / "build-page"), "--check"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
