"""The mail room: inbox, outbox, address, tick, reply, write."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import (
    NOT_SHOWN,
    ask_first,
    complain,
    fail,
    jobs_option,
    json_option,
    masked,
    not_undone,
    now,
    office_of,
    reports_errors,
    say,
    say_json,
    show_table,
    track,
    undone_by,
    undone_by_each,
)

if TYPE_CHECKING:
    from magika_gm.app.post.letterbox import Written
    from magika_gm.app.post.order_desk import Received


TROUBLED = ("failed", "bounced")
"""States of mails that need the game master's eye."""


@click.command(
    epilog="""\b
Examples:
  magika-gm inbox                                what was set aside and waits for you
  magika-gm inbox 12 --show 40                   what message 40 says; with --all what it quotes, too
  magika-gm inbox --settle 40 accept --as 12:C   take it for orders of C's player, without a password, wherever in it
                                                 they stand: forwarded, quoted; also where it was refused before
  magika-gm inbox 12 --settle 41 refuse --as C --reason "unreadable, please send text"
  magika-gm inbox --settle 42 drop               no answer"""
)
@click.argument("game", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="Every message that came; with --show, all of what it says.")
@click.option("--show", type=int, metavar="ID", help="Print what a message says.")
@click.option("--settle", type=(int, click.Choice(["accept", "refuse", "drop"])), metavar="ID HOW", help="Settle one.")
@click.option("--as", "seat", default="", metavar="[GAME:]SEAT", help="Whose mail it is, with --settle.")
@click.option("--reason", default="", metavar="TEXT", help="Why, with --settle ID refuse; mailed to the player.")
@click.option("--yes", is_flag=True, help="With --settle ID accept: do not ask first.")
@json_option
@click.pass_context
@reports_errors
def inbox(
    ctx: click.Context,
    game: str,
    everything: bool,
    show: int | None,
    settle: tuple[int, str] | None,
    seat: str,
    reason: str,
    yes: bool,
    as_json: bool,
) -> None:
    """List what was set aside, of GAME or of all, and settle it: accept it as orders, refuse it, or drop it.

    What was refused or dropped can still be accepted. Accepted orders are not taken back, and orders that give way to
    them come back only if they are sent, or entered, once more: whose they would be is shown and asked first.
    """

    from magika_gm.app.post.inbox import list_inbox, text_of, would_be_accepted
    from magika_gm.app.post.inbox import settle_mail as use_case
    from magika_gm.store.vocabulary import Credential, Settle

    if (seat or reason) and settle is None:
        raise click.UsageError("--as and --reason go with --settle")
    with office_of(ctx) as office:
        if show is not None:
            text = text_of(office, show, whole=everything)
            say_json({"id": show, "text": text}) if as_json else say(text)
            return
        if settle is not None and settle[1] == Settle.ACCEPT and not yes:
            what = would_be_accepted(office, settle[0], game, seat)
            refusal = f"{what}; nothing was changed. To accept it, say --yes"
            ask_first(f"{what[0].upper()}{what[1:]}. Accept it?", refusal, as_json)
        done = use_case(office, settle[0], Settle(settle[1]), now(), game, seat, reason) if settle is not None else None
        if settle is not None and done is not None:
            _undone(ctx, settle[0], done, game, seat)
        found = [] if done is not None else list_inbox(office, game, everything)
        kept = [
            masked(ctx, k, k.game, k.seat, k.sender, f"{k.subject} {k.reason}", subject="", reason=NOT_SHOWN)
            for k in found
        ]
    if as_json:
        say_json(asdict(done) if done is not None else [asdict(k) for k in kept])
        return
    if done is not None:
        say(f"{done.settled or done.outcome}{': ' + done.reason if done.reason else ''}")
        if done.said:
            say(f"\n{done.said}")
        return
    if kept:
        rows = [
            (
                str(k.id),
                k.received_at[:16].replace("T", " "),
                (k.settled or k.outcome) + (", on your word" if k.proof == Credential.MASTER else ""),
                k.sender or "a sheet",
                " ".join(filter(None, (k.game, f"turn {k.turn}" if k.turn is not None else "", k.seat))),
                f"{k.subject[:60]}: {k.reason}" if k.subject else k.reason,
            )
            for k in kept
        ]
        show_table(("nr", "came", "state", "from", "for", "what, and why"), rows, ("nr",), ("state",))
    if not kept:
        more = f"Nothing of game {game} waits; magika-gm inbox lists mail that names no game, too."
        say(more if game else "Nothing waits for you.")


