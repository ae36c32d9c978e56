"""All players at a glance: games, money, how reliably they play, how well."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, func, select, update

from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import Statement, balances_of
from magika_gm.app.office.errors import Faults
from magika_gm.app.office.office import Office
from magika_gm.app.record.contact import is_address, wish_faults, zone_faults
from magika_gm.app.record.games import load_game, played_seats
from magika_gm.app.results.standings import Rating, ended_games, free_prize_games, ratings
from magika_gm.app.turns.drop_outs import post_failed
from magika_gm.engine.records import named_record, record
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import DEFAULTED, EXCUSED, IN_LINE, SENT, SignUpState


@record
class Reliability:
    """Turns of a player that were played: with his own orders in time, missed, or excused (GM-3)."""

    own: int = 0
    missed: int = 0
    excused: int = 0

    @property
    def percent(self) -> int | None:
        """Own orders in a hundred turns that counted; None before the first."""
        counted = self.own + self.missed
        return (200 * self.own + counted) // (2 * counted) if counted else None


@named_record
class PlayerLine:
    """A player at a glance."""

    player: int
    account: str
    name: str
    email: str
    seats: tuple[str, ...]
    """``12:C`` for each game that goes on."""
    plays: tuple[str, ...]
    """The title of each one's game."""
    over: int
    """Games he has played to their end."""
    won: int
    waiting: int
    """Sign-ups that wait for a game."""
    currency: str
    balance_cents: int
    free_turns: int
    turns_own: int
    turns_missed: int
    turns_excused: int
    reliability: int | None
    """Turns in a hundred with his own orders in time; None before the first."""
    rating: int | None
    rating_moved: int
    ebon_games: int
    """Free games as the Ebon Mage he has won and not played yet (GM-5)."""


def list_players(office: Office) -> list[PlayerLine]:
    """Every player, by number."""
    with office.store.reading() as connection:
        ended = ended_games(connection)
        rated = ratings(ended)
        free = free_prize_games(connection, ended)
        reliable = reliabilities(connection)
        balances = balances_of(connection)
        seats = played_seats(connection)
        waits = select(t.signups.c.player, func.count()).where(t.signups.c.state == "waiting")
        waiting = {number: n for number, n in connection.execute(waits.group_by(t.signups.c.player))}  # noqa: C416
        p = t.players.c
        people = connection.execute(select(p.id, p.account, p.name, p.email).order_by(p.id)).all()
    over = Counter(player for game in ended for player in {r.player for r in game.results})
    won = Counter(player for game in ended for player in {r.player for r in game.winners})
    lines = []
    for number, account, name, email in people:
        rating, rely, balance = rated.get(number), reliable.get(number, Reliability()), balances[number]
        lines.append(
            PlayerLine(
                player=number,
                account=account,
                name=name,
                email=email,
                seats=tuple(s.seat for s in seats.get(number, ())),
                plays=tuple(s.plays for s in seats.get(number, ())),
                over=over[number],
                won=won[number],
                waiting=waiting.get(number, 0),
                currency=balance.currency,
                balance_cents=balance.cents,
                free_turns=balance.free_turns,
                turns_own=rely.own,
                turns_missed=rely.missed,
                turns_excused=rely.excused,
                reliability=rely.percent,
                rating=round(rating.value) if rating else None,
                rating_moved=round((rating or Rating()).moved),
                ebon_games=free.get(number, 0),
            )
        )
    return lines


def reliabilities(connection: Connection) -> dict[int, Reliability]:
    """How reliably each player has sent orders, over all his games.

    What counts is whether orders came that were waited for. Those he sent though nobody waited are his own as well; not
    to send them is nothing. A turn for which nobody's orders came is excused: the post failed, not the players (GM-3).
    """
    p, failed = t.played.c, post_failed().subquery()
    query = (
        select(p.player, p.how, failed.c.turn.is_not(None), func.count())
        .join(failed, (failed.c.game == p.game) & (failed.c.turn == p.turn), isouter=True)
        .where(p.player.is_not(None), p.how.in_((*SENT, *DEFAULTED)))
        .group_by(p.player, p.how, failed.c.turn.is_not(None))
    )
    counts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for player, how, nobody, times in connection.execute(query):
        kind = "own" if how in SENT else "excused" if nobody or how in EXCUSED else "missed"
        counts[player][kind] += times
    return {player: Reliability(**row) for player, row in counts.items()}


# One player: what the office knows of him, changed on the game master's word.


ATTACH = ("pdf", "json", "page")
PAPERS = ("", "letter", "a4")
_LONGEST = {"name": 80, "address": 300}


@named_record
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
    standing = select(b.id).where(b.player == number, b.state.in_(IN_LINE)).order_by(b.id)
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
    if "email" in changes and compared(changes["email"]) != compared(before["email"]):
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
    return [number for number, email in rows if email and compared(email) == compared(address)]


def running_seats(connection: Connection, player: int) -> list[tuple[str, str]]:
    """Game and seat of every game still played that he is in."""
    s = t.seats.c
    query = select(s.game, s.seat).where(s.player == player).order_by(s.game, s.seat)
    mine = [(game, seat) for game, seat in connection.execute(query)]
    return [(game, seat) for game, seat in mine if not load_game(connection, game, public=True).ending]
