"""Every turn of a game played again from its stored orders and dice, and compared with the record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from magika_gm.app.office.office import Office
from magika_gm.app.record.chain import Kept, load_chain
from magika_gm.app.record.games import Game, load_game
from magika_gm.app.turns.sealing import begun_record, standing_links, turn_content, turn_digest
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine import chain
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.told import Told
from magika_gm.store.archive import (
    load_acts,
    load_played,
    load_rolls,
    load_told,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a turn, replayed from its stored orders and dice, comes out as recorded."""

    turn: int
    differences: tuple[str, ...]


def verify_game(office: Office, game_id: str, last: int | None = None) -> list[Verdict]:
    """Replay every turn of a game (or only the ``last`` so many) and compare worlds, events and rolls."""
    found = []
    with office.store.reading() as connection:
        game = load_game(connection, game_id)
        first = max(1, game.turn + 1 - (last or game.turn))
        kept = load_chain(connection, game_id)
        links = _links(game, kept)
        sealed = {one.link.turn: one.content for one in standing_links(kept)}
        since = kept[0].link.turn if kept else game.turn + 1  # an earlier version played those before
        for turn in range(first, game.turn + 1):
            state, after = game.state(connection, turn - 1), game.state(connection, turn)
            before = game.system.setup.as_before(state, after)
            orders = stored_orders(game.orders, load_played(connection, game_id, turn))
            acts = [act for _, act in load_acts(connection, game_id, turn)]
            again = game.system.rules.resolve(before, orders, Dice(game.seed, turn), acts)
            told, rolls = load_told(connection, game_id, turn), load_rolls(connection, game_id, turn)
            differences = []
            if again.state != after:
                differences.append("the world after it")
            if list(again.told) != told:
                differences.append("its events")
            if list(again.rolls) != rolls:
                differences.append("its rolls")
            differences += links.get(turn, [])
            if turn >= since and sealed.get(turn) != _content(connection, game, turn, told, rolls, sealed.get(turn)):
                differences.append(_HOLDS)
            found.append(Verdict(turn, tuple(differences)))
        begun = links.get(0, [])
        if last is None and not since and sealed.get(0) != chain.canonical(chain.begun(begun_record(connection, game))):
            begun.append(_HOLDS)
        if begun:
            found.insert(0, Verdict(0, tuple(begun)))
    return found


def _links(game: Game, kept: Sequence[Kept]) -> dict[int, list[str]]:
    """What is wrong with the chain's links among themselves, by turn: each is made of what was sealed."""
    wrong: dict[int, list[str]] = {}
    before = chain.before_all(game.seed_hash)
    for one in kept:
        if one.link.digest != chain.digest_of(before, one.nonce, one.content):
            wrong.setdefault(min(one.link.turn, game.turn), []).append("its link in the chain of turns")
        before = one.link.digest
    torn = chain.out_of_order([one.link for one in kept])
    if torn:
        wrong.setdefault(game.turn, []).append(f"the order of the chain of turns ({torn})")
    return wrong


_HOLDS = "what its link in the chain of turns holds"


def _content(
    connection: Connection, game: Game, turn: int, told: Sequence[Told[Any]], rolls: Sequence[Roll], sealed: str | None
) -> str:
    """What a turn's link should hold, by the record; of the sheets that came only what was sealed is known for sure."""
    received = json.loads(sealed).get("received", {}) if sealed else {}
    digest = turn_digest(game.system.archive, told, rolls)
    return chain.canonical(turn_content(connection, game, turn, digest, received))
