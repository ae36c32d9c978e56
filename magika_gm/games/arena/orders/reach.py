"""Where a unit can walk and fly in the coming turn, as things stand; what depends on the turn is not foreseen."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.games.arena.orders.order import FlightEnd
from magika_gm.games.arena.rules.movement import next_hex
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.terms import aloft
from magika_gm.games.arena.rules.units import (
    enemy_in,
    flight,
    flight_speed,
    idle,
    may_enter,
    may_take_off,
    top,
    walk_points,
    walls,
)

Way = tuple[str, ...]


def walks(state: State, mount: Creature) -> dict[int, Way]:
    """Every place on the ground a unit can walk to, by a shortest way; its own by none."""
    if aloft(mount.place):
        return {}
    barred = walls(state)
    found: dict[int, Way] = {mount.place: ()}
    edge = [mount.place]
    for _ in range(walk_points(state, mount)):
        further: list[int] = []
        for place in edge:
            if place != mount.place and enemy_in(state, place, mount.side):
                continue
            for step in state.board.steps[place >> 1]:
                hex_ = next_hex(state, place, step)
                to = -1 if hex_ is None else hex_ * 2
                if hex_ is None or to in found or not may_enter(state, mount, hex_):
                    continue
                if state.board.wall(place >> 1, hex_) not in barred:
                    found[to] = (*found[place], step)
                    further.append(to)
        edge = further
    return found


def flights(state: State, mount: Creature) -> Iterator[tuple[Way, FlightEnd, int]]:
    """Every way a unit can fly, how the flight ends, and where it is then."""
    up = aloft(mount.place) or (may_take_off(state, mount) and mount.place >> 1 not in state.storms)
    wings = flight(state, mount)
    if wings is None or not up:
        return
    start = mount.place | 1
    found: dict[int, Way] = {start: ()}
    edge = [start]
    for _ in range(flight_speed(state, mount)):
        further: list[int] = []
        for place in edge:
            if enemy_in(state, place, mount.side) and (place != start or not aloft(mount.place)):
                continue
            for step, hex_ in state.board.steps[place >> 1].items():
                to = hex_ * 2 + 1
                if to not in found and hex_ not in state.storms:
                    found[to] = (*found[place], step)
                    further.append(to)
        edge = further
    stays = mount.air + 1 < wings.duration
    for place, way in sorted(found.items()):
        if may_enter(state, mount, place >> 1) and not (way and enemy_in(state, place, mount.side)):
            yield way, FlightEnd.LAND, place & ~1
        if stays:
            yield way, FlightEnd.STAY, place


def ends(state: State, creature: Creature) -> tuple[int, ...]:
    """Where a creature may be after its side's movement, its own place first, then the nearest."""
    mount = top(state, creature)
    if mount.side != creature.side or mount.casting is not None or idle(state, mount):
        return (creature.place,)
    far = {place: len(way) for place, way in walks(state, mount).items()}
    for way, _, place in flights(state, mount):
        far[place] = min(far.get(place, len(way)), len(way))
    far.pop(creature.place, None)
    return (creature.place, *sorted(far, key=lambda place: (far[place], place)))
