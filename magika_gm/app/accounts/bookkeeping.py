"""The accounts as a game master works on them: payments, credits, refunds, charges, statements, CSV (GM-4)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select, update

from magika_gm import games
from magika_gm.app.accounts import ledger
from magika_gm.app.accounts.bills import (
    Booked,
    Person,
    day_of,
    receipt_mail,
    settled,
    statement_mail,
    steps_in_words,
    tax_words,
)
from magika_gm.app.accounts.ledger import CASH, DISCOUNTS, GIVEN, INCOME, REFUNDS, TURN, Cause, Transfer, account
from magika_gm.app.accounts.rates import ITEMS, currency_of, figures, load_rates, money, rates_or_nothing, read_amount
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game, played_seats
from magika_gm.app.record.outgoing import queue
from magika_gm.engine.records import named_record
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.whole_files import write_asked

if TYPE_CHECKING:
    from magika_gm.reports.statement_page import StatementOfAccount

CHARGES = tuple(item for item in INCOME if item not in ("starter", "turn", "file-turn"))
"""What can be charged by command; starters and turns are charged by what causes them."""
ONCE = ("camp", "rule-book")
"""Bought once by a player, whatever is asked again."""
MOST_TURNS = 1000
_BY_COMMAND = ("pay", "credit", "refund", "charge", *ONCE)


@named_record
class AccountLine:
    """A player's account at a glance. ``lasts``: for how many more turns of his games it does."""

    player: int
    account: str
    name: str
    email: str
    currency: str
    balance_cents: int
    """In ``currency``'s minor unit."""
    free_turns: int
    seats: tuple[str, ...]
    """``12:C`` for each game that goes on."""
    plays: tuple[str, ...]
    """The title of each one's game."""
    others: Mapping[str, int] = field(default_factory=dict)
    """What stands on it in other money, by currency."""
    booked: bool = False
    """Whether anything was ever booked on it."""
    debt: str = ""
    """How far it is with a debt beyond the limit."""

    def stands(self) -> dict[str, int]:
        """What stands on it by currency; nothing of his own money where there is other alone."""
        own = {self.currency: self.balance_cents} if self.balance_cents or not self.others else {}
        return own | dict(self.others)


@named_record
class StatementLine:
    """An entry as it concerns one player: what came onto his account (cents, turns) and what stood on it then."""

    entry: int
    made_at: str
    text: str
    cause: str
    cents: int
    turns: int
    balance_cents: int
    """What stood on it in that money."""
    free_turns: int
    currency: str = ""


def find_player(connection: Connection, said: str) -> Person:
    """The player of that number, account, e-mail address or name, or who plays ``12:C`` (GAME:SEAT)."""
    p = t.players.c
    people = [Person(*row) for row in connection.execute(select(p.id, p.name, p.email, p.account, p.currency))]
    game, colon, seat = said.strip().rpartition(":")
    if colon:
        called = load_game(connection, game).system.words.called(seat.upper())
        whose = select(t.seats.c.player).where(t.seats.c.game == game, t.seats.c.seat == seat.upper())
        number = connection.execute(whose).scalar()
        found = [person for person in people if person.id == number]
        if not found:
            raise OfficeError(f"no player plays {called} of game {game}")
        return found[0]
    word = said.strip().casefold()
    for key in ("id", "account", "email", "name"):
        same, asked = (compared, compared(said)) if key == "email" else (str.casefold, word)
        found = [person for person in people if same(str(getattr(person, key))) == asked]
        if len(found) == 1:
            return found[0]
        if found:
            several = ", ".join(f"{person.id} ({person.account})" for person in found)
            raise OfficeError(f"{len(found)} players are called {said}: {several}; give the number")
    hint = did_you_mean(nearest(word, [person.name for person in people], 1, loose=True))
    raise OfficeError(f"there is no player {said}; {hint or 'magika-gm accounts lists all'}")


def newest_player(connection: Connection) -> int:
    """The highest number a player ever had: one whose record was made one with another's keeps his."""
    players = connection.execute(select(func.max(t.players.c.id))).scalar() or 0
    return max(players, connection.execute(select(func.max(t.merges.c.gone))).scalar() or 0)


