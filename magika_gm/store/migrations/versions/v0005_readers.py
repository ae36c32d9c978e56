"""Whom a turn's reports were made for, kept with the turn; and records made one, so that it can be undone.

Of turns that were played before, the office's record as it stands is taken: what their reports are written from now.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and fill in the readers of the turns there are."""
    op.create_table(
        "readers",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seat", sa.String(length=8), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("paper", sa.String(length=8), nullable=False),
        sa.Column("large_print", sa.Boolean(), nullable=False),
        sa.Column("code_word", sa.String(length=40), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game", "turn"], ["turns.game", "turns.turn"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "merges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(length=32), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("undone_at", sa.String(length=32), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id"),
    )
    _fill()


def _fill() -> None:
    """Who held each seat after each turn: whoever has it now, or before a stand-in took it over who had it then.

    A code word that was changed by a change of hands is left empty: it is reckoned from the seat and who came when.
    """
    connection = op.get_bind()
    op.execute(
        "INSERT INTO readers (game, turn, seat, player, name, address, email, account, zone, paper, large_print, "
        "code_word, told) SELECT t.game, t.turn, s.seat, s.player, coalesce(p.name, ''), coalesce(p.address, ''), "
        "coalesce(p.email, ''), coalesce(p.account, ''), coalesce(p.zone, ''), coalesce(p.paper, ''), "
        "coalesce(p.large_print, false), s.code_word, '' FROM turns t JOIN seats s ON s.game = t.game "
        "LEFT JOIN players p ON p.id = s.player"
    )
    handed = (
        "SELECT DISTINCT r.game, r.turn, r.seat, r.player FROM readers r JOIN standbys b ON b.game = r.game AND "
        "b.seat = r.seat AND b.state = 'placed' AND b.turn >= r.turn"
    )
    played = "SELECT player FROM played WHERE game = :game AND turn = :turn AND seat = :seat"
    first = (
        "SELECT p.id FROM players p JOIN outbox o ON o.recipient = p.email WHERE o.game = :game AND o.turn = 0 AND "
        "o.seat = :seat AND o.kind = 'report' ORDER BY p.id"
    )
    for game, turn, seat, now in connection.execute(sa.text(handed)).all():
        place = {"game": game, "turn": turn, "seat": seat}
        then = connection.execute(sa.text(played if turn else first), place).scalar()
        if then == now:
            continue
        person = connection.execute(sa.text("SELECT * FROM players WHERE id = :id"), {"id": then}).mappings().first()
        said = ("name", "address", "email", "account", "zone", "paper")
        values = {key: person[key] if person else "" for key in said}
        values |= {"large_print": bool(person["large_print"]) if person else False, "player": then, "code_word": ""}
        sets = ", ".join(f"{key} = :{key}" for key in values)
        where = "game = :game AND turn = :turn AND seat = :seat"
        connection.execute(sa.text(f"UPDATE readers SET {sets} WHERE {where}"), place | values)  # noqa: S608 - our names
