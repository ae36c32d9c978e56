"""What a new office is asked for at a terminal, what options say instead, and where its password stands."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.app.accounts.rates import load_rates
from magika_gm.app.office.errors import parse_toml
from magika_gm.app.office.office import open_office, read_settings
from magika_gm.cli.main import cli

SECRET = "öffne dich 77"


def run(folder: Path, *words: str, typed: str = "", status: int = 0) -> str:
    done = CliRunner().invoke(cli, ["init", str(folder), *words], input=typed)
    assert done.exit_code == status, done.output + done.stderr
    return " ".join((done.output + done.stderr).split())


def answered(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_what_is_not_said_is_asked_for_and_the_provider_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    typed = answered("Spiele", "", "lisbon", "USD", "jogos@gmail.com", "", "smtp.gmail.com:465", "", SECRET)
    told = run(folder, "--ask", typed=typed)
    settings = read_settings(folder / "magika.toml")
    assert settings.text("office", "name") == "Spiele"
    assert settings.text("office", "gm") == "The Game Master"
    assert settings.zone.key == "Europe/Lisbon"
    assert [settings.text("imap", key) for key in ("host", "port", "security")] == ["imap.gmail.com", "993", "tls"]
    assert [settings.text("smtp", key) for key in ("host", "port", "security")] == ["smtp.gmail.com", "465", "tls"]
    for section in ("imap", "smtp"):
        assert settings.text(section, "user") == "jogos@gmail.com"
        file = folder / settings.text(section, "password_file")
        assert file.read_text(encoding="utf-8") == f"{SECRET}\n"
        assert file.stat().st_mode & 0o077 == 0
    assert "That is Gmail: turn 2-Step Verification on, then make an App password" in told
    assert "Dates are told by the clock of Europe/Lisbon; reports are printed on A4 paper." in told
    assert told.count("Europe/Lisbon") == 1
    assert f"Next: cd {folder}, and begin a game: magika-gm new-game 1 --signups FILE" in told
    assert f"Try your mail: magika-gm --office {folder} doctor --mail" in told
    assert "Not said" not in told
    assert SECRET not in told
    assert not [p for p in folder.rglob("*") if p.is_file() and p != file and SECRET.encode() in p.read_bytes()]
    again = run(folder, "--ask", "--name", "Other")
    assert "There is an office" in again
    assert read_settings(folder / "magika.toml").text("office", "name") == "Spiele"


def test_what_cannot_be_is_asked_for_once_more(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    wrong = ("Europe/Lissabon", "Europe/Berlin", "euros of mine", "USD", "nobody", "gm@games.example")
    servers = ("mail.games.example:0", "mail.games.example:993:none", "mail.games.example", "")
    told = run(folder, "--ask", "--name", "S", "--gm", "G", typed=answered(*wrong, *servers, "", ""))
    for fault in (
        "there is no time zone 'Europe/Lissabon'; did you mean Europe/Lisbon", "is no currency",
        "'nobody' is no mail address; write one like you@example.org", "'0' is no port; usual are 993, 143",
        "without encryption anybody on the way to mail.games.example could read the password",
    ):  # fmt: skip
        assert fault in told
    settings = read_settings(folder / "magika.toml")
    assert settings.text("imap", "host") == "mail.games.example"
    assert settings.text("imap", "user") == "gm@games.example"
    assert settings.text("imap", "password_file") == settings.text("smtp", "host") == ""
    assert "Not said yet: the server mail is sent by ([smtp] host). It is written into" in told


def test_without_a_terminal_nothing_is_asked_and_options_say_all(tmp_path: Path) -> None:
    bare = run(tmp_path / "bare")
    for place in ("[office] name", "time_zone", "[accounts] rates", "[office] email", "[imap] host", "[smtp] host"):
        assert place in bare
    assert "letters are written to outbox/ as files" in bare
    words = ["--name", "Jogos", "--gm", "Ana", "--time-zone", "Europe/Lisbon", "--email", "jogos@example.org"]
    words += ["--imap", "imap.example.org:143", "--smtp", "localhost:2525:none", "--user", "ana", "--currency", "usd"]
    folder = tmp_path / "whole"
    told = run(folder, *words, "--password-file", "-", typed=f"{SECRET}\n")
    assert "Not said" not in told
    settings = read_settings(folder / "magika.toml")
    assert [settings.text("imap", key) for key in ("port", "security", "user")] == ["143", "starttls", "ana"]
    assert [settings.text("smtp", key) for key in ("port", "security", "user")] == ["2525", "none", ""]
    assert (folder / settings.text("imap", "password_file")).read_text(encoding="utf-8") == f"{SECRET}\n"
    assert "it stays as it is" in run(folder, "--imap", "imap.example.org", "--currency", "EUR"), "made once"
    assert read_settings(folder / "magika.toml").text("imap", "port") == "143"
    assert "is no server; write one like imap.example.org" in run(tmp_path / "no", "--imap", "a b", status=1)
    assert not (tmp_path / "no").exists(), "nothing is made of what cannot be"


def test_a_password_typed_at_a_terminal_is_not_shown(tmp_path: Path) -> None:
    """In a terminal of its own: what is typed there comes back on it but for the password."""
    folder, (ours, its) = tmp_path / "office", pty.openpty()
    words = ["init", str(folder), "--name", "S", "--gm", "G", "--time-zone", "UTC", "--currency", "USD"]
    words += ["--imap", "localhost:10143:none", "--smtp", "localhost:10025:none"]
    process = subprocess.Popen([sys.executable, "-m", "magika_gm", *words], stdin=its, stdout=its, stderr=its)
    os.close(its)
    answers = {"mail address": "gm@x.example", "Your name there": "", "password there": SECRET}
    seen, end = "", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([ours], [], [], 0.2)[0]:
            continue
        try:
            seen += os.read(ours, 4096).decode()
        except OSError:  # it has ended
            break
        for question in [question for question in answers if question in seen and seen.endswith(": ")]:
            os.write(ours, f"{answers.pop(question)}\n".encode())
    assert process.wait(30) == 0, seen
    os.close(ours)
    assert (folder / "mail.password").read_text(encoding="utf-8") == f"{SECRET}\n", seen
    assert "gm@x.example" in seen
    assert SECRET not in seen


def test_money_that_rates_do_not_begin_with_gets_rates_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    told = run(folder, "--currency", "cad")
    assert f"Look through the figures in {folder / 'scenarios' / 'rates' / 'own.toml'}" in told
    office = open_office(folder)
    rates = load_rates(office)
    assert rates.of("turn", "CAD") == 500
    text = (folder / "scenarios" / "rates" / "own.toml").read_text(encoding="utf-8")
    assert next(iter(parse_toml(text, "rates", "")["turn"])) == "CAD"
    office.close()
    for wrong in ("XQZ", 'eu"r', "dollars"):
        assert "is no currency" in run(tmp_path / "no", "--currency", wrong, status=1)


@pytest.mark.parametrize(
    ("zone", "money", "paper"),
    [("", "", "letter"), ("Europe/Lisbon", "", "a4"), ("Europe/Lisbon", "USD", "a4"), ("", "EUR", "a4"),
     ("Etc/UTC", "USD", "letter"), ("America/Toronto", "CAD", "letter"), ("America/Sao_Paulo", "BRL", "a4")],
)  # fmt: skip
def test_paper_is_what_is_usual_with_zone_and_money(tmp_path: Path, zone: str, money: str, paper: str) -> None:
    run(tmp_path / "office", *(["--time-zone", zone] * bool(zone)), *(["--currency", money] * bool(money)))
    assert read_settings(tmp_path / "office" / "magika.toml").text("office", "paper") == paper
    run(tmp_path / "other", "--time-zone", "Europe/Lisbon", "--paper", "letter")
    assert read_settings(tmp_path / "other" / "magika.toml").text("office", "paper") == "letter"


@pytest.mark.parametrize("typed", ["", "Spiele\n"])
def test_who_leaves_in_the_middle_has_made_nothing(tmp_path: Path, typed: str) -> None:
    assert "Aborted" in run(tmp_path / "office", "--ask", typed=typed, status=1)
    assert not (tmp_path / "office").exists()


def test_an_office_made_where_one_stands_is_named_and_nobody_is_sent_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(Path())
    assert f"Office made in {tmp_path}. Dates" in told
    assert "Next: begin a game: magika-gm new-game 1" in told
