"""Magic BOT has no words for, begun in M1: walls, storms, spoiled items, Anti-Magic, hurried and summoned units."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from magika_gm.engine.records import record
from magika_gm.games.arena.bots.scene import (
    FAR,
    Force,
    Plan,
    Scene,
    Ways,
    distances,
    fly_reach,
    mightiest,
    walk_reach,
    within_two_turns,
)
from magika_gm.games.arena.orders.model import CalmStorm, Cast, ChangeTerrain, MakeStorm, Order, Use
from magika_gm.games.arena.rules.magic import Declared, distance_to, free, may_cast, places_of, target_refused
from magika_gm.games.arena.rules.movement import budget, change_cost
from magika_gm.games.arena.rules.state import NOWHERE, Aim, Creature, State, in_order
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import COURT, TERRAINS, AttackType, Phase, Target, Time, aloft
from magika_gm.games.arena.rules.units import fits, power, top, walls, working_items

# The spells a bot begins in a turn: one a caster, as far as the pool goes (BOT-4).


RESERVE = 5
"""Points a bot likes to keep for Block Magic and blessings."""
MOST_INSTANT = (Time.COUNTERSPELL, Time.INSTANT)


@record
class Caster:
    """Somebody who may begin a spell, and his cards."""

    creature: Creature
    spells: tuple[str, ...]


@record
class Wish:
    """A target as an order writes it, and what follows TO."""

    on: str
    aim: Aim
    to: str = ""
    place: int = NOWHERE
    terrain: str = ""


def on_creature(id_: str) -> Wish:
    """A creature as target."""
    return Wish(id_, Aim(Target.CREATURE, id_))


def castable(state: State, side: str, creature: Creature) -> list[str]:
    """A side's cards whose spells a creature could cast where it stands (MAG-2, MAG-20)."""
    types = set(creature.kind.spells)
    if creature.items:
        types |= {t for i in creature.items for t in state.items[i].kind.gives.levels}
    if not types:
        return []
    spells = (SPELLS[name] for name in state.cards[side])
    return [s.name for s in spells if s.magic.type in types and may_cast(state, creature, s.magic) is None]


def casters(plan: Plan) -> list[Caster]:
    """One's own casters free to cast, with the cards they can."""
    return casters_of(plan, lambda creature, name: free(plan.state, creature, SPELLS[name].magic) is None)


def casters_of(plan: Plan, may: Callable[[Creature, str], bool]) -> list[Caster]:
    """One's own casters, with the cards they can and may cast."""
    found = ((c, [name for name in castable(plan.state, plan.side, c) if may(c, name)]) for c in plan.creatures())
    return [Caster(creature, tuple(names)) for creature, names in found if names]


def strongest_first(plan: Plan, creatures: Iterable[Creature]) -> list[Creature]:
    """By Power, of equals the dearest."""
    return sorted(creatures, key=lambda c: (-power(plan.state, c), -c.kind.cost, c.key))


