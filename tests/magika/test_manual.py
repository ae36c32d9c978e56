"""The spells' wording: one page a spell, saying what the table and the engine say."""

from __future__ import annotations

import re

import pytest

from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_order, read_parameter, write_order
from magika_gm.games.magika.orders.model import Cast
from magika_gm.games.magika.rulebook import (
    PAGE,
    PAGES,
    aptitude_words,
    find_chance,
    order_example,
    span_words,
    stopped_by,
)
from magika_gm.games.magika.rules.effects import _TESTS
from magika_gm.games.magika.rules.spellbook import (
    CODES,
    PROTECTED_BY,
    RESISTIBLE,
    SPELL,
    SPELLS,
    SURVIVES_MAJOR,
    SURVIVES_MINOR,
    Spell,
    span,
)
from magika_gm.games.magika.rules.steps import aptitude_after
from tests.examples import each_of


def test_one_page_for_each_of_the_36_spells_in_their_order() -> None:
    assert tuple(p.code for p in PAGES) == CODES
    assert len(PAGE) == 36


@pytest.mark.parametrize("spell", SPELLS, ids=lambda s: s.code)
@pytest.mark.parametrize("major", [False, True])
def test_the_example_is_an_order_that_casts_the_spell(spell: Spell, major: bool) -> None:
    order = read_order(order_example(spell, major))
    assert isinstance(order, Cast)
    assert (order.scroll, order.major) == (spell.code, major)
    assert not isinstance(read_parameter(spell.code, major, order.parameter), Fault)
    assert write_order(order) == order_example(spell, major)


def test_a_page_says_when_a_spell_is_wasted_just_where_the_engine_looks() -> None:
    assert {p.code for p in PAGES if p.void} == set(_TESTS)


def test_the_bonus_saves_the_scroll_where_the_table_says_so() -> None:
    """SURVIVES_*: "the scroll survives" at that level, and at no other."""
    for page in PAGES:
        minor, _, major = page.bonus.partition("with X ")
        says_major = "survives" in (major or minor)
        says_minor = "survives" in minor
        assert (page.code in SURVIVES_MINOR) == (says_minor and "; " not in minor), page.code
        assert (page.code in SURVIVES_MAJOR) == (says_major or "this scroll survives" in page.bonus), page.code


def test_prose_agrees_with_figures() -> None:
    """A number of points in a page is the engine's; whole sentences end with a stop; the bonus has none."""
    for page in PAGES:
        for text in (page.minor, page.major, *(n.text for n in page.notes), *([page.void] if page.void else [])):
            assert re.search(r"[.]$", text), page.code
            assert "  " not in text
        assert not page.bonus.endswith(".")
    assert "25" in PAGE["AtEnd"].minor
    assert "35" in PAGE["AtEnd"].bonus


def test_rulings_on_spells_are_numbered_once() -> None:
    numbers = [n.ruling for p in PAGES for n in p.notes if n.ruling]
    assert len(numbers) == len(set(numbers))
    assert all(re.fullmatch(r"R\d+", n) for n in numbers)


@each_of(CODES)
def test_defence_names_what_the_engine_looks_at(code: str) -> None:
    text = stopped_by(SPELL[code])
    ward = PROTECTED_BY.get(code)
    assert (ward is not None and f"({ward})" in text) == (ward is not None)
    assert ("resistance" in text and "neither" not in text) == (code in RESISTIBLE or code in ("ElAtt", "ElDrp"))


def test_chances_of_finding_add_up() -> None:
    """SRCH-5: all scrolls a Good mage can find make a hundred percent."""
    total = sum(find_chance(s, s.alignment == "good") for s in SPELLS)
    assert total == pytest.approx(100)
    assert find_chance(SPELL["ProEl"], own=True) == pytest.approx(2.5 * find_chance(SPELL["ProAu"], own=True))


def test_aptitude_is_told_as_it_is_moved() -> None:
    for spell in SPELLS:
        for major in (False, True):
            words = aptitude_words(spell, major)
            moved = aptitude_after(50, spell.alignment, spell.cost(major)) - 50
            if spell.alignment == "neutral":
                assert words == f"{-moved} towards 0"
            else:
                assert int(words) == moved


@pytest.mark.parametrize(
    ("text", "words"),
    [("1p", "this phase"), ("10p", "10 phases"), ("1t", "this turn"), ("3t", "3 turns"), ("game", "for good")],
)
def test_durations_in_words(text: str, words: str) -> None:
    assert span_words(span(text)) == words
