"""Every turn of a game played again from its stored orders and dice, and compared with the record."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection

from magika_gm.app.office.office import Office
from magika_gm.app.record.chain import load_chain
from magika_gm.app.record.games import Game, load_game
from magika_gm.app.turns.game_record import begun_record, turn_digest
from magika_gm.app.turns.sealing import standing_links, turn_content
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine import chain
from magika_gm.engine.dice import Dice
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
        links = _links(connection, game, 0 if last is None else first)
        for turn in range(first, game.turn + 1):
            state, after = game.state(connection, turn - 1), game.state(connection, turn)
            before = game.system.setup.as_before(state, after)
            orders = stored_orders(game.orders, load_played(connection, game_id, turn))
            acts = [act for _, act in load_acts(connection, game_id, turn)]
            again = game.system.rules.resolve(before, orders, Dice(game.seed, turn), acts)
            differences = []
            if again.state != after:
                differences.append("the world after it")
            if list(again.told) != load_told(connection, game_id, turn):
                differences.append("its events")
            if list(again.rolls) != load_rolls(connection, game_id, turn):
                differences.append("its rolls")
            differences += links.get(turn, [])
            found.append(Verdict(turn, tuple(differences)))
        if links.get(0):
            found.insert(0, Verdict(0, tuple(links[0])))
    return found


def _links(connection: Connection, game: Game, first: int) -> dict[int, list[str]]:
    """What is wrong with the chain's links, by turn: each is made of what was sealed, and that is what stands (of the
    turns from ``first`` on)."""
    wrong: dict[int, list[str]] = {}
    kept, before = load_chain(connection, game.id), chain.before_all(game.seed_hash)
    if not kept:
        return {}  # an earlier version played it so far
    for one in kept:
        if one.link.digest != chain.digest_of(before, one.nonce, one.content):
            wrong.setdefault(min(one.link.turn, game.turn), []).append("its link in the chain of turns")
        before = one.link.digest
    torn = chain.out_of_order([one.link for one in kept])
    if torn:
        wrong.setdefault(game.turn, []).append(f"the order of the chain of turns ({torn})")
    stand = {one.link.turn: one for one in standing_links(kept)}
    for turn in range(max(first, kept[0].link.turn), game.turn + 1):
        if turn not in stand or stand[turn].content != _content(connection, game, turn, stand[turn].content):
            wrong.setdefault(turn, []).append("what its link in the chain of turns holds")
    return wrong


def _content(connection: Connection, game: Game, turn: int, sealed: str) -> str:
    """What a turn's link should hold, by the record; of the sheets that came only what was sealed is known for sure."""
    if not turn:
        return chain.canonical(chain.begun(begun_record(connection, game)))
    told, rolls = load_told(connection, game.id, turn), load_rolls(connection, game.id, turn)
    digest, received = turn_digest(game.system.archive, told, rolls), json.loads(sealed).get("received", {})
    return chain.canonical(turn_content(connection, game, turn, digest, received))
