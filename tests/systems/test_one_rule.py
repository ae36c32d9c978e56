"""Which orders count, in every game alike (docs/orders.md): a sheet with errors never replaces one without, whatever
rule refuses its lines; what an acknowledgement says of what stands is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from magika_gm import games
from magika_gm.app.calendar.insurance import missing_of
from magika_gm.app.operations.solo import GAME as SOLO
from magika_gm.app.operations.solo import begin_solo, play_sheet, stand_of
from magika_gm.app.operations.status import Glance, look_at_all
from magika_gm.app.record.contact import ordered_for
from magika_gm.app.record.games import awaited, load_game
from magika_gm.cli.main import cli
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.system import GameSystem
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.archive import load_played
from magika_gm.store.vocabulary import SENT
from tests.examples import ALL
from tests.systems.contract import contract_of, docs_of, saying
from tests.systems.five import GAME, NOW, Played, begun
from tests.systems.toy import TOY

NAMES = saying("bad")
GAMES = [*(NAMES if ALL else NAMES[::2]), TOY.name]
"""Whose offices are asked everything: by day some, for it is one office."""
REPORTS_OF = ""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path, toy: GameSystem) -> Iterator[Played]:
    played = begun(tmp_path / "office", toy if request.param == toy.name else games.system(request.param))
    yield played
    played.office.close()


def errors(number: int) -> str:
    return f"{number} ERROR{'S' if number > 1 else ''}"


@pytest.mark.parametrize("game", [*NAMES, TOY.name], indirect=True)
def test_a_sheet_with_errors_never_replaces_one_without(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    assert game.send(seat, *asked.good, "FINAL").outcome == "accepted"
    assert game.answer()[0].endswith("orders accepted")
    assert game.final() == {seat}
    for wrong, lines in asked.bad:
        received = game.send(seat, *lines)
        assert (received.outcome, received.faults) == ("refused", wrong), lines
        subject, said = game.answer()
        assert subject.endswith("orders NOT accepted")
        assert "it has errors, and orders without any came before: those stand" in said
        read, stands = said.split("Your orders for turn 1 that came Sunday 01 November 2026, ")
        assert "! is an error" in read
        assert "stand unchanged:" in stands
        for line in asked.good:
            assert line.removeprefix("1 ").removeprefix("2 ") in stands, lines
        assert "is an error" not in stands
        assert game.final() == {seat}, "what he said of the sheet that stands holds"
    game.play()
    grammar = game.system.orders.GRAMMAR
    (meant,) = read_sheets(game.sheet(seat, *asked.good), grammar)
    assert game.played(seat, 1) == [grammar.write(order) for order in game.system.orders.listed(meant)]


def test_a_first_sheet_is_taken_as_far_as_it_can_be_read_and_every_error_counts(game: Played) -> None:
    """One with errors replaces one with errors; the count is of all lines refused, by whatever rule."""
    asked = contract_of(game.system.name)
    seat = asked.seat
    for number, (wrong, lines) in enumerate(asked.bad):
        received = game.send(seat, *lines, "FINAL")
        assert (received.outcome, received.faults) == ("accepted", wrong), lines
        subject, said = game.answer()
        assert subject.endswith(f"orders accepted WITH {errors(wrong)}")
        assert f"Your orders are accepted WITH {errors(wrong)}." in said
        assert ("They replace, whole, the orders you sent before." in said) is (number > 0)
        assert f"NOT noted: your orders for turn 1 have {errors(wrong).lower()}" in said
        assert game.final() == set()
    assert game.send(seat, *asked.good).outcome == "accepted"
    assert game.answer()[0].endswith("orders accepted")
    assert game.send(seat, *asked.bad[0][1]).outcome == "refused"
    assert game.play() == 1


def test_messages_alone_take_no_orders_back(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    first, second = ((f"MESSAGE TO {asked.other}", text, "END MESSAGE") for text in ("Hail!", "Farewell!"))
    game.send(seat, *asked.good, *first)
    assert game.send(seat, *second).outcome == "accepted"
    said = game.answer()[1]
    assert "Your orders are as they were, for your mail held none; of messages those in it count." in said
    assert "They replace" not in said
    assert "| Farewell!" in said
    assert "Hail!" not in said
    game.play()
    grammar = game.system.orders.GRAMMAR
    (meant,) = read_sheets(game.sheet(seat, *asked.good), grammar)
    assert game.played(seat, 1) == [grammar.write(order) for order in game.system.orders.listed(meant)]


def test_messages_alone_leave_a_sheet_with_errors_as_it_is(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    for wrong, lines in asked.bad:
        if any("MESSAGE" in line for line in lines):
            continue  # what was wrong with a message goes with it
        game.send(seat, *lines)
        kept = game.kept(seat)
        received = game.send(seat, f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
        assert (received.outcome, received.faults) == ("accepted", wrong), lines
        assert "Your orders are as they were" in game.answer()[1]
        assert game.answer()[1].count("! is an error") == 1
        assert [row for row in kept.split("\n") if row not in game.kept(seat).split("\n")] == [], "word for word"
        game.send(seat, "FINAL")
        assert game.final() == set(), lines
        assert game.send(seat, *asked.bad[0][1]).outcome == "accepted", "one with errors replaces one with errors"


@pytest.mark.parametrize("end", [("END MESSAGE",), ()])
def test_messages_with_an_error_alone_replace_no_orders(game: Played, end: tuple[str, ...]) -> None:
    """Neither those with errors nor those without, nor the messages beside them."""
    asked = contract_of(game.system.name)
    seat = asked.seat
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    for lines in (asked.bad[0][1], asked.good):
        game.send(seat, *lines, *hail)
        kept = game.kept(seat)
        for wrong in ((f"MESSAGE TO {asked.other}", *end), ("MESSAGE TO NOBODY KNOWN", "Hello", *end)):
            for said in (wrong, (*hail, *wrong)):
                received = game.send(seat, *said)
                assert (received.outcome, received.faults) == ("refused", 1), said
                read, stands = game.answer()[1].split("Your orders for turn 1 that came")
                assert "! is an error" in read
                assert "Hail!" in stands
                assert game.kept(seat) == kept


def test_messages_with_an_error_alone_are_no_sheet_of_orders(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    received = game.send(seat, *hail, "MESSAGE TO NOBODY KNOWN", "Hello", "END MESSAGE")
    assert (received.outcome, received.faults) == ("accepted", 1)
    assert "What you wrote to others is accepted WITH 1 ERROR." in game.answer()[1]
    assert game.send(seat, "MESSAGE TO NOBODY KNOWN", "Hello", "END MESSAGE").outcome == "refused"
    said = game.answer()[1]
    assert "none of the messages in it can be sent, and those that came before stay" in said
    assert "No orders for turn 1 have come from you." in said
    with game.office.store.reading() as connection:
        assert ordered_for(connection, load_game(connection, GAME), 1) == set()
    assert not any(glance.sheets for glance in seen(game))
    game.play()
    with game.office.store.reading() as connection:
        assert connection.execute(select(t.messages.c.text)).scalars().all() == ["Hail!"]
        assert load_played(connection, GAME, 1)[seat][0] not in SENT


def test_messages_without_the_end_of_their_sheet_replace_no_orders(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    for lines in (asked.bad[0][1], asked.good):
        game.send(seat, *lines)
        kept = game.kept(seat)
        cut = game.sheet(seat, f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE").removesuffix("END\n")
        assert game.mail(cut).outcome == "refused"
        assert game.kept(seat) == kept


def test_what_was_wrong_with_a_message_goes_with_it(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    for wrong, lines in (asked.bad[0], (0, asked.good)):
        game.send(seat, *lines, "MESSAGE TO NOBODY KNOWN", "Hello", "END MESSAGE")
        received = game.send(seat, f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
        assert (received.outcome, received.faults) == ("accepted", wrong)
        assert "Your orders are as they were" in game.answer()[1]
        game.send(seat, "FINAL")
        assert game.final() == (set() if wrong else {seat})


def test_a_message_before_the_orders_is_none_that_they_must_match(game: Played) -> None:
    """It stands in no sheet's way, and is told where a sheet takes its place."""
    asked = contract_of(game.system.name)
    seat = asked.seat
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    assert game.send(seat, *hail).outcome == "accepted"
    said = game.answer()[1]
    assert "What you wrote to others is accepted. Your mail held no orders." in said
    assert "Your orders are accepted" not in said
    wrong, lines = asked.bad[0]
    received = game.send(seat, *lines)
    assert (received.outcome, received.faults) == ("accepted", wrong)
    fell = "The message of the sheet before fell away with it; write again what should be delivered."
    assert fell in game.answer()[1]
    assert game.send(seat, *asked.good, *hail).outcome == "accepted"
    assert fell not in game.answer()[1]


