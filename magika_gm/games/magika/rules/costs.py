"""What each order would cost a mage from where he stands, and what it would bring: figures only he may know (REPORT).

Everything comes from his own statistics and hands and from the recon he is given, so nothing hidden shows through: a
space that is full, a way that somebody else's spell bars, are not told of here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from magika_gm.games.magika.rules import steps
from magika_gm.games.magika.rules.arena import DIRECTIONS, NAME, NEIGHBOUR
from magika_gm.games.magika.rules.enchantments import (
    SOUTHWARD_INTO,
    casting_skill,
    entitlement,
    factor,
    move_percent,
    search_bonus,
)
from magika_gm.games.magika.rules.spellbook import FIGURES
from magika_gm.games.magika.rules.state import Mage, World, tick
from magika_gm.games.magika.rules.steps import aptitude_forbids
from magika_gm.games.magika.rules.tables import BLACK, PHASES, SEARCH_CHANCE, TERRAIN_NAMES, half_up
from magika_gm.games.magika.sight import FOGGED, Recon, Whereabouts, whereabouts

LEAST_TOIL, MOST_TOIL = 20, 60

FURTHER = "Further moves"
"""How the row begins that tells what second and later moves of a turn cost."""


class OrderCost(NamedTuple):
    """An order he may give next turn, what it costs (or brings, with a +), and what else is to be known of it."""

    order: str
    cost: str
    note: str = ""


def order_costs(world: World, letter: str, recon: Recon) -> tuple[OrderCost, ...]:
    """The orders open to him next turn, with their figures as he stands now.

    ``recon`` is his own, of this moment; of the world only his own record and its options are looked at.
    """
    mage = _next_turn(world, world.mages[letter])
    return (*_moves(world, mage, recon), *_stays(world, mage), *_casts(world, mage), *_hands(mage, recon))


def _next_turn(world: World, mage: Mage) -> Mage:
    """Himself as the next turn begins: counters at nothing, what ends with this turn gone."""
    coming = mage.copy()
    coming.moves = 0
    first = tick(world.turn + 1, 1)
    coming.effects = {e: until for e, until in coming.effects.items() if until >= first}
    return coming


def _moves(world: World, mage: Mage, recon: Recon) -> list[OrderCost]:
    # what ProEl would save where a spell altered the terrain is not told: it would give the true terrain away
    each = factor(world, mage)
    cost = "/".join(str(half_up(each * move_percent(mage, phase), 100)) for phase in range(1, PHASES + 1))
    found, barred = [], []
    for way in DIRECTIONS:
        target = NEIGHBOUR[way][mage.space]
        seen = recon.spaces.get(target)
        south = way in ("SE", "SW") and not mage.is_ebon
        if target >= 0 and south and (seen is None or seen.terrain not in SOUTHWARD_INTO):
            barred.append(way)
        if target < 0 or way in barred:
            continue
        kind = TERRAIN_NAMES[seen.terrain] if seen is not None and seen.terrain != FOGGED else "unknown"
        note = f"to {NAME[target]}, {kind}" + (", somebody there" if seen is not None and seen.occupied else "")
        found.append(OrderCost(f"MOVE {way}", f"{cost} endurance", note))
    if barred:
        found.append(OrderCost(", ".join(barred), "-", "southward only into water or swamp (MOVE-5)"))
    return found + _further_moves(mage, each) if found else found


def _further_moves(mage: Mage, each: int) -> list[OrderCost]:
    """What a second, third … move of the turn would cost in the last phase, out of land like this one."""
    later = mage.copy()
    figures = []
    for later.moves in range(1, entitlement(mage)):
        percent = move_percent(later, PHASES)
        if percent:
            figures.append(str(half_up(each * percent, 100)))
    which = ", ".join(("2nd", "3rd", "4th", "5th")[: len(figures)])
    note = f"{which} of a turn, phase {PHASES}, such land (MOVE-3)"
    return [OrderCost(FURTHER, f"{', '.join(figures)} endurance", note)] if figures else []


def _stays(world: World, mage: Mage) -> list[OrderCost]:
    # his own space is never hidden from him, so the world's word on it is his
    low, high = (half_up(factor(world, mage) * d, 100) for d in (LEAST_TOIL, MOST_TOIL))
    chance = min(100, SEARCH_CHANCE[world.terrain_at(mage.space)] + search_bonus(mage))
    note = "no scroll under SrchX" if "SrchX" in mage.effects else f"a scroll at {chance} %; a find costs more (SRCH-4)"
    return [
        OrderCost("SEARCH", f"{low} to {high} endurance", note),
        _gain("REST", steps.rest_gain(world, mage), mage.endurance, mage.max_endurance, "endurance"),
        _gain("MEDITATE", steps.meditation_gain(world, mage), mage.arcania, mage.max_arcania, "arcania"),
    ]


def _gain(order: str, gain: int, held: int, most: int, what: str) -> OrderCost:
    """What an order brings, no more than there is room for."""
    room = max(0, most - held)
    note = "" if room > gain else f"to your {most}" if room else f"you have all {most}"
    return OrderCost(order, f"+{min(gain, room)} {what}", note)


def _casts(world: World, mage: Mage) -> list[OrderCost]:
    found = []
    for number, scroll in enumerate(mage.scrolls, 1):
        spell = FIGURES[world.figures][scroll.code]
        if aptitude_forbids(mage, spell.alignment):
            found.append(OrderCost(f"CAST S{number} {scroll.code}", "-", "not with your aptitude (CAST-3)"))
            continue
        chance = max(0, min(100, casting_skill(mage, spell.alignment)))
        costs = [spell.cost(major) for major in (False, True)]
        short = " and ".join(level for level, cost in zip(("minor", "major"), costs, strict=True)
                             if cost > mage.arcania)  # fmt: skip
        note = f"succeeds at {chance} %" + (f"; too little arcania for {short}" if short else "")
        found.append(OrderCost(f"CAST S{number} {scroll.code}", f"{costs[0]}, X {costs[1]} arcania", note))
    return found


def carried(artifacts: Iterable[Whereabouts], letter: str) -> bool:
    """Whether somebody else carries one of the artifacts whose space is known, or may do so."""
    return any(not where.lies and where.holder != letter for where in artifacts)


def _hands(mage: Mage, recon: Recon) -> list[OrderCost]:
    found = []
    for colour in dict.fromkeys(mage.free_cloaks):
        if colour != mage.team and not mage.is_ebon and (not mage.barred or "CkAidX" in mage.effects):
            found.append(OrderCost(f"DON {colour.upper()}", "nothing"))
    if mage.may_uncloak and mage.team != BLACK:
        found.append(OrderCost("DON BLACK", "nothing", "once (CLK-6)"))
    things = any(not s.bound for s in mage.scrolls) or mage.artifacts or mage.free_cloaks
    free = ["DROP", "GIVE"] * bool(things) + ["DEMAND"] * carried(whereabouts(recon, mage.artifacts), mage.letter)
    return found + [OrderCost(", ".join(free), "nothing")] * bool(free)
