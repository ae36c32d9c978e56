"""Every game there is, and the toy, held to the seam (engine/system.py): parts, signatures, words, whole games."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from typing import Any

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.app.enrolment.signup_form import _FIELDS as FORM_WORDS
from magika_gm.engine.chain import Chain, Link, LinkKind
from magika_gm.engine.dice import Dice
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.setup import Entrant, Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import RESERVED, write_sheet
from magika_gm.engine.sheet.understanding import as_text
from magika_gm.engine.system import OPTIONAL, PARTS, GameSystem
from magika_gm.resources import shipped
from tests.systems.toy import TOY

SYSTEMS = [*games.SYSTEMS, TOY.name]
CHAINED = replace(NOBODY, chain=Chain((Link(0, LinkKind.PLAYED, "ab" * 20),)))


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> GameSystem:
    return TOY if request.param == TOY.name else games.system(request.param)


def scenario_of(system: GameSystem) -> Any:
    if system is TOY:
        return system.setup.read_scenario("turns = 4", "plain")
    return load_scenario(system, find_scenario(shipped("scenarios"), system))


def extras_of(system: GameSystem) -> dict[str, Any]:
    folder = shipped("scenarios")
    return {
        name: system.setup.read_extra(name, (folder / file).read_text(encoding="utf-8"), file)
        for name, file in system.setup.EXTRAS.items()
    }


def entrants_of(system: GameSystem, scenario: Any) -> list[Entrant]:
    """Everybody of the shipped sample, or seats alone."""
    from magika_gm.app.enrolment.signup_file import read_signups

    path = shipped("sample") / system.name / "signups.toml"
    if system is TOY:
        return [Entrant(seat=seat) for seat in system.setup.seats_of(scenario)]
    return list(read_signups(path, system, scenario).entrants)


def begun(system: GameSystem) -> tuple[Any, Any]:
    scenario = scenario_of(system)
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(b"contract", 0), extras_of(system))
    return scenario, state


def test_every_part_has_what_the_seam_asks_for(system: GameSystem) -> None:
    for part, protocol in PARTS.items():
        if part in OPTIONAL and not system.has(part):
            continue
        found = getattr(system, part)
        for name in protocol.__annotations__:
            assert hasattr(found, name), f"{system.name}.{part} lacks {name}"
        for name, wanted in vars(protocol).items():
            if isinstance(wanted, property):
                assert hasattr(found, name), f"{system.name}.{part} lacks {name}"
            if name.startswith("_") or not inspect.isfunction(wanted):
                continue
            assert hasattr(found, name), f"{system.name}.{part} lacks {name}"
            asked = [p for p in inspect.signature(wanted).parameters.values() if p.name != "self"]
            given = list(inspect.signature(getattr(found, name)).parameters.values())
            # the office passes everything by place; a game names its arguments as its own law does
            assert [p.kind for p in given] == [p.kind for p in asked], f"{part}.{name}"


def test_words_of_sheets_and_forms_are_free(system: GameSystem) -> None:
    verbs = {verb.upper() for verb in system.orders.GRAMMAR.verbs}
    assert not verbs & RESERVED
    assert not set(system.signup.FIELDS) & (set(FORM_WORDS) - {"GAME"})
    assert "SEAT" in system.sheet_words
    assert {verb.name for verb in system.referee.VERBS} >= {"drop"}


def test_a_whole_game_by_the_policies_goes_through_the_seam(system: GameSystem) -> None:
    """Bots see turn files alone; every state archives and comes back; orders, events, memories too; nothing is free of
    the seed."""
    scenario, state = begun(system)
    setup, rules, archive, sight, reports = system.setup, system.rules, system.archive, system.sight, system.reports
    assert setup.read_scenario(setup.write_scenario(scenario), "again") == scenario
    begun_with = json.loads(json.dumps(setup.begun_with(state, entrants_of(system, scenario))))
    assert archive.to_rows(setup.restart(scenario, begun_with, Dice(b"contract", 0)), scenario) == archive.to_rows(
        state, scenario
    )
    memories = {seat: sight.no_memory() for seat in setup.seats_of(scenario)}
    told: Any = ()
    for turn in range(1, 7):
        assert rules.turn_of(state) == turn - 1
        assert archive.faults(state) == []
        rows = json.loads(json.dumps(archive.to_rows(state, scenario)))
        again = archive.from_rows(rows, scenario)
        assert archive.to_rows(again, scenario) == archive.to_rows(state, scenario)
        orders = {}
        for seat in rules.playing(state):
            view = sight.perceive(state, seat)
            memories[seat] = sight.remember(memories[seat], turn - 1, view)
            plain = archive.memories.to_plain(memories[seat])
            assert archive.memories.to_plain(archive.memories.from_plain(json.loads(json.dumps(plain)))) == plain
            form = system.orders.form("x", turn, state, seat, memories[seat])
            (sheet,) = read_sheets(form, system.orders.GRAMMAR)
            assert (sheet.seat, [f for f in sheet.faults if not f.unclosed]) == (seat, [])
            record = TurnRecord(
                state=state, told=told, orders={}, how={}, messages=(), acts=(), seed=b"contract", notes={}
            )
            file = reports.turn_file(reports.build(record, seat, view, memories[seat], CHAINED, form))
            assert file["chain"] == CHAINED.chain.plain()
            assert (file["format"], file["turn"], reports.seat_of(file)) == (reports.FORMAT, turn - 1, seat)
            if rules.needs(state).get(seat) is Need.NONE:
                continue
            given = system.bots.play(system.bots.DEFAULT, json.loads(json.dumps(file)), b"seed")
            orders[seat] = given
            written = [system.orders.GRAMMAR.write(order) for order in given]
            assert [system.orders.stored(text) for text in written] == list(given)
            known = sight.known(state, seat, memories[seat])
            assert as_text(system.orders.understood(sheet, seat, known))
            ordered = replace(sheet, orders=dict(enumerate(given, 1)), faults=())
            understood = system.orders.understood(ordered, seat, known)
            assert understood.errors == 0, as_text(understood)
        both = [rules.resolve(state, dict(order), Dice(b"contract", turn)) for order in
                (sorted(orders.items()), sorted(orders.items(), reverse=True))]  # fmt: skip
        assert both[0] == both[1]
        told = both[0].told
        for one in told:
            plain = json.loads(json.dumps(archive.events.to_plain(one.event)))
            assert archive.events.from_plain(plain) == one.event
            assert reports.line(one, None) is None or reports.line(one, None)
        state = both[0].state
        if rules.ending(state) is not None:
            assert rules.ending_text(str(rules.ending(state)))
            break
    places = rules.standing(state)
    assert sorted(p.seat for p in places) == sorted(setup.seats_of(scenario))
    assert min(p.rank for p in places) == 1


def test_a_sheet_reads_back_as_it_was_written(system: GameSystem) -> None:
    scenario, state = begun(system)
    seat = system.setup.seats_of(scenario)[0]
    text = system.orders.form("x", 1, state, seat, None)
    (sheet,) = read_sheets(text, system.orders.GRAMMAR)
    (again,) = read_sheets(write_sheet(sheet, system.orders.GRAMMAR), system.orders.GRAMMAR)
    assert (again.seat, again.orders) == (sheet.seat, sheet.orders)
