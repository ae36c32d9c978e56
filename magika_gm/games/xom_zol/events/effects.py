"""What effects do (FX-1)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.xom_zol.events.causes import Why


@dataclass(frozen=True, slots=True)
class Damaged:
    """A creature took damage from an effect."""

    ref: str
    n: int
    by: str


@dataclass(frozen=True, slots=True)
class LifeChanged:
    """A side gained or lost life by an effect or by LEECH."""

    side: str
    change: int
    by: str
    why: Why = Why.EFFECT


@dataclass(frozen=True, slots=True)
class Changed:
    """A creature's S and D changed for the turn."""

    ref: str
    s: int
    d: int
    by: str


@dataclass(frozen=True, slots=True)
class Granted:
    """A creature has a keyword for the turn."""

    ref: str
    keyword: str
    by: str


@dataclass(frozen=True, slots=True)
class Doomed:
    """A creature leaves at the next check (STAT-3: DESTROY, VENOM)."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A function, augment, land or sigil was destroyed."""

    ref: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A creature went back to its owner's hand."""

    ref: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class CardCommitted:
    """A creature was committed by an effect."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class CardReadied:
    """A creature was made ready by an effect."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class Pacified:
    """A creature neither assaults nor counter-assaults this game turn."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class FogFell:
    """No combat damage and no sabotage for the rest of the game turn."""

    by: str


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card of the hand went to the pile; with ``bottom`` under the library, which card others are not told."""

    side: str
    card: str
    why: Why
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class CardsMilled:
    """Cards went from the top of the library to the pile."""

    side: str
    cards: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class HandSeen:
    """``side`` looked at the other's hand (PEEK); which cards it saw it alone is told."""

    side: str
    by: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardFetched:
    """A card went from the library to the hand, shown to both; "" if none fitted."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class CardRaised:
    """A creature card went from the own pile to the hand."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class ManaMade:
    """Letters went into the pool by an effect."""

    side: str
    letters: str
    by: str
