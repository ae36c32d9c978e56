"""How many examples the dear properties look at."""

from __future__ import annotations

import os

ALL = os.environ.get("MAGIKA_EXAMPLES") == "all" or bool(os.environ.get("MAGIKA_NIGHTLY"))


def some_of(count: int) -> int:
    """All of them in continuous integration, in ``make test-all`` and by night; a third in ``make test``."""
    return count if ALL else max(1, count // 3)
