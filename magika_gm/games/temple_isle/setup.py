"""Scenarios read, checked and written (SET-3, VAR), and the beginning of a game (SET, BUILD-1, DECK-3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated, Any, Literal, TypeVar, cast

from magika_gm.engine.beginning import UsualSetup
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.toml import SELDOM, Among, FileReader, Reader, Seldom, Spelt, Whole, spelt, write_toml
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import CardDrawn, FirstPlayerChosen, LandLaid, StageBegan, TempleDrawn
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.gameturn import TEMPLES
from magika_gm.games.temple_isle.rules.sequence import start_next
from magika_gm.games.temple_isle.rules.state import Armies, Options, Stage, State, Unit, fresh, meant
from magika_gm.games.temple_isle.rules.tables import (
    KINDS,
    MOST_COPIES,
    Aim,
    Catalogue,
    LandCard,
    MantraCard,
    UnitCard,
    read_rows,
    standard,
)
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    MOON,
    NEUTRAL,
    OTHER,
    SEATS,
    SQUARE,
    SQUARES,
    SUN,
    WATER,
    When,
)
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn

Design = TypeVar("Design", UnitCard, MantraCard, LandCard)

# A scenario: options, decks, cards of one's own, a world given or to be built (SET-3, VAR).


@record
class GivenUnit:
    """A unit that stands on the isle when the game begins (VAR-2)."""

    number: int
    card: str
    owner: str
    square: int


@named_record
class Scenario:
    """What a game is made of.

    ``catalogue`` holds all designs with the copies played with; ``own`` names the designs that are the game master's,
    by kind. ``isle`` is () where the world is drawn and built, else the twenty cards in reading order; ``first`` is ""
    where a die chooses. ``hands`` are cards dealt by name, instead of the opening hand.
    """

    title: str = "Temple Isle"
    description: str = ""
    options: Options = field(default_factory=Options)
    catalogue: Catalogue = field(default_factory=standard)
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: str = ""
    isle: tuple[str, ...] = ()
    control: Mapping[int, str] = field(default_factory=dict)
    units: tuple[GivenUnit, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS

    @property
    def given(self) -> bool:
        """Whether the world is given, so that there is no world building (VAR-2)."""
        return bool(self.isle)


# The state a game begins with: BUILD-1 and DECK-3, or a given world (VAR-2).


_SIDES = 6


def begin(scenario: Scenario, dice: Dice) -> Resolution:
    """A game's state before mail turn 1, with what was told on the way (SET-2): report 0."""
    state = given_state(scenario) if scenario.given else blank(scenario.catalogue, scenario.options)
    turn = Turn(state, dice, answer)
    turn.begin(Chapter.SHEETS)
    if not scenario.given:
        draw_world(turn)
    if scenario.first:
        turn.tell(FirstPlayerChosen(scenario.first, 0))
    else:
        choose_first(turn)
    for seat in (state.first, OTHER[state.first]):
        given = scenario.hands.get(seat)
        if given is None:
            deal(turn, seat)
        else:
            for card in given:
                turn.confide(seat, CardDrawn(seat, card, "deal"), CardDrawn(seat, "", "deal"))
    if not scenario.given:
        turn.tell(StageBegan(Stage.BUILD))
    elif scenario.options.armies is Armies.PICKED and not scenario.units:
        turn.tell(StageBegan(Stage.FIELD))
    else:
        start_next(turn)
    return Resolution(state, tuple(turn.told), tuple(dice.rolls))


def blank(catalogue: Catalogue, options: Options) -> State:
    """A state with an empty isle, empty hands and the whole deck; units are no part of it where picked (VAR-1)."""
    picked = options.armies is Armies.PICKED
    copies = {n: c for n, c in catalogue.deck().items() if c and not (picked and n in catalogue.units)}
    return State(
        catalogue=catalogue,
        options=options,
        isle=[""] * len(SQUARES),
        control=[NEUTRAL] * len(SQUARES),
        deck=copies,
    )


