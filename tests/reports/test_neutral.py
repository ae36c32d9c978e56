"""The kit knows blocks, not games: importing any of its modules loads none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import magika_gm.reports

MODULES = sorted(
    ".".join(("magika_gm", "reports", *path.relative_to(Path(magika_gm.reports.__file__).parent).with_suffix("").parts))
    for path in Path(magika_gm.reports.__file__).parent.rglob("*.py")
    if path.name != "__init__.py"
)


def test_importing_the_kit_loads_no_game() -> None:
    code = f"""
import importlib, sys
for name in {MODULES!r}:
    importlib.import_module(name)
print([m for m in sys.modules if m.startswith(("magika_gm.games.", "magika_gm.app", "magika_gm.store"))])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
    assert len(MODULES) > 10
