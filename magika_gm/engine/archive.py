"""A game in the store: its relations, and what its archive says of states, events, acts and memories."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from magika_gm.engine.plain import Codec, Kept, Word
from magika_gm.engine.records import record
from magika_gm.engine.relations import Column, Keeps, Kind, Relation, Row, Rows
from magika_gm.engine.seam.reports import Plain
from magika_gm.engine.verbs import DropOut, Excused, Note


def _as_it_is(plain: Any) -> Any:
    return plain


def _no_faults(_state: Any) -> list[str]:
    return []


class KeptArchive:
    """What most games' parts ``archive`` (``engine.seam.reports.Archive``) say alike of what is kept as plain data."""

    name: str
    events: Plain
    acts: Plain = Codec[Any](DropOut | Excused | Note, tag="")
    """Of a game whose master has no more verbs."""
    memories: Plain = Kept(_as_it_is, _as_it_is)
    """Of one in which nobody remembers anything but plain data."""

    faults: Callable[[Any], list[str]] = staticmethod(_no_faults)

    def seen_text(self, view: Any) -> str:  # noqa: ARG002, D102 - of the seam, as what follows
        return ""

    def known_plain(self, view: Any) -> Any:  # noqa: ARG002, D102
        return None


class PlainArchive(KeptArchive):
    """The part of a game whose states are small: each is kept whole, in one row, as JSON."""

    state: type
    """The class of its states."""
    version = 1
    relations = (
        Relation(
            name="states",
            key=("nr",),
            columns=(Column(name="nr", kind=Kind.NUMBER), Column(name="whole", kind=Kind.JSON)),
        ),
    )

    def to_rows(self, state: Any, scenario: Any = None) -> Rows:  # noqa: ARG002, D102 - of the seam, as what follows
        return {"states": [{"nr": 0, "whole": _codec_of(self.state).to_plain(state)}]}

    def from_rows(self, rows: Rows, scenario: Any = None) -> Any:  # noqa: ARG002, D102
        (row,) = rows["states"]
        return _codec_of(self.state).from_plain(row["whole"])


