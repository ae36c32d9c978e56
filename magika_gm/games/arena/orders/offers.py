"""What could be ordered for the coming turn, as data: where units reach, what is meant, and the sheet to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from magika_gm.engine.records import named_record
from magika_gm.engine.sheet.offered import message_lines, order_line, remark
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import (
    CalmStorm,
    Cast,
    ChangeTerrain,
    Destroy,
    Dismount,
    Drop,
    Equip,
    FlightEnd,
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
    standing_block,
)
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
    target_smothered,
)
from magika_gm.games.arena.rules.movement import (
    among_enemies,
    budget,
    change_cost,
    mount_refused,
    next_hex,
    passing_storms,
)
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import Aim, Creature, Now, State
from magika_gm.games.arena.rules.tables import ABILITIES, SPELLS, Magic
from magika_gm.games.arena.rules.terms import (
    COURT,
    OTHER,
    SIDES,
    STEPS,
    TERRAINS,
    Duration,
    Meant,
    Phase,
    Step,
    Target,
    Time,
    aloft,
)
from magika_gm.games.arena.rules.units import (
    bearers,
    enemy_in,
    flies,
    flight,
    flight_speed,
    forces,
    idle,
    may_bear,
    may_enter,
    may_take_off,
    present,
    top,
    walk_points,
    walls,
    weapons,
)
from magika_gm.games.arena.sight import foresee

Way = tuple[str, ...]


def walks(state: State, mount: Creature) -> dict[int, Way]:
    """Every place on the ground a unit can walk to, by a shortest way; its own by none."""
    if aloft(mount.place):
        return {}
    barred = walls(state)
    found: dict[int, Way] = {mount.place: ()}
    edge = [mount.place]
    for _ in range(walk_points(state, mount)):
        further: list[int] = []
        for place in edge:
            if place != mount.place and enemy_in(state, place, mount.side):
                continue
            for step in state.board.steps[place >> 1]:
                hex_ = next_hex(state, place, step)
                to = -1 if hex_ is None else hex_ * 2
                if hex_ is None or to in found or not may_enter(state, mount, hex_):
                    continue
                if state.board.wall(place >> 1, hex_) not in barred:
                    found[to] = (*found[place], step)
                    further.append(to)
        edge = further
    return found


def flights(state: State, mount: Creature) -> Iterator[tuple[Way, FlightEnd, int]]:
    """Every way a unit can fly, how the flight ends, and where it is then."""
    up = aloft(mount.place) or (may_take_off(state, mount) and mount.place >> 1 not in state.storms)
    wings = flight(state, mount)
    if wings is None or not up:
        return
    start = mount.place | 1
    found: dict[int, Way] = {start: ()}
    edge = [start]
    for _ in range(flight_speed(state, mount)):
        further: list[int] = []
        for place in edge:
            if enemy_in(state, place, mount.side) and (place != start or not aloft(mount.place)):
                continue
            for step, hex_ in state.board.steps[place >> 1].items():
                to = hex_ * 2 + 1
                if to not in found and hex_ not in state.storms:
                    found[to] = (*found[place], step)
                    further.append(to)
        edge = further
    stays = mount.air + 1 < wings.duration
    for place, way in sorted(found.items()):
        if may_enter(state, mount, place >> 1) and not (way and enemy_in(state, place, mount.side)):
            yield way, FlightEnd.LAND, place & ~1
        if stays:
            yield way, FlightEnd.STAY, place


def ends(state: State, creature: Creature) -> tuple[int, ...]:
    """Where a creature may be after its side's movement, its own place first, then the nearest."""
    mount = top(state, creature)
    if mount.side != creature.side or mount.casting is not None or idle(state, mount):
        return (creature.place,)
    far = {place: len(way) for place, way in walks(state, mount).items()}
    for way, _, place in flights(state, mount):
        far[place] = min(far.get(place, len(way)), len(way))
    far.pop(creature.place, None)
    return (creature.place, *sorted(far, key=lambda place: (far[place], place)))


def bridged(state: State, seat: str) -> Iterator[Choice]:
    """Where a side's units could go if the land were open to all (TERR-2)."""
    state = state.copy()
    state.terrain = [COURT] * len(state.terrain)
    for mount in state.by_id():
        if mount.side == seat and not mount.on and not idle(state, mount):
            yield from _goes(state, mount)


