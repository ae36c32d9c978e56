"""Everything a player could order for his coming turn, as data: text form, printed form and page are made of it.

It looks at the state its player knows alone. What depends on how the turn goes on (targets that come into range, places
reached after mounting) is not foreseen: such orders may be written all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from magika_gm.games.arena.orders.meant import is_meant
from magika_gm.games.arena.orders.order import (
    CalmStorm,
    Cast,
    ChangeTerrain,
    Destroy,
    Dismount,
    Drop,
    Equip,
    Fly,
    Leg,
    MakeStorm,
    Mark,
    Mount,
    Move,
    Order,
    Shoot,
    Stop,
    Use,
)
from magika_gm.games.arena.orders.reach import ends, flights, walks
from magika_gm.games.arena.rules.magic import (
    Asking,
    Declared,
    aims_of,
    free,
    may_cast,
    may_use_ability,
    may_use_item,
    places_of,
    target_refused,
)
from magika_gm.games.arena.rules.movement import among_enemies, budget, change_cost, mount_refused
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import Creature, Now, State
from magika_gm.games.arena.rules.tables import ABILITIES, SPELLS, Magic
from magika_gm.games.arena.rules.terms import COURT, OTHER, SIDES, TERRAINS, Phase, Step, Target, Time, aloft
from magika_gm.games.arena.rules.units import (
    bearers,
    enemy_in,
    flies,
    forces,
    idle,
    may_bear,
    may_enter,
    present,
    top,
    weapons,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that could be ordered: the order, the step it belongs to, what it costs, and where it is legal.

    ``cost`` is in hexes of the terrain budget for SEQ 1, in points of the pool for spells, else 0. ``places`` are those
    it concerns, for a map to show. ``after`` is where a shooter or caster goes first, if he cannot do it from where he
    stands.
    """

    step: Step
    order: Order
    cost: int = 0
    places: tuple[int, ...] = field(default=())
    after: str = ""


def choices(known: State, seat: str) -> Iterator[Choice]:
    """What a player could order for his coming turn, step by step; nothing but what he knows is looked at."""
    state = known.copy()
    state.now = Now(active=seat)
    yield from _land(state, seat)
    yield from _gear(state, seat)
    for creature in state.by_id():
        if creature.side == seat and not idle(state, creature):
            yield from _magic(state, creature)
    for creature in state.by_id():
        if creature.side == seat and not creature.on and not idle(state, creature):
            yield from _goes(state, creature)
    yield from _attacks(state, seat)


def _land(state: State, seat: str) -> Iterator[Choice]:
    """SEQ 1: what the budget pays."""
    left = budget(state, seat)
    coming = next((turn for turn in coming_turns(state) if active_in(turn) == seat), 0)
    for hex_, name in enumerate(state.board.names):
        cost = change_cost(state, seat, hex_)
        if cost > left:
            continue
        here = (hex_ * 2,)
        if state.terrain[hex_] != COURT:
            for letter in TERRAINS:
                if letter != state.terrain[hex_]:
                    yield Choice(step=Step.TERRAIN, order=ChangeTerrain(name, letter), cost=cost, places=here)
        if 0 < state.storms.get(hex_, 0) < coming:
            continue  # it passes before anything is changed (STORM-3)
        storm = CalmStorm(name) if hex_ in state.storms else MakeStorm(name)
        if isinstance(storm, MakeStorm) and present(state, hex_ * 2 + 1, seat):
            continue
        yield Choice(step=Step.TERRAIN, order=storm, cost=cost, places=(hex_ * 2 + 1,))


def _gear(state: State, seat: str) -> Iterator[Choice]:
    """SEQ 2 (and, with LATE, SEQ 8): items and mounts."""
    mine = sorted(bearers(state, seat), key=lambda c: c.key)
    for creature in mine:
        for item in creature.items:
            yield Choice(step=Step.EQUIP, order=Drop(creature.id, item), places=(creature.place,))
        for item_ in sorted(state.items.values(), key=lambda i: i.key):
            here = not item_.by and not item_.gone and item_.place == creature.place
            if here and may_bear(creature.kind, item_.kind):
                yield Choice(step=Step.EQUIP, order=Equip(creature.id, item_.id), places=(creature.place,))
    for rider in state.by_id():
        if rider.on and (rider in mine or state.creatures[rider.on] in mine):
            down = flies(state, rider) if aloft(rider.place) else may_enter(state, rider, rider.place >> 1)
            if down:
                yield Choice(step=Step.EQUIP, order=Dismount(rider.id), places=(rider.place,))
        for mount in state.at(rider.place):
            partners = [c for c in (rider, mount) if c in mine]
            fit = partners and all(c in mine or idle(state, c) for c in (rider, mount))
            if mount is rider or not fit or among_enemies(state, seat, rider, mount) is not None:
                continue
            if mount_refused(state, rider, mount) is None:
                yield Choice(step=Step.EQUIP, order=Mount(rider.id, mount.id), places=(rider.place,))


