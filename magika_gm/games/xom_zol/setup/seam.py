"""Xom and Zol's scenarios and beginnings, as the office asks for them (``engine.seam.setup.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.xom_zol.setup import scenario as files
from magika_gm.games.xom_zol.setup import start as beginning
from magika_gm.games.xom_zol.setup.decks import deck_to_plain
from magika_gm.games.xom_zol.setup.scenario import Scenario, ScenarioFaults, write_scenario
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES

DEFAULT = "xom-against-zol"
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "read_extra", "read_scenario", "restart", "seats_of",
    "start", "title_of", "write_scenario",
]  # fmt: skip


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text (SCEN-1)."""
    try:
        return files.read_scenario(text, name)
    except ScenarioFaults as error:
        raise _told(error) from error


def _told(error: ScenarioFaults) -> setup_seam.ScenarioFaults:
    return setup_seam.ScenarioFaults([f"{place}: {what}" if place else what for place, what in error.faults])


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - two play, whatever the scenario
    """The two sides (TERM-1)."""
    return SIDES


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario and its decks alone."""
    raise setup_seam.ScenarioFaults([f"{file}: Xom and Zol is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0 (SETUP-2)."""
    try:
        return beginning.start(scenario, entrants, dice)
    except ScenarioFaults as error:
        raise _told(error) from error


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - the state has the decks
    """The decks, as they were handed in or taken."""
    decks = {side: {"cards": [list(c) for c in own.deck], "start": list(own.start), "title": ""}
             for side, own in start.sides.items()}  # fmt: skip
    return {"decks": decks}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again: whatever the scenario says of decks, those it was begun with are played."""
    own = files.with_own_decks(scenario)
    decks = {side: files.deck_of_plain(begun["decks"][side]) for side in SIDES}
    entrants = [Entrant(seat=side, choices={"deck": deck_to_plain(deck)}) for side, deck in decks.items()]
    try:
        return beginning.start(own, entrants, dice)
    except ScenarioFaults as error:
        raise ValueError(str(error)) from error
