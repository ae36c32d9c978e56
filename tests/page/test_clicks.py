"""A click means the very thing that was clicked: in every open choice, on pictures and in lists, in every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from magika_gm.engine.paging import GamePage, Option, Slot, Things, page_json
from tests.page import node
from tests.page.rambles import Position, parts_of, positions
from tests.page.test_games import NIGHTLY
from tests.systems.contract import contract_of, saying

CLICKER = Path(__file__).parent / "clicks.mjs"
MANY, SOME = 60, 10
"""Positions a game: by night, and by day."""


@cache
def looked_at(name: str) -> tuple[tuple[Position, GamePage], ...]:
    """Positions all over several games, with their pages."""
    found: list[Position] = []
    for game in range((MANY if NIGHTLY else SOME) // 5):
        whole = list(islice(positions(name, game, 24), 6, None))
        found += whole[:: max(1, len(whole) // 5)][:5]
    return tuple((position, position.page()) for position in found)


def options_of(page: GamePage) -> Iterator[tuple[str, str, Option]]:
    """Every option with its form and slot, conditions left out: they are chosen by name alone."""
    assert page.plan is not None
    for form in page.plan.forms:
        for part in parts_of(page.plan, form):
            if isinstance(part, Slot) and not part.extra:
                for option in page.plan.lists[part.list] if part.list else part.options:
                    yield form.key, part.name, option


@pytest.mark.parametrize("name", saying("names"))
def test_an_option_says_what_it_names(name: str) -> None:
    """What its words name is what a click chooses it by; and what it is chosen by can be clicked where it is shown."""
    told, names = 0, contract_of(name).names
    assert names is not None
    for position, page in looked_at(name):
        for form, _, option in options_of(page):
            named = names(position, option)
            if len(named) == 1:
                assert set(option.things) == named, (position.turn, form, option)
                told += 1
    assert told > 20


@node.NEEDED
@pytest.mark.parametrize("name", saying("names"))
def test_a_click_enters_what_was_clicked_or_asks(name: str) -> None:
    """On a mark, a card, a row: that one. On a place with several, or where several orders would do: it is asked."""
    found = looked_at(name)
    said = node.answers(CLICKER, *(page_json(page) for _, page in found))
    entered = asked = 0
    names = contract_of(name).names
    assert names is not None
    for (position, page), row in zip(found, said, strict=True):
        options = {(form, slot, option.text): option for form, slot, option in options_of(page)}
        clicked: dict[tuple[str, str], set[str]] = {}
        for form, target, place, things, sure, hits in row:
            where = (position.turn, form, target, sure)
            clicked.setdefault((form, target), set()).update(hits)
            if sure is None:
                asked += 1
                continue
            entered += 1
            option = options[form, sure[0], sure[1]]
            named = names(position, option) or set(option.things)
            if named:
                assert len(things) == 1, where
                assert set(things) <= named, where
            else:
                assert option.place == place, where
                assert not target.startswith("row"), where
        _each_can_be_clicked(page, clicked)
    assert entered > 20
    assert asked > 20


def _each_can_be_clicked(page: GamePage, clicked: Mapping[tuple[str, str], set[str]]) -> None:
    """What stands alone for one thing chooses it, or asks for it among others, wherever it is among the options."""
    marks = {mark.things or (mark.key,) for picture in page.pictures for mark in picture.marks}
    rows = {thing.key for block in page.blocks if isinstance(block, Things) for thing in block.things}
    for form, _, option in options_of(page):
        for key in option.things:
            if (key,) in marks:
                assert option.text in clicked.get((form, f"mark {key}"), set()), (form, option)
            if key in rows:
                assert option.text in clicked.get((form, f"row {key}"), set()), (form, option)
