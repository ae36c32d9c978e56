"""Decks (SETUP-1, DECKS), scenarios (SCEN), and how a game begins (SETUP)."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cache
from typing import Any

from magika_gm.engine.cases import CaseFaults, CaseReader
from magika_gm.engine.datafiles import load_toml
from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.words import ChoiceFault, Fault, did_you_mean
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Card, Cards
from magika_gm.games.xom_zol.orders.lines import card_called, cards_called
from magika_gm.games.xom_zol.rules.state import (
    DEFAULTS,
    EmptyLibrary,
    First,
    Options,
    Pace,
    Piece,
    Side,
    SigilFormula,
    State,
)
from magika_gm.games.xom_zol.rules.terms import DEPENDS, RARITY_NUMBERS, SIDES, CardType, Rarity

# Decks: reading a list as it is mailed, checking it whole, and the decks that are shipped (SETUP-1, DECKS).


SIZE = 100
SLOTS = 5
"""Places for characters (SETUP-1)."""
START_LANDS = 2
DATA = "magika_gm.games.xom_zol.data.decks"
SHIPPED = ("xom_empire", "zol_nation", "wild_circle", "golem_guild", "doom_horde")
"""Files of the shipped decks."""
DEFAULT_DECKS = {"A": "Xom Empire", "B": "Zol Nation"}
"""What a side plays that handed nothing in (SCEN-2)."""
MOST_LINES = 120
_LINE = re.compile(r"\s*(\d{1,3})\s*[xX*]?\s+(\S.*?)\s*")
_START = re.compile(r"\s*START\b\s*:?\s*(.*)", re.IGNORECASE)


@record
class Deck:
    """A deck: names and copies in the order they are listed, and the two lands it starts with."""

    cards: tuple[tuple[str, int], ...]
    start: tuple[str, ...]
    title: str = ""
    summary: str = ""

    def listed(self) -> list[str]:
        """Every card by name, as SHUFFLE takes them."""
        return sorted(name for name, copies in self.cards for _ in range(copies))


@record
class LineFault:
    """What is wrong with a line; ``near`` are spellings to offer, ``code`` is the fault's name in programs."""

    line: int
    text: str
    reason: str
    near: tuple[str, ...] = ()
    code: str = ""


@record
class DeckFault:
    """What is wrong with a deck: ``place`` is the card or the count it is about, ``code`` its name in programs."""

    code: str
    place: str
    reason: str


@cache
def shipped_deck(file: str) -> Deck:
    """A shipped deck by its file's name; its lists stand under the plural of their type."""
    data = load_toml(DATA, f"{file}.toml")
    cards = tuple((name, n) for table in data.values() if isinstance(table, Mapping) for name, n in table.items())
    return Deck(cards, tuple(data["start"]), data["title"], data["summary"])


@cache
def shipped_decks() -> Mapping[str, Deck]:
    """The shipped decks by title."""
    return {deck.title: deck for deck in map(shipped_deck, SHIPPED)}


def deck_named(name: str) -> Deck | None:
    """A shipped deck by its title, whatever its capitals, or an unambiguous beginning of it."""
    fold = " ".join(name.split()).casefold()
    decks = shipped_decks()
    found = [d for title, d in decks.items() if title.casefold() == fold]
    found = found or [d for title, d in decks.items() if fold and title.casefold().startswith(fold)]
    return found[0] if len(found) == 1 else None