def book_payment(
    office: Office, said: str, amount: str, reason: str, now: datetime, currency: str = "", ref: str = "",
    receipt: bool = False, again: bool = False,
) -> Booked:  # fmt: skip
    """Book a payment, in the account's own money unless it is said; with a ``receipt`` by mail if it is wanted. With
    ``ref`` (a cheque's number, a bank's reference) the same payment cannot be booked twice, nor, unless that is meant
    (``again``), for another player."""
    with office.store.writing() as connection:
        person = _in_money(office, connection, find_player(connection, said), currency)
        cents = _above_zero(amount, person.currency)
        cause = _cause("pay", person, ref, now, f"Payment: {_words(reason)}")
        if ref and not again:
            _must_be_new(office, connection, cause)
        transfer = Transfer(CASH, account(person.id), person.currency, cents)
        booked = _book(office, connection, person, cause, now, transfer)
        if receipt and person.email:
            queue(connection, receipt_mail(office, person, booked, cents, now))
        return booked


def book_credit(
    office: Office, said: str, amount: str, reason: str, now: datetime, turns: int, ref: str = "", currency: str = ""
) -> Booked:
    """Give a player money (a discount) or free turns, or both."""
    if not 0 <= turns <= MOST_TURNS:
        raise OfficeError(f"{turns} free turns cannot be given; 1 to {MOST_TURNS}")
    if not amount and not turns:
        raise OfficeError("say how much: an amount, or --turns")
    with office.store.writing() as connection:
        person = _in_money(office, connection, find_player(connection, said), currency)
        own, cents = account(person.id), _above_zero(amount, person.currency) if amount else 0
        transfers = (Transfer(DISCOUNTS, own, person.currency, cents), Transfer(GIVEN, own, TURN, turns))
        cause = _cause("credit", person, ref, now, f"Credit: {_words(reason)}")
        return _book(office, connection, person, cause, now, *transfers)


def book_refund(
    office: Office, said: str, amount: str, reason: str, now: datetime, paid_out: bool = False, ref: str = "",
    currency: str = "",
) -> Booked:  # fmt: skip
    """Give back what was charged, onto the account; or, ``paid_out``, pay out what stands on it."""
    with office.store.writing() as connection:
        person = _in_money(office, connection, find_player(connection, said), currency)
        own, cents = account(person.id), _above_zero(amount, person.currency)
        if paid_out:
            balance = ledger.balances_of(connection, [person.id], lambda _: person.currency)[person.id]
            if cents > balance.cents:
                stands = money(balance.cents, person.currency)
                raise OfficeError(f"{person.name}'s account holds {stands}; no more than that can be paid out")
        transfer = Transfer(own, CASH, person.currency, cents) if paid_out else (
            Transfer(REFUNDS, own, person.currency, cents))  # fmt: skip
        text = f"{'Paid out' if paid_out else 'Refund'}: {_words(reason)}"
        return _book(office, connection, person, _cause("refund", person, ref, now, text), now, transfer)


def charge_item(
    office: Office, said: str, item: str, now: datetime, times: int = 1, reason: str = "", ref: str = ""
) -> Booked:
    """Charge something of the rates: a copy, a call, CAMP, a rule book (each of these two once)."""
    if item not in CHARGES:
        raise OfficeError(f"{item} cannot be charged by command; there are {', '.join(CHARGES)}")
    if not 1 <= times <= (1 if item in ONCE else 100):
        raise OfficeError(f"{item} cannot be charged {times} times at once")
    with office.store.writing() as connection:
        person, rates = find_player(connection, said), load_rates(office, _system_meant(connection, said))
        person = replace(person, currency=rates.money_for(person.currency))
        text = ITEMS[item][0].upper() + ITEMS[item][1:] + (f", {times} times" if times > 1 else "")
        text += f": {_words(reason)}" if reason else ""
        if item in ONCE:
            owned = item == "rule-book" and _has_book(connection, person.id)
            cause = Cause(f"{item}:{person.id}", text)
            if owned or ledger.stands(connection, cause.name):
                raise OfficeError(f"{person.name} has the {ITEMS[item]} already; nothing was charged")
        else:
            cause = _cause("charge", person, ref, now, text)
        cents = rates.of(item, person.currency) * times
        booked = _book(
            office, connection, person, cause, now, Transfer(account(person.id), INCOME[item], person.currency, cents)
        )
        if item == "rule-book":
            connection.execute(update(t.players).where(t.players.c.id == person.id).values(rule_book="owned"))
        return booked


