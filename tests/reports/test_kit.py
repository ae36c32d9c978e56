"""The kit's blocks in every state: drawn by the plans, measured, and the same in every form."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import import_module
from inspect import isabstract
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

import magika_gm
from magika_gm.cli.main import cli
from magika_gm.reports.kit.base import MARGIN, PAPERS, Block, Passage, Style, spans, text_size
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks, Field, Legend, LegendItem
from magika_gm.reports.kit.final import Certificate
from magika_gm.reports.kit.gallery import LONG, blocks, certificate, document, empty_document, form, greyed
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.lists import Table, sheet_lines
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.press import Document, below_the_ledger, list_leaf, print_document, shorter
from magika_gm.reports.kit.prose import ASKED, TOGETHER, Notes, Prose, note_box
from magika_gm.reports.kit.scores import ScoreLine
from magika_gm.reports.kit.words import words_html
from magika_gm.reports.pdf_stream import text_width
from magika_gm.reports.picture import Picture
from magika_gm.reports.typeface import wrap
from tests.reports.measures import overlaps, pages_of, sizes

EVERY = {**blocks(), **{f"form {n}": block for n, block in enumerate(form())}, "certificate": certificate("Ann")}


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("name", "lengthen"), [("Grimnaz", 1), (LONG, 4)])
def test_every_state_keeps_its_measures(paper: str, large: bool, name: str, lengthen: int) -> None:
    pages = pages_of(print_document(document(name, lengthen), paper, Style(large=large)))
    assert len(sizes(pages)) <= 8
    for number, page in enumerate(pages, 1):
        assert not overlaps(page), (number, overlaps(page)[:2])
        for mark in page:
            assert mark.left >= MARGIN - 4
            assert mark.right <= {"letter": 612.0, "a4": 595.3}[paper] - MARGIN + 4, (number, mark)
            assert mark.bottom >= MARGIN - 6


def test_empty_blocks_leave_no_trace() -> None:
    texts = [m.text for page in pages_of(print_document(empty_document())) for m in page if m.text]
    assert sorted(texts) == ["1 of 1", "Nobody", "Some game", "knows nothing"]


def test_the_same_blocks_give_the_same_bytes() -> None:
    assert print_document(document()) == print_document(document())


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_block_takes_the_height_it_asks_for_and_says_itself_in_every_form(name: str) -> None:
    block: Block = EVERY[name]
    for style in (Style(), Style(large=True)):
        for width in (528.0, 258.0):
            assert 0 < block.least(width, style) <= block.most(width, style) + 0.01
    json.dumps(block.plain())
    assert block.plain()["block"] == type(block).__name__
    for line in text_page([block]).splitlines():
        assert len(line) <= 72
    assert "<script" not in html_page("t", "p", [block])


def test_the_gallery(tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    run = CliRunner().invoke(cli, ["gallery", str(tmp_path / "g")])
    assert run.exit_code == 0, run.output
    assert {p.name for p in (tmp_path / "g").iterdir()} >= {
        "full.pdf",
        "large.pdf",
        "empty.pdf",
        "mail.html",
        "mail-dark.html",
        "mail.txt",
    }


def _colours(pdf: bytes) -> set[bytes]:
    """The operators of colour in a document's pages and drawings."""
    found: set[bytes] = set()
    for page in PdfReader(BytesIO(pdf)).pages:
        contents: Any = page.get_contents()
        resources: Any = page["/Resources"]
        for stream in (contents, *(x.get_object() for x in resources.get("/XObject", {}).values())):
            found |= {m[0] for m in re.finditer(rb"\S+ \S+ \S+ (?:rg|RG)\b", stream.get_data())}
    return found


def test_grey_is_grey_in_drawings_too() -> None:
    """What a grey printer gives: the same texts at the same places, and not one colour left."""
    coloured, grey = print_document(document()), greyed(print_document(document()))
    assert _colours(coloured)
    assert not _colours(grey)
    assert [[m[:6] for m in page] for page in pages_of(grey)] == [[m[:6] for m in page] for page in pages_of(coloured)]


