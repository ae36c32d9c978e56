"""The SQL tables of games' worlds, made of the relations a game declares; states written to them and read back.

A game's tables are made when its first game begins, so that an office has none of a game it does not play. Table
``relations`` keeps the version they were made for; a game that has grown since (new relations, columns, indexes) gets
what is missing when it is first used, any other change belongs into a migration.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.schema import CreateColumn

from magika_gm.engine import relations as r
from magika_gm.engine.relations import Keeps, Kind, Relation, Row, Rows
from magika_gm.store import tables as t
from magika_gm.store.faults import StoreError
from magika_gm.store.roles import may_change_schema, owner_alone

GONE = "gone"
"""The column, where only changes are kept, of a row that is there no more."""
WRITING, CHANGED = "writing", "tables changed"
"""Notes on a connection: it has claimed the database; it made tables that may yet be rolled back."""


class Declared(Protocol):
    """What the store needs to know of a game's archive to make its tables."""

    @property
    def name(self) -> str:
        """The game's name."""

    @property
    def version(self) -> int:
        """Of the relations."""

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The tables as data."""


class Archive(Declared, Protocol):
    """A game's archive, as far as states go."""

    def to_rows(self, state: Any, scenario: Any) -> Rows:
        """The state as rows."""

    def from_rows(self, rows: Rows, scenario: Any) -> Any:
        """The state of rows; raises ValueError where none can be so."""

    def faults(self, state: Any) -> list[str]:
        """What cannot be in a state."""


def _type(column: r.Column) -> Any:
    match column.kind:
        case Kind.TEXT:
            return String(column.size) if column.size else Text()
        case Kind.NUMBER:
            return Integer()
        case Kind.REAL:
            return Float()
        case Kind.FLAG:
            return Boolean()
        case Kind.JSON:
            return Text()


def _column(column: r.Column, key: Sequence[str]) -> Column[Any]:
    if column.default is None:
        default = None
    elif column.kind is Kind.FLAG:
        default = text("true" if column.default else "false")
    elif column.kind is Kind.JSON:
        default = text(_literal(_dumped(column.default)))
    else:
        default = text(_literal(column.default))
    primary = column.name in key
    return Column(
        column.name, _type(column), primary_key=primary, nullable=column.null and not primary, server_default=default,
        autoincrement=False,
    )  # fmt: skip


def _literal(value: str | int | float) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def _table(system: str, relation: Relation, metadata: MetaData) -> Table:
    name = relation.table or f"{system}_{relation.name}"
    columns = [_column(c, relation.key) for c in relation.columns if c.name != r.TURN]
    if relation.keeps is Keeps.CHANGES:
        columns.append(Column(GONE, Boolean, nullable=False, server_default=false()))
    return Table(
        name,
        metadata,
        Column("game", String(32), primary_key=True),
        Column(r.TURN, Integer, primary_key=True, autoincrement=False),
        # the key in its own order, whatever the order of the columns
        *sorted(columns, key=lambda c: relation.key.index(c.name) if c.primary_key else len(relation.key)),
        ForeignKeyConstraint(["game", r.TURN], [t.turns.c.game, t.turns.c.turn], ondelete="CASCADE"),
        *(Index("_".join((name, "by", *index)), "game", r.TURN, *index) for index in relation.indexes),
        sqlite_with_rowid=False,
    )


_made: dict[str, tuple[tuple[Relation, ...], dict[str, Table]]] = {}


def tables_of(archive: Declared) -> Mapping[str, Table]:
    """The tables of a game by relation. Raises ValueError for relations that cannot be."""
    known = _made.get(archive.name)
    if known is not None and known[0] is archive.relations:
        return known[1]
    bad = [fault for relation in archive.relations for fault in relation.faults()]
    made: dict[str, Table] = {}
    if not bad:
        metadata = MetaData()
        made = {relation.name: _table(archive.name, relation, metadata) for relation in archive.relations}
        names = [table.name for table in made.values()]
        bad = [f"the office has a table {n} of its own" for n in names if n in t.metadata.tables]
    if bad:
        raise ValueError(f"the relations of {archive.name} cannot be: {'; '.join(bad)}")
    _made[archive.name] = (archive.relations, made)
    return made


_checked: WeakKeyDictionary[Engine, dict[str, int]] = WeakKeyDictionary()
"""Versions of games' tables found in a database that is open, so that they are looked up once."""


