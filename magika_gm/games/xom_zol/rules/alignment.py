"""Alignment between creatures that fight (ALN), and SLAYER."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.state import Change
from magika_gm.games.xom_zol.words import SLAYER

_HIGHER: dict[str, Change] = {"GG": (0, 1), "EE": (1, 0), "EG": (2, 0)}
"""What the higher number gains; letters of the pairing in plain order."""
_LOWER: dict[str, Change] = {"NN": (-1, -1), "GN": (0, -1), "EN": (-1, 0)}
"""What the lower number loses."""
NONE: Change = (0, 0)
SLAYER_BONUS = 2


def alignment_change(own: Card, foe: Card) -> Change:
    """The change of a creature that compares with another; equal numbers change nothing (ALN-1)."""
    if own.align == foe.align:
        return NONE
    pairing = "".join(sorted(own.letter + foe.letter))
    return (_HIGHER if own.align > foe.align else _LOWER).get(pairing, NONE)


def slays(keywords: frozenset[str], foes: list[Card]) -> int:
    """By how much SLAYER raises S in a fight with those: for each word that fits one of them."""
    words = [k.partition(" ")[2] for k in keywords if k.startswith(SLAYER)]
    return SLAYER_BONUS * sum(any(word in (foe.race, foe.role, foe.kind) for foe in foes) for word in words)
