"""What most tests of the office begin with: an office, a game 7 about to play its first turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.app.office.office import Office
from tests.app.postroom import Post, begin, mailed
from tests.offices import copied, empty, reports_as_read

__all__ = ["mailed_post", "office", "post", "readers", "reports_as_read"]


@pytest.fixture(scope="session")
def readers() -> str:
    """Whose reports have words where a module does not say ``REPORTS_OF``."""
    return "AC"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """An office without games."""
    made = empty(tmp_path / "office")
    yield made
    made.close()


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """The post of an office with game 7 of Magika, begun: ``post.office``, ``post.one(sheet())``, ``post.answer()``."""
    office = begin(tmp_path / "office")
    yield Post(office)
    office.close()


@pytest.fixture
def mailed_post(tmp_path: Path) -> Iterator[Post]:
    """The same, and the reports of turn 0 were sent."""
    office = copied(tmp_path / "office", mailed)
    yield Post(office)
    office.close()
