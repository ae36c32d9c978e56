"""The main job, end to end, on the shipped sample game; every step is an ordinary command."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import click

from magika_gm.cli.common import fail, game_option, json_option, reports_errors, say, say_json
from magika_gm.games import DEFAULT

SEED = "the sample game of 1994"


def turns_of(sample: Path) -> int:
    """How many turns the sample game has mails for."""
    return max(int(folder.name) for folder in sample.iterdir() if folder.name.isdecimal())


def steps(folder: Path, sample: Path, system: str) -> list[list[str]]:
    """The commands the demo runs, as one would type them."""
    from magika_gm.app.enrolment.new_game import system_named

    office = ["--office", str(folder)]
    game = ["--game", system] if system != DEFAULT else []
    found = [
        ["init", "--sample", str(folder), "--name", f"{system_named(system).title} by mail"],
        [*office, "new-game", "sample", *game, "--signups", str(sample / "signups.toml"), "--seed", SEED],
    ]
    for turn in range(1, turns_of(sample) + 1):
        found += [
            [*office, "ingest", str(sample / str(turn))],
            [*office, "process-turn", "sample", "--early"],
        ]
    return [*found, [*office, "deliver"], [*office, "status"], [*office, "verify", "sample"]]


@click.command(epilog="\b\nExamples:\n  magika-gm demo /tmp/magika-demo\n  magika-gm demo /tmp/arena-demo --game arena")
@click.argument("folder", default="demo-office", type=click.Path(file_okay=False, path_type=Path))
@game_option
@json_option
@reports_errors
def demo(folder: Path, system: str, as_json: bool) -> None:
    """Make an office in FOLDER (default demo-office), play three turns of the sample game and write every report.

    Each step is an ordinary magika-gm command, printed before it runs, so that you can repeat it by hand.
    """
    import shutil

    from magika_gm.app.enrolment.new_game import find_scenario, system_named
    from magika_gm.app.office.settings import SETTINGS_FILE
    from magika_gm.cli.main import cli
    from magika_gm.resources import shipped

    if folder.exists() and any(folder.iterdir()):
        if not (folder / SETTINGS_FILE).is_file() or not (folder / ".demo").is_file():
            raise click.UsageError(f"{folder} is not empty and no earlier demo; name another folder")
        shutil.rmtree(folder)
    game, sample = system_named(system), shipped("sample") / system
    if not sample.is_dir():
        fail(f"{game.title} has no sample game yet")
    todo, turns = steps(folder, sample, system), turns_of(sample)
    last = folder / "reports" / "sample" / str(turns)
    for number, step in enumerate(todo, 1):
        if as_json:
            with redirect_stdout(io.StringIO()):
                cli.main(args=step, prog_name="magika-gm", standalone_mode=False)
        else:
            say(click.style(f"\n[{number}/{len(todo)}] magika-gm {shlex.join(step)}", bold=True))
            cli.main(args=step, prog_name="magika-gm", standalone_mode=False)
        (folder / ".demo").touch()
    if as_json:
        commands = [shlex.join(["magika-gm", *step]) for step in todo]
        say_json({"office": str(folder), "reports": str(last), "commands": commands})
        return
    say(click.style("\nWhere to look", bold=True))
    scenario = game.setup.read_scenario(find_scenario(folder, game).read_text(encoding="utf-8"), "the scenario")
    seat, words = game.setup.seats_of(scenario)[0], game.words
    name = f"{last}/{seat}.pdf"
    say(f"  {name}   the printed report of {words.called(seat)} (also .html, .txt, .json; one set a {words.seat})")
    if game.has("page"):
        say(f"  {last}/{seat}.page.html   his page: open it in a browser and write orders")
    say(f"  {folder}/outbox/      the mails that would have gone out")
    say(f"  {folder}/turns/       the raw order mails as kept")
    say(f"  {folder}/magika.sqlite3   the world, for any SQL tool (docs/database.md)")
    if game.has("trace"):
        why = f"why turn {turns} came out as it did for {words.called(seat)}"
        say(f"  magika-gm --office {folder} explain sample {turns} {seat}   {why}")
