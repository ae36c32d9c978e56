"""The two players of the law, Careful and Bold: one turn's sheet from a turn file (BOT-1 to BOT-4)."""

from __future__ import annotations

from magika_gm.games.arena.bots.gear import equip, late_items
from magika_gm.games.arena.bots.land import change
from magika_gm.games.arena.bots.moves import move
from magika_gm.games.arena.bots.plan import Plan, Temper, opening_of
from magika_gm.games.arena.bots.ready import second_phase, standing_orders
from magika_gm.games.arena.bots.shooting import shoot
from magika_gm.games.arena.bots.spells import begin_spells
from magika_gm.games.arena.orders.order import BeginStanding, EndStanding, Order
from magika_gm.games.arena.rules.state import State

TEMPERS: dict[str, Temper] = {
    "careful": Temper(bold=False, margin=1),
    "bold": Temper(bold=True, margin=0),
}


def orders_from(temper: Temper, state: State, side: str, seed: bytes = b"") -> list[Order]:
    """A sheet from the state a player knows, which is used up; empty where the coming turn is not his.

    A seed gives the player his whims.
    """
    plan = opening_of(state, side, temper, seed)
    return write(plan) if plan else []


def write(plan: Plan) -> list[Order]:
    """A plan worked out step by step of SEQ."""
    change(plan)
    equip(plan)
    book = begin_spells(plan)
    move(plan)
    orders = [*plan.orders, *second_phase(plan, book), *shoot(plan), *late_items(plan)]
    return [*orders, BeginStanding(), *standing_orders(plan), EndStanding()]
