"""The books: a double-entry ledger in any money and in free turns (GM-4).

An entry is what one cause did to the accounts; each of its postings moves an amount from one account to another, so no
entry can be out of balance in any currency. A cause is named (``turn:12:5:C``) and unique, so that nothing is booked
twice whatever crashes; an entry is never changed or removed, only reversed by another, and only once. After that its
cause may be booked anew (``turn:12:5:C#2``). Everything here works inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, union_all

from magika_gm import games
from magika_gm.app.accounts.rates import DIGITS, ITEMS, Rates, money
from magika_gm.engine.records import record
from magika_gm.engine.seam.setup import Words
from magika_gm.store import tables as t
from magika_gm.store.database import lock_for_a_moment

TURN = "TURN"
"""The currency of free turns: counted, not worth money, used before it."""
CASH, DISCOUNTS, REFUNDS, OPENING, GIVEN = "cash", "discounts", "refunds", "opening", "free-turns"
INCOME = {
    "starter": "income:turns",
    "turn": "income:turns",
    "file-turn": "income:turns",
    "rule-book": "income:rule-books",
    "camp": "income:camp",
    "copy": "income:copies",
    "phone-first": "income:insurance",
    "phone-more": "income:insurance",
    "alert-first": "income:insurance",
    "alert-more": "income:insurance",
}
"""The account an item of the rates is earned on."""
PAYMENT = "pay:"
"""How the cause of a payment begins, before its player's number and its reference."""
FEES = {"turn": "turn", "file": "file-turn"}
"""How a seat pays for its turns, and the rate for it; ``free`` pays nothing."""
WARN_AT = 2
"""A low balance is told when it lasts for this many more turns, or fewer."""


class Transfer(NamedTuple):
    """An amount (cents, or free turns) from one account to another."""

    debit: str
    credit: str
    currency: str
    amount: int


class Balance(NamedTuple):
    """What stands on a player's account, in its currency, and the free turns he has."""

    currency: str
    cents: int
    free_turns: int


@record
class Cause:
    """Why an entry is made: a name that is unique, words for the statement, and the turn it belongs to, if any."""

    name: str
    text: str
    game: str | None = None
    turn: int | None = None
    seat: str | None = None


class AlreadyReversed(Exception):
    """The entry was reversed before."""


def account(player: int) -> str:
    """A player's account in the books."""
    return f"player:{player}"


def book_entry(connection: Connection, cause: Cause, made_at: str, transfers: Iterable[Transfer]) -> int | None:
    """Book what a cause does; the entry's number, or None if that cause stands in the books already."""
    booked = book_entries(connection, made_at, [(cause, list(transfers))])
    return booked[0] if booked else None


def book_entries(
    connection: Connection,
    made_at: str,
    causes: Sequence[tuple[Cause, Sequence[Transfer]]],
    reverses: int | None = None,
) -> list[int]:
    """Book several causes; numbers of the entries made. A cause that stands already is passed over.

    Transfers of nothing are left out; a negative amount is an error of the caller's (``ValueError``).
    """
    lock_for_a_moment(connection, t.entries.name)
    standing = _revisions(connection, [cause.name for cause, _ in causes])
    number = connection.execute(select(func.max(t.entries.c.id))).scalar() or 0
    entries: list[dict[str, Any]] = []
    postings: list[dict[str, Any]] = []
    for cause, transfers in causes:
        revision = standing[cause.name]
        if revision is None:
            continue
        if any(transfer.amount < 0 for transfer in transfers):
            raise ValueError(f"{cause.name}: a posting must not be negative")
        standing[cause.name] = None
        number += 1
        entries.append(
            {
                "id": number,
                "cause": cause.name if revision == 1 else f"{cause.name}#{revision}",
                "made_at": made_at,
                "text": cause.text,
                "game": cause.game,
                "turn": cause.turn,
                "seat": cause.seat,
                "reverses": reverses,
            }
        )
        moved = [transfer for transfer in transfers if transfer.amount]
        postings += [{"entry": number, "nr": nr, **transfer._asdict()} for nr, transfer in enumerate(moved, 1)]
    if entries:
        connection.execute(insert(t.entries), entries)
    if postings:
        connection.execute(insert(t.postings), postings)
    return [row["id"] for row in entries]