# --- what is meant ---


ATTACKS = ("strike", "meteor")
"""Verbs that add to a side's total in combat: they harm none of its creatures that fight there."""


def is_meant(state: State, side: str, magic: Magic, aim: Aim) -> bool:
    """Whether a side would be offered that target."""
    if magic.meant is Meant.ANY:
        return True
    owner = _owner(state, aim)
    if owner is not None:
        return owner == (side if magic.meant is Meant.OWN else OTHER[side])
    if magic.meant is Meant.OWN:
        return bool(_there(state, aim, side))
    own = _there(state, aim, side)
    if magic.does in ATTACKS:
        own = [id_ for id_ in own if idle(state, state.creatures[id_])]
    return not own and (magic.meant is Meant.LAND or bool(_there(state, aim, OTHER[side])))


def _owner(state: State, aim: Aim) -> str | None:
    """Whose a creature, corpse, enchantment or item is; "" nobody's, None for places."""
    match aim.kind:
        case Target.CREATURE:
            return state.creatures[aim.id].side
        case Target.CORPSE:
            return state.corpses[aim.id].side
        case Target.ENCHANTMENT:
            return state.enchantments[aim.id].side
        case Target.ITEM:
            by = state.items[aim.id].by
            return state.creatures[by].side if by else ""
    return None


def _there(state: State, aim: Aim, side: str) -> list[str]:
    """A side's creatures, idle vehicles too, that stand where a place or an area is."""
    board = state.board
    if aim.kind in (Target.AREA, Target.AREA_CREATURES):
        hexes = board.area[aim.place >> 1]
        places = {hex_ * 2 + air for hex_ in hexes for air in (0, 1)}
    elif aim.kind is Target.HEX:
        places = {aim.place & ~1, aim.place | 1}
    else:
        places = set(places_of(state, aim))
    return [c.id for c in state.living() if c.side == side and c.place in places]


# --- choices ---


@named_record
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

    @property
    def who(self) -> str:
        """The creature it is for."""
        order = self.order
        match order:
            case Cast() | Use() | Destroy():
                return order.by[0]
            case Move(who, _) | Fly(who, _):
                return who
        return write_order(order).split()[1]

    def split(self, known: State) -> tuple[str, str]:
        """Its line as a beginning that others share, and its own end; ways by the names of their hexes: ``e3 d3``."""
        order = self.order
        match order:
            case Move(who, paths):
                end = _way(known, who, paths[0])
            case Fly(who, legs):
                end = f"{_way(known, who, legs[0].steps)} {legs[0].end}".strip()
            case Equip() | Mount() | Shoot():
                end = write_order(order).split(maxsplit=2)[2]
            case _:
                start, _, end = write_order(order).partition(" ON ")
                return start, end
        return f"{type(order).__name__.upper()} {self.who}", end


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
    passing = passing_storms(state, coming)
    for hex_, name in enumerate(state.board.names):
        cost = change_cost(state, seat, hex_)
        if cost > left:
            continue
        here = (hex_ * 2,)
        if state.terrain[hex_] != COURT:
            for letter in TERRAINS:
                if letter != state.terrain[hex_]:
                    yield Choice(step=Step.TERRAIN, order=ChangeTerrain(name, letter), cost=cost, places=here)
        if hex_ in passing:
            continue
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
        barred = card.cost > state.pools[creature.side] or may_cast(state, creature, card.magic) is not None
        if barred or not of_use(card.magic, own=True):
            continue
        phase = _phase(card.magic)
        for on, to, after in _targets(state, creature, card.magic, spell=True):
            order = Cast(phase=phase, spell=name, by=(creature.id,), on=(on,), to=to)
            step = Step.MAGIC_1 if phase is Phase.M1 else Step.MAGIC_2
            yield Choice(step=step, order=order, cost=card.cost, after=after)
    usable = [(i, state.items[i].kind.use) for i in creature.items if may_use_item(state, creature, i) is None]
    usable += [(a.name, a) for a in ABILITIES.values() if may_use_ability(state, creature, a) is None]
    for what, magic in usable:
        if magic is None or free(state, creature, magic) is not None:
            continue
        phase = _phase(magic)
        step = Step.MAGIC_1 if phase is Phase.M1 else Step.MAGIC_2
        if magic.target is Target.SELF:
            yield Choice(step=step, order=Use(phase=phase, what=what, by=(creature.id,)))
            continue
        for on, _, after in _targets(state, creature, magic, spell=False):
            order_ = Use(phase=phase, what=what, by=(creature.id,), on=(on,))
            yield Choice(step=step, order=order_, after=after)


