"""What a new office refuses and how it keeps its files: paces that are none, past dates, modes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.app.office.doors import MARKS, in_hand
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import init_office, open_office, read_settings
from magika_gm.cli.main import cli
from magika_gm.mail.postman import FilePostman
from magika_gm.resources import shipped


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_an_office_keeps_secret_is_its_owners_alone(tmp_path: Path) -> None:
    root = tmp_path / "office"
    init_office(root).close()
    assert mode(root) == 0o700
    delivery = FilePostman(root / "outbox").send("<a@b.example>", "gm@b.example", "p@b.example", b"token")
    assert delivery.state == "sent"
    assert mode(Path(delivery.detail)) == 0o600


def test_marks_of_what_is_in_hand_are_its_owners_alone(tmp_path: Path) -> None:
    """They are named after mails and games."""
    office = init_office(tmp_path / "office")
    with in_hand(office, "a mail"):
        assert (mode(office.root / MARKS), mode(office.root / MARKS / "a mail")) == (0o700, 0o600)
    office.close()


@pytest.mark.sqlite("the file's own mode")
def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    root = tmp_path / "office"
    init_office(root).close()
    assert mode(root / "magika.sqlite3") == 0o600


@pytest.mark.sqlite("a file that would be made")
def test_no_database_is_made_in_a_folder_that_is_no_office(tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="is no office"):
        open_office(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    root = tmp_path / "office"
    root.mkdir()
    root.chmod(0o755)
    init_office(root).close()
    assert mode(root) == 0o755


@pytest.mark.parametrize("pace", [0, -3])
def test_a_pace_that_is_none_is_refused(tmp_path: Path, pace: int) -> None:
    path = tmp_path / "magika.toml"
    path.write_text(f"[game]\npace_days = {pace}\n", encoding="utf-8")
    with pytest.raises(OfficeError, match=f"pace_days {pace} is no pace"):
        read_settings(path)


def test_a_first_turn_due_in_the_past_is_warned_of(tmp_path: Path) -> None:
    root = tmp_path / "office"
    init_office(root).close()
    new = ["--office", str(root), "new-game", "7", "--signups", str(shipped("sample") / "magika" / "signups.toml")]
    made = CliRunner().invoke(cli, [*new, "--due", "2020-01-01"])
    assert made.exit_code == 0, made.output
    assert "which is past" in made.stderr


def test_standby_add_asks_for_nothing_where_nobody_can_answer(tmp_path: Path) -> None:
    root = tmp_path / "office"
    init_office(root).close()
    add = ["--office", str(root), "standby", "add", "Una Byron"]
    bad = CliRunner().invoke(cli, [*add, "una"])
    assert "is no e-mail address" in bad.stderr
    none = CliRunner().invoke(cli, [*add, "una@example.org"])
    assert none.exit_code != 0
    assert "give --password" in none.stderr
    good = CliRunner().invoke(cli, [*add, "una@example.org", "--password", "owl light", "--json"])
    assert good.exit_code == 0
    assert good.stdout.startswith("{")


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a = " + "1" * 5000, "a." * 5000 + "a = 1", "[" + "a." * 150 + "a]"]
)
def test_settings_that_are_odd_are_refused_in_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "magika.toml").write_text(text, encoding="utf-8")
    with pytest.raises(OfficeError, match=r"magika\.toml"):
        read_settings(tmp_path / "magika.toml")
