"""What of an order sheet differs from game to game, as one value the reader asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from magika_gm.engine.words import Fault, nearest

NOBODY: Mapping[str, str] = {}
"""No characters' names."""
EVERYBODY = "ALL"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRule:
    """What players may write to one another: how many messages a sheet, lines and characters each, by which rule."""

    most: int
    lines: int
    characters: int
    rule: str
    anonymous: bool = False
    to_all: bool = True
    several: bool = False
    """Whether more than one may go to the same addressee."""


class LineReader(Protocol):
    """One of the game's own lines."""

    def __call__(self, text: str, names: Mapping[str, str] | None, /) -> Any | Fault:
        """The order it stands for, or what is wrong with it."""


class Naming(Protocol):
    """Words, upper case, that name a seat or an addressee."""

    def __call__(self, said: Sequence[str], names: Mapping[str, str], /) -> str | Fault:
        """The seat (canonical), or what is wrong; ``names`` are the characters' names by seat."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SheetGrammar:
    """A game's order sheet. ``numbered``: its lines are numbered 1 to this; 0: a free list of lines."""

    seat_words: tuple[str, ...]
    """Words before the seat, upper case, the game's own first: ``("MAGE", "SEAT")``."""
    seat_pattern: str
    """A regular expression of seats as they may stand in the GAME line: ``[A-M]|EBON``."""
    seat: Naming
    addressee: Naming
    address: Mapping[str, str]
    """How seats and groups are written where that is not as they are: ``{"M": "EBON", "red": "RED"}``."""
    read: LineReader
    write: Any
    """An order as text: ``write(order) -> str``."""
    verbs: tuple[str, ...]
    blank: Any = None
    """What a numbered line that says nothing stands for (a rest, a pass); unused in free lists."""
    numbered: int = 0
    numbered_as: str = "phase"
    most_lines: int = 200
    blocks: tuple[str, ...] = ()
    """Orders that open a block of orders, closed by END and the same word."""
    messages: MessageRule | None = None

    def written(self, name: str) -> str:
        """A seat or group as it is written in a sheet."""
        return self.address.get(name, name)


def seat_among(seats: Sequence[str], says: str, near: Sequence[str] = ()) -> Naming:
    """Who is meant by the name of a seat; ``says`` is told of other words (``{word}``), with names ``near`` them."""

    def named(said: Sequence[str], _names: Mapping[str, str], /) -> str | Fault:
        word = " ".join(said)
        return word if word in seats else Fault(says.format(word=word), nearest(word, near))

    return named


def addressed(seat: Naming, groups: Mapping[str, str]) -> Naming:
    """To whom a message goes: a seat, or by words of its own ("": nobody is named) whoever is meant by them."""

    def named(said: Sequence[str], names: Mapping[str, str], /) -> str | Fault:
        word = " ".join(said)
        return groups[word] if word in groups else seat(said, names)

    return named


def _any_seat(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:  # noqa: ARG001 - as every game's
    return " ".join(said)


def _any_line(text: str, names: Mapping[str, str] | None) -> str:  # noqa: ARG001 - as every game's
    return text.strip()


def any_game(seat_words: Sequence[str]) -> SheetGrammar:
    """How a sheet is read before anybody knows whose game it is for: its lines stay texts, its seat what was written.

    ``seat_words`` are those of all games.
    """
    return SheetGrammar(
        seat_words=tuple(seat_words),
        seat_pattern=r"\w{1,8}",
        seat=_any_seat,
        addressee=_any_seat,
        address={},
        read=_any_line,
        write=str,
        verbs=(),
        most_lines=1000,
        messages=MessageRule(most=50, lines=1000, characters=100_000, rule="", anonymous=True),
    )
