"""The players' rule book: made of the game's tables, whole, and the same as the pages under docs/rune_war/rules."""

from __future__ import annotations

import re
from pathlib import Path

from magika_gm.games.rune_war.rulebook import seam
from magika_gm.games.rune_war.rulebook.book import chapters, rules
from magika_gm.games.rune_war.tables import CREATURES, SPELLS, WIZARDS
from magika_gm.reports.book import book_pdf

DOCS = Path(__file__).parents[2] / "docs" / "rune_war" / "rules"
FAMILIES = {
    "GAME": 5, "SET": 6, "RUNE": 4, "HAND": 12, "SCORE": 7, "PAY": 3, "ADV": 9, "WIZ": 1, "CREA": 4, "MAG": 14,
    "ISLE": 4, "MOVE": 8, "FIGHT": 12, "CLAIM": 3, "SEQ": 7, "SEE": 9, "DICE": 1, "ORD": 5, "END": 3, "GM": 2, "BOT": 6,
    "FINE": 13,
}  # fmt: skip


def test_every_rule_of_the_law_stands_in_it_once() -> None:
    wanted = [f"{family}-{n}" for family, most in FAMILIES.items() for n in range(1, most + 1)]
    assert sorted(rules()) == sorted(wanted)


def test_links_lead_somewhere() -> None:
    pages = seam.pages()
    for name, text in pages.items():
        for page, anchor in re.findall(r"\]\(([\w./-]*)#?([\w-]*)\)", text if name.endswith(".md") else ""):
            assert not page or page in pages, f"{name}: {page}"
            if anchor:
                assert f'<a id="{anchor}">' in pages[page or name], f"{name}: {page}#{anchor}"


def test_tables_are_filled() -> None:
    text = "".join(chapters().values())
    assert "{{" not in text
    assert all(name in text for name in (*CREATURES, *SPELLS, *WIZARDS))


def test_entries() -> None:
    assert (seam.entry("rule", "hand-5") or ("", ""))[1].startswith("**HAND-5.**")
    assert "7, ranged 0, defense 4" in (seam.entry("spell", "wraith") or ("", ""))[1]
    assert "Earth Elemental" in (seam.entry("spell", "Scry Runes") or ("", ""))[1]
    assert "Javed" in (seam.entry("spell", "javed") or ("", ""))[1]
    assert seam.entry("rule", "HAND-99") is None
    assert "wraith" in seam.names("spell")


def test_the_docs_are_these_pages() -> None:
    """Write them anew with ``magika-gm rule-book --game rune_war --markdown docs/rune_war/rules``."""
    assert {p.relative_to(DOCS).as_posix(): p.read_text("utf-8") for p in DOCS.rglob("*.*")} == dict(seam.pages())


def test_it_prints() -> None:
    printed = book_pdf(seam.printed(), "a4", "edition")
    assert printed.pages >= 12
    assert printed.data == book_pdf(seam.printed(), "a4", "edition").data
