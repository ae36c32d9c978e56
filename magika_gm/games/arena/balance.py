"""How fair the game is: whole games by the built-in players (``engine.seam.trials.Balance``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.games.arena.bots import POLICIES
from magika_gm.games.arena.setup import FREE, Scenario
from magika_gm.games.arena.trials import Balance, GameRecord, Plan

ALL = "all"
BY_CHANCE = "drawn"
BOUGHT = "bought"
OPTIONS = (
    SimulationOption(
        name="policies",
        default="careful,bold",
        help="Policies that play against their like, in turn; or pairs, first player's first: careful/bold.",
    ),
    SimulationOption(
        name="armies",
        default=ALL,
        help="Ready-made armies, each against each from either seat; or pairs: LEGION/HOST. "
        "drawn: armies drawn by chance, and whether each spell, item and creature mattered. "
        "bought: drawn by chance by the scenario's own costs, where it has free armies.",
    ),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game, pairs of armies in turn, policies in turn after each round of pairs."""
    given = scenario or Scenario()
    named = options.get("armies", ALL)
    if named == BOUGHT and given.armies != FREE:
        raise ValueError(f"armies: {BOUGHT} ones need a scenario with free armies")
    armies = ",".join(given.ready) if named in (ALL, BY_CHANCE, BOUGHT) else named.upper()
    plan = Plan(
        games=games,
        seed=seed,
        scenario=given,
        pairs=tuple(_pairs("armies", armies, tuple(given.ready), crossed=True)),
        policies=tuple(_pairs("policies", options.get("policies", OPTIONS[0].default), tuple(POLICIES))),
        drawn=named == BY_CHANCE,
        bought=named == BOUGHT,
    )
    return plan.played(jobs)


def _pairs(option: str, text: str, known: tuple[str, ...], *, crossed: bool = False) -> list[tuple[str, str]]:
    """``careful,bold`` and ``careful/bold`` as pairs; alone standing names are crossed, or play their like."""
    pairs: list[tuple[str, str]] = []
    alone: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        first, slash, second = word.partition("/")
        for name in (first, second) if slash else (first,):
            if name not in known:
                raise ValueError(f"{option}: there is no {name}; there are {', '.join(known)}")
        if slash:
            pairs.append((first, second))
        else:
            alone.append(first)
    pairs += product(alone, alone) if crossed else [(name, name) for name in alone]
    if not pairs:
        raise ValueError(f"{option}: name some of {', '.join(known)}")
    return pairs


weigh = Balance.of
