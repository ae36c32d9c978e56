"""Reading single words of order lines: ids, names, places, terrains; abbreviations, near spellings (ORD-1, ORD-2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from magika_gm.engine.words import nearest as slipped
from magika_gm.games.arena.rules.tables import ABILITIES, ITEMS, KINDS, SPELLS
from magika_gm.games.arena.rules.terms import DIRECTIONS, TERRAINS

ID = re.compile(r"(?:[ABCN]|I[AB])0*([1-9]\d{0,5})", re.IGNORECASE)
PLACE = re.compile(r"([a-m])0?([1-9]\d?)(\^?)", re.IGNORECASE)
WALL = re.compile(r"([a-m][1-9]\d?)/([a-m][1-9]\d?)", re.IGNORECASE)
AIR = "AIR"
CREATURE_NAMES = tuple(KINDS)
ITEM_NAMES = tuple(ITEMS)
SPELL_NAMES = tuple(SPELLS)
USABLE = tuple(name for name, kind in ITEMS.items() if kind.use) + tuple(ABILITIES)
"""What USE may name."""


class Unreadable(Exception):
    """A line, or a part of it, that cannot be read: why, spellings to offer, the fault's name in programs."""

    def __init__(self, reason: str, near: Sequence[str] = (), code: str = "unreadable") -> None:
        super().__init__(reason)
        self.reason = reason
        self.near = tuple(near)
        self.code = code


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Spellings of ``known`` a slip or two away from a word."""
    return slipped(word, {str(k).upper().replace("-", " "): str(k) for k in known})


def keyword(word: str, known: Sequence[str], what: str) -> str:
    """The keyword a word is, or abbreviates unambiguously."""
    upper = word.upper()
    if upper in known:
        return upper
    fit = [k for k in known if k.startswith(upper)]
    if len(fit) == 1:
        return fit[0]
    if fit:
        raise Unreadable(f"{word} could be {' or '.join(fit)}", fit, "ambiguous")
    raise Unreadable(f"{word} is no {what}", nearest(word, known), "unknown-word")


def _folded(name: str) -> str:
    """A name as the words of a line are cut: hyphens part words."""
    return name.casefold().replace("-", " ")


def _abbreviates(tokens: Sequence[str], name: str) -> bool:
    words = _folded(name).split()
    return len(tokens) <= len(words) and all(w.startswith(t.casefold()) for t, w in zip(tokens, words, strict=False))


def find_name(tokens: Sequence[str], names: Sequence[str]) -> str | None:
    """The name some words are or abbreviate; None if none or several."""
    text = " ".join(tokens).casefold()
    for name in names:
        if _folded(name) == text:
            return name
    fit = [name for name in names if _abbreviates(tokens, name)]
    return fit[0] if len(fit) == 1 else None


def name_of(tokens: Sequence[str], names: Sequence[str], what: str) -> str:
    """The name some words are or abbreviate; raises :class:`Unreadable`."""
    found = find_name(tokens, names)
    if found is not None:
        return found
    text = " ".join(tokens)
    fit = [name for name in names if tokens and _abbreviates(tokens, name)]
    if fit:
        raise Unreadable(f"{text} could be {' or '.join(fit[:4])}", fit[:4], "ambiguous")
    if not text:
        raise Unreadable(f"a {what} is missing", (), "missing")
    raise Unreadable(f"{text} is no {what}", nearest(text, names), "unknown-name")


def as_id(token: str) -> str | None:
    """An id in its canonical form: ``A3``, ``IB1``."""
    found = ID.fullmatch(token)
    if found is None:
        return None
    return token[: 2 if token[0] in "iI" else 1].upper() + found[1]


def as_place(token: str) -> str | None:
    """A place in its canonical form: ``d4``, ``d4^``."""
    found = PLACE.fullmatch(token)
    return f"{found[1].lower()}{found[2]}{found[3]}" if found else None


def as_wall(token: str) -> str | None:
    """A wall in its canonical form, the lower hex first."""
    found = WALL.fullmatch(token)
    if found is None:
        return None
    one, other = sorted((found[1].lower(), found[2].lower()), key=lambda h: (h[0], int(h[1:])))
    return f"{one}/{other}"


class Words:
    """The words of a line, read from the left."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.left = list(tokens)

    def __bool__(self) -> bool:
        return bool(self.left)

    def next(self, what: str) -> str:
        """The next word; it must be there."""
        if not self.left:
            raise Unreadable(f"{what} is missing", (), "missing")
        return self.left.pop(0)

    def reference(self, names: Sequence[str], what: str) -> str:
        """An id, or the longest run of words that is or abbreviates a name."""
        if not self.left:
            raise Unreadable(f"{what} is missing", (), "missing")
        id_ = as_id(self.left[0])
        if id_ is not None:
            self.left.pop(0)
            return id_
        for length in range(min(len(self.left), 5), 0, -1):
            found = find_name(self.left[:length], names)
            if found is not None:
                del self.left[:length]
                return found
        word = self.left[0]
        raise Unreadable(f"{word} is no {what}", nearest(word, names), "unknown-name")

    def place(self) -> str:
        """A place; ``d4 AIR`` is ``d4^``."""
        word = self.next("a place")
        found = as_place(word)
        if found is None:
            raise Unreadable(f"{word} is no place", (), "unknown-place")
        if self.left and self.left[0].upper() in (AIR, "^") and not found.endswith("^"):
            self.left.pop(0)
            return found + "^"
        return found

    def hex(self) -> str:
        """A hex."""
        return self.place().rstrip("^")

    def end(self) -> None:
        """Nothing may be left."""
        if self.left:
            raise Unreadable(f"{' '.join(self.left)} is too much", (), "extra")


def terrain_letter(word: str) -> str:
    """A terrain's letter, from its letter or (abbreviated) name."""
    upper = word.upper()
    if upper in TERRAINS:
        return upper
    fit = [letter for letter, name in TERRAINS.items() if name.startswith(word.casefold())]
    if len(fit) == 1:
        return fit[0]
    raise Unreadable(f"{word} is no terrain", nearest(word, tuple(TERRAINS.values())), "unknown-terrain")


def step_of(word: str) -> str:
    """A step of a path: a direction, or a hex."""
    upper = word.upper()
    if upper in DIRECTIONS:
        return upper
    place = as_place(word)
    if place is None:
        raise Unreadable(f"{word} is neither a direction nor a hex", nearest(word, DIRECTIONS), "unknown-step")
    return place.rstrip("^")


def split_at(tokens: Sequence[str], word: str) -> list[list[str]]:
    """Words divided at every ``word``."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token.upper() == word:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
