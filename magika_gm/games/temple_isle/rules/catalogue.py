"""The cards (CARDS): designs read from rows of TOML, the shipped ones and a game master's own, as one catalogue.

*Catalogue order* is the number of a design; it breaks every tie between cards. Lands, temples, and the units and
mantras of the play deck are numbered each for themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from magika_gm.games.temple_isle.rules.board import WATER
from magika_gm.games.temple_isle.rules.vocabulary import Effect, Host, What, When, Who

TEMPLE_OF = "Temple of "


class Aim(StrEnum):
    """What a mantra is cast on (CARDS)."""

    OWN = "own"
    FOE = "foe"
    UNIT = "unit"
    LAND = "land"
    PLAIN = "plain"
    NONE = "none"
    MANTRA = "mantra"
    ANSWERED = "answered"


class Need(StrEnum):
    """What a target must be besides (CARDS)."""

    RANGED = "ranged"
    HURT = "hurt"
    CONTROLLED = "controlled"
    NOT_MINE = "not mine"
    EMPTY = "empty"
    NO_FOE = "no foe"


class Lasts(StrEnum):
    """How long a mantra stays (ENCH-3)."""

    NOW = "now"
    TURN = "turn"
    ROUND = "round"
    PERSISTENT = "persistent"


UNIT_AIMS = frozenset({Aim.OWN, Aim.FOE, Aim.UNIT})
LAND_AIMS = frozenset({Aim.LAND, Aim.PLAIN})
HOST_OF = {
    Aim.OWN: Host.UNIT_MANTRA,
    Aim.FOE: Host.UNIT_MANTRA,
    Aim.UNIT: Host.UNIT_MANTRA,
    Aim.LAND: Host.LAND_MANTRA,
    Aim.PLAIN: Host.LAND_MANTRA,
    Aim.NONE: Host.GLOBAL,
    Aim.MANTRA: Host.UNRAVELLER,
    Aim.ANSWERED: Host.ANSWER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LandCard:
    """A land or temple. ``number`` is its place in its deck's list (L1 …, H1 …)."""

    number: int
    name: str
    effects: tuple[Effect, ...] = ()
    copies: int = 1
    temple: bool = False

    @property
    def short(self) -> str:
        """A temple's name without "Temple of"; a land's name."""
        return self.name.removeprefix(TEMPLE_OF) if self.temple else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCard:
    """A unit (UNIT-1): level, scores A/B/C/D, keywords. ``ranged``, ``fleeting``, ``guard`` are 0 where not had."""

    number: int
    name: str
    level: int
    a: int
    b: int
    c: int
    d: int
    ranged: int = 0
    water: bool = False
    leap: bool = False
    devout: bool = False
    fleeting: int = 0
    guard: int = 0
    effects: tuple[Effect, ...] = ()
    copies: int = 1

    @property
    def scores(self) -> str:
        """``A/B/C/D`` as printed."""
        return f"{self.a}/{self.b}/{self.c}/{self.d}"

    @property
    def keywords(self) -> tuple[str, ...]:
        """Keywords as printed, in the order of UNIT."""
        words = [f"ranged {self.ranged}"] if self.ranged else []
        words += ["water"] if self.water else []
        words += [str(e) for e in self.effects if e.when is When.AFLOAT]
        words += ["leap"] if self.leap else []
        words += ["devout"] if self.devout else []
        words += [f"fleeting {self.fleeting}"] if self.fleeting else []
        return (*words, *([f"guard {self.guard}"] if self.guard else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class MantraCard:
    """A mantra (ENCH). ``hostile``: a square or ANY in an order means a foe's unit (ORD)."""

    number: int
    name: str
    level: int
    aim: Aim
    lasts: Lasts
    needs: tuple[Need, ...] = ()
    hostile: bool = False
    fast: bool = False
    effects: tuple[Effect, ...] = ()
    copies: int = 1

    @property
    def host(self) -> Host:
        """What kind of bearer of effects it is."""
        return HOST_OF[self.aim]

    @property
    def blink(self) -> int:
        """How far it moves its unit (Blink: 2); 0 if it does not, and its order names no squares TO."""
        return next((e.amount for e in self.effects if e.what is What.BLINK), 0)


Card = UnitCard | MantraCard
"""A card of the play deck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Every design of a game, by name, in catalogue order. Shared by all states of the game and never changed."""

    lands: Mapping[str, LandCard]
    temples: Mapping[str, LandCard]
    units: Mapping[str, UnitCard]
    mantras: Mapping[str, MantraCard]
    isle: Mapping[str, LandCard] = field(init=False)
    """Lands, temples and the water card."""
    cards: Mapping[str, Card] = field(init=False)
    """Units and mantras: the play deck."""
    order: Mapping[str, int] = field(init=False)
    """A play card's place in catalogue order."""
    raises_hp: bool = field(init=False)
    """Whether any card changes C, so that full HP must be watched."""

    def __post_init__(self) -> None:
        water = LandCard(number=0, name=WATER)
        cards: dict[str, Card] = {**self.units, **self.mantras}
        in_order = sorted(cards.values(), key=lambda c: c.number)
        everything = [e for c in (*self.lands.values(), *self.temples.values(), *in_order) for e in c.effects]
        object.__setattr__(self, "isle", {**self.lands, **self.temples, WATER: water})
        object.__setattr__(self, "cards", {c.name: c for c in in_order})
        object.__setattr__(self, "order", {c.name: c.number for c in in_order})
        object.__setattr__(self, "raises_hp", any(e.what is What.C for e in everything))

    def sorted(self, names: Iterable[str]) -> list[str]:
        """Play cards in catalogue order; a card not known (a hidden one) comes last."""
        last = len(self.order) + 1000
        return sorted(names, key=lambda name: self.order.get(name, last))

    def deck(self) -> dict[str, int]:
        """Copies of each play card, in catalogue order."""
        return {name: card.copies for name, card in self.cards.items()}


def always(effects: Iterable[Effect], *whats: What) -> tuple[Effect, ...]:
    """Those of ``effects`` that work always and say one of ``whats``."""
    return tuple(e for e in effects if e.when is When.ALWAYS and e.what in whats)


def speaks_of_others(effect: Effect) -> bool:
    """Whether an effect borne by a unit works on others than itself."""
    return effect.who not in (Who.IT, Who.ME)
