"""How games end, and who stands how (END)."""

from __future__ import annotations

from magika_gm.engine.seam.setup import Place
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import DRAW, SIDES, Ending, other

WIN, DRAWN = 3, 1
"""League points (END-5)."""


def look_at_turns(turn: Turn) -> None:
    """END-2: after the last game turn higher life, greater sum of S and D, larger library; else drawn."""
    state = turn.state
    if state.turn < state.options.max_turns:
        return
    one, two = (account(state, side) for side in SIDES)
    turn.end(DRAW if one == two else SIDES[one < two], Ending.TURNS)


def account(state: State, side: str) -> tuple[int, int, int]:
    """What END-2 compares: life, strength and defence of the creatures, cards in the library."""
    bodies = [looks(state, p.ref) for p in state.creatures(side)]
    return state.sides[side].life, sum(now.s + now.d for now in bodies), len(state.sides[side].library)


def standing(state: State) -> tuple[Place, ...]:
    """The standing: the winner first; while the game goes on, and drawn, by life (END-5)."""
    sides = state.sides
    if state.winner in SIDES:
        winner = str(state.winner)
        return (
            Place(1, winner, WIN),
            Place(2, other(winner), 0),
        )
    if state.ending is not None:
        return tuple(Place(1, side, DRAWN) for side in SIDES)
    ranked = sorted(SIDES, key=lambda side: (-sides[side].life, side))
    even = sides[ranked[0]].life == sides[ranked[1]].life
    return tuple(Place(1 if even else i, side, 0) for i, side in enumerate(ranked, 1))


def standing_note(state: State, side: str) -> str:
    """Life, creatures, cards left (END-5)."""
    own = state.sides[side]
    cards = len(own.library) + len(own.hand)
    return f"life {own.life}, creatures {len(state.creatures(side))}, cards left {cards}"