class Book:
    """Who may still cast, what is left in the pool, what has been aimed at already."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.pool = plan.state.pools[plan.side]
        self.free = {c.creature.id: c for c in casters(plan)}
        self.aimed: set[tuple[str, str]] = set()
        self.cards = {spell for c in self.free.values() for spell in c.spells}
        """Cards somebody can cast now."""

    def pays(self, spell: str, keep: int = 0) -> bool:
        """Whether the pool pays a spell and keeps some."""
        return self.pool - SPELLS[spell].cost >= keep

    def with_card(self, spell: str) -> list[Creature]:
        """Free casters who can cast a card."""
        if spell not in self.cards:
            return []
        return [c.creature for c in self.free.values() if spell in c.spells]

    def legal(self, creature: Creature, spell: str, wish: Wish) -> bool:
        """Whether a spell could be begun now and would be in range."""
        state, card = self.plan.state, SPELLS[spell]
        if (spell, wish.on) in self.aimed:
            return False
        if distance_to(state, creature, places_of(state, wish.aim)) > card.magic.range:
            return False
        effect = Declared(
            number=0,
            phase=Phase.M1,
            side=self.plan.side,
            magic=card.magic,
            user=creature.id,
            aim=wish.aim,
            spell=True,
            to=wish.place,
            terrain=wish.terrain,
        )
        return target_refused(state, effect) is None

    def begin(self, creature: Creature, spell: str, wish: Wish) -> None:
        """A spell of M1; who begins a longer one does not move."""
        self.pool -= SPELLS[spell].cost
        self.aimed.add((spell, wish.on))
        del self.free[creature.id]
        if SPELLS[spell].magic.time not in MOST_INSTANT:
            self.plan.casting.add(creature.id)
        self.plan.orders.append(Cast(phase=Phase.M1, spell=spell, by=(creature.id,), on=(wish.on,), to=wish.to))

    def cast(self, spell: str, wishes: Iterable[Wish], keep: int = RESERVE, most: int = 4) -> int:
        """Cast a card on the first wishes that are legal, one a caster; how often it was cast."""
        able = self.with_card(spell)
        wanted = list(wishes) if able else []
        times = 0
        for creature in able:
            if not wanted or times >= most or not self.pays(spell, keep):
                break
            found = next((w for w in wanted if self.legal(creature, spell, w)), None)
            if found is not None:
                self.begin(creature, spell, found)
                times += 1
        return times


# Units a little faster than the enemy reckons with: Haste, Free Movement, the Potion of Speed.


POTION = "Potion of Speed"
HASTE, FREE_MOVEMENT = "Haste", "Free Movement"
WORTHWHILE = 2
"""The Power in a place from which an attack is worth hurrying for."""


def hurry(book: Book) -> None:
    """Whom it brings to the enemy king, or into a fight that is won only with him."""
    scene = book.plan.scene
    potions = _potions(book)
    if not (potions or book.cards & {HASTE, FREE_MOVEMENT}):
        return
    held = scene.theirs
    worthwhile = sorted((p for p in held if held[p] >= WORTHWHILE and p != scene.goal), key=lambda p: (-held[p], p))
    for place in (scene.goal, *worthwhile):
        if _to(book, place, potions):
            return


def _to(book: Book, place: int, potions: dict[str, str]) -> bool:
    """Whether somebody is hurried to a place that would not be taken without him."""
    plan, scene = book.plan, book.plan.scene
    held = scene.power_at(scene.enemy, place)
    margin = max(plan.temper.margin, 1) if place == scene.goal else plan.temper.margin
    needed = 0 if held is None else held + margin
    there = sum(f.power for f in scene.mine if place in scene.reach(f) and not f.is_gun)
    able = [f for f in scene.mine if place in scene.reach(f) and not f.is_gun]
    if able and there >= needed:
        return False
    for force in mightiest(scene.mine):
        if place in scene.reach(force) or there + force.power < needed or force.is_gun or not force.power:
            continue
        faster = _faster(book, force).get(place)
        if faster and force.mount.id in potions:
            plan.orders.append(Use(phase=Phase.M1, what=potions[force.mount.id], by=(force.mount.id,)))
            plan.state.now.used.add(force.mount.id)
            book.free.pop(force.mount.id, None)
        elif faster and book.cast(HASTE, [on_creature(force.mount.id)], keep=_keep(book, place), most=1):
            pass
        else:
            faster = () if aloft(force.place) else walk_reach(scene, force, anywhere=True).get(place)
            if not faster or not book.cast(
                FREE_MOVEMENT, [on_creature(force.mount.id)], keep=_keep(book, place), most=1
            ):
                continue
        scene.lengthen(force, place, faster)
        return True
    return False


def _keep(book: Book, place: int) -> int:
    return 0 if place == book.plan.scene.goal else RESERVE


def _faster(book: Book, force: Force) -> Ways:
    """Where a force could go with a step and a point of flight speed more."""
    scene = book.plan.scene
    walking = walk_reach(scene, force, force.steps + 1) if force.steps else {}
    return {**(fly_reach(scene, force, force.speed + 1) if force.speed else {}), **walking}


def _potions(book: Book) -> dict[str, str]:
    """Top mounts that bear a Potion of Speed and may use it now, with its id."""
    state, found = book.plan.state, dict[str, str]()
    for force in book.plan.scene.mine:
        if force.mount.items:
            for item in working_items(state, force.mount):
                use = item.kind.use
                if item.kind.name == POTION and use is not None and free(state, force.mount, use) is None:
                    found[force.mount.id] = item.id
    return found


# Where a Wall of Thorns does most for a bot, and which walls are in its way.


NEAR = 3
WORTH = 1
FEARED = 3
WALL_RANGE = 2


def best_wall(plan: Plan, caster: Creature) -> tuple[int, int] | None:
    """The hex side in range whose wall makes the way home of one of the strongest near enemies on foot longest."""
    scene, board = plan.scene, plan.state.board
    home, standing = scene.home >> 1, walls(plan.state)
    near = [
        f
        for f in scene.foes
        if not f.place & 1 and not f.duration and f.power >= 2 and board.far[home][f.place >> 1] <= NEAR
    ]
    for foe in mightiest(near)[:FEARED]:
        before = distances(scene, foe, home, bridging=False)[foe.place >> 1]
        best: tuple[int, tuple[int, int]] | None = None
        for wall in _sides_on_the_way(scene, foe, home):
            if any(board.distance(caster.place, h * 2) > WALL_RANGE for h in wall) or wall in standing:
                continue
            gain = _with_wall(plan, foe, home, wall) - before
            if gain >= WORTH and (best is None or gain > best[0]):
                best = (gain, wall)
        if best:
            return best[1]
    return None


def _sides_on_the_way(scene: Scene, force: Force, home: int) -> list[tuple[int, int]]:
    """The hex sides a force crosses on its cheapest way home."""
    board = scene.state.board
    costs = distances(scene, force, home, bridging=False)
    hex_, found = force.place >> 1, list[tuple[int, int]]()
    for _ in range(8):
        if hex_ == home:
            break
        nearer = [h for h in board.near[hex_] if costs[h] < costs[hex_]]
        if not nearer:
            break
        to = min(nearer, key=lambda h: (costs[h], h))
        found.append(board.wall(hex_, to))
        hex_ = to
    return found


def _with_wall(plan: Plan, force: Force, home: int, wall: tuple[int, int]) -> int:
    return distances(plan.scene.afresh([wall]), force, home, bridging=False)[force.place >> 1]


def walls_in_the_way(plan: Plan) -> list[tuple[int, int]]:
    """Walls without which one's own near units come to the enemy king sooner, by more than enemies come to one's own.

    Those that delay the most Power first.
    """
    scene, found = plan.scene, list[tuple[int, tuple[int, int]]]()
    for wall in sorted(walls(plan.state)):
        opened = scene.opened(wall)
        gain = _gained(scene, opened, scene.mine, scene.goal >> 1, wall)
        if gain > _gained(scene, opened, scene.foes, scene.home >> 1, wall):
            found.append((-gain, wall))
    return [wall for _, wall in sorted(found)]


def _gained(scene: Scene, opened: Scene, forces: list[Force], goal: int, wall: tuple[int, int]) -> int:
    """Steps saved without a wall by units on foot within reach of it, each as often as it has Power."""
    gain = 0
    for force in forces:
        hex_ = force.place >> 1
        if force.power and not force.place & 1 and min(scene.state.board.far[hex_][h] for h in wall) <= NEAR:
            saved = distances(scene, force, goal)[hex_] - distances(opened, force, goal)[hex_]
            gain += force.power * max(saved, 0)
    return gain


AT_THE_DOOR = 2
WORTHY_ITEM = 3
SAVING = 10


def _hexes(book: Book, hexes: Iterable[int]) -> list[Wish]:
    names = book.plan.state.board.names
    return [Wish(names[h], Aim(Target.HEX, place=h * 2)) for h in hexes]


def _strong_near_home(book: Book) -> list[Force]:
    """Enemies of Power 2 or more on the ground within two of one's own king hex, strongest first."""
    near = [f for f in _near_home(book.plan, AT_THE_DOOR) if f.power >= 2]
    return mightiest(near)


