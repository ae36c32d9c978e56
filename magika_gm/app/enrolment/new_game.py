"""A game from a scenario and its sign-ups."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.accounts.ledger import GIVEN, OPENING, TURN, Cause, Transfer, account, close_turn, post_all
from magika_gm.app.accounts.rates import Rates, load_rates
from magika_gm.app.enrolment.signup_file import SignUp, read_signups
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.app.office.office import Office
from magika_gm.app.office.passwords import code_word, hash_password
from magika_gm.app.record.games import game_ids, positions_of
from magika_gm.app.turns.publish import publish_reports
from magika_gm.app.turns.task_decks import load_deck
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.games.magika.setup.scenario import Scenario, ScenarioFaults, write_scenario
from magika_gm.games.magika.setup.scenario_reader import read_scenario
from magika_gm.games.magika.setup.start import Character, start_world
from magika_gm.games.magika.task_cards import Task
from magika_gm.store import tables as t
from magika_gm.store.archive import save_positions, save_record, save_state, save_turn

OWNED = "owned"
"""A player's ``rule_book`` who has had it; else it is empty, or the game whose first report it comes with."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


def find_scenario(office: Office, name: str) -> Path:
    """A scenario's file: a path, a name in the office's ``scenarios/``, or one that is shipped."""
    from magika_gm.resources import shipped

    given = Path(name)
    if given.suffix == ".toml":
        return given
    for folder in (office.root / "scenarios", shipped("scenarios")):
        path = folder / f"{name}.toml"
        if path.is_file():
            return path
    known = sorted({p.stem for f in (office.root / "scenarios", shipped("scenarios")) for p in f.glob("*.toml")})
    raise OfficeError(f"there is no scenario {name}; there are {', '.join(known)}, or give a path ending in .toml")


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file; every fault in one error."""
    try:
        return read_scenario(read_text(path, "a scenario file"), path.name)
    except ScenarioFaults as error:
        raise OfficeError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who sits down to a new game: his character, the player (None: the built-in policy), password hash and fee."""

    character: Character
    player: int | None
    password: str = ""
    fee: str = "turn"


POLICY = Entrant(Character("The Ebon Mage"), None)
"""The built-in policy, as the Ebon Mage."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game about to begin: all that is settled before anything is written."""

    game: str
    title: str
    scenario: Scenario
    seed: bytes
    pace_days: int
    due: datetime
    tasks: Sequence[Task]
    rates: Rates


def new_game(
    office: Office,
    game: str,
    scenario_name: str,
    signups_path: Path,
    now: datetime,
    due: datetime | None = None,
    seed: bytes | None = None,
    title: str = "",
    deck: Path | None = None,
) -> datetime:
    """Start a game from a sign-up file: draw start spaces and scrolls, store turn 0, write the first reports.

    ``seed`` is the game's secret; drawn from the system's own source when not given. ``deck`` is a file of tasks for
    the Ebon Mage instead of the shipped ones (EBON-6). Returns when turn 1 is due.
    """
    beginning = prepare(office, game, scenario_name, now, due=due, seed=seed, title=title, deck=deck)
    signups = read_signups(signups_path)
    with office.store.writing() as connection:
        first = (connection.execute(select(func.max(t.players.c.id))).scalar() or 0) + 1
        people = [*signups.player, *([signups.ebon] if signups.ebon else [])]
        entrants = []
        for number, person in enumerate(people, first):
            connection.execute(insert(t.players), [_player(number, person, game)])
            character = Character(person.character, person.race, person.alignment)
            entrants.append(Entrant(character, number, hash_password(person.password)))
        post_all(connection, now.isoformat(), [_opening(n, p, beginning.rates) for n, p in enumerate(people, first)])
        if signups.ebon is None:
            entrants.append(POLICY)
        begin(office, connection, beginning, entrants, now)
    return beginning.due


