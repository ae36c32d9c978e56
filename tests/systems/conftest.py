"""The toy game beside the real ones, for the length of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from magika_gm import games
from magika_gm.engine.system import GameSystem
from tests.offices import EVERYBODY, reports_as_read
from tests.store.conftest import postgres
from tests.systems.toy import TOY

__all__ = ["postgres", "readers", "reports_as_read", "toy"]


@pytest.fixture(scope="session")
def readers() -> str:
    """Every seat's reports have words where a module does not say ``REPORTS_OF``."""
    return EVERYBODY


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSystem]:
    """High Card in the table of systems: the one line a new game adds outside its folder."""
    monkeypatch.setitem(games.SYSTEMS, TOY.name, "tests.systems.toy:TOY")
    for cached in (games.system, games.any_sheet):
        cached.cache_clear()
    yield TOY
    for cached in (games.system, games.any_sheet):
        cached.cache_clear()
