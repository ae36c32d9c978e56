"""What is on a card (CARD-1) and what its rules text says, as plain data (FX); filters it is held against (ORD-2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import StrEnum

from magika_gm.engine.records import named_record, named_thing, record
from magika_gm.games.xom_zol.rules.terms import (
    AIMED,
    ALIGNMENTS,
    BODIES,
    DEPENDS,
    FACTION_NAMES,
    KIND_OF,
    LETTERS,
    MANA_CARDS,
    ROLES,
    SLAYER,
    CardType,
    Faction,
    Keyword,
    Kind,
    Moment,
    Rarity,
    Reach,
    Verb,
)

# Filters (ORD-2): a few words that all must fit, read from words and printed back; and how printed cards fit them.


class Sort(StrEnum):
    """What a filter word speaks of."""

    TYPE = "type"
    KIND = "kind"
    RACE = "race"
    ROLE = "role"
    FACTION = "faction"
    ALIGNMENT = "alignment"
    KEYWORD = "keyword"
    STATE = "state"
    FIGURE = "figure"


class StateWord(StrEnum):
    """Words of a card's state in play; of a card not in play they never fit (ORD-2)."""

    READY = "READY"
    COMMITTED = "COMMITTED"
    ASSAULTING = "ASSAULTING"
    COUNTERING = "COUNTERING"
    COUNTERED = "COUNTERED"
    FREE = "FREE"


class Figure(StrEnum):
    """Figures a filter may compare."""

    COST = "COST"
    S = "S"
    D = "D"
    ALIGN = "ALIGN"


MANA_WORD = "mana"
_TURNED = {"≥": ">=", "≤": "<=", "=>": ">=", "=<": "<=", "==": "="}


@record
class Term:
    """One filter word; ``compare`` and ``number`` for figures only (``COST>=4``)."""

    sort: Sort
    word: str
    compare: str = ""
    number: int = 0

    def __str__(self) -> str:
        match self.sort:
            case Sort.FIGURE:
                return f"{self.word}{self.compare}{self.number}"
            case Sort.FACTION:
                return FACTION_NAMES[Faction(self.word)]
            case _:
                return self.word


Filter = tuple[Term, ...]
"""All must fit; the empty one fits everything."""


def _vocabulary() -> dict[str, Term]:
    known: dict[str, Term] = {}
    for t in CardType:
        known[t.value] = Term(Sort.TYPE, t.value)
    known[MANA_WORD] = Term(Sort.TYPE, MANA_WORD)
    for kind in Kind:
        known[kind.value] = Term(Sort.KIND, kind.value)
    for race in KIND_OF:
        known[race] = Term(Sort.RACE, race)
    for role in ROLES:
        known[role] = Term(Sort.ROLE, role)
    for code, name in FACTION_NAMES.items():
        known[code.casefold()] = known[name.casefold()] = Term(Sort.FACTION, code.value)
    for word in ALIGNMENTS:
        known[word] = Term(Sort.ALIGNMENT, word)
    for keyword in (*Keyword, SLAYER, DEPENDS):
        known[keyword.casefold()] = Term(Sort.KEYWORD, str(keyword))
    for state in StateWord:
        known[state.casefold()] = Term(Sort.STATE, state.value)
    return known


VOCABULARY: dict[str, Term] = _vocabulary()
"""Filter words (small letters) but comparisons."""
_COMPARISON = re.compile(r"(COST|ALIGN|S|D)\s*(>=|<=|=|<|>)\s*(-?\d{1,3})", re.IGNORECASE)
LONGEST = max(len(word.split()) for word in VOCABULARY)


def comparison(text: str) -> Term | None:
    """``COST>=4`` as a term; ``<`` and ``>`` are read as the comparison they amount to."""
    for odd, even in _TURNED.items():
        text = text.replace(odd, even)
    got = _COMPARISON.fullmatch(text)
    if got is None:
        return None
    compare, number = plain_comparison(got[2], int(got[3]))
    return Term(Sort.FIGURE, got[1].upper(), compare, number)


def plain_comparison(compare: str, number: int) -> tuple[str, int]:
    """``< n`` as ``<= n-1``, ``> n`` as ``>= n+1``; the others as they are."""
    if compare == "<":
        return "<=", number - 1
    if compare == ">":
        return ">=", number + 1
    return compare, number


def holds(value: int, compare: str, number: int) -> bool:
    """Whether a comparison holds."""
    if compare == ">=":
        return value >= number
    return value <= number if compare == "<=" else value == number


def read_term(words: Sequence[str], at: int) -> tuple[Term, int] | None:
    """The filter word that begins at ``at`` and the number of words it takes; the longest one counts."""
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        term = VOCABULARY.get(" ".join(words[at : at + length]).casefold())
        if term is not None:
            return term, length
    term = comparison(words[at])
    return (term, 1) if term else None


def read_filter(text: str) -> Filter | None:
    """A whole text as a filter; None if a word of it is none. ``all`` and nothing fit everything."""
    words = _COMPARISON.sub(lambda m: m[0].replace(" ", ""), text).split()
    if [w.casefold() for w in words] == ["all"]:
        return ()
    terms: list[Term] = []
    at = 0
    while at < len(words):
        got = read_term(words, at)
        if got is None:
            return None
        terms.append(got[0])
        at += got[1]
    return tuple(terms)


def filter_text(terms: Iterable[Term]) -> str:
    """The filter as it is read."""
    return " ".join(map(str, terms)) or "all"


