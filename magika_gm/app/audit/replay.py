"""Was the game bent? What a final turn file tells, and playing it again from nothing else.

The hash of the seed is printed on turn 1, the seed itself at the end. With the scenario, the characters, everybody's
orders and the game master's acts it gives every roll and every turn again, without an office or a database.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.app.turns.game_record import turn_digest
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.rules.acts import act_from_plain
from magika_gm.games.magika.rules.resolution import Resolution
from magika_gm.games.magika.rules.tasks import give_tasks
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.games.magika.setup.start import Character, start_world
from magika_gm.games.magika.setup.task_deck import task_from_plain

_COMPARED = ("mage", "recon", "story", "standings", "victory_points", "tasks", "final", "revealed")
"""The sections of a turn file that the replay must come out with; the others are memory, mail and money."""


def _character(row: Sequence[str]) -> Character:
    name, race, alignment, *back = row
    return Character(name, race, alignment, *((int(back[0]), tuple(back[1].split())) if back else ()))


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
        plain = json.loads(read_text(path, "a turn file"))
    except json.JSONDecodeError as error:
        raise OfficeError(f"{path}:{error.lineno}: is not JSON: {error.msg}") from error
    if not isinstance(plain, dict) or plain.get("format") != "magika-turn" or not isinstance(plain.get("turn"), int):
        raise OfficeError(f"{path}: is not a turn file")
    return plain


class _Replay:
    """A game played again from a final turn file alone."""

    def __init__(self, final: dict[str, Any], seed: bytes) -> None:
        from magika_gm.games.magika.setup.scenario import ScenarioFaults
        from magika_gm.games.magika.setup.scenario_reader import read_scenario

        record = final["record"]
        self.seed = seed
        try:
            scenario = read_scenario(record["scenario"], "scenario of the turn file")
            characters = [_character(row) for row in record["characters"]]
            self.world: World = start_world(scenario, characters, Dice(seed, 0))
            give_tasks(self.world, [task_from_plain(row) for row in record["tasks"]])
        except (ScenarioFaults, ValueError, TypeError, KeyError, IndexError) as error:
            raise OfficeError(f"the record in the final turn file cannot be played: {error}") from error
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
    from magika_gm.engine.system import PlayerData
    from magika_gm.games.magika.report.report import TurnData, build_report
    from magika_gm.games.magika.report.turnfile import to_plain
    from magika_gm.games.magika.sight.memory import Memory, learn, news

    resolution = replay.resolution
    assert resolution is not None
    recon = RULESET.seen_as(replay.world, letter)
    memory = Memory()
    learn(memory, replay.world.turn, *news(recon))
    data = TurnData(replay.world, resolution.told, dict(replay.orders), {}, [], replay.seed)
    player = PlayerData("", "", "", "", str(given.get("player", {}).get("game", "")), "", "", "", "")
    plain: dict[str, Any] = json.loads(json.dumps(to_plain(build_report(data, recon, memory, player, ""))))
    return plain
