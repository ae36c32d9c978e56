"""Frozen dataclasses to and from plain data that JSON can hold, by the types of their fields.

A value of a class is a mapping with its ``kind`` and the fields that differ from their defaults; tuples are lists,
words of an enumeration are texts. What is read back is checked: a mapping that fits no class raises ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Decoder = Callable[[Any], Any]


class Codec:
    """Knows some classes by their names; fields may hold further ones, which are found by their types."""

    def __init__(self, classes: Iterable[type]) -> None:
        self.classes = {c.__name__: c for c in classes}
        self._plans: dict[type, tuple[tuple[Field[Any], Decoder], ...]] = {}

    def to_plain(self, value: object) -> Any:
        """The plain form of a value of one of the classes, or of what such a value holds."""
        if is_dataclass(value) and not isinstance(value, type):
            plain: dict[str, Any] = {"kind": type(value).__name__}
            for one in fields(value):
                held = getattr(value, one.name)
                if one.default is MISSING or held != one.default:
                    plain[one.name] = self.to_plain(held)
            return plain
        if isinstance(value, tuple):
            return [self.to_plain(v) for v in value]
        return str(value) if isinstance(value, StrEnum) else value

    def from_plain(self, plain: Any) -> Any:
        """The value of a plain form; raises ValueError if it is none."""
        try:
            return self._value(self.classes[plain["kind"]], plain)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError(f"{plain!r} is nothing this game knows") from error

    def _value(self, kind: type, plain: Mapping[str, Any]) -> Any:
        if plain["kind"] != kind.__name__:
            raise ValueError(f"{plain!r} is no {kind.__name__}")
        plan = self._plans.get(kind)
        if plan is None:
            hints = get_type_hints(kind)
            plan = self._plans[kind] = tuple((f, self._decoder(hints[f.name])) for f in fields(kind))
        known = {"kind", *(f.name for f, _ in plan)}
        if set(plain) - known:
            raise ValueError(f"{plain!r} has more than a {kind.__name__} has")
        return kind(**{f.name: decode(plain[f.name]) for f, decode in plan if f.name in plain})

    def _decoder(self, hint: Any) -> Decoder:
        if get_origin(hint) in (Union, UnionType):
            return self._one_of(get_args(hint))
        if get_origin(hint) is tuple:
            inner = get_args(hint)
            if inner[-1] is Ellipsis:
                each = self._decoder(inner[0])
                return lambda plain: tuple(each(p) for p in _listed(plain))
            parts = [self._decoder(i) for i in inner]
            return lambda plain: tuple(d(p) for d, p in zip(parts, _listed(plain), strict=True))
        if isinstance(hint, type) and is_dataclass(hint):
            return lambda plain: self._value(hint, plain)
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return hint
        return lambda plain: _of_type(hint, plain)

    def _one_of(self, hints: tuple[Any, ...]) -> Decoder:
        kinds = {h.__name__: h for h in hints if isinstance(h, type) and is_dataclass(h)}
        others = [self._decoder(h) for h in hints if not is_dataclass(h) and h is not NoneType]

        def decode(plain: Any) -> Any:
            if plain is None and NoneType in hints:
                return None
            if isinstance(plain, Mapping):
                return self._value(kinds[plain["kind"]], plain)
            return others[0](plain)

        return decode


def _listed(plain: Any) -> list[Any]:
    if not isinstance(plain, list | tuple):
        raise ValueError(f"{plain!r} is no list")
    return list(plain)


def _of_type(kind: Any, plain: Any) -> Any:
    if type(plain) is not kind:
        raise ValueError(f"{plain!r} is no {kind.__name__}")
    return plain