def spoil(book: Book) -> None:
    """Disenchant, else Shatter, on what an enemy bears and what is worth it."""
    state = book.plan.state
    borne = [i for i in state.items.values() if i.by and not i.gone and not i.disenchanted]
    theirs = [i for i in borne if state.creatures[i.by].side != book.plan.side and i.kind.value >= WORTHY_ITEM]
    wishes = [Wish(i.id, Aim(Target.ITEM, i.id)) for i in sorted(theirs, key=lambda i: (-i.kind.cost, i.key))]
    book.cast("Disenchant", wishes, most=1)
    done = {on for spell, on in book.aimed if spell == "Disenchant"}
    book.cast("Shatter", (w for w in wishes if w.on not in done), most=1)


def thorns(book: Book) -> None:
    """Wall of Thorns where it makes the way of a strong enemy near home longer by two or more."""
    plan = book.plan
    for creature in book.with_card("Wall of Thorns"):
        wall = best_wall(plan, creature) if book.pays("Wall of Thorns", RESERVE) else None
        if wall is not None:
            aim = Aim(Target.WALL, place=wall[0] * 2, other=wall[1] * 2)
            book.begin(creature, "Wall of Thorns", Wish(plan.state.board.wall_name(wall), aim))
            return


def breach(book: Book) -> None:
    """Breach of the wall that makes the ways of one's own units longest."""
    if "Breach" in book.cards:
        plan, name = book.plan, book.plan.state.board.wall_name
        wishes = (Wish(name(w), Aim(Target.WALL, place=w[0] * 2, other=w[1] * 2)) for w in walls_in_the_way(plan))
        book.cast("Breach", wishes, keep=0, most=1)


