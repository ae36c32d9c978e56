"""Cards of bots in M1, as BOT-4 has them: Fireballs, the strongest enemies, the dead, the hurt."""

from __future__ import annotations

from collections.abc import Iterable

from magika_gm.games.arena.bots.craft import (
    CRAFTS,
    LATER_CRAFTS,
    RESERVE,
    Book,
    Caster,
    Wish,
    casters_of,
    hurry,
    on_creature,
    strongest_first,
)
from magika_gm.games.arena.bots.moves import shots_without
from magika_gm.games.arena.bots.scene import Plan
from magika_gm.games.arena.orders.model import ANY, MINE, Cast, Condition, Order, Pronoun, Use, When
from magika_gm.games.arena.rules.state import Aim, Creature, in_order
from magika_gm.games.arena.rules.tables import ITEMS, QUICK_GROWTH, SPELLS
from magika_gm.games.arena.rules.terms import Phase, Target

ON_ENEMIES = (
    "Death Touch", "Charm Creature", "Control Animal", "Drain Life", "Sickness", "Cripple", "Hold", "Slow",
)  # fmt: skip
FIREBALL_POWER = 3
WORTH_RESURRECTING = 13
HORDE = 3


def begin_spells(plan: Plan) -> Book:
    """M1: Fireball where it makes an attack win; then on the strongest legal enemies; then the dead and the hurt."""
    book = Book(plan)
    if not book.cards:
        if plan.temper.extras:
            hurry(book)
        return book
    _fireballs(book)
    if plan.temper.extras:
        for craft in CRAFTS:
            craft(book)
    for spell in ON_ENEMIES:
        _on_the_strongest(book, spell)
    _the_dead(book)
    _the_hurt(book)
    if plan.temper.extras:
        for craft in LATER_CRAFTS:
            craft(book)
    return book


def _fireballs(book: Book) -> None:
    plan, scene = book.plan, book.plan.scene
    names = plan.state.board.place_names
    for creature in book.with_card("Fireball"):
        if not book.pays("Fireball"):
            return
        for place, held in sorted(scene.theirs.items(), key=lambda i: (-i[1], i[0])):
            wish = Wish(names[place], Aim(Target.PLACE, place=place))
            if place in plan.strikes or not book.legal(creature, "Fireball", wish):
                continue
            able = [
                f
                for f in scene.mine
                if f.power and not f.is_gun and f.mount.id != creature.id and place in scene.reach(f)
            ]
            without = sum(f.power for f in able) + shots_without(plan, able, place)
            if without <= held < without + FIREBALL_POWER:
                book.begin(creature, "Fireball", wish)
                plan.strikes[place] = FIREBALL_POWER
                break


def _on_the_strongest(book: Book, spell: str) -> None:
    """A spell on the strongest legal enemy whose cost is worth it."""
    if spell not in book.cards:
        return
    plan = book.plan
    foes = strongest_first(plan, (c for f in plan.scene.foes for c in f.members))
    worthy = [on_creature(c.id) for c in foes if c.kind.cost >= SPELLS[spell].cost and _helps(spell, c)]
    book.cast(spell, worthy, RESERVE if plan.temper.extras else 0)


def _helps(spell: str, foe: Creature) -> bool:
    """No Cripple on those who do not walk, no Sickness on the powerless."""
    if spell in ("Cripple", "Slow"):
        return foe.printed_move - foe.move_lost > 0 and not foe.on and foe.kind.flight is None
    if spell in ("Drain Life", "Sickness"):
        return foe.printed_power > 1
    return True


def _the_dead(book: Book) -> None:
    """Raise Horde for three corpses; Resurrect of what costs 13 or more; Create Zombie."""
    plan, state = book.plan, book.plan.state
    corpses = sorted((c for c in state.corpses.values() if not c.gone), key=lambda c: (-c.kind.cost, c.key))
    if not corpses:
        return
    fresh = [c for c in corpses if not c.kind.machine]
    crowded = [h for h in state.board.hexes if sum(c.hex in state.board.area[h] for c in fresh) >= HORDE]
    areas = [Wish(state.board.names[h], Aim(Target.AREA, place=h * 2)) for h in crowded]
    book.cast("Raise Horde", areas, keep=0, most=1)
    dear = [c for c in corpses if c.side == plan.side and c.kind.cost >= WORTH_RESURRECTING]
    book.cast("Resurrect", (Wish(c.id, Aim(Target.CORPSE, c.id)) for c in dear), keep=0)
    book.cast("Create Zombie", (Wish(c.id, Aim(Target.CORPSE, c.id)) for c in corpses), keep=0)


