# ruff: noqa: D102 - the kit says what they are
"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from magika_gm.engine.paging import Picture
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.page import isle_of
from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.printed import TempleIsle
from magika_gm.games.temple_isle.report.report import names_of
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.sight import View, perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.lists import Cell, Cells, Table
from magika_gm.reports.kit.prose import Prose, Step
from magika_gm.reports.kit.watch import Watch


class Watched(TempleIsle, Watch):
    """What both players know (INFO-1); everything once the game is over (INFO-4), and for the game master."""

    held = ("hand",)
    part = REPORTS

    @property
    def view(self) -> View:
        """The isle, which is the same for both."""
        return perceive(self.state, SEATS[0])

    @property
    def next(self) -> str:
        state = self.state
        if state.ending is not None:
            return f"The game is over: {self.won} ({state.ending})."
        return f"Mail turn {state.mail + 1} is due {self.facts.next_due}."

    def known_to_all(self) -> Sequence[Told[Any]]:
        """As it was, or blurred as it is for one of them (INFO-1)."""
        told = self.record.told
        return told if self.state.ended else [seen for one in told if (seen := _in_public(one)) is not None]

    def happened(self) -> str:
        return blocks.strongest(self.events, self.view, self.actors)

    def pictures(self) -> Sequence[Picture]:
        return (isle_of(self.view, self.told, ""),)

    def fields(self) -> Sequence[Block]:
        return (board.board_of(self.view, "The isle", full=True),)

    def standing(self) -> Block:
        return blocks.standing_of(self.view, self.called)

    def everything(self) -> Sequence[Block]:
        told = self.ledger("The turn, with everything hidden")
        return board.units_of(self.view), board.lands_of(self.view), Prose("Cards", self.cards()), told

    def known(self) -> Sequence[Block]:
        over = self.state.ended
        hidden = (self.hidden(), Prose("Cards", self.cards())) if over else ()
        return self.ledger("What happened"), board.units_of(self.view), board.lands_of(self.view), *hidden

    def steps(self) -> Iterable[Step]:
        return names_of(self.view).story(self.told, None)

    def cards(self) -> tuple[str, ...]:
        """Deck and pile."""
        state = self.state
        deck = ", ".join(f"{name} {copies}" if copies > 1 else name for name, copies in state.deck.items())
        pile = ", ".join(state.discard)
        return f"Deck ({sum(state.deck.values())}): {deck or 'empty'}.", f"Pile: {pile or 'empty'}."

    def hidden(self) -> Table:
        """What the end lays open: hands, FAST lines, the last sheets (INFO-4)."""
        rows: list[Cells] = []
        for seat in SEATS:
            last = self.fast(seat) or "·", self.sheet(seat, "·")
            rows.append((Cell(self.called(seat), bold=True), *self.holds(seat), *last))
        return Table("What was hidden", ("", "hand", "FAST lines", "last sheet"), tuple(rows), small=True)

    def holds(self, seat: str) -> tuple[str, ...]:
        return (", ".join(self.state.hands[seat]) or "no cards",)

    def fast(self, seat: str) -> str:
        """FAST lines that stand."""
        return " / ".join(map(write_order, self.state.fast[seat]))

    def also_played(self, seat: str) -> str:
        fast = self.fast(seat)
        return f"; FAST standing: {fast}" if fast else ""

    def sealed(self) -> tuple[str, ...]:
        """The seed, once the game is over."""
        return (f"Seed: {self.record.seed.hex()}",) if self.public and self.state.ended else ()


def _in_public(told: Told[Any]) -> Told[Any] | None:
    """Something told as both players perceive it."""
    if all(seat in told.audience for seat in SEATS):
        return told
    if told.blurred is not None and all(seat in told.audience or seat in told.dimly for seat in SEATS):
        return Told(phase=told.phase, step=told.step, event=told.blurred, audience=SEATS)
    return None
