"""The game master's word: units moved, HP set, cards handed over, lands turned, lines corrected, seats taken or lost.

An act is made between turns and takes place at the start of the next mail turn, before the sheets are read, as an
event told to both players (only a card handed to or from a hand is told blurred). Acts are part of what a turn is
played with, like its orders: the same acts, orders and dice give the same turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused
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
    corrected,
    figure,
    line_number,
    order_line,
    seen,
)
from magika_gm.engine.words import Fault, did_you_mean, nearest
from magika_gm.games.temple_isle.orders.lines import UNIT, read_line, stored, write_order
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.rules import events as e
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import NEUTRAL, SEATS, SQUARE, SQUARES
from magika_gm.games.temple_isle.rules.turn import Turn

PILES = ("deck", "discard", "nowhere")
"""Where a card handed over may be besides the hands."""


@record
class Placing:
    """A unit goes to another card; nothing is entered or left."""

    unit: int
    square: str
    reason: str


@record
class Adjustment:
    """A unit's HP are set."""

    unit: int
    hp: int
    reason: str


@record
class Handing:
    """A card goes from a hand (``SUN``, ``MOON``), the ``deck``, the ``discard`` pile or ``nowhere`` to another."""

    card: str
    source: str
    target: str
    reason: str


@record
class Turning:
    """A card of the isle is turned towards a player; "" makes it neutral."""

    square: str
    seat: str
    reason: str


@record
class LineChange:
    """Another order for a line of a sheet (from 1); a number beyond the last adds a line, "" strikes one out."""

    seat: str
    line: int
    order: str
    reason: str


@record
class StandIn:
    """Somebody else has taken the seat: his misses begin anew (MAIL-8)."""

    seat: str
    reason: str


Act = Placing | Adjustment | Handing | Turning | LineChange | StandIn | DropOut | Excused | Note
ACTS: Codec[Act] = Codec(Act)


def _unit(_: Against[State], said: str) -> int:
    found = UNIT.match(said)
    if found is None:
        raise ActRefused(f"{said} is no unit; write U3")
    return int(found[1])


def _hp(against: Against[State], said: str) -> int:
    unit = against.state.units.get(against.given["UNIT"])
    return figure(said, 0 if unit is None else unit.hp)


def _card(against: Against[State], said: str) -> str:
    known = {name.casefold(): name for name in against.state.catalogue.cards}
    if said.casefold() not in known:
        hint = did_you_mean(nearest(said, tuple(known.values())))
        raise ActRefused(f"there is no card {said}{'; ' + hint if hint else ''}")
    return known[said.casefold()]


def _order(against: Against[State], said: str) -> str:
    order = read_line(said, against.state.catalogue)
    if isinstance(order, Fault):
        raise ActRefused(f"{said}: {order.reason}")
    return write_order(order)


_read_seat = among(SEATS, str.upper, "{said} is no player; there are SUN and MOON")


def _pile(against: Against[State], said: str) -> str:
    return said.lower() if said.lower() in PILES else _read_seat(against, said)


def _owner(against: Against[State], said: str) -> str:
    return NEUTRAL if said.lower() == "neutral" else _read_seat(against, said)


_SEAT = Slot("SEAT", "SUN or MOON", _read_seat)
_UNIT = Slot("UNIT", "U1, U2 …", _unit)
_SQUARE = Slot("SQUARE", "a1 to e4", among(SQUARE, str.lower, "{said} is no square; there are a1 to e4"))
_PILE = "SUN or MOON (their hands), deck, discard or nowhere"


def _no_player(_: State, act: StandIn | DropOut | Excused) -> str:
    return "" if act.seat in SEATS else f"there is no player {act.seat!r}"


def _bad_line(state: State, act: LineChange) -> str:
    if act.seat not in SEATS or act.line < 1:
        return f"there is no line {act.line} of {act.seat!r}"
    order = read_line(act.order, state.catalogue) if act.order else None
    return order.reason if isinstance(order, Fault) else ""


def _bad_unit(state: State, number: int) -> str:
    unit = state.units.get(number)
    return "" if unit is not None and unit.in_play else f"there is no unit U{number} in play"


def _bad_square(square: str) -> str:
    return "" if square in SQUARE else f"{square!r} is no square (a1 to e4)"


def _bad_placing(state: State, act: Placing) -> str:
    bad = _bad_unit(state, act.unit) or _bad_square(act.square)
    if not bad and state.units[act.unit].at == SQUARE[act.square]:
        return f"U{act.unit} stands on {act.square} already"
    return bad


def _bad_hp(state: State, act: Adjustment) -> str:
    bad = _bad_unit(state, act.unit)
    if not bad and not 1 <= act.hp <= state.units[act.unit].full:
        return f"U{act.unit} has 1 to {state.units[act.unit].full} HP"
    return bad


def _bad_turning(state: State, act: Turning) -> str:
    if act.seat not in (*SEATS, NEUTRAL):
        return f"there is no player {act.seat!r}"
    bad = _bad_square(act.square)
    return f"{_turned(act)} already" if not bad and state.control[SQUARE[act.square]] == act.seat else bad


def _bad_handing(state: State, act: Handing) -> str:
    card, source = act.card, act.source
    if card not in state.catalogue.cards:
        return f"there is no card {card!r}"
    for place in (source, act.target):
        if place not in (*SEATS, *PILES):
            return f"{place!r} is no place of cards; there are {', '.join((*SEATS, *PILES))}"
    if source == act.target:
        return f"{card} is there already"
    held = {"deck": list(state.deck), "discard": state.discard, "nowhere": [card], **state.hands}
    return "" if card in held[source] else f"{card} is not in {source}"


