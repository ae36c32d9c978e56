"""Why a turn came out as it did (``engine.seam.trials.Trace``): sheets, decisions, rolls and events, link by link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.told import Told
from magika_gm.engine.trace import GameTrace, Watched
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.rules import hand, sequence
from magika_gm.games.rune_war.rules.events import Decided, SegmentBegan, SheetPlayed
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.turn import Table

OWN_ROLLS: Mapping[str, str] = {
    "combat.hit": "a strike not above the defence hits at this chance or less",
    "combat.mighty": "a Mighty Blow at 25 or less",
    "combat.shot": "whom a shooter picked",
    "hand.random_discard": "the rune that had to be thrown",
    "spell.fountain": "what the Mystical Fountain gave",
    "spell.resist": "a spell is resisted at 25 or 90, or less",
}
_HAND_STEPS = {
    sequence.SHEETS: "sheets are read",
    hand.KONGS: "Kongs of the deal",
    hand.PLAYS: "plays",
    hand.GAME: "Game",
    hand.REPORTS: "the end of the turn",
    sequence.PLAIN_END: "the end of the game",
}
_MAP_STEPS = {
    sequence.HEALING: "sheets are read, creatures heal",
    sequence.SEGMENTS: "the four segments",
    sequence.END: "the end of the round",
    sequence.DEAL: "the next hand",
}
_SUMMED_UP = ("hand.wall",)
"""Rolls whose value is a whole wall: told as its seal."""


class _Watched(Watched, Table):
    """A table at which sheets and what they decided are noted."""

    SEATS = SEATS

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(world, dice)
        self.hand = world.due is Due.HAND
        self.segment = ""

    @property
    def title(self) -> str:
        """What the step under way is called, and which play or segment of it."""
        name = (_HAND_STEPS if self.hand else _MAP_STEPS).get(self.phase, "")
        if self.hand and self.phase == hand.PLAYS and self.step:
            return f"{name}, play {self.step}"
        return f"{name}, seat {self.segment}" if self.segment and self.phase == sequence.SEGMENTS else name

    def in_words(self, roll: Roll) -> str:
        """A wall is not told before the game is over."""
        value = "drawn, as its seal says" if roll.name in _SUMMED_UP else roll.value
        return f"{roll.name} for {roll.subject or 'all'}: {value}"

    def whose(self, roll: Roll) -> Iterable[str]:
        """Nobody's in a hand, but for a rune that had to be thrown."""
        if roll.name.startswith("hand.") and roll.name != "hand.random_discard":
            return ()
        return super().whose(roll)

    def owner(self, subject: str) -> tuple[str, ...]:
        """A creature's seat, or a territory's owner."""
        if subject in self.state.creatures:
            return (self.state.creatures[subject].seat,)
        owner = self.state.owner(subject) if subject in self.state.land else ""
        return (owner,) if owner else ()

    def about(self, told: Told[Any]) -> Iterable[str]:
        """Those who learn of it, and those it names."""
        return (seat for seat in SEATS if seat in {*told.audience, *told.dimly, *_named(told.event)})

    def upcoming(self, event: Any) -> None:
        """Sheets are noted line by line."""
        super().upcoming(event)
        if isinstance(event, SegmentBegan):
            self.segment = event.seat
        if isinstance(event, SheetPlayed):
            for order in event.orders:
                self.note("order", (event.seat,), f"line {order.line}: {write_order(order)}", "ORD")

    def heard(self, told: Told[Any]) -> None:
        """What lines and the adviser decided are checks."""
        event = told.event
        if not isinstance(event, Decided):
            super().heard(told)
            return
        by = f"line {event.line}" if event.line else event.rule
        text = f"seat {event.seat}, {event.step.value}: {event.choice or 'nothing'}, by {by}"
        self.note("check", self.about(told), text, event.rule, told=told)


def _named(event: Any) -> set[str]:
    return {
        value for name in ("seat", "attacker", "defender", "caster") if (value := getattr(event, name, "")) in SEATS
    }


TRACE = GameTrace(_Watched, sequence.play, OWN_ROLLS)
