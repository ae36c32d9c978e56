"""Neutral tables for any game: seats instead of letters, what was chosen as JSON, positions beside each game's own
tables, a secret of the office."""

import json
import os
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PLAIN = ("calls", "finals", "recalled", "sheets", "standbys", "absences", "address_changes", "inbox", "outbox",
          "seats", "entries")  # fmt: skip
_OF_A_TURN = ("sightings", "played", "statements", "results")


def upgrade() -> None:
    """Move Magika's own into Magika's own tables; nothing is lost, and its tables keep their names."""
    _new_columns()
    _choices()
    _sign_ups()
    _worlds()
    _tasks()
    _seats()
    _new_tables()


def _new_columns() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("system", sa.String(length=32), nullable=False, server_default="magika"))
        games.add_column(sa.Column("commitment", sa.Integer(), nullable=False, server_default="1"))
        games.add_column(sa.Column("nonce", sa.LargeBinary(), nullable=True))
        games.add_column(sa.Column("begun", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("standbys") as standbys:
        standbys.add_column(sa.Column("system", sa.String(length=32), nullable=False, server_default="magika"))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("choices", sa.Text(), nullable=False, server_default="{}"))
    with op.batch_alter_table("signups") as signups:
        signups.add_column(sa.Column("system", sa.String(length=32), nullable=False, server_default="magika"))
        signups.add_column(sa.Column("traits", sa.Text(), nullable=False, server_default="{}"))


def _choices() -> None:
    """Who plays which character was in the mages' rows; what a returning one brought, in the seat's."""
    connection = op.get_bind()
    rows = connection.execute(
        sa.text(
            "SELECT s.game, s.letter, s.bonus, s.brought, m.race, m.alignment FROM seats s JOIN mages m "
            "ON m.game = s.game AND m.letter = s.letter AND m.turn = 0"
        )
    ).mappings()
    for row in rows.all():
        said: dict[str, Any] = {"race": row["race"], "alignment": row["alignment"]}
        if row["bonus"]:
            said["bonus"] = row["bonus"]
        if row["brought"]:
            said["brought"] = row["brought"].split()
        connection.execute(
            sa.text("UPDATE seats SET choices = :said WHERE game = :game AND letter = :letter"),
            {"said": json.dumps(said, ensure_ascii=False), "game": row["game"], "letter": row["letter"]},
        )
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("bonus")
        seats.drop_column("brought")


def _sign_ups() -> None:
    connection = op.get_bind()
    for row in connection.execute(sa.text("SELECT * FROM signups ORDER BY id")).mappings().all():
        said = {
            "role": row["role"],
            "first": [row["name"], row["race"], row["alignment"]] if row["race"] else None,
            "second": [row["other_name"], row["other_race"], row["other_alignment"]] if row["other_race"] else None,
            "anything": bool(row["anything"]),
            "returning": [row["old_game"], row["old_letter"]] if row["old_game"] else None,
            "scrolls": row["scrolls"].split(),
        }
        traits = json.dumps({name: value for name, value in said.items() if value}, ensure_ascii=False)
        connection.execute(
            sa.text("UPDATE signups SET traits = :traits WHERE id = :id"), {"traits": traits, "id": row["id"]}
        )
    with op.batch_alter_table("signups") as signups:
        for name in ("role", "race", "alignment", "other_name", "other_race", "other_alignment", "anything",
                     "old_game", "old_letter", "scrolls"):  # fmt: skip
            signups.drop_column(name)


def _turn_table(name: str, *columns: Any) -> None:
    keys = [column.name for column in columns if isinstance(column, sa.Column) and column.primary_key]
    op.create_table(
        name,
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        *(sa.Column(c.name, c.type, nullable=c.nullable, server_default=c.server_default) for c in columns),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", *keys),
        sqlite_with_rowid=False,
    )


def _worlds() -> None:
    """How every seat stands, neutrally; what of a turn is Magika's alone; what may be gone again."""
    _turn_table(
        "positions",
        sa.Column("seat", sa.String(length=8), primary_key=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("playing", sa.Boolean(), nullable=False),
        sa.Column("need", sa.String(length=8), nullable=False),
    )
    op.execute(
        "INSERT INTO positions (game, turn, seat, name, playing, need) SELECT m.game, m.turn, m.letter, m.name, "
        "NOT m.dropped, CASE WHEN m.dropped OR t.ending IS NOT NULL THEN 'none' ELSE 'required' END "
        "FROM mages m JOIN turns t ON t.game = m.game AND t.turn = m.turn"
    )
    _turn_table(
        "magika_state",
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=16), nullable=True),
        sa.Column("globe", sa.String(length=13), nullable=False),
    )
    op.execute(
        "INSERT INTO magika_state (game, turn, phase, ending, globe) SELECT game, turn, phase, ending, globe FROM turns"
    )
    with op.batch_alter_table("turns") as turns:
        turns.drop_column("phase")
        turns.drop_column("globe")
    op.add_column("terrain_changes", sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()))


