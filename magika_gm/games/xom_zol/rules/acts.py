"""The game master's word: orders corrected, life set, cards moved and marked; made between turns, played with the next.

An act is part of what a turn is played with, like the sheets: the same acts, orders and dice give the same turn.
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused, Question
from magika_gm.engine.verbs import (
    EVERYBODY,
    PUT_ORDER,
    Against,
    DropOut,
    Excused,
    GameReferee,
    Note,
    Slot,
    Verb,
    among,
    figure,
    line_number,
    order_line,
    seen,
)
from magika_gm.engine.words import Fault, did_you_mean, nearest
from magika_gm.games.xom_zol.orders.lines import card_called, is_ref, misplaced, read_line, write_order
from magika_gm.games.xom_zol.orders.model import Part
from magika_gm.games.xom_zol.rules import events as e
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SCRAPS, SIDES, CardType, Ending, other
from magika_gm.games.xom_zol.rules.turn import Turn

ZONES = ("hand", "library", "discard")
PLAY = "play"


@record
class LineChange:
    """Another order for a line of a side's sheet: ``part`` ACT or REACT, ``number`` from 1 as the acknowledgement
    counts them. A number beyond the last adds a line, an ``order`` of "" strikes one out.
    """

    side: str
    part: str
    number: int
    order: str
    reason: str


@record
class SetLife:
    """A side's life is set."""

    side: str
    life: int
    reason: str


@record
class MoveCard:
    """A card of a side goes from ``source`` to ``target``: ``hand``, ``library`` (its top), ``discard``, ``play``.

    From play ``source`` is the card's ref.
    """

    side: str
    card: str
    source: str
    target: str
    reason: str


@record
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


_ZONE = "hand, library (its top), discard or play; from play the card's ref"
_MARKS = {"ready": False, "committed": True}


def _part(_: Against[State], said: str) -> str:
    try:
        return Part(said.upper()).value
    except ValueError:
        raise ActRefused(f"{said} is no part of a sheet: ACT or REACT") from None


def _order(against: Against[State], said: str) -> str:
    read = read_line(said, against.state.cards)
    why = str(read) if isinstance(read, Fault) else misplaced(read, Part(against.given["PART"]))
    if isinstance(read, Fault) or why:
        raise ActRefused(f"{said}: {why}")
    return write_order(read)


def _life(against: Against[State], said: str) -> int:
    coming = REFEREE.after(against.state, against.acts)
    return figure(said, coming.sides[against.given["SIDE"]].life)


def _card(against: Against[State], said: str) -> str:
    found = card_called(said, against.state.cards)
    if not isinstance(found, Fault):
        return found
    hint = did_you_mean(found.near or nearest(said, tuple(against.state.cards)))
    raise ActRefused(f"{found.reason}{'; ' + hint if hint else ''}")


def _zone(_: Against[State], said: str) -> str:
    if said.lower() in (*ZONES, PLAY):
        return said.lower()
    if is_ref(said):
        return said.upper()
    raise ActRefused(f"{said} is no zone: {_ZONE}")


def _ref(_: Against[State], said: str) -> str:
    if not is_ref(said):
        raise ActRefused(f"{said} is no card in play; write A7")
    return said.upper()


def _marked(_: Against[State], said: str) -> bool:
    if said.lower() not in _MARKS:
        raise ActRefused(f"{said} is neither ready nor committed")
    return _MARKS[said.lower()]


_SIDE = Slot("SIDE", "A or B", among(SIDES, str.upper, "{said} is no side; there are A and B"))


def _seat_of(act: Act) -> str:
    match act:
        case DropOut() | Excused() | Note():
            return act.seat
        case Mark():
            return act.ref[:1]
        case _:
            return act.side


def _over(state: State, act: Act) -> str:
    side = _seat_of(act)
    if side not in SIDES and not (isinstance(act, Note) and side == EVERYBODY):
        return f"{side!r} is no side of this game (A or B)"
    return "the game is over" if state.ending is not None and not isinstance(act, Note) else ""


def _bad_line(_: State, act: LineChange) -> str:
    if act.part not in tuple(Part):
        return f"{act.part!r} is no part of a sheet: ACT or REACT"
    return "" if act.number >= 1 else "lines are numbered from 1"


