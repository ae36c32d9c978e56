"""Scenario files: read strictly, every fault with its place; written so that they read back equal (SET-6)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.isle import LAW_ISLE, NAMES, PLACES, TOWER, Isle, isle_of
from magika_gm.games.rune_war.rules.state import Options
from magika_gm.games.rune_war.setup.choosing import fillable, is_sound, read_pair
from magika_gm.games.rune_war.setup.scenario import CreatureSetup, Scenario, SeatSetup
from magika_gm.games.rune_war.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    MOST_CREATURES,
    MOST_IN_PLACE,
    SEATS,
    split_code,
)

_KEYS = ("game title note rounds pace map spell_points last_discard places seats territories ridges creatures").split()
_PLACE_KEYS = "code name clan hex neighbours kind figures value circle".split()
MOST_ROUNDS, MOST_PACE, MOST_POINTS, MOST_FIGURE, MOST_VALUE = 64, 30, 99999, 30, 9999


def read_scenario(text: str, name: str = "") -> Scenario:
    """A scenario from its TOML text; ``name`` is its title where it gives none. Raises :class:`ScenarioFaults`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioFaults([f"{name}: {error}"]) from error
    reader = CaseReader()
    reader.keys("", data, _KEYS)
    if data.get("game", "rune_war") != "rune_war":
        reader.fault("game", "must be rune_war")
    isle = _isle(reader, data)
    scenario = Scenario(
        title=reader.text("title", data.get("title", name)) or name,
        options=_options(reader, data),
        drawn_places=reader.among("places", data.get("places", "fixed"), ("fixed", "drawn")) == "drawn",
        seats=_seats(reader, data.get("seats", {})),
        isle=isle,
        creatures=_creatures(reader, data.get("creatures", []), isle),
    )
    _check_owners(reader, scenario)
    if reader.found:
        raise ScenarioFaults([f"{place or name}: {reason}" for place, reason in reader.found])
    return scenario


def _options(reader: CaseReader, data: Mapping[str, Any]) -> Options:
    rounds = reader.number("rounds", data.get("rounds", 8), 1, MOST_ROUNDS, 8)
    if rounds % 4:
        reader.fault("rounds", f"must be a multiple of 4, not {rounds}")
    points = data.get("spell_points")
    return Options(
        rounds=rounds,
        pace=reader.number("pace", data.get("pace", 6), 1, MOST_PACE, 6),
        map=reader.flag("map", data.get("map", True)),
        spell_points=None if points is None else reader.number("spell_points", points, 0, MOST_POINTS, 0),
        last_discard=reader.flag("last_discard", data.get("last_discard", False)),
    )


def _seats(reader: CaseReader, value: object) -> dict[str, SeatSetup]:
    table = reader.table("seats", value)
    reader.keys("seats", table, SEATS)
    found = {}
    for seat in SEATS:
        place = f"seats.{seat}"
        row = reader.table(place, table.get(seat, {}))
        reader.keys(place, row, ("wizard", "clan", "policy"))
        pair = None
        if "wizard" in row or "clan" in row:
            pair = read_pair(f"{row.get('wizard', '')}/{row.get('clan', '')}")
            if pair is None:
                reader.fault(place, "needs both a wizard and a clan there are, or neither")
        policy = reader.among(f"{place}.policy", row.get("policy", "careful"), tuple(POLICIES))
        found[seat] = SeatSetup(pair, policy)
    pairs = [setup.pair for setup in found.values() if setup.pair is not None]
    if not is_sound(pairs) or not fillable(pairs):
        reader.fault("seats", "no wizard and no clan twice, and each wizard for a clan of his (SET-1)")
    return found


def _isle(reader: CaseReader, data: Mapping[str, Any]) -> Isle:
    """The map; left out, the law's."""
    if "territories" not in data:
        if "ridges" in data:
            reader.fault("ridges", "must stand with territories")
        return LAW_ISLE
    rows = data["territories"]
    if not isinstance(rows, list):
        reader.fault("territories", "must be a list of tables")
        return LAW_ISLE
    before = len(reader.found)
    found: dict[str, Mapping[str, Any]] = {}
    for i, value in enumerate(rows, 1):
        row = reader.table(f"territories[{i}]", value)
        code = row.get("code")
        if code not in PLACES or code in found:
            reader.fault(f"territories[{i}].code", f"{code!r} is no place of the isle, or stands twice")
        else:
            found[str(code)] = row
            _territory(reader, str(code), row)
    for code in PLACES:
        if code not in found:
            reader.fault("territories", f"{code} is missing")
    ridges = reader.texts("ridges", data.get("ridges", []))
    for ridge in ridges:
        one, _, other = ridge.partition("-")
        if one not in PLACES or other not in PLACES:
            reader.fault("ridges", f"{ridge!r} is not two places, as M1-Z1")
    if len(reader.found) > before:
        return LAW_ISLE
    isle = isle_of([found[code] for code in PLACES], ridges)
    _check_map(reader, isle, found)
    return isle


