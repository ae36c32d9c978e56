"""Two records of one person made one, and made two again where that was a mistake."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, and_, delete, func, insert, select, update

from magika_gm.app.accounts.bills import Person
from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import TURN, Cause, Statement, account, balances_of, book_entry, reverse_entry
from magika_gm.app.enrolment.players import Known, known_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.engine.records import record
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import IN_LINE, NO_PLACE, SignUpState, StandbyState

_BLANKS_FILLED = ("address", "zone", "paper", "phone", "fax", "rule_book")
"""What a record that goes leaves to the one that stays, where that says nothing."""
_HIS = (t.debts, t.seats, t.signups, t.standbys, t.address_changes, t.played, t.readers, t.results)
_OF_A_SEAT = (t.played, t.readers, t.results)


@record
class Pair:
    """Two records that may be one person's."""

    keep: Known
    gone: Known
    together: tuple[str, ...]
    """The games both sit in, with their seats: whoever holds both reads both."""


@record
class Merged:
    """Two records that were one person's."""

    player: int
    gone: int
    gone_account: str
    balance: str


@record
class Unmerged:
    """Two records that are two again: what each account holds, and the seats that went back."""

    player: int
    balance: str
    back: int
    back_account: str
    back_balance: str
    seats: tuple[str, ...]


def look_at_merge(office: Office, said: str, other: str) -> Pair:
    """Both records, before they are made one. Raises :class:`OfficeError` where they are one already, or cannot be."""
    with office.store.reading() as connection:
        keep, gone = _two(connection, said, other)
        _must_share_money(connection, keep, gone)
        both = known_of(connection, keep.id), known_of(connection, gone.id)
        return Pair(*both, _together(connection, keep.id, gone.id))


def merge_players(office: Office, said: str, other: str, now: datetime, same_game: bool = False) -> Merged:
    """Make two records of one person one: games, sign-ups, results and the whole account of ``other`` are ``said``'s
    from now on, and ``other`` is no more. Data that ``said`` has stands; what it lacks comes from ``other``.

    Raises :class:`OfficeError` where their accounts are in different money, and where both sit in one game, unless it
    was said that they do (``same_game``).
    """
    with office.store.writing() as connection:
        keep, gone = _two(connection, said, other)
        _must_share_money(connection, keep, gone)
        together = _together(connection, keep.id, gone.id)
        if together and not same_game:
            raise OfficeError(
                f"{keep.name} and {gone.name} sit in one game ({'; '.join(together)}): made one, he would read what "
                "both are told. Look at the numbers again; if they are one person all the same, say --same-game as well"
            )
        row, old = _row(connection, keep.id), _row(connection, gone.id)
        filled = {key: old[key] for key in _BLANKS_FILLED if not row[key] and old[key]}
        if row["insurance"] == "none" and old["insurance"] != "none":
            filled |= {key: old[key] for key in ("insurance", "phone", "fax")}
        before = {
            "gone": dict(old),
            "filled": {key: [row[key], value] for key, value in filled.items()},
            "rows": {table.name: _keys_of(connection, table, gone.id) for table in _HIS},
            "turns": _last_turns(connection, gone.id),
            "postings": [list(key) for key in _postings(connection, gone.id)],
            "last": connection.execute(select(func.max(t.entries.c.id))).scalar() or 0,
            "closed": _one_place_in_each_line(connection, keep.id, gone.id),
        }
        if filled:
            connection.execute(update(t.players).where(t.players.c.id == keep.id).values(**filled))
        for table in _HIS:
            connection.execute(update(table).where(table.c.player == gone.id).values(player=keep.id))
        before["booked"] = _one_account(connection, keep.id, gone, now)
        connection.execute(delete(t.players).where(t.players.c.id == gone.id))
        number = (connection.execute(select(func.max(t.merges.c.id))).scalar() or 0) + 1
        kept = {"id": number, "player": keep.id, "gone": gone.id, "made_at": stamp(now)}
        connection.execute(insert(t.merges), [kept | {"before": json.dumps(before, ensure_ascii=False)}])
        balance = _balance(connection, keep.id)
    return Merged(keep.id, gone.id, gone.account, balance)


