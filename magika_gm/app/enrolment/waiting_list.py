"""The waiting list: who would play, as what and how fast; and a game filled from it (GM-1, GM-5)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from magika_gm import games
from magika_gm.app.accounts.bills import Person
from magika_gm.app.accounts.bookkeeping import find_player, newest_player
from magika_gm.app.accounts.ledger import account, charge_starter
from magika_gm.app.accounts.rates import Rates, load_rates, money, own_rates
from magika_gm.app.enrolment.new_game import OWNED, Beginning, Taken, begin, places_drawn
from magika_gm.app.enrolment.players import note_wishes
from magika_gm.app.enrolment.signup_form import STANDBY, Form, choices_of, wishes_of
from magika_gm.app.enrolment.standby import join_line
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.passwords import check_password, hash_password
from magika_gm.app.record.games import CANCELLED, game_ids, load_game, load_holders
from magika_gm.app.results.standings import ended_games, free_prize_games
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.reports import Chronicle
from magika_gm.engine.seam.setup import HONOURS, Candidate, NoGame, Seated
from magika_gm.engine.system import GameSystem
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import load_memories
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.vocabulary import Purpose, SignUpState

_OF_A_PLAYER = (t.seats, t.signups, t.standbys, t.address_changes, t.played, t.results)
_WISHES = "wishes"
"""In a sign-up's traits, beside what the game asks."""
_ELSEWHERE = ("rule_book", STANDBY)
"""Wishes that are noted elsewhere than the others."""
PACE_DAYS = {"two": 14, "three": 21}


@named_record
class Waiting:
    """A sign-up as it stands on the list."""

    id: int
    player: int
    player_name: str
    email: str
    received_at: str
    state: str
    game: str | None
    system: str
    pace: str
    choices: Mapping[str, Any]
    """What he would play, as the game reads it."""
    name: str
    camp: bool
    password: str
    wishes: Mapping[str, Any] = field(default_factory=dict)
    """What else the form says of him, which is noted once the sign-up counts."""
    again: bool = False
    """It took the place of an earlier one of the same person for the same character."""

    @property
    def returning(self) -> tuple[str, str] | None:
        """Game and seat of a character that comes back."""
        back = self.choices.get("returning")
        return (back[0], back[1]) if back else None

    @property
    def plays(self) -> GameSystem:
        """The game it is for."""
        return games.system(self.system)


@record
class Filled:
    """A game filled from the list: who plays what and why, and when turn 1 is due."""

    game: str
    system: GameSystem
    seats: tuple[Seated, ...]
    players: dict[int, str]
    """Players' names by sign-up."""
    due: datetime
    untaken: Mapping[str, tuple[str, ...]]
    """By seat, what its player chose in vain, and why."""

    @property
    def letters(self) -> dict[int, str]:
        """Seats by sign-up."""
        placed = ((s.candidate, s.entrant) for s in self.seats)
        return {c.id: entrant.seat for c, entrant in placed if c is not None and entrant is not None}

    def who(self, seat: str) -> str:
        """Who plays a seat, and why, in words."""
        one = next(s for s in self.seats if s.entrant is not None and s.entrant.seat == seat)
        if one.candidate is None:
            return one.why
        return f"{self.players[one.candidate.id]}, {one.why}" if one.why else self.players[one.candidate.id]


class WrongPassword(OfficeError):
    """A returning character's password is not the right one; ``game`` and ``seat`` say whose."""

    def __init__(self, game: str, seat: str, called: str) -> None:
        super().__init__(f"the password is not that of {called} of game {game}; a returning character keeps his")
        self.game, self.seat = game, seat


def confirmed(connection: Connection, number: int) -> Waiting:
    """A sign-up counts from now on: whoever reads the mail of its address said so."""
    mine = t.signups.c.id == number
    connection.execute(update(t.signups).where(mine).values(state=SignUpState.WAITING))
    found = next(w for w in load_list(connection) if w.id == number)
    _note_wishes(connection, found.player, found.wishes)
    return _in_line(connection, found)


