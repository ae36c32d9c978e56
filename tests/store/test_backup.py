"""The copy made before an upgrade holds everything committed, also what is still in the write-ahead log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from magika_gm.store import database
from magika_gm.store.database import open_store


@pytest.mark.sqlite("the copy of the file")
def test_the_backup_has_what_the_log_had_and_is_never_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "magika.sqlite3"
    open_store(f"sqlite:///{path}", create=True).close()
    monkeypatch.setattr(database, "upgrade", lambda _url: None)
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("UPDATE alembic_version SET version_num = '0000'")
    writer.execute(
        "INSERT INTO games (id, title, scenario, seed, seed_hash, pace_days, created_at) "
        "VALUES ('7', 't', 's', x'00', 'h', 14, '')"
    )
    writer.commit()
    for _ in range(2):
        open_store(f"sqlite:///{path}").close()
    writer.close()
    copies = sorted(p for p in tmp_path.iterdir() if ".bak-" in p.name)
    assert len(copies) == 2
    for copy in copies:
        connection = sqlite3.connect(copy)
        assert connection.execute("SELECT id FROM games").fetchall() == [("7",)]
        connection.close()
