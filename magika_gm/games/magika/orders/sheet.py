"""Order sheets: the block between GAME and END in whatever text a player sent (interfaces.md, Order sheet).

Quoted reply lines, signatures and everything outside the block are passed over. Every fault is data with the line it
stands on; a faulty order becomes Rest. Nothing here raises, and reading takes time in proportion to the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

from magika_gm.engine.words import nearest
from magika_gm.games.magika.orders import REST, Order, write_order
from magika_gm.games.magika.orders.grammar import VERBS, Roster, read_order
from magika_gm.games.magika.orders.lines import (
    LONGEST,
    Header,
    Lines,
    blank,
    body,
    message_to,
    phase_line,
    quoted,
)
from magika_gm.games.magika.orders.names import NOBODY, read_mage
from magika_gm.games.magika.orders.words import Fault, number, words_of
from magika_gm.games.magika.tables import COLOURS, EBON, PHASES

MOST_MESSAGES, MOST_LINES, MOST_CHARACTERS = 3, 4, 200
MOST_FAULTS = 25
"""Faults after which a sheet is not read on: what follows is no order sheet."""
MOST_SHEETS = 20


class FaultCode(StrEnum):
    """Faults of a sheet that something hangs on."""

    READING = "reading"
    """A line that cannot be read, or says what cannot be."""
    NO_END = "no-end"
    """All there is to read was read, but END is missing."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line of the text given: its number (from 1), the reason, nearest spellings.

    ``phase`` is the phase whose order became Rest for it, 0 when it concerns none.
    """

    line: int
    reason: str
    near: tuple[str, ...] = ()
    phase: int = 0
    code: FaultCode = FaultCode.READING

    def __str__(self) -> str:
        """``line 4, phase 1: MVOE is not an order; did you mean MOVE?``."""
        where = f", phase {self.phase}" if self.phase else ""
        return f"line {self.line}{where}: {Fault(self.reason, self.near)}"


@dataclass(frozen=True, slots=True)
class Message:
    """A player's message: ``to`` is a letter, a colour or ``ALL`` (DIPL-1)."""

    to: str
    text: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One order sheet as read.

    ``orders`` has an entry for every phase that was given and understood; ``mage`` is a letter, or without a roster
    perhaps a name, or "" when the sheet has none. ``closed`` says whether END was found. ``text`` is what was read
    as it was written, the password blotted out: read again, it gives the same orders and messages. It and ``line``,
    where it begins, are no part of what the sheet says.
    """

    game: str = ""
    turn: int | None = None
    mage: str = ""
    password: str = field(default="", repr=False)
    orders: dict[int, Order] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    faults: tuple[LineFault, ...] = ()
    line: int = field(default=1, compare=False)
    closed: bool = True
    text: str = field(default="", compare=False, repr=False)

    def all_orders(self) -> list[Order]:
        """Five orders, Rest where the sheet has none."""
        return [self.orders.get(phase, REST) for phase in range(1, PHASES + 1)]


def read_sheets(text: str, roster: Roster | None = None) -> list[Sheet]:
    """All order sheets in a text, in order of appearance; with a roster, mages may be called by name.

    Nothing after a signature (``-- ``) or an "Original Message" rule is read.
    """
    lines = Lines(text, roster)
    sheets: list[Sheet] = []
    at = 0
    while at < len(lines.rows) and not lines.closing(at):
        header = lines.headers.get(at)
        if header is None:
            at += 1
            continue
        if len(sheets) == MOST_SHEETS:
            more = LineFault(at + 1, f"a text may hold {MOST_SHEETS} sheets; from here on nothing was read")
            sheets[-1] = replace(sheets[-1], faults=(*sheets[-1].faults, more))
            break
        reader = _Reader(lines, at, header, roster)
        at = reader.read()
        sheets.append(reader.sheet())
    return sheets


class NoSheet(StrEnum):
    """How a text holds no order sheet."""

    BELOW = "below"
    QUOTED = "quoted"
    NOWHERE = "nowhere"


def no_sheet(text: str) -> tuple[NoSheet, str] | None:
    """How and why a text holds no order sheet, in words for its sender; None if it holds one."""
    lines = Lines(text, None)
    ends = next((i for i in range(len(lines.rows)) if lines.closing(i)), len(lines.rows))
    if any(at < ends for at in lines.headers):
        return None
    if lines.headers:
        where = f"below the signature or the original message (line {ends + 1})"
        return NoSheet.BELOW, f"the order sheet stands {where}; write it above"
    bare = Lines("\n".join(re.sub(r"^[\s>|]+", "", row) for row in lines.rows), None)
    if bare.headers:
        return NoSheet.QUOTED, "the order sheet stands in quoted lines (> …) only; take the quote marks away"
    return NoSheet.NOWHERE, "no order sheet was found: it begins with a line GAME … TURN … and ends with a line END"


def why_none(text: str) -> str:
    """Why a text holds no order sheet, in words ("" if it holds one)."""
    found = no_sheet(text)
    return found[1] if found else ""


_END_OF_WHAT = frozenset({"GAME", "ORDER", "ORDERS", "SHEET", "TURN", "OF", "THE"})
_GOES_ON = (",", "&", "+", " AND", " TO", " FROM")
_FIELD = re.compile(r"\W{0,4}(TURN|MAGE|PASSWORD|PASSWD|PASS|PW)\b\s*[:=]?(.*)", re.IGNORECASE)
_HIDDEN = "HIDDEN ***"
"""Stands for a line that may hold the password without its keyword; read again, it is not understood either."""
_KEYWORDS = ("TURN", "MAGE", "PASSWORD", "MESSAGE", "END", "PHASE")


class _Reader:
    """Reads one sheet, from its GAME line on."""

    def __init__(self, lines: Lines, at: int, header: Header, roster: Roster | None) -> None:
        self.lines, self.start, self.at, self.roster = lines, at, at + 1, roster
        self.game, self.turn, self.mage, self.password = header.game, header.turn, "", ""
        self.orders: dict[int, Order] = {}
        self.given: dict[int, tuple[int, Order | Fault]] = {}
        self.messages: list[Message] = []
        self.faults: list[LineFault] = []
        self.closed = False
        self.secrets: set[int] = set()
        self.unknown: set[int] = set()
        if header.fault:
            self.fault(at, header.fault)
        if header.mage:
            self._mage(at, header.mage)

    def fault(self, at: int, reason: str, near: tuple[str, ...] = (), phase: int = 0) -> None:
        self.faults.append(LineFault(at + 1, reason, near, phase))

    def read(self) -> int:
        """Read up to END and past it; where the sheet is cut short, up to there. Gives where the text goes on."""
        rows = self.lines.rows
        while self.at < len(rows):
            at = self.at
            if at in self.lines.headers or self.lines.closing(at):
                break
            self.at += 1
            if at in self.lines.ends:
                self.closed = True
                return self.at
            if not quoted(rows[at]) and not blank(rows[at]):
                self._line(at, rows[at])
            if len(self.faults) >= MOST_FAULTS:
                return self._give_up()
        where = "before the next GAME" if self.at in self.lines.headers else "at the end of the sheet"
        reason = f"END is missing {where}: write END alone on the last line"
        self.faults.append(LineFault(self.at, reason, code=FaultCode.NO_END))
        return self.at

    def _give_up(self) -> int:
        self.fault(self.at - 1, f"after {MOST_FAULTS} errors the rest of the sheet was not read")
        end = self.lines.after(self.lines.end_list, self.at)
        game = self.lines.after(self.lines.header_list, self.at)
        self.closed = end < game
        self.at = end + 1 if self.closed else game
        return self.at

    def _line(self, at: int, row: str) -> None:
        if len(row) > LONGEST:
            self.fault(at, f"the line is too long ({len(row)} characters)")
            return
        keyword = _FIELD.match(row)
        if keyword and keyword[1].upper().startswith("P"):
            self._password(at, keyword[2])
            return
        text = body(row)
        phase = phase_line(row)
        if phase:
            self._phase(at, *phase)
            return
        if keyword:
            value = body(keyword[2]).strip()
            (self._turn if keyword[1].upper() == "TURN" else self._mage)(at, value)
            return
        words = words_of(text)
        header = message_to(words, self.roster)
        if header is not None:
            self._message(at, *header)
        elif words[:1] == ["END"] and set(words[1:]) <= _END_OF_WHAT | {"MESSAGE", "MSG"}:
            self.fault(at, "END MESSAGE without a MESSAGE above it")
        elif words:
            self._unknown(at, text, words)

    def _unknown(self, at: int, text: str, words: list[str]) -> None:
        order = read_order(text, self.roster)
        if not isinstance(order, Fault):
            self.fault(at, "an order needs its phase number in front", (f"1 {write_order(order)}",))
            return
        near = nearest(words[0], (*_KEYWORDS, *VERBS), 1)
        self.unknown.add(at)
        if near == ("PASSWORD",):
            self.lines.rows[at] = _HIDDEN
        # the line itself is not repeated: it may be a password without its keyword
        self.fault(at, "this line is not understood", near)

    def _password(self, at: int, value: str) -> None:
        password = re.sub(r"(^|\s);.*", "", value).strip()
        self.secrets.add(at)
        if self.password and password and password != self.password:
            self.fault(at, "a second, different PASSWORD; the first one is taken")
        self.password = self.password or password

    def _turn(self, at: int, value: str) -> None:
        said = words_of(value)
        turn = number(said[0], 9999) if len(said) == 1 else -1
        if turn < 0:
            self.fault(at, "TURN needs a number: TURN 5")
        elif self.turn not in (None, turn):
            self.fault(at, f"a second, different TURN; {self.turn} is taken")
        else:
            self.turn = turn

    def _mage(self, at: int, value: str) -> None:
        said = words_of(value)
        if not said:
            return
        mage = read_mage(said, NOBODY if self.roster is None else self.roster)
        if isinstance(mage, Fault) and self.roster is None:
            mage = " ".join(value.split())
        if isinstance(mage, Fault):
            self.fault(at, mage.reason, mage.near)
        elif self.mage and mage != self.mage:
            self.fault(at, f"a second, different MAGE; {self.mage} is taken")
        else:
            self.mage = mage

    def _phase(self, at: int, phase: int, text: str, comment: str) -> None:
        if not 1 <= phase <= PHASES:
            self.fault(at, f"there is no phase {phase}: a turn has phases 1 to {PHASES}")
            return
        if not words_of(text):
            return
        order = self._order(text)
        hidden = phase_line(comment)
        if hidden and words_of(hidden[1]) and not isinstance(read_order(hidden[1], self.roster), Fault):
            self.fault(at, "what follows ; is a comment and is not read: give each order a line of its own")
        if phase not in self.given:
            self.given[phase] = (at, order)
            if isinstance(order, Fault):
                self.fault(at, order.reason, order.near, phase)
            else:
                self.orders[phase] = order
            return
        first, other = self.given[phase]
        if order != other:
            self.orders.pop(phase, None)
            self.fault(
                at, f"phase {phase} has another order on line {first + 1}; it is not clear which is meant", (), phase
            )

    def _order(self, text: str) -> Order | Fault:
        """The order, with the lines a mail program may have broken it into."""
        order = read_order(text, self.roster)
        for at in (self.at, self.at + 1):
            broken = isinstance(order, Fault) or text.upper().endswith(_GOES_ON)
            if not broken or at >= len(self.lines.rows) or not self._continues(at):
                break
            text = f"{text} {body(self.lines.rows[at]).strip()}"
            whole = read_order(text, self.roster)
            if not isinstance(whole, Fault):
                order, self.at = whole, at + 1
        return order

    def _continues(self, at: int) -> bool:
        row = self.lines.rows[at]
        special = at in self.lines.headers or at in self.lines.ends or self.lines.closing(at)
        if special or quoted(row) or blank(row) or len(row) > LONGEST or _FIELD.match(row):
            return False
        text = body(row)
        phase = phase_line(text)
        return not (phase and 1 <= phase[0] <= PHASES) and message_to(words_of(text), self.roster) is None

    def _message(self, at: int, to: str | Fault, anonymous: bool) -> None:
        """Take in a message up to its END MESSAGE; everything between is its text."""
        end = self.lines.message_end(at)
        text = [row.rstrip() for row in self.lines.rows[at + 1 : end.at]]
        self.at = end.goes_on
        while text and not text[0]:
            text.pop(0)
        while text and not text[-1]:
            text.pop()
        size = sum(map(len, text))
        if not end.closed:
            self._not_sent(at, "END MESSAGE is missing: write it on the line after the text")
        elif isinstance(to, Fault):
            self._not_sent(at, to.reason, to.near)
        elif not text:
            self._not_sent(at, "it is empty")
        elif len(text) > MOST_LINES:
            self._not_sent(at, f"it has {len(text)} lines, at most {MOST_LINES} are allowed (DIPL-1)")
        elif size > MOST_CHARACTERS:
            self._not_sent(at, f"it has {size} characters, at most {MOST_CHARACTERS} are allowed (DIPL-1)")
        elif any(m.to == to and m.anonymous == anonymous for m in self.messages):
            kind = "anonymous" if anonymous else "signed"
            self._not_sent(at, f"another {kind} message to {_to_text(to)} stands above (DIPL-1)")
        elif len(self.messages) >= MOST_MESSAGES:
            self._not_sent(at, f"at most {MOST_MESSAGES} messages a turn are allowed (DIPL-1)")
        else:
            self.messages.append(Message(to, "\n".join(text), anonymous))

    def _not_sent(self, at: int, reason: str, near: tuple[str, ...] = ()) -> None:
        self.fault(at, f"the message is not sent: {reason}", near)

    def sheet(self) -> Sheet:
        """What was read."""
        rows = self.lines.rows[self.start : self.at]
        for at in self.secrets:
            rows[at - self.start] = "PASSWORD ***"
        for at in self.unknown:
            if self.password and self.password in rows[at - self.start]:
                rows[at - self.start] = _HIDDEN
        return Sheet(
            self.game,
            self.turn,
            self.mage,
            self.password,
            self.orders,
            tuple(self.messages),
            tuple(sorted(self.faults, key=lambda fault: fault.line)),
            self.start + 1,
            self.closed,
            "\n".join(rows),
        )


def _to_text(to: str) -> str:
    return to.upper() if to in COLOURS else "EBON" if to == EBON else to


def write_sheet(sheet: Sheet) -> str:
    """A sheet in its canonical form; :func:`read_sheets` reads a sheet without faults back to an equal one."""
    first = f"GAME {sheet.game}" + (f" TURN {sheet.turn}" if sheet.turn is not None else "")
    lines = [first]
    if sheet.mage:
        lines.append(f"MAGE {'EBON' if sheet.mage == EBON else sheet.mage}")
    if sheet.password:
        # a password that begins like the colon after the keyword needs that colon
        lines.append(f"PASSWORD{':' if sheet.password[0] in ':=' else ''} {sheet.password}")
    lines += [f"{phase} {write_order(order)}" for phase, order in sorted(sheet.orders.items())]
    for message in sheet.messages:
        lines += [f"MESSAGE TO {_to_text(message.to)}{' ANONYMOUS' if message.anonymous else ''}"]
        lines += [message.text, "END MESSAGE"]
    return "\n".join([*lines, "END", ""])
