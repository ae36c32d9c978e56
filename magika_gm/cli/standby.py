"""Those who stand by: standby add, list, leave, place."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from magika_gm.cli.common import fail, json_option, now, office_of, reports_errors, say, say_json


@click.group(
    epilog="""\b
Examples:
  magika-gm standby add "Una Byron" una@example.org --password "owl light"
  magika-gm standby list
  magika-gm standby place 12 C 3          number 3 of the list takes mage C of game 12 over"""
)
def standby() -> None:
    """Who stands by to take a position over when its player misses his turns. Each of these takes --json."""


@standby.command(
    "add", epilog='\b\nExample:\n  magika-gm standby add "Una Byron" una@example.org --password "owl light"'
)
@click.argument("name")
@click.argument("email")
@click.option("--password", help="What he will order with; only its hash is kept. Asked for on a terminal.")
@json_option
@click.pass_context
@reports_errors
def standby_add(ctx: click.Context, name: str, email: str, password: str | None, as_json: bool) -> None:
    """Put NAME at the end of the line."""
    from magika_gm.app.enrolment.standby import add_standby
    from magika_gm.app.record.contact import must_be_address

    must_be_address(email)
    if password is None:
        if as_json or not sys.stdin.isatty():
            fail("give --password; there is nobody to ask for it")
        password = click.prompt("Password", hide_input=True, err=True)
    with office_of(ctx) as office:
        added = add_standby(office, name, email, password, now())
    if as_json:
        say_json(asdict(added))
    else:
        say(f"{added.name} stands by as number {added.id}.")


@standby.command("list", epilog="\b\nExample:\n  magika-gm standby list")
@json_option
@click.pass_context
@reports_errors
def standby_list(ctx: click.Context, as_json: bool) -> None:
    """Show everybody in the line, first come first."""
    from magika_gm.app.enrolment.standby import list_standbys

    with office_of(ctx) as office:
        found = list_standbys(office)
    if as_json:
        say_json([asdict(s) for s in found])
        return
    for s in found:
        place = f", {s.seat} of game {s.game}" if s.game else ""
        say(f"{s.id:>4}  {s.name} <{s.email}>, since {s.since[:10]}: {s.state}{place}")
    if not found:
        say("Nobody stands by.")


@standby.command("leave", epilog="\b\nExample:\n  magika-gm standby leave 3")
@click.argument("number", type=int)
@json_option
@click.pass_context
@reports_errors
def standby_leave(ctx: click.Context, number: int, as_json: bool) -> None:
    """Take NUMBER out of the line."""
    from magika_gm.app.enrolment.standby import leave_line

    with office_of(ctx) as office:
        leave_line(office, number)
    if as_json:
        say_json({"left": number})
    else:
        say(f"Number {number} stands by no more.")


@standby.command(
    "place",
    epilog="""\b
Examples:
  magika-gm standby place 12 C 3
  magika-gm standby place 12 C 3 --reason "he asked for it" --yes""",
)
@click.argument("game")
@click.argument("seat")
@click.argument("number", type=int)
@click.option("--reason", default="", metavar="TEXT", help="Why; told to the player who gives way.")
@click.option("--yes", is_flag=True, help="Do not ask, though the player has missed no turn.")
@json_option
@click.pass_context
@reports_errors
def standby_place(ctx: click.Context, game: str, seat: str, number: int, reason: str, yes: bool, as_json: bool) -> None:
    """Give SEAT of GAME to NUMBER of the line: everything but the old player's secrets, his first turn free.

    The old player is told, and why. One who plays, for he missed no turn or his orders for the coming one are here, is
    not replaced before you were asked.
    """
    from magika_gm.app.enrolment.standby import place_standby, who_gives_way

    with office_of(ctx) as office:
        before = who_gives_way(office, game, seat)
        if before.active and not yes:
            plays = "his orders for the coming turn are here" if before.ordered else "he has missed no turn"
            what = f"{before.name} plays {before.called}, and {plays}"
            if as_json or not sys.stdin.isatty():
                fail(f"{what}; nothing was changed. To replace him all the same, say --yes")
            click.confirm(f"{what}. Replace him?", abort=True, err=True)
        placed = place_standby(office, game, seat, number, now(), reason)
    if as_json:
        say_json(asdict(placed))
        return
    say(f"{placed.name} plays {placed.called} of game {placed.game}, in the place of "
        f"{placed.before or 'the built-in policy'}.")  # fmt: skip
    say("His welcome, with the seat's last report, and word to the player before go out with: magika-gm deliver")
