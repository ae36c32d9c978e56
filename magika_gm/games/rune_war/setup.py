"""Scenarios and beginnings of Rune War (``engine.seam.setup.Setup``): read, checked, written, begun (SETUP)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.rules.deal import deal
from magika_gm.games.rune_war.rules.state import Creature, Options, Player, World
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    LAW_ISLE,
    MOST_CREATURES,
    MOST_IN_PLACE,
    NAMES,
    PLACE_ORDER,
    PLACES,
    SEATS,
    TOWER,
    WIZARDS,
    Clan,
    Isle,
    Territory,
    code_order,
    isle_of,
    split_code,
)
from magika_gm.games.rune_war.rules.turn import Table
from magika_gm.games.rune_war.scenario import (
    CreatureSetup,
    Pair,
    Scenario,
    SeatSetup,
    draw_places,
    fillable,
    give_out,
    is_sound,
    read_pair,
    wishes_of,
)

# Scenario files: read strictly, every fault with its place; written so that they read back equal (SET-6).


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
            _read_territory(reader, str(code), row)
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


def _read_territory(reader: CaseReader, code: str, row: Mapping[str, Any]) -> None:
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


# A scenario as text (SET-6).


def write_scenario(scenario: Scenario) -> str:
    """The scenario's TOML text; it reads back to an equal one."""
    options = scenario.options
    lines = [
        'game = "rune_war"',
        f"title = {_text(scenario.title)}",
        f"rounds = {options.rounds}",
        f"pace = {options.pace}",
        f"map = {_flag(options.map)}",
        *([] if options.spell_points is None else [f"spell_points = {options.spell_points}"]),
        f"last_discard = {_flag(options.last_discard)}",
        f'places = "{"drawn" if scenario.drawn_places else "fixed"}"',
        f"ridges = {_list(f'{one}-{other}' for one, other in scenario.isle.ridges)}",
    ]
    for seat, setup in scenario.seats.items():
        lines += ["", f"[seats.{seat}]"]
        if setup.pair is not None:
            lines += [f'wizard = "{setup.pair[0]}"', f'clan = "{setup.pair[1].title}"']
        lines.append(f'policy = "{setup.policy}"')
    for c in scenario.creatures:
        lines += ["", "[[creatures]]", f'code = "{c.code}"', f"kind = {_text(c.kind)}", f'at = "{c.at}"']
        if c.loyalty is not None:
            lines.append(f"loyalty = {c.loyalty}")
    for t in scenario.isle.territories:
        lines += _territory_lines(scenario.isle, t)
    return "\n".join(lines) + "\n"


def _territory_lines(isle: Isle, t: Territory) -> list[str]:
    lines = ["", "[[territories]]", f'code = "{t.code}"', f"name = {_text(t.name)}"]
    if t.clan is not None:
        lines.append(f'clan = "{t.clan.title}"')
    lines += [f"hex = [{t.hex[0]}, {t.hex[1]}]", f"neighbours = {_list(isle.neighbours[t.code])}"]
    if t.code == TOWER:
        return lines
    lines += [
        f"kind = {_text(t.kind)}",
        f"figures = [{t.melee}, {t.ranged}, {t.defense}, {t.loyalty}]",
        f"value = {t.value}",
    ]
    return [*lines, "circle = true"] if t.circle else lines


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _text(value: str) -> str:
    """A TOML basic string."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _list(values: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"


# The state of turn 0 (SET-4).


SETUP = 0
"""The step of turn 0 in which everything is drawn."""


def places_of(scenario: Scenario, dice: Dice) -> tuple[str, ...]:
    """The seats of the first, second … sign-up: drawn if the scenario says so (SET-3), else in order."""
    return draw_places(dice) if scenario.drawn_places else SEATS


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> dict[str, str]:
    """The seat each entrant gets, by the one he signed up in: the i-th sign-up sits at the i-th number (SET-3)."""
    dice.phase = SETUP
    places = places_of(scenario, dice)
    return {entrant.seat: places[SEATS.index(entrant.seat)] for entrant in entrants}


def begin(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> World:
    """The state of turn 0: entrants in order of sign-up, each in the seat he signed up in; the first hand is dealt
    (SEQ-1). Where places are drawn each sits where the roll puts him (:func:`placed`).
    """
    seat_of = placed(scenario, entrants, dice)
    fixed = {seat: setup.pair for seat, setup in scenario.seats.items() if setup.pair is not None}
    pairs = give_out(fixed, [(seat_of[entrant.seat], wishes_of(entrant)) for entrant in entrants], dice)
    taken = set(seat_of.values())
    world = new_world(scenario, pairs)
    for seat, player in world.players.items():
        player.policy = "" if seat in taken else scenario.seats[seat].policy
    deal_first(world, dice)
    return world


def new_world(scenario: Scenario, pairs: dict[str, Pair]) -> World:
    """The isle at the start, with everybody in his seat and no hand dealt."""
    world = World(options=scenario.options, isle=scenario.isle)
    for seat in SEATS:
        world.players[seat] = new_player(scenario.options, seat, *pairs[seat])
    world.land = dict(scenario.isle.start)
    for setup in sorted(scenario.creatures, key=lambda c: code_order(c.code)):
        split = split_code(setup.code)
        assert split is not None, "a scenario was checked when it was read"
        owner = world.of_clan(split[0])
        owner.number = max(owner.number, split[1])
        loyalty = CREATURES[setup.kind].loyalty if setup.loyalty is None else setup.loyalty
        world.creatures[setup.code] = Creature(
            code=setup.code, seat=owner.seat, kind=setup.kind, at=setup.at, loyalty=loyalty
        )
        world.armies.setdefault(setup.at, []).append(setup.code)
    world.armies = dict(sorted(world.armies.items(), key=lambda item: PLACE_ORDER[item[0]]))
    return world


def new_player(options: Options, seat: str, wizard: str, clan: Clan) -> Player:
    """A seat at the start: spell points, no land claim points (SET-4)."""
    points = WIZARDS[wizard].spell_points if options.spell_points is None else options.spell_points
    others = {other: 0 for other in Clan if other is not clan}
    return Player(seat=seat, wizard=wizard, clan=clan, points=points, lcp=others)


def deal_first(world: World, dice: Dice) -> None:
    """The first hand; its fours are declared in the first turn (HAND-3)."""
    table = Table(world, dice)
    deal(table, 1)


# What the office asks for besides.


DEFAULT = "weighed"
EXTRAS: Mapping[str, str] = {}


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - always four (GAME-3)
    """1 to 4."""
    return SEATS


def read_extra(name: str, text: str, file: str) -> Any:
    """There are no further files."""
    raise ScenarioFaults([f"{file}: Rune War knows no file of {name} ({len(text)} characters)"])


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> World:
    """The state of turn 0; entrants in order of sign-up, a seat without one is a policy's."""
    assert not extras
    return begin(scenario, entrants, dice)


def complete(state: World, dice: Dice, extras: Mapping[str, Any]) -> World:  # noqa: ARG001 - no earlier version
    """States lack nothing."""
    return state


def as_before(state: World, after: World) -> World:  # noqa: ARG001 - no earlier version
    """States lack nothing."""
    return state


def begun_with(start: World, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - rolls tell the rest
    """The entrants' seats and wishes, in order of sign-up."""
    return {"entrants": [[e.seat, e.name, dict(e.choices)] for e in entrants]}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> World:
    """The state of turn 0 again."""
    entrants = [Entrant(seat=seat, name=name, choices=choices) for seat, name, choices in begun["entrants"]]
    return begin(scenario, entrants, dice)
