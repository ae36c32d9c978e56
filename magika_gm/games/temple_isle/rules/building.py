"""World building (BUILD) and the fielding of picked armies (VAR-1)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import Field
from magika_gm.games.temple_isle.rules.events import Fielded, TemplePlaced, WaterPlaced
from magika_gm.games.temple_isle.rules.figures import foe_on, room
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.sheets import Sheet
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, EDGE, NEIGHBOURS, OTHER, SQUARE, SQUARES, joined
from magika_gm.games.temple_isle.rules.turn import Turn

WATERS = 5
TEMPLES = 4
STANDARD_WATER: tuple[int, ...] = tuple(
    SQUARE[s] for s in "a1 e4 e1 a4 c1 c4 a2 e3 a3 e2 b1 d4 d1 b4 b2 d3 d2 b3 c2 c3".split()
)
"""Where waters go when the lists run out (BUILD-7)."""
STANDARD_TEMPLE: tuple[int, ...] = tuple(
    SQUARE[s] for s in "b2 d3 d2 b3 c2 c3 a2 e3 e2 a3 b1 d4 d1 b4 c1 c4 a1 e4 e1 a4".split()
)
"""Where temples go when the lists run out (BUILD-7)."""


def water_squares(state: State) -> list[int]:
    """Where a water may be placed now (BUILD-3, BUILD-4)."""
    lands = [s for s in ALL_SQUARES if not state.is_water(s)]
    near = [s for s in lands if s in EDGE or any(state.is_water(n) for n in NEIGHBOURS[s])]
    if not state.options.joined_land:
        return near
    return [s for s in near if joined([other for other in lands if other != s])] or near


def temple_squares(state: State) -> list[int]:
    """Where a temple may be placed now (BUILD-5)."""
    return [s for s in ALL_SQUARES if not state.is_water(s) and not state.is_temple(s)]


def _first_legal(lists: Sequence[int], legal: Sequence[int]) -> int:
    return next((s for s in lists if s in legal), -1)


def build(turn: Turn, sheets: dict[str, Sheet]) -> None:
    """Five waters and four temples are placed alternately, from the lists of both players (BUILD-3 to BUILD-7)."""
    state = turn.state
    seat = state.first
    for number in range(1, WATERS + 1):
        square = _first_legal([*sheets[seat].waters, *STANDARD_WATER], water_squares(state))
        if square >= 0:
            turn.tell(WaterPlaced(number, seat, SQUARES[square], state.isle[square]))
        seat = OTHER[seat]
    for number, temple in enumerate(state.temples, 1):
        lists = sheets[seat].temples
        ranked = [*lists.get(temple, ()), *lists.get("", ()), *STANDARD_TEMPLE]
        square = _first_legal(ranked, temple_squares(state))
        if square >= 0:
            turn.tell(TemplePlaced(number, seat, SQUARES[square], temple, state.isle[square]))
        seat = OTHER[seat]


def field_squares(state: State, seat: str) -> list[int]:
    """Where a picked unit may take its place now (VAR-1)."""
    return [
        s
        for s in ALL_SQUARES
        if not state.is_water(s)
        and not state.is_temple(s)
        and room(state, seat, s)
        and not foe_on(state, seat, s)
        and not any(foe_on(state, seat, n) for n in NEIGHBOURS[s])
    ]


def field_armies(turn: Turn, sheets: dict[str, Sheet]) -> None:
    """FIELD lines alternately one by one, first player first; when one side has none left the other goes on (VAR-1)."""
    first = turn.state.first
    waiting = {seat: list(sheets[seat].fields) for seat in (first, OTHER[first])}
    seat = first
    while any(waiting.values()):
        if waiting[seat]:
            line, order = waiting[seat].pop(0)
            _field(turn, seat, line, order)
        seat = OTHER[seat]


def _field(turn: Turn, seat: str, line: int, order: Field) -> None:
    state = turn.state
    turn.comes_up(seat, line, order)
    card = state.catalogue.units[order.card]
    own = [state.card_of(u) for u in state.units.values() if u.owner == seat]
    square = _first_legal(order.squares, field_squares(state, seat))
    if sum(u.name == card.name for u in own) >= card.copies:
        turn.refuse(seat, line, write_order(order), Refusal.FIELD_COPIES)
    elif sum(u.level for u in own) + card.level > state.options.army_levels:
        turn.refuse(seat, line, write_order(order), Refusal.FIELD_LEVELS)
    elif square < 0:
        turn.refuse(seat, line, write_order(order), Refusal.FIELD_SQUARE)
    else:
        turn.tell(Fielded(state.next_unit, card.name, seat, SQUARES[square]))
