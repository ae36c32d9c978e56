"""What the press may not do: rows rise over the document, short lists stay whole, what goes on says so, and what
follows something never stands before it; in the reports of random games of every system, on both papers, in both
prints.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.reports.kit import press
from magika_gm.reports.kit.base import LEAST_PART, MARGIN, WHOLE, Block, Entries, Style
from magika_gm.reports.kit.drawings import Field, Legend
from magika_gm.reports.kit.form import FormCell, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.gallery import drawing
from magika_gm.reports.kit.letters import Letters
from magika_gm.reports.kit.lists import Held, Holdings, Ledger, LedgerRow, Table
from magika_gm.reports.kit.press import Document, Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.prose import NoteBox, Prose
from tests.examples import ALL, some_of
from tests.reports.measures import Mark, pages_of
from tests.reports.played import reports

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
MOST = 24 if ALL else 8
"""Reports of a game that are looked at, beyond the first turns all much like one another."""
GAMES = tuple(sorted(games.SYSTEMS))
KEYS = tuple(f"order {n}".encode() for n in range(12 if NIGHTLY else 1))
LONG = 14
"""Turns of a long game: logs, lists and hands at their largest."""
SETTINGS = [("letter", False), ("a4", False), ("letter", True), ("a4", True)]
BY_DAY = SETTINGS if ALL else SETTINGS[::3]
"""Either paper and either print."""
ENTRIES = {"rows", "letters", "cards", "notes", "paragraphs", "lines", "fights"}
LOG = "The hand, play by play"
READ_ON = (Ledger, Letters, NoteBox, Prose)
"""What is text rather than a list: broken by what it takes, not by how many entries there are."""


class Set(NamedTuple):
    """A block as it was set: its page, its leaf, and the block (or the part of it)."""

    page: int
    leaf: str
    block: Block


@pytest.fixture
def documents(monkeypatch: pytest.MonkeyPatch) -> list[press._Press]:
    """The documents that are printed, as the press has set them."""
    found: list[press._Press] = []
    finish = press._Press.finish

    def noted(self: press._Press) -> bytes:
        found.append(self)
        return finish(self)

    monkeypatch.setattr(press._Press, "finish", noted)
    return found


def read(made: press._Press) -> list[Set]:
    """All blocks in the order in which they are read: page by page, from the top down, a column after the other."""
    found, leaf = [], ""
    for number, page in enumerate(made.pages):
        leaf = next((name for name in page.names if name in [x.name for x in made.document.leaves]), leaf)
        for strip, _, _ in sorted(page.parts, key=lambda part: -part[1]):
            found += [Set(number, leaf, block) for block in strip.blocks]
    return found


def entries(block: Entries) -> tuple[Any, ...]:
    """The entries of a block, whatever they are called."""
    found = next(getattr(block, field.name) for field in fields(block) if field.name in ENTRIES)
    assert len(found) == block.count
    return tuple(found)


def lists(blocks: list[Set]) -> list[list[Set]]:
    """The parts of every list, in the order in which they are read."""
    found: dict[int, list[Set]] = defaultdict(list)
    for one in blocks:
        if isinstance(one.block, Entries):
            found[id(one.block.whole)].append(one)
    return list(found.values())


def holds(made: press._Press) -> None:
    """What holds of every document that was set."""
    blocks = read(made)
    for parts in lists(blocks):
        first = parts[0].block
        assert isinstance(first, Entries)
        whole = first.whole
        seen = [entry for part in parts for entry in entries(part.block)]  # type: ignore[arg-type]
        assert all(one is other for one, other in zip(seen, entries(whole), strict=True)), parts
        assert all(one.page < other.page or not isinstance(whole, Table) for one, other in pairwise(parts))
        title = getattr(whole, "title", "")
        for part in parts[1:]:
            assert getattr(part.block, "title", "") == (f"{title}, continued" if title else "")
        fits = whole.least(made.inner, made.style) <= made.size[1] - 2 * MARGIN - press.HEAD - press.FOOT
        if len(parts) > 1 and fits and not isinstance(whole, READ_ON):
            assert whole.count > WHOLE, (type(whole).__name__, title, whole.count)
            assert min(part.block.count for part in parts if isinstance(part.block, Entries)) >= LEAST_PART
    follows_hold(made, blocks)


def follows_hold(made: press._Press, blocks: list[Set]) -> None:
    """A block stands behind what it follows; a legend and bands behind a drawing; a form is in its order."""
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    for at, one in enumerate(blocks):
        name = made._name(one.block)
        begins.setdefault(name, at)
        ends[name] = at
    for leaf in made.document.leaves:
        for strip in leaf.strips:
            for column in strip.columns:
                for at, block in enumerate(column.blocks):
                    for before in (*strip.follows, *column.blocks[:at]):
                        if id(block) in begins and id(before) in ends:
                            assert ends[id(before)] < begins[id(block)], (block, before)
        own = [begins[id(b)] for strip in leaf.strips for b in strip.blocks if id(b) in begins]
        if leaf.in_order:
            assert own == sorted(own)
    for at, one in enumerate(blocks):
        above = [x.block for x in blocks[:at] if x.leaf == one.leaf]
        if isinstance(one.block, Legend):
            assert any(isinstance(b, Field) for b in above), one
        if isinstance(one.block, OrderLines):
            assert not any(isinstance(b, MessageForm) for b in above)
            assert not any(getattr(b, "title", "").startswith("What you could order") for b in above)


def games_of(name: str) -> Iterator[tuple[Any, ...]]:
    yield reports(name)
    for key in KEYS:
        yield reports(name, LONG, key)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("paper", "large"), BY_DAY)
def test_reports_of_random_games_are_set_in_order(
    name: str, paper: str, large: bool, documents: list[press._Press]
) -> None:
    """All seats' reports, early, late and last."""
    system = games.system(name)
    for made in games_of(name):
        some = made if NIGHTLY else made[:: max(1, len(made) // MOST)]
        for report in (*some, made[-1]):
            system.reports.pdf(report, paper, large)
    assert len(documents) > MOST
    for document in documents:
        holds(document)


@pytest.mark.parametrize("large", [False, True])
def test_what_the_rows_of_a_log_say_rises_on_paper(large: bool, documents: list[press._Press]) -> None:
    """Read back from the page: the plays of a hand, down one column and then the next, over the pages."""
    system = games.system("rune_war")
    over = 0
    for report in reports("rune_war", LONG, KEYS[0])[:: 1 if NIGHTLY else 5 if ALL else 10]:
        if len(report.plays) < 10:
            continue
        pages = pages_of(system.reports.pdf(report, "letter", large))
        numbers: list[int] = []
        parts = 0
        for marks, page in zip(pages, documents[-1].pages, strict=True):
            for strip, top, height in sorted(page.parts, key=lambda part: -part[1]):
                if len(strip.blocks) == 1 and getattr(strip.blocks[0], "title", "").startswith(LOG):
                    parts += 1
                    numbers += rows_between([m for m in marks if top - height < m.bottom < top])
        assert numbers == list(range(1, len(report.plays) + 1))
        over += parts > 1
    assert over


def rows_between(marks: list[Mark]) -> list[int]:
    """The numbers of a log's rows, a column after the other: what stands left of ``who``."""
    found: list[int] = []
    for head in sorted((m for m in marks if m.text == "who"), key=lambda m: m.left):
        column = [m for m in marks if m.text.isdigit() and head.left - 30 < m.left < m.right < head.left]
        found += [int(m.text) for m in sorted(column, key=lambda m: -m.top)]
    return found


# --- documents nobody plays -----------------------------------------------------------------------------------------


WORDS = ("casts Heal on Knight Templar", "throws", "Pung", "takes the ford by the old mill and waits there", "moves E")


def said(random: Random, most: int = 3) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(1, most)))


