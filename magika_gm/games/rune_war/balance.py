"""Rune War's balance (``engine.seam.trials.Balance``): whole games by the built-in policies (BOT, PLAY)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.setup import PLACINGS, Scenario
from magika_gm.games.rune_war.trials import Outcome, Plan, Tally, open_seats

EQUAL = "careful"
FIXED, TURNED = "fixed", "turned"
OPTIONS = (
    SimulationOption(
        name="policies",
        default=EQUAL,
        help="Who plays the four seats: careful, bold, or several (careful,bold,careful,bold), moved on game by game.",
    ),
    SimulationOption(
        name="seating",
        default=FIXED,
        help="fixed, or turned: wizards and clans go through all 24 ways to sit, which tells seats from clans.",
    ),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[Outcome]:
    """A record a game; without a scenario wizards and clans are drawn for each game anew (SET-2)."""
    policies = read_policies(options.get("policies", EQUAL))
    played = open_seats(Scenario(title="drawn")) if scenario is None else scenario
    seating = options.get("seating", FIXED)
    if seating not in (FIXED, TURNED):
        raise ValueError(f"seating: {seating} is neither {FIXED} nor {TURNED}")
    seatings = [turned(played, n) if seating == TURNED else played for n in range(min(games, len(PLACINGS)))]
    return Plan(games, seed, seatings, policies).played(jobs)


def turned(scenario: Scenario, number: int) -> Scenario:
    """The scenario with its wizards and clans in other seats: the number-th of the ways four can sit."""
    order = PLACINGS[number % len(PLACINGS)]
    pairs = [scenario.seats[seat].pair for seat in SEATS]
    seats = {
        seat: replace(scenario.seats[seat], pair=pairs[int(who) - 1]) for seat, who in zip(SEATS, order, strict=True)
    }
    return replace(scenario, seats=seats)


def read_policies(said: str) -> tuple[str, ...]:
    """The policies of seats 1 to 4; one alone plays all. Raises ValueError for what is none."""
    names = [name.strip() for name in said.split(",") if name.strip()]
    unknown = [name for name in names if name not in POLICIES]
    if unknown or not names:
        raise ValueError(f"policies: {', '.join(unknown) or 'none'} is no policy; there are {', '.join(POLICIES)}")
    if len(names) not in (1, 2, len(SEATS)):
        raise ValueError(f"policies: name one, two or {len(SEATS)} of them, not {len(names)}")
    return tuple(names * (len(SEATS) // len(names)))


weigh = Tally.of
