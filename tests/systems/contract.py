"""What the tests of all games need of each: it stands in the game's own folder under tests, and is found by its name.

``tests/<game>/contract.py`` has ``CONTRACT``; ``randoms.py`` has ``wild``, random games turn by turn; ``twins.py`` has
``twins``, moments of two games that one reader cannot tell apart. A game that has none is held to the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from magika_gm import games
from magika_gm.engine.rules import apply
from magika_gm.engine.sheet.understanding import Line

TESTS = Path(__file__).parents[1]
WrongCase = tuple[str | dict[str, Any], str, str]
"""A case nobody could judge, as TOML or as data; a place that is named, and words of the reason."""


Lines = tuple[str, ...]
"""Lines of a sheet."""


class Misspelt(NamedTuple):
    """Lines of the first turn that are read (``good``), two that are misspelt, and what is told of each of these."""

    good: Lines
    wrong: tuple[str, str]
    near: tuple[str, str]


@dataclass(frozen=True)
class Standing:
    """Orders that outlast their turn: lines of turn 1 that leave ``stands``, and what the next sheet has."""

    seat: str
    part: str
    rule: str
    first: Lines
    stands: Lines
    beside: Lines
    """A sheet without such lines."""
    wrong: Lines
    """One in which such a line is wrong."""
    anew: Lines
    then: Lines


@dataclass(frozen=True, kw_only=True)
class Contract:
    """What is asked of one game's law and words."""

    few_lines: bool = False
    """A game of few order lines: tests that count those they found count less."""
    few_rules: bool = False
    """A game of few rules, likewise; its rule book needs no motto and no aid."""
    letter: bool = False
    """Whether an author's letter is a scenario of its own, ``letter``, and some of its rules are the author's, some
    ours, some both.
    """
    families: Mapping[str, int] = field(default_factory=dict)
    """Families of rules, each with its last number: every rule has a case or a test."""
    unprinted: frozenset[str] = frozenset()
    """Families that are no players' rules: of cases, of bots."""
    only_printed: Mapping[str, int] = field(default_factory=dict)
    """Families of the rule book beyond them, or longer there: what cases cannot say."""
    docs: str = ""
    """The folder of its documents, from the root, where that is not its own in ``docs``."""
    also_cited: frozenset[str] = frozenset()
    """What cases cite beside rules, each somewhere: chapters, worked examples."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """Rules without a case, and the test that holds each: ``test_file.py::test_name``, from this game's folder or from
    ``tests``.
    """
    case_names: str = r"[A-Za-z0-9.-]+"
    """How files of cases are called."""
    cases: int = 0
    """How many there are at least."""
    worked: tuple[str, ...] = ()
    """How the names of cases begin that are the law's own worked examples."""
    wrong_cases: tuple[WrongCase, ...] = ()

    seat: str = ""
    """A seat of the sample game whose first turn ``good`` and ``bad`` are for, by somebody with a password."""
    other: str = ""
    """Another seat, to write to."""
    good: Lines = ()
    """A sheet without a fault."""
    bad: tuple[tuple[int, Lines], ...] = ()
    """Sheets with errors: how many, and the lines; each kind of refusal that the game has."""
    misspelt: Misspelt | None = None
    """Slips of its players. Of numbered lines the first that is misspelt has its number."""
    two_orders: Lines = ()
    """Two orders somebody might write in one line."""
    by_word: Lines = ()
    """Words of ``correct order GAME SEAT …`` that write something into a sheet."""
    standing: Standing | None = None
    out_of_turn: tuple[str, Lines, Lines] | None = None
    """A seat whose turn the first is not, a sheet that counts all the same, and lines that do not."""
    either_seat: Lines = ()
    """Where one player's orders are asked for at a time: what both may send each turn."""
    sign_up: Lines = ()
    """Lines without which nobody can sign up; ``{}`` is a name of his own."""
    lost: tuple[Lines, str] | None = None
    """What somebody chooses in vain when he signs up, and what he is told."""

    guides: Lines = ("players-guide.md",)
    """Documents for players that say what counts."""
    foreign: str = ""
    """Words of other games (an expression) that nothing an office says of it may have; asked of a game of two."""
    names_in_a_row: Lines = ()
    """Names, one behind the other, as they stand in the author's letter, too: no sentence of his."""
    open: bool = True
    """Whether all see how the game stands; else a reader knows what he perceives."""
    own_schema: bool = False
    """Whether its turn files call or cut what every report holds in a way of their own."""
    pages: tuple[int, int] = (6, 10)
    """Pages of a turn at most, in normal print and in large."""
    slip: Lines = ()
    """A line with a slip, the spelling offered, and the line it makes."""
    typed_only: Lines = ()
    """Lines that no form of the page writes."""
    share_of_positions: float = 0.4
    """Which part of its positions random clicks look at."""
    ends: bool = True
    """Whether its reports say that an end is near, and how it ended for the reader."""
    won: str = "You win"
    """How the last lead begins for a reader who alone is first, and for nobody else; "": it names everybody who is."""
    pictures: bool = True
    """Whether its pages draw how it stands, and how it went."""
    earlier_pictures: bool = True
    """Whether its page draws earlier turns from their files."""
    remembered_apart: bool = False
    """Whether what is remembered stands apart from what is seen in these pictures."""
    names: Callable[[Any, Any], set[str]] | None = None
    """The units, pieces, mages that an option's own words name, found without what the page's data says of it."""
    behind: Callable[[Any, str], list[str]] = lambda *_: []
    """Lines that one is offered behind."""
    whole_teams: Lines = ()
    """Words that mean several at once, in a line of which the page foretells who could go."""
    unhelped: Callable[[Any, str], tuple[Any, Lines]] = lambda known, _: (known, ())
    """A position, and lines more, in which nothing helps that the page says is not counted (standing orders)."""
    orders_now: Callable[[Any, str], bool] = lambda *_: True
    """Whether a seat has orders of its own in the coming turn."""
    known_anew: Callable[[Any, Any, str, int], Any] = lambda known, *_: known
    """A state like the one a reader knows to all he can tell."""
    waits: Callable[[Any], bool] = lambda _: False
    """Of a warning: whether it says that an order in force waits for what is to come."""
    not_done: Callable[[Sequence[Any], str], Iterable[tuple[str, str]]] | None = None
    """Of what happened in a turn: the lines of a seat's own part of its sheet that were not carried out, by text or
    number, and why; not what is the other side's doing. A game that has none is not asked."""
    foretold_not: Callable[[str, Line], bool] = lambda forecast, line: f", {line.text}, would not" in forecast
    """Whether a forecast says that a line would come to nothing, or on what it depends."""
    retold: Callable[[Any], Any] = lambda event: event
    """The event, of what ``explain`` shows for it."""
    ending: Any = None
    """An end that a state can be told of, where nobody resigns."""
    by_day: frozenset[str] = frozenset()
    """Dear tests that are made of it by day, too."""

    def enough_lines(self, many: int) -> int:
        """How many lines are to be found at least, where there are so many in a large game."""
        return min(1, many) if self.few_lines else many

    def enough_rules(self, many: int) -> int:
        """Likewise rules, and where they are cited."""
        return min(1, many) if self.few_rules else many

    @property
    def rules(self) -> frozenset[str]:
        """Every rule that must have a case or a test."""
        return frozenset(f"{family}-{n}" for family, last in self.families.items() for n in range(1, last + 1))

    @property
    def printed_rules(self) -> frozenset[str]:
        """Every rule that stands in the rule book."""
        last = {name: n for name, n in self.families.items() if name not in self.unprinted} | dict(self.only_printed)
        return frozenset(f"{family}-{n}" for family in last for n in range(1, last[family] + 1))


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A turn of a random game: the state before, the orders, what came of them, and what the dice were made of."""

    before: Any
    orders: dict[str, Any]
    resolution: Any
    seed: bytes
    scenario: Any = None
    apply: Callable[[Any, Any], None] = apply
    start: Any = None
    """What events are applied to, where that is not the state before."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A moment of two games that one reader cannot tell apart: what is so in each, and what he has no right to know.

    The generator ends where the reader is told by right of something that differs.
    """

    reader: str
    states: tuple[Any, Any]
    told: tuple[Any, Any] = ((), ())
    """What was told in the turn that led here."""
    orders: tuple[Any, Any] = field(default_factory=lambda: ({}, {}))
    """Everybody's, in that turn."""
    messages: tuple[Any, Any] = ((), ())
    lines: Lines = ()
    """Of a sheet the reader might send now: its answer is compared."""
    anew: bool = False
    """Whether other games begin here: nothing of earlier moments is remembered."""


def folder_of(name: str) -> Path:
    """Where a game's own tests stand."""
    return TESTS / "systems" / "toy" if name == "high_card" else TESTS / name


def having(module: str) -> list[str]:
    """Games whose tests have a module."""
    return [name for name in games.SYSTEMS if (folder_of(name) / f"{module}.py").is_file()]


def found(name: str, module: str) -> Any:
    """A module of a game's own tests."""
    return import_module(".".join(("tests", *folder_of(name).relative_to(TESTS).parts, module)))


@cache
def contract_of(name: str) -> Contract:
    """What a game's folder says."""
    there = (folder_of(name) / "contract.py").is_file()
    said: Contract = found(name, "contract").CONTRACT if there else Contract()
    return said


def saying(what: str) -> list[str]:
    """Games whose contract says this."""
    return [name for name in games.SYSTEMS if getattr(contract_of(name), what)]


def slow_but(name: str, what: str) -> Any:
    """The mark of a dear test of a game that is made by day for few."""
    return () if what in contract_of(name).by_day else pytest.mark.slow


def docs_of(name: str) -> Path:
    """The folder of a game's documents."""
    return TESTS.parent / (contract_of(name).docs or f"docs/{name}")