def _the_hurt(book: Book) -> None:
    hurt = sorted((c for c in book.plan.creatures() if c.power_lost), key=lambda c: (-c.power_lost, c.key))
    book.cast("Heal", (on_creature(c.id) for c in hurt), keep=0)


# What bots hold ready: lines for M2 of their own turn, and standing ones for the enemy's (BOT-4, MAIL-5).


STRONGEST = 3
PLACES = 4
NEAR = 3
BLESSINGS = ("Bless", QUICK_GROWTH)
CURSES = ("Weaken", "Befuddle")
TURN_UNDEAD = "Turn Undead"
STRIKES = ("Magic Bolt", "Phantom Blades", TURN_UNDEAD)


def second_phase(plan: Plan, book: Book) -> list[Order]:
    """M2 of one's own turn: blessings on the strongest that fight, curses and bolts on what is attacked."""
    orders: list[Order] = []
    able = [c for c in book.free.values() if c.creature.id not in plan.casting]
    fighters = [c for f in plan.scene.mine for c in f.members if plan.end_of(f) in plan.attacked]
    held = plan.scene.theirs
    targets = sorted(plan.attacked, key=lambda p: (-held.get(p, 0), p))
    orders += _blessings(plan, able, fighters, When.NOT_WINNING)
    orders += _on_places(plan, able, targets, When.NOT_WINNING)
    if plan.temper.extras:
        orders += _terror(plan, able, targets, When.NOT_WINNING)
    return [*orders, *_wands(plan, targets, When.NOT_WINNING)]


def standing_orders(plan: Plan) -> list[Order]:
    """For the enemy's turn: Block Magic, blessings where one loses, weakness on the strongest, tangles before home."""
    able = _casters_later(plan)
    orders: list[Order] = []
    places = sorted({plan.end_of(f) for f in plan.scene.mine})[:PLACES]
    if able:
        orders += _answers(able)
        if plan.temper.extras:
            orders += _before_home(plan, able)
            orders += _own_enchanted(plan, able)
        orders += _blessings(plan, able, list(plan.creatures()), When.LOSING)
        orders += _on_places(plan, able, places, When.LOSING)
        if plan.temper.extras:
            orders += _terror(plan, able, [p for p in places if p == plan.scene.home], When.LOSING)
    return [*orders, *_wands(plan, places, When.LOSING)]


def _casters_later(plan: Plan) -> list[Caster]:
    """Casters as they will be in the enemy's turn: those bound for longer cannot."""
    return casters_of(plan, lambda creature, _: creature.casting is None or creature.casting.due <= plan.state.turn)


def _by(able: Iterable[Caster], spell: str) -> tuple[str, ...]:
    return tuple(c.creature.id for c in able if spell in c.spells)


def _line(spell: str, by: tuple[str, ...], on: str, when: Condition, phase: Phase | None = Phase.M2) -> Cast:
    return Cast(phase=phase, spell=spell, by=by, on=(str(on),), when=when)


def _answers(able: list[Caster]) -> list[Order]:
    """Block Magic, or Reflect, on what is cast on one's own (BOT-1)."""
    when = Condition(When.ENEMY_CASTS, ANY, MINE)
    return [
        _line(spell, by, Pronoun.IT, when, None) for spell in ("Reflect", "Block Magic") if (by := _by(able, spell))
    ]


def _blessings(plan: Plan, able: list[Caster], fighters: list[Creature], when: When) -> list[Order]:
    strongest = strongest_first(plan, fighters)[:STRONGEST]
    spells = (*BLESSINGS, "Regenerate") if plan.temper.extras else BLESSINGS
    return [
        _line(spell, by, c.id, Condition(when, at=c.id))
        for spell in spells
        if (by := _by(able, spell))
        for c in strongest
    ]


