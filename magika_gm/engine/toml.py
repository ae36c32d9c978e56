"""TOML tables as records: a dataclass says what may stand in a table, which is read strictly by it and written back.

A field's type says how it is read: whole numbers, texts, flags, words of an enumeration or of a ``Literal``, records in
tables of their own, lists, and mappings (tables whose keys are many). What a type cannot say stands beside it in
``Annotated``: :class:`Whole`, :class:`Among`, :class:`Spelt`, and where and how the field stands in the file
(:class:`In`, :class:`Key`, :data:`SELDOM`, :data:`ELSEWHERE`, :class:`Remark`). A field without a default is needed;
None is never written. Every fault is told at once, with its place, its line and near words; what a record cannot say
(the law) a game checks afterwards with the same :class:`Reader`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import takewhile
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.engine.words import did_you_mean, nearest

T = TypeVar("T")
WRONG: Any = object()
"""What a value is read as that cannot be read; its fault is told."""


# What is said of a field beside its type.


# Plain classes: modules of rules bear these marks, and a dataclass takes ten times as long to make.


class Whole:
    """A whole number from ``least`` to ``most``."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most


class Among:
    """One of these words, whatever its capitals; of a mapping, what it stands for. ``what`` says what others are not:
    ``square (a1 to e4)``; "": the words themselves are listed.
    """

    def __init__(self, known: Sequence[Any] | Mapping[str, Any], what: str = "") -> None:
        self.known, self.what = known, what


