"""Cards of bots: what they begin in M1, what they hold ready for M2, what stands for the enemy's turns (BOT-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from magika_gm.games.arena.bots.moves import shots_without
from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.orders.order import ANY, MINE, Cast, Condition, Order, Pronoun, Use, When
from magika_gm.games.arena.rules.legality import free, may_cast, target_refused
from magika_gm.games.arena.rules.magic import Declared, distance_to, places_of
from magika_gm.games.arena.rules.state import NOWHERE, Aim, Creature
from magika_gm.games.arena.rules.tables import ITEMS, QUICK_GROWTH, SPELLS
from magika_gm.games.arena.rules.terms import Phase, Target
from magika_gm.games.arena.rules.values import power

STRONGEST = 3
RESERVE = 5
"""Points a bot likes to keep for Block Magic and blessings."""
ON_ENEMIES = (
    "Death Touch", "Charm Creature", "Control Animal", "Drain Life", "Sickness", "Cripple", "Hold", "Slow",
)  # fmt: skip
BLESSINGS = ("Bless", QUICK_GROWTH)
CURSES = ("Weaken", "Befuddle")


@dataclass(frozen=True, slots=True)
class Caster:
    """Somebody who may begin a spell in this M1."""

    creature: Creature
    spells: tuple[str, ...]


def casters(plan: Plan) -> list[Caster]:
    """One's own casters free to cast, with the cards they can."""
    state = plan.state
    found: list[Caster] = []
    for creature in plan.creatures():
        if not creature.kind.spells and not creature.items:
            continue
        fit = tuple(
            name
            for name in state.cards[plan.side]
            if may_cast(state, creature, SPELLS[name].magic) is None
            and free(state, creature, SPELLS[name].magic) is None
        )
        if fit:
            found.append(Caster(creature, fit))
    return found


def legal(plan: Plan, creature: Creature, spell: str, aim: Aim, to: int = NOWHERE, terrain: str = "") -> bool:
    """Whether a spell could be begun now and would be in range."""
    state, card = plan.state, SPELLS[spell]
    if distance_to(state, creature, places_of(state, aim)) > card.magic.range:
        return False
    effect = Declared(
        number=0, phase=Phase.M1, side=plan.side, magic=card.magic, user=creature.id, aim=aim, spell=True, to=to,
        terrain=terrain,
    )  # fmt: skip
    return target_refused(state, effect) is None