class GameArchive(KeptArchive):
    """The part of a game whose states stand in tables, and what those do not say.

    A game gives the fields of a state that no table has, and puts right what is left once all rows are read.
    """

    tables: Tables

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Its tables."""
        return self.tables.relations

    @property
    def version(self) -> int:
        """Of its tables: one more for each column that no table lists, so that a store adds it when it is first used.

        A column that is listed later counts on: its game says ``1 +`` how many there are of them in its place.
        """
        return 1 + self.tables.unlisted

    def given(self, scenario: Any) -> dict[str, Any]:  # noqa: ARG002 - if it says any
        """Fields of a state that the scenario says."""
        return {}

    def finish(self, state: Any, rows: Rows) -> None:
        """Put right what no table could; ValueError where there is no such state."""

    def to_rows(self, state: Any, scenario: Any = None) -> Rows:  # noqa: ARG002 - of the seam
        """A state as rows of the relations."""
        return self.tables.rows(state)

    def from_rows(self, rows: Rows, scenario: Any = None) -> Any:
        """The state its rows hold; raises ValueError where no state can be so."""
        return self.tables.read(rows, lambda state: self.finish(state, rows), **self.given(scenario))


@cache
def _codec_of(state: type) -> Codec[Any]:
    return Codec[Any](state, inner=False)


# A state's tables, each said once: its relation, how its rows are written and how they are read follow from that.
#
# A game names the fields of its state and records and the columns they stand in; what a column holds is known from
# the field's type. What the state does not keep as it is stored says so itself (:class:`Own`).


Key = Mapping[str, Any]
"""Columns and values that rows of a table within another one share: the key of the record that holds what they tell."""

_KINDS = {int: Kind.NUMBER, bool: Kind.FLAG, float: Kind.REAL}
_NEVER = object()


@record
class Cell:
    """A column and the field of a record that stands in it, under the column's name where ``field`` is left out.

    ``word`` writes and reads what is not stored as it is, as a text unless ``kind`` says otherwise. A value equal to
    ``empty`` is stored as null, and None as ``none``. ``of`` takes one value out of a field that is a mapping; ``size``
    bounds a text; ``default`` is what rows have that were written before there was the column. What is ``reckoned`` of
    the state and the record stands in the row for others' sake, and is not read.
    """

    column: str
    field: str = ""
    word: Word | None = None
    kind: Kind | None = None
    empty: Any = _NEVER
    of: Any = None
    size: int = 0
    null: bool = False
    none: Any = None
    default: str | int | float | bool | None = None
    reckoned: Callable[[Any, Any], Any] | None = None


@record
class Flat:
    """A record within a record, whose own cells stand in the same row."""

    field: str
    record: type
    cells: tuple[Cell | str, ...]


class _Spelt:
    """A cell whose type is known: the column it makes, what is stored of a value, and the value of what is stored."""

    def __init__(self, cell: Cell | str, hint: Callable[[str], Any]) -> None:
        cell = Cell(cell) if isinstance(cell, str) else cell
        self.name, self.field, self.of, self.empty = cell.column, cell.field or cell.column, cell.of, cell.empty
        self.reckoned = cell.reckoned
        told = str if cell.reckoned else hint(self.field)
        kind = _bare(get_args(told)[1] if cell.of is not None else told)
        self.none = cell.none
        null = cell.null or cell.empty is not _NEVER or (NoneType in get_args(told) and cell.none is None)
        stored = cell.kind or (Kind.TEXT if cell.word else _KINDS.get(kind, Kind.TEXT))
        self.column = Column(name=cell.column, kind=stored, null=null, size=cell.size, default=cell.default)
        word = cell.word or _usual(kind)
        self._write, self._read = word.write, word.read

    def stored(self, value: Any) -> Any:
        if value is None or (self.empty is not _NEVER and value == self.empty):
            return self.none
        return value if self._write is None else self._write(value)

    def value(self, stored: Any) -> Any:
        if stored is None or stored == self.none:
            return None if self.empty is _NEVER else self.empty
        return stored if self._read is None else self._read(stored)


@cache
def _hints(record: type) -> Mapping[str, Any]:
    return get_type_hints(record)


def _bare(hint: Any) -> Any:
    """A type without None."""
    inner = [one for one in get_args(hint) if one is not NoneType]
    return inner[0] if get_origin(hint) in (Union, UnionType) and len(inner) == 1 else hint


def _usual(kind: Any) -> Word:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Word(str, kind)
    return Word(None, bool if kind is bool else None)


def _unlisted(record: type, cells: Iterable[Cell | Flat | str], but: Collection[str]) -> list[Cell]:
    """Cells of the plain fields that no cell names, by their names and types. They were added to the record later, so
    that they have defaults, as their columns have for older rows; a field without one is made of others."""
    told = {*but, *(name for one in cells for name in _named(one))}
    found = []
    for one in fields(record):
        plain = _plain(_hints(record)[one.name]) and one.init and one.metadata.get("copied", True)
        if plain and one.default is not MISSING and one.name not in told:
            default = str(one.default) if isinstance(one.default, StrEnum) else one.default
            found.append(Cell(one.name, default=default))
    return found


def _named(cell: Cell | Flat | str) -> tuple[str, ...]:
    """The names that a cell takes, of fields and columns."""
    if isinstance(cell, Flat):
        return (cell.field, *(name for one in cell.cells for name in _named(one)))
    return (cell,) if isinstance(cell, str) else (cell.column, cell.field)


def _plain(hint: Any) -> bool:
    kind = _bare(hint)
    return kind is str or kind in _KINDS or (isinstance(kind, type) and issubclass(kind, StrEnum))


def by_nth(rows: Iterable[Row]) -> list[Row]:
    """Rows in the order of their column ``nth``."""
    return sorted(rows, key=lambda row: int(row["nth"]))


def _grouped(rows: Iterable[Row], column: str) -> dict[Any, list[Row]]:
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


class _Cells:
    """Several cells of one record."""

    def __init__(self, record: type, cells: Iterable[Cell | Flat | str]) -> None:
        self._spelt = [
            (cell, _Cells(cell.record, cell.cells))
            if isinstance(cell, Flat)
            else _Spelt(cell, _hints(record).__getitem__)
            for cell in cells
        ]
        self.columns: tuple[Column, ...] = ()
        for one in self._spelt:
            self.columns += one[1].columns if isinstance(one, tuple) else (one.column,)

    @property
    def fields(self) -> list[str]:
        return [one[0].field if isinstance(one, tuple) else one.field for one in self._spelt]

    def stored(self, record: Any, state: Any) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for one in self._spelt:
            if isinstance(one, tuple):
                row |= one[1].stored(getattr(record, one[0].field), state)
            elif one.reckoned is not None:
                row[one.name] = one.reckoned(state, record)
            else:
                held = getattr(record, one.field)
                row[one.name] = one.stored(held if one.of is None else held[one.of])
        return row

    def values(self, row: Row) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for one in self._spelt:
            if isinstance(one, tuple):
                found[one[0].field] = one[0].record(**one[1].values(row))
            elif one.reckoned is not None:
                continue
            elif one.of is None:
                found[one.field] = one.value(row[one.name])
            else:
                found.setdefault(one.field, {})[one.of] = one.value(row[one.name])
        return found


class Table:
    """One relation of a state, or of what the records of another one hold: its key then begins with theirs."""

    unlisted = 0
    """How many of its columns, and of those of the tables within it, are of fields that it does not list."""

    def __init__(self, name: str, keeps: Keeps, *, indexes: tuple[tuple[str, ...], ...] = (), table: str = "") -> None:
        self.name, self._keeps, self._indexes, self._table = name, keeps, indexes, table

    def relations(self, owner: tuple[Column, ...] = ()) -> list[Relation]:
        """Its relation; that of each table within it."""
        key, rest = self._columns()
        key = (*owner, *key)
        names = tuple(column.name for column in key)
        own = Relation(
            name=self.name, key=names, columns=(*key, *rest), keeps=self._keeps, indexes=self._indexes,
            table=self._table,
        )  # fmt: skip
        below = self._below(key)
        return [own, *(relation for table in self._within() for relation in table.relations(below))]

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:
        """The rows of a state, or of a record, put among the others."""
        raise NotImplementedError

    def read(self, rows: Rows) -> dict[str, Any]:
        """The fields that its rows hold, of the state, or of the record that all of them belong to."""
        raise NotImplementedError

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        """Its own part of the key, and the other columns."""
        raise NotImplementedError

    def _within(self) -> tuple[Table, ...]:
        return ()

    def _below(self, key: tuple[Column, ...]) -> tuple[Column, ...]:
        return key

    def _names(self) -> list[str]:
        """Its own name and those of all tables within it."""
        return [self.name, *(name for table in self._within() for name in table._names())]


class Once(Table):
    """What there is once: a row of the state's own fields; with ``field``, of the record it has there, if any."""

    def __init__(
        self, name: str, record: type, *cells: Cell | Flat | str, field: str = "", keeps: Keeps = Keeps.TURN
    ) -> None:
        super().__init__(name, keeps)
        self._cells, self._field, self._record = _Cells(record, cells), field, record

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        return (), self._cells.columns

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:  # noqa: D102 - see Table
        record = getattr(of, self._field) if self._field else of
        if record is not None:
            rows[self.name].append({**owner, **self._cells.stored(record, of)})

    def read(self, rows: Rows) -> dict[str, Any]:  # noqa: D102 - see Table
        mine = rows.get(self.name, ())
        if self._field:
            return {self._field: self._record(**self._cells.values(mine[0])) if mine else None}
        (row,) = mine
        return self._cells.values(row)


