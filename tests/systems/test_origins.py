"""Whose each rule of a game's book is, the author's or ours: ``origins.toml`` beside its templates."""

from __future__ import annotations

import re

import pytest

from magika_gm import games
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.reports.rule_pages import RuleBook, origins_in
from tests.systems.toy.reports import RULEBOOK as TOY_BOOK

NAMES = [name for name in games.SYSTEMS if games.system(name).has("rulebook")]


def book_of(name: str) -> RuleBook:
    book = games.system(name).rulebook
    assert isinstance(book, RuleBook)
    return book


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_an_origin(name: str) -> None:
    """But rulings, which are all ours. What is named besides rules has no number to be found by."""
    book = book_of(name)
    rules = {number for number in book.book.rules if not re.fullmatch(r"[A-Z]\d+", number)}
    assert rules <= book.origins.keys()
    assert not [other for other in book.origins.keys() - rules if re.search(r"\d", other)]


def test_a_game_without_the_file_has_none() -> None:
    assert TOY_BOOK.origins == {}


def test_what_is_wrong_in_the_file_is_told() -> None:
    rows = """
        A-1 = { origin = "author" }
        A-2 = { origin = "ours" }
        A-3 = { origin = "both", place = "II", reason = "Half of it." }
        A-4 = { origin = "his", place = "II" }
        A-5 = { origin = "author", place = "II", why = "It is." }
    """
    with pytest.raises(ScenarioFaults) as told:
        origins_in(rows, "pond")
    said = "\n".join(told.value.faults)
    for place in ("pond:2: A-1: it is not said", "pond:3: A-2: a reason is needed", "pond:5: A-4", "pond:6: A-5.why"):
        assert place in said
    assert "A-3" not in said
