"""The rule book: every rule of the law is in it, every number leads somewhere, tables are the game's own."""

from __future__ import annotations

import io
import re
from pathlib import Path

from pypdf import PdfReader

from magika_gm.games.arena import rulebook
from magika_gm.games.arena.rulebook import RULEBOOK, anchor, example
from magika_gm.games.arena.rules.events import Died
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS
from magika_gm.reports.book import book_pdf

ROOT = Path(__file__).parents[2]


def test_entries_by_number_and_name() -> None:
    found = RULEBOOK.entry("rule", "tgt-3")
    assert found is not None
    assert found[0] == "TGT-3"
    assert found[1].startswith("**TGT-3.** Nobody dies unless")
    assert "TGT-4" not in found[1]
    assert RULEBOOK.entry("rule", "TGT-9") is None
    for name in (*SPELLS, *KINDS, *ITEMS):
        thing = RULEBOOK.entry("spell", name.lower())
        assert thing is not None, name
    assert set(RULEBOOK.names("spell").values()) == {*SPELLS, *KINDS, *ITEMS}


def test_tables_show_every_row_once() -> None:
    assert [r.name for r in rulebook.creatures()] == list(KINDS)
    assert [r.name for r in rulebook.spell_rows()] == list(SPELLS)
    pages = RULEBOOK.book.pages
    for name in SPELLS:
        assert f'<a id="{anchor(name)}"></a>{name} |' in pages["09-spells.md"]
    for name in ITEMS:
        assert f"**{name}**" in pages["08-items.md"]


def test_whose_creatures_and_spells_are_is_said_by_their_names() -> None:
    pages = RULEBOOK.book.pages
    ours = pages["07-creatures.md"].partition("Ours are the ")[2].partition(";")[0]
    assert {*re.split(", | and ", ours)} < {*KINDS}
    authors = next(line for line in pages["09-spells.md"].splitlines() if "are the author's" in line).partition(
        " are the "
    )[0]
    assert {*re.split(", | and ", authors)} < {*SPELLS}


def test_the_worked_turn_is_played_by_the_engine() -> None:
    dead = [t.event.creature for t in example().told if isinstance(t.event, Died)]
    assert dead == ["B1", "B2"]
    assert "A4 Warhorse walks from e4: e5 e6." in RULEBOOK.book.pages["12-example.md"]


def test_the_book_is_printed_and_the_same_each_time() -> None:
    one = book_pdf(RULEBOOK.printed(), "a4", "The rules")
    assert one.pages == len(PdfReader(io.BytesIO(one.data)).pages)
    assert 12 <= one.pages <= 30
    assert len(RULEBOOK.chapters) == 14
