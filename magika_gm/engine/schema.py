"""JSON Schemas of what ``engine.plain.plain_of`` makes of values, by their types: declared once, not typed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def table(**required: Schema) -> Schema:
    """A table in which all of these must stand, and nothing else may."""
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": required}


def listed(items: Schema) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": items}


def schema_of(hint: Any) -> Schema:
    """The schema of a type's values; TypeError for a type that JSON cannot hold."""
    if hint in _NAMES:
        return {"type": _NAMES[hint]}
    if hint is Any:
        return {}
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of([schema_of(kind) for kind in inner])
    if origin is tuple and inner[-1] is not Ellipsis:
        return {"type": "array", "prefixItems": [schema_of(kind) for kind in inner], "items": False}
    if origin in (tuple, list, Sequence):
        return listed(schema_of(inner[0]))
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [word.value for word in hint]}
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return table(**{name: schema_of(kind) for name, kind in get_type_hints(hint).items()})
    raise TypeError(f"JSON holds no {hint}")


def _one_of(kinds: list[Schema]) -> Schema:
    """One of several; names of plain types stand in one list."""
    if all(set(kind) == {"type"} for kind in kinds):
        return {"type": [kind["type"] for kind in kinds]}
    return {"anyOf": kinds}
