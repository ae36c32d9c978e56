"""The game master's page and the spectators' page of every game, as the office would make them."""

from __future__ import annotations

from functools import cache
from typing import Any

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, Person, TurnRecord
from tests.page.rambles import PLAYER
from tests.systems.contract import contract_of
from tests.systems.test_contract import entrants_of, extras_of, scenario_of

HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>&lt;b&gt;"
TURNS = 5


@cache
def pages(name: str) -> dict[str, str]:
    """``gm``, ``spectator``, and both at the end: after some turns by the game's own players."""
    reports, made = games.system(name).reports, {}
    for ended, (record, facts) in moments(name).items():
        made[f"gm{ended}"] = str(reports.master(record, facts, "html", "", None))
        made[f"spectator{ended}"] = reports.spectator(record, facts, None)
    return made


@cache
def moments(name: str) -> dict[str, tuple[TurnRecord, OfficeFacts]]:
    """What they are made of, after the last turn before the end (``""``) and after that (``-end``)."""
    system = games.system(name)
    scenario = scenario_of(system)
    key = b"onlookers two"
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(key, 0), extras_of(system))
    memories: dict[str, Any] = {}
    told: Any = ()
    orders: dict[str, Any] = {}
    made: dict[str, tuple[TurnRecord, OfficeFacts]] = {}
    for turn in range(TURNS + 1):
        if turn == TURNS:
            state, told = over(system, state, told, turn)
        for seat in system.rules.playing(state):
            view = system.sight.perceive(state, seat)
            memories[seat] = system.sight.remember(memories.get(seat, system.sight.no_memory()), turn, view)
        seats = tuple(system.setup.seats_of(scenario))
        record = TurnRecord(
            state=state, told=told, orders=orders, how=dict.fromkeys(seats, "mailed"), acts=(), seed=key,
            messages=(Delivered(seats[0], "ALL", False, HOSTILE), Delivered(seats[1], seats[0], False, HOSTILE)),
            memories=memories if system.rules.ending(state) else {},
        )  # fmt: skip
        facts = OfficeFacts(
            game="x", title=HOSTILE, date="2026-11-22", next_due="soon", mail=(HOSTILE,), acts=(), memories=memories,
            people={seat: Person(HOSTILE, "ann@example.org", "0.00 USD") for seat in seats},
            due_at="2026-12-01T18:00:00+00:00",
        )  # fmt: skip
        ended = "-end" if system.rules.ending(state) else ""
        made[ended] = record, facts
        if ended:
            break
        for seat in system.rules.playing(state):
            form = system.orders.form("x", turn + 1, state, seat, memories[seat])
            view = system.sight.perceive(state, seat)
            report = system.reports.build(record, seat, view, memories[seat], PLAYER, form)
            file = system.reports.turn_file(report)
            orders[seat] = system.bots.play(system.automatic.get(seat, system.bots.DEFAULT), file, key)
        resolution = system.rules.resolve(state, orders, Dice(key, turn + 1))
        state, told = resolution.state, resolution.told
    return made


def over(system: Any, state: Any, told: Any, turn: int) -> tuple[Any, Any]:
    """The game's end: somebody resigns where one may; else the state is told that it is over."""
    if "RESIGN" in system.orders.GRAMMAR.verbs:
        seat = next(iter(system.rules.playing(state)))
        resolution = system.rules.resolve(state, {seat: [system.orders.stored("RESIGN")]}, Dice(b"end", turn))
        assert system.rules.ending(resolution.state)
        return resolution.state, resolution.told
    ended = state.copy()
    ended.ending = contract_of(system.name).ending or next(iter(system.rules.ENDINGS))
    return ended, told
