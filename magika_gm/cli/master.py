"""The game master's word: rule, correct, acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import json_option, located, now, office_of, parse_time, reports_errors, say, say_json

if TYPE_CHECKING:
    from magika_gm.app.office.office import Office
    from magika_gm.app.turns.acts import Recorded

reason_option = click.option(
    "--reason", required=True, metavar="TEXT", help="Why; recorded, and told to those it concerns."
)


def _do(ctx: click.Context, as_json: bool, act: Callable[[Office], Recorded]) -> None:
    with office_of(ctx) as office:
        done = act(office)
    if as_json:
        say_json(asdict(done))
    else:
        say(f"Recorded as number {done.nr} for turn {done.turn} of game {done.game}: {done.text}.")
        say(f"Until that turn is processed it can be taken back: magika-gm acts {done.game} --take-back {done.nr}")


@click.command(
    epilog="""\b
Examples:
  magika-gm process-turn 12 --dry-run look/                       lists casts without possible effect
  magika-gm rule 12 C 3 effect --reason "the fog had lifted"      that cast is tried after all
  magika-gm rule 12 C 3 none --reason "agreed by both players"    it is not"""
)
@click.argument("game")
@click.argument("mage")
@click.argument("phase", type=click.IntRange(1, 5))
@click.argument("verdict", type=click.Choice(["effect", "none"]))
@reason_option
@json_option
@click.pass_context
@reports_errors
def rule(ctx: click.Context, game: str, mage: str, phase: int, verdict: str, reason: str, as_json: bool) -> None:
    """Rule whether MAGE's cast of PHASE in the coming turn of GAME can have an effect (CAST-5)."""
    from magika_gm.app.turns.acts import rule_cast

    _do(ctx, as_json, lambda office: rule_cast(office, game, mage, phase, verdict == "effect", reason, now()))


@click.group(
    epilog="""\b
Examples:
  magika-gm correct order 12 C 3 "MOVE NE" --reason "misread by us"
  magika-gm correct place 12 C m12 --reason "see the ruling of turn 4"
  magika-gm correct move 12 CROWN C m12 --reason "it should have been dropped"
  magika-gm correct move 12 TelPt nowhere C --reason "burned by mistake"
  magika-gm correct adjust 12 C endurance +10 --reason "rest was not counted\""""
)
def correct() -> None:
    """Correct orders, move mages and things, set statistics before the next turn. Told to those it concerns.

    Each of these takes --json as well.
    """


@correct.command("order", epilog='\b\nExample:\n  magika-gm correct order 12 C 3 "MOVE NE" --reason "misread by us"')
@click.argument("game")
@click.argument("mage")
@click.argument("phase", type=click.IntRange(1, 5))
@click.argument("order")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct_order(ctx: click.Context, game: str, mage: str, phase: int, order: str, reason: str, as_json: bool) -> None:
    """Put ORDER in the place of what MAGE ordered for PHASE; it holds whatever sheets still come."""
    from magika_gm.app.turns.acts import change_order

    _do(ctx, as_json, lambda office: change_order(office, game, mage, phase, order, reason, now()))


@correct.command("place", epilog='\b\nExample:\n  magika-gm correct place 12 C m12 --reason "see the ruling of turn 4"')
@click.argument("game")
@click.argument("mage")
@click.argument("space")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct_place(ctx: click.Context, game: str, mage: str, space: str, reason: str, as_json: bool) -> None:
    """Move MAGE to SPACE, if he may enter it (MOVE-6)."""
    from magika_gm.app.turns.acts import place_mage

    _do(ctx, as_json, lambda office: place_mage(office, game, mage, space, reason, now()))


@correct.command(
    "move",
    epilog="""\b
Examples:
  magika-gm correct move 12 CROWN C m12 --reason "it should have been dropped"
  magika-gm correct move 12 "RED CLOAK" m12 C --reason "the search was his"
  magika-gm correct move 12 TelPt nowhere C --reason "burned by mistake\"""",
)
@click.argument("game")
@click.argument("thing")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct_move(
    ctx: click.Context, game: str, thing: str, source: str, target: str, reason: str, as_json: bool
) -> None:
    """Move THING from a mage, a space or 'nowhere' to another. A scroll cannot lie, an artifact not leave the game."""
    from magika_gm.app.turns.acts import move_thing

    _do(ctx, as_json, lambda office: move_thing(office, game, thing, source, target, reason, now()))


