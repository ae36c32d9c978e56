"""Scenarios as they are shipped: read, written and read again they are the same, and a sound game begins by each."""

from __future__ import annotations

from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.resources import shipped
from tests.systems.test_contract import extras_of

FILES = [path for name in games.SYSTEMS for path in sorted((shipped("scenarios") / name).glob("*.toml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_shipped_scenario_is_sound(path: Path) -> None:
    system = games.system(path.parent.name)
    setup = system.setup
    scenario = setup.read_scenario(path.read_text(encoding="utf-8"), path.stem)
    assert setup.read_scenario(setup.write_scenario(scenario), path.stem) == scenario
    entrants = [Entrant(seat=seat) for seat in setup.seats_of(scenario)]
    state = setup.start(scenario, entrants, Dice(b"shipped", 0), extras_of(system))
    assert system.archive.faults(state) == []
    assert system.rules.turn_of(state) == 0
    assert system.rules.ending(state) is None