def test_a_brick_says_whose_it_is_what_it_is_and_who_is_on_it() -> None:
    brick = Brick("#f4efdf", "a2 Forge", edge="#d98f0a", sign="F", chips=(("U2 1/3", "#3b3558", "#ffffff"),))
    told, bare = Bricks((BrickRow(0, (brick, Brick("#f4efdf", "b2"))),), 128, 78, "two").html().split("<td")[1:]
    assert "border-top:4px solid #d98f0a" in told
    assert re.findall(r"<br><span [^>]*>([^<]*)</span>", told) == ["F", "U2 1/3"]
    assert "background:#3b3558;color:#ffffff" in told
    assert "<br>" not in bare
    assert "border-top" not in bare


def test_a_white_brick_is_told_from_a_white_page() -> None:
    """A mage without a cloak: framed, and in the row's height; a blank one and those of a colour are not."""
    row = BrickRow(0, (Brick("#ffffff", "K", "#000000"), Brick("#9dcd91", "a1"), Brick("#ffffff")))
    html = Bricks((row,), 42, 34, "a row").html()
    assert html.count("border:1px solid #1a1a1a") == 1
    assert ';border:1px solid #1a1a1a;line-height:32px">K' in html
    assert "/33px" in html


def test_large_print_leaves_no_room_that_something_would_fit() -> None:
    """Two drawings of two thirds of a page, two texts: each drawing shares its page with a text."""
    drawing = Field(title="", maker=lambda w, h, _: Picture(w, h, "A drawing", "Nothing.", ()), ratio=0.9, shrink=0.9)
    texts = [Prose(f"Text {n}", ("A line of words. " * 40,)) for n in (1, 2)]
    leaf = list_leaf("All", [drawing, drawing, *texts])
    kept = Document(title="t", author="a", subject="s", head="h", leaves=(leaf,))
    assert len(pages_of(print_document(kept, "letter", Style(large=True)))) == 2


def _words(title: str, lines: int) -> Prose:
    return Prose(title, ("A line of its own.",) * lines)


def test_a_short_ledger_takes_below_it_what_makes_the_page_no_longer() -> None:
    """What is too high is passed over, what comes after it may still fit; large print has one column."""
    field: list[Block] = [_words("The field", 20)]
    ledger: list[Block] = [_words("The turn", 4)]
    small, huge, last = _words("Standings", 3), _words("All orders", 30), _words("Piles", 2)
    assert below_the_ledger(field, ledger, (small, huge, last), "letter", Style()) == [small, last]
    assert below_the_ledger(field, ledger, (Prose("", ()),), "letter", Style()) == []
    assert below_the_ledger(field, [huge], (last,), "letter", Style()) == []
    assert below_the_ledger(field, ledger, (small,), "letter", Style(large=True)) == []
    assert shorter(field, ledger, 6, "a4", Style()) is ledger
    assert shorter(field, ledger, 6, "a4", Style(large=True)) is field


def test_a_few_lines_stay_together_and_many_repeat_their_heading() -> None:
    assert _words("Cards", TOGETHER).split(400.0, 60.0, Style()) == (None, _words("Cards", TOGETHER))
    first, rest = _words("Cards", 30).split(400.0, 200.0, Style())
    assert isinstance(first, Prose)
    assert isinstance(rest, Prose)
    assert (first.title, rest.title) == ("Cards", "Cards, continued")
    assert len(first.paragraphs) + len(rest.paragraphs) == 30


def _page(*shown: Block) -> Document:
    return Document(title="t", author="a", subject="s", head="h", leaves=(list_leaf("", list(shown)),))


def test_what_is_higher_than_a_page_is_torn_between_any_two_entries() -> None:
    short, long = _words("Cards", TOGETHER), _words("Cards", 30)
    first, rest = short.torn(400.0, 60.0, Style())
    assert first is not None
    assert rest is not None
    assert long.torn(400.0, 200.0, Style()) == long.split(400.0, 200.0, Style())


