"""One player: what the office knows of him, changed on the game master's word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, select, update

from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import Statement, balances_of
from magika_gm.app.enrolment.players import Reliability, reliabilities
from magika_gm.app.office.errors import Faults
from magika_gm.app.office.office import Office
from magika_gm.app.record.contact import is_address, wish_faults, zone_faults
from magika_gm.app.record.games import game_ids, load_game, played_seats
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import SignUpState, StandbyState

ATTACH = ("pdf", "json", "page")
PAPERS = ("", "letter", "a4")
_LONGEST = {"name": 80, "address": 300}


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All the office knows of a player."""

    player: int
    account: str
    name: str
    email: str
    address: str
    phone: str
    fax: str
    insurance: str
    timezone: str
    """"" where he has the office's."""
    paper: str
    large_print: bool
    attach: tuple[str, ...]
    rule_book: str
    balance: str
    seats: tuple[str, ...]
    """``12:C`` for each game that goes on."""
    sign_ups: tuple[int, ...]
    """Those that wait for a game."""
    standby: tuple[int, ...]
    reliability: int | None


def show_player(office: Office, said: str) -> Known:
    """The player of that number, account, address, name or seat (``12:C``)."""
    with office.store.reading() as connection:
        return known_of(connection, find_player(connection, said).id)


def known_of(connection: Connection, number: int) -> Known:
    """The same, of a player's number."""
    row = _row(connection, number)
    s, b = t.signups.c, t.standbys.c
    waits = select(s.id).where(s.player == number, s.state == SignUpState.WAITING).order_by(s.id)
    stands = (StandbyState.WAITING, StandbyState.OFFERED)
    standing = select(b.id).where(b.player == number, b.state.in_(stands)).order_by(b.id)
    balance = balances_of(connection, [number])[number]
    return Known(
        player=number,
        account=row["account"],
        name=row["name"],
        email=row["email"],
        address=row["address"],
        phone=row["phone"],
        fax=row["fax"],
        insurance=row["insurance"],
        timezone=row["zone"],
        paper=row["paper"],
        large_print=bool(row["large_print"]),
        attach=tuple(row["attach"].split()),
        rule_book=row["rule_book"],
        balance=Statement(*balance, None).text,
        seats=tuple(seat.seat for seat in played_seats(connection).get(number, ())),
        sign_ups=tuple(connection.execute(waits).scalars()),
        standby=tuple(connection.execute(standing).scalars()),
        reliability=reliabilities(connection).get(number, Reliability()).percent,
    )


def _row(connection: Connection, number: int) -> RowMapping:
    return connection.execute(select(t.players).where(t.players.c.id == number)).mappings().one()


def change_player(office: Office, said: str, changes: Mapping[str, Any]) -> Known:
    """Change what is known of a player: ``name``, ``email``, ``address``, ``phone``, ``fax``, ``insurance``,
    ``timezone``, ``paper``, ``large_print``, ``attach``. Raises :class:`OfficeError` with every fault.

    A mail address changes here only for somebody who plays nowhere: who plays confirms it (``magika-gm address``).
    """
    with office.store.writing() as connection:
        person = find_player(connection, said)
        note_wishes(connection, person.id, changes)
        return known_of(connection, person.id)


def note_wishes(connection: Connection, number: int, changes: Mapping[str, Any]) -> None:
    """The same inside the caller's transaction."""
    before = dict(_row(connection, number))
    faults = wishes_wrong(changes, before)
    if "email" in changes and changes["email"].casefold() != before["email"].casefold():
        plays = [seat.seat for seat in played_seats(connection).get(number, ())]
        if plays:
            game, _, seat = plays[0].partition(":")
            faults.append(f"he plays {', '.join(plays)}: magika-gm address {game} {seat} NEW lets him confirm it")
    if faults:
        raise Faults(faults)
    values = {{"timezone": "zone"}.get(key, key): value for key, value in changes.items()}
    values = {key: " ".join(value.split()) if isinstance(value, str) else value for key, value in values.items()}
    if "attach" in values:
        values["attach"] = " ".join(changes["attach"])
    if values:
        connection.execute(update(t.players).where(t.players.c.id == number).values(**values))


def wishes_wrong(changes: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """What is wrong with some changes, each in a line."""
    faults = []
    if not str(changes.get("name", "x")).strip():
        faults.append("the name is empty")
    for key, most in _LONGEST.items():
        if len(str(changes.get(key, ""))) > most:
            faults.append(f"the {key} has {len(changes[key])} characters, at most {most} are taken")
    if "email" in changes and not is_address(changes["email"]):
        faults.append(f"{changes['email'][:80]} is no mail address")
    if changes.get("timezone"):
        faults += zone_faults(changes["timezone"])
    if changes.get("paper", "") not in PAPERS:
        faults.append(f"paper {changes['paper']!r} is not one of letter, a4")
    strange = [kind for kind in changes.get("attach", ()) if kind not in ATTACH]
    if strange:
        faults.append(f"attach {strange[0]!r} is not one of {', '.join(ATTACH)}")
    reached = {key: str(changes.get(key, before.get(key, ""))).strip() for key in ("insurance", "phone", "fax")}
    unreachable = wish_faults(reached["insurance"] or "none", reached["phone"], reached["fax"])
    return [*faults, unreachable] if unreachable else faults


def people_at(connection: Connection, address: str) -> list[int]:
    """The players with a mail address, who play or wait."""
    p = t.players.c
    rows = connection.execute(select(p.id, p.email).order_by(p.id)).all()
    return [number for number, email in rows if email.casefold() == address.casefold()]


def running_seats(connection: Connection, player: int) -> list[tuple[str, str]]:
    """Game and seat of every game still played that he is in."""
    s = t.seats.c
    query = select(s.game, s.seat).where(s.player == player).order_by(s.game, s.seat)
    over = {name for name in game_ids(connection) if load_game(connection, name, public=True).ending}
    return [(game, seat) for game, seat in connection.execute(query) if game not in over]
