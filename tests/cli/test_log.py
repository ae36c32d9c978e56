"""The log of commands: whatever changed the office stands there, by whom, without secrets, and how to undo it."""

from __future__ import annotations

import errno
import json
import shlex
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from sqlalchemy import Connection

from magika_gm.app.office.doors import LOG, commands_noted, note_command
from magika_gm.cli.audit import UNDO
from magika_gm.cli.common import SECRETS
from magika_gm.cli.main import COMMANDS, cli
from magika_gm.resources import shipped
from tests.app.postroom import NOW, begin
from tests.desk import typed

REPORTS_OF = ""
READ_ONLY = {
    "adjudicate", "army check", "army page", "backup", "cards", "check-orders", "co-master list", "demo",
    "explain", "gallery", "games", "gm-report", "hall-of-fame", "log", "new-arena", "new-system", "page",
    "players", "reports", "rule-book", "sign-up list", "simulate", "site", "solo", "standby list", "status",
    "tick", "verify", "worker",
}  # fmt: skip
"""Commands that change no row of an office, make one whole, or work by themselves."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    begin(tmp_path / "office").close()
    return tmp_path / "office"


def run(folder: Path, *words: str, ok: bool = True, who: str = "") -> str:
    result = CliRunner().invoke(cli, ["--office", str(folder), *(["--who", who] if who else []), *words])
    assert (result.exit_code == 0) is ok, result.output + result.stderr
    return result.output + result.stderr


def logged(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(folder, "log", "--last", "0", "--json"))
    return found


def test_what_changed_the_office_stands_in_the_log_and_what_did_not_does_not(folder: Path) -> None:
    assert "No command changed this office yet." in run(folder, "log")
    run(folder, "status")
    run(folder, "accounts")
    run(folder, "remind", "7", "--dry-run")
    run(folder, "resume", "7", ok=False)
    assert logged(folder) == []
    run(folder, "pause", "7", "--reason", "I am ill", who="Anna")
    run(folder, "pay", "C", "3.50", ok=False)
    run(folder, "address", "7", "C", "new@example.org", "--force")
    pause, address = logged(folder)
    assert (pause["who"], pause["command"], pause["ended"]) == ("Anna", "pause", True)
    assert pause["words"] == "7 --reason 'I am ill'"
    assert pause["undo"] == "resume 7"
    assert pause["user"]
    assert address["undo"] == "address 7 C carol.w@example.com --force"
    shown = run(folder, "log", "--last", "1")
    assert "address 7 C new@example.org --force" in shown
    assert "pause" not in shown
    assert (folder / LOG).stat().st_mode & 0o777 == 0o600


def test_how_it_is_undone_undoes_it(folder: Path) -> None:
    run(folder, "pause", "7", "--reason", "I am ill")
    run(folder, "address", "7", "C", "new@example.org", "--force")
    for one in logged(folder):
        run(folder, *one["undo"].split())
    state = json.loads(run(folder, "status", "--json"))
    assert state["games"][0]["paused"] == ""
    assert "carol.w@example.com" in run(folder, "player", "7:C")


def test_secrets_stand_in_no_line_of_the_log(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden walrus\n", encoding="utf-8")
    run(folder, "standby", "add", "Rita Vale", "rita@example.org", "--password", "open walrus")
    run(folder, "standby", "add", "Sam Vale", "sam@example.org", "--password-file", str(secret))
    signups = str(shipped("sample") / "arena" / "signups.toml")
    run(folder, "new-game", "8", "--game", "arena", "--signups", signups, "--seed", "walrus of sixteen letters")
    assert len(logged(folder)) == 3
    assert "walrus" not in (folder / LOG).read_text(encoding="utf-8")
    assert "***" in run(folder, "log")


def every(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group) and name:
        for inner in command.commands.values():
            yield from every(inner, f"{name} {inner.name}")
    else:
        yield name, command


def all_commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    whole = {name: cli.get_command(context, name) for name in COMMANDS}
    return dict(one for name, command in whole.items() if command is not None for one in every(command, name))


def test_every_command_says_how_it_is_undone_or_changes_nothing() -> None:
    assert sorted(all_commands().keys() ^ (UNDO.keys() | READ_ONLY)) == []
    assert not UNDO.keys() & READ_ONLY


def test_every_parameter_that_takes_a_secret_is_blotted_out() -> None:
    """What a game is simulated or played alone with is no secret of an office."""
    public = {("simulate", "seed"), ("solo", "seed")}
    for name, command in all_commands().items():
        for param in command.params:
            words = f"{param.name} {getattr(param, 'help', '') or ''}".casefold()
            asks = not getattr(param, "is_flag", False) and any(
                word in words for word in ("password", "secret", "token")
            )
            if asks and (name, param.name) not in public:
                assert param.name in SECRETS, f"{name}: {param.name}"


def test_nothing_is_changed_where_the_log_cannot_be_written(folder: Path) -> None:
    (folder / LOG).mkdir()
    run(folder, "pause", "7", "--reason", "I am ill", ok=False)
    (folder / LOG).rmdir()
    assert json.loads(run(folder, "status", "--json"))["games"][0]["paused"] == ""


def test_a_command_that_is_cut_off_stands_there_as_such(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noted before it is committed: whatever is done stands in the log."""

    class Killed(BaseException):
        pass

    def killed(self: Connection) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", killed)
        patch.setattr("magika_gm.app.office.doors.note_command", once(note_command))
        with pytest.raises(BaseException):  # noqa: B017, PT011 - whatever a killed one looks like to its caller
            CliRunner().invoke(cli, ["--office", str(folder), "pause", "7", "--reason", "ill"], catch_exceptions=False)
    (one,) = commands_noted(folder)
    assert one.ended is None
    assert "(cut off, or under way)" in run(folder, "log")


