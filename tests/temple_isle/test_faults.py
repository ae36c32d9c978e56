"""What cannot be in a state is told, each by its own words (what a reader of a damaged game is told)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.state import FOR_GOOD, Left, Mantra, Options, State
from magika_gm.games.temple_isle.rules.terms import SQUARES
from tests.temple_isle.made import position

A1, C2, E1 = (SQUARES.index(name) for name in ("a1", "c2", "e1"))
SOUND = """
state.mantras = ["Holy Ground MOON"]
mantras.c2 = ["Fortify MOON"]
unit.U1 = { card = "Priest", at = "a1", mantras = ["Might MOON"] }
unit.U2 = { card = "Priest", at = "a2" }
unit.U6 = { card = "Priest", at = "e4" }
"""


def unit(state: State, number: int = 1, **fields: Any) -> State:
    for name, value in fields.items():
        setattr(state.units[number], name, value)
    return state


def mantra(state: State, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state.units[1].mantras[0], name, value)


def whole(state: State, **fields: Any) -> State:
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def gone(state: State, **fields: Any) -> None:
    unit(state, 2, left=Left.DESTROYED, points=None, hp=0, full=0)
    unit(state, 2, **fields)


def water(state: State, square: int) -> State:
    state.isle[square], state.control[square] = "Water", ""
    return state


def laid(state: State, **fields: Any) -> None:
    state.serial += 1
    row: dict[str, Any] = {"card": "Might", "caster": "SUN", "until": FOR_GOOD, "serial": state.serial} | fields
    state.units[1].mantras.append(Mantra(**row))


Damage = Callable[[State], object]
FAULTS: list[tuple[str, Damage]] = [
    ("a mantra is still being cast", lambda s: whole(s, stack=[object()])),
    ("a game that is over has a winner, or is drawn, and no other has", lambda s: whole(s, winner="SUN")),
    ("e1: there is no card 'Atlantis'", lambda s: s.isle.__setitem__(E1, "Atlantis")),
    ("e1: water is never controlled (ISLE-5)", lambda s: (water(s, E1), s.control.__setitem__(E1, "SUN"))),
    ("e1: there is no player 'MARS'", lambda s: s.control.__setitem__(E1, "MARS")),
    ("Temple of War stands 2 times", lambda s: whole(s, temples=["Temple of War"] * 2)),
    ("U6: the next unit would be U6 (UNIT-2)", lambda s: whole(s, next_unit=6)),
    ("U0: the next unit would be U7 (UNIT-2)", lambda s: s.units.update({0: s.units[2]})),
    ("U2 has left play and keeps something", lambda s: gone(s, hp=1)),
    ("U2 has left play and keeps something", lambda s: gone(s, full=1)),
    ("U2 has left play and keeps something", lambda s: gone(s, points=0)),
    ("U1 stands nowhere", lambda s: unit(s, at=20)),
    ("U2 has 0 of 5 HP (UNIT-2)", lambda s: unit(s, 2, hp=0)),
    ("U2 has 6 of 5 HP (UNIT-2)", lambda s: unit(s, 2, hp=6)),
    ("U2 has 5 of 6 HP (UNIT-2)", lambda s: unit(s, 2, full=6)),
    ("U2 stands on water (WATER-1)", lambda s: water(s, s.units[2].at)),
    ("a1: units of both players on one card (ISLE-6)", lambda s: unit(s, 6, at=A1)),
    ("a1: more than 1 units (ISLE-6)", lambda s: (whole(s, options=Options(stack=1)), unit(s, 2, at=A1))),
    ("c2: there is no mantra 'Bluff'", lambda s: setattr(s.land_mantras[C2][0], "card", "Bluff")),
    ("U1: Fortify cannot lie there (ENCH-1)", lambda s: mantra(s, card="Fortify")),
    ("U1: Might twice (ENCH-6)", laid),
    ("U1: Might should have left play (ENCH-3)", lambda s: mantra(s, until=1)),
    ("U1: Haste should have left play (ENCH-3)", lambda s: laid(s, card="Haste", until=s.turn - 1)),
    ("U1: Might has no age of its own", lambda s: mantra(s, serial=0)),
    ("U1: Might has no age of its own", lambda s: mantra(s, serial=s.serial + 1)),
    ("c2: Fortify on water (WATER-2)", lambda s: water(s, C2)),
    ("the deck holds 0 of 'Scout'", lambda s: s.deck.update({"Scout": 0})),
    ("the deck holds 1 of 'Bluff'", lambda s: s.deck.update({"Bluff": 1})),
    ("SUN: the hand is not in catalogue order", lambda s: s.hands.update(SUN=["Ogre", "Scout"])),
    ("SUN: the other player knows cards that are not in the hand", lambda s: s.shown.update(SUN=["Scout"])),
    ("SUN: there is no card 'Bluff'", lambda s: s.hands.update(SUN=["Bluff"])),
    ("the pile: there is no card 'Bluff'", lambda s: s.discard.append("Bluff")),
]


@pytest.mark.parametrize(("said", "damage"), FAULTS)
def test_each_fault_is_told(said: str, damage: Damage) -> None:
    state = position(SOUND)
    assert faults(state) == []
    damage(state)
    state.cache.clear()
    assert said in faults(state)


def test_what_has_left_keeps_nothing_and_is_no_fault() -> None:
    state = position(SOUND)
    gone(state)
    assert faults(state) == []
