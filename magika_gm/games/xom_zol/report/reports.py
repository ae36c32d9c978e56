"""Xom and Zol's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.plain import Data
from magika_gm.engine.seam.reports import ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol import sight
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.offers import choices
from magika_gm.games.xom_zol.report.report import Report, revealed, settled_of, threats
from magika_gm.games.xom_zol.report.story import Names, names_in
from magika_gm.games.xom_zol.rules.events import (
    Conceded,
    GameEnded,
    GmForfeited,
    LineSettled,
    SheetMissed,
    TriggersFellOut,
)
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import RULES
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, Word
from magika_gm.games.xom_zol.sight import SIGHT, Memory, View
from magika_gm.reports.kit.usual import GameReport, GameReports, Line


class XomZolReports(GameReports[State, Report]):
    """What the usual reports do not say: what became of each line, cards seen, hands and decks."""

    FORMAT = sight.FORMAT
    SCHEMA = "magika_gm.games.xom_zol.report:xom_zol.schema.json"
    rules, sight = RULES, SIGHT
    report, besides = Report, ("known", "choices", "order_form", "revealed")
    threats, write = staticmethod(threats), staticmethod(write_order)
    notables = (GmForfeited, Conceded, GameEnded, SheetMissed, TriggersFellOut)
    compared = {
        "play": "cards in play",
        "sides": "life, pools, counts, piles or ranks",
        "hand": "your hand",
        "next_draw": "your next draw",
        "react": "your standing orders",
        "peeked": "the hand you saw",
        "orders": "what became of your lines",
        "next": "whose game turn is next",
    }

    def own(self, usual: GameReport[View, Memory], record: TurnRecord) -> Report:
        """With the story, what became of the seat's lines, and what it could order."""
        known, seat = usual.view.state, usual.seat
        return Report(
            **usual.usual(),
            story=names_in(known, usual.told, seat).story(usual.told, seat),
            settled=settled_of(usual.told, seat),
            choices=() if usual.over else tuple(choices(known, seat)),
            revealed=revealed(record.state, record.orders) if usual.over else None,
        )

    def content(self, view: View, told: Sequence[Told[Any]], _memory: Memory) -> Data:
        """What a built-in player reads, and nothing else."""
        return sight.content(view, told)

    def headline(self, report: Report) -> str:
        """What follows the side's name in the mail's subject."""
        from magika_gm.games.xom_zol.report import blocks

        return blocks.headline(report)

    def hidden(self, state: State) -> Iterator[tuple[str, Sequence[str], str]]:
        """Hands and standing orders."""
        found = revealed(state)
        for side in SIDES:
            react = f"; standing orders: {'; '.join(found.react[side])}" if found.react[side] else ""
            yield f"Side {side}", found.hands[side], react

    def sentence(self, event: Any, seat: str | None) -> Line | ToldLine | None:
        """An event in words."""
        if isinstance(event, LineSettled):
            return _settled(event, seat)
        return Names({}, seat or "").sentence(event)


def _settled(event: LineSettled, seat: str | None) -> ToldLine | None:
    """What became of an order line; settings that simply count are not told."""
    if event.code == No.SETTING:
        return None
    whose = "Your" if event.side == seat else f"Side {event.side}'s"
    said = f"{whose} {event.part} line {event.number}, {event.text}"
    if event.word is Word.DONE:
        return ToldLine(f"{said}: carried out.", event.rule or "ORD", own=True)
    why = No(event.code).words if event.code else "not carried out"
    return ToldLine(f"{said}: {why}.", event.rule, own=True)


REPORTS = XomZolReports()
