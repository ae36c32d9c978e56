"""Indexes for what is asked of all mails there ever were, which after years would be read through each time."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indexes."""
    op.create_index("inbox_by_settled", "inbox", ["settled", "outcome"])
    op.create_index("outbox_by_time", "outbox", ["created_at"])
    op.create_index("outbox_by_try", "outbox", ["tried_at"])
