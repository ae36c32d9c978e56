"""Co-masters and their keys; a master who plays sees nothing his seat may not know, whatever command he gives."""

from __future__ import annotations

import json
import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from magika_gm.app.office.passwords import CO_MASTERS, MASTERS_OWN
from magika_gm.app.turns.acts import ALWAYS, IN_PART, NEVER, OWN_SEAT
from magika_gm.cli.main import COMMANDS, cli
from tests.app.postroom import begin
from tests.cli.test_secrets import NO_OFFICE, SIGNUPS, WORDS
from tests.examples import ALL

REPORTS_OF = "AB"
HIDDEN = "quetzalcoatl"
"""A word of another player, in what he orders, writes and mails."""


def run(folder: Path, *words: str, key: str = "") -> Result:
    return CliRunner().invoke(cli, ["--office", str(folder), *words], env={"MAGIKA_KEY": key})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    begin(tmp_path / "office", system="xom_zol").close()
    return tmp_path / "office"


def logged(folder: Path) -> list[tuple[str, str]]:
    found = json.loads(run(folder, "log", "--json").stdout)
    return [(one["command"], one["who"]) for one in found if one["ended"]]


def test_a_command_with_a_key_stands_in_the_log_as_its_owner_s(folder: Path, tmp_path: Path) -> None:
    key = json.loads(run(folder, "co-master", "add", "Anna", "--json").stdout)["key"]
    assert key not in (folder / CO_MASTERS).read_text("utf-8")
    assert (folder / CO_MASTERS).stat().st_mode & 0o077 == 0
    assert "Anna" in run(folder, "co-master", "list").stdout
    assert run(folder, "pause", "7", "--reason", "ill", key=key).exit_code == 0
    (tmp_path / "key").write_text(f"{key}\n", encoding="utf-8")
    assert run(folder, "--key-file", str(tmp_path / "key"), "resume", "7").exit_code == 0
    assert run(folder, "pause", "7", "--reason", "ill").exit_code == 0
    assert logged(folder) == [("co-master add", ""), ("pause", "Anna"), ("resume", "Anna"), ("pause", "")]


def test_neither_a_wrong_key_nor_another_s_name_is_good(folder: Path) -> None:
    key = json.loads(run(folder, "co-master", "add", "Anna", "--json").stdout)["key"]
    for words, given, why in (
        (["--who", "anna"], "", "give the key"),
        ([], "no such key", "no co-master's"),
        (["--who", "Bert"], key, "Anna's, not Bert's"),
    ):
        done = run(folder, *words, "pause", "7", "--reason", "ill", key=given)
        assert done.exit_code == 1
        assert why in done.stderr
    assert run(folder, "co-master", "add", "ANNA").exit_code == 1
    for command in (["co-master", "add", "Eve"], ["cancel-game", "7", "--yes", "--reason", "x"], ["move-office", "x"]):
        assert "the game master's own" in run(folder, *command, key=key).stderr, command
    for name in ("Anas", "Anat"):
        assert run(folder, "co-master", "add", name).exit_code == 0
    assert re.search(r"did you mean An\w+ or An\w+\?", run(folder, "co-master", "remove", "Ana").stderr)
    assert run(folder, "co-master", "remove", "anna").exit_code == 0
    assert "no co-master's" in run(folder, "pause", "7", "--reason", "ill", key=key).stderr
    assert logged(folder) == [*[("co-master add", "")] * 3, ("co-master remove", "")]
    (folder / CO_MASTERS).write_text("[{", encoding="utf-8")
    assert "damaged" in run(folder, "co-master", "list").stderr


def test_no_key_makes_or_restores_an_office_and_nothing_is_begun(folder: Path, tmp_path: Path) -> None:
    """In a folder without an office nobody's key could be proved; an archive brings the names along that need one."""
    key = json.loads(run(folder, "co-master", "add", "Anna", "--json").stdout)["key"]
    assert run(folder, "backup", str(tmp_path / "kept")).exit_code == 0
    (archive,) = (tmp_path / "kept").glob("*.tar.gz")
    new = tmp_path / "new"
    for words in (["init", str(new)], ["restore", str(archive), str(new)], ["--who", "Anna", "init", str(new)]):
        done = run(folder, *words, key=key)
        assert done.exit_code == 1
        assert "the game master's own: no key (MAGIKA_KEY, --key-file)" in done.stderr
        assert not new.exists()
    assert "give the key" in run(folder, "--who", "anna", "restore", str(archive), str(new)).stderr
    assert not new.exists()
    assert run(folder, "--who", "Bert", "restore", str(archive), str(new)).exit_code == 0
    assert logged(new)[-1] == ("restore", "Bert")


