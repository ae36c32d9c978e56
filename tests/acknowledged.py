"""A sheet's acknowledgement from the world itself: what the twins of it must not be told apart by."""

from __future__ import annotations

from typing import Any

from magika_gm.app.post.answers import known_to, said_of
from magika_gm.app.turns.turn_orders import judge
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.system import GameSystem


def acknowledgement(system: GameSystem, sheet: Sheet, seat: str, state: Any, memory: Any) -> str:
    """What is said of a sheet that is accepted, as the order desk comes to it."""
    known = known_to(system, seat, state, memory)
    return said_of(system, judge(system, sheet, seat, known), seat, known, memory)