def _revisions(connection: Connection, names: Sequence[str]) -> dict[str, int | None]:
    """For each cause, the number its next entry gets, or None if its last one stands."""
    found: dict[str, int | None] = dict.fromkeys(names, 1)
    query = select(t.entries.c.cause).where(t.entries.c.cause.in_(list(found)))
    undone = t.entries.alias()
    for name in connection.execute(query).scalars().all():
        later = (
            select(undone.c.id)
            .select_from(t.entries.join(undone, undone.c.reverses == t.entries.c.id, isouter=True))
            .where((t.entries.c.cause == name) | t.entries.c.cause.startswith(f"{name}#", autoescape=True))
        )
        reversals = connection.execute(later).scalars().all()
        found[name] = None if None in reversals else len(reversals) + 1
    return found


def stands(connection: Connection, cause: str) -> bool:
    """Whether a cause stands in the books."""
    return _revisions(connection, [cause])[cause] is None


def reverse_entry(connection: Connection, entry: int, made_at: str, text: str) -> int:
    """Book the counter-entry of an entry; its number. Raises :class:`AlreadyReversed` the second time."""
    row = connection.execute(select(t.entries).where(t.entries.c.id == entry)).mappings().one()
    query = select(t.postings).where(t.postings.c.entry == entry).order_by(t.postings.c.nr)
    back = [Transfer(p["credit"], p["debit"], p["currency"], p["amount"]) for p in connection.execute(query).mappings()]
    cause = Cause(f"undo:{row['cause']}", text, row["game"], row["turn"], row[t.entries.c.seat])
    made = book_entries(connection, made_at, [(cause, back)], entry)
    if not made:
        raise AlreadyReversed(f"entry {entry} was reversed before")
    return made[0]


class Paid(NamedTuple):
    """A payment that stands in the books."""

    entry: int
    cause: str
    made_at: str
    account: str


def payment_with(connection: Connection, cause: str) -> Paid | None:
    """The payment with a cause's reference (a cheque's number, a bank's), in capitals or not; None: there is none."""
    e, p, undone = t.entries.c, t.postings.c, t.entries.alias()
    query = (
        select(e.id, e.cause, e.made_at, p.credit)
        .join(t.postings, p.entry == e.id)
        .join(undone, undone.c.reverses == e.id, isouter=True)
        .where(e.cause.startswith(PAYMENT), undone.c.id.is_(None))
        .order_by(e.id)
    )
    paid, ref = (Paid(*row) for row in connection.execute(query)), _ref_of(cause).casefold()
    return next((one for one in paid if _ref_of(one.cause).casefold() == ref), None)


def _ref_of(cause: str) -> str:
    return cause.removeprefix(PAYMENT).partition(":")[2].partition("#")[0]


def reverse_turn(connection: Connection, game: str, turn: int, made_at: str) -> list[int]:
    """Counter-entries for all that was charged for a turn by processing it; their numbers (undo-turn)."""
    undone = t.entries.alias()
    query = (
        select(t.entries.c.id, t.entries.c.text)
        .join(undone, undone.c.reverses == t.entries.c.id, isouter=True)
        .where(t.entries.c.game == game, t.entries.c.turn == turn, undone.c.id.is_(None))
        .where(t.entries.c.cause.startswith("turn:"))
        .order_by(t.entries.c.id)
    )
    rows = connection.execute(query).all()
    return [reverse_entry(connection, entry, made_at, f"Taken back: {text}") for entry, text in rows]


