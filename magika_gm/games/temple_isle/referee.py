"""The game master's verbs in Temple Isle, as the office asks for them (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine import refereeing
from magika_gm.engine.acts import DropOut
from magika_gm.engine.seam.rules import ActRefused, Parameter, Verb
from magika_gm.engine.told import Told
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.words import UNIT_NUMBER, Fault
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.acts import (
    PILES,
    Act,
    Adjustment,
    Handing,
    LineChange,
    Placing,
    StandIn,
    Turning,
    act_text,
    why_not,
)
from magika_gm.games.temple_isle.rules.board import NEUTRAL, SEATS, SQUARE
from magika_gm.games.temple_isle.rules.events import (
    Forfeited,
    GmAdjusted,
    GmChangedLine,
    GmHanded,
    GmPlaced,
    GmTurned,
    MissesForgotten,
)
from magika_gm.games.temple_isle.rules.state import State

drop_out = refereeing.drop_out
seat_dropped = refereeing.seat_dropped
questions = refereeing.no_questions
question_text = refereeing.question_text
text = act_text

_SEAT = Parameter(name="SEAT", help="SUN or MOON")
_UNIT = Parameter(name="UNIT", help="U1, U2 …")
_PILE = "SUN or MOON (their hands), deck, discard or nowhere"
VERBS = (
    Verb(
        name="order",
        help="Put another order in the place of a line of a sheet; a number beyond the last adds a line.",
        parameters=(
            _SEAT,
            Parameter(name="LINE", help="1 to the last line, or one more"),
            Parameter(name="ORDER", help="as a player would write it; none strikes the line out", optional=True),
        ),
        example='order 12 SUN 3 "U1 N E" --reason "misread by us"',
    ),
    Verb(
        name="place",
        help="Put a unit on another card; nothing is entered or left.",
        parameters=(_UNIT, Parameter(name="SQUARE", help="a1 to e4")),
        example='place 12 U3 c2 --reason "see the ruling of turn 4"',
    ),
    Verb(
        name="adjust",
        help="Set a unit's hit points; +1 and -1 change them.",
        parameters=(_UNIT, Parameter(name="HP", help="3, or +1, -1")),
        example='adjust 12 U3 +1 --reason "a heal was not counted"',
    ),
    Verb(
        name="move",
        help="Move a card from a hand, the deck, the discard pile or nowhere to another of these.",
        parameters=(
            Parameter(name="CARD", help="a card's name"),
            Parameter(name="FROM", help=_PILE),
            Parameter(name="TO", help=_PILE),
        ),
        example='move 12 Doom discard SUN --reason "it should not have been discarded"',
    ),
    Verb(
        name="turn",
        help="Turn a card of the isle towards a player, or make it neutral.",
        parameters=(Parameter(name="SQUARE", help="a1 to e4"), Parameter(name="SEAT", help="SUN, MOON or neutral")),
        example='turn 12 c2 SUN --reason "its control was forgotten"',
    ),
    Verb(
        name="stand-in",
        help="Somebody else has taken the seat: sheets missed are counted anew (MAIL-8).",
        parameters=(_SEAT,),
        example='stand-in 12 MOON --reason "taken over by a friend"',
    ),
    Verb(
        name="drop",
        help="A player loses his seat and the game (END-3).",
        parameters=(_SEAT,),
        example='drop 12 MOON --reason "at his own wish"',
    ),
)


@dataclass(frozen=True, slots=True)
class _Table:
    """What an act is read against."""

    state: State
    reason: str

    def seat(self, said: str) -> str:
        if said.upper() in SEATS:
            return said.upper()
        raise ActRefused(f"{said} is no player; there are SUN and MOON")

    def unit(self, said: str) -> int:
        found = UNIT_NUMBER.fullmatch(said)
        if found is None:
            raise ActRefused(f"{said} is no unit; write U3")
        return int(found[1])

    def square(self, said: str) -> str:
        if said.lower() in SQUARE:
            return said.lower()
        raise ActRefused(f"{said} is no square; there are a1 to e4")

    def pile(self, said: str) -> str:
        return said.lower() if said.lower() in PILES else self.seat(said)

    def card(self, said: str) -> str:
        known = {name.casefold(): name for name in self.state.catalogue.cards}
        if said.casefold() not in known:
            hint = did_you_mean(nearest(said, tuple(known.values())))
            raise ActRefused(f"there is no card {said}{'; ' + hint if hint else ''}")
        return known[said.casefold()]


def _order(t: _Table, seat: str, line: str, order: str = "") -> Act:
    try:
        read = write_order(read_line(order, t.state.catalogue)) if order.strip() else ""
    except Fault as fault:
        raise ActRefused(f"{order}: {fault.reason}") from fault
    return LineChange(t.seat(seat), refereeing.whole(line), read, t.reason)


def _place(t: _Table, unit: str, square: str) -> Act:
    return Placing(t.unit(unit), t.square(square), t.reason)


def _adjust(t: _Table, unit: str, hp: str) -> Act:
    number = t.unit(unit)
    standing = t.state.units[number].hp if number in t.state.units else 0
    return Adjustment(number, refereeing.figure(hp, standing), t.reason)


def _move(t: _Table, card: str, source: str, target: str) -> Act:
    return Handing(t.card(card), t.pile(source), t.pile(target), t.reason)


def _turn(t: _Table, square: str, seat: str) -> Act:
    return Turning(t.square(square), NEUTRAL if seat.lower() == "neutral" else t.seat(seat), t.reason)


def _stand_in(t: _Table, seat: str) -> Act:
    return StandIn(t.seat(seat), t.reason)


def _drop(t: _Table, seat: str) -> Act:
    return DropOut(t.seat(seat), t.reason)


_READERS: dict[str, Callable[..., Act]] = {
    "order": _order, "place": _place, "adjust": _adjust, "move": _move, "turn": _turn, "stand-in": _stand_in,
    "drop": _drop,
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
    return refereeing.unless(why_not(state, acts, made), made)


def why_not_text(state: State, acts: Sequence[Act], act: Act) -> str:
    """Why an act every game has (a note, a drop-out) cannot be made; "" if it can."""
    return why_not(state, acts, act)


def seat_ordered(act: Act) -> str | None:
    """The seat whose sheet this act writes in, None for any other."""
    return act.seat if isinstance(act, LineChange) else None


def unplayed(acts: Sequence[Act], told: Sequence[Told[Any]]) -> list[Act]:
    """Acts that came to nothing: what they were about had changed before they were played."""
    done = [one.event for one in told]
    return [act for act in acts if not _played(act, done)]


def _played(act: Act, done: Sequence[Any]) -> bool:
    match act:
        case Placing(unit, square, _):
            return any(isinstance(e, GmPlaced) and (e.unit, e.target) == (unit, square) for e in done)
        case Adjustment(unit, hp, _):
            return any(isinstance(e, GmAdjusted) and (e.unit, e.after) == (unit, hp) for e in done)
        case Handing(card, source, target, _):
            wanted = (card, source, target)
            return any(isinstance(e, GmHanded) and (e.card, e.source, e.target) == wanted for e in done)
        case Turning(square, seat, _):
            return any(isinstance(e, GmTurned) and (e.square, e.after) == (square, seat) for e in done)
        case LineChange(seat, _, order, _):
            return any(isinstance(e, GmChangedLine) and (e.seat, e.after) == (seat, order) for e in done)
        case StandIn(seat, _):
            return any(isinstance(e, MissesForgotten) and e.seat == seat for e in done)
        case DropOut(seat, _):
            return any(isinstance(e, Forfeited) and e.seat == seat for e in done)
    return True
