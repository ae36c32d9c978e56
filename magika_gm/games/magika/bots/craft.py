"""What all bots share: from an aim to five orders. A policy decides where to go and why; the rest is craft."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import ceil

from magika_gm.games.magika.bots.character import Temper
from magika_gm.games.magika.bots.company import Rival, cloaks, crowded, demands, gifts, rivals
from magika_gm.games.magika.bots.land import FAR, Land
from magika_gm.games.magika.bots.plan import (
    FULL_REST,
    USUAL_SEARCH,
    WORST_SEARCH,
    Intent,
    Layout,
    landing,
    lay_out,
    pace,
)
from magika_gm.games.magika.bots.recollections import Notes
from magika_gm.games.magika.bots.spells import Sight, best_casts
from magika_gm.games.magika.bots.view import View
from magika_gm.games.magika.orders import REST, Cast, Order, Search
from magika_gm.games.magika.rules.arena import GOAL, NEIGHBOUR, ROW, SPACES
from magika_gm.games.magika.rules.enchantments import MEDITATION, search_bonus, skill_now
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import EXHAUSTED_BELOW, MAX_SCROLLS, PHASES, REST_RATE, SEARCH_CHANCE

FULL_POSITION = 24.0
TIRED = 25
LEAST_ARCANIA = 12
EASY = 6
"""Endurance below which nothing but rest makes sense."""


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
