"""MAIL-9: what a combat would come to if declaration ended now, worked out on a copy."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.rules.effects import Taking
from magika_gm.games.arena.rules.magic import Declared
from magika_gm.games.arena.rules.shots import Shot, fixed_shots
from magika_gm.games.arena.rules.strengths import strengths_at, total
from magika_gm.games.arena.rules.terms import OTHER, Phase
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import present


class Reckoning:
    """The state of a phase after all effects declared or due, on a copy; made when first asked for."""

    def __init__(self, turn: Turn, phase: Phase, declared: Sequence[Declared], due: Sequence[Declared]) -> None:
        self._turn = turn
        self._phase = phase
        self._declared = tuple(declared)
        self._due = due
        self._after: Turn | None = None
        self._shots: tuple[Shot, ...] | None = None

    @property
    def after(self) -> Turn:
        """A silent turn in which all effects have taken place."""
        if self._after is None:
            self._after = self._turn.fork()
            Taking(self._after, self._phase, self._declared, self._due).take_place()
        return self._after

    def margin(self, place: int, side: str) -> int | None:
        """How far ``side``'s total of FIGHT-2 would be above the other's; None where there is no reckoning."""
        state = self.after.state
        if not (present(state, place, side) and present(state, place, OTHER[side])):
            return None
        shots: tuple[Shot, ...] = ()
        if side == self._turn.active:
            if self._shots is None:
                self._shots = fixed_shots(self.after).shots
            shots = self._shots
        strengths = strengths_at(state, place, shots)
        return total(strengths, side) - total(strengths, OTHER[side])

    def losing(self, place: int, side: str) -> bool:
        """A loss."""
        margin = self.margin(place, side)
        return margin is not None and margin < 0

    def not_winning(self, place: int, side: str) -> bool:
        """A loss or a tie."""
        margin = self.margin(place, side)
        return margin is not None and margin <= 0
