"""The field test's own parts (tests/house/field.py); the test itself is ``make field``."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from magika_gm.engine.records import Copied, mutable
from tests.house.field import FIELD, VALUE, add_field, held, holds, listing, main_record


@mutable
class Frog(Copied):
    name: str
    age: int = 0
    green: bool = True


@mutable
class Stone(Copied):
    name: str


@mutable
class Pond(Copied):
    stones: dict[str, Stone] = field(default_factory=dict)
    frogs: dict[str, Frog] = field(default_factory=dict)
    depth: int = 3


def test_the_main_record_has_the_most_fields_and_is_found_however_deep() -> None:
    pond = Pond(frogs={"a": Frog(name="Al")}, stones={"s": Stone(name="S")})
    assert main_record(pond) is Frog
    assert [frog.name for frog in held({"x": [pond]}, Frog)] == ["Al"]
    assert holds({"frogs": [{"name": "Al", FIELD: VALUE}]})
    assert not holds({"frogs": [{"name": "Al", FIELD: 0}]})


def test_a_field_is_added_below_the_last_one_and_what_is_said_of_it(tmp_path: Path) -> None:
    module = tmp_path / "state.py"
    source = 'class Frog:\n    name: str\n    age: int = 0\n    """In days."""\n{}\n    def hop(self): ...\n'
    module.write_text(source.format(""), "utf-8")
    add_field(module, "Frog")
    assert module.read_text("utf-8") == source.format(f"    {FIELD}: int = 0\n")


def test_a_module_that_lists_most_of_the_fields_would_have_to_list_one_more(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "cases.py").write_text('x = {"name": 1, "age": 2, "place": 3}\n', "utf-8")
    (tmp_path / "bots" / "scene.py").write_text("x = Frog(name=1)\n", "utf-8")
    assert list(listing(tmp_path, Frog)) == ["cases.py"]
