"""A game from a scenario and its sign-ups."""

from __future__ import annotations

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import func, insert, select

from magika_gm.app.desk import game_ids
from magika_gm.app.office import Office, OfficeError
from magika_gm.app.publish import publish
from magika_gm.app.secrets import code_word, hash_password
from magika_gm.app.signups import SignUp, SignUps, read_signups
from magika_gm.app.task_decks import load_deck
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.games.magika.scenario import Scenario, ScenarioFaults, read_scenario, write_scenario
from magika_gm.games.magika.setup import Character, start_world
from magika_gm.games.magika.tasks import draw_tasks, start_tallies
from magika_gm.store import tables as t
from magika_gm.store.archive import save_record, save_tallies, save_tasks, save_turn, save_world

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
        return read_scenario(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise OfficeError(f"{path}: cannot be read: {error}") from error
    except ScenarioFaults as error:
        raise OfficeError(str(error)) from error


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
    """Start a game: draw start spaces and scrolls, store turn 0, write the first reports.

    ``seed`` is the game's secret; drawn from the system's own source when not given. ``deck`` is a file of tasks for
    the Ebon Mage instead of the shipped ones (EBON-6). Returns when turn 1 is due.
    """
    if not _ID.fullmatch(game):
        raise OfficeError(f"{game!r} cannot be a game's name: use letters, digits, - and _, at most 32")
    scenario = load_scenario(find_scenario(office, scenario_name))
    signups = read_signups(signups_path)
    seed = os.urandom(32) if seed is None else seed
    if not seed:
        raise OfficeError("the seed is empty; leave it out to have one drawn")
    pace = office.settings.number("game", "pace_days")
    due = due or default_due(office, now, pace)
    tasks = load_deck(deck)
    dice = Dice(seed, 0)
    drawn = draw_tasks(tasks, dice)
    world = start_world(scenario, _characters(signups), dice)
    with office.store.writing() as connection:
        if game in game_ids(connection):
            raise OfficeError(f"there is a game {game} already; choose another name")
        row = {
            "id": game,
            "title": title or scenario.title,
            "scenario": write_scenario(scenario),
            "seed": seed,
            "seed_hash": seed_hash(seed),
            "pace_days": pace,
            "created_at": now.isoformat(),
        }
        connection.execute(insert(t.games), [row])
        save_turn(connection, game, 0, now.isoformat(), due.isoformat(), world)
        save_world(connection, game, 0, world, scenario.terrain)
        save_record(connection, game, 0, [], dice.rolls)
        save_tasks(connection, game, drawn)
        save_tallies(connection, game, 0, start_tallies(drawn))
        first = (connection.execute(select(func.max(t.players.c.id))).scalar() or 0) + 1
        people = [*zip(world.mages, [*signups.player, *([signups.ebon] if signups.ebon else [])], strict=False)]
        for number, (letter, person) in enumerate(people, first):
            connection.execute(insert(t.players), [_player(number, person)])
            seat = {"game": game, "letter": letter, "player": number, "character": person.character}
            seat |= {"password": hash_password(person.password), "code_word": code_word(seed, letter)}
            connection.execute(insert(t.seats), [seat])
        if signups.ebon is None:
            seat = {"game": game, "letter": "M", "player": None, "character": world.mages["M"].name}
            connection.execute(insert(t.seats), [seat | {"password": "", "code_word": code_word(seed, "M")}])
        publish(office, connection, game, 0, now)
    return due


def default_due(office: Office, now: datetime, pace: int) -> datetime:
    """The due hour of the day ``pace`` days from now, in the game master's time zone (GM-2)."""
    day = now.astimezone(office.settings.zone) + timedelta(days=pace)
    return day.replace(hour=office.settings.number("game", "due_hour"), minute=0, second=0, microsecond=0)


def _characters(signups: SignUps) -> list[Character]:
    novices = [Character(p.character, p.race, p.alignment) for p in signups.player]
    ebon = signups.ebon
    return [*novices, Character(ebon.character, ebon.race, ebon.alignment) if ebon else Character("The Ebon Mage")]


def _player(number: int, person: SignUp) -> dict[str, object]:
    return {
        "id": number,
        "name": person.name,
        "address": person.address,
        "email": person.email,
        "account": f"{person.account or 'P'}{number:04d}" if not person.account else f"{person.account}-{number}",
        "balance_cents": person.balance_cents,
        "currency": person.currency,
        "zone": person.timezone,
        "paper": person.paper,
        "large_print": person.large_print,
        "attach": " ".join(person.attach),
    }
