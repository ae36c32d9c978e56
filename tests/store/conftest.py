"""What the tests of the store share."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator

import pytest

from tests.store.postgres import Server, programs, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A private PostgreSQL server (tests/tools/need-postgres)."""
    place = programs()
    if place is None or importlib.util.find_spec("psycopg") is None:
        assert os.environ.get("MAGIKA_REQUIRE_SERVERS") != "1", "PostgreSQL or psycopg is missing"
        pytest.skip("no PostgreSQL or psycopg here: run tests/tools/need-postgres as root")
    with running(place) as server:
        yield server
