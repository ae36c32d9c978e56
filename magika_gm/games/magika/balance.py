"""Magika's balance (``engine.seam.trials.Balance``): whole games by the built-in players, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.games.magika.setup import Scenario
from magika_gm.games.magika.trials import Balance, GameRecord, Plan, read_mix

OPTIONS = (
    SimulationOption(
        name="policies",
        default="racer,collector,fighter",
        help="Who plays the twelve novices: names, perhaps with their numbers (racer:6,fighter:2).",
    ),
    SimulationOption(name="max-turns", default="40", help="Turns a game at most."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; without a scenario each game has an arena of its own."""
    turns = options.get("max-turns", "40")
    if not turns.isdecimal() or not 1 <= int(turns) <= 500:
        raise ValueError(f"max-turns: {turns!r} is not a number from 1 to 500")
    plan = Plan(
        games=games,
        seed=seed,
        scenario=scenario,
        policies=read_mix(options.get("policies", OPTIONS[0].default)),
        max_turns=int(turns),
    )
    return plan.played(jobs)


weigh = Balance.of
