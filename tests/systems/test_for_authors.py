"""docs/for-authors.md: what it shows is done here as it stands there; what it names is there."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from importlib import import_module
from pathlib import Path

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "for-authors.md").read_text(encoding="utf-8")
SHOWN = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))


def test_what_it_shows_runs_as_it_stands() -> None:
    """In an interpreter of its own, where its asserts are asked."""
    done = subprocess.run([sys.executable, "-c", SHOWN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert SHOWN.count("assert ") >= 8


def test_the_parts_of_its_table_are_there_with_what_they_are_given() -> None:
    parts = import_module("magika_gm.engine.lines.parts")
    named = re.findall(r"`(\w+)(?:\(([^`]*)\))?`", "".join(re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE)))
    assert {"One", "Number", "Name", "Near", "Refuse"} <= {name for name, _ in named}
    for name, given in named:
        asked = {one.name for one in fields(getattr(parts, name))}
        assert [word for word in re.findall(r"(\w+)=?", given) if word not in asked] == [], name
