"""The neutral tables of an office (docs/database.md describes each for a game master with any SQL tool).

Rows of a turn are keyed by (game, turn) and never updated: a turn adds its rows, undoing it removes them. The tables of
a game's worlds are not here: :mod:`magika_gm.store.relations` makes them of what the game declares.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

# How the neutral tables are made that are keyed by a game and a turn.


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


VERSION = "0007"
"""The schema version this code works with (the newest migration)."""

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("seed_hash", String(64), nullable=False),
    Column("pace_days", Integer, nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("system", String(32), nullable=False, server_default="magika", default="magika"),
    # how ``seed_hash`` was made: 1 is the SHA-256 of the seed alone; a later kind takes more in, with the nonce
    Column("commitment", Integer, nullable=False, server_default="1", default=1),
    Column("nonce", LargeBinary),
    # digests of the files the start was drawn from, and the texts of those that are not shipped, as JSON
    Column("begun", Text, nullable=False, server_default="", default=""),
)
turns = Table(
    "turns",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("processed_at", String(32), nullable=False),
    Column("next_due", String(32), nullable=False),
    Column("ending", String(16)),
    Column("held", Boolean, nullable=False, server_default=false(), default=False),
)
players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False, default=""),
    Column("email", Text, nullable=False),
    Column("account", String(16), nullable=False, unique=True),
    Column("currency", String(3), nullable=False, default="USD"),
    Column("zone", String(64), nullable=False, server_default="", default=""),
    Column("paper", String(8), nullable=False, server_default="", default=""),
    Column("large_print", Boolean, nullable=False, server_default=false(), default=False),
    Column("attach", String(16), nullable=False, server_default="pdf json", default="pdf json"),
    Column("rule_book", String(32), nullable=False, server_default="", default=""),
    Column("insurance", String(8), nullable=False, server_default="none", default="none"),
    Column("phone", Text, nullable=False, server_default="", default=""),
    Column("fax", Text, nullable=False, server_default="", default=""),
)
seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", String(8), primary_key=True),
    Column("player", ForeignKey("players.id")),
    Column("character", Text, nullable=False),
    Column("password", String(200), nullable=False),
    Column("code_word", String(40), nullable=False),
    Column("fee", String(4), nullable=False, server_default="turn", default="turn"),
    Column("choices", Text, nullable=False, server_default="{}", default="{}"),
)


positions = turn_table(
    "positions",
    Column("seat", String(8), primary_key=True),
    Column("name", Text, nullable=False),
    Column("playing", Boolean, nullable=False),
    Column("need", String(8), nullable=False),
)
sightings = turn_table(
    "sightings",
    Column("seat", String(8), primary_key=True),
    Column("seen", Text, nullable=False),
    Column("known", Text, nullable=False),
    Column("memory", LargeBinary, nullable=False),
)
events = turn_table(
    "events",
    Column("phase", Integer, primary_key=True),
    Column("told", Text, nullable=False),
)
rolls = turn_table("rolls", Column("rolled", LargeBinary, nullable=False))
played = turn_table(
    "played",
    Column("seat", String(8), primary_key=True),
    Column("how", String(8), nullable=False),
    Column("orders", Text, nullable=False),
    Column("player", Integer),
)
messages = turn_table(
    "messages",
    Column("nr", Integer, primary_key=True),
    Column("sender", String(8), nullable=False),
    Column("addressee", String(16), nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("text", Text, nullable=False),
)
statements = turn_table(
    "statements",
    Column("seat", String(8), primary_key=True),
    Column("currency", String(4), nullable=False),
    Column("balance", Integer, nullable=False),
    Column("free_turns", Integer, nullable=False),
    Column("lasts", Integer),
)
readers = turn_table(
    "readers",
    Column("seat", String(8), primary_key=True),
    Column("player", Integer),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("account", String(16), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("paper", String(8), nullable=False),
    Column("large_print", Boolean, nullable=False),
    Column("code_word", String(40), nullable=False),
    # what else its report says that the office alone knows, as JSON; empty for turns an earlier version played
    Column("told", Text, nullable=False),
)
results = turn_table(
    "results",
    Column("seat", String(8), primary_key=True),
    Column("player", Integer),
    Column("rank", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("dropped", Boolean, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("cause", String(120), nullable=False, unique=True),
    Column("made_at", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("game", String(32)),
    Column("turn", Integer),
    Column("seat", String(8)),
    Column("reverses", ForeignKey("entries.id"), unique=True),
    Index("entries_by_turn", "game", "turn"),
)
postings = Table(
    "postings",
    metadata,
    Column("entry", ForeignKey("entries.id"), primary_key=True),
    Column("nr", Integer, primary_key=True),
    Column("debit", String(40), nullable=False),
    Column("credit", String(40), nullable=False),
    Column("currency", String(4), nullable=False),
    Column("amount", Integer, nullable=False),
    CheckConstraint("amount > 0", name="postings_amount_is_positive"),
    CheckConstraint("debit <> credit", name="postings_have_two_sides"),
    CheckConstraint(
        "currency = 'TURN' OR (length(currency) = 3 AND currency = upper(currency))", name="postings_in_a_currency"
    ),
    Index("postings_by_debit", "debit"),
    Index("postings_by_credit", "credit"),
    sqlite_with_rowid=False,
)
debts = Table(
    "debts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("currency", String(3), nullable=False),
    Column("step", String(8), nullable=False),
    Column("game", String(32), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("seat", String(8), nullable=False),
    Column("made_at", String(32), nullable=False),
    Column("ended_at", String(32), nullable=False, server_default="", default=""),
    Index("debts_by_game", "game", "turn"),
    Index("debts_by_player", "player"),
    Index("debts_open", "ended_at"),
)
signups = Table(
    "signups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("received_at", String(32), nullable=False),
    Column("source", Text, nullable=False, default=""),
    Column("state", String(9), nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("system", String(32), nullable=False, server_default="magika", default="magika"),
    Column("pace", String(6), nullable=False),
    Column("name", Text, nullable=False),
    Column("traits", Text, nullable=False, server_default="{}", default="{}"),
    Column("camp", Boolean, nullable=False),
    Column("password", String(200), nullable=False),
    Index("signups_by_state", "state", "id"),
)
recalled = about_turns(
    "recalled",
    Column("seat", String(8), primary_key=True),
    Column("processed_at", String(32), nullable=False),
    Column("report", LargeBinary, nullable=False),
)
dates = about_turns(
    "dates",
    Column("nr", Integer, primary_key=True),
    Column("due", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("made_at", String(32), nullable=False),
)
pauses = Table(
    "pauses",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("nr", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("since", String(32), nullable=False),
    Column("until", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("ended_at", String(32), nullable=False, server_default="", default=""),
)
calls = about_turns(
    "calls",
    Column("seat", String(8), primary_key=True),
    Column("nr", Integer, primary_key=True),
    Column("how", String(8), nullable=False),
    Column("due", String(32), nullable=False),
    Column("made_at", String(32), nullable=False),
    Column("entry", ForeignKey("entries.id")),
)
stops = about_turns(
    "stops",
    Column("why", Text, nullable=False),
    Column("asked_at", String(32), nullable=False),
)
reviews = about_turns("reviews", Column("seen_at", String(32), nullable=False))
chain = Table(
    "chain",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("nr", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("nonce", LargeBinary, nullable=False),
    Column("digest", String(40), nullable=False),
    # what was hashed, packed: it outlives the rows of a turn that is taken back
    Column("content", LargeBinary, nullable=False),
)
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("first", String(32), primary_key=True),
    Column("last", String(32), nullable=False),
)
acts = about_turns(
    "acts",
    Column("nr", Integer, primary_key=True),
    Column("made_at", String(32), nullable=False),
    Column("act", Text, nullable=False),
    Column("automatic", Boolean, nullable=False, server_default=false(), default=False),
)
standbys = Table(
    "standbys",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("password", String(200), nullable=False),
    Column("since", String(32), nullable=False),
    Column("state", String(8), nullable=False),
    Column("system", String(32), nullable=False, server_default="magika", default="magika"),
    Column("game", String(32)),
    Column("turn", Integer),
    Column("seat", String(8)),
)
sheets = about_turns(
    "sheets",
    Column("seat", String(8), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("received_at", String(32), nullable=False),
    Column("message_id", Text, nullable=False),
    Column("sheet", Text, nullable=False),
    Column("faults", Integer, nullable=False, server_default="0", default=0),
)
inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message_id", Text, nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("received_at", String(32), nullable=False),
    Column("sender", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("reason", Text, nullable=False),
    Column("game", String(32)),
    Column("turn", Integer),
    Column("seat", String(8)),
    Column("path", Text, nullable=False),
    Column("proof", String(40), nullable=False, server_default="", default=""),
    Column("settled", String(12), nullable=False, server_default="", default=""),
    Index("inbox_by_message_id", "message_id"),
    Index("inbox_by_seat", "game", "seat", "received_at"),
    # few of all the mails there ever were wait for the game master
    Index("inbox_by_settled", "settled", "outcome"),
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message_id", Text, nullable=False, unique=True),
    Column("kind", String(12), nullable=False),
    Column("game", String(32)),
    Column("turn", Integer),
    Column("seat", String(8)),
    Column("recipient", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("in_reply_to", Text, nullable=False, default=""),
    Column("body", Text),
    Column("created_at", String(32), nullable=False),
    Column("state", String(12), nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("error", Text, nullable=False, default=""),
    Column("thread", Text, nullable=False, server_default="", default=""),
    Column("next_try", String(32), nullable=False, server_default="", default=""),
    Column("tried_at", String(32), nullable=False, server_default="", default=""),
    Index("outbox_by_state", "state", "id"),
    # what went out within a minute, an hour, a day is asked for all day long
    Index("outbox_by_time", "created_at"),
    Index("outbox_by_try", "tried_at"),
    # reports are most of the rows, and nobody counts them by recipient; to say so to PostgreSQL as well would load its
    # dialect, some 25 ms, in every command
    Index("outbox_by_recipient", "recipient", "created_at", sqlite_where=text("kind != 'report'")),
)
finals = about_turns(
    "finals",
    Column("seat", String(8), primary_key=True),
    Column("received_at", String(32), nullable=False),
)
absences = Table(
    "absences",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(8), nullable=False),
    Column("first", String(10), nullable=False),
    Column("last", String(10), nullable=False),
    Column("received_at", String(32), nullable=False),
)
address_changes = Table(
    "address_changes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(8), nullable=False),
    Column("old", Text, nullable=False),
    Column("new", Text, nullable=False),
    Column("asked_at", String(32), nullable=False),
    Column("state", String(12), nullable=False),
)
codes = Table(
    "codes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("subject", Integer, nullable=False),
    Column("hash", String(200), nullable=False),
    Column("made_at", String(32), nullable=False),
    Column("expires_at", String(32), nullable=False),
    Column("wrong", Integer, nullable=False, server_default="0", default=0),
    Column("used_at", String(32), nullable=False, server_default="", default=""),
    Index("codes_by_subject", "purpose", "subject"),
)
merges = Table(
    "merges",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("made_at", String(32), nullable=False),
    Column("before", Text, nullable=False),
    Column("undone_at", String(32), nullable=False, server_default="", default=""),
)
office_secrets = Table(
    "office_secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("made_at", String(32), nullable=False),
)
relations = Table(
    "relations",
    metadata,
    Column("system", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
)
TURN_TABLES = (positions, sightings, events, rolls, played, messages, statements, readers, results)
