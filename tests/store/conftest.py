"""What the tests of the store share."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from tests.cli.conftest import readers
from tests.needs import lacking
from tests.offices import reports_as_read
from tests.store.postgres import Server, programs, running

__all__ = ["postgres", "readers", "reports_as_read"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A private PostgreSQL server (tests/tools/need-postgres)."""
    place = programs()
    if place is None or importlib.util.find_spec("psycopg") is None:
        lacking("PostgreSQL or psycopg", "need-postgres")
    with running(place) as server:
        yield server
