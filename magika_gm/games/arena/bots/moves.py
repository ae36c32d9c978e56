"""Where forces go: the rush for the king, guards, attacks, ground, marches, company (BOT-1, BOT-2)."""

from __future__ import annotations

from magika_gm.games.arena.bots.gear import stands_still
from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.bots.scene import Force, threat, within_two_turns
from magika_gm.games.arena.bots.ways import FAR, distances, turns_to
from magika_gm.games.arena.rules.board import aloft

WHIM = 0.3
"""Turns by which a whim may mistake a way."""


def move(plan: Plan) -> None:
    """The whole of SEQ 4, and what is to be attacked."""
    for force in plan.scene.mine:
        if any(c.id in plan.casting for c in force.members) and force.mount.id in plan.casting:
            plan.stay(force)
        elif stands_still(force.mount) and force.guns:
            plan.hover(force)
    if rush(plan):
        pass
    elif plan.temper.bold:
        bold_guard(plan)
        attacks(plan)
        march(plan)
    else:
        careful_guard(plan)
        attacks(plan)
        if not late(plan):
            take_ground(plan)
        march(plan)
    keep_company(plan)


def late(plan: Plan) -> bool:
    """BOT-1: from turn 13, or when one's army costs twice the enemy's, all go."""
    mine, theirs = plan.worth
    return plan.turn >= plan.temper.march_from or mine >= 2 * theirs


# --- the enemy king ---


def rush(plan: Plan) -> bool:
    """Whenever all that reach the enemy king hex would win there, or it is empty, they go (BOT)."""
    goal = plan.scene.goal
    able = [f for f in plan.free() if goal in plan.scene.reach(f)]
    if not able:
        return False
    held = plan.scene.power_at(plan.scene.enemy, goal)
    power = sum(f.power for f in able)
    if held is not None and power + shots_without(plan, able, goal) <= held:
        return False
    for force in able:
        plan.send(force, goal)
    plan.attacked[goal] = power
    return True


def shots_without(plan: Plan, gone: list[Force], place: int) -> int:
    """Shots at a place by forces that do not go there themselves."""
    away = {f.mount.id for f in gone}
    return sum(
        r.power
        for f in plan.scene.mine
        if f.mount.id not in away and plan.scene.power_at(plan.scene.enemy, f.place) is None
        for _, r in f.guns
        if r.least <= plan.state.board.distance(f.place, place) <= r.most
    )


# --- guards ---


def bold_guard(plan: Plan) -> None:
    """The cheapest unit of Power 1 or more stays; none if there are only two units (BOT-2)."""
    able = [f for f in plan.free() if f.power >= 1]
    if len(plan.scene.mine) <= 2 or not able:
        return
    home = plan.scene.home
    at_home = [f for f in able if home in plan.scene.reach(f)]
    for force in sorted(at_home, key=lambda f: (f.cost, f.key))[: plan.temper.guard]:
        plan.send(force, home)


def careful_guard(plan: Plan) -> None:
    """The cheapest units that together beat what can be at home within two turns; else all that can go home (BOT-1)."""
    home = plan.scene.home
    danger = sum(f.power for f in within_two_turns(plan.scene, plan.scene.foes, home))
    able = sorted(
        (f for f in plan.free() if home in plan.scene.reach(f)),
        key=lambda f: (f.place != home, f.is_gun, f.cost, f.key),
    )
    if plan.scene.power_at(plan.scene.enemy, home) is not None:
        return
    needed, power = danger + plan.temper.guard if danger else 1, 0
    chosen: list[Force] = []
    for force in able:
        if power >= needed:
            break
        if force.power or not chosen:
            chosen.append(force)
            power += force.power
    for force in chosen:
        plan.send(force, home)


# --- attacks ---


def attacks(plan: Plan) -> None:
    """Enemy places that those in reach beat: nearest first, with as few as needed (bold: with all)."""
    scene, board = plan.scene, plan.state.board
    places = [p for p in scene.standing[scene.enemy] if p not in plan.attacked]
    order = sorted(places, key=lambda p: (board.far[scene.home >> 1][p >> 1], p))
    for place in order:
        target = scene.standing[scene.enemy][place]
        standing = [f for f in plan.free() if f.place == place]
        able = [f for f in plan.free() if not f.is_gun and f.power and place in scene.reach(f)]
        able += [f for f in standing if f not in able]
        if not able or (not standing and plan.chance.whim(plan.temper.whims, "attack", place)):
            continue
        shots = shots_without(plan, able, place) + plan.strikes.get(place, 0)
        power = sum(f.power for f in able) + shots
        if power < target + plan.temper.margin:
            _leave(plan, standing)
            continue
        chosen = able if plan.temper.bold else _as_few(able, target + plan.temper.margin - shots)
        for force in chosen:
            plan.send(force, place)
        plan.attacked[place] = sum(f.power for f in chosen)