def _magic(state: State, creature: Creature) -> Iterator[Choice]:
    """SEQ 3 and 5: spells, items and abilities on the targets that are legal and in range now."""
    if creature.casting is not None:
        yield Choice(step=Step.MAGIC_1, order=Stop(creature.id), places=(creature.place,))
        return
    for name in state.cards[creature.side]:
        card = SPELLS[name]
        if card.cost > state.pools[creature.side] or may_cast(state, creature, card.magic) is not None:
            continue
        longer = card.magic.time in (Time.HALF_TURN, Time.LONG)
        for on, to, after in _targets(state, creature, card.magic, spell=True):
            order = Cast(phase=Phase.M1 if longer else None, spell=name, by=(creature.id,), on=(on,), to=to)
            step = Step.MAGIC_1 if longer else Step.MAGIC_2
            yield Choice(step=step, order=order, cost=card.cost, after=after)
    usable = [(i, state.items[i].kind.use) for i in creature.items if may_use_item(state, creature, i) is None]
    usable += [(a.name, a) for a in ABILITIES.values() if may_use_ability(state, creature, a) is None]
    for what, magic in usable:
        if magic is None or free(state, creature, magic) is not None:
            continue
        step = Step.MAGIC_1 if magic.phase is Phase.M1 else Step.MAGIC_2
        if magic.target is Target.SELF:
            yield Choice(step=step, order=Use(phase=magic.phase, what=what, by=(creature.id,)))
            continue
        for on, _, after in _targets(state, creature, magic, spell=False):
            order_ = Use(phase=magic.phase, what=what, by=(creature.id,), on=(on,))
            yield Choice(step=step, order=order_, after=after)


def _targets(state: State, user: Creature, magic: Magic, *, spell: bool) -> Iterator[tuple[str, str, str]]:
    """Targets that are meant, legal and in range, what follows TO, and where the user goes first.

    Who casts in M2 may have moved; who casts a longer spell stays where he is (MAG-7). Effects are answered with WHEN
    and IT only.
    """
    board = state.board
    if magic.target is Target.EFFECT:
        yield "IT", "", ""
        return
    candidates: list[str]
    match magic.target:
        case Target.CREATURE:
            candidates = [c.id for c in state.by_id()]
        case Target.ITEM:
            candidates = sorted(state.items)
        case Target.CORPSE:
            candidates = sorted(state.corpses)
        case Target.ENCHANTMENT:
            candidates = sorted(state.enchantments)
        case Target.WALL:
            candidates = [board.wall_name((h, n)) for h in board.hexes for n in board.near[h] if h < n]
        case Target.PLACE:
            candidates = [board.place_names[p] for s in SIDES for p in {c.place for c in bearers(state, s)}]
        case _:
            candidates = list(board.names)
    asking = Asking(state=state, side=user.side, user=user, magic=magic)
    start = user.place
    stays = magic.time in (Time.HALF_TURN, Time.LONG) or magic.phase is Phase.M1 or magic.does == "teleport"
    stands = (start,) if stays else ends(state, user)
    for text in dict.fromkeys(candidates):
        aims = aims_of(asking, text)
        if not isinstance(aims, list) or not is_meant(state, user.side, magic, aims[0]):
            continue
        at = places_of(state, aims[0])
        from_ = next((p for p in stands if max((board.distance(p, q) for q in at), default=0) <= magic.range), None)
        if from_ is None:
            continue
        user.place = from_
        for to, place, terrain in _destinations(state, user, magic):
            effect = Declared(
                number=0,
                phase=Phase.M1,
                side=user.side,
                magic=magic,
                user=user.id,
                aim=aims[0],
                spell=spell,
                to=place,
                terrain=terrain,
            )
            if target_refused(state, effect) is None:
                yield text, to, "" if from_ == start else board.place_names[from_]
        user.place = start


def _destinations(state: State, user: Creature, magic: Magic) -> list[tuple[str, int, str]]:
    """What may follow TO."""
    if magic.does == "shape_land":
        return [(letter, -1, letter) for letter in TERRAINS]
    if magic.does == "teleport":
        board = state.board
        near = [h for h in board.hexes if board.distance(user.place, h * 2) <= 3]
        return [(board.names[h], h * 2, "") for h in near]
    return [("", -1, "")]


def _goes(state: State, mount: Creature) -> Iterator[Choice]:
    """SEQ 4: every hex a unit can walk to, every airspace it can fly to, with landing where it can land."""
    for place, way in sorted(walks(state, mount).items()):
        if way:
            yield Choice(step=Step.MOVE, order=Move(mount.id, (way,)), places=(place,))
    for way, end, place in flights(state, mount):
        yield Choice(step=Step.MOVE, order=Fly(mount.id, (Leg(way, end),)), places=(place,))


def _attacks(state: State, seat: str) -> Iterator[Choice]:
    """SEQ 6: shots, and the enemy's idle vehicles in one's own place; who moves first shoots from where he ends."""
    board, enemy = state.board, OTHER[seat]
    own_idle = {c.place for c in state.living() if c.side == seat and idle(state, c)}
    targets = {c.place for c in bearers(state, enemy)} | {
        c.place for c in state.living() if c.side == enemy and idle(state, c)
    }
    for creature in sorted(bearers(state, seat), key=lambda c: c.key):
        if creature.casting is not None:
            continue
        stands = [place for place in ends(state, creature) if not enemy_in(state, place, seat)]
        for item, ranged in weapons(state, creature):
            for place in sorted(targets - own_idle):
                from_ = next((p for p in stands if ranged.least <= board.distance(p, place) <= ranged.most), None)
                if from_ is not None:
                    order = Shoot(creature.id, (Mark(board.place_names[place]),), item)
                    after = "" if from_ == creature.place else board.place_names[from_]
                    yield Choice(step=Step.COMBAT, order=order, places=(place,), after=after)
    for vehicle in (c for c in state.by_id() if c.side == enemy and idle(state, c) and top(state, c) is c):
        by = tuple(c.id for c in forces(state, vehicle.place, seat))
        if by and not enemy_in(state, vehicle.place, seat):
            yield Choice(step=Step.COMBAT, order=Destroy(vehicle.id, by), places=(vehicle.place,))
