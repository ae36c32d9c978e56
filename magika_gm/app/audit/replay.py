"""Was the game bent? What a final turn file tells, and playing it again from nothing else.

The hash of the seed is printed on turn 1, the seed itself at the end. With the scenario, the characters, everybody's
orders and the game master's acts it gives every roll and every turn again, without an office or a database.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.office.office import OfficeError
from magika_gm.app.record.games import Game
from magika_gm.engine.dice import Dice, Roll, seed_hash
from magika_gm.engine.words import Fault
from magika_gm.games.magika.archive.plain import event_to_plain
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.rules.acts import Note, act_from_plain, act_to_plain
from magika_gm.games.magika.rules.events import Told
from magika_gm.games.magika.rules.resolution import Resolution
from magika_gm.games.magika.rules.tasks import Task, count_turn, start_tallies, task_lines
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.games.magika.setup.start import Character, start_world
from magika_gm.games.magika.setup.task_deck import task_from_plain, task_to_plain
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_played, load_rolls, load_told
from magika_gm.store.codec import told_to_json

_COMPARED = ("mage", "recon", "story", "standings", "victory_points", "tasks", "final", "revealed")
"""The sections of a turn file that the replay must come out with; the others are memory, mail and money."""


def game_record(connection: Connection, game: Game, tasks: Sequence[Task]) -> dict[str, Any]:
    """What a whole game was played with, for its final turn files."""
    start = game.world(connection, 0)
    turns = []
    for turn in range(1, game.turn + 1):
        played = load_played(connection, game.id, turn)
        told, rolls = load_told(connection, game.id, turn), load_rolls(connection, game.id, turn)
        turns.append(
            {
                "turn": turn,
                "orders": {letter: texts for letter, (_, texts) in played.items()},
                # a note changes nothing and is for whom it was written
                "acts": [
                    act_to_plain(act) for _, act in load_acts(connection, game.id, turn) if not isinstance(act, Note)
                ],
                "digest": turn_digest(told, rolls),
            }
        )
    return {
        "scenario": game.scenario,
        "characters": _characters(connection, game, start),
        "tasks": [task_to_plain(task) for task in tasks],
        "turns": turns,
    }


def _characters(connection: Connection, game: Game, start: World) -> list[list[str]]:
    """Name, race and alignment of each; of one who returned, his bonus of arcania and scrolls brought too (GM-5)."""
    query = select(t.seats.c.letter, t.seats.c.choices).where(t.seats.c.game == game.id)
    choices = {letter: json.loads(text) for letter, text in connection.execute(query)}
    back = {
        letter: [str(said.get("bonus", 0)), " ".join(said.get("brought", ()))]
        for letter, said in choices.items()
        if said.get("bonus") or said.get("brought")
    }
    return [[m.name, m.race, m.alignment, *back.get(m.letter, [])] for m in start.mages.values()]


def _character(row: Sequence[str]) -> Character:
    name, race, alignment, *back = row
    return Character(name, race, alignment, *((int(back[0]), tuple(back[1].split())) if back else ()))


def turn_digest(told: Sequence[Told], rolls: Sequence[Roll]) -> str:
    """SHA-256 (hex) of a turn's events as the record keeps them, and of its rolls."""
    digest = hashlib.sha256()
    for phase, group in groupby(told, key=lambda t: t.phase):
        digest.update(f"{phase}{told_to_json(list(group), event_to_plain)}\n".encode())
    digest.update(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: ``what``, and what is wrong with it (``""``: nothing)."""

    what: str
    wrong: str = ""


def check_files(paths: Iterable[Path]) -> list[Check]:
    """Play a game again from a final turn file and compare it, and any other turn files of the game, with the replay.

    Raises :class:`OfficeError` if a file cannot be read or none of them is a final one.
    """
    files = {path: _read(path) for path in paths}
    final = next((f for f in files.values() if f.get("record")), None)
    if final is None:
        raise OfficeError("none of these is a final turn file; the one written when the game ended holds its record")
    try:
        return _checks(files, final, bytes.fromhex(final["seed"]))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise OfficeError(f"the final turn file is damaged: {error.__class__.__name__}: {error}") from error


def _checks(files: dict[Path, dict[str, Any]], final: dict[str, Any], seed: bytes) -> list[Check]:
    checks = [
        Check(f"{path}: hash of the seed", "" if f.get("seed_hash") == seed_hash(seed) else "is not this seed's")
        for path, f in files.items()
    ]
    replay = _Replay(final, seed)
    by_turn: dict[int, list[tuple[Path, dict[str, Any]]]] = {}
    for path, f in files.items():
        by_turn.setdefault(int(f["turn"]), []).append((path, f))
    for row in final["record"]["turns"]:
        checks.append(replay.play(row))
        checks += [_compare(path, f, replay) for path, f in by_turn.pop(row["turn"], [])]
    checks += [_compare(path, f, None) for rest in by_turn.values() for path, f in rest if f["turn"]]
    return checks


def _read(path: Path) -> dict[str, Any]:
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise OfficeError(f"{path}: cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise OfficeError(f"{path}:{error.lineno}: is not JSON: {error.msg}") from error
    if not isinstance(plain, dict) or plain.get("format") != "magika-turn" or not isinstance(plain.get("turn"), int):
        raise OfficeError(f"{path}: is not a turn file")
    return plain


class _Replay:
    """A game played again from a final turn file alone."""

    def __init__(self, final: dict[str, Any], seed: bytes) -> None:
        from magika_gm.games.magika.setup.scenario import ScenarioFaults, read_scenario

        record = final["record"]
        self.seed = seed
        try:
            scenario = read_scenario(record["scenario"], "scenario of the turn file")
            characters = [_character(row) for row in record["characters"]]
            self.world: World = start_world(scenario, characters, Dice(seed, 0))
            self.tasks = [task_from_plain(row) for row in record["tasks"]]
        except (ScenarioFaults, ValueError, TypeError, KeyError, IndexError) as error:
            raise OfficeError(f"the record in the final turn file cannot be played: {error}") from error
        self.tallies = start_tallies(self.tasks)
        self.resolution: Resolution | None = None
        self.orders: dict[str, list[Order]] = {}

    def play(self, row: dict[str, Any]) -> Check:
        """One turn; whether its events and rolls are those recorded."""
        turn = int(row["turn"])
        self.orders = {letter: [_order(text) for text in texts] for letter, texts in row["orders"].items()}
        try:
            acts = [act_from_plain(plain) for plain in row["acts"]]
        except (KeyError, TypeError) as error:
            raise OfficeError(f"turn {turn} of the record holds an act that is none: {error}") from error
        resolution = RULESET.resolve(self.world, self.orders, Dice(self.seed, turn), acts)
        self.resolution, self.world = resolution, resolution.world
        self.tallies = count_turn(self.tasks, self.tallies, resolution.told)
        same = turn_digest(resolution.told, resolution.rolls) == row["digest"]
        return Check(f"turn {turn}: {len(resolution.rolls)} rolls", "" if same else "comes out otherwise than recorded")


def _order(text: str) -> Order:
    order = read_order(text)
    if isinstance(order, Fault):
        raise OfficeError(f"the record holds an order nobody can read: {text!r}")
    return order


def _compare(path: Path, given: dict[str, Any], replay: _Replay | None) -> Check:
    """Whether a turn file tells what the replay has its mage know."""
    what = f"{path}: turn {given['turn']}"
    if replay is None or replay.resolution is None:
        return Check(what, "is no turn of this game")
    letter = given.get("mage", {}).get("letter", "")
    if letter not in replay.world.mages:
        return Check(what, "is no mage's of this game")
    again = _turn_file(replay, letter, given)
    wrong = [key for key in _COMPARED if given.get(key) != again[key]]
    return Check(what, f"{', '.join(wrong)} differ" if wrong else "")


def _turn_file(replay: _Replay, letter: str, given: dict[str, Any]) -> dict[str, Any]:
    from magika_gm.games.magika.report.report import PlayerData, TurnData, build_report
    from magika_gm.games.magika.report.turnfile import to_plain
    from magika_gm.games.magika.sight.memory import Memory, learn, news

    resolution = replay.resolution
    assert resolution is not None
    recon = RULESET.seen_as(replay.world, letter)
    memory = Memory()
    learn(memory, replay.world.turn, *news(recon))
    tasks = tuple(task_lines(replay.tasks, replay.tallies, replay.world))
    data = TurnData(replay.world, resolution.told, dict(replay.orders), {}, [], replay.seed, {}, tasks)
    player = PlayerData("", "", "", "", str(given.get("player", {}).get("game", "")), "", "", "", "")
    plain: dict[str, Any] = json.loads(json.dumps(to_plain(build_report(data, recon, memory, player, ""))))
    return plain
