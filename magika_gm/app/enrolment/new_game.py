"""A game from a scenario and its sign-ups; and one abandoned on the game master's word."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select, update

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import newest_player
from magika_gm.app.accounts.ledger import (
    GIVEN,
    OPENING,
    TURN,
    Cause,
    Transfer,
    account,
    balances_of,
    book_entries,
    close_turn,
    in_credit,
    reverse_entry,
)
from magika_gm.app.accounts.rates import Rates, load_rates, money
from magika_gm.app.calendar.insurance import withdraw_alerts, withdraw_dates
from magika_gm.app.calendar.schedule import note_moved, reason_in_words
from magika_gm.app.enrolment.players import note_wishes
from magika_gm.app.enrolment.signup_file import SignUp, read_signups, scenario_of
from magika_gm.app.office.errors import OfficeError, read_text
from magika_gm.app.office.office import NAME_OF_A_GAME, Office, locked, stamp
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.record.begun import (
    NONCE,
    POLICY,
    SIGNED,
    Commitment,
    beginning_of,
    bound_seed,
    digest_of,
    read_extras,
    texts_of_extras,
)
from magika_gm.app.record.games import CANCELLED, Game, first_word, game_ids, load_game, load_holders, positions_of
from magika_gm.app.record.outgoing import moment_of, notice, queue
from magika_gm.app.turns.publish import publish_reports
from magika_gm.app.turns.sealing import seal_beginning
from magika_gm.engine.beginning import banner_lost, dated
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import DrawsSeats, Entrant, ScenarioFaults
from magika_gm.engine.system import GameSystem
from magika_gm.games import DEFAULT
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import save_positions, save_record, save_state, save_turn
from magika_gm.store.vocabulary import MailKind, MailState, SignUpState

OWNED = "owned"
"""A player's ``rule_book`` who has had it; else it is empty, or the game whose first report it comes with."""


def find_scenario(root: Path, system: GameSystem, name: str = "") -> Path:
    """A scenario's file: a path, a name in the office's ``scenarios/``, or one that is shipped; "" is the default.

    A game's scenarios lie in ``scenarios/<game>``; those right in ``scenarios`` are an older office's.
    """
    from magika_gm.resources import shipped

    name = name or system.setup.DEFAULT
    given = Path(name)
    if given.suffix == ".toml":
        return given
    folders = [root / "scenarios" / system.name, root / "scenarios", shipped("scenarios") / system.name]
    for folder in folders:
        path = folder / f"{name}.toml"
        if path.is_file():
            return path
    known = sorted({p.stem for folder in folders for p in folder.glob("*.toml")})
    cure = f"there are {', '.join(known)}" if known else f"put one into scenarios/{system.name} of the office"
    raise OfficeError(f"there is no scenario {name}; {cure}, or give a path ending in .toml")


def load_scenario(system: GameSystem, path: Path) -> Any:
    """Read a scenario file; every fault in one error."""
    try:
        return system.setup.read_scenario(read_text(path, "a scenario file"), path.name)
    except ScenarioFaults as error:
        raise OfficeError("\n".join(error.faults)) from error


@record
class Taken:
    """Who sits down to a new game: his seat, name and choices, the player (None: a policy), password hash and fee."""

    entrant: Entrant
    player: int | None = None
    password: str = ""
    fee: str = "turn"
    policy: str = ""
    """Which policy plays it where no player does; "" is the game's own."""
    wished: Mapping[str, Any] | None = None
    """What the player chose when he signed up, where that is not what the entrant has."""


@record
class Begun:
    """A game that has begun: when turn 1 is due, and by seat the choices that were not taken, in words."""

    due: datetime
    untaken: Mapping[str, tuple[str, ...]]


@named_record
class Beginning:
    """A game about to begin: all that is settled before anything is written."""

    system: GameSystem
    game: str
    title: str
    scenario: Any
    seed: bytes
    pace_days: int
    due: datetime
    extras: Mapping[str, Any]
    """What else the game is begun with, read."""
    rates: Rates
    texts: Mapping[str, str] = field(default_factory=dict)
    """Of the files it is begun with, by name."""
    drawn: bool = False
    """``seed`` was drawn: it is the nonce of one that binds all the game is begun with."""


