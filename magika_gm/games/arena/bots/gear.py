"""What bots do in SEQ 2 and 8: crews for vehicles, items for those who can use them (BOT)."""

from __future__ import annotations

from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.orders.order import Equip, Mount, Order
from magika_gm.games.arena.rules.equip import mount_refused
from magika_gm.games.arena.rules.state import Creature, Item, State
from magika_gm.games.arena.rules.tables import MOST_LEVEL, SPELLS, ItemKind
from magika_gm.games.arena.rules.terms import AttackType
from magika_gm.games.arena.rules.units import idle, may_bear
from magika_gm.games.arena.rules.values import immune, level


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