def take_back_entry(office: Office, entry: int, reason: str, now: datetime) -> Booked:
    """Undo an entry made by command, by its counter-entry. Turns are given back by undo-turn, or with a refund."""
    with office.store.writing() as connection:
        row = connection.execute(select(t.entries).where(t.entries.c.id == entry)).mappings().first()
        if row is None:
            raise OfficeError(f"there is no entry {entry}")
        kind, _, rest = row["cause"].partition(":")
        if kind not in _BY_COMMAND:
            raise OfficeError(f"entry {entry} was not made by command ({row['cause']}); use refund or undo-turn")
        person = find_player(connection, rest.partition(":")[0].partition("#")[0])
        try:
            number = ledger.reverse_entry(connection, entry, now.isoformat(), f"Taken back: {_words(reason)}")
        except ledger.AlreadyReversed as error:
            raise OfficeError(f"{error}; nothing was changed") from None
        if kind == "rule-book":
            connection.execute(update(t.players).where(t.players.c.id == person.id).values(rule_book=""))
        return Booked(number, person.id, person.name, f"{row['text']} taken back", _stand(connection, person.id))


def set_fee(office: Office, game: str, seat: str, fee: str) -> str:
    """How a seat pays from the next turn on: ``turn``, ``file`` or ``free``. Returns what it was."""
    with office.store.writing() as connection:
        called = load_game(connection, game).system.words.called(seat.upper())
        where = (t.seats.c.game == game, t.seats.c.seat == seat.upper())
        row = connection.execute(select(t.seats.c.fee, t.seats.c.player).where(*where)).first()
        if row is None or row.player is None:
            raise OfficeError(f"no player plays {called} of game {game}")
        connection.execute(update(t.seats).where(*where).values(fee=fee))
        return str(row.fee)


def _in_money(office: Office, connection: Connection, person: Person, currency: str) -> Person:
    """The player with the money that is meant: his own, what he is charged in, or what he has on his account."""
    code = currency_of(currency) if currency else person.currency
    if code != person.currency:
        taken = {rates_or_nothing(office, system).money_for(person.currency) for system in ("", *games.SYSTEMS)}
        if code not in taken | set(ledger.other_money(connection, person.id).get(person.id, ())):
            raise OfficeError(f"{person.name}'s account is in {person.currency}; convert the amount first")
    return replace(person, currency=code)


def _system_meant(connection: Connection, said: str) -> str:
    """The game of a player who is called GAME:SEAT; "" else."""
    game, colon, _ = said.strip().rpartition(":")
    return load_game(connection, game).system.name if colon else ""


def _above_zero(amount: str, currency: str) -> int:
    if cents := read_amount(amount, currency):
        return cents
    raise OfficeError("an amount of nothing is not booked")


def _words(reason: str) -> str:
    text = " ".join(reason.split()).rstrip(".")
    if not text:
        raise OfficeError("give a reason with --reason: it stands on the player's statement")
    if len(text) > 200:
        raise OfficeError(f"the reason has {len(text)} characters; 200 at most")
    return text


def _must_be_new(office: Office, connection: Connection, cause: Cause) -> None:
    """No payment of another player has this one's reference."""
    before = ledger.payment_with(connection, cause.name)
    if before is None or before.cause.partition("#")[0] == cause.name:
        return
    who = find_player(connection, before.account.partition(":")[2])
    day = day_of(moment(before.made_at, f"the books: entry {before.entry}").astimezone(office.settings.zone))
    raise OfficeError(
        f"{cause.text!r}: a payment of {who.name} ({who.id}) has that reference, entry {before.entry} of {day}; "
        "nothing was booked: if one payment is for both, say --again"
    )


def _cause(kind: str, person: Person, ref: str, now: datetime, text: str) -> Cause:
    """A command's cause: its reference if it has one, else the moment."""
    mark = " ".join(ref.split()).replace("#", "No.")
    if len(mark) > 60:
        raise OfficeError(f"the reference has {len(mark)} characters; 60 at most")
    return Cause(f"{kind}:{person.id}:{mark or now.isoformat()}", f"{text} ({mark})" if mark else text)


