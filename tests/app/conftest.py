"""What most tests of the office begin with: a game 7 about to play its first turn."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.app.office.office import open_office
from tests.app.postroom import Post, begin
from tests.on_postgres import drop_all_under


@pytest.fixture(scope="session")
def begun_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The office as ``begin`` makes it, closed; to be copied."""
    folder = tmp_path_factory.mktemp("begun") / "office"
    begin(folder).close()
    yield folder
    drop_all_under(folder)


@pytest.fixture
def post(begun_once: Path, tmp_path: Path) -> Iterator[Post]:
    """The post of an office of the test's own."""
    office = open_office(Path(shutil.copytree(begun_once, tmp_path / "office")))
    yield Post(office)
    office.close()
