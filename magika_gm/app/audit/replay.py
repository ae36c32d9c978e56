"""Was the game bent? What a final turn file tells, and playing it again from nothing else.

The hash of the seed is printed on turn 1, the seed itself at the end. With the scenario, the characters, everybody's
orders and the game master's acts it gives every roll and every turn again, without an office or a database.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magika_gm import games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.app.turns.game_record import turn_digest
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.engine.system import GameSystem, Resolution, ScenarioFaults, TurnRecord


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
    if not isinstance(plain, dict) or _system_of(plain) is None or not isinstance(plain.get("turn"), int):
        raise OfficeError(f"{path}: is not a turn file")
    return plain


def _system_of(plain: dict[str, Any]) -> GameSystem | None:
    """The game whose turn file it is."""
    known = (games.system(name) for name in games.SYSTEMS)
    return next((system for system in known if plain.get("format") == system.reports.FORMAT), None)


class _Replay:
    """A game played again from a final turn file alone."""

    def __init__(self, final: dict[str, Any], seed: bytes) -> None:
        record, system = final["record"], _system_of(final)
        assert system is not None
        self.seed, self.system = seed, system
        try:
            scenario = system.setup.read_scenario(record["scenario"], "scenario of the turn file")
            self.state = system.setup.restart(scenario, record, Dice(seed, 0))
        except (ScenarioFaults, ValueError, TypeError, KeyError, IndexError) as error:
            raise OfficeError(f"the record in the final turn file cannot be played: {error}") from error
        self.resolution: Resolution | None = None
        self.orders: dict[str, list[Any]] = {}

    def play(self, row: dict[str, Any]) -> Check:
        """One turn; whether its events and rolls are those recorded."""
        turn, system = int(row["turn"]), self.system
        self.orders = {seat: [self._order(text) for text in texts] for seat, texts in row["orders"].items()}
        try:
            acts = [system.archive.act_from_plain(plain) for plain in row["acts"]]
        except (KeyError, TypeError) as error:
            raise OfficeError(f"turn {turn} of the record holds an act that is none: {error}") from error
        resolution = system.rules.resolve(self.state, self.orders, Dice(self.seed, turn), acts)
        self.resolution, self.state = resolution, resolution.state
        same = turn_digest(system.archive, resolution.told, resolution.rolls) == row["digest"]
        return Check(f"turn {turn}: {len(resolution.rolls)} rolls", "" if same else "comes out otherwise than recorded")

    def _order(self, text: str) -> Any:
        try:
            return self.system.orders.stored(text)
        except ValueError as error:
            raise OfficeError(str(error)) from error

    def sections(self, seat: str) -> dict[str, Any]:
        """What a seat's turn file of the turn just played must tell."""
        assert self.resolution is not None
        record = TurnRecord(
            state=self.state,
            told=self.resolution.told,
            orders=self.orders,
            how={},
            messages=(),
            acts=(),
            seed=self.seed,
        )
        plain: dict[str, Any] = json.loads(json.dumps(self.system.reports.replayed(self.state, record, seat)))
        return plain


def _compare(path: Path, given: dict[str, Any], replay: _Replay | None) -> Check:
    """Whether a turn file tells what the replay has its seat know."""
    what = f"{path}: turn {given['turn']}"
    if replay is None or replay.resolution is None:
        return Check(what, "is no turn of this game")
    seat = replay.system.reports.seat_of(given)
    if seat not in replay.system.rules.playing(replay.state):
        return Check(what, f"is no {replay.system.words.seat}'s of this game")
    again = replay.sections(seat)
    wrong = [key for key in again if given.get(key) != again[key]]
    return Check(what, f"{', '.join(wrong)} differ" if wrong else "")