def read_deck(lines: Sequence[SheetLine], cards: Cards | None = None) -> tuple[Deck, tuple[LineFault, ...]]:
    """``n Card`` a line and ``START land, land``: the deck, and what could not be read."""
    known = catalogue() if cards is None else cards
    copies: dict[str, int] = {}
    start: list[str] = []
    faults: list[LineFault] = []
    for line in lines[:MOST_LINES]:
        text = line.text.partition(";")[0].strip()
        if not text:
            continue
        begins = _START.fullmatch(text)
        for item in begins[1].split(",") if begins else [text]:
            n, name = _counted(item.strip())
            card = card_called(name, known) if 1 <= n <= SIZE else Fault(f"{n} is no number of copies")
            if isinstance(card, Fault):
                code = "number" if not 1 <= n <= SIZE else "ambiguous-card" if cards_called(name, known) else "no-card"
                faults.append(LineFault(line.number, line.text.strip(), card.reason, card.near, code))
                break
            if begins:
                start += [card] * n
            else:
                copies[card] = copies.get(card, 0) + n
    if len(lines) > MOST_LINES:
        extra = lines[MOST_LINES]
        faults.append(LineFault(extra.number, extra.text.strip(), f"a deck has at most {MOST_LINES} lines"))
    return Deck(tuple(copies.items()), tuple(start)), tuple(faults)


def _counted(text: str) -> tuple[int, str]:
    """``4 Xom Knight`` as 4 and the name; without a number it is one."""
    got = _LINE.fullmatch(text)
    return (int(got[1]), got[2]) if got else (1, text)


def write_deck(deck: Deck) -> str:
    """The deck as it is mailed; reading it gives an equal list."""
    rows = [f"{n} {name}" for name, n in deck.cards]
    return "\n".join([*rows, f"START {', '.join(deck.start)}"] if deck.start else rows) + "\n"


def deck_faults(deck: Deck, options: Options = DEFAULTS, cards: Cards | None = None) -> tuple[DeckFault, ...]:
    """Everything SETUP-1 has against a deck, in the order of its list; none: it may be played."""
    known = catalogue() if cards is None else cards
    found: list[DeckFault] = []
    total = sum(n for _, n in deck.cards)
    if total != SIZE:
        found.append(DeckFault("size", "deck", f"a deck has {SIZE} cards, this one {total} (SETUP-1)"))
    slots = 0
    for name, n in deck.cards:
        card = known.get(name)
        if card is None:
            found.append(DeckFault("no-card", name, f"{name} is no card"))
            continue
        slots += n if card.type is CardType.CHARACTER else 0
        found += _copies_fault(card, n, options)
        if not options.dependency and any(k.startswith(DEPENDS) for k in card.keywords):
            found.append(DeckFault("dependency", name, f"{name} depends on another card: not in this game (SCEN-1)"))
    if slots > SLOTS:
        found.append(DeckFault("slots", "characters", f"a deck has {SLOTS} slots for characters, this one {slots}"))
    return (*found, *_start_faults(deck, known))


def most_copies(card: Card, options: Options = DEFAULTS) -> int:
    """How many copies of a card a deck may have (SETUP-1, MANA-4)."""
    if card.type in (CardType.CHARACTER, CardType.SIGIL):
        return 1
    if card.type is CardType.LAND and not card.size:
        return options.basic_lands
    return options.copies[RARITY_NUMBERS[card.rarity] - 1]


def _copies_fault(card: Card, n: int, options: Options) -> list[DeckFault]:
    most = most_copies(card, options)
    if n <= most:
        return []
    if card.type is CardType.CHARACTER:
        return [DeckFault("single", card.name, f"one of any character: {card.name} stands {n} times (SETUP-1)")]
    if card.type is CardType.SIGIL:
        return [DeckFault("sigil", card.name, f"one of any sigil: {card.name} stands {n} times (MANA-4)")]
    what = "a land of cost 0" if card.type is CardType.LAND and not card.size else _with_article(card)
    return [DeckFault("copies", card.name, f"at most {most} of {what}: {card.name} stands {n} times (SETUP-1)")]


def _with_article(card: Card) -> str:
    rarity = card.rarity.value
    return f"{'an' if rarity[0] in 'aeiou' else 'a'} {rarity} card"


def _start_faults(deck: Deck, known: Cards) -> list[DeckFault]:
    found: list[DeckFault] = []
    if len(deck.start) != START_LANDS:
        said = f"besides the {SIZE} a deck starts with {START_LANDS} lands of cost 0: START 2 Xom Farmland"
        found.append(DeckFault("start", "START", f"{said}; this one names {len(deck.start)} (SETUP-1)"))
    for name in dict.fromkeys(deck.start):
        card = known.get(name)
        if card is None or card.type is not CardType.LAND or card.size:
            found.append(DeckFault("start", name, f"{name} is no land of cost 0 (SETUP-1)"))
    return found


