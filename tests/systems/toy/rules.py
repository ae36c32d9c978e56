"""The law, the game master's word, who sees what, what is kept: ``rules``, ``referee``, ``sight``, ``archive``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from magika_gm.engine.archive import PlainArchive
from magika_gm.engine.plain import Codec
from magika_gm.engine.reporting import GameSight
from magika_gm.engine.rules import GameRules, Telling, TurnEnded, places
from magika_gm.engine.seam.setup import Need, Place
from magika_gm.engine.verbs import GameReferee, dropping
from tests.systems.toy.table import SEATS, Keep, Left, Show, Shown, Table


class Rules(GameRules):
    SEATS, ENDINGS = SEATS, {"open": "the cards lie open"}

    def play(self, turn: Telling[Table], orders: Mapping[str, Sequence[Any]], acts: Sequence[Any]) -> None:
        state = turn.state
        REFEREE.play(turn, state, acts)
        turn.begin(1)
        turn.step = 1
        for seat in self.playing(state):
            if Show() in orders.get(seat, ()) and not state.shown[seat]:
                turn.tell(Shown(seat, state.cards[seat]))
        over = state.turn + 1 >= state.last or all(state.shown[seat] for seat in self.playing(state))
        turn.tell(TurnEnded("open" if over else None))

    def default_orders(self, state: Table, seat: str, last: Sequence[Any]) -> list[Any]:
        return [Keep()]

    def playing(self, state: Table) -> tuple[str, ...]:
        return tuple(seat for seat in SEATS if not state.out[seat])

    def needs(self, state: Table) -> Mapping[str, Need]:
        return {seat: Need.MAY if state.shown[seat] else Need.REQUIRED for seat in self.playing(state)}

    def standing(self, state: Table) -> tuple[Place, ...]:
        out = [seat for seat in SEATS if state.out[seat]]
        return places({s: state.cards[s] if state.shown[s] and s not in out else 0 for s in SEATS}, out)


def _perceive(state: Table, seat: str) -> dict[str, Any]:
    return {"card": state.cards[seat], "open": {s: state.cards[s] for s in SEATS if state.shown[s]}}


def _known(state: Table, seat: str) -> Table:
    return replace(state, cards={s: c for s, c in state.cards.items() if s == seat or state.shown[s]})


class Archive(PlainArchive):
    name, state, events = "high_card", Table, Codec[Any](Shown | Left | TurnEnded, tag="")


RULES, REFEREE, ARCHIVE = Rules(), GameReferee[Table](dropping(SEATS, Left, 'drop 12 RED --reason "…"')), Archive()
SIGHT = GameSight[Table, Any, Any](_perceive, known=_known)
