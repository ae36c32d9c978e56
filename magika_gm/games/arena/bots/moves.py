"""Where forces go: the rush for the king, guards, attacks, ground, marches, company (BOT-1, BOT-2)."""

from __future__ import annotations

from magika_gm.games.arena.bots.scene import FAR, Force, Plan, distances, mightiest, threat, turns_to, within_two_turns
from magika_gm.games.arena.orders.model import Equip, Mark, Mount, Order, Shoot
from magika_gm.games.arena.rules.movement import mount_refused
from magika_gm.games.arena.rules.state import Creature, Item, State
from magika_gm.games.arena.rules.tables import MOST_LEVEL, SPELLS, ItemKind
from magika_gm.games.arena.rules.terms import AttackType, aloft
from magika_gm.games.arena.rules.units import idle, immune, level, may_bear

# What bots do in SEQ 2 and 8: crews for vehicles, items for those who can use them (BOT).


def equip(plan: Plan) -> None:
    """Vehicles, dearest first, get the cheapest free hands without spells; items go to who can use them best."""
    plan.play(_crews(plan))
    plan.play(_items(plan))


def _crews(plan: Plan) -> list[Order]:
    state, taken = plan.state, set[str]()
    orders: list[Order] = []
    vehicles = [c for c in state.living() if idle(state, c) and not c.on]
    for vehicle in sorted(vehicles, key=lambda c: (-c.kind.cost, c.key)):
        crew = [
            c
            for c in state.living()
            if c.side == plan.side
            and c.place == vehicle.place
            and c.id not in taken
            and c.kind.hands
            and not c.kind.spells
            and not c.on
            and not c.riders
            and mount_refused(state, c, vehicle) is None
        ]
        if stands_still(vehicle):
            crew = (
                [c for c in crew if c.kind.ranged and not c.printed_power] if vehicle.place == plan.scene.home else []
            )
        if crew:
            pilot = min(crew, key=lambda c: (c.kind.cost, c.key))
            taken.add(pilot.id)
            orders.append(Mount(pilot.id, vehicle.id))
    return orders


def stands_still(vehicle: Creature) -> bool:
    """A vehicle that only rises and hangs there: good for a gun above its own king, and for nobody else."""
    flight = vehicle.kind.flight
    return flight is not None and not flight.speed and not vehicle.kind.move and not vehicle.kind.power


def worth(state: State, creature: Creature, item: Item) -> float:
    """How much a creature would make of an item; 0: nothing."""
    kind, gives = item.kind, item.kind.gives
    if not may_bear(creature.kind, kind) or immune(creature.kind, kind.type) or item.disenchanted:
        return 0
    power = creature.printed_power
    caster = bool(creature.kind.spells)
    if gives.levels:
        cards = _cards_opened(state, creature, item)
        return 5 + cards + (2 if caster else -power / 4) if cards else 0.1
    if gives.ranged is not None:
        return 0.5 if creature.kind.ranged else 5 - power
    if gives.power or gives.regenerates or gives.masked:
        return 2 + power + (1 if creature.kind.type is AttackType.TARGETED else 0) - (2 if caster else 0)
    if gives.warded or gives.unseen:
        return 5 + creature.kind.cost / 10 if caster else 1 + power
    if gives.move or gives.flight:
        return 1 + power if creature.kind.flight is None else 0
    return _worth_used(creature, kind)


def _cards_opened(state: State, creature: Creature, item: Item) -> int:
    """How many of its player's cards a creature could cast with a Holy Symbol or Skull Staff, and cannot without."""
    opened = 0
    for name in state.cards[creature.side]:
        magic = SPELLS[name].magic
        has = level(state, creature, magic.type)
        opened += has < magic.level <= min(has + item.kind.gives.levels.get(magic.type, 0), MOST_LEVEL)
    return opened


def _worth_used(creature: Creature, kind: ItemKind) -> float:
    """Of items that are used: those with nothing better to do with their Instant."""
    busy = 3 if creature.kind.spells or creature.uses else 0
    held = 2 * len(creature.items)
    if kind.use is not None and kind.use.gives.power:
        return max(6 - busy - held + creature.printed_power / 2, 0.5)
    return max(5 - busy - held - creature.printed_power / 2, 0.5)


def _items(plan: Plan) -> list[Order]:
    return [
        Equip(bearer.id, item.id)
        for item, bearer in _takers(plan.state, plan, {c.id: c.place for c in plan.creatures()})
    ]


def late_items(plan: Plan) -> list[Order]:
    """Items that lie where somebody will stand after the moves."""
    places = {c.id: plan.end_of(force) for force in plan.scene.mine for c in force.members}
    return [Equip(bearer.id, item.id, True) for item, bearer in _takers(plan.state, plan, places)]


def _takers(state: State, plan: Plan, places: dict[str, int]) -> list[tuple[Item, Creature]]:
    given: dict[str, list[str]] = {}
    found: list[tuple[Item, Creature]] = []
    lying = [i for i in state.items.values() if not i.gone and not i.by]
    for item in sorted(lying, key=lambda i: (-i.kind.cost, i.key)):
        here = [
            c
            for c in plan.creatures()
            if places[c.id] == item.place
            and not c.kind.summoned
            and all(state.items[i].kind is not item.kind for i in c.items)
            and item.kind.name not in given.get(c.id, ())
        ]
        scored = [(worth(state, c, item) - len(given.get(c.id, ())), c) for c in here]
        fit = [s for s in scored if s[0] > 0]
        if fit:
            bearer = max(fit, key=lambda s: (s[0], -s[1].key))[1]
            given.setdefault(bearer.id, []).append(item.kind.name)
            found.append((item, bearer))
    return found


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
    scene = plan.scene
    places = [p for p in scene.theirs if p not in plan.attacked]
    order = sorted(places, key=lambda p: (scene.from_home(p), p))
    for place in order:
        target = scene.theirs[place]
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
    scene = plan.scene
    for force in standing:
        free = [p for p in scene.reach(force) if p != force.place and p not in scene.theirs]
        if free:
            plan.send(force, min(free, key=lambda p: (scene.from_home(p), p)))


# --- ground and marches ---


def take_ground(plan: Plan) -> None:
    """One each, the reachable hex not one's own nearest home that no greater enemy Power can reach (BOT-1)."""
    scene = plan.scene
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
            and p not in scene.theirs
            and danger.get(p, 0) <= force.power
        ]
        if free:
            place = min(free, key=lambda p: (scene.from_home(p), p))
            taken.add(place)
            plan.send(force, place)


def march(plan: Plan) -> None:
    """All others go: bold, or late, to the enemy king hex; else to the nearest hex not one's own."""
    scene = plan.scene
    danger = threat(scene, scene.foes)
    for force in mightiest(plan.free()):
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
        r.least <= plan.state.board.distance(force.place, p) <= r.most for p in plan.scene.theirs for _, r in force.guns
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
    enemies = scene.theirs
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
        enemies = scene.theirs
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


# Whom bots shoot at: where it makes a win likeliest, else the weakest enemy place; never idle vehicles (BOT).


def shoot(plan: Plan) -> list[Order]:
    """SHOOT lines for every ranged creature that will be free to shoot."""
    scene, state = plan.scene, plan.state
    enemies = scene.theirs
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
