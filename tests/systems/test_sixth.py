"""A sixth game beside ours fails no test outside its folder: what ``new-system`` writes into a copy of this program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from magika_gm import games

ROOT = Path(__file__).resolve().parents[2]
NAME = "puddle"
NAMED = f"{NAME} or not ({' or '.join(games.SYSTEMS)})"
"""Tests of the new game, and those that are of no game or of all at once."""
PARTS = ("docs", "magika_gm", "reports", "scenarios", "templates", "tests", "turns")
ELSEWHERE = "not slow and not browser and not postgres and not benchmark"


def looped() -> list[str]:
    """Files of tests that ask something of every game."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__)]
    return sorted(str(path.relative_to(ROOT)) for path in files if "SYSTEMS" in path.read_text(encoding="utf-8"))


def linked(source: Path, into: Path) -> None:
    """A folder's files, each as a link, so that what is written beside them stays there."""
    for path in source.iterdir():
        if path.name == "__pycache__":
            continue
        if path.is_dir():
            (into / path.name).mkdir()
            linked(path, into / path.name)
        else:
            (into / path.name).symlink_to(path)


def measured(folder: Path, environment: dict[str, str]) -> str:
    """The measures of the house that ``make plan`` prints."""
    words = [sys.executable, "-m", "tests.house.measures"]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert "names a game must give" in done.stdout, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_game_just_begun_fails_no_test_of_all_games(tmp_path: Path) -> None:
    for part in PARTS:
        (tmp_path / part).mkdir()
        linked(ROOT / part, tmp_path / part)
    for file in (ROOT / "pyproject.toml", ROOT / "Makefile", *ROOT.glob("*.md")):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "MAGIKA_EXAMPLES": ""}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-9000:] + done.stderr[-2000:]
        return done.stdout

    said = run("magika_gm", "new-system", NAME, "--checkout", str(tmp_path))
    line = next(row.partition(": ")[2] for row in said.splitlines() if "games.SYSTEMS" in row)
    table = tmp_path / "magika_gm" / "games" / "__init__.py"
    text = table.read_text(encoding="utf-8").replace('    "magika":', f'    {line},\n    "magika":', 1)
    table.unlink()
    table.write_text(text, encoding="utf-8")
    run("magika_gm", "rule-book", "--game", NAME, "--markdown", f"docs/{NAME}/rules")
    run("magika_gm", "rule-book", "--game", NAME, "--texts")
    words = ("-q", "-p", "no:cacheprovider", "-m", ELSEWHERE, "--tb=short")
    found = run("pytest", *words, "-k", NAMED, *looped())
    assert sum(map(len, re.findall(r"^\.+(?= +\[)", found, re.MULTILINE))) > 300, found
    run("pytest", *words, "tests/test_house.py", "tests/house/test_measures.py")
    run("tests.house.seam")
    assert measured(tmp_path, environment) == measured(ROOT, {**environment, "PYTHONPATH": str(ROOT)}), "it moves none"
    run("magika_gm", "demo", str(tmp_path / "office"), "--game", NAME)
