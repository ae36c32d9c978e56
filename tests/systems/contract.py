"""What the tests of all games need of each: it stands in the game's own folder under tests, and is found by its name.

``tests/<game>/contract.py`` has ``CONTRACT``; ``randoms.py`` has ``wild``, random games turn by turn; ``twins.py`` has
``twins``, pairs of a game that one reader cannot tell apart. A game that has none is held to the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from magika_gm import games
from magika_gm.engine.rules import apply

TESTS = Path(__file__).parents[1]
WrongCase = tuple[str | dict[str, Any], str, str]
"""A case nobody could judge, as TOML or as data; a place that is named, and words of the reason."""


@dataclass(frozen=True, kw_only=True)
class Contract:
    """What is asked of one game's law and words."""

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

    @property
    def rules(self) -> frozenset[str]:
        """Every rule that must have a case or a test."""
        return frozenset(f"{family}-{n}" for family, last in self.families.items() for n in range(1, last + 1))

    @property
    def printed_rules(self) -> frozenset[str]:
        """Every rule that stands in the rule book."""
        last = {name: n for name, n in self.families.items() if name not in self.unprinted} | self.only_printed
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


def having(module: str) -> list[str]:
    """Games whose tests have a module."""
    return [name for name in games.SYSTEMS if (TESTS / name / f"{module}.py").is_file()]


def found(name: str, module: str) -> Any:
    """A module of a game's own tests."""
    return import_module(f"tests.{name}.{module}")


def contract_of(name: str) -> Contract:
    """What a game's folder says."""
    said: Contract = found(name, "contract").CONTRACT if name in having("contract") else Contract()
    return said


def docs_of(name: str) -> Path:
    """The folder of a game's documents."""
    return TESTS.parent / (contract_of(name).docs or f"docs/{name}")