@correct.command(
    "adjust",
    context_settings={"ignore_unknown_options": True},
    epilog='\b\nExamples:\n  magika-gm correct adjust 12 C endurance 50 --reason "…"\n'
    '  magika-gm correct adjust 12 C aptitude -10 --reason "…"      ten less than there is',
)
@click.argument("game")
@click.argument("mage")
@click.argument("stat")
@click.argument("value")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct_adjust(ctx: click.Context, game: str, mage: str, stat: str, value: str, reason: str, as_json: bool) -> None:
    """Set MAGE's STAT: endurance, arcania, skill, aptitude, max_endurance, max_arcania; +10 and -10 change it."""
    from magika_gm.app.turns.acts import adjust

    _do(ctx, as_json, lambda office: adjust(office, game, mage, stat, value, reason, now()))


@click.command(
    epilog="""\b
Examples:
  magika-gm note 12 ALL "The next turn is a week later, for the holidays."
  magika-gm note 12 C "Your sheet of last turn came a day late.\""""
)
@click.argument("game")
@click.argument("to", metavar="MAGE|ALL")
@click.argument("text")
@json_option
@click.pass_context
@reports_errors
def note(ctx: click.Context, game: str, to: str, text: str, as_json: bool) -> None:
    """Say something to MAGE's player, or to ALL, in the report of the coming turn of GAME."""
    from magika_gm.app.turns.acts import write_note

    _do(ctx, as_json, lambda office: write_note(office, game, to, text, now()))


@correct.command("drop", epilog='\b\nExample:\n  magika-gm correct drop 12 C --reason "at his own wish"')
@click.argument("game")
@click.argument("mage")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct_drop(ctx: click.Context, game: str, mage: str, reason: str, as_json: bool) -> None:
    """Let MAGE leave the game with the coming turn; what he carries lies where he stands (GM-3)."""
    from magika_gm.app.turns.acts import drop_mage

    _do(ctx, as_json, lambda office: drop_mage(office, game, mage, reason, now()))


@click.command(
    "move-date",
    epilog="""\b
Examples:
  magika-gm move-date 12 2026-12-29 --reason "the holidays"
  magika-gm move-date 12 2026-12-29T20:00""",
)
@click.argument("game")
@click.argument("due", callback=parse_time, metavar="DATE")
@click.option("--reason", default="", metavar="TEXT", help="Why; told to the players.")
@json_option
@click.pass_context
@reports_errors
def move_date(ctx: click.Context, game: str, due: datetime, reason: str, as_json: bool) -> None:
    """Move the date the next turn of GAME is due. Every player is written to, and his calendar moves along."""
    from magika_gm.app.calendar import date_moves as dates

    with office_of(ctx) as office:
        when = located(due, office, office.settings.number("game", "due_hour"))
        assert when is not None
        moved = dates.move_date(office, game, when, reason, now())
        local = moved.due.astimezone(office.settings.zone)
        rest = office.settings.calendar.rest(local.date())
    if as_json:
        say_json({"game": moved.game, "turn": moved.turn, "before": moved.before.isoformat(),
                  "due": moved.due.isoformat(), "told": moved.told})  # fmt: skip
        return
    say(f"Turn {moved.turn} of game {moved.game} is due {local:%A %d %B %Y, %H:%M %Z}.")
    if rest:
        say(f"Mind that {local:%A %d %B %Y} is {rest}.")
    say(f"{moved.told} players are told with the next delivery: magika-gm deliver")


@click.command(epilog="\b\nExamples:\n  magika-gm acts 12\n  magika-gm acts 12 --take-back 2")
@click.argument("game")
@click.option("--take-back", type=int, metavar="NR", help="Take number NR of the coming turn back.")
@json_option
@click.pass_context
@reports_errors
def acts(ctx: click.Context, game: str, take_back: int | None, as_json: bool) -> None:
    """List what the game master ruled and corrected in GAME, turn by turn."""
    from magika_gm.app.turns import acts as master

    with office_of(ctx) as office:
        gone = master.take_back(office, game, take_back) if take_back is not None else None
        found = master.list_acts(office, game)
    if as_json:
        result: list[dict[str, Any]] = [asdict(a) for a in found]
        say_json({"taken_back": asdict(gone), "acts": result} if gone else result)
        return
    if gone:
        say(f"Taken back: number {gone.nr}, {gone.text}.")
    for a in found:
        say(f"turn {a.turn}, number {a.nr}: {a.text}")
    if not found and not gone:
        say(f"Nothing was ruled or corrected in game {game}.")
