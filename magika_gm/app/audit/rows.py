"""Rows no hand of ours would write: of every table, whether what stands in a column can be what is kept there.

It knows columns by their types and names alone, so that a table or column that is added is looked at, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    LargeBinary,
    String,
    Table,
    bindparam,
    select,
    type_coerce,
    types,
)
from sqlalchemy.exc import SQLAlchemyError

from magika_gm.app.office.errors import UNFORESEEN
from magika_gm.app.record.contact import waits
from magika_gm.app.record.games import last_turns
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.archive import load_memories
from magika_gm.store.faults import StoreError, is_away, moment, unpacked
from magika_gm.store.vocabulary import MailState

_MOMENTS = ("since", "due", "next_due", "until", "next_try", "first", "last")
_MOMENT = 32
"""Characters a moment's column has; a day's has ten."""
_NEVER = ("calls.due", "entries.made_at")
"""Moments that are empty: a call that was never sent, a balance brought forward of one who was in no game."""
_JSON = ("told", "known", "choices", "traits", "act", "begun", "before")
_PACKED = ("rolled", "report", "content")
"""Columns by name: moments beside all that end in ``_at``, data as text, and packed."""


@record
class Spoilt:
    """A row that cannot be: its place (``game 7, turn 2, sightings``), what is wrong with which column, and the turn it
    is of, where it is of one."""

    place: str
    what: str
    turn: int | None = None


def spoilt_rows(connection: Connection, deep: bool = False, game: str = "") -> Iterator[Spoilt]:
    """Every row that cannot be what was written there; those a round reads, or with ``deep`` all there are, or of one
    ``game``."""
    known = set(connection.execute(select(t.games.c.id)).scalars())
    for table in t.metadata.sorted_tables:
        if game and "game" not in table.columns:
            continue
        query = _rows(table, deep, bool(game))
        try:
            # on a server a question that fails ends the transaction, or what of it is set apart
            with nullcontext() if connection.dialect.name == "sqlite" else connection.begin_nested():
                for row in connection.execute(query, {"of": game} if game else {}).mappings():
                    yield from _faults(table, row, known)
        except (SQLAlchemyError, *UNFORESEEN) as error:
            if is_away(error):
                raise
            yield Spoilt(table.name, f"a row cannot be read ({type(error).__name__}: {error})")


def spoilt_turns(connection: Connection, game: str, last: int, first: int) -> dict[int, list[str]]:
    """What of a game's record from turn ``first`` to its last one cannot be read, by turn, though no turn is played
    with it: rows, and what seats remember."""
    found: dict[int, list[str]] = {}
    for one in spoilt_rows(connection, deep=not first, game=game):
        turn = last if one.turn is None else max(0, min(one.turn, last))
        found.setdefault(turn, []).append(f"a row ({one.place}: {one.what})")
    for turn in range(first, last + 1):
        try:
            load_memories(connection, game, turn)
        except StoreError as error:
            found.setdefault(turn, []).append(str(error))
    return found


@cache
def _rows(table: Table, deep: bool, of_one: bool) -> Any:
    query = _asked(table, deep)
    return query.where(table.c.game == bindparam("of")) if of_one else query


def _asked(table: Table, deep: bool) -> Any:
    # what stands there, whatever type it should have
    query = select(*(type_coerce(column, types.NullType()).label(column.name) for column in table.columns))
    if deep:
        return query
    if table is t.outbox:
        return query.where(t.outbox.c.state.in_((MailState.WAITING, MailState.HELD)))
    if table is t.inbox:
        return query.where(waits())
    if {"game", "turn"} <= set(table.columns.keys()) and not table.columns["turn"].nullable:
        now = last_turns()
        mine: ColumnElement[bool] = (now.c.game == table.c.game) & (now.c.turn <= table.c.turn)
        return query.join_from(table, now, mine)
    return query


def _faults(table: Table, row: Any, known: set[str]) -> Iterator[Spoilt]:
    turn = row.get("turn") if isinstance(row.get("turn"), int) else None
    for column in table.columns:
        why = _wrong(column, row[column.name])
        if why:
            yield Spoilt(_place(table, row), f"{column.name} {why}", turn)
    game = row.get("game")
    if game not in (None, "") and table is not t.merges and game not in known:
        yield Spoilt(_place(table, row), "there is no such game", turn)


def _place(table: Table, row: Any) -> str:
    keys = [f"{key} {row[key]}" for key in ("game", "turn", "seat") if row.get(key) not in (None, "")]
    keys += [f"{column.name} {row[column.name]}" for column in table.primary_key if column.name in ("id", "nr")]
    return ", ".join([*keys, table.name])[:120]


def _wrong(column: Column[Any], value: Any) -> str:
    """Why a value cannot stand in a column, "" where it can."""
    if value is None:
        return "" if column.nullable else "is empty"
    kind = column.type
    if isinstance(kind, LargeBinary):
        fits = isinstance(value, (bytes, memoryview))
    elif isinstance(kind, Boolean):
        fits = value in (0, 1)
    elif isinstance(kind, String):
        fits = isinstance(value, str) and "\0" not in value
    else:
        fits = isinstance(value, (int, float) if isinstance(kind, Float) else int)
    if not fits:
        return f"cannot be {str(value)[:40]!r}"
    try:
        _read(column, value)
    except (StoreError, *UNFORESEEN) as error:
        return f"cannot be read ({type(error).__name__})"
    return ""


def _read(column: Column[Any], value: Any) -> None:
    """What is kept as text or packed, read; raises what that sets off."""
    name, empty = column.name, value in ("", b"")
    if isinstance(column.type, String) and column.type.length == _MOMENT and (name in _MOMENTS or name.endswith("_at")):
        may_be = column.server_default is not None or name in ("until", "expires_at") or f"{column}" in _NEVER
        if not (empty and may_be):
            moment(value, name)
    elif name in _JSON and not (empty and name in ("told", "begun")):
        json.loads(value)
    elif name in _PACKED and isinstance(column.type, LargeBinary):
        json.loads(unpacked(bytes(value)))
