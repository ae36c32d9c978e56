"""The command line's frame: one group, and each command's module imported only when it is called."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, TextIO

import click

from magika_gm import __version__

COMMANDS = {
    "init": ("magika_gm.cli.office", "Make an office: settings, database, folders."),
    "demo": ("magika_gm.cli.solo", "The main job, end to end, on the shipped sample game."),
    "solo": ("magika_gm.cli.solo", "Play a game alone against bots, each sheet resolved at once."),
    "new-game": ("magika_gm.cli.office", "Start a game from a scenario and its sign-ups."),
    "sign-up": ("magika_gm.cli.signups", "The waiting list: add, list, confirm, withdraw."),
    "fill-game": ("magika_gm.cli.signups", "Start a game from the waiting list."),
    "new-arena": ("magika_gm.cli.office", "Generate an arena from a seed and show how fair it is."),
    "status": ("magika_gm.cli.office", "What is due, who is late, what waits."),
    "site": ("magika_gm.cli.office", "The office as a web site, to be put anywhere."),
    "ingest": ("magika_gm.cli.post", "Read order mails and acknowledge each."),
    "check-orders": ("magika_gm.cli.post", "What an acknowledgement of a sheet would say."),
    "deliver": ("magika_gm.cli.post", "Send what waits in the outbox."),
    "tick": ("magika_gm.cli.mailroom", "A whole round for cron: mail in, turns that are due, mail out."),
    "inbox": ("magika_gm.cli.mailroom", "What was set aside; settle it."),
    "reply": ("magika_gm.cli.mailroom", "Answer a mail in the inbox."),
    "write": ("magika_gm.cli.mailroom", "A letter to a player of a game, or to all."),
    "outbox": ("magika_gm.cli.mailroom", "What waits, failed or came back; retry or cancel it."),
    "address": ("magika_gm.cli.mailroom", "Change where a player's mail goes."),
    "player": ("magika_gm.cli.people", "One player: show, change, merge, all that is held; erase."),
    "cancel-game": ("magika_gm.cli.people", "Abandon a game: everybody told, charges given back."),
    "process-turn": ("magika_gm.cli.turn", "Resolve the due turn and write its reports."),
    "rule": ("magika_gm.cli.acts", "Rule whether a cast can have an effect (CAST-5)."),
    "correct": ("magika_gm.cli.acts", "Correct orders, move pieces and things, set statistics."),
    "note": ("magika_gm.cli.acts", "A word to a player, or to all, in the coming report."),
    "move-date": ("magika_gm.cli.acts", "Move a due date; every player is told."),
    "pause": ("magika_gm.cli.calendar", "Pause a game; every player is told."),
    "resume": ("magika_gm.cli.calendar", "Let a paused game go on."),
    "wait": ("magika_gm.cli.calendar", "Days more for a player who asks for them."),
    "remind": ("magika_gm.cli.calendar", "Remind of missing orders; turn insurance and its call list."),
    "insure": ("magika_gm.cli.calendar", "What turn insurance a player wants."),
    "acts": ("magika_gm.cli.acts", "What was ruled and corrected; take it back."),
    "standby": ("magika_gm.cli.signups", "Who stands by to take a position over."),
    "publish": ("magika_gm.cli.turn", "Let a reviewed turn go to the players."),
    "undo-turn": ("magika_gm.cli.turn", "Take the last turn back whole."),
    "reports": ("magika_gm.cli.turn", "Write a turn's reports again from the record."),
    "page": ("magika_gm.cli.turn", "A player's page: his report and his orders in one file for the browser."),
    "gm-report": ("magika_gm.cli.turn", "Everything about a turn on one document; a page for spectators."),
    "gallery": ("magika_gm.cli.rules", "Draw every block of a report's pages, for builders of games."),
    "verify": ("magika_gm.cli.audit", "Replay every turn of a game and compare."),
    "co-master": ("magika_gm.cli.people", "Who else gives commands here: keys, and names in the log."),
    "log": ("magika_gm.cli.audit", "Which commands changed the office, by whom; how to undo them."),
    "explain": ("magika_gm.cli.audit", "Every roll and ruling behind a result."),
    "accounts": ("magika_gm.cli.accounts", "Balances and statements; the books as CSV, checked."),
    "pay": ("magika_gm.cli.accounts", "Book a payment."),
    "credit": ("magika_gm.cli.accounts", "Give a discount or free turns."),
    "refund": ("magika_gm.cli.accounts", "Give back what was charged, or pay a balance out."),
    "charge": ("magika_gm.cli.accounts", "Charge a copy, a call, CAMP or a rule book."),
    "fee": ("magika_gm.cli.accounts", "What a player pays for each turn."),
    "simulate": ("magika_gm.cli.rules", "Play whole games with the built-in policies: the game's balance."),
    "rule-book": ("magika_gm.cli.rules", "The players' rule book as a PDF, or one rule or spell as text."),
    "games": ("magika_gm.cli.upkeep", "All games: due, late, over."),
    "players": ("magika_gm.cli.upkeep", "All players: games, balance, reliability, rating."),
    "hall-of-fame": ("magika_gm.cli.people", "Who won which game; who may play free."),
    "move-office": ("magika_gm.cli.upkeep", "From SQLite to PostgreSQL, or back, compared row by row."),
    "worker": ("magika_gm.cli.upkeep", "Share an office's work with others, on PostgreSQL."),
    "backup": ("magika_gm.cli.upkeep", "Everything in one dated archive, verified."),
    "doctor": ("magika_gm.cli.upkeep", "Check the office and say what to mend."),
    "restore": ("magika_gm.cli.upkeep", "Put an office back from an archive."),
    "new-system": ("magika_gm.cli.rules", "Write a game of your own that plays at once, to be changed."),
    "army": ("magika_gm.cli.rules", "Armies players build: a page to build one on, a check."),
    "cards": ("magika_gm.cli.rules", "Look up a game's cards; print them as a list."),
    "adjudicate": ("magika_gm.cli.rules", "Run adjudication cases."),
}


GROUPS = {
    "The office": (
        "init", "demo", "solo", "status", "tick", "worker", "backup", "restore", "move-office", "doctor",
        "log", "site", "co-master",
    ),
    "Games and players": (
        "new-game", "sign-up", "fill-game", "new-arena", "cancel-game", "games", "players", "player",
        "standby", "address", "hall-of-fame",
    ),
    "Mail": ("ingest", "check-orders", "inbox", "reply", "write", "outbox", "deliver"),
    "Turns": ("process-turn", "publish", "undo-turn", "reports", "page", "gm-report", "verify", "explain"),
    "Your word": ("rule", "correct", "note", "acts"),
    "The calendar": ("move-date", "pause", "resume", "wait", "remind", "insure"),
    "Money": ("accounts", "pay", "credit", "refund", "charge", "fee"),
    "The rules": ("rule-book", "cards", "army", "adjudicate", "simulate", "gallery", "new-system"),
}  # fmt: skip
"""The commands as ``--help`` lists them."""


MOST_OF_A_KEY = 200


class AsWritten(click.types.StringParamType):
    """A text on the command line: UTF-8 where its bytes are, whatever the locale says, else as the locale reads it.

    Names of files are left alone: they must come out as the bytes they are.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text as it was typed, with no half characters in it."""
        said = super().convert(value, param, ctx)
        if not isinstance(said, str) or said.isascii():
            return said
        try:
            return os.fsencode(said).decode("utf-8")
        except UnicodeError:
            return os.fsencode(said).decode("latin-1") if _halves(said) else said


def _halves(said: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in said)


class LazyGroup(click.Group):
    """Knows its commands' names and one-line helps without importing them: ``--help`` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order a game master meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import the module of one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        for param in command.params:
            if isinstance(param.type, click.types.StringParamType):
                param.type = AsWritten()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named; with the nearest one where there is none such."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from magika_gm.engine.words import did_you_mean, nearest

            near = did_you_mean(nearest(args[0], list(COMMANDS), 2, loose=True))
            ctx.fail(f"there is no command {args[0]!r}; {near or 'magika-gm --help lists all'}")
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it is, and what one does with it, on the first screen."""
        super().format_help_text(ctx, formatter)
        super().format_epilog(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """It stands above."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """The commands by what they are for, from the tables above."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names if name in COMMANDS])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  magika-gm demo                          see it all work on the sample game
  magika-gm solo --game arena             play a game yourself, against bots
  magika-gm init ~/magika                 make an office; then cd ~/magika
  magika-gm new-game 12 --signups s.toml  start game 12
  magika-gm ingest mails/*.eml            take order mails in
  magika-gm process-turn 12               resolve the due turn of game 12
  magika-gm deliver                       send its reports
  magika-gm status                        what is due, who is late, what waits for you
  magika-gm process-turn --help           any command: its options and examples""",
)
@click.option(
    "--office",
    type=click.Path(file_okay=False),
    envvar="MAGIKA_OFFICE",
    default=".",
    help="The office's folder (default: MAGIKA_OFFICE or the current folder).",
)
@click.option("--who", envvar="MAGIKA_WHO", default="", metavar="NAME", help="Who gives the command, for the log.")
@click.option(
    "--key-file", type=click.File("r"), metavar="FILE", help="A co-master's key, or MAGIKA_KEY: whose a command is."
)
@click.option("--blind", multiple=True, metavar="GAME:SEAT", help="You play SEAT: show nothing it may not know.")
@click.option("--seeing", is_flag=True, help="Show it all the same; every player of the game is told.")
@click.version_option(__version__, prog_name="magika-gm")
@click.pass_context
def cli(
    ctx: click.Context, office: str, who: str, key_file: TextIO | None, blind: tuple[str, ...], seeing: bool
) -> None:
    """Run games by mail: order sheets in, turns resolved by the book, a report for every player out."""
    from magika_gm.cli.common import BLIND, KEY, SEEING, WHO

    os.umask(0o077)  # what an office writes is its owner's alone, wherever it is written
    ctx.obj = office
    key = key_file.readline(MOST_OF_A_KEY).strip() if key_file is not None else os.environ.get("MAGIKA_KEY", "").strip()
    ctx.meta.update({WHO: who, KEY: key, BLIND: blind, SEEING: seeing})
