"""The game master's word: recorded with its reason, played with the next turn, told to those it concerns (CAST-5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.cli.main import cli
from magika_gm.mail.readers import Incoming
from tests.app.postroom import begin
from tests.magika import word as acts
from tests.magika import word as master

REPORTS_OF = "ABCDEFGHIJKLM"

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = begin(tmp_path / "office", seed=b"master")
    yield made
    made.close()


def order(office: Office, *lines: str, turn: int = 1) -> None:
    text = "\n".join([f"GAME 7 TURN {turn}", "MAGE C", "PASSWORD swordfish", *lines, "END", ""])
    (received,) = ingest(office, [Incoming(None, text, "c.txt")], NOW)
    assert received.outcome == "accepted"


def play(office: Office) -> dict[str, str]:
    """Process the turn; the text report of everybody."""
    process_turn(office, "7", NOW, early=True)
    with office.store.reading() as connection:
        from magika_gm.app.record.games import load_game

        turn = load_game(connection, "7").turn
    return {p.stem: p.read_text("utf-8") for p in office.reports("7", turn).glob("*.txt")}


@pytest.mark.parametrize("said", [("-10",), ("--", "-10")])
def test_a_figure_is_lowered_with_and_without_a_double_dash(office: Office, said: tuple[str, ...]) -> None:
    """F24: -10 is a figure, not an option; who writes -- before it, as shells teach, means the same."""
    words = ["--office", str(office.root), "correct", "--reason", "a miscount", "adjust", "7", "C", "endurance", *said]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert "C's endurance becomes 90 (a miscount)" in done.output


def test_a_ruling_is_listed_on_a_dry_run_and_honoured(office: Office, tmp_path: Path) -> None:
    acts.move_thing(office, "7", "Heals", "nowhere", "C", "a gift", NOW)
    order(office, "1 CAST Heals")
    looked = process_turn(office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert [(v.seat, v.phase, v.order, v.ruled) for v in looked.questions] == [("C", 1, "CAST Heals", False)]
    master.rule_cast(office, "7", "C", 1, True, "he was hurt on the way", NOW)
    looked = process_turn(office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert not looked.questions
    reports = play(office)
    assert "The game master rules that your Heals can have an effect: he was hurt on the way" in " ".join(
        reports["C"].split()
    )
    assert "he was hurt" not in reports["A"]
    assert all(not v.differences for v in verify_game(office, "7"))


def test_a_ruling_the_other_way_makes_a_cast_void(office: Office, tmp_path: Path) -> None:
    acts.move_thing(office, "7", "SpAid", "nowhere", "C", "a gift", NOW)
    order(office, "1 CAST SpAid")
    acts.rule_cast(office, "7", "C", 1, False, "agreed by mail", NOW)
    looked = process_turn(office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert [(v.seat, v.reason, v.ruled) for v in looked.questions] == [
        ("C", "the game master's ruling: agreed by mail", True)
    ]


def test_orders_things_places_and_statistics_are_corrected_and_told(office: Office) -> None:
    order(office, "1 REST")
    acts.change_order(office, "7", "C", 1, "meditate", "misread by us", NOW)
    acts.place_mage(office, "7", "C", "m12", "see turn 0", NOW)
    acts.adjust(office, "7", "C", "endurance", "-20", "a slip of ours", NOW)
    acts.move_thing(office, "7", "crown", _where(office, "crown"), "C", "found before", NOW)
    assert [a.text.split(" (")[0] for a in acts.list_acts(office, "7")][:2] == [
        "C's order for phase 1 becomes MEDITATE",
        "mage C goes to m12",
    ]
    reports = play(office)
    mine = " ".join(reports["C"].split())
    assert "Before the turn" in mine
    assert "changes your order for phase 1 from REST to MEDITATE: misread by us" in mine
    assert "1 MEDITATE" in mine
    assert "moves you from" in mine
    assert "to m12: see turn 0" in mine
    assert "Crown of Good" in mine
    assert all("misread" not in text and "see turn 0" not in text for a, text in reports.items() if a != "C")
    plain = json.loads((office.reports("7", 1) / "C.json").read_text("utf-8"))
    assert plain["mage"]["space"] == "m12"
    assert all(not v.differences for v in verify_game(office, "7"))


def _where(office: Office, thing: str) -> str:
    from magika_gm.app.record.games import load_game
    from magika_gm.games.magika.rules.arena import NAME
    from magika_gm.games.magika.rules.state import World

    with office.store.reading() as connection:
        world: World = load_game(connection, "7").state(connection)
    return next(NAME[s] for s, things in world.lying.items() if thing in things)


def test_acts_outlive_an_undo_and_can_be_taken_back_before_the_turn(office: Office) -> None:
    acts.adjust(office, "7", "C", "arcania", "77", "by agreement", NOW)
    play(office)
    with pytest.raises(OfficeError, match="has no act number 1; there is none"):
        acts.take_back_act(office, "7", 1)
    undo_turn(office, "7", NOW)
    assert acts.take_back_act(office, "7", 1).text == "C's arcania becomes 77 (by agreement)"
    assert not acts.list_acts(office, "7")


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda o: acts.adjust(o, "7", "C", "endurance", "500", "x", NOW), "outside 0 to"),
        (lambda o: acts.adjust(o, "7", "C", "endurence", "5", "x", NOW), "did you mean endurance"),
        (lambda o: acts.adjust(o, "7", "M", "skill", "5", "x", NOW), "EBON-1"),
        (lambda o: acts.adjust(o, "7", "C", "skill", "lots", "x", NOW), "is no number"),
        (lambda o: acts.adjust(o, "7", "C", "skill", "5", "  ", NOW), "give a reason"),
        (lambda o: acts.place_mage(o, "7", "C", "q99", "x", NOW), "not a space"),
        (lambda o: acts.move_thing(o, "7", "crown", "C", "m12", "x", NOW), "does not hold the crown"),
        (lambda o: acts.move_thing(o, "7", "crown", "nowhere", "m12", "x", NOW), "in two places"),
        (lambda o: acts.move_thing(o, "7", "crown", _where(o, "crown"), "nowhere", "x", NOW), "cannot leave"),
        (lambda o: acts.move_thing(o, "7", "Heals", "nowhere", "m12", "x", NOW), "cannot lie"),
        (lambda o: acts.move_thing(o, "7", "TelPt", "M", "C", "x", NOW), "does not hold"),
        (lambda o: acts.move_thing(o, "7", "sword", "C", "m12", "x", NOW), "SWORD is not"),
        (lambda o: acts.change_order(o, "7", "C", 1, "FLY NE", "x", NOW), "FLY is not an order"),
        (lambda o: acts.change_order(o, "7", "C", 6, "REST", "x", NOW), "phases 1 to 5"),
        (lambda o: acts.rule_cast(o, "7", "Q", 1, True, "x", NOW), "no mage's letter"),
    ],
)
def test_an_impossible_act_is_refused_with_its_reason_and_nothing_recorded(office: Office, act, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OfficeError, match=words):
        act(office)
    assert not acts.list_acts(office, "7")


def test_an_act_that_came_to_nothing_is_named(office: Office) -> None:
    acts.rule_cast(office, "7", "C", 2, True, "in case he casts", NOW)
    done = process_turn(office, "7", NOW, early=True)
    assert done.unplayed == ("C's cast of phase 2 can have an effect (in case he casts)",)


def test_a_note_is_in_the_report_of_whom_it_is_for(office: Office) -> None:
    acts.write_note(office, "7", "all", "Holidays: a week more.", NOW)
    acts.write_note(office, "7", "C", "Your sheet came late.", NOW)
    with pytest.raises(OfficeError, match="the note is empty"):
        acts.write_note(office, "7", "C", " ", NOW)
    reports = play(office)
    assert all("Holidays: a week more." in text for text in reports.values())
    assert [a for a, text in reports.items() if "Your sheet came late." in text] == ["C"]
    assert all(not v.differences for v in verify_game(office, "7"))
