"""A record made of another's fields, or a table's, by their names: ``records.seen_as`` and ``plain.taken``."""

from __future__ import annotations

from dataclasses import field

import pytest

from magika_gm.engine.plain import taken
from magika_gm.engine.records import Copied, mutable, seen_as


@mutable
class Frog(Copied):
    name: str
    age: int = 0
    secret: str = ""
    friends: list[str] = field(default_factory=list)


@mutable
class FrogSeen(Frog):
    near: bool


AL = Frog(name="Al", age=3, secret="gold", friends=["Bo"])


def test_who_knows_all_sees_every_field_and_others_those_named() -> None:
    assert seen_as(FrogSeen, AL, near=True) == FrogSeen(name="Al", age=3, secret="gold", friends=["Bo"], near=True)
    assert seen_as(FrogSeen, AL, {"name", "age"}, near=False) == FrogSeen(name="Al", age=3, near=False)


def test_what_has_no_default_cannot_be_hidden() -> None:
    with pytest.raises(TypeError):
        seen_as(FrogSeen, AL, {"age"}, near=True)


def test_a_table_gives_the_fields_it_names_and_no_others() -> None:
    assert taken(Frog, {"name": "Al", "colour": "green"}, age=4) == Frog(name="Al", age=4)
