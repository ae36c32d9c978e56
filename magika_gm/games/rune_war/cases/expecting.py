"""What a case may expect, checked and brought into the form of the result (CASE-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseReader, Comparison
from magika_gm.games.rune_war.runes import CODES, meld_of, read_meld, read_runes
from magika_gm.games.rune_war.tables import SEATS, split_code

RESULT_KEYS = "ended due round turns hand won seats creatures gone armies land casts combats claims".split()
HAND_KEYS = ["next", "wall", "plays"]
WON_KEYS = "round winner from rune score points doubles limit payments magic".split()
SEAT_KEYS = (
    "wizard clan wind points rune_points lcp hand dim melds discards silence fog random_discard D land territories "
    "circles rank refused waiting"
).split()
CREATURE_KEYS = "kind seat at melee ranged defense loyalty maximum enchantments".split()
CAST_KEYS = "seat play spell on at resisted".split()
COMBAT_KEYS = "at attacker won strikes".split()
CLAIM_KEYS = ["seat", "at"]
_RUNE_LISTS = ("hand", "dim", "discards")


def _as_set(path: tuple[str, ...]) -> bool:
    """Hands, dim runes, sets on the table, enchantments, who is gone and who resisted are sets."""
    match path:
        case ("seats", _, "hand" | "dim" | "melds") | ("creatures", _, "enchantments") | ("gone",):
            return True
        case ("casts", _, "resisted"):
            return True
        case _:
            return False


COMPARISON = Comparison(nulls=(False,), as_set=_as_set)


def check_expect(reader: CaseReader, expect: Mapping[str, Any]) -> dict[str, Any]:
    """The expectations, runes and sets spelled as the result spells them; faults for keys no result has."""
    reader.keys("expect", expect, RESULT_KEYS)
    found = dict(expect)
    for key, known in (("hand", HAND_KEYS), ("won", WON_KEYS)):
        if isinstance(expect.get(key), Mapping):
            reader.keys(f"expect.{key}", expect[key], known)
    if "seats" in expect:
        seats = reader.table("expect.seats", expect["seats"])
        reader.keys("expect.seats", seats, SEATS)
        found["seats"] = {seat: _seat(reader, f"expect.seats.{seat}", row) for seat, row in seats.items()}
    for code, row in reader.table("expect.creatures", expect.get("creatures", {})).items():
        if split_code(code) is None:
            reader.fault(f"expect.creatures.{code}", f"{code!r} is no creature's code")
        if isinstance(row, Mapping):
            reader.keys(f"expect.creatures.{code}", row, CREATURE_KEYS)
    for key, known in (("casts", CAST_KEYS), ("combats", COMBAT_KEYS), ("claims", CLAIM_KEYS)):
        rows = expect.get(key) or ()
        if not isinstance(rows, list | tuple):
            reader.fault(f"expect.{key}", f"must be a list of tables, not {rows!r}")
            continue
        for i, row in enumerate(rows, 1):
            reader.keys(f"expect.{key}[{i}]", reader.table(f"expect.{key}[{i}]", row), known)
    return found


def _seat(reader: CaseReader, place: str, value: object) -> dict[str, Any]:
    row = dict(reader.table(place, value))
    reader.keys(place, row, SEAT_KEYS)
    for key in _RUNE_LISTS:
        if key in row:
            row[key] = _codes(reader, f"{place}.{key}", row[key])
    if isinstance(row.get("melds"), list):
        row["melds"] = [_meld(reader, f"{place}.melds", item) for item in row["melds"]]
    return row


def _codes(reader: CaseReader, place: str, value: object) -> list[str]:
    if value is False:
        return []
    text = " ".join(reader.texts(place, value)) if isinstance(value, list) else reader.text(place, value)
    kinds = read_runes(text)
    if isinstance(kinds, str):
        reader.fault(place, f"{kinds!r} is no rune", kinds.upper(), CODES)
        return []
    return [CODES[kind] for kind in kinds]


def _meld(reader: CaseReader, place: str, value: object) -> str:
    """A set as the result writes it."""
    if isinstance(value, list):
        words = reader.texts(place, value)
        concealed = bool(words) and words[-1].casefold() == "concealed"
        kinds = read_runes(" ".join(words[:-1] if concealed else words))
        meld = None if isinstance(kinds, str) else meld_of(kinds, concealed)
    else:
        meld = read_meld(reader.text(place, value))
    if meld is None:
        reader.fault(place, f"{value!r} is no set")
        return ""
    return str(meld)
