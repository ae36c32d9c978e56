"""An office with a game in it, and a browser of a desk's size, for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.page.browser import WIDE, browser
from tests.page.offices import Table
from tests.systems.conftest import toy

__all__ = ["table", "toy", "window"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("table"))
    yield made
    made.office.close()


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("browser"), viewport=WIDE) as context:
        yield context
