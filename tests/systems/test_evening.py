"""What the documents for authors of games show is done here as it stands there; their table of parts is the seam's."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.cli.main import cli
from tests.house.seam import MARKS, rows

DOCS = Path(__file__).resolve().parents[2] / "docs"
EVENING = (DOCS / "a-game-in-an-evening.md").read_text(encoding="utf-8")


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Language and content of each block of code."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield found[1], found[2]


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to work in, where packages are found; ``pond`` in the table of games once it is said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for cached in (games.system, games.any_sheet):
        cached.cache_clear()
    for module in [name for name in sys.modules if name.split(".")[0] == "pond"]:
        del sys.modules[module]


def test_the_evening_goes_as_it_is_told(listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = ""
    for language, content in blocks(EVENING):
        head, _, body = content.partition("\n")
        path, _, instead = head.removeprefix("# ").partition(", ")
        if language == "console":
            for module in [name for name in sys.modules if name.split(".")[0] == "pond"]:
                del sys.modules[module]
            result = CliRunner().invoke(cli, content.split()[1:])
            assert result.exit_code == 0, result.output + result.stderr
        elif path == "magika_gm/games/__init__.py":
            name, place = (word.strip('" ,\n') for word in body.split('": "'))
            monkeypatch.setitem(games.SYSTEMS, name, place)
            games.system.cache_clear()
        elif language == "toml":
            (listed / path).write_text(body, encoding="utf-8")
        else:
            text = (listed / path).read_text(encoding="utf-8")
            if not instead:
                assert text.count(body.rstrip("\n")) == 1, f"{path} does not say, once:\n{body}"
                quoted = body.rstrip("\n")
                continue
            (listed / path).write_text(text.replace(quoted, body.rstrip("\n")), encoding="utf-8")


def test_every_name_of_the_seam_is_in_the_table_of_parts() -> None:
    """What a game must say to the letter; of what has a default only that nothing is said to be changed by games that
    none changes: a new game may change whatever it likes without a word of it here.
    """
    found: dict[str, dict[str, str]] = {}
    for line in EVENING.split("|---|---|---|---|---|\n")[1].split("\n\n")[0].splitlines():
        part, must, default, may, given = (cell.strip() for cell in line.strip("|").split("|"))
        assert default, part
        named = zip(MARKS, (must, may, given), strict=True)
        found[part] = {name: mark for mark, cell in named for name in re.findall(r"`(\w+)`", cell)}
    assert found.keys() == rows().keys()
    for part, marks in rows().items():
        said = found[part]
        cure = f"{part}: python -m tests.house.seam table prints what the document has to say"
        assert said.keys() == marks.keys(), cure
        for name, mark in marks.items():
            assert said[name] == mark or (said[name], mark) == ("given", "may"), f"{name} in {cure}"


def test_the_kits_example_runs() -> None:
    (example,) = (
        content for language, content in blocks((DOCS / "kit.md").read_text(encoding="utf-8")) if language == "python"
    )
    made: dict[str, object] = {}
    exec(example, made)
    assert str(made["pdf"]).startswith("b'%PDF")
    assert "t2 -> t3" in str(made["text"])
    assert "Your way goes north-east." in str(made["html"])


def test_the_kits_blocks_stand_where_its_table_says() -> None:
    table = re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \| `(\w+)` \|", (DOCS / "kit.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(table) > 15
    for names, module in table:
        kit = import_module(f"magika_gm.reports.kit.{module}")
        assert [name for name in re.findall(r"\w+", names) if not hasattr(kit, name)] == [], module
