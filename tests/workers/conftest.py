"""The private PostgreSQL server, for the tests of workers."""

from tests.store.conftest import postgres

__all__ = ["postgres"]
