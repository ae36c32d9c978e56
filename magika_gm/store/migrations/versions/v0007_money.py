"""Any money in the books, and what was done about debts. What stands in the books stays as it is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_POSTINGS = sa.Table(
    "postings",
    sa.MetaData(),
    sa.Column("entry", sa.Integer(), sa.ForeignKey("entries.id"), nullable=False),
    sa.Column("nr", sa.Integer(), nullable=False),
    sa.Column("debit", sa.String(length=40), nullable=False),
    sa.Column("credit", sa.String(length=40), nullable=False),
    sa.Column("currency", sa.String(length=4), nullable=False),
    sa.Column("amount", sa.Integer(), nullable=False),
    sa.CheckConstraint("amount > 0", name="postings_amount_is_positive"),
    sa.CheckConstraint("debit <> credit", name="postings_have_two_sides"),
    sa.CheckConstraint("currency IN ('USD', 'CAD', 'TURN')", name="postings_in_a_known_currency"),
    sa.PrimaryKeyConstraint("entry", "nr"),
    sa.Index("postings_by_debit", "debit"),
    sa.Index("postings_by_credit", "credit"),
    sqlite_with_rowid=False,
)
"""The table as it was: SQLite makes it anew without one of its constraints."""


def upgrade() -> None:
    """Lift the bound on currencies, and make the table."""
    without_rowid = {"sqlite_with_rowid": False}
    with op.batch_alter_table("postings", copy_from=_POSTINGS, table_kwargs=without_rowid) as postings:
        postings.drop_constraint("postings_in_a_known_currency", type_="check")
        code = "currency = 'TURN' OR (length(currency) = 3 AND currency = upper(currency))"
        postings.create_check_constraint("postings_in_a_currency", code)
    op.create_table(
        "debts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("step", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.String(length=32), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["player"], ["players.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("debts_by_game", "debts", ["game", "turn"])
    op.create_index("debts_by_player", "debts", ["player"])
    op.create_index("debts_open", "debts", ["ended_at"])
