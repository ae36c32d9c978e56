"""Cards from deck to hand to pile (DECK)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.temple_isle.rules.events.causes import Source


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn (DECK-2); ``card`` is "" for those who do not see it, ``by`` what made it drawn ("": step 1)."""

    seat: str
    card: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class PileTurned:
    """The deck was empty: the discard pile became the deck (DECK-2)."""

    cards: int


@dataclass(frozen=True, slots=True)
class NothingDrawn:
    """Deck and discard pile were empty (DECK-2)."""

    seat: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards went from a hand to the pile at the end of phase 4 (SEQ-2), in catalogue order."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recovered:
    """The last unit card on the pile came into a hand; "" if there was none (EFF-1)."""

    seat: str
    card: str
    source: Source


@dataclass(frozen=True, slots=True)
class Peeked:
    """A player saw the foe's hand; None for those who do not see it (EFF-1)."""

    seat: str
    hand: tuple[str, ...] | None
    source: Source


CardEvent = CardDrawn | PileTurned | NothingDrawn | Discarded | Recovered | Peeked