def new_game(
    office: Office,
    game: str,
    signups_path: Path,
    now: datetime,
    *,
    system: str = DEFAULT,
    scenario: str = "",
    due: datetime | None = None,
    seed: bytes | None = None,
    title: str = "",
    extras: Mapping[str, Path] | None = None,
) -> Begun:
    """Start a game from a sign-up file: roll what the start rolls, store turn 0, write the first reports.

    Where no ``scenario`` is named it is the one the file names, else the game's usual one. ``seed`` is the game's
    secret; drawn from the system's own source when not given. ``extras`` are files to begin with instead of the
    shipped ones (:attr:`Setup.EXTRAS`).
    """
    named = scenario or scenario_of(signups_path)
    beginning = prepare(
        office, game, now, system=system, scenario=named, due=due, seed=seed, title=title, extras=extras
    )
    cast = read_signups(signups_path, beginning.system, beginning.scenario)
    with office.store.writing() as connection:
        numbers, new = _numbers(connection, cast.people)
        for seat, person in cast.people.items():
            if seat in new:
                connection.execute(insert(t.players), [_player(numbers[seat], person, game, beginning.rates)])
            else:
                note_wishes(connection, numbers[seat], _said(person))
        books = [_opening(numbers[seat], cast.people[seat], beginning.rates) for seat in new]
        books += [_granted(game, seat, numbers[seat], p, beginning.rates) for seat, p in cast.people.items()]
        book_entries(connection, now.isoformat(), books)
        taken = [
            Taken(e, numbers[e.seat], hash_password(cast.people[e.seat].password)) if e.seat in numbers else Taken(e)
            for e in cast.entrants
        ]
        untaken = begin(office, connection, beginning, taken, now)
    return Begun(beginning.due, untaken)


def _numbers(connection: Connection, people: Mapping[str, SignUp]) -> tuple[dict[str, int], list[str]]:
    """The players' numbers by seat, and the seats of those nobody knew: name and address say who somebody is."""
    rows = connection.execute(select(t.players.c.id, t.players.c.name, t.players.c.email).order_by(t.players.c.id))
    known = {(name.casefold(), compared(email)): number for number, name, email in rows}
    last, new = newest_player(connection), []
    numbers: dict[str, int] = {}
    for seat, person in people.items():
        key = (person.name.casefold(), compared(person.email))
        if key not in known:
            last += 1
            known[key] = last
            new.append(seat)
        numbers[seat] = known[key]
    return numbers, new


_WISHES = {"address", "phone", "fax", "insurance", "timezone", "paper", "large_print", "attach"}


def _said(person: SignUp) -> dict[str, Any]:
    """What a file says of somebody who is known already; what it leaves out stands as it is."""
    return {key: getattr(person, key) for key in sorted(_WISHES & person.model_fields_set)}


def prepare(
    office: Office,
    game: str,
    now: datetime,
    *,
    system: str = DEFAULT,
    scenario: str = "",
    due: datetime | None = None,
    seed: bytes | None = None,
    title: str = "",
    extras: Mapping[str, Path] | None = None,
    pace_days: int | None = None,
) -> Beginning:
    """Settle all about a new game but who plays it; raises :class:`OfficeError` for what cannot be."""
    if not NAME_OF_A_GAME.fullmatch(game):
        raise OfficeError(f"{game!r} cannot be a game's name: use letters, digits, - and _, at most 32")
    if game.upper() == "ALL":
        raise OfficeError(f"{game!r} cannot be a game's name: pause ALL, resume ALL and write ALL ALL mean every game")
    kind = system_named(system)
    played = load_scenario(kind, find_scenario(office.root, kind, scenario))
    drawn = seed is None
    seed = os.urandom(NONCE) if seed is None else seed
    if not seed:
        raise OfficeError("the seed is empty; leave it out to have one drawn")
    pace = office.settings.number("game", "pace_days") if pace_days is None else pace_days
    if pace < 1:
        raise OfficeError(f"{pace} days is no pace for a game; give 1 or more")
    due = due or default_due(office, now, pace)
    title = title or kind.setup.title_of(played)
    files, rates = read_extras(kind, extras), load_rates(office, kind.name)
    texts = texts_of_extras(kind, extras)
    return Beginning(
        system=kind,
        game=game,
        title=title,
        scenario=played,
        seed=seed,
        pace_days=pace,
        due=due,
        extras=files,
        rates=rates,
        texts=texts,
        drawn=drawn,
    )


