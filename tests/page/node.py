"""Node.js for the tests of the page's own programs, which run there as they do in a browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.needs import needs

NEEDED = needs(shutil.which("node"), "Node.js", "need-node")


def said(program: Path, *words: str, given: str) -> str:
    """What a program writes of what it is given."""
    run = subprocess.run(
        ["node", str(program), *words], input=given, capture_output=True, text=True, check=False, timeout=600
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout
