"""The game master's verbs in Magika, as the office asks for them (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine import refereeing
from magika_gm.engine.acts import DropOut, OrderChange
from magika_gm.engine.seam.rules import ActRefused, Parameter, Question, Verb
from magika_gm.engine.told import Told
from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.games.magika.orders import Order, write_order
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.orders.names import read_mage, read_things
from magika_gm.games.magika.rules.acts import (
    NOWHERE,
    STATISTICS,
    Act,
    Adjustment,
    Handing,
    Placing,
    Ruling,
    act_text,
    amended,
    coming_world,
    unplayed,
    why_not,
)
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.events import GmRuled, NoEffect
from magika_gm.games.magika.rules.world import World

drop_out = refereeing.drop_out
seat_dropped = refereeing.seat_dropped
seat_ordered = refereeing.seat_ordered
text = act_text

_MAGE = Parameter(name="MAGE", help="a letter, EBON, or a name")
_PHASE = Parameter(name="PHASE", help="1 to 5")
VERBS = (
    Verb(
        name="rule",
        help="Rule whether a cast of the coming turn can have an effect (CAST-5).",
        parameters=(_MAGE, _PHASE, Parameter(name="VERDICT", help="effect or none")),
        example='rule 12 C 3 effect --reason "the fog had lifted"',
    ),
    Verb(
        name="order",
        help="Put another order in the place of what a mage ordered for a phase.",
        parameters=(_MAGE, _PHASE, Parameter(name="ORDER", help="as a player would write it")),
        example='order 12 C 3 "MOVE NE" --reason "misread by us"',
    ),
    Verb(
        name="place",
        help="Move a mage to a space, if he may enter it (MOVE-6).",
        parameters=(_MAGE, Parameter(name="SPACE", help="a1 to z26")),
        example='place 12 C m12 --reason "see the ruling of turn 4"',
    ),
    Verb(
        name="move",
        help="Move a thing from a mage, a space or 'nowhere' to another.",
        parameters=(
            Parameter(name="THING", help="a scroll's code, an artifact, a cloak"),
            Parameter(name="FROM", help="a mage, a space or nowhere"),
            Parameter(name="TO", help="a mage, a space or nowhere"),
        ),
        example='move 12 CROWN C m12 --reason "it should have been dropped"',
    ),
    Verb(
        name="adjust",
        help="Set a statistic; +10 and -10 change it.",
        parameters=(
            _MAGE,
            Parameter(name="STAT", help=", ".join(STATISTICS)),
            Parameter(name="VALUE", help="50, or +10, -10"),
        ),
        example='adjust 12 C endurance +10 --reason "rest was not counted"',
    ),
    Verb(
        name="drop",
        help="Let a mage leave the game; what he carries lies where he stands (GM-3).",
        parameters=(_MAGE,),
        example='drop 12 C --reason "at his own wish"',
    ),
)

__all__ = ["VERBS", "act", "drop_out", "questions", "seat_dropped", "seat_ordered", "text", "unplayed", "why_not_text"]


@dataclass(frozen=True, slots=True)
class _Table:
    """What an act is read against: the world the last turn left, the acts made since, the names of characters."""

    world: World
    acts: Sequence[Act]
    names: Mapping[str, str]
    reason: str

    def mage(self, said: str) -> str:
        return _or_refuse(read_mage(words_of(said), self.names))

    def place(self, said: str) -> str:
        """A letter, a space's name, or nowhere."""
        folded = said.strip().casefold()
        if folded == NOWHERE or folded in INDEX:
            return folded
        try:
            return self.mage(said)
        except ActRefused:
            raise ActRefused(f"{said} is no mage, no space (a1 to z26) and not 'nowhere'") from None

    def thing(self, said: str) -> str:
        found = read_things(words_of(said))
        if isinstance(found, Fault):
            raise ActRefused(str(found))
        if len(found.names) != 1 or found.endurance or found.arcania:
            raise ActRefused(f"{said}: name one scroll, artifact or cloak")
        return found.names[0]

    def phase(self, said: str) -> int:
        if said.isdecimal() and 1 <= int(said) <= 5:
            return int(said)
        raise ActRefused(f"{said} is no phase: a turn has phases 1 to 5")

    def value(self, letter: str, stat: str, said: str) -> int:
        """``50``, or ``+10`` and ``-10`` on what stands."""
        mage = coming_world(self.world, self.acts).mages.get(letter)
        return refereeing.figure(said, getattr(mage, stat) if mage is not None else 0)


