"""No secret in what a command says, logs, prints as JSON, or shows in the list of processes."""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import make_url
from sqlalchemy.exc import IntegrityError

from magika_gm.app.office.office import init_office, settings_text
from magika_gm.cli.main import COMMANDS, cli
from magika_gm.store import tables as t
from magika_gm.store.database import StoreError, open_store
from magika_gm.store.urls import NOT_SHOWN, concealed, has_secret, read_url, shown_url
from tests.desk import typed

ROOT = Path(__file__).parents[2]
SIGNUPS = ROOT / "turns" / "sample" / "magika" / "signups.toml"
NOWHERE = "postgresql+psycopg://hidden1user:hidden2pass@127.0.0.1:1/office?"
URLS = {
    "user, password, query": NOWHERE + "password=hidden3pass&sslpassword=hidden4pass&options=hidden5&sslmode=prefer",
    "escaped": "postgresql+psycopg://hidden1%40user:hidden%2Fpass@127.0.0.1:1/office?password=hidden%253pass",
    "values the library refuses": NOWHERE + "sslmode=hidden3mode&target_session_attrs=hidden4attrs",
    "a number that is none": NOWHERE + "connect_timeout=hidden3",
    "a service nobody knows": NOWHERE + "service=hidden3service",
    "words nobody knows": NOWHERE + "hidden3word=hidden4&plugin=hidden5&prepare_threshold=hidden6",
    "an @ in the password": "postgresql+psycopg://hidden1user:hidden2@hidden3pass@127.0.0.1:1/office",
    "a / in the user": "postgresql+psycopg://hidden1/hidden2:hidden3@127.0.0.1:1/office",
    "a port that is none": "postgresql+psycopg://hidden1:hidden2@127.0.0.1:hidden3/office",
    "another kind": "mysql://hidden1user:hidden2pass@127.0.0.1:1/office?password=hidden3",
    "a driver nobody knows": "postgresql+hidden1://hidden2:hidden3@127.0.0.1:1/office",
    "no URL": "hidden1user:hidden2pass@127.0.0.1/office",
    "a file with a query": "sqlite:///magika.sqlite3?password=hidden1pass",
    "a file with a user": "sqlite://hidden1user:hidden2pass@/magika.sqlite3",
}
WORDS = {
    "accounts": ["list"], "acts": ["7"], "address": ["7", "A", "a@example.org"],
    "cancel-game": ["7", "--reason", "x", "--yes"], "charge": ["1", "copy", "--reason", "x"],
    "check-orders": ["{file}"], "co-master": ["list"], "correct": ["drop", "7", "C", "--reason", "x"],
    "credit": ["1", "5.00", "--reason", "x"], "explain": ["7", "1"], "fee": ["7", "A", "free"], "fill-game": ["7"],
    "gm-report": ["7"], "ingest": ["{file}"], "init": ["{other}", "--database", "{url}"], "insure": ["7", "A", "none"],
    "move-date": ["7", "2030-01-01"], "move-office": ["{url}"], "new-game": ["7", "--signups", "{signups}"],
    "note": ["7", "A", "x"], "page": ["7", "1", "A"], "pause": ["7", "--reason", "x"],
    "pay": ["1", "5.00", "--reason", "x"], "player": ["1"], "process-turn": ["7"], "publish": ["7"],
    "refund": ["1", "5.00", "--reason", "x"], "remind": ["7"], "reply": ["1", "x"], "reports": ["7"],
    "restore": ["{file}", "{other}"], "resume": ["7"], "rule": ["7", "C", "3", "none", "--reason", "x"],
    "sign-up": ["list"], "standby": ["list"], "undo-turn": ["7"], "verify": ["7"],
    "site": ["{other}-site"], "wait": ["7", "A", "1"], "worker": ["--once", "--jobs", "1"], "write": ["7", "A", "x"],
}  # fmt: skip
"""What each command is given; nothing where it stands alone."""
FILES_ALONE = {"co-master", "log", "restore", "check-orders"}
"""They read a file: the one makes an office of its own, the other judges a sheet."""
NO_OFFICE = {
    "demo",
    "gallery",
    "simulate",
    "solo",
    "new-arena",
    "new-system",
    "rule-book",
    "cards",
    "adjudicate",
    "army",
}
"""Commands that open no office: they see no URL."""