def mail_statement(office: Office, said: str, now: datetime) -> str:
    """Send a player his statement of account by mail, as text and to print; his address."""
    with office.store.writing() as connection:
        person = find_player(connection, said)
        if not person.email:
            raise OfficeError(f"{person.name} has no mail address; write the statement with --to")
        queue(connection, statement_mail(office, person, now))
        return person.email


def _book(
    office: Office, connection: Connection, person: Person, cause: Cause, now: datetime, *transfers: Transfer
) -> Booked:
    number = ledger.book_entry(connection, cause, now.isoformat(), transfers)
    if number is None:
        raise OfficeError(f"{cause.text!r} of {person.name} stands in the books already; nothing was booked twice")
    settled(office, connection, person.id, person.currency, now)
    return Booked(number, person.id, person.name, cause.text, _stand(connection, person.id, person.currency))


def _stand(connection: Connection, player: int, currency: str = "") -> str:
    balance = ledger.balances_of(connection, [player], lambda own: currency or own)[player]
    return ledger.Statement(*balance, None).text


def _has_book(connection: Connection, player: int) -> bool:
    return bool(connection.execute(select(t.players.c.rule_book).where(t.players.c.id == player)).scalar())


def list_accounts(office: Office) -> list[AccountLine]:
    """Every player's account, by player number."""
    with office.store.reading() as connection:
        return _accounts(connection)


def _accounts(connection: Connection, player: int | None = None) -> list[AccountLine]:
    balances = ledger.balances_of(connection, None if player is None else [player])
    used = {name for name, _ in ledger.all_sums(connection, player)}
    seats, p = played_seats(connection), t.players.c
    query = select(p.id, p.account, p.name, p.email).order_by(p.id)
    people = connection.execute(query if player is None else query.where(p.id == player)).all()
    others, owing = ledger.other_money(connection, player), steps_in_words(connection)
    mine = {person.id: seats.get(person.id, ()) for person in people}
    return [
        AccountLine(
            player=person.id,
            account=person.account,
            name=person.name,
            email=person.email,
            currency=balances[person.id].currency,
            balance_cents=balances[person.id].cents,
            free_turns=balances[person.id].free_turns,
            seats=tuple(s.seat for s in mine[person.id]),
            plays=tuple(s.plays for s in mine[person.id]),
            others=others.get(person.id, {}),
            booked=account(person.id) in used,
            debt=owing.get(person.id, ""),
        )
        for person in people
    ]


def statement_of(office: Office, said: str) -> tuple[AccountLine, list[StatementLine]]:
    """A player's account and every entry on it, oldest first."""
    with office.store.reading() as connection:
        person = find_player(connection, said)
        own, e, p = account(person.id), t.entries.c, t.postings.c
        query = (
            select(e.id, e.made_at, e.text, e.cause, p.debit, p.currency, p.amount)
            .join(t.postings, p.entry == e.id)
            .where((p.debit == own) | (p.credit == own))
            .order_by(e.id, p.nr)
        )
        sums: dict[int, list[Any]] = {}
        for number, made_at, text, cause, debit, currency, amount in connection.execute(query):
            row = sums.setdefault(number, [made_at, text, cause, 0, 0, person.currency])
            row[4 if currency == TURN else 3] += -amount if debit == own else amount
            row[5] = row[5] if currency == TURN else currency
        lines = [
            StatementLine(
                entry=number, made_at=made_at, text=text, cause=cause, cents=by, turns=by_turns, balance_cents=0,
                free_turns=0, currency=currency,
            )
            for number, (made_at, text, cause, by, by_turns, currency) in sums.items()
        ]  # fmt: skip
        return _accounts(connection, person.id)[0], _running(lines)


def _running(lines: Iterable[StatementLine]) -> list[StatementLine]:
    """The same with what stood on the account after each, in its money."""
    found, turns, stood = [], 0, dict[str, int]()
    for line in lines:
        turns += line.turns
        stood[line.currency] = stood.get(line.currency, 0) + line.cents
        found.append(replace(line, balance_cents=stood[line.currency], free_turns=turns))
    return found