class Spelt:
    """A value read and written by functions of its own: ``read`` takes what TOML gives and raises ValueError with the
    reason, and where it has near words the word that gave offence and those known; ``write`` gives what TOML can hold.
    """

    def __init__(self, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
        self.read, self.write = read, write


class In:
    """The table of the file the field stands in, where it is not the record's own: ``In("options")``."""

    def __init__(self, table: str) -> None:
        self.table = table


class Key:
    """The field's key, where it is not its name."""

    def __init__(self, name: str) -> None:
        self.name = name


class Remark:
    """A remark written behind the field's line, from a column on; or above it."""

    def __init__(self, words: str, column: int = 0, *, above: bool = False) -> None:
        self.words, self.column, self.above = words, column, above


SELDOM = "seldom"
"""A field that is written only where it is not its default; of a record, each of its fields."""
ELSEWHERE = "elsewhere"
"""A field that stands in no file."""
HERE = "here"
"""A record whose keys stand in this same table."""
Seldom = Annotated[T, SELDOM]


class Drawing(str):
    """A text written line by line as it is, between three quotation marks."""

    __slots__ = ()


# What is wrong with a file, and where.


class Reader:
    """Collects faults, each with its place in the file, while its tables are read."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def fault(self, place: str, reason: str, word: object = "", known: Sequence[str] = ()) -> None:
        """Note a fault; of ``known`` words those nearest to ``word`` are offered."""
        cure = did_you_mean(nearest(str(word), known, 2, loose=True))
        self.found.append((place, f"{reason}; {cure}" if cure else reason))

    def told(self, place: str) -> bool:
        """Whether something is wrong there, or below."""
        return any(where == place or where.startswith((f"{place}.", f"{place}[")) for where, _ in self.found)

    def keys(self, place: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Every key must be one of ``known``."""
        for key in table:
            if key not in known:
                self.fault(_below(place, key), f"{key!r} is not a key of this table", key, known)

    def table(self, place: str, value: object) -> Mapping[str, Any]:
        """``value`` if it is a table, else an empty one and a fault."""
        if isinstance(value, Mapping):
            return value
        self.fault(place, f"must be a table, not {value!r}")
        return {}

    def number(self, place: str, value: object, low: int, high: int, default: int) -> int:
        """A whole number from ``low`` to ``high``, else ``default`` and a fault."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(place, f"must be a whole number from {low} to {high}, not {value!r}")
        return default

    def flag(self, place: str, value: object) -> bool:
        """True or false, else False and a fault."""
        if isinstance(value, bool):
            return value
        self.fault(place, f"must be true or false, not {value!r}")
        return False

    def text(self, place: str, value: object) -> str:
        """A text, else "" and a fault."""
        if isinstance(value, str):
            return value
        self.fault(place, f"must be a text, not {value!r}")
        return ""

    def texts(self, place: str, value: object) -> list[str]:
        """A list of texts, else what of it is text, and a fault."""
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            return list(value)
        self.fault(place, f"must be a list of texts, not {value!r}")
        return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []

    def named(self, place: str, value: object, known: Sequence[str] | Mapping[str, Any], what: str = "") -> str:
        """One of ``known`` as it is spelt there, whatever its capitals and spaces; else "" and a fault: it is no
        ``what``, or none of them.
        """
        if isinstance(value, str):
            folded = " ".join(value.split()).casefold()
            for name in known:
                if name == value or name.casefold() == folded:
                    return name
        words = ", ".join(name or '""' for name in known)
        told = f"{value!r} is no {what}" if what else f"{value!r} is not one of {words}"
        self.fault(place, told, value, tuple(known))
        return ""

    def among(self, place: str, value: object, known: Sequence[str]) -> str:
        """One of ``known``, whatever its capitals; else the first and a fault."""
        before = len(self.found)
        name = self.named(place, value, known)
        return name if len(self.found) == before else known[0]

    def value(self, hint: Any, place: str, value: object) -> Any:
        """A value as a type of its own says it, for what stands in no record; None and a fault if it is none."""
        read = _form(hint).read(self, place, value)
        return None if read is WRONG else read

    def record(self, kind: type[T], place: str, value: object, base: T | None = None) -> T:
        """The record a table says; what it leaves out is as ``base`` has it, or by its default.

        What is wrong is told, and left out, of a list of tables what follows it, too; :data:`WRONG` where something
        is lacking that is needed.
        """
        lacking = False
        given: dict[str, Any] = {}
        _fill(self, place, value, _tree(cast(Any, kind)), given)
        for one in fields(cast(Any, kind)):
            within = {name.partition(".")[2]: given.pop(name) for name in [*given] if name.startswith(f"{one.name}.")}
            if within:
                given[one.name] = replace(_default(one) if base is None else getattr(base, one.name), **within)
            if base is None and one.name not in given and one.default is MISSING and one.default_factory is MISSING:
                where, lacking = _below(place, _key_of(kind, one.name)), True
                if not self.told(where):
                    self.fault(where, "is needed")
        if base is not None:
            return cast(T, replace(cast(Any, base), **given))
        return cast(T, WRONG) if lacking else kind(**given)


class FileReader(Reader):
    """Reads a scenario file: the text is TOML, else ``ScenarioFaults`` is raised; ``data`` are its tables."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        self.name, self.source, self.lines = name, text, key_lines(text)
        self.data = _tables(text, name)
        self._at: dict[int, int] = {}

    def wrong(self, place: str, reason: str, cure: str, line: int = 0) -> None:
        """Note a fault and its cure, of a line that its place does not tell."""
        self._at[len(self.found)] = line
        self.fault(place, f"{reason}; {cure}")

    def line(self, place: str) -> int:
        """The line of a place, or of the nearest table above it that is in the file; 0 if none is."""
        while place and place not in self.lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return self.lines.get(place, 0)

    def done(self) -> None:
        """Raise ``ScenarioFaults`` with every fault, by line, if anything was found wrong."""
        if self.found:
            lines = [self._at.get(number) or self.line(place) for number, (place, _) in enumerate(self.found)]
            placed = sorted(((n, *fault) for n, fault in zip(lines, self.found, strict=True)), key=lambda row: row[0])
            raise ScenarioFaults([_told(self.name, *row) for row in placed])


def _told(name: str, line: int, place: str, reason: str) -> str:
    return ": ".join(filter(None, (f"{name}:{line}" if line else name, place, reason)))


LONGEST = 1_000_000
"""Characters of a TOML text that are read; every file of ours is a tenth of it at most."""
DOTS = 200
"""Dots in one line: the time a key takes grows with the square of its parts."""


def tables_of(text: str) -> dict[str, Any]:
    """What a TOML text says, in time that goes by its length; raises ValueError with the reason."""
    if len(text) > LONGEST or any(line.count(".") > DOTS for line in text.split("\n")):
        raise ValueError(f"it has more than {LONGEST} characters, or a line more than {DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("its lists lie too deep in one another") from None


def _tables(text: str, name: str) -> dict[str, Any]:
    try:
        return tables_of(text)
    except ValueError as error:  # a number of too many digits, too
        if not isinstance(error, tomllib.TOMLDecodeError) and "digits" not in str(error):
            raise ScenarioFaults([f"{name}: not TOML: {error}"]) from None
        where = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
        line = int(where[1]) if where and where[1] else text.count("\n") + 1
        reason = f"not TOML: {str(error).partition(' (at ')[0]}"
        cure = f"look at column {where[2]}" if where and where[2] else "look for a quote or bracket left open"
        raise ScenarioFaults([_told(name, line, "", f"{reason}; {cure}")]) from None


# each looks at a letter once: a line may hold any number of blanks
_HEADER = r"\s*(\[\[?)([^\]]+)\]"
_ENTRY = r"([\w.\"' \t-]+)=(.*)"
_ROW = r"\s*\{"
_LABEL = r"\s*(\w+)\s*:"


def key_lines(text: str) -> dict[str, int]:
    """Line of every key path and table header, as far as a plain scan finds it: rows of a list of tables as
    ``cards.unit[1]``, labelled lines of a long text as ``map.rows.a``.
    """
    found: dict[str, int] = {}
    table, path, array, rows, until = "", "", "", 0, ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if until:
            if label := re.match(_LABEL, line):
                found.setdefault(f"{path}.{label[1].lower()}", number)
            until = "" if until in line else until
            continue
        if array:
            if re.match(_ROW, line):
                rows += 1
                found.setdefault(f"{array}[{rows}]", number)
            elif line.lstrip().startswith("]"):
                array = ""
            continue
        header, entry = re.match(_HEADER, line), re.match(_ENTRY, line)
        if header:
            table = _bare(header[2])
            found.setdefault(table, number)
            if header[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = f"{table}[{counts[table]}]"
                found.setdefault(table, number)
        elif entry:
            path = _below(table, _bare(entry[1]))
            found.setdefault(path, number)
            value = entry[2].strip()
            if value.startswith("[") and "]" not in value:
                array, rows = path, 0
            if value[:3] in ('"""', "'''"):
                if label := re.match(_LABEL, value[3:]):
                    found.setdefault(f"{path}.{label[1].lower()}", number)
                until = "" if value[:3] in value[3:] else value[:3]
    return found


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _below(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


# How values of a type are read and written.


class _Form(NamedTuple):
    """``what`` they are called where many stand in a list; ``kind`` is the record, ``each`` says how records stand:
    one in a table, rows of a list, or tables by key.
    """

    read: Callable[[Reader, str, Any], Any]
    write: Callable[[Any], Any]
    what: str = ""
    kind: Any = None
    each: Literal["table", "rows", "keys"] = "table"
    key: Callable[[Any], Any] = str


class _Field(NamedTuple):
    name: str
    form: _Form
    default: Any
    marks: tuple[Any, ...]

    @property
    def remark(self) -> Remark | None:
        return next((mark for mark in self.marks if isinstance(mark, Remark)), None)


_Tree = dict[str, Any]
"""Fields by key, and the tables in this one that are no records of their own."""


@cache
def _tree(kind: Any) -> _Tree:
    tree: _Tree = {}
    hints = get_type_hints(kind, include_extras=True)
    for one in fields(kind):
        hint, *marks = get_args(hints[one.name]) if get_origin(hints[one.name]) is Annotated else (hints[one.name],)
        if ELSEWHERE in marks:
            continue
        default = _default(one)
        if HERE in marks:
            tree |= {key: _within(one.name, default, node) for key, node in _tree(hint).items()}
            continue
        at = tree
        for name in next((mark.table.split(".") for mark in marks if isinstance(mark, In)), ()):
            at = at.setdefault(name, {})
        key = next((mark.name for mark in marks if isinstance(mark, Key)), one.name)
        form = _form(hint, tuple(marks))
        if form.kind is not None and form.kind is type(default):
            form = form._replace(read=_upon(default))
        at[key] = _Field(one.name, form, default, tuple(marks))
    return tree


def _upon(base: Any) -> Callable[[Reader, str, Any], Any]:
    """Reads a record of which what is left out is as in the one it would else be."""
    return lambda reader, place, value: reader.record(type(base), place, value, base)


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _within(name: str, record: Any, node: Any) -> Any:
    """A field of a record that stands in the table of the one it is in."""
    if isinstance(node, dict):
        return {key: _within(name, record, below) for key, below in node.items()}
    return node._replace(name=f"{name}.{node.name}", default=attrgetter(node.name)(record))


def _key_of(kind: Any, name: str) -> str:
    """The path of keys of a field."""

    def of(tree: _Tree, place: str) -> Iterator[str]:
        for key, node in tree.items():
            if isinstance(node, dict):
                yield from of(node, _below(place, key))
            elif node.name == name:
                yield _below(place, key)

    return next(of(_tree(kind), ""), name)


def _fill(reader: Reader, place: str, value: Any, tree: _Tree, given: dict[str, Any]) -> None:
    table = reader.table(place, value)
    reader.keys(place, table, tuple(tree))
    for key, node in tree.items():
        if key in table:
            where = _below(place, key)
            if isinstance(node, dict):
                _fill(reader, where, table[key], node, given)
                continue
            read = node.form.read(reader, where, table[key])
            if read is not WRONG:
                given[node.name] = read


def _form(hint: Any, marks: tuple[Any, ...] = ()) -> _Form:
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        marks = (*marks, *more)
    for mark in marks:
        if isinstance(mark, Spelt):
            return _spelt(mark)
        if isinstance(mark, Among):
            return _among(mark)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (only,) = (one for one in inner if one is not NoneType)
        return _form(only, marks)
    if origin is Literal:
        return _among(Among(inner))
    if origin in (list, tuple):
        return _list(origin, [_form(one) for one in inner if one is not Ellipsis], fixed=Ellipsis not in inner)
    if origin in (dict, Mapping):
        return _mapping(*inner)
    if is_dataclass(hint) and isinstance(hint, type):
        return _Form(lambda reader, place, value: reader.record(hint, place, value), _same, "tables", hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _among(Among({word.value: word for word in hint}))
    if hint is int:
        bounds = next((mark for mark in marks if isinstance(mark, Whole)), None)
        if bounds is None:
            return _spelt(Spelt(_whole, _same), "numbers")
        least, most = bounds.least, bounds.most
        return _plain(lambda reader, place, value: reader.number(place, value, least, most, 0), "numbers")
    if hint is Any:
        return _Form(_taken, _same)
    read: Any = {bool: Reader.flag, str: Reader.text}[hint]
    return _plain(read, "texts" if hint is str else "flags")


def _same(value: Any) -> Any:
    return value


def _taken(_reader: Reader, _place: str, value: Any) -> Any:
    return value


def _plain(read: Callable[[Reader, str, Any], Any], what: str) -> _Form:
    def checked(reader: Reader, place: str, value: Any) -> Any:
        before = len(reader.found)
        found = read(reader, place, value)
        return found if len(reader.found) == before else WRONG

    return _Form(checked, _same, what)


def _whole(said: Any) -> int:
    if not isinstance(said, int) or isinstance(said, bool):
        raise ValueError(f"must be a whole number, not {said!r}")
    return said


def _spelt(mark: Spelt, what: str = "values") -> _Form:
    def read(reader: Reader, place: str, value: Any) -> Any:
        try:
            return mark.read(value)
        except ValueError as error:
            reader.fault(place, *error.args)
            return WRONG

    return _Form(read, mark.write, what)


def _among(mark: Among) -> _Form:
    table = mark.known if isinstance(mark.known, Mapping) else {word: word for word in mark.known}
    words = tuple(table)

    def read(reader: Reader, place: str, value: Any) -> Any:
        if len(words) == 1 and not mark.what:
            if value != words[0]:
                reader.fault(place, f"must be {words[0]}, not {value!r}")
            return table[words[0]]
        before = len(reader.found)
        name = reader.named(place, value, words, mark.what)
        return table[name] if len(reader.found) == before else WRONG

    return _Form(read, lambda value: next((word for word, held in table.items() if held == value), value), "texts")


def _list(kind: Any, forms: list[_Form], *, fixed: bool) -> _Form:
    each, fixed = forms[0], fixed and kind is tuple
    apart = not each.what or each.what in ("tables", "lists")

    def read(reader: Reader, place: str, value: Any) -> Any:
        if not isinstance(value, list) or (fixed and len(value) != len(forms)):
            many = f"{len(forms)} " if fixed else ""
            reader.fault(place, f"must be a list of {many}{each.what or 'values'}, not {value!r}")
            return WRONG
        places = (f"{place}[{number}]" if apart else place for number in range(1, len(value) + 1))
        found = [each.read(reader, where, one) for where, one in zip(places, value, strict=True)]
        if fixed and WRONG in found:
            return WRONG
        if each.kind is not None:  # so that a place still counts the rows
            return kind(takewhile(lambda one: one is not WRONG, found))
        return kind(one for one in found if one is not WRONG)

    return _Form(read, lambda held: [each.write(one) for one in held], "lists", each.kind, "rows")


def _mapping(key: Any, value: Any) -> _Form:
    names, values = _form(key), _form(value)
    marks = get_args(key)[1:] if get_origin(key) is Annotated else ()
    known = next((tuple(mark.known) for mark in marks if isinstance(mark, Among)), None)
    known = get_args(key) if get_origin(key) is Literal else known

    def read(reader: Reader, place: str, value: Any) -> Any:
        table, found = reader.table(place, value), {}
        if known is not None:
            reader.keys(place, table, known)
        for one, held in table.items():
            if known is None or one in known:
                name = names.read(reader, _below(place, one), one)
                kept = values.read(reader, _below(place, one), held)
                if name is not WRONG and kept is not WRONG:
                    found[name] = kept
        return found

    def write(held: Mapping[Any, Any]) -> dict[Any, Any]:
        return {names.write(name): values.write(kept) for name, kept in held.items()}

    return _Form(read, write, "tables", values.kind, "keys", names.write)


# Writing.


def write_toml(record: Any) -> str:
    """The file that reads back to this record."""
    return "\n".join(_lines("", record, _tree(cast(Any, type(record))))).removeprefix("\n") + "\n"


def _lines(path: str, record: Any, tree: _Tree, base: Any = None) -> list[str]:
    """The lines of a table without its header: its keys, then the tables below it. With a ``base``, what differs."""
    own: list[str] = []
    below: list[str] = []
    for key, node in tree.items():
        at = _below(path, spelt_key(key))
        if isinstance(node, dict):
            below += _table(at, _lines(at, record, node, base))
            continue
        value = attrgetter(node.name)(record)
        seldom = SELDOM in node.marks
        default = node.default if base is None else attrgetter(node.name)(base)
        if value is None or ((seldom or base is not None) and value == default):
            continue
        if node.form.kind is None:
            held = node.form.write(value)
            if isinstance(held, Mapping) and not path:
                below += _table(at, [f"{spelt_key(str(k))} = {spelt(v)}" for k, v in held.items()])
            else:
                own += _remarked(node.remark, f"{spelt_key(key)} = {spelt(held)}")
        else:
            below += _records(at, node.form, value, default if seldom else None)
    return own + below


def _records(at: str, form: _Form, value: Any, base: Any) -> list[str]:
    tree = _tree(form.kind)
    if form.each == "rows":
        return [line for one in value for line in ("", f"[[{at}]]", *_lines(at, one, tree))]
    if form.each == "keys":
        named = ((f"{at}.{spelt_key(str(form.key(name)))}", one) for name, one in value.items())
        return [line for name, one in named for line in ("", f"[{name}]", *_lines(name, one, tree))]
    return _table(at, _lines(at, value, tree, base))


def _table(at: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return lines if not lines[0] else ["", f"[{at}]", *lines]


def _remarked(remark: Remark | None, line: str) -> list[str]:
    if remark is None:
        return [line]
    if remark.above:
        return [*(f"# {words}" for words in remark.words.split("\n")), line]
    return [f"{line.ljust(remark.column)}{'' if remark.column else '  '}# {remark.words}"]


def spelt(value: Any) -> str:
    """A value as TOML writes it on a line of its own; a text of several lines over as many."""
    if isinstance(value, Drawing):
        return f"'''\n{value}\n'''"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return (
            "\n".join(['"""', *map(_escaped, value.split("\n"))]) + '"""' if "\n" in value else f'"{_escaped(value)}"'
        )
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{spelt_key(str(key))} = {spelt(held)}' for key, held in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelt, value))}]"
    return str(value)


def spelt_key(key: str) -> str:
    """A key as TOML writes it."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{_escaped(key)}"'


def _escaped(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(c if " " <= c != "\x7f" else f"\\u{ord(c):04x}" for c in plain)


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