def once(plain: Any) -> Any:
    done: list[int] = []

    def noted(*words: Any) -> None:
        if not done:
            plain(*words)
        done.append(1)

    return noted


def test_a_torn_line_is_passed_over_and_the_next_one_stands(folder: Path) -> None:
    (folder / LOG).write_text('{"id": "half', encoding="utf-8")
    run(folder, "pause", "7", "--reason", "ill")
    assert [one["command"] for one in logged(folder)] == ["pause"]


def test_the_log_is_backed_up(folder: Path, tmp_path: Path) -> None:
    run(folder, "pause", "7", "--reason", "ill")
    run(folder, "backup", str(tmp_path / "kept"))
    (archive,) = (tmp_path / "kept").glob("*.tar.gz")
    run(tmp_path, "restore", str(archive), str(tmp_path / "again"))
    assert [one["command"] for one in logged(tmp_path / "again")] == ["pause", "restore"]


@pytest.mark.sqlite("what is moved and put back is a file")
def test_what_makes_moves_or_puts_back_an_office_stands_there(folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    for _ in range(2):
        run(tmp_path, "init", str(new), who="Anna")
    assert [(one["command"], one["who"]) for one in logged(new)] == [("init", "Anna")], "the second changed nothing"
    run(folder, "move-office", "sqlite:///other.sqlite3")
    run(folder, "move-office", "sqlite:///other.sqlite3", ok=False)
    assert [one["command"] for one in logged(folder)] == ["move-office"]
    run(tmp_path, "restore", str(folder / "magika.sqlite3.moved"), str(folder))
    *_, back = logged(folder)
    assert back["undo"] == f"restore {folder}/other.sqlite3.before-restore {folder}"
    run(tmp_path, *back["undo"].split())


def test_a_password_in_a_line_of_a_form_stands_in_no_line_of_the_log(folder: Path) -> None:
    lines = ("--line", "Password: open walrus", "--line", "COUNTRY Canada")
    run(
        folder,
        "sign-up",
        "add",
        "--name",
        "Ann Dubois",
        "--email",
        "ann@example.org",
        "--anything",
        "--as",
        "Ann",
        *lines,
    )
    (one,) = logged(folder)
    assert one["words"].endswith("--line '***' --line 'COUNTRY Canada'")
    assert "walrus" not in (folder / LOG).read_text(encoding="utf-8")


def test_what_is_done_is_told_as_done_though_the_log_cannot_say_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(root: Path, told: dict[str, Any]) -> None:
        if "ended" in told:
            raise OSError(errno.ENOSPC, "No space left on device")
        note_command(root, told)

    with monkeypatch.context() as patch:
        patch.setattr("magika_gm.app.office.doors.note_command", full)
        run(folder, "pause", "7", "--reason", "ill")
    assert [one["ended"] for one in logged(folder)] == [None]


def test_turns_played_on_several_cores_stand_in_the_log_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signups = str(shipped("sample") / "arena" / "signups.toml")
    run(folder, "new-game", "8", "--game", "arena", "--signups", signups)
    monkeypatch.setattr("magika_gm.cli.turn.now", lambda: NOW)
    run(folder, "process-turn", "--due", "--jobs", "2")
    assert [one["command"] for one in logged(folder)] == ["new-game"]
    monkeypatch.setattr("magika_gm.cli.turn.now", lambda: NOW + timedelta(days=36_500))
    run(folder, "process-turn", "--due", "--anyway", "--jobs", "2")
    assert [(one["command"], one["ended"]) for one in logged(folder)] == [("new-game", True), ("process-turn", True)]


def test_what_doctor_mends_stands_in_the_log(folder: Path) -> None:
    typed(folder, "doctor")
    assert logged(folder) == []
    typed(folder, "doctor", "--fix")
    assert [(one["command"], one["words"], one["ended"]) for one in logged(folder)] == [("doctor", "--fix", True)]


def test_mail_read_where_none_came_is_no_change(folder: Path) -> None:
    (folder / "post" / "new").mkdir(parents=True)
    (folder / "post" / "cur").mkdir()
    (folder / "post" / "tmp").mkdir()
    settings = folder / "magika.toml"
    settings.write_text(settings.read_text("utf-8").replace('maildir = ""', 'maildir = "post"'), encoding="utf-8")
    assert "No mail." in run(folder, "ingest")
    assert logged(folder) == []


@pytest.mark.parametrize(
    "damage", [{"at": "yesterday"}, {"at": 3}, {"words": None}, {"given": [7]}, {"given": {"game": 7}}, {"id": []}]
)
def test_a_damaged_line_is_passed_over(folder: Path, damage: dict[str, Any]) -> None:
    run(folder, "pause", "7", "--reason", "ill")
    (noted, ended) = (folder / LOG).read_text("utf-8").splitlines()
    damaged = json.dumps(json.loads(noted) | {"id": "other"} | damage)
    (folder / LOG).write_text(f"{damaged}\n{noted}\n{ended}\n", encoding="utf-8")
    assert "undo: resume 7" in run(folder, "log")
    assert [one["command"] for one in logged(folder)] == ["pause"]


def test_how_it_is_undone_has_the_numbers_and_undoes_it(folder: Path) -> None:
    run(folder, "new-game", "8", "--game", "arena", "--signups", str(shipped("sample") / "arena" / "signups.toml"))
    run(folder, "standby", "add", "Rita Vale", "rita@example.org", "--password", "open walrus")
    before = json.loads(run(folder, "player", "7:C", "--json"))
    run(folder, "pay", "7:C", "20.00", "--reason", "cheque")
    run(folder, "charge", "7:C", "copy")
    run(folder, "fee", "7", "C", "free")
    run(folder, "insure", "7", "C", "e-mail")
    run(folder, "move-date", "7", "2099-12-28")
    run(folder, "wait", "7", "A", "3")
    run(folder, "note", "7", "ALL", "The next turn is a week later.")
    run(folder, "write", "7", "C", "Shall we wait for you?")
    run(folder, "outbox", "--cancel", "3")
    run(folder, "player", "7:C", "--paper", "a4", "--large-print", "--attach", "none")
    run(folder, "player", "7:C", "--phone", "+1 902 555 0100")
    run(folder, "player", "1", "--merge", "2", "--same-game", "--yes")
    run(folder, "pause", "ALL", "--reason", "the holidays")
    run(folder, "resume", "ALL")
    run(folder, "process-turn", "7", "--early")
    undo = {one["command"]: one["undo"] for one in logged(folder)}
    said = [one["undo"] for one in logged(folder)]
    assert undo["new-game"] == "cancel-game 8 --reason 'begun by mistake'"
    assert undo["standby add"] == "standby leave 1"
    assert undo["pay"].startswith("accounts --take-back ")
    assert undo["pay"].endswith(" --reason 'a slip'")
    assert undo["fee"] == "fee 7 C turn"
    assert undo["insure"] == "insure 7 C none"
    assert undo["wait"].startswith("move-date 7 2099-12-28T")
    assert undo["note"] == "acts 7 --take-back 1"
    assert undo["outbox"] == "outbox --retry 3"
    assert "player 3 --paper '' --normal-print --attach 'pdf json'" in said
    assert undo["player"] == "player 1 --unmerge 2"
    assert undo["pause"] == "resume 7; resume 8"
    assert undo["resume"] == "pause 7 --reason 'paused again'; pause 8 --reason 'paused again'"
    assert undo["process-turn"] == "undo-turn 7"
    assert not [one for one in said if "+1 902" in one or any(word in one for word in ("ENTRY", "NR", "NUMBER", "ID"))]
    for one in reversed(said):
        for command in one.split("; "):
            asks = ["--yes"] if command.startswith("cancel-game") else []
            if not command.startswith(("player 7:C", "move-date 7 2026")):  # which is past by the clock of today
                run(folder, *shlex.split(command), *asks)
    after = json.loads(run(folder, "player", "7:C", "--json"))
    assert after == before | {"phone": "+1 902 555 0100"}


def test_a_letter_that_was_dropped_is_not_said_to_be_orders(folder: Path, tmp_path: Path) -> None:
    mail = "From: x@example.net\nSubject: hello\nMessage-ID: <x1@example.net>\n\nWhat games are open?\n"
    (tmp_path / "x.eml").write_text(mail, encoding="utf-8")
    run(folder, "ingest", str(tmp_path / "x.eml"))
    run(folder, "inbox", "--settle", "1", "drop")
    undo = logged(folder)[-1]["undo"]
    assert undo == "it can still be read and answered: inbox --show 1, reply 1 TEXT"
    run(folder, "reply", "1", "Five, at the moment.")
