"""The seam between the office and a game: what a game's folder exports, and nothing more.

The office knows a game as a :class:`GameSystem`: a few facts as data, and parts, each a module (or any object) with the
functions of one of the protocols of ``engine/seam``, imported when first asked for. A state is opaque to the office and
whole: nothing of the game travels beside it. What else goes through the seam are the plain values of ``engine/seam``.
docs/architecture.md, "How to add a game", walks through it; ``tests/systems`` holds every game to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from magika_gm.engine.paging import Building
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.reports import Archive, Builds, CardSet, PlayerPage, Reports, RuleBook, Sight
from magika_gm.engine.seam.rules import Orders, Referee, Rules, ScenarioOrders
from magika_gm.engine.seam.setup import Generator, Scenario, Setup, SignUp, Stage, State, TurnShape, Words
from magika_gm.engine.seam.trials import Balance, Bots, Cases, Trace

_WHERE: Mapping[str, str] = {
    "setup": "setup:SETUP",
    "signup": "signup:SIGNUP",
    "orders": "orders.sheet:ORDERS",
    "rules": "rules.sequence:RULES",
    "referee": "rules.acts:REFEREE",
    "sight": "sight:SIGHT",
    "archive": "archive:ARCHIVE",
    "reports": "report.reports:REPORTS",
    "bots": "bots",
    "cases": "cases",
    "trace": "trace:TRACE",
    "balance": "trials",
    "rulebook": "rulebook:RULEBOOK",
    "page": "page:PAGE",
}


def parts_in(folder: str, **others: str) -> dict[str, str]:
    """Parts where a game's folder (``magika_gm.games.arena``) usually has them; ``others`` lie elsewhere in it, or are
    its alone."""
    return {part: f"{folder}.{where}" for part, where in {**_WHERE, **others}.items()}


def parts_of(module: str, *parts: str) -> dict[str, str]:
    """Parts that stand in one module, in capitals: ``parts_of("pond.play", "rules")`` is ``pond.play:RULES``."""
    return {part: f"{module}:{part.upper()}" for part in parts}


@cache
def _file_of(module: str) -> str:
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    return found.origin


@named_record
class GameSystem:
    """One game as the office sees it."""

    name: str
    """As in ``--game``: lower case, ``_`` between words."""
    title: str
    """As in mails."""
    words: Words
    shape: TurnShape
    sheet_words: tuple[str, ...]
    """Words before the seat in a sheet, upper case, the game's own first; ``SEAT`` among them."""
    parts: Mapping[str, str]
    """Part → its module, or ``module:attribute``; optional ones (see :data:`OPTIONAL`) may be missing."""
    automatic: Mapping[str, str] = field(default_factory=dict)
    """Seats a policy plays where nobody does, and it."""
    weakest: str = ""
    """The policies that win least and most, by many games (docs/<game>/balance.md); "" for its usual one."""
    strongest: str = ""
    accent: str = ""
    """Its own colour in print, mails and pages; "" for the office's."""

    def stage(self, state: State) -> Stage:
        """What kind of turn comes next, with the titles of its phases."""
        found = self.rules.stage(state)
        return found if found.phases else replace(found, phases=self.shape.phases)

    def has(self, part: str) -> bool:
        """Whether the game brings an optional part."""
        return part in self.parts

    def _part(self, part: str) -> Any:
        module, _, attribute = self.parts[part].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found

    def file_of(self, part: str) -> str:
        """The path of a part's module, which is not loaded for it."""
        return _file_of(self.parts[part].partition(":")[0])

    @property
    def setup(self) -> Setup:
        """Scenarios and beginnings."""
        return cast(Setup, self._part("setup"))

    @property
    def signup(self) -> SignUp:
        """Choices and seats."""
        return cast(SignUp, self._part("signup"))

    @property
    def orders(self) -> Orders:
        """The lines of a sheet."""
        return cast(Orders, self._part("orders"))

    def orders_in(self, scenario: Callable[[], Scenario]) -> Orders:
        """The lines of a sheet in a game of a scenario, which is read only where it matters."""
        orders = self.orders
        return orders.for_scenario(scenario()) if isinstance(orders, ScenarioOrders) else orders

    def orders_among(self, scenario: Scenario) -> Orders:
        """The same, where messages go to the seats of the scenario alone."""
        orders = copy(self.orders_in(lambda: scenario))
        orders.GRAMMAR = orders.GRAMMAR.among(self.setup.seats_of(scenario))
        return orders

    @property
    def rules(self) -> Rules:
        """The law."""
        return cast(Rules, self._part("rules"))

    @property
    def referee(self) -> Referee:
        """The game master's word."""
        return cast(Referee, self._part("referee"))

    @property
    def sight(self) -> Sight:
        """Who knows what."""
        return cast(Sight, self._part("sight"))

    @property
    def archive(self) -> Archive:
        """States as rows."""
        return cast(Archive, self._part("archive"))

    @property
    def reports(self) -> Reports:
        """What a seat is told."""
        return cast(Reports, self._part("reports"))

    @property
    def bots(self) -> Bots:
        """Built-in players."""
        return cast(Bots, self._part("bots"))

    @property
    def cases(self) -> Cases:
        """Adjudication cases."""
        return cast(Cases, self._part("cases"))

    @property
    def trace(self) -> Trace:
        """Why a turn came out as it did."""
        return cast(Trace, self._part("trace"))

    @property
    def balance(self) -> Balance:
        """Whole games by the built-in policies."""
        return cast(Balance, self._part("balance"))

    @property
    def generator(self) -> Generator:
        """Scenarios made of a seed."""
        return cast(Generator, self._part("generator"))

    @property
    def rulebook(self) -> RuleBook:
        """The players' rule book."""
        return cast(RuleBook, self._part("rulebook"))

    @property
    def cards(self) -> CardSet:
        """The cards it is played with."""
        return cast(CardSet, self._part("cards"))

    @property
    def page(self) -> PlayerPage:
        """What the player's page is made of."""
        return cast(PlayerPage, self._part("page"))

    @property
    def building(self) -> Building | None:
        """The page on which its sign-up's block is made; None where it has none."""
        page = self.page if self.has("page") else None
        return page.building() if isinstance(page, Builds) else None


PARTS: Mapping[str, type] = {
    "setup": Setup,
    "signup": SignUp,
    "orders": Orders,
    "rules": Rules,
    "referee": Referee,
    "sight": Sight,
    "archive": Archive,
    "reports": Reports,
    "bots": Bots,
    "cases": Cases,
    "trace": Trace,
    "balance": Balance,
    "rulebook": RuleBook,
    "generator": Generator,
    "cards": CardSet,
    "page": PlayerPage,
}
"""The protocol of each part; the contract tests hold every game's modules to it."""
OPTIONAL = frozenset({"cases", "trace", "balance", "rulebook", "generator", "cards", "page"})
"""Parts a game may do without."""
