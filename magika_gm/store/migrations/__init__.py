"""Alembic migrations of the office database."""