def make_tables(connection: Connection, archive: Declared) -> Mapping[str, Table]:
    """A game's tables, made or brought up to its version first if need be, in the transaction that writes."""
    tables, version = tables_of(archive), _version(connection, archive)
    if version != archive.version and not may_change_schema(connection):
        raise owner_alone("this database", f"has no tables of {archive.name} as this magika-gm writes them")
    if version != archive.version and connection.dialect.name != "sqlite":  # on a server others may be at it, too
        connection.execute(text("LOCK TABLE relations IN SHARE ROW EXCLUSIVE MODE"))
        version = _version(connection, archive)
    if version == archive.version:
        return tables
    known = set(inspect(connection).get_table_names())
    for table in tables.values():
        if table.name in known:
            _grow(connection, archive, table)
        else:
            table.create(connection)
    row = {"system": archive.name, "version": archive.version}
    if version is None:
        connection.execute(insert(t.relations), [row])
    else:
        connection.execute(update(t.relations).where(t.relations.c.system == archive.name).values(**row))
    connection.info[CHANGED] = True
    return tables


def _version(connection: Connection, archive: Declared) -> int | None:
    """The version of the tables there are; None: there are none."""
    seen = _checked.setdefault(connection.engine, {})
    if seen.get(archive.name) == archive.version:
        return archive.version
    found = connection.execute(select(t.relations.c.version).where(t.relations.c.system == archive.name)).scalar()
    if found is not None and found > archive.version:
        raise StoreError(
            f"the tables of {archive.name} were written by a newer magika-gm (version {found}, not {archive.version}); "
            "upgrade"
        )
    if found == archive.version and not connection.info.get(CHANGED):
        seen[archive.name] = found
    return found


def _grow(connection: Connection, archive: Declared, table: Table) -> None:
    """Add the columns and indexes a table has not got."""
    look = inspect(connection)
    there = {column["name"] for column in look.get_columns(table.name)}
    gone = there - set(table.columns.keys())
    key = look.get_pk_constraint(table.name)["constrained_columns"]
    if gone or key != [column.name for column in table.primary_key.columns]:
        what = f"columns {', '.join(sorted(gone))}" if gone else f"the key {', '.join(key)}"
        raise StoreError(f"the table {table.name} of {archive.name} has {what}, which this magika-gm does not know")
    for column in table.columns:
        if column.name not in there:
            made = CreateColumn(column).compile(connection)
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {made}"))
    indexes = {index["name"] for index in look.get_indexes(table.name)}
    for index in table.indexes:
        if index.name not in indexes:
            index.create(connection)


def _there(connection: Connection, archive: Declared) -> Mapping[str, Table]:
    """A game's tables, to read from. Tables of an older version are brought up in a transaction of their own."""
    version = _version(connection, archive)
    if version == archive.version:
        return tables_of(archive)
    if version is None:
        raise StoreError(f"there are no tables of {archive.name} in this database")
    if connection.info.get(WRITING):
        return make_tables(connection, archive)
    with connection.engine.connect() as own:
        if own.dialect.name == "sqlite":
            own.exec_driver_sql("BEGIN IMMEDIATE")
        made = make_tables(own, archive)
        own.commit()
        own.info.pop(CHANGED, None)
    return made


def save_state(connection: Connection, archive: Archive, game: str, turn: int, state: Any, scenario: Any) -> None:
    """Add the rows of a state after a turn. Its turn's row must be there."""
    tables = make_tables(connection, archive)
    rows = archive.to_rows(state, scenario)
    unknown = rows.keys() - tables.keys()
    if unknown:
        raise ValueError(f"{archive.name} has no relation {', '.join(sorted(unknown))}")
    for relation in archive.relations:
        if relation.name in rows:
            _save(connection, tables[relation.name], relation, game, turn, rows[relation.name])


def load_state(connection: Connection, archive: Archive, game: str, turn: int, scenario: Any) -> Any:
    """The state after a turn. Raises :class:`StoreError` where its rows hold none that can be."""
    tables = _there(connection, archive)
    rows = {relation.name: _load(connection, tables[relation.name], relation, game, turn)
            for relation in archive.relations}  # fmt: skip
    try:
        state = archive.from_rows(rows, scenario)
        bad = archive.faults(state)
    except (ValueError, LookupError) as error:
        bad = [str(error) if isinstance(error, ValueError) else f"{error} is not known"]
    if bad:
        raise StoreError(
            f"the world of game {game} after turn {turn} cannot be: {'; '.join(bad)}. Somebody changed the "
            "database by hand: put it right, or restore a backup copy"
        )
    return state