def _in_line(connection: Connection, new: Waiting) -> Waiting:
    """A sign-up that counts takes its place on the list; or, of who stands by, in their line, whose number it has
    then."""
    if not new.wishes.get(STANDBY):
        return _in_one_place(connection, new)
    connection.execute(delete(t.signups).where(t.signups.c.id == new.id))
    return replace(new, id=join_line(connection, new.player, new.password, new.received_at, new.system))


def _in_one_place(connection: Connection, new: Waiting) -> Waiting:
    """The same person and character wait once: what was sent last counts, in the place of what was sent first."""
    waiting = load_list(connection, SignUpState.WAITING)
    same = [w for w in waiting if _who(w) == _who(new) and w.id < new.id]
    if not same:
        return new
    s, first = t.signups.c, same[0].id
    row = connection.execute(select(t.signups).where(s.id == new.id)).mappings().one()
    kept = {key: row[key] for key in ("source", "pace", "name", "traits", "camp", "password")}
    connection.execute(update(t.signups).where(s.id == first).values(**kept))
    gone = [new.id, *(w.id for w in same[1:])]
    connection.execute(delete(t.signups).where(s.id.in_(gone)))
    return replace(next(w for w in load_list(connection) if w.id == first), again=True)


def _who(w: Waiting) -> tuple[int, str, str]:
    return w.player, w.system, w.name.casefold()


def forget_unconfirmed(connection: Connection, before: str) -> None:
    """Sign-ups nobody confirmed in time go, and with them players who are nothing else in this office."""
    s, p = t.signups.c, t.players.c
    old = (s.state == SignUpState.ASKED, s.received_at < before)
    players = list(connection.execute(select(s.player).where(*old)).scalars())
    connection.execute(delete(t.signups).where(*old))
    for number in dict.fromkeys(players):
        used = (select(table.c.player).where(table.c.player == number) for table in _OF_A_PLAYER)
        money = select(t.postings.c.entry).where(t.postings.c.debit == account(number))
        paid = select(t.postings.c.entry).where(t.postings.c.credit == account(number))
        if not any(connection.execute(query.limit(1)).first() for query in (*used, money, paid)):
            connection.execute(delete(t.players).where(p.id == number))


def sign_up(
    connection: Connection,
    form: Form,
    now: datetime,
    source: str = "",
    known: Person | None = None,
    *,
    proved: bool = True,
    taken: Sequence[str],
) -> Waiting:
    """Put a sign-up on the list; raises :class:`OfficeError` with everything wrong with it.

    ``known`` is the player it is for, where that is known; else he is looked up by name and address, or made. By mail
    (``source``) a returning character is believed only with his old password. One that is not ``proved`` is noted and
    counts for nothing until it is confirmed. ``taken`` is the money the game is paid in, the office's own first.
    """
    faults = list(form.faults)
    if form.returning is not None:
        old, form.choices, why = _old_character(connection, form, check=bool(source))
        faults += why
        known = known or old
    if known is None:
        faults += [f"{what} is missing" for what, there in (("NAME", form.name), ("EMAIL", form.email)) if not there]
    if not form.password:
        faults.append("PASSWORD is missing: your orders will need it")
    if form.currency and form.currency not in taken:
        write = f"is not taken here; write {' or '.join(taken)}, or leave the line out"
        faults.append(f"MONEY {form.currency} {write}")
        form.bare.append(f"the MONEY you named {write}")
    if faults:
        raise Faults(list(dict.fromkeys(faults)))
    proved = proved or form.returning is not None
    newest = newest_player(connection)
    person = known or _person(connection, form, taken[0])
    choices, wishes = choices_of(form), wishes_of(form)
    row = {
        "player": person.id,
        "received_at": now.isoformat(),
        "source": source,
        "state": SignUpState.WAITING if proved else SignUpState.ASKED,
        "system": form.system,
        "pace": form.pace,
        "name": games.system(form.system).signup.name_of(choices),
        "traits": json.dumps({**choices, **({_WISHES: wishes} if wishes else {})}, ensure_ascii=False),
        "camp": form.camp,
        "password": hash_password(form.password),
    }
    number = _next_number(connection)
    connection.execute(insert(t.signups), [row | {"id": number}])
    # a mail proves nothing: it may not change what is known of somebody who has an account
    if not source or form.returning is not None or person.id > newest:
        _note_wishes(connection, person.id, wishes)
    made = next(w for w in load_list(connection) if w.id == number)
    return _in_line(connection, made) if proved else made