def storms(book: Book) -> None:
    """Storm Call over an enemy flyer of Power 2 or more that stands or hangs within reach."""
    flyers = [f for f in book.plan.scene.foes if f.duration and f.power + f.ranged >= 2]
    book.cast("Storm Call", _hexes(book, (f.place >> 1 for f in mightiest(flyers))), most=1)


def anti_magic(book: Book) -> None:
    """Anti-Magic over two or more enemy casters or abilities, none of one's own magic in the area."""
    if "Anti-Magic" not in book.cards:
        return
    plan, state = book.plan, book.plan.state
    mine = [c.place >> 1 for c in plan.creatures() if c.kind.spells or c.items]
    theirs = [c.place >> 1 for f in plan.scene.foes for c in f.members if c.kind.spells or c.kind.ability]
    scored: list[tuple[int, int]] = []
    for hex_ in sorted({h for place in theirs for h in state.board.area[place]}):
        area = state.board.area[hex_]
        inside = sum(h in area for h in theirs)
        if inside >= 2 and not any(h in area for h in mine):
            scored.append((-inside, hex_))
    names = state.board.names
    wishes = (Wish(names[h], Aim(Target.AREA, place=h * 2)) for _, h in sorted(scored))
    book.cast("Anti-Magic", wishes, keep=0, most=1)


def shape_land(book: Book) -> None:
    """Shape Land under a strong enemy near home, into what it may not enter; Consecrate under an evil one."""
    state = book.plan.state
    wishes: list[Wish] = []
    for foe in _strong_near_home(book):
        hex_ = foe.place >> 1
        harmful = [x for x in "LWSRFG" if x not in foe.mount.kind.terrain]
        if harmful and hex_ not in state.now.fresh_terrain and state.terrain[hex_] in foe.mount.kind.terrain:
            aim = Aim(Target.HEX, place=foe.place)
            wishes.append(Wish(state.board.names[hex_], aim, to=harmful[0], terrain=harmful[0]))
    book.cast("Shape Land", wishes, most=1)
    evil = [f.place >> 1 for f in _strong_near_home(book) if f.mount.kind.evil or f.mount.kind.undead]
    book.cast("Consecrate", _hexes(book, evil), most=1)


def dispel(book: Book) -> None:
    """Dispel Magic on an enchantment of the enemy's side."""
    theirs = [e for e in book.plan.state.enchantments.values() if e.side != book.plan.side]
    wishes = (Wish(e.id, Aim(Target.ENCHANTMENT, e.id)) for e in in_order(theirs))
    book.cast("Dispel Magic", wishes, most=1)


def strengthen(book: Book) -> None:
    """Giant Strength on the strongest who can bear it; Invisibility on the dearest if enemies choose victims."""
    plan = book.plan
    mine = strongest_first(plan, plan.creatures())
    book.cast("Giant Strength", (on_creature(c.id) for c in mine[:4]), keep=SAVING, most=1)
    choosers = any(_targeted(c) for f in plan.scene.foes for c in f.members)
    if choosers:
        dear = sorted(plan.creatures(), key=lambda c: (-c.kind.cost, c.key))
        book.cast("Invisibility", (on_creature(c.id) for c in dear[:3]), keep=SAVING, most=1)


def _targeted(creature: Creature) -> bool:
    ranged = creature.kind.ranged
    return creature.kind.type is AttackType.TARGETED or (ranged is not None and ranged.type is AttackType.TARGETED)