def test_a_part_takes_as_much_as_has_room_and_not_an_entry_more() -> None:
    whole, style = _words("Cards", 30), Style()
    for room in (120.0, 200.0, 233.0):
        first, _ = whole.split(400.0, room, style)
        assert isinstance(first, Prose)
        more = whole.part(0, first.count + 1)
        assert first.least(400.0, style) <= room < more.least(400.0, style)
    high = whole.part(0, 12).least(400.0, style)
    first, _ = whole.split(400.0, high, style)
    assert isinstance(first, Prose)
    assert first.count == 12, "what fits to the point, fits"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("block", "words"), [("notes", "FROM THE GAME MASTER"), ("head", "EXHAUSTED"), ("head", "YOUR TURN \x01 SEND BY")]
)
def test_what_stands_in_a_box_stands_inside_it(block: str, words: str, large: bool) -> None:
    """The title of a note in its tint, a badge's word on its red, the date in its box."""
    (page,) = pages_of(print_document(_page(blocks()[block]), "letter", Style(large=large)))
    (word,) = [m for m in page if m.text == words]
    boxes = [m for m in page if not m.text and m.left < m.right and m.bottom < m.top]
    around = [
        b
        for b in boxes
        if b.left <= word.left and word.right <= b.right and b.bottom <= word.bottom and word.top <= b.top
    ]
    assert around, (word, boxes)
    badge = min(around, key=lambda b: (b.right - b.left) * (b.top - b.bottom))
    if words == "EXHAUSTED":
        assert word.left - badge.left == pytest.approx(badge.right - word.right, abs=1), "in the middle of it"


def test_a_score_line_needs_two_points() -> None:
    for values, drawn in (((), False), (((1, 3.0),), False), (((1, 3.0), (2, 5.0)), True)):
        line = ScoreLine("Turn by turn", values)
        assert line.empty is not drawn
        texts = [m.text for page in pages_of(print_document(_page(line, _words("More", 1)))) for m in page]
        assert ("turn 1" in texts) is drawn


def test_a_page_that_ends_early_gets_lines_for_notes_the_last_one_not() -> None:
    def noted(lines: int) -> list[bool]:
        leaves = tuple(list_leaf(title, [_words(title, count)]) for title, count in (("One", lines), ("Two", 2)))
        made = replace(_page(), leaves=leaves, fillers=(Notes("Your notes"),))
        return [any("notes" in m.text.lower() for m in page) for page in pages_of(print_document(made))]

    found = [noted(lines)[0] for lines in range(5, 45, 5)]
    assert not any(noted(lines)[-1] for lines in (5, 40))
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == (True, False)


def test_two_on_a_rostrum_stand_about_the_middle() -> None:
    """A game of two has no third: nothing is left empty at one side."""
    whole = certificate("Ann")
    assert isinstance(whole, Certificate)
    for count in (2, 3):
        (page,) = pages_of(print_document(Document(title="t", author="a", subject="s", head="h", leaves=(
            list_leaf("", [replace(whole, rostrum=whole.rostrum[:count])]),)), "letter", Style()))  # fmt: skip
        names = [m for m in page if any(m.text == f"{r.rank} {r.name}" for r in whole.rostrum)]
        middles = [(m.left + m.right) / 2 for m in names]
        assert len(middles) == count
        assert (min(middles) + max(middles)) / 2 == pytest.approx(306, abs=1)


def test_every_block_says_all_it_must() -> None:
    """One that lacks a form cannot be made at all: found here, not on the evening it is wanted."""
    for module in walk_packages(magika_gm.__path__, "magika_gm."):
        if ".reports" in module.name or ".report" in module.name:
            import_module(module.name)
    found, left = [], [Passage]
    while left:
        found.append(kind := left.pop())
        left += kind.__subclasses__()
    assert {kind.__name__ for kind in found if isabstract(kind)} == {"Passage", "Block", "Entries", "Listed", "Printed"}


