"""What a whole game was played with, as its final turn files tell it, so that anybody can play it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.record.binding import POLICY, SIGNED, Commitment, beginning_of
from magika_gm.app.record.chain import load_chain
from magika_gm.app.record.games import Game
from magika_gm.app.turns.sealing import played_with, revealed, standing_links
from magika_gm.engine.dice import Roll
from magika_gm.engine.seam.enrolment import HONOURS
from magika_gm.engine.seam.opaque import Seat
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.seam.sight import Archive
from magika_gm.engine.told import Told
from magika_gm.store import tables as t
from magika_gm.store.archive import load_rolls, load_told
from magika_gm.store.codec import told_to_json


def game_record(connection: Connection, game: Game) -> dict[str, Any]:
    """What a whole game was played with, for its final turn files."""
    archive, kept = game.system.archive, load_chain(connection, game.id)
    received = {one.link.turn: json.loads(one.content).get("received") for one in standing_links(kept)}
    turns = []
    for turn in range(1, game.turn + 1):
        told, rolls = load_told(connection, game.id, turn), load_rolls(connection, game.id, turn)
        orders, acts = played_with(connection, game, turn)
        late = late_sheets(connection, game.id, turn)
        turns.append(
            {
                "turn": turn,
                "orders": orders,
                "acts": acts,
                "digest": turn_digest(archive, told, rolls),
                **({"late": late} if late else {}),
                **({"received": received[turn]} if turn in received else {}),
            }
        )
    # in a game begun before all of it was part of the state, the last state knows more than the first
    last = game.system.setup.begun_with(game.state(connection), entrants_of(connection, game))
    begun = {key: value or last.get(key, value) for key, value in begun_record(connection, game).items()}
    record = {**begun, **_bound(connection, game), "turns": turns}
    return record | ({"chain": revealed(kept, record)} if kept else {})


def begun_record(connection: Connection, game: Game) -> dict[str, Any]:
    """The part of the record that tells what the game was begun with."""
    begun = game.system.setup.begun_with(game.state(connection, 0), entrants_of(connection, game))
    return {"system": game.system.name, "scenario": game.scenario_text, **begun}


def _bound(connection: Connection, game: Game) -> dict[str, Any]:
    """What its seed binds, where it was drawn to bind: the nonce and all else that is needed to make it again."""
    c = t.games.c
    kind, nonce, begun = connection.execute(select(c.commitment, c.nonce, c.begun).where(c.id == game.id)).one()
    if kind != Commitment.BEGINNING:
        return {}
    said = json.loads(begun)
    whole = beginning_of(game.system.name, game.scenario_text, entrants_of(connection, game), said["extras"])
    kept = {"nonce": nonce.hex(), "entrants": whole["entrants"], "extras": whole["extras"]}
    return {"commitment": kept | ({"texts": said["texts"]} if said["texts"] else {})}


def late_sheets(connection: Connection, game: str, turn: int) -> list[str]:
    """The seats whose sheet for a turn came after its outcome had been seen by the game master."""
    r, s = t.reviews.c, t.sheets.c
    seen = connection.execute(select(r.seen_at).where(r.game == game, r.turn == turn)).scalar()
    if seen is None:
        return []
    query = select(s.seat).where(s.game == game, s.turn == turn, s.received_at > seen).distinct()
    return sorted(connection.execute(query).scalars())


def entrants_of(connection: Connection, game: Game) -> list[Entrant]:
    """Who took the seats when the game began; where places are drawn, before that."""
    query = select(t.seats.c.seat, t.seats.c.character, t.seats.c.choices).where(t.seats.c.game == game.id)
    rows: dict[str, tuple[str, dict[str, Any]]] = {}
    for seat, name, text in connection.execute(query):
        choices = json.loads(text)
        choices.pop(POLICY, None)  # who plays a seat is no part of what was begun
        rows[choices.pop(SIGNED, seat)] = (name, choices)
    seats = game.system.setup.seats_of(game.scenario)
    return [Entrant(seat=seat, name=rows[seat][0], choices=rows[seat][1]) for seat in seats if seat in rows]


def brought_honours(connection: Connection, game: Game) -> dict[Seat, tuple[str, ...]]:
    """By seat, the marks of deeds in earlier games of those whose characters returned."""
    query = select(t.seats.c.seat, t.seats.c.choices).where(t.seats.c.game == game.id)
    found = {seat: json.loads(text).get(HONOURS) for seat, text in connection.execute(query)}
    return {seat: tuple(marks) for seat, marks in found.items() if marks}


def turn_digest(archive: Archive, told: Sequence[Told[Any]], rolls: Sequence[Roll]) -> str:
    """SHA-256 (hex) of a turn's events as the record keeps them, and of its rolls."""
    digest = hashlib.sha256()
    for phase, group in groupby(told, key=lambda t: t.phase):
        digest.update(f"{phase}{told_to_json(list(group), archive.events)}\n".encode())
    digest.update(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode())
    return digest.hexdigest()
