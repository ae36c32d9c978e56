"""What a player may ask for or say by mail beside his orders: HELP, STATUS, REPORT and the rest, one a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime

from sqlalchemy import insert, select

from magika_gm.app.accounts.bills import statement_mail
from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import INCOME, Cause, Transfer, account, balances_of, book_entry
from magika_gm.app.accounts.rates import money, rates_or_nothing
from magika_gm.app.calendar.date_moves import ASKED, days_words, grant_wait, has_waited, may_wait
from magika_gm.app.enrolment.rule_book import book_meant
from magika_gm.app.enrolment.waiting_list import open_games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.addresses import ask, ask_change
from magika_gm.app.post.answers import filled
from magika_gm.app.post.contents import GAMES, NEW_PASSWORD, RULES, WITHDRAW, Command, Mail
from magika_gm.app.post.credentials import answered_today
from magika_gm.app.post.order_desk import OrderDesk, last_revision, standing_faults
from magika_gm.app.record.contact import absences_of, final_said, is_address, say_final
from magika_gm.app.record.games import awaited, is_anothers, load_holders, order_form, player_of
from magika_gm.app.record.outgoing import OutgoingMail, message_id, queue, signed
from magika_gm.engine.system import GameSystem
from magika_gm.store import tables as t
from magika_gm.store.archive import load_played
from magika_gm.store.vocabulary import SENT, MailKind, Purpose, Settled

MOST_COPIES = 5
"""For a seat, within a day."""
MOST_BOOKS = 3
"""Rule books for a seat, within a day."""
MOST_CHANGES = 3
"""Times within a day that a player may ask for another address: each costs two mails."""
LONGEST_HISTORY = 10
LONGEST_ABSENCE = 400
"""Days."""
_BECAUSE = re.compile(r"^(because(?: of)?|as|since|for)\b[\s,:]*", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")

OF_A_GAME = frozenset({"HELP", "STATUS", "HISTORY", "FORM", "FINAL", "ABSENT", "WHY", RULES})
"""Commands that look at, and change, nothing but the game they are about."""

ONLY_ANSWERED = frozenset({"HELP", "STATUS", "HISTORY", "FORM", "WHY", RULES, GAMES, "ACCOUNT"})
"""Commands that do nothing but ask: no work is done for what is not answered."""

RIGHT = {
    "ABSENT": "ABSENT 2026-12-20 to 2027-01-06",
    "WAIT": "WAIT 3 DAYS because I am travelling",
    "ADDRESS": "ADDRESS you@example.org",
    "REPORT": "REPORT 4",
}
"""How commands are written that are more than one word."""

HELP = """\
Orders stand between a line GAME … TURN … and a line END; the form at the end
of your report shows how, and FORM sends you an empty one. Beside orders, or
without any, a mail may hold these words, each on a line of its own, outside
messages:

    HELP                    this
    STATUS                  what has come from you for the coming turn
    REPORT 4                your report of turn 4 again (charged as a copy)
    HISTORY                 your last orders, and what became of your mails
    FORM                    an empty order form for the coming turn
    FINAL                   you change nothing more for the coming turn
    ABSENT 2026-12-20 to 2027-01-06
    WAIT 3 DAYS because I am travelling
                            asks for a later due date, once a game
    WHY 3                   rules and rolls behind phase 3 of the last turn;
                            WHY 4 3 for turn 4; WHY and some words of a line
    ADDRESS you@example.org a new address; it is confirmed at your old one,
                            and then at the new one
    NEW PASSWORD            a code for a new one goes to your address; LOST
                            PASSWORD is the same, and needs no password
    WITHDRAW SIGN-UP        give your place on the waiting list up
    RULES                   the rule book, as text and to print; RULES and the
                            name of another game for that one's
    GAMES                   which games there are, and what they cost
    ACCOUNT                 your statement of account, as text and to print