def _on_places(plan: Plan, able: list[Caster], places: list[int], when: When) -> list[Order]:
    """Curses on the strongest enemy there, strikes on the place; Turn Undead only where some may be."""
    names = plan.state.board.place_names
    orders: list[Order] = []
    dead = [f.place for f in plan.scene.foes for c in f.members if c.kind.undead]
    reach = 0 if when is When.NOT_WINNING else NEAR
    for place in places:
        condition = Condition(when, at=names[place])
        for spell in (*CURSES, *STRIKES):
            by = _by(able, spell)
            if spell == TURN_UNDEAD and not any(plan.state.board.distance(place, p) <= reach for p in dead):
                continue
            if by:
                orders.append(_line(spell, by, names[place] if spell in STRIKES else Pronoun.ENEMY, condition))
    return orders


def _terror(plan: Plan, able: list[Caster], places: list[int], when: When) -> list[Order]:
    """Terror drives the strongest enemy out of a place that would not be won."""
    by, names = _by(able, "Terror"), plan.state.board.place_names
    return [_line("Terror", by, Pronoun.ENEMY, Condition(when, at=names[p])) for p in places if by]


def _before_home(plan: Plan, able: list[Caster]) -> list[Order]:
    """In the enemy's M1, where one's own king hex would fall: Mirage over it, Entangle on those who come, a Wall."""
    scene, board = plan.scene, plan.state.board
    coming = [f for f in scene.foes if scene.home in scene.reach(f)]
    held = plan.power_to_be(plan.side).get(scene.home, 0)
    if not coming or sum(f.power for f in coming) < held:
        return []
    orders: list[Order] = []
    names = board.place_names
    walking = {f.place for f in coming if not f.place & 1}
    places = sorted(walking, key=lambda p: (-scene.theirs.get(p, 0), p))
    if by := _by(able, "Entangle"):
        orders += [
            _line("Entangle", by, names[p], Condition(When.ENEMY_NEAR, at=names[p]), Phase.M1) for p in places[:2]
        ]
    if by := _by(able, "Mirage"):
        near = Condition(When.ENEMY_NEAR, at=names[scene.home], within=3)
        orders.append(_line("Mirage", by, names[scene.home], near, Phase.M1))
    if by := _by(able, "Wall of Force"):
        home = scene.home >> 1
        beside = [p for p in places if p >> 1 in board.near[home]]
        orders += [
            _line(
                "Wall of Force",
                by,
                board.wall_name(board.wall(home, p >> 1)),
                Condition(When.ENEMY_NEAR, at=names[p]),
                Phase.M1,
            )
            for p in beside[:2]
        ]
    return orders


def _own_enchanted(plan: Plan, able: list[Caster]) -> list[Order]:
    """Dispel Magic on what the enemy laid on one's own creatures."""
    by, creatures = _by(able, "Dispel Magic"), plan.state.creatures
    harmful = [
        e
        for e in in_order(plan.state.enchantments.values())
        if e.side != plan.side and e.aim.id in creatures and creatures[e.aim.id].owner == plan.side
    ]
    return [Cast(phase=Phase.M1, spell="Dispel Magic", by=by, on=(e.id,), keep=RESERVE) for e in harmful[:2] if by]


def _wands(plan: Plan, places: list[int], when: When) -> list[Order]:
    """Wands and nets of those who bear them, on places that would not be won."""
    state, names = plan.state, plan.state.board.place_names
    orders: list[Order] = []
    for creature in plan.creatures():
        for id_ in creature.items:
            use = ITEMS[state.items[id_].kind.name].use
            if use is None or use.target is Target.SELF:
                continue
            for place in places:
                on = names[place] if use.target is Target.PLACE else str(Pronoun.ENEMY)
                orders.append(
                    Use(phase=Phase.M2, what=id_, by=(creature.id,), on=(on,), when=Condition(when, at=names[place]))
                )
    return orders