def summon(book: Book) -> None:
    """A Phantasm where it is nearest the enemy king; a Wall of Stone where enemies come from; Meteor on crowds."""
    plan, board = book.plan, book.plan.state.board
    if book.cards & {"Phantasm"}:
        free = [h for h in board.hexes if not any(c.place == h * 2 for c in plan.state.living())]
        goal = board.far[plan.scene.goal >> 1]
        book.cast("Phantasm", _hexes(book, sorted(free, key=lambda h: (goal[h], h))), keep=SAVING, most=1)
    if "Raise Stone" in book.cards and _strong_near_home(book):
        home = plan.scene.home >> 1
        book.cast("Raise Stone", _hexes(book, board.near[home]), keep=RESERVE, most=1)
    if "Meteor" in book.cards:
        held = plan.scene.theirs
        crowds = [(sum(1 for p in held if not aloft(p) and p >> 1 in board.area[h]), h) for h in board.hexes]
        wide = [h for n, h in sorted(crowds, key=lambda x: (-x[0], x[1])) if n >= 2]
        names = board.names
        book.cast("Meteor", (Wish(names[h], Aim(Target.AREA_CREATURES, place=h * 2)) for h in wide), most=1)


def carry(book: Book) -> None:
    """Recall of the strongest when home is about to fall; Teleport of a strong unit to the enemy king's door."""
    plan, scene, board = book.plan, book.plan.scene, book.plan.state.board
    danger = sum(f.power for f in within_two_turns(scene, scene.foes, scene.home))
    held = scene.power_at(plan.side, scene.home) or 0
    if "Recall" in book.cards and danger > held:
        away = [f for f in scene.mine if f.place != scene.home and f.power >= 2]
        wishes = [on_creature(f.mount.id) for f in mightiest(away)]
        book.cast("Recall", wishes, keep=0, most=1)
    if "Teleport" in book.cards:
        doors = [h for h in board.near[scene.goal >> 1] if h * 2 not in scene.theirs]
        strong = mightiest(f for f in scene.mine if f.power >= 3)
        wishes = [
            Wish(f.mount.id, Aim(Target.CREATURE, f.mount.id), to=board.names[h], place=h * 2)
            for f in strong
            for h in doors
            if board.far[f.place >> 1][h] <= 3 and top(plan.state, f.mount) is f.mount
        ]
        book.cast("Teleport", wishes, keep=0, most=1)


CRAFTS: tuple[Callable[[Book], None], ...] = (
    hurry,
    carry,
    spoil,
    thorns,
    breach,
    storms,
    anti_magic,
    shape_land,
    dispel,
)
"""Before BOT-4's spells on enemies."""
LATER_CRAFTS: tuple[Callable[[Book], None], ...] = (strengthen, summon)
"""With what is left."""


# Terrain changes of bots: floods under enemies, bridges on the way to their king, storms over flyers (BOT-3).


NEAR_HOME = 3
LETTERS = tuple(TERRAINS)


class Purse:
    """The budget of SEQ 1, and what has been ordered from it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.left = budget(plan.state, plan.side)
        self.changed: set[int] = set()
        self.orders: list[Order] = []

    def buys(self, hex_: int) -> bool:
        """Whether a change of a hex can be paid and was not made yet."""
        return hex_ not in self.changed and change_cost(self.plan.state, self.plan.side, hex_) <= self.left

    def buy(self, hex_: int, order: Order) -> None:
        """Order it."""
        self.left -= change_cost(self.plan.state, self.plan.side, hex_)
        self.changed.add(hex_)
        self.orders.append(order)


def change(plan: Plan) -> None:
    """The terrain step of a plan: careful players flood first, bold ones bridge first."""
    purse = Purse(plan)
    if plan.temper.extras:
        _calm(plan, purse)
    if plan.temper.bold:
        _bridges(plan, purse, 3)
        _flood(plan, purse, _before_the_strongest(plan))
    else:
        _flood(plan, purse, _near_home(plan))
        _bridges(plan, purse, 1)
    if plan.temper.extras:
        _storms(plan, purse)
    plan.play(purse.orders, terrain=True)


def _near_home(plan: Plan, within: int = NEAR_HOME) -> list[Force]:
    """Enemies on the ground near one's own king hex, nearest first."""
    far = plan.scene.from_home
    near = [f for f in plan.scene.foes if not aloft(f.place) and far(f.place) <= within]
    return sorted(near, key=lambda f: (far(f.place), f.key))


