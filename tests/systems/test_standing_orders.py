"""Orders that outlast their turn, in the games that have any: what replaces them, what leaves them, what is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.office.office import Office
from magika_gm.engine.seam.rules import StandingOrders
from tests.offices import copied
from tests.systems.five import Played, begun, opened
from tests.systems.test_one_rule import OTHER


@dataclass(frozen=True, slots=True)
class Case:
    """A game with standing orders: lines of turn 1 that leave ``stands``, and what the next sheet has."""

    seat: str
    part: str
    rule: str
    first: tuple[str, ...]
    stands: tuple[str, ...]
    beside: tuple[str, ...]
    """A sheet without such lines."""
    wrong: tuple[str, ...]
    """One in which such a line is wrong."""
    anew: tuple[str, ...]
    then: tuple[str, ...]


CASES = {
    "xom_zol": Case(
        "A", "REACT part", "MAIL-3", ("REACT", "BLOCK DEFAULT FAIR"), ("BLOCK DEFAULT FAIR",), ("OFFER DRAW",),
        ("OFFER DRAW", "REACT", "BLOCK DEFAULT WALL", "BLOK STRONGEST WITH A1"),
        ("REACT", "BLOCK DEFAULT WALL"), ("BLOCK DEFAULT WALL",),
    ),
    "arena": Case(
        "A", "STANDING block", "MAIL-4", ("STANDING", "RETREAT ALL e2", "END STANDING"), ("RETREAT ALL e2",), ("DRAW",),
        ("DRAW", "STANDING", "KILL B1", "RETREET ALL e8", "END STANDING"),
        ("STANDING", "RETREAT ALL e8", "END STANDING"), ("RETREAT ALL e8",),
    ),
    "temple_isle": Case(
        "SUN", "FAST lines", "FAST-2", ("WATER c1, b1", "FAST Parry ON IT WHEN ATTACK"),
        ("FAST Parry ON IT WHEN ATTACK",), ("OFFER DRAW",),
        ("OFFER DRAW", "FAST Parry ON U1 WHEN ATTACK", "FSAT Parry ON IT WHEN ATTACK"),
        ("FAST NONE",), (),
    ),
}  # fmt: skip


@pytest.fixture(params=CASES)
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Case, Played]]:
    folder = tmp_path / "office"
    office = copied(folder, once_played, request.param)
    yield CASES[request.param], opened(folder, office, games.system(request.param), sent=1)
    office.close()


def once_played(folder: Path, name: str) -> Office:
    """What stands of the first turn's orders."""
    game, case = begun(folder, games.system(name)), CASES[name]
    assert game.send(case.seat, *case.first).faults == 0
    game.play()
    assert game.stands(case.seat) == case.stands
    return game.office


def test_every_game_with_orders_that_outlast_their_turn_is_tried_here() -> None:
    found = {name for name in games.SYSTEMS if isinstance(games.system(name).orders, StandingOrders)}
    assert found == {*CASES, "rune_war"}


def test_a_sheet_without_such_lines_leaves_them_and_says_which(played: tuple[Case, Played]) -> None:
    case, game = played
    assert game.send(case.seat, *case.beside, turn=2).outcome == "accepted"
    said = game.answer()[1]
    assert f"No {case.part}: the standing orders stay as they are ({case.rule}), as they came for turn 1." in said
    assert all(line in said for line in case.stands)
    assert "fell away" not in said
    game.play()
    assert game.stands(case.seat) == case.stands


def test_the_answer_says_what_fell_with_the_sheet_that_is_replaced(played: tuple[Case, Played]) -> None:
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
    played: tuple[Case, Played],
) -> None:
    case, game = played
    received = game.send(case.seat, *case.wrong, turn=2)
    assert (received.outcome, received.faults) == ("accepted", 1)
    said = game.answer()[1]
    assert f"There is an error in its {case.part}: nothing is replaced, the standing orders stay as they are" in said
    game.play()
    assert game.stands(case.seat) == case.stands
    assert game.played(case.seat, 2) == [line for line in case.wrong if line == case.beside[0]]


def test_a_message_beside_lines_with_an_error_changes_nothing_of_that(played: tuple[Case, Played]) -> None:
    case, game = played
    game.send(case.seat, *case.wrong, turn=2)
    game.send(case.seat, f"MESSAGE TO {OTHER[game.system.name]}", "Hail!", "END MESSAGE", turn=2)
    game.play()
    assert game.stands(case.seat) == case.stands
    assert game.played(case.seat, 2) == [line for line in case.wrong if line == case.beside[0]]


def test_new_ones_without_an_error_replace_them(played: tuple[Case, Played]) -> None:
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