def _hand(turn: Turn, act: Handing) -> None:
    event = e.GmHanded(act.card, act.source, act.target, act.reason)
    blurred = e.GmHanded("", act.source, act.target, act.reason)
    seats = [s for s in (act.source, act.target) if s in SEATS]
    if len(seats) == 1 and "discard" not in (act.source, act.target):
        turn.confide(seats[0], event, blurred)
    else:
        turn.tell(event)


def _forfeit(turn: Turn, act: DropOut) -> None:
    if not any(isinstance(t.event, e.Forfeited) and t.event.seat == act.seat for t in turn.told):
        turn.tell(e.Forfeited(act.seat, act.reason))


def _turned(act: Turning) -> str:
    return f"{act.square} is {act.seat + chr(39) + 's' if act.seat else 'neutral'}"


REFEREE: GameReferee[State] = GameReferee(
    Verb(
        "order",
        PUT_ORDER,
        (
            _SEAT,
            line_number(),
            order_line(_order, strikes=True),
        ),
        'order 12 SUN 3 "U1 N E" --reason "misread by us"',
        kind=LineChange,
        says=lambda a: f"line {a.line} of {a.seat} {f'becomes {a.order}' if a.order else 'is struck out'} ({a.reason})",
        why_not=_bad_line,
        corrects="seat",
        shown=seen(e.GmChangedLine, "seat", after="order"),
    ),
    Verb(
        "place",
        "Put a unit on another card; nothing is entered or left.",
        (_UNIT, _SQUARE),
        'place 12 U3 c2 --reason "see the ruling of turn 4"',
        kind=Placing,
        says="U{unit} goes to {square} ({reason})",
        why_not=_bad_placing,
        tells=lambda state, a: e.GmPlaced(a.unit, SQUARES[state.units[a.unit].at], a.square, a.reason),
        shown=seen(e.GmPlaced, "unit", target="square"),
    ),
    Verb(
        "adjust",
        "Set a unit's hit points; +1 and -1 change them.",
        (_UNIT, Slot("HP", "3, or +1, -1", _hp)),
        'adjust 12 U3 +1 --reason "a heal was not counted"',
        kind=Adjustment,
        says="U{unit} has {hp} HP ({reason})",
        why_not=_bad_hp,
        tells=lambda state, a: e.GmAdjusted(a.unit, state.units[a.unit].hp, a.hp, a.reason),
        shown=seen(e.GmAdjusted, "unit", after="hp"),
    ),
    Verb(
        "move",
        "Move a card from a hand, the deck, the discard pile or nowhere to another of these.",
        (
            Slot("CARD", "a card's name", _card),
            Slot("FROM", _PILE, _pile),
            Slot("TO", _PILE, _pile),
        ),
        'move 12 Doom discard SUN --reason "it should not have been discarded"',
        kind=Handing,
        says="{card} goes from {source} to {target} ({reason})",
        why_not=_bad_handing,
        tells=lambda _, a: e.GmHanded(a.card, a.source, a.target, a.reason),
        plays=_hand,
        shown=seen(e.GmHanded, "card", "source", "target"),
    ),
    Verb(
        "turn",
        "Turn a card of the isle towards a player, or make it neutral.",
        (_SQUARE, Slot("SEAT", "SUN, MOON or neutral", _owner)),
        'turn 12 c2 SUN --reason "its control was forgotten"',
        kind=Turning,
        says=lambda a: f"{_turned(a)} ({a.reason})",
        why_not=_bad_turning,
        tells=lambda state, a: e.GmTurned(a.square, state.control[SQUARE[a.square]], a.seat, a.reason),
        shown=seen(e.GmTurned, "square", after="seat"),
    ),
    Verb(
        "stand-in",
        "Somebody else has taken the seat: sheets missed are counted anew (MAIL-8).",
        (_SEAT,),
        'stand-in 12 MOON --reason "taken over by a friend"',
        kind=StandIn,
        says="somebody else plays {seat} ({reason})",
        why_not=_no_player,
        tells=lambda _, a: e.MissesForgotten(a.seat),
        shown=seen(e.MissesForgotten, "seat"),
    ),
    Verb(
        "drop",
        "A player loses his seat and the game (END-3).",
        (_SEAT,),
        'drop 12 MOON --reason "at his own wish"',
        kind=DropOut,
        says="{seat} forfeits ({reason})",
        why_not=_no_player,
        plays=_forfeit,
        shown=seen(e.Forfeited, "seat"),
    ),
    Verb(kind=Excused, says="{seat} missed no sheet (MAIL-8)", why_not=_no_player),
    Verb(
        kind=Note,
        says=lambda a: f"a note to {'all' if a.seat == EVERYBODY else a.seat} ({a.text})",
        why_not=lambda _, a: "" if a.seat in (*SEATS, EVERYBODY) else f"there is no player {a.seat!r}",
    ),
    sound=faults,
    over=lambda state, _: "the game is over" if state.ended else "",
)


def amended(turn: Turn, orders: Mapping[str, Sequence[Order]], acts: Sequence[Act]) -> dict[str, list[Order]]:
    """The sheets as the game master corrected them; each correction is told to its player."""
    catalogue = turn.state.catalogue
    sheets, changes = corrected(
        orders,
        (
            (a, a.seat, a.line, stored(a.order, catalogue) if a.order else None)
            for a in acts
            if isinstance(a, LineChange)
        ),
        write_order,
    )
    for made in changes:
        line = e.GmChangedLine(made.act.seat, made.at, made.before, made.after, made.act.reason)
        turn.confide(made.act.seat, line)
    return sheets
