"""Cards, squares, units and numbers as sheets name them (ORD)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from magika_gm.games.temple_isle.orders.words import UNIT_NUMBER, Fault, Tokens, nearest
from magika_gm.games.temple_isle.rules.board import COLUMNS, ROWS, SQUARE, SQUARES, Direction

_MOST_DIGITS = 4


def read_name(written: str, known: Iterable[str], kind: str) -> str:
    """The card ``written`` names among ``known``: an exact name, or a beginning that fits one alone (ORD)."""
    names = list(known)
    if not written:
        raise Fault(f"a {kind} is wanted, but none is named")
    for fold in (_spaced, _packed):
        wanted = fold(written)
        exact = [n for n in names if fold(n) == wanted]
        if exact:
            return exact[0]
        begun = [n for n in names if fold(n).startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise Fault(f"{written!r} could be {_either(begun)}", begun)
    near = nearest(written, names)
    raise Fault(f"there is no {kind} called {written!r}", near)


@lru_cache(maxsize=4096)
def _spaced(name: str) -> str:
    return " ".join(name.casefold().replace("’", "'").split())


@lru_cache(maxsize=4096)
def _packed(name: str) -> str:
    return _spaced(name).replace(" ", "")


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def square_of(tokens: Tokens) -> int:
    """A square, ``a1`` to ``e4``."""
    word = tokens.take()
    if word.lower() in SQUARE:
        return SQUARE[word.lower()]
    if not word or word == ",":
        raise Fault("a square is wanted (a1 to e4)")
    raise Fault(f"{word!r} is no square (a1 to e4)", _near_square(word))


def _near_square(word: str) -> tuple[str, ...]:
    """The square of the isle nearest to one beyond its edge, for an offer."""
    if len(word) != 2 or not word[0].isalpha() or not word[1].isdigit():
        return nearest(word, SQUARES)
    column = min(max(word[0].lower(), COLUMNS[0]), COLUMNS[-1])
    return (f"{column}{min(max(int(word[1]), 1), ROWS)}",)


def unit_of(tokens: Tokens) -> int:
    """A unit's number, ``U3``."""
    word = tokens.take()
    found = UNIT_NUMBER.fullmatch(word)
    if found:
        return int(found[1])
    raise Fault(f"{word!r} is no unit (write U and its number: U3)" if word else "a unit is wanted (U3)")


def number_of(tokens: Tokens, what: str, least: int = 0) -> int:
    """A whole number of at least ``least``."""
    word = tokens.take()
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and int(word) >= least:
        return int(word)
    raise Fault(f"{what} needs a whole number{f' of at least {least}' if least else ''}, not {word!r}")


def is_square(word: str) -> bool:
    """Whether a word is a square."""
    return word.lower() in SQUARE


def is_unit(word: str) -> bool:
    """Whether a word is a unit's number."""
    return UNIT_NUMBER.fullmatch(word) is not None


def direction_of(word: str) -> Direction | None:
    """``N``, ``E``, ``S``, ``W``; None for any other word."""
    upper = word.upper()
    return Direction(upper) if upper in ("N", "E", "S", "W") else None
