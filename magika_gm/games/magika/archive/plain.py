"""Events as JSON can hold them: an event is ``[name, field, …]``; reading gives back equal values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from magika_gm.engine.records import of_values, values
from magika_gm.games.magika.rules import events
from magika_gm.games.magika.rules.events import DemandDenied, Event, GiftKept, NoEffect, OrderRefused
from magika_gm.games.magika.rules.refusals import Refusal, refusal_of
from magika_gm.games.magika.rules.world import Area, Scroll

CLASSES: dict[str, type] = {c.__name__: c for c in get_args(events.Event)}


def event_to_plain(event: Event) -> list[Any]:
    """An event as a list that JSON can hold."""
    return [event.__class__.__name__, *map(_plain, values(event))]


def _plain(value: Any) -> Any:
    if isinstance(value, Scroll):
        return ["Scroll", *values(value)]
    if isinstance(value, Refusal):
        return str(value)
    if isinstance(value, Area):
        return ["Area", value.kind, value.value, sorted(value.spaces), value.until, value.caster]
    return list(value) if isinstance(value, tuple) else value


def event_from_plain(plain: Sequence[Any]) -> Event:
    """The event of such a list. Raises KeyError for an event this version does not know."""
    event: Event = of_values(CLASSES[plain[0]], [_value(v) for v in plain[1:]])
    if isinstance(event, OrderRefused | DemandDenied | GiftKept | NoEffect):  # the reason is kept in words
        return replace(event, reason=refusal_of(str(event.reason)))
    return event


def _value(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if value and value[0] == "Scroll":
        return Scroll(*value[1:])
    if value and value[0] == "Area":
        return Area(value[1], value[2], frozenset(value[3]), value[4], value[5])
    return tuple(value)