def _bad_mark(state: State, act: Mark) -> str:
    piece = state.pieces.get(act.ref)
    if piece is None:
        return f"{act.ref} is not in play"
    done = f"{act.ref} {piece.card.name} is {_state(act)} already"
    return done if piece.committed is act.committed else ""


def _state(act: Mark) -> str:
    return "committed" if act.committed else "ready"


def _bad_move(state: State, act: MoveCard) -> str:
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


def _moved(state: State, act: MoveCard) -> e.GmMovedCard:
    ref = f"{act.side}{state.sides[act.side].next_number}" if act.target == PLAY else ""
    return e.GmMovedCard(side=act.side, card=act.card, source=act.source, target=act.target, ref=ref, reason=act.reason)


def _move(turn: Turn, act: MoveCard) -> None:
    hidden = all(zone in ("hand", "library") for zone in (act.source, act.target))
    turn.tell(_moved(turn.state, act), act.side if hidden else "")


def _forfeit(turn: Turn, act: DropOut) -> None:
    turn.tell(e.GmForfeited(act.seat, act.reason))
    turn.end(other(act.seat), Ending.FORFEIT)


class _Referee(GameReferee[State]):
    def question_text(self, question: Question) -> str:
        return f"side {super().question_text(question)}"


REFEREE = _Referee(
    Verb(
        "order",
        PUT_ORDER,
        (
            _SIDE,
            Slot("PART", "ACT or REACT", _part, first=True),
            line_number("1 to the last line of the part, or one more"),
            order_line(_order, strikes=True),
        ),
        'order 12 A ACT 3 "CAST Smite ON B4" --reason "misread by us"',
        kind=LineChange,
        says=lambda a: f"side {a.side}, {a.part} line {a.number}: {a.order or 'struck out'} ({a.reason})",
        why_not=_bad_line,
        corrects="side",
        shown=lambda a, of: (
            isinstance(of, e.GmChangedLine)
            and (of.side, of.part, of.number, of.after) == (a.side, a.part, a.number, a.order)
        ),
    ),
    Verb(
        "life",
        "Set a side's life; +2 and -2 change it.",
        (_SIDE, Slot("LIFE", "42, or +2, -2", _life)),
        'life 12 B +2 --reason "a heal was not counted"',
        kind=SetLife,
        says="side {side}'s life is set to {life} ({reason})",
        tells=lambda _, a: e.GmSetLife(a.side, a.life, a.reason),
        shown=seen(e.GmSetLife, "side", "life"),
    ),
    Verb(
        "move",
        "Move a card of a side from one of its zones to another.",
        (
            _SIDE,
            Slot("CARD", "a card's name", _card),
            Slot("FROM", _ZONE, _zone),
            Slot("TO", _ZONE, _zone),
        ),
        'move 12 A Smite discard hand --reason "it should not have been discarded"',
        kind=MoveCard,
        says="{card} of side {side} goes from {source} to {target} ({reason})",
        why_not=_bad_move,
        tells=_moved,
        plays=_move,
        shown=lambda a, of: (
            isinstance(of, e.GmMovedCard)
            and (of.side, of.card, of.source, of.target) == (a.side, a.card, a.source, a.target)
        ),
    ),
    Verb(
        "mark",
        "Make a card in play ready or committed.",
        (
            Slot("REF", "A7", _ref),
            Slot("STATE", "ready or committed", _marked, first=True),
        ),
        'mark 12 A7 ready --reason "it did not give mana"',
        kind=Mark,
        says=lambda a: f"{a.ref} becomes {_state(a)} ({a.reason})",
        why_not=_bad_mark,
        tells=lambda _, a: e.GmMarked(a.ref[:1], a.ref, a.committed, a.reason),
        shown=seen(e.GmMarked, "ref", "committed"),
    ),
    Verb(
        "drop",
        "A side forfeits the game (END-4).",
        (_SIDE,),
        'drop 12 B --reason "at his own wish"',
        kind=DropOut,
        says="side {seat} forfeits ({reason})",
        plays=_forfeit,
        shown=seen(e.GmForfeited, side="seat"),
    ),
    Verb(kind=Excused, says="side {seat}: no miss is counted"),
    Verb(kind=Note, says=lambda a: f"note to {'both' if a.seat == EVERYBODY else f'side {a.seat}'}: {a.text}"),
    over=_over,
)
