"""Order sheets: the block between GAME and END in whatever text a player sent.

Quoted reply lines, signatures and everything outside the block are passed over. Every fault is data with the line it
stands on; a faulty order becomes Rest. Nothing here raises on any text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from magika_gm.games.magika.orders import REST, Order, write_order
from magika_gm.games.magika.orders.grammar import Fault, Roster, mage_of, read_order
from magika_gm.games.magika.tables import COLOURS

PHASES = 5
MOST_MESSAGES, MOST_LINES, MOST_CHARACTERS = 3, 4, 200


class LineFault(NamedTuple):
    """What is wrong with a line of the text given: its number (from 1), the reason, nearest spellings."""

    line: int
    reason: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """``line 4: FLY is not an order; did you mean …?``."""
        return f"line {self.line}: {Fault(self.reason, self.near)}"


class Message(NamedTuple):
    """A player's message: ``to`` is a letter, a colour or ``ALL`` (DIPL-1)."""

    to: str
    text: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One order sheet as read. ``orders`` has an entry for every phase that was given and understood."""

    game: str = ""
    turn: int | None = None
    mage: str = ""
    password: str = field(default="", repr=False)
    orders: dict[int, Order] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    faults: tuple[LineFault, ...] = ()
    line: int = 1

    def all_orders(self) -> list[Order]:
        """Five orders, Rest where the sheet has none."""
        return [self.orders.get(phase, REST) for phase in range(1, PHASES + 1)]


_QUOTED = re.compile(r"^\s{0,3}(?:>|\|)")
_GAME = re.compile(r"^\s*GAME\b[\s:#=]*([A-Za-z0-9_-]{1,32})?[\s,;]*(?:TURN[\s:#=]*(\d{1,4}))?\s*$", re.IGNORECASE)
_FIELD = re.compile(r"^\s*(TURN|MAGE|PASSWORD|PASS|PHASE|MESSAGE|END)\b[\s:=]*(.*)$", re.IGNORECASE)
_PHASE = re.compile(r"^\s*(?:PHASE\s*)?(\d{1,2})\s*[.):\-]*\s+(.*)$|^\s*(?:PHASE\s*)?(\d{1,2})\s*[.):\-]?\s*$", re.I)
_END_MESSAGE = re.compile(r"^\s*END\s+(OF\s+)?MESSAGE\s*\.?\s*$", re.IGNORECASE)
_KEYWORDS = ("TURN", "MAGE", "PASSWORD", "MESSAGE", "END")


def read_sheets(text: str, roster: Roster | None = None) -> list[Sheet]:
    """All order sheets in a text, in order of appearance."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ").replace("\ufeff", "").split("\n")
    sheets: list[Sheet] = []
    reader: _Reader | None = None
    for number, line in enumerate(lines, 1):
        if _QUOTED.match(line):
            continue
        if line.rstrip() == "--" and (reader is None or not reader.in_message):
            break  # a signature: nothing of the player's own comes after it
        start = _GAME.match(_uncommented(line)) if reader is None or not reader.in_message else None
        if start and start[1]:
            if reader is not None:
                sheets.append(reader.close("END is missing before the next GAME"))
            reader = _Reader(start[1], int(start[2]) if start[2] else None, number, roster)
        elif reader is not None and reader.read(number, line):
            sheets.append(reader.close())
            reader = None
    if reader is not None:
        sheets.append(reader.close("END is missing; the sheet was read to the end of the text"))
    return sheets


def _uncommented(line: str) -> str:
    return line.split(";", 1)[0]


