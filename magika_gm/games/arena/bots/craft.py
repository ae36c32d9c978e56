"""Magic BOT has no words for, begun in M1: walls, storms, spoiled items, Anti-Magic, hurried and summoned units."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from magika_gm.games.arena.bots.barriers import best_wall, walls_in_the_way
from magika_gm.games.arena.bots.book import RESERVE, Book, Wish, on_creature
from magika_gm.games.arena.bots.hurry import hurry
from magika_gm.games.arena.bots.scene import Force, within_two_turns
from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.state import Aim, Creature
from magika_gm.games.arena.rules.terms import AttackType, Target
from magika_gm.games.arena.rules.units import top
from magika_gm.games.arena.rules.values import power

NEAR_HOME = 2
WORTHY_ITEM = 3
SAVING = 10


def _hexes(book: Book, hexes: Iterable[int]) -> list[Wish]:
    names = book.plan.state.board.names
    return [Wish(names[h], Aim(Target.HEX, place=h * 2)) for h in hexes]


def _strong_near_home(book: Book) -> list[Force]:
    """Enemies of Power 2 or more on the ground within two of one's own king hex, strongest first."""
    plan = book.plan
    far = plan.state.board.far[plan.scene.home >> 1]
    near = [f for f in plan.scene.foes if not aloft(f.place) and far[f.place >> 1] <= NEAR_HOME and f.power >= 2]
    return sorted(near, key=lambda f: (-f.power, f.key))


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
    book.cast(
        "Storm Call", _hexes(book, (f.place >> 1 for f in sorted(flyers, key=lambda f: (-f.power, f.key)))), most=1
    )


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
    wishes = (Wish(e.id, Aim(Target.ENCHANTMENT, e.id)) for e in sorted(theirs, key=lambda e: e.key))
    book.cast("Dispel Magic", wishes, most=1)


def strengthen(book: Book) -> None:
    """Giant Strength on the strongest who can bear it; Invisibility on the dearest if enemies choose victims."""
    plan = book.plan
    mine = sorted(plan.creatures(), key=lambda c: (-power(plan.state, c), -c.kind.cost, c.key))
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
        held = plan.scene.standing[plan.scene.enemy]
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
        wishes = [on_creature(f.mount.id) for f in sorted(away, key=lambda f: (-f.power, f.key))]
        book.cast("Recall", wishes, keep=0, most=1)
    if "Teleport" in book.cards:
        doors = [h for h in board.near[scene.goal >> 1] if h * 2 not in scene.standing[scene.enemy]]
        strong = sorted((f for f in scene.mine if f.power >= 3), key=lambda f: (-f.power, f.key))
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