def system_named(name: str) -> GameSystem:
    """The game somebody names with ``--game``; :class:`OfficeError` if there is none."""
    try:
        return games.system(name)
    except games.UnknownGame as error:
        raise OfficeError(str(error)) from error


def begin(
    office: Office, connection: Connection, beginning: Beginning, taken: Sequence[Taken], now: datetime
) -> dict[str, tuple[str, ...]]:
    """Write a game's turn 0 and its first reports; ``taken`` are all its seats in seating order.

    Returns by seat what its player chose in vain, and why, which his first report tells him.
    """
    game, scenario, seed, system = beginning.game, beginning.scenario, beginning.seed, beginning.system
    if game in game_ids(connection):
        raise OfficeError(f"there is a game {game} already; choose another name")
    written, entrants = _written(beginning), [one.entrant for one in taken]
    seed, bound = _sealed(beginning, entrants)
    dice = Dice(seed, 0)
    state = system.setup.start(scenario, entrants, dice, beginning.extras)
    row = {
        "id": game,
        "system": system.name,
        "title": beginning.title,
        "scenario": written,
        "seed": seed,
        "seed_hash": seed_hash(seed),
        "pace_days": beginning.pace_days,
        "created_at": now.isoformat(),
    }
    connection.execute(insert(t.games), [row | bound])
    save_turn(connection, game, 0, now.isoformat(), beginning.due.isoformat(), system.rules.ending(state))
    save_state(connection, game, 0, state, scenario)
    save_positions(connection, game, 0, positions_of(system, scenario, state))
    save_record(connection, game, 0, [], dice.rolls)
    places = places_drawn(beginning, entrants)
    connection.execute(insert(t.seats), [_seat(connection, game, seed, one, places) for one in taken])
    seal_beginning(connection, load_game(connection, game))
    close_turn(connection, game, 0, beginning.rates)
    untaken = _untaken(beginning, state, taken, places)
    notes = {seat: [f"Of your sign-up: {said}." for said in lost] for seat, lost in untaken.items()}
    publish_reports(office, connection, game, 0, now, notes=notes)
    return untaken


