"""The game master's word: creatures and items placed, pools, terrain and control set, lines changed, notes.

An act is made between turns and takes place at the start of the next one, as an event told to both players (a changed
line: to its writer alone). Acts are part of what a turn is played with, like its orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from magika_gm.engine.acts import EVERYBODY, DropOut, Excused, Note, OrderChange
from magika_gm.engine.plain import Codec
from magika_gm.games.arena.orders.grammar import stored
from magika_gm.games.arena.orders.order import Order
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.board import ground
from magika_gm.games.arena.rules.deaths import leave
from magika_gm.games.arena.rules.events import (
    Event,
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRemoved,
    GmRevived,
    GmSetControl,
    GmSetPool,
    GmSetTerrain,
)
from magika_gm.games.arena.rules.state import NOWHERE, State
from magika_gm.games.arena.rules.terms import SIDES, TERRAIN_NAMES, TERRAINS
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import may_bear

MOST_POOL = 999


@dataclass(frozen=True, slots=True)
class Placing:
    """A creature goes to a place with all it carries, off its mount."""

    creature: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Removing:
    """A creature leaves the game; it leaves no corpse, its items lie where it stood."""

    creature: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reviving:
    """A dead creature stands again on the ground of a hex, as printed."""

    creature: str
    hex: str
    reason: str


@dataclass(frozen=True, slots=True)
class Handing:
    """An item goes to a creature (``to`` its id) or to the ground of a hex."""

    item: str
    to: str
    reason: str


@dataclass(frozen=True, slots=True)
class PoolSetting:
    """A magic pool is set."""

    side: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TerrainSetting:
    """A hex gets a terrain (its letter)."""

    hex: str
    terrain: str
    reason: str


@dataclass(frozen=True, slots=True)
class ControlSetting:
    """A hex is controlled by a side, or by nobody ("")."""

    hex: str
    side: str
    reason: str


OwnAct = Placing | Removing | Reviving | Handing | PoolSetting | TerrainSetting | ControlSetting
Act = OwnAct | OrderChange | DropOut | Excused | Note
"""What a game master may do in Arena, and in every game (``engine.acts``)."""
ACTS: Codec[Act] = Codec(Act, tag="is")


def act_text(act: Act) -> str:
    """An act in words, for the game master."""
    match act:
        case Placing(creature, place, reason):
            text = f"{creature} goes to {place}"
        case Removing(creature, reason):
            text = f"{creature} leaves the game"
        case Reviving(creature, hex_, reason):
            text = f"{creature} lives again on {hex_}"
        case Handing(item, to, reason):
            text = f"{item} goes to {to}"
        case PoolSetting(side, points, reason):
            text = f"{side}'s pool becomes {points}"
        case TerrainSetting(hex_, terrain, reason):
            text = f"{hex_} becomes {TERRAIN_NAMES[terrain]}"
        case ControlSetting(hex_, side, reason):
            text = f"{hex_} is {side + chr(39) + 's' if side else 'nobody' + chr(39) + 's'}"
        case OrderChange(side, number, line, reason):
            text = f"line {number} of {side}'s sheet becomes {line}"
        case DropOut(side, reason):
            text = f"player {side} leaves the game"
        case Excused(side):
            return f"player {side} is excused"
        case Note(side, reason):
            text = "a note to both" if side == EVERYBODY else f"a note to {side}"
        case _:
            assert_never(act)
    return f"{text} ({reason})"


def amended(
    orders: Mapping[str, Sequence[Order]], acts: Sequence[Act]
) -> tuple[dict[str, tuple[Order, ...]], list[GmChangedOrder]]:
    """Orders as the game master corrected them, and what he changed; a line beyond the sheet's last is added to it."""
    changed = {side: list(given) for side, given in orders.items()}
    events: list[GmChangedOrder] = []
    for act in acts:
        if isinstance(act, OrderChange):
            sheet = changed.setdefault(act.seat, [])
            order, at = stored(act.order), act.number - 1
            before = write_order(sheet[at]) if at < len(sheet) else ""
            sheet[at : at + 1] = [order]
            events.append(GmChangedOrder(act.seat, act.number, before, write_order(order), act.reason))
    return {side: tuple(sheet) for side, sheet in changed.items()}, events