def write_csv(office: Office, path: Path) -> int:
    """Every posting of the books as a CSV file for a spreadsheet."""
    e, p = t.entries.c, t.postings.c
    query = (
        select(e.id, e.made_at, e.cause, e.text, e.game, e.turn, e.seat, e.reverses, p.debit, p.credit, p.currency,
               p.amount)
        .join(t.postings, p.entry == e.id)
        .order_by(e.id, p.nr)
    )  # fmt: skip
    heads = ("entry", "made_at", "cause", "text", "game", "turn", "seat", "reverses", "debit", "credit", "currency",
             "amount")  # fmt: skip
    with office.store.reading() as connection:
        rows = [
            [*rest, currency, str(amount) if currency == TURN else figures(amount, currency)]
            for *rest, currency, amount in connection.execute(query)
        ]
    write_asked(path, as_csv(heads, rows))
    return len(rows)


def as_csv(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Rows for a spreadsheet (UTF-8 with a mark, so that it opens right)."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is quoted, an amount is not: texts come from players too."""
    formula = isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not _AMOUNT.fullmatch(cell)
    return f"'{cell}" if formula else cell


_AMOUNT = re.compile(r"-?\d+(\.\d{1,4})?")


def check_books(office: Office) -> tuple[list[str], Iterable[tuple[str, str, int]]]:
    """What is wrong with the books, and what stands on every account: name, currency, amount."""
    with office.store.reading() as connection:
        sums = ledger.all_sums(connection)
        return ledger.faults_in_books(connection), [(*of, amount) for of, amount in sums.items()]


# Statements of account to hand out: what a player reads of his entries, without those of reruns, as files.

UNDONE_TURN = "undo:turn:"
"""How the cause of a turn's counter-entry begins."""


def without_reruns(office: Office, entries: list[StatementLine]) -> list[StatementLine]:
    """What a player reads of his account: a turn's charge that was taken back for a rerun is in the books alone.

    Both it and its counter-entry are left out, and what stood on the account is summed up without them. Whatever else
    was taken back stays: he was told of it.
    """
    e = t.entries.c
    with office.store.reading() as connection:
        numbers = [line.entry for line in entries if line.cause.startswith(UNDONE_TURN)]
        query = select(e.id, e.reverses).where(e.id.in_(numbers))
        pairs = {number for row in connection.execute(query) for number in row}
    return _running(line for line in entries if line.entry not in pairs)


def write_statement(office: Office, said: str, path: Path, now: datetime) -> None:
    """A player's statement as a file to hand out or send; its ending says which kind."""
    from magika_gm.reports.statement_page import KINDS, written

    kind = path.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise OfficeError(f"{path} ends with none of {', '.join(f'.{k}' for k in KINDS)}")
    write_asked(path, written(statement(office, said, now), kind, office.settings.text("office", "paper")))


def statement(office: Office, said: str, now: datetime) -> StatementOfAccount:
    """A player's statement as it is handed out: without what was taken back for a rerun."""
    from magika_gm.reports.statement_page import Entry, Stands, StatementOfAccount

    line, entries = statement_of(office, said)
    zone, shown = office.settings.zone, without_reruns(office, entries)
    several = {one.currency for one in shown} - {line.currency}
    amount = money if several else figures
    rows = tuple(
        Entry(
            day_of(moment(e.made_at, f"the books: when entry {e.entry} was made").astimezone(zone)),
            e.text,
            amount(e.cents, e.currency).replace("-", "\u2212") if e.cents else "",
            amount(e.balance_cents, e.currency).replace("-", "\u2212"),
            f"{e.turns:+d}".replace("-", "\u2212") if e.turns else "",
        )
        for e in shown
    )
    stood = list(line.stands().items())
    return StatementOfAccount(
        office=office.settings.text("office", "name"),
        name=line.name,
        account=line.account,
        day=day_of(now.astimezone(zone)),
        stands=tuple(Stands(figures(abs(units), currency), currency, units < 0) for currency, units in stood),
        turns=line.free_turns,
        plays="plays " + ", ".join(line.seats) if line.seats else "",
        entries=rows,
        tax=tax_words(office.settings),
    )
