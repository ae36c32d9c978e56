"""Random games, sense and nonsense ordered: what holds of every turn of every game, whatever was ordered."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.engine.sheet.understanding import as_text
from tests.examples import some_of
from tests.page.rambles import PLAYER
from tests.systems.contract import Turn, contract_of, found, having
from tests.turnfiles import file_of

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
NAMES = having("randoms")
many = settings(
    max_examples=400 if NIGHTLY else some_of(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)


def again(plain: Any) -> Any:
    """What comes back from a file."""
    return json.loads(json.dumps(plain))


@pytest.mark.parametrize("name", NAMES)
@many
@given(st.integers(0, 2**32))
def test_random_games(name: str, seed: int) -> None:
    system = games.system(name)
    memories: dict[str, Any] = {}
    for nth, turn in enumerate(found(name, "randoms").wild(seed)):
        after = turn.resolution.state
        assert nth or system.archive.faults(turn.before) == []
        assert system.archive.faults(after) == []
        assert system.rules.turn_of(after) == system.rules.turn_of(turn.before) + 1
        seats = {place.seat for place in system.rules.standing(turn.before)}
        assert {place.seat for place in system.rules.standing(after)} == seats
        if system.rules.ending(after) is not None:
            is_over(system, after)
        folds(system, turn)
        is_read_back(system, turn)
        if nth % 3 == 0:  # neighbours are much alike
            replays(system, turn)
            is_watched(system, turn)
            is_answered(system, turn)
            is_told(system, turn, seed)
        if nth % 2 == 0 or system.rules.ending(after) is not None:
            is_kept(system, turn)
            for seat in sorted(system.rules.playing(after)):
                view, memory = system.sight.perceive(after, seat), memories.get(seat, system.sight.no_memory())
                memories[seat] = system.sight.remember(memory, system.rules.turn_of(after), view)
                plain = again(system.archive.memories.to_plain(memories[seat]))
                assert system.archive.memories.from_plain(plain) == memories[seat]


def is_over(system: Any, state: Any) -> None:
    """Nothing is asked of anybody, and somebody is first."""
    assert set(system.rules.needs(state).values()) <= {Need.NONE}
    assert min(place.rank for place in system.rules.standing(state)) == 1
    for seat in system.rules.playing(state):
        assert system.orders.form("x", system.rules.turn_of(state) + 1, state, seat, None) == ""


def replays(system: Any, turn: Turn) -> None:
    """The same state, orders and dice give the same, in whatever order the sheets came in; nothing given is touched."""
    kept = system.archive.to_rows(turn.before, turn.scenario)
    dice = Dice(turn.seed, system.rules.turn_of(turn.resolution.state))
    second = system.rules.resolve(turn.before, dict(reversed(turn.orders.items())), dice)
    assert system.archive.to_rows(turn.before, turn.scenario) == kept
    assert (second.state, second.told, second.rolls) == (
        turn.resolution.state,
        turn.resolution.told,
        turn.resolution.rolls,
    )
    assert [repr(told) for told in second.told] == [repr(told) for told in turn.resolution.told]


def is_read_back(system: Any, turn: Turn) -> None:
    """An order is what is read where it is printed."""
    write, stored = system.orders.GRAMMAR.write, system.orders.stored
    for orders in turn.orders.values():
        for order in orders:
            again = stored(write(order))
            assert (again, type(again), write(again)) == (order, type(order), write(order))


def is_watched(system: Any, turn: Turn) -> None:
    """What ``explain`` shows is the turn itself: every event and every roll once, in their order."""
    if system.has("trace"):
        dice = Dice(turn.seed, system.rules.turn_of(turn.resolution.state))
        links = system.trace.chain(turn.before, turn.orders, dice)
        retold = contract_of(system.name).retold
        told = [(retold(link.told.event), link.told.audience) for link in links if link.told is not None]
        assert told == [(one.event, one.audience) for one in turn.resolution.told]
        assert [link.roll for link in links if link.roll is not None] == list(turn.resolution.rolls)


def is_answered(system: Any, turn: Turn) -> None:
    """Whatever is ordered is understood in some way, and what its sender knows stays as it is."""
    for seat in system.rules.playing(turn.before):
        memory = system.sight.remember(
            system.sight.no_memory(), system.rules.turn_of(turn.before), system.sight.perceive(turn.before, seat)
        )
        known = system.sight.known(turn.before, seat, memory)
        kept = known.copy()
        given = dict(enumerate(turn.orders.get(seat, ()), 1))
        written = Sheet(game="x", turn=system.rules.turn_of(turn.resolution.state), seat=seat, orders=given)
        (sheet,) = read_sheets(write_sheet(written, system.orders.GRAMMAR), system.orders.GRAMMAR)
        assert as_text(system.orders.understood(sheet, seat, known)) or not given
        system.orders.forecast(sheet, seat, known, memory)
        assert system.orders.form("x", sheet.turn, turn.before, seat, memory)
        assert known == kept


def is_told(system: Any, turn: Turn, seed: int) -> None:
    """Somebody's report is whole in every form: his turn file is data by its schema, text and mail fit."""
    after, told = turn.resolution.state, turn.resolution.told
    seats = sorted(system.rules.playing(after))
    if not seats or not system.reports.SCHEMA:
        return
    seat, number = seats[seed % len(seats)], system.rules.turn_of(after)
    view = system.sight.perceive(after, seat)
    memory = system.sight.remember(system.sight.no_memory(), number, view)
    form = "" if system.rules.ending(after) else system.orders.form("x", number + 1, after, seat, memory)
    record = TurnRecord(
        state=after, told=told, orders=turn.orders, how={}, messages=(), acts=(), seed=turn.seed, record={}
    )
    report = system.reports.build(record, seat, view, memory, PLAYER, form)
    file = again(system.reports.turn_file(report))
    assert [str(error) for error in schema_of(system.name).iter_errors(file)] == []
    text, html = system.reports.text(report, None), system.reports.html(report, None)
    assert [line for line in text.splitlines() if len(line) > 72 and not line.startswith(";")] == []
    assert "<script" not in html
    assert html.count("<table") == html.count("</table>")
    assert len(html) < 102_000, "mail programs cut what is longer"


@cache
def schema_of(name: str) -> Any:
    """What judges a game's turn files."""
    return jsonschema.Draft202012Validator(json.loads(file_of(name).read_text(encoding="utf-8")))


def folds(system: Any, turn: Turn) -> None:
    """Events are plain data and back; applied to the turn's start they give its end: nothing changes untold."""
    events, state = system.archive.events, turn.before.copy() if turn.start is None else turn.start
    for told in turn.resolution.told:
        for event in (told.event, told.blurred):
            assert event is None or events.from_plain(again(events.to_plain(event))) == event
        turn.apply(state, events.from_plain(again(events.to_plain(told.event))))
    assert state == turn.resolution.state


def is_kept(system: Any, turn: Turn) -> None:
    """Rows hold the whole state, as their relations say, in whatever order they are read."""
    archive, after = system.archive, turn.resolution.state
    rows = archive.to_rows(after, turn.scenario)
    assert set(rows) == {relation.name for relation in archive.relations}
    for relation in archive.relations:
        assert relation.faults() == []
        keys = [tuple(row[key] for key in relation.key) for row in rows[relation.name]]
        assert len(set(keys)) == len(keys), relation.name
        for row in rows[relation.name]:
            assert list(row) == [column.name for column in relation.columns]
            assert all(row[c.name] is not None or c.null for c in relation.columns), relation.name
    back = {table: list(reversed(those)) for table, those in again(rows).items()}
    assert archive.from_rows(back, turn.scenario) == after
