"""Frozen dataclasses as lists that JSON can hold, and back: ``["Drew", "1", 5, "front", 0]``.

What a field holds is known from its type, so only values are written. Orders are written as ``[line, text]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import stored
from magika_gm.games.rune_war.orders.writing import write_order

_ORDERS = get_args(Order)
_PLAIN = (str, int, bool, float)


def to_plain(value: Any) -> Any:
    """A value of our own as lists, texts and numbers."""
    if isinstance(value, _ORDERS):
        return [value.line, write_order(value)]
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if is_dataclass(value):
        return [to_plain(getattr(value, field.name)) for field in fields(value)]
    return value


def named_to_plain(value: Any) -> list[Any]:
    """A value with the name of its class before it."""
    return [type(value).__name__, *to_plain(value)]


def from_plain(cls: type, plain: Any) -> Any:
    """The value of class ``cls`` that :func:`to_plain` wrote. Raises ValueError if it is none."""
    try:
        return _reader(cls)(plain)
    except (TypeError, KeyError, IndexError, ValueError) as error:
        raise ValueError(f"no {cls.__name__}: {plain!r}") from error


def named_from_plain(classes: Mapping[str, type], plain: Any) -> Any:
    """The value of one of ``classes`` that :func:`named_to_plain` wrote. Raises ValueError if it is none."""
    if not isinstance(plain, list | tuple) or not plain or plain[0] not in classes:
        raise ValueError(f"nothing known: {plain!r}")
    return from_plain(classes[plain[0]], plain[1:])


def classes_of(union: Any) -> dict[str, type]:
    """The classes of a union by name."""
    return {cls.__name__: cls for cls in get_args(union)}


Reader = Callable[[Any], Any]


@cache
def _reader(kind: Any) -> Reader:
    """What reads a value of a type."""
    if kind == Order:
        return _order
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin in (Union, UnionType):
        return _optional(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return _exactly(kind)


def _order(plain: Any) -> Order:
    line, text = plain
    return replace(stored(text), line=line)


def _tuple(items: tuple[Any, ...]) -> Reader:
    if len(items) == 2 and items[1] is Ellipsis:
        one = _reader(items[0])
        return lambda plain: tuple(one(item) for item in plain)
    readers = [_reader(item) for item in items]
    return lambda plain: tuple(read(item) for read, item in zip(readers, plain, strict=True))


def _optional(kind: Any) -> Reader:
    inner = [item for item in get_args(kind) if item is not type(None)]
    assert len(inner) == 1, f"only optional values are kept, not {kind}"
    read = _reader(inner[0])
    return lambda plain: None if plain is None else read(plain)


def _dataclass(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = [(field.name, _reader(hints[field.name])) for field in fields(kind)]

    def read(plain: Any) -> Any:
        values = {name: one(item) for (name, one), item in zip(readers, plain, strict=True)}
        return kind(**values)

    return read


def _exactly(kind: Any) -> Reader:
    assert kind in _PLAIN, f"{kind} cannot be kept"

    def read(plain: Any) -> Any:
        if type(plain) is not kind:
            raise ValueError(f"{plain!r} is no {kind.__name__}")
        return plain

    return read
