"""Reports of every game of the office, as its own players bring them about: all seats, turn by turn, and the end."""

from __future__ import annotations

from functools import cache
from typing import Any

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered, TurnRecord
from tests.page.onlookers import over
from tests.page.rambles import PLAYER
from tests.systems.test_contract import entrants_of, extras_of, scenario_of

TURNS = 7
Asked = tuple[Any, dict[str, Any], bytes, int]
"""What the law is asked of a turn: the state before it, all orders, the game's seed, the turn's number."""
LETTER = "Meet me at the ford by the old mill.\nBring the orb, and nobody else."


def reports(name: str, turns: int = TURNS, key: bytes = b"measured") -> tuple[Any, ...]:
    """Every seat's report after each turn (the first report too), then all final ones."""
    return _played(name, turns, key)[0]


def asked(name: str, turns: int = TURNS, key: bytes = b"measured") -> tuple[Asked, ...]:
    """What the law was asked, turn by turn."""
    return _played(name, turns, key)[1]


@cache
def _played(name: str, turns: int, key: bytes) -> tuple[tuple[Any, ...], tuple[Asked, ...]]:
    system = games.system(name)
    scenario = scenario_of(system)
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(key, 0), extras_of(system))
    seats = tuple(system.setup.seats_of(scenario))
    memories: dict[str, Any] = {}
    told: Any = ()
    orders: dict[str, Any] = {}
    made, resolved = list[Any](), list[Asked]()
    for turn in range(turns + 1):
        if turn == turns and not system.rules.ending(state):
            state, told = over(system, state, told, turn)
        record = TurnRecord(
            state=state, told=told, orders=orders, how=dict.fromkeys(seats, "mailed"), acts=(), seed=key,
            messages=tuple(Delivered(seat, "ALL", False, LETTER) for seat in seats[: turn % 4]),
            memories=memories if system.rules.ending(state) else {},
        )  # fmt: skip
        orders = {}
        for seat in system.rules.playing(state):
            view = system.sight.perceive(state, seat)
            memories[seat] = system.sight.remember(memories.get(seat, system.sight.no_memory()), turn, view)
            over_now = system.rules.ending(state)
            form = "" if over_now else system.orders.form("x", turn + 1, state, seat, memories[seat])
            report = system.reports.build(record, seat, view, memories[seat], PLAYER, form)
            made.append(report)
            if not system.rules.ending(state):
                file = system.reports.turn_file(report)
                orders[seat] = system.bots.play(system.automatic.get(seat, system.bots.DEFAULT), file, key)
        if system.rules.ending(state):
            break
        resolved.append((state, orders, key, turn + 1))
        resolution = system.rules.resolve(state, orders, Dice(key, turn + 1))
        state, told = resolution.state, resolution.told
    return tuple(made), tuple(resolved)