def _untaken(
    beginning: Beginning, state: Any, taken: Sequence[Taken], places: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in taken:
        seat = places.get(one.entrant.seat, one.entrant.seat)
        wished = one.entrant.choices if one.wished is None else one.wished
        lost = beginning.system.signup.untaken(wished, beginning.scenario, state, seat) if one.player else []
        lost = [*lost, *banner_lost(wished, one.entrant)]
        found |= {seat: tuple(lost)} if lost else {}
    return found


def _written(beginning: Beginning) -> str:
    """The scenario as the game's record has it: with the edition of the rules it will be played by to its end."""
    setup, edition = beginning.system.setup, beginning.system.rules.EDITION
    text = setup.write_scenario(beginning.scenario)
    return dated(text, setup.OPTIONS, edition) if edition else text


def _sealed(beginning: Beginning, entrants: Sequence[Entrant]) -> tuple[bytes, dict[str, Any]]:
    """The seed of a game, and what its row says of what it binds."""
    system = beginning.system
    extras = {name: digest_of(text) for name, text in beginning.texts.items()}
    shipped_ones = texts_of_extras(system)
    own = {name: text for name, text in beginning.texts.items() if text != shipped_ones[name]}
    # a later version may ship others
    rest = {name: text for name, text in shipped_ones.items() if name not in own}
    begun = json.dumps({"extras": extras, "texts": own, "shipped": rest}, ensure_ascii=False)
    if not beginning.drawn:
        return beginning.seed, {"begun": begun}
    seed = bound_seed(beginning.seed, beginning_of(system.name, _written(beginning), entrants, extras))
    return seed, {"commitment": Commitment.BEGINNING, "nonce": beginning.seed, "begun": begun}


def places_drawn(beginning: Beginning, entrants: Sequence[Entrant]) -> dict[str, str]:
    """The seat each entrant gets, by the one he signed up in, where the game draws who sits where; else empty."""
    setup = beginning.system.setup
    if not isinstance(setup, DrawsSeats):
        return {}
    seed, _ = _sealed(beginning, entrants)
    return dict(setup.placed(beginning.scenario, entrants, Dice(seed, 0)))


def _seat(connection: Connection, game: str, seed: bytes, one: Taken, places: Mapping[str, str]) -> dict[str, object]:
    signed = one.entrant.seat
    seat = places.get(signed, signed)
    choices = dict(one.entrant.choices) | ({SIGNED: signed} if seat != signed else {})
    choices |= {POLICY: one.policy} if one.policy else {}
    return {
        "game": game,
        "seat": seat,
        "player": one.player,
        "character": one.entrant.name,
        "password": one.password,
        "code_word": first_word(connection, game, seed, seat),
        "fee": one.fee,
        "choices": json.dumps(choices, ensure_ascii=False),
    }


def _opening(number: int, person: SignUp, rates: Rates) -> tuple[Cause, list[Transfer]]:
    """What a sign-up file says of the account of somebody nobody knew: his money."""
    own, cents, currency = account(number), person.balance_cents, person.currency or rates.currencies[0]
    sides = (OPENING, own) if cents > 0 else (own, OPENING)
    return Cause(f"opening:{number}", "Balance brought forward"), [Transfer(*sides, currency, abs(cents))]


def _granted(game: str, seat: str, number: int, person: SignUp, rates: Rates) -> tuple[Cause, list[Transfer]]:
    """The turns of a starter that has been settled (GM-4): those of this game, whoever else he is."""
    turns = rates.turns["starter"] if person.turns is None else person.turns
    cause = Cause(f"granted:{game}:{seat}", f"Game {game}, seat {seat}: turns in credit", game, None, seat)
    return cause, [Transfer(GIVEN, account(number), TURN, turns)]


def default_due(office: Office, now: datetime, pace: int) -> datetime:
    """The due hour of the day ``pace`` days from now, in the game master's time zone, no holiday (GM-2)."""
    calendar = office.settings.calendar
    return calendar.due_on(now.astimezone(calendar.zone).date() + timedelta(days=pace)).when


def _player(number: int, person: SignUp, game: str, rates: Rates) -> dict[str, object]:
    return {
        "id": number,
        "name": person.name,
        "address": person.address,
        "email": person.email,
        "account": f"{person.account or 'P'}{number:04d}" if not person.account else f"{person.account}-{number}",
        "currency": person.currency or rates.currencies[0],
        "zone": person.timezone,
        "paper": person.paper,
        "large_print": person.large_print,
        "attach": " ".join(person.attach),
        "insurance": person.insurance,
        "phone": person.phone,
        "fax": person.fax,
        "rule_book": OWNED if person.rule_book else game,
    }


# A game abandoned on the game master's word: begun by mistake, or never to be finished. Everybody is told.


@record
class Cancelled:
    """A game that was cancelled: who was told, which entries were taken back, which sign-ups wait again."""

    game: str
    turn: int
    told: tuple[str, ...]
    entries: int
    sign_ups: tuple[int, ...]


def cancel_game(office: Office, game_id: str, reason: str, now: datetime) -> Cancelled:
    """Abandon a game: no further turn is played, all that was charged for it is given back by counter-entries, those
    who came from the waiting list wait again, and every player is told, his calendar included, who was ever told of it.

    Its record stays; it counts for no rating and for no hall of fame. Raises :class:`OfficeError` for a game that is
    over, and without a reason.
    """
    words = reason_in_words(reason)
    if not words:
        raise OfficeError("say why with --reason: the players are told")
    with office.store.reading() as connection:
        name = load_game(connection, game_id).id
    with locked(office.lock(name)) as ours:
        if not ours:
            raise OfficeError(f"game {name}: a run is processing it; wait until it has finished")
        with office.store.writing() as connection:
            return _cancel(office, connection, load_game(connection, name), words, now)


def _cancel(office: Office, connection: Connection, game: Game, words: str, now: datetime) -> Cancelled:
    if game.ending:
        raise OfficeError(f"game {game.id} is over: {game.how}; nothing was changed")
    if game.held:
        raise OfficeError(f"turn {game.turn} of game {game.id} waits for your review; publish or undo it first")
    withdraw_alerts(connection, game, now)
    unsent = (t.outbox.c.game == game.id, t.outbox.c.state == MailState.WAITING)
    withdraw_dates(connection, game)
    unaware: set[str] = set()
    if game.turn == 0:
        first = (*unsent, t.outbox.c.kind == MailKind.REPORT)
        unaware = set(connection.execute(select(t.outbox.c.seat).where(*first)).scalars())
        connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
    entries = _give_back(connection, game, now)
    s = t.signups.c
    seated = (s.game == game.id, s.state == SignUpState.SEATED)
    again = list(connection.execute(select(s.id).where(*seated).order_by(s.id)).scalars())
    connection.execute(update(t.signups).where(*seated).values(state=SignUpState.WAITING, game=None))
    # the invitation is taken back with a higher sequence than it came with
    note_moved(connection, game, game.next_due, f"cancelled: {words}", stamp(now))
    where = (t.turns.c.game == game.id, t.turns.c.turn == game.turn)
    connection.execute(update(t.turns).where(*where).values(ending=CANCELLED))
    told = [
        _tell(office, connection, game, seat, words, now) for seat in _to_tell(connection, game) if seat not in unaware
    ]
    return Cancelled(game.id, game.turn, tuple(told), len(entries), tuple(again))


def _to_tell(connection: Connection, game: Game) -> list[str]:
    """The seats whose players are in the game still."""
    playing = game.system.rules.playing(game.state(connection))
    return [seat for seat, holder in load_holders(connection, game.id).items() if holder.email and seat in playing]


def _give_back(connection: Connection, game: Game, now: datetime) -> list[int]:
    """Counter-entries for all that was booked for the game and stands."""
    undone = t.entries.alias()
    query = (
        select(t.entries.c.id, t.entries.c.text)
        .join(undone, undone.c.reverses == t.entries.c.id, isouter=True)
        .where(t.entries.c.game == game.id, t.entries.c.reverses.is_(None), undone.c.id.is_(None))
        .order_by(t.entries.c.id)
    )
    rows = connection.execute(query).all()
    for player in connection.execute(select(t.seats.c.player).where(t.seats.c.game == game.id)).scalars():
        # a rule book that came with this game's first report was charged with it
        mine = (t.players.c.id == player, t.players.c.rule_book == game.id)
        if game.turn == 0:
            connection.execute(update(t.players).where(*mine).values(rule_book=""))
    return [reverse_entry(connection, entry, now.isoformat(), f"Taken back: {text}") for entry, text in rows]


def _tell(office: Office, connection: Connection, game: Game, seat: str, words: str, now: datetime) -> str:
    holder = load_holders(connection, game.id)[seat]
    player = connection.execute(
        select(t.seats.c.player).where(t.seats.c.game == game.id, t.seats.c.seat == seat)
    ).scalar_one()
    balance = balances_of(connection, [player])[player]
    s = t.signups.c
    waits = connection.execute(select(s.id).where(s.player == player, s.state == SignUpState.WAITING)).first()
    text = (
        f"game {game.id} is cancelled: {words}. No further turn is played, and what was charged for it was given back; "
        f"your account holds {money(balance.cents, balance.currency)}{in_credit(balance.free_turns)}."
    )
    if waits is not None:
        text += f" You are on the waiting list again, as number {waits.id}."
    named = ("cancelled", game.id, seat, moment_of(now))
    mail = notice(office, game, holder, MailKind.PAUSE, named, "the game is cancelled", text, now)
    queue(connection, mail)
    return holder.email
