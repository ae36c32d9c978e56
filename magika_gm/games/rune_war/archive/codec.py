"""Events, acts and memories as plain data."""

from __future__ import annotations

from typing import Any

from magika_gm.games.rune_war.archive.plain import (
    classes_of,
    from_plain,
    named_from_plain,
    named_to_plain,
    to_plain,
)
from magika_gm.games.rune_war.rules.acts import Act
from magika_gm.games.rune_war.rules.events_hand import HandEvent
from magika_gm.games.rune_war.rules.events_isle import IsleEvent
from magika_gm.games.rune_war.rules.telling import Event
from magika_gm.games.rune_war.sight.memory import Memory

EVENTS: dict[str, type] = {**classes_of(HandEvent), **classes_of(IsleEvent)}
ACTS: dict[str, type] = classes_of(Act)


def event_to_plain(event: Event) -> list[Any]:
    """``["Drew", "1", 5, "front", 0]``."""
    return named_to_plain(event)


def event_from_plain(plain: Any) -> Event:
    """Back; raises ValueError if it is no event."""
    event: Event = named_from_plain(EVENTS, plain)
    return event


def act_to_plain(act: Act) -> list[Any]:
    """``["Placing", "MA1", "M2", "…"]``."""
    return named_to_plain(act)


def act_from_plain(plain: Any) -> Act:
    """Back; raises ValueError if it is no act."""
    act: Act = named_from_plain(ACTS, plain)
    return act


def memory_to_plain(memory: Memory) -> Any:
    """A memory as JSON can hold it."""
    return to_plain(memory)


def memory_from_plain(plain: Any) -> Memory:
    """Back; raises ValueError if it is no memory."""
    memory: Memory = from_plain(Memory, plain)
    return memory
