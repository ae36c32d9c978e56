"""Events and memories as JSON can hold them, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from magika_gm.games.xom_zol import events
from magika_gm.games.xom_zol.events import Event
from magika_gm.games.xom_zol.sight.views import Memory

_CLASSES: dict[str, type[Event]] = {cls.__name__: cls for cls in get_args(events.Event)}


def event_to_plain(event: Event) -> dict[str, Any]:
    """An event: its class under ``event``, then its fields."""
    return {"event": type(event).__name__, **_fields(event)}


def _fields(value: Any) -> dict[str, Any]:
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value.value if isinstance(value, Enum) else value


def event_from_plain(plain: Mapping[str, Any]) -> Event:
    """Back; raises ValueError if it is none."""
    given = dict(plain)
    try:
        cls = _CLASSES[given.pop("event")]
        event: Event = cls(**{name: _typed(hint, given.pop(name)) for name, hint in _hints(cls.__name__).items()})
    except (KeyError, TypeError) as error:
        raise ValueError(f"no event: {plain!r}") from error
    if given:
        raise ValueError(f"no event: {plain!r} has {', '.join(given)} too much")
    return event


@cache
def _hints(name: str) -> dict[str, Any]:
    """Types of the fields of an event, or of what an event holds."""
    return get_type_hints(getattr(events, name))


def _typed(hint: Any, value: Any) -> Any:
    """A plain value as the field's type wants it."""
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_typed(inner[0], v) for v in value)
        return tuple(_typed(h, v) for h, v in zip(inner, value, strict=True))
    if get_origin(hint) is UnionType:
        if value is None:
            return None
        return _typed(next(h for h in get_args(hint) if h is not type(None)), value)
    if isinstance(hint, type) and is_dataclass(hint):
        return hint(**{name: _typed(h, value[name]) for name, h in _hints(hint.__name__).items()})
    return hint(value) if isinstance(hint, type) and issubclass(hint, Enum) else value


def memory_to_plain(memory: Memory | None) -> Any:
    """A memory as JSON can hold it."""
    if memory is None:
        return None
    return {
        "turn": memory.turn,
        "cards": [[name, n] for name, n in memory.cards],
        "hands": [[turn, list(hand)] for turn, hand in memory.hands],
        "course": [list(point) for point in memory.course],
    }


def memory_from_plain(plain: Any) -> Memory | None:
    """Back; games begun before the course was kept have none of it."""
    if plain is None:
        return None
    return Memory(
        plain["turn"],
        tuple((name, n) for name, n in plain["cards"]),
        tuple((turn, tuple(hand)) for turn, hand in plain["hands"]),
        tuple((turn, a, b) for turn, a, b in plain.get("course", ())),
    )
