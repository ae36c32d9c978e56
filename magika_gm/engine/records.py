"""A record in one word above its class: ``@record``, ``@named_record``, ``@mutable``, ``@thing``; and copies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache, partial, wraps
from types import NoneType
from typing import Any, Self, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
FORGOTTEN = {"copied": False}
"""The metadata of a field that a copy begins anew: what was worked out of the others."""


One = TypeVar("One")


def made_once(make: Callable[[One], Record]) -> Callable[[One], Record]:
    """What is made of an object, made once where the same one is asked for again and again: the last one is kept."""
    last: list[tuple[Any, Record]] = []

    @wraps(make)
    def made(one: One) -> Record:
        if not last or last[0][0] is not one:
            last[:] = [(one, make(one))]
        return last[0][1]

    return made


def to_each(seats: Iterable[str], nothing: Callable[[], Any]) -> Any:
    """A field that begins with as good as nothing for each of some seats: ``to_each(SIDES, list)``."""
    return field(default_factory=lambda: {seat: nothing() for seat in seats})


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Values that belong together and never change: a dataclass, frozen, with slots."""
    return _made(cls, frozen=True)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def named_record(cls: type[Record]) -> type[Record]:
    """A :func:`record` whose values are given by name."""
    return _made(cls, frozen=True, kw_only=True)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def thing(cls: type[Record]) -> type[Record]:
    """A :func:`record` that is equal to itself alone."""
    return _made(cls, frozen=True, eq=False)


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False, field_specifiers=(field,))
def named_thing(cls: type[Record]) -> type[Record]:
    """A :func:`thing` whose values are given by name."""
    return _made(cls, frozen=True, kw_only=True, eq=False)


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def mutable(cls: type[Record]) -> type[Record]:
    """Values that can be changed, given by name when it is made: a dataclass with slots."""
    return _made(cls, frozen=False, kw_only=True)


def _made(cls: type[Record], *, frozen: bool, kw_only: bool = False, eq: bool = True) -> type[Record]:
    """A dataclass with slots whose methods are written when they are first asked for.

    ``dataclass`` writes and compiles six methods of each class when it is imported, most of which are never called:
    half a millisecond a class, and a command meets some two hundred. They do what ``dataclass`` makes them do.
    """
    written = {name for name in ("__init__", "__repr__", "__eq__", "__hash__", "__getstate__") if name in cls.__dict__}
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # dataclass would make a signature of it
    parents = [vars(base).get("__dataclass_params__") for base in cls.__mro__[1:]]
    fixed = [params for params in parents if params is not None and params.frozen]
    for params in fixed:  # or dataclass says that they do not go together
        params.frozen = False
    try:
        made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    finally:
        for params in fixed:
            params.frozen = True
    made.__dataclass_params__.frozen = frozen
    if "__init__" not in written:
        _later(made, "__init__", _init_of)
    if "__repr__" not in written:
        made.__repr__ = _told
    if eq and "__eq__" not in written:
        _later(made, "__eq__", _eq_of)
    if eq and frozen and "__hash__" not in written:
        _later(made, "__hash__", _hash_of)
    elif eq and "__hash__" not in written:
        made.__hash__ = None
    if frozen:
        made.__setattr__, made.__delattr__ = _assigned, _deleted
        if "__getstate__" not in written:
            made.__getstate__, made.__setstate__ = _state, _back
    return made  # type: ignore[no-any-return]


def _later(cls: type, name: str, write: Callable[[type], Callable[..., Any]]) -> None:
    """A method that writes itself when it is first called."""

    def first(self: Any, *given: Any, **named: Any) -> Any:
        method = write(cls)
        method.__qualname__, method.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
        setattr(cls, name, method)
        return method(self, *given, **named)

    setattr(cls, name, first)


_UNTOLD: Any = object()


def _init_of(cls: type) -> Callable[..., None]:
    """It fills the slots directly: a frozen dataclass looks each name up again whenever one is made."""
    names: dict[str, Any] = {"untold": _UNTOLD}
    plain: list[str] = []
    named: list[str] = []
    lines = []
    for one in fields(cls):
        name, value = one.name, one.name
        names[f"put_{name}"] = getattr(getattr(cls, name, None), "__set__", None) or partial(_put, name)
        if one.default_factory is not MISSING:
            names[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is untold else {name}" if one.init else f"make_{name}()"
            given = f"{name}=untold"
        elif one.default is not MISSING:
            names[f"default_{name}"] = one.default
            value = name if one.init else f"default_{name}"
            given = f"{name}=default_{name}"
        elif not one.init:
            continue
        else:
            given = name
        if one.init:
            (named if one.kw_only else plain).append(given)
        lines.append(f"    put_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    arguments = ", ".join(["self", *plain, *(["*", *named] if named else [])])
    return _compiled(f"def method({arguments}):", lines or ["    pass"], names)


def _put(name: str, self: Any, value: object) -> None:
    object.__setattr__(self, name, value)


def _eq_of(cls: type) -> Callable[..., Any]:
    compared = [one.name for one in fields(cls) if one.compare]
    mine, other = (f"({''.join(f'{of}.{name},' for name in compared)})" for of in ("self", "other"))
    lines = [f"    return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented"]
    return _compiled("def method(self, other):", lines, {})


def _hash_of(cls: type) -> Callable[..., Any]:
    counted = [one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)]
    return _compiled("def method(self):", [f"    return hash(({''.join(f'self.{name},' for name in counted)}))"], {})


def _compiled(head: str, lines: Iterable[str], names: dict[str, Any]) -> Callable[..., Any]:
    exec("\n".join([head, *lines]), names)  # noqa: S102 - as dataclasses itself makes it; only the fields' names go in
    return names["method"]  # type: ignore[no-any-return]


def _told(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _assigned(self: Any, name: str, value: object) -> None:
    if name in self.__dataclass_fields__ or "__dataclass_fields__" in type(self).__dict__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _deleted(self: Any, name: str) -> None:
    if name in self.__dataclass_fields__ or "__dataclass_fields__" in type(self).__dict__:
        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _back(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


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


def picked(one: Any, *names: str) -> dict[str, Any]:
    """Some fields of a record as they are, by their names: part of a row of what is told."""
    return {name: getattr(one, name) for name in names}


@cache
def _names(kind: Any, other: Any) -> tuple[str, ...]:
    held = {f.name for f in fields(other)}
    return tuple(f.name for f in fields(kind) if f.name in held)