def prepare(
    office: Office,
    game: str,
    scenario_name: str,
    now: datetime,
    *,
    due: datetime | None = None,
    seed: bytes | None = None,
    title: str = "",
    deck: Path | None = None,
    pace_days: int | None = None,
) -> Beginning:
    """Settle all about a new game but who plays it; raises :class:`OfficeError` for what cannot be."""
    if not _ID.fullmatch(game):
        raise OfficeError(f"{game!r} cannot be a game's name: use letters, digits, - and _, at most 32")
    scenario = load_scenario(find_scenario(office, scenario_name))
    seed = os.urandom(32) if seed is None else seed
    if not seed:
        raise OfficeError("the seed is empty; leave it out to have one drawn")
    pace = office.settings.number("game", "pace_days") if pace_days is None else pace_days
    if pace < 1:
        raise OfficeError(f"{pace} days is no pace for a game; give 1 or more")
    due = due or default_due(office, now, pace)
    return Beginning(game, title or scenario.title, scenario, seed, pace, due, load_deck(deck), load_rates(office))


def begin(
    office: Office, connection: Connection, beginning: Beginning, entrants: Sequence[Entrant], now: datetime
) -> None:
    """Write a game's turn 0 and its first reports; ``entrants`` are the novices A to L in order and the Ebon Mage."""
    game, scenario, seed = beginning.game, beginning.scenario, beginning.seed
    if game in game_ids(connection):
        raise OfficeError(f"there is a game {game} already; choose another name")
    dice = Dice(seed, 0)
    world = start_world(scenario, [entrant.character for entrant in entrants], dice, beginning.tasks)
    row = {
        "id": game,
        "title": beginning.title,
        "scenario": write_scenario(scenario),
        "seed": seed,
        "seed_hash": seed_hash(seed),
        "pace_days": beginning.pace_days,
        "created_at": now.isoformat(),
    }
    connection.execute(insert(t.games), [row])
    save_turn(connection, game, 0, now.isoformat(), beginning.due.isoformat(), world.ending)
    save_state(connection, game, 0, world, scenario)
    save_positions(connection, game, 0, positions_of(world))
    save_record(connection, game, 0, [], dice.rolls)
    seats = [_seat(game, seed, letter, entrant) for letter, entrant in zip(world.mages, entrants, strict=True)]
    connection.execute(insert(t.seats), seats)
    close_turn(connection, game, 0, beginning.rates)
    publish_reports(office, connection, game, 0, now)


def _seat(game: str, seed: bytes, letter: str, entrant: Entrant) -> dict[str, object]:
    return {
        "game": game,
        "letter": letter,
        "player": entrant.player,
        "character": entrant.character.name,
        "password": entrant.password,
        "code_word": code_word(seed, letter),
        "fee": entrant.fee,
        "choices": json.dumps(_choices(entrant.character), ensure_ascii=False),
    }


def _choices(character: Character) -> dict[str, object]:
    """What a player chose, as plain data; of one who returned, what he brought (GM-5)."""
    back = {"bonus": character.bonus, "brought": list(character.brought)}
    return {"race": character.race, "alignment": character.alignment} | {k: v for k, v in back.items() if v}


def _opening(number: int, person: SignUp, rates: Rates) -> tuple[Cause, list[Transfer]]:
    """What a sign-up file says of an account: money, and the turns of a starter that has been settled (GM-4)."""
    own, cents = account(number), person.balance_cents
    sides = (OPENING, own) if cents > 0 else (own, OPENING)
    turns = rates.turns["starter"] if person.turns is None else person.turns
    transfers = [Transfer(*sides, person.currency, abs(cents)), Transfer(GIVEN, own, TURN, turns)]
    return Cause(f"opening:{number}", "Balance brought forward"), transfers


def default_due(office: Office, now: datetime, pace: int) -> datetime:
    """The due hour of the day ``pace`` days from now, in the game master's time zone, no holiday (GM-2)."""
    calendar = office.settings.calendar
    return calendar.due_on(now.astimezone(calendar.zone).date() + timedelta(days=pace)).when


def _player(number: int, person: SignUp, game: str) -> dict[str, object]:
    return {
        "id": number,
        "name": person.name,
        "address": person.address,
        "email": person.email,
        "account": f"{person.account or 'P'}{number:04d}" if not person.account else f"{person.account}-{number}",
        "currency": person.currency,
        "zone": person.timezone,
        "paper": person.paper,
        "large_print": person.large_print,
        "attach": " ".join(person.attach),
        "insurance": person.insurance,
        "phone": person.phone,
        "fax": person.fax,
        "rule_book": OWNED if person.rule_book else game,
    }
