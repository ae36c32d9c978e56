"""A page's values as JSON: fields at their defaults left out, blocks named."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
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
_quoted = json.encoder.encode_basestring_ascii


class _Shape(NamedTuple):
    """A dataclass: what its blocks are called, and how to get all of its fields at once."""

    kind: str
    opening: tuple[str, ...]
    """What its text begins with: the kind, if it has one."""
    values: Callable[[Any], tuple[Any, ...]]
    fields: tuple[tuple[str, str, Any], ...]
    """Each one's name, as it is and as text, and its default (MISSING: none)."""


@cache
def _shape(cls: type) -> _Shape | None:
    """The shape of a dataclass, None for any other class: asked for by the thousand."""
    if not is_dataclass(cls):
        return None
    found = fields(cls)
    names = tuple(f.name for f in found)
    defaults = tuple(f.default_factory() if f.default_factory is not MISSING else f.default for f in found)
    # of one name attrgetter gives the value alone
    values = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    kind = _KINDS.get(cls, "")
    opening = (f'"is":{_quoted(kind)}',) if kind else ()
    return _Shape(kind, opening, values, tuple(zip(names, [f"{_quoted(n)}:" for n in names], defaults, strict=True)))


_SETTLED: dict[int, tuple[Any, Any, str]] = {}
"""By identity: a value that many pages share, its plain form and its text."""


def settled(value: Value) -> Value:
    """The value itself, to be kept for good (a module's constant); its plain form and its text are made once for all
    pages."""
    if isinstance(value, tuple):
        for item in value:
            settled(item)
    form = plain(value)
    _SETTLED[id(value)] = (value, form, page_json(form))
    return value


def page_json(value: Any) -> str:
    """A value as JSON text, in ASCII: as :func:`plain` has it, but that figures in rows of figures stay as they are.

    Written here, for :mod:`json` takes no text that is written already, and most of a page is in every other.
    """
    kind = value.__class__
    if kind is str:
        return _quoted(value)
    write = _WRITTEN.get(kind)
    if write is not None:
        return write(value)
    if isinstance(value, StrEnum):
        return _quoted(value.value)
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[2]
    shape = _shape(kind)
    if shape is None:
        row = isinstance(value, (tuple, list))
        return _row(value) if row else _mapping(value) if isinstance(value, Mapping) else json.dumps(value)
    said = [
        text + (page_json(given) if given.__class__ is not float else repr(_figure(given)))
        for given, (_, text, default) in zip(shape.values(value), shape.fields, strict=True)
        if given is not default and given != default
    ]
    return "{" + ",".join((*shape.opening, *said)) + "}"


def _row(value: Sequence[Any]) -> str:
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[2]
    written = [one[2] if (one := _SETTLED.get(id(item))) else page_json(item) for item in value]
    return f"[{','.join(written)}]"


def _mapping(value: Mapping[Any, Any]) -> str:
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[2]
    return "{" + ",".join([f"{_quoted(str(key))}:{page_json(item)}" for key, item in value.items()]) + "}"


_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    int: repr,
    bool: {False: "false", True: "true"}.__getitem__,
    type(None): lambda _: "null",
    float: repr,
    tuple: _row,
    list: _row,
    dict: _mapping,
}


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
    if kept:
        return kept[1]
    shape = _shape(kind)
    if shape is None:
        return plain(dict(value))
    said = {
        name: plain(given)
        for given, (name, _, default) in zip(shape.values(value), shape.fields, strict=True)
        if given is not default and given != default
    }
    return {"is": shape.kind, **said} if shape.kind else said


def _figure(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