def deck_to_plain(deck: Deck) -> dict[str, Any]:
    """A deck as JSON can hold it: a sign-up's choice."""
    return {"cards": [[name, n] for name, n in deck.cards], "start": list(deck.start), "title": deck.title}


def deck_from_plain(plain: Mapping[str, Any]) -> Deck:
    """Back; raises ValueError if it is none."""
    try:
        cards = tuple((str(name), int(n)) for name, n in plain["cards"])
        return Deck(cards, tuple(map(str, plain["start"])), str(plain.get("title", "")))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("no deck: cards and start are needed") from error


def line_fault(fault: LineFault) -> ChoiceFault:
    """A line of a deck that cannot be read, in words; to anybody by its number, with names of cards of ours."""
    near = f"; {did_you_mean(fault.near)}" if fault.near else ""
    what = "names no number of copies" if fault.code == "number" else f"is no card of ours{near}"
    place = f"line {fault.line} of the deck"
    return ChoiceFault(f"{place}: {fault.text}: {fault.reason}{near}", f"{place} {what}")


def chosen_deck(said: Any) -> Deck | None:
    """The deck of a sign-up's choice: a title, a list as text, or plain data; None if none was chosen.

    Raises :class:`NoDeck` with what is wrong if it is none: it is never replaced by another.
    """
    if said is None or said == "":
        return None
    if isinstance(said, Mapping):
        try:
            return deck_from_plain(said)
        except ValueError as error:
            raise NoDeck([ChoiceFault(str(error), str(error))]) from error
    if isinstance(said, str) and "\n" in said.strip():
        deck, faults = read_deck([SheetLine(i, line) for i, line in enumerate(said.splitlines(), 1)])
        if faults:
            raise NoDeck(map(line_fault, faults))
        return deck
    deck_of_ours = deck_named(said) if isinstance(said, str) else None
    if deck_of_ours is None:
        titles = ", ".join(shipped_decks())
        raise NoDeck([ChoiceFault(f"{said!r} is no deck of ours: {titles}", f"no deck of ours; there are {titles}")])
    return deck_of_ours


