"""The command line: help, exit statuses, JSON, one clear line for what cannot be done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from magika_gm import games
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.office.office import Office, open_office
from magika_gm.cli.main import COMMANDS, GROUPS, cli
from magika_gm.resources import shipped
from tests.examples import each_of
from tests.offices import copied

ROOT = Path(__file__).parents[2]
SIGNUPS = str(shipped("sample") / "magika" / "signups.toml")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.fixture
def office(tmp_path: Path) -> str:
    copied(tmp_path / "office", begun).close()
    return str(tmp_path / "office")


def begun(folder: Path) -> Office:
    """An office with a game, by commands."""
    assert run("init", str(folder)).exit_code == 0
    words = ("new-game", "7", "--signups", SIGNUPS, "--seed", "for the commands")
    assert run("--office", str(folder), *words).exit_code == 0
    return open_office(folder)


@each_of(COMMANDS)
def test_every_command_has_help_with_an_example_and_is_documented(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output
    assert "--json" in result.output
    assert f"magika-gm {name}" in result.output
    docs = (ROOT / "README.md").read_text("utf-8") + (ROOT / "docs" / "gm-guide.md").read_text("utf-8")
    assert f"magika-gm {name}" in docs


def test_help_lists_every_command_once() -> None:
    shown = run("--help").output
    assert shown.index("Examples:") < shown.index("Options:"), "what one types first stands first"
    listed = [name for names in GROUPS.values() for name in names]
    assert len(listed) == len(set(listed))
    assert set(COMMANDS) <= set(listed)
    assert all(f"  {name} " in run("--help").output for name in COMMANDS)


@pytest.mark.sqlite("what puts offices on a server loads the driver first")
def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from magika_gm.cli.main import cli; "
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0; "
        "print([m for m in ('sqlalchemy', 'reportlab', 'jinja2', 'rich', 'lxml', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_json_is_all_there_is_on_standard_output(office: str, tmp_path: Path) -> None:
    sheet = tmp_path / "c.txt"
    sheet.write_text("GAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 MOVE NE\nEND\n", encoding="utf-8")
    received = json.loads(run("--office", office, "ingest", str(sheet), "--json").stdout)
    assert [(r["outcome"], r["seat"]) for r in received] == [("accepted", "C")]
    assert json.loads(run("check-orders", str(sheet), "--json").stdout)[0]["orders"][0] == "MOVE NE"
    (turn,) = json.loads(run("--office", office, "process-turn", "7", "--early", "--json").stdout)
    assert (turn["turn"], turn["ending"], len(turn["defaults"])) == (1, None, 12)
    status = json.loads(run("--office", office, "status", "--json").stdout)
    assert status["games"][0]["turn"] == 1
    assert json.loads(run("--office", office, "verify", "7", "--json").stdout) == [
        {"turn": 1, "same": True, "differences": []}
    ]
    assert json.loads(run("--office", office, "explain", "7", "1", "C", "--json").stdout)
    sent = json.loads(run("--office", office, "deliver", "--json").stdout)
    assert len(sent) == 27  # two turns' reports and an answer
    assert {s["delivery"]["state"] for s in sent} == {"sent"}
    assert json.loads(run("--office", office, "undo-turn", "7", "--json").stdout) == {"game": "7", "undone": 1}
    case = next((ROOT / "tests" / "magika" / "cases").glob("*.toml"))
    (entry,) = json.loads(run("adjudicate", str(case), "--json").stdout)
    assert entry.keys() == {"file", "title", "passed", "failures", "result"}
    assert entry["result"].keys() == {"ended", "ending", "globe", "mages", "lying", "terrain"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["process-turn", "9"], "magika-gm: there is no game 9; there are 7"),
        (["process-turn", "7"], "magika-gm: game 7: turn 1 is not due before"),
        (["undo-turn", "7"], "magika-gm: game 7 has no processed turn to take back"),
        (["reports", "7", "5"], "magika-gm: game 7 has no turn 5"),
        (["explain", "7", "1", "Q"], "magika-gm: game 7 has no turn 1"),
        (["ingest", "/nowhere/mail.eml"], "there is nothing there"),
        (["new-game", "7", "--signups", SIGNUPS], "magika-gm: there is a game 7 already"),
        (["new-game", "8", "--signups", SIGNUPS, "--scenario", "moon"], "magika-gm: there is no scenario moon"),
        (["new-game", "8", "--signups", "/nowhere.toml"], "cannot be read: No such file"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_1(office: str, words: list[str], line: str) -> None:
    result = run("--office", office, *words)
    assert result.exit_code == 1
    assert line in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not result.stdout


@pytest.mark.parametrize(
    "words",
    [["process-turn"], ["process-turn", "7", "--due"], ["fly"], ["new-game"], ["new-game", "8", "--due", "soon"]],
)
def test_wrong_usage_is_status_2(office: str, words: list[str]) -> None:
    assert run("--office", office, *words).exit_code == 2


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ("[ofice]\n", "[ofice] is not a section; did you mean office?"),
        ("[office]\ntimezone = 'x'\n", "did you mean time_zone?"),
        ("[office]\ntime_zone = 'Mars/Olympus'\n", "'Mars/Olympus' is not a time zone"),
        ("[smtp]\nport = 'x'\n", "[smtp] port must be a number"),
        ("[smtp]\nsecurity = 'maybe'\n", "must be one of none, starttls, tls"),
        ("not toml", "not a settings file"),
    ],
)
def test_bad_settings_name_the_place(tmp_path: Path, settings: str, line: str) -> None:
    (tmp_path / "magika.toml").write_text(settings, encoding="utf-8")
    result = run("--office", str(tmp_path), "status")
    assert result.exit_code == 1
    assert line in result.stderr


def test_bad_scenario_shows_every_fault(office: str, tmp_path: Path) -> None:
    text = (shipped("scenarios") / "magika" / "classic.toml").read_text("utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace('"crown"', '"crwn"', 1).replace('"orb"', '"crown"', 1), encoding="utf-8")
    result = run("--office", office, "new-game", "8", "--signups", SIGNUPS, "--scenario", str(bad))
    assert result.exit_code == 1
    assert "crwn" in result.stderr
    assert "orb" in result.stderr


def test_an_office_that_is_none(tmp_path: Path) -> None:
    missing = run("--office", str(tmp_path / "nowhere"), "status")
    assert (missing.exit_code, "make an office with" in missing.stderr) == (1, True)
    (tmp_path / "magika.sqlite3").write_bytes(b"this is not a database at all" * 100)
    damaged = run("--office", str(tmp_path), "status")
    assert damaged.exit_code == 1
    assert "restore a backup copy" in damaged.stderr


def test_check_orders_says_what_is_wrong_and_ends_with_1(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("GAME 7 TURN 1\nMAGE C\nPASSWORD x\n1 CAST Healz\nEND\n", encoding="utf-8")
    result = run("check-orders", str(sheet))
    assert result.exit_code == 1
    assert "line 4" in result.stdout
    assert "Heals" in result.stdout
    guessed = "Read as orders of Magika"
    assert guessed in result.stdout
    assert guessed not in run("check-orders", str(sheet), "--game", "magika").stdout


DECK = "DECK\n4 Sword Angle\n4 Celestial Reach\n2 Emperor Xom\nEND DECK\n"
ARMY = "ARMY\n9 Orc ; the van\n4 Dragn\nEND ARMY\n"


@pytest.mark.parametrize(
    ("game", "block", "faults"),
    [
        (
            "Xom and Zol",
            DECK,
            [
                "line 1 of the deck: 4 Sword Angle: 'Sword Angle' is no card; did you mean Sword Angel?",
                "DECK: a deck has 100 cards, this one 6 (SETUP-1)",
                "DECK: at most 3 of an uncommon card: Celestial Reach stands 4 times (SETUP-1)",
                "DECK: one of any character: Emperor Xom stands 2 times (SETUP-1)",
                "START 2 Xom Farmland; this one names 0 (SETUP-1)",
            ],
        ),
        ("Arena", ARMY, ["9 of Orc, at most 4 of a kind", "line 2: Dragn is no creature; did you mean Dragon?"]),
    ],
)
def test_check_orders_judges_a_deck_and_an_army(tmp_path: Path, game: str, block: str, faults: list[str]) -> None:
    """Every fault at once, as a sign-up with it is told: the block alone, in a form, and beside an order sheet."""
    file, form = tmp_path / "list.txt", f"SIGN-UP\nGAME {game}\nNAME Ann\n{block}END\n"
    read = read_form(form)
    assert read is not None
    for text in (block, f"See below.\n{form}", f"{block}\nGAME 7 TURN 1\nMAGE C\nPASSWORD x\n1 REST\nEND\n"):
        file.write_text(text, encoding="utf-8")
        done = run("check-orders", str(file))
        assert done.exit_code == 1
        told = [line for line in done.stdout.splitlines() if line.startswith(f"{file}: ")]
        assert all(any(fault in line for line in told) for fault in faults), told
        said = {fault.rpartition(": ")[2] for fault in read.faults}
        assert {line.rpartition(": ")[2] for line in told} <= said
        assert ("1 REST" in done.stdout) == ("MAGE" in text)
        (plain, *_) = [one for one in json.loads(run("check-orders", str(file), "--json").stdout) if "block" in one]
        assert [f"{file}: {fault}" for fault in plain["faults"]] == told


def test_check_orders_ends_with_0_for_a_list_without_faults(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("ARMY\n4 Orc\nEND ARMY\n", encoding="utf-8")
    done = run("check-orders", str(file))
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, f"{file}: no faults")
    assert run("army", "check", str(file)).stdout == done.stdout
    file.write_text("ARMY\n4 Orc\n", encoding="utf-8")
    cut = run("check-orders", str(file))
    assert (cut.exit_code, cut.stdout.splitlines()[-1]) == (1, f"{file}: END ARMY is missing")
    other = run("check-orders", str(file), "--game", "xom_zol")
    assert "no order sheet was found" in other.stderr


@pytest.mark.slow
def test_demo_plays_three_turns_and_says_where_to_look(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    result = run("demo", str(folder))
    assert result.exit_code == 0, result.stderr
    assert "magika-gm --office" in result.output
    assert "Where to look" in result.output
    for form in ("pdf", "html", "txt", "json", "page.html"):
        assert len(list((folder / "reports" / "sample" / "3").glob(f"?.{form}"))) == 13
    made = json.loads(run("demo", str(folder), "--json").stdout)  # a demo may be run again over itself
    assert len(list(Path(made["reports"]).glob("*.pdf"))) == 13
    assert made["commands"][0].startswith("magika-gm init")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious", encoding="utf-8")
    assert run("demo", str(tmp_path / "mine")).exit_code == 2
    assert (tmp_path / "mine" / "thesis.txt").exists()


@pytest.mark.parametrize(("there", "wanting"), [((), 1), ((2,), 1), ((1, 3), 2)])
def test_demo_says_for_which_turn_there_are_no_mails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[int, ...], wanting: int
) -> None:
    sample = tmp_path / "magika"
    (sample / "7").mkdir(parents=True)  # a folder without a mail is none
    for turn in there:
        (sample / str(turn)).mkdir()
        (sample / str(turn) / "one.eml").write_text("From: a@example.org\n\nHello", encoding="utf-8")
    monkeypatch.setattr("magika_gm.resources.shipped", lambda _: tmp_path)
    result = CliRunner().invoke(cli, ["demo", str(tmp_path / "office")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"the sample game has no mails for turn {wanting}" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "office").exists()


def test_adjudicate_says_why_there_is_nothing_to_do(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "there is no case"), (tmp_path / "gone", "there is no such case or folder")):
        result = CliRunner().invoke(cli, ["adjudicate", str(path)])
        assert (result.exit_code, result.stdout) == (1, "")
        assert why in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_what_cannot_be_done_is_one_object_with_json_and_one_line_in_any_case(office: str) -> None:
    failed = run("--office", office, "process-turn", "99", "--json")
    assert failed.exit_code == 1
    assert "there is no game 99" in failed.stderr
    missing = run("--office", office, "undo-turn", "99", "--json")
    assert missing.exit_code == 1
    assert json.loads(missing.stdout) == {"error": missing.stderr.removeprefix("magika-gm: ").rstrip("\n")}
    assert run("--office", office, "undo-turn", "99").stdout == ""


@pytest.mark.slow
def test_a_turn_imports_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """Nothing of other games, of bots, balance, rule books or sign-up is loaded to resolve and print a turn (F52),
    and no library that it does not use."""
    office = tmp_path / "office"
    assert run("demo", str(office)).exit_code == 0
    code = (
        "import atexit, sys; from magika_gm.__main__ import main\n"
        f"sys.argv = ['magika-gm', '--office', {str(office)!r}, 'process-turn', 'sample', '--early', '--json']\n"
        "atexit.register(lambda: print(list(sys.modules), file=sys.stderr)); main()"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = done.stderr.strip().splitlines()[-1]
    assert "'magika_gm.games.magika.rules.sequence'" in loaded
    for other in set(games.SYSTEMS) - {"magika"}:
        assert f"magika_gm.games.{other}" not in loaded
    for part in ("bots", "magika.trials", "rulebook", "signup", "cases.", "demo", "simulate"):
        assert f".{part}" not in loaded, part
    for library in (
        "asyncio",
        "PIL.Image",
        "ssl",
        "email.parser",
        "statistics",
        "sqlalchemy.dialects.sqlite.aiosqlite",
    ):
        assert f"'{library}'" not in loaded, library
