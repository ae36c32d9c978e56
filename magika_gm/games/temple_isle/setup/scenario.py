"""A scenario: options, decks, cards of one's own, a world given or to be built (SET-3, VAR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from magika_gm.games.temple_isle.rules.board import SEATS
from magika_gm.games.temple_isle.rules.catalogue import Catalogue
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.games.temple_isle.rules.state import Options


@dataclass(frozen=True, slots=True)
class GivenUnit:
    """A unit that stands on the isle when the game begins (VAR-2)."""

    number: int
    card: str
    owner: str
    square: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What a game is made of.

    ``catalogue`` holds all designs with the copies played with; ``own`` names the designs that are the game master's,
    by kind. ``isle`` is () where the world is drawn and built, else the twenty cards in reading order; ``first`` is ""
    where a die chooses. ``hands`` are cards dealt by name, instead of the opening hand.
    """

    title: str = "Temple Isle"
    description: str = ""
    options: Options = field(default_factory=Options)
    catalogue: Catalogue = field(default_factory=standard)
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: str = ""
    isle: tuple[str, ...] = ()
    control: Mapping[int, str] = field(default_factory=dict)
    units: tuple[GivenUnit, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS

    @property
    def given(self) -> bool:
        """Whether the world is given, so that there is no world building (VAR-2)."""
        return bool(self.isle)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a scenario file: its name, the line (0: unknown), the key path, the reason with its cure."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key + ': ' if self.key else ''}{self.reason}"


class ScenarioFaults(Exception):
    """A scenario file that cannot be played. ``faults`` are all of them, by line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))
