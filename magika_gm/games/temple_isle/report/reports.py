"""Temple Isle's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.words import number_word
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.offers import choices
from magika_gm.games.temple_isle.report.report import FORMAT, Report, content, names_of, revealed, threats
from magika_gm.games.temple_isle.report.story import NAMES, Names
from magika_gm.games.temple_isle.rules.events import Forfeited, GameEnded, Resigned, SheetMissed
from magika_gm.games.temple_isle.rules.sequence import RULES
from magika_gm.games.temple_isle.rules.state import DRAW, State
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.sight import SIGHT, Memory, View, known_state
from magika_gm.reports.kit.usual import GameReport, GameReports, Line


class TempleIsleReports(GameReports[State, Report]):
    """What the usual reports do not say: standings, hands and FAST lines."""

    FORMAT = FORMAT
    SCHEMA = "magika_gm.games.temple_isle.report:turnfile.schema.json"
    rules, sight = RULES, SIGHT
    content = staticmethod(content)
    threats, write = staticmethod(threats), staticmethod(write_order)
    report, besides, recalled = Report, ("choices", "order_form", "points", "revealed"), ("peek",)
    notables = (Forfeited, Resigned, GameEnded, SheetMissed)
    compared = {
        "isle": "the isle",
        "units": "units in play",
        "units_gone": "units gone",
        "hand": "your hand",
        "fast": "your FAST lines",
        "discard": "the discard pile",
        "deck": "the deck",
        "hands": "how many cards are held",
        "foe_hand_known": "what is known of the other hand",
        "peek": "the hand you saw",
        "global_mantras": "mantras over the isle",
        "standings": "the standings",
        "lines_not_done": "which of your lines were not carried out",
        "next": "whose game turn is next",
    }

    def own(self, usual: GameReport[View, Memory], record: TurnRecord) -> Report:
        """With the story, the seat's orders, what it could order, and the standing."""
        state, seat = record.state, usual.seat
        return Report(
            **usual.usual(),
            story=names_of(usual.view).story(usual.told, seat),
            orders=self.written(record, seat),
            choices=() if usual.over else tuple(choices(known_state(state, seat), seat)),
            points=self.points(state),
            revealed=revealed(state) if usual.over else None,
        )

    def headline(self, report: Report) -> str:
        """``holds two temples to one``; at the end ``has won``."""
        view, seat = report.view, report.seat
        if report.over:
            return "has drawn" if view.winner == DRAW else "has won" if view.winner == seat else "has lost"
        if not report.turn:
            return ""
        own, foe = view.standings[seat].temples, view.standings[OTHER[seat]].temples
        return f"holds {number_word(own)} temple{'s' if own != 1 else ''} to {number_word(foe)}"

    def hidden(self, state: State) -> Iterator[tuple[str, Sequence[str], str]]:
        """Hands and FAST lines."""
        found = revealed(state)
        for seat in SEATS:
            fast = f"; FAST lines: {'; '.join(found.fast[seat])}" if found.fast[seat] else ""
            yield NAMES[seat], found.hands[seat], fast

    def sentence(self, event: Any, _seat: str | None) -> Line | None:
        """An event in words."""
        return Names().sentence(event)


REPORTS = TempleIsleReports()
