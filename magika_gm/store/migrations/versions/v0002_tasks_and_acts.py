"""The Ebon Mage's tasks with their tallies (EBON-6), and the game master's acts (CAST-5)."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _post() -> None:
    """What the post office keeps of a message, and what players said of their turns, absences and addresses."""
    with op.batch_alter_table("sheets") as sheets:
        sheets.add_column(sa.Column("faults", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("proof", sa.String(length=40), nullable=False, server_default=""))
        inbox.add_column(sa.Column("settled", sa.String(length=12), nullable=False, server_default=""))
        inbox.create_index("inbox_by_seat", ["game", "letter", "received_at"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.alter_column("state", existing_type=sa.String(length=8), type_=sa.String(length=12))
        outbox.add_column(sa.Column("thread", sa.Text(), nullable=False, server_default=""))
        outbox.add_column(sa.Column("next_try", sa.String(length=32), nullable=False, server_default=""))
        outbox.add_column(sa.Column("tried_at", sa.String(length=32), nullable=False, server_default=""))
        few = sa.text("kind != 'report'")
        outbox.create_index("outbox_by_recipient", ["recipient", "created_at"], sqlite_where=few)
    op.create_table(
        "finals",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
    )
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("first", sa.String(length=10), nullable=False),
        sa.Column("last", sa.String(length=10), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "address_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("old", sa.Text(), nullable=False),
        sa.Column("new", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"]),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("id"),
    )


def upgrade() -> None:
    """Add the tables; a game begun before draws its tasks when its next turn is processed."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("zone", sa.String(length=64), nullable=False, server_default=""))
        players.add_column(sa.Column("paper", sa.String(length=8), nullable=False, server_default=""))
        players.add_column(sa.Column("large_print", sa.Boolean(), nullable=False, server_default=sa.false()))
        players.add_column(sa.Column("attach", sa.String(length=16), nullable=False, server_default="pdf json"))
    _post()
    with op.batch_alter_table("turns") as turns:
        turns.add_column(sa.Column("held", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "recalled",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("processed_at", sa.String(length=32), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
    )
    op.create_table(
        "standbys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("since", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("letter", sa.String(length=1), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "dates",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("due", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
    )
    op.create_table(
        "acts",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
    )
    op.create_table(
        "tasks",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "nr"),
    )
    op.create_table(
        "task_tallies",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
        sqlite_with_rowid=False,
    )
    _accounts()
    _signups()
    _results()
    _calendar()


def _results() -> None:
    """How each contestant came out of a game that is over (GM-5), and who sent the orders of a turn."""
    op.add_column("played", sa.Column("player", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE played SET player = (SELECT seats.player FROM seats "
        "WHERE seats.game = played.game AND seats.letter = played.letter)"
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
        sqlite_with_rowid=False,
    )


def _accounts() -> None:
    """The ledger (GM-4): what a player's balance was becomes his opening entry, and what his reports said of it."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("fee", sa.String(length=4), nullable=False, server_default="turn"))
        seats.add_column(sa.Column("bonus", sa.Integer(), nullable=False, server_default="0"))
        seats.add_column(sa.Column("brought", sa.String(length=16), nullable=False, server_default=""))
    op.create_table(
        "statements",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("currency", sa.String(length=4), nullable=False),
        sa.Column("balance", sa.Integer(), nullable=False),
        sa.Column("free_turns", sa.Integer(), nullable=False),
        sa.Column("lasts", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=120), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("letter", sa.String(length=1), nullable=True),
        sa.Column("reverses", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["reverses"], ["entries.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("cause"),
        sa.UniqueConstraint("reverses"),
    )
    op.create_index("entries_by_turn", "entries", ["game", "turn"], unique=False)
    op.create_table(
        "postings",
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("debit", sa.String(length=40), nullable=False),
        sa.Column("credit", sa.String(length=40), nullable=False),
        sa.Column("currency", sa.String(length=4), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.CheckConstraint("amount > 0", name="postings_amount_is_positive"),
        sa.CheckConstraint("debit <> credit", name="postings_have_two_sides"),
        sa.CheckConstraint("currency IN ('USD', 'CAD', 'TURN')", name="postings_in_a_known_currency"),
        sa.ForeignKeyConstraint(["entry"], ["entries.id"]),
        sa.PrimaryKeyConstraint("entry", "nr"),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_by_debit", "postings", ["debit"], unique=False)
    op.create_index("postings_by_credit", "postings", ["credit"], unique=False)
    op.execute(
        "INSERT INTO statements (game, turn, letter, currency, balance, free_turns, lasts) "
        "SELECT turns.game, turns.turn, seats.letter, players.currency, players.balance_cents, 0, NULL "
        "FROM turns JOIN seats ON seats.game = turns.game JOIN players ON players.id = seats.player"
    )
    op.execute(
        "INSERT INTO entries (cause, made_at, text) SELECT 'opening:' || players.id, coalesce((SELECT "
        "min(games.created_at) FROM games JOIN seats ON seats.game = games.id WHERE seats.player = players.id), ''), "
        "'Balance brought forward' FROM players WHERE players.balance_cents <> 0 ORDER BY players.id"
    )
    for sides, sign in (("'opening', 'player:' || players.id", ""), ("'player:' || players.id, 'opening'", "-")):
        op.execute(
            f"INSERT INTO postings (entry, nr, debit, credit, currency, amount) SELECT entries.id, 1, {sides}, "  # noqa: S608 - texts of this file
            f"players.currency, {sign}players.balance_cents FROM players JOIN entries "
            f"ON entries.cause = 'opening:' || players.id WHERE {sign}players.balance_cents > 0"
        )
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("rule_book", sa.String(length=32), nullable=False, server_default=""))
        players.drop_column("balance_cents")


def _signups() -> None:
    """The waiting list (GM-1)."""
    op.create_table(
        "signups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("pace", sa.String(length=6), nullable=False),
        sa.Column("role", sa.String(length=6), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("race", sa.String(length=10), nullable=False),
        sa.Column("alignment", sa.String(length=8), nullable=False),
        sa.Column("other_name", sa.Text(), nullable=False),
        sa.Column("other_race", sa.String(length=10), nullable=False),
        sa.Column("other_alignment", sa.String(length=8), nullable=False),
        sa.Column("anything", sa.Boolean(), nullable=False),
        sa.Column("old_game", sa.String(length=32), nullable=False),
        sa.Column("old_letter", sa.String(length=1), nullable=False),
        sa.Column("scrolls", sa.String(length=16), nullable=False),
        sa.Column("camp", sa.Boolean(), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.ForeignKeyConstraint(["player"], ["players.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("signups_by_state", "signups", ["state", "id"], unique=False)


def _calendar() -> None:
    """Pauses, turn insurance, and when mail was last read (GM-2)."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("insurance", sa.String(length=8), nullable=False, server_default="none"))
        players.add_column(sa.Column("phone", sa.Text(), nullable=False, server_default=""))
        players.add_column(sa.Column("fax", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "pauses",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(length=32), nullable=False),
        sa.Column("until", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.String(length=32), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "nr"),
    )
    op.create_table(
        "calls",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("due", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.ForeignKeyConstraint(["entry"], ["entries.id"]),
        sa.PrimaryKeyConstraint("game", "turn", "letter", "nr"),
    )
    op.create_table(
        "stops",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "turn"),
    )
    op.create_table(
        "heartbeats",
        sa.Column("first", sa.String(length=32), nullable=False),
        sa.Column("last", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("first"),
    )
