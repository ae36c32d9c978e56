"""Letters about money, and what becomes of a debt beyond the limit of the settings: a reminder, a last one, a pause.

Each step is taken when a turn has been played, in its transaction, so that nobody is stopped in the middle of one;
and so many days after the one before, however many games he plays. A payment that brings the account back within the
limit ends all of it at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update

from magika_gm.app.accounts import ledger
from magika_gm.app.accounts.ledger import FEES
from magika_gm.app.accounts.rates import money, read_money
from magika_gm.app.office.office import Office, Settings, stamp
from magika_gm.app.record.games import Game, find_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, letter, message_id, moment_of, notice, queue, state_of
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.archive import playing_at
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import DebtStep, MailKind


@record
class Person:
    """A player as the accounts know him."""

    id: int
    name: str
    email: str
    account: str
    currency: str


@record
class Booked:
    """What a command booked, and how the account stands now."""

    entry: int
    player: int
    name: str
    text: str
    balance: str


def day_of(when: datetime) -> str:
    """``1 Dec 2026``."""
    return f"{when.day} {when:%b %Y}"


def tax_words(settings: Settings, units: int = 0, currency: str = "") -> str:
    """The line on value added tax, where the settings say one: what of an amount it is, if one is given."""
    percent, number = settings.text("accounts", "vat"), settings.text("accounts", "vat_id")
    rate = Decimal(percent.replace(",", ".") or 0)
    part = int((units * rate / (100 + rate)).quantize(Decimal(1), ROUND_HALF_UP)) if rate else 0
    of_it = f": {money(part, currency)} of it" if units else ""
    said = [f"Amounts include {percent} % VAT{of_it}."] if rate else []
    return " ".join([*said, *([f"VAT number {number}."] if number else [])])


def receipt_mail(office: Office, person: Person, booked: Booked, units: int, now: datetime) -> OutgoingMail:
    """The receipt of a payment."""
    day, tax = day_of(now.astimezone(office.settings.zone)), tax_words(office.settings, units, person.currency)
    text = (
        f"thank you: on {day} we booked {money(units, person.currency)} for you.\n\n"
        f"    Receipt {booked.entry}, account {person.account}\n    {booked.text}\n"
        f"    {money(units, person.currency)}\n\nOn your account stands {booked.balance} now."
    )
    about = f"receipt {booked.entry}, {money(units, person.currency)}"
    sent = letter(office, person.id, person.name, person.email, about, "\n\n".join(filter(None, (text, tax))), now)
    return replace(sent, kind=MailKind.BILL, message_id=message_id(office, MailKind.BILL, "receipt", booked.entry))


def statement_mail(office: Office, person: Person, now: datetime) -> OutgoingMail:
    """The mail with somebody's statement of account, as it stands when it is sent."""
    text = f"this is your statement of account; to print it, open what is attached.\n\n{{statement {person.id}}}"
    mail = letter(office, person.id, person.name, person.email, "your statement of account", text, now)
    return replace(mail, kind=MailKind.BILL)


STATEMENT = re.compile(r"^\{statement (\d+)\}$", re.MULTILINE)
"""Stands in a mail for the statement of a player's account, which is put in when it is sent."""


def limits_of(settings: Settings) -> dict[str, int]:
    """How much an account may owe, by currency; none is set for others."""
    return dict(map(read_money, settings.texts("accounts", "debt_limit")))


def see_to_debts(office: Office, connection: Connection, game: Game, now: datetime) -> None:
    """The next step for everybody in a game, a turn of which was just played, who owes more than the limit."""
    limits, pause_after = limits_of(office.settings), timedelta(days=office.settings.number("accounts", "debt_days"))
    s, steps = t.seats.c, t.debts.c
    if not limits and connection.execute(select(steps.id).where(steps.ended_at == "").limit(1)).first() is None:
        return
    query = select(s.seat, s.player).where(s.game == game.id, s.player.is_not(None), s.fee.in_(FEES)).order_by(s.seat)
    plays = playing_at(connection, game.id, game.turn)
    told, within = ledger.statements_of(connection, game.id, game.turn), set[tuple[int, str]]()
    for seat, player in connection.execute(query).all():
        if seat not in told:
            continue
        currency, limit = told[seat].currency, limits.get(told[seat].currency)
        if limit is None or told[seat].cents >= -limit:
            within.add((player, currency))
            continue
        before = _steps(connection, player, currency)
        warned = [moment(row.made_at, "debts: when a step was taken") for row in before if row.step != DebtStep.PAUSED]
        if warned and now - max(warned) < pause_after:
            continue
        step = (DebtStep.REMINDED, DebtStep.LAST, DebtStep.PAUSED)[min(len(warned), 2)]
        here = any(row.step == DebtStep.PAUSED and (row.game, row.seat) == (game.id, seat) for row in before)
        if step == DebtStep.PAUSED and (here or game.ending or seat not in plays):
            continue
        number = (connection.execute(select(func.max(steps.id))).scalar() or 0) + 1
        row = {"id": number, "player": player, "currency": currency, "step": step, "game": game.id, "turn": game.turn}
        connection.execute(insert(t.debts), [row | {"seat": seat, "made_at": stamp(now)}])
        _tell(office, connection, game, seat, step, money(-told[seat].cents, currency), money(limit, currency), now)
    if within:
        _end(connection, within, now)


