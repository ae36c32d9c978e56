"""Events, acts and memories as JSON can hold them, and back: a record is ``{"is": name, field: value, …}``.

Fields that have their default are left out. What a field holds is told by its annotation, so that reading gives back
equal values: enumerations, tuples, records within records.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from magika_gm.engine.acts import DropOut, Excused, Note, OrderChange
from magika_gm.games.arena.orders import order as order_module
from magika_gm.games.arena.rules import acts as act_module
from magika_gm.games.arena.rules import events as event_module
from magika_gm.games.arena.rules.acts import Act
from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.state import Aim, Enchantment, Passing
from magika_gm.games.arena.rules.tables import Attack, Flight, Gives, Ranged

IS = "is"
_CLASSES: dict[str, type] = {
    c.__name__: c
    for c in (
        *get_args(event_module.Event),
        event_module.Strength,
        event_module.Loss,
        *get_args(act_module.OwnAct),
        OrderChange,
        DropOut,
        Excused,
        Note,
        *get_args(order_module.Order),
        order_module.Condition,
        order_module.Leg,
        order_module.Mark,
        Refusal,
        Aim,
        Enchantment,
        Passing,
        Gives,
        Attack,
        Ranged,
        Flight,
    )
}


def to_plain(value: Any) -> Any:
    """A record, or anything in one, as JSON can hold it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        plain: dict[str, Any] = {IS: value.__class__.__name__}
        for field in fields(value):
            held = getattr(value, field.name)
            if not _is_default(field, held):
                plain[field.name] = to_plain(held)
        return plain
    if isinstance(value, tuple):
        return [to_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(to_plain(k)): to_plain(v) for k, v in value.items()}
    return value


def _is_default(field: Field[Any], value: Any) -> bool:
    if field.default is not MISSING:
        return bool(value == field.default)
    return field.default_factory is not MISSING and bool(value == field.default_factory())


def from_plain(plain: Any) -> Any:
    """The record of such a mapping; raises KeyError, TypeError or ValueError if it is none."""
    name = plain[IS]
    cls = _CLASSES[name]
    hints = _hints(cls)
    unknown = [key for key in plain if key != IS and key not in hints]
    if unknown:
        raise ValueError(f"{name} has no {unknown[0]}")
    return cls(**{key: _value(hints[key], held) for key, held in plain.items() if key != IS})


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _value(hint: Any, plain: Any) -> Any:
    """A field's value, by its annotation."""
    if plain is None or hint in (int, str, bool, Any):
        return plain
    if isinstance(plain, Mapping) and IS in plain:
        return from_plain(plain)
    origin = get_origin(hint)
    if origin is tuple:
        inner = get_args(hint)
        of = [inner[0]] * len(plain) if inner[1:] == (...,) else list(inner)
        return tuple(_value(h, v) for h, v in zip(of, plain, strict=True))
    if origin in (Union, types.UnionType):
        for option in get_args(hint):
            if isinstance(option, type) and issubclass(option, Enum):
                return option(plain)
        return plain
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(plain)
    raise TypeError(f"{plain!r} is no {hint}")


def event_to_plain(event: Event) -> Any:
    """An event as JSON can hold it."""
    return to_plain(event)


def event_from_plain(plain: Any) -> Event:
    """Back."""
    found: Event = from_plain(plain)
    return found


def act_to_plain(act: Act) -> Any:
    """A game master's act as JSON can hold it."""
    return to_plain(act)


def act_from_plain(plain: Any) -> Act:
    """Back; raises KeyError, TypeError or ValueError if it is none."""
    found: Act = from_plain(plain)
    return found
