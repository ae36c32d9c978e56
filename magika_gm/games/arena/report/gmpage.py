# ruff: noqa: D102 - the kit says what they are
"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from magika_gm.engine.paging import Picture
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.page import board_of
from magika_gm.games.arena.report import blocks
from magika_gm.games.arena.report.printed import Arena
from magika_gm.games.arena.report.reports import REPORTS
from magika_gm.games.arena.report.story import Names
from magika_gm.games.arena.rules.sequence import RULES, hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.prose import Prose, Step
from magika_gm.reports.kit.watch import Watch


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
            return f"The game is over: {self.won}; {RULES.ending_text(state.ending)}."
        return f"Turn {state.mail_turn + 1} is due {self.facts.next_due}."

    def happened(self) -> str:
        return blocks.strongest(self.events, self.seen, self.actors)

    def pictures(self) -> Sequence[Picture]:
        return (board_of(self.seen, self.told, ""),)

    def fields(self) -> Sequence[Block]:
        return (blocks.field_of(self.state, tuple(self.told), full=True),)

    def standing(self) -> Block:
        """What WIN-4 counts, in its order."""
        state = self.seen
        held, cost = hexes(state), worth(state)
        rows = tuple(
            (
                Cell(self.called(side), bold=True),
                blocks.army(state, side),
                str(held[n]),
                str(cost[n]),
                str(state.pools[side]),
            )
            for n, side in enumerate(SIDES)
        )
        heads = ("", "army", "hexes", "worth", "pool")
        return Table("As the game would be counted (WIN-4)", heads, rows, right=frozenset({2, 3, 4}))

    def lists(self) -> Sequence[Block]:
        """What stands and lies on the board."""
        creatures = (blocks.units_of(self.seen, side, f"{self.called(side)}: creatures") for side in SIDES)
        return *creatures, blocks.things_of(self.seen)

    def steps(self) -> Iterable[Step]:
        return Names(self.seen).story(self.told, None)

    def everything(self) -> Sequence[Block]:
        return *self.lists(), self.ledger("The turn, with everything hidden")

    def known(self) -> Sequence[Block]:
        revealed = self.state.revealed
        begun = tuple(f"{self.called(side)} has cast: {', '.join(revealed[side])}." for side in SIDES if revealed[side])
        return self.ledger("What happened"), *self.lists(), Prose("Magic seen" if begun else "", begun)

    def holds(self, seat: str) -> tuple[str, ...]:
        return (", ".join(self.state.cards[seat]) or "no cards",)

    def also_played(self, seat: str) -> str:
        standing = " / ".join(map(write_order, self.state.standing[seat]))
        return f"; standing: {standing}" if standing else ""
