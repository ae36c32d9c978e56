"""The usual report and part: what a seat gets of a turn's record, and what a turn file makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import Delivered, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.engine.verbs import Note
from tests.systems.toy.players import ORDERS
from tests.systems.toy.reports import REPORTS, Report
from tests.systems.toy.rules import SIGHT
from tests.systems.toy.table import SEATS, Left, Show, Shown, Table

TOLD = (
    Told(phase=1, step=1, event=Shown("RED", 7), audience=SEATS),
    Told(phase=1, step=1, event=Shown("GREEN", 4), audience=("GREEN",), blurred=Left("GREEN"), dimly=("RED",)),
    Told(phase=1, step=1, event=Left("BLUE"), audience=("BLUE",)),
)
MESSAGES = (
    Delivered("GREEN", "RED", False, "to you"),
    Delivered("GREEN", "BLUE", False, "to another"),
    Delivered("RED", "BLUE", False, "your own"),
)


def record(ending: str | None = None, **more: Any) -> TurnRecord:
    state = Table(3, 4, dict(zip(SEATS, (7, 4, 2), strict=True)), dict.fromkeys(SEATS, False), ending=ending)
    state.out = dict.fromkeys(SEATS, False)
    told = TurnRecord(
        state=state, told=TOLD, orders={"RED": [Show()]}, how={"RED": "mailed"}, messages=MESSAGES,
        acts=(Note("RED", "from the master"),), seed=b"\1\2", notes={"RED": ("from the office",)}, record={"all": 1},
    )  # fmt: skip
    return replace(told, **more)


def built(ending: str | None = None, seat: str = "RED") -> Report:
    found = record(ending)
    return REPORTS.build(found, seat, SIGHT.perceive(found.state, seat), SIGHT.no_memory(), NOBODY, "FORM")


def test_a_report_holds_what_its_seat_may_know() -> None:
    report = built()
    assert (report.turn, report.seat, report.how, report.over) == (3, "RED", "mailed", False)
    assert [one.event for one in report.told] == [Shown("RED", 7), Left("GREEN")]
    assert [message.text for message in report.messages] == ["to you", "your own"]
    assert report.notes == ("from the office", "from the master")
    assert report.orders == (ORDERS.GRAMMAR.write(Show()),)
    assert built(seat="GREEN").how == ""


def test_seed_and_record_are_told_when_the_game_is_over_and_no_form_is() -> None:
    going, over = built(), built("open")
    assert (going.seed, going.record, going.form) == ("", None, "FORM")
    assert (over.seed, over.record, over.form, over.over) == ("0102", {"all": 1}, "", True)
    assert going.seed_hash == over.seed_hash != ""


def test_a_turn_file_has_the_games_part_first_and_seed_and_record_last() -> None:
    file = REPORTS.turn_file(built("open"))
    assert list(file)[:2] == ["format", "version"]
    assert list(file)[-2:] == ["seed", "record"]
    assert file["messages"][0] == {"sender": "GREEN", "to": "RED", "text": "to you"}
    assert file["story"][0]["lines"][0] == {"text": "RED showed the 7.", "rule": "SHOW-1"}
    assert file["order_form"] == ""


def test_what_a_seat_recalls_does_not_follow_from_the_turn_alone() -> None:
    class Recalling(type(REPORTS)):  # type: ignore[misc]
        recalled = ("open",)

    found = record()
    assert "open" in REPORTS.replayed(found.state, found, "RED")
    assert "open" not in Recalling().replayed(found.state, found, "RED")


def test_what_differs_is_said_in_words() -> None:
    one, other = REPORTS.turn_file(built()), REPORTS.turn_file(built("open"))
    assert REPORTS.differences(one, one) == []
    assert REPORTS.differences(one, {**other, "card": 9}) == ["your card", "the game is over"]


def test_lines_are_told_as_a_seat_perceives_them_and_notable_ones_to_the_master() -> None:
    class Noting(type(REPORTS)):  # type: ignore[misc]
        notables = (Left,)

    said = [REPORTS.line(told, "RED") for told in TOLD]
    assert [line.text if line else None for line in said] == ["RED showed the 7.", "GREEN left the game.", None]
    assert [line.text for told in TOLD if (line := REPORTS.line(told, None))][1] == "GREEN showed the 4."
    assert Noting().notable(TOLD) == ("BLUE left the game.",)
    assert REPORTS.notable(TOLD) == ()


def test_a_new_player_reads_no_notes_of_the_one_before() -> None:
    report = REPORTS.with_notes(built(), ["first of all"])
    assert report.notes[0] == "first of all"
    assert REPORTS.handed_over(report, name="New").notes == ()