class NoDeck(ValueError):
    """A choice that is no deck; ``faults`` say why."""

    def __init__(self, faults: Iterable[ChoiceFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def composition(deck: Deck, cards: Cards | None = None) -> dict[CardType, int]:
    """How many cards of each type (DECK-2)."""
    known = catalogue() if cards is None else cards
    found: Counter[CardType] = Counter()
    for name, n in deck.cards:
        found[known[name].type] += n
    return dict(found)


# Scenario files: seats' decks and options (SCEN).


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


@named_record
class Scenario:
    """A scenario; ``decks`` maps a seat to the title of a shipped deck, or to ``own``.

    ``name`` is where it was read; it is no part of what it says.
    """

    name: str = field(compare=False)
    title: str
    decks: Mapping[str, str]
    description: str = ""
    options: Options = DEFAULTS


def scenario_from(text: str, name: str) -> Scenario:
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


# How a game begins: who is first, libraries shuffled, first hands (SETUP-2).


FIRST_ROLL = "xom_zol.setup.first"
SHUFFLE_ROLL = "xom_zol.setup.shuffle"
MANA_WANTED = (2, 3)
"""Mana cards the first hand of the side of game turn 1, and of the other, should hold (SETUP-2)."""


def deck_of(scenario: Scenario, seat: str, entrants: Sequence[Entrant]) -> Deck:
    """The deck a seat plays: the scenario's, or what was handed in (a title, a list as text, or plain data); raises
    :class:`ScenarioFaults` if that is no deck."""
    named = scenario.decks[seat]
    if named != OWN:
        return shipped_decks()[named]
    said = next((e.choices.get("deck") for e in entrants if e.seat == seat), None)
    try:
        return chosen_deck(said) or shipped_decks()[DEFAULT_DECKS[seat]]
    except NoDeck as error:
        raise ScenarioFaults([(f"decks.{seat}", fault) for fault in error.faults]) from error


def begin(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
    """The state of turn 0; raises :class:`ScenarioFaults` if a deck breaks SETUP-1."""
    decks = {seat: deck_of(scenario, seat, entrants) for seat in SIDES}
    found = [(f"decks.{seat}", fault.reason) for seat in SIDES for fault in deck_faults(decks[seat], scenario.options)]
    if found:
        raise ScenarioFaults(found)
    dice.phase = 0
    first = scenario.options.first.value
    if scenario.options.first is First.ROLL:
        first = SIDES[dice.between(FIRST_ROLL, "game", 1, 2, "SETUP-2") - 1]
    state = State(options=scenario.options, first=first, active=first, scenario=scenario.title)
    for seat in SIDES:
        _begin(state, seat, decks[seat], dice)
    return state


def _begin(state: State, seat: str, deck: Deck, dice: Dice) -> None:
    own: Side = state.sides[seat]
    own.life = state.options.life
    own.deck, own.start = deck.cards, deck.start
    for number, name in enumerate(deck.start, 1):
        state.pieces[f"{seat}{number}"] = Piece(ref=f"{seat}{number}", side=seat, number=number, card=state.cards[name])
    own.next_number = len(deck.start) + 1
    library = dice.shuffle(SHUFFLE_ROLL, seat, deck.listed(), "SETUP-2")
    hand, library = library[: state.options.hand], library[state.options.hand :]
    wanted = MANA_WANTED[seat != state.first]
    hand, library = first_hand(hand, library, wanted, state.cards)
    own.hand, own.library = sorted(hand), library


def first_hand(hand: list[str], library: list[str], wanted: int, cards: Cards) -> tuple[list[str], list[str]]:
    """While a first hand holds fewer mana cards than wanted, its last card that is none changes places with the
    top-most mana card of the library, as far as there are any (SETUP-2).
    """
    hand, library = list(hand), list(library)
    while sum(cards[name].is_mana for name in hand) < wanted:
        i = next((i for i in range(len(hand) - 1, -1, -1) if not cards[hand[i]].is_mana), None)
        j = next((j for j, name in enumerate(library) if cards[name].is_mana), None)
        if i is None or j is None:
            break
        hand[i], library[j] = library[j], hand[i]
    return hand, library


# What the office asks for (``engine.seam.setup.Setup``).


DEFAULT = "xom-against-zol"
EXTRAS: Mapping[str, str] = {}


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text (SCEN-1)."""
    try:
        return scenario_from(text, name)
    except ScenarioFaults as error:
        raise _told(error) from error


def _told(error: ScenarioFaults) -> setup_seam.ScenarioFaults:
    return setup_seam.ScenarioFaults([f"{place}: {what}" if place else what for place, what in error.faults])


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - two play, whatever the scenario
    """The two sides (TERM-1)."""
    return SIDES


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario and its decks alone."""
    raise setup_seam.ScenarioFaults([f"{file}: Xom and Zol is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0 (SETUP-2)."""
    try:
        return begin(scenario, entrants, dice)
    except ScenarioFaults as error:
        raise _told(error) from error


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - the state has the decks
    """The decks, as they were handed in or taken."""
    decks = {side: {"cards": [list(c) for c in own.deck], "start": list(own.start), "title": ""}
             for side, own in start.sides.items()}  # fmt: skip
    return {"decks": decks}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again: whatever the scenario says of decks, those it was begun with are played."""
    own = with_own_decks(scenario)
    decks = {side: deck_of_plain(begun["decks"][side]) for side in SIDES}
    entrants = [Entrant(seat=side, choices={"deck": deck_to_plain(deck)}) for side, deck in decks.items()]
    try:
        return begin(own, entrants, dice)
    except ScenarioFaults as error:
        raise ValueError(str(error)) from error
