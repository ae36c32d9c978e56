"""Secrets on their way into a command: from a file, from standard input, from the keyboard.

A command's own words everybody on the machine can read while it runs (``ps``), and a shell keeps them. One that holds a
secret is taken all the same, as other tools take it, with a warning that names the way round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from magika_gm.cli.common import WAYS, fail

LONGEST = 10_000
"""Characters of a secret's file that are looked at."""
SHORTEST_SEED = 16


def secret_file(name: str, what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An option that names a secret's file, its one line; the command is given the line, "" where nothing was said."""
    help_text = f"A file that holds {what}, one line; - is standard input."
    return click.option(name, default="", metavar="FILE", callback=_line_of, help=help_text)


def seen(option: str, cure: str) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """For an option or argument that may hold a secret on the command line: says so where it is given."""

    def warn(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value:
            _one_way(ctx, param)
            warn_seen(option, cure)
        return value

    return warn


def _one_way(ctx: click.Context, param: click.Parameter) -> None:
    """A secret is said in one way: two that differ would leave it open which of them counts."""
    ways = next(ways for ways in WAYS if param.name in ways)
    if any(ctx.params.get(way) for way in ways if way != param.name):
        raise click.UsageError("a secret is said in one way: as it is, or by a file that holds it, not both")


def url_seen(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A database's URL on the command line: warned of where it says more than where the database is."""
    if value:
        _one_way(ctx, param)
    if value and "://" in value:
        from magika_gm.store.urls import has_secret

        if has_secret(value):
            warn_seen("a URL with a password" if param.name == "url" else "--database", "--database-file -")
    return value


def warn_seen(option: str, cure: str) -> None:
    """What was given can be read by others; how to keep it."""
    click.echo(
        f"magika-gm: warning: {option} on the command line can be read by everybody on this machine while this runs, "
        f"and your shell keeps it; better: {cure} (a file, or - for standard input)",
        err=True,
    )


def password_line(given: str, line: str, as_json: bool) -> str:
    """The password somebody will order with: as given, the line of its file, or asked for; "" where nobody is there."""
    if given or line or as_json or not sys.stdin.isatty():
        return given or line
    said: str = click.prompt("Password", hide_input=True, err=True)
    return said


def secret_seed(given: str | None, line: str) -> bytes | None:
    """A seed given by hand; a short one is refused, for its hash is on every report and can be tried out."""
    said = given if given is not None else line or None
    if said is None:
        return None
    if len(said.encode()) < SHORTEST_SEED:
        fail(f"a seed of fewer than {SHORTEST_SEED} bytes can be guessed from its hash; leave it out to have one drawn")
    return said.encode()


def _line_of(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The one line of a secret's file."""
    if not value:
        return ""
    _one_way(ctx, param)
    place = "standard input" if value == "-" else value
    try:
        with click.open_file(value, encoding="utf-8-sig") as file:
            first, _, rest = str(file.read(LONGEST)).partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no text in UTF-8"
        raise click.BadParameter(f"{Path(place)} cannot be read: {why}", param=param) from None
    if not first.strip() or rest.strip():
        raise click.BadParameter(f"{place} must hold one line", param=param)
    return first.strip()
