"""What holds for every test: passwords are hashed at the cost of long ago, for there are thousands of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from magika_gm.app.office import passwords

# how fast a loaded machine is says nothing of the rules: no example fails by the clock
settings.register_profile("steady", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _own_file_modes() -> Iterator[None]:
    """A command run inside a test closes what it writes to others; what the next test writes is its own affair."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(autouse=True, scope="session")
def _cheap_passwords() -> Iterator[None]:
    before, passwords.COST = passwords.COST, 12
    yield
    passwords.COST = before
