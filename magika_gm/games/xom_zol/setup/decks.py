"""Decks: reading a list as it is mailed, checking it whole, and the decks that are shipped (SETUP-1, DECKS)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from magika_gm.engine.datafiles import load_toml
from magika_gm.engine.words import ChoiceFault, did_you_mean
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Card, Cards
from magika_gm.games.xom_zol.options import DEFAULTS, Options
from magika_gm.games.xom_zol.orders.lines import LineFault, SheetLine
from magika_gm.games.xom_zol.orders.tokens import Unreadable, names_of
from magika_gm.games.xom_zol.words import DEPENDS, RARITY_NUMBERS, CardType

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


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: names and copies in the order they are listed, and the two lands it starts with."""

    cards: tuple[tuple[str, int], ...]
    start: tuple[str, ...]
    title: str = ""
    summary: str = ""

    def listed(self) -> list[str]:
        """Every card by name, as SHUFFLE takes them."""
        return sorted(name for name, copies in self.cards for _ in range(copies))


@dataclass(frozen=True, slots=True)
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
    names = names_of(catalogue() if cards is None else cards)
    copies: dict[str, int] = {}
    start: list[str] = []
    faults: list[LineFault] = []
    for line in lines[:MOST_LINES]:
        text = line.text.partition(";")[0].strip()
        if not text:
            continue
        try:
            begins = _START.fullmatch(text)
            if begins:
                for item in begins[1].split(","):
                    n, name = _counted(item.strip())
                    start += [names.one(name)] * n
            else:
                n, name = _counted(text)
                known = names.one(name)
                copies[known] = copies.get(known, 0) + n
        except Unreadable as unreadable:
            fault = unreadable.fault
            faults.append(LineFault(line.number, line.text.strip(), fault.reason, fault.near, fault.code))
    if len(lines) > MOST_LINES:
        extra = lines[MOST_LINES]
        faults.append(LineFault(extra.number, extra.text.strip(), f"a deck has at most {MOST_LINES} lines"))
    return Deck(tuple(copies.items()), tuple(start)), tuple(faults)


def _counted(text: str) -> tuple[int, str]:
    """``4 Xom Knight`` as 4 and the name; without a number it is one."""
    got = _LINE.fullmatch(text)
    n, name = (int(got[1]), got[2]) if got else (1, text)
    if not 1 <= n <= SIZE:
        raise Unreadable(f"{n} is no number of copies", code="number")
    return n, name


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