def _tasks() -> None:
    """Tasks belong to the turn in which they were drawn: the first that has tallies of them."""
    connection = op.get_bind()
    first: dict[str, int] = defaultdict(int)
    since = sa.text("SELECT game, min(turn) FROM task_tallies GROUP BY game")
    first.update({game: turn for game, turn in connection.execute(since)})  # noqa: C416 - rows are not plain tuples
    found = connection.execute(sa.text("SELECT game, nr, name, task FROM tasks")).mappings().all()
    rows = [dict(row) | {"turn": first[row["game"]]} for row in found]
    op.drop_table("tasks")
    _turn_table(
        "tasks",
        sa.Column("nr", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    if rows:
        into = "INSERT INTO tasks (game, turn, nr, name, task) VALUES (:game, :turn, :nr, :name, :task)"
        connection.execute(sa.text(into), rows)


def _seats() -> None:
    """A seat's name may be longer than a letter."""
    op.drop_index("inbox_by_seat", table_name="inbox")
    op.drop_index("outbox_by_recipient", table_name="outbox")
    for name in (*_PLAIN, *_OF_A_TURN):
        with op.batch_alter_table(name, table_kwargs={"sqlite_with_rowid": name not in _OF_A_TURN}) as table:
            table.alter_column(
                "letter", new_column_name="seat", existing_type=sa.String(length=1), type_=sa.String(length=8)
            )
    op.create_index("inbox_by_seat", "inbox", ["game", "seat", "received_at"])
    few = sa.text("kind != 'report'")
    op.create_index("outbox_by_recipient", "outbox", ["recipient", "created_at"], sqlite_where=few)
    with op.batch_alter_table("messages", table_kwargs={"sqlite_with_rowid": False}) as messages:
        messages.alter_column("sender", existing_type=sa.String(length=1), type_=sa.String(length=8))
        messages.alter_column("addressee", existing_type=sa.String(length=8), type_=sa.String(length=16))


def _new_tables() -> None:
    op.create_table(
        "codes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=200), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("expires_at", sa.String(length=32), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("used_at", sa.String(length=32), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seen_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn"),
    )
    op.create_index("codes_by_subject", "codes", ["purpose", "subject"])
    secrets = op.create_table(
        "office_secrets",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    drawn = {"name": "office", "secret": os.urandom(32), "made_at": datetime.now(UTC).isoformat()}
    op.get_bind().execute(sa.insert(secrets), [drawn])
    _renew()
    op.create_table(
        "relations",
        sa.Column("system", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("system"),
    )
    op.execute("INSERT INTO relations (system, version) VALUES ('magika', 1)")


def _renew() -> None:
    """Reply addresses and codes were keyed by a game's seed: they die with this, and every player of a running game
    is sent a fresh reply address."""
    connection = op.get_bind()
    now = datetime.now(UTC).isoformat()
    connection.execute(sa.text("UPDATE address_changes SET state = 'withdrawn' WHERE state = 'asked'"))
    running = connection.execute(
        sa.text(
            "SELECT s.game, s.seat, p.name, p.email, t.turn FROM seats s JOIN players p ON p.id = s.player "
            "JOIN turns t ON t.game = s.game AND t.turn = (SELECT max(turn) FROM turns l WHERE l.game = s.game "
            "AND NOT l.held) JOIN positions q ON q.game = s.game AND q.turn = t.turn AND q.seat = s.seat "
            "WHERE t.ending IS NULL AND q.playing AND p.email <> '' ORDER BY s.game, s.seat"
        )
    ).mappings()
    rows = [
        {
            "message_id": f"<renewed-{os.urandom(12).hex()}@magika-gm>",
            "kind": "renewed",
            "game": row["game"],
            "turn": row["turn"] + 1,
            "seat": row["seat"],
            "recipient": row["email"],
            "subject": f"Magika game {row['game']}: a new reply address",
            "in_reply_to": "",
            "body": (
                f"Dear {row['name']},\n\nthe program of this office was renewed. If you answer your last report of "
                f"game {row['game']} without your password,\nyour orders will not be taken any more: answer this mail "
                "instead. With your password all is as it was.\n\nYour game master\n"
            ),
            "created_at": now,
            "state": "waiting",
            "tries": 0,
            "error": "",
        }
        for row in running.all()
    ]
    names = ("message_id", "kind", "game", "turn", "seat", "recipient", "subject", "in_reply_to", "body", "created_at",
             "state", "tries", "error")  # fmt: skip
    if rows:
        outbox = sa.table("outbox", *(sa.column(name) for name in names))
        connection.execute(sa.insert(outbox), rows)
