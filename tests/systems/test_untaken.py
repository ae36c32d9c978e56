"""A choice that a game does not take is said: to who made it, in his first report, and to the game master."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.rune_war.setup import pair_text
from magika_gm.resources import shipped
from tests.desk import Desk
from tests.systems.contract import contract_of, saying
from tests.systems.test_contract import entrants_of, extras_of, scenario_of

SEED = "nobody gets all he wants"
"""What is not to be had may hang on what is drawn for the others."""


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def sign_up(run: Desk, folder: Path, game: str, name: str, *lines: str) -> None:
    path = folder / f"{name}.txt"
    who = [f"NAME {name}", f"EMAIL {name.split(maxsplit=1)[0].lower()}@example.org", "PASSWORD starling lamp"]
    path.write_text("\n".join(["SIGN-UP", *who, *lines, "END", ""]), encoding="utf-8")
    run("sign-up", "add", "--game", game, "--form", str(path))


def letters_to(run: Desk, folder: Path, address: str) -> str:
    """All of them, one after the other: that he is on the list, and his report."""
    run("deliver")
    texts = [path.read_text(encoding="utf-8") for path in (folder / "office" / "outbox").rglob("*.eml")]
    return " ".join("".join(text for text in texts if f"To: {address}" in text).replace("=\n", "").split())


def told(folder: Path, game: str, seat: str) -> str:
    return " ".join((folder / "office" / "reports" / game / "0" / f"{seat}.txt").read_text(encoding="utf-8").split())


@pytest.mark.parametrize("system", saying("lost"))
def test_who_chose_in_vain_and_the_game_master_are_told(run: Desk, tmp_path: Path, system: str) -> None:
    """In the list of who would get what, when the game begins, and in the first report, on paper and by mail."""
    lines, lost = contract_of(system).lost or ((), "")
    sign_up(run, tmp_path, system, "Rosa Reed", *lines)
    sign_up(run, tmp_path, system, "Gil Grey")
    for words in (("--dry-run",), ()):
        said = run("fill-game", "13", "--game", system, "--seed", SEED, *words)
        assert said.count("not taken") == said.count(lost) == 1
        assert "[" not in said
        assert "{" not in said
        assert not re.search(r"\s,", said), "only what there is is joined"
    seats = [path.stem for path in (tmp_path / "office" / "reports" / "13" / "0").glob("?.json")]
    assert sum(f"Of your sign-up: {lost}" in told(tmp_path, "13", seat) for seat in seats) == 1
    assert f"Of your sign-up: {lost}" in letters_to(run, tmp_path, "rosa@example.org")
    assert "Of your sign-up" not in letters_to(run, tmp_path, "gil@example.org")


@pytest.mark.parametrize("system", games.SYSTEMS)
def test_too_few_are_told_so(run: Desk, tmp_path: Path, system: str) -> None:
    """Nobody, and one: what is said of the pace and of the seats reads as a sentence."""
    title = games.system(system).title
    assert f"nobody waits for {title} at two weeks' pace" in run("fill-game", "5", "--game", system, ok=False)
    sign_up(run, tmp_path, system, "Gil Grey", *(line.format("Gil") for line in contract_of(system).sign_up))
    said = run("fill-game", "5", "--game", system, ok=False)
    assert "no game can be filled at two weeks' pace: " in said
    assert "needed, " in said or "needs " in said
    assert "1 wait;" not in said


def test_it_is_told_as_data_and_stays_told(run: Desk, tmp_path: Path) -> None:
    lines, lost = contract_of("arena").lost or ((), "")
    sign_up(run, tmp_path, "arena", "Rosa Reed", *lines)
    sign_up(run, tmp_path, "arena", "Gil Grey", "ARMY HOST")
    plain = json.loads(run("fill-game", "13", "--game", "arena", "--json"))
    assert [row["not_taken"] != [] for row in sorted(plain["seats"], key=lambda row: row["sign_up"])] == [True, False]
    seat = next(row["seat"] for row in plain["seats"] if row["not_taken"])
    run("process-turn", "13", "--early")
    run("reports", "13", "0")
    assert lost in told(tmp_path, "13", seat), "the report of turn 0, written again"
    again = (tmp_path / "office" / "reports" / "13" / "1" / f"{seat}.txt").read_text(encoding="utf-8")
    assert "Of your sign-up" not in again


def test_a_deck_in_a_game_of_given_decks_is_told_of(run: Desk, tmp_path: Path) -> None:
    """From the waiting list no such game begins; from a file it does, and says so."""
    file = (shipped("sample") / "xom_zol" / "signups.toml").read_text(encoding="utf-8")
    people = file.split("[[player]]")
    assert len(people) == 3
    own = "\n".join(line for line in people[1].splitlines() if not line.startswith("deck"))
    path = tmp_path / "signups.toml"
    path.write_text("[[player]]".join([people[0], f'{own}\ndeck = "Wild Circle"\n', people[2]]), encoding="utf-8")
    lost = "the Wild Circle deck is not taken: in this scenario side A plays Xom Empire"
    assert lost in run("new-game", "12", "--game", "xom_zol", "--signups", str(path))
    assert f"Of your sign-up: {lost}." in told(tmp_path, "12", "A")
    run("fill-game", "13", "--game", "xom_zol", ok=False)


def begun(name: str, scenario: Any, choices: dict[str, dict[str, Any]]) -> Any:
    system = games.system(name)
    entrants = [Entrant(seat=seat, choices=said) for seat, said in choices.items()]
    return system.setup.start(scenario, entrants, Dice(b"untaken", 0), extras_of(system))


def test_a_wizard_that_another_has_is_told_of() -> None:
    """SET-2: what others were given first, by the seat that has it; a first wish that was met says nothing."""
    system = games.system("rune_war")
    from magika_gm.games.rune_war.setup import Scenario

    scenario = Scenario(title="open")
    wishes = {"1": ["Kierac/Marz"], "2": ["Kierac/Marz", "Dayla/Iz"], "3": [], "4": ["Logun/Marz"]}
    state = begun("rune_war", scenario, {seat: {"choice": said} for seat, said in wishes.items()})
    lost = {seat: system.signup.untaken({"choice": said}, scenario, state, seat) for seat, said in wishes.items()}
    got = {seat: pair_text((player.wizard, player.clan)) for seat, player in state.players.items()}
    assert got["1"] == "Kierac/Marz"
    assert lost["1"] == lost["3"] == []
    assert lost["2"][0] == "the wish for Kierac/Marz is not taken: seat 1 has it"
    assert lost["4"] == ["the wish for Logun/Marz is not taken: seat 1 is Kierac/Marz (SET-1)"]


def test_a_mage_of_the_second_choice_hears_of_the_first() -> None:
    system = games.system("magika")
    scenario = scenario_of(system)
    entrants = entrants_of(system, scenario)
    state = system.setup.start(scenario, entrants, Dice(b"untaken", 0), extras_of(system))
    mage = state.mages["A"]
    got = (mage.name, mage.race, mage.alignment)
    first = ("Zephyrine", "elf", "good")
    untaken = system.signup.untaken
    assert untaken({"first": got}, scenario, state, "A") == []
    (said,) = untaken({"first": first, "second": got}, scenario, state, "A")
    assert said.startswith("the first choice, Zephyrine, elf, good, is not taken")
    assert len(untaken({"first": first, "second": ("Borgir", "dwarf", "neutral")}, scenario, state, "A")) == 2


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_who_chose_nothing_lost_nothing(name: str) -> None:
    system = games.system(name)
    scenario = scenario_of(system)
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(b"untaken", 0), extras_of(system))
    assert [system.signup.untaken({}, scenario, state, seat) for seat in system.setup.seats_of(scenario)] == [
        [] for _ in system.setup.seats_of(scenario)
    ]
