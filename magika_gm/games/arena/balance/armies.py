"""Armies made by chance and changed a little, within a scenario's limits: what a search for the strongest tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.games.arena.armies import ArmyList, Costs, Entry, Limits, check_army
from magika_gm.games.arena.bots.chance import Chance
from magika_gm.games.arena.rules.tables import BUYABLE, ITEMS, KINDS, SPELLS

LEAST_POOL = 0
MOST_ITEMS = 4
CARDS = 8


@dataclass(frozen=True, slots=True)
class Muster:
    """An army as counts of creatures and items; its cards follow from who can cast."""

    creatures: tuple[tuple[str, int], ...]
    items: tuple[tuple[str, int], ...] = ()

    def listed(self) -> ArmyList:
        """As an army list, with the cards its casters can cast that bots like best."""
        return ArmyList(
            creatures=tuple(Entry(n, name) for name, n in self.creatures),
            items=tuple(Entry(n, name) for name, n in self.items),
            spells=tuple(Entry(1, name) for name in cards_for([name for name, _ in self.creatures])),
        )

    def plain(self) -> Any:
        """As a sign-up's choice."""
        return self.listed().to_plain()

    def __str__(self) -> str:
        parts = [f"{n} {name}" if n > 1 else name for name, n in (*self.creatures, *self.items)]
        return ", ".join(parts)


LIKED = (
    "Fireball", "Bless", "Weaken", "Block Magic", "Control Animal", "Create Zombie", "Death Touch", "Cripple",
    "Sickness", "Drain Life", "Storm Call", "Entangle", "Quick Growth", "Magic Bolt", "Charm Creature", "Befuddle",
    "Raise Horde", "Resurrect", "Teleport", "Haste", "Terror", "Mirage", "Anti-Magic", "Hold", "Slow", "Recall",
    "Phantom Blades", "Wall of Thorns", "Shape Land", "Heal", "Giant Strength", "Phantasm", "Consecrate",
    "Turn Undead", "Dispel Magic",
)  # fmt: skip
"""Cards in the order bots make most of them."""


def cards_for(kinds: Sequence[str]) -> tuple[str, ...]:
    """The cards an army of these kinds can cast, those bots like first."""
    best: dict[str, int] = {}
    for name in kinds:
        for magic, level in KINDS[name].spells.items():
            best[magic] = max(best.get(magic, 0), level)
    fit = [name for name in LIKED if best.get(SPELLS[name].magic.type, 0) >= SPELLS[name].magic.level]
    return tuple(fit[:CARDS])


def legal(muster: Muster, limits: Limits, costs: Costs) -> bool:
    """Whether a scenario allows it."""
    return not check_army(muster.listed(), limits, costs).faults


def random_muster(chance: Chance, number: int, limits: Limits, costs: Costs, share: float = 0.85) -> Muster:
    """An army that spends about ``share`` of its points, drawn kind by kind; half of them from a few kinds only."""
    kinds = list(BUYABLE)
    if chance.of(number, "few") < 0.5:
        start = int(chance.of(number, "kinds") * len(kinds))
        kinds = [kinds[(start + int(chance.of(number, "kind", i) * len(kinds))) % len(kinds)] for i in range(6)]
    creatures: Counter[str] = Counter()
    items: Counter[str] = Counter()
    spent = 0
    for i in range(200):
        if spent >= share * limits.points:
            break
        name = kinds[int(chance.of(number, "draw", i) * len(kinds))]
        trial = Muster(_counted(creatures + Counter([name])), _counted(items))
        if spent + costs.creatures[name] <= limits.points and not _over(trial, limits, costs):
            creatures[name] += 1
            spent += costs.creatures[name]
    for i in range(int(chance.of(number, "items") * MOST_ITEMS)):
        name = tuple(ITEMS)[int(chance.of(number, "item", i) * len(ITEMS))]
        trial = Muster(_counted(creatures), _counted(items + Counter([name])))
        if spent + costs.items[name] <= limits.points and not _over(trial, limits, costs):
            items[name] += 1
            spent += costs.items[name]
    if all(KINDS[name].vehicle for name in creatures):
        return random_muster(chance, number + 1_000_003, limits, costs, share)
    return Muster(_counted(creatures), _counted(items))


def _counted(counter: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    order = {name: i for i, name in enumerate((*BUYABLE, *ITEMS))}
    return tuple(sorted(((k, n) for k, n in counter.items() if n > 0), key=lambda e: order[e[0]]))


def _over(muster: Muster, limits: Limits, costs: Costs) -> bool:
    """Whether it breaks a limit other than that there must be somebody who is no vehicle."""
    faults = check_army(muster.listed(), limits, costs).faults
    return any("no vehicle" not in fault.reason for fault in faults)


def neighbour(muster: Muster, chance: Chance, number: int, limits: Limits, costs: Costs) -> Muster:
    """The army with one or two things changed for others, filled up or left for the pool; always legal."""
    for attempt in range(60):
        creatures, items = Counter(dict(muster.creatures)), Counter(dict(muster.items))
        for step in range(1 + int(2 * chance.of(number, attempt, "steps"))):
            _change(creatures, items, chance, (number, attempt, step))
        trial = Muster(_counted(creatures), _counted(items))
        trial = _filled(trial, chance, number * 61 + attempt, limits, costs)
        if trial != muster and legal(trial, limits, costs):
            return trial
    return muster


def _change(creatures: Counter[str], items: Counter[str], chance: Chance, key: tuple[int, ...]) -> None:
    """Take one thing out, and perhaps more of a kind in."""
    have = [*creatures.elements(), *items.elements()]
    if have and chance.of(*key, "out") < 0.8:
        out = have[int(chance.of(*key, "which") * len(have))]
        (creatures if out in creatures else items)[out] -= 1
        if chance.of(*key, "all") < 0.3 and out in creatures:
            creatures[out] = 0
    draw = chance.of(*key, "in")
    if draw < 0.45 and creatures:
        mine = [name for name, n in creatures.items() if n > 0] or list(BUYABLE)
        creatures[mine[int(chance.of(*key, "more") * len(mine))]] += 1
    elif draw < 0.85:
        creatures[BUYABLE[int(chance.of(*key, "new") * len(BUYABLE))]] += 1
    else:
        items[tuple(ITEMS)[int(chance.of(*key, "item") * len(ITEMS))]] += 1


def _filled(muster: Muster, chance: Chance, number: int, limits: Limits, costs: Costs) -> Muster:
    """Spend what is left on more of the same, sometimes: else it is the pool."""
    if chance.of(number, "fill") < 0.5:
        return muster
    creatures = Counter(dict(muster.creatures))
    for _ in range(6):
        spent = sum(costs.creatures[k] * n for k, n in creatures.items())
        spent += sum(costs.items[k] * n for k, n in muster.items)
        fit = [
            k
            for k in creatures
            if spent + costs.creatures[k] <= limits.points and creatures[k] < limits.of_a_kind and creatures[k] > 0
        ]
        if not fit:
            break
        creatures[fit[int(chance.of(number, "with", spent) * len(fit))]] += 1
    filled = Muster(_counted(creatures), muster.items)
    return filled if legal(filled, limits, costs) else muster