def leaks(*texts: str) -> list[str]:
    return sorted({word for text in texts for word in re.findall(r"hidden\w*", text)})


def run(folder: Path, *words: str, given: str | None = None) -> Result:
    return typed(folder, *words, given=given)


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tracebacks of what nobody foresaw go where the test can read them."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    level = logging.getLogger().level
    yield
    logging.getLogger().setLevel(level)


def written_with_leaks(folder: Path, but: set[Path]) -> list[str]:
    return [
        f"{path}: {found}"
        for path in folder.rglob("*")
        if path.is_file() and path not in but and (found := leaks(path.read_bytes().decode("utf-8", "replace")))
    ]


@pytest.mark.sqlite("says itself where its office's database is")
@pytest.mark.parametrize("case", URLS)
def test_no_command_shows_what_a_databases_url_hides(
    case: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = URLS[case]
    office = tmp_path / "office"
    init_office(office).close()
    (office / "magika.toml").write_text(settings_text({"database": {"url": url}}), encoding="utf-8")
    file, plain = tmp_path / "sheet.txt", tmp_path / "plain"
    file.write_text("GAME 7 TURN 1\nMAGE C\nEND\n", encoding="utf-8")
    init_office(plain).close()
    caplog.set_level(logging.DEBUG)
    said: dict[str, str] = {}
    for name in sorted(set(COMMANDS) - NO_OFFICE):
        root = plain if name == "move-office" else office
        words = [
            w.format(file=file, other=tmp_path / "other", url=url, signups=SIGNUPS) if w[:1] == "{" else w
            for w in WORDS.get(name, [])
        ]
        for more in ([], ["--json"]):
            done = run(root, name, *words, *more)
            said[f"{name} {' '.join(more)}"] = done.output + done.stderr + repr(done.exception)
    assert {name: found for name, text in said.items() if (found := leaks(text))} == {}
    assert leaks(caplog.text) == []
    assert written_with_leaks(tmp_path, {office / "magika.toml"}) == []
    # each of them came as far as the database
    reached = ("cannot be read (", NOT_SHOWN, "workers share a PostgreSQL database")
    assert [
        n for n, text in said.items() if n.split()[0] not in FILES_ALONE and not any(r in text for r in reached)
    ] == []


@pytest.mark.parametrize("case", URLS)
def test_a_url_is_shown_without_its_secrets_or_not_at_all(case: str) -> None:
    assert leaks(shown_url(URLS[case])) == []
    with pytest.raises(StoreError) as refused:
        open_store(URLS[case])
    assert leaks(str(refused.value)) == []


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:////tmp/an office@home/magika.sqlite3", "sqlite:////tmp/an office@home/magika.sqlite3"),
        ("postgresql+psycopg://u:p@[::1]:5433/magika?sslmode=require", "postgresql+psycopg://[::1]:5433/magika"),
        ("postgresql+psycopg://u@/magika?host=/run/postgresql", "postgresql+psycopg:///magika"),
        ("postgresql://db.example.org/magika", "postgresql://db.example.org/magika"),
        ("postgresql://db.example.org:x/magika", NOT_SHOWN.rstrip(",")),
    ],
)
def test_what_is_shown_of_a_url(url: str, shown: str) -> None:
    assert shown_url(url) == shown


def test_what_a_server_says_is_told_without_the_urls_words() -> None:
    url = make_url("postgresql+psycopg://ann:pa%2Fss@h/db?sslmode=require&host=h2")
    said = 'FATAL: user "ann" of annexe, pa/ss (pa%2Fss), h2, require'
    assert concealed(said, url) == 'FATAL: user "…" of annexe, … (…), h2, …'


