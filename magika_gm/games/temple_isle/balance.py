"""What whole games of the built-in players say of the game's balance (PLAY; ``engine.seam.trials.Balance``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.engine.trial import pairings
from magika_gm.games.temple_isle.bots import POLICIES
from magika_gm.games.temple_isle.rules.state import Pace
from magika_gm.games.temple_isle.setup import Scenario
from magika_gm.games.temple_isle.trials import PAIRINGS, Balance, GameRecord, Plan

OPTIONS = (
    SimulationOption(
        name="policies", default="all", help="Who plays: careful, bold, equal (each against itself), all."
    ),
    SimulationOption(name="pace", default="", help="single or paired; left out: the scenario's."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; every game has a world of its own, drawn and built."""
    found = scenario or Scenario()
    pace = options.get("pace", "")
    if pace not in ("", *Pace):
        raise ValueError(f"pace: {pace!r} is neither single nor paired")
    if pace:
        found = replace(found, options=replace(found.options, pace=Pace(pace)))
    who = pairings(options.get("policies", "all"), POLICIES, PAIRINGS)
    return Plan(games, seed, found, who).played(jobs)


weigh = Balance.of
