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
_quoted = json.encoder.encode_basestring_ascii


class _Shape(NamedTuple):
    """A dataclass: what its text begins with, and how to get all of its fields at once."""

    opening: tuple[str, ...]
    """What its blocks are called, if they are any."""
    values: Callable[[Any], tuple[Any, ...]]
    fields: tuple[tuple[str, Any], ...]
    """Each one's name as text, and its default (MISSING: none)."""


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
    opening = (f'"is":{_quoted(_KINDS[cls])}',) if cls in _KINDS else ()
    return _Shape(opening, values, tuple(zip([f"{_quoted(n)}:" for n in names], defaults, strict=True)))


_SETTLED: dict[int, tuple[Any, str]] = {}
"""By identity: a value that many pages share, and its text."""


def settled(value: Value) -> Value:
    """The value itself, to be kept for good (a module's constant); its text is made once for all pages."""
    if isinstance(value, tuple):
        for item in value:
            settled(item)
    _SETTLED[id(value)] = (value, page_json(value))
    return value


def page_json(value: Any) -> str:
    """A value as JSON text, in ASCII: fields at their defaults are left out, blocks say what they are (``is``).

    Written here, for :mod:`json` takes no text that is written already, and most of a page is in every other.
    A field's figure has two decimals at most; those in rows of figures stay as they are.
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
        return kept[1]
    shape = _shape(kind)
    if shape is None:
        row = isinstance(value, (tuple, list))
        return _row(value) if row else _mapping(value) if isinstance(value, Mapping) else json.dumps(value)
    said = [
        text + (page_json(given) if given.__class__ is not float else repr(_figure(given)))
        for given, (text, default) in zip(shape.values(value), shape.fields, strict=True)
        if given is not default and given != default
    ]
    return "{" + ",".join((*shape.opening, *said)) + "}"


def _row(value: Sequence[Any]) -> str:
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[1]
    written = [one[1] if (one := _SETTLED.get(id(item))) else page_json(item) for item in value]
    return f"[{','.join(written)}]"


def _mapping(value: Mapping[Any, Any]) -> str:
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[1]
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


def _figure(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