class Per(Table):
    """What there is once for each of a game's seats or places: fields that are mappings or lists by them.

    ``key`` is how a seat or place is stored, ``keys`` are all there are, in order.
    """

    def __init__(
        self, name: str, record: type, key: Cell | str, keys: Sequence[Any], *cells: Cell | str,
        keeps: Keeps = Keeps.CHANGES,
    ) -> None:  # fmt: skip
        super().__init__(name, keeps)
        hints = _hints(record)
        self._key, self._keys = _Spelt(key, lambda _: str), keys
        self._cells = [_Spelt(cell, lambda field: get_args(hints[field])[-1]) for cell in cells]
        self._lists = {field for field, hint in hints.items() if get_origin(hint) is list}

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        return (self._key.column,), tuple(one.column for one in self._cells)

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:  # noqa: D102 - see Table
        held: list[tuple[_Spelt, Any]]
        held = [(one, None if one.reckoned else getattr(of, one.field)) for one in self._cells]
        for key in self._keys:
            row = {**owner, self._key.name: self._key.stored(key)}
            for one, values in held:
                row[one.name] = one.stored(values[key]) if one.reckoned is None else one.reckoned(of, key)
            rows[self.name].append(row)

    def read(self, rows: Rows) -> dict[str, Any]:  # noqa: D102 - see Table
        given = {row[self._key.name]: row for row in rows.get(self.name, ())}
        mine = [(key, given[self._key.stored(key)]) for key in self._keys]
        return {
            one.field: [one.value(row[one.name]) for _, row in mine]
            if one.field in self._lists
            else {key: one.value(row[one.name]) for key, row in mine}
            for one in self._cells
            if one.reckoned is None
        }