@pytest.fixture
def war(tmp_path: Path) -> Iterator[Played]:
    """Rune War in the second hand turn of a hand, seat 1's sheet of the first waiting."""
    game = begun(tmp_path / "office", games.system("rune_war"), seed=b"long hand")
    game.send("1", "AIM QUICK", "KEEP RD")
    game.play()
    assert game.stands("1") == ("AIM QUICK", "KEEP RD"), "the seed gives a hand of more than one turn"
    yield game
    game.office.close()


@pytest.mark.parametrize(
    ("lines", "outcome", "why"),
    [
        (("CLAIM K8, M4",), "refused", "none of its lines counts in the coming turn, so it replaces nothing"),
        (("CLAIM K8", "MESSAGE TO 3", "Hello", "END MESSAGE"), "refused", "so it replaces nothing"),
        (("PUNGE DRAGONS", "AIM FLUSH"), "refused", "it has errors, and orders without any stand from an earlier turn"),
        (("MESSAGE TO 3", "Hello", "END MESSAGE"), "accepted", "No hand lines: the standing orders stay as they are"),
        ((), "accepted", "No hand lines: the standing orders stay as they are"),
    ],
)
def test_a_hand_sheet_waits_on_beside_what_does_not_replace_it(
    war: Played, lines: tuple[str, ...], outcome: str, why: str
) -> None:
    assert war.send("1", *lines, turn=2).outcome == outcome
    said = war.answer()[1]
    assert why in said
    assert "(GM-1), as they came for turn 1" in said
    assert "AIM QUICK KEEP RD" in said
    war.play()
    file = war.turn_file("1", 2)
    assert war.stands("1") in ((), ("AIM QUICK", "KEEP RD")), "over with its hand, or as it was"
    assert "CLAIM" not in str(file["orders"])
    if outcome == "accepted" and lines:
        assert "Hello" in str(war.turn_file("3", 2)["messages"])


def test_a_message_beside_lines_that_do_not_count_is_taken(tmp_path: Path) -> None:
    """LAW-20: the coming turn is the other's."""
    game = begun(tmp_path / "office", games.system("arena"))
    assert game.send("B", "MOVE B2 W").outcome == "accepted"
    assert game.send("B", "MESSAGE TO A", "Hail!", "END MESSAGE").outcome == "accepted"
    assert "Hail!" in game.kept("B")
    assert "MOVE B2 W" in game.kept("B")
    game.office.close()


def test_lines_for_the_map_beside_one_for_the_hand_replace_it(war: Played) -> None:
    assert war.send("1", "CLAIM K8", "AIM PUNGS", turn=2).outcome == "accepted"
    assert "Its hand lines took the place of the standing orders" in war.answer()[1]
    war.play()
    assert war.played("1", 2) == ["CLAIM K8", "AIM PUNGS"]


def test_a_mail_that_only_asks_says_which_orders_stand(war: Played) -> None:
    war.mail(f"GAME 12\nSEAT 1\nPASSWORD {war.passwords['1']}\nFORM\nEND\n")
    said = war.answer()[1]
    assert "No orders for turn 2 have come from you." in said
    assert "Your standing orders stay as they are (GM-1), as they came for turn 1: AIM QUICK KEEP RD" in said
    war.send("1", "AIM PUNGS", turn=2)
    war.mail(f"GAME 12\nSEAT 1\nPASSWORD {war.passwords['1']}\nFORM\nEND\n")
    assert "Your orders for turn 2 that came Sunday 01 November 2026, 08:00 AST stand unchanged." in war.answer()[1]


@pytest.mark.parametrize(("name", "seat", "lines"), [
    ("xom_zol", "A", ("ACT", "KEEP 1")), ("arena", "B", ("MOVE B2 W",)),
])  # fmt: skip
def test_lines_out_of_turn_alone_replace_no_sheet(tmp_path: Path, name: str, seat: str, lines: tuple[str, ...]) -> None:
    """MAIL-3, LAW-20: the coming turn is the other's, so that an ACT part or turn orders count for nothing."""
    game = begun(tmp_path / "office", games.system(name))
    good = {"xom_zol": ("REACT", "BLOCK DEFAULT FAIR"), "arena": ("STANDING", "RETREAT ALL e8", "END STANDING")}[name]
    assert game.send(seat, *good).outcome == "accepted"
    received = game.send(seat, *lines)
    assert (received.outcome, received.faults) == ("refused", 0)
    said = game.answer()[1]
    assert "none of its lines counts in the coming turn, so it replaces nothing" in said
    game.play()
    assert game.stands(seat) == (good[1],)
    game.office.close()
