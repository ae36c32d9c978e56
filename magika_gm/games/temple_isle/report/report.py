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
from magika_gm.games.temple_isle.orders.choices import Choice, choices
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.report.story import Names, Paragraph, story
from magika_gm.games.temple_isle.rules.board import SEATS
from magika_gm.games.temple_isle.rules.resolve import places
from magika_gm.games.temple_isle.sight import seam as sight
from magika_gm.games.temple_isle.sight.memory import Memory
from magika_gm.games.temple_isle.sight.view import View, known_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What a game that is over shows to both: hands and FAST lines."""

    hands: Mapping[str, tuple[str, ...]]
    fast: Mapping[str, tuple[str, ...]]


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
    points: Mapping[str, float]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None
    revealed: Revealed | None = None

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.mail


def names_of(view: View) -> Names:
    """All units there ever were: public (UNIT-2)."""
    seen = [(u.number, u.card, u.owner) for u in view.units]
    return Names([*seen, *((u.number, u.card, u.owner) for u in view.gone)])


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state = record.state
    told = perceived(record, seat)
    over = state.ended
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        story=story(told, seat, names_of(view)),
        orders=tuple(write_order(order) for order in record.orders.get(seat, ())),
        how=record.how.get(seat, ""),
        messages=tuple(m for m in record.messages if sight.hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=() if over else tuple(choices(known_state(state, seat), seat)),
        points={place.seat: place.points for place in places(state)},
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
        revealed=revealed(state) if over else None,
    )


def revealed(state: Any) -> Revealed:
    """Hands and FAST lines of both, once the game is over."""
    return Revealed(
        hands={s: tuple(state.hands[s]) for s in SEATS},
        fast={s: tuple(write_order(line) for line in state.fast[s]) for s in SEATS},
    )
