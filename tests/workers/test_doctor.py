"""The doctor on one of several machines: what another one has on its disk is not missing, what waits there is named."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from magika_gm.app.office.office import open_office
from magika_gm.app.operations.checks import Examined
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.workers import make_queue
from magika_gm.app.turns.process import process_turn
from tests.app.postroom import NOW, Post, begin, sheet
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres


def look(folder: Path, fix: bool = False) -> dict[str, Examined]:
    return {examined.check: examined for examined in examine(folder, NOW + timedelta(hours=1), fix=fix)}


def test_what_lies_on_another_machine_is_not_amiss(postgres: Server, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    office = begin(one, settings=f'[database]\nurl = "{postgres.new_database()}"\n')
    post = Post(office)
    assert post.one(sheet(turn=1)).outcome == "accepted"
    process_turn(office, "7", NOW, early=True)
    (one / "reports" / "7" / "1" / "C.pdf").unlink()
    two.mkdir()
    shutil.copy(one / "magika.toml", two)
    alone = look(two)
    assert any("is missing as it came" in f.what and f.needed for f in alone["mail in"].findings)
    assert not alone["reports"].healthy, "without workers nobody else has them"
    make_queue(office)

    here, there = look(one), look(two)
    assert (here["reports"].findings, there["reports"].findings) == ([], [])
    assert (
        here["reports"].looked_at
        == "108 files of 2 turns, 1 not on this machine: they are written when they are wanted"
    )
    assert ", 108 not on this machine" in there["reports"].looked_at
    assert here["mail in"].findings == []
    (hint,) = there["mail in"].findings
    assert (hint.what, hint.needed) == ("1 mail is not on this machine, nor in a backup of it", False)

    letter = post.one("Dear game master, may I ask something?\n")
    assert letter.outcome == "remark"
    assert look(one)["mail in"].findings == []
    waiting, _ = look(two)["mail in"].findings
    assert waiting.needed
    assert "waits for you, and is not on this machine" in waiting.what
    assert (one / waiting.place).is_file()

    mended = look(two, fix=True)
    assert all(finding.fixed for finding in mended["reports"].findings)
    assert look(two)["reports"].looked_at == "108 files of 2 turns"
    office.close()
    again = open_office(two)
    assert (two / "reports" / "7" / "1" / "C.pdf").is_file()
    again.close()
