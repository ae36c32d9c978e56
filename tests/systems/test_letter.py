"""The author's letter: a scenario of every game that has one, which the demo plays to ``verify``."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.cli.main import cli
from magika_gm.cli.solo import turns_of
from magika_gm.resources import shipped
from tests.examples import each_of
from tests.systems.contract import saying

LETTER, LETTERS = "letter", saying("letter")
REPORTS_OF = ""


@each_of(LETTERS)
def test_every_game_that_says_so_has_it(name: str) -> None:
    system = games.system(name)
    played = load_scenario(system, find_scenario(Path(), system, LETTER))
    assert system.setup.seats_of(played)


@pytest.mark.slow
@pytest.mark.parametrize("name", LETTERS)
def test_the_demo_plays_it(name: str, tmp_path: Path) -> None:
    """Every mail of the sample is from who sits where it says, so all are taken but those with a wrong password."""
    folder, sample = tmp_path / "demo", shipped("sample") / name
    result = CliRunner().invoke(cli, ["demo", str(folder), "--game", name, "--scenario", LETTER])
    assert result.exit_code == 0, result.output + result.stderr
    connection = sqlite3.connect(folder / "magika.sqlite3")
    mails = dict(connection.execute("SELECT outcome, count(*) FROM inbox GROUP BY outcome"))
    turns = connection.execute("SELECT max(turn) FROM turns").fetchone()
    connection.close()
    sent = [path.name for path in sample.glob("*/*.eml")]
    wrong = sum("wrong-password" in name for name in sent)
    assert Counter(mails) == Counter(accepted=len(sent) - wrong, refused=wrong)
    assert turns == (turns_of(sample),)
    assert list((folder / "outbox").rglob("*.eml"))
    assert "the same" in result.output