def a_list(random: Random, n: int) -> Block:
    """Any list, its entries numbered."""
    title, rows = f"List {n}", random.choice([1, 3, 7, 8, 9, 10, 12, 25, 60])
    numbers = [str(number + 1) for number in range(rows)]
    match random.randrange(5):
        case 0:
            return Ledger(title, (), tuple(LedgerRow(x, said(random, 2), (said(random),)) for x in numbers))
        case 1:
            return Holdings(title, tuple(Held(x, "", said(random, 2)) for x in numbers))
        case 2:
            return Prose(title, tuple(f"{x} {said(random, 9)}" for x in numbers))
        case kind:
            cells = tuple((x, said(random, 1), said(random)) for x in numbers)
            own = frozenset(random.sample(range(rows), rows // 3))
            return Table(
                title=title, heads=("", "who", "what"), rows=cells, right=frozenset({0}), own=own, in_two=kind == 3
            )


def a_leaf(random: Random) -> Leaf:
    strips: list[Strip] = []
    for n in range(random.randint(2, 7)):
        field = Field(title=f"Map {n}", maker=drawing, ratio=random.uniform(0.3, 1.0), shrink=0.8)
        bands = Prose(f"Below map {n}", (said(random, 20),))
        match random.randrange(4):
            case 0:
                strips += one_below_the_other([field, bands, a_list(random, n)])
            case 1:
                strips.append(beside(random.choice([6, 8]), [field, bands], [a_list(random, n)]))
            case 2:
                strips += [full(field), full(bands, follows=[field])]
            case _:
                strips.append(full(a_list(random, n)))
    return Leaf("All", tuple(strips), in_order=random.random() < 0.3)


def test_any_document_is_set_in_order(documents: list[press._Press]) -> None:
    for seed in range(600 if NIGHTLY else some_of(60)):
        random = Random(seed)
        document = Document(title="t", author="a", subject="s", head="h", leaves=(a_leaf(random), a_leaf(random)))
        for paper, large in SETTINGS if ALL else SETTINGS[seed % 2 :: 2]:
            press.print_document(document, paper, Style(large=large))
            holds(documents.pop())


def test_a_table_that_goes_on_keeps_its_columns_in_one_or_two(documents: list[press._Press]) -> None:
    """The widest words stand in the first row: the columns are where they were all the same."""
    for in_two in (False, True):
        rows = (("1", "Wommelsdorff-Wurmbrandt", "a" * 30), *((str(n), "Ivy", "b") for n in range(2, 241)))
        table = Table(title="Long", heads=("", "who", "what"), rows=rows, in_two=in_two, right=frozenset({0}))
        leaf = Leaf("All", (full(table),))
        pages = pages_of(
            press.print_document(Document(title="t", author="a", subject="s", head="h", leaves=(leaf,)), "letter")
        )
        assert len(pages) > 1
        columns = [sorted(round(m.left, 2) for m in page if m.text in ("who", "what")) for page in pages]
        assert all(page == columns[0] for page in columns)
        assert len(columns[0]) == (4 if in_two else 2)
        found = [
            int(m.text)
            for page in pages
            for head in sorted((m for m in page if m.text == "who"), key=lambda m: m.left)
            for m in sorted(page, key=lambda m: -m.top)
            if m.text.isdigit() and head.left - 30 < m.left < m.right < head.left
        ]
        assert found == list(range(1, 241))


@pytest.mark.parametrize("rows", range(2, 16))
def test_eight_rows_stay_whole_and_three_stand_on_either_side(rows: int) -> None:
    table = Table(title="T", heads=("order",), rows=tuple((str(n),) for n in range(rows)))
    whole = table.least(300.0, Style())
    one = table.least(300.0, Style()) - Table(title="T", heads=("order",), rows=table.rows[1:]).least(300.0, Style())
    for lacking in range(rows):
        first, rest = table.split(300.0, whole - one * (lacking + 0.5), Style())
        fit = rows - lacking - 1
        if rows <= 8 or fit < 3:
            assert (first, rest) == (None, table)
            continue
        assert isinstance(first, Table)
        assert isinstance(rest, Table)
        assert (len(first.rows), len(rest.rows)) == (min(fit, rows - 3), rows - min(fit, rows - 3))
        assert rest.title == "T, continued"


def test_what_is_higher_than_a_page_is_torn_all_the_same(documents: list[press._Press]) -> None:
    """Few rows of very much text: nothing runs off the foot; steps keep their numbers."""
    long = "All orders of both sides, mail turn by mail turn. " * 40
    table = Table(title="T", heads=("", "sheet"), rows=tuple((str(n), long) for n in range(6)))
    steps = Prose("Your first turn", tuple(f"{n}. {long}" for n in range(1, 6)), numbered=True)
    leaf = Leaf("All", (full(table), full(steps)))
    made = Document(title="t", author="a", subject="s", head="h", leaves=(leaf,))
    for page in (pages := pages_of(press.print_document(made, "letter", Style(large=True)))):
        assert all(m.bottom >= MARGIN - 6 for m in page)
    ((parts),) = [x for x in lists(read(documents[-1])) if isinstance(x[0].block, Prose)]
    assert [getattr(part.block, "first", 0) for part in parts] == sorted({getattr(p.block, "first", 0) for p in parts})
    assert len(pages) > 2
    numbered = [m.text for page in pages for m in page if m.size > 20 and m.text in "12345"]
    assert numbered == ["1", "2", "3", "4", "5"]


def test_order_lines_that_go_on_have_every_field_once(documents: list[press._Press]) -> None:
    lines = OrderLines(tuple(OrderLine(f"line{n}", str(n), "", 80) for n in range(1, 25)), "What is said below.")
    head = OrderHead(title="Orders", who="A", cells=(FormCell("Game", "7"),), fixed=(), aside="")
    leaf = Leaf("Orders", (full(head), full(lines)), in_order=True)
    made = Document(title="t", author="a", subject="s", head="h", leaves=(leaf,))
    data = press.print_document(made, "letter", Style(large=True))
    names = [name for name in PdfReader(BytesIO(data)).get_fields() or {} if name.startswith("line")]
    assert sorted(names, key=lambda name: int(name[4:])) == [f"line{n}" for n in range(1, 25)]
    said_below = [n for n, page in enumerate(pages_of(data)) if any(m.text == "What is said below." for m in page)]
    assert said_below == [len(documents[-1].pages) - 1]
