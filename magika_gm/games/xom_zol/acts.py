"""The game master's word: forfeits, corrected life, cards moved, notes; made between turns, played with the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SCRAPS, SIDES, CardType

ZONES = ("hand", "library", "discard")
PLAY = "play"
BOTH = "ALL"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side loses: the third miss in a row (MAIL-7), or the game master's ruling."""

    side: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetLife:
    """A side's life is set."""

    side: str
    life: int
    reason: str


@dataclass(frozen=True, slots=True)
class MoveCard:
    """A card of a side goes from ``source`` to ``target``: ``hand``, ``library`` (its top), ``discard``, ``play``.

    From play ``source`` is the card's ref.
    """

    side: str
    card: str
    source: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """A word to a side, or to ``ALL``; it changes nothing."""

    side: str
    text: str


Act = Forfeit | SetLife | MoveCard | Note
_CLASSES: dict[str, type[Act]] = {"forfeit": Forfeit, "life": SetLife, "card": MoveCard, "note": Note}


def act_to_plain(act: Act) -> dict[str, Any]:
    """An act as JSON can hold it."""
    kind = next(name for name, cls in _CLASSES.items() if isinstance(act, cls))
    return {"act": kind, **asdict(act)}


def act_from_plain(plain: Mapping[str, Any]) -> Act:
    """Back; raises ValueError if it is none."""
    fields = dict(plain)
    try:
        return _CLASSES[fields.pop("act")](**fields)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no act: {plain!r}") from error


def why_impossible(state: State, act: Act) -> str:
    """Why an act cannot be played, in words for the game master; "" if it can."""
    if act.side not in SIDES and not (isinstance(act, Note) and act.side == BOTH):
        return f"{act.side!r} is no side of this game (A or B)"
    if not isinstance(act, MoveCard):
        return ""
    own = state.sides[act.side]
    piles = {"hand": own.hand, "library": own.library, "discard": own.discard}
    if act.target not in (*ZONES, PLAY):
        return f"{act.target!r} is no zone: hand, library, discard, play"
    card = state.cards.get(act.card)
    if act.target == PLAY and card is not None and card.type in (*SCRAPS, CardType.AUGMENT):
        return f"{act.card} is a {card.type.value}: it cannot be put into play by hand"
    if act.source in piles:
        return "" if act.card in piles[act.source] else f"{act.card} is not in the {act.source} of side {act.side}"
    piece = state.pieces.get(act.source)
    if piece is None or piece.side != act.side or piece.card.name != act.card:
        return f"{act.source!r} is no zone, nor a ref of {act.card} of side {act.side}"
    if act.target == PLAY:
        return f"{act.card} is in play"
    return ""
