"""The calendar: pause, resume."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import json_option, located, now, office_of, parse_time, reports_errors, say, say_json

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from magika_gm.app.pauses import Changed


@click.command(
    epilog="""\b
Examples:
  magika-gm pause 12 --reason "I am ill"                          until you resume it
  magika-gm pause 12 --until 2027-01-04 --reason "the holidays"   it goes on by itself""",
)
@click.argument("game")
@click.option("--until", callback=parse_time, metavar="DATE", help="The day the game goes on by itself.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; told to the players.")
@json_option
@click.pass_context
@reports_errors
def pause(ctx: click.Context, game: str, until: datetime | None, reason: str, as_json: bool) -> None:
    """Pause GAME: no turn of it is due meanwhile. Every player is written to, and his calendar is kept right.

    Afterwards everybody has the days for his orders that had been left, three at least.
    """
    from magika_gm.app.pauses import pause_game

    with office_of(ctx) as office:
        changed = pause_game(office, game, located(until, office, 0), reason, now())
        zone = office.settings.zone
    if as_json:
        _plain(changed)
        return
    say(f"Game {changed.game} is paused." + ("" if until else f" It goes on with: magika-gm resume {changed.game}"))
    _tell(changed, zone)


@click.command(
    epilog="""\b
Examples:
  magika-gm resume 12                     everybody has the days that had been left
  magika-gm resume 12 --due 2027-01-12""",
)
@click.argument("game")
@click.option("--due", callback=parse_time, metavar="DATE", help="When the next turn is due.")
@json_option
@click.pass_context
@reports_errors
def resume(ctx: click.Context, game: str, due: datetime | None, as_json: bool) -> None:
    """Let GAME go on after a pause. Every player is written to, and his calendar has the date again."""
    from magika_gm.app.pauses import resume_game

    with office_of(ctx) as office:
        changed = resume_game(office, game, located(due, office, office.settings.number("game", "due_hour")), now())
        zone = office.settings.zone
    if as_json:
        _plain(changed)
        return
    say(f"Game {changed.game} goes on.")
    _tell(changed, zone)


def _plain(changed: Changed) -> None:
    due = changed.due.isoformat() if changed.due else None
    say_json({"game": changed.game, "turn": changed.turn, "due": due, "told": changed.told, "why": changed.why})


def _tell(changed: Changed, zone: ZoneInfo) -> None:
    if changed.due is not None:
        why = f": {changed.why}" if changed.why else ""
        say(f"Turn {changed.turn} is due {changed.due.astimezone(zone):%A %d %B %Y, %H:%M %Z}{why}.")
    say(f"{changed.told} players are told with the next delivery: magika-gm deliver")
