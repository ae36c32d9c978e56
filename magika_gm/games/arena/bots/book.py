"""The spells a bot begins in a turn: one a caster, as far as the pool goes (BOT-4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.orders.order import Cast
from magika_gm.games.arena.rules.legality import free, may_cast, target_refused
from magika_gm.games.arena.rules.magic import Declared, distance_to, places_of
from magika_gm.games.arena.rules.state import NOWHERE, Aim, Creature, State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import Phase, Target, Time

RESERVE = 5
"""Points a bot likes to keep for Block Magic and blessings."""
MOST_INSTANT = (Time.COUNTERSPELL, Time.INSTANT)


@dataclass(frozen=True, slots=True)
class Caster:
    """Somebody who may begin a spell, and his cards."""

    creature: Creature
    spells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
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
    state = plan.state
    found: list[Caster] = []
    for creature in plan.creatures():
        if not (creature.kind.spells or creature.items):
            continue
        fit = tuple(
            name for name in castable(state, plan.side, creature) if free(state, creature, SPELLS[name].magic) is None
        )
        if fit:
            found.append(Caster(creature, fit))
    return found


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
