"""Scenarios and beginnings of Rune War (``engine.seam.setup.Setup``): read, checked, written, begun (SETUP)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from itertools import permutations
from typing import Annotated, Literal

from magika_gm.engine.beginning import UsualSetup
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.toml import HERE, Among, FileReader, Reader, Seldom, Spelt, Whole, write_toml
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.rules.hand import deal
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
    WIZARD_SPELLINGS,
    WIZARDS,
    Clan,
    Isle,
    Territory,
    code_order,
    isle_of,
    split_code,
)
from magika_gm.games.rune_war.rules.turn import Table

# A scenario as a value: options, map, seats, creatures; who plays which wizard for which clan, and where (SET).


Pair = tuple[str, Clan]
Wish = tuple[str, Clan | None]
"""A wizard and a clan; "" or None where the one or the other is left to the lot (SET-2)."""
CHOICE = "choice"
"""The sign-up trait: wizard/clan pairs, wizards and clans in order of preference."""
PLACINGS: tuple[str, ...] = tuple("".join(order) for order in permutations(SEATS))
"""All ways four players can sit, in ascending order (CASE-4): the i-th sits at the i-th number."""


def draw_places(dice: Dice) -> tuple[str, ...]:
    """The seats of the first, second … sign-up (SET-3)."""
    return tuple(dice.draw("setup.seat", "", PLACINGS, "SET-3"))


def pair_text(pair: Wish) -> str:
    """``Orachi/Maitha``; of half a wish what it names, ``Orachi`` or ``Maitha``."""
    return "/".join(part for part in (pair[0], pair[1] and pair[1].title) if part)


_WIZARDS = {spelling.casefold(): name for spelling, name in WIZARD_SPELLINGS.items()}
_CLANS = {title.casefold(): row for title, row in CLAN_BY_TITLE.items()}


def read_pair(text: str) -> Pair | None:
    """A wizard/clan pair, whatever its capitals; None if it is none."""
    wizard, slash, clan = (part.strip().casefold() for part in text.partition("/"))
    return (_WIZARDS[wizard], _CLANS[clan]) if slash and wizard in _WIZARDS and clan in _CLANS else None


def read_wish(text: str) -> Wish | None:
    """A wizard/clan pair, or a wizard or a clan alone (SET-2); None if it is none."""
    word = text.strip().casefold()
    if word in _WIZARDS:
        return _WIZARDS[word], None
    return ("", _CLANS[word]) if word in _CLANS else read_pair(text)


def meets(pair: Pair, wish: Wish) -> bool:
    """Whether a pair is what somebody wished for."""
    return wish[0] in ("", pair[0]) and wish[1] in (None, pair[1])


def plays_for(wizard: str, clan: Clan, given: Sequence[str]) -> bool:
    """Whether a wizard plays for a clan; Niana for any once Orachi has been given out (SET-1, SET-2)."""
    table = WIZARDS[wizard]
    return clan in table.clans or (bool(table.any_clan_against) and table.any_clan_against in given)


def legal_pairs(taken: Sequence[Pair]) -> list[Pair]:
    """The pairs still legal, in table order."""
    wizards, clans = [w for w, _ in taken], [c for _, c in taken]
    return [
        (wizard, clan)
        for wizard in WIZARDS
        for clan in Clan
        if wizard not in wizards and clan not in clans and plays_for(wizard, clan, wizards)
    ]


def fillable(taken: Sequence[Pair]) -> bool:
    """Whether the seats left can all be filled, one after the other."""
    if len(taken) == len(SEATS):
        return True
    return any(fillable((*taken, pair)) for pair in legal_pairs(taken))


def is_sound(pairs: Sequence[Pair]) -> bool:
    """Whether four pairs can sit at one table (SET-1)."""
    wizards, clans = [w for w, _ in pairs], [c for _, c in pairs]
    unlike = len(set(wizards)) == len(wizards) and len(set(clans)) == len(clans)
    return unlike and all(plays_for(w, c, [x for x in wizards if x != w]) for w, c in pairs)


def give_out(fixed: Mapping[str, Pair], wishes: Sequence[tuple[str, Sequence[Wish]]], dice: Dice) -> dict[str, Pair]:
    """Wizard and clan of every seat: fixed ones, then wishes in order of sign-up, then drawn (SET-2)."""
    given: dict[str, Pair] = dict(fixed)

    def left() -> list[Pair]:
        taken = tuple(given.values())
        return [pair for pair in legal_pairs(taken) if fillable((*taken, pair))]

    def drawn(seat: str, pairs: Sequence[Pair]) -> Pair:
        return pairs[dice.choice("setup.wizard", seat, [pair_text(pair) for pair in pairs], "SET-2")]

    for seat, wished in wishes:
        if seat in given:
            continue
        legal = left()
        for wish in wished:
            found = [pair for pair in legal if meets(pair, wish)]
            if found:
                given[seat] = found[0] if all(wish) else drawn(seat, found)
                break
    for seat in SEATS:
        if seat not in given:
            given[seat] = drawn(seat, left())
    return {seat: given[seat] for seat in SEATS}


def wishes_of(entrant: Entrant) -> list[Wish]:
    """An entrant's wishes, in his order; what is none is passed over."""
    choice = entrant.choices.get(CHOICE, ())
    texts = choice.split(",") if isinstance(choice, str) else choice
    return [wish for text in texts if (wish := read_wish(str(text))) is not None]


