"""Alembic's entry: runs migrations on the URL it is given."""

from alembic import context
from sqlalchemy import create_engine, pool

from magika_gm.store.tables import metadata

engine = create_engine(context.config.get_main_option("sqlalchemy.url") or "", poolclass=pool.NullPool)
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
