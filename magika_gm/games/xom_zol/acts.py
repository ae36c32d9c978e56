"""The game master's word: orders corrected, life set, cards moved and marked; made between turns, played with the next.

An act is part of what a turn is played with, like the sheets: the same acts, orders and dice give the same turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.acts import EVERYBODY, DropOut, Excused, Note
from magika_gm.engine.plain import Codec
from magika_gm.games.xom_zol.orders.forms import Part
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SCRAPS, SIDES, CardType

__all__ = [
    "ACTS", "PLAY", "ZONES", "Act", "DropOut", "Excused", "LineChange", "Mark", "MoveCard", "Note", "SetLife",
    "act_text", "seat_of", "why_impossible",
]  # fmt: skip

ZONES = ("hand", "library", "discard")
PLAY = "play"


@dataclass(frozen=True, slots=True)
class LineChange:
    """Another order for a line of a side's sheet: ``part`` ACT or REACT, ``number`` from 1 as the acknowledgement
    counts them. A number beyond the last adds a line, an ``order`` of "" strikes one out.
    """

    side: str
    part: str
    number: int
    order: str
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
class Mark:
    """A card in play is made ready or committed."""

    ref: str
    committed: bool
    reason: str


Act = LineChange | SetLife | MoveCard | Mark | DropOut | Excused | Note
_CALLED: dict[type, str] = {
    LineChange: "order", SetLife: "life", MoveCard: "card", Mark: "mark", DropOut: "drop", Excused: "excused",
    Note: "note",
}  # fmt: skip
ACTS: Codec[Act] = Codec(Act, tag="act", whole=True, called=_CALLED)


def seat_of(act: Act) -> str:
    """Whose affair an act is."""
    match act:
        case DropOut() | Excused() | Note():
            return act.seat
        case Mark():
            return act.ref[:1]
        case _:
            return act.side


def why_impossible(state: State, act: Act) -> str:
    """Why an act cannot be played, in words for the game master; "" if it can."""
    side = seat_of(act)
    if side not in SIDES and not (isinstance(act, Note) and side == EVERYBODY):
        return f"{side!r} is no side of this game (A or B)"
    if state.ending is not None and not isinstance(act, Note):
        return "the game is over"
    match act:
        case LineChange(_, part, number, _, _):
            if part not in tuple(Part):
                return f"{part!r} is no part of a sheet: ACT or REACT"
            return "" if number >= 1 else "lines are numbered from 1"
        case Mark(ref, committed, _):
            piece = state.pieces.get(ref)
            if piece is None:
                return f"{ref} is not in play"
            done = f"{ref} {piece.card.name} is {'committed' if committed else 'ready'} already"
            return done if piece.committed is committed else ""
        case MoveCard():
            return _why_not_moved(state, act)
    return ""


def _why_not_moved(state: State, act: MoveCard) -> str:
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


def act_text(act: Act) -> str:
    """An act in words, for the game master."""
    match act:
        case LineChange(side, part, number, order, reason):
            return f"side {side}, {part} line {number}: {order or 'struck out'} ({reason})"
        case SetLife(side, life, reason):
            return f"side {side}'s life is set to {life} ({reason})"
        case MoveCard(side, card, source, target, reason):
            return f"{card} of side {side} goes from {source} to {target} ({reason})"
        case Mark(ref, committed, reason):
            return f"{ref} becomes {'committed' if committed else 'ready'} ({reason})"
        case DropOut(seat, reason):
            return f"side {seat} forfeits ({reason})"
        case Excused(seat):
            return f"side {seat}: no miss is counted"
        case Note(seat, text):
            return f"note to {'both' if seat == EVERYBODY else f'side {seat}'}: {text}"
