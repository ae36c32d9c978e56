"""Commands are asked what they do and say: what turns print is looked at elsewhere."""

from __future__ import annotations

import pytest

from tests.offices import EVERYBODY, reports_as_read

__all__ = ["readers", "reports_as_read"]


@pytest.fixture(scope="session")
def readers() -> str:
    return EVERYBODY