def charge_turn(
    connection: Connection, game: str, turn: int, seats: Iterable[str], made_at: str, rates: Rates
) -> list[int]:
    """Charge every seat played this turn to its player: a free turn if he has one, else the fee of his seat.

    Called inside process-turn's own transaction; a dry run rolls it back with the rest.
    """
    lock_for_a_moment(connection, t.entries.name)  # a turn in credit is used once, whichever game comes first
    payers, called = _payers(connection, game), _words(connection, game).called
    balances = balances_of(connection, [p.player for p in payers.values()])
    causes: list[tuple[Cause, list[Transfer]]] = []
    free = {player: balance.free_turns for player, balance in balances.items()}
    for seat in sorted(seats):
        payer = payers.get(seat)
        if payer is None or payer.fee not in FEES:
            continue
        item = FEES[payer.fee]
        text = f"Game {game}, turn {turn}, {called(seat)}"
        if free[payer.player] > 0:
            free[payer.player] -= 1
            transfer = Transfer(account(payer.player), GIVEN, TURN, 1)
            text += " (a turn in credit)"
        else:
            currency = rates.money_for(balances[payer.player].currency)
            transfer = Transfer(account(payer.player), INCOME[item], currency, rates.of(item, currency))
        causes.append((Cause(f"turn:{game}:{turn}:{seat}", text, game, turn, seat), [transfer]))
    return book_entries(connection, made_at, causes)


def charge_call(
    connection: Connection, game: str, turn: int, seat: str, how: str, nr: int, made_at: str, rates: Rates
) -> int | None:
    """Charge turn insurance used: call or alert number ``nr`` (from 1) to this seat's player for this turn.

    ``how`` is ``phone``, or ``alert`` for e-mail and fax, which cost half. Returns the entry, or None if that call was
    charged before or nobody pays for the seat.
    """
    payer = _payers(connection, game).get(seat)
    if payer is None or payer.fee not in FEES:
        return None
    item = f"{how}-{'first' if nr == 1 else 'more'}"
    currency = rates.money_for(balances_of(connection, [payer.player])[payer.player].currency)
    transfer = Transfer(account(payer.player), INCOME[item], currency, rates.of(item, currency))
    text = f"Game {game}, turn {turn}, {_words(connection, game).called(seat)}: {ITEMS[item]}"
    return book_entry(connection, Cause(f"call:{game}:{turn}:{seat}:{nr}", text, game, turn, seat), made_at, [transfer])


def charge_starter(
    connection: Connection, player: int, game: str, seat: str, called: str, camp: bool, made_at: str, rates: Rates
) -> None:
    """Charge the starter special of a game about to begin and grant its turns; ``called`` is the seat in its words.

    Who has a rule book pays that much less; who plays with CAMP buys it with his first game and gets more turns. A
    player who gets the rule book now is noted as having it from this game.
    """
    row = connection.execute(select(t.players).where(t.players.c.id == player)).mappings().one()
    own, currency, owner = account(player), rates.money_for(row["currency"]), bool(row["rule_book"])
    whole, book = rates.of("starter", currency), rates.of("rule-book", currency)
    starter, discount = INCOME["starter"], min(book, whole)
    if owner:
        money_part = [Transfer(own, starter, currency, whole), Transfer(DISCOUNTS, own, currency, discount)]
    else:
        first = Transfer(own, starter, currency, max(whole - book, 0))
        money_part = [first, Transfer(own, INCOME["rule-book"], currency, discount)]
        connection.execute(t.players.update().where(t.players.c.id == player).values(rule_book=game))
    turns = rates.turns["starter"] + (rates.turns["camp-by-mail"] if camp else 0)
    text = f"Game {game}, {called}: {ITEMS['starter']}, {turns} turns"
    text += ", less the rule book he has" if owner else ", rule book"
    causes = [(Cause(f"start:{game}:{seat}", text, game, None, seat), [*money_part, Transfer(GIVEN, own, TURN, turns)])]
    if camp:
        bought = Transfer(own, INCOME["camp"], currency, rates.of("camp", currency))
        causes.append((Cause(f"camp:{player}", ITEMS["camp"], game, None, seat), [bought]))
    book_entries(connection, made_at, causes)


class _Payer(NamedTuple):
    player: int
    fee: str


