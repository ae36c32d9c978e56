"""Cards of bots in M1, as BOT-4 has them: Fireballs, the strongest enemies, the dead, the hurt."""

from __future__ import annotations

from magika_gm.games.arena.bots.book import RESERVE, Book, Wish, on_creature
from magika_gm.games.arena.bots.craft import CRAFTS, LATER_CRAFTS
from magika_gm.games.arena.bots.hurry import hurry
from magika_gm.games.arena.bots.moves import shots_without
from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.rules.state import Aim, Creature
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import Target
from magika_gm.games.arena.rules.values import power

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
        for place, held in sorted(scene.standing[scene.enemy].items(), key=lambda i: (-i[1], i[0])):
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
    foes = sorted(
        (c for f in plan.scene.foes for c in f.members),
        key=lambda c: (-power(plan.state, c), -c.kind.cost, c.key),
    )
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