def _phase(magic: Magic) -> Phase | None:
    """The magic phase it is offered for: its own, or where it may be declared in both the one in which it does what it
    is for. Of what lasts for a phase that is the moves or the combats (MAG-17); None: either."""
    if magic.phase or magic.time is Time.COUNTERSPELL:
        return magic.phase
    if magic.time is not Time.INSTANT:
        return Phase.M1
    if magic.duration is not Duration.PHASE:
        return Phase.M2 if magic.does == "terrify" else None
    return Phase.M1 if magic.gives.move or magic.gives.any_terrain else Phase.M2


def of_use(magic: Magic, *, own: bool) -> bool:
    """Whether it does something in such a turn: it may help or hinder who moves, the active player (MOVE-1)."""
    if magic.duration is not Duration.PHASE:
        return True
    hinders = magic.gives.rooted or (magic.does == "ward" and magic.attack is None)
    return not (hinders if own else magic.gives.move or magic.gives.any_terrain)


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
    stays = _phase(magic) is Phase.M1
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
            if target_refused(state, effect) is None and not target_smothered(state, effect, ()):
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


# --- offers ---


@named_record
class Offer:
    """An order's beginning, what may follow it, and what it costs.

    ``options`` are texts that follow ``start`` (none: the order is whole); ``example`` is one whole order.
    ``unit`` is whom it is for ("" for the land), ``cost`` in hexes of the terrain budget or points of the pool.
    """

    step: Step
    start: str
    options: tuple[str, ...]
    example: str
    unit: str = ""
    cost: int = 0
    tail: str = ""
    """What may stand behind an option: ``type`` of TERRAIN."""
    after: str = ""
    """Where the creature goes first: it shoots or casts from there."""

    @property
    def line(self) -> str:
        """The offer on one line: ``MOVE A3 e3, e4``."""
        more = f" {', '.join(self.options)}" if self.options else ""
        return f"{self.start}{more}{' ' + self.tail if self.tail else ''}"


def offers(known: State, seat: str) -> tuple[Offer, ...]:
    """All choices of a player's coming turn, put together; nothing but what he knows is looked at."""
    return together(known, choices(known, seat))


def together(known: State, found: Iterable[Choice]) -> tuple[Offer, ...]:
    """The offers of choices that were found already."""
    table: dict[tuple[Step, str, int, str, str, str], dict[str, str]] = {}
    for choice in found:
        start, option, unit, tail = _parts(known, choice)
        options = table.setdefault((choice.step, start, choice.cost, unit, tail, choice.after), {})
        # ways by their hexes, as the options have them: no reader counts directions
        way = isinstance(choice.order, Move | Fly) and option
        options.setdefault(
            option, " ".join([start, option, *([tail] if tail else [])]) if way else write_order(choice.order)
        )
    return tuple(
        Offer(
            step=step,
            start=start,
            options=tuple(o for o in options if o),
            example=next(iter(options.values())),
            unit=unit,
            cost=cost,
            tail=tail,
            after=after,
        )
        for (step, start, cost, unit, tail, after), options in sorted(table.items(), key=lambda row: row[0][0])
    )


def _parts(known: State, choice: Choice) -> tuple[str, str, str, str]:
    """An order's beginning, its last word, its unit, and what follows."""
    order = choice.order
    start, end = choice.split(known)
    match order:
        case ChangeTerrain(hex_, _):
            return "TERRAIN", hex_, "", f"and a letter of {' '.join(TERRAINS)}"
        case MakeStorm(hex_) | CalmStorm(hex_):
            return start.partition(" ")[0], hex_, "", ""
        case Fly(unit, _):
            way, _, ends_so = end.rpartition(" ")
            return (start, way, unit, ends_so) if way else (f"{start} {end}", "", unit, "")
        case Shoot():
            place, _, weapon = end.partition(" ")
            return start, place, choice.who, weapon
        case Cast() | Use() if order.on:
            to = f"TO {_destination(order.spell)}" if isinstance(order, Cast) and order.to else ""
            return f"{start} ON", " ".join(order.on), choice.who, to
        case Destroy(vehicle, _):
            return start, end, vehicle, ""
    return start, end, choice.who, ""


