"""Names in any language, in whatever locale cron or a terminal has: nothing ends in the middle, nothing is garbled."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.postroom import begin

pytestmark = pytest.mark.sqlite("commands are processes of their own, and the name is written with sqlite3")

REPORTS_OF = ""
PLAIN = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_", "LANG"))}
STRICT = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "LANG": "C"}
LOCALES = {
    "C": STRICT,
    "strict ASCII": STRICT | {"PYTHONIOENCODING": "ascii:strict"},
    "latin-1": STRICT | {"PYTHONIOENCODING": "latin-1:strict"},
    "UTF-8": {"PYTHONUTF8": "1"},
}
BY_DAY = [how if how == "strict ASCII" else pytest.param(how, marks=pytest.mark.slow) for how in LOCALES]
NAME = "Tomáš Dvořák-Grønnå"


def run(root: Path, how: str, *words: str | bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "magika_gm", "--office", str(root), *words]
    return subprocess.run(command, capture_output=True, check=False, env=PLAIN | LOCALES[how])


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    office = begin(tmp_path_factory.mktemp("locale") / "office", system="xom_zol")
    office.close()
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE players SET name = ? WHERE id = 1", [NAME])
    connection.close()
    return office.root


@pytest.mark.slow
@pytest.mark.parametrize("how", BY_DAY)
def test_tables_are_whole_and_a_name_is_shown_or_escaped(root: Path, how: str) -> None:
    coding = "latin-1" if how == "latin-1" else "utf-8"  # in ASCII click writes UTF-8, as all the world reads it
    for words in (["players"], ["accounts"], ["players", "--json"]):
        done = run(root, how, *words)
        assert done.returncode == 0, done.stderr
        if words == ["players"]:
            assert NAME.encode(coding, "backslashreplace") in done.stdout
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("how", BY_DAY)
def test_a_text_is_taken_as_it_was_typed(root: Path, how: str) -> None:
    word = f"späte Grüße aus {how}"
    done = run(root, how, "note", "7", "A", word.encode())
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(root / "magika.sqlite3") as connection:
        kept = [row[0] for row in connection.execute("SELECT act FROM acts ORDER BY nr")]
    connection.close()
    assert any(word in act for act in kept), kept


@pytest.mark.parametrize("how", ["C", pytest.param("latin-1", marks=pytest.mark.slow)])
def test_bytes_that_are_no_utf_8_are_taken_as_latin_1(root: Path, how: str) -> None:
    assert run(root, how, "note", "7", "B", "späte Grüße".encode("latin-1")).returncode == 0
    with sqlite3.connect(root / "magika.sqlite3") as connection:
        kept = [row[0] for row in connection.execute("SELECT act FROM acts ORDER BY nr")]
    connection.close()
    assert any("späte Grüße" in act for act in kept), kept


@pytest.mark.slow
@pytest.mark.parametrize("how", LOCALES)
@pytest.mark.parametrize("name", ["späte.txt".encode(), "späte.txt".encode("latin-1")])
def test_a_file_is_found_under_its_name(root: Path, how: str, name: bytes) -> None:
    sheet = os.path.join(os.fsencode(root), name)
    with open(sheet, "wb") as file:
        file.write(b"GAME 7 TURN 1\nSIDE A\nPASSWORD heron bridge\nREACT\nEND\n")
    done = run(root, how, "check-orders", sheet)
    assert done.stdout
    assert not done.stderr
