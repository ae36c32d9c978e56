"""A record in one word above its class: ``@record``, ``@named_record``, ``@mutable``; quick ones, and copies."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import Any, Self, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
FORGOTTEN = {"copied": False}
"""The metadata of a field that a copy begins anew: what was worked out of the others."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Values that belong together and never change: a dataclass, frozen, with slots."""
    return dataclass(frozen=True, slots=True)(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def named_record(cls: type[Record]) -> type[Record]:
    """A :func:`record` whose values are given by name."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def mutable(cls: type[Record]) -> type[Record]:
    """Values that can be changed, given by name when it is made: a dataclass with slots."""
    return dataclass(slots=True, kw_only=True)(cls)


def quick(cls: type[Record]) -> type[Record]:
    """Give a ``@dataclass(frozen=True, slots=True)`` an ``__init__`` that fills the slots directly.

    A frozen dataclass sets every field by ``object.__setattr__``, which looks each name up again whenever a record is
    made; here the slots' own setters are looked up once. Arguments, defaults, equality, hash, ``replace`` and the error
    on a later assignment stay what ``dataclass`` made them. Put it above ``@dataclass``; it serves plain records only:
    TypeError for anything else, as for a default factory or ``__post_init__``.
    """
    if not is_dataclass(cls) or "__slots__" not in cls.__dict__ or hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} is no plain dataclass with slots")
    made = fields(cls)
    if any(f.default_factory is not MISSING or not f.init for f in made):
        raise TypeError(f"{cls.__name__} has a field that is not given when it is made")
    if not made:
        return cls
    plain = [f.name for f in made if not f.kw_only]
    named = [f.name for f in made if f.kw_only]
    arguments = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    lines = [f"def __init__({arguments}):", *(f"    put_{f.name}(self, {f.name})" for f in made)]
    names: dict[str, Any] = {f"put_{f.name}": getattr(cls, f.name).__set__ for f in made}
    exec("\n".join(lines), names)  # noqa: S102 - as dataclasses itself makes it; only the fields' names go in
    init: Callable[..., None] = names["__init__"]
    before: Any = cls.__init__
    for what in ("__defaults__", "__kwdefaults__", "__annotations__", "__qualname__", "__module__"):
        setattr(init, what, getattr(before, what))
    cls.__init__ = init  # type: ignore[method-assign]
    return cls


def values(record: Any) -> tuple[Any, ...]:
    """The fields' values of a slotted dataclass, in the order they are declared."""
    return tuple([getattr(record, name) for name in record.__slots__])


class Copied:
    """A dataclass that can be changed, and copied whole: another one like it, which can be changed without changing it.

    Lists, sets, mappings and the records in them that are ``Copied`` themselves are copied; all else is shared. A field
    marked :data:`FORGOTTEN` has its default. The method is made of the fields' types when first asked for, and is
    as quick as one written by hand (``dataclasses.replace`` takes three times as long). TypeError for a field that
    holds a record that can be changed and is not ``Copied``.
    """

    __slots__ = ()

    def forget(self) -> None:
        """Forget what was worked out of the other fields, if there is such a thing."""

    def copy(self) -> Self:
        """Another one like it."""
        cls = type(self)
        names: dict[str, Any] = {"cls": cls}
        hints = get_type_hints(cls)
        given = [
            f"{f.name}={_another(f'self.{f.name}', hints[f.name])}"
            for f in fields(cls)  # type: ignore[arg-type]
            if f.metadata.get("copied", True)
        ]
        exec(f"def copy(self):\n    return cls({', '.join(given)})", names)  # noqa: S102 - of the fields' names alone
        cls.copy = names["copy"]  # type: ignore[method-assign]
        return self.copy()


def _another(held: str, hint: Any) -> str:
    """The code that copies what ``held`` is the code of, by its type."""
    inner = [one for one in get_args(hint) if one is not NoneType]
    if NoneType in get_args(hint):
        copied = [_another(held, one) for one in inner]
        return held if copied == [held] * len(inner) else f"None if {held} is None else {copied[0]}"
    kind: Any = get_origin(hint) or hint
    if kind in (list, set, dict):
        each = _another("one", inner[-1])
        if each == "one":
            return f"{held}.copy()"
        return f"[{each} for one in {held}]" if kind is list else f"{{key: {each} for key, one in {held}.items()}}"
    if isinstance(kind, type) and issubclass(kind, Copied):
        return f"{held}.copy()"
    frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", True)
    if not frozen:
        raise TypeError(f"{kind.__name__} can be changed, and cannot be copied")
    return held


def seen_as(kind: type[Record], one: Any, known: Collection[str] | None = None, **own: Any) -> Record:
    """What somebody sees of a record: a ``kind`` of the fields that both have, by their names, and of ``own``.

    Of a field that is not among the ``known`` he sees its default, as of one never set, so that a field is hidden until
    it is named; None: he knows them all.
    """
    made: Any = kind
    taken = [name for name in _names(made, one.__class__) if name not in own and (known is None or name in known)]
    return kind(**{name: getattr(one, name) for name in taken}, **own)


@cache
def _names(kind: Any, other: Any) -> tuple[str, ...]:
    held = {f.name for f in fields(other)}
    return tuple(f.name for f in fields(kind) if f.name in held)


# Data files shipped with a game (cards, creatures, spells), read from the package; rules take the tables it gives.


@cache
def load_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file that lies beside the modules of ``package``.

    Do not change what it gives: it is read once. Raises FileNotFoundError or ``tomllib.TOMLDecodeError`` with the
    file's name; a shipped file never does, and a test of its game reads them all.
    """
    try:
        return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise tomllib.TOMLDecodeError(f"{name} of {package}: {error}") from error
