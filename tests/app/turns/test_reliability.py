"""What counts of a player's turns: orders that were waited for, and those he sent though nobody waited."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.players import PlayerLine, list_players
from magika_gm.app.office.office import Office
from magika_gm.app.operations.status import GameStatus, office_status
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.games import awaited, load_game, load_holders
from magika_gm.app.turns.drop_outs import nobody_wrote
from magika_gm.app.turns.process import process_turn
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store.vocabulary import Played
from tests.offices import empty
from tests.systems.contract import contract_of, saying

REPORTS_OF = ""

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Callable[[str], Office]]:
    made: list[Office] = []

    def begin(system: str) -> Office:
        made.append(empty(tmp_path / "office"))
        new_game(made[0], "12", shipped("sample") / system / "signups.toml", NOW, seed=b"count", system=system)
        return made[0]

    yield begin
    for one in made:
        one.close()


def sends(office: Office, system: str, seat: str, turn: int) -> str:
    file = tomllib.loads((shipped("sample") / system / "signups.toml").read_text("utf-8"))
    with office.store.reading() as connection:
        name = load_holders(connection, "12")[seat].name
    password = next(one["password"] for one in file["player"] if one["name"] == name)
    lines = (f"GAME 12 TURN {turn}", f"SEAT {seat}", f"PASSWORD {password}", *contract_of(system).either_seat, "END")
    return next(iter(ingest(office, [Incoming(None, "\n".join(lines), f"{seat} {turn}")], NOW))).outcome


def waited_for(office: Office) -> list[str]:
    with office.store.reading() as connection:
        return awaited(connection, load_game(connection, "12"))


def line_of(office: Office, seat: str) -> PlayerLine:
    return next(line for line in list_players(office) if line.seats == (f"12:{seat}",))


def standing(office: Office) -> GameStatus:
    return office_status(office, NOW).games[0]


@pytest.mark.parametrize("system", saying("either_seat"))
def test_who_sends_whatever_is_asked_of_him_is_wholly_reliable(office: Callable[[str], Office], system: str) -> None:
    made = office(system)
    for turn in (1, 2, 3):
        (seat,) = waited_for(made)
        assert standing(made).missing == (seat,), "of the other nothing is asked"
        assert sends(made, system, seat, turn) == "accepted"
        assert (standing(made).missing, standing(made).orders, standing(made).awaited) == ((), 1, 1)
        process_turn(made, "12", NOW, early=True)
    for seat in ("A", "B"):
        line = line_of(made, seat)
        assert (line.turns_missed, line.turns_excused, line.reliability) == (0, 0, 100)


@pytest.mark.parametrize("system", saying("either_seat"))
def test_a_sheet_nobody_waits_for_is_ones_own_and_none_is_nothing(office: Callable[[str], Office], system: str) -> None:
    made = office(system)
    (seat,) = waited_for(made)
    other = next(one for one in ("A", "B") if one != seat)
    assert sends(made, system, other, 1) == "accepted"
    process_turn(made, "12", NOW, early=True)
    assert (line_of(made, other).turns_own, line_of(made, other).reliability) == (1, 100)
    missed = line_of(made, seat)
    assert (missed.turns_own, missed.turns_missed, missed.turns_excused) == (0, 1, 0), (
        "a game of two has no failed post"
    )
    process_turn(made, "12", NOW, early=True)
    assert line_of(made, other).turns_own + line_of(made, other).turns_missed <= 2


def test_seats_the_program_plays_are_no_sign_that_the_post_failed() -> None:
    bots = dict.fromkeys("FGHI", Played.POLICY)
    assert not nobody_wrote({"A": Played.DEFAULT} | bots)
    assert not nobody_wrote(dict.fromkeys("ABC", Played.DEFAULT) | dict.fromkeys("DE", Played.NONE))
    assert nobody_wrote(dict.fromkeys("ABCD", Played.DEFAULT) | bots)
    assert not nobody_wrote(dict.fromkeys("ABCD", Played.DEFAULT) | {"E": Played.MAILED})
