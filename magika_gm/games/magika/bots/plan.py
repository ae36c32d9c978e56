"""Laying a turn out: which phase each move is cheapest in, and what fills the phases between (MOVE-3, SEQ-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from magika_gm.games.magika.bots.character import Temper
from magika_gm.games.magika.bots.land import Land
from magika_gm.games.magika.bots.view import View
from magika_gm.games.magika.orders import REST, Cast, Meditate, Move, Order, Search
from magika_gm.games.magika.rules.arena import NEIGHBOUR, along
from magika_gm.games.magika.rules.enchantments import attuned_to, meditation, move_percent
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import EXHAUSTED_BELOW, PHASES, REST_RATE, half_up

WORST_SEARCH = 120
"""Most a search can cost, in percent of the endurance factor (SRCH-4)."""
USUAL_SEARCH = 55
FULL_REST = 25


@dataclass(slots=True)
class Intent:
    """What a bot wants of a turn, best first.

    ``before`` is done where he stands, ``ways`` walked as far as endurance allows, ``after`` done only where the whole
    way was walked. ``start`` is where the way begins if a teleport among ``before`` succeeds. ``least`` is the
    endurance he keeps in hand at the end of the turn.
    """

    before: list[Order] = field(default_factory=list)
    ways: list[str] = field(default_factory=list)
    after: list[Order] = field(default_factory=list)
    start: int = -1
    least: int = 10


@dataclass(slots=True)
class Layout:
    """Five orders, and the endurance and arcania they leave him with if nothing befalls him."""

    orders: list[Order]
    endurance: int
    arcania: int
    space: int
    feasible: bool


def lay_out(view: View, land: Land, intent: Intent, temper: Temper) -> Layout:
    """The turn that walks farthest along the intent's way and still keeps its endurance."""
    start = intent.start if intent.start >= 0 else view.me.space
    for steps in range(min(len(intent.ways), PHASES), -1, -1):
        whole = steps == len(intent.ways)
        after = intent.after if whole else []
        room = PHASES - steps - len(after)
        if room < 0:
            continue
        before = intent.before[:room]
        phases = cheapest_phases(view, land, start, intent.ways[:steps], len(before), len(after))
        if phases is None:
            continue
        for patient in (False, True):
            slots = _slots(intent.ways[:steps], phases, before, after)
            layout = _play(view, land, slots, temper, patient)
            if layout.feasible and (layout.endurance >= intent.least or steps == 0):
                return layout
    return Layout([REST] * PHASES, view.me.endurance, view.me.arcania, view.me.space, True)


def cheapest_phases(
    view: View, land: Land, start: int, ways: Sequence[str], before: int, after: int
) -> tuple[int, ...] | None:
    """Phases for these moves at the least endurance, late ones of equal ones; None if he has no such many moves.

    ``before`` phases are kept free ahead of the first move, ``after`` behind the last.
    """
    if not ways:
        return ()
    percents = _percents(view, len(ways))
    factors = []
    space = start
    for way in ways:
        factors.append(land.cost[space])
        space = NEIGHBOUR[way][space]
    best, least = None, 0
    for phases in combinations(range(1 + before, PHASES + 1 - after), len(ways)):
        rates = [percents[i][phase - 1] for i, phase in enumerate(phases)]
        if 0 in rates:
            continue
        cost = sum(half_up(f * rate, 100) for f, rate in zip(factors, rates, strict=True))
        if best is None or cost <= least:
            best, least = phases, cost
    return best


def pace(view: View, land: Land, ways: Sequence[str], haste: float, after: int = 0) -> int:
    """How many of these moves are worth making this turn, each being worth ``haste``.

    Half price, which the first two cost when made late, is to be paid in any turn: only what is above it counts.
    ``after`` phases are to be left behind the last of them.
    """
    best, most = 0, 0.0
    for steps in range(1, min(len(ways), PHASES) + 1):
        phases = cheapest_phases(view, land, view.me.space, ways[:steps], 0, after)
        if phases is None:
            break
        worth = steps * haste - _surcharge(view, land, ways, phases)
        if worth > most:
            best, most = steps, worth
    return best


def _surcharge(view: View, land: Land, ways: Sequence[str], phases: Sequence[int]) -> float:
    """Endurance these moves cost in these phases above half price."""
    percents = _percents(view, len(phases))
    more, space = 0.0, view.me.space
    for i, (way, phase) in enumerate(zip(ways, phases, strict=False)):
        more += land.cost[space] * (percents[i][phase - 1] - 50) / 100
        space = NEIGHBOUR[way][space]
    return more


