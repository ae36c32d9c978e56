"""Whom bots shoot at: where it makes a win likeliest, else the weakest enemy place; never idle vehicles (BOT)."""

from __future__ import annotations

from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.orders.order import Mark, Order, Shoot


def shoot(plan: Plan) -> list[Order]:
    """SHOOT lines for every ranged creature that will be free to shoot."""
    scene, state = plan.scene, plan.state
    enemies = scene.standing[scene.enemy]
    mine = plan.power_to_be(plan.side)
    brought = {place: mine.get(place, 0) for place in enemies}
    guns = [
        (creature, ranged, plan.end_of(force))
        for force in scene.mine
        for creature, ranged in force.guns
        if plan.end_of(force) not in enemies and creature.id not in plan.casting
    ]
    orders: list[Order] = []
    for creature, ranged, here in sorted(guns, key=lambda g: (-g[1].power, g[0].key)):
        near = [p for p in enemies if ranged.least <= state.board.distance(here, p) <= ranged.most]
        if not near:
            continue

        def likeliest(place: int, power: int = ranged.power) -> tuple[bool, bool, int, int]:
            lacking = enemies[place] - brought[place]
            wins = lacking >= 0 and power > lacking
            helps = place in plan.attacked and lacking >= 0
            return (not wins, not helps, lacking, place)

        ranked = sorted(near, key=likeliest)
        brought[ranked[0]] += ranged.power
        names = state.board.place_names
        orders.append(Shoot(creature.id, tuple(Mark(names[p]) for p in ranked[:3])))
    return orders