@record
class SeatSetup:
    """A seat of a scenario: who sits there, if that is fixed; what plays it when nobody does."""

    pair: Pair | None = None
    policy: str = "careful"


def creature_code(said: object) -> str:
    """A creature's code; raises ValueError if it is none."""
    if not isinstance(said, str) or split_code(said) is None:
        raise ValueError(f"{said!r} is no creature's code, as MA1")
    return said


@named_record
class CreatureSetup:
    """A creature at the start."""

    code: Annotated[str, Spelt(creature_code, str)]
    kind: Annotated[str, Among(tuple(CREATURES))]
    at: Annotated[str, Among(PLACES)]
    loyalty: Annotated[int, Whole(1, 99)] | None = None
    """None: its maximum."""


@named_record
class Scenario:
    """A scenario. ``drawn_places``: the seats of the sign-ups are drawn (SET-3)."""

    title: str
    options: Options = field(default_factory=Options)
    drawn_places: bool = False
    seats: dict[str, SeatSetup] = field(default_factory=lambda: {seat: SeatSetup() for seat in SEATS})
    isle: Isle = LAW_ISLE
    creatures: tuple[CreatureSetup, ...] = ()


# Scenario files: read strictly, every fault with its place; written so that they read back equal (SET-6).


MOST_PACE = 30
Figure = Annotated[int, Whole(0, 30)]


@named_record
class _Seat:
    """``[seats.1]``."""

    wizard: str | None = None
    clan: str | None = None
    policy: Annotated[str, Among(tuple(POLICIES))] = "careful"


@named_record
class _Territory:
    """``[[territories]]``; the Tower has no clan, figures or value."""

    code: Annotated[str, Among(PLACES, "place of the isle")]
    name: str | None = None
    clan: Annotated[str, Among(tuple(CLAN_BY_TITLE))] | None = None
    hex: tuple[int, int]
    neighbours: tuple[str, ...] | None = None
    kind: str | None = None
    figures: tuple[Figure, Figure, Figure, Figure] | None = None
    value: Annotated[int, Whole(0, 9999)] | None = None
    circle: bool | None = None


@named_record
class _File:
    """A scenario file."""

    game: Literal["rune_war"] = "rune_war"
    title: str = ""
    note: Seldom[str] = ""
    options: Annotated[Options, HERE] = field(default_factory=Options)
    places: Literal["fixed", "drawn"] = "fixed"
    ridges: tuple[str, ...] | None = None
    seats: Mapping[Annotated[str, Among(SEATS)], _Seat] = field(default_factory=dict)
    creatures: tuple[CreatureSetup, ...] = ()
    territories: tuple[_Territory, ...] | None = None


