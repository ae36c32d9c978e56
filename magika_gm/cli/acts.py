"""The game master's word: rule, correct, acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import (
    json_option,
    kind_played,
    located,
    now,
    office_of,
    parse_time,
    players_are,
    reports_errors,
    said_time,
    say,
    say_json,
    undone_by,
)

if TYPE_CHECKING:
    from magika_gm.app.office.office import Office
    from magika_gm.app.turns.acts import RecordedAct
    from magika_gm.engine.system import GameSystem

reason_option = click.option(
    "--reason", required=True, metavar="TEXT", help="Why; recorded, and told to those it concerns."
)


def _do(ctx: click.Context, as_json: bool, act: Callable[[Office], RecordedAct]) -> None:
    with office_of(ctx) as office:
        done = act(office)
        undone_by(ctx, "acts", done.game, "--take-back", done.nr)
    if as_json:
        say_json(asdict(done))
    else:
        say(f"Recorded as number {done.nr} for turn {done.turn} of game {done.game}: {done.text}.")
        say(f"Until that turn is processed it can be taken back: magika-gm acts {done.game} --take-back {done.nr}")


@click.command(
    epilog="""\b
Examples:
  magika-gm process-turn 12 --dry-run look/                       lists what is left to your judgement
  magika-gm rule 12 C 3 effect --reason "the fog had lifted"      that cast is tried after all
  magika-gm rule 12 C 3 none --reason "agreed by both players"    it is not"""
)
@click.argument("game")
@click.argument("words", nargs=-1, required=True, metavar="SEAT PHASE VERDICT")
@reason_option
@json_option
@click.pass_context
@reports_errors
def rule(ctx: click.Context, game: str, words: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Rule on what the rules of GAME leave to the game master, such as whether a cast can have an effect."""
    from magika_gm.app.turns.acts import record_act

    _do(ctx, as_json, lambda office: record_act(office, game, "rule", words, reason, now()))


def _verbs(systems: Sequence[GameSystem]) -> str:
    """What can be corrected in some games, for ``--help``."""
    lines = []
    for system in systems:
        lines.append(f"{system.title}:")
        for verb in system.referee.VERBS:
            said = " ".join(f"[{p.name}]" if p.optional else p.name for p in verb.parameters)
            lines += [f"  correct {verb.name} GAME {said}".rstrip(), f"      {verb.help}"]
            lines.append(f"      magika-gm correct {verb.example}")
    return "\n".join(lines)


class _Correct(click.Command):
    """Looks the verbs up only where help is asked for, and tells those of the game that is named beside it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, of which the words are kept for the help."""
        ctx.meta[_WORDS] = [word for word in args if not word.startswith("-")]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What can be corrected, verb by verb in the game that was named, else the verbs alone."""
        from magika_gm import games

        named = _named(Path(ctx.find_root().obj or "."), ctx.meta.get(_WORDS, []))
        if named is not None:
            formatter.write("\nExamples, verb by verb:\n" + _verbs([named]) + "\n")
            return
        rows = [(games.system(name).title, games.system(name).referee.VERBS) for name in games.SYSTEMS]
        with formatter.section("Verbs"):
            formatter.write_dl([(title, ", ".join(verb.name for verb in verbs)) for title, verbs in rows])
        formatter.write(
            "\nExamples:\n  magika-gm correct 12 --help           each verb of the game that 12 is, with an example"
            f"\n  magika-gm correct {games.DEFAULT} --help       those of any game, by its name\n"
        )


_WORDS = "words beside --help"
"""In a command's context: what is written beside ``--help``."""


def _named(folder: Path, words: Sequence[str]) -> GameSystem | None:
    """The game that one of some words names: its kind, or the number of one in the office in a folder."""
    from magika_gm import games

    kind = next((word for word in words if word in games.SYSTEMS), "") or kind_played(folder, words)
    return games.system(kind) if kind else None


@click.command(cls=_Correct, context_settings={"ignore_unknown_options": True})
@click.argument("verb")
@click.argument("game")
@click.argument("words", nargs=-1, metavar="WORDS ...")
@reason_option
@json_option
@click.pass_context
@reports_errors
def correct(ctx: click.Context, verb: str, game: str, words: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Correct orders, places, things, figures before the next turn of GAME. Told to those it concerns.

    Which verbs there are depends on the game; with its number before --help each is listed with what it needs.
    """
    from magika_gm.app.turns.acts import record_act

    _do(ctx, as_json, lambda office: record_act(office, game, verb, words, reason, now()))


@click.command(
    epilog="""\b
Examples:
  magika-gm note 12 ALL "The next turn is a week later, for the holidays."
  magika-gm note 12 C "Your sheet of last turn came a day late.\""""
)
@click.argument("game")
@click.argument("to", metavar="SEAT|ALL")
@click.argument("text")
@json_option
@click.pass_context
@reports_errors
def note(ctx: click.Context, game: str, to: str, text: str, as_json: bool) -> None:
    """Say something to SEAT's player, or to ALL, in the report of the coming turn of GAME."""
    from magika_gm.app.turns.acts import write_note

    _do(ctx, as_json, lambda office: write_note(office, game, to, text, now()))


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
    from magika_gm.app.calendar.date_moves import move_date as use_case

    with office_of(ctx) as office:
        when = located(due, office, office.settings.number("game", "due_hour"))
        assert when is not None
        moved = use_case(office, game, when, reason, now())
        local = moved.due.astimezone(office.settings.zone)
        undone_by(ctx, "move-date", moved.game, said_time(moved.before, office))
        rest = office.settings.calendar.rest(local.date())
    if as_json:
        say_json({"game": moved.game, "turn": moved.turn, "before": moved.before.isoformat(),
                  "due": moved.due.isoformat(), "told": moved.told})  # fmt: skip
        return
    say(f"Turn {moved.turn} of game {moved.game} is due {local:%A %d %B %Y, %H:%M %Z}.")
    if rest:
        say(f"Mind that {local:%A %d %B %Y} is {rest}.")
    say(f"{players_are(moved.told)} told with the next delivery: magika-gm deliver")


@click.command(epilog="\b\nExamples:\n  magika-gm acts 12\n  magika-gm acts 12 --take-back 2")
@click.argument("game")
@click.option("--take-back", type=int, metavar="NR", help="Take number NR of the coming turn back.")
@json_option
@click.pass_context
@reports_errors
def acts(ctx: click.Context, game: str, take_back: int | None, as_json: bool) -> None:
    """List what the game master ruled and corrected in GAME, turn by turn."""
    from magika_gm.app.turns.acts import list_acts, take_back_act

    with office_of(ctx) as office:
        gone = take_back_act(office, game, take_back) if take_back is not None else None
        found = list_acts(office, game)
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
