"""Step 5, Move: one mage at a time in initiative order, each checked at his own turn (MOVE-7)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Move
from magika_gm.games.magika.rules.arena import LATERAL, NEIGHBOUR, NORTHWARD
from magika_gm.games.magika.rules.effects.teleport import confused_direction, teammate_at
from magika_gm.games.magika.rules.enchantments import factor, move_blocked, move_cost
from magika_gm.games.magika.rules.events import Moved
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage


def move(turn: Turn) -> None:
    """Move everybody who can; the direction that counts is the one actually gone (Confs)."""
    ways: dict[str, str] = {}
    orders: dict[str, Move] = {}
    movers: list[Mage] = []
    for mage, order in turn.able(Move, "Plyze"):
        assert isinstance(order, Move)
        orders[mage.letter] = order
        confused = "Confs" in mage.effects
        ways[mage.letter] = confused_direction(turn, mage, order.direction) if confused else order.direction
        movers.append(mage)
    if len(movers) > 1:
        movers = _by_initiative(turn, movers, ways)
    for mage in movers:
        way = ways[mage.letter]
        blocked = move_blocked(turn.world, mage, way, turn.phase)
        if blocked:
            turn.refuse(mage, orders[mage.letter], blocked.rule, blocked.reason)
            continue
        cost, percent = move_cost(turn.world, mage, turn.phase)
        before = mage.endurance
        target = NEIGHBOUR[way][mage.space]
        turn.tell(
            Moved(mage=mage.letter, start=mage.space, target=target, direction=way, cost=cost, percent=percent),
            mage.letter,
        )
        turn.lose_endurance(mage, before)


def _by_initiative(turn: Turn, movers: list[Mage], ways: dict[str, str]) -> list[Mage]:
    """MOVE-7: by group; then endurance, terrain departed, a teammate in the target space, a roll.

    The Ebon Mage wins any tie at each comparison; there is only one of him, so the first tie settles it.
    """
    keys = {}
    for mage in movers:
        way = ways[mage.letter]
        group = 0 if way in NORTHWARD else 1 if way in LATERAL else 2
        target = NEIGHBOUR[way][mage.space]
        keys[mage.letter] = (
            group,
            -mage.endurance,
            0 if mage.is_ebon else 1,
            -factor(turn.world, mage),
            0 if target >= 0 and teammate_at(turn, mage, target) else 1,
        )
    return turn.ranked(movers, lambda m: keys[m.letter], "MOVE-7")
