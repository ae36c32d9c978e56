"""What those who look on may see: never cards not begun, orders, standing orders, messages (INFO-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight.turnfile import content
from magika_gm.games.arena.sight.view import View, perceive

_PRIVATE = ("seat", "cards", "cards_begun", "enemy_cards", "standing", "dropped", "budget", "history")


def spectacle(state: State, told: Sequence[Told[Event]] = ()) -> dict[str, Any]:
    """Sections 1 to 6 of a report, both pools, the spells begun by each side."""
    view: View = perceive(state, SIDES[0])
    public = [t for t in told if all(t.seen_by(side) is not None for side in SIDES)]
    page = {key: value for key, value in content(view, public).items() if key not in _PRIVATE}
    return {**page, "begun": {side: list(state.revealed[side]) for side in SIDES}}