class _Reader:
    """Reads one sheet line by line."""

    def __init__(self, game: str, turn: int | None, line: int, roster: Roster | None) -> None:
        self.game, self.turn, self.line, self.roster = game, turn, line, roster
        self.mage = self.password = ""
        self.orders: dict[int, Order] = {}
        self.given: dict[int, int] = {}
        self.messages: list[Message] = []
        self.faults: list[LineFault] = []
        self.in_message = False
        self._to = ""
        self._anonymous = False
        self._text: list[str] = []
        self._began = 0
        self._last = line

    def fault(self, line: int, reason: str, near: tuple[str, ...] = ()) -> None:
        self.faults.append(LineFault(line, reason, near))

    def read(self, number: int, line: str) -> bool:
        """Take in a line; True when it was END."""
        self._last = number
        if self.in_message:
            self._message_line(line)
            return False
        body = _uncommented(line).strip()
        if not body:
            return False
        phase = _PHASE.match(body)
        if phase:
            self._phase(number, int(phase[1] or phase[3]), (phase[2] or "").strip())
            return False
        keyword = _FIELD.match(body)
        if not keyword:
            self._unknown(number, body)
            return False
        word, value = keyword[1].upper(), keyword[2].strip()
        if word == "END":
            if value:
                self.fault(number, f"END stands alone; {value[:40]!r} was passed over")
            return True
        if word == "TURN":
            self._turn(number, value)
        elif word == "MAGE":
            self._mage(number, value)
        elif word in ("PASSWORD", "PASS"):
            # comments are not cut here: a password may hold a semicolon
            self.password = re.sub(r"^\s*\w+[\s:=]*", "", line).strip()
        elif word == "MESSAGE":
            self._begin_message(number, value)
        else:
            self.fault(number, "PHASE needs a number from 1 to 5 and an order")
        return False

    def _unknown(self, number: int, body: str) -> None:
        first = body.split(maxsplit=1)[0].upper()
        near = tuple(get_close_matches(first, _KEYWORDS, n=1, cutoff=0.7))
        if not near and not isinstance(read_order(body, self.roster), Fault):
            self.fault(number, f"an order needs its phase number in front: 1 {body[:60].upper()}")
        else:
            self.fault(number, f"{body[:60]!r} is not understood here", near)

    def _turn(self, number: int, value: str) -> None:
        if value.isdecimal() and len(value) <= 4:
            self.turn = int(value)
        else:
            self.fault(number, f"TURN needs a number, not {value[:20]!r}")

    def _mage(self, number: int, value: str) -> None:
        letter = mage_of(value, self.roster)
        if isinstance(letter, Fault):
            self.fault(number, letter.reason[:200], letter.near)
        else:
            self.mage = letter

    def _phase(self, number: int, phase: int, text: str) -> None:
        if not 1 <= phase <= PHASES:
            self.fault(number, f"there is no phase {phase}; a turn has phases 1 to 5")
            return
        if phase in self.given:
            self.orders.pop(phase, None)
            reason = (
                f"phase {phase} was given on line {self.given[phase]} already; it becomes Rest, as either may be meant"
            )
            self.fault(number, reason)
            return
        self.given[phase] = number
        order = read_order(text, self.roster)
        if isinstance(order, Fault):
            self.fault(number, f"phase {phase} becomes Rest: {order.reason}", order.near)
        else:
            self.orders[phase] = order

    def _begin_message(self, number: int, value: str) -> None:
        words = value.upper().split()
        if words and words[0] == "TO":
            words = words[1:]
        self._anonymous = bool(words) and words[-1] in ("ANONYMOUS", "ANONYMOUSLY", "ANON")
        if self._anonymous:
            words = words[:-1]
        self._to = " ".join(words).rstrip(":")
        self._began = number
        self._text = []
        self.in_message = True

    def _message_line(self, line: str) -> None:
        if _END_MESSAGE.match(line):
            self.in_message = False
            self._end_message()
        else:
            self._text.append(line.rstrip())

    def _end_message(self) -> None:
        line = self._began
        lines = self._text
        while lines and not lines[0]:
            lines.pop(0)
        while lines and not lines[-1]:
            lines.pop()
        to = self._addressee()
        if isinstance(to, Fault):
            self.fault(line, f"the message is not sent: {to.reason}", to.near)
            return
        text = "\n".join(lines)
        reason = ""
        if not text:
            reason = "it is empty"
        elif len(lines) > MOST_LINES:
            reason = f"it has {len(lines)} lines, at most {MOST_LINES} are allowed (DIPL-1)"
        elif sum(map(len, lines)) > MOST_CHARACTERS:
            reason = f"it has {sum(map(len, lines))} characters, at most {MOST_CHARACTERS} are allowed (DIPL-1)"
        elif any(m.to == to and m.anonymous == self._anonymous for m in self.messages):
            reason = f"a message to {to} from the same sender stands above already (DIPL-1)"
        elif len(self.messages) >= MOST_MESSAGES:
            reason = f"at most {MOST_MESSAGES} messages a turn are allowed (DIPL-1)"
        if reason:
            self.fault(line, f"the message is not sent: {reason}")
        else:
            self.messages.append(Message(to, text, self._anonymous))

    def _addressee(self) -> str | Fault:
        if self._to == "ALL":
            return "ALL"
        colour = self._to.removesuffix(" TEAM").lower()
        if colour in COLOURS:
            return colour
        return mage_of(self._to, self.roster)

    def close(self, missing: str = "") -> Sheet:
        if self.in_message:
            self.fault(self._began, "END MESSAGE is missing; the message is not sent")
        if missing:
            self.fault(self._last, missing)
        if not self.mage and not any("is not a mage" in f.reason for f in self.faults):
            self.fault(self.line, "the MAGE line is missing: MAGE and your letter")
        if self.turn is None:
            self.fault(self.line, "the turn is missing: GAME and TURN stand in the first line")
        return Sheet(
            self.game,
            self.turn,
            self.mage,
            self.password,
            self.orders,
            tuple(self.messages),
            tuple(sorted(self.faults)),
            self.line,
        )


def write_sheet(sheet: Sheet) -> str:
    """A sheet in its canonical form; :func:`read_sheets` reads it back."""
    first = f"GAME {sheet.game}" + (f" TURN {sheet.turn}" if sheet.turn is not None else "")
    lines = [first]
    if sheet.mage:
        lines.append(f"MAGE {sheet.mage}")
    if sheet.password:
        lines.append(f"PASSWORD {sheet.password}")
    lines += [f"{phase} {write_order(order)}" for phase, order in sorted(sheet.orders.items())]
    for message in sheet.messages:
        to = message.to.upper() if message.to in COLOURS else message.to
        lines += [f"MESSAGE TO {to}{' ANONYMOUS' if message.anonymous else ''}", message.text, "END MESSAGE"]
    return "\n".join([*lines, "END", ""])
