"""The game master's word: units moved, HP set, cards handed over, lands turned, lines corrected, seats taken or lost.

An act is made between turns and takes place at the start of the next mail turn, before the sheets are read, as an
event told to both players (only a card handed to or from a hand is told blurred). Acts are part of what a turn is
played with, like its orders: the same acts, orders and dice give the same turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from magika_gm.engine.acts import EVERYBODY, DropOut, Excused, Note, notes_to
from magika_gm.engine.plain import Codec
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.orders.words import Fault
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.board import NEUTRAL, SEATS, SQUARE, SQUARES
from magika_gm.games.temple_isle.rules.events import (
    Forfeited,
    GmAdjusted,
    GmChangedLine,
    GmHanded,
    GmPlaced,
    GmTurned,
    MissesForgotten,
)
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.telling import apply
from magika_gm.games.temple_isle.rules.turn import Turn

__all__ = [
    "EVERYBODY", "PILES", "Act", "Adjustment", "DropOut", "Excused", "Forfeiture", "Handing", "LineChange", "Note",
    "Placing", "StandIn", "Turning", "act_text", "amended", "event_of", "notes_to", "play_acts", "why_not",
]  # fmt: skip

PILES = ("deck", "discard", "nowhere")
"""Where a card handed over may be besides the hands."""


@dataclass(frozen=True, slots=True)
class Placing:
    """A unit goes to another card; nothing is entered or left."""

    unit: int
    square: str
    reason: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A unit's HP are set."""

    unit: int
    hp: int
    reason: str


