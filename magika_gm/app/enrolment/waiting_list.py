"""The waiting list: who would play, as what and how fast; and a game filled from it (GM-1, GM-5)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, func, insert, select, update

from magika_gm.app.accounts.bookkeeping import Person, find_player
from magika_gm.app.accounts.ledger import charge_starter
from magika_gm.app.enrolment.new_game import OWNED, POLICY, Beginning, Entrant, begin
from magika_gm.app.enrolment.signup_form import Form
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.passwords import check_password, hash_password
from magika_gm.app.record.games import load_game, load_seats
from magika_gm.app.results.standings import ended_games, free_ebon_games
from magika_gm.games.magika.rules.tables import EBON, LETTERS, half_up
from magika_gm.games.magika.setup.start import Character
from magika_gm.games.magika.signup.seating import Candidate, Choice, Needs, NoGame, Seated, assign
from magika_gm.store import tables as t

PACE_DAYS = {"two": 14, "three": 21}
BONUS = 15
"""Per cent of his old arcania that a returning character gets on top (GM-5)."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sign-up as it stands on the list."""

    id: int
    player: int
    player_name: str
    email: str
    received_at: str
    state: str
    game: str | None
    pace: str
    role: str
    first: Choice | None
    second: Choice | None
    anything: bool
    name: str
    returning: tuple[str, str] | None
    scrolls: tuple[str, ...]
    camp: bool
    password: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A game filled from the list: who plays what and why, who plays the Ebon Mage, and when turn 1 is due."""

    game: str
    seats: tuple[Seated, ...]
    players: dict[int, str]
    """Players' names by sign-up."""
    letters: dict[int, str]
    """Letters by sign-up."""
    ebon: str
    """Who plays the Ebon Mage, and why, in words."""
    due: datetime


