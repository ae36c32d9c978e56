"""The post: ingest, check-orders, deliver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from magika_gm.cli.common import (
    NOT_SHOWN,
    fail,
    game_option,
    jobs_option,
    json_option,
    kind_played,
    masked,
    now,
    office_of,
    reports_errors,
    say,
    say_json,
    show_lists,
    track,
)

if TYPE_CHECKING:
    from magika_gm.mail.readers import Incoming


OUTCOMES = ("accepted", "refused", "remark", "aside", "known", "left")
WORDS = {"remark": "for you to read", "aside": "set aside", "left": "left in the mailbox"}


def _incoming(paths: tuple[Path, ...]) -> Iterator[Incoming]:
    from magika_gm.mail.readers import in_order, read

    mails = len(paths) > 1 and all(path.is_file() and path.suffix.casefold() == ".eml" for path in paths)
    for path in in_order(paths) if mails else paths:
        yield from read(path)


@contextmanager
def _readable() -> Iterator[None]:
    """A place that cannot be read, or a mailbox lost on the way, is one clear line."""
    from magika_gm.mail.readers import UnreadableSource

    try:
        yield
    except UnreadableSource as error:
        fail(str(error))


@click.command(
    epilog="""\b
Examples:
  magika-gm ingest                     the mailbox or Maildir named in magika.toml
  magika-gm ingest mails/*.eml         single mails
  magika-gm ingest ~/Maildir           a Maildir (new mails are marked as seen)
  magika-gm ingest orders.mbox         an mbox
  magika-gm ingest sheet.txt           a plain order sheet
  magika-gm ingest form.pdf            a filled-in order form
  magika-gm ingest --as 12:C told.txt  what C's player told you by telephone or wrote in a letter, on your word
  magika-gm ingest --as 12:C -         the same, typed here; end it with Ctrl-D"""
)
@click.option("--as", "whose", default="", metavar="GAME:SEAT", help="Enter the one PATH (or -) as this seat's orders.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH ...]")
@json_option
@click.pass_context
@reports_errors
def ingest(ctx: click.Context, paths: tuple[Path, ...], whose: str, as_json: bool) -> None:
    """Read order mails and acknowledge each: .eml files, folders of them, a Maildir, an mbox, order sheets, forms.

    Without PATH: the mailbox ([imap]) and the Maildir ([mail]) named in magika.toml.

    Every mail is accepted, refused with the reason mailed to the registered address, or set aside for you. A mail
    that came before is known and changes nothing, so reading a folder twice does no harm.

    With --as the orders in PATH count on your word: no password is needed, and GAME, SEAT, TURN and END lines may be
    left out. They count as sent, the player is written to, and what he is told is printed, for who reads no mail.
    """
    if whose or Path("-") in paths:
        _enter(ctx, paths, whose, as_json)
        return
    from magika_gm.app.calendar.schedule import note_heartbeat
    from magika_gm.app.operations.checks import several
    from magika_gm.app.operations.tick import configured
    from magika_gm.app.post.intake import ingest as use_case

    with office_of(ctx) as office, _readable():
        received = []
        incoming = _incoming(paths) if paths else configured(office)
        for one in track(use_case(office, incoming, now()), "Reading mail", None, quiet=as_json):
            item = masked(
                ctx, one, one.game, one.seat, text=one.reason, faults=0, reason=one.reason and NOT_SHOWN, said=""
            )
            received.append(item)
            if not as_json:
                turn = f" turn {item.turn}" if item.turn is not None else ""
                who = f" game {item.game}{turn} {item.seat}" if item.seat else ""
                told = item.faults and item.outcome == "accepted"
                faults = f" ({several(item.faults, 'error')}, told to the player)" if told else ""
                say(f"{item.outcome:<9} {item.source}{who}{faults}{': ' + item.reason if item.reason else ''}")
        if not paths:
            note_heartbeat(office, now())
    troubled = [f"{r.source}: {r.unmarked or r.reason}" for r in received if r.unmarked or r.outcome == "left"]
    if as_json:
        say_json([asdict(r) for r in received])
        if troubled:
            raise SystemExit(1)
        return
    totals = {o: sum(r.outcome == o for r in received) for o in OUTCOMES}
    say(", ".join(f"{n} {WORDS.get(o, o)}" for o, n in totals.items() if n) or "No mail.")
    if totals["aside"] or totals["remark"]:
        say("What waits for you: magika-gm inbox")
    if troubled:
        fail("; ".join(troubled[:5]))


def _enter(ctx: click.Context, paths: tuple[Path, ...], whose: str, as_json: bool) -> None:
    """Orders by telephone or letter."""
    from magika_gm.app.post.inbox import enter
    from magika_gm.mail.readers import read_one

    if not whose:
        raise click.UsageError("- needs --as GAME:SEAT: say whose orders they are")
    if len(paths) != 1:
        raise click.UsageError("--as needs one PATH: a sheet, a mail, or - for standard input")
    with office_of(ctx) as office, _readable():
        item = read_one(paths[0] if paths[0] != Path("-") else None)
        done = enter(office, item, whose, now())
    if as_json:
        say_json(asdict(done))
        return
    turn = f" turn {done.turn}" if done.turn is not None else ""
    say(f"{done.outcome:<9} {done.source} game {done.game}{turn} {done.seat}: {done.reason}")
    say(f"\n{done.said}")


@click.command(
    "check-orders",
    epilog="""\b
Examples:
  magika-gm check-orders sheet.txt
  magika-gm check-orders mail.eml
  magika-gm check-orders form.pdf
  magika-gm check-orders deck.txt      a block DECK or ARMY, alone or in a sign-up form""",
)
@click.argument("sheet", type=click.Path(path_type=Path))
@game_option
@click.option("--scenario", default="", help="The game's scenario, where that has cards of its own: a name or file.")
@json_option
@click.pass_context
@reports_errors
def check_orders(ctx: click.Context, sheet: Path, system: str, scenario: str, as_json: bool) -> None:
    """Say what an acknowledgement of SHEET (a sheet or a mail) would say, without looking at any game's turn.

    Without --game it is of the game that the office has under the sheet's number. A deck or an army in it (DECK … END
    DECK, ARMY … END ARMY) is judged as a sign-up with it would be. Ends with status 1 if there are errors.
    """
    from magika_gm.app.enrolment.new_game import find_scenario, load_scenario, system_named
    from magika_gm.app.enrolment.signup_form import lists_in
    from magika_gm.app.post.answers import missing_lines, said_of
    from magika_gm.app.post.contents import mail_of
    from magika_gm.app.turns.turn_orders import judge
    from magika_gm.engine.sheet.understanding import missing

    with _readable():
        read = [mail_of(item, "", "").contents for item in _incoming((sheet,))]
    unnamed = ctx.get_parameter_source("system") is ParameterSource.DEFAULT
    meant = () if unnamed else (system,)
    lists = [one for contents in read for text in contents.texts for one in lists_in(text.text, meant)]
    if unnamed:
        named = [one.sheet.game for contents in read for one in contents.read()]
        played = kind_played(Path(ctx.obj), named)
        unnamed, system = not played, played or system
    game = system_named(system)
    orders = game.orders
    if scenario:
        orders = game.orders_in(lambda: load_scenario(game, find_scenario(Path(ctx.obj), game, scenario)))
    found = [one.sheet for contents in read for one in contents.read(orders.GRAMMAR)]
    why = next((contents.trouble for contents in read if contents.trouble), "")
    if not found and not lists:
        fail(f"{sheet}: {why or 'there is no order sheet (GAME … END) in it'}")
    if as_json:
        say_json([*(orders.summary(one, None) for one in found), *map(asdict, lists)])
    else:
        show_lists(str(sheet), lists)
    judged = [judge(game, one, one.seat, None) for one in found]
    if not as_json:
        for one in judged:
            gaps = missing(missing_lines(one.sheet), game.sheet_words[0])
            lines = (*one.understanding.lines, *gaps)
            shown = replace(one, understanding=replace(one.understanding, lines=lines))
            say(said_of(game, shown, one.sheet.seat, None, None))
        if unnamed and any(one.errors for one in judged):
            say(f"Read as orders of {game.title}, as no game of this folder's office is named: --game says another.")
    if any(one.errors for one in judged) or any(one.faults for one in lists):
        raise SystemExit(1)


@click.command(epilog="\b\nExample:\n  magika-gm deliver")
@jobs_option
@json_option
@click.pass_context
@reports_errors
def deliver(ctx: click.Context, jobs: int | None, as_json: bool) -> None:
    """Send what waits in the outbox: by SMTP, or as files in outbox/ where no server is configured.

    Sending is repeatable: each mail has a fixed Message-ID and is marked as soon as it is gone. One that could not go
    waits longer after each try; magika-gm outbox shows what waits. Beside workers it does what they would do: what one
    of them has in hand at that moment is left to him. The status is 1 if any mail did not go.
    """
    from magika_gm.app.post.deliver import deliver as use_case
    from magika_gm.app.record.outgoing import waiting

    with office_of(ctx) as office:
        moment = now()
        gone_out = track(use_case(office, moment, jobs), "Sending", waiting(office, moment), quiet=as_json)
        sent = [masked(ctx, one, None, None, one.recipient, subject=NOT_SHOWN) for one in gone_out]
        later = waiting(office) - sum(s.delivery.state == "later" for s in sent)
        where = office.settings.text("smtp", "host") or str(office.root / "outbox")
    failed = [s for s in sent if s.delivery.state != "sent"]
    if as_json:
        say_json([asdict(s) for s in sent])
    else:
        for s in failed:
            say(f"{s.delivery.state:<8} {s.recipient}: {s.subject}: {s.delivery.detail}")
        gone = len(sent) - len(failed)
        say(
            f"{gone} {'mail' if gone == 1 else 'mails'} sent to {where}"
            + (f", {len(failed)} not" if failed else "")
            + "."
        )
        if later > 0:
            wait = "mail waits for its" if later == 1 else "mails wait for their"
            say(f"{later} {wait} next try: magika-gm outbox")
    if failed:
        raise SystemExit(1)
