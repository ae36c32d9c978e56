"""The law of Rune War, as the office asks for it (``engine.seam.rules.Rules``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.seam.setup import Place
from magika_gm.engine.seam.shape import Need
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.ending import land_value, ranks
from magika_gm.games.rune_war.rules.resolve import resolve
from magika_gm.games.rune_war.rules.state import Due, Ending, World
from magika_gm.games.rune_war.tables import SEATS

__all__ = [
    "allies",
    "character",
    "default_orders",
    "ending",
    "ending_text",
    "needs",
    "playing",
    "resolve",
    "standing",
    "turn_of",
]
_ENDINGS: Mapping[str, str] = {
    Ending.ROUNDS: "the last round is over",
    Ending.ISLE: "one clan owns the whole isle",
}


def default_orders(state: World, seat: str, last: Sequence[Order]) -> list[Order] | None:  # noqa: ARG001 - see GM-1
    """None: what is played without a sheet is the resolution's affair (GM-1)."""
    return None


def turn_of(state: World) -> int:
    """The number of the last turn played."""
    return state.turn


def playing(state: World) -> tuple[str, ...]:  # noqa: ARG001 - nobody leaves the table
    """All four seats, to the end: one that dropped out goes on as the careful bot (GM-1)."""
    return SEATS


def needs(state: World) -> Mapping[str, Need]:
    """Seats played by policies need no sheet; where a hand sheet stands one may be sent (GM-1)."""
    return {seat: _need(state, seat) for seat in SEATS}


def _need(state: World, seat: str) -> Need:
    player = state.players[seat]
    if player.policy or state.due is Due.NOTHING:
        return Need.NONE
    return Need.MAY if state.due is Due.HAND and player.standing is not None else Need.REQUIRED


def ending(state: World) -> str | None:
    """Why the game is over (END-1)."""
    return None if state.ending is None else state.ending.value


def ending_text(ending: str) -> str:
    """That in a sentence."""
    return _ENDINGS.get(ending, ending)


def standing(state: World) -> tuple[Place, ...]:
    """By land value and what breaks ties (END-2, END-3); in the plain mah jong mode by rune points (GAME-5)."""
    order = ranks(state)
    points = {s: float(land_value(state, s) if state.options.map else p.rune_points) for s, p in state.players.items()}
    return tuple(Place(order[seat], seat, points[seat]) for seat in sorted(SEATS, key=lambda s: (order[s], s)))


def allies(state: World, seat: str) -> tuple[str, ...]:  # noqa: ARG001 - everybody for himself
    """Nobody."""
    return ()


def character(state: World, seat: str) -> str:
    """The wizard's name."""
    return state.players[seat].wizard
