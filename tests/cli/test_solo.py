"""Learning by playing: ``solo`` through the real command, for each of the five games."""

from __future__ import annotations

import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from magika_gm import games
from magika_gm.app.operations.solo import GAME, MARK, Watched, is_solo, open_solo
from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.desk import typed
from tests.systems.conftest import toy
from tests.systems.contract import slow_but

__all__ = ["toy"]

pytestmark = pytest.mark.sqlite("a game against policies is an office in a file")
SYSTEMS = list(games.SYSTEMS)


def solo(folder: Path, *words: str, given: str = "") -> Result:
    return CliRunner().invoke(cli, ["solo", "--folder", str(folder), *words], input=given)


def stand(folder: Path, *words: str, given: str = "") -> dict[str, Any]:
    done = solo(folder, "--json", *words, given=given)
    assert done.exit_code == 0, done.output + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def turn_file(folder: Path, seat: str, turn: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "reports" / GAME / str(turn) / f"{seat}.json").read_text("utf-8"))
    return found


def sheet(folder: Path, name: str, seat: str, turn: int, *more: str) -> str:
    """A sheet such as a person might write: what the game's own policy orders, from the turn file before."""
    system = games.system(name)
    grammar = system.orders.GRAMMAR
    orders = system.bots.play(system.bots.DEFAULT, turn_file(folder, seat, turn - 1), b"a person")
    lines = [grammar.write(order) for order in orders]
    if grammar.numbered:
        lines = [f"{number} {line}" for number, line in enumerate(lines, 1)]
    head = [f"GAME {GAME} TURN {turn}", f"{system.sheet_words[0]} {grammar.written(seat)}"]
    return "\n".join([*head, *lines, *more, "END", ""])


def test_a_game_that_ships_no_sample_asks_who_plays(tmp_path: Path, toy: GameSystem) -> None:
    done = solo(tmp_path / "solo", "--game", toy.name)
    assert done.exit_code == 1
    assert "High Card ships no sample game; say who plays what with --signups FILE" in done.stderr


BY_DAY = [pytest.param(name, marks=slow_but(name, "solo")) for name in SYSTEMS]


