"""Number 7: what an office keeps is its owner's alone, also in a folder that was there before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.app.operations.doctor import examine
from magika_gm.resources import shipped
from tests.app.postroom import NOW
from tests.desk import typed


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """The machine's usual mask: everybody may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def run(root: Path, *words: str) -> None:
    result = typed(root, *words)
    assert result.exit_code == 0, result.output + result.stderr


def open_to_others(folder: Path) -> list[str]:
    return [str(p) for p in folder.rglob("*") if p.stat().st_mode & 0o077]


def test_nobody_else_reads_what_is_written_into_a_folder_that_was_there(tmp_path: Path) -> None:
    root = tmp_path / "srv"
    root.mkdir(mode=0o755)
    run(root, "init", str(root))
    run(root, "new-game", "7", "--signups", str(shipped("sample") / "magika" / "signups.toml"))
    os.umask(0o022)
    run(root, "process-turn", "7", "--early", "--dry-run", str(tmp_path / "look"))
    run(root, "process-turn", "7", "--early")
    run(root, "gm-report", "7", "-o", str(tmp_path / "gm"))
    run(root, "deliver")
    run(root, "backup")
    assert open_to_others(root) == []
    assert open_to_others(tmp_path / "look") == []
    assert open_to_others(tmp_path / "gm") == []


@pytest.mark.sqlite("the file's own mode")
def test_the_doctor_finds_and_mends_what_others_can_read(tmp_path: Path) -> None:
    root = tmp_path / "srv"
    run(root, "init", str(root))
    (root / "diagnosis-7-1.json").write_text("{}")
    (root / "magika.sqlite3").chmod(0o644)
    (root / "reports" / "7").mkdir(parents=True)
    for path in (root / "diagnosis-7-1.json", root / "magika.toml"):
        path.chmod(0o644)
    for path in (root, root / "reports", root / "reports" / "7"):
        path.chmod(0o755)
    found = {e.check: e for e in examine(root, NOW)}["modes"]
    assert not found.healthy
    assert [f.place for f in found.findings][:3] == [".", "diagnosis-7-1.json", "magika.sqlite3"]
    mended = {e.check: e for e in examine(root, NOW, fix=True)}["modes"]
    assert mended.healthy
    assert open_to_others(tmp_path) == []
    assert {e.check: e for e in examine(root, NOW)}["modes"].findings == []
