"""The game master's verbs, held to their rows in every game (``engine.verbs``)."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.system import GameSystem
from magika_gm.engine.verbs import corrected
from tests.systems.test_contract import begun

ROWS = [games.system(name) for name in games.SYSTEMS]


@pytest.mark.parametrize("system", ROWS, ids=lambda s: s.name)
def test_the_example_of_each_verb_is_one(system: GameSystem) -> None:
    """It is refused at most for what is on the table at the game's begin, never for its words."""
    _, state = begun(system)
    for verb in system.referee.VERBS:
        name, _game, *words, option, _reason = shlex.split(verb.example)
        assert (name, option) == (verb.name, "--reason")
        assert sum(not p.optional for p in verb.parameters) <= len(words) <= len(verb.parameters)
        why = ""
        try:
            act = system.referee.act(name, words, "why", state, (), {})
            assert system.archive.acts.from_plain(system.archive.acts.to_plain(act)) == act
            assert "why" in system.referee.text(act)
        except ActRefused as refused:
            why = str(refused)
        assert not why or why.endswith("; nothing was recorded") or why.startswith("there is no creature")


def test_lines_are_replaced_added_and_struck_when_all_is_done() -> None:
    changes: list[tuple[str, str, int, Any]] = [
        ("first", "A", 1, None),
        ("second", "A", 2, "new"),
        ("third", "A", 9, "last"),
        ("fourth", "B", 1, "only"),
        ("fifth", "B", 7, None),
    ]
    orders = {"A": ["one", "two"]}
    sheets, done = corrected(orders, changes, str.upper)
    assert sheets == {"A": ["new", "last"], "B": ["only"]}
    assert orders == {"A": ["one", "two"]}
    assert [(c.at, c.before, c.after) for c in done] == [
        (0, "ONE", ""),
        (1, "TWO", "NEW"),
        (2, "", "LAST"),
        (0, "", "ONLY"),
        (1, "", ""),
    ]
