"""Every example of every command's help is typed in an office: it does what it says, or says why it does not."""

from __future__ import annotations

import io
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
from tests.on_postgres import wanted

ELSEWHERE = frozenset({"demo", "simulate", "solo", "worker", "move-office", "new-system"})
"""Commands that play for long, go on for ever, or need a server: tests of their own run them."""
NOT_HERE = ("postgresql", "--database-file", "--worker-role", "--checkout", "rule-book --markdown", "rule-book --texts")
ALONE = {
    "magika-gm new-system gunboat --into games --title Gunboat": "games/**/system.py",
    "magika-gm rule-book --markdown docs/rules": "docs/rules/*.md",
}  # fmt: skip
"""Those of them that are quick and need no office, and what they make."""
SIGNUPS = shipped("sample") / "magika" / "signups.toml"
FILES = {
    "signups.toml": SIGNUPS, "s.toml": SIGNUPS,
    "duel.toml": shipped("sample") / "xom_zol" / "signups.toml",
    "scenarios/mine.toml": shipped("scenarios") / "magika" / "classic.toml",
}  # fmt: skip
TEXTS = {
    "mail.txt": "SIGN-UP\nNAME Zoe Zar\nEMAIL zoe@example.org\nPASSWORD eight letters\nFIRST Zo, elf, good\nEND\n",
    "sheet.txt": "GAME 12 TURN 1\nMAGE C\nPASSWORD swordfish\n1 SEARCH\nEND\n", "told.txt": "1 SEARCH\n",
    "mail.eml": "From: a@example.org\nMessage-ID: <1@x>\n\nGAME 12 TURN 1\nMAGE C\nPASSWORD swordfish\n1 SEARCH\nEND\n",
    "deck.txt": "DECK\nEND DECK\n", "mine.txt": "ARMY\nEND ARMY\n", "ann.txt": "eight letters\n",
    "una.txt": "eight letters\n", "url.txt": "sqlite:///magika.sqlite3\n",
}  # fmt: skip
DATED = re.compile(r"20\d\d-\d\d-\d\d")
"""What is said of a day may be refused once it is past."""
MAY_FAIL = frozenset(
    f"magika-gm {line}"
    for line in """\
new-game 12 --signups s.toml
ingest mails/*.eml
process-turn 12
new-game 12 --signups signups.toml
sign-up confirm 5
sign-up withdraw 5
sign-up add --player 3 --password-file - --returning "7 C" --scrolls "Heals TelPt"
fill-game 13 --dry-run
fill-game 13 --pace three
fill-game 13 --seat M=policy
ingest
ingest ~/Maildir
ingest orders.mbox
ingest form.pdf
ingest --as 12:C -
check-orders form.pdf
check-orders deck.txt
inbox 12 --show 40
inbox --settle 40 accept --as 12:C
inbox 12 --settle 41 refuse --as C --reason "unreadable, please send text"
inbox --settle 42 drop
reply 40 "Get well soon; the turn waits until Sunday."
outbox --retry 17
outbox --cancel 17
player 3 --merge 17
player 3 --unmerge 17
player 3 --erase
process-turn 12 --review
standby place 12 C 3
standby leave 3
standby place 12 C 3 --reason "he asked for it" --yes
publish 12
reports 12 3
page 12 5 C
page 12 5 C -o look/C.html
gm-report 12 3 -o look/
verify C-final.json
verify reports/12/*/C.json
verify C-3.pdf C-5.txt
explain 12 3
explain 12 3 C
explain 12 3 C --phase 2
explain 12 3 C --as-told
accounts --take-back 17 --reason "typed twice"
pay ann@example.org 20 --currency EUR --reason "bank transfer"
charge 3 rule-book
hall-of-fame 12 --json
doctor --mail
doctor --to me@example.net
restore backups/magika-20261121-031500Z.tar.gz ~/magika-again
restore magika.sqlite3.bak-0004 .
army check mine.txt
army check mine.txt --json
army check mine.txt --game arena --json
adjudicate tests/magika/cases/MOVE-3*.toml
adjudicate tests/magika/cases --json
cancel-game 12 --reason "begun with the wrong pace"
player "Ann Dubois"
accounts "Ann Dubois"
""".splitlines()
)
"""Those that speak of what there is not in this office: a file, a message, a turn, a number, one Ann Dubois."""