Above them write GAME, {seat} and PASSWORD lines as over orders, or answer your
report: its reply address stands for the password, for the coming turn."""


def obey_commands(desk: OrderDesk, commands: Sequence[Command], turn: int | None) -> None:
    """Do what a mail asks for and add the answers to what is said to the player; ``turn`` is that of its orders."""
    for command in commands:
        if desk.silent and (command.odd or command.name in ONLY_ANSWERED):
            continue
        words = command.name if command.name == NEW_PASSWORD else f"{command.name} {command.rest}".strip()
        if command.odd:
            right = f"    {RIGHT.get(command.name, command.name)}"
            said = f"This was not understood, and nothing was done. Write it like this:\n\n{right}"
        else:
            said = _HANDLERS[command.name](desk, command.rest, turn)
        desk.also.append(f"> {words}\n\n{said}")


def _help(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001 - every handler is called alike
    return HELP.format(seat=desk.game.system.sheet_words[0])


def _status(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    game, seat = desk.game, desk.holder.seat
    lines = [f"Turn {game.turn} of game {game.id} was the last one processed."]
    if game.ending:
        return f"{lines[0]} The game is over."
    due = game.turn + 1
    for number in range(due, due + desk.game.system.shape.turns_ahead + 1):
        sent = last_revision(desk.connection, game, number, seat)
        if sent or number == due:
            times = (
                "no orders have come from you"
                if not sent
                else "your orders are here" + (f", sent {sent} times; the last ones count" if sent > 1 else "")
            )
            final = " You said FINAL." if final_said(desk.connection, game.id, number, seat) else ""
            lines.append(f"Turn {number}: {times}.{final}")
    for first, last in absences_of(desk.connection, game.id, seat, desk.now.date()):
        lines.append(f"You are absent from {first} to {last}.")
    return "\n".join(lines)


def _report(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    game, seat = desk.game, desk.holder.seat
    number = int(rest) if rest else game.turn
    seen = select(t.sightings.c.turn).where(
        t.sightings.c.game == game.id, t.sightings.c.seat == seat, t.sightings.c.turn == number
    )
    if number > game.turn or desk.connection.execute(seen).first() is None:
        return f"There is no report of turn {number}; the last one is of turn {game.turn}."
    if why := is_anothers(desk.connection, game.id, number, seat):
        return why
    if answered_today(desk.connection, game.id, desk.holder, desk.now, MailKind.COPY) >= MOST_COPIES:
        return f"{MOST_COPIES} copies were sent to you today; ask again tomorrow."
    named = (MailKind.COPY, desk.mail.digest[:24], number)
    mail = OutgoingMail(
        message_id=message_id(desk.office, *named),
        kind=MailKind.COPY,
        recipient=desk.holder.email,
        subject=f"{game.called}, turn {number}: {game.who(desk.holder)}, a copy",
        created_at=stamp(desk.now),
        game=game.id,
        turn=number,
        seat=seat,
    )
    queue(desk.connection, mail)
    return f"Your report of turn {number} is on its way once more{_charged(desk, '-'.join(map(str, named)), number)}."


def _charged(desk: OrderDesk, name: str, turn: int) -> str:
    """Book the copy (GM-4) and say so."""
    player = player_of(desk.connection, desk.game.id, desk.holder.seat)
    if player is None:
        return ""
    rates = rates_or_nothing(desk.office, desk.game.system.name)
    currency = rates.money_for(balances_of(desk.connection, [player])[player].currency)
    cents = rates.of("copy", currency)
    cause = Cause(
        name, f"Game {desk.game.id}, a copy of the report of turn {turn}", desk.game.id, None, desk.holder.seat
    )
    if not cents:
        return ""
    book_entry(desk.connection, cause, stamp(desk.now), [Transfer(account(player), INCOME["copy"], currency, cents)])
    return f" and charged with {money(cents, currency)}"


def _rules(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    game, holder = desk.game, desk.holder
    book = book_meant(rest, [game.system.name])
    if isinstance(book, str):
        return book
    if answered_today(desk.connection, game.id, holder, desk.now, MailKind.RULES) >= MOST_BOOKS:
        return f"{MOST_BOOKS} rule books were sent to you today; ask again tomorrow."
    mail = book_mail(desk.office, desk.mail, book, holder.email, holder.name, desk.now)
    queue(desk.connection, replace(mail, game=game.id, turn=game.turn, seat=holder.seat))
    return f"The rule book of {book.title} is on its way, in a mail of its own."


def _games(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    said = "SIGN-UP and a game's name in a mail brings the form for it."
    return f"{open_games(desk.office, desk.connection)}\n\n{said}"


def _account(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    player = player_of(desk.connection, desk.game.id, desk.holder.seat)
    if player is None:
        return "There is no account of yours."
    if answered_today(desk.connection, desk.game.id, desk.holder, desk.now, MailKind.BILL) >= MOST_BOOKS:
        return f"{MOST_BOOKS} letters about your account were sent to you today; ask again tomorrow."
    mail = statement_mail(desk.office, find_player(desk.connection, str(player)), desk.now)
    named = message_id(desk.office, MailKind.BILL, desk.mail.digest[:24])
    mail = replace(mail, message_id=named, game=desk.game.id, turn=desk.game.turn, seat=desk.holder.seat)
    queue(desk.connection, mail)
    return "Your statement of account is on its way, in a mail of its own."


def book_mail(
    office: Office, mail: Mail, book: GameSystem, to: str, name: str, now: datetime, also: str = ""
) -> OutgoingMail:
    """The mail that brings a game's rule book; its text and its PDF are put in when it is sent."""
    text = f"this is the rule book of {book.title}; to print it, open what is attached.{also}"
    return OutgoingMail(
        message_id=message_id(office, MailKind.RULES, mail.digest[:24], book.name),
        kind=MailKind.RULES,
        recipient=to,
        subject=book_subject(book),
        created_at=stamp(now),
        body=f"{signed(office, name, filled(text))}\n\n{{rules {book.name}}}\n",
    )