def _undone(ctx: click.Context, number: int, done: Received, game: str, seat: str) -> None:
    """How it is undone that a message was settled: whose it is was found in it, or said."""
    whose = f"{done.game}:{done.seat}" if done.game and done.seat else f"{game}:{seat}" if game and seat else seat
    from magika_gm.store.vocabulary import Outcome

    if done.outcome == Outcome.ACCEPTED:
        not_undone(ctx, f"a later sheet takes its place: {shlex.join(('ingest', '--as', whose))} FILE")
    elif done.outcome == Outcome.REMARK:
        not_undone(ctx, f"it can still be read and answered: inbox --show {number}, reply {number} TEXT")
    else:
        undone_by(ctx, "inbox", "--settle", number, "accept", *(("--as", whose) if ":" in whose else ()))


@click.command(
    epilog="""\b
Examples:
  magika-gm outbox              what waits, failed or came back
  magika-gm outbox --retry 17   send it with the next deliver, whatever became of it
  magika-gm outbox --retry all  everything that waits, failed or came back
  magika-gm outbox --cancel 17  never send it"""
)
@click.option("--all", "everything", is_flag=True, help="List what was sent, too.")
@click.option("--retry", metavar="ID|all", help="Let a mail, or all, go with the next deliver.")
@click.option("--cancel", type=int, metavar="ID", help="Never send a mail that waits or failed.")
@json_option
@click.pass_context
@reports_errors
def outbox(ctx: click.Context, everything: bool, retry: str | None, cancel: int | None, as_json: bool) -> None:
    """List what waits in the outbox, failed or came back; try it again, or cancel it."""
    from magika_gm.app.post.deliver import cancel_mail, list_outbox, retry_mail

    if retry is not None and cancel is not None:
        raise click.UsageError("either --retry or --cancel")
    if retry is not None and retry != "all" and not retry.isdecimal():
        raise click.UsageError(f"--retry {retry}: a number from the list, or all")
    with office_of(ctx) as office:
        if retry is not None:
            again = retry_mail(office, None if retry == "all" else int(retry))
            _withdrawn_by(ctx, again)
            say_json({"retried": again}) if as_json else say(
                f"{len(again)} {'mail goes' if len(again) == 1 else 'mails go'} with the next deliver."
            )
            return
        if cancel is not None:
            cancel_mail(office, cancel)
            undone_by(ctx, "outbox", "--retry", cancel)
            say_json({"cancelled": cancel}) if as_json else say(f"Mail {cancel} is never sent.")
            return
        found = list_outbox(office, everything)
        mails = [
            masked(ctx, m, m.game, m.seat, m.recipient, m.subject, subject=NOT_SHOWN, error=m.error and NOT_SHOWN)
            for m in found
        ]
    if as_json:
        say_json([asdict(m) for m in mails])
        return
    if mails:
        rows = [
            (
                str(m.id),
                m.state,
                m.kind,
                m.recipient,
                m.subject,
                str(m.tries) if m.tries > 1 or m.state != "sent" else "",
                f"{m.next_try[:16].replace('T', ' ')} UTC" if m.next_try else "",
                m.error,
            )
            for m in mails
        ]
        heads = ("nr", "state", "kind", "to", "subject", "tries", "next try", "error")
        show_table(
            heads, rows, ("nr", "tries"), ("to",), lambda head, cell: head == "state" and cell in TROUBLED, ("subject",)
        )
    if not mails:
        say("Nothing waits.")


