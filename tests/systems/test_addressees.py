"""A message to a seat that a game could have and has not is refused aloud; to a seat of it, or to all, it goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import EVERYBODY, SheetGrammar
from tests.systems.five import begun
from tests.systems.test_contract import scenario_of


def reasons(grammar: SheetGrammar, first: str, to: str) -> list[str]:
    text = f"GAME 7 TURN 1\n{grammar.seat_words[0]} {first}\nMESSAGE TO {to}\nHello\nEND MESSAGE\nEND\n"
    (sheet,) = read_sheets(text, grammar)
    assert len(sheet.messages) + len(sheet.faults) == 1
    return [fault.reason for fault in sheet.faults]


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_nobody_plays_it_in_this_game(name: str) -> None:
    system = games.system(name)
    scenario = scenario_of(system)
    *there, last = system.setup.seats_of(scenario)
    grammar = system.orders_among(scenario).GRAMMAR
    absent, written = grammar.among(there), grammar.written(last)
    assert reasons(grammar, there[0], written) == []
    (reason,) = reasons(absent, there[0], written)
    assert reason.startswith(f"the message is not sent: nobody plays {written} in this game: there are ")
    assert reasons(absent, there[0], EVERYBODY) == []
    for seat in there:
        assert reasons(absent, there[0], grammar.written(seat)) == []


def test_a_slip_in_a_numbered_line_is_told_by_its_games_word() -> None:
    numbered = next(g for g in map(games.system, games.SYSTEMS) if g.orders.GRAMMAR.numbered).orders.GRAMMAR
    text = "GAME 7 TURN 1\n2 Qwertz\nEND\n"
    for word in ("phase", "move"):
        (sheet,) = read_sheets(text, replace(numbered, numbered_as=word))
        assert str(sheet.faults[0]).startswith(f"line 2, {word} 2: ")


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_the_answer_names_the_one_opponent(name: str, tmp_path: Path) -> None:
    """Of two players nobody writes to all: the answer says to whom it goes, as the report will."""
    system = games.system(name)
    played = begun(tmp_path, system)
    seat, *others = played.passwords
    played.mail(played.sheet(seat, "MESSAGE TO ALL", "Hello", "END MESSAGE"))
    _, said = played.answer()
    to = system.words.called(others[0]) if len(others) == 1 else "ALL"
    assert f"From {system.words.called(seat)} to {to}:" in said, said
