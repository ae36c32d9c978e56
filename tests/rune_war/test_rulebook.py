"""The players' rule book: made of the game's tables, whole, and the same as the pages under docs/rune_war/rules."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from magika_gm.games.rune_war.rulebook import RULEBOOK, start_view
from magika_gm.games.rune_war.rules.tables import CREATURES, LANDS, LAW_ISLE, SPELLS, WIZARDS, Clan
from magika_gm.games.rune_war.setup import DEFAULT, read_scenario
from magika_gm.reports.book import book_pdf

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rune_war" / "rules"


def test_tables_are_filled() -> None:
    text = "".join(RULEBOOK.book.plain.values())
    assert "{{" not in text
    assert all(name in text for name in (*CREATURES, *SPELLS, *WIZARDS))


def test_one_can_play_after_ten_minutes() -> None:
    """What is to be read first takes no longer, at 230 words a minute; its numbers are counted, too."""
    said = (DOCS / "README.md").read_text("utf-8").partition("**To play after ten minutes**")[2]
    chapters = re.findall(r"\]\(([\w-]+\.md)\)", said.partition(", and send")[0])
    assert len(chapters) == 3
    assert sum(len((DOCS / file).read_text("utf-8").split()) for file in chapters) <= 2300


def test_it_describes_the_scenario_that_is_played() -> None:
    """Its name, seats, land values, figures and map are those of the scenario file; the others are named."""
    files = {path.stem: path.read_text("utf-8") for path in (ROOT / "scenarios" / "rune_war").glob("*.toml")}
    played = read_scenario(files[DEFAULT], DEFAULT)
    told = RULEBOOK.one_rule("SET-5") or ""
    assert f"`{DEFAULT}` is played" in told
    assert all(f"`{name}`" in told for name in files)
    for seat, setup in played.seats.items():
        assert setup.pair is None or f"seat {seat} {setup.pair[0]}/{setup.pair[1].title}" in told
    figures = RULEBOOK.pages()["07-isle.md"].split("The figures of")[1]
    rows = {row.split(" | ")[0].strip("| "): row for row in figures.splitlines()}
    for place in LANDS:
        t = played.isle.at[place]
        assert f"{t.melee}·{t.ranged}·{t.defense}·{t.loyalty} | {t.value} |" in rows[place], place
    for clan in Clan:
        worth = sum(played.isle.at[place].value for place in LANDS if played.isle.at[place].clan is clan)
        assert f"{clan.title} {worth}" in (RULEBOOK.one_rule("ISLE-3") or "").split("; in `")[0]
    start = start_view()
    assert {place: start.isle.at[place].value for place in LANDS} == {p: played.isle.at[p].value for p in LANDS}


def test_it_prints_what_weighed_changes() -> None:
    weighed = read_scenario((ROOT / "scenarios" / "rune_war" / "weighed.toml").read_text("utf-8"), "weighed")
    rows = RULEBOOK.pages()["07-isle.md"].split("`weighed` changes these")[1].split("ISLE-3")[0]
    for place in LANDS:
        t, law = weighed.isle.at[place], LAW_ISLE.at[place]
        figures = f"{t.melee}·{t.ranged}·{t.defense}·{t.loyalty}"
        assert (f"| {place} | " in rows) is (t != law), place
        assert t == law or f"{figures} | {law.value} | {t.value} |" in rows.split(f"| {place} | ")[1].split("\n")[0]
    assert "in `weighed` Maitha 720, " in (RULEBOOK.one_rule("ISLE-3") or "")


def test_what_each_spell_does_is_told() -> None:
    """In the book's table and below it in a sentence, and in the spell's own entry."""
    page = RULEBOOK.pages()["06-magic.md"]
    rows = {row.split(" | ")[0].strip("| "): row for row in page.splitlines()}
    for name, spell in SPELLS.items():
        assert " " in spell.told, name
        assert f"- **{name}**: {spell.says}" in page
        assert f" | {spell.told.partition(' (')[0]}" in rows[name]
        assert f"Effect: {spell.told}." in (RULEBOOK.entry("spell", name) or ("", ""))[1]


def test_two_lines_tell_what_each_wizard_and_creature_is_like() -> None:
    book = RULEBOOK.pages()["05-wizards.md"]
    lines = {w.name: w.about for w in WIZARDS.values()} | {k.name: k.about for k in CREATURES.values()}
    assert all(len(about) == 2 for about in lines.values())
    assert len({line for about in lines.values() for line in about}) == 2 * len(lines)
    for name, about in lines.items():
        assert " ".join(about) in book
        assert about[0] in (RULEBOOK.entry("spell", name) or ("", ""))[1]


def test_the_round_worked_through_is_the_sample_games() -> None:
    """Its figures are those of the reports that are shipped."""
    told = RULEBOOK.pages()["12-example.md"]
    report = (ROOT / "reports" / "sample" / "rune_war" / "3" / "4.txt").read_text("utf-8")
    sample = tomllib.loads((ROOT / "turns" / "sample" / "rune_war" / "signups.toml").read_text("utf-8"))
    value = re.search(r"claims Barrowmarch \(M3\) from Maitha for (\d+) claim points", report)
    left = re.search(r"claim points +\d+ +M (\d+)", report)
    assert value is not None
    assert left is not None
    assert f"the figures of `{sample['scenario']}`" in told
    assert f"its land value is {value[1]} " in told
    assert f"{left[1]} are left" in told


def test_entries() -> None:
    assert (RULEBOOK.entry("rule", "hand-5") or ("", ""))[1].startswith("**HAND-5.**")
    assert "7, ranged 0, defense 4" in (RULEBOOK.entry("spell", "wraith") or ("", ""))[1]
    assert "Earth Elemental" in (RULEBOOK.entry("spell", "Scry Runes") or ("", ""))[1]
    assert "Javed" in (RULEBOOK.entry("spell", "javed") or ("", ""))[1]
    assert RULEBOOK.entry("rule", "HAND-99") is None
    assert "never below 1" in (RULEBOOK.entry("rule", "FIGHT-6") or ("", ""))[1], "what stands below its table, too"
    assert "wraith" in RULEBOOK.names("spell")


def test_it_prints() -> None:
    printed = book_pdf(RULEBOOK.printed(), "a4", "edition")
    assert printed.pages >= 12
    assert printed.data == book_pdf(RULEBOOK.printed(), "a4", "edition").data
