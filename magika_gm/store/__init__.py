"""SQLAlchemy tables, migrations, archive, inbox, outbox."""
