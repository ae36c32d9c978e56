"""Whom the game master phones on the evening before a turn is due (GM-2): the list as values and as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from textwrap import wrap
from typing import NamedTuple

TICKS = ("reached", "message left", "no answer", "orders promised", "default turn will do")
"""What can come of a call."""
RULE = (
    "Only players with telephone insurance whose orders are missing are here. Say no more than that they are "
    "missing and when they are due: nothing of the game."
)


class Evening(NamedTuple):
    """What heads a list: the office, when to call, when the list was made."""

    office: str
    when: str
    made: str


class Call(NamedTuple):
    """Somebody to be called for one seat. ``clock`` is what their own clock shows meanwhile."""

    name: str
    number: str
    who: str
    """Whom they play, as the game calls it."""
    seat: str
    game: str
    turn: int
    due: str
    clock: str
    came: bool
    """Their orders have come since: there is no need to call."""
    due_at: datetime


def call_text(evening: Evening, calls: Sequence[Call]) -> str:
    """The list as plain text."""
    lines = [f"Calls: {evening.when}", f"{evening.office}; list made {evening.made}", "", *wrap(RULE, 78), ""]
    for call in calls:
        lines += [*call_lines(call), ""]
    return "\n".join(lines)


def call_lines(call: Call) -> list[str]:
    """One call as lines of plain text."""
    done = "  ORDERS HAVE COME: no call" if call.came else ""
    return [
        f"[ ] {call.name:<28} {call.number}{done}",
        f"    game {call.game}, turn {call.turn}, {call.who}; their clock: {call.clock}",
        f"    due {call.due}",
        "    " + "  ".join(f"[ ] {tick}" for tick in TICKS),
    ]