class Each(Table):
    """A row a record: of a mapping from its first cell's field to records, or of a list, whose places are ``numbered``
    (or which is ``listed``, the records being told apart by their first cell).

    A plain field that no cell names has a column of its own after the others, so that a record may grow without a word
    here; but for those of ``but``, which are not kept.
    ``order`` sorts the rows of a mapping. ``make`` makes a record of its fields; ``within`` are the
    tables of what it holds, where the key of this one is called ``owner`` if it has another name there.
    """

    def __init__(
        self,
        name: str,
        field: str,
        record: type,
        *cells: Cell | Flat | str,
        numbered: str = "",
        first: int = 1,
        listed: bool = False,
        but: Collection[str] = (),
        order: Callable[[Row], Any] | None = None,
        make: Callable[..., Any] | None = None,
        within: tuple[Table, ...] = (),
        owner: str = "",
        keeps: Keeps = Keeps.CHANGES,
        indexes: tuple[tuple[str, ...], ...] = (),
        table: str = "",
    ) -> None:
        super().__init__(name, keeps, indexes=indexes, table=table)
        grown = _unlisted(record, cells, but)
        self._field, self._cells, self._tables, self._first = field, _Cells(record, (*cells, *grown)), within, first
        self.unlisted = len(grown) + sum(table.unlisted for table in within)
        self._numbered, self._make, self._owner = numbered, make or record, owner
        self._order = (lambda row: row[numbered]) if numbered else order
        (self._by,) = [""] if numbered or listed else list(_Cells(record, cells[:1]).fields)

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        columns = (number(self._numbered), *self._cells.columns) if self._numbered else self._cells.columns
        return columns[:1], columns[1:]

    def _within(self) -> tuple[Table, ...]:
        return self._tables

    def _below(self, key: tuple[Column, ...]) -> tuple[Column, ...]:
        return (*key[:-1], replace(key[-1], name=self._owner or key[-1].name))

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:  # noqa: D102 - see Table
        held = getattr(of, self._field)
        (key,) = self._columns()[0]
        made = []
        for place, one in enumerate(held.values() if self._by else held, self._first):
            row = {**owner, **({key.name: place} if self._numbered else {}), **self._cells.stored(one, of)}
            made.append((row, one))
        if self._order is not None:
            made.sort(key=lambda pair: self._order(pair[0]))  # type: ignore[misc]
        for row, one in made:
            rows[self.name].append(row)
            for table in self._tables:
                table.write(one, {**owner, self._owner or key.name: row[key.name]}, rows)

    def read(self, rows: Rows) -> dict[str, Any]:  # noqa: D102 - see Table
        mine = rows.get(self.name, ())
        (key,) = self._columns()[0]
        below = {name: _grouped(rows.get(name, ()), self._owner or key.name) for name in self._names()[1:]}
        found = []
        for row in mine if self._order is None else sorted(mine, key=self._order):
            values = self._cells.values(row)
            its = {name: groups.get(row[key.name], ()) for name, groups in below.items()}
            for table in self._tables:
                values |= table.read(its)
            found.append(self._make(**values))
        return {self._field: {getattr(one, self._by): one for one in found} if self._by else found}


