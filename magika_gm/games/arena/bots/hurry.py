"""Units a little faster than the enemy reckons with: Haste, Free Movement, the Potion of Speed."""

from __future__ import annotations

from magika_gm.games.arena.bots.book import RESERVE, Book, on_creature
from magika_gm.games.arena.bots.scene import Force, fly_reach, walk_reach
from magika_gm.games.arena.orders.order import Use
from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.legality import free
from magika_gm.games.arena.rules.terms import Phase
from magika_gm.games.arena.rules.values import working_items

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
    held = scene.standing[scene.enemy]
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
    for force in sorted(scene.mine, key=lambda f: (-f.power, f.key)):
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


def _faster(book: Book, force: Force) -> dict[int, tuple[int, ...]]:
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
