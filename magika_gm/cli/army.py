"""Armies of one's own, for games that know them: army check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from magika_gm.cli.common import fail, json_option, say, say_json

BLOCK = "ARMY"


@click.group(
    epilog="""\b
Examples:
  magika-gm army check mine.txt          what a sign-up with this army would be told
  magika-gm army check mine.txt --json   the same as data"""
)
def army() -> None:
    """Armies that players build: check a list before it is mailed."""


@army.command(
    epilog="""\b
Examples:
  magika-gm army check mine.txt
  magika-gm army check mine.txt --game arena --json"""
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--game", default="", metavar="NAME", help="Which game; needed only where several have armies.")
@json_option
def check(file: Path, game: str, as_json: bool) -> None:
    """Say what a sign-up with the army list in FILE would be told: points, what is left, every fault with its line.

    FILE holds the lines of a block ARMY … END ARMY, with or without these two. Ends with status 1 if it has faults.
    """
    from magika_gm.app.office.errors import OfficeError, read_text
    from magika_gm.mail.parsing import plain_lines

    system = _system(game)
    try:
        lines = plain_lines(read_text(file, "an army list")).splitlines()
    except OfficeError as error:
        fail(str(error))
    choices: dict[str, Any] = {}
    faults = system.signup.take_block(choices, BLOCK, lines)
    faults = list(faults) or list(system.signup.choice_faults(choices))
    told = list(system.signup.choices_told(choices)) if choices else []
    if as_json:
        say_json({"file": str(file), "game": system.name, "faults": faults, "told": told, "choices": choices})
    else:
        for line in told if choices else ():
            if not line.startswith("error: "):
                say(line)
        for fault in faults:
            say(f"{file}: {fault}")
        if not faults:
            say(f"{file}: no faults")
    if faults:
        raise SystemExit(1)


def _system(name: str) -> Any:
    """The game meant: the named one, or the only one with armies."""
    from magika_gm import games
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.office.errors import OfficeError

    having = [known for known in games.SYSTEMS if BLOCK in games.system(known).signup.BLOCKS]
    if not name and len(having) == 1:
        return games.system(having[0])
    try:
        system = system_named(name) if name else None
    except OfficeError as error:
        fail(str(error))
    if system is None or system.name not in having:
        fail(f"{name or 'no game'} is no game with armies; name one with --game: {', '.join(having)}")
    return system
