"""Whole games by the built-in policies: simulate."""

from __future__ import annotations

import os
from pathlib import Path

import click

from magika_gm.cli.common import fail, game_option, json_option, reports_errors, say, say_json, show_rows, track


@click.command(
    epilog="""\b
Examples:
  magika-gm simulate                                   100 games of Magika on the classic arena
  magika-gm simulate --games 1000 --plots plots        with charts in plots/
  magika-gm simulate --policies racer:6,fighter        six racers and six fighters
  magika-gm simulate --scenario random --json          a new arena for every game
  magika-gm simulate --game arena --with pace=1        an option of another game's own"""
)
@game_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Games to play.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Processes (default: one a core).")
@click.option("--policies", default="", metavar="MIX", help="Who plays: names of policies (docs/<game>).")
@click.option("--scenario", default="", help="A scenario's name or file; or: random, where the game can make them.")
@click.option("--max-turns", default="", metavar="N", help="Turns a game at most.")
@click.option("--with", "more", multiple=True, metavar="NAME=VALUE", help="An option of the game's own.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Folder to draw charts into.")
@json_option
@click.pass_context
@reports_errors
def simulate(
    ctx: click.Context,
    system: str,
    games: int,
    seed: str,
    jobs: int | None,
    policies: str,
    scenario: str,
    max_turns: str,
    more: tuple[str, ...],
    plots: Path | None,
    as_json: bool,
) -> None:
    """Play whole games with the built-in policies and show how balanced the game is.

    Nothing of the office is read but its scenarios, and nothing changed. The figures depend on the seed and the other
    options, never on the number of jobs.
    """
    from magika_gm.app.enrolment.new_game import find_scenario, load_scenario, system_named

    game = system_named(system)
    if not game.has("balance"):
        fail(f"{game.title} cannot be simulated")
    drawn = scenario == "random" and game.has("generator")
    played = None if drawn else load_scenario(game, find_scenario(Path(ctx.obj), game, scenario))
    options = {"policies": policies, "max-turns": max_turns, **dict(_pair(text) for text in more)}
    known = {option.name: option.default for option in game.balance.OPTIONS}
    given = {name: value for name, value in options.items() if value}
    for name in given:
        if name not in known:
            fail(f"{game.title} has no option {name}; it has {', '.join(known) or 'none'}")
    try:
        records = game.balance.simulate(games, seed, jobs or os.cpu_count() or 1, played, known | given)
    except ValueError as error:
        fail(str(error))
    found = game.balance.weigh(track(records, "Playing", games, quiet=as_json))
    written: list[Path] = []
    if plots is not None:
        from magika_gm.reports.plots import write_charts

        title = f"{game.title}: the balance of {games} games"
        written = write_charts(game.balance.charts(found), title, plots)
    if as_json:
        say_json(found.to_plain() | {"plots": [str(path) for path in written]})
        return
    for line in found.summary():
        say(line)
    for table in found.tables():
        say("")
        show_rows(table.heads, table.rows)
    for line in found.notes():
        say(line)
    if plots is not None:
        say(f"\nCharts: {plots}/balance.pdf, and {len(written) - 1} SVG files beside it.")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}: write NAME=VALUE")
    return name.strip(), value.strip()
