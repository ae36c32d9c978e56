"""What happens, what the game master may do, and who sees what: the parts ``rules``, ``referee`` and ``sight``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.reporting import GameSight
from magika_gm.engine.seam.rules import ActRefused, Parameter, Question, Resolution, Verb
from magika_gm.engine.seam.setup import Need, Place
from magika_gm.engine.told import Told
from magika_gm.engine.verbs import DropOut
from magika_gm.engine.words import Fault
from tests.systems.toy.orders import read_seat
from tests.systems.toy.table import SEATS, Keep, Left, Show, Shown, Table


class Rules:
    def resolve(
        self, state: Table, orders: Mapping[str, Sequence[Any]], dice: Dice, acts: Sequence[Any] = ()
    ) -> Resolution:
        after = replace(state, turn=state.turn + 1, shown=dict(state.shown), out=dict(state.out))
        told: list[Told[Any]] = []
        for act in acts:
            if isinstance(act, DropOut):
                after.out[act.seat] = True
                told.append(Told(phase=0, step=0, event=Left(act.seat), audience=SEATS))
        for seat in SEATS:
            if Show() in orders.get(seat, ()) and not after.shown[seat] and not after.out[seat]:
                after.shown[seat] = True
                told.append(Told(phase=1, step=1, event=Shown(seat, after.cards[seat]), audience=SEATS))
        if after.turn >= after.last or all(after.shown[s] or after.out[s] for s in SEATS):
            after.ending = "open"
        return Resolution(after, tuple(told), tuple(dice.rolls))

    def default_orders(self, state: Table, seat: str, last: Sequence[Any]) -> list[Any]:
        return [Keep()]

    def turn_of(self, state: Table) -> int:
        return state.turn

    def playing(self, state: Table) -> tuple[str, ...]:
        return tuple(s for s in SEATS if not state.out[s])

    def needs(self, state: Table) -> Mapping[str, Need]:
        return {s: Need.MAY if state.shown[s] else Need.REQUIRED for s in self.playing(state)}

    def ending(self, state: Table) -> str | None:
        return state.ending

    def ending_text(self, ending: str) -> str:
        return "the cards lie open"

    def standing(self, state: Table) -> tuple[Place, ...]:
        points = {s: state.cards[s] if state.shown[s] and not state.out[s] else 0 for s in SEATS}
        ranked = sorted(SEATS, key=lambda s: (-points[s], s))
        return tuple(Place(1 + sum(points[o] > points[s] for o in SEATS), s, points[s], state.out[s]) for s in ranked)

    def allies(self, state: Table, seat: str) -> tuple[str, ...]:
        return ()

    def character(self, state: Table, seat: str) -> str:
        return ""


class Referee:
    VERBS = (
        Verb(
            name="drop",
            help="Let a seat leave.",
            parameters=(Parameter(name="COLOUR", help="a seat"),),
            example='drop 12 RED --reason "…"',
        ),
    )

    def act(self, verb: str, words: Sequence[str], reason: str, state: Table, acts: Sequence[Any], names: Any) -> Any:
        seat = read_seat([w.upper() for w in words], {})
        if isinstance(seat, Fault):
            raise ActRefused(str(seat))
        return DropOut(seat, reason)

    def why_not_text(self, state: Table, acts: Sequence[Any], act: Any) -> str:
        return ""

    def drop_out(self, seat: str, reason: str) -> DropOut:
        return DropOut(seat, reason)

    def seat_ordered(self, act: Any) -> str | None:
        return None

    def text(self, act: Any) -> str:
        return f"{act.seat} leaves ({act.reason})" if isinstance(act, DropOut) else f"a note to {act.seat} ({act.text})"

    def unplayed(self, acts: Sequence[Any], told: Sequence[Told[Any]]) -> list[Any]:
        return []

    def questions(self, orders: Any, acts: Sequence[Any], told: Sequence[Told[Any]]) -> tuple[Any, ...]:
        return ()

    def question_text(self, question: Question) -> str:
        return question.reason


def _perceive(state: Table, seat: str) -> dict[str, Any]:
    return {"card": state.cards[seat], "open": {s: state.cards[s] for s in SEATS if state.shown[s]}}


def _known(state: Table, seat: str) -> Table:
    return replace(state, cards={s: c for s, c in state.cards.items() if s == seat or state.shown[s]})


def _remember(_memory: Any, _turn: int, view: Any) -> Any:
    return {"open": view["open"]}


SIGHT = GameSight[Table, Any, Any](_perceive, _remember, {"open": {}}, _known)
RULES, REFEREE = Rules(), Referee()