def can_resign(name: str) -> bool:
    return "RESIGN" in games.system(name).orders.GRAMMAR.verbs


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that would have been shown."""
    pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    return pages


@pytest.mark.parametrize("name", BY_DAY)
def test_a_game_alone_sheet_by_sheet(name: str, tmp_path: Path, opened: list[str]) -> None:
    folder = tmp_path / "alone"
    done = solo(folder, "--game", name, "--seed", "one")
    assert done.exit_code == 0, done.output
    assert f"{games.system(name).title} begins" in done.output
    seat = stand(folder)["seat"]
    assert opened == [Path(stand(folder)["page"]).as_uri()]

    # a faulty sheet is not played, and what is wrong is told with its line
    head = sheet(folder, name, seat, 1).splitlines()[:2]
    wrong = "\n".join([*head, "DANCE", "END", ""])
    refused = solo(folder, given=wrong)
    assert refused.exit_code == 1
    assert "line 3" in refused.output
    assert "nothing was played" in refused.stderr
    assert stand(folder)["turn"] == 0

    # a good one by a pipe is played at once, and the next page shown
    del opened[:]
    good = sheet(folder, name, seat, 1)
    played = solo(folder, given="Dear game master,\n" + good)
    assert played.exit_code == 0, played.output
    after = stand(folder)
    assert after["turn"] >= 1
    assert opened == [Path(after["page"]).as_uri()]
    first = turn_file(folder, seat, 1)

    # the next one from a file; then back, twice, and on again: nothing has changed
    file = tmp_path / "sheet.txt"
    file.write_text(sheet(folder, name, seat, after["turn"] + 1), encoding="utf-8")
    second = stand(folder, str(file))
    assert second["turn"] > after["turn"]
    assert second["steps"] == [{"did": "sheet", "turns": list(range(after["turn"] + 1, second["turn"] + 1))}]
    assert all((folder / "reports" / GAME / str(n) / f"{seat}.pdf").is_file() for n in range(second["turn"] + 1))
    assert stand(folder, "--back")["turn"] == after["turn"]
    assert not (folder / "reports" / GAME / str(second["turn"])).exists()
    assert stand(folder, given="back\n")["turn"] == 0
    again = stand(folder, "--next")
    assert again["turn"] == after["turn"]
    assert turn_file(folder, seat, 1)["turn"] == first["turn"] == 1
    # the turn taken back stands in the chain as such: that, too, is another than before
    for changing in ("date", "next_due", "due_at", "player", "office", "chain"):
        first.pop(changing, None)
    now = turn_file(folder, seat, 1)
    assert {key: now[key] for key in first if key in now} == first
    verified = typed(folder, "verify", GAME)
    assert verified.exit_code == 0, verified.output


@pytest.mark.parametrize("strength", ["weak", "strong"])
@pytest.mark.parametrize("name", BY_DAY)
def test_the_strength_of_the_bots_is_one_word_in_every_game(name: str, strength: str, tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    system = games.system(name)
    mine = stand(folder, "--game", name, "--strength", strength)["seat"]
    game = open_solo(folder)
    assert game is not None
    with game.office.store.reading() as connection:
        from magika_gm.app.turns.turn_orders import policies_named

        named = policies_named(connection, GAME)
    game.office.close()
    wanted = (system.weakest if strength == "weak" else system.strongest) or system.bots.DEFAULT
    assert named == {s: system.automatic.get(s, wanted) for s in system.setup.seats_of(_scenario(name)) if s != mine}
    assert "--strength: a game goes on" in solo(folder, "--strength", "mixed").stderr


def test_strengths_are_policies_the_games_have_and_are_told_in_the_docs() -> None:
    told = Path("docs/solo.md").read_text(encoding="utf-8")
    for name in games.SYSTEMS:
        system = games.system(name)
        weak, strong = (policy or system.bots.DEFAULT for policy in (system.weakest, system.strongest))
        assert {weak, strong} <= set(system.bots.POLICIES)
        alike = not (system.weakest or system.strongest) and f"| {system.title} |" not in told
        assert alike or f"| {system.title} | {weak} | {strong} |" in told


def test_a_strength_that_is_none_or_beside_policies_for_all_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    assert "there are weak, mixed, strong" in solo(folder, "--game", "arena", "--strength", "hard").stderr
    both = ("--game", "arena", "--strength", "weak", "--policy", "bold")
    assert "either a strength" in solo(folder, *both).stderr


@pytest.mark.parametrize("name", BY_DAY)
def test_the_last_seat_against_bots_named_by_hand(name: str, tmp_path: Path, opened: list[str]) -> None:
    folder = tmp_path / "alone"
    system = games.system(name)
    seat = system.setup.seats_of(_scenario(name))[-1]
    policy = list(system.bots.POLICIES)[1]
    begun = stand(folder, "--game", name, "--seat", seat.lower(), "--policy", policy)
    assert begun["seat"] == seat
    assert opened == []
    played = stand(folder, given=sheet(folder, name, seat, begun["turn"] + 1))
    assert played["turn"] > begun["turn"]
    game = open_solo(folder)
    assert game is not None
    with game.office.store.reading() as connection:
        from magika_gm.app.turns.turn_orders import policies_named
        from magika_gm.store.archive import load_played

        named = policies_named(connection, GAME)
        how = {seat: how for seat, (how, _) in load_played(connection, GAME, played["turn"]).items()}
    game.office.close()
    assert named == {s: policy for s in system.setup.seats_of(_scenario(name)) if s != seat} | {
        s: p for s, p in system.automatic.items() if s != seat
    }
    assert how[seat] in ("mailed", "may", "none")
    assert {how[s] for s in how if s != seat} <= {"policy", "none"}


def _scenario(name: str) -> Any:
    from magika_gm.app.enrolment.new_game import find_scenario, load_scenario

    system = games.system(name)
    return load_scenario(system, find_scenario(Path(), system))


@pytest.mark.parametrize("name", [one for one in BY_DAY if can_resign(str(one.values[0]))])
def test_the_end_is_told(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    seat = stand(folder, "--game", name)["seat"]
    head = sheet(folder, name, seat, 1).splitlines()[:2]
    done = solo(folder, "--no-open", given="\n".join([*head, "RESIGN", "END", ""]))
    assert "The game is over: " in done.output
    assert "  1. " in done.output
    assert "(you)" in done.output
    ended = stand(folder)
    assert ended["ending"]
    assert [place["rank"] for place in ended["places"]] == [1, 2]
    over = solo(folder, "-", given="\n".join([*head, "END", ""]))
    assert over.exit_code == 1
    assert "the game is over" in over.stderr
    assert stand(folder, "--back")["ending"] == ""  # nobody was sent the seed: even the end can be taken back


def test_sheets_dropped_into_folders(tmp_path: Path) -> None:
    folder, downloads = tmp_path / "alone", tmp_path / "downloads"
    downloads.mkdir()
    (downloads / "old.txt").write_text("GAME solo TURN 1\nEND\n", encoding="utf-8")
    seat = stand(folder, "--game", "temple_isle", "--seat", "SUN")["seat"]
    text = sheet(folder, "temple_isle", seat, 1)
    game = open_solo(folder)
    assert game is not None
    watched = Watched(game, [downloads])
    assert watched.fresh() == []
    (downloads / "solo-1-SUN.txt").write_text(text, encoding="utf-8")
    (downloads / "letter.txt").write_text("nothing of ours\n", encoding="utf-8")
    (downloads / "picture.txt").write_bytes(b"\0\1\2")
    (downloads / "other.txt").write_text(text.replace("GAME solo", "GAME 12"), encoding="utf-8")
    mine = folder / "orders" / "mine.txt"
    mine.write_text("half a sh", encoding="utf-8")
    assert watched.fresh() == []  # seen for the first time: it may still be being written
    mine.write_text(text, encoding="utf-8")
    assert watched.fresh() == [downloads / "solo-1-SUN.txt"]
    assert watched.fresh() == [mine]
    assert watched.fresh() == []
    # on another day what was taken is not taken again, and what was saved meanwhile into its own folder is
    (folder / "orders" / "later.txt").write_text(text, encoding="utf-8")
    again = Watched(game, [downloads])
    assert again.fresh() == []
    assert again.fresh() == [folder / "orders" / "later.txt"]
    game.office.close()


def test_a_dropped_sheet_is_played_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page saves its sheet into the watched folder; the game ends with it, and so does the watching."""
    folder, downloads = tmp_path / "alone", tmp_path / "downloads"
    downloads.mkdir()
    monkeypatch.setattr("magika_gm.cli.solo.POLL_SECONDS", 0.01)
    seat = stand(folder, "--game", "temple_isle")["seat"]
    head = sheet(folder, "temple_isle", seat, 1).splitlines()[:2]
    (folder / "orders" / "last.txt").write_text("\n".join([*head, "RESIGN", "END", ""]), encoding="utf-8")
    done = solo(folder, "--no-open", "--watch", str(downloads))
    assert done.exit_code == 0, done.output
    assert "Found last.txt." in done.output
    assert "The game is over" in done.output


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    full = tmp_path / "full"
    full.mkdir()
    (full / "letters.txt").write_text("mine", encoding="utf-8")
    assert "no game of solo" in solo(full, "--new").stderr
    assert (full / "letters.txt").is_file()
    bad = solo(folder, "--game", "temple_isle", "--seat", "ZZ")
    assert bad.exit_code == 1
    assert "has no seat ZZ" in bad.stderr
    assert "there are careful" in solo(folder, "--game", "temple_isle", "--policy", "wild").stderr
    assert "choose another" in solo(folder, "--game", "temple_isle", "--policy", "SUN=bold").stderr
    seat = stand(folder, "--game", "temple_isle")["seat"]  # in the folder where the others failed
    assert "waits for your sheet" in solo(folder, "--next").stderr
    assert "no turn of yours to take back" in solo(folder, "--back").stderr
    assert "--seed: a game goes on" in solo(folder, "--seed", "x").stderr
    assert "a game of Temple Isle goes on" in solo(folder, "--game", "arena").stderr
    good = sheet(folder, "temple_isle", seat, 1)
    for text, why in (
        (good.replace("TURN 1", "TURN 2"), "too far ahead"),
        (good.replace("GAME solo", "GAME 12"), "it is a sheet for game 12; here write GAME solo"),
        (good.replace(" SUN", " MOON"), "it is the sheet of MOON"),
        (good + good.replace("TURN 1", "TURN 4"), "there are 2 sheets in it"),
        ("nothing\n", "no order sheet"),
    ):
        refused = solo(folder, "-", given=text)
        assert refused.exit_code == 1
        assert why in refused.stderr
    assert stand(folder)["turn"] == 0
    missing = solo(folder, str(tmp_path / "none.txt"))
    assert missing.exit_code == 1
    assert "there is nothing there" in missing.stderr
    begun = solo(folder, "--game", "arena", "--new", "--no-open")
    assert "Arena begins" in begun.output
    assert is_solo(folder)
    assert (folder / MARK).is_file()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("--scenario", "nowhere"), "there is no scenario nowhere"),
        (("--seat", "ZZ"), "has no seat ZZ"),
        (("--policy", "wild"), "there are careful"),
        (("--policy", "SUN=bold"), "choose another"),
        (("--signups", "none.toml"), "none.toml"),
        (("--game", "xom_zol", "--scenario", "own-decks", "--signups", "{bad}"), "a deck has 100 cards"),
    ],
)
def test_a_game_stays_until_another_is_begun(tmp_path: Path, asked: tuple[str, ...], why: str) -> None:
    folder, bad = tmp_path / "alone", tmp_path / "bad.toml"
    seat = stand(folder, "--game", "temple_isle")["seat"]
    bad.write_text(
        '[[player]]\nname = "One"\ndeck = """4 Xom Knight\nSTART 2 Xom Farmland"""\n'
        '[[player]]\nname = "Two"\ndeck = "Zol Nation"\n',
        encoding="utf-8",
    )
    (folder / "orders" / "mine.txt").write_text(sheet(folder, "temple_isle", seat, 1), encoding="utf-8")
    before = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    refused = solo(folder, "--game", "temple_isle", "--new", "--no-open", *(one.format(bad=bad) for one in asked))
    assert refused.exit_code == 1
    assert why in refused.stderr
    assert {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert stand(folder)["turn"] == 0
    again = solo(folder, "--game", "arena", "--new", "--no-open")
    assert "Arena begins" in again.output
    assert not (folder / "orders" / "mine.txt").exists()


@pytest.mark.parametrize("gone", ["magika.toml", "magika.sqlite3"])
def test_a_folder_that_lost_a_file_is_begun_anew_only_where_that_is_said(tmp_path: Path, gone: str) -> None:
    folder = tmp_path / "alone"
    seat = stand(folder, "--game", "temple_isle")["seat"]
    (folder / "orders" / "mine.txt").write_text(sheet(folder, "temple_isle", seat, 1), encoding="utf-8")
    (folder / gone).rename(tmp_path / gone)
    before = {path.name for path in folder.rglob("*")}
    refused = solo(folder, "--game", "temple_isle", "--no-open")
    assert refused.exit_code == 1
    assert f"{gone} is gone; put it back, or begin anew with --new" in refused.stderr
    assert {path.name for path in folder.rglob("*")} == before
    (tmp_path / gone).rename(folder / gone)
    assert "waits for your sheet" in solo(folder, "--next").stderr, "its game is there"
    (folder / gone).unlink()
    assert "begins" in solo(folder, "--game", "temple_isle", "--new", "--no-open").stdout
    assert not (folder / "orders" / "mine.txt").exists()


def test_one_whose_making_was_cut_off_is_begun_anew(tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    stand(folder, "--game", "temple_isle")
    (folder / MARK).write_text("being made", encoding="utf-8")  # cut off behind the last thing but one
    assert open_solo(folder) is not None
    assert (folder / MARK).read_text("utf-8") == "[]"
    (folder / MARK).write_text("being made", encoding="utf-8")
    (folder / "magika.toml").unlink()
    assert "begins" in solo(folder, "--game", "temple_isle", "--no-open").stdout


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_a_sheet_would_come_to_is_told_without_playing_it(name: str, tmp_path: Path) -> None:
    """In the words the same sheet is answered with when it is played; what is refused foretells nothing."""
    folder = tmp_path / "alone"
    seat = stand(folder, "--game", name, "--seed", "one")["seat"]
    text = sheet(folder, name, seat, 1)
    looked = solo(folder, "--no-open", "--look", given=text)
    assert (looked.exit_code, stand(folder)["turn"]) == (0, 0), looked.output
    _, answer = looked.output.split(" waits for your sheet.\n") if "waits" in looked.output else ("", looked.output)
    answer, _ = answer.split("\nNothing was played")
    wrong = text.replace("END\n", f"{'9 ' * games.system(name).orders.GRAMMAR.numbered}DANCE\nEND\n"[-11:])
    refused = solo(folder, "--no-open", given=wrong)
    foretold = answer.rpartition("\n\n")[2]
    assert foretold.strip()
    assert refused.exit_code == 1
    assert "nothing was played" in refused.stderr
    played = solo(folder, "--no-open", given=f"look\n{text}look\n{text}")
    assert played.output.count(answer) == 2
    assert played.output.count("Nothing was played") == 1
    assert stand(folder)["turn"] >= 1


def test_a_refused_sheet_foretells_nothing(tmp_path: Path) -> None:
    """It is not what would be played; looked at, it is told what an office would make of it."""
    folder = tmp_path / "alone"
    seat = stand(folder, "--game", "rune_war", "--seed", "one")["seat"]
    text = f"GAME solo TURN 1\nSEAT {seat}\nAIM PUNGS !\nDANCE\nEND\n"
    assert "your aim is" not in solo(folder, "--no-open", given=text).output
    assert "your aim is PUNGS" in solo(folder, "--no-open", "--look", given=text).output
    assert stand(folder)["turn"] == 0


def test_a_faulty_sheet_may_be_played_anyway(tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    seat = stand(folder, "--game", "magika")["seat"]
    text = f"GAME solo TURN 1\nMAGE {seat}\n1 FLY NE\n2 REST\nEND\n"
    done = solo(folder, "--no-open", given=text + "anyway\n")
    assert done.exit_code == 0, done.output
    assert "Turn 1 is played." in done.output


def test_the_same_seed_and_sheets_give_the_same_game(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        folder = tmp_path / name
        seat = stand(folder, "--game", "arena", "--seed", "twice the same")["seat"]
        stand(folder, given=sheet(folder, "arena", seat, 1))
        files.append(turn_file(folder, seat, 1))
    for file in files:
        for changing in ("date", "next_due", "due_at", "player"):
            file.pop(changing, None)
    assert files[0] == files[1]


def test_which_seat_one_plays_is_said_before_and_when_a_game_begins(tmp_path: Path) -> None:
    """R14: the first sign-up's, which is drawn where a game draws its places."""
    said = " ".join(CliRunner().invoke(cli, ["solo", "--help"]).output.split())
    assert "the first sign-up's, which may be drawn" in said
    begun = solo(tmp_path / "alone", "--game", "rune_war", "--seed", "two").stdout
    seat = stand(tmp_path / "alone")["seat"]
    assert re.search(rf"\bseat {seat}\b", begun), begun