@click.command(
    epilog="""\b
Examples:
  magika-gm address 12 C new@example.org           a code goes to the old address, then one to the new; both come back
  magika-gm address 12 C new@example.org --force   at once, on your word; both addresses are told"""
)
@click.argument("game")
@click.argument("seat")
@click.argument("new")
@click.option("--force", is_flag=True, help="Change it at once, without a confirmation from either address.")
@json_option
@click.pass_context
@reports_errors
def address(ctx: click.Context, game: str, seat: str, new: str, force: bool, as_json: bool) -> None:
    """Change where mail of SEAT's player in GAME goes to; confirmed at the old address and at NEW unless --force."""
    from magika_gm.app.post.addresses import change_address

    with office_of(ctx) as office:
        change = change_address(office, game, seat.upper(), new, now(), force)
        if change.state == "done":
            undone_by(ctx, "address", game, seat, change.old, "--force")
        else:
            not_undone(ctx, "nothing is changed before it is confirmed from both addresses")
    if as_json:
        say_json(asdict(change))
    elif change.state == "done":
        say(f"Mail for {change.called} goes to {change.new} from now on; both addresses are told.")
    else:
        say(f"A mail with a code waits for {change.old}: magika-gm deliver.")
        say(f"Nothing changes before it is confirmed from there, and then from {change.new}.")


@click.command(
    epilog="""\b
Examples:
  magika-gm tick
  */5 * * * * magika-gm --office /srv/magika tick      in a crontab"""
)
@jobs_option
@json_option
@click.pass_context
@reports_errors
def tick(ctx: click.Context, jobs: int | None, as_json: bool) -> None:
    """A whole round: read mail, process every turn that is due, send mail. Made for cron.

    Two rounds at once do no harm: the second one leaves the work to the first. A part that fails is told and does not
    stop the others; the status is 1 then.
    """
    from magika_gm.app.operations.tick import alone
    from magika_gm.app.operations.tick import tick as use_case

    with office_of(ctx) as office, alone(office) as free:
        when = now() + office.store.ahead()
        parts = list(track(use_case(office, when, jobs), "Working", None, quiet=as_json)) if free else []
    if as_json:
        say_json({"running": not free, "parts": [asdict(p) for p in parts]})
    elif not free:
        say("Another round is running in this office.")
    else:
        for part in parts:
            for line in part.done:
                say(f"{part.name}: {line}")
    failed = [f"{part.name}: {part.failed.removeprefix(f'{part.name}: ')}" for part in parts if part.failed]
    for line in failed[:-1]:
        complain(line)
    if failed:
        fail(failed[-1])


# The game master writes himself: reply, write.


def _withdrawn_by(ctx: click.Context, mails: Iterable[int]) -> None:
    """Mails that wait are cancelled one by one."""
    undone_by_each(ctx, (("outbox", "--cancel", mail) for mail in mails))


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
        _withdrawn_by(ctx, written.mails)
    _said(written, as_json)


@click.command(
    epilog="""\b
Examples:
  magika-gm write 12 ALL "The mail server was down; all your orders are here now."
  magika-gm write 12 C "Shall we wait for you?" --subject "your orders"
  magika-gm write ALL ALL "A new game begins in May." --subject "news\""""
)
@click.argument("game", metavar="GAME|ALL")
@click.argument("to", metavar="SEAT|ALL")
@click.argument("text")
@click.option("--subject", default="", metavar="TEXT", help="What the letter is about.")
@json_option
@click.pass_context
@reports_errors
def write(ctx: click.Context, game: str, to: str, text: str, subject: str, as_json: bool) -> None:
    """Send a letter to SEAT's player in GAME, or to ALL who play there, between turns.

    ALL ALL are all people of the office: who plays in any game, waits for one or stands by, one letter each.
    """
    from magika_gm.app.post.letterbox import write as use_case

    with office_of(ctx) as office:
        written = use_case(office, game, to, text, now(), subject)
        _withdrawn_by(ctx, written.mails)
    _said(written, as_json)