def test_every_command_is_said_to_show_nothing_a_part_or_too_much() -> None:
    assert sorted(COMMANDS) == sorted([*ALWAYS, *IN_PART, *NEVER, *OWN_SEAT])
    assert {word.partition(" ")[0] for word in MASTERS_OWN} <= COMMANDS.keys()


def mail(number: int, sender: str, subject: str, body: str) -> str:
    head = f"From: {sender}\nTo: gm@example.org\nSubject: {subject}\nMessage-ID: <{number}@b.example>\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\n\n{body}\n"


@pytest.fixture
def played(folder: Path) -> Path:
    """A turn is played, the next waits for review. B's lines, subjects and letters have the word; so has what was noted
    and corrected for him."""
    texts = [
        f"GAME 7 TURN 1\nSIDE B\nPASSWORD foxglove9\nDISCARD {HIDDEN}\nMESSAGE\n{HIDDEN}, my friend\nEND MESSAGE\nEND",
        f"Dear master, is {HIDDEN} a card? Best wishes.",
        f"GAME 7 TURN 2\nSIDE B\nPASSWORD foxglove9\nDISCARD {HIDDEN}\nEND",
    ]
    for number, text in enumerate(texts):
        if number == 1:
            assert run(folder, "process-turn", "7", "--early").exit_code == 0
        file = folder.parent / f"{number}.eml"
        file.write_text(mail(number, "owen.pritchard@example.net", f"about {HIDDEN}", text), encoding="utf-8")
        assert run(folder, "ingest", str(file)).exit_code == 0
    for words in (["note", "7", "B", f"{HIDDEN} it is"], ["correct", "life", "7", "B", "-1", "--reason", HIDDEN]):
        done = run(folder, *words)
        assert done.exit_code == 0, done.output + done.stderr
    assert run(folder, "process-turn", "7", "--early", "--review").exit_code == 0
    return folder


def test_nothing_of_another_s_is_in_what_any_command_says(played: Path, tmp_path: Path) -> None:
    """Whether the seat is said with each command or stands in the settings; else the same commands show much."""
    last = ("undo-turn", "publish", "cancel-game", "restore", "move-office")
    commands = [
        [name, *(w.format(file=tmp_path / "1.eml", other=tmp_path / name, url="x", signups=SIGNUPS)
                 if w[:1] == "{" else w for w in WORDS.get(name, []))]
        for name in (*(set(COMMANDS) - NO_OFFICE - set(last)), *last)
    ]  # fmt: skip
    commands += [
        ["inbox", "--all"], ["inbox", "--show", "2"], ["inbox", "--all", "--show", "1"], ["outbox", "--all"],
        ["explain", "7", "1", "B"], ["explain", "7", "1", "A", "--as-told"], ["page", "7", "1", "B"],
        ["page", "7", "1", "A"], ["publish", "7", "--look"], ["process-turn", "7", "--dry-run", str(tmp_path / "dry")],
        ["process-turn", "7", "--review", "--early"], ["ingest", "--as", "7:B", str(tmp_path / "2.eml")],
        ["ingest", str(tmp_path / "2.eml")], ["player", "2"], ["player", "2", "--export", str(tmp_path / "all")],
        ["verify", "7"], ["reply", "2", "thanks"], ["doctor", "--deep"], ["log", "--last", "0"],
    ]  # fmt: skip
    bites: set[str] = set()
    secrets = {HIDDEN, *cards_of_b(played)}
    for number, (words, more) in enumerate(product(commands, ([], ["--json"]))):
        if not ALL and number % 3:
            continue
        office = tmp_path / str(number)
        if ALL:
            shutil.copytree(played, office)
            seeing = run(office, *words, *more)
            bites |= {words[0] for secret in secrets if secret in seeing.output + seeing.stderr}
            shutil.rmtree(office)
        shutil.copytree(played, office)
        if number % 2:
            blind = run(office, "--blind", "7:A", *words, *more)
        else:
            (office / "magika.toml").write_text('[office]\nplays = ["7:A"]\n', encoding="utf-8")
            blind = run(office, *words, *more)
        said = blind.output + blind.stderr
        assert not [secret for secret in secrets if secret in said], (words, more, said)
        assert "unforeseen" not in said, (words, said)
        shutil.rmtree(office)
    assert not ALL or bites >= {"acts", "inbox", "log", "reply"}, bites


