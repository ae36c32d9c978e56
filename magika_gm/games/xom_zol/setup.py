"""Decks (SETUP-1, DECKS), scenarios (SCEN), and how a game begins (SETUP)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from typing import Annotated, Any, Literal

from magika_gm.engine.beginning import Bound, UsualSetup
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.toml import HERE, Among, FileReader, Seldom, Spelt, Whole, load_toml, write_toml
from magika_gm.engine.words import ChoiceFault, Fault, did_you_mean
from magika_gm.games.xom_zol.cards.catalogue import catalogue, every_card
from magika_gm.games.xom_zol.cards.model import Card, Cards
from magika_gm.games.xom_zol.orders.lines import card_called, cards_called
from magika_gm.games.xom_zol.rules.state import DEFAULTS, First, Options, Piece, Side, State
from magika_gm.games.xom_zol.rules.terms import DEPENDS, RARITY_NUMBERS, SIDES, CardType, Rarity

# Decks: reading a list as it is mailed, checking it whole, and the decks that are shipped (SETUP-1, DECKS).


SIZE = 100
SLOTS = 5
"""Places for characters (SETUP-1)."""
START_LANDS = 2
WHOLE = Bound("size", "a deck has {most} cards, this one {n} (SETUP-1)", SIZE, SIZE)
CHARACTERS = Bound("slots", "a deck has {most} slots for characters, this one {n}", SLOTS)
STARTS = Bound(
    "start",
    f"besides the {SIZE} a deck starts with {{most}} lands of cost 0: START 2 Xom Farmland; this one names {{n}} "
    "(SETUP-1)",
    START_LANDS,
    START_LANDS,
)
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


def read_deck(lines: Sequence[SheetLine]) -> tuple[Deck, tuple[LineFault, ...]]:
    """``n Card`` a line and ``START land, land``: the deck, and what could not be read."""
    known = catalogue()
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


def deck_faults(deck: Deck, options: Options = DEFAULTS, cards: Cards | None = None) -> tuple[DeckFault, ...]:
    """Everything SETUP-1 has against a deck, in the order of its list; none: it may be played. A new deck is of the
    ``cards`` of the set (Z43)."""
    known = catalogue() if cards is None else cards
    found = _held(WHOLE, sum(n for _, n in deck.cards), "deck")
    slots = 0
    for name, n in deck.cards:
        card = known.get(name)
        if card is None:
            found.append(DeckFault("no-card", name, f"{name} is no card"))
            continue
        slots += n if card.type is CardType.CHARACTER else 0
        found += _held(copies_bound(card, options), n, name)
        if not options.dependency and any(k.startswith(DEPENDS) for k in card.keywords):
            found.append(DeckFault("dependency", name, f"{name} depends on another card: not in this game (SCEN-1)"))
    return (*found, *_held(CHARACTERS, slots, "characters"), *_start_faults(deck, known))


def _held(bound: Bound, n: int, place: str) -> list[DeckFault]:
    said = bound.fault(n, place)
    return [DeckFault(bound.code, place, said)] if said else []


def most_copies(card: Card, options: Options = DEFAULTS) -> int:
    """How many copies of a card a deck may have (SETUP-1, MANA-4)."""
    if card.type in (CardType.CHARACTER, CardType.SIGIL):
        return 1
    if is_basic(card):
        return options.basic_lands
    return options.copies[RARITY_NUMBERS[card.rarity] - 1]


def copies_bound(card: Card, options: Options = DEFAULTS) -> Bound:
    """How many copies of it a deck may have, in words."""
    said = "{name} stands {n} times"
    if card.type is CardType.CHARACTER:
        code, words = "single", f"one of any character: {said} (SETUP-1)"
    elif card.type is CardType.SIGIL:
        code, words = "sigil", f"one of any sigil: {said} (MANA-4)"
    else:
        what = "a land of cost 0" if is_basic(card) else _with_article(card)
        code, words = "copies", f"at most {{most}} of {what}: {said} (SETUP-1)"
    return Bound(code, words, most_copies(card, options))


def is_basic(card: Card) -> bool:
    """Whether a deck may start with it: a land of cost 0 (SETUP-1)."""
    return card.type is CardType.LAND and not card.size


def _with_article(card: Card) -> str:
    rarity = card.rarity.value
    return f"{'an' if rarity[0] in 'aeiou' else 'a'} {rarity} card"


def _start_faults(deck: Deck, known: Cards) -> list[DeckFault]:
    found = _held(STARTS, len(deck.start), "START")
    for name in dict.fromkeys(deck.start):
        card = known.get(name)
        if card is None or not is_basic(card):
            found.append(DeckFault("start", name, f"{name} is no land of cost 0 (SETUP-1)"))
    return found


def deck_to_plain(deck: Deck) -> Data:
    """A deck as JSON can hold it: a sign-up's choice."""
    return {"cards": [[name, n] for name, n in deck.cards], "start": list(deck.start), "title": deck.title}


def deck_from_plain(plain: Fields) -> Deck:
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