def unmerge_players(office: Office, said: str, other: str, now: datetime) -> Unmerged:
    """Make the two records that were made one two again: ``other`` is the number or account of the one that went.

    All that was his is his again, and what came about in his seats since; anything else since then stays where it is.
    Raises :class:`OfficeError` where they were not made one.
    """
    with office.store.writing() as connection:
        keep = find_player(connection, said)
        merge = _standing(connection, keep, other)
        before, gone = json.loads(merge["before"]), int(merge["gone"])
        person = before["gone"]
        connection.execute(insert(t.players), [person])
        _fill_back(connection, keep.id, before["filled"])
        for table in _HIS:
            for key in before["rows"][table.name]:
                mine = (*_is(table, key), table.c.player == keep.id)
                connection.execute(update(table).where(*mine).values(player=gone))
        seats = [tuple(key) for key in before["rows"][t.seats.name]]
        for table in _OF_A_SEAT:
            for game, seat in seats:
                since = table.c.turn > before["turns"].get(game, 0)
                mine = (table.c.game == game, table.c.seat == seat, since, table.c.player == keep.id)
                connection.execute(update(table).where(*mine).values(player=gone))
        for name, rows in before["closed"].items():
            _open_again(connection, t.metadata.tables[name], rows)
        _two_accounts(connection, keep.id, gone, before, seats)
        for entry in before["booked"]:
            reverse_entry(connection, entry, now.isoformat(), f"Two records again: {keep.account}, {person['account']}")
        connection.execute(update(t.merges).where(t.merges.c.id == merge["id"]).values(undone_at=stamp(now)))
        balances = _balance(connection, keep.id), _balance(connection, gone)
        back = known_of(connection, gone)
    return Unmerged(keep.id, balances[0], gone, back.account, balances[1], back.seats)


def _two(connection: Connection, said: str, other: str) -> tuple[Person, Person]:
    keep, gone = find_player(connection, said), find_player(connection, other)
    if keep.id == gone.id:
        raise OfficeError(f"{said} and {other} are one record already: player {keep.id}")
    return keep, gone


def _row(connection: Connection, number: int) -> RowMapping:
    return connection.execute(select(t.players).where(t.players.c.id == number)).mappings().one()


def _balance(connection: Connection, number: int) -> str:
    return Statement(*balances_of(connection, [number])[number], None).text


def _together(connection: Connection, keep: int, gone: int) -> tuple[str, ...]:
    """The games in which each of two players has or had a seat of his own, in words."""
    held: dict[str, dict[int, set[str]]] = {}
    for table in (t.seats, t.played):
        c = table.c
        query = select(c.game, c.seat, c.player).distinct().where(c.player.in_((keep, gone)))
        for game, seat, player in connection.execute(query):
            held.setdefault(game, {keep: set(), gone: set()})[player].add(seat)
    return tuple(
        f"game {game}, {' '.join(sorted(sides[keep]))} and {' '.join(sorted(sides[gone]))}"
        for game, sides in sorted(held.items())
        if sides[keep] and sides[gone] and len(sides[keep] | sides[gone]) > 1
    )


def _must_share_money(connection: Connection, keep: Person, gone: Person) -> None:
    here = {keep.currency, TURN} | _moneys(connection, keep)
    foreign = sorted(_moneys(connection, gone) - here)
    if foreign:
        raise OfficeError(
            f"{gone.account} has entries in {' and '.join(foreign)}, and {keep.account} is kept in "
            f"{' and '.join(sorted(here - {TURN}))}: accounts in two kinds of money are not made one; let him play "
            "with one of them and pay the other out"
        )


def _moneys(connection: Connection, person: Person) -> set[str]:
    """The money of the entries on an account."""
    p, own = t.postings.c, account(person.id)
    return set(connection.execute(select(p.currency).where((p.debit == own) | (p.credit == own)).distinct()).scalars())


def _keys_of(connection: Connection, table: Table, player: int) -> list[list[Any]]:
    columns = list(table.primary_key.columns)
    query = select(*columns).where(table.c.player == player).order_by(*columns)
    return [list(row) for row in connection.execute(query)]


def _is(table: Table, key: Iterable[Any]) -> list[Any]:
    return [column == value for column, value in zip(table.primary_key.columns, key, strict=True)]


def _last_turns(connection: Connection, player: int) -> dict[str, int]:
    """The last turn of each game he sits in."""
    mine = select(t.seats.c.game).where(t.seats.c.player == player)
    query = select(t.turns.c.game, func.max(t.turns.c.turn)).where(t.turns.c.game.in_(mine)).group_by(t.turns.c.game)
    return {game: turn for game, turn in connection.execute(query)}  # noqa: C416 - rows are not pairs


def _postings(connection: Connection, player: int) -> list[tuple[int, int, str]]:
    """Every side of a posting that is on his account: entry, number, which side."""
    p, own = t.postings.c, account(player)
    sides = (("debit", p.debit), ("credit", p.credit))
    return [
        (entry, nr, name)
        for name, side in sides
        for entry, nr in connection.execute(select(p.entry, p.nr).where(side == own).order_by(p.entry, p.nr))
    ]


