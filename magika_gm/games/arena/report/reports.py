"""Arena's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.plain import Fields
from magika_gm.engine.reporting import differences
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.offers import choices, own_turn, together
from magika_gm.games.arena.report.report import Report, revealed, stood_in, threats
from magika_gm.games.arena.report.story import Names, Recounted
from magika_gm.games.arena.rules.events import GameEnded, OrdersMissing, Resigned
from magika_gm.games.arena.rules.sequence import RULES
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import FORMAT, SIGHT, Memory, View, content
from magika_gm.reports.kit.usual import GameReport, GameReports, Line


class ArenaReports(GameReports[State, Report]):
    """What the usual reports do not say: offers, standings, cards and standing orders."""

    FORMAT = FORMAT
    SCHEMA = "magika_gm.games.arena.report:turnfile.schema.json"
    rules, sight = RULES, SIGHT
    content = staticmethod(content)
    threats, write = staticmethod(threats), staticmethod(write_order)
    report, besides, recalled = Report, ("offers", "order_form", "points", "revealed"), ("history",)
    notables = (GameEnded, OrdersMissing, Resigned)
    compared = {
        "rows": "the terrain",
        "control": "who controls which hex",
        "storms": "the storms",
        "walls": "the walls",
        "creatures": "creatures in play",
        "dead": "who is dead",
        "items": "the items",
        "corpses": "the corpses",
        "enchantments": "the enchantments",
        "pools": "the magic pools",
        "cards": "your cards",
        "enemy_cards": "the enemy's cards seen",
        "standing": "your standing orders",
        "hexes": "how many hexes are held",
        "worth": "what the armies are worth",
        "coming": "whose player turn is next",
    }

    def own(self, usual: GameReport[View, Memory], record: TurnRecord) -> Report:
        """With the story, the seat's orders, what it could order, and the standing."""
        state, seat, known = record.state, usual.seat, usual.view.state
        found = tuple(choices(known, seat)) if own_turn(known, seat) else ()
        return Report(
            **usual.usual(),
            story=stood_in(Names(known).story(usual.told, seat), record.how),
            orders=self.written(record, seat),
            choices=found,
            offers=together(known, found),
            points=self.points(state),
            revealed=revealed(state) if usual.over else None,
        )

    def differences(self, before: Fields, after: Fields) -> list[str]:
        """What differs between two turn files of one seat and turn, in words."""
        dropped = [[row["line"] for row in file["dropped"]] for file in (before, after)]
        more = ["which of your lines were not carried out"] if dropped[0] != dropped[1] else []
        return differences(before, after, self.compared, more)

    def headline(self, report: Report) -> str:
        """What follows in a mail's subject."""
        from magika_gm.games.arena.report.printed import Forms

        return Forms(report).lead().sentence.rstrip(".")

    def hidden(self, state: State) -> Iterator[tuple[str, Sequence[str], str]]:
        """Cards and standing orders."""
        found = revealed(state)
        for side in SIDES:
            standing = f"; standing orders: {' / '.join(found.standing[side])}" if found.standing[side] else ""
            yield side, found.cards[side], standing

    def sentence(self, event: Any, _seat: str | None) -> Line | None:
        """An event in words."""
        if isinstance(event, Recounted):
            return Names(event.state).sentence(event.event)
        return Names().sentence(event)


REPORTS = ArenaReports()