def composition(deck: Deck) -> dict[CardType, int]:
    """How many cards of each type (DECK-2)."""
    known = every_card()
    found: Counter[CardType] = Counter()
    for name, n in deck.cards:
        found[known[name].type] += n
    return dict(found)


# Scenario files: seats' decks and options (SCEN).


OWN = "own"
"""A deck that is handed in at sign-up."""
Seat = Annotated[str, Among(SIDES)]
COPY_KEYS = (*(r.value for r in Rarity), "basic_land")


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


def _deck_title(said: Any) -> str:
    deck = deck_named(said) if isinstance(said, str) else None
    if deck is None and said != OWN:
        known = (*shipped_decks(), OWN)
        raise ValueError(f"{said!r} is not one of {', '.join(known)}", said, known)
    return OWN if deck is None else deck.title


def _copies(options: Options) -> dict[str, int]:
    return dict(zip(COPY_KEYS, (*options.copies, options.basic_lands), strict=True))


@named_record
class _Options:
    """``[options]``."""

    options: Annotated[Options, HERE] = DEFAULTS
    copies: Seldom[Mapping[Annotated[str, Among(COPY_KEYS)], Annotated[int, Whole(0, 100)]]] = field(
        default_factory=lambda: _copies(DEFAULTS)
    )


@named_record
class _File:
    """A scenario file."""

    title: str = ""
    game: Literal["xom_zol"] = "xom_zol"
    description: Seldom[str] = ""
    decks: Mapping[Seat, Annotated[str, Spelt(_deck_title, str)]] = field(default_factory=dict)
    options: Seldom[_Options] = field(default_factory=_Options)


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text (SCEN-1); raises ``ScenarioFaults`` with every fault and its place."""
    reader = FileReader(text, name)
    file = reader.record(_File, "", reader.data, _File(title=name))
    for side in SIDES:
        if side not in file.decks and not reader.told(f"decks.{side}"):
            reader.fault(f"decks.{side}", f"is missing: a deck's name, or {OWN!r}")
    legend, rare, uncommon, common, crop, basic = (_copies(DEFAULTS) | dict(file.options.copies)).values()
    copies = (legend, rare, uncommon, common, crop)
    options = replace(file.options.options, copies=copies, basic_lands=basic)
    if options.max_turns % 2:
        reader.fault("options.max_turns", f"must be even, not {options.max_turns}: both sides play equally often")
    reader.done()
    return Scenario(
        name=name, title=file.title, description=file.description.strip(), decks=file.decks, options=options
    )


def write_scenario(scenario: Scenario) -> str:
    """The scenario as text that reads back to an equal one; options as the law has them are left out."""
    options = _Options(options=scenario.options, copies=_copies(scenario.options))
    return write_toml(
        _File(title=scenario.title, description=scenario.description, decks=scenario.decks, options=options)
    )


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
    ``ScenarioFaults`` if that is no deck."""
    named = scenario.decks[seat]
    if named != OWN:
        return shipped_decks()[named]
    said = next((e.choices.get("deck") for e in entrants if e.seat == seat), None)
    try:
        return chosen_deck(said) or shipped_decks()[DEFAULT_DECKS[seat]]
    except NoDeck as error:
        raise ScenarioFaults([f"decks.{seat}: {fault}" for fault in error.faults]) from error


def begin(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
    """The state of turn 0; raises ``ScenarioFaults`` if a deck breaks SETUP-1. One that was handed in, or played,
    before a card left the set begins with it: what was taken holds (Z43)."""
    decks = {seat: deck_of(scenario, seat, entrants) for seat in SIDES}
    faults = {seat: deck_faults(deck, scenario.options, every_card()) for seat, deck in decks.items()}
    found = [f"decks.{seat}: {fault.reason}" for seat in SIDES for fault in faults[seat]]
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


# What the office asks for.


class Setup(UsualSetup[Scenario, State]):
    """Scenarios and beginnings; a game is begun with its scenario and its decks alone."""

    DEFAULT = "xom-against-zol"
    CHANCE: Mapping[str, str] = {FIRST_ROLL: "who is first", SHUFFLE_ROLL: "the order of the decks"}
    title, seats = "Xom and Zol", SIDES
    read_scenario = staticmethod(read_scenario)
    write_scenario = staticmethod(write_scenario)

    begin = staticmethod(begin)
    """The state of turn 0 (SETUP-2)."""

    def begun_with(self, start: State, _entrants: Sequence[Entrant]) -> Data:
        """The decks, as they were handed in or taken."""
        return {"decks": {side: deck_to_plain(Deck(own.deck, own.start)) for side, own in start.sides.items()}}

    def restart(self, scenario: Scenario, begun: Fields, dice: Dice) -> State:
        """The state of turn 0 again: whatever the scenario says of decks, those it was begun with are played."""
        decks = {side: deck_of_plain(begun["decks"][side]) for side in SIDES}
        entrants = [Entrant(seat=side, choices={"deck": deck_to_plain(deck)}) for side, deck in decks.items()]
        return begin(with_own_decks(scenario), entrants, dice)


SETUP = Setup()