class Book:
    """The spells of a turn: one a caster, as far as the pool goes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.pool = plan.state.pools[plan.side]
        self.free = {c.creature.id: c for c in casters(plan)}
        self.aimed: set[tuple[str, str]] = set()

    def pays(self, spell: str, keep: int = 0) -> bool:
        """Whether the pool pays a spell and keeps some."""
        return self.pool - SPELLS[spell].cost >= keep

    def with_card(self, spell: str) -> list[Creature]:
        """Free casters who can cast a card."""
        return [c.creature for c in self.free.values() if spell in c.spells]

    def begin(self, creature: Creature, spell: str, on: str, to: str = "") -> None:
        """A half-turn or longer spell, or an Instant of M1."""
        self.pool -= SPELLS[spell].cost
        self.aimed.add((spell, on))
        del self.free[creature.id]
        self.plan.casting.add(creature.id)
        self.plan.orders.append(Cast(phase=Phase.M1, spell=spell, by=(creature.id,), on=(on,), to=to))


def begin_spells(plan: Plan) -> Book:
    """M1: Fireball where it makes an attack win; then on the strongest legal enemies; then the dead and the hurt."""
    book = Book(plan)
    _fireballs(book)
    if plan.temper.extras:
        for work in EXTRAS:
            work(book)
    for spell in ON_ENEMIES:
        _on_the_strongest(book, spell)
    _the_dead(book)
    _the_hurt(book)
    return book


def _fireballs(book: Book) -> None:
    plan, scene = book.plan, book.plan.scene
    for creature in book.with_card("Fireball"):
        if not book.pays("Fireball"):
            return
        names = plan.state.board.place_names
        for place, held in sorted(scene.standing[scene.enemy].items(), key=lambda i: (-i[1], i[0])):
            aim = Aim(Target.PLACE, place=place)
            if place in plan.strikes or not legal(plan, creature, "Fireball", aim):
                continue
            able = [
                f
                for f in scene.mine
                if f.power and not f.is_gun and f.mount.id != creature.id and place in scene.reach(f)
            ]
            without = sum(f.power for f in able) + shots_without(plan, able, place)
            if without <= held < without + 3:
                book.begin(creature, "Fireball", names[place])
                plan.strikes[place] = 3
                break


def _on_the_strongest(book: Book, spell: str) -> None:
    plan = book.plan
    foes = sorted(
        (c for f in plan.scene.foes for c in f.members),
        key=lambda c: (-power(plan.state, c), -c.kind.cost, c.key),
    )
    for creature in book.with_card(spell):
        if not book.pays(spell, RESERVE if plan.temper.extras else 0):
            return
        for foe in foes:
            worthy = foe.kind.cost >= SPELLS[spell].cost and (spell, foe.id) not in book.aimed
            if worthy and _helps(spell, foe) and legal(plan, creature, spell, Aim(Target.CREATURE, foe.id)):
                book.begin(creature, spell, foe.id)
                break


def _helps(spell: str, foe: Creature) -> bool:
    """No Cripple on those who do not walk, no Sickness on the powerless."""
    if spell in ("Cripple", "Slow"):
        return foe.printed_move - foe.move_lost > 0 and not foe.on and foe.kind.flight is None
    if spell in ("Drain Life", "Sickness"):
        return foe.printed_power > 1
    return True


def _the_dead(book: Book) -> None:
    """Raise Horde for three corpses; Create Zombie; Resurrect of what costs 13 or more."""
    plan, state = book.plan, book.plan.state
    corpses = [c for c in state.corpses.values() if not c.gone]
    for creature in book.with_card("Raise Horde"):
        for hex_ in state.board.hexes:
            inside = [c for c in corpses if c.hex in state.board.area[hex_] and not c.kind.machine]
            aim = Aim(Target.AREA, place=hex_ * 2)
            if len(inside) >= 3 and book.pays("Raise Horde") and legal(plan, creature, "Raise Horde", aim):
                book.begin(creature, "Raise Horde", state.board.names[hex_])
                break
    for spell, least in (("Resurrect", 13), ("Create Zombie", 0)):
        for creature in book.with_card(spell):
            for corpse in sorted(corpses, key=lambda c: (-c.kind.cost, c.key)):
                own = spell == "Create Zombie" or corpse.side == plan.side
                aim = Aim(Target.CORPSE, corpse.id)
                fresh = (spell, corpse.id) not in book.aimed and corpse.kind.cost >= least
                if own and fresh and book.pays(spell) and legal(plan, creature, spell, aim):
                    book.begin(creature, spell, corpse.id)
                    break


def _the_hurt(book: Book) -> None:
    plan = book.plan
    hurt = sorted((c for c in plan.creatures() if c.power_lost), key=lambda c: (-c.power_lost, c.key))
    for creature in book.with_card("Heal"):
        for friend in hurt:
            if book.pays("Heal") and legal(plan, creature, "Heal", Aim(Target.CREATURE, friend.id)):
                book.begin(creature, "Heal", friend.id)
                break


# --- what BOT has no words for ---


def _walls(book: Book) -> None:
    """Wall of Thorns where it makes the way of a strong enemy near home longer by two or more."""
    from magika_gm.games.arena.bots.barriers import best_wall

    plan = book.plan
    for creature in book.with_card("Wall of Thorns"):
        if not book.pays("Wall of Thorns", RESERVE):
            return
        wall = best_wall(plan, creature)
        if wall is not None:
            book.begin(creature, "Wall of Thorns", plan.state.board.wall_name(wall))


def _storms(book: Book) -> None:
    """Storm Call over an enemy flyer of Power 2 or more that stands or hangs within reach."""
    plan = book.plan
    for creature in book.with_card("Storm Call"):
        for foe in sorted(plan.scene.foes, key=lambda f: (-f.power, f.key)):
            name = plan.state.board.names[foe.place >> 1]
            aim = Aim(Target.HEX, place=foe.place & ~1)
            wanted = foe.duration and foe.power + foe.ranged >= 2 and ("Storm Call", name) not in book.aimed
            if wanted and book.pays("Storm Call", RESERVE) and legal(plan, creature, "Storm Call", aim):
                book.begin(creature, "Storm Call", name)
                break


def _spoil(book: Book) -> None:
    """Disenchant, else Shatter, on what an enemy bears and what is worth it; Dispel on what harms one's own."""
    plan, state = book.plan, book.plan.state
    borne = [i for i in state.items.values() if i.by and not i.gone and not i.disenchanted]
    theirs = [i for i in borne if state.creatures[i.by].side != plan.side]
    for spell in ("Disenchant", "Shatter"):
        for creature in book.with_card(spell):
            for item in sorted(theirs, key=lambda i: (-i.kind.cost, i.key)):
                aim = Aim(Target.ITEM, item.id)
                worthy = item.kind.value >= 3 and (spell, item.id) not in book.aimed
                if worthy and book.pays(spell, RESERVE) and legal(plan, creature, spell, aim):
                    book.begin(creature, spell, item.id)
                    book.aimed |= {("Disenchant", item.id), ("Shatter", item.id)}
                    break


