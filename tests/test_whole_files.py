"""A file is written whole, or stays what it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from magika_gm.whole_files import half_written, part_of, write_asked, write_whole


def test_text_and_bytes_take_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "gm.html"
    for data in ("Grüße\n", b"\x00\r\n", ""):
        write_whole(path, data, synced=True)
        assert path.read_bytes() == (data if isinstance(data, bytes) else data.encode())
    assert os.listdir(tmp_path) == ["gm.html"]


def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "open", "x")
    write_whole(tmp_path / "mail.eml", "x", private=True)
    assert (tmp_path / "mail.eml").stat().st_mode & 0o077 == 0
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644


def test_a_file_written_again_where_it_was_asked_for_is_open_to_whom_it_was(tmp_path: Path) -> None:
    path = tmp_path / "books.csv"
    write_asked(path, "first")
    for mode in (0o600, 0o660):
        path.chmod(mode)
        write_asked(path, oct(mode))
        assert (path.read_text(), path.stat().st_mode & 0o777) == (oct(mode), mode)


def test_what_cannot_be_written_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gm.html"
    path.write_text("before")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "after", synced=True)
    assert (path.read_text(), os.listdir(tmp_path)) == ("before", ["gm.html"])


def test_a_half_that_a_killed_run_left_is_known_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "gm.html"
    part_of(path).write_text("hal")
    assert half_written(part_of(path))
    assert not half_written(path)
    write_whole(path, "whole")
    assert os.listdir(tmp_path) == ["gm.html"]
