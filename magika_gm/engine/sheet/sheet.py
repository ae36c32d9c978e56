"""An order sheet as a value, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.words import Fault


class SheetLine(NamedTuple):
    """A line of a text: its number, from 1, and what is written."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """What is wrong with a line of the text given: its number (from 1), the reason, nearest spellings.

    ``phase`` is the numbered line whose order fell away for it, 0 when it concerns none; ``place`` the one it would
    have in a free list, likewise; ``text`` the line itself, "" where it may hold a secret; ``unclosed`` marks the one
    fault of a missing END, ``beside`` those that concern no order: the head of the sheet, its END, a message.
    """

    line: int
    reason: str
    near: tuple[str, ...] = ()
    phase: int = 0
    unclosed: bool = False
    text: str = ""
    place: int = 0
    beside: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        """``line 4, phase 1: MVOE is not an order; did you mean MOVE?``."""
        where = f", phase {self.phase}" if self.phase else ""
        return f"line {self.line}{where}: {Fault(self.reason, self.near)}"


@dataclass(frozen=True, slots=True)
class Message:
    """A player's message: ``to`` is a seat, a group of the game, or ``ALL``."""

    to: str
    text: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
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