def _words(connection: Connection, game: str) -> Words:
    """What a game calls its seats."""
    name = connection.execute(select(t.games.c.system).where(t.games.c.id == game)).scalar_one()
    return games.system(name).words


def _payers(connection: Connection, game: str) -> dict[str, _Payer]:
    query = select(t.seats.c.seat, t.seats.c.player, t.seats.c.fee).where(t.seats.c.game == game)
    return {seat: _Payer(player, fee) for seat, player, fee in connection.execute(query) if player is not None}


def balances_of(
    connection: Connection, players: Iterable[int] | None = None, paid_in: Callable[[str], str] = lambda own: own
) -> dict[int, Balance]:
    """What stands on the accounts of these players (of all, if none are named), in each one's own money, or in what
    ``paid_in`` makes of that."""
    query = select(t.players.c.id, t.players.c.currency).order_by(t.players.c.id)
    if players is not None:
        query = query.where(t.players.c.id.in_(set(players)))
    people = {player: paid_in(own) for player, own in connection.execute(query)}
    names = [account(player) for player in people]
    sums: dict[tuple[str, str], int] = {}
    for name, currency, total in connection.execute(_sums(names if players is not None else None)):
        sums[name, currency] = int(total)
    return {
        player: Balance(currency, sums.get((account(player), currency), 0), sums.get((account(player), TURN), 0))
        for player, currency in people.items()
    }


def _sums(names: Sequence[str] | None) -> Select[Any]:
    """What stands on accounts, by account and currency: what was credited to them less what was debited."""
    p = t.postings.c
    sides = []
    for side, amount in ((p.credit, p.amount), (p.debit, -p.amount)):
        part = select(side.label("account"), p.currency, amount.label("amount"))
        sides.append(part if names is None else part.where(side.in_(names)))
    both = union_all(*sides).subquery()
    return (
        select(both.c.account, both.c.currency, func.sum(both.c.amount))
        .group_by(both.c.account, both.c.currency)
        .order_by(both.c.account, both.c.currency)
    )


def other_money(connection: Connection, player: int | None = None) -> dict[int, dict[str, int]]:
    """What stands on accounts in money that is not their player's own, where it is not nothing."""
    p = t.players.c
    query = select(p.id, p.currency) if player is None else select(p.id, p.currency).where(p.id == player)
    people = {account(number): (number, own) for number, own in connection.execute(query)}
    found: dict[int, dict[str, int]] = {}
    for (name, currency), total in all_sums(connection, player).items():
        number, own = people.get(name, (0, ""))
        if total and number and currency not in (own, TURN):
            found.setdefault(number, {})[currency] = total
    return found


def all_sums(connection: Connection, player: int | None = None) -> dict[tuple[str, str], int]:
    """What stands on every account of the books (or on a player's), in each of its currencies."""
    sums = _sums(None if player is None else [account(player)])
    return {(name, currency): int(total) for name, currency, total in connection.execute(sums)}


