"""The game master's word: creatures and items placed, pools, terrain and control set, lines changed, notes.

An act is made between turns and takes place at the start of the next one, as an event told to both players (a changed
line: to its writer alone). Acts are part of what a turn is played with, like its orders.
"""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.rows import read_alone
from magika_gm.engine.plain import Codec
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.verbs import (
    EVERYBODY,
    PUT_ORDER,
    Against,
    DropOut,
    Excused,
    GameReferee,
    Note,
    OrderChange,
    Slot,
    Verb,
    among,
    corrected,
    figure,
    order_line,
    seen,
    whole,
)
from magika_gm.engine.words import Fault
from magika_gm.games.arena.orders.lines import TERRAIN, read_order, stored, write_order
from magika_gm.games.arena.orders.model import Order, Sheets
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.retreat import leave
from magika_gm.games.arena.rules.state import NOWHERE, State
from magika_gm.games.arena.rules.terms import SIDES, TERRAIN_NAMES, TERRAINS, ground
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import may_bear

NOBODY = "nobody"
MOST_POOL = 999


@record
class Placing:
    """A creature goes to a place with all it carries, off its mount."""

    creature: str
    place: str
    reason: str


@record
class Removing:
    """A creature leaves the game; it leaves no corpse, its items lie where it stood."""

    creature: str
    reason: str


@record
class Reviving:
    """A dead creature stands again on the ground of a hex, as printed."""

    creature: str
    hex: str
    reason: str


@record
class Handing:
    """An item goes to a creature (``to`` its id) or to the ground of a hex."""

    item: str
    to: str
    reason: str


@record
class PoolSetting:
    """A magic pool is set."""

    side: str
    points: int
    reason: str


@record
class TerrainSetting:
    """A hex gets a terrain (its letter)."""

    hex: str
    terrain: str
    reason: str


@record
class ControlSetting:
    """A hex is controlled by a side, or by nobody ("")."""

    hex: str
    side: str
    reason: str


Act = (
    Placing | Removing | Reviving | Handing | PoolSetting | TerrainSetting | ControlSetting | OrderChange | DropOut
    | Excused | Note
)  # fmt: skip
"""What a game master may do in Arena, and in every game (``engine.acts``)."""
ACTS: Codec[Act] = Codec(Act, tag="is")


def _line(_: Against[State], said: str) -> int:
    number = whole(said)
    if number < 1:
        raise ActRefused("lines are numbered from 1; nothing was recorded")
    return number


def _order(_: Against[State], said: str) -> str:
    order = read_order(said)
    if isinstance(order, Fault):
        raise ActRefused(f"{said}: {order.reason}; nothing was recorded")
    return write_order(order)


def _upper(_: Against[State], said: str) -> str:
    return said.upper()


def _lower(_: Against[State], said: str) -> str:
    return said.lower()


def _bearer(against: Against[State], said: str) -> str:
    return said if said in against.state.board.index else said.upper()


def _points(against: Against[State], said: str) -> int:
    return figure(said, against.state.pools[against.given["SEAT"]])


def _terrain(_: Against[State], said: str) -> str:
    letter = read_alone(TERRAIN, said)
    if isinstance(letter, Fault):
        raise ActRefused(f"{letter.reason}; nothing was recorded")
    return str(letter)


_read_side = among(SIDES, str.upper, "{said} is no player: there are A and B; nothing was recorded")


def _owner(against: Against[State], said: str) -> str:
    return "" if said.lower() == NOBODY else _read_side(against, said)


_SEAT = Slot("SEAT", "A or B", _read_side)
_CREATURE = Slot("CREATURE", "its id: A3, B12", _upper)
_HEX = Slot("HEX", "a1 to i5", _lower)


def _bad_side(side: str, *others: str) -> str:
    return "" if side in (*SIDES, *others) else f"there is no player {side}"


def _bad_hex(state: State, name: str) -> str:
    return "" if name in state.board.index else f"there is no hex {name}"