def test_no_error_of_the_database_shows_what_was_to_be_written(tmp_path: Path) -> None:
    office = init_office(tmp_path / "office")
    hidden = {"sender": "hidden1", "subject": "hidden2\nhidden3", "path": "hidden4", "digest": None}
    with pytest.raises(IntegrityError) as refused, office.store.writing() as connection:
        connection.execute(t.inbox.insert(), [hidden])
    assert "inbox" in str(refused.value)
    assert re.findall(r"hidden\d", str(refused.value) + "".join(traceback.format_exception(refused.value))) == []
    office.close()


def test_only_a_url_that_says_more_than_where_is_warned_of() -> None:
    plain = ["sqlite:///magika.sqlite3", "postgresql+psycopg://magika@/magika?host=/tmp", "postgresql://magika@h:1/m"]
    assert [has_secret(url) for url in plain] == [False] * 3
    assert has_secret(URLS["user, password, query"])
    assert has_secret("postgresql://h/m?password=x")
    assert has_secret("postgresql://u:p@ss@h/m")
    assert read_url(plain[2]).port == 1


def test_no_module_but_one_writes_a_url() -> None:
    """What SQLAlchemy writes of a URL is asked for where it is shown, and for the queue's own connection."""
    asks = re.compile(r"render_as_string|repr\(\w*url|\{\w*url\w*(?:!r)?\}|str\(\w*url")
    found = {
        path.relative_to(ROOT / "magika_gm").as_posix()
        for path in (ROOT / "magika_gm").rglob("*.py")
        if asks.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"store/urls.py", "app/operations/workers.py"}


# --- passwords and seeds ----------------------------------------------------------------------------------------------

STAND_BY = ("standby", "add", "Una Byron", "una@example.org")
SIGN_UP = ("sign-up", "add", "--name", "Ann Dubois", "--email", "ann@example.org", "--first", "Aletheia, elf, good")


@pytest.fixture
def office(tmp_path: Path) -> Path:
    init_office(tmp_path / "office").close()
    return tmp_path / "office"


@pytest.mark.parametrize("words", [STAND_BY, SIGN_UP])
def test_a_password_comes_from_a_file_or_standard_input(office: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "password.txt"
    file.write_text("hidden owl\n", encoding="utf-8")
    for source, given in ((str(file), None), ("-", "hidden lamp\n")):
        words = (*words[:3], words[3].replace("una", "ina")) if given and words == STAND_BY else words
        done = run(office, *words, "--password-file", source, "--json", given=given)
        assert done.exit_code == 0, done.stderr
        assert leaks(done.output, done.stderr) == []
        json.loads(done.stdout)


@pytest.mark.parametrize("words", [STAND_BY, SIGN_UP])
def test_a_password_on_the_command_line_is_taken_with_a_warning_and_the_cure(
    office: Path, words: tuple[str, ...]
) -> None:
    done = run(office, *words, "--password", "hidden owl", "--json")
    assert done.exit_code == 0
    assert "can be read by everybody on this machine" in done.stderr
    assert "--password-file -" in done.stderr
    json.loads(done.stdout)
    assert leaks(done.output, done.stderr) == []
    for said in ("PASSWORD hidden owl", "Password: hidden owl"):
        line = run(office, *SIGN_UP, "--line", said)
        assert "--password-file -" in line.stderr
        assert leaks(line.output, line.stderr) == []


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "one line"), (b"a\nb\n", "one line"), (b"\xff\xfe", "UTF-8"), (None, "No such file")]
)
def test_a_passwords_file_that_is_none(office: Path, content: bytes | None, why: str, tmp_path: Path) -> None:
    file = tmp_path / "password.txt"
    if content is not None:
        file.write_bytes(content)
    done = run(office, *STAND_BY, "--password-file", str(file))
    assert done.exit_code == 2
    assert why in done.stderr


