"""One seat's report as a value: its view, what was told to it, its memory, and the office's facts; nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.acts import notes_to
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.events import LineSettled
from magika_gm.games.xom_zol.orders.choices import Choice, choices
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.report.story import Names, Paragraph, names_of, story
from magika_gm.games.xom_zol.rules.refusals import WORDS, No
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.sight.views import Memory, View, hears
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a line of the reader's own: ``word`` done, cancelled or no; why, and the rule."""

    part: str
    number: int
    text: str
    word: str
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What a game that is over shows to both: hands, next cards, decks and standing orders."""

    hands: Mapping[str, tuple[str, ...]]
    react: Mapping[str, tuple[str, ...]]
    orders: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report holds. ``told`` are events as the seat perceives them; ``settled`` its own lines."""

    seat: str
    view: View
    memory: Memory
    player: PlayerData
    told: tuple[Told[Any], ...]
    story: tuple[Paragraph, ...]
    settled: tuple[Settled, ...]
    how: str
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    choices: tuple[Choice, ...]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None
    revealed: Revealed | None = None

    @property
    def state(self) -> State:
        """The game as the seat knows it."""
        return self.view.state

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.state.mail_turn

    @property
    def hand(self) -> list[Card]:
        """The hand as it is numbered, the next draw last (SEE-3)."""
        return [self.state.cards[name] for name in hand_listed(self.state, self.seat)]


def settled_of(told: Sequence[Told[Any]], seat: str) -> tuple[Settled, ...]:
    """What became of a seat's own lines; settings that simply count are left out."""
    found = []
    for one in told:
        event = one.event
        if isinstance(event, LineSettled) and event.side == seat:
            reason = "" if event.word is Word.DONE or not event.code else WORDS[No(event.code)][1]
            found.append(
                Settled(part=event.part, number=event.number, text=event.text, word=event.word.value,
                        reason=reason, rule=event.rule)
            )  # fmt: skip
    return tuple(found)


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state: State = record.state
    told = perceived(record, seat)
    over = state.ending is not None
    names: Names = names_of(view.state, told, seat)
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        story=story(told, seat, names),
        settled=settled_of(told, seat),
        how=record.how.get(seat, ""),
        messages=tuple(m for m in record.messages if hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=() if over else tuple(choices(view.state, seat)),
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
        revealed=revealed(state, record.orders) if over else None,
    )


def revealed(state: State, orders: Mapping[str, Sequence[Any]] | None = None) -> Revealed:
    """Hands, standing orders and last sheets of both, once the game is over (SEE-3)."""
    given = orders or {}
    return Revealed(
        hands={s: tuple(state.sides[s].hand) for s in SIDES},
        react={s: tuple(write_order(line) for line in state.sides[s].react) for s in SIDES},
        orders={s: tuple(write_order(line) for line in given.get(s, ())) for s in SIDES},
    )
