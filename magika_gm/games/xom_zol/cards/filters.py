"""Filters (ORD-2): a few words that all must fit, read from words and printed back; and how printed cards fit them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.xom_zol.words import (
    ALIGNMENTS,
    DEPENDS,
    FACTION_NAMES,
    KIND_OF,
    ROLES,
    SLAYER,
    CardType,
    Faction,
    Keyword,
    Kind,
)


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
COMPARISONS = (">=", "<=", "=")
_TURNED = {"≥": ">=", "≤": "<=", "=>": ">=", "=<": "<=", "==": "="}


@dataclass(frozen=True, slots=True)
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