def _way(known: State, unit: str, steps: Sequence[str]) -> str:
    """A way by the names of its hexes, as an order may have it: ``e3 d3``."""
    board, hex_ = known.board, known.creatures[unit].place >> 1
    found: list[str] = []
    for step in steps:
        hex_ = board.steps[hex_][step]
        found.append(board.names[hex_])
    return " ".join(found)


def _destination(spell: str) -> str:
    return "terrain" if SPELLS[spell].magic.does == "shape_land" else "hex"


# --- the blank sheet ---


def own_turn(known: State, seat: str) -> bool:
    """Whether the coming mail turn holds a player turn of this seat's."""
    return known.ending is None and seat in {active_in(turn) for turn in coming_turns(known)}


def order_form(known: State, seat: str) -> list[str]:
    """The lines of a form for the coming mail turn, from the state as the seat knows it."""
    if known.ending is not None:
        return []
    rows = [""]
    if own_turn(known, seat):
        rows += remark("your player turn: terrain to last mounting; take one ; away from what you want")
        rows += _offered(known, seat)
    else:
        rows += remark(f"{OTHER[seat]}'s player turn: you may send standing orders and a message")
    return [*rows, *_standing(known, seat), *message_lines(OTHER[seat], "up to 600 characters")]


def _offered(known: State, seat: str) -> list[str]:
    rows: list[str] = []
    step: Step | None = None
    for offer in offers(known, seat):
        if offer.step is not step:
            step = offer.step
            rows += remark(_head(known, seat, step))
        # what answers an effect waits for one (MAG-11)
        answers = " WHEN ENEMY CASTS ANY ON MINE" if offer.example.endswith(" ON IT") else ""
        rows.append(order_line(offer.example + answers, _price(offer)))
        others = [option for option in offer.options if not _said(offer, option)]
        if offer.tail or others:
            rows += remark(f"   or {', '.join(others)}{' ' + offer.tail if offer.tail else ''}".replace("or  ", ""))
    return rows


def _said(offer: Offer, option: str) -> bool:
    """Whether the example is of this option, which is the first."""
    return option == offer.options[0] and f" {option} " in f"{offer.example[len(offer.start) :]} "


def _head(known: State, seat: str, step: Step) -> str:
    title = f"-- {STEPS[step]}"
    if step is Step.TERRAIN:
        return f"{title}: budget {budget(known, seat)}; 4 a hex of yours, 6 nobody's, 8 the enemy's"
    if step in (Step.MAGIC_1, Step.MAGIC_2):
        return f"{title}: pool {known.pools[seat]}"
    return title


def _price(offer: Offer) -> str:
    said = [f"after going to {offer.after}"] if offer.after else []
    if offer.cost:
        said.append(f"{offer.cost} {'hexes' if offer.step is Step.TERRAIN else 'points'}")
    return ", ".join(said)


def lasting(known: State, seat: str) -> list[str]:
    """Standing orders in force that can still be carried out."""
    never = {doubt.line for doubt in foresee(known, seat, standing_block(known.standing[seat])).waiting}
    return [text for line in known.standing[seat] if (text := write_order(line)) not in never]


def _standing(known: State, seat: str) -> list[str]:
    """Standing orders in force, to be sent again with changes: a new block replaces them whole (MAIL-4)."""
    lines = lasting(known, seat)
    how = "take one ; away from STANDING, from END STANDING and from the lines you want between"
    if not lines:
        king = known.board.names[known.kings[seat]]
        head = f"standing orders for the enemy's turns: CAST, USE, KILL, RETREAT, AUTO, DRAW (MAIL-4); {how}"
        said = [f"RETREAT ALL {king}"]
    else:
        head = f"your standing orders in force; a new block replaces them whole (MAIL-4); {how}"
        said = lines
    return [*remark(head), *map(order_line, ("STANDING", *said, "END STANDING"))]
