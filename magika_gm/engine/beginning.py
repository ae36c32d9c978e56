"""How a game begins where its scenario and what its players chose say all: a part ``setup`` to derive from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults

Scene = TypeVar("Scene")
State = TypeVar("State")


class UsualSetup(Generic[Scene, State]):
    """What most games say alike of scenarios and beginnings (``engine.seam.setup.Setup``); a game adds reading and
    writing, ``start`` and ``restart``.
    """

    DEFAULT: str
    EXTRAS: Mapping[str, str] = {}
    title: str
    """The game's."""
    seats: tuple[str, ...]

    def title_of(self, scenario: Scene) -> str:  # noqa: D102 - of the seam, as what follows
        return str(scenario.title)  # type: ignore[attr-defined]

    def seats_of(self, scenario: Scene) -> tuple[str, ...]:  # noqa: ARG002, D102 - most games seat as many in each
        return self.seats

    def read_extra(self, name: str, text: str, file: str) -> Any:  # noqa: ARG002, D102 - most games have no more files
        raise ScenarioFaults([f"{file}: {self.title} is begun without {name}"])

    def complete(self, state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG002, D102
        return state  # whole from the first version on

    def as_before(self, state: State, after: State) -> State:  # noqa: ARG002, D102 - nothing was added
        return state

    def begun_with(self, start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG002, D102
        return {"seats": [entrant.seat for entrant in entrants]}