def test_a_rival_s_mail_is_hidden_whatever_it_or_the_command_names(played: Path) -> None:
    """His sheet for two games at once, from an address nobody knows; in the master's own name; and with another game
    beside the mail's number."""
    sheet = f"GAME {{}} TURN 2\nSIDE {{}}\nPASSWORD foxglove9\nDISCARD {HIDDEN}\nEND"
    both = f"{sheet.format(7, 'B')}\n\n{sheet.format(8, 'B')}"
    mails = [
        mail(11, "strange@example.org", "orders", both), mail(12, "strange@example.org", "orders", both),
        mail(13, "owen.pritchard@example.net", HIDDEN, sheet.format(7, "A")),
        mail(14, "strange@example.org", "orders", sheet.format("7,", "Q")),
    ]  # fmt: skip
    for number, text in enumerate(mails):
        file = played.parent / f"more-{number}.eml"
        file.write_text(text, encoding="utf-8")
        assert HIDDEN not in run(played, "--blind", "7:A", "ingest", str(file)).output
    assert HIDDEN not in run(played, "--blind", "7:A", "inbox", "--all").output
    for number in (2, 4, 5, 6, 7):
        for words in (["inbox", "--show"], ["inbox", "8", "--show"], ["inbox", "--all", "--show"]):
            done = run(played, "--blind", "7:A", *words, str(number))
            assert (done.exit_code, HIDDEN in done.output) == (1, False), (number, words, done.output)
            assert "somebody who plays there" in done.stderr
        assert run(played, "--blind", "7:A", "inbox", "8", "--settle", str(number), "drop").exit_code == 1
    assert run(played, "--seeing", "--blind", "7:A", "inbox", "8", "--show", "5").exit_code == 0
    assert "looked" in run(played, "outbox").output


def test_his_own_mail_and_a_stranger_s_are_his_to_see(played: Path) -> None:
    for number, sender in ((21, "marta.lindqvist@example.org"), (22, "strange@example.org")):
        file = played.parent / f"{number}.eml"
        file.write_text(mail(number, sender, "hello", "Dear master, when do we meet?"), encoding="utf-8")
        assert run(played, "ingest", str(file)).exit_code == 0
    for number in (4, 5):
        shown = run(played, "--blind", "7:A", "inbox", "--all", "--show", str(number))
        assert (shown.exit_code, "when do we meet" in shown.stdout) == (0, True), (number, shown.output)


def test_who_plays_may_look_at_his_own_seat_alone(played: Path) -> None:
    mine = run(played, "--blind", "7:A", "explain", "7", "1", "A", "--as-told")
    assert (mine.exit_code, mine.stderr) == (0, ""), mine.output
    for seat, more in (("A", []), ("B", ["--as-told"])):
        done = run(played, "--blind", "7:A", "explain", "7", "1", seat, *more)
        assert (done.exit_code, "shows you your own seat alone" in done.stderr) == (1, True), done.output


def cards_of_b(office: Path) -> set[str]:
    """What B holds after turn 1, but for what A has heard of."""
    reports = office / "reports" / "7" / "1"
    heard = (reports / "A.txt").read_text("utf-8")
    found = set(json.loads((reports / "B.json").read_text("utf-8"))["hand"])
    held = {name for name in found if name not in heard}
    assert held
    return held


def test_what_he_sees_all_the_same_is_told_to_who_plays_there(played: Path) -> None:
    (played / "magika.toml").write_text('[office]\nplays = ["7:A"]\n', encoding="utf-8")
    assert "--seeing" in run(played, "inbox", "--show", "2").stderr
    assert HIDDEN in run(played, "--seeing", "inbox", "--show", "2").stdout
    (played / "magika.toml").write_text("", encoding="utf-8")
    *_, looked = json.loads(run(played, "log", "--json").stdout)
    assert (looked["command"], looked["words"].split()[0]) == ("inbox", "--seeing")
    letters = [one for one in json.loads(run(played, "outbox", "--json").stdout) if "looked" in one["subject"]]
    assert {one["recipient"] for one in letters} == {"owen.pritchard@example.net", "marta.lindqvist@example.org"}
    assert run(played, "--blind", "7:Q", "status").exit_code == 1
    assert run(played, "--blind", "8:A", "status").exit_code == 1
    assert run(played, "--blind", "seven", "status").exit_code == 1