@named_record
class Effect:
    """One part of an effect (FX-1): only the fields its verb knows are used.

    ``n`` damage, life, cards; ``s``/``d`` the change of BOOST; ``keyword`` of GRANT; ``scope`` of CANCEL (``any``,
    ``body``, ``word``, ``thing``); ``to`` of RAISE (``hand``, ``play``); ``letters`` of MANA.
    """

    verb: Verb
    reach: Reach = Reach.NONE
    filter: Filter = ()
    n: int = 0
    s: int = 0
    d: int = 0
    keyword: str = ""
    scope: str = ""
    to: str = ""
    letters: str = ""

    @property
    def aimed(self) -> bool:
        """Whether it takes an aim."""
        return self.reach in AIMED


@record
class Use:
    """``USE c: effect`` (FX-2): ``cost`` in letters, ``commits`` if C is part of the cost."""

    cost: str
    commits: bool
    effect: Effect


@record
class Inflate:
    """``INFLATE c s/d`` (STAT-5)."""

    cost: str
    s: int
    d: int


@record
class Trigger:
    """An effect that happens by itself (FX-3)."""

    moment: Moment
    effect: Effect


@record
class Aura:
    """``AURA [f] change`` (FX-4): a change of figures, or a keyword."""

    filter: Filter
    s: int = 0
    d: int = 0
    keyword: str = ""


@record
class Demand:
    """``CONDITION f n`` (UPK-4)."""

    filter: Filter
    n: int


@named_record
class Abilities:
    """A rules text, read: ``returns`` is ``DIES: RETURN self``, ``noforce`` the static NOFORCE."""

    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    use: Use | None = None
    inflate: Inflate | None = None
    triggers: tuple[Trigger, ...] = ()
    auras: tuple[Aura, ...] = ()
    demands: tuple[Demand, ...] = ()
    noforce: bool = False
    returns: bool = False

    @property
    def usable(self) -> bool:
        """Whether such a card can be used at all."""
        return bool(self.use or self.inflate)


NOTHING = Abilities()


@named_thing
class Card:
    """A card; ``cost`` is a string of letters, "" for 0 (TERM-4). Cards are told apart by identity."""

    name: str
    type: CardType
    faction: Faction
    letter: str
    cost: str = ""
    rarity: Rarity = Rarity.COMMON
    race: str = ""
    role: str = ""
    align: int = 0
    s: int = 0
    d: int = 0
    unsummon: int = 0
    mana: str = ""
    kinds: tuple[Kind, ...] = ()
    rules: Abilities = NOTHING
    # what follows from the above, worked out once
    size: int = field(init=False)
    body: bool = field(init=False)
    kind: Kind | None = field(init=False)
    keywords: frozenset[str] = field(init=False)
    aim: Effect | None = field(init=False)

    def __post_init__(self) -> None:
        """Work out what follows from the printed figures."""
        object.__setattr__(self, "size", len(self.cost))
        object.__setattr__(self, "body", self.type in BODIES)
        object.__setattr__(self, "kind", KIND_OF.get(self.race))
        object.__setattr__(self, "keywords", frozenset(self.rules.keywords))
        object.__setattr__(self, "aim", next((e for e in self.rules.effects if e.aimed), None))

    def __str__(self) -> str:
        return self.name

    @property
    def is_mana(self) -> bool:
        """Whether it is a land or a sigil."""
        return self.type in MANA_CARDS

    @property
    def alignment(self) -> str:
        """``G3`` on creatures, the letter alone on others (CARD-4)."""
        return f"{self.letter}{self.align}" if self.body else self.letter


HIDDEN = "?"
"""The name of a card one does not know; it stands in views for what is hidden."""
HIDDEN_CARD = Card(name=HIDDEN, type=CardType.COUNTER, faction=Faction.DC, letter="N")


class Cards(dict[str, Card]):
    """A catalogue: cards by name, and the blank card under :data:`HIDDEN`, which is not among its names.

    Never changed once it is made; told apart by identity, so that what follows from it can be kept.
    """

    def __missing__(self, name: str) -> Card:
        """The blank card."""
        if name == HIDDEN:
            return HIDDEN_CARD
        raise KeyError(name)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


def in_order(letters: str) -> str:
    """Mana letters in the order G E N B."""
    return "".join(letter * letters.count(letter) for letter in LETTERS)


# Filters held against what is printed on a card (ORD-2, ORD-3).


def fits_printed(card: Card, terms: Filter) -> bool:
    """Whether what is printed on a card fits; words of state never do (ORD-2)."""
    return all(term_fits_printed(card, term) for term in terms)


def term_fits_printed(card: Card, term: Term) -> bool:
    """One filter word against what is printed."""
    word = term.word
    match term.sort:
        case Sort.TYPE:
            if word == CardType.CREATURE:
                return card.type in BODIES
            return card.type in MANA_CARDS if word == MANA_WORD else card.type == word
        case Sort.KIND:
            return card.kind == word
        case Sort.RACE:
            return card.race == word
        case Sort.ROLE:
            return card.role == word
        case Sort.FACTION:
            return card.faction == word
        case Sort.ALIGNMENT:
            return card.type != CardType.FUNCTION and card.letter == ALIGNMENTS[word]
        case Sort.KEYWORD:
            return any(k == word or k.startswith(word + " ") for k in card.keywords)
        case Sort.STATE:
            return False
        case Sort.FIGURE:
            return holds(printed_figure(card, word), term.compare, term.number)


def printed_figure(card: Card, word: str) -> int:
    """A printed figure; cards without S and D count 0 (ORD-3)."""
    if word == Figure.COST:
        return card.size
    if word == Figure.ALIGN:
        return card.align
    return card.s if word == Figure.S else card.d
