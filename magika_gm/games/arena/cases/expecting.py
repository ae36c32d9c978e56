"""Expectations of a case: any part of the result object, and nothing that is none (FORM-3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.games.arena.rules.board import board_of

TOP = (
    "turn", "winner", "ending", "creatures", "items", "corpses", "enchantments", "terrain", "control", "storms",
    "walls", "pools", "combats", "retreats", "magic", "rolls",
)  # fmt: skip
THINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "creatures": (
        r"[AB][1-9]\d*",
        ("kind", "side", "dead", "at", "on", "air", "power", "move", "idle", "items", "uses", "casting"),
    ),
    "items": (r"I[AB][1-9]\d*", ("kind", "by", "at", "uses", "disenchanted", "gone")),
    "corpses": (r"C[1-9]\d*", ("kind", "at", "of", "side", "gone")),
    "enchantments": (r"N[1-9]\d*", ("spell", "on", "side", "gone")),
}
LISTS: dict[str, tuple[str, ...]] = {
    "combats": ("turn", "at", "A", "B", "winner", "dead", "regenerated"),
    "retreats": ("turn", "unit", "from", "to"),
    "magic": ("turn", "phase", "side", "name", "by", "on", "outcome"),
    "rolls": ("turn", "roll", "victim"),
}


def check_expectation(reader: CaseReader, expect: Mapping[str, Any]) -> None:
    """Every key must be one the result can have."""
    reader.keys("expect", expect, TOP)
    for name, (pattern, keys) in THINGS.items():
        for id_, row in reader.table(f"expect.{name}", expect.get(name, {})).items():
            if not re.fullmatch(pattern, id_):
                reader.fault(f"expect.{name}.{id_}", f"{id_!r} is no id of this sort")
            elif isinstance(row, Mapping):
                reader.keys(f"expect.{name}.{id_}", row, keys)
    for name in ("terrain", "control", "storms"):
        for hex_ in reader.table(f"expect.{name}", expect.get(name, {})):
            if hex_ not in board_of().index:
                reader.fault(f"expect.{name}.{hex_}", f"{hex_!r} is no hex")
    reader.keys("expect.pools", reader.table("expect.pools", expect.get("pools", {})), ("A", "B"))
    for name, keys in LISTS.items():
        rows = expect.get(name, [])
        if not isinstance(rows, list):
            reader.fault(f"expect.{name}", "must be a list")
            continue
        for n, row in enumerate(rows):
            reader.keys(f"expect.{name}.{n}", reader.table(f"expect.{name}.{n}", row), keys)
