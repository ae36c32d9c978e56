"""Words of an order line, and what they may mean: refs, places, names of cards, filter words, abbreviations (ORD)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from magika_gm.games.xom_zol.cards.model import VOCABULARY, Cards, Term, read_term
from magika_gm.games.xom_zol.orders.forms import InHand, Place, Ref
from magika_gm.games.xom_zol.rules.terms import Rank

LONGEST_LINE = 400
LARGEST = 99
"""Numbers in orders go up to this."""
SHORTEST = 3
"""Letters an abbreviation of a filter word has at least."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What keeps a line from being read: the reason, nearest spellings, and a code."""

    reason: str
    near: tuple[str, ...] = ()
    code: str = "unread"

    def __str__(self) -> str:
        return self.reason + (f"; did you mean {' or '.join(self.near)}?" if self.near else "")


class Unreadable(Exception):
    """Carries a fault out of the grammar; caught by the reader of the line."""

    def __init__(self, reason: str, near: Iterable[str] = (), code: str = "unread") -> None:
        self.fault = Fault(reason, tuple(near), code)
        super().__init__(reason)


_NUMBERED = re.compile(r"^\s*\d{1,3}(?:(?:\s*[.):]\s*|\s+)(?=\D)|\s*[.):]?\s*$)")
_TIGHT = re.compile(r"\s*(>=|<=|=>|=<|==|=|<|>|≥|≤)\s*")
_TOKEN = re.compile(r'"[^"]*"|“[^”]*”|,|[^\s,"“”]+')
_REF = re.compile(r"[AB][1-9]\d{0,3}", re.IGNORECASE)
_PLACE = re.compile(r"[FR][1-9]\d{0,2}", re.IGNORECASE)
_HAND = re.compile(r"H[1-9]\d{0,2}", re.IGNORECASE)


def tokens_of(text: str) -> list[str]:
    """The words of a line without comment and line number; commas and quoted names are words of their own."""
    text = text.partition(";")[0]
    text = _NUMBERED.sub("", text).replace("’", "'")
    return _TOKEN.findall(_TIGHT.sub(r"\1", text))


def is_quoted(token: str) -> bool:
    """Whether a word is a name in quotation marks."""
    return token[:1] in '"“'


def ref_of(token: str) -> Ref | None:
    """``A7``."""
    return Ref(token.upper()) if _REF.fullmatch(token) else None


def place_of(token: str) -> Place | None:
    """``F1``, ``R2``."""
    return Place(token.upper()) if _PLACE.fullmatch(token) else None


def in_hand(token: str) -> InHand | None:
    """``H3``."""
    return InHand(int(token[1:])) if _HAND.fullmatch(token) else None


def number(token: str | None, least: int = 0) -> int:
    """A whole number; raises :class:`Unreadable`."""
    if token is None or not token.isdecimal() or not least <= int(token) <= LARGEST:
        raise Unreadable(f"{token or 'nothing'} is not a number from {least} to {LARGEST}", code="number")
    return int(token)


def keyword(token: str, known: Sequence[str], shortest: int = 1) -> str | None:
    """The known word (in capitals) that a token is, or abbreviates unambiguously."""
    word = token.upper()
    if word in known:
        return word
    meant = [k for k in known if len(word) >= shortest and k.startswith(word)]
    return meant[0] if len(meant) == 1 else None


def nearest(word: str, known: Iterable[str], n: int = 2) -> tuple[str, ...]:
    """Known spellings near a word."""
    by_fold = {k.casefold(): k for k in known}
    return tuple(by_fold[m] for m in get_close_matches(word.casefold(), by_fold, n=n, cutoff=0.6))


class Names:
    """Names of cards: exact, or abbreviated as long as they are unambiguous."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.by_fold = {_fold(name): name for name in cards}
        self.most_words = max((len(fold.split()) for fold in self.by_fold), default=1)
        self.words = {fold: fold.split() for fold in self.by_fold}

    def exact(self, tokens: Sequence[str], at: int) -> tuple[str, int] | None:
        """The longest name written out from ``at``, and the number of tokens it takes."""
        if at < len(tokens) and is_quoted(tokens[at]):
            name = self.by_fold.get(_fold(tokens[at][1:-1]))
            return (name, 1) if name else None
        for length in range(min(self.most_words, len(tokens) - at), 0, -1):
            name = self.by_fold.get(_fold(" ".join(tokens[at : at + length])))
            if name is not None:
                return name, length
        return None

    def meant(self, text: str) -> list[str]:
        """Names a text abbreviates: its beginning, or beginnings of its words in their order."""
        fold = _fold(text.strip('"“”'))
        if fold in self.by_fold:
            return [self.by_fold[fold]]
        said = fold.split()
        if not said:
            return []
        return [
            name
            for known, name in self.by_fold.items()
            if known.startswith(fold) or _abbreviates(said, self.words[known])
        ]

    def one(self, text: str) -> str:
        """The one name a text means; raises :class:`Unreadable`."""
        found = self.meant(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise Unreadable(f"{text!r} may be {len(found)} cards", tuple(sorted(found)[:4]), "ambiguous-card")
        raise Unreadable(f"{text!r} is no card", nearest(text.strip('"'), self.by_fold.values()), "no-card")


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def _abbreviates(said: Sequence[str], words: Sequence[str]) -> bool:
    return len(said) <= len(words) and all(w.startswith(s) for s, w in zip(said, words, strict=False))


@lru_cache(maxsize=64)
def names_of(cards: Cards) -> Names:
    """Names of a catalogue, worked out once."""
    return Names(cards)


def term_at(tokens: Sequence[str], at: int) -> tuple[Term, int] | None:
    """The filter word at a place, written out or abbreviated, and the number of tokens it takes."""
    got = read_term(tokens, at)
    if got is not None:
        return got
    word = tokens[at].casefold()
    if len(word) < SHORTEST:
        return None
    meant = {term for known, term in VOCABULARY.items() if known.startswith(word)}
    return (meant.pop(), 1) if len(meant) == 1 else None


def rank_of(token: str) -> Rank | None:
    """A rank, written out or abbreviated."""
    word = keyword(token, tuple(Rank), SHORTEST)
    return Rank(word) if word else None