def delete_state(connection: Connection, archive: Declared, game: str, turn: int) -> None:
    """Remove the rows of a turn."""
    for table in _there(connection, archive).values():
        connection.execute(delete(table).where(table.c.game == game, table.c.turn == turn))


def rows_of(connection: Connection, archive: Declared, name: str, game: str, turn: int) -> list[dict[str, Any]]:
    """The rows of one relation as they stand after a turn."""
    relation = next(one for one in archive.relations if one.name == name)
    return _load(connection, _there(connection, archive)[name], relation, game, turn)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _writers(relation: Relation) -> list[tuple[str, Callable[[Any], Any] | None]]:
    return [(c.name, _dumped if c.kind is Kind.JSON else None) for c in relation.columns if c.name != r.TURN]


def _stored(relation: Relation, rows: Iterable[Row], turn: int) -> list[dict[str, Any]]:
    """Rows as they are stored; every column must be there, none else."""
    writers, names = _writers(relation), set(relation.names)
    found = []
    for row in rows:
        if row.keys() != names:
            wanted = ", ".join(sorted(names))
            raise ValueError(f"a row of {relation.name} has {', '.join(sorted(row))}; wanted {wanted}")
        if row.get(r.TURN, turn) != turn:
            raise ValueError(f"a row of {relation.name} is of turn {row[r.TURN]}, not {turn}")
        found.append({
            name: row[name] if write is None or row[name] is None else write(row[name]) for name, write in writers
        })  # fmt: skip
    return found


def _save(connection: Connection, table: Table, relation: Relation, game: str, turn: int, rows: Iterable[Row]) -> None:
    stored = _stored(relation, rows, turn)
    if relation.keeps is Keeps.CHANGES:
        stored = _changes(connection, table, relation, game, turn, stored)
    if stored:
        key = {"game": game, r.TURN: turn}
        connection.execute(insert(table), [key | row for row in stored])


def _changes(
    connection: Connection, table: Table, relation: Relation, game: str, turn: int, rows: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What is not as it was before this turn: new rows, changed ones, and those that are gone."""
    keyed = _keyed(relation)
    packed = [column.name for column in relation.columns if column.kind is Kind.JSON]
    before = {}
    for row in _standing(connection, table, relation, game, turn - 1):
        for name in packed:  # an older version, or a person, may have set other blanks
            row[name] = row[name] and _dumped(json.loads(row[name]))
        before[keyed(row)] = row
    found = []
    for row in rows:
        if before.pop(keyed(row), None) != row:
            found.append(row | {GONE: False})
    return found + [row | {GONE: True} for row in before.values()]


def _keyed(relation: Relation) -> Callable[[Mapping[str, Any]], Any]:
    return itemgetter(*relation.key) if relation.key else lambda _row: ()


def _standing(connection: Connection, table: Table, relation: Relation, game: str, turn: int) -> list[dict[str, Any]]:
    """The rows of a relation that keeps changes as they stand after a turn, as they are stored."""
    asked = {"in_game": game, "at_turn": turn}
    return [dict(row) for row in connection.execute(_question(table, relation), asked).mappings()]


_questions: WeakKeyDictionary[Table, Any] = WeakKeyDictionary()


def _question(table: Table, relation: Relation) -> Any:
    """What asks for the rows of a relation after a turn; made once, as making it takes longer than asking."""
    known = _questions.get(table)
    if known is not None:
        return known
    game: Any = bindparam("in_game")
    turn: Any = bindparam("at_turn")
    if relation.keeps is Keeps.TURN:
        query = select(*(table.c[name] for name in relation.names)).where(table.c.game == game, table.c.turn == turn)
    else:
        keys = [table.c[name] for name in relation.key]
        newest = (
            select(*keys, func.max(table.c.turn).label("newest"))
            .where(table.c.game == game, table.c.turn <= turn)
            .group_by(*keys)
            .subquery()
        )
        same = [table.c[name] == newest.c[name] for name in relation.key]
        query = (
            select(*(table.c[name] for name in relation.names))
            .select_from(newest)
            .join(table, and_(table.c.game == game, table.c.turn == newest.c.newest, *same))
            .where(~table.c[GONE])
        )
    _questions[table] = query
    return query


def _load(connection: Connection, table: Table, relation: Relation, game: str, turn: int) -> list[dict[str, Any]]:
    rows = _standing(connection, table, relation, game, turn)
    packed = [c.name for c in relation.columns if c.kind is Kind.JSON]
    for row in rows:
        for name in packed:
            if row[name] is not None:
                row[name] = json.loads(row[name])
    return sorted(rows, key=_keyed(relation)) if relation.key else rows