def _one_place_in_each_line(connection: Connection, keep: int, gone: int) -> dict[str, list[dict[str, Any]]]:
    """Of two places in the line of those who stand by, and of the same sign-up twice, the older one stays; the others
    as they were, by table."""
    b, s = t.standbys.c, t.signups.c
    open_ = (b.player.in_((keep, gone)), b.state.in_(IN_LINE))
    query = select(b.id, b.state, b.game, b.turn, b.seat).where(*open_).order_by(b.id)
    later = [dict(row._mapping) for row in connection.execute(query)][1:]
    if later:
        leave = update(t.standbys).where(b.id.in_([row["id"] for row in later]))
        connection.execute(leave.values(state=StandbyState.GONE, **NO_PLACE))
    waits = select(s.id, s.system, s.name).where(s.player.in_((keep, gone)), s.state == SignUpState.WAITING)
    seen: set[tuple[str, str]] = set()
    twice = []
    for number, system, name in connection.execute(waits.order_by(s.id)).all():
        if (system, name.casefold()) in seen:
            connection.execute(update(t.signups).where(s.id == number).values(state=SignUpState.WITHDRAWN))
            twice.append({"id": number, "state": SignUpState.WAITING})
        seen.add((system, name.casefold()))
    return {t.standbys.name: later, t.signups.name: twice}


def _open_again(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    closed = (StandbyState.GONE, SignUpState.WITHDRAWN)
    for row in rows:
        values = {key: value for key, value in row.items() if key != "id"}
        if values["state"] == StandbyState.OFFERED:  # what was offered may be another's by now
            values = {"state": StandbyState.WAITING}
        connection.execute(update(table).where(table.c.id == row["id"], table.c.state.in_(closed)).values(**values))


def _one_account(connection: Connection, keep: int, gone: Person, now: datetime) -> list[int]:
    """The entries stay as they are, word and amount; the account they are on has the other's number. Entries that say
    so: their numbers."""
    p, e, own, old = t.postings.c, t.entries.c, account(keep), account(gone.id)
    connection.execute(update(t.postings).where(p.debit == old).values(debit=own))
    connection.execute(update(t.postings).where(p.credit == old).values(credit=own))
    made = []
    for item in ("camp", "rule-book"):  # bought once, whoever bought it
        if connection.execute(select(e.id).where(e.cause == f"{item}:{gone.id}")).first() is not None:
            bought = Cause(f"{item}:{keep}", f"Bought as {gone.account}")
            made.append(book_entry(connection, bought, now.isoformat(), []))
    named = Cause(f"merge:{gone.id}:{keep}", f"Account {gone.account} of {gone.email} is one with this one")
    made.append(book_entry(connection, named, now.isoformat(), []))
    return [entry for entry in made if entry is not None]


def _two_accounts(
    connection: Connection, keep: int, gone: int, before: Mapping[str, Any], seats: Iterable[tuple[str, str]]
) -> None:
    """His postings are on his own account again, with their counter-entries and what was booked for his seats since."""
    p, e, own, old = t.postings.c, t.entries.c, account(keep), account(gone)
    sides = {"debit": p.debit, "credit": p.credit}
    for entry, nr, name in before["postings"]:
        mine = (p.entry == entry, p.nr == nr, sides[name] == own)
        connection.execute(update(t.postings).where(*mine).values(**{name: old}))
    numbers = {entry for entry, _, _ in before["postings"]}
    since = select(e.id, e.game, e.seat, e.reverses).where(e.id > before["last"]).order_by(e.id)
    his = set(seats)
    later = [n for n, game, seat, undone in connection.execute(since) if (game, seat) in his or undone in numbers]
    for name, side in sides.items():
        for entry in later:
            connection.execute(update(t.postings).where(p.entry == entry, side == own).values(**{name: old}))


def _fill_back(connection: Connection, keep: int, filled: Mapping[str, list[Any]]) -> None:
    """What came from the other record goes, where it stands as it came."""
    for key, (was, came) in filled.items():
        column = t.players.c[key]
        mine = and_(t.players.c.id == keep, column == came)
        connection.execute(update(t.players).where(mine).values(**{key: was}))


def _standing(connection: Connection, keep: Person, other: str) -> RowMapping:
    """The merge that is to be undone."""
    m = t.merges.c
    query = select(t.merges).where(m.player == keep.id, m.undone_at == "").order_by(m.id.desc())
    rows = connection.execute(query).mappings().all()
    word = other.strip().casefold()
    for row in rows:
        gone = json.loads(row["before"])["gone"]
        if word in (str(row["gone"]), gone["account"].casefold()) or compared(other) == compared(gone["email"]):
            return row
    known = ", ".join(str(row["gone"]) for row in rows)
    with_whom = f"player {keep.id} was made one with {known}" if rows else f"player {keep.id} was made one with nobody"
    raise OfficeError(f"{with_whom}; name the number or account of the record that went")