def _or_refuse(found: str | Fault) -> str:
    if isinstance(found, Fault):
        raise ActRefused(str(found))
    return found


def _rule(t: _Table, mage: str, phase: str, verdict: str) -> Act:
    if verdict not in ("effect", "none"):
        raise ActRefused(f"{verdict} is no verdict; say effect or none")
    return Ruling(t.mage(mage), t.phase(phase), verdict == "effect", t.reason)


def _order(t: _Table, mage: str, phase: str, order: str) -> Act:
    read = read_order(order, t.names)
    if isinstance(read, Fault):
        raise ActRefused(f"{order}: {read}")
    return OrderChange(t.mage(mage), t.phase(phase), write_order(read), t.reason)


def _place(t: _Table, mage: str, space: str) -> Act:
    if space.casefold() not in INDEX:
        raise ActRefused(f"{space} is not a space (a1 to z26)")
    return Placing(t.mage(mage), space.casefold(), t.reason)


def _move(t: _Table, thing: str, source: str, target: str) -> Act:
    return Handing(t.thing(thing), t.place(source), t.place(target), t.reason)


def _adjust(t: _Table, mage: str, stat: str, value: str) -> Act:
    letter = t.mage(mage)
    name = stat.casefold().replace("-", "_").replace(" ", "_").replace("maximum", "max")
    if name not in STATISTICS:
        near = nearest(name, STATISTICS)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(STATISTICS)}"
        raise ActRefused(f"{stat} is no statistic; {hint}")
    return Adjustment(letter, name, t.value(letter, name, value), t.reason)


def _drop(t: _Table, mage: str) -> Act:
    return DropOut(t.mage(mage), t.reason)


_READERS: dict[str, Callable[..., Act]] = {
    "rule": _rule, "order": _order, "place": _place, "move": _move, "adjust": _adjust, "drop": _drop,
}  # fmt: skip


def act(
    verb: str, words: Sequence[str], reason: str, state: World, acts: Sequence[Act], names: Mapping[str, str]
) -> Act:
    """An act from the words of the command line; raises :class:`ActRefused` where it cannot be."""
    made = _READERS[verb](_Table(state, acts, names, reason), *words)
    return refereeing.unless(why_not(state, acts, made), made)


def why_not_text(state: World, acts: Sequence[Act], act: Act) -> str:
    """Why an act every game has (a note, a drop-out) cannot be made; "" if it can."""
    return why_not(state, acts, act)


def questions(
    orders: Mapping[str, Sequence[Order]], acts: Sequence[Act], told: Sequence[Told[Any]]
) -> tuple[Question, ...]:
    """Casts found to have no possible effect: the game master may rule otherwise (CAST-5)."""
    played, _ = amended(orders, acts)
    ruled = {(t.phase, t.event.mage) for t in told if isinstance(t.event, GmRuled)}
    return tuple(
        Question(
            seat=t.event.mage,
            phase=t.phase,
            order=write_order(played[t.event.mage][t.phase - 1]),
            reason=str(t.event.reason),
            ruled=(t.phase, t.event.mage) in ruled,
        )
        for t in told
        if isinstance(t.event, NoEffect)
    )


def question_text(question: Question) -> str:
    """``C, phase 3: HealsX: why it can have no effect``."""
    return f"{question.seat}, phase {question.phase}: {question.order}: {question.reason}"