def test_a_gauge_takes_the_room_its_neighbours_leave() -> None:
    """Nothing beside a figure is cut while the row has room for it; where all need little they stand alike."""
    long = Gauge("claim points", "182", "M 46, Z 68, K 68 (+12)")
    gauges = (Gauge("land", "1050", "first of four (+90)"), long, *(Gauge(f"hand {n}", "5") for n in range(4)))
    (page,) = pages_of(print_document(Document(title="t", author="a", subject="s", head="h", leaves=(
        list_leaf("", [Gauges(gauges)]),)), "letter", Style()))  # fmt: skip
    texts = [mark.text for mark in page]
    assert "M 46, Z 68, K 68 (+12)" in texts
    assert "first of four (+90)" in texts
    assert not overlaps(page)
    (page,) = pages_of(print_document(Document(title="t", author="a", subject="s", head="h", leaves=(
        list_leaf("", [Gauges(gauges[2:])]),)), "letter", Style()))  # fmt: skip
    lefts = sorted({round(mark.left, 1) for mark in page if mark.text == "5"})
    assert len(lefts) == 4
    assert {round(b - a) for a, b in pairwise(lefts)} == {round(lefts[1] - lefts[0])}


def test_notes_that_ask_stand_in_a_box_of_their_own_above_the_others() -> None:
    box = note_box("From the game master", ("Be quick.", "Mind the gap.", "Pay."), ("Mind the gap.",))
    assert box.boxes() == [(ASKED, ("Mind the gap.",), True), ("From the game master", ("Be quick.", "Pay."), False)]
    assert box.html().index("2px solid") < box.html().index("Mind the gap.") < box.html().index("Be quick.")
    assert [part.asked for part in (box.part(0, 1), box.part(1, 3), box.part(0, 2))] == [1, 0, 1]
    plain = note_box("From the game master", ("Be quick.",), ())
    assert len(plain.boxes()) == 1
    assert plain.least(300, Style()) < box.least(300, Style())


def test_a_table_too_wide_for_a_letter_names_its_heads_all_the_same() -> None:
    wide = tuple(f"figure\n{n}" for n in range(12))
    table = Table(title="Final standing", heads=("", "name", *wide), rows=(("1", "Ann", *map(str, range(12))),))
    said = " ".join(" ".join(table.text()).split())
    assert f"(in this order: name, {', '.join(f'figure {n}' for n in range(12))}) 1 Ann 0 1 2" in said
    hidden = Table(
        title="What was hidden", heads=("", "hand", "standing"), rows=(("Sun", "Scout, " * 9, "FAST " * 20),)
    )
    assert "(in this order: hand, standing) Sun Scout" in " ".join(" ".join(hidden.text()).split())
    alone = Table(title="Cards", heads=("", "what it says"), rows=(("Scout " * 12, "It scouts. " * 12),))
    assert "in this order" not in " ".join(alone.text()), "what is one column needs no order"


def printed(*blocks: Block) -> bytes:
    """A page that has these blocks one below the other."""
    return print_document(Document(title="t", author="a", subject="s", head="h", leaves=(list_leaf("", blocks),)))


def drawn(*blocks: Block) -> list[Any]:
    """Its texts."""
    (page,) = pages_of(printed(*blocks))
    return [mark for mark in page if mark.text]


def test_a_legend_cuts_nothing() -> None:
    """Four signs stand in a row where their words have room, else each takes two columns."""
    sign = Picture(12.0, 12.0, "", "", ())
    for note, rows in (("4", 1), ("40 to leave, +10 a rest, 15 % of all", 2)):
        items = tuple(LegendItem(sign, name, note) for name in ("river", "hills", "sea", "coast"))
        marks = drawn(Legend("Land", items))
        texts = [mark.text.replace("\u00a0", " ") for mark in marks]
        assert texts.count(note) == 4, texts
        assert len({round(mark.bottom) for mark in marks if mark.text == "river" or mark.text == "sea"}) == rows


