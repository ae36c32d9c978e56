"""What cannot be in a state is told, each by its own words (what a reader of a damaged game is told)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from magika_gm.games.xom_zol.rules.faults import faults
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import Ending
from tests.xom_zol.randoms import CARDS, new_game

CREATURE = next(c for c in CARDS if c.body)
AUGMENT = next(c for c in CARDS if c.type == "augment")


def piece(state: State, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state.pieces["A1"], name, value)


def side(state: State, **fields: Any) -> None:
    state.sides["A"].deck = ()
    for name, value in fields.items():
        setattr(state.sides["A"], name, value)


def whole(state: State, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state, name, value)


def over(state: State) -> None:
    whole(state, ending=next(iter(Ending)), winner="A", flight=(("A", CARDS[0].name),))
    side(state, life=0)
    piece(state, damage=1, doomed=True)


Damage = Callable[[State], object]
FAULTS: list[tuple[str, Damage]] = [
    ("A1 is not the ref of A7", lambda s: piece(s, ref="A7")),
    ("A1 has a number not given yet", lambda s: side(s, next_number=1)),
    ("the hand of side A is not in order of names", lambda s: side(s, hand=sorted(s.sides["A"].hand, reverse=True))),
    ("the pool of side A has letters that are none: ?", lambda s: side(s, pool="?")),
    ("side A has cards that are none: Nobody", lambda s: side(s, discard=["Nobody"])),
    ("side A has [] in play and ['A1'] in its ranks", lambda s: side(s, columns=[["A1", ""]])),
    ("side A has an empty front place", lambda s: side(s, columns=[["", ""]])),
    ("cards of side A were made or lost: ", lambda s: s.sides["A"].hand.pop()),
    ("A1 lies on A2, which is no existing creature", lambda s: piece(s, on="A2", card=AUGMENT)),
    ("A1 lies on nothing", lambda s: piece(s, card=AUGMENT)),
    ("A1 is no creature and does not exist", lambda s: piece(s, exists=False)),
    ("A1 is there and still waits for a place", lambda s: piece(s, behind="A2")),
    ("A1 has less than nothing of something", lambda s: piece(s, damage=-1)),
    ("A1 keeps damage or changes of a game turn that is over", lambda s: piece(s, inflated=1)),
    ("A1 is doomed or pacified between turns", lambda s: piece(s, pacified=True)),
    ("an assault goes on between turns", lambda s: whole(s, combat=object())),
    ("a cast, fog or mana is left over between turns", lambda s: whole(s, flight=(("A", CARDS[0].name),))),
    ("a cast, fog or mana is left over between turns", lambda s: whole(s, fog=True)),
    ("a cast, fog or mana is left over between turns", lambda s: whole(s, mana_cast=True)),
    ("a cast, fog or mana is left over between turns", lambda s: side(s, pool="E")),
    ("a side without life plays on", lambda s: side(s, life=0)),
    ("the game is over and nobody has won, lost or drawn", lambda s: whole(s, ending=next(iter(Ending)))),
    ("game turn 1 is not that of side A", lambda s: whole(s, turn=1, active="A", first="B")),
]


@pytest.mark.parametrize(("said", "damage"), FAULTS)
def test_each_fault_is_told(said: str, damage: Damage) -> None:
    state = new_game(1)
    assert faults(state) == []
    damage(state)
    assert said in [fault[: len(said)] if said.endswith(" ") else fault for fault in faults(state)]


def test_what_an_ending_leaves_is_no_fault() -> None:
    state = new_game(1)
    over(state)
    assert faults(state) == []