def _leaves(command: click.Command, context: click.Context) -> Iterator[str]:
    if command.epilog:
        yield command.epilog
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        found = command.get_command(context, name)  # type: ignore[attr-defined]
        yield from _leaves(found, click.Context(found, parent=context, info_name=name))


def examples() -> list[str]:
    """Every example, without what is said of it."""
    lines = [
        line.strip().removeprefix("xclip -o | ")
        for epilog in _leaves(cli, click.Context(cli))
        for line in epilog.replace("\\\n", " ").splitlines()
        if line.strip().removeprefix("xclip -o | ").startswith("magika-gm ")
    ]
    bare = [re.split(r"\s{2,}(?![\s-])(?![^\"']*[\"']\s*$)", line)[0].partition(" > ")[0] for line in lines]
    return sorted(dict.fromkeys(bare), key=lambda line: "cancel-game" in line)  # the others speak of that game, too


def typed(line: str) -> bool:
    """Whether an example is typed in the office of these tests."""
    return line.split()[1] not in ELSEWHERE and not any(part in line for part in NOT_HERE)


def test_examples_are_found() -> None:
    found = examples()
    assert len(found) > 150
    assert "magika-gm accounts 12:A --mail" in found
    assert "magika-gm accounts --rates" in found
    assert "magika-gm solo --game magika" in found, "what is piped into it is left out"
    assert set(found) >= MAY_FAIL, "none of them that is an example no more"


def parsed(words: list[str]) -> click.Context:
    """A command line as click reads it, up to where the command would begin."""
    context: click.Context | None = None
    command: click.Command = cli
    name = "magika-gm"
    while isinstance(command, click.Group):
        context = click.Context(command, parent=context, info_name=name)
        name, *words = words
        found = command.get_command(context, name)
        assert found is not None, name
        command = found
    return command.make_context(name, words, parent=context)


def test_examples_that_are_not_typed_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options that are none, and words too many, are found where nothing is done."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    left = [line for line in examples() if not typed(line)]
    assert len(left) > 20
    for line in left:
        monkeypatch.setattr("sys.stdin", io.StringIO("sqlite:///magika.sqlite3\n"))
        assert parsed(shlex.split(line)[1:]).params, line
    with pytest.raises(click.UsageError):
        parsed(["solo", "--gaem", "arena"])


def test_what_writes_files_of_its_own_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line, made in ALONE.items():
        assert line in examples()
        done = CliRunner().invoke(cli, shlex.split(line)[1:])
        assert done.exit_code == 0, f"{line}: {done.output}{done.stderr}"
        assert list(tmp_path.glob(made)), line


@pytest.mark.slow
def test_every_example_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does what it says; those that are named, or speak of a day, may say why they do not,
    as may all where another database is asked for, whose tools are not everywhere.
    """
    folder = tmp_path / "office"
    begin(folder).close()
    run = CliRunner().invoke
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    wrong = []
    for name, path in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(path.read_bytes())
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    assert run(cli, ["new-game", "12", "--signups", "signups.toml", "--due", "2030-01-01"]).exit_code == 0
    for line in examples():
        words = shlex.split(line)[1:]
        if not typed(line):
            continue
        result = run(cli, words, input="eight letters\n" if "--password-file -" in line else "1 SEARCH\ny\n")
        odd = result.exception is not None and not isinstance(result.exception, SystemExit)
        said, may_fail = result.output + result.stderr, line in MAY_FAIL or DATED.search(line) or wanted()
        if odd or result.exit_code not in ((0, 1) if may_fail else (0,)) or "unforeseen" in said or "Traceback" in said:
            wrong.append(f"{line}: {result.exit_code} {result.exception!r} {said[-300:]}")
    assert not wrong, "\n".join(wrong)
