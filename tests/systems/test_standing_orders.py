"""Orders that outlast their turn, in the games that have any: what replaces them, what leaves them, what is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.office.office import Office
from magika_gm.engine.seam.rules import StandingOrders
from tests.offices import copied
from tests.systems.contract import Standing, contract_of, having, saying
from tests.systems.five import Played, begun, opened


@pytest.fixture(params=saying("standing"))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Standing, Played]]:
    folder, case = tmp_path / "office", contract_of(request.param).standing
    assert case is not None
    office = copied(folder, once_played, request.param)
    yield case, opened(folder, office, games.system(request.param), sent=1)
    office.close()


def once_played(folder: Path, name: str) -> Office:
    """What stands of the first turn's orders."""
    game, case = begun(folder, games.system(name)), contract_of(name).standing
    assert case is not None
    assert game.send(case.seat, *case.first).faults == 0
    game.play()
    assert game.stands(case.seat) == case.stands
    return game.office


def test_every_game_with_orders_that_outlast_their_turn_is_tried_here() -> None:
    found = {name for name in games.SYSTEMS if isinstance(games.system(name).orders, StandingOrders)}
    assert found == {*saying("standing"), *having("test_standing_orders")}


def test_a_sheet_without_such_lines_leaves_them_and_says_which(played: tuple[Standing, Played]) -> None:
    case, game = played
    assert game.send(case.seat, *case.beside, turn=2).outcome == "accepted"
    said = game.answer()[1]
    assert f"No {case.part}: the standing orders stay as they are ({case.rule}), as they came for turn 1." in said
    assert all(line in said for line in case.stands)
    assert "fell away" not in said
    game.play()
    assert game.stands(case.seat) == case.stands


def test_the_answer_says_what_fell_with_the_sheet_that_is_replaced(played: tuple[Standing, Played]) -> None:
    """The REACT of the sheet just replaced is gone: what stands is that of the turn before."""
    case, game = played
    game.send(case.seat, *case.anew, turn=2)
    said = game.answer()[1]
    assert f"Its {case.part} took the place of the standing orders ({case.rule}), as they came for turn 1" in said
    game.send(case.seat, *case.beside, turn=2)
    said = game.answer()[1]
    assert f"The {case.part} of the sheet that this one replaces fell away with it." in said
    assert all(line in said for line in case.stands)
    game.play()
    assert game.stands(case.seat) == case.stands


def test_lines_with_an_error_among_them_replace_none_that_stand_and_the_rest_is_played(
    played: tuple[Standing, Played],
) -> None:
    case, game = played
    received = game.send(case.seat, *case.wrong, turn=2)
    assert (received.outcome, received.faults) == ("accepted", 1)
    said = game.answer()[1]
    assert f"There is an error in its {case.part}: nothing is replaced, the standing orders stay as they are" in said
    game.play()
    assert game.stands(case.seat) == case.stands
    assert game.played(case.seat, 2) == [line for line in case.wrong if line == case.beside[0]]


def test_a_message_beside_lines_with_an_error_changes_nothing_of_that(played: tuple[Standing, Played]) -> None:
    case, game = played
    game.send(case.seat, *case.wrong, turn=2)
    game.send(case.seat, f"MESSAGE TO {contract_of(game.system.name).other}", "Hail!", "END MESSAGE", turn=2)
    game.play()
    assert game.stands(case.seat) == case.stands
    assert game.played(case.seat, 2) == [line for line in case.wrong if line == case.beside[0]]


def test_new_ones_without_an_error_replace_them(played: tuple[Standing, Played]) -> None:
    case, game = played
    game.send(case.seat, *case.anew, turn=2)
    game.play()
    assert game.stands(case.seat) == case.then


def test_where_none_stand_lines_with_errors_are_taken_as_far_as_they_can_be_read(tmp_path: Path) -> None:
    game = begun(tmp_path / "office", games.system("arena"))
    received = game.send("A", "STANDING", "RETREET ALL e2", "KILL B1", "END STANDING")
    assert (received.outcome, received.faults) == ("accepted", 1)
    assert "stay as they are" not in game.answer()[1]
    game.play()
    assert game.stands("A") == ("KILL B1",)
    game.office.close()


def test_a_message_beside_lines_that_do_not_count_is_taken(tmp_path: Path) -> None:
    """LAW-20: the coming turn is the other's."""
    game = begun(tmp_path / "office", games.system("arena"))
    assert game.send("B", "MOVE B2 W").outcome == "accepted"
    assert game.send("B", "MESSAGE TO A", "Hail!", "END MESSAGE").outcome == "accepted"
    assert "Hail!" in game.kept("B")
    assert "MOVE B2 W" in game.kept("B")
    game.office.close()


@pytest.mark.parametrize("name", saying("out_of_turn"))
def test_lines_out_of_turn_alone_replace_no_sheet(tmp_path: Path, name: str) -> None:
    """MAIL-3, LAW-20: the coming turn is the other's, so that an ACT part or turn orders count for nothing."""
    game = begun(tmp_path / "office", games.system(name))
    seat, good, lines = contract_of(name).out_of_turn or ("", (), ())
    assert game.send(seat, *good).outcome == "accepted"
    received = game.send(seat, *lines)
    assert (received.outcome, received.faults) == ("refused", 0)
    said = game.answer()[1]
    assert "none of its lines counts in the coming turn, so it replaces nothing" in said
    game.play()
    assert game.stands(seat) == (good[1],)
    game.office.close()
