"""One seat's report as a value: its view, what was told to it, its memory, and the office's facts; nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.acts import notes_to
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.arena.orders.choices import Choice, choices
from magika_gm.games.arena.orders.form import own_turn
from magika_gm.games.arena.orders.offers import Offer, together
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.report.names import Names
from magika_gm.games.arena.report.story import Line, Paragraph, story
from magika_gm.games.arena.rules.events import LineDropped
from magika_gm.games.arena.rules.seam import standing
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, SIDES
from magika_gm.games.arena.sight import seam as sight
from magika_gm.games.arena.sight.memory import Memory
from magika_gm.games.arena.sight.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What a game that is over shows to both: cards and standing orders."""

    cards: Mapping[str, tuple[str, ...]]
    standing: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report holds. ``told`` are events as the seat perceives them; ``orders`` its own, as played."""

    seat: str
    view: View
    memory: Memory
    player: PlayerData
    told: tuple[Told[Any], ...]
    story: tuple[Paragraph, ...]
    orders: tuple[str, ...]
    how: str
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    choices: tuple[Choice, ...]
    """What could be ordered in the coming turn, none in the enemy's: printed and clicked order page are made of it."""
    offers: tuple[Offer, ...]
    """The same, put together."""
    points: Mapping[str, float]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None
    revealed: Revealed | None = None

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.state.mail_turn

    @property
    def state(self) -> State:
        """The game as its reader knows it."""
        return self.view.state

    @property
    def names(self) -> Names:
        """Of everything he knows."""
        return Names(self.view.state)

    @property
    def foe(self) -> str:
        """The other side."""
        return OTHER[self.seat]

    @property
    def own_turn(self) -> bool:
        """Whether the coming mail turn is his."""
        return own_turn(self.state, self.seat)

    @property
    def dropped(self) -> tuple[LineDropped, ...]:
        """His lines that were not carried out."""
        return tuple(one.event for one in self.told if isinstance(one.event, LineDropped))


STAND_INS = ("default", "policy")
"""How a turn was played where no sheet came."""


def stood_in(paragraphs: tuple[Paragraph, ...], how: Mapping[str, str]) -> tuple[Paragraph, ...]:
    """The story with a word on who sent nothing and was played by the built-in player (MAIL-6, INFO)."""
    missing = {line.harmed for paragraph in paragraphs for line in paragraph.lines if line.rule == "MAIL-6"}
    lines = [
        Line(f"No orders from {side}: the built-in player plays for {side}.", "MAIL-6", side)
        for side in SIDES
        if how.get(side) in STAND_INS and side not in missing
    ]
    if not lines or not paragraphs:
        return paragraphs
    first = paragraphs[0]
    return (first._replace(lines=(*first.lines, *lines)), *paragraphs[1:])


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state: State = record.state
    told = perceived(record, seat)
    over = state.ending is not None
    found = tuple(choices(view.state, seat)) if own_turn(view.state, seat) else ()
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        story=stood_in(story(told, seat, Names(view.state)), record.how),
        orders=tuple(write_order(order) for order in record.orders.get(seat, ())),
        how=record.how.get(seat, ""),
        messages=tuple(m for m in record.messages if sight.hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=found,
        offers=together(view.state, found),
        points={place.seat: place.points for place in standing(state)},
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
        revealed=revealed(state) if over else None,
    )


def revealed(state: State) -> Revealed:
    """Cards and standing orders of both, once the game is over."""
    return Revealed(
        cards={side: tuple(state.cards[side]) for side in SIDES},
        standing={side: tuple(write_order(line) for line in state.standing[side]) for side in SIDES},
    )
