"""Events and rolls as JSON: an event is ``[name, field, …]``; reading gives back equal values."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from magika_gm.engine.dice import Roll
from magika_gm.engine.records import of_values, values
from magika_gm.engine.told import Told
from magika_gm.games.magika import events
from magika_gm.games.magika.events import Event, OrderRefused
from magika_gm.games.magika.refusals import Refusal, refusal_of
from magika_gm.games.magika.world import Area, Scroll

CLASSES: dict[str, type] = {c.__name__: c for c in get_args(events.Event)}
_NESTED: dict[str, type] = {"Scroll": Scroll, "Area": Area}


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
    if isinstance(event, OrderRefused):  # its reason is kept in words
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


def told_to_json(told: Sequence[Told[Event]]) -> str:
    """What was told in one phase: ``[step, event, audience, blurred, dimly]`` a row, trailing blanks left out."""
    rows = []
    for t in told:
        row = [t.step, event_to_plain(t.event), t.audience]
        if t.blurred is not None:
            row += [event_to_plain(t.blurred), t.dimly]
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"))


def told_from_json(phase: int, text: str) -> list[Told[Event]]:
    """The records of one phase."""
    found = []
    for step, event, audience, *rest in json.loads(text):
        blurred = event_from_plain(rest[0]) if rest else None
        found.append(Told(phase, step, event_from_plain(event), audience, blurred, rest[1] if rest else ""))
    return found


def rolls_to_blob(rolls: Sequence[Roll]) -> bytes:
    """A turn's rolls as packed JSON, one list a roll: a Chaos alone makes 351 of them."""
    return zlib.compress(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode(), 6)


def rolls_from_blob(blob: bytes) -> list[Roll]:
    """The rolls of such a blob."""
    return [Roll(*row) for row in json.loads(zlib.decompress(blob))]
