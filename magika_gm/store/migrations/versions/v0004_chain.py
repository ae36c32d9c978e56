"""The chain of turns. Games that are under way begin theirs with the first turn played from now on."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nothing that was played before is in it, for nothing of it was announced."""
    op.create_table(
        "chain",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(length=40), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "nr"),
    )
