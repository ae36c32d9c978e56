"""A drawn seed that binds what a game was begun with: its announced hash stands for all of it, and nothing can be bent.

The game master's program draws a random nonce. The seed of all dice is a keyed hash, under the nonce, of the scenario,
who took which seat as whom, and the files the start was drawn from. So the SHA-256 of the seed, which stands on every
report from the first on, is a commitment to all of them, and hides them: without the nonce nobody can test a guess.
Both are told when the game ends. A seed that was named by hand binds itself alone (games of kind 1). Which of the two
it is stands beside the hash, and is part of the chain of turns: no final record can say otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError, read_text
from magika_gm.engine.beginning import rolled_otherwise, settled
from magika_gm.engine.chain import BOUND, Binds
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.engine.system import GameSystem
from magika_gm.resources import shipped

NONCE = 32


class Commitment(IntEnum):
    """What the announced hash of a game stands for (``games.commitment``)."""

    SEED = 1
    BEGINNING = 2


SIGNED = "signed up as"
"""Among a seat's choices, where places are drawn: the seat its player had signed up in (:class:`DrawsSeats`)."""


POLICY = "policy"
"""Among the choices of a seat nobody plays: the policy that plays it, where that is not the game's own."""


def digest_of(text: str) -> str:
    """The SHA-256 of a file's text."""
    return sha256(text.encode()).hexdigest()


def beginning_of(system: str, scenario: str, entrants: Iterable[Entrant], extras: Mapping[str, str]) -> dict[str, Any]:
    """What a seed binds, as JSON can hold it; ``extras`` are digests of the files by name."""
    seated = [[one.seat, one.name, dict(one.choices)] for one in entrants]
    return {"system": system, "scenario": scenario, "entrants": seated, "extras": dict(extras)}


def bound_seed(nonce: bytes, beginning: Mapping[str, Any]) -> bytes:
    """The seed that belongs to a nonce and a beginning."""
    text = json.dumps(beginning, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), key=nonce, digest_size=32).digest()


def entrants_from(rows: Sequence[Sequence[Any]]) -> list[Entrant]:
    """Who took the seats, from what a final turn file says."""
    return [Entrant(seat=str(seat), name=str(name), choices=dict(choices)) for seat, name, choices in rows]


def texts_by_digest(system: GameSystem, digests: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, str]:
    """The texts of the files a start was drawn from, as far as they are to be had: of the ``texts`` kept with the game,
    else shipped ones. A shipped file that is changed stays beside the new one, under the name of its digest
    (``ebon.0ec4d4a32668e2d3.toml``), for games that were begun with it before texts were kept."""
    found: dict[str, str] = {}
    for name, digest in digests.items():
        file = shipped("scenarios") / system.setup.EXTRAS.get(name, "")
        there = [file, *sorted(file.parent.glob(f"{file.stem}.*{file.suffix}"))] if file.is_file() else []
        known = [str(texts[name])] if name in texts else [read_text(path, name) for path in there]
        found.update((name, text) for text in known if digest_of(text) == digest)
    return found


def _read_again(system: GameSystem, digests: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, Any] | None:
    """Those files, read; None if one of them is not to be had."""
    found = texts_by_digest(system, digests, texts)
    if found.keys() != digests.keys():
        return None
    return {name: system.setup.read_extra(name, text, name) for name, text in found.items()}


def drawn_again(
    system: GameSystem, scenario: Any, record: Mapping[str, Any], seed: bytes, binds: Binds, state: Any = None
) -> tuple[str, str]:
    """What is wrong with what a final record says of the beginning, and what nothing proves of it ("": nothing);
    ``state`` is that of turn 0, where it is kept.

    A drawn seed must be that of scenario, characters and files; and by any seed the start is drawn again, and settles
    what the record says. A seed named by hand may have been named for what it draws.
    """
    said = record.get("commitment")
    if said is None and binds:
        return f"is not told, and the reports say: {BOUND[binds]}", ""
    if said is None:
        return "", _not_bound(system, system.setup.CHANCE, " or an older game")
    entrants, extras = entrants_from(said["entrants"]), dict(said["extras"])
    beginning = beginning_of(system.name, record["scenario"], entrants, extras)
    if binds is not Binds.DICE and bound_seed(bytes.fromhex(said.get("nonce", "")), beginning) != seed:
        return "is not what the seed was bound to: scenario, characters or files are others", ""
    first = dict((record.get("chain") or [{}])[0])
    files = _read_again(system, extras, {**first.get("files", {}), **said.get("texts", {})})
    if files is None:
        return "was drawn from files that are neither shipped nor in the record", ""
    dice = Dice(seed, 0)
    start = system.setup.start(scenario, entrants, dice, files)
    again = json.loads(json.dumps(system.setup.begun_with(start, entrants)))
    wrong = [key for key, value in again.items() if record.get(key) != value]
    wrong += rolled_otherwise(system.setup, dice.rolls, said.get("drawn", ())) if binds else []
    if state is not None and start != state:
        wrong.append("the state of turn 0")
    if wrong:
        return f"{', '.join(wrong)} were not drawn so", ""
    return "", _not_bound(system, (roll.name for roll in dice.rolls)) if binds is Binds.DICE else ""


def _not_bound(system: GameSystem, rolls: Iterable[str], besides: str = "") -> str:
    why = f"not bound; the hash stands for the dice alone (a seed named by hand{besides}), so nothing shows that these"
    return f"{why} were not picked: {', '.join(settled(system.setup, rolls))}"


# Scenarios and what else a game is begun with, read from the office or from what is shipped.


def texts_of_extras(system: GameSystem, given: Mapping[str, Path] | None = None) -> dict[str, str]:
    """The texts of those files."""
    paths = {name: (given or {}).get(name) or shipped("scenarios") / file for name, file in system.setup.EXTRAS.items()}
    return {name: read_text(path, f"{name} of {system.title}") for name, path in paths.items()}


def read_extras(system: GameSystem, given: Mapping[str, Path] | None = None) -> dict[str, Any]:
    """A game's further data files: those ``given`` by name, the shipped ones for all others.

    Raises :class:`OfficeError` with every fault, its file and line.
    """
    extras = {}
    for name, text in texts_of_extras(system, given).items():
        path = (given or {}).get(name) or Path(system.setup.EXTRAS[name])
        try:
            extras[name] = system.setup.read_extra(name, text, path.name)
        except ScenarioFaults as error:
            raise OfficeError("\n".join(error.faults)) from error
    return extras
