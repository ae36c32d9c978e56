"""What all bots share: from an aim to five orders. A policy decides where to go and why; the rest is craft."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from magika_gm.games.magika.arena import GOAL, NEIGHBOUR, ROW, along
from magika_gm.games.magika.bots.company import Rival, cloaks, crowded, demands, gifts, rivals
from magika_gm.games.magika.bots.land import FAR, Land
from magika_gm.games.magika.bots.notes import Notes
from magika_gm.games.magika.bots.plan import PHASES, WORST_SEARCH, Intent, lay_out
from magika_gm.games.magika.bots.spells import Sight, best_casts
from magika_gm.games.magika.bots.temper import Temper
from magika_gm.games.magika.bots.view import View
from magika_gm.games.magika.enchantments import search_bonus
from magika_gm.games.magika.orders import REST, Cast, Order, Search
from magika_gm.games.magika.spellbook import SPELL
from magika_gm.games.magika.tables import EXHAUSTED_BELOW, MAX_SCROLLS, SEARCH_CHANCE

USUAL_MOVES = 2
"""Moves a turn that cost half price each: the first two, made late (MOVE-3)."""
FULL_POSITION = 24.0


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a policy goes this turn: ``ways`` to walk, ``moves`` of them at most, what to do there, what to keep.

    ``here`` are errands done first, ``there`` those done on arrival. With ``rush`` all endurance may go.
    """

    ways: tuple[str, ...] = ()
    moves: int = USUAL_MOVES
    here: tuple[Order, ...] = ()
    there: tuple[Order, ...] = ()
    least: int = 25
    rush: bool = False


def scene_of(view: View, notes: Notes, temper: Temper) -> Scene:
    """The scene of a turn file."""
    return Scene(view, notes, Land(view), temper, rivals(view, notes), crowded(view))


def orders_for(scene: Scene, aim: Aim) -> list[Order]:
    """Five orders for an aim: errands, spells and searches fitted round the moves."""
    view, temper = scene.view, scene.temper
    if view.me.endurance < EXHAUSTED_BELOW:
        return [REST] * PHASES  # any other order of an exhausted mage becomes Rest (MAGE-6)
    ways = list(aim.ways[: aim.moves])
    before: list[Order] = [*aim.here, *demands(view), *gifts(view), *cloaks(view)]
    if _things_here(view) and not any(isinstance(o, Search) for o in before):
        before.append(Search())
    room = max(0, PHASES - len(ways) - len(aim.there) - len(before))
    casts = best_casts(Sight(view, scene.land, temper, scene.rivals, tuple(aim.ways)), room) if room else []
    start = view.me.space
    hop = next((c for c in casts if _is_teleport(view, c)), None)
    if hop is not None:
        casts.remove(hop)
        start, ways = _after_hop(scene, aim, hop)
        before.append(hop)
    before += casts
    if len(before) < PHASES - len(ways) - len(aim.there) and _worth_searching(scene):
        before.append(Search())
    least = 0 if aim.rush else aim.least
    intent = Intent(before, ways, list(aim.there), start, least)
    return lay_out(view, scene.land, intent, temper).orders


def _is_teleport(view: View, cast: Cast) -> bool:
    return any(s.code == "TelPt" and f"S{s.number}" == cast.scroll for s in view.me.scrolls)


def _after_hop(scene: Scene, aim: Aim, hop: Cast) -> tuple[int, list[str]]:
    """Where the teleport ends, and the moves left to make from there."""
    direction, _, steps = hop.parameter.partition(" ")
    count = int(steps or 1)
    start = along(scene.view.me.space, direction, count)
    gone = 2 if direction == "N" else count
    return start, list(aim.ways[gone : gone + aim.moves])


def _things_here(view: View) -> bool:
    """Whether something lies here that he may pick up (SRCH-1)."""
    seen = view.recon.get(view.me.space)
    if seen is None or view.me.is_ebon:
        return False
    cloak = view.me.may_carry_cloak() and "SrchX" not in view.me.effects
    return any(cloak or not t.startswith("cloak:") for t in seen.things)


def _worth_searching(scene: Scene) -> bool:
    """Whether a scroll is wanted, likely enough here, and cheap enough (SRCH-2, SRCH-4)."""
    view, land, temper = scene.view, scene.land, scene.temper
    me = view.me
    held = len(me.scrolls)
    if held >= min(MAX_SCROLLS, temper.scrolls) or "SrchX" in me.effects or me.arcania < 12:
        return False
    space = me.space
    chance = min(100, SEARCH_CHANCE[land.code[space]] + search_bonus(me))
    if me.endurance - land.cost[space] * WORST_SEARCH / 100 < max(temper.margin, 20):
        return False
    return chance * 0.16 > land.cost[space] * 0.5 + 1.0


def finish_points(view: View) -> float:
    """Victory points had he ended the game on the Goal Square now."""
    return sum(view.points.values()) - view.points.get("position", 0.0) + FULL_POSITION


def goal_aim(scene: Scene, willing: bool) -> Aim:
    """Towards the Goal Square: at an easy pace from afar, at any price where this turn can reach it.

    Who is not ``willing`` to end the game yet stops a move short of it.
    """
    view = scene.view
    _, ways = scene.way({GOAL})
    rows = ROW[view.me.space]
    if not willing:
        stop = max(0, len(ways) - 1) if len(ways) == rows else len(ways)
        return Aim(tuple(ways[:stop]), USUAL_MOVES)
    if rows <= PHASES and len(ways) == rows:
        dash = Aim(tuple(ways), rows, least=0, rush=True)
        orders = orders_for(scene, dash)
        if _arrives(scene, orders):
            return dash
    return Aim(tuple(ways), USUAL_MOVES)


def _arrives(scene: Scene, orders: list[Order]) -> bool:
    from magika_gm.games.magika.orders import Move

    space = scene.view.me.space
    for order in orders:
        if isinstance(order, Move):
            space = NEIGHBOUR[order.direction][space]
        elif isinstance(order, Cast) and _is_teleport(scene.view, order):
            direction, _, steps = order.parameter.partition(" ")
            space = along(space, direction, int(steps or 1))
    return space == GOAL


def arcania_of(view: View, cast: Cast) -> int:
    """What a cast of one's own scroll costs."""
    return next(SPELL[s.code].cost(cast.major) for s in view.me.scrolls if f"S{s.number}" == cast.scroll)
