"""Whole games by the built-in policies: simulate."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import json_option, reports_errors, say, say_json, track

if TYPE_CHECKING:
    from rich.table import Table

    from magika_gm.games.magika.balance.tables import Balance, Share

SPELLS_SHOWN = 15


@click.command(
    epilog="""\b
Examples:
  magika-gm simulate                                   100 games on the classic arena
  magika-gm simulate --games 1000 --plots plots        with charts in plots/
  magika-gm simulate --policies racer:6,fighter        six racers and six fighters
  magika-gm simulate --scenario random --json          a new arena for every game"""
)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Games to play.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Processes (default: one a core).")
@click.option(
    "--policies",
    "mix",
    metavar="MIX",
    default="racer,collector,fighter",
    show_default=True,
    help="Who plays the twelve novices: names, perhaps with their numbers (racer:6,fighter:2).",
)
@click.option("--scenario", default="classic", show_default=True, help="A scenario's name or file; or: random.")
@click.option("--max-turns", type=click.IntRange(1, 500), default=40, show_default=True, help="Turns a game at most.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Folder to draw charts into.")
@json_option
@click.pass_context
@reports_errors
def simulate(
    ctx: click.Context,
    games: int,
    seed: str,
    jobs: int | None,
    mix: str,
    scenario: str,
    max_turns: int,
    plots: Path | None,
    as_json: bool,
) -> None:
    """Play whole games with the built-in policies and show how balanced the game is.

    Nothing of the office is read but its scenarios, and nothing changed. The figures depend on the seed and the other
    options, never on the number of jobs.
    """
    from magika_gm.games.magika.balance import simulate as use_case
    from magika_gm.games.magika.balance.tables import weigh, write_plots

    plan = use_case.Plan(
        games,
        seed,
        use_case.scenario_called(scenario, Path(ctx.obj)),
        use_case.read_mix(mix),
        max_turns,
    )
    jobs = jobs or os.cpu_count() or 1
    records: Iterator[use_case.GameRecord] = use_case.simulate(plan, min(jobs, games))
    balance = weigh(track(records, "Playing", games, quiet=as_json))
    written = write_plots(balance, plots) if plots is not None else []
    if as_json:
        say_json(balance.to_plain() | {"plots": [str(path) for path in written]})
        return
    _show(balance)
    if plots is not None:
        say(f"\nCharts: {plots}/balance.pdf, and {len(written) - 1} SVG files beside it.")


def _show(balance: Balance) -> None:
    from rich.console import Console

    from magika_gm.games.magika.balance.tables import ENDINGS

    console = Console(highlight=False)
    endings = [(name, balance.endings[name]) for name in ENDINGS if balance.endings[name]]
    ended = ", ".join(f"{name} {times} ({times / balance.games:.0%})" for name, times in endings)
    within = f"95 % by turn {balance.length_at(0.95)}"
    console.print(f"{balance.games} games of {balance.mean_length:.1f} turns on average, half over by turn "
                  f"{balance.length_at(0.5)}, {within}.")  # fmt: skip
    console.print(f"Ended by: {ended}.\n")
    for title, shares in (("policy", balance.policies), ("race", balance.races), ("alignment", balance.alignments)):
        console.print(_shares(title, shares, balance))
    console.print(_spells(balance))
    total = sum(use.cast for use in balance.uses())
    console.print(f"{total / balance.games:.0f} spells a game in all, the Ebon Mage's own teleports apart; "
                  "--json and --plots show every one.")  # fmt: skip


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(title, min_width=10)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _shares(title: str, shares: dict[str, Share], balance: Balance) -> Table:
    by_policy = title == "policy"
    columns = ["seats", "won", "won a seat", "VP", "artifacts", "team"]
    table = _table(title, *columns, *(["refused"] if by_policy else []))
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
        table.add_row(*cells, *([f"{balance.refused_share(name):.1%}"] if by_policy else []))
    return table


def _spells(balance: Balance) -> Table:
    table = _table("spell", "cast", "a game", "success", "no effect")
    uses = sorted(balance.uses(), key=lambda u: (-u.cast, u.label))
    for use in uses[:SPELLS_SHOWN]:
        rate, void = f"{use.success_share:.0%}", f"{use.void / use.cast:.0%}"
        table.add_row(use.label, str(use.cast), f"{use.cast / balance.games:.2f}", rate, void)
    return table
