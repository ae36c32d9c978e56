"""A game that is over: how it ended is told in words, what is told as data is of what was, and none ends unasked."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from magika_gm import games
from magika_gm.app.enrolment.new_game import cancel_game
from magika_gm.app.operations.tick import tick
from magika_gm.app.record.games import load_holders
from magika_gm.store import tables as t
from tests.app.postroom import NOW, begin
from tests.cli.test_newcomer import run
from tests.systems.contract import contract_of, saying
from tests.systems.five import GAME, begun


@pytest.mark.parametrize("system", games.SYSTEMS)
def test_how_it_ended_is_told_in_words(tmp_path: Path, system: str) -> None:
    """Each end a game can have, wherever one that is over is spoken of; data have its code."""
    office = begin(tmp_path / "office", system=system)
    with office.store.reading() as connection:
        people = sum(holder.name != "" for holder in load_holders(connection, "7").values())
    rules = games.system(system).rules
    for code in map(str, rules.ENDINGS):  # type: ignore[attr-defined]
        with office.store.writing() as connection:
            connection.execute(update(t.turns).values(ending=code))
        how = rules.ending_text(code)
        assert how != code
        for said in (
            run(office.root, "games"),
            run(office.root, "hall-of-fame"),
            run(office.root, "hall-of-fame", "7"),
            run(office.root, "process-turn", "7", status=1),
            run(office.root, "cancel-game", "7", "--yes", "--reason", "a slip", status=1),
        ):
            assert how in " ".join(said.split())
            assert f"({code})" not in said
        for command in ("games", "status"):
            (one,) = told_as_data(office.root, command)
            assert (one["ending"], one["how"], one["next_due"], one["players"]) == (code, how, None, people)


def told_as_data(folder: Path, command: str) -> list[dict[str, object]]:
    told = json.loads(run(folder, command, "--json"))
    return list(told["games"] if command == "status" else told)


def test_a_cancelled_game_has_no_next_date_and_had_its_players(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    (before,) = told_as_data(office.root, "games")
    cancel_game(office, "7", "wrong file", NOW)
    (after,) = told_as_data(office.root, "games")
    assert before["next_due"] is not None
    assert (after["ending"], after["next_due"], after["players"]) == ("cancelled", None, before["players"])
    assert "cancelled" in run(office.root, "games")


@pytest.mark.parametrize("system", saying("foreign")[:1])
@pytest.mark.parametrize("by", ["tick", "process-turn"])
def test_the_turn_that_ends_it_tells_how(tmp_path: Path, system: str, by: str) -> None:
    played = begun(tmp_path / "office", games.system(system))
    played.send(contract_of(system).seat, "RESIGN")
    if by == "tick":
        said = "; ".join(words for part in tick(played.office, NOW + timedelta(days=60), 1) for words in part.done)
    else:
        said = run(played.office.root, "process-turn", GAME, "--early")
    (one,) = told_as_data(played.office.root, "games")
    assert f"he game is over: {one['how']}" in said


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_no_game_is_abandoned_unasked(tmp_path: Path, words: tuple[str, ...]) -> None:
    office = begin(tmp_path / "office")
    said = run(office.root, "cancel-game", "7", "--reason", "a slip", *words, status=1)
    assert "nothing was changed" in said
    assert "say --yes" in said
    (one,) = told_as_data(office.root, "games")
    assert one["ending"] is None
