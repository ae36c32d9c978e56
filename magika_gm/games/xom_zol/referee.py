"""The game master's verbs in Xom and Zol, as the office asks for them (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine import refereeing
from magika_gm.engine.seam.rules import ActRefused, Parameter, Question, Verb
from magika_gm.engine.told import Told
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.games.xom_zol.acts import (
    PLAY,
    ZONES,
    Act,
    DropOut,
    LineChange,
    Mark,
    MoveCard,
    SetLife,
    act_text,
    why_impossible,
)
from magika_gm.games.xom_zol.events import GmChangedLine, GmForfeited, GmMarked, GmMovedCard, GmSetLife
from magika_gm.games.xom_zol.orders.forms import Part
from magika_gm.games.xom_zol.orders.grammar import misplaced, read_line
from magika_gm.games.xom_zol.orders.tokens import Fault, Unreadable, names_of, ref_of
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.resolution import event_of
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.telling import apply
from magika_gm.games.xom_zol.words import SIDES

drop_out = refereeing.drop_out
seat_dropped = refereeing.seat_dropped
questions = refereeing.no_questions
text = act_text

_SIDE = Parameter(name="SIDE", help="A or B")
_ZONE = "hand, library (its top), discard or play; from play the card's ref"
VERBS = (
    Verb(
        name="order",
        help="Put another order in the place of a line of a sheet; a number beyond the last adds a line.",
        parameters=(
            _SIDE,
            Parameter(name="PART", help="ACT or REACT"),
            Parameter(name="LINE", help="1 to the last line of the part, or one more"),
            Parameter(name="ORDER", help="as a player would write it; none strikes the line out", optional=True),
        ),
        example='order 12 A ACT 3 "CAST Smite ON B4" --reason "misread by us"',
    ),
    Verb(
        name="life",
        help="Set a side's life; +2 and -2 change it.",
        parameters=(_SIDE, Parameter(name="LIFE", help="42, or +2, -2")),
        example='life 12 B +2 --reason "a heal was not counted"',
    ),
    Verb(
        name="move",
        help="Move a card of a side from one of its zones to another.",
        parameters=(
            _SIDE,
            Parameter(name="CARD", help="a card's name"),
            Parameter(name="FROM", help=_ZONE),
            Parameter(name="TO", help=_ZONE),
        ),
        example='move 12 A Smite discard hand --reason "it should not have been discarded"',
    ),
    Verb(
        name="mark",
        help="Make a card in play ready or committed.",
        parameters=(Parameter(name="REF", help="A7"), Parameter(name="STATE", help="ready or committed")),
        example='mark 12 A7 ready --reason "it did not give mana"',
    ),
    Verb(
        name="drop",
        help="A side forfeits the game (END-4).",
        parameters=(_SIDE,),
        example='drop 12 B --reason "at his own wish"',
    ),
)


@dataclass(frozen=True, slots=True)
class _Table:
    """What an act is read against."""

    state: State
    reason: str

    def side(self, said: str) -> str:
        if said.upper() in SIDES:
            return said.upper()
        raise ActRefused(f"{said} is no side; there are A and B")

    def ref(self, said: str) -> str:
        found = ref_of(said)
        if found is None:
            raise ActRefused(f"{said} is no card in play; write A7")
        return found.ref

    def zone(self, said: str) -> str:
        if said.lower() in (*ZONES, PLAY):
            return said.lower()
        if ref_of(said) is not None:
            return said.upper()
        raise ActRefused(f"{said} is no zone: {_ZONE}")

    def card(self, said: str) -> str:
        try:
            return names_of(self.state.cards).one(said)
        except Unreadable as unreadable:
            fault = unreadable.fault
            hint = did_you_mean(fault.near or nearest(said, tuple(self.state.cards)))
            raise ActRefused(f"{fault.reason}{'; ' + hint if hint else ''}") from None

    def part(self, said: str) -> Part:
        try:
            return Part(said.upper())
        except ValueError:
            raise ActRefused(f"{said} is no part of a sheet: ACT or REACT") from None


def _order(t: _Table, side: str, part: str, line: str, order: str = "") -> Act:
    where, written = t.part(part), ""
    if order.strip():
        read = read_line(order, names_of(t.state.cards))
        why = str(read) if isinstance(read, Fault) else misplaced(read, where)
        if isinstance(read, Fault) or why:
            raise ActRefused(f"{order}: {why}")
        written = write_order(read)
    return LineChange(t.side(side), where.value, refereeing.whole(line), written, t.reason)


def _life(t: _Table, side: str, life: str) -> Act:
    one = t.side(side)
    return SetLife(one, refereeing.figure(life, t.state.sides[one].life), t.reason)


def _move(t: _Table, side: str, card: str, source: str, target: str) -> Act:
    return MoveCard(t.side(side), t.card(card), t.zone(source), t.zone(target), t.reason)


def _mark(t: _Table, ref: str, state: str) -> Act:
    if state.lower() not in ("ready", "committed"):
        raise ActRefused(f"{state} is neither ready nor committed")
    return Mark(t.ref(ref), state.lower() == "committed", t.reason)


def _drop(t: _Table, side: str) -> Act:
    return DropOut(t.side(side), t.reason)


_READERS: dict[str, Callable[..., Act]] = {
    "order": _order, "life": _life, "move": _move, "mark": _mark, "drop": _drop,
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
    made = _READERS[verb](_Table(after(state, acts), reason), *words)
    return refereeing.unless(why_not_text(state, acts, made), made)


def after(state: State, acts: Sequence[Act]) -> State:
    """The state as it is when the acts so far have been played."""
    changed = state.copy()
    for one in acts:
        event = None if why_impossible(changed, one) else event_of(changed, one)
        if event is not None:
            apply(changed, event)
    return changed


def why_not_text(state: State, acts: Sequence[Act], act: Act) -> str:
    """Why an act every game has (a note, a drop-out) cannot be made; "" if it can."""
    return why_impossible(after(state, acts), act)


def seat_ordered(act: Act) -> str | None:
    """The side whose sheet this act writes in, None for any other."""
    return act.side if isinstance(act, LineChange) else None


def unplayed(acts: Sequence[Act], told: Sequence[Told[Any]]) -> list[Act]:
    """Acts that came to nothing: what they were about had changed before they were played."""
    done = [one.event for one in told]
    return [act for act in acts if not _played(act, done)]


def _played(act: Act, done: Sequence[Any]) -> bool:
    match act:
        case LineChange(side, part, number, order, _):
            wanted = (side, part, number, order)
            return any(isinstance(e, GmChangedLine) and (e.side, e.part, e.number, e.after) == wanted for e in done)
        case SetLife(side, life, _):
            return any(isinstance(e, GmSetLife) and (e.side, e.life) == (side, life) for e in done)
        case MoveCard(side, card, source, target, _):
            moved = (side, card, source, target)
            return any(isinstance(e, GmMovedCard) and (e.side, e.card, e.source, e.target) == moved for e in done)
        case Mark(ref, committed, _):
            return any(isinstance(e, GmMarked) and (e.ref, e.committed) == (ref, committed) for e in done)
        case DropOut(seat, _):
            return any(isinstance(e, GmForfeited) and e.side == seat for e in done)
    return True


def question_text(question: Question) -> str:
    """A question in words."""
    return f"side {question.seat}: {question.order}: {question.reason}"
