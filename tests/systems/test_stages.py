"""A game whose turns are of several kinds: how long players have for the next one, and what its phases are called."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from magika_gm.app.audit.explain import explain
from magika_gm.app.record.games import load_game
from magika_gm.engine.seam.setup import Stage
from magika_gm.engine.system import GameSystem
from tests.systems.five import GAME, Played, begun
from tests.systems.toy.table import Table

LAST = Stage(phases=("Before the turn", "The last cards"), share=0.5)


def due_in(game: Played) -> timedelta:
    """How long after the last turn's due date the next one is."""
    with game.office.store.reading() as connection:
        before = load_game(connection, GAME).next_due
    game.play()
    with game.office.store.reading() as connection:
        return load_game(connection, GAME).next_due - before


def test_a_stage_has_its_share_of_the_pace_and_its_titles(
    tmp_path: Path, toy: GameSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stage(_: object, state: Table) -> Stage:
        return LAST if state.turn + 1 == state.last else Stage()

    monkeypatch.setattr(type(toy.rules), "stage", stage, raising=False)
    game = begun(tmp_path / "office", toy)
    assert game.send("RED", "SHOW").outcome == "accepted"
    assert [due_in(game).days for _ in range(2)] == [14, 7]
    assert game.send("GREEN", "SHOW", turn=3).outcome == "accepted"
    assert due_in(game).days == 14
    assert [chapter["title"] for chapter in explain(game.office, GAME, 1)][-1] == "The cards"
    assert [chapter["title"] for chapter in explain(game.office, GAME, 3)][-1] == "The last cards"
    game.office.close()


def test_a_stage_has_a_day_at_least() -> None:
    assert [Stage(share=0.1).days(1), Stage(share=0.25).days(14), Stage().days(21)] == [1, 4, 21]
    assert LAST.title(7) == "Step 7"
