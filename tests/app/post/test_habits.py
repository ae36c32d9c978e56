"""Habits of new users: mails named by subject, mistyped words, cut-off runs (F10, F33, F37, F43, F51, F54)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.app.enrolment.signup_file import read_signups
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.tick import tick
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_order
from magika_gm.games.magika.orders.model import Drop
from magika_gm.games.magika.system import MAGIKA
from magika_gm.mail.readers import in_order
from tests.app.postroom import NOW, Post, sheet
from tests.desk import typed


def eml(folder: Path, name: str, headers: str, body: str) -> None:
    text = f"{headers}From: carol.w@example.com\nTo: gm@example.org\nSubject: x\nMessage-ID: <{name}@x>\n\n{body}"
    (folder / name).write_text(text, "utf-8")


def test_mails_are_taken_in_the_order_they_arrived(post: Post, tmp_path: Path) -> None:
    """F43: by Received, then Date, then name; programs export mails by their subjects."""
    folder = tmp_path / "mails"
    folder.mkdir()
    late, early = "Sun, 1 Nov 2026 10:00:00 +0000", "Fri, 30 Oct 2026 10:00:00 +0000"
    eml(folder, "a-new.eml", f"Date: {late}\n", sheet("1 MOVE NE"))
    eml(folder, "b-old.eml", f"Date: {early}\n", sheet("1 SEARCH"))
    eml(folder, "c-held.eml", f"Received: by x;\n {late.replace('10:', '11:')}\nDate: {early}\n", sheet("1 MEDITATE"))
    eml(folder, "d-none.eml", "", "hello?\n")
    assert [p.name[0] for p in in_order(sorted(folder.iterdir()))] == ["b", "a", "c", "d"]
    run = ["--office", str(post.office.root), "ingest"]
    CliRunner().invoke(cli, [*run, *map(str, sorted(folder.iterdir()))])
    ((last,),) = post.rows("SELECT sheet FROM sheets ORDER BY revision DESC LIMIT 1")
    assert "1 MEDITATE" in last


def test_what_a_cut_off_run_left_is_finished_first(post: Post) -> None:
    """F51: by the next --due and by the next round."""
    for how in ("due", "tick"):
        turn = process_turn(post.office, "7", NOW, early=True).turn
        folder = post.office.reports("7", turn)
        shutil.rmtree(folder)
        if how == "due":
            said = typed(post, "process-turn", "--due")
            assert "the reports of its last turn were not here; they are written now" in said.stderr
        else:
            parts = {part.name: part for part in tick(post.office, NOW)}
            assert parts["missing reports"].done == ["reports of game 7 written"]
        assert (folder / "C.pdf").is_file()
    assert "missing reports" not in {part.name for part in tick(post.office, NOW)}


def test_the_code_word_of_a_report_is_no_password_and_that_is_said(post: Post) -> None:
    """F10."""
    ((word,),) = post.rows("SELECT code_word FROM seats WHERE seat = 'C'")
    assert post.one(sheet(password=word)).outcome == "refused"
    assert "the one you signed up with" in " ".join(post.answer().split())
    assert "Code word" in (process_turn(post.office, "7", NOW, early=True).folder / "C.txt").read_text("utf-8")


@pytest.mark.parametrize(("typed", "meant"), [("statu", "status"), ("ingst", "ingest"), ("zzz", "--help")])
def test_a_command_mistyped_names_the_one_that_was_meant(typed: str, meant: str) -> None:
    """F33."""
    result = CliRunner().invoke(cli, [typed])
    assert result.exit_code == 2
    assert meant in result.stderr


def test_faults_of_a_sign_up_file_are_in_our_words(tmp_path: Path) -> None:
    """F33."""
    path = tmp_path / "signups.toml"
    path.write_text(
        '[[player]]\nname = "A"\nemail = "nowhere"\npassword = "abc"\npapper = "a4"\npaper = "a5"\nturns = -1\n'
        '[[player]]\nname = 3\nemail = "a@b.example"\nphones = "1"\n[wizards]\n',
        "utf-8",
    )
    scenario = MAGIKA.setup.read_scenario(
        (Path(__file__).parents[3] / "scenarios" / "magika" / "classic.toml").read_text("utf-8"), "classic"
    )
    with pytest.raises(OfficeError) as error:
        read_signups(path, MAGIKA, scenario)
    said = str(error.value)
    for words in ("player.1.email: that is no mail address", "player.1.password: 8 characters at least",
                  "player.1.turns: must be 0 or more", "player.2.name: must be a text",
                  "player.2.password: password is missing", "wizards: wizards is not known"):  # fmt: skip
        assert words in said
    for pydantic in ("String should", "Input should", "Extra inputs", "Field required", "Value error"):
        assert pydantic not in said


def test_dates_for_programs_are_iso(post: Post) -> None:
    """F37."""
    said = json.loads(typed(post, "status", "--json").stdout)
    assert "T" in said["games"][0]["next_due"]


def test_two_cloaks_of_a_colour_are_dropped_in_one_order() -> None:
    """F54."""
    order = read_order("DROP RED CLOAK, RED CLOAK")
    assert order == Drop(("cloak:red", "cloak:red"))
    assert isinstance(read_order("DROP CROWN, CROWN"), Fault)
