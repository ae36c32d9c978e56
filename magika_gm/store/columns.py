"""How the neutral tables are made that are keyed by a game and a turn."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Integer, MetaData, String, Table

metadata = MetaData()


def turn_table(name: str, *columns: Column) -> Table:  # type: ignore[type-arg]
    """A table whose rows belong to one turn of one game and go with it."""
    return Table(
        name,
        metadata,
        Column("game", String(32), primary_key=True),
        Column("turn", Integer, primary_key=True),
        *columns,
        ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def about_turns(name: str, *columns: Column) -> Table:  # type: ignore[type-arg]
    """A table about a game's turns, played or still to come: its rows need no turn to be there."""
    return Table(
        name,
        metadata,
        Column("game", ForeignKey("games.id"), primary_key=True),
        Column("turn", Integer, primary_key=True),
        *columns,
    )
