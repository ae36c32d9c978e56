"""A page's values as JSON: fields at their defaults left out, blocks named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from magika_gm.engine.paging.report import Bars, Notes, Plot, Post, Story, Table, Things

Value = TypeVar("Value")

_KINDS: Mapping[type, str] = {
    Story: "story",
    Things: "things",
    Table: "table",
    Bars: "bars",
    Plot: "plot",
    Notes: "notes",
    Post: "post",
}
_AS_IT_IS = frozenset((str, int, bool, type(None)))


class _Shape(NamedTuple):
    """A dataclass's fields, how to get them all at once, and their defaults (MISSING: none)."""

    kind: str
    figures: bool
    """Whether a field may be a float, which is rounded."""
    names: tuple[str, ...]
    values: attrgetter[tuple[Any, ...]]
    defaults: tuple[Any, ...]


@cache
def _shape(cls: type) -> _Shape | None:
    """The shape of a dataclass, None for any other class: asked for by the thousand."""
    if not is_dataclass(cls):
        return None
    found = fields(cls)
    names = tuple(f.name for f in found)
    defaults = tuple(f.default_factory() if f.default_factory is not MISSING else f.default for f in found)
    figures = any("float" in str(f.type) for f in found)
    return _Shape(_KINDS.get(cls, ""), figures, names, attrgetter(*names), defaults)


_SETTLED: dict[int, tuple[Any, Any]] = {}
"""By identity: a value that many pages share, and its plain form."""


def settled(value: Value) -> Value:
    """The value itself, to be kept for good (a module's constant); its plain form is made once for all pages."""
    if isinstance(value, tuple):
        for item in value:
            settled(item)
    _SETTLED[id(value)] = (value, plain(value))
    return value


def page_json(value: Any) -> str:
    """A value as JSON text: as :func:`plain` has it, but that figures in rows of figures stay as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_one)


def plain(value: Any) -> Any:
    """A value as JSON can hold it: fields at their defaults are left out, blocks say what they are (``is``).

    What comes back is not to be changed: parts of it may be shared.
    """
    kind = value.__class__
    if kind in _AS_IT_IS:
        return value
    if kind is tuple or kind is list:
        return [item if item.__class__ in _AS_IT_IS else plain(item) for item in value]
    if kind is float:
        return _figure(value)
    if kind is dict:
        return {str(key): item if item.__class__ in _AS_IT_IS else plain(item) for key, item in value.items()}
    if isinstance(value, StrEnum):
        return value.value
    kept = _SETTLED.get(id(value))
    return kept[1] if kept else {name: plain(given) for name, given in _one(value).items()}


def _figure(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)


def _one(value: Any) -> dict[str, Any]:
    """What a value is made of, a level deep."""
    kept = _SETTLED.get(id(value))
    if kept:
        known: dict[str, Any] = kept[1]
        return known
    shape = _shape(value.__class__)
    if shape is None:
        return dict(value)
    said = {
        name: given
        for name, given, default in zip(shape.names, shape.values(value), shape.defaults, strict=True)
        if given is not default and given != default
    }
    if shape.figures:
        said = {name: _figure(given) if given.__class__ is float else given for name, given in said.items()}
    return {"is": shape.kind, **said} if shape.kind else said
