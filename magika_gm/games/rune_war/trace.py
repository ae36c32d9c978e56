"""Why a turn came out as it did (``engine.seam.trials.Trace``): sheets, decisions, rolls and events, link by link."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.trials import Link
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules import hand, sequence
from magika_gm.games.rune_war.rules.acts import Act
from magika_gm.games.rune_war.rules.events import Decided, Event, SegmentBegan, SheetPlayed
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.turn import Table

OWN_ROLLS: Mapping[str, str] = {
    "combat.hit": "a strike not above the defense hits at this chance or less",
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


class _Watched(Table):
    """A table at which every link is noted as it comes about."""

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(world, dice)
        self.links: list[Link] = []
        self.noted = len(dice.rolls)
        self.hand = world.due is Due.HAND
        self.segment = ""

    def title(self) -> str:
        """What the step under way is called, and which play or segment of it."""
        name = (_HAND_STEPS if self.hand else _MAP_STEPS).get(self.phase, "")
        if self.hand and self.phase == hand.PLAYS and self.step:
            return f"{name}, play {self.step}"
        return f"{name}, seat {self.segment}" if self.segment and self.phase == sequence.SEGMENTS else name

    def rolls_so_far(self) -> None:
        """Note the rolls made since the last link."""
        for roll in self.dice.rolls[self.noted :]:
            value = "drawn, as its seal says" if roll.name in _SUMMED_UP else roll.value
            self.links.append(
                Link(
                    phase=roll.phase,
                    step=self.title(),
                    kind="roll",
                    seats=self._whose(roll.subject, roll.name),
                    text=f"{roll.name} for {roll.subject or 'all'}: {value}",
                    rule=roll.rule,
                    roll=roll,
                )
            )
        self.noted = len(self.dice.rolls)

    def _whose(self, subject: str, name: str) -> tuple[str, ...]:
        if name.startswith("hand.") and name != "hand.random_discard":
            return ()
        if subject in SEATS:
            return (subject,)
        if subject in self.state.creatures:
            return (self.state.creatures[subject].seat,)
        owner = self.state.owner(subject) if subject in self.state.land else ""
        return (owner,) if owner else ()

    def tell(self, event: Event, audience: Collection[str] = SEATS, blurred: Event | None = None) -> None:
        """As ever, and noted."""
        self.rolls_so_far()
        if isinstance(event, SegmentBegan):
            self.segment = event.seat
        if isinstance(event, SheetPlayed):
            self._orders(event)
        super().tell(event, audience, blurred)
        told = self.told[-1]
        kind = "check" if isinstance(event, Decided) else "told"
        seats = tuple(s for s in SEATS if s in {*told.audience, *told.dimly, *_named(event)})
        text = rule = ""
        if isinstance(event, Decided):
            by = f"line {event.line}" if event.line else event.rule
            text = f"seat {event.seat}, {event.step.value}: {event.choice or 'nothing'}, by {by}"
            rule = event.rule
        self.links.append(
            Link(phase=self.phase, step=self.title(), kind=kind, seats=seats, text=text, rule=rule, told=told)
        )

    def _orders(self, event: SheetPlayed) -> None:
        for order in event.orders:
            text = f"line {order.line}: {write_order(order)}"
            link = Link(phase=self.phase, step=self.title(), kind="order", seats=(event.seat,), text=text, rule="ORD")
            self.links.append(link)


def _named(event: Any) -> set[str]:
    return {
        value for name in ("seat", "attacker", "defender", "caster") if (value := getattr(event, name, "")) in SEATS
    }


def chain(state: World, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> list[Link]:
    """Every link of a turn, in the order it came about."""
    table = _Watched(state.copy(), dice)
    sequence.play(table, orders, acts)
    table.rolls_so_far()
    return table.links
