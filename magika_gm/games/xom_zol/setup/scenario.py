"""Scenario files: seats' decks and options (SCEN)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from magika_gm.engine.cases import CaseFaults, CaseReader
from magika_gm.games.xom_zol.options import DEFAULTS, EmptyLibrary, First, Options, Pace, SigilFormula
from magika_gm.games.xom_zol.setup.decks import Deck, deck_from_plain, deck_named, shipped_decks
from magika_gm.games.xom_zol.words import SIDES, Rarity

OWN = "own"
"""A deck that is handed in at sign-up."""
KEYS = ("title", "game", "description", "decks", "options")
GAME = "xom_zol"
_FLAGS = ("first_draw", "front_must_die", "bottom_discard", "dependency")
_WORDS: dict[str, type[Pace | First | SigilFormula | EmptyLibrary]] = {
    "pace": Pace,
    "first": First,
    "sigil_formula": SigilFormula,
    "empty_library": EmptyLibrary,
}
_NUMBERS = {"life": (1, 999), "hand": (1, 20), "max_turns": (2, 400)}
COPY_KEYS = (*(r.value for r in Rarity), "basic_land")
OPTION_KEYS = ("pace", "life", "hand", "max_turns", "first", *_FLAGS, "copies", "sigil_formula", "empty_library")


class ScenarioFaults(CaseFaults):
    """A scenario that cannot be played: ``faults`` are (key path, what is wrong)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario; ``decks`` maps a seat to the title of a shipped deck, or to ``own``.

    ``name`` is where it was read; it is no part of what it says.
    """

    name: str = field(compare=False)
    title: str
    decks: Mapping[str, str]
    description: str = ""
    options: Options = DEFAULTS


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text; raises :class:`ScenarioFaults` with every fault and its place."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioFaults([(name, f"is no TOML: {error}")]) from error
    reader = CaseReader()
    reader.keys("", data, KEYS)
    reader.among("game", data.get("game", GAME), (GAME,))
    scenario = Scenario(
        name=name,
        title=reader.text("title", data.get("title", name)),
        description=reader.text("description", data.get("description", "")).strip(),
        decks=_decks(reader, data.get("decks", {})),
        options=_options(reader, data.get("options", {})),
    )
    if reader.found:
        raise ScenarioFaults(reader.found)
    return scenario


def _decks(reader: CaseReader, value: object) -> dict[str, str]:
    table = reader.table("decks", value)
    reader.keys("decks", table, SIDES)
    known = (*shipped_decks(), OWN)
    decks: dict[str, str] = {}
    for side in SIDES:
        if side not in table:
            reader.fault(f"decks.{side}", f"is missing: a deck's name, or {OWN!r}")
            continue
        text = reader.text(f"decks.{side}", table[side])
        deck = deck_named(text)
        decks[side] = deck.title if deck else reader.among(f"decks.{side}", text, known)
    return decks


def _options(reader: CaseReader, value: object) -> Options:
    table = reader.table("options", value)
    reader.keys("options", table, OPTION_KEYS)
    given: dict[str, Any] = {}
    for key, found in table.items():
        place = f"options.{key}"
        if key in _FLAGS:
            given[key] = reader.flag(place, found)
        elif key in _WORDS:
            given[key] = _WORDS[key](reader.among(place, found, tuple(_WORDS[key])))
        elif key in _NUMBERS:
            low, high = _NUMBERS[key]
            given[key] = reader.number(place, found, low, high, low)
        elif key == "copies":
            given |= _copies(reader, found)
    options = Options(**given)
    if options.max_turns % 2:
        reader.fault("options.max_turns", f"must be even, not {options.max_turns}: both sides play equally often")
    return options


def _copies(reader: CaseReader, value: object) -> dict[str, Any]:
    table = reader.table("options.copies", value)
    reader.keys("options.copies", table, COPY_KEYS)
    numbers = dict(zip(COPY_KEYS, (*DEFAULTS.copies, DEFAULTS.basic_lands), strict=True))
    for key in table:
        if key in numbers:
            numbers[key] = reader.number(f"options.copies.{key}", table[key], 0, 100, numbers[key])
    *copies, basic = numbers.values()
    return {"copies": tuple(copies), "basic_lands": basic}


def write_scenario(scenario: Scenario) -> str:
    """The scenario as text that reads back to an equal one; options as the law has them are left out."""
    lines = [f"title = {json.dumps(scenario.title, ensure_ascii=False)}", f'game = "{GAME}"']
    if scenario.description:
        lines.append(f"description = {json.dumps(scenario.description, ensure_ascii=False)}")
    lines += ["", "[decks]", *(f"{side} = {json.dumps(scenario.decks[side])}" for side in SIDES)]
    options = scenario.options
    changed = [f.name for f in fields(Options) if getattr(options, f.name) != getattr(DEFAULTS, f.name)]
    plain = [key for key in changed if key not in ("copies", "basic_lands")]
    if plain:
        lines += ["", "[options]", *(f"{key} = {json.dumps(getattr(options, key))}" for key in plain)]
    if len(plain) < len(changed):
        numbers = zip(COPY_KEYS, (*options.copies, options.basic_lands), strict=True)
        lines += ["", "[options.copies]", *(f"{key} = {n}" for key, n in numbers)]
    return "\n".join(lines) + "\n"


def with_own_decks(scenario: Scenario) -> Scenario:
    """The same scenario with decks that are handed in."""
    return replace(scenario, decks=dict.fromkeys(SIDES, OWN))


def deck_of_plain(plain: Any) -> Deck:
    """A deck as a record has it; raises ValueError if it is none."""
    if not isinstance(plain, Mapping):
        raise ValueError("no deck")
    return deck_from_plain(plain)
