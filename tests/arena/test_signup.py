"""Sign-ups: the army somebody would play, and who gets which seat (SET-2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Candidate, Entrant, NoGame
from magika_gm.games.arena.rules.tables import ARMIES
from magika_gm.games.arena.setup import SETUP, Scenario
from magika_gm.games.arena.signup import SIGNUP

OWN = ["2 Orc", "Ogre", "ITEM Grenade", "SPELL Weaken"]


def candidates(*players: int) -> list[Candidate]:
    return [Candidate(id=n, player=player, choices={"army": "HOST"}) for n, player in enumerate(players, 1)]


def seated(scenario: Scenario, *players: int, chosen: dict[str, int | None] | None = None) -> dict[str, int | None]:
    found = SIGNUP.assign(candidates(*players), scenario, chosen or {}, ())
    return {s.entrant.seat: s.candidate.player if s.candidate else None for s in found if s.entrant is not None}


def test_seats_go_by_sign_up_unless_the_scenario_or_the_game_master_says() -> None:
    assert seated(Scenario(first="first"), 7, 8, 9) == {"A": 7, "B": 8}
    assert seated(Scenario(), 7, 7, 9) == {"A": 7, "B": 9}, "nobody plays against himself"
    assert seated(Scenario(first="first"), 7, 8, 9, chosen={"A": 9}) == {"A": 9, "B": 7}
    assert seated(Scenario(first="first"), 7, chosen={"B": None}) == {"A": 7, "B": None}
    late = SIGNUP.assign(candidates(7, 8, 9), Scenario(first="first"), {}, ())[-1]
    assert (late.entrant, late.why) == (None, "signed up later")
    with pytest.raises(NoGame, match="two are needed, and nobody is left for"):
        seated(Scenario(), 7)
    with pytest.raises(NoGame, match="not on the list"):
        seated(Scenario(), 7, 8, chosen={"A": 99})


def test_who_is_a_is_drawn_unless_the_scenario_says() -> None:
    """DICE: ``setup.first``, one recorded roll; the armies follow their players."""
    entrants = [Entrant(seat="A", choices={"army": "LEGION"}), Entrant(seat="B", choices={"army": "HOST"})]
    seen = set()
    for seed in range(12):
        dice = Dice(b"%d" % seed, 0)
        seats = SETUP.placed(Scenario(), entrants, dice)
        (roll,) = dice.rolls
        assert (roll.name, roll.subject, roll.rule) == ("setup.first", "game", "DICE")
        assert seats == ({"A": "A", "B": "B"} if roll.value == 1 else {"A": "B", "B": "A"})
        state = SETUP.start(Scenario(), entrants, Dice(b"%d" % seed, 0), {})
        assert state.armies[seats["A"]] == "LEGION"
        seen.add(roll.value)
    assert seen == {1, 2}
    for first, wanted in (("first", "A"), ("second", "B")):
        dice = Dice(b"x", 0)
        assert SETUP.placed(Scenario(first=first), entrants, dice)["A"] == wanted
        assert not dice.rolls


@pytest.mark.parametrize(("said", "army"), [("LEGION", "LEGION"), ("host", "HOST"), ("green", "GREENWOOD")])
def test_a_ready_made_army_by_name(said: str, army: str) -> None:
    choices: dict[str, Any] = {}
    assert SIGNUP.take_field(choices, "ARMY", said) == ""
    assert choices == {"army": army}
    assert SIGNUP.choice_faults(choices) == []
    assert SIGNUP.choices_text(choices) == f"army {army}"


@pytest.mark.parametrize("said", ["", "LEGON", "ORCS"])
def test_an_army_there_is_not(said: str) -> None:
    choices: dict[str, Any] = {}
    assert "there are LEGION, HOST, GREENWOOD" in SIGNUP.take_field(choices, "ARMY", said)
    assert not choices


def test_an_army_of_ones_own() -> None:
    choices: dict[str, Any] = {}
    assert SIGNUP.take_block(choices, "ARMY", OWN) == []
    assert SIGNUP.choice_faults(choices) == []
    assert SIGNUP.choices_text(choices) == "an army of 3 creatures, 1 item, 1 card"
    told = "\n".join(SIGNUP.choices_told(choices))
    assert "of 180 points" in told
    assert 'in games of the scenario "letter" it costs ' in told
    assert "nobody in the army can cast Weaken" in told
    free, ready = (
        SETUP.start(
            Scenario(armies=mode, first="first"),
            [Entrant(seat="A", choices=choices), Entrant(seat="B")],
            Dice(b"x", 0),
            {},
        )
        for mode in ("free", "ready")
    )
    assert [c.kind.name for c in free.by_id() if c.side == "A"] == ["Orc", "Orc", "Ogre"]
    assert ready.armies["A"] == "LEGION", "SET-2: the scenario's army where own ones are not played"


def test_every_fault_of_an_army_is_told_at_once() -> None:
    choices: dict[str, Any] = {}
    found = SIGNUP.take_block(choices, "ARMY", ["5 Orc", "2 Giantt", "SPELL Bless", "SPELL Bless", "3 Drake"])
    assert not choices
    assert [f.split(":")[0] for f in found if f.startswith("line")] == ["line 1", "line 2", "line 4"]
    assert any("flying things" in f for f in found)


def test_plain_choices_that_mean_nothing() -> None:
    assert SIGNUP.choice_faults({"deck": "x"}) == ["Arena knows no choice 'deck'; take it away"]
    assert "no army" in SIGNUP.choice_faults({"army": {"creatures": [[1, "Unicron"]]}})[0]
    assert SIGNUP.cast_faults([Entrant(seat="A", choices={"army": "ORCS"})])[-1] == "nobody plays B"
    assert "scenario's" in SIGNUP.choices_told({})[0]
    assert SIGNUP.returned({}, None, "A")[1]  # type: ignore[arg-type]
    assert set(ARMIES) == {"LEGION", "HOST", "GREENWOOD"}


def test_army_check_on_the_command_line(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("\n".join(["ARMY", *OWN, "END ARMY"]), encoding="utf-8")
    bad.write_text("2 Orcc\n", encoding="utf-8")
    found = CliRunner().invoke(cli, ["army", "check", str(good)])
    assert (found.exit_code, "no faults" in found.output) == (0, True)
    found = CliRunner().invoke(cli, ["army", "check", str(bad), "--json"])
    assert found.exit_code == 1
    assert "did you mean Orc?" in found.output
    assert CliRunner().invoke(cli, ["army", "check", str(tmp_path / "none.txt")]).exit_code != 0
    assert CliRunner().invoke(cli, ["army", "check", str(good), "--game", "magika"]).exit_code != 0


def test_an_army_by_the_letter_may_be_signed_up_with() -> None:
    """SET-1: no limit but points there; the answer says that other games have some."""
    choices: dict[str, Any] = {}
    assert SIGNUP.take_block(choices, "ARMY", ["6 Drake", "Orc"]) == []
    assert SIGNUP.choice_faults(choices) == []
    told = SIGNUP.choices_told(choices)
    assert any("134 of 180 points (126 on flying things); magic pool 46" in line for line in told)
    assert any('scenario "letter"' in line for line in told)
    free = Scenario(armies="free", costs="even")
    assert "it costs 310 of 180 points" in SIGNUP.untaken(choices, free, None, "A")[0]  # type: ignore[arg-type]
    assert SIGNUP.choice_faults({"army": "9 Dragon"}), "points bind everywhere"


def test_a_card_that_is_taken_twice_on_one_line_is_told() -> None:
    """As one on two lines is (SET-1): the second was lost without a word."""
    choices: dict[str, Any] = {}
    assert SIGNUP.take_block(choices, "ARMY", ["Orc", "SPELL 2 Bless"]) == []
    assert SIGNUP.choice_faults(choices) == ["Bless stands twice: all cards are different (SET-1)"]
