"""What a whole game was played with, as its final turn files tell it, so that anybody can play it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.record.games import Game
from magika_gm.engine.acts import Note
from magika_gm.engine.dice import Roll
from magika_gm.engine.told import Told
from magika_gm.games.magika.archive.plain import event_to_plain
from magika_gm.games.magika.rules.acts import act_to_plain
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.setup.task_deck import task_to_plain
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_played, load_rolls, load_told
from magika_gm.store.codec import told_to_json


def game_record(connection: Connection, game: Game, end: World) -> dict[str, Any]:
    """What a whole game was played with, for its final turn files; ``end`` is its last world."""
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
        "tasks": [task_to_plain(task) for task in end.tasks],
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


def turn_digest(told: Sequence[Told[Event]], rolls: Sequence[Roll]) -> str:
    """SHA-256 (hex) of a turn's events as the record keeps them, and of its rolls."""
    digest = hashlib.sha256()
    for phase, group in groupby(told, key=lambda t: t.phase):
        digest.update(f"{phase}{told_to_json(list(group), event_to_plain)}\n".encode())
    digest.update(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode())
    return digest.hexdigest()