def _bad_line(_: State, act: OrderChange) -> str:
    bad = _bad_side(act.seat)
    try:
        if not bad:
            stored(act.order)
    except ValueError as error:
        return str(error)
    return bad


def _bad_pool(_: State, act: PoolSetting) -> str:
    bad = "" if 0 <= act.points <= MOST_POOL else f"a pool holds 0 to {MOST_POOL} points"
    return _bad_side(act.side) or bad


def _bad_terrain(state: State, act: TerrainSetting) -> str:
    bad = _bad_hex(state, act.hex)
    if not bad and state.board.index[act.hex] in state.kings.values():
        return f"{act.hex} is a king hex, whose terrain never changes (BOARD-5)"
    return bad or ("" if act.terrain in TERRAINS else f"{act.terrain} is no terrain; there are {', '.join(TERRAINS)}")


def _bad_creature(state: State, act: Placing | Removing | Reviving) -> str:
    creature = state.creatures.get(act.creature)
    if creature is None:
        return f"there is no creature {act.creature}"
    if creature.dead != isinstance(act, Reviving):
        return f"{act.creature} is {'dead' if creature.dead else 'alive'}"
    if isinstance(act, Placing) and act.place not in state.board.places:
        return f"there is no place {act.place}"
    return _bad_hex(state, act.hex) if isinstance(act, Reviving) else ""


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


def _remove(turn: Turn, act: Removing) -> None:
    leave(turn, turn.state.creatures[act.creature])
    turn.tell(_removed(turn.state, act))


def _removed(state: State, act: Removing) -> e.GmRemoved:
    return e.GmRemoved(act.creature, state.creatures[act.creature].place, act.reason)


def _handed(state: State, act: Handing) -> e.GmHanded:
    board = state.board
    if act.to in board.index:
        return e.GmHanded(act.item, "", ground(board.places[act.to]), act.reason)
    return e.GmHanded(act.item, act.to, NOWHERE, act.reason)


def _terrain_set(state: State, act: TerrainSetting) -> e.GmSetTerrain:
    number = state.board.index[act.hex]
    return e.GmSetTerrain(number, state.terrain[number], act.terrain, act.reason)


def _control_set(state: State, act: ControlSetting) -> e.GmSetControl:
    number = state.board.index[act.hex]
    return e.GmSetControl(number, state.control[number], act.side, act.reason)


class _Referee(GameReferee[State]):
    def after(self, state: State, acts: Sequence[Act]) -> State:
        turn = Turn(state.copy(), Dice(b"", 0), silent=True)
        self.play(turn, turn.state, acts)
        return turn.state


