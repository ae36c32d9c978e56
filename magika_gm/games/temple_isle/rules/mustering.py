"""Mustering (MUST): levels, places, the default place."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.temple_isle.orders.model import Happens
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, DISTANCE, EDGE, SQUARES
from magika_gm.games.temple_isle.rules.events import Mustered
from magika_gm.games.temple_isle.rules.figures import closed, foe_on, level_sum, room
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn


def places(state: State, seat: str) -> list[int]:
    """Where a player may muster now, in reading order (MUST-3, or MUST-4 for one who controls no land card)."""
    own = state.lands_of(seat)
    cards = own or [s for s in ALL_SQUARES if s in EDGE and not state.is_water(s) and not state.is_temple(s)]
    return [s for s in cards if not foe_on(state, seat, s) and not closed(state, s) and room(state, seat, s)]


def default_place(state: State, seat: str, legal: Sequence[int]) -> int:
    """The default place among ``legal`` squares, which are in reading order and not none (MUST-6)."""
    temples = state.temple_squares()
    goals = [t for t in temples if state.control[t] != seat] or temples
    if not goals:
        return legal[0]
    return min(legal, key=lambda s: min(DISTANCE[s][t] for t in goals))


def levels_allow(state: State, seat: str, card: str) -> bool:
    """Whether the levels in play suffice for a unit (MUST-2)."""
    return level_sum(state, seat) >= state.catalogue.units[card].level - 1


def check_muster(state: State, seat: str, card: str, wanted: Sequence[int]) -> int | Refusal:
    """The square a unit would be mustered onto: the first legal of ``wanted``, else the default place (MUST-6)."""
    if card not in state.hands[seat]:
        return Refusal.NOT_IN_HAND
    if not levels_allow(state, seat, card):
        return Refusal.LEVEL_SUM
    legal = places(state, seat)
    if not legal:
        return Refusal.NO_PLACE
    first = next((s for s in wanted if s in legal), -1)
    return first if first >= 0 else default_place(state, seat, legal)


def muster(turn: Turn, seat: str, card: str, square: int, wanted: Sequence[int]) -> None:
    """Muster a unit onto a card, then let the foe answer (MUST-5)."""
    state = turn.state
    landfall = not state.lands_of(seat)
    turn.musters -= 1
    turn.played[seat].add(card)
    number = state.next_unit
    turn.tell(
        Mustered(
            unit=number,
            card=card,
            seat=seat,
            square=SQUARES[square],
            landfall=landfall,
            by_default=square not in wanted,
        )
    )
    turn.happen(Occurrence(event=Happens.MUSTER, maker=seat, card=card, unit=number, square=square))


def steward_muster(turn: Turn, seat: str) -> None:
    """The steward musters the highest unit that is legal, on its default place (MAIL-7)."""
    state = turn.state
    units = [state.catalogue.units[c] for c in state.hands[seat] if c in state.catalogue.units]
    for card in sorted(units, key=lambda u: (-u.level, u.number)):
        square = check_muster(state, seat, card.name, ())
        if not isinstance(square, Refusal):
            muster(turn, seat, card.name, square, ())
            return
