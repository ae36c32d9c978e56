"""Magika's balance (``engine.seam.trials.Balance``): whole games by the built-in players, and what they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.games.magika import trials
from magika_gm.games.magika.report.charts import write_plots
from magika_gm.games.magika.scenario import Scenario
from magika_gm.games.magika.trials import ENDINGS, Balance, GameRecord, Plan, Share, read_mix
from magika_gm.games.magika.trials import simulate as played

OPTIONS = (
    SimulationOption(
        name="policies",
        default="racer,collector,fighter",
        help="Who plays the twelve novices: names, perhaps with their numbers (racer:6,fighter:2).",
    ),
    SimulationOption(name="max-turns", default="40", help="Turns a game at most."),
)
SPELLS_SHOWN = 12


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
    return played(plan, min(jobs, games))


class _Weighed:
    """What the records show, in words, tables, data and charts."""

    def __init__(self, balance: Balance) -> None:
        self.balance = balance

    def summary(self) -> list[str]:
        """Lengths and endings."""
        b = self.balance
        endings = [(name, b.endings[name]) for name in ENDINGS if b.endings[name]]
        ended = ", ".join(f"{name} {times} ({times / b.games:.0%})" for name, times in endings)
        length = f"{b.games} games of {b.mean_length:.1f} turns on average, half over by turn {b.length_at(0.5)}, "
        return [f"{length}95 % by turn {b.length_at(0.95)}.", f"Ended by: {ended}."]

    def tables(self) -> list[Table]:
        """Shares by policy, race and alignment; the spells read most."""
        b = self.balance
        shares = (("policy", b.policies), ("race", b.races), ("alignment", b.alignments))
        return [*(_shares(title, found, b) for title, found in shares), _spells(b)]

    def notes(self) -> list[str]:
        """How many spells a game."""
        total = sum(use.cast for use in self.balance.uses())
        return [
            f"{total / self.balance.games:.0f} spells a game in all, the Ebon Mage's own teleports apart.",
            "--json and --plots show every one.",
        ]

    def to_plain(self) -> dict[str, Any]:
        """Everything as data."""
        return self.balance.to_plain()

    def write_plots(self, folder: Path) -> list[Path]:
        """Charts."""
        return write_plots(self.balance, folder)


def weigh(records: Iterable[GameRecord]) -> _Weighed:
    """What the records show."""
    return _Weighed(trials.weigh(records))


def _shares(title: str, shares: dict[str, Share], balance: Balance) -> Table:
    by_policy = title == "policy"
    heads = (title, "seats", "won", "won a seat", "VP", "artifacts", "team", *(["refused"] if by_policy else []))
    rows = []
    for name, share in sorted(shares.items()):
        if not share.seats:
            continue
        cells = [
            name,
            str(share.seats),
            f"{share.wins / balance.games:.1%}",
            f"{share.rate:.1%} ± {share.error:.1%}",
            f"{share.points / share.seats:.1f}",
            f"{share.artifacts / share.seats:.2f}",
            f"{share.teamed / share.seats:.0%}",
        ]
        rows.append((*cells, *([f"{balance.refused_share(name):.1%}"] if by_policy else [])))
    return Table(heads=heads, rows=tuple(rows))


def _spells(balance: Balance) -> Table:
    uses = sorted(balance.uses(), key=lambda u: (-u.cast, u.label))[:SPELLS_SHOWN]
    rows = tuple(
        (u.label, str(u.cast), f"{u.cast / balance.games:.2f}", f"{u.success_share:.0%}", f"{u.void / u.cast:.0%}")
        for u in uses
    )
    return Table(heads=("spell", "cast", "a game", "success", "no effect"), rows=rows)