class Many(Table):
    """A row for each value of a list or tuple, numbered; with ``by``, of a mapping of lists by these seats.

    ``backwards``: the last value has the first number. ``into`` makes a list or tuple of what is read.
    """

    def __init__(
        self,
        name: str,
        field: str,
        value: Cell | str,
        *,
        numbered: str = "place",
        first: int = 0,
        by: Sequence[str] = (),
        seat: Cell | str = "seat",
        backwards: bool = False,
        into: Callable[[Iterable[Any]], Any] = list,
        keeps: Keeps = Keeps.CHANGES,
    ) -> None:
        super().__init__(name, keeps)
        self._field, self._value, self._seat = field, _Spelt(value, lambda _: str), _Spelt(seat, lambda _: str)
        self._numbered, self._first, self._by, self._backwards, self._into = numbered, first, by, backwards, into

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        seat = (self._seat.column,) if self._by else ()
        return (*seat, number(self._numbered)), (self._value.column,)

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:  # noqa: D102 - see Table
        held = getattr(of, self._field)
        for key, values in ((key, held[key]) for key in self._by) if self._by else [("", held)]:
            before = {**owner, self._seat.name: key} if self._by else owner
            for place, value in enumerate(reversed(values) if self._backwards else values, self._first):
                rows[self.name].append({**before, self._numbered: place, self._value.name: self._value.stored(value)})

    def read(self, rows: Rows) -> dict[str, Any]:  # noqa: D102 - see Table
        mine = sorted(rows.get(self.name, ()), key=lambda row: int(row[self._numbered]), reverse=self._backwards)

        def values(some: Iterable[Row]) -> Any:
            return self._into(self._value.value(row[self._value.name]) for row in some)

        if not self._by:
            return {self._field: values(mine)}
        return {self._field: {key: values(row for row in mine if row[self._seat.name] == key) for key in self._by}}


class Own(Table):
    """A relation whose rows are written and read by functions of the game's own.

    ``write`` gives the rows of a state (or of a record, whose key they leave out), ``read`` the fields they hold; it is
    left out where the game puts them in their places when all else is read. The first ``keys`` columns are the key.
    """

    def __init__(
        self,
        name: str,
        *columns: Column,
        keys: int,
        write: Callable[[Any], Iterable[Mapping[str, Any]]],
        read: Callable[[Sequence[Row]], dict[str, Any]] | None = None,
        keeps: Keeps = Keeps.CHANGES,
        table: str = "",
    ) -> None:
        super().__init__(name, keeps, table=table)
        self._key, self._rest, self._write, self._read = columns[:keys], columns[keys:], write, read

    def _columns(self) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
        return self._key, self._rest

    def write(self, of: Any, owner: Key, rows: dict[str, list[dict[str, Any]]]) -> None:  # noqa: D102 - see Table
        rows[self.name] += [{**owner, **row} for row in self._write(of)]

    def read(self, rows: Rows) -> dict[str, Any]:  # noqa: D102 - see Table
        return {} if self._read is None else self._read(rows.get(self.name, ()))


class Tables:
    """All tables of a state of the class ``state``."""

    def __init__(self, state: type, *tables: Table) -> None:
        self._state, self._tables = state, tables
        self.relations = tuple(relation for table in tables for relation in table.relations())
        self.unlisted = sum(table.unlisted for table in tables)

    def rows(self, state: Any) -> Rows:
        """A state as rows, in the order of their keys."""
        rows: dict[str, list[dict[str, Any]]] = {relation.name: [] for relation in self.relations}
        for table in self._tables:
            table.write(state, {}, rows)
        return rows

    def read(self, rows: Rows, finish: Callable[[Any], None] | None = None, **given: Any) -> Any:
        """The state its rows hold; ``given`` are the fields that no table has, ``finish`` puts right what is left.

        Raises ValueError where these rows hold no state.
        """
        try:
            for table in self._tables:
                given |= table.read(rows)
            state = self._state(**given)
            if finish is not None:
                finish(state)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ValueError(f"these rows hold no {self._state.__name__}: {error!r}") from error
        return state


def number(name: str, *, null: bool = False) -> Column:
    """A column of whole numbers."""
    return Column(name=name, kind=Kind.NUMBER, null=null)


def flag(name: str) -> Column:
    """A column of yes or no."""
    return Column(name=name, kind=Kind.FLAG)


def text(name: str, *, size: int = 0, null: bool = False) -> Column:
    """A column of texts."""
    return Column(name=name, size=size, null=null)


def joined(between: str, into: Callable[[Iterable[str]], Any] = tuple) -> Word:
    """Texts in one column, ``between`` standing between them."""
    return Word(between.join, lambda held: into(held.split(between) if held else ()))