REFEREE = _Referee(
    Verb(
        "order",
        PUT_ORDER,
        (
            _SEAT,
            Slot("LINE", "1 to the last line, or one more", _line, first=True),
            order_line(_order, first=False),
        ),
        'order 12 A 3 "MOVE A3 E E" --reason "misread by us"',
        kind=OrderChange,
        says="line {number} of {seat}'s sheet becomes {order} ({reason})",
        why_not=_bad_line,
        corrects="seat",
        shown=seen(e.GmChangedOrder, "number", side="seat"),
    ),
    Verb(
        "place",
        "Put a creature with all it carries on another place, off its mount.",
        (_CREATURE, Slot("PLACE", "d4, or d4^ for the air above", _lower)),
        'place 12 A3 d4 --reason "see the ruling of turn 4"',
        kind=Placing,
        says="{creature} goes to {place} ({reason})",
        why_not=_bad_creature,
        tells=lambda state, a: e.GmPlaced(
            a.creature, state.creatures[a.creature].place, state.board.places[a.place], a.reason
        ),
        shown=seen(e.GmPlaced, "creature", "reason"),
    ),
    Verb(
        "remove",
        "Take a creature out of the game; it leaves no corpse.",
        (_CREATURE,),
        'remove 12 B7 --reason "it should have died"',
        kind=Removing,
        says="{creature} leaves the game ({reason})",
        why_not=_bad_creature,
        plays=_remove,
        shown=seen(e.GmRemoved, "creature"),
    ),
    Verb(
        "revive",
        "Bring a dead creature back, as printed, on the ground of a hex.",
        (_CREATURE, _HEX),
        'revive 12 A5 e2 --reason "it should not have died"',
        kind=Reviving,
        says="{creature} lives again on {hex} ({reason})",
        why_not=_bad_creature,
        tells=lambda state, a: e.GmRevived(a.creature, state.board.index[a.hex] * 2, a.reason),
        shown=seen(e.GmRevived, "creature"),
    ),
    Verb(
        "hand",
        "Give an item to a creature, or lay it on the ground of a hex.",
        (
            Slot("ITEM", "its id: IA1", _upper),
            Slot("TO", "a creature, or a hex", _bearer),
        ),
        'hand 12 IA1 A3 --reason "it was not dropped"',
        kind=Handing,
        says="{item} goes to {to} ({reason})",
        why_not=_bad_handing,
        tells=_handed,
        shown=seen(e.GmHanded, "item", "reason"),
    ),
    Verb(
        "pool",
        "Set a player's magic pool; +2 and -2 change it.",
        (_SEAT, Slot("POINTS", "12, or +2, -2", _points)),
        'pool 12 B +5 --reason "a spell was paid twice"',
        kind=PoolSetting,
        says="{side}'s pool becomes {points} ({reason})",
        why_not=_bad_pool,
        tells=lambda state, a: e.GmSetPool(a.side, state.pools[a.side], a.points, a.reason),
        shown=seen(e.GmSetPool, "side", after="points"),
    ),
    Verb(
        "terrain",
        "Give a hex another terrain.",
        (_HEX, Slot("TERRAIN", "grass, forest, rocky, swamp, water or lava", _terrain)),
        'terrain 12 d4 rocky --reason "a change was not made"',
        kind=TerrainSetting,
        says=lambda a: f"{a.hex} becomes {TERRAIN_NAMES[a.terrain]} ({a.reason})",
        why_not=_bad_terrain,
        tells=_terrain_set,
        shown=seen(e.GmSetTerrain, "reason", after="terrain"),
    ),
    Verb(
        "control",
        "Say who controls a hex.",
        (_HEX, Slot("SEAT", f"A, B or {NOBODY}", _owner)),
        'control 12 d4 A --reason "he walked through it"',
        kind=ControlSetting,
        says=lambda a: f"{a.hex} is {a.side or NOBODY}'s ({a.reason})",
        why_not=lambda state, a: _bad_hex(state, a.hex) or _bad_side(a.side, ""),
        tells=_control_set,
        shown=seen(e.GmSetControl, "reason", after="side"),
    ),
    Verb(
        "drop",
        "A player leaves the game: he has resigned (WIN-3).",
        (_SEAT,),
        'drop 12 B --reason "moved away"',
        kind=DropOut,
        says="player {seat} leaves the game ({reason})",
        why_not=lambda _, a: _bad_side(a.seat),
        shown=seen(e.Resigned, side="seat"),
    ),
    Verb(kind=Excused, says="player {seat} is excused", why_not=lambda _, a: _bad_side(a.seat)),
    Verb(
        kind=Note,
        says=lambda a: f"a note to {'both' if a.seat == EVERYBODY else a.seat} ({a.text})",
        why_not=lambda _, a: _bad_side(a.seat, EVERYBODY),
    ),
)


def amended(orders: Sheets, acts: Sequence[Act]) -> tuple[dict[str, tuple[Order, ...]], list[e.GmChangedOrder]]:
    """Orders as the game master corrected them, and what he changed; a line beyond the sheet's last is added to it."""
    sheets, changes = corrected(
        orders, ((a, a.seat, a.number, stored(a.order)) for a in acts if isinstance(a, OrderChange)), write_order
    )
    events = [
        e.GmChangedOrder(made.act.seat, made.act.number, made.before, made.after, made.act.reason) for made in changes
    ]
    return {side: tuple(sheet) for side, sheet in sheets.items()}, events
