"""Every example of every command's help is typed in an office: it does what it says, or says why it does not."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from tests.app.postroom import begin

ELSEWHERE = frozenset({"demo", "simulate", "solo", "worker", "move-office", "new-system"})
"""Commands that play for long, go on for ever, or need a server: tests of their own run them."""
NOT_HERE = ("postgresql", "--database-file", "--worker-role", "--checkout", "rule-book --markdown", "rule-book --texts")
SIGNUPS = shipped("sample") / "magika" / "signups.toml"
FILES = {
    "signups.toml": SIGNUPS, "s.toml": SIGNUPS,
    "scenarios/mine.toml": shipped("scenarios") / "magika" / "classic.toml",
}  # fmt: skip
TEXTS = {
    "mail.txt": "SIGN-UP\nNAME Zoe Zar\nEMAIL zoe@example.org\nPASSWORD eight letters\nFIRST Zo, elf, good\nEND\n",
    "sheet.txt": "GAME 12 TURN 1\nMAGE C\nPASSWORD swordfish\n1 SEARCH\nEND\n", "told.txt": "1 SEARCH\n",
    "mail.eml": "From: a@example.org\nMessage-ID: <1@x>\n\nGAME 12 TURN 1\nMAGE C\nPASSWORD swordfish\n1 SEARCH\nEND\n",
    "deck.txt": "DECK\nEND DECK\n", "mine.txt": "ARMY\nEND ARMY\n", "ann.txt": "eight letters\n",
    "una.txt": "eight letters\n",
}  # fmt: skip


def _leaves(command: click.Command, context: click.Context) -> Iterator[str]:
    if command.epilog:
        yield command.epilog
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        found = command.get_command(context, name)  # type: ignore[attr-defined]
        yield from _leaves(found, click.Context(found, parent=context, info_name=name))


def examples() -> list[str]:
    """Every example, without what is said of it."""
    lines = [
        line.strip()
        for epilog in _leaves(cli, click.Context(cli))
        for line in epilog.replace("\\\n", " ").splitlines()
        if line.strip().startswith("magika-gm ")
    ]
    bare = [re.split(r"\s{2,}(?![^\"']*[\"']\s*$)(?!-)", line)[0].partition(" > ")[0] for line in lines]
    return list(dict.fromkeys(bare))


def test_examples_are_found() -> None:
    found = examples()
    assert len(found) > 150
    assert "magika-gm accounts 12:A --mail" in found
    assert "magika-gm accounts --rates" in found


@pytest.mark.slow
def test_every_example_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "office"
    begin(folder).close()
    run = CliRunner().invoke
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    wrong, done = [], 0
    for name, path in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(path.read_bytes())
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    assert run(cli, ["new-game", "12", "--signups", "signups.toml", "--due", "2030-01-01"]).exit_code == 0
    for line in examples():
        words = shlex.split(line)[1:]
        if words[0] in ELSEWHERE or any(part in line for part in NOT_HERE):
            continue
        result = run(cli, words, input="eight letters\n" if "--password-file -" in line else "1 SEARCH\ny\n")
        odd = result.exception is not None and not isinstance(result.exception, SystemExit)
        said = result.output + result.stderr
        if odd or result.exit_code not in (0, 1, 3) or "unforeseen" in said or "Traceback" in said:
            wrong.append(f"{line}: {result.exit_code} {result.exception!r} {said[-300:]}")
        done += result.exit_code == 0
    assert not wrong, "\n".join(wrong)
    assert done > 90, "most of them do what they say"