def test_a_legend_has_at_most_three_columns_but_for_four_signs() -> None:
    sign = Picture(12.0, 12.0, "", "", ())
    for count, columns in ((5, 3), (4, 4)):
        marks = drawn(Legend("Land", tuple(LegendItem(sign, name, "") for name in "abcdefgh"[:count])))
        assert len({round(mark.left) for mark in marks if len(mark.text) == 1}) == columns


def test_the_shorter_of_two_columns_is_so_at_a_pages_width() -> None:
    """A text that would be one line on a page laid across is two on this one."""
    size, other = text_size(Style()), list[Block]([Prose(title="t", paragraphs=("a",))])
    words = " ".join("w" * int(spans(PAPERS["letter"][0] - 2 * MARGIN, 8) / text_width("w ", size)))
    for more, first in (("", True), (" w w w", False)):
        one = list[Block]([Prose(title="t", paragraphs=(words + more,))])
        assert (shorter(one, other, 8, "letter", Style()) is one) == first


def test_a_refused_line_of_ones_sheet_is_struck_through_its_reason_behind_it() -> None:
    lines = enumerate(("MOVE A1 e2", "MOVE A2 f6", "STAY"), 1)
    table = sheet_lines("mailed", lines, {2: "no way (MOVE-1)", "SHOOT": "out"})
    html = table.html()
    assert "<s>MOVE A2 f6</s>" in html
    assert "<s>SHOOT</s>" in html
    assert html.count("<s>") == 2
    texts = [mark.text for mark in drawn(table)]
    assert texts.index("no way (MOVE-1)") == texts.index("MOVE A2 f6") + 1
    contents: Any = PdfReader(BytesIO(printed(table))).pages[0].get_contents()
    assert contents.get_data().count(b"0.102 0.102 0.102 RG 0.5 w ") == 2
    assert any("out" in line and "SHOOT" in line for line in table.text())
    assert sheet_lines("mailed", ()).empty


def test_rules_stand_small_and_grey_at_the_right_edge_of_prose_too() -> None:
    said, rule = drawn(Prose("", ("Line 3, CLAIM Z3: your claim points are too few (CLAIM-1).",)))[-2:]
    assert (said.text, rule.text) == ("Line 3, CLAIM Z3: your claim points are too few", "CLAIM-1")
    assert rule.size < said.size
    assert rule.right == pytest.approx(612 - MARGIN, abs=0.5)


@pytest.mark.parametrize("bound", ["55 %", "18:00 AST", "29.50 CAD", "turn 3"])
def test_no_line_ends_between_a_number_and_its_unit(bound: str) -> None:
    text = f"word and word {bound} and so on"
    for width in range(40, 200, 3):
        assert any(bound in line.replace("\u00a0", " ") for line in wrap(text, 0, 8.5, float(width)))
    for block in (Prose("", (f"{'x' * length} {bound} and so on",)) for length in range(50, 72)):
        assert any(bound in line for line in block.text())
    assert "55\u00a0%" in Prose("", ("about 55 %",)).html()


def test_a_forecast_is_a_table_in_a_mail_its_last_figures_in_bold() -> None:
    """What is laid out below three heads and more; a list of orders and a map are not."""
    forecast = (
        "  phase  place  endurance  arcania\n"
        "  1      w2            89       44  REST\n"
        "  2      v2            85       −4  MOVE NE\n"
        f"{' ' * 36}−4 endurance, into v2, plains\n"
    )
    html = words_html(forecast)
    assert html.count("<tr>") == 3
    assert "<td class=r><b>85</b><td class=r><b>−4</b><td>MOVE NE<br>−4 endurance, into v2, plains" in html
    assert "<th>phase<th>place<th class=r>endurance" in html
    for other in ("   1 REST\n   2 MOVE NE\n", "  a  b  c\n  ~  ~  ~\n"):
        assert "<table" not in words_html(other)