def _territory(reader: CaseReader, code: str, row: Mapping[str, Any]) -> None:
    place = f"territories.{code}"
    reader.keys(place, row, _PLACE_KEYS)
    if row.get("name", NAMES[code]) != NAMES[code]:
        reader.fault(f"{place}.name", f"{code} is {NAMES[code]} in every scenario", row.get("name"))
    hexes = row.get("hex")
    if not (isinstance(hexes, list) and len(hexes) == 2 and all(isinstance(x, int) for x in hexes)):
        reader.fault(f"{place}.hex", "must be two whole numbers, q and r")
    if code == TOWER:
        for key in ("clan", "figures", "value", "circle", "kind"):
            if key in row:
                reader.fault(f"{place}.{key}", "the Tower has none (ISLE-3)")
        return
    reader.among(f"{place}.clan", row.get("clan", ""), tuple(CLAN_BY_TITLE))
    figures = row.get("figures")
    if not (isinstance(figures, list) and len(figures) == 4):
        reader.fault(f"{place}.figures", "must be four whole numbers: melee, ranged, defense, loyalty")
    else:
        for figure in figures:
            reader.number(f"{place}.figures", figure, 0, MOST_FIGURE, 0)
        reader.number(f"{place}.figures", figures[3], 1, MOST_FIGURE, 1)
    reader.number(f"{place}.value", row.get("value"), 0, MOST_VALUE, 0)
    reader.flag(f"{place}.circle", row.get("circle", False))
    reader.text(f"{place}.kind", row.get("kind", ""))


def _check_map(reader: CaseReader, isle: Isle, rows: Mapping[str, Mapping[str, Any]]) -> None:
    hexes = Counter(t.hex for t in isle.territories)
    for t in isle.territories:
        if hexes[t.hex] > 1:
            reader.fault(f"territories.{t.code}.hex", f"{list(t.hex)} is taken twice")
        listed = rows[t.code].get("neighbours")
        if listed is not None and set(listed) != set(isle.neighbours[t.code]):
            borders = " ".join(isle.neighbours[t.code])
            reader.fault(f"territories.{t.code}.neighbours", f"hexes and ridges make them {borders}")
    if len(isle.steps([TOWER])) < len(PLACES):
        reader.fault("ridges", "a part of the isle cannot be reached")


def _creatures(reader: CaseReader, value: object, isle: Isle) -> tuple[CreatureSetup, ...]:
    if not isinstance(value, list):
        reader.fault("creatures", "must be a list of tables")
        return ()
    found = []
    for i, item in enumerate(value, 1):
        place = f"creatures[{i}]"
        row = reader.table(place, item)
        reader.keys(place, row, ("code", "kind", "at", "loyalty"))
        code = reader.text(f"{place}.code", row.get("code"))
        if split_code(code) is None:
            reader.fault(f"{place}.code", f"{code!r} is no creature's code, as MA1")
        kind = reader.among(f"{place}.kind", row.get("kind", ""), tuple(CREATURES))
        at = reader.among(f"{place}.at", row.get("at", ""), tuple(isle.at))
        loyalty = row.get("loyalty")
        if loyalty is not None:
            loyalty = reader.number(f"{place}.loyalty", loyalty, 1, CREATURES[kind].loyalty, 1)
        found.append(CreatureSetup(code=code, kind=kind, at=at, loyalty=loyalty))
    return tuple(found)


def _check_owners(reader: CaseReader, scenario: Scenario) -> None:
    if reader.found:
        return
    codes = Counter(c.code for c in scenario.creatures)
    kinds = Counter(c.kind for c in scenario.creatures if CREATURES[c.kind].unique)
    clans = Counter(c.code[:2] for c in scenario.creatures)
    places = Counter((c.code[:2], c.at) for c in scenario.creatures)
    for counted, most in ((codes, 1), (kinds, 1), (clans, MOST_CREATURES), (places, MOST_IN_PLACE)):
        for thing, number in counted.items():
            if number > most:
                reader.fault("creatures", f"{thing} stands {number} times, {most} at most")
    for c in scenario.creatures:
        split = split_code(c.code)
        if split is not None and c.at != TOWER and scenario.isle.start.get(c.at) is not split[0]:
            reader.fault("creatures", f"{c.code} must stand on land of its clan, or in the Tower")
