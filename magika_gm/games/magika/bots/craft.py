"""What all bots share: from an aim to five orders. A policy decides where to go and why; the rest is craft.

First a turn is laid out: which phase each move is cheapest in, and what fills the phases between (MOVE-3, SEQ-1).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil

from magika_gm.engine.records import named_record
from magika_gm.games.magika.bots.scene import (
    FAR,
    Land,
    Notes,
    Rival,
    Temper,
    View,
    cloaks,
    crowded,
    demands,
    gifts,
    rivals,
)
from magika_gm.games.magika.bots.spells import Sight, best_casts
from magika_gm.games.magika.orders.model import REST, Cast, Meditate, Move, Order, Search
from magika_gm.games.magika.rules.arena import GOAL, NEIGHBOUR, ROW, SPACES, along
from magika_gm.games.magika.rules.enchantments import (
    MEDITATION,
    attuned_to,
    meditation,
    move_percent,
    search_bonus,
    skill_now,
)
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import EXHAUSTED_BELOW, MAX_SCROLLS, PHASES, REST_RATE, SEARCH_CHANCE, half_up

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


FULL_POSITION = 24.0
TIRED = 25
LEAST_ARCANIA = 12
EASY = 6
"""Endurance below which nothing but rest makes sense."""


@named_record
class Scene:
    """Everything a policy looks at."""

    view: View
    notes: Notes
    land: Land
    temper: Temper
    rivals: tuple[Rival, ...]
    closed: frozenset[int]

    def way(self, targets: Collection[int], longest: int = PHASES) -> tuple[float, list[str]]:
        """What the cheapest way to one of ``targets`` takes (:data:`FAR`: there is none), and its directions."""
        field = self.land.to(targets, self.temper.haste, self.closed)
        here = self.view.me.space
        return field[here], self.land.follow(field, here, self.closed, longest) if field[here] < FAR else []

    def detour(self, targets: Collection[int]) -> tuple[float, list[str]]:
        """What going to the Goal Square by way of one of ``targets`` takes more than going straight; and the way."""
        home = self.land.to({GOAL}, self.temper.haste)
        cost, ways = self.way(targets, SPACES)
        if cost >= FAR:
            return FAR, []
        end = self.view.me.space
        for way in ways:
            end = NEIGHBOUR[way][end]
        return max(0.0, cost + home[end] - home[self.view.me.space]), ways[:PHASES]


@named_record
class Aim:
    """Where a policy goes this turn, and what it does besides.

    ``ways`` are walked, ``moves`` of them at most (-1: as many as pay). ``here`` are errands done first, ``there``
    those done on arrival; ``least`` is the endurance kept, but with ``rush`` all of it may go. An ``urgent`` aim is not
    put off for a turn of rest. ``start`` is where the errands ``here`` leave him, if elsewhere; ``shunned`` are spells,
    by code or alignment, that he does not read.
    """

    ways: tuple[str, ...] = ()
    moves: int = -1
    here: tuple[Order, ...] = ()
    there: tuple[Order, ...] = ()
    least: int = 25
    rush: bool = False
    urgent: bool = False
    start: int = -1
    shunned: frozenset[str] = frozenset()


def scene_of(view: View, notes: Notes, temper: Temper) -> Scene:
    """The scene of a turn file."""
    return Scene(
        view=view, notes=notes, land=Land(view), temper=temper, rivals=rivals(view, notes), closed=crowded(view)
    )


def orders_for(scene: Scene, aim: Aim) -> list[Order]:
    """Five orders for an aim."""
    return plan_for(scene, aim).orders


def plan_for(scene: Scene, aim: Aim) -> Layout:
    """The turn for an aim: errands, spells and searches fitted round the moves."""
    view, land, temper = scene.view, scene.land, scene.temper
    errands = [*aim.here, *_chores(scene)]
    tired = not aim.urgent and not errands and wants_full_rest(scene)
    if tired or view.me.endurance < EXHAUSTED_BELOW:  # any other order of an exhausted mage becomes Rest (MAGE-6)
        return lay_out(view, land, Intent([REST] * PHASES), temper)
    moves = aim.moves if aim.moves >= 0 else pace(view, land, aim.ways, temper.haste)
    ways = list(aim.ways[:moves])
    start = aim.start if aim.start >= 0 else view.me.space
    room = max(0, PHASES - len(ways) - len(aim.there) - len(errands))
    casts = _spells(scene, aim, room)
    if casts and _is_teleport(view, casts[0]):
        start, ways = _after_hop(scene, aim, casts[0], moves)
    before: list[Order] = [*errands, *casts]
    idle_phases = PHASES - len(ways) - len(aim.there) - len(before)
    if land.cost[view.me.space] > EASY:
        idle_phases -= calls_for_quiet(scene, sum(arcania_of(view, o) for o in before if isinstance(o, Cast)))
    before += searches(scene, idle_phases)
    return lay_out(view, land, Intent(before, ways, list(aim.there), start, 0 if aim.rush else aim.least), temper)


def _chores(scene: Scene) -> list[Order]:
    """What the company and the ground here offer: demands, gifts, a cloak to put on, things to pick up."""
    view = scene.view
    chores = [*demands(view, scene.notes), *gifts(view), *cloaks(view)]
    return [*chores, Search()] if _things_here(view) else chores


def _spells(scene: Scene, aim: Aim, most: int) -> list[Cast]:
    """The spells worth reading, ``most`` at most; a teleport first, for the way begins where it ends."""
    view = scene.view
    ways = aim.ways if aim.start < 0 else ()
    spent = sum(arcania_of(view, order) for order in aim.here if isinstance(order, Cast))
    casts = best_casts(Sight(view, scene.land, scene.temper, scene.rivals, ways, aim.shunned), most, spent)
    return sorted(casts, key=lambda cast: not _is_teleport(view, cast))


def wants_full_rest(scene: Scene) -> bool:
    """Whether a whole turn of rest would be well used: five rests and their bonus, hardly any of it lost (REST-3)."""
    me = scene.view.me
    if me.is_ebon:
        return False  # he must move once a turn, so five rests are not for him (EBON-2)
    twice = 2 if "helm" in me.artifacts or "BoEnd" in me.effects else 1
    gain = FULL_REST + PHASES * REST_RATE[scene.land.code[me.space]] * twice
    lacks = me.max_endurance - me.endurance
    return lacks >= gain * scene.temper.thrift or me.endurance < TIRED


def _is_teleport(view: View, cast: Cast) -> bool:
    return any(s.code == "TelPt" and f"S{s.number}" == cast.scroll for s in view.me.scrolls)


def _after_hop(scene: Scene, aim: Aim, hop: Cast, moves: int) -> tuple[int, list[str]]:
    """Where the teleport ends, and the moves left to make from there."""
    direction, _, steps = hop.parameter.partition(" ")
    start = landing(scene.view.me.space, hop.parameter)
    gone = 2 if direction == "N" else int(steps or 1)
    return start, list(aim.ways[gone : gone + moves])


def _things_here(view: View) -> bool:
    """Whether something lies here that he may pick up (SRCH-1)."""
    seen = view.recon.get(view.me.space)
    if seen is None or view.me.is_ebon:
        return False
    cloak = view.me.may_carry_cloak() and "SrchX" not in view.me.effects
    return any(cloak or not t.startswith("cloak:") for t in seen.things)


def calls_for_quiet(scene: Scene, spent: int) -> int:
    """Phases of meditation it takes to be as serene as he likes to be, after casts of ``spent`` arcania."""
    me = scene.view.me
    lacks = scene.temper.serenity * me.max_arcania - (me.arcania - spent)
    return max(0, ceil(lacks / max(1.0, skill_now(me) * MEDITATION / 100)))


def searches(scene: Scene, most: int) -> list[Order]:
    """Searches for scrolls, as many as are wanted, likely enough here, and cheap enough (SRCH-2, SRCH-4)."""
    view, land, temper = scene.view, scene.land, scene.temper
    me = view.me
    wanted = min(MAX_SCROLLS, temper.scrolls) - len(me.scrolls)
    if wanted <= 0 or "SrchX" in me.effects or me.arcania < LEAST_ARCANIA:
        return []
    toll = land.cost[me.space]
    chance = min(100, SEARCH_CHANCE[land.code[me.space]] + search_bonus(me)) / 100
    if chance * temper.curiosity < toll * USUAL_SEARCH / 100:
        return []
    spare = (me.endurance - temper.margin - toll * WORST_SEARCH / 100) // max(1, toll)
    return [Search()] * max(0, min(most, wanted, int(spare)))


def finish_points(view: View, endurance: int) -> float:
    """About how many victory points he would have, had he ended the game with that endurance left (VP-1, VP-2)."""
    own, low, _ = view.figures["Endurance"]
    kept = (endurance - low) / (own - low) if own > low else 1.0
    tired = view.points.get("endurance", 0.0) * (1.0 - max(0.0, min(1.0, kept)))
    return sum(view.points.values()) - view.points.get("position", 0.0) + FULL_POSITION - tired


def asks(scene: Scene) -> float:
    """The points for which he ends the game gladly: fewer with every turn of waiting past his patience."""
    temper = scene.temper
    return temper.enough - temper.fading * max(0, scene.view.turn - temper.patience)


def nearly_done(scene: Scene) -> bool:
    """Whether he would make for the Goal Square now: the points are there, or almost."""
    return finish_points(scene.view, scene.view.me.endurance) >= asks(scene)


def goal_aim(scene: Scene) -> Aim:
    """Towards the Goal Square at an easy pace; on to it, at any price, in the first turn in which that pays.

    While it does not pay he stops a move short of it.
    """
    view = scene.view
    _, ways = scene.way({GOAL})
    rows = ROW[view.me.space]
    if rows > PHASES or len(ways) > rows:
        return Aim(ways=tuple(ways))
    dash = Aim(ways=tuple(ways), moves=rows, least=0, rush=True, urgent=True)
    layout = plan_for(scene, dash)
    if layout.space == GOAL and finish_points(view, layout.endurance) >= asks(scene):
        return dash
    return Aim(ways=tuple(ways[:-1]))


def arcania_of(view: View, cast: Cast) -> int:
    """What a cast of one's own scroll costs."""
    return next(SPELL[s.code].cost(cast.major) for s in view.me.scrolls if f"S{s.number}" == cast.scroll)
