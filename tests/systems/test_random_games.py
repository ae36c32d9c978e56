"""Random games, sense and nonsense ordered: what holds of every turn of every game, whatever was ordered."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.dice import Dice
from tests.examples import some_of
from tests.systems.contract import Turn, found, having

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
        folds(system, turn)
        if nth % 3 == 0:  # neighbours are much alike
            replays(system, turn)
        if nth % 2 == 0 or system.rules.ending(after) is not None:
            is_kept(system, turn)
            for seat in sorted(system.rules.playing(after)):
                view, memory = system.sight.perceive(after, seat), memories.get(seat, system.sight.no_memory())
                memories[seat] = system.sight.remember(memory, system.rules.turn_of(after), view)
                plain = again(system.archive.memories.to_plain(memories[seat]))
                assert system.archive.memories.from_plain(plain) == memories[seat]


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
