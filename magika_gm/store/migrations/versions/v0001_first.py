"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("seed_hash", sa.String(length=64), nullable=False),
        sa.Column("pace_days", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("letter", sa.String(length=1), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index("inbox_by_message_id", "inbox", ["message_id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("letter", sa.String(length=1), nullable=True),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("in_reply_to", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("outbox_by_state", "outbox", ["state", "id"], unique=False)
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("balance_cents", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("account"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("character", sa.Text(), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("code_word", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player"],
            ["players.id"],
        ),
        sa.PrimaryKeyConstraint("game", "letter"),
    )
    op.create_table(
        "sheets",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "turn", "letter", "revision"),
    )
    op.create_table(
        "turns",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("processed_at", sa.String(length=32), nullable=False),
        sa.Column("next_due", sa.String(length=32), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=16), nullable=True),
        sa.Column("globe", sa.String(length=13), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "turn"),
    )
    op.create_table(
        "areas",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=5), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("spaces", sa.Text(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("caster", sa.String(length=1), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "effects",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("effect", sa.String(length=8), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter", "effect"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "phase"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mages",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("race", sa.String(length=10), nullable=False),
        sa.Column("alignment", sa.String(length=8), nullable=False),
        sa.Column("space", sa.String(length=3), nullable=False),
        sa.Column("endurance", sa.Integer(), nullable=False),
        sa.Column("arcania", sa.Integer(), nullable=False),
        sa.Column("skill", sa.Integer(), nullable=False),
        sa.Column("aptitude", sa.Integer(), nullable=False),
        sa.Column("max_endurance", sa.Integer(), nullable=False),
        sa.Column("max_arcania", sa.Integer(), nullable=False),
        sa.Column("team", sa.String(length=8), nullable=False),
        sa.Column("barred", sa.Boolean(), nullable=False),
        sa.Column("boosted", sa.String(length=24), nullable=False),
        sa.Column("unconscious", sa.Boolean(), nullable=False),
        sa.Column("may_uncloak", sa.Boolean(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("rests", sa.Integer(), nullable=False),
        sa.Column("demands", sa.Integer(), nullable=False),
        sa.Column("travelled", sa.Boolean(), nullable=False),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "messages",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(length=1), nullable=False),
        sa.Column("addressee", sa.String(length=8), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "played",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rolls",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("rolled", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "scrolls",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=5), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("reads", sa.Integer(), nullable=False),
        sa.Column("bound", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter", "place"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sightings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.Column("known", sa.Text(), nullable=False),
        sa.Column("memory", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "letter"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "terrain_changes",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("space", sa.String(length=3), nullable=False),
        sa.Column("terrain", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "space"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "things",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("thing", sa.String(length=12), nullable=False),
        sa.Column("holder", sa.String(length=1), nullable=True),
        sa.Column("space", sa.String(length=3), nullable=True),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "nr"),
        sqlite_with_rowid=False,
    )