class SignUpFaults(OfficeError):
    """Everything wrong with a sign-up, one by one in ``faults``."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def sign_up(
    connection: Connection, form: Form, now: datetime, source: str = "", known: Person | None = None
) -> Waiting:
    """Put a sign-up on the list; raises :class:`OfficeError` with everything wrong with it.

    ``known`` is the player it is for, where that is known; else he is looked up by name and address, or made. By mail
    (``source``) a returning character is believed only with his old password.
    """
    faults = list(form.faults)
    if form.returning is not None:
        old, why = _old_mage(connection, form, check=bool(source))
        faults += why
        known = known or old
    if known is None:
        faults += [f"{what} is missing" for what, there in (("NAME", form.name), ("EMAIL", form.email)) if not there]
    if not form.password:
        faults.append("PASSWORD is missing: your orders will need it")
    if faults:
        raise SignUpFaults(list(dict.fromkeys(faults)))
    newest = connection.execute(select(func.max(t.players.c.id))).scalar() or 0
    person = known or _person(connection, form)
    first, second = form.first, form.second
    if form.returning is not None:
        first = _old_character(connection, *form.returning)
    row = {
        "player": person.id,
        "received_at": now.isoformat(),
        "source": source,
        "state": "waiting",
        "pace": form.pace,
        "name": first.name if first else form.character,
        "traits": json.dumps(_traits(form, first, second), ensure_ascii=False),
        "camp": form.camp,
        "password": hash_password(form.password),
    }
    connection.execute(insert(t.signups), [row])
    # a mail proves nothing: it may not change what is known of somebody who has an account
    if not source or form.returning is not None or person.id > newest:
        _note_wishes(connection, person.id, form)
    number = connection.execute(select(func.max(t.signups.c.id))).scalar()
    return next(w for w in load_list(connection) if w.id == number)


def _traits(form: Form, first: Choice | None, second: Choice | None) -> dict[str, Any]:
    """What he would play, as the list keeps it: his choices, whether anything else will do, who returns with what."""
    said = {
        "role": form.role,
        "first": first and list(first),
        "second": second and list(second),
        "anything": form.anything,
        "returning": form.returning and list(form.returning),
        "scrolls": list(form.scrolls),
    }
    return {name: value for name, value in said.items() if value}


def _note_wishes(connection: Connection, player: int, form: Form) -> None:
    """How he is reached, his turn insurance, and whether he has a rule book: what the form says of it."""
    said = {"phone": form.phone, "fax": form.fax, "insurance": form.insurance}
    row = {key: value for key, value in said.items() if value}
    mine = t.players.c.id == player
    if row:
        connection.execute(update(t.players).where(mine).values(**row))
    if form.has_book:
        connection.execute(update(t.players).where(mine, t.players.c.rule_book == "").values(rule_book=OWNED))


def _person(connection: Connection, form: Form) -> Person:
    """The player of that name and address, or a new one."""
    p = t.players.c
    rows = connection.execute(select(p.id, p.name, p.email, p.account, p.currency).order_by(p.id.desc())).all()
    for row in rows:
        if (row.email.casefold(), row.name.casefold()) == (form.email.casefold(), form.name.casefold()):
            return Person(*row)
    number = (rows[0].id if rows else 0) + 1
    person = Person(number, form.name, form.email, f"P{number:04d}", form.currency or "USD")
    taken = {row.account for row in rows}
    account = person.account if person.account not in taken else f"N{number:04d}"
    new = {"id": number, "name": form.name, "address": form.address, "email": form.email, "account": account,
           "currency": person.currency, "attach": "json" if form.camp else "pdf json"}  # fmt: skip
    connection.execute(insert(t.players), [new])
    return Person(number, form.name, form.email, account, person.currency)


def _old_mage(connection: Connection, form: Form, check: bool) -> tuple[Person | None, list[str]]:
    """Who played a character that would return, and why he cannot (GM-5)."""
    assert form.returning is not None
    name, letter = form.returning
    try:
        game = load_game(connection, name)
    except OfficeError as error:
        return None, [str(error)]
    seat = load_seats(connection, name).get(letter)
    if letter == EBON or seat is None or not seat.email:
        return None, [f"no player's novice was mage {letter} of game {name}"]
    faults = []
    if not game.ending:
        faults.append(f"game {name} is not over yet; a character returns when it is")
    if check and not check_password(form.password, seat.password):
        faults.append(f"the password is not that of mage {letter} of game {name}; a returning character keeps his")
    back = (w.id for w in load_list(connection) if w.returning == (name, letter) and w.state != "withdrawn")
    used = next(back, None)
    if used is not None:
        faults.append(f"mage {letter} of game {name} returns with sign-up {used} already")
    if not faults:
        held = Counter(scroll.code for scroll in game.world(connection).mages[letter].scrolls)
        lacking = Counter(form.scrolls) - held
        has = ", ".join(held) or "none"
        faults += [f"{code} was not among his scrolls at the end ({has})" for code in lacking]
    return find_player(connection, f"{name}:{letter}"), faults


def _old_character(connection: Connection, game: str, letter: str) -> Choice:
    mage = load_game(connection, game).world(connection).mages[letter]
    return Choice(mage.name, mage.race, mage.alignment)


def load_list(connection: Connection, state: str = "") -> list[Waiting]:
    """The sign-ups in order of arrival, of one state or all."""
    query = select(t.signups, t.players.c.name.label("who"), t.players.c.email).join(t.players).order_by(t.signups.c.id)
    if state:
        query = query.where(t.signups.c.state == state)
    return [_waiting(row, json.loads(row["traits"])) for row in connection.execute(query).mappings()]


def _waiting(row: RowMapping, traits: Mapping[str, Any]) -> Waiting:
    first, second, returning = traits.get("first"), traits.get("second"), traits.get("returning")
    return Waiting(
        row["id"], row["player"], row["who"], row["email"], row["received_at"], row["state"], row["game"],
        row["pace"], traits.get("role", "novice"), Choice(*first) if first else None,
        Choice(*second) if second else None, traits.get("anything", False), row["name"],
        (returning[0], returning[1]) if returning else None, tuple(traits.get("scrolls", ())), row["camp"],
        row["password"],
    )  # fmt: skip


def withdraw(office: Office, number: int) -> Waiting:
    """Take a sign-up off the list."""
    with office.store.writing() as connection:
        found = next((w for w in load_list(connection) if w.id == number), None)
        if found is None:
            raise OfficeError(f"there is no sign-up {number}")
        if found.state != "waiting":
            where = f" in game {found.game}" if found.game else ""
            raise OfficeError(f"sign-up {number} does not wait any more: {found.state}{where}")
        connection.execute(update(t.signups).where(t.signups.c.id == number).values(state="withdrawn"))
        return found


def fill_game(
    office: Office, beginning: Beginning, pace: str, now: datetime, ebon: str = "", dry_run: bool = False
) -> Filled:
    """Fill a game from the list and start it: assignment, accounts, turn 0 and first reports in one transaction.

    ``ebon`` is who plays the Ebon Mage: a player, ``policy``, or "" for the rule's choice (GM-5). With ``dry_run``
    nothing is kept.
    """
    with office.store.writing() as connection:
        filled = _fill(office, connection, beginning, pace, now, ebon)
        if dry_run:
            connection.rollback()
    return filled


def _fill(office: Office, connection: Connection, beginning: Beginning, pace: str, now: datetime, ebon: str) -> Filled:
    waiting = [w for w in load_list(connection, "waiting") if w.pace in (pace, "either")]
    master, why = _ebon_first(connection, waiting, ebon)
    novices = [w for w in waiting if w.role != "ebon" and w is not master]
    taken = (master.name if master else POLICY.character.name,)
    people = [Candidate(w.id, w.player, w.name, w.first, w.second, w.anything) for w in novices]
    if master is not None:
        people = [c for c in people if c.player != master.player]
    try:
        seated = assign(people, Needs(taken=taken))
    except NoGame as error:
        raise OfficeError(f"no game can be filled at {pace} weeks' pace: {error}") from None
    by_id = {w.id: w for w in waiting}
    playing = [s for s in seated if s.choice is not None]
    if master is None and not ebon:
        master, why = _spare(by_id, seated, why)
    letters = {s.candidate.id: letter for letter, s in zip(LETTERS, playing, strict=False)}
    entrants = [_entrant(connection, by_id[s.candidate.id], s.choice) for s in playing if s.choice]
    entrants.append(_ebon_entrant(connection, master) if master else POLICY)
    made_at = now.isoformat()
    for s in playing:
        w = by_id[s.candidate.id]
        charge_starter(connection, w.player, beginning.game, letters[w.id], w.camp, made_at, beginning.rates)
    if master is not None:
        letters[master.id] = EBON
        if entrants[-1].fee != "free":
            charge_starter(connection, master.player, beginning.game, EBON, master.camp, made_at, beginning.rates)
    begin(office, connection, beginning, entrants, now)
    done = update(t.signups).where(t.signups.c.id.in_(list(letters)))
    connection.execute(done.values(state="seated", game=beginning.game))
    names = {w.id: w.player_name for w in waiting}
    return Filled(beginning.game, tuple(seated), names, letters, why, beginning.due)


def _entrant(connection: Connection, w: Waiting, choice: Choice) -> Entrant:
    """A novice's seat; one who returns as himself has his bonus and his scrolls (GM-5)."""
    bonus = 0
    brought: tuple[str, ...] = ()
    if w.returning is not None and choice == w.first:
        game, letter = w.returning
        old = load_game(connection, game).world(connection).mages[letter]
        bonus, brought = half_up(BONUS * old.arcania, 100), w.scrolls
    character = Character(choice.name, choice.race, choice.alignment, bonus, brought)
    return Entrant(character, w.player, w.password, "file" if w.camp else "turn")