def _next_number(connection: Connection) -> int:
    """The number of a new sign-up: that of none there ever was, though one that nobody confirmed is gone."""
    lock_for_a_moment(connection, t.signups.name)
    codes = select(func.max(t.codes.c.subject)).where(t.codes.c.purpose == Purpose.SIGN_UP)
    used = [connection.execute(query).scalar() for query in (select(func.max(t.signups.c.id)), codes)]
    return 1 + max(number or 0 for number in used)


def waiting_by_game(connection: Connection) -> dict[str, int]:
    """How many wait for the next game of each kind, where anybody does."""
    s = t.signups.c
    query = select(s.system, func.count()).where(s.state == SignUpState.WAITING).group_by(s.system)
    return {name: number for name, number in connection.execute(query)}  # noqa: C416 - rows are no pairs


def told_prices(office: Office, system: str = "") -> tuple[list[tuple[str, str]], str]:
    """What playing costs; or nothing, and why: a price list that is missing or wrong stops nothing else."""
    try:
        return _prices(load_rates(office, system)), ""
    except OfficeError as error:
        return [], str(error)


def _prices(rates: Rates) -> list[tuple[str, str]]:
    """What playing costs, in all the money there is."""

    def price(item: str) -> str:
        return " or ".join(money(rates.of(item, currency), currency) for currency in rates.currencies)

    given = rates.turns["starter"]
    return [
        (f"to begin, with rule book and {given} turn{'s' if given != 1 else ''}", price("starter")),
        ("a turn after that", price("turn")),
        ("a rule book alone", price("rule-book")),
    ]


def open_games(office: Office, connection: Connection) -> str:
    """Which games one can sign up for, how many wait for each, and what playing costs: what anybody may be told."""
    waits = waiting_by_game(connection)
    rows = []
    for name in games.SYSTEMS:
        system = games.system(name)
        here = waits.get(name, 0)
        wait = f"{here} {'waits' if here == 1 else 'wait'}" if here else "nobody waits"
        rows.append(
            f"    {system.title + ':':15} {wait} for the next game, which begins when {system.words.enough} fit"
        )
    own: Mapping[str, str] = {}
    with suppress(OfficeError):  # doctor says what is wrong
        own = own_rates(office)
    costs = []
    for name in ("", *own):
        rows_of, why = told_prices(office, name)
        costs += ["", f"It costs{f', to play {games.system(name).title}' if name else ''},"]
        costs += ["    what the game master tells you"] if why else [f"    {what}: {price}" for what, price in rows_of]
    return "\n".join(["One can sign up for:", "", *rows, *costs])


def before_in_line(connection: Connection, waiting: Waiting) -> int:
    """How many wait for the same game, and came before."""
    s = t.signups.c
    mine = (s.state == SignUpState.WAITING, s.system == waiting.system, s.id < waiting.id)
    return connection.execute(select(func.count()).where(*mine)).scalar() or 0


def _note_wishes(connection: Connection, player: int, wishes: Mapping[str, Any]) -> None:
    """How he is reached and what he wants with his reports, his turn insurance, and whether he has a rule book."""
    mine = t.players.c.id == player
    note_wishes(connection, player, {key: value for key, value in wishes.items() if key not in _ELSEWHERE})
    if wishes.get("rule_book"):
        connection.execute(update(t.players).where(mine, t.players.c.rule_book == "").values(rule_book=OWNED))


