"""Alembic's entry: runs migrations in the transaction of the connection it is given."""

from alembic import context

from magika_gm.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
