"""Orders that the game master gives for a player count as sent, in every game: no miss, no default, no reproach."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from magika_gm import games
from magika_gm.app.audit.explain import explain
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.insurance import missing_of
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.operations.status import office_status
from magika_gm.app.record.games import awaited, load_game
from magika_gm.app.turns.acts import record_act, take_back_act
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.turn_orders import kept_text
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import write_sheet
from magika_gm.resources import shipped
from magika_gm.store.archive import load_played
from magika_gm.store.vocabulary import Played
from tests.app.postroom import NOW, masters_words
from tests.systems.contract import contract_of, saying

REPORTS_OF = ""


def begin(office: Office, system: str) -> list[str]:
    """A game; the seats its first turn waits for."""
    new_game(office, "7", shipped("sample") / system / "signups.toml", NOW, system=system, seed=b"word" * 4)
    with office.store.reading() as connection:
        return awaited(connection, load_game(connection, "7"))


def missing(office: Office) -> tuple[str, ...]:
    with office.store.reading() as connection:
        return missing_of(connection, load_game(connection, "7"))


@pytest.mark.parametrize("system", saying("by_word"))
def test_corrected_orders_are_no_miss(office: Office, system: str) -> None:
    first, *others = begin(office, system)
    assert first in missing(office)
    given = record_act(office, "7", "order", (first, *contract_of(system).by_word), "by telephone", NOW)
    assert first not in missing(office)
    (game,) = office_status(office, NOW).games
    assert first not in game.missing
    assert game.by_word == (first,)
    take_back_act(office, "7", given.nr)
    assert first in missing(office)
    record_act(office, "7", "order", (first, *contract_of(system).by_word), "by telephone", NOW)
    assert first not in process_turn(office, "7", NOW, early=True).defaults
    with office.store.reading() as connection:
        played = load_played(connection, "7", 1)
    assert played[first][0] == Played.MAILED
    assert all(played[seat][0] == Played.DEFAULT for seat in others)
    said = (office.reports("7", 1) / f"{first}.txt").read_text("utf-8")
    assert "did not come in time" not in said
    orders = [line["text"] for c in explain(office, "7", 1, first) for line in c["lines"] if line["kind"] == "order"]
    assert orders[0] == f"The orders of {first} are played on the game master's word"
    assert not any("(default)" in line for line in orders)
    assert all("(on the game master's word)" in line for line in orders[1:])
    assert f"Orders of {first} are played on the game master" in masters_words(office, 1)
    assert not any(turn.differences for turn in verify_game(office, "7"))


@pytest.mark.parametrize("system", saying("by_word"))
def test_who_rings_up_each_turn_never_leaves_the_game(office: Office, system: str) -> None:
    """GM-3 and its like: six turns, no sheet, and he is neither warned nor gone."""
    seat = begin(office, system)[0]
    for turn in range(1, 7):
        with office.store.reading() as connection:
            wanted = seat in awaited(connection, load_game(connection, "7"))
        if wanted:
            record_act(office, "7", "order", (seat, *contract_of(system).by_word), "by telephone", NOW)
        done = process_turn(office, "7", NOW + timedelta(days=turn), early=True)
        if done.ending:
            break
        assert seat not in done.gone
        assert seat not in done.defaults
        said = (office.reports("7", turn) / f"{seat}.txt").read_text("utf-8")
        assert "jeopardy" not in said
        assert "did not come in time" not in said
    assert turn > 2
    assert seat not in office_status(office, NOW).games[0].jeopardy


def test_a_turn_taken_back_counts_them_again(office: Office) -> None:
    begin(office, "magika")
    record_act(office, "7", "order", ("H", "2", "MOVE NE"), "by telephone", NOW)
    process_turn(office, "7", NOW, early=True)
    undo_turn(office, "7", NOW)
    assert "H" not in missing(office)
    process_turn(office, "7", NOW, early=True)
    with office.store.reading() as connection:
        how, orders = load_played(connection, "7", 1)["H"]
    assert (how, orders) == (Played.MAILED, ["REST"] * 5), "as of any sheet, what is not given is Rest"
    assert not any(turn.differences for turn in verify_game(office, "7"))


def test_a_sheet_is_kept_as_it_was_written_where_that_alone_says_what_is_wrong() -> None:
    """Unless it would be read as other orders than those acknowledged, or as other messages."""
    grammar = games.system("magika").orders.GRAMMAR
    wrong = "MESSAGE TO NOBODY KNOWN\nHi\nEND MESSAGE\n"
    (sheet,) = read_sheets(f"GAME 7 TURN 1\nMAGE C\nPASSWORD x\n1 MOVE NE\n{wrong}END\n", grammar)
    assert wrong in sheet.text
    assert kept_text(sheet, grammar) == sheet.text
    assert wrong not in kept_text(replace(sheet, orders={}), grammar)
    (other,) = read_sheets("GAME 7 TURN 1\nMAGE C\nPASSWORD x\nMESSAGE TO D\nHo\nEND MESSAGE\nEND\n", grammar)
    more = replace(sheet, messages=other.messages)
    assert kept_text(more, grammar) == write_sheet(replace(more, password=""), grammar)