def book_subject(book: GameSystem) -> str:
    """What a mail with a rule book is called."""
    return f"{book.title}: the rule book"


def _history(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    game, seat = desk.game, desk.holder.seat
    lines = []
    for number in range(max(1, game.turn - LONGEST_HISTORY + 1), game.turn + 1):
        how, orders = load_played(desk.connection, game.id, number).get(seat, ("", []))
        if orders and not is_anothers(desk.connection, game.id, number, seat):
            lines.append(f"turn {number} ({'your orders' if how in SENT else 'default turn'}): {', '.join(orders)}")
    query = (
        select(t.inbox.c.received_at, t.inbox.c.outcome, t.inbox.c.reason)
        .where(t.inbox.c.game == game.id, t.inbox.c.seat == seat, t.inbox.c.settled != Settled.BOUNCE)
        .order_by(t.inbox.c.id.desc())
        .limit(2 * LONGEST_HISTORY)
    )
    mails = [
        f"{received[:16].replace('T', ' ')} {outcome}{': ' + reason if reason else ''}"
        for received, outcome, reason in desk.connection.execute(query)
    ]
    mails.reverse()
    return "\n".join(
        [
            "Played for you:",
            *(f"  {line}" for line in lines or ["nothing yet"]),
            "Mails in your name (UTC):",
            *(f"  {line}" for line in mails or ["none yet"]),
        ]
    )


def _final(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    if desk.game.ending:
        return "The game is over."
    number = desk.game.turn + 1 if turn is None else turn
    if not last_revision(desk.connection, desk.game, number, desk.holder.seat):
        return f"No orders have come from you for turn {number}: send them, with FINAL below."
    wrong = standing_faults(desk.connection, desk.game.id, number, desk.holder.seat)
    if wrong:
        errors = f"{wrong} error{'s' if wrong > 1 else ''}"
        return f"NOT noted: your orders for turn {number} have {errors}. Send them again, corrected, with FINAL below."
    say_final(desk.connection, desk.game.id, number, desk.holder.seat, stamp(desk.now))
    return (
        f"Noted: your orders for turn {number} are final. If all say so the turn may be run early. Orders sent after "
        "that are taken, and FINAL holds no more."
    )


def _absent(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    found = []
    for year, month, day in _DATE.findall(rest):
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            found = []
            break
    if not found or len(found) > 2:
        return "Write the dates like this: ABSENT 2026-12-20 to 2027-01-06. Nothing was noted."
    first, last = found[0], found[-1]
    if last < first or last < desk.now.date() or (last - first).days > LONGEST_ABSENCE:
        return f"From {first} to {last} cannot be noted: it is past, backwards or too long."
    row = {
        "game": desk.game.id,
        "seat": desk.holder.seat,
        "first": first.isoformat(),
        "last": last.isoformat(),
        "received_at": stamp(desk.now),
    }
    desk.connection.execute(insert(t.absences), [row])
    ahead = desk.game.system.shape.turns_ahead
    later = f" Orders for up to {ahead} turns after the coming one can be sent ahead." if ahead else ""
    return (
        f"Noted: you are absent from {first} to {last}. A turn due in that time without orders of yours is played "
        f"carefully for you and does not count as missed.{later}"
    )


def _wait(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    number, _, reason = rest.partition(" ")
    days, why = int(number), _BECAUSE.sub("", reason.strip())
    game, seat, most = desk.game, desk.holder.seat, desk.office.settings.number("game", "wait_days")
    if game.ending:
        return "The game is over."
    if not most:
        return "Games of this office wait for nobody; ABSENT and two dates excuse you from a turn."
    if not 1 <= days <= most:
        return f"A game waits {days_words(most)} at most; nothing was asked for."
    if has_waited(desk.connection, game, seat):
        return "The game waited for you once already; write to your game master if it must be. Nothing was asked for."
    if seat not in awaited(desk.connection, game):
        return f"Turn {game.turn + 1} needs no orders of yours; nothing was asked for."
    if may_wait(desk.office, desk.connection, game.id, seat, days, desk.now):
        moved = grant_wait(desk.office, desk.connection, game.id, seat, days, desk.now)
        desk.game = replace(game, next_due=moved.due)
        return "Granted, this once. All are told the new date, and not who asked."
    desk.wish = f"{ASKED} {days_words(days)}{f': {why[:100]}' if why else ''}"
    return (
        "Your wish was put before your game master, who grants it or not: until you hear of it, the date stands. If he "
        "does, all are told the new date, and not who asked."
    )


def _why(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    from magika_gm.app.audit.explain import why_text

    return why_text(desk.office, desk.connection, desk.game, desk.holder.seat, rest)


def _form(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    if desk.game.ending:
        return "The game is over."
    game, seat = desk.game, desk.holder.seat
    holders, state = load_holders(desk.connection, game.id), game.state(desk.connection)
    return order_form(game, holders, game.turn + 1, state, seat, desk.memory).rstrip()


def _address(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
    new = rest.strip("<>.")
    if not is_address(new):
        return "That is no mail address; nothing was changed."
    try:
        ask_change(desk.office, desk.connection, desk.game, desk.holder, new, desk.now, most=MOST_CHANGES)
    except OfficeError as error:
        return f"{error}; nothing was changed."
    return (
        f"A mail with a code goes to your present address. Once its CONFIRM line comes back from there, another code "
        f"goes to {new}. Once that one's comes back from {new}, your mail goes there. Until then nothing changes."
    )


def _asked_by_code(purpose: Purpose) -> Callable[[OrderDesk, str, int | None], str]:
    def handler(desk: OrderDesk, rest: str, turn: int | None) -> str:  # noqa: ARG001
        player = player_of(desk.connection, desk.game.id, desk.holder.seat)
        if player is None or not ask(desk.office, desk.connection, purpose, player, desk.now):
            return "Nothing was done: several codes were mailed to you today; ask again tomorrow."
        return "A mail with a code goes to your registered address. Nothing changes before its CONFIRM line comes back."

    return handler


_HANDLERS: dict[str, Callable[[OrderDesk, str, int | None], str]] = {
    "HELP": _help,
    "STATUS": _status,
    "REPORT": _report,
    "HISTORY": _history,
    "FINAL": _final,
    "ABSENT": _absent,
    "WAIT": _wait,
    "WHY": _why,
    "FORM": _form,
    "ADDRESS": _address,
    NEW_PASSWORD: _asked_by_code(Purpose.PASSWORD),
    WITHDRAW: _asked_by_code(Purpose.WITHDRAW),
    RULES: _rules,
    GAMES: _games,
    "ACCOUNT": _account,
}