def read_scenario(text: str, name: str = "scenario") -> Scenario:
    """A scenario from its TOML text; ``name`` is its title where it gives none. Raises ``ScenarioFaults``."""
    reader = FileReader(text, name)
    file = reader.record(_File, "", reader.data)
    if file.options.rounds % 4:
        reader.fault("rounds", f"must be a multiple of 4, not {file.options.rounds}")
    reader.number("pace", file.options.pace, 1, MOST_PACE, 1)
    for i, one in enumerate(file.creatures, 1):
        if one.loyalty is not None:
            reader.number(f"creatures[{i}].loyalty", one.loyalty, 1, CREATURES[one.kind].loyalty, 1)
    scenario = Scenario(
        title=file.title or name,
        options=file.options,
        drawn_places=file.places == "drawn",
        seats=_seats(reader, file.seats),
        isle=_isle(reader, file),
        creatures=file.creatures,
    )
    _check_owners(reader, scenario)
    reader.done()
    return scenario


def _seats(reader: Reader, given: Mapping[str, _Seat]) -> dict[str, SeatSetup]:
    found = {}
    for seat in SEATS:
        row = given.get(seat, _Seat())
        pair = None
        if row.wizard is not None or row.clan is not None:
            pair = read_pair(f"{row.wizard or ''}/{row.clan or ''}")
            if pair is None:
                reader.fault(f"seats.{seat}", "needs both a wizard and a clan there are, or neither")
        found[seat] = SeatSetup(pair, row.policy)
    pairs = [setup.pair for setup in found.values() if setup.pair is not None]
    if not is_sound(pairs) or not fillable(pairs):
        reader.fault("seats", "no wizard and no clan twice, and each wizard for a clan of his (SET-1)")
    return found


def _isle(reader: FileReader, file: _File) -> Isle:
    """The map; left out, the law's."""
    if file.territories is None:
        if file.ridges is not None:
            reader.fault("ridges", "must stand with territories")
        return LAW_ISLE
    found: dict[str, _Territory] = {}
    places: dict[str, str] = {}
    for i, row in enumerate(file.territories, 1):
        if row.code in found:
            reader.fault(f"territories[{i}].code", f"{row.code!r} stands twice")
        found[row.code], places[row.code] = row, f"territories[{i}]"
        _check_territory(reader, places[row.code], row)
    said = [row.get("code") for row in reader.data["territories"] if isinstance(row, Mapping)]
    for code in PLACES:
        if code not in said:
            reader.fault("territories", f"{code} is missing")
    for ridge in file.ridges or ():
        one, _, other = ridge.partition("-")
        if one not in PLACES or other not in PLACES:
            reader.fault("ridges", f"{ridge!r} is not two places, as M1-Z1")
    if reader.told("territories") or reader.told("ridges"):
        return LAW_ISLE
    rows = [{key: value for key, value in _values(found[code]).items() if value is not None} for code in PLACES]
    isle = isle_of([{**row, "name": NAMES[row["code"]]} for row in rows], file.ridges or ())
    _check_map(reader, isle, found, places)
    return isle


def _values(row: _Territory) -> Data:
    return {one.name: getattr(row, one.name) for one in fields(row)}


_NEEDED = ("clan", "figures", "value")


def _check_territory(reader: Reader, place: str, row: _Territory) -> None:
    if row.name not in (None, NAMES[row.code]):
        reader.fault(f"{place}.name", f"{row.code} is {NAMES[row.code]} in every scenario")
    for key in ("clan", "figures", "value", "circle", "kind"):
        said = getattr(row, key)
        if row.code == TOWER and said is not None:
            reader.fault(f"{place}.{key}", "the Tower has none (ISLE-3)")
        elif row.code != TOWER and said is None and key in _NEEDED and not reader.told(f"{place}.{key}"):
            reader.fault(f"{place}.{key}", "is needed")
    if row.figures is not None:
        reader.number(f"{place}.figures", row.figures[3], 1, 30, 1)


