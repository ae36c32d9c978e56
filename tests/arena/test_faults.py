"""What cannot be in a state is told, each by its own words (what a reader of a damaged game is told)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from magika_gm.games.arena.rules.faults import faults
from magika_gm.games.arena.rules.state import Aim, Casting, Corpse, Enchantment, Item, State, id_key
from magika_gm.games.arena.rules.tables import ITEMS, KINDS
from magika_gm.games.arena.rules.terms import Target
from magika_gm.games.arena.setup import Scenario, start_state


def hurt(state: State, id_: str, **fields: Any) -> State:
    for name, value in fields.items():
        setattr(state.creatures[id_], name, value)
    return state


def mounted(state: State, rider: str, mount: str, **fields: Any) -> None:
    hurt(state, rider, on=mount)
    hurt(state, mount, riders=(rider,))
    hurt(state, rider, **fields)


def item(state: State, **fields: Any) -> State:
    row: dict[str, Any] = {"id": "IA1", "key": id_key("IA1"), "kind": ITEMS["Grenade"], "place": 0, "uses": 1}
    state.items["IA1"] = Item(**row | fields)
    return state


def corpse(state: State, kind: str, of: str) -> State:
    state.corpses["C1"] = Corpse(id="C1", key=1, kind=KINDS[kind], hex=0, of=of, side="A")
    return state


def enchanted(state: State, key: int = 1, of: str = "A1", made: int = 1) -> State:
    aim = Aim(kind=Target.CREATURE, id=of)
    state.made["N"] = made
    state.enchantments[f"N{key}"] = Enchantment(
        id=f"N{key}", key=key, name="Bless", side="A", aim=aim, since=1, turns_of="A"
    )
    return state


def casting(state: State, due: int, side: str) -> None:
    hurt(
        state,
        "A13",
        casting=Casting(
            number=1, spell="Fireball", aim=Aim(kind=Target.PLACE, place=0), cost=1, side=side, begun=0, due=due
        ),
    )


def twice(state: State) -> None:
    enchanted(state, 1, made=2)
    enchanted(state, 2, made=2)


Damage = Callable[[State], object]
SOUND: list[Damage] = [
    lambda s: mounted(s, "A5", "A8"),
    lambda s: mounted(s, "A5", "A10"),
    item,
    lambda s: (item(s, by="A1"), hurt(s, "A1", items=("IA1",))),
    lambda s: s.pools.update(B=0),
    lambda s: s.storms.update({0: s.turn}),
    enchanted,
    lambda s: casting(s, 1, "A"),
    lambda s: (hurt(s, "A1", dead=True), corpse(s, "Swordmaster", "A1")),
]
FAULTS: list[tuple[str, Damage]] = [
    ("the board has hexes too many or too few", lambda s: s.terrain.pop()),
    ("a1 has terrain ?", lambda s: s.terrain.__setitem__(0, "?")),
    ("a1 has terrain K", lambda s: s.terrain.__setitem__(0, "K")),
    ("a1 is controlled by C", lambda s: s.control.__setitem__(0, "C")),
    ("a storm over a1 is over", lambda s: s.storms.update({0: s.turn - 1})),
    ("B's pool is -1", lambda s: s.pools.update(B=-1)),
    ("A has a card Bluff", lambda s: s.cards.update(A=("Bluff",))),
    ("A has a card twice", lambda s: s.cards.update(A=("Bless", "Bless"))),
    ("B began Bless without its card", lambda s: s.revealed.update(B=("Bless",))),
    ("the game has a winner and no ending, or the reverse", lambda s: setattr(s, "winner", "A")),
    ("A1 is dead and holds something", lambda s: hurt(s, "A1", dead=True, riders=("A2",))),
    ("A1 has a number below 0", lambda s: hurt(s, "A1", move_lost=-1)),
    ("A13 was never made", lambda s: s.made.update(A=12)),
    ("A1 is on no side", lambda s: hurt(s, "A1", side="C", owner="C")),
    ("A1 is nowhere", lambda s: hurt(s, "A1", place=-1)),
    ("A1 stands on the ground with air count 1", lambda s: hurt(s, "A1", air=1)),
    ("A1 hangs in the air", lambda s: hurt(s, "A1", place=s.board.places["e2^"])),
    ("A1 holds an item that is not with it", lambda s: hurt(s, "A1", items=("IA1",))),
    ("A13 is casting what is over", lambda s: casting(s, 0, "A")),
    ("A13 is casting what is over", lambda s: casting(s, 1, "B")),
    ("A1 has changed sides without a spell", lambda s: hurt(s, "A1", side="B")),
    ("A5 rides what does not carry it", lambda s: hurt(s, "A5", on="A8")),
    ("A5 is not where its mount is", lambda s: mounted(s, "A5", "A8", place=0)),
    ("A5 rides an enemy", lambda s: mounted(s, "A5", "A8", side="B", owner="B")),
    ("A8 carries what does not ride it", lambda s: hurt(s, "A8", riders=("A5",))),
    ("A7 carries too much", lambda s: mounted(s, "A8", "A7")),
    ("IA1 is in no place it can be", lambda s: item(s, by="A1")),
    ("IA1 is in no place it can be", lambda s: item(s, by="A1", gone=True, uses=0)),
    ("IA1 is in no place it can be", lambda s: item(s, place=s.board.places["e2^"])),
    ("IA1 is used up and still there", lambda s: item(s, uses=0)),
    ("C1 is the corpse of somebody alive", lambda s: corpse(s, "Orc", "A1")),
    ("C1: a Zombie leaves no corpse", lambda s: (hurt(s, "A1", dead=True), corpse(s, "Zombie", "A1"))),
    ("N2 is the second of its name on its target", twice),
    ("N1 is on nobody", partial(enchanted, of="A99")),
    ("N1 is on nobody", lambda s: (enchanted(s), hurt(s, "A1", dead=True))),
    ("N1 was never begun, or is over", partial(enchanted, made=0)),
]


def begun() -> State:
    state = start_state(Scenario(), {})
    state.items.clear()
    return state


@pytest.mark.parametrize("change", SOUND)
def test_a_sound_state_has_no_faults(change: Damage) -> None:
    state = begun()
    change(state)
    assert faults(state) == []


@pytest.mark.parametrize(("said", "damage"), FAULTS)
def test_each_fault_is_told(said: str, damage: Damage) -> None:
    state = begun()
    damage(state)
    assert faults(state) == [said]
