"""What Magika's rules were before: games of edition 1 play on under them (docs/decisions/0015)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.cases import play, read_case
from magika_gm.games.magika.orders.model import Cast
from magika_gm.games.magika.rules.arena import INDEX, NAME
from magika_gm.games.magika.rules.events import SpellTried
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, World, new_mage
from magika_gm.games.magika.setup import read_arena, write_scenario
from magika_gm.resources import shipped

CASES = Path(__file__).parent / "cases"


def played(name: str, edition: int) -> World:
    """The world after a case, played by the rules of that edition."""
    case = read_case(tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8")))
    case.world.edition = edition
    return play(case)[-1].world


@pytest.mark.parametrize(
    ("name", "letter", "old", "new"),
    [
        ("GIVE-1-a-seventh-scroll-disintegrates", "A", ["TelPt", "Confs"], ["Confs"]),
        ("GIVE-1-give-chain-and-room", "A", ["Heals", "TelPt"], ["Heals"]),
        ("EBON-4-his-teleport-read-twice-is-lost", "M", ["TelPt", "Heals"], ["Heals"]),
    ],
)
def test_a_scroll_too_many_stayed_with_the_giver_and_his_teleport_with_the_ebon_mage(
    name: str, letter: str, old: list[str], new: list[str]
) -> None:
    for edition, wanted in ((1, old), (2, new)):
        assert [s.code for s in played(name, edition).mages[letter].scrolls] == wanted


@pytest.mark.parametrize(
    ("name", "stat", "old", "new"),
    [
        ("CAST-17-each-boostx-raises-the-maximum", "max_endurance", 105, 115),
        ("CAST-17-boarcx-of-a-dwarf-and-its-bonus", "max_arcania", 110, 119),
    ],
)
def test_a_maximum_rose_once_and_by_so_many_points(name: str, stat: str, old: int, new: int) -> None:
    values: list[Any] = [getattr(played(name, edition).mages["A"], stat) for edition in (1, 2)]
    assert values == [old, new]


@pytest.mark.parametrize(("name", "old", "new"), [("MOVE-5-full-spaces-open-the-south", "m6", "n6")])
def test_full_spaces_did_not_open_the_south(name: str, old: str, new: str) -> None:
    assert [NAME[played(name, edition).mages["A"].space] for edition in (1, 2)] == [old, new]


@pytest.mark.parametrize(("code", "reaches"), [("AtEnd", True), ("Plyze", True), ("BrnIt", False), ("StlIt", False)])
@pytest.mark.parametrize("aim", ["sight", "anywhere"])
def test_to_the_letter_only_spells_that_ask_for_it_need_sight(code: str, reaches: bool, aim: str) -> None:
    """CAST-11, of scenario ``letter``."""
    world = World(aim=aim)
    world.mages["A"], world.mages["B"] = new_mage("A", INDEX["m5"], "elf", "evil"), new_mage("B", INDEX["d1"])
    world.mages["A"].scrolls, world.mages["B"].scrolls = [Scroll(code)], [Scroll("Heals")]
    told = play_turn(world, {"A": [Cast(code, False, "B")]}, Dice(b"letter", 1, {"cast.success": [1]})).told
    tried = [t.event for t in told if isinstance(t.event, SpellTried)]
    assert bool(tried) == (reaches and aim == "anywhere")


def test_scenario_letter_is_the_classic_arena_by_the_letter() -> None:
    letter, classic = (
        read_arena((shipped("scenarios") / "magika" / f"{name}.toml").read_text("utf-8"))
        for name in ("letter", "classic")
    )
    assert (letter.options.aim, classic.options.aim) == ("anywhere", "sight")
    assert (letter.terrain, letter.lying) == (classic.terrain, classic.lying)
    assert read_arena(write_scenario(letter)) == letter