def _ebon_entrant(connection: Connection, w: Waiting) -> Entrant:
    choice = w.first or Choice(w.name, "human", "neutral")
    free = w.player in free_ebon_games(connection, ended_games(connection))
    fee = "free" if free else "file" if w.camp else "turn"
    return Entrant(Character(*choice), w.player, w.password, fee)


def _ebon_first(connection: Connection, waiting: Sequence[Waiting], said: str) -> tuple[Waiting | None, str]:
    """Who plays the Ebon Mage before any seat is given: the game master's choice, the last winner, or a volunteer."""
    if said == "policy":
        return None, "the built-in policy, as you said"
    willing = [w for w in waiting if w.role != "novice"]
    if said:
        person = find_player(connection, said)
        found = next((w for w in waiting if w.player == person.id), None)
        if found is None:
            raise OfficeError(f"{person.name} is not on the list at this pace; sign him up first")
        return found, f"{found.player_name}, as you said"
    ended = ended_games(connection)
    free = free_ebon_games(connection, ended)
    for winner in (w for game in reversed(ended) for w in game.winners if w.player in free):
        found = next((w for w in willing if w.player == winner.player), None)
        if found is not None:
            return found, f"{found.player_name}, free, who won game {winner.game} (GM-5)"
    found = next((w for w in willing if w.role == "ebon"), None)
    if found is not None:
        return found, f"{found.player_name}, who asked for it"
    return None, "the built-in policy"


def _spare(by_id: dict[int, Waiting], seated: Sequence[Seated], otherwise: str) -> tuple[Waiting | None, str]:
    """Somebody willing who got no seat as a novice, and whose name nobody has."""
    names = {s.choice.name.casefold() for s in seated if s.choice}
    players = {s.candidate.player for s in seated if s.choice}
    for s in seated:
        w = by_id[s.candidate.id]
        if s.choice is None and w.role == "either" and w.name.casefold() not in names and w.player not in players:
            return w, f"{w.player_name}, who would wait otherwise"
    return None, otherwise