def _person(connection: Connection, form: Form, money: str) -> Person:
    """The player of that name and address, or a new one."""
    p = t.players.c
    rows = connection.execute(select(p.id, p.name, p.email, p.account, p.currency).order_by(p.id.desc())).all()
    for row in rows:
        if (compared(row.email), row.name.casefold()) == (compared(form.email), form.name.casefold()):
            return Person(*row)
    number = newest_player(connection) + 1
    person = Person(number, form.name, form.email, f"P{number:04d}", form.currency or money)
    taken = {row.account for row in rows}
    account = person.account if person.account not in taken else f"N{number:04d}"
    new = {"id": number, "name": form.name, "address": form.address, "email": form.email, "account": account,
           "currency": person.currency, "attach": "json page" if form.camp else "pdf json"}  # fmt: skip
    connection.execute(insert(t.players), [new])
    return Person(number, form.name, form.email, account, person.currency)


def _old_character(connection: Connection, form: Form, check: bool) -> tuple[Person | None, dict[str, Any], list[str]]:
    """Who played a character that would return, the choices with what it brings, and why it cannot (GM-5)."""
    assert form.returning is not None
    name, seat = form.returning
    system = games.system(form.system)
    try:
        game = load_game(connection, name, public=True)
    except OfficeError as error:
        return None, form.choices, [str(error)]
    held = load_holders(connection, name).get(seat)
    called = system.words.called(seat)
    if game.system is not system or held is None or not held.email or seat in system.automatic:
        return None, form.choices, [f"no player's novice was {called} of game {name}"]
    if not game.ending:  # which everybody may know; nothing of the password is looked at before
        return None, form.choices, [f"game {name} is not over yet; a character returns when it is"]
    if game.ending == CANCELLED:
        return None, form.choices, [f"game {name} was cancelled; nobody returns from it"]
    faults = []
    if check and not check_password(form.password, held.password):
        raise WrongPassword(name, seat, called)
    back = (w.id for w in load_list(connection) if w.returning == (name, seat) and w.state != "withdrawn")
    used = next(back, None)
    if used is not None:
        faults.append(f"{called} of game {name} returns with sign-up {used} already")
    choices = form.choices
    if not faults:
        choices, faults = system.signup.returned(choices_of(form), game.state(connection), seat)
        memory = load_memories(connection, name, game.turn, seat).get(seat)
        if isinstance(system.sight, Chronicle) and memory is not None:
            choices = {**choices, HONOURS: list(system.sight.honours(memory))}
    return find_player(connection, f"{name}:{seat}"), choices, faults


def load_list(connection: Connection, state: str = "") -> list[Waiting]:
    """The sign-ups in order of arrival, of one state or all."""
    query = select(t.signups, t.players.c.name.label("who"), t.players.c.email).join(t.players).order_by(t.signups.c.id)
    if state:
        query = query.where(t.signups.c.state == state)
    return [_waiting(row, json.loads(row["traits"])) for row in connection.execute(query).mappings()]


def _waiting(row: RowMapping, choices: Mapping[str, Any]) -> Waiting:
    return Waiting(
        id=row["id"],
        player=row["player"],
        player_name=row["who"],
        email=row["email"],
        received_at=row["received_at"],
        state=row["state"],
        game=row["game"],
        system=row["system"],
        pace=row["pace"],
        choices={key: value for key, value in choices.items() if key != _WISHES},
        name=row["name"],
        camp=row["camp"],
        password=row["password"],
        wishes=choices.get(_WISHES, {}),
    )


def withdraw_sign_up(office: Office, number: int) -> Waiting:
    """Take a sign-up off the list."""
    with office.store.writing() as connection:
        found = next((w for w in load_list(connection) if w.id == number), None)
        if found is None:
            raise OfficeError(f"there is no sign-up {number}")
        if found.state not in (SignUpState.WAITING, SignUpState.ASKED):
            where = f" in game {found.game}" if found.game else ""
            raise OfficeError(f"sign-up {number} does not wait any more: {found.state}{where}")
        connection.execute(update(t.signups).where(t.signups.c.id == number).values(state=SignUpState.WITHDRAWN))
        return found


