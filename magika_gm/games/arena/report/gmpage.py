# ruff: noqa: D102 - the kit says what they are
"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.paging import Picture
from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.page import board_of
from magika_gm.games.arena.report import blocks
from magika_gm.games.arena.report.printed import Arena
from magika_gm.games.arena.report.reports import REPORTS
from magika_gm.games.arena.report.story import Names
from magika_gm.games.arena.rules.sequence import RULES, hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import Memory, perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.lists import Cell, Ledger, Table, step_rows
from magika_gm.reports.kit.pages import Plotted, Watch
from magika_gm.reports.kit.prose import Prose


class Watched(Arena, Watch):
    """All of a turn; for those who look on what both players know, and nothing else (INFO-2)."""

    held = ("cards",)
    part = REPORTS

    @property
    def seen(self) -> State:
        """The board."""
        return perceive(self.state, SIDES[0]).state if self.public else self.state

    @property
    def next(self) -> str:
        state: State = self.state
        if state.ending is not None:
            won = f"won by {state.winner}" if state.winner in SIDES else "drawn"
            return f"The game is over: {won}; {RULES.ending_text(state.ending)}."
        return f"Turn {state.mail_turn + 1} is due {self.facts.next_due}."

    def pictures(self) -> Sequence[Picture]:
        return (board_of(self.seen, self.told, ""),)

    def fields(self) -> Sequence[Block]:
        return (blocks.field_of(self.state, tuple(self.told), "The board", full=True),)

    def standing(self) -> Block:
        """What WIN-4 counts, in its order."""
        state = self.seen
        held, cost = hexes(state), worth(state)
        rows = tuple(
            (Cell(side, bold=True), blocks.army(state, side), str(held[n]), str(cost[n]), str(state.pools[side]))
            for n, side in enumerate(SIDES)
        )
        heads = ("", "army", "hexes", "worth", "pool")
        return Table("As the game would be counted (WIN-4)", heads, rows, right=frozenset({2, 3, 4}))

    def plotted(self, memory: Memory) -> dict[str, Plotted]:
        """What WIN-4 counts, which both players see."""
        return {
            "Hexes held, turn by turn": [(s.turn, s.hexes) for s in memory.standings],
            "Worth of the armies, turn by turn": [(s.turn, s.worth) for s in memory.standings],
        }

    def lists(self) -> Sequence[Block]:
        """What stands and lies on the board."""
        creatures = (blocks.units_of(self.seen, side, f"{side}'s creatures") for side in SIDES)
        return *creatures, blocks.things_of(self.seen)

    def ledger(self, title: str) -> Ledger:
        """The turn, step by step."""
        return Ledger(title, (), step_rows(Names(self.seen).story(self.told, None)))

    def everything(self) -> Sequence[Block]:
        return *self.lists(), self.ledger("The turn, with everything hidden")

    def known(self) -> Sequence[Block]:
        revealed = self.state.revealed
        begun = tuple(f"{side} has cast: {', '.join(revealed[side])}." for side in SIDES if revealed[side])
        return self.ledger("What happened"), *self.lists(), Prose("Magic seen" if begun else "", begun)

    write = staticmethod(write_order)

    def holds(self, seat: str) -> tuple[str, ...]:
        return (", ".join(self.state.cards[seat]) or "no cards",)

    def also_played(self, seat: str) -> str:
        standing = " / ".join(map(write_order, self.state.standing[seat]))
        return f"; standing: {standing}" if standing else ""

    def sender(self, message: Delivered) -> str:
        return f"player {message.sender}"
