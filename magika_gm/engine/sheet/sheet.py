"""An order sheet as a value, and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple, Protocol

from magika_gm.engine.records import named_record, named_thing, record
from magika_gm.engine.words import Fault, nearest

# What of an order sheet differs from game to game, as one value the reader asks.


SECRET_WORDS = ("PASSWORD", "PASSWD", "PASS", "PW")
"""Before a password."""
ENVELOPE_WORDS = ("TURN", "PASSWORD", "MESSAGE", "END", "PHASE")
"""What the lines of every game's sheet begin with that are no orders."""
COMMANDS = (
    "HELP", "STATUS", "REPORT", "HISTORY", "FINAL", "ABSENT", "WHY", "FORM", "ADDRESS", "CONFIRM", "NEW PASSWORD",
    "WITHDRAW SIGN-UP", "RULES", "GAMES", "WAIT", "ACCOUNT",
)  # fmt: skip
"""What a player may write to the office beside his sheet."""
RESERVED = frozenset(
    word for word in (*ENVELOPE_WORDS, *SECRET_WORDS, *COMMANDS, "GAME", "MSG", "ORDER", "RULEBOOK") if " " not in word
) - {"FORM"}
"""First words a game's own lines may not have: the office reads such a line as its own. FORM is only where it stands
alone, NEW PASSWORD and WITHDRAW SIGN-UP only both words together.
"""

NOBODY: Mapping[str, str] = {}
"""No characters' names."""
EVERYBODY = "ALL"


@named_record
class MessageRule:
    """What players may write to one another: how many messages a sheet, lines and characters each, by which rule."""

    most: int
    lines: int
    characters: int
    rule: str
    anonymous: bool = False
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


@named_thing
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

    def __post_init__(self) -> None:
        """No order begins like a line of the office's own: it would never reach the game."""
        taken = RESERVED.intersection(map(str.upper, (*self.verbs, *self.blocks, *self.seat_words)))
        if taken:
            raise ValueError(f"{', '.join(sorted(taken))} begins a line of the office's own: choose another word")

    def written(self, name: str) -> str:
        """A seat or group as it is written in a sheet."""
        return self.address.get(name, name)

    def among(self, seats: Sequence[str]) -> SheetGrammar:
        """The sheet in a game that has these seats alone: a message to another of the game's goes to nobody."""

        def to(said: Sequence[str], names: Mapping[str, str], /) -> str | Fault:
            found = self.addressee(said, names)
            if isinstance(found, Fault) or found in seats or self.seat([self.written(found)], names) != found:
                return found
            there = tuple(map(self.written, seats))
            return Fault(f"nobody plays {self.written(found)} in this game: there are {', '.join(there)}")

        return replace(self, addressee=to)


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


def seated(word: str, seats: Sequence[str]) -> dict[str, Any]:
    """The facts of a :class:`SheetGrammar` in a game whose seats are called by their names alone (``COLOUR RED``), and
    whose messages go to one of them or to all; of two the other need not be named."""
    named = seat_among(seats, f"{{word}} is no {word.lower()}: there are {', '.join(seats)}", near=seats)
    return {
        "seat_words": tuple(dict.fromkeys((word, "SEAT"))),
        "seat_pattern": "|".join(seats),
        "seat": named,
        "addressee": addressed(named, dict.fromkeys(("", EVERYBODY) if len(seats) == 2 else (EVERYBODY,), EVERYBODY)),
    }


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


class SheetLine(NamedTuple):
    """A line of a text: its number, from 1, and what is written."""

    number: int
    text: str


@named_record
class LineFault:
    """What is wrong with a line of the text given: its number (from 1), the reason, nearest spellings.

    ``phase`` is the numbered line whose order fell away for it (in words ``numbered_as``), 0 when it concerns none;
    ``place`` the one it would have in a free list, likewise; ``text`` the line itself, "" where it may hold a secret;
    ``unclosed`` marks the one fault of a missing END, ``beside`` those that concern no order: the head of the sheet,
    its END, a message.
    """

    line: int
    reason: str
    near: tuple[str, ...] = ()
    phase: int = 0
    unclosed: bool = False
    text: str = ""
    place: int = 0
    beside: bool = field(default=False, compare=False)
    numbered_as: str = field(default="phase", compare=False)

    def __str__(self) -> str:
        """``line 4, phase 1: MVOE is not an order; did you mean MOVE?``."""
        where = f", {self.numbered_as} {self.phase}" if self.phase else ""
        return f"line {self.line}{where}: {Fault(self.reason, self.near)}"


@record
class Message:
    """A player's message: ``to`` is a seat, a group of the game, or ``ALL``."""

    to: str
    text: str
    anonymous: bool = False


@named_record
class Sheet:
    """One order sheet as read.

    ``orders`` has an entry for every line that was given and understood, by its number (numbered sheets: the phase;
    free lists: 1, 2, 3 … in order). ``seat`` is canonical, or without names perhaps a name, or "" when the sheet has
    none. ``closed`` says whether END was found. ``text`` is what was read as it was written, the password blotted out:
    read again, it gives the same orders and messages. ``letters`` are its rows that are messages, sent or not, and
    those nobody read after too many errors: from, and up to. ``text``, ``letters`` and ``line``, where the sheet
    begins, are no part of what it says.
    """

    game: str = ""
    turn: int | None = None
    seat: str = ""
    password: str = field(default="", repr=False)
    orders: Mapping[int, Any] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    faults: tuple[LineFault, ...] = ()
    line: int = field(default=1, compare=False)
    closed: bool = True
    text: str = field(default="", compare=False, repr=False)
    letters: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)

    def by_place(self) -> dict[int, Any]:
        """Every line of a free list by its place, in that order: the order it is, or the :class:`LineFault`."""
        lost = {fault.place: fault for fault in self.faults if fault.place}
        return dict(sorted((lost | dict(self.orders)).items()))

    @property
    def messages_alone(self) -> bool:
        """Whether it holds messages and nothing else, be there an error in them: such a sheet orders nothing, and is
        none of orders."""
        spoken = bool(self.messages or self.letters)
        return spoken and not self.orders and all(fault.beside for fault in self.faults)

    @property
    def says_something(self) -> bool:
        """Whether it holds an order, a message or an error: an empty form does not."""
        return bool(self.orders or self.messages or any(not f.unclosed for f in self.faults))


def write_sheet(sheet: Sheet, grammar: SheetGrammar) -> str:
    """A sheet in its canonical form; the reader reads a sheet without faults back to an equal one."""
    first = f"GAME {sheet.game}" + (f" TURN {sheet.turn}" if sheet.turn is not None else "")
    lines = [first]
    if sheet.seat:
        lines.append(f"{grammar.seat_words[0]} {grammar.written(sheet.seat)}")
    if sheet.password:
        # a password that begins like the colon after the keyword needs that colon
        lines.append(f"PASSWORD{':' if sheet.password[0] in ':=' else ''} {sheet.password}")
    for number, order in sorted(sheet.orders.items()):
        lines.append(f"{number} {grammar.write(order)}" if grammar.numbered else grammar.write(order))
    for message in sheet.messages:
        lines += message_rows(message, grammar)
    return "\n".join([*lines, "END", ""])


def message_rows(message: Message, grammar: SheetGrammar) -> list[str]:
    """A message as it stands in a sheet."""
    unsigned = " ANONYMOUS" if message.anonymous else ""
    return [f"MESSAGE TO {grammar.written(message.to)}{unsigned}", message.text, "END MESSAGE"]
