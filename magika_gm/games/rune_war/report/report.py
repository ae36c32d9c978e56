"""One seat's report as a value: its view, what was told to it, its memory, and the office's facts; nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from magika_gm.engine.acts import notes_to
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.orders.choices import Choice, choices
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.report.log import Play, hand_log
from magika_gm.games.rune_war.report.story import Paragraph, names_from, story
from magika_gm.games.rune_war.report.wording import Names
from magika_gm.games.rune_war.rules.events import Decided, HandWon, SheetPlayed, TurnBegan
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.sight import seam as sight
from magika_gm.games.rune_war.sight.known import known
from magika_gm.games.rune_war.sight.memory import Memory
from magika_gm.games.rune_war.sight.turnfile import advice
from magika_gm.games.rune_war.sight.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report holds. ``told`` are events as the seat perceives them; ``orders`` the lines played for it."""

    seat: str
    view: View
    memory: Memory
    player: PlayerData
    told: tuple[Told[Any], ...]
    names: Names
    played: Due
    """The kind of the turn that was played; NOTHING before the first."""
    story: tuple[Paragraph, ...]
    plays: tuple[Play, ...]
    orders: tuple[tuple[int, str], ...]
    """Number and text of each line played for the seat."""
    how: str
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    choices: tuple[Choice, ...]
    advice: Mapping[str, Any]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.turn

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.view.ending is not None

    @property
    def wizard(self) -> str:
        """The reader's wizard."""
        return self.view.me.wizard


def names_of(view: View, memory: Memory | None, told: tuple[Told[Any], ...]) -> Names:
    """Seats by wizard, creatures by the kinds the reader has seen."""
    kinds = {s.code: s.kind for s in (*memory.sightings, *memory.shown)} if memory is not None else {}
    kinds |= {c.code: c.kind for c in view.creatures.values()}
    wizards = {seat: row.wizard for seat, row in view.seats.items()}
    return names_from((t.event for t in told), wizards, kinds)


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state = record.state
    told = perceived(record, seat)
    names = names_of(view, memory, told)
    over = view.ending is not None
    began = next((t.event for t in told if isinstance(t.event, TurnBegan)), None)
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        names=names,
        played=began.due if began is not None else Due.NOTHING,
        story=story(told, seat, names),
        plays=hand_log(told, seat, names),
        orders=lines_played(told, seat),
        how=record.how.get(seat, ""),
        messages=tuple(_masked(m, seat) for m in record.messages if sight.hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=() if over else tuple(choices(known(state, seat), seat)),
        advice=advice(view),
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
    )


def _masked(message: Delivered, reader: str) -> Delivered:
    """An anonymous message does not say whose it is; its writer reads his own."""
    hidden = message.anonymous and message.sender != reader
    return replace(message, sender="") if hidden else message


def lines_played(told: tuple[Told[Any], ...], seat: str) -> tuple[tuple[int, str], ...]:
    """The lines played for the seat in the turn, whoever wrote them."""
    for one in told:
        if isinstance(one.event, SheetPlayed) and one.event.seat == seat:
            return tuple((order.line, write_order(order)) for order in one.event.orders)
    return ()


def decisions(report: Report) -> tuple[Decided, ...]:
    """The reader's own decisions of the turn."""
    return tuple(t.event for t in report.told if isinstance(t.event, Decided))


def winners_hand(report: Report) -> HandWon | None:
    """How the hand ended in this turn, with the winner's runes."""
    return next((t.event for t in report.told if isinstance(t.event, HandWon)), None)
