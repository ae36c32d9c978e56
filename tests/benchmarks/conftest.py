from __future__ import annotations

from collections.abc import Iterator

import pytest

from magika_gm.app.office import passwords
from tests.store.conftest import postgres

__all__ = ["postgres"]
COST = passwords.COST


@pytest.fixture(autouse=True, scope="session")
def _passwords_at_their_cost(_cheap_passwords: None) -> Iterator[None]:
    """As in an office, not as in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COST", COST)
        yield
