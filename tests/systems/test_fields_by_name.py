"""A record's fields by their names: ``records.seen_as``, ``plain.taken``, and the columns of ``archive.Each``."""

from __future__ import annotations

from dataclasses import field

import pytest

from magika_gm.engine.archive import Cell, Each, GameArchive, Tables
from magika_gm.engine.plain import taken
from magika_gm.engine.records import Copied, mutable, seen_as
from magika_gm.engine.relations import Column, Kind


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


@mutable
class Pond(Copied):
    frogs: dict[str, Frog] = field(default_factory=dict)


def test_a_table_has_a_column_for_each_plain_field_that_it_does_not_list_but_for_what_is_not_kept() -> None:
    listed = Tables(Pond, Each("frogs", "frogs", Frog, "name", but=("age", "secret")))
    grown = Tables(Pond, Each("frogs", "frogs", Frog, "name", but=("secret",)))
    assert [column.name for column in listed.relations[0].columns] == ["name"]
    assert grown.relations[0].columns[1:] == (Column(name="age", kind=Kind.NUMBER, default=0),)
    rows = grown.rows(Pond(frogs={"Al": AL}))
    assert rows == {"frogs": [{"name": "Al", "age": 3}]}
    assert grown.read(rows).frogs == {"Al": Frog(name="Al", age=3)}


def test_a_column_that_no_table_lists_is_a_version_more() -> None:
    class Lists(GameArchive):
        tables = Tables(Pond, Each("frogs", "frogs", Frog, "name", "age", "secret"))

    class Grows(GameArchive):
        tables = Tables(Pond, Each("frogs", "frogs", Frog, "name"))

    assert (Lists().version, Grows().version) == (1, 3)


def test_what_is_listed_otherwise_or_reckoned_has_no_second_column() -> None:
    secret = Cell("told", "secret")
    table = Each("frogs", "frogs", Frog, "name", Cell("age", kind=Kind.NUMBER, reckoned=lambda *_: 1), secret)
    assert [column.name for column in table.relations()[0].columns] == ["name", "age", "told"]
