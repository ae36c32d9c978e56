"""The game master writes himself: reply, write."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import json_option, now, office_of, reports_errors, say, say_json

if TYPE_CHECKING:
    from magika_gm.app.post.letterbox import Written


def _said(written: Written, as_json: bool) -> None:
    if as_json:
        say_json(asdict(written))
        return
    for recipient in written.recipients:
        say(f"{recipient}: {written.subject}")
    say("It goes with the next delivery: magika-gm deliver")


@click.command(epilog='\b\nExample:\n  magika-gm reply 40 "Get well soon; the turn waits until Sunday."')
@click.argument("number", type=int, metavar="ID")
@click.argument("text")
@json_option
@click.pass_context
@reports_errors
def reply(ctx: click.Context, number: int, text: str, as_json: bool) -> None:
    """Answer mail ID of the inbox with TEXT, at the address it came from; the mail is settled with that."""
    from magika_gm.app.post.letterbox import reply as use_case

    with office_of(ctx) as office:
        written = use_case(office, number, text, now())
    _said(written, as_json)


@click.command(
    epilog="""\b
Examples:
  magika-gm write 12 ALL "The mail server was down; all your orders are here now."
  magika-gm write 12 C "Shall we wait for you?" --subject "your orders\""""
)
@click.argument("game")
@click.argument("to", metavar="SEAT|ALL")
@click.argument("text")
@click.option("--subject", default="", metavar="TEXT", help="What the letter is about.")
@json_option
@click.pass_context
@reports_errors
def write(ctx: click.Context, game: str, to: str, text: str, subject: str, as_json: bool) -> None:
    """Send a letter to SEAT's player in GAME, or to ALL who play there, between turns."""
    from magika_gm.app.post.letterbox import write as use_case

    with office_of(ctx) as office:
        written = use_case(office, game, to, text, now(), subject)
    _said(written, as_json)
