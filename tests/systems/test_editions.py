"""A game is played to its end by the edition of the rules it was begun with (docs/decisions/0015)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from magika_gm import games
from magika_gm.app.record.games import load_game, read_begun
from magika_gm.engine.beginning import dated
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.systems.five import GAME, begun

CHANGED = [name for name in games.SYSTEMS if games.system(name).rules.EDITION]


def edition_of(one: Any) -> int:
    """Of a scenario, of a state, or of what a seat knows of it."""
    return int(getattr(getattr(one, "options", one), "edition", 0) or one.edition)


def text_of(name: str) -> str:
    """The default scenario as it is shipped: it names no edition."""
    return (shipped("scenarios") / name / f"{games.system(name).setup.DEFAULT}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CHANGED)
def test_a_scenario_without_an_edition_is_the_newest_in_a_file_and_the_first_in_a_record(name: str) -> None:
    system, text = games.system(name), text_of(name)
    assert edition_of(system.setup.read_scenario(text, "a file")) == system.rules.EDITION
    old = read_begun(system, text, "a record")
    assert edition_of(old) == 1
    assert edition_of(read_begun(system, system.setup.write_scenario(old), "a record")) == 1, "written, if not newest"


@pytest.mark.parametrize("name", CHANGED)
def test_a_scenario_of_a_newer_version_is_refused(name: str) -> None:
    system = games.system(name)
    with pytest.raises(ScenarioFaults, match="edition"):
        read_begun(system, dated(text_of(name), system.setup.OPTIONS, system.rules.EDITION + 1), "a record")


@pytest.mark.parametrize("name", CHANGED)
def test_a_games_record_names_the_edition_it_is_played_by_and_every_turn_is(name: str, tmp_path: Path) -> None:
    played = begun(tmp_path, games.system(name))
    newest = played.system.rules.EDITION
    with played.office.store.writing(game=GAME) as connection:
        row = connection.execute(select(t.games.c.scenario).where(t.games.c.id == GAME)).scalar_one()
        assert f"\nedition = {newest}\n" in f"\n{row}"
        assert edition_of(load_game(connection, GAME).state(connection)) == newest
        before = "".join(line for line in row.splitlines(keepends=True) if not line.startswith("edition = "))
        connection.execute(t.games.update().where(t.games.c.id == GAME).values(scenario=before))
        state = load_game(connection, GAME).state(connection)
        assert edition_of(state) == 1, "it was begun before there were editions"
        for seat in played.system.rules.playing(state):
            sight = played.system.sight
            assert edition_of(sight.known(state, seat, sight.no_memory())) == 1
