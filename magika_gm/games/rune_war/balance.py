"""Rune War's balance (``engine.seam.trials.Balance``): whole games by the built-in policies (BOT, PLAY)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.scenario import PLACINGS, Scenario
from magika_gm.games.rune_war.trials import Outcome, Share, Tally, open_seats, play_game

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
    plans = [(seatings[n % len(seatings)], _seated(policies, n), f"{seed}/{n}".encode()) for n in range(games)]
    if min(jobs, games) <= 1:
        yield from map(_play, plans)
        return
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play, plans, chunksize=max(1, games // (jobs * 8)))


def turned(scenario: Scenario, number: int) -> Scenario:
    """The scenario with its wizards and clans in other seats: the number-th of the ways four can sit."""
    order = PLACINGS[number % len(PLACINGS)]
    pairs = [scenario.seats[seat].pair for seat in SEATS]
    seats = {
        seat: replace(scenario.seats[seat], pair=pairs[int(who) - 1]) for seat, who in zip(SEATS, order, strict=True)
    }
    return replace(scenario, seats=seats)


def _play(plan: tuple[Scenario, tuple[str, ...], bytes]) -> Outcome:
    return play_game(*plan)


def _seated(policies: Sequence[str], number: int) -> tuple[str, ...]:
    shift = number % len(policies)
    return (*policies[shift:], *policies[:shift])


def read_policies(said: str) -> tuple[str, ...]:
    """The policies of seats 1 to 4; one alone plays all. Raises ValueError for what is none."""
    names = [name.strip() for name in said.split(",") if name.strip()]
    unknown = [name for name in names if name not in POLICIES]
    if unknown or not names:
        raise ValueError(f"policies: {', '.join(unknown) or 'none'} is no policy; there are {', '.join(POLICIES)}")
    if len(names) not in (1, 2, len(SEATS)):
        raise ValueError(f"policies: name one, two or {len(SEATS)} of them, not {len(names)}")
    return tuple(names * (len(SEATS) // len(names)))


class _Weighed:
    """What the records show, in words, tables, data and charts."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.plain = tally.to_plain()

    def summary(self) -> list[str]:
        """Lengths, hands, what happens on the isle."""
        return self.tally.text().split("\n\n")[0].split("\n")

    def tables(self) -> list[Table]:
        """Shares by wizard, clan, seat and policy."""
        t = self.tally
        found = [("wizard", t.by_wizard), ("clan", t.by_clan), ("seat", t.by_seat), ("policy", t.by_policy)]
        return [_table(title, rows) for title, rows in found if len(rows) > 1] + _fitted(t)

    def notes(self) -> list[str]:
        """What is not in the tables."""
        return ["Shares are of games won, those won together in parts; 25 % is an even share. --json shows everything."]

    def to_plain(self) -> dict[str, Any]:
        """Everything as data."""
        return self.plain

    def write_plots(self, folder: Path) -> list[Path]:
        """Charts of shares and lengths."""
        from magika_gm.games.rune_war.report.charts import write_plots

        return write_plots(self.tally, folder)


def _fitted(tally: Tally) -> list[Table]:
    rows = tuple(
        (effect.kind, effect.name, f"{100 * effect.share:.1f} %", f"± {196 * effect.error:.1f}")
        for effect in tally.effects
    )
    return [Table(heads=("all else even", "", "share", "95 %"), rows=rows)] if rows else []


def _table(title: str, rows: Sequence[Share]) -> Table:
    def line(share: Share) -> tuple[str, ...]:
        low, high = share.interval
        return (
            share.name, str(share.played), f"{share.won:.1f}", f"{100 * share.share:.1f} %",
            f"{100 * low:.1f}-{100 * high:.1f} %",
        )  # fmt: skip

    return Table(heads=(title, "games", "won", "share", "95 %"), rows=tuple(line(share) for share in rows))


def weigh(records: Iterable[Outcome]) -> _Weighed:
    """What the records show."""
    return _Weighed(Tally(tuple(records)))
