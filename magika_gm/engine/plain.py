"""Records as JSON can hold them, and back, by the types of their fields: events, the game master's acts, memories.

A codec is made from a class or a union of classes, and needs nothing else to know how each of their fields is written:
dataclasses within them, tuples, sets, words of an enumeration, and what is none of these by a :class:`Word`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from magika_gm.engine.records import record

T = TypeVar("T")
Data = dict[str, Any]
"""A record as JSON or TOML can hold it: what it holds, by name."""
Fields = Mapping[str, Any]
"""The same, to be read."""
Turned = Callable[[Any], Any]
"""A value turned into another form of it; raises ValueError, TypeError, KeyError where it cannot be."""

_PRIMITIVES: dict[Any, tuple[type, ...]] = {str: (str,), int: (int, bool), bool: (bool, int), float: (float, int)}


@record
class Word:
    """How a value is written as JSON can hold it, and read again; None where it is the same in both forms."""

    write: Turned | None
    read: Turned | None


@record
class _Field:
    name: str
    default: Any
    write: Turned | None
    read: Turned | None


@record
class Kept:
    """What is turned into plain data and back by functions of its own."""

    to_plain: Turned
    from_plain: Turned


class Codec(Generic[T]):
    """Writes and reads values of one class or of a union of classes.

    With a ``tag`` a record is a mapping, with its class's name under that key and its fields beside it: those that
    differ from their defaults, or all where ``whole``. Without one (``tag=""``) it is a list, the name first and then
    its fields' values in order. ``inner`` says whether records within records bear their names, too. ``words`` are for
    types that are written in a way of their own, ``called`` for classes that are written under another name.

    What is written stays readable when a class gets further fields that have defaults.
    """

    def __init__(
        self,
        kind: Any,
        *,
        tag: str = "kind",
        whole: bool = False,
        inner: bool = True,
        words: Mapping[Any, Word] | None = None,
        called: Mapping[type, str] | None = None,
    ) -> None:
        self._tag, self._whole, self._inner = tag, whole, inner
        self._words = dict(words or {})
        classes = [c for c in (get_args(kind) or (kind,)) if c is not NoneType]
        self._names: dict[type, str] = {c: c.__name__ for c in classes} | dict(called or {})
        self.classes: dict[str, type] = {name: c for c, name in self._names.items()}
        self._records: dict[tuple[type, bool], Word] = {}
        self._writers: dict[type, Turned] = {}
        self._readers: dict[str, Turned] = {}

    def to_plain(self, value: T) -> Any:
        """The plain form of a value of one of the classes; KeyError for any other."""
        kind = value.__class__
        write = self._writers.get(kind)
        if write is None:
            write = self._writers[kind] = self._record(kind, self._names[kind]).write  # type: ignore[assignment]
        return write(value)  # type: ignore[misc]

    def from_plain(self, plain: Any) -> T:
        """The value of a plain form; raises ValueError if it is none."""
        try:
            name = plain[self._tag] if self._tag else plain[0]
            read = self._readers.get(name)
            if read is None:
                read = self._readers[name] = self._record(self.classes[name], name).read  # type: ignore[assignment]
            return read(plain)  # type: ignore[misc, no-any-return]
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise ValueError(f"{plain!r} is nothing this game knows ({error})") from error

    def held(self, kind: Any) -> Kept:
        """How a value of this type stands within a record: for what is kept by itself, without a name."""
        word = self._of(kind)

        def read(plain: Any) -> Any:
            try:
                return plain if word.read is None else word.read(plain)
            except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
                raise ValueError(f"{plain!r} is no {kind.__name__} ({error})") from error

        return Kept(word.write or _same, read)

    def _record(self, kind: type, name: str) -> Word:
        """How a record is written under a name; "": without one."""
        known = self._records.get((kind, bool(name)))
        if known is None:
            known = self._mapping(kind, name) if self._tag else self._list(kind, name)
            self._records[kind, bool(name)] = known
        return known

    def _fields(self, kind: type) -> list[_Field]:
        hints = get_type_hints(kind)
        found = []
        for one in fields(kind):
            default = one.default if one.default_factory is MISSING else one.default_factory()
            word = self._of(hints[one.name])
            found.append(_Field(one.name, default, word.write, word.read))
        return found

    def _mapping(self, kind: type, name: str) -> Word:
        made = self._fields(kind)
        tag, always = self._tag, self._whole
        readers = {one.name: one.read for one in made}

        def write(value: Any) -> dict[str, Any]:
            plain: dict[str, Any] = {tag: name} if name else {}
            for one in made:
                held = getattr(value, one.name)
                if always or one.default is MISSING or held != one.default:
                    plain[one.name] = held if one.write is None else one.write(held)
            return plain

        def read(plain: Any) -> Any:
            given = {}
            for key, held in plain.items():
                if key in readers:
                    turn = readers[key]
                    given[key] = held if turn is None else turn(held)
                elif key != tag or held != name:
                    raise ValueError(f"{kind.__name__} has no {key} {held!r}")
            return kind(**given)

        return Word(write, read)

    def _list(self, kind: type, name: str) -> Word:
        made = self._fields(kind)
        first = 1 if name else 0

        def write(value: Any) -> list[Any]:
            plain: list[Any] = [name] if name else []
            for one in made:
                held = getattr(value, one.name)
                plain.append(held if one.write is None else one.write(held))
            return plain

        def read(plain: Any) -> Any:
            given = _listed(plain)[first:]
            if len(given) > len(made) or (name and plain[0] != name):
                raise ValueError(f"a {kind.__name__} has {len(made)} fields")
            pairs = zip(made, given, strict=False)
            return kind(**{one.name: held if one.read is None else one.read(held) for one, held in pairs})

        return Word(write, read)

    def _of(self, hint: Any) -> Word:
        """How a value of a type is written within a record, and read."""
        spelt: Word | None = self._words.get(hint)
        if spelt is not None:
            return spelt
        origin, inner = get_origin(hint), get_args(hint)
        if origin is tuple:
            return self._tuple(inner)
        if origin is frozenset:
            return _set(self._of(inner[0]))
        if origin in (Mapping, dict):
            return _table(self._of(inner[0]), self._of(inner[1]))
        if origin in (list, set):
            word = self._tuple((inner[0], ...)) if origin is list else _set(self._of(inner[0]))
            return Word(word.write, lambda plain: origin(word.read(plain)))  # type: ignore[misc]
        if origin in (Union, UnionType):
            return self._union(inner)
        if isinstance(hint, type) and is_dataclass(hint):
            return self._within(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Word(lambda word: word.value, hint)
        if hint is Any:
            return Word(None, None)
        if hint not in _PRIMITIVES:
            raise TypeError(f"{hint} cannot be written as plain data without a word for it")
        return Word(None, _exactly(hint))

    def _within(self, kind: type) -> Word:
        """A record within another; made when it is first needed, since a record may hold its like."""
        name = self._names.get(kind, kind.__name__) if self._inner else ""

        def write(value: Any) -> Any:
            return self._record(kind, name).write(value)  # type: ignore[misc]

        def read(plain: Any) -> Any:
            return self._record(kind, name).read(plain)  # type: ignore[misc]

        return Word(write, read)

    def _tuple(self, inner: tuple[Any, ...]) -> Word:
        if inner[-1] is Ellipsis:
            each = self._of(inner[0])
            write, read = each.write, each.read
            return Word(
                list if write is None else lambda held: [write(one) for one in held],
                lambda plain: tuple(_listed(plain)) if read is None else tuple([read(one) for one in _listed(plain)]),
            )
        parts = [self._of(one) for one in inner]
        writers = [_same if part.write is None else part.write for part in parts]
        readers = [_same if part.read is None else part.read for part in parts]
        return Word(
            lambda held: [write(one) for write, one in zip(writers, held, strict=True)],
            lambda plain: tuple(read(one) for read, one in zip(readers, _listed(plain), strict=True)),
        )

    def _union(self, inner: tuple[Any, ...]) -> Word:
        """One of several types: told apart by what a value is when it is written, by its form when it is read."""
        kinds = [one for one in inner if one is not NoneType]
        words = [self._of(one) for one in kinds]
        if len(kinds) == 1:
            (only,) = words
            write, read = only.write, only.read
            return Word(
                None if write is None else lambda held: None if held is None else write(held),
                None if read is None else lambda plain: None if plain is None else read(plain),
            )
        records: dict[Any, Word] = {one: word for one, word in zip(kinds, words, strict=True) if is_dataclass(one)}
        if records and not self._inner:
            raise TypeError(f"{inner}: records of a union need their names within others")
        named = {self._names.get(one) or one.__name__: word for one, word in records.items()}
        # words of an enumeration before plain texts, which any of them would pass for
        others = sorted(
            ((one, word) for one, word in zip(kinds, words, strict=True) if one not in records),
            key=lambda pair: not (isinstance(pair[0], type) and issubclass(pair[0], Enum)),
        )

        def write_one(held: Any) -> Any:
            found = records.get(held.__class__) or next((w for k, w in others if _is(held, k)), None)
            return held if found is None or found.write is None else found.write(held)

        def read_one(plain: Any) -> Any:
            if plain is None and NoneType in inner:
                return None
            name = plain.get(self._tag) if isinstance(plain, dict) else plain[0] if _filled(plain) else None
            if isinstance(name, str) and name in named:
                return named[name].read(plain)  # type: ignore[misc]
            for _, word in others:
                try:
                    return plain if word.read is None else word.read(plain)
                except (TypeError, ValueError):
                    continue
            raise ValueError(f"{plain!r} is none of {', '.join(str(one) for one in kinds)}")

        return Word(write_one, read_one)


def _set(each: Word) -> Word:
    write, read = each.write or _same, each.read or _same
    return Word(
        lambda held: [write(one) for one in sorted(held)],
        lambda plain: frozenset(read(one) for one in _listed(plain)),
    )


def _table(key: Word, value: Word) -> Word:
    """Texts of its keys to its values: a key must be a text or a word of an enumeration."""
    write_key, write = key.write or _same, value.write or _same
    read_key, read = key.read or _same, value.read or _same
    return Word(
        lambda held: {write_key(one): write(of) for one, of in held.items()},
        lambda plain: {read_key(one): read(of) for one, of in plain.items()},
    )


def _same(value: Any) -> Any:
    return value


def _is(held: Any, kind: Any) -> bool:
    return isinstance(held, get_origin(kind) or kind)


def _filled(plain: Any) -> bool:
    return isinstance(plain, list | tuple) and bool(plain)


def _listed(plain: Any) -> list[Any]:
    if not isinstance(plain, list | tuple):
        raise ValueError(f"{plain!r} is no list")
    return list(plain)


def _exactly(kind: Any) -> Turned:
    """Reads a text, number or flag; a flag may have come back as 0 or 1, a whole number where a part may be."""
    allowed = _PRIMITIVES[kind]

    def read(plain: Any) -> Any:
        if plain.__class__ not in allowed:
            raise ValueError(f"{plain!r} is no {kind.__name__}")
        return plain

    return read


def taken(kind: type[T], table: Mapping[str, Any], **own: Any) -> T:
    """A record of what a table says under the names of its fields, and of ``own``: fields whose values stand there in
    another form, or under another name. What is in neither keeps its default."""
    named = (one.name for one in fields(kind) if one.name not in own)  # type: ignore[arg-type]
    return kind(**{name: table[name] for name in named if name in table}, **own)


def plain_of(value: Any) -> Any:
    """A value as JSON can hold it: records by the names of their fields, all within them likewise. For what is told
    and never read back: classes are not named."""
    kind = value.__class__
    if value is None or kind in _PRIMITIVES:
        return value
    if (named := _named(kind)) is not None:
        return {name: plain_of(getattr(value, name)) for name in named}
    if isinstance(value, list | tuple):
        return [plain_of(one) for one in value]
    if isinstance(value, Mapping):
        return {plain_of(key): plain_of(of) for key, of in value.items()}
    return value.value if isinstance(value, Enum) else value


@cache
def _named(kind: type) -> tuple[str, ...] | None:
    """The names of a record's fields; None of what is no record."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else getattr(kind, "_fields", None)


# JSON Schemas of what ``engine.plain.plain_of`` makes of values, by their types: declared once, not typed again.


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
    if _named(hint) is not None:
        return table(**{name: schema_of(kind) for name, kind in get_type_hints(hint).items()})
    raise TypeError(f"JSON holds no {hint}")


def _one_of(kinds: list[Schema]) -> Schema:
    """One of several; names of plain types stand in one list."""
    if all(set(kind) == {"type"} for kind in kinds):
        return {"type": [kind["type"] for kind in kinds]}
    return {"anyOf": kinds}
