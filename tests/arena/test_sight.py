"""Who learns what (INFO): the turn file, what stays secret."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm.games.arena.rules.events import EffectDeclared, LineDropped, StandingReplaced
from magika_gm.games.arena.rules.state import NOWHERE, Aim, Casting, Enchantment
from magika_gm.games.arena.rules.tables import NOTHING, SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Ending, Target
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import (
    content,
    memory_from_plain,
    memory_to_plain,
    perceive,
    remember,
    seen_by,
    state_of,
)
from tests.arena.randoms import played
from tests.examples import some_of
from tests.turnfiles import content_schema

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
some = settings(
    max_examples=1000 if NIGHTLY else some_of(40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
SCHEMA = content_schema("arena", "turn")


@some
@given(st.integers(0, 10**9))
def test_turn_files_hold_to_their_schema_and_can_be_played_from(seed: int) -> None:
    states, records, _ = played(seed, 4)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    memory = None
    for number, told in enumerate(records):
        for side in SIDES:
            view = perceive(states[number + 1], side)
            memory = remember(memory, number, view)
            file = json.loads(json.dumps(content(view, told, memory)))
            errors = [f"{list(e.path)}: {e.message}" for e in validator.iter_errors(file)]
            assert not errors, errors[:3]
            again = content(perceive(state_of(file), side))
            assert again == {**file, "events": [], "dropped": [], "history": []}


def test_the_turn_file_holds_every_fact() -> None:
    """INFO-1's sections, as far as they are the game's: heading, events, board, units, magic, orders, budget."""
    states, records, _ = played(11)
    file = content(perceive(states[-1], "A"), records[-1])
    for key in (
        "turn", "last_active", "coming", "winner", "events", "rows", "creatures", "items", "corpses", "storms", "walls",
        "enchantments", "pools", "cards", "enemy_cards", "dropped", "standing", "control", "hexes", "budget",
    ):  # fmt: skip
        assert key in file
    assert set(SCHEMA["required"]) == set(file)


def test_cards_are_revealed_when_begun() -> None:
    for seed in range(30):
        states, records, _ = played(seed)
        begun = [
            t.event for told in records for t in told if isinstance(t.event, EffectDeclared) and t.event.name in SPELLS
        ]
        for side in SIDES:
            names = {e.name for e in begun if e.side == side and not e.item and e.uses is None}
            assert set(states[-1].revealed[side]) == names
            assert set(perceive(states[-1], OTHER[side]).state.cards[side]) == names


def test_orders_stay_their_writer_s() -> None:
    states, records, _ = played(3)
    for told in records:
        for t in told:
            if isinstance(t.event, LineDropped | StandingReplaced):
                assert t.audience == (t.event.side,)
                assert t.seen_by(OTHER[t.event.side]) is None
    assert seen_by(states[-1], "A").standing["B"] == ()
    assert seen_by(states[-1], "A").standing["A"] == states[-1].standing["A"]


def test_memories_are_kept() -> None:
    states, _, _ = played(5)
    memory = None
    for number, state in enumerate(states):
        memory = remember(memory, number, perceive(state, "A"))
    assert memory is not None
    assert len(memory.standings) == len(states)
    assert memory_from_plain(json.loads(json.dumps(memory_to_plain(memory)))) == memory
    again = remember(memory, 2, perceive(states[2], "A"))
    assert [s.turn for s in again.standings] == [0, 1, 2]
    with pytest.raises(ValueError, match="list of turns"):
        memory_from_plain({"x": 1})


@pytest.mark.parametrize(("to", "terrain"), [("", ""), ("d4", "S"), ("d4^", "")])
def test_what_is_under_way_is_read_back_as_it_is(to: str, terrain: str) -> None:
    state = start_state(Scenario(), {})
    there = state.board.places[to] if to else NOWHERE
    aim = Aim(kind=Target.CREATURE, id="A1")
    wizard = state.creatures["A13"]
    wizard.casting = Casting(
        number=1, spell="Bless", aim=aim, cost=1, side="A", begun=0, due=1, to=there, terrain=terrain
    )
    gives = SPELLS["Bless"].magic.gives
    state.made["N"], state.declared = 1, 1
    laid = Enchantment(id="N1", key=1, name="Bless", side="A", aim=aim, since=0, turns_of="A", gives=gives)
    state.enchantments["N1"] = laid
    again = state_of(json.loads(json.dumps(content(perceive(state, "A")))))
    assert again.creatures["A13"].casting == wizard.casting
    assert again.enchantments == {"N1": laid}
    assert gives != NOTHING


def test_turns_to_come_are_told_until_the_end() -> None:
    state = start_state(Scenario(), {})
    assert content(perceive(state, "A"))["coming"]
    state.ending, state.winner = next(iter(Ending)), "A"
    assert content(perceive(state, "A"))["coming"] == []
