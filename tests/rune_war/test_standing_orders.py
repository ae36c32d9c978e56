"""A hand's sheet stands through its hand (GM-1): what replaces it, what leaves it, what is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm import games
from tests.systems.five import Played, begun

pytestmark = pytest.mark.usefixtures("sketched")


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


def test_lines_for_the_map_beside_one_for_the_hand_replace_it(war: Played) -> None:
    assert war.send("1", "CLAIM K8", "AIM PUNGS", turn=2).outcome == "accepted"
    assert "Its hand lines took the place of the standing orders" in war.answer()[1]
    war.play()
    assert war.played("1", 2) == ["CLAIM K8", "AIM PUNGS"]


def test_what_is_foretold_after_a_refusal_is_of_what_stands(war: Played) -> None:
    """The sheet of an earlier turn, then the one that is here for this: never the one that was refused."""
    war.send("1", "PUNGE DRAGONS", "AIM CONCEALED !", turn=2)
    said = war.answer()[1]
    assert "your aim is QUICK" in said
    assert "your aim is CONCEALED" not in said
    war.send("1", "AIM CONCEALED !", turn=2)
    assert "your aim is CONCEALED" in war.answer()[1]
    war.send("1", "PUNGE DRAGONS", "AIM QUICK", turn=2)
    said = war.answer()[1]
    assert "stand unchanged:" in said
    assert "your aim is CONCEALED" in said
    assert "your aim is QUICK" not in said


def test_a_mail_that_only_asks_says_which_orders_stand(war: Played) -> None:
    war.mail(f"GAME 12\nSEAT 1\nPASSWORD {war.passwords['1']}\nFORM\nEND\n")
    said = war.answer()[1]
    assert "No orders for turn 2 have come from you." in said
    assert "Your standing orders stay as they are (GM-1), as they came for turn 1: AIM QUICK KEEP RD" in said
    war.send("1", "AIM PUNGS", turn=2)
    war.mail(f"GAME 12\nSEAT 1\nPASSWORD {war.passwords['1']}\nFORM\nEND\n")
    assert "Your orders for turn 2 that came Sunday 01 November 2026, 08:00 AST stand unchanged." in war.answer()[1]