def dropped_out(acts: Sequence[Act]) -> list[str]:
    """Sides whose player leaves the game: they lose as if they resigned (WIN-3)."""
    return [act.seat for act in acts if isinstance(act, DropOut)]


def why_not(state: State, act: Act) -> str:
    """Why an act is impossible in a state, or ``""``."""
    match act:
        case Note(side, _):
            return "" if side in (*SIDES, EVERYBODY) else f"there is no player {side}"
        case DropOut(side, _) | Excused(side):
            return "" if side in SIDES else f"there is no player {side}"
        case OrderChange(side, _, line, _):
            return _bad_line(side, line)
        case PoolSetting(side, points, _):
            if side not in SIDES:
                return f"there is no player {side}"
            return "" if 0 <= points <= MOST_POOL else f"a pool holds 0 to {MOST_POOL} points"
        case ControlSetting(hex_, side, _):
            if hex_ not in state.board.index:
                return f"there is no hex {hex_}"
            return "" if side in ("", *SIDES) else f"there is no player {side}"
        case TerrainSetting(hex_, terrain, _):
            if hex_ not in state.board.index:
                return f"there is no hex {hex_}"
            if state.board.index[hex_] in state.kings.values():
                return f"{hex_} is a king hex, whose terrain never changes (BOARD-5)"
            return "" if terrain in TERRAINS else f"{terrain} is no terrain; there are {', '.join(TERRAINS)}"
        case _:
            return _bad_thing(state, act)


def _bad_line(side: str, line: str) -> str:
    if side not in SIDES:
        return f"there is no player {side}"
    try:
        stored(line)
    except ValueError as error:
        return str(error)
    return ""


def _bad_thing(state: State, act: Placing | Removing | Reviving | Handing) -> str:
    if isinstance(act, Handing):
        return _bad_handing(state, act)
    creature = state.creatures.get(act.creature)
    if creature is None:
        return f"there is no creature {act.creature}"
    if creature.dead != isinstance(act, Reviving):
        return f"{act.creature} is {'dead' if creature.dead else 'alive'}"
    if isinstance(act, Placing) and act.place not in state.board.places:
        return f"there is no place {act.place}"
    if isinstance(act, Reviving) and act.hex not in state.board.index:
        return f"there is no hex {act.hex}"
    return ""


def _bad_handing(state: State, act: Handing) -> str:
    item = state.items.get(act.item)
    if item is None:
        return f"there is no item {act.item}"
    if act.to in state.board.index:
        return ""
    bearer = state.creatures.get(act.to)
    if bearer is None or bearer.dead:
        return f"{act.to} is no hex and no creature alive"
    return "" if may_bear(bearer.kind, item.kind) else f"the {item.kind.name} is not for {act.to} (ITEM-1)"


def event_of(state: State, act: OwnAct) -> Event:
    """What a possible act does to this state."""
    board = state.board
    match act:
        case Placing(creature, place, reason):
            return GmPlaced(creature, state.creatures[creature].place, board.places[place], reason)
        case Removing(creature, reason):
            return GmRemoved(creature, state.creatures[creature].place, reason)
        case Reviving(creature, hex_, reason):
            return GmRevived(creature, board.index[hex_] * 2, reason)
        case Handing(item, to, reason):
            if to in board.index:
                return GmHanded(item, "", ground(board.places[to]), reason)
            return GmHanded(item, to, NOWHERE, reason)
        case PoolSetting(side, points, reason):
            return GmSetPool(side, state.pools[side], points, reason)
        case TerrainSetting(hex_, terrain, reason):
            number = board.index[hex_]
            return GmSetTerrain(number, state.terrain[number], terrain, reason)
        case ControlSetting(hex_, side, reason):
            number = board.index[hex_]
            return GmSetControl(number, state.control[number], side, reason)
        case _:
            assert_never(act)


def carry_out(turn: Turn, acts: Sequence[Act]) -> None:
    """The acts that change the state, in the order they were made; one that has become impossible comes to nothing."""
    for act in acts:
        if isinstance(act, OrderChange | DropOut | Excused | Note) or why_not(turn.state, act):
            continue
        if isinstance(act, Removing):
            leave(turn, turn.state.creatures[act.creature])
        turn.tell(event_of(turn.state, act))
