"""How many examples the dear properties look at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

ALL = os.environ.get("MAGIKA_EXAMPLES") == "all" or bool(os.environ.get("MAGIKA_NIGHTLY"))


def some_of(count: int) -> int:
    """All of them in ``make test-all`` and by night; a sixth in ``make test``."""
    return count if ALL else max(1, count // 6)


def each_of(items: Iterable[Any]) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """One test of a long list, which names every item it fails for; to begin a test takes a millisecond."""
    listed = tuple(items)
    assert listed

    def whole(test: Callable[[Any], None]) -> Callable[[], None]:
        def of_each() -> None:
            failed = []
            for item in listed:
                try:
                    test(item)
                except Exception as fault:  # noqa: BLE001 - told with its item, whatever it is
                    failed.append(f"{item}: {fault!r}")
            assert not failed, "\n".join(failed)

        of_each.__doc__ = test.__doc__
        return of_each

    return whole