TWICE = [
    (*STAND_BY, "--password", "hidden owl", "--password-file", "-"),
    (*STAND_BY, "--password-file", "-", "--password", "hidden owl"),
    (*SIGN_UP, "--password-file", "-", "--line", "PASSWORD hidden owl"),
    ("sign-up", "add", "--form", "{file}", "--password-file", "-"),
    ("new-game", "7", "--signups", str(SIGNUPS), "--seed", "hidden" * 8, "--seed-file", "-"),
    ("fill-game", "7", "--seed-file", "-", "--seed", "hidden" * 8),
    ("init", "{file}-office", "--database", URLS["no URL"], "--database-file", "-"),
    ("move-office", "--database-file", "-", URLS["no URL"]),
]


@pytest.mark.parametrize("words", TWICE, ids=lambda words: " ".join(words[:2]))
def test_a_secret_is_not_said_in_two_ways(office: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "form.txt").write_text("SIGN-UP\nNAME Ann\nPASSWORD hidden lamp\nEND\n", encoding="utf-8")
    said = [word.format(file=tmp_path / "form.txt") for word in words]
    done = run(office, *said, given="hidden lamp of ours")
    assert done.exit_code == 2
    assert re.search("said in one way|say the password once", done.stderr)
    assert leaks(done.output, done.stderr) == []


def test_a_games_seed_comes_from_a_file(office: Path) -> None:
    signups = str(ROOT / "turns" / "sample" / "xom_zol" / "signups.toml")
    words = ("new-game", "7", "--game", "xom_zol", "--signups", signups, "--json")
    done = run(office, *words, "--seed-file", "-", given="hidden" * 8)
    assert done.exit_code == 0, done.stderr
    assert leaks(done.output, done.stderr) == []
    assert run(office, *words, "--seed-file", "-", given="hidden").exit_code == 1
    assert "--seed-file" in run(office, *words, "--seed", "hidden" * 8).stderr


def test_a_url_with_a_password_is_warned_of_and_comes_from_a_file(office: Path, tmp_path: Path) -> None:
    url = URLS["user, password, query"]
    for words in (("move-office", url), ("init", str(tmp_path / "other"), "--database", url)):
        assert "--database-file -" in run(office, *words).stderr
    for command in (["move-office"], ["init", str(tmp_path / "other")]):
        done = run(office, *command, "--database-file", "-", given=url)
        assert done.exit_code == 1
        assert "warning" not in done.stderr
        assert "cannot be read" in done.stderr
    marked = tmp_path / "url.txt"
    marked.write_text(f"\ufeff{url}\r\n", encoding="utf-8")  # as some editors write a text
    assert "is no database's URL" not in run(office, "move-office", "--database-file", str(marked)).stderr
    assert run(office, "move-office").exit_code == 1


def test_no_option_takes_a_secret_but_those_that_warn() -> None:
    """Options that sound like a secret's are these; each says another way, or names a file."""
    import click

    context = click.Context(cli)
    found = set()
    commands = [cli.get_command(context, name) for name in COMMANDS]
    while commands:
        command = commands.pop()
        assert command is not None
        if isinstance(command, click.Group):
            commands += [command.get_command(context, name) for name in command.list_commands(context)]
        for param in command.params:
            for name in param.opts:
                if re.search(r"passw|secret|seed|token|code|url|database|key", name):
                    found.add(f"{command.name} {name}")
    assert found == {
        "init --database", "init --database-file", "init --password-file", "move-office url",
        "move-office --database-file",
        "add --password", "add --password-file", "new-game --seed", "new-game --seed-file",
        "fill-game --seed", "fill-game --seed-file",
        # a code is asked for and mailed; these seeds are of worlds and games nobody plays by mail
        "player --new-password", "new-arena seed", "simulate --seed", "solo --seed",
    }  # fmt: skip


def test_a_setting_that_is_none_is_not_repeated_where_passwords_stand(tmp_path: Path) -> None:
    for text in (
        '[database]\nurl = ["hidden1"]\n',
        "[smtp]\npassword_file = {hidden2 = 1}\n",
        '[imap]\n"hidden3 x" = 1\n',
    ):
        (tmp_path / "magika.toml").write_text(text, encoding="utf-8")
        done = run(tmp_path, "status")
        assert done.exit_code == 1
        assert "magika.toml" in done.stderr
        assert leaks(done.output, done.stderr) == []