def _anti_magic(book: Book) -> None:
    """Anti-Magic over two or more enemy casters (or enchantments of theirs), none of one's own in the area."""
    plan, state = book.plan, book.plan.state
    for creature in book.with_card("Anti-Magic"):
        if not book.pays("Anti-Magic", RESERVE):
            return
        best: tuple[int, int] | None = None
        for hex_ in state.board.hexes:
            area = state.board.area[hex_]
            here = [c for c in state.living() if c.place >> 1 in area]
            mine = any(c.side == plan.side and (c.kind.spells or c.items) for c in here)
            theirs = sum(1 for c in here if c.side != plan.side and (c.kind.spells or c.kind.ability))
            if mine or theirs < 2 or not legal(plan, creature, "Anti-Magic", Aim(Target.AREA, place=hex_ * 2)):
                continue
            if best is None or theirs > best[0]:
                best = (theirs, hex_)
        if best is not None:
            book.begin(creature, "Anti-Magic", state.board.names[best[1]])


def _shape_land(book: Book) -> None:
    """Shape Land under a strong enemy within two of home, into what it may not enter."""
    plan, state = book.plan, book.plan.state
    far = state.board.far[plan.scene.home >> 1]
    near = [f for f in plan.scene.foes if not f.place & 1 and far[f.place >> 1] <= 2 and f.power >= 2]
    for creature in book.with_card("Shape Land"):
        for foe in sorted(near, key=lambda f: (-f.power, f.key)):
            harmful = [x for x in "LWSRFG" if x not in foe.mount.kind.terrain]
            name = state.board.names[foe.place >> 1]
            aim = Aim(Target.HEX, place=foe.place)
            fresh = ("Shape Land", name) not in book.aimed and foe.place >> 1 not in state.now.fresh_terrain
            ok = harmful and fresh and state.terrain[foe.place >> 1] in foe.mount.kind.terrain
            if ok and book.pays("Shape Land", RESERVE) and legal(plan, creature, "Shape Land", aim, terrain=harmful[0]):
                book.begin(creature, "Shape Land", name, harmful[0])
                break


def _dispel(book: Book) -> None:
    """Dispel Magic (an Instant) on an enchantment of the enemy on one's own, or that helps his."""
    plan, state = book.plan, book.plan.state
    theirs = [e for e in state.enchantments.values() if e.side != plan.side]
    for creature in book.with_card("Dispel Magic"):
        for enchantment in sorted(theirs, key=lambda e: e.key):
            aim = Aim(Target.ENCHANTMENT, enchantment.id)
            fresh = ("Dispel Magic", enchantment.id) not in book.aimed
            if fresh and book.pays("Dispel Magic", RESERVE) and legal(plan, creature, "Dispel Magic", aim):
                book.begin(creature, "Dispel Magic", enchantment.id)
                plan.casting.discard(creature.id)
                break


EXTRAS: tuple[Callable[[Book], None], ...] = (_spoil, _walls, _storms, _anti_magic, _shape_land, _dispel)


# --- M2, and what stands ---


def second_phase(plan: Plan, book: Book) -> list[Order]:
    """M2 of one's own turn: blessings on the strongest that fight, curses and bolts on what is attacked."""
    state = plan.state
    orders: list[Order] = []
    idle = [c for c in book.free.values() if c.creature.id not in plan.casting]
    fighters = [c for f in plan.scene.mine for c in f.members if plan.end_of(f) in plan.attacked]
    strongest = sorted(fighters, key=lambda c: (-power(state, c), -c.kind.cost, c.key))[:STRONGEST]
    for spell in BLESSINGS:
        by = _by(idle, spell)
        if by:
            orders += [_ready(spell, by, c.id, Condition(When.NOT_WINNING, at=c.id)) for c in strongest]
    for place in sorted(plan.attacked, key=lambda p: (-plan.scene.standing[plan.scene.enemy].get(p, 0), p)):
        name = state.board.place_names[place]
        condition = Condition(When.NOT_WINNING, at=name)
        for spell in CURSES:
            by = _by(idle, spell)
            if by:
                orders.append(_ready(spell, by, Pronoun.ENEMY, condition))
        for spell in ("Magic Bolt", "Phantom Blades"):
            by = _by(idle, spell)
            if by:
                orders.append(_ready(spell, by, name, condition))
    orders += _wands(plan, own=True)
    return orders


def _ready(spell: str, by: tuple[str, ...], on: str, when: Condition, keep: int | None = None) -> Cast:
    return Cast(phase=Phase.M2, spell=spell, by=by, on=(str(on),), when=when, keep=keep)


