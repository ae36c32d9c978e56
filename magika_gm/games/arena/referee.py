"""The game master's verbs in Arena, as the office asks for them (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine import refereeing
from magika_gm.engine.acts import DropOut, OrderChange
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import ActRefused, Parameter, Verb
from magika_gm.engine.told import Told
from magika_gm.games.arena.orders.grammar import read_line
from magika_gm.games.arena.orders.words import Unreadable, terrain_letter
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.acts import (
    Act,
    ControlSetting,
    Handing,
    Placing,
    PoolSetting,
    Removing,
    Reviving,
    TerrainSetting,
    act_text,
    carry_out,
    why_not,
)
from magika_gm.games.arena.rules.events import (
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRemoved,
    GmRevived,
    GmSetControl,
    GmSetPool,
    GmSetTerrain,
    Resigned,
)
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.rules.turn import Turn

drop_out = refereeing.drop_out
seat_dropped = refereeing.seat_dropped
seat_ordered = refereeing.seat_ordered
questions = refereeing.no_questions
question_text = refereeing.question_text
text = act_text

_SEAT = Parameter(name="SEAT", help="A or B")
_CREATURE = Parameter(name="CREATURE", help="its id: A3, B12")
_HEX = Parameter(name="HEX", help="a1 to i5")
NOBODY = "nobody"
VERBS = (
    Verb(
        name="order",
        help="Put another order in the place of a line of a sheet; a number beyond the last adds a line.",
        parameters=(
            _SEAT,
            Parameter(name="LINE", help="1 to the last line, or one more"),
            Parameter(name="ORDER", help="as a player would write it"),
        ),
        example='order 12 A 3 "MOVE A3 E E" --reason "misread by us"',
    ),
    Verb(
        name="place",
        help="Put a creature with all it carries on another place, off its mount.",
        parameters=(_CREATURE, Parameter(name="PLACE", help="d4, or d4^ for the air above")),
        example='place 12 A3 d4 --reason "see the ruling of turn 4"',
    ),
    Verb(
        name="remove",
        help="Take a creature out of the game; it leaves no corpse.",
        parameters=(_CREATURE,),
        example='remove 12 B7 --reason "it should have died"',
    ),
    Verb(
        name="revive",
        help="Bring a dead creature back, as printed, on the ground of a hex.",
        parameters=(_CREATURE, _HEX),
        example='revive 12 A5 e2 --reason "it should not have died"',
    ),
    Verb(
        name="hand",
        help="Give an item to a creature, or lay it on the ground of a hex.",
        parameters=(Parameter(name="ITEM", help="its id: IA1"), Parameter(name="TO", help="a creature, or a hex")),
        example='hand 12 IA1 A3 --reason "it was not dropped"',
    ),
    Verb(
        name="pool",
        help="Set a player's magic pool; +2 and -2 change it.",
        parameters=(_SEAT, Parameter(name="POINTS", help="12, or +2, -2")),
        example='pool 12 B +5 --reason "a spell was paid twice"',
    ),
    Verb(
        name="terrain",
        help="Give a hex another terrain.",
        parameters=(_HEX, Parameter(name="TERRAIN", help="grass, forest, rocky, swamp, water or lava")),
        example='terrain 12 d4 rocky --reason "a change was not made"',
    ),
    Verb(
        name="control",
        help="Say who controls a hex.",
        parameters=(_HEX, Parameter(name="SEAT", help=f"A, B or {NOBODY}")),
        example='control 12 d4 A --reason "he walked through it"',
    ),
    Verb(
        name="drop",
        help="A player leaves the game: he has resigned (WIN-3).",
        parameters=(_SEAT,),
        example='drop 12 B --reason "moved away"',
    ),
)


@dataclass(frozen=True, slots=True)
class _Table:
    """What the words of a command are read by."""

    state: State
    reason: str

    def seat(self, said: str) -> str:
        if said.upper() not in SIDES:
            raise ActRefused(f"{said} is no player: there are A and B; nothing was recorded")
        return said.upper()


def _order(t: _Table, seat: str, line: str, order: str) -> Act:
    number = refereeing.whole(line)
    if number < 1:
        raise ActRefused("lines are numbered from 1; nothing was recorded")
    try:
        return OrderChange(t.seat(seat), number, write_order(read_line(order)), t.reason)
    except Unreadable as bad:
        raise ActRefused(f"{order}: {bad.reason}; nothing was recorded") from bad


def _place(t: _Table, creature: str, place: str) -> Act:
    return Placing(creature.upper(), place.lower(), t.reason)


def _remove(t: _Table, creature: str) -> Act:
    return Removing(creature.upper(), t.reason)


def _revive(t: _Table, creature: str, hex_: str) -> Act:
    return Reviving(creature.upper(), hex_.lower(), t.reason)


def _hand(t: _Table, item: str, to: str) -> Act:
    return Handing(item.upper(), to if to in t.state.board.index else to.upper(), t.reason)


def _pool(t: _Table, seat: str, points: str) -> Act:
    side = t.seat(seat)
    return PoolSetting(side, refereeing.figure(points, t.state.pools[side]), t.reason)


def _terrain(t: _Table, hex_: str, terrain: str) -> Act:
    try:
        return TerrainSetting(hex_.lower(), terrain_letter(terrain), t.reason)
    except Unreadable as bad:
        raise ActRefused(f"{bad.reason}; nothing was recorded") from bad


def _control(t: _Table, hex_: str, seat: str) -> Act:
    return ControlSetting(hex_.lower(), "" if seat.lower() == NOBODY else t.seat(seat), t.reason)


def _drop(t: _Table, seat: str) -> Act:
    return DropOut(t.seat(seat), t.reason)


_READERS: dict[str, Callable[..., Act]] = {
    "order": _order, "place": _place, "remove": _remove, "revive": _revive, "hand": _hand, "pool": _pool,
    "terrain": _terrain, "control": _control, "drop": _drop,
}  # fmt: skip


def act(
    verb: str,
    words: Sequence[str],
    reason: str,
    state: State,
    acts: Sequence[Act],
    names: Mapping[str, str],  # noqa: ARG001 - nobody has a name
) -> Act:
    """An act from the words of the command line; raises :class:`ActRefused` where it cannot be."""
    made = _READERS[verb](_Table(state, reason), *words)
    return refereeing.unless(why_not_text(state, acts, made), made)


def why_not_text(state: State, acts: Sequence[Act], act: Act) -> str:
    """Why an act cannot be made after ``acts``; "" if it can."""
    return why_not(after(state, acts), act)


def after(state: State, acts: Sequence[Act]) -> State:
    """The state with acts carried out, as the coming turn will begin from."""
    turn = Turn(state.copy(), Dice(b"", 0), silent=True)
    carry_out(turn, acts)
    return turn.state


def unplayed(acts: Sequence[Act], told: Sequence[Told[Any]]) -> list[Act]:
    """Acts that came to nothing: what they were about had changed before they were played."""
    done = [one.event for one in told]
    return [act for act in acts if not _played(act, done)]


def _played(act: Act, done: Sequence[Any]) -> bool:
    match act:
        case Placing(creature, _, reason):
            return any(isinstance(e, GmPlaced) and (e.creature, e.reason) == (creature, reason) for e in done)
        case Removing(creature, _):
            return any(isinstance(e, GmRemoved) and e.creature == creature for e in done)
        case Reviving(creature, _, _):
            return any(isinstance(e, GmRevived) and e.creature == creature for e in done)
        case Handing(item, _, reason):
            return any(isinstance(e, GmHanded) and (e.item, e.reason) == (item, reason) for e in done)
        case PoolSetting(side, points, _):
            return any(isinstance(e, GmSetPool) and (e.side, e.after) == (side, points) for e in done)
        case TerrainSetting(_, terrain, reason):
            return any(isinstance(e, GmSetTerrain) and (e.after, e.reason) == (terrain, reason) for e in done)
        case ControlSetting(_, side, reason):
            return any(isinstance(e, GmSetControl) and (e.after, e.reason) == (side, reason) for e in done)
        case OrderChange(side, number, _, _):
            return any(isinstance(e, GmChangedOrder) and (e.side, e.number) == (side, number) for e in done)
        case DropOut(side, _):
            return any(isinstance(e, Resigned) and e.side == side for e in done)
    return True