@dataclass(frozen=True, slots=True)
class Handing:
    """A card goes from a hand (``SUN``, ``MOON``), the ``deck``, the ``discard`` pile or ``nowhere`` to another."""

    card: str
    source: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Turning:
    """A card of the isle is turned towards a player; "" makes it neutral."""

    square: str
    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class LineChange:
    """Another order for a line of a sheet (from 1); a number beyond the last adds a line, "" strikes one out."""

    seat: str
    line: int
    order: str
    reason: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody else has taken the seat: his misses begin anew (MAIL-8)."""

    seat: str
    reason: str


Forfeiture = DropOut
"""A player loses his seat and the game (END-3)."""
Act = Placing | Adjustment | Handing | Turning | LineChange | StandIn | DropOut | Excused | Note
ACTS: Codec[Act] = Codec(Act)
StateEvent = GmPlaced | GmAdjusted | GmHanded | GmTurned | MissesForgotten


def event_of(state: State, act: Placing | Adjustment | Handing | Turning | StandIn) -> StateEvent:
    """What an act does to this state; :func:`why_not` says beforehand whether it can."""
    match act:
        case Placing(unit, square, reason):
            return GmPlaced(unit, SQUARES[state.units[unit].at], square, reason)
        case Adjustment(unit, hp, reason):
            return GmAdjusted(unit, state.units[unit].hp, hp, reason)
        case Handing(card, source, target, reason):
            return GmHanded(card, source, target, reason)
        case Turning(square, seat, reason):
            return GmTurned(square, state.control[SQUARE[square]], seat, reason)
        case StandIn(seat, _):
            return MissesForgotten(seat)


def play_acts(turn: Turn, acts: Sequence[Act]) -> list[str]:
    """Carry out acts at the start of a mail turn, as far as they are still possible; who forfeits by them."""
    losers = []
    for act in acts:
        match act:
            case DropOut(seat, reason):
                if seat not in losers:
                    losers.append(seat)
                    turn.tell(Forfeited(seat, reason))
            case LineChange() | Note() | Excused():
                pass
            case Handing():
                if not why_not(turn.state, (), act):
                    _hand(turn, act)
            case _:
                if not why_not(turn.state, (), act):
                    turn.tell(event_of(turn.state, act))
    return losers


def _hand(turn: Turn, act: Handing) -> None:
    event = GmHanded(act.card, act.source, act.target, act.reason)
    blurred = GmHanded("", act.source, act.target, act.reason)
    seats = [s for s in (act.source, act.target) if s in SEATS]
    if len(seats) == 1 and "discard" not in (act.source, act.target):
        turn.confide(seats[0], event, blurred)
    else:
        turn.tell(event)


def amended(turn: Turn, orders: Mapping[str, Sequence[Order]], acts: Sequence[Act]) -> dict[str, list[Order]]:
    """The sheets as the game master corrected them; each correction is told to its player."""
    changed = {seat: list(lines) for seat, lines in orders.items()}
    struck: dict[str, list[int]] = {seat: [] for seat in SEATS}
    for act in acts:
        if not isinstance(act, LineChange):
            continue
        lines = changed.setdefault(act.seat, [])
        at = min(act.line - 1, len(lines))
        before = write_order(lines[at]) if at < len(lines) else ""
        after = ""
        if act.order:
            order = read_line(act.order, turn.state.catalogue)
            after = write_order(order)
            lines[at : at + 1] = [order]
        elif at < len(lines):
            struck[act.seat].append(at)
        turn.confide(act.seat, GmChangedLine(act.seat, at, before, after, act.reason))
    for seat, places in struck.items():
        for at in sorted(set(places), reverse=True):
            del changed[seat][at]
    return changed


def act_text(act: Act) -> str:
    """An act in words, for the game master."""
    match act:
        case Placing(unit, square, reason):
            text = f"U{unit} goes to {square}"
        case Adjustment(unit, hp, reason):
            text = f"U{unit} has {hp} HP"
        case Handing(card, source, target, reason):
            text = f"{card} goes from {source} to {target}"
        case Turning(square, seat, reason):
            text = f"{square} is {seat + chr(39) + 's' if seat else 'neutral'}"
        case LineChange(seat, line, order, reason):
            text = f"line {line} of {seat} becomes {order}" if order else f"line {line} of {seat} is struck out"
        case StandIn(seat, reason):
            text = f"somebody else plays {seat}"
        case DropOut(seat, reason):
            text = f"{seat} forfeits"
        case Note(seat, reason):
            text = "a note to all" if seat == EVERYBODY else f"a note to {seat}"
        case Excused(seat):
            return f"{seat} missed no sheet (MAIL-8)"
        case _:
            assert_never(act)
    return f"{text} ({reason})"


def why_not(state: State, acts: Sequence[Act], act: Act) -> str:
    """Why an act is impossible after the others made for the same turn, or "" if it can be done."""
    coming = state.copy()
    for other in acts:
        if not isinstance(other, LineChange | Note | DropOut | Excused) and not why_not(coming, (), other):
            apply(coming, event_of(coming, other))
    if state.ended:
        return "the game is over"
    bad = _bad_name(coming, act)
    if bad or isinstance(act, LineChange | Note | DropOut | Excused):
        return bad
    apply(coming, event_of(coming, act))
    return "; ".join(faults(coming))


def _bad_name(state: State, act: Act) -> str:  # one answer a kind of act
    match act:
        case Placing(number, square, _):
            return _bad_unit(state, number) or _bad_square(square) or _stands(state, number, square)
        case Adjustment(number, hp, _):
            bad = _bad_unit(state, number)
            most = 0 if bad else state.units[number].full
            return bad or ("" if 1 <= hp <= most else f"U{number} has 1 to {most} HP")
        case Handing(card, source, target, _):
            return _bad_handing(state, card, source, target)
        case Turning(square, seat, _):
            if seat not in (*SEATS, NEUTRAL):
                return f"there is no player {seat!r}"
            return _bad_square(square) or (
                f"{square} is {'neutral' if not seat else seat + chr(39) + 's'} already"
                if state.control[SQUARE[square]] == seat
                else ""
            )
        case LineChange(seat, line, order, _):
            if seat not in SEATS or line < 1:
                return f"there is no line {line} of {seat!r}"
            try:
                if order:
                    read_line(order, state.catalogue)
            except Fault as fault:
                return fault.reason
            return ""
        case StandIn(seat, _) | DropOut(seat, _) | Excused(seat):
            return "" if seat in SEATS else f"there is no player {seat!r}"
        case Note(seat, _):
            return "" if seat in (*SEATS, EVERYBODY) else f"there is no player {seat!r}"


def _bad_unit(state: State, number: int) -> str:
    unit = state.units.get(number)
    return "" if unit is not None and unit.in_play else f"there is no unit U{number} in play"


def _bad_square(square: str) -> str:
    return "" if square in SQUARE else f"{square!r} is no square (a1 to e4)"


def _stands(state: State, number: int, square: str) -> str:
    return f"U{number} stands on {square} already" if state.units[number].at == SQUARE[square] else ""


def _bad_handing(state: State, card: str, source: str, target: str) -> str:
    if card not in state.catalogue.cards:
        return f"there is no card {card!r}"
    for place in (source, target):
        if place not in (*SEATS, *PILES):
            return f"{place!r} is no place of cards; there are {', '.join((*SEATS, *PILES))}"
    if source == target:
        return f"{card} is there already"
    held = {"deck": list(state.deck), "discard": state.discard, "nowhere": [card], **state.hands}
    return "" if card in held[source] else f"{card} is not in {source}"
