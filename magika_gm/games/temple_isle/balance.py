"""What whole games of the built-in players say of the game's balance (PLAY; ``engine.seam.trials.Balance``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.games.temple_isle.bots import POLICIES
from magika_gm.games.temple_isle.report.charts import write_plots
from magika_gm.games.temple_isle.rules.state import Pace
from magika_gm.games.temple_isle.setup import Scenario
from magika_gm.games.temple_isle.trials import PAIRINGS, Balance, GameRecord, Plan, Share, play_all, weighed

OPTIONS = (
    SimulationOption(
        name="policies", default="all", help="Who plays: careful, bold, equal (each against itself), all."
    ),
    SimulationOption(name="pace", default="", help="single or paired; left out: the scenario's."),
)
_CARDS_SHOWN = 12


def _pairings(said: str) -> tuple[tuple[str, str], ...]:
    if said == "all":
        return PAIRINGS
    if said == "equal":
        return tuple((policy, policy) for policy in POLICIES)
    if said in POLICIES:
        return ((said, said),)
    raise ValueError(f"policies: {said!r} is none of {', '.join(POLICIES)}, equal, all")


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
    return play_all(Plan(games, seed, found, _pairings(options.get("policies", "all"))), min(jobs, games))


class Weighed:
    """What the records show, in words, tables, data and charts (``engine.seam.trials.Simulated``)."""

    def __init__(self, balance: Balance) -> None:
        self.balance = balance

    def summary(self) -> list[str]:
        """Who wins, how long it takes, how it ends."""
        b = self.balance
        ends = ", ".join(f"{ending} {times} ({times / b.games:.0%})" for ending, times in b.endings.most_common())
        return [
            f"{b.games} games, half over by mail turn {b.length(0.5)}, nine in ten by {b.length(0.9)}.",
            f"The first player wins {b.first}; who leads at half time {b.led}.",
            f"Ended by: {ends}; {b.draws} drawn.",
        ]

    def tables(self) -> list[Table]:
        """First player and policies; the cards found most in winners' last hands."""
        b = self.balance
        by_first = {f"{one} first against {other}": share for (one, other), share in sorted(b.first_by_pairing.items())}
        cards = tuple((card, f"{share:.1%}") for card, share in b.in_hands()[:_CARDS_SHOWN])
        return [
            _shares("first player", by_first),
            *([_shares("policy, mixed games", b.mixed)] if b.mixed else []),
            Table(heads=("in winners' last hands", "share"), rows=cards),
        ]

    def notes(self) -> list[str]:
        """What happens in a game."""
        a_game = self.to_plain()["a_game"]
        return ["A game has " + ", ".join(f"{v} {k.replace('_', ' ')}" for k, v in a_game.items()) + "."]

    def to_plain(self) -> dict[str, Any]:
        """Everything as data."""
        return self.balance.to_plain()

    def write_plots(self, folder: Path) -> list[Path]:
        """Charts."""
        return write_plots(self.balance, folder)


def weigh(records: Iterable[GameRecord]) -> Weighed:
    """What the records show."""
    return Weighed(weighed(records))


def _shares(title: str, shares: Mapping[str, Share]) -> Table:
    rows = tuple((name, str(share.cases), str(share)) for name, share in sorted(shares.items()))
    return Table(heads=(title, "games", "wins (95 %)"), rows=rows)