def _steps(connection: Connection, player: int, currency: str) -> list[Any]:
    d = t.debts.c
    query = select(d.step, d.game, d.seat, d.made_at).where(d.player == player, d.currency == currency)
    return list(connection.execute(query.where(d.ended_at == "").order_by(d.id)).all())


def _end(connection: Connection, accounts: Iterable[tuple[int, str]], now: datetime) -> None:
    """Whoever owes no more than the limit, in that money, has nothing before him: one command for all of them."""
    d = t.debts.c
    theirs = tuple_(d.player, d.currency).in_(sorted(accounts))
    connection.execute(update(t.debts).where(theirs, d.ended_at == "").values(ended_at=stamp(now)))


_SUBJECT = {
    DebtStep.REMINDED: "your account owes {owed}",
    DebtStep.LAST: "your account owes {owed}: last reminder",
    DebtStep.PAUSED: "your seat is paused until your account is settled",
}
_TEXT = {
    DebtStep.REMINDED: "your account owes {owed}, and we lend no more than {limit}. Please send a payment.\n\n"
    "Until then all goes on as it is.",
    DebtStep.LAST: "your account still owes {owed}, and we lend no more than {limit}. Please send a payment.\n\n"
    "Your orders for turn {turn} are still played. If nothing has come when that turn is played, your seat is paused "
    "after it.",
    DebtStep.PAUSED: "your account owes {owed}, and we lend no more than {limit}. From turn {turn} on your seat is "
    "paused: orders are not taken, a careful default turn is played for you, which costs nothing and does not count as "
    "missed.\n\nAs soon as a payment is booked that brings it within {limit}, your orders are taken again.",
}


def _tell(
    office: Office, connection: Connection, game: Game, seat: str, step: DebtStep, owed: str, limit: str, now: datetime
) -> None:
    holder, named = load_holders(connection, game.id)[seat], (MailKind.BILL, game.id, game.turn, seat, step)
    subject = _SUBJECT[step].format(owed=owed)
    text = _TEXT[step].format(owed=owed, limit=limit, turn=game.turn + 1)
    if game.ending:
        text = text.partition("\n\n")[0]
    queue(
        connection,
        notice(office, game, holder, MailKind.BILL, named, subject, text, now, turn=game.turn, state=state_of(game)),
    )


def paused_words(turn: int) -> str:
    """What a report says to whom the seat is paused."""
    return (
        f"Your seat is paused until your account is settled: orders for turn {turn} are taken once a payment is booked."
    )


def owed_words(office: Office, connection: Connection, game: Game, seat: str) -> str:
    """Why orders for a seat are not taken that is paused for a debt; "" where it is not."""
    d = t.debts.c
    query = select(d.player, d.currency).where(d.game == game.id, d.seat == seat, d.step == DebtStep.PAUSED)
    row = connection.execute(query.where(d.ended_at == "")).first()
    if row is None:
        return ""
    player, currency = row
    owes = money(-ledger.balances_of(connection, [player], lambda _: currency)[player].cents, currency)
    limit = limits_of(office.settings).get(currency)
    within = f", and no more than {money(limit, currency)} is lent" if limit is not None else ""
    return f"your seat is paused: your account owes {owes}{within}; send them again when a payment is booked"


def settled(office: Office, connection: Connection, player: int, currency: str, now: datetime) -> None:
    """Something came onto an account: if it is within the limit again, its seats go on, and its player is told."""
    limit, open_steps = limits_of(office.settings).get(currency), _steps(connection, player, currency)
    if not open_steps:
        return
    if limit is not None and ledger.balances_of(connection, [player], lambda _: currency)[player].cents < -limit:
        return
    _end(connection, {(player, currency)}, now)
    for row in open_steps:
        game = find_game(connection, row.game) if row.step == DebtStep.PAUSED else None
        if game is None or game.ending:
            continue
        text = f"thank you: your orders for turn {game.turn + 1} of game {game.id} are taken again."
        named = (MailKind.BILL, game.id, row.seat, "settled", moment_of(now))
        holder = load_holders(connection, game.id)[row.seat]
        queue(connection, notice(office, game, holder, MailKind.BILL, named, "your seat goes on", text, now))


def forget_steps(connection: Connection, game: str, turn: int) -> None:
    """A turn is taken back: so are the steps that were taken with it."""
    connection.execute(delete(t.debts).where(t.debts.c.game == game, t.debts.c.turn == turn))


def steps_in_words(connection: Connection) -> dict[int, str]:
    """How far it is with those who owe more than the limit: ``reminded``, ``last reminder``, ``paused: 12:C``."""
    d, found = t.debts.c, dict[int, list[str]]()
    query = select(d.player, d.step, d.game, d.seat).where(d.ended_at == "").order_by(d.player, d.id)
    for player, step, game, seat in connection.execute(query):
        mine = found.setdefault(player, [])
        if step == DebtStep.PAUSED:
            mine.append(f"paused {game}:{seat}")
        else:
            mine[:] = ["last reminder" if step == DebtStep.LAST else step]
    return {player: ", ".join(words) for player, words in found.items()}
