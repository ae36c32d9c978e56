"""What each player is told, and what else there is to ask of the game: ``reports``, ``page``, ``cases``, ``trace``,
``balance``, ``rulebook``."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.cases import GameCases
from magika_gm.engine.trace import GameTrace
from magika_gm.engine.trial import GameBalance
from magika_gm.reports.kit import pages, watch
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.prose import Lead
from magika_gm.reports.kit.usual import GameReports, Line, Pages, UsualReport
from magika_gm.reports.rule_pages import RuleBook
from tests.systems.toy.players import LINES, MESSAGES, ORDERS
from tests.systems.toy.rules import RULES, SIGHT
from tests.systems.toy.table import SEATS, Left, Shown, Table

Report = UsualReport[Any, Any]


class Reports(GameReports[Table, Report]):
    FORMAT = "high-card-turn"
    rules, sight, orders, steps = RULES, SIGHT, ORDERS, {1: "The cards"}
    compared = {"card": "your card", "open": "cards that lie open"}

    def sentence(self, event: Any, seat: str | None) -> Line | None:
        match event:
            case Shown(who, card):
                return Line(f"{who} showed the {card}.", "SHOW-1")
            case Left(who):
                return Line(f"{who} left the game.", "LEAVE-1")
        return None

    def last_words(self, state: Table) -> list[str]:
        return [f"{seat} had the {card}." for seat, card in state.cards.items()]

    def pages(self) -> Pages:
        return Pages.of(Forms, Onlookers)


REPORTS = Reports()


class Called(pages.Called):
    game, seats = "High Card", SEATS


class Forms(Called, pages.Forms[Report]):
    messages, seat_word = MESSAGES, "Colour"

    def gauges(self) -> Gauges:
        view = self.report.view
        return Gauges((Gauge("your card", str(view["card"])), Gauge("cards open", str(len(view["open"])), "of 3")))

    def lead(self) -> Lead:
        lies = "lies open" if self.seat in self.report.view["open"] else "is hidden"
        return Lead(f"Your {self.report.view['card']} {lies}.", "Shown, it counts; hidden at the end, it does not.")


class Onlookers(Called, watch.Watch):
    part = REPORTS


class Page(pages.UsualPage[Forms]):
    forms = Forms


class Cases(GameCases):
    state, rules, orders = Table, RULES, ORDERS


class Book(RuleBook):
    NAME = "high_card"


CASES, TRACE, BALANCE = Cases(), GameTrace.of(RULES, LINES.write), GameBalance("tests.systems.toy:TOY")
PAGE, RULEBOOK = Page(), Book()