def _percents(view: View, moves: int) -> list[list[int]]:
    """MOVE-3 as it applies to him: a row for each move of the turn, a column for each phase."""
    mage = view.me.copy()
    rows = []
    for mage.moves in range(moves):
        rows.append([move_percent(mage, phase) for phase in range(1, PHASES + 1)])
    return rows


def _slots(
    ways: Sequence[str], phases: tuple[int, ...], before: Sequence[Order], after: Sequence[Order]
) -> list[Order | None]:
    slots: list[Order | None] = [None] * PHASES
    for way, phase in zip(ways, phases, strict=True):
        slots[phase - 1] = Move(way)
    for i, order in enumerate(before):
        slots[i] = order
    done = phases[-1] if phases else PHASES - len(after)
    for i, order in enumerate(after):
        slots[done + i] = order
    return slots


def _play(view: View, land: Land, slots: Sequence[Order | None], temper: Temper, patient: bool) -> Layout:
    """Follow the orders on a copy of oneself, free phases filled; ``patient`` rests in all of them."""
    mage = view.me.copy()
    mage.unconscious = False
    orders: list[Order] = []
    for phase, wanted in enumerate(slots, 1):
        order = wanted
        if order is None:
            order = REST if patient else idle(view, temper, mage.endurance, mage.arcania)
        code = land.code[mage.space]
        if mage.endurance < EXHAUSTED_BELOW and order is not REST:
            if isinstance(order, Move):
                return Layout(orders, mage.endurance, mage.arcania, mage.space, False)
            order = REST
        match order:
            case Move(way):
                cost = half_up(land.cost[mage.space] * move_percent(mage, phase), 100)
                target = NEIGHBOUR[way][mage.space]
                if target < 0 or mage.endurance < cost:
                    return Layout(orders, mage.endurance, mage.arcania, mage.space, False)
                mage.endurance -= cost
                mage.space = target
                mage.moves += 1
            case Search():
                if mage.endurance < half_up(land.cost[mage.space] * WORST_SEARCH, 100) + temper.margin:
                    order = REST
                    mage.endurance = rested(mage.endurance, mage.max_endurance, code, "helm" in mage.artifacts)
                else:
                    mage.endurance -= half_up(land.cost[mage.space] * USUAL_SEARCH, 100)
            case Meditate():
                gain = meditation(mage, attuned_to(mage, code))
                mage.arcania = min(mage.max_arcania, mage.arcania + gain)
            case Cast(scroll, major, parameter):
                mage.arcania -= _cost_of(view, scroll, major)
                if _code_of(view, scroll) == "TelPt":
                    mage.space = landing(mage.space, parameter)
            case _ if order is REST:
                twice = "helm" in mage.artifacts or "BoEnd" in mage.effects
                mage.endurance = rested(mage.endurance, mage.max_endurance, code, twice)
            case _:
                pass
        orders.append(order)
    if all(order is REST for order in orders):
        mage.endurance = min(mage.max_endurance, mage.endurance + FULL_REST)
    return Layout(orders, mage.endurance, mage.arcania, mage.space, True)


def rested(endurance: int, most: int, code: int, twice: bool) -> int:
    """Endurance after a rest on that terrain (REST-1, REST-2)."""
    return min(most, endurance + REST_RATE[code] * (2 if twice else 1))


def _code_of(view: View, name: str) -> str:
    number = int(name[1:])
    return next(s.code for s in view.me.scrolls if s.number == number)


def _cost_of(view: View, name: str, major: bool) -> int:
    return SPELL[_code_of(view, name)].cost(major)


def landing(space: int, parameter: str) -> int:
    """Where a teleport by that parameter ends."""
    direction, _, steps = parameter.partition(" ")
    return along(space, direction, int(steps or 1))


def idle(view: View, temper: Temper, endurance: int, arcania: int) -> Order:
    """What to do with a phase nothing else is wanted of: rest up to comfort, then meditate, then rest to the full."""
    if endurance < temper.comfort * view.me.max_endurance:
        return REST
    if arcania < temper.serenity * view.me.max_arcania and "AntMa" not in view.me.effects:
        return Meditate()
    if endurance < view.me.max_endurance:
        return REST
    return Meditate() if arcania < view.me.max_arcania else REST
