"""The Ebon Mage's tasks with their tallies (EBON-6), and the game master's acts (CAST-5)."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; a game begun before draws its tasks when its next turn is processed."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("zone", sa.String(length=64), nullable=False, server_default=""))
        players.add_column(sa.Column("paper", sa.String(length=8), nullable=False, server_default=""))
        players.add_column(sa.Column("large_print", sa.Boolean(), nullable=False, server_default=sa.false()))
        players.add_column(sa.Column("attach", sa.String(length=16), nullable=False, server_default="pdf json"))
    op.create_table(
        "acts",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
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