def _as_few(able: list[Force], needed: int) -> list[Force]:
    """The strongest first, until it is enough; at least one."""
    chosen: list[Force] = []
    power = 0
    for force in sorted(able, key=lambda f: (-f.power, f.cost, f.key)):
        if power >= needed and chosen:
            break
        chosen.append(force)
        power += force.power
    return chosen


def _leave(plan: Plan, standing: list[Force]) -> None:
    """Those who stand among enemies too strong for them walk off, towards home."""
    scene, board = plan.scene, plan.state.board
    for force in standing:
        free = [p for p in scene.reach(force) if p != force.place and p not in scene.standing[scene.enemy]]
        if free:
            plan.send(force, min(free, key=lambda p: (board.far[scene.home >> 1][p >> 1], p)))


# --- ground and marches ---


def take_ground(plan: Plan) -> None:
    """One each, the reachable hex not one's own nearest home that no greater enemy Power can reach (BOT-1)."""
    scene, board = plan.scene, plan.state.board
    danger = threat(scene, scene.foes)
    taken = set(plan.ends.values())
    for force in sorted(plan.free(), key=lambda f: (f.power, f.key)):
        if not force.power or force.is_gun:
            continue
        free = [
            p
            for p in scene.reach(force)
            if plan.state.control[p >> 1] != plan.side
            and p not in taken
            and p not in scene.standing[scene.enemy]
            and danger.get(p, 0) <= force.power
        ]
        if free:
            place = min(free, key=lambda p: (board.far[scene.home >> 1][p >> 1], p))
            taken.add(place)
            plan.send(force, place)


def march(plan: Plan) -> None:
    """All others go: bold, or late, to the enemy king hex; else to the nearest hex not one's own."""
    scene = plan.scene
    danger = threat(scene, scene.foes)
    for force in sorted(plan.free(), key=lambda f: (-f.power, f.key)):
        if not force.power and not force.guns:
            continue
        if force.is_gun and _has_target(plan, force):
            plan.stay(force)
            continue
        goal = scene.goal >> 1
        if not plan.temper.bold and not late(plan):
            goal = _nearest_foreign(plan, force)
        _go_towards(plan, force, goal, danger)


def _has_target(plan: Plan, force: Force) -> bool:
    """Guns stop where they have a target (BOT-2)."""
    return any(
        r.least <= plan.state.board.distance(force.place, p) <= r.most
        for p in plan.scene.standing[plan.scene.enemy]
        for _, r in force.guns
    )


def _nearest_foreign(plan: Plan, force: Force) -> int:
    board, here = plan.state.board, force.place >> 1
    foreign = [h for h in board.hexes if plan.state.control[h] != plan.side]
    return min(foreign, key=lambda h: (board.far[here][h], h), default=plan.scene.goal >> 1)


def _go_towards(plan: Plan, force: Force, goal: int, danger: dict[int, int]) -> None:
    """The reachable place from which the fewest turns are left; careful players mind what can strike there."""
    scene = plan.scene
    costs = distances(scene, force, goal)
    here = turns_to(scene, force, costs, force.place, goal)
    enemies = scene.standing[scene.enemy]
    to_be = plan.power_to_be(plan.side)

    def left(place: int) -> tuple[float, float, int]:
        turns = turns_to(scene, force, costs, place, goal)
        company = to_be.get(place, 0) + (0 if plan.end_of(force) == place else force.power)
        fear = max(danger.get(place, 0) - company, 0)
        weight = 0.05 if plan.temper.bold else 0.5
        whim = WHIM * plan.chance.of("way", force.mount.id, place)
        return (turns + weight * fear + whim, danger.get(place, 0) - company, place)

    free = [p for p in scene.reach(force) if p not in enemies]
    best = min(free, key=left, default=force.place)
    if here >= FAR and best != force.place:
        best = min(free, key=lambda p: (scene.state.board.far[p >> 1][goal], p))
    if best == force.place or (aloft(force.place) and best not in scene.reach(force)):
        plan.stay(force)
    else:
        plan.send(force, best)


def keep_company(plan: Plan) -> None:
    """Creatures of Power 0 stay with others: where one's own Power stands thickest in reach, not among enemies."""
    scene, board = plan.scene, plan.state.board
    danger = threat(scene, scene.foes)
    for force in plan.free():
        to_be = plan.power_to_be(plan.side)
        enemies = scene.standing[scene.enemy]
        safe = [p for p in scene.reach(force) if p not in enemies]
        if not safe:
            plan.stay(force)
            continue

        def worth_of(place: int, power: dict[int, int] = to_be) -> tuple[int, int, int, int]:
            mine = power.get(place, 0)
            return (min(mine - danger.get(place, 0), 1), min(mine, 3), -board.far[scene.goal >> 1][place >> 1], -place)

        best = max(safe, key=worth_of)
        if best == force.place:
            plan.stay(force)
        else:
            plan.send(force, best)
