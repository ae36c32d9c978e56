"""Events and the game master's acts as JSON can hold them."""

from __future__ import annotations

from typing import Any, cast, get_args

from magika_gm.games.temple_isle.archive.codec import Codec
from magika_gm.games.temple_isle.rules.acts import Act
from magika_gm.games.temple_isle.rules.events import Event

EVENTS = Codec(get_args(Event))
ACTS = Codec(get_args(Act))


def event_to_plain(event: Event) -> dict[str, Any]:
    """``{"kind": "Moved", "unit": 3, "start": "b2", "target": "c2", "entered": true}``."""
    return cast("dict[str, Any]", EVENTS.to_plain(event))


def event_from_plain(plain: Any) -> Event:
    """Back; raises ValueError if it is no event."""
    return cast("Event", EVENTS.from_plain(plain))


def act_to_plain(act: Act) -> dict[str, Any]:
    """An act as a mapping."""
    return cast("dict[str, Any]", ACTS.to_plain(act))


def act_from_plain(plain: Any) -> Act:
    """Back; raises ValueError if it is no act."""
    return cast("Act", ACTS.from_plain(plain))