def _by(able: Iterable[Caster], spell: str) -> tuple[str, ...]:
    return tuple(c.creature.id for c in able if spell in c.spells)


def standing_orders(plan: Plan) -> list[Order]:
    """For the enemy's turn: Block Magic, blessings where one loses, weakness on the strongest, tangles before home."""
    state, scene = plan.state, plan.scene
    able = casters_later(plan)
    orders: list[Order] = []
    block = _by(able, "Block Magic")
    if block:
        orders.append(
            Cast(
                phase=None,
                spell="Block Magic",
                by=block,
                on=(Pronoun.IT,),
                when=Condition(When.ENEMY_CASTS, ANY, MINE),
            )
        )
    mine = sorted((c for f in scene.mine for c in f.members), key=lambda c: (-power(state, c), -c.kind.cost, c.key))
    for spell in BLESSINGS:
        by = _by(able, spell)
        if by:
            orders += [_ready(spell, by, c.id, Condition(When.LOSING, at=c.id)) for c in mine[:STRONGEST]]
    places = sorted({plan.end_of(f) for f in scene.mine})
    names = state.board.place_names
    for spell in CURSES:
        by = _by(able, spell)
        if by:
            orders += [_ready(spell, by, Pronoun.ENEMY, Condition(When.LOSING, at=names[p])) for p in places[:4]]
    for spell in ("Magic Bolt", "Phantom Blades"):
        by = _by(able, spell)
        if by:
            orders += [_ready(spell, by, names[p], Condition(When.LOSING, at=names[p])) for p in places[:4]]
    if plan.temper.extras:
        orders += _tangles(plan, able)
        orders += _own_enchanted(plan, able)
    orders += _wands(plan, own=False)
    return orders


def casters_later(plan: Plan) -> list[Caster]:
    """Casters as they will be in the enemy's turn: those bound for longer cannot."""
    state = plan.state
    found: list[Caster] = []
    for creature in plan.creatures():
        if creature.casting is not None and creature.casting.due > state.turn:
            continue
        fit = tuple(n for n in state.cards[plan.side] if may_cast(state, creature, SPELLS[n].magic) is None)
        if fit:
            found.append(Caster(creature, fit))
    return found


def _tangles(plan: Plan, able: list[Caster]) -> list[Order]:
    """Entangle, in the enemy's M1, the enemies from whose place one's own king hex would fall."""
    by = _by(able, "Entangle")
    if not by:
        return []
    scene, names = plan.scene, plan.state.board.place_names
    reaching = [f for f in scene.foes if not f.place & 1 and scene.home in scene.reach(f)]
    places = sorted({f.place for f in reaching}, key=lambda p: (-scene.standing[scene.enemy].get(p, 0), p))
    held = plan.power_to_be(plan.side).get(scene.home, 0)
    if sum(f.power for f in reaching) < held:
        return []
    return [
        Cast(
            phase=Phase.M1,
            spell="Entangle",
            by=by,
            on=(names[p],),
            when=Condition(When.ENEMY_NEAR, at=names[p], within=0),
        )
        for p in places[:2]
    ]


def _own_enchanted(plan: Plan, able: list[Caster]) -> list[Order]:
    """Dispel Magic on what the enemy laid on one's own creatures."""
    by = _by(able, "Dispel Magic")
    harmful = [
        e
        for e in plan.state.enchantments.values()
        if e.side != plan.side
        and e.aim.id in plan.state.creatures
        and plan.state.creatures[e.aim.id].owner == plan.side
    ]
    if not by:
        return []
    return [
        Cast(phase=Phase.M1, spell="Dispel Magic", by=by, on=(e.id,), keep=RESERVE)
        for e in sorted(harmful, key=lambda e: e.key)[:2]
    ]


def _wands(plan: Plan, *, own: bool) -> list[Order]:
    """Wands and nets of those who bear them, on places that would not be won."""
    orders: list[Order] = []
    state, names = plan.state, plan.state.board.place_names
    when = When.NOT_WINNING if own else When.LOSING
    for creature in plan.creatures():
        for id_ in creature.items:
            item = state.items[id_]
            use = ITEMS[item.kind.name].use
            if use is None or use.target is Target.SELF:
                continue
            places = sorted(plan.attacked) if own else sorted({plan.end_of(f) for f in plan.scene.mine})[:4]
            for place in places:
                on = names[place] if use.target is Target.PLACE else str(Pronoun.ENEMY)
                orders.append(
                    Use(phase=Phase.M2, what=id_, by=(creature.id,), on=(on,), when=Condition(when, at=names[place]))
                )
    return orders
