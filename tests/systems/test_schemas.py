"""Schemas of turn files: what every report holds stands in them by its types (``make schema`` writes it there)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import jsonschema
import pytest

from magika_gm import games
from magika_gm.engine.plain import plain_of, schema_of
from magika_gm.engine.records import record
from magika_gm.reports.kit.usual import GameReports
from tests.systems.contract import contract_of
from tests.systems.toy.reports import REPORTS
from tests.turnfiles import file_of

TYPED = [name for name in games.SYSTEMS if games.system(name).reports.SCHEMA and not contract_of(name).own_schema]


@pytest.mark.parametrize("game", TYPED)
def test_what_every_report_holds_stands_in_the_schema_by_its_types(game: str) -> None:
    reports = games.system(game).reports
    assert isinstance(reports, GameReports)
    file, usual = file_of(game), reports.schema()
    text = file.read_text(encoding="utf-8")
    shipped = json.loads(text)
    properties = {**shipped["properties"], **usual}
    required = [*shipped["required"], *(name for name in usual if name not in shipped["required"])]
    wanted = json.loads(json.dumps({**shipped, "properties": properties, "required": required}))
    if os.environ.get("MAGIKA_UPDATE_SCHEMA"):
        file.write_text(json.dumps(wanted, indent=text.index('"') - 2, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert shipped == wanted, "make schema"
    jsonschema.Draft202012Validator.check_schema(wanted)


class Colour(Enum):
    RED = "red"


class Pair(NamedTuple):
    left: int
    right: str | None


@dataclass(frozen=True)
class Held:
    colour: Colour
    pair: Pair
    both: tuple[int, str]
    many: tuple[Pair, ...]
    by: dict[str, float]
    other: Pair | None
    anything: Any


HELD = Held(Colour.RED, Pair(1, None), (2, "b"), (Pair(3, "c"),), {"d": 0.5}, None, {"x": [1]})


def test_a_value_keeps_to_the_schema_of_its_type() -> None:
    schema, plain = schema_of(Held), json.loads(json.dumps(plain_of(HELD)))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(plain, schema)
    wrong: list[dict[str, Any]] = [
        {"colour": "blue"}, {"pair": {"left": 1}}, {"pair": {"left": 1, "right": 2}}, {"both": [2, "b", 3]},
        {"many": [1]}, {"by": {"d": "x"}}, {"other": 1}, {"more": 1},
    ]  # fmt: skip
    for change in wrong:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**plain, **change}, schema)


def test_a_type_that_json_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="complex"):
        schema_of(tuple[complex, ...])


def test_the_toys_report_has_a_schema() -> None:
    assert {"turn", "player", "story", "order_form", "chain", "record"} <= set(REPORTS.schema())


@record
class Silent:
    """A record that has nothing to say."""


def test_a_record_without_fields_is_an_empty_table() -> None:
    assert plain_of({"told": [Silent()]}) == {"told": [{}]}
    assert schema_of(Silent) == {"type": "object", "additionalProperties": False, "required": [], "properties": {}}