def close_turn(connection: Connection, game: str, turn: int, rates: Rates) -> None:
    """Note what this turn's reports say of each account, so that they can be written again as they were.

    ``lasts`` is for how many more turns it will do, None where the turns cost nothing.
    """
    payers = _payers(connection, game)
    balances = balances_of(connection, [payer.player for payer in payers.values()], rates.money_for)
    rows = []
    for seat, payer in payers.items():
        balance = balances[payer.player]
        fee = rates.of(FEES[payer.fee], balance.currency) if payer.fee in FEES else 0
        lasts = balance.free_turns + (max(balance.cents, 0) // fee) if fee else None
        rows.append({"game": game, "turn": turn, "seat": seat, "currency": balance.currency,
                     "balance": balance.cents, "free_turns": balance.free_turns, "lasts": lasts})  # fmt: skip
    if rows:
        connection.execute(insert(t.statements), rows)


def in_credit(turns: int) -> str:
    """`` and 2 turns in credit``; nothing where there are none."""
    return f" and {turns} turn{'s' if turns > 1 else ''} in credit" if turns else ""


class Statement(NamedTuple):
    """What a turn's report says of an account. ``lasts``: for how many more turns it does, None if they are free."""

    currency: str
    cents: int
    free_turns: int
    lasts: int | None

    @property
    def text(self) -> str:
        """``10.50 USD and 2 turns in credit``."""
        return money(self.cents, self.currency) + in_credit(self.free_turns)

    @property
    def warning(self) -> str:
        """Words for the player who owes money, or two turns before his runs out; empty before that (GM-4)."""
        if self.lasts is None:
            return ""
        if self.cents < 0:
            return f"You owe {money(-self.cents, self.currency)}; please send a payment."
        if self.lasts > WARN_AT:
            return ""
        if self.lasts == 0:
            return "Your account does not cover the next turn; please send a payment."
        turns = "the next turn" if self.lasts == 1 else f"the next {self.lasts} turns"
        return f"Your account covers {turns} and no more; please send a payment in time."


def statements_of(connection: Connection, game: str, turn: int) -> dict[str, Statement]:
    """What a turn's reports say of the accounts, by seat."""
    s = t.statements.c
    query = select(s.seat, s.currency, s.balance, s.free_turns, s.lasts).where(s.game == game, s.turn == turn)
    return {seat: Statement(*rest) for seat, *rest in connection.execute(query)}


def faults_in_books(connection: Connection) -> list[str]:
    """What is wrong with the books: empty if they balance to the cent and each cause stands once."""
    found = []
    totals: dict[str, int] = {}
    sums = all_sums(connection)
    for (_, unit), amount in sums.items():
        totals[unit] = totals.get(unit, 0) + amount
    for currency, total in totals.items():
        found += [f"the accounts sum to {total} in {currency}, not to 0"] if total else []
        found += [f"{currency!r} is no currency"] if currency not in DIGITS and currency != TURN else []
    people = set(balances_of(connection))
    for name, _ in sums:
        kind, _, number = str(name).partition(":")
        if kind == "player" and (not number.isdigit() or int(number) not in people):
            found.append(f"{name}: there is no such player")
    query = select(t.entries.c.id, t.entries.c.cause, t.entries.c.reverses).order_by(t.entries.c.id)
    entries = connection.execute(query).all()
    undone = {reverses for _, _, reverses in entries if reverses is not None}
    stands: set[str] = set()
    for number, cause, reverses in entries:
        if number not in undone:
            base = str(cause) if reverses is not None else str(cause).partition("#")[0]
            if base in stands:
                found.append(f"{base} was booked twice")
            stands.add(base)
    found += _unmatched(connection, undone)
    return found


def _unmatched(connection: Connection, undone: set[int]) -> list[str]:
    """Turns charged but not in the record, and reversals that are not the mirror of what they reverse."""
    processed = {(g, n) for g, n in connection.execute(select(t.turns.c.game, t.turns.c.turn))}
    query = select(t.entries.c.id, t.entries.c.cause, t.entries.c.game, t.entries.c.turn)
    found = [
        f"{cause} is charged, but that turn was not processed"
        for number, cause, game, turn in connection.execute(query.where(t.entries.c.cause.startswith("turn:")))
        if number not in undone and (game, turn) not in processed
    ]
    lines: dict[int, list[Transfer]] = {}
    rows = connection.execute(select(t.postings).order_by(t.postings.c.entry, t.postings.c.nr)).mappings()
    for row in rows:
        transfer = Transfer(row["debit"], row["credit"], row["currency"], row["amount"])
        lines.setdefault(row["entry"], []).append(transfer)
    pairs = select(t.entries.c.id, t.entries.c.reverses).where(t.entries.c.reverses.is_not(None))
    for number, reverses in connection.execute(pairs):
        mirror = [Transfer(p.credit, p.debit, p.currency, p.amount) for p in lines.get(reverses, [])]
        if mirror != lines.get(number, []):
            found.append(f"entry {number} does not undo entry {reverses}")
    return found
