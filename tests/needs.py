"""What a test needs that this machine may lack: it is skipped then, and told how that is mended.

``MAGIKA_REQUIRE_SERVERS=1`` says that it must run. ``tests/tools/need-*`` say so before, and install it where they may.
"""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def required() -> bool:
    """Whether nothing may be skipped."""
    return os.environ.get("MAGIKA_REQUIRE_SERVERS") == "1"


def _why(what: str, script: str) -> str:
    return f"no {what} here: run tests/tools/{script}, which installs it for root on Debian and tells others how"


def needs(there: object, what: str, script: str) -> pytest.MarkDecorator:
    """Skips a test where something is not there; where it must run, it fails by itself."""
    return pytest.mark.skipif(not there and not required(), reason=_why(what, script))


def lacking(what: str, script: str) -> NoReturn:
    """Ends a test that finds something missing."""
    if required():
        pytest.fail(_why(what, script))
    pytest.skip(_why(what, script))
