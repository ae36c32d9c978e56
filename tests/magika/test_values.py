"""Orders, events and the game master's acts are values that know what they are: never equal across classes."""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass
from itertools import combinations
from typing import Any, get_args

import pytest

from magika_gm.engine.records import quick, values
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import Cast, Order, Rest, Search
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.events import Event, FellUnconscious, GmRuled, SpellTried, Woke
from magika_gm.games.magika.rules.state import Area, Scroll

CLASSES: list[type[Any]] = [*get_args(Order), *get_args(Event), *get_args(Act), Scroll, Area, Told]


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


@pytest.mark.parametrize("kind", CLASSES, ids=lambda k: str(k.__name__))
def test_records_are_plain_frozen_and_named_above_five_fields(kind: type[Any]) -> None:
    assert is_dataclass(kind)
    one = alike(kind, "A")
    assert not hasattr(one, "__dict__")
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(one, field.name, "B")
        with pytest.raises(FrozenInstanceError):
            delattr(one, field.name)
    assert values(one) == ("A",) * len(fields(kind))
    if kind is not Told:  # of the engine; six fields that every rule hands over in the same order
        assert all(f.kw_only for f in fields(kind)) == (len(fields(kind)) > 5) or not fields(kind)
    for field in fields(kind):
        if field.default is MISSING:
            with pytest.raises(TypeError):
                kind(**{f.name: "A" for f in fields(kind) if f is not field})


def test_quick_records_take_what_a_dataclass_takes() -> None:
    assert Cast("Heals") == Cast("Heals", False, "") == Cast(parameter="", scroll="Heals")
    assert repr(Cast("Heals")) == "Cast(scroll='Heals', major=False, parameter='')"
    with pytest.raises(TypeError):
        SpellTried("A", "Heals", True, True, 50, 5, 60, False)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        GmRuled("A", "Heals", True, True, "so", "more")  # type: ignore[call-arg]


def test_quick_serves_plain_records_only() -> None:
    from dataclasses import dataclass, field

    @dataclass(frozen=True)
    class WithoutSlots:
        name: str

    @dataclass(frozen=True, slots=True)
    class WithFactory:
        names: list[str] = field(default_factory=list)

    for kind in (WithoutSlots, WithFactory, int):
        with pytest.raises(TypeError):
            quick(kind)
