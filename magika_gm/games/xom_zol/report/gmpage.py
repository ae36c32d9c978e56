# ruff: noqa: D102 - the kit says what they are
"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from magika_gm.engine.paging import Picture
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.page import table_of
from magika_gm.games.xom_zol.report import blocks, board
from magika_gm.games.xom_zol.report.blocks import FightBlock, fights_of
from magika_gm.games.xom_zol.report.printed import XomZol
from magika_gm.games.xom_zol.report.reports import REPORTS
from magika_gm.games.xom_zol.report.story import names_in
from magika_gm.games.xom_zol.rules.sequence import ENDINGS
from magika_gm.games.xom_zol.rules.terms import SIDES, WATCH, Ending
from magika_gm.games.xom_zol.sight import SIGHT, perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.watch import Watch


class Watched(XomZol, Watch):
    """All of a turn; for those who look on what SEE-2 makes public, messages to ALL, and nothing else (SEE-4)."""

    held = ("hand",)
    part = REPORTS

    def __init__(self, record: TurnRecord, facts: OfficeFacts, *, public: bool = False) -> None:
        super().__init__(record, facts, public=public)
        self.state = perceive(record.state, WATCH).state if public else record.state
        self.names = names_in(self.state, self.told)

    @property
    def next(self) -> str:
        state = self.state
        if state.ending is not None:
            why, rule = ENDINGS[Ending(state.ending)]
            return f"The game is over, {self.won}: {why} ({rule})."
        turn = state.turn + 1
        whose = f"game turn {turn} of {self.called(state.turn_side(turn))}"
        return f"Mail turn {state.mail_turn + 1}, {whose}, is due {self.facts.next_due}."

    def known_to_all(self) -> Sequence[Told[Any]]:
        return perceived(self.record, WATCH)

    def happened(self) -> str:
        return blocks.strongest(self.events, self.actors)

    def pictures(self) -> Sequence[Picture]:
        return (table_of(self.state, ""),)

    def fields(self) -> Sequence[Block]:
        return (board.table_of(self.state, SIDES[0], "The table"),)

    def standing(self) -> Block:
        return blocks.standing_of(self.state, self.called)

    def fights(self) -> FightBlock:
        """Every fight, drawn."""
        return FightBlock("The fights", tuple(fights_of(self.told)), self.names, self.state)

    def everything(self) -> Sequence[Block]:
        told = blocks.ledger_of("The turn, with everything hidden", self.names.story(self.told, None))
        return self.fights(), told, Prose("Cards", self.cards())

    def cards(self) -> tuple[str, ...]:
        """Libraries and piles."""
        lines = []
        for side in SIDES:
            own = self.state.sides[side]
            top = ", ".join(own.library[:5])
            lines.append(f"Side {side}'s library ({len(own.library)}), next: {top or 'empty'}.")
            lines.append(f"Side {side}'s pile, oldest first: {blocks.counted(own.discard) or 'empty'}.")
        return tuple(lines)

    def known(self) -> Sequence[Block]:
        piles = tuple(f"{self.called(s)}: {blocks.counted(self.state.sides[s].discard) or 'empty'}." for s in SIDES)
        told = blocks.ledger_of("What happened", self.names.story(self.told, WATCH))
        return told, self.fights(), Prose("Discard piles", piles), self.letters()

    def holds(self, seat: str) -> tuple[str, ...]:
        return (blocks.counted(self.state.sides[seat].hand) or "no cards",)

    def also_played(self, seat: str) -> str:
        react = " / ".join(map(write_order, self.state.sides[seat].react))
        return f"; standing: {react}" if react else ""

    def heard(self) -> Iterable[Delivered]:
        """For spectators those to ALL alone (SEE-4)."""
        state = self.record.state
        return [m for m in self.record.messages if not self.public or SIGHT.hears(state, WATCH, m.sender, m.to)]
