"""Every turn of a game played again from its stored orders and dice, and compared with the record."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.turn_orders import stored_orders
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
        for turn in range(max(1, game.turn + 1 - (last or game.turn)), game.turn + 1):
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
            found.append(Verdict(turn, tuple(differences)))
    return found