def _before_the_strongest(plan: Plan) -> list[Force]:
    """Enemies nearest the strongest unit, not farther from their king than it."""
    strongest = max(plan.scene.mine, key=lambda f: (f.power, -f.key), default=None)
    if strongest is None:
        return []
    board, goal = plan.state.board, plan.scene.goal >> 1
    here = strongest.place >> 1
    before = [
        f for f in plan.scene.foes if not aloft(f.place) and board.far[goal][f.place >> 1] <= board.far[goal][here]
    ]
    return sorted(before, key=lambda f: (board.far[here][f.place >> 1], f.key))


def _flood(plan: Plan, purse: Purse, foes: list[Force]) -> None:
    """The hex under a ground enemy becomes a type it may not enter, unless one's own in reach beat it there."""
    for foe in foes:
        hex_ = foe.place >> 1
        letter = plan.state.terrain[hex_]
        if letter == COURT or not purse.buys(hex_) or not fits(plan.state, foe.mount, hex_):
            continue
        if plan.chance.whim(plan.temper.whims, "flood", foe.mount.id):
            continue
        standing = plan.scene.theirs.get(foe.place, 0)
        reaching = sum(f.power for f in plan.scene.mine if foe.place in plan.scene.reach(f))
        if reaching > standing:
            continue
        harmful = [x for x in LETTERS if x not in foe.mount.kind.terrain]
        there = [f for f in plan.scene.foes if f.place == foe.place]
        if not harmful:
            continue
        best = max(harmful, key=lambda x: (sum(f.power for f in there if x not in f.mount.kind.terrain), x == "L"))
        purse.buy(hex_, ChangeTerrain(plan.state.board.names[hex_], best))


def _bridges(plan: Plan, purse: Purse, most: int) -> None:
    """For its strongest units away from home: the first forbidden hex of their way becomes fit for most Power."""
    home = plan.scene.home
    walkers = [f for f in plan.scene.mine if f.power and not f.flies and (f.place != home or plan.turn > 2)]
    for force in mightiest(walkers)[:most]:
        hex_ = first_forbidden(plan.scene, force)
        if hex_ is None or not purse.buys(hex_) or plan.chance.whim(plan.temper.whims, "bridge", force.mount.id):
            continue
        letter = _fittest(plan.scene, force)
        if letter != plan.state.terrain[hex_]:
            purse.buy(hex_, ChangeTerrain(plan.state.board.names[hex_], letter))


def first_forbidden(scene: Scene, force: Force) -> int | None:
    """On the cheapest way to the enemy king hex, the first hex within Move + 1 steps that it may not enter."""
    goal = scene.goal >> 1
    costs = distances(scene, force, goal)
    hex_ = force.place >> 1
    for _ in range(max(force.steps, 1) + 1):
        if hex_ == goal or costs[hex_] >= FAR:
            return None
        hex_ = min(scene.state.board.near[hex_], key=lambda h: (costs[h] + (0 if scene.enters(force, h) else 3), h))
        if not scene.enters(force, hex_):
            return hex_
    return None


def _fittest(scene: Scene, force: Force) -> str:
    """The type most of one's own Power may enter, among those the force may."""

    def power(letter: str) -> int:
        return sum(f.power + 1 for f in scene.mine if letter in f.mount.kind.terrain)

    def enemies(letter: str) -> int:
        return sum(f.power for f in scene.foes if letter in f.mount.kind.terrain)

    return max(force.mount.kind.terrain, key=lambda x: (power(x), -enemies(x), -LETTERS.index(x)))


def _storms(plan: Plan, purse: Purse) -> None:
    """A storm over an enemy flyer that could reach one's own king hex, or that is aloft, if the budget is there."""
    home = plan.scene.home
    for foe in mightiest(plan.scene.foes):
        hex_ = foe.place >> 1
        if not foe.duration or hex_ in plan.state.storms or not purse.buys(hex_) or foe.power < 1:
            continue
        if any(f.place >> 1 == hex_ and f.duration for f in plan.scene.mine):
            continue
        far = plan.state.board.far[home >> 1][hex_]
        if far <= foe.speed + 1 or aloft(foe.place):
            purse.buy(hex_, MakeStorm(plan.state.board.names[hex_]))


def _calm(plan: Plan, purse: Purse) -> None:
    """A storm that keeps one's own dear flyer down is removed."""
    for force in mightiest(plan.scene.mine):
        hex_ = force.place >> 1
        if force.duration and force.power > 1 and hex_ in plan.state.storms and purse.buys(hex_):
            purse.buy(hex_, CalmStorm(plan.state.board.names[hex_]))