def _check_map(reader: Reader, isle: Isle, rows: Mapping[str, _Territory], places: Mapping[str, str]) -> None:
    hexes = Counter(t.hex for t in isle.territories)
    for t in isle.territories:
        if hexes[t.hex] > 1:
            reader.fault(f"{places[t.code]}.hex", f"{list(t.hex)} is taken twice")
        listed = rows[t.code].neighbours
        if listed is not None and set(listed) != set(isle.neighbours[t.code]):
            borders = " ".join(isle.neighbours[t.code])
            reader.fault(f"{places[t.code]}.neighbours", f"hexes and ridges make them {borders}")
    if len(isle.steps([TOWER])) < len(PLACES):
        reader.fault("ridges", "a part of the isle cannot be reached")


def _check_owners(reader: Reader, scenario: Scenario) -> None:
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


def write_scenario(scenario: Scenario) -> str:
    """The scenario's TOML text; it reads back to an equal one."""
    isle = scenario.isle
    pairs = {seat: setup.pair or (None, None) for seat, setup in scenario.seats.items()}
    return write_toml(
        _File(
            title=scenario.title,
            options=scenario.options,
            places="drawn" if scenario.drawn_places else "fixed",
            ridges=tuple(f"{one}-{other}" for one, other in isle.ridges),
            seats={
                seat: _Seat(wizard=pairs[seat][0], clan=clan and clan.title, policy=setup.policy)
                for seat, setup in scenario.seats.items()
                for clan in (pairs[seat][1],)
            },
            creatures=scenario.creatures,
            territories=tuple(_row(isle, t) for t in isle.territories),
        )
    )


def _row(isle: Isle, t: Territory) -> _Territory:
    row = _Territory(code=t.code, name=t.name, hex=t.hex, neighbours=tuple(isle.neighbours[t.code]))
    if t.code == TOWER:
        return row
    figures = (t.melee, t.ranged, t.defense, t.loyalty)
    clan = None if t.clan is None else t.clan.title
    return replace(row, clan=clan, kind=t.kind, figures=figures, value=t.value, circle=t.circle or None)


# The state of turn 0 (SET-4).


_STEP = 0
"""The step of turn 0 in which everything is drawn."""


def places_of(scenario: Scenario, dice: Dice) -> tuple[str, ...]:
    """The seats of the first, second … sign-up: drawn if the scenario says so (SET-3), else in order."""
    return draw_places(dice) if scenario.drawn_places else SEATS


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> dict[str, str]:
    """The seat each entrant gets, by the one he signed up in: the i-th sign-up sits at the i-th number (SET-3)."""
    dice.phase = _STEP
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


# What the office asks for.


DEFAULT = "drawn"


class Setup(UsualSetup[Scenario, World]):
    """Scenarios and beginnings; places may be drawn."""

    DEFAULT = DEFAULT
    OPTIONS = ""
    CHANCE: Mapping[str, str] = {
        "setup.seat": "who sits where",
        "setup.wizard": "wizards and clans left to the lot",
        "hand.wall": "the first wall",
        "hand.seal": "the first wall's seal",
    }
    title, seats = "Rune War", SEATS
    read_scenario = staticmethod(read_scenario)
    write_scenario = staticmethod(write_scenario)
    placed = staticmethod(placed)

    begin = staticmethod(begin)
    """The state of turn 0; entrants in order of sign-up, a seat without one is a policy's."""

    def begun_with(self, _start: World, entrants: Sequence[Entrant]) -> Data:
        """The entrants' seats and wishes, in order of sign-up; rolls tell the rest."""
        return {"entrants": [[e.seat, e.name, dict(e.choices)] for e in entrants]}

    def restart(self, scenario: Scenario, begun: Fields, dice: Dice) -> World:
        """The state of turn 0 again."""
        entrants = [Entrant(seat=seat, name=name, choices=choices) for seat, name, choices in begun["entrants"]]
        return begin(scenario, entrants, dice)


SETUP = Setup()