def test_messages_alone_leave_final_as_it_is(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    game.send(seat, *asked.good, "FINAL")
    assert game.final() == {seat}
    game.send(seat, f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    assert game.final() == {seat}


def test_messages_alone_are_no_sheet_of_orders(game: Played, tmp_path: Path) -> None:
    """The turn is played, and told of, as if none had come; the message is delivered all the same."""
    asked = contract_of(game.system.name)
    seat = asked.seat
    silent = begun(tmp_path / "silent", game.system)
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    received = game.send(seat, *hail, "FINAL")
    assert (received.outcome, received.faults) == ("accepted", 0)
    said = game.answer()[1]
    assert "No orders of yours for turn 1 are here yet; until it is processed they are taken." in said
    assert "No orders have come from you for turn 1: send them, with FINAL below." in said
    assert game.final() == set()
    with game.office.store.reading() as connection:
        coming = load_game(connection, GAME)
        assert seat in missing_of(connection, coming) or seat not in awaited(connection, coming)
        assert ordered_for(connection, coming, 1) == set()
    assert not any(glance.sheets for glance in seen(game))
    how = []
    for office in (game, silent):
        office.play()
        with office.office.store.reading() as connection:
            how.append(load_played(connection, GAME, 1))
            told = connection.execute(select(t.messages.c.text)).scalars().all()
        assert told == (["Hail!"] if office is game else [])
    assert how[0] == how[1]
    silent.office.close()


def test_an_empty_sheet_is_one_of_orders_and_stays_beside_messages(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    assert game.send(seat).outcome == "accepted"
    for _ in range(2):
        assert game.send(seat, *hail).outcome == "accepted"
        assert "Your orders are as they were" in game.answer()[1]
        with game.office.store.reading() as connection:
            assert ordered_for(connection, load_game(connection, GAME), 1) == {seat}
        assert [glance.sheets for glance in seen(game)] == [{seat}]
    game.play()
    with game.office.store.reading() as connection:
        assert connection.execute(select(t.messages.c.text)).scalars().all() == ["Hail!"]
        assert load_played(connection, GAME, 1)[seat][0] in SENT


def test_orders_after_messages_alone_replace_none(game: Played) -> None:
    asked = contract_of(game.system.name)
    seat = asked.seat
    hail = (f"MESSAGE TO {asked.other}", "Hail!", "END MESSAGE")
    game.send(seat, *hail)
    assert game.send(seat, *asked.good, *hail, "FINAL").outcome == "accepted"
    assert "They replace" not in game.answer()[1]
    assert game.final() == {seat}
    with game.office.store.reading() as connection:
        assert ordered_for(connection, load_game(connection, GAME), 1) == {seat}


def seen(game: Played) -> list[Glance]:
    with game.office.store.reading() as connection:
        return look_at_all(connection, NOW)


@pytest.mark.parametrize("name", NAMES)
def test_solo_plays_no_sheet_with_errors(tmp_path: Path, name: str) -> None:
    asked = contract_of(name)
    solo = begin_solo(tmp_path / "solo", name, NOW, seed="a rule", seat=asked.seat)
    for wrong, lines in asked.bad:
        given = Incoming(None, "\n".join([f"GAME {SOLO} TURN 1", f"SEAT {solo.seat}", *lines, "END"]), "sheet")
        answer = play_sheet(solo, given, NOW)
        assert (answer.faults, answer.played) == (wrong, ()), lines
        assert stand_of(solo).turn == 0
    assert play_sheet(solo, given, NOW, anyway=True).played
    solo.office.close()


@pytest.mark.parametrize("name", NAMES)
def test_check_orders_ends_with_status_1_for_what_a_sheet_alone_shows(tmp_path: Path, name: str) -> None:
    asked = contract_of(name)
    state_refuses = (("WATER a1", "FIELD Fisher AT a1"), ("AIM FLUSH", "CAST Heroism"))
    path = tmp_path / "sheet.txt"
    for wrong, lines in [(0, asked.good), *asked.bad]:
        path.write_text("\n".join([f"GAME {GAME} TURN 1", f"SEAT {asked.seat}", *lines, "END"]), encoding="utf-8")
        done = CliRunner().invoke(cli, ["check-orders", "--game", name, str(path)])
        assert done.exit_code == (wrong > 0 and lines not in state_refuses), done.output


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_guide_says_it_in_the_same_words(name: str) -> None:
    docs = Path(__file__).parents[2] / "docs"
    said = " ".join((docs / "orders.md").read_text(encoding="utf-8").split())
    rule = said[said.index("**What counts.**") :].partition(" This is one rule")[0]
    assert len(rule) > 600
    for guide in contract_of(name).guides:
        assert rule in " ".join((docs_of(name) / guide).read_text(encoding="utf-8").split()), guide


def test_the_first_page_leads_players_to_their_own_guide() -> None:
    """Not to the game master's (R10); a game just begun has no row there yet."""
    root = Path(__file__).parents[2]
    named = {games.system(name).title: name for name in games.SYSTEMS}
    rows = re.findall(r"^\| \*\*(.+)\*\* \|(.+)$", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 4
    for title, row in rows:
        (linked,) = re.findall(r"\[for players\]\(([^)]+)\)", row)
        assert root / linked in [docs_of(named[title]) / guide for guide in contract_of(named[title]).guides]
