"""What whole games of the built-in players tell of decks, cards and luck (``engine.seam.trials.Balance``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.engine.trial import pairings
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.rules.state import DEFAULTS, Pace
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.games.xom_zol.setup import OWN, Scenario, deck_named, shipped_decks
from magika_gm.games.xom_zol.trials import PAIRINGS, Balance, GameRecord, Plan

RANDOM = "random"
OPTIONS = (
    SimulationOption(
        name="policies", default="all", help="Who plays: careful, bold, equal (each against itself), all."
    ),
    SimulationOption(
        name="decks",
        default="",
        help="Two decks with a comma between them, all (every pair of shipped ones), random; left out: the scenario's.",
    ),
    SimulationOption(name="pace", default="", help="single or double; left out: the scenario's."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; each has libraries and dice of its own."""
    pace = options.get("pace", "")
    if pace not in ("", *Pace):
        raise ValueError(f"pace: {pace!r} is neither single nor double")
    law = scenario.options if scenario is not None else DEFAULTS
    law = replace(law, pace=Pace(pace)) if pace else law
    pairs, fixed = pairs_of(options.get("decks", ""), scenario)
    who = pairings(options.get("policies", "all"), POLICIES, PAIRINGS)
    return Plan(games=games, seed=seed, pairs=pairs, pairings=who, options=law, fixed=fixed).played(jobs)


def pairs_of(said: str, scenario: Scenario | None) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Decks against one another, and whether sides are given."""
    if not said and scenario is not None and OWN not in scenario.decks.values():
        return ((scenario.decks["A"], scenario.decks["B"]),), True
    if said in ("", "all"):
        return tuple(combinations(shipped_decks(), 2)), False
    if said == RANDOM:
        return (), False
    names = [deck_named(part) for part in said.split(",")]
    if len(names) != len(SIDES) or None in names:
        raise ValueError(f"decks: {said!r} is not two of {', '.join(shipped_decks())}; nor all, nor {RANDOM}")
    one, two = (deck.title for deck in names if deck is not None)
    return ((one, two),), False


weigh = Balance.of