def draw_world(turn: Turn) -> None:
    """Twenty lands in reading order, four temples (BUILD-1)."""
    catalogue = turn.state.catalogue
    lands = {n: c.copies for n, c in catalogue.lands.items() if c.copies}
    for square in SQUARES:
        turn.tell(LandLaid(square, _take(turn.dice, "world.land", square, lands)))
    temples = {n: c.copies for n, c in catalogue.temples.items() if c.copies}
    for number in range(1, TEMPLES + 1):
        turn.tell(TempleDrawn(number, _take(turn.dice, "world.temple", str(number), temples)))


def _take(dice: Dice, name: str, subject: str, left: dict[str, int]) -> str:
    names = list(left)
    drawn = names[dice.choice(name, subject, names, "BUILD-1", list(left.values()))]
    left[drawn] -= 1
    if not left[drawn]:
        del left[drawn]
    return drawn


def choose_first(turn: Turn) -> None:
    """One die says who is first player: 1-3 SUN, 4-6 MOON (BUILD-1)."""
    die = turn.dice.between("world.first", "game", 1, _SIDES, "BUILD-1")
    turn.tell(FirstPlayerChosen(SUN if die <= _SIDES // 2 else MOON, die))


def deal(turn: Turn, seat: str) -> None:
    """The opening hand: a level-1 unit and cards (DECK-3); cards alone if the deck holds none or armies are picked."""
    state = turn.state
    cards = state.options.opening
    if cards < 1:
        return
    units = state.catalogue.units
    recruits = [n for n in state.catalogue.sorted(state.deck) if n in units and units[n].level == 1]
    if recruits and state.options.armies is not Armies.PICKED:  # whose opening hand has no recruit (VAR-1)
        at = turn.dice.choice("deal.recruit", seat, recruits, "DECK-3", [state.deck[n] for n in recruits])
        turn.confide(seat, CardDrawn(seat, recruits[at], "deal"), CardDrawn(seat, "", "deal"))
        cards -= 1
    for _ in range(cards):
        turn.draw(seat, "deal", rule="DECK-3")


def given_state(scenario: Scenario) -> State:
    """A world as the scenario has it: cards, control, units; hands are not dealt yet (VAR-2)."""
    state = blank(scenario.catalogue, scenario.options)
    state.isle = list(scenario.isle)
    state.control = [scenario.control.get(square, NEUTRAL) for square in ALL_SQUARES]
    for given in scenario.units:
        place_unit(state, given.number, given.card, given.owner, given.square)
    settle_hp(state)
    return state


def place_unit(state: State, number: int, card: str, owner: str, square: int) -> Unit:
    """Put a unit on the isle before the game; :func:`settle_hp` then gives it its full HP."""
    state.units[number] = unit = fresh(state.catalogue.units[card], number, owner, square)
    state.next_unit = max(state.next_unit, number + 1)
    state.cache.clear()
    return unit


def settle_hp(state: State) -> None:
    """Give every unit the full HP it has where it stands (UNIT-2)."""
    state.cache.clear()
    for unit in state.units_in_play():
        unit.full = unit.hp = figures(state, unit).full


# Scenario files are read, every fault at once, and written so that they read back to equal ones (SET-3, VAR).


Square = Annotated[int, Among(SQUARE, "square; squares are a1 to e4 (ISLE-1)")]
Player = Annotated[str, Among(SEATS)]
Copies = Annotated[Mapping[str, Annotated[int, Whole(0, MOST_COPIES)]], SELDOM]
_NUMBER = re.compile(r"U([1-9]\d{0,3})")


def _number(name: str) -> int:
    found = _NUMBER.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no unit; write U1, U2 …")
    return int(found[1])


UnitName = Annotated[int, Spelt(_number, "U{}".format)]


@named_record
class _Standing:
    """``[unit.U1]``."""

    card: str
    at: Square
    owner: Player


@named_record
class _File:
    """A scenario file; of ``world`` the first player and what lies on the squares."""

    ruleset: Literal["temple_isle"] = "temple_isle"
    title: str = "Temple Isle"
    description: Seldom[str] = ""
    seats: tuple[str, ...] = SEATS
    options: Options = field(default_factory=Options)
    world: Seldom[Mapping[Annotated[str, Among(("first", *SQUARES))], str]] = field(default_factory=dict)
    control: Seldom[Mapping[Square, Annotated[str, Among(("", *SEATS))]]] = field(default_factory=dict)
    unit: Seldom[Mapping[UnitName, _Standing]] = field(default_factory=dict)
    hand: Seldom[Mapping[Player, tuple[str, ...]]] = field(default_factory=dict)
    deck: Copies = field(default_factory=dict)
    lands: Copies = field(default_factory=dict)
    temples: Copies = field(default_factory=dict)
    cards: Seldom[Mapping[Annotated[str, Among(KINDS)], Any]] = field(default_factory=dict)


def read_scenario(text: str, name: str = "scenario") -> Scenario:
    """The scenario a file's ``text`` describes; ``name`` is the file name used in faults.

    Raises ``ScenarioFaults`` with every fault there is.
    """
    reader = FileReader(text, name)
    file = reader.record(_File, "", reader.data)
    if "ruleset" not in reader.data:
        reader.fault("ruleset", 'write ruleset = "temple_isle" at the top')
    if sorted(file.seats) != sorted(SEATS):
        reader.fault("seats", f'are {list(file.seats)!r}; there are two: ["SUN", "MOON"] (SET-1)')
    options = meant(file.options, reader.data.get("options", {})) if not reader.found else file.options
    check_options(reader, options)
    catalogue, own = _catalogue(reader, file)
    isle = _isle(reader, file.world, catalogue)
    scenario = Scenario(
        title=file.title,
        description=file.description,
        options=options,
        catalogue=catalogue,
        own=own,
        first=_first(reader, file.world.get("first", "")),
        isle=isle,
        control=_control(reader, file.control, isle),
        units=_units(reader, file.unit, catalogue, isle),
        hands=_hands(reader, file.hand, catalogue, drawn=options.armies is Armies.DRAWN),
        seats=file.seats,
    )
    if not reader.found:
        _check_world(reader, scenario)
    reader.done()
    return scenario


def check_options(reader: Reader, options: Options) -> None:
    """What of the options their types cannot say."""
    if options.limit % 2:
        limit = f"is {options.limit}; write an even number, so that both have as many game turns (END-2)"
        reader.fault("options.limit", limit)


def _catalogue(reader: Reader, file: _File) -> tuple[Catalogue, dict[str, tuple[str, ...]]]:
    """The shipped designs, the game master's own upon them, and the copies played with."""
    catalogue = read_rows(file.cards, standard(), reader.found, "cards.")
    own = {
        kind: tuple(r["name"] for r in rows if isinstance(r, dict) and isinstance(r.get("name"), str))
        for kind, rows in ((kind, file.cards.get(kind)) for kind in KINDS)
        if isinstance(rows, list)
    }
    deck = _copies(reader, "deck", file.deck, catalogue.cards)
    made = Catalogue(
        lands=_copied(catalogue.lands, _copies(reader, "lands", file.lands, catalogue.lands)),
        temples=_copied(catalogue.temples, _copies(reader, "temples", file.temples, catalogue.temples)),
        units=_copied(catalogue.units, deck),
        mantras=_copied(catalogue.mantras, deck),
    )
    return made, {kind: names for kind, names in own.items() if names}


def _copies(reader: Reader, place: str, given: Mapping[str, int], known: Mapping[str, object]) -> dict[str, int]:
    return {reader.named(f"{place}.{name}", name, tuple(known), "card"): copies for name, copies in given.items()}


def _copied(cards: Mapping[str, Design], copies: Mapping[str, int]) -> dict[str, Design]:
    return {name: replace(card, copies=copies.get(name, card.copies)) for name, card in cards.items()}


def _first(reader: Reader, first: str) -> str:
    """First player; "": a die says who."""
    if first in ("", *SEATS):
        return first
    reader.fault("world.first", f"is {first!r}; write SUN or MOON, or leave it out for a die (BUILD-1)")
    return ""


def _isle(reader: Reader, world: Mapping[str, str], catalogue: Catalogue) -> tuple[str, ...]:
    """The cards of the isle, () where it is drawn."""
    if not any(key in SQUARE for key in world):
        return ()
    for name in SQUARES:
        if name not in world:
            reader.fault("world", f"{name} is missing: a given world has all 20 squares, a1 to e4 (VAR-2)")
    known = tuple(catalogue.isle)
    return tuple(
        reader.named(f"world.{name}", world[name], known, "land, temple or Water") if name in world else ""
        for name in SQUARES
    )


def _control(reader: Reader, given: Mapping[int, str], isle: tuple[str, ...]) -> dict[int, str]:
    for square in given:
        if not isle:
            reader.fault(f"control.{SQUARES[square]}", _NO_WORLD)
        elif isle[square] == WATER:
            reader.fault(f"control.{SQUARES[square]}", "is water, which nobody controls (ISLE-5)")
    return {square: seat for square, seat in given.items() if seat}


_NO_WORLD = "there is no given world; write all squares in [world] (VAR-2)"


def _units(
    reader: Reader, given: Mapping[int, _Standing], catalogue: Catalogue, isle: tuple[str, ...]
) -> tuple[GivenUnit, ...]:
    found = []
    for number, unit in sorted(given.items()):
        card = reader.named(f"unit.U{number}.card", unit.card, tuple(catalogue.units), "unit")
        found.append(GivenUnit(number, card, unit.owner, unit.at))
        if not isle:
            reader.fault(f"unit.U{number}", _NO_WORLD)
    return tuple(found)


def _hands(
    reader: Reader, given: Mapping[str, tuple[str, ...]], catalogue: Catalogue, *, drawn: bool
) -> dict[str, tuple[str, ...]]:
    left = Counter({n: c for n, c in catalogue.deck().items() if drawn or n in catalogue.mantras})
    found: dict[str, tuple[str, ...]] = {}
    for seat, cards in given.items():
        names = [reader.named(f"hand.{seat}", card, tuple(catalogue.cards), "card") for card in cards]
        for card in filter(None, names):
            if left[card] < 1:
                reader.fault(f"hand.{seat}", f"the deck has no {card} left; raise its copies in [deck]")
            left[card] -= 1
        found[seat] = tuple(catalogue.sorted(names))
    return found


def _check_world(reader: Reader, scenario: Scenario) -> None:
    """What can only be seen of the whole: enough cards to draw from, a world that can be."""
    catalogue = scenario.catalogue
    if scenario.given:
        if not any(card in catalogue.temples for card in scenario.isle):
            reader.fault("world", "the isle has no temple, so nobody could win; put in at least one (VAR-2)")
        for fault in faults(given_state(scenario)):
            reader.fault("world", fault)
        return
    lands = sum(c.copies for c in catalogue.lands.values())
    if lands < len(SQUARES):
        reader.fault("lands", f"there are {lands} lands to draw; {len(SQUARES)} are needed (BUILD-1)")
    temples = sum(c.copies for c in catalogue.temples.values())
    if temples < TEMPLES:
        reader.fault("temples", f"there are {temples} temples to draw; {TEMPLES} are needed (BUILD-1)")


def write_scenario(scenario: Scenario) -> str:
    """The file that ``read_scenario`` reads back as this scenario."""
    cards, base = scenario.catalogue, standard()
    world = {"first": scenario.first} if scenario.first else {}
    plays = (*scenario.own.get("unit", ()), *scenario.own.get("mantra", ()))
    file = _File(
        title=scenario.title,
        description=scenario.description,
        seats=scenario.seats,
        options=scenario.options,
        world=world | dict(zip(SQUARES, scenario.isle, strict=False)),
        control=dict(sorted(scenario.control.items())),
        unit={unit.number: _Standing(card=unit.card, at=unit.square, owner=unit.owner) for unit in scenario.units},
        hand=scenario.hands,
        deck=_changed(cards.cards, base.cards, plays),
        lands=_changed(cards.lands, base.lands, scenario.own.get("land", ())),
        temples=_changed(cards.temples, base.temples, scenario.own.get("temple", ())),
    )
    return write_toml(file) + "".join(f"{line}\n" for line in _cards(scenario))


def _changed(cards: Fields, base: Fields, own: Sequence[str]) -> dict[str, int]:
    """The copies that are not the law's; own cards say theirs themselves."""
    return {n: c.copies for n, c in cards.items() if n not in own and (n not in base or c.copies != base[n].copies)}


def _cards(scenario: Scenario) -> list[str]:
    lines: list[str] = []
    for kind, names in scenario.own.items():
        for name in names:
            lines += ["", f"[[cards.{kind}]]"]
            if kind == "unit":
                lines += unit_row(scenario.catalogue.units[name])
            elif kind == "mantra":
                lines += mantra_row(scenario.catalogue.mantras[name])
            else:
                lines += land_row(scenario.catalogue.isle[name])
    return lines


def land_row(card: LandCard) -> list[str]:
    """The lines of a land's or temple's row, without its number."""
    rows = [f"name = {spelt(card.name)}", f"copies = {card.copies}"]
    return rows + ([f"effects = {spelt([*map(str, card.effects)])}"] if card.effects else [])


def unit_row(card: UnitCard) -> list[str]:
    """The lines of a unit's row, without its number."""
    rows = [f"name = {spelt(card.name)}", f"level = {card.level}", f"scores = {spelt(card.scores)}"]
    rows.append(f"copies = {card.copies}")
    if card.keywords:
        rows.append(f"keywords = {spelt(card.keywords)}")
    effects = [str(e) for e in card.effects if e.when is not When.AFLOAT]
    return rows + ([f"effects = {spelt(effects)}"] if effects else [])


def mantra_row(card: MantraCard) -> list[str]:
    """The lines of a mantra's row, without its number."""
    rows = [f"name = {spelt(card.name)}", f"level = {card.level}", f"target = {spelt(card.aim)}"]
    if card.needs:
        rows.append(f"needs = {spelt(card.needs)}")
    if card.hostile and card.aim is not Aim.FOE:
        rows.append('aim = "foe"')
    rows.append(f"lasts = {spelt(card.lasts)}")
    if card.fast:
        rows.append("fast = true")
    return [*rows, f"copies = {card.copies}", f"effects = {spelt([*map(str, card.effects)])}"]


# What the office asks for.


class Setup(UsualSetup[Scenario, State]):
    """Scenarios and beginnings; a game is begun with its scenario alone."""

    DEFAULT = "isle"
    CHANCE: Mapping[str, str] = {
        "world.land": "the isle's lands",
        "world.temple": "its temples",
        "world.first": "who is first",
        "deal.recruit": "first hands",
        "draw.card": "first hands",
    }
    title = "Temple Isle"
    read_scenario = staticmethod(read_scenario)
    write_scenario = staticmethod(write_scenario)

    def seats_of(self, scenario: Scenario) -> tuple[str, ...]:
        """SUN and MOON, in the scenario's seating order (SET-1)."""
        return scenario.seats

    def begin(self, scenario: Scenario, _entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0 (SET-2); players choose nothing beforehand."""
        return cast(State, begin(scenario, dice).state)

    def restart(self, scenario: Scenario, begun: Fields, dice: Dice) -> State:
        """The state of turn 0 again."""
        if sorted(begun["seats"]) != sorted(scenario.seats):
            raise ValueError(f"the seats are {', '.join(scenario.seats)}")
        return cast(State, begin(scenario, dice).state)


SETUP = Setup()
