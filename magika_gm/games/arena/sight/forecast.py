"""What a player's orders come to as far as he can foresee it: his own turn up to combat, nobody answering (INFO).

It looks at the state as he knows it alone, so it can tell nothing he does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from magika_gm.engine.dice import Dice
from magika_gm.games.arena.orders.order import Order, divide
from magika_gm.games.arena.rules.events import LineDropped, PlayerTurnBegan
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, to_the_fight
from magika_gm.games.arena.rules.shots import contested, fixed_shots, vehicle_attacks
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.strengths import strengths_at, total
from magika_gm.games.arena.rules.terms import OTHER, Step
from magika_gm.games.arena.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line, as it would be written, that would come to nothing or not to its end, and why."""

    line: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class FightAhead:
    """A combat that would come: its place, one's own total and the enemy's."""

    place: int
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What would come of a sheet if nobody answered it.

    ``own_turn`` is False where the coming turn is the enemy's: then only standing orders count, and nothing is
    foreseen. ``places`` are one's own creatures' before combat, by id.
    """

    own_turn: bool
    doubts: tuple[Doubt, ...] = ()
    fights: tuple[FightAhead, ...] = ()
    vehicles: tuple[str, ...] = ()
    """Idle vehicles that would be attacked."""
    places: tuple[tuple[str, int], ...] = ()
    pool: int = 0
    hexes: int = 0


def foresee(known: State, seat: str, orders: Sequence[Order]) -> Forecast:
    """Play the seat's next player turn up to combat on the state it knows; ``known`` is not touched."""
    own, block = divide(tuple(orders))
    turns = [t for t in coming_turns(known) if active_in(t) == seat]
    if known.ending is not None or not turns:
        return Forecast(own_turn=False, pool=known.pools[seat], hexes=known.control.count(seat))
    turn = Turn(known.copy(), Dice(b"", 0))
    if block is not None:
        turn.state.standing[seat] = block  # type: ignore[assignment]
    turn.orders = {seat: own, OTHER[seat]: ()}
    turn.begin(Step.BEGIN)
    turn.tell(PlayerTurnBegan(turns[0], seat))
    to_the_fight(turn)
    turn.begin(Step.COMBAT)
    fixed = fixed_shots(turn)
    state = turn.state
    fights: list[FightAhead] = []
    for place in contested(state, fixed):
        strengths = strengths_at(state, place, [s for s in fixed.shots if not s.vehicle])
        fights.append(FightAhead(place, total(strengths, seat), total(strengths, OTHER[seat])))
    return Forecast(
        own_turn=True,
        doubts=tuple(Doubt(t.event.line, t.event.refusal) for t in turn.told if isinstance(t.event, LineDropped)),
        fights=tuple(fights),
        vehicles=tuple(vehicle_attacks(state, fixed)),
        places=tuple((c.id, c.place) for c in state.by_id() if c.side == seat),
        pool=state.pools[seat],
        hexes=state.control.count(seat),
    )
