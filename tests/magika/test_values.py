"""Orders, events and the game master's acts are values that know what they are: never equal across classes."""

from __future__ import annotations

from copy import copy
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from itertools import combinations
from pickle import dumps, loads
from typing import Any, get_args

import pytest

from magika_gm.engine.records import mutable, named_record, record, thing, values
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import Cast, Order, Rest, Search
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.events import EVENTS, FellUnconscious, GmRuled, SpellTried, Woke
from magika_gm.games.magika.rules.state import Area, Scroll
from tests.examples import each_of

CLASSES: list[type[Any]] = [*get_args(Order), *EVENTS.classes.values(), *get_args(Act), Scroll, Area, Told]


def alike(kind: type[Any], value: object) -> Any:
    """One of ``kind`` with the same value in every field."""
    return kind(**{f.name: value for f in fields(kind)})


@pytest.mark.parametrize("value", ["A", "", 0, None])
def test_no_two_classes_are_equal_and_all_are_true(value: object) -> None:
    made = [alike(kind, value) for kind in CLASSES]
    assert len(made) > 70
    assert all(made)
    for one, other in combinations(made, 2):
        assert one != other
        assert not one == other  # noqa: SIM201 - both operators are asked
    for kind, one in zip(CLASSES, made, strict=True):
        assert one == alike(kind, value)
        assert hash(one) == hash(alike(kind, value))
    assert len(set(made)) == len(made)


def test_the_three_that_were_equal_once() -> None:
    once: list[tuple[object, object]] = [
        (Rest(), Search()), (Woke("A"), FellUnconscious("A")), (Rest(), ()),
        (Scroll("Heals"), ("Heals", 0, 0, 0, False)),
    ]  # fmt: skip
    for one, other in once:
        assert one != other
    assert bool(Rest())


@each_of(CLASSES)
def test_records_are_plain_and_named_above_five_fields(kind: type[Any]) -> None:
    one = alike(kind, "A")
    assert not hasattr(one, "__dict__")
    assert values(one) == ("A",) * len(fields(kind))
    if kind is not Told and fields(kind):  # of the engine; six fields that every rule hands over in the same order
        assert all(f.kw_only for f in fields(kind)) == (len(fields(kind)) > 5)


def test_records_take_what_a_dataclass_takes() -> None:
    assert Cast("Heals") == Cast("Heals", False, "") == Cast(parameter="", scroll="Heals")
    assert repr(Cast("Heals")) == "Cast(scroll='Heals', major=False, parameter='')"
    with pytest.raises(TypeError):
        SpellTried("A", "Heals", True, True, 50, 5, 60, False)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        GmRuled("A", "Heals", True, True, "so", "more")  # type: ignore[call-arg]


def test_a_record_is_what_a_dataclass_is() -> None:
    @record
    class Card:
        name: str
        uses: list[str] = field(default_factory=list, compare=False)

    @named_record
    class Held(Card):
        seat: str = "A"
        size: int = field(init=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", len(self.name))

    @thing
    class Spot:
        at: int

    @mutable
    class Pile:
        cards: list[str]

    card, held = Card("Wall"), Held("Ogre", ["bite"], seat="B")
    assert (card.uses, held.size, repr(held)) == (
        [],
        4,
        "test_a_record_is_what_a_dataclass_is.<locals>.Held(name='Ogre', uses=['bite'], seat='B')",
    )
    assert card == Card("Wall", ["stand"])
    assert hash(card) == hash(Card("Wall", ["stand"]))
    assert held != Held("Ogre")
    assert replace(held, name="Imp").size == 3
    assert copy(held) == held
    assert Spot(1) != Spot(1)
    assert Pile(cards=["x"]) == Pile(cards=["x"])
    for made, name in ((card, "name"), (held, "seat"), (held, "other"), (Spot(1), "at")):
        with pytest.raises(FrozenInstanceError):
            setattr(made, name, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(made, name)
    with pytest.raises(TypeError):
        Card()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Held("Ogre", [], "B")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        hash(Pile(cards=[]))
    assert is_dataclass(Held)
    assert loads(dumps(Cast("Heals"))) == Cast("Heals")
