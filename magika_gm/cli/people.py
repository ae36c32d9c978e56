"""One player's record, and a game abandoned: player, cancel-game."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import fail, json_option, now, office_of, reports_errors, say, say_json

if TYPE_CHECKING:
    from magika_gm.app.enrolment.person import Known


@click.command(
    epilog="""\b
Examples:
  magika-gm player "Ann Dubois"                        what the office knows; also 3, P0003, her address or 12:A
  magika-gm player 12:A --paper a4 --large-print --timezone Europe/Brussels
  magika-gm player 3 --attach pdf --phone "+32 81 55 01 00"
  magika-gm player 3 --attach none                     reports without files
  magika-gm player 12:A --new-password                 a code for a new password goes to her address
  magika-gm player 3 --merge 17                        17 is the same person: one record, one account"""
)
@click.argument("who", metavar="PLAYER")
@click.option("--name", help="His name.")
@click.option("--email", help="His mail address, if he plays nowhere; else magika-gm address lets him confirm it.")
@click.option("--address", help="His postal address.")
@click.option("--phone", help="His telephone number.")
@click.option("--fax", help="His fax number.")
@click.option("--insurance", help="Turn insurance: none, e-mail, fax or phone (GM-2).")
@click.option("--timezone", metavar="ZONE", help='The clock his dates are told by, like Europe/Berlin; "" is yours.')
@click.option("--paper", type=click.Choice(["letter", "a4", ""]), help='What he prints on; "" is the office\'s.')
@click.option("--large-print/--normal-print", "large_print", default=None, help="How large his reports are printed.")
@click.option("--attach", metavar="FILES", help='Files with his reports: "pdf json page", some of them, or none.')
@click.option("--new-password", is_flag=True, help="Mail him the code with which he chooses a new password.")
@click.option("--merge", metavar="OTHER", help="OTHER is the same person: make the two records one.")
@json_option
@click.pass_context
@reports_errors
def player(ctx: click.Context, /, who: str, new_password: bool, merge: str | None, as_json: bool, **said: Any) -> None:
    """Show what the office knows of PLAYER, and change it."""
    from magika_gm.app.enrolment.person import change_player, merge_players, show_player
    from magika_gm.app.post.asked import ask_for

    changes = {key: value for key, value in said.items() if value is not None}
    if "attach" in changes:
        words = str(changes["attach"]).replace(",", " ").casefold().split()
        changes["attach"] = tuple(word for word in words if word != "none")
    if merge is not None and (changes or new_password):
        raise click.UsageError("--merge goes alone")
    with office_of(ctx) as office:
        if merge is not None:
            merged = merge_players(office, who, merge, now())
            if as_json:
                say_json(asdict(merged))
            else:
                say(
                    f"Player {merged.gone} ({merged.gone_account}) is one with player {merged.player} now. ",
                )
                say(f"The account holds {merged.balance}.")
            return
        known = change_player(office, who, changes) if changes else show_player(office, who)
        mailed = ask_for(office, str(known.player), now()) if new_password else ""
    if as_json:
        say_json(asdict(known) | ({"code_mailed_to": mailed} if mailed else {}))
        return
    for line in _lines(known):
        say(line)
    if mailed:
        say(f"A code for a new password waits for {mailed}: magika-gm deliver. Until it comes back the old one stands.")


def _lines(known: Known) -> list[str]:
    """A record as rows; what is not known is left out."""
    rows = [
        ("Player", f"{known.player} ({known.account})"),
        ("Name", known.name),
        ("Mail", known.email),
        ("Address", known.address),
        ("Phone", known.phone),
        ("Fax", known.fax),
        ("Insurance", known.insurance),
        ("Time zone", known.timezone or "the office's"),
        ("Paper", known.paper or "the office's"),
        ("Large print", "yes" if known.large_print else "no"),
        ("Attached", " ".join(known.attach) or "nothing"),
        ("Rule book", "has it" if known.rule_book else "not yet"),
        ("Account", known.balance),
        ("Plays", ", ".join(known.seats)),
        ("Waits", ", ".join(f"sign-up {number}" for number in known.sign_ups)),
        ("Stands by", ", ".join(f"as number {number}" for number in known.standby)),
        ("Reliable", f"{known.reliability} %" if known.reliability is not None else ""),
    ]
    return [f"{name:<12} {value}" for name, value in rows if value]


@click.command(
    "cancel-game",
    epilog="""\b
Examples:
  magika-gm cancel-game 12 --reason "begun with the wrong pace"
  magika-gm cancel-game 12 --reason "too few players" --yes""",
)
@click.argument("game")
@click.option("--reason", required=True, metavar="TEXT", help="Why; the players are told.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_context
@reports_errors
def cancel_game(ctx: click.Context, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """Abandon GAME: everybody is told, all charges are given back, and who came from the waiting list waits again.

    It cannot be taken back. The game's record stays, without a result.
    """
    import sys

    from magika_gm.app.enrolment.cancel_game import cancel_game as use_case

    if not yes:
        if as_json or not sys.stdin.isatty():
            fail(f"nothing was changed; to abandon game {game} for good, say --yes")
        click.confirm(f"Abandon game {game} for good?", abort=True, err=True)
    with office_of(ctx) as office:
        done = use_case(office, game, reason, now())
    if as_json:
        say_json(asdict(done))
        return
    say(f"Game {done.game} is cancelled; {len(done.told)} players are told: magika-gm deliver")
    say(f"{done.entries} entries were taken back in the books.")
    if done.sign_ups:
        say(f"{len(done.sign_ups)} sign-ups wait again: magika-gm sign-up list")