def fill_game(
    office: Office,
    beginning: Beginning,
    pace: str,
    now: datetime,
    chosen: Mapping[str, str] | None = None,
    dry_run: bool = False,
) -> Filled:
    """Fill a game from the list and start it: seating, accounts, turn 0 and first reports in one transaction.

    ``chosen`` says who plays a seat: a player, or ``policy``; for all others the game's own rule decides. With
    ``dry_run`` nothing is kept.
    """
    with office.store.writing() as connection:
        filled = _fill(office, connection, beginning, pace, now, chosen or {})
        if dry_run:
            connection.rollback()
    return filled


def _fill(
    office: Office, connection: Connection, beginning: Beginning, pace: str, now: datetime, chosen: Mapping[str, str]
) -> Filled:
    if beginning.game in game_ids(connection):
        raise OfficeError(f"there is a game {beginning.game} already; choose another name")
    system, paces = beginning.system, (pace, "either")
    waiting = [w for w in load_list(connection, "waiting") if w.system == system.name and w.pace in paces]
    named = {seat: _named(connection, waiting, said) for seat, said in chosen.items()}
    candidates = [Candidate(id=w.id, player=w.player, choices=w.choices) for w in waiting]
    try:
        seated = system.signup.assign(candidates, beginning.scenario, named, _winners(connection))
    except NoGame as error:
        if not waiting:
            raise OfficeError(f"nobody waits for {system.title} at {pace} weeks' pace") from None
        raise OfficeError(f"no game can be filled at {pace} weeks' pace: {error}") from None
    by_id = {w.id: w for w in waiting}
    taken, placed = {}, []
    for one in seated:
        if one.entrant is None:
            continue
        seat = one.entrant.seat
        if one.candidate is None:
            taken[seat] = Taken(one.entrant)
            continue
        w = by_id[one.candidate.id]
        fee = "free" if one.free else "file" if w.camp else "turn"
        taken[seat] = Taken(one.entrant, w.player, w.password, fee, wished=w.choices)
        placed.append(w.id)
    seats = [taken[seat] for seat in system.setup.seats_of(beginning.scenario)]
    places = places_drawn(beginning, [one.entrant for one in seats])
    seated = [_moved(one, places) for one in seated]
    for one in seated:
        if one.entrant is not None and one.candidate is not None and not one.free:
            w, seat = by_id[one.candidate.id], one.entrant.seat
            called = system.words.called(seat)
            charge_starter(connection, w.player, beginning.game, seat, called, w.camp, now.isoformat(), beginning.rates)
    untaken = begin(office, connection, beginning, seats, now)
    done = update(t.signups).where(t.signups.c.id.in_(placed))
    connection.execute(done.values(state=SignUpState.SEATED, game=beginning.game))
    names = {w.id: w.player_name for w in waiting}
    return Filled(beginning.game, system, tuple(seated), names, beginning.due, untaken)


def _moved(one: Seated, places: Mapping[str, str]) -> Seated:
    """The same in the seat that was drawn for it."""
    if one.entrant is None or one.entrant.seat not in places:
        return one
    return replace(one, entrant=replace(one.entrant, seat=places[one.entrant.seat]))


def _named(connection: Connection, waiting: Sequence[Waiting], said: str) -> int | None:
    """The player the game master named for a seat, who must be on the list; None for the policy."""
    if said == "policy":
        return None
    person = find_player(connection, said)
    if all(w.player != person.id for w in waiting):
        raise OfficeError(f"{person.name} is not on the list at this pace; sign him up first")
    return person.id


def _winners(connection: Connection) -> list[tuple[int, str]]:
    """Players who may play a prize's seat free, and the game each won, who won last first (GM-5)."""
    ended = ended_games(connection)
    free = free_prize_games(connection, ended)
    won = ((w.player, w.game) for game in reversed(ended) for w in game.winners)
    return [(player, game) for player, game in won if player is not None and player in free]
