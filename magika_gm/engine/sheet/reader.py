"""Reading order sheets: the block between GAME and END in whatever text a player sent (docs/orders.md).

Quoted reply lines, signatures and everything outside the block are passed over. Every fault is data with the line it
stands on. Nothing here raises, and reading takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from magika_gm.engine.sheet.lines import (
    GOES_ON,
    LONGEST,
    ONE_A_LINE,
    Header,
    Lines,
    blank,
    body,
    message_to,
    phase_line,
    quoted,
    said_of_several,
    several_meant,
    several_orders,
    several_phases,
)
from magika_gm.engine.sheet.offered import without_key
from magika_gm.engine.sheet.sheet import (
    ENVELOPE_WORDS,
    NOBODY,
    SECRET_WORDS,
    LineFault,
    Message,
    Sheet,
    SheetGrammar,
    message_rows,
)
from magika_gm.engine.words import Fault, nearest, number, words_of

MOST_FAULTS = 25
"""Faults after which a sheet is not read on: what follows is no order sheet."""
MOST_SHEETS = 20


def read_sheets(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None = None) -> list[Sheet]:
    """All order sheets in a text, in order of appearance; with ``names``, seats may be called by name.

    Nothing after a signature (``-- ``) or an "Original Message" rule is read.
    """
    lines = Lines(text, grammar, names)
    sheets: list[Sheet] = []
    at = 0
    while at < len(lines.rows) and not lines.closing(at):
        header = lines.headers.get(at)
        if header is None:
            at += 1
            continue
        if len(sheets) == MOST_SHEETS:
            more = LineFault(line=at + 1, reason=f"a text may hold {MOST_SHEETS} sheets; from here on nothing was read")
            sheets[-1] = replace(sheets[-1], faults=(*sheets[-1].faults, more))
            break
        reader = _Reader(lines, at, header, names)
        at = reader.read()
        sheets.append(reader.sheet())
    return sheets


class NoSheet(StrEnum):
    """How a text holds no order sheet."""

    BELOW = "below"
    QUOTED = "quoted"
    NOWHERE = "nowhere"


def no_sheet(text: str, grammar: SheetGrammar) -> tuple[NoSheet, str] | None:
    """How and why a text holds no order sheet, in words for its sender; None if it holds one."""
    lines = Lines(text, grammar)
    ends = lines.end
    if any(at < ends for at in lines.headers):
        return None
    if lines.headers:
        where = f"below the signature or the original message (line {ends + 1})"
        return NoSheet.BELOW, f"the order sheet stands {where}; write it above"
    bare = Lines("\n".join(re.sub(r"^[\s>|]+", "", row) for row in lines.rows), grammar)
    if bare.headers:
        return NoSheet.QUOTED, "the order sheet stands in quoted lines (> …) only; take the quote marks away"
    return NoSheet.NOWHERE, "no order sheet was found: it begins with a line GAME … TURN … and ends with a line END"


_END_OF_WHAT = frozenset({"GAME", "ORDER", "ORDERS", "SHEET", "TURN", "OF", "THE"})
_HIDDEN = "HIDDEN ***"
"""Stands for a line that may hold the password without its keyword; read again, it is not understood either."""
_COMMENT = "what follows ; is a comment and is not read: give each order a line of its own"


@lru_cache(maxsize=32)
def _field(grammar: SheetGrammar) -> re.Pattern[str]:
    """``TURN 5``, ``MAGE C``, ``PASSWORD …``: the lines of the envelope."""
    said = "|".join(grammar.seat_words)
    return re.compile(rf"\W{{0,4}}(TURN|{said}|{'|'.join(SECRET_WORDS)})\b\s*[:=]?(.*)", re.IGNORECASE)


def _only_a_number(text: str) -> bool:
    """Whether a line is a number with nothing behind it: an empty line of a form."""
    numbered = phase_line(text)
    return numbered is not None and not words_of(numbered[1])


class _Reader:
    """Reads one sheet, from its GAME line on."""

    def __init__(self, lines: Lines, at: int, header: Header, names: Mapping[str, str] | None) -> None:
        self.lines, self.start, self.at, self.names = lines, at, at + 1, names
        self.grammar = lines.grammar
        self.field = _field(self.grammar)
        self.game, self.turn, self.seat, self.password = header.game, header.turn, "", ""
        self.orders: dict[int, Any] = {}
        self.given: dict[int, tuple[int, Any | Fault]] = {}
        self.messages: list[Message] = []
        self.faults: list[LineFault] = []
        self.closed = False
        self.secrets: set[int] = set()
        self.unknown: set[int] = set()
        self.letters: list[tuple[int, int]] = []
        if header.fault:
            self.fault(at, header.fault, beside=True)
        if header.seat:
            self._seat(at, header.seat)

    def fault(
        self,
        at: int,
        reason: str,
        near: tuple[str, ...] = (),
        phase: int = 0,
        unclosed: bool = False,
        said: str = "",
        place: int = 0,
        beside: bool = False,
    ) -> None:
        found = LineFault(line=at + 1, reason=reason, near=near, phase=phase, unclosed=unclosed, place=place)
        beside = beside or unclosed
        self.faults.append(replace(found, text=said.strip(), beside=beside, numbered_as=self.grammar.numbered_as))

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
            if at not in self.lines.signed and not quoted(rows[at]) and not blank(rows[at]):
                self._line(at, rows[at])
            if len(self.faults) >= MOST_FAULTS:
                return self._give_up()
        where = "before the next GAME" if self.at in self.lines.headers else "at the end of the sheet"
        self.fault(self.at - 1, f"END is missing {where}: write END alone on the last line", unclosed=True)
        return self.at

    def _give_up(self) -> int:
        self.fault(self.at - 1, f"after {MOST_FAULTS} errors the rest of the sheet was not read", beside=True)
        end = self.lines.after(self.lines.end_list, self.at)
        game = self.lines.after(self.lines.header_list, self.at)
        self.letters.append((self.at, min(end, game)))
        self.closed = end < game
        self.at = end + 1 if self.closed else game
        return self.at

    def _line(self, at: int, row: str) -> None:
        if len(row) > LONGEST:
            self.fault(at, f"the line is too long ({len(row)} characters)")
            return
        keyword = self.field.match(row)
        if keyword and keyword[1].upper() in SECRET_WORDS:
            self._password(at, keyword[2])
            return
        text = body(row)
        phase = phase_line(row) if self.grammar.numbered else None
        if phase:
            self._phase(at, *phase)
            return
        if keyword:
            value = body(keyword[2]).strip()
            (self._turn if keyword[1].upper() == "TURN" else self._seat)(at, value)
            return
        words = words_of(text)
        header = message_to(words, self.grammar, self.names)
        if header is not None:
            self._message(at, *header)
        elif words[:1] == ["END"] and set(words[1:]) <= _END_OF_WHAT | {"MESSAGE", "MSG"}:
            self.fault(at, "END MESSAGE without a MESSAGE above it", beside=True)
        elif words and self.grammar.numbered:
            self._unknown(at, text, words)
        elif words and not _only_a_number(text):
            self._own(at, text)
            self._behind(at, row.partition(";")[2])

    def _own(self, at: int, text: str) -> None:
        """A line of a free list."""
        if len(self.given) >= self.grammar.most_lines:
            self.fault(at, f"a sheet has at most {self.grammar.most_lines} lines; from here on nothing was read")
            return
        order = self._order(text)
        place = len(self.given) + 1
        self.given[place] = (at, order)
        if not isinstance(order, Fault):
            self.orders[place] = order
            return
        near = order.near or nearest(words_of(text)[0], (*self.grammar.seat_words, *ENVELOPE_WORDS), 1)
        if "PASSWORD" in near:
            self.lines.rows[at] = _HIDDEN
            self.unknown.add(at)
        said = "" if "PASSWORD" in near or (self.password and self.password in text) else text
        together = several_orders(text, self.grammar, self.names)
        reason, near = (said_of_several(len(together)), ()) if together else (order.reason, near)
        self.fault(at, reason, near, said=said, place=place)

    def _behind(self, at: int, comment: str) -> None:
        """An order behind ``;`` is told: it was most likely meant. Who knows no game's orders can tell of none."""
        said = body(comment) if self.grammar.verbs else ""
        if len(words_of(said)) > 1 and not isinstance(self.grammar.read(said.strip(), self.names), Fault):
            self.fault(at, _COMMENT)

    def _unknown(self, at: int, text: str, words: list[str]) -> None:
        order = self.grammar.read(text, self.names)
        if not isinstance(order, Fault):
            said = f"1 {self.grammar.write(order)}"
            self.fault(at, f"an order needs its {self.grammar.numbered_as} number in front", (said,))
            return
        together = several_orders(text, self.grammar, self.names)
        if together:
            numbers = f"{ONE_A_LINE}, its {self.grammar.numbered_as} number in front"
            self.fault(at, said_of_several(len(together), numbers), (f"1 {together[0]}",))
            return
        near = nearest(words[0], (*ENVELOPE_WORDS, *self.grammar.seat_words, *self.grammar.verbs), 1)
        self.unknown.add(at)
        if near == ("PASSWORD",):
            self.lines.rows[at] = _HIDDEN
        self.fault(at, "this line is not understood", near, said="" if near == ("PASSWORD",) else text)

    def _password(self, at: int, value: str) -> None:
        password = re.sub(r"(^|\s);.*", "", value).strip()
        self.secrets.add(at)
        if self.password and password and password != self.password:
            self.fault(at, "a second, different PASSWORD; the first one is taken", beside=True)
        self.password = self.password or password

    def _turn(self, at: int, value: str) -> None:
        said = words_of(value)
        turn = number(said[0], 9999) if len(said) == 1 else -1
        if turn < 0:
            self.fault(at, "TURN needs a number: TURN 5", beside=True)
        elif self.turn not in (None, turn):
            self.fault(at, f"a second, different TURN; {self.turn} is taken", beside=True)
        else:
            self.turn = turn

    def _seat(self, at: int, value: str) -> None:
        said = words_of(value)
        if not said:
            return
        seat = self.grammar.seat(said, NOBODY if self.names is None else self.names)
        if isinstance(seat, Fault) and self.names is None:
            seat = " ".join(value.split())
        if isinstance(seat, Fault):
            self.fault(at, seat.reason, seat.near, beside=True)
        elif self.seat and seat != self.seat:
            self.fault(at, f"a second, different {self.grammar.seat_words[0]}; {self.seat} is taken", beside=True)
        else:
            self.seat = seat

    def _phase(self, at: int, phase: int, text: str, comment: str) -> None:
        most, name = self.grammar.numbered, self.grammar.numbered_as
        if not 1 <= phase <= most:
            self.fault(at, f"there is no {name} {phase}: a turn has {name}s 1 to {most}")
            return
        if not words_of(text):
            return
        order = self._order(text)
        together = several_phases(f"{phase} {text}", self.grammar, self.names) if isinstance(order, Fault) else []
        for number_in_it, piece in together:
            self._given(at, number_in_it, self.grammar.read(piece, self.names))
        hidden = phase_line(comment)
        if hidden and words_of(hidden[1]) and not isinstance(self.grammar.read(hidden[1], self.names), Fault):
            self.fault(at, _COMMENT)
        if not together:
            self._given(at, phase, several_meant(text, order, self.grammar))

    def _given(self, at: int, phase: int, order: Any | Fault) -> None:
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
            where = f"{self.grammar.numbered_as} {phase} has another order on line {first + 1}"
            self.fault(at, f"{where}; it is not clear which is meant", (), phase)

    def _order(self, text: str) -> Any | Fault:
        """The order, with the lines a mail program may have broken it into."""
        order = self.grammar.read(text, self.names)
        for at in (self.at, self.at + 1):
            broken = isinstance(order, Fault) or text.upper().endswith(GOES_ON)
            if not broken or at >= len(self.lines.rows) or not self._continues(at):
                break
            text = f"{text} {body(self.lines.rows[at]).strip()}"
            whole = self.grammar.read(text, self.names)
            if not isinstance(whole, Fault):
                order, self.at = whole, at + 1
        return order

    def _continues(self, at: int) -> bool:
        row = self.lines.rows[at]
        special = at in self.lines.headers or at in self.lines.ends or at in self.lines.signed or self.lines.closing(at)
        if special or quoted(row) or blank(row) or len(row) > LONGEST or self.field.match(row):
            return False
        text = body(row)
        if message_to(words_of(text), self.grammar, self.names) is not None:
            return False
        if not self.grammar.numbered:
            # a line that is an order by itself continues none
            return isinstance(self.grammar.read(text, self.names), Fault)
        phase = phase_line(text)
        return not (phase and 1 <= phase[0] <= self.grammar.numbered)

    def _message(self, at: int, to: str | Fault, anonymous: bool) -> None:
        """Take in a message up to its END MESSAGE; everything between is its text."""
        end = self.lines.message_end(at)
        text = [without_key(row.rstrip()) for row in self.lines.rows[at + 1 : end.at]]
        self.at = end.goes_on
        self.letters.append((at, end.goes_on))
        while text and not text[0]:
            text.pop(0)
        while text and not text[-1]:
            text.pop()
        why, near = self._why_not_sent(to, anonymous, text, end.closed)
        if why:
            self.fault(at, f"the message is not sent: {why}", near, beside=True)
        else:
            assert isinstance(to, str)
            self.messages.append(Message(to, "\n".join(text), anonymous))

    def _why_not_sent(
        self, to: str | Fault, anonymous: bool, text: list[str], closed: bool
    ) -> tuple[str, tuple[str, ...]]:
        """Why a message cannot be sent, with spellings to offer; "" if it can."""
        rule = self.grammar.messages
        if not closed:
            return "END MESSAGE is missing: write it on the line after the text", ()
        if isinstance(to, Fault):
            return to.reason, to.near
        if not text:
            return "it is empty", ()
        if rule is None:
            return "this game knows no messages", ()
        size = sum(map(len, text))
        if anonymous and not rule.anonymous:
            return f"messages are signed in this game ({rule.rule})", ()
        if len(text) > rule.lines:
            return f"it has {len(text)} lines, at most {rule.lines} are allowed ({rule.rule})", ()
        if size > rule.characters:
            return f"it has {size} characters, at most {rule.characters} are allowed ({rule.rule})", ()
        if not rule.several and any(m.to == to and m.anonymous == anonymous for m in self.messages):
            kind = "another anonymous" if anonymous else "another signed" if rule.anonymous else "another"
            return f"{kind} message to {self.grammar.written(to)} stands above ({rule.rule})", ()
        if len(self.messages) >= rule.most:
            return f"at most {rule.most} messages a turn are allowed ({rule.rule})", ()
        return "", ()

    def _without_password(self, fault: LineFault) -> LineFault:
        """A line that holds the password, wherever that stands, is not repeated."""
        return replace(fault, text="") if self.password and self.password in fault.text else fault

    def sheet(self) -> Sheet:
        """What was read."""
        rows = self.lines.rows[self.start : self.at]
        for at in self.secrets:
            rows[at - self.start] = "PASSWORD ***"
        for at in self.unknown:
            if self.password and self.password in rows[at - self.start]:
                rows[at - self.start] = _HIDDEN
        return Sheet(
            game=self.game,
            turn=self.turn,
            seat=self.seat,
            password=self.password,
            orders=self.orders,
            messages=tuple(self.messages),
            faults=tuple(sorted(map(self._without_password, self.faults), key=lambda fault: fault.line)),
            line=self.start + 1,
            closed=self.closed,
            text="\n".join(rows),
            letters=tuple((start - self.start, end - self.start) for start, end in self.letters),
        )


# Whether a kept sheet is one of orders: messages alone are delivered, and order nothing (docs/orders.md).


_EMPTY = "; no orders, on purpose"
MESSAGE_WORDS = ("MESSAGE", "MSG")
"""Without one of them a sheet holds no message."""


def holds_orders(text: str, faults: int, grammar: SheetGrammar) -> bool:
    """Whether a sheet, as it is kept, with so many errors in its orders when it came, is one of orders, be it empty."""
    if faults or not any(word in text.upper() for word in MESSAGE_WORDS) or text.split("\n")[1:2] == [_EMPTY]:
        return True
    sheets = read_sheets(text, grammar)
    return not sheets or not sheets[0].messages_alone


def with_messages(
    text: str, messages: Sequence[Message], grammar: SheetGrammar, names: Mapping[str, str] | None
) -> str:
    """A sheet of orders, as it is kept, with these messages in place of its own; all else stays word for word, and in
    its line as far as it can. An empty one says that it is one of orders."""
    sheet = read_sheets(text, grammar, names)[0]
    rows = text.splitlines()
    for start, end in sheet.letters:
        rows[start:end] = [""] * (end - start)
    last = sheet.text.count("\n") if sheet.closed else len(rows)
    rows, below = rows[:last], rows[last:]
    while not rows[-1]:
        rows.pop()
    put = [row for message in messages for row in message_rows(message, grammar)]
    place = len(rows)
    if len(sheet.faults) > MOST_FAULTS:  # nothing is read at the end
        place = 1
        while not rows[place]:
            rows.pop(place)
    found = "\n".join([*rows[:place], *put, *rows[place:], *below, ""])
    empty = rows[1:2] != [_EMPTY] and read_sheets(found, grammar, names)[0].messages_alone
    return found.replace("\n", f"\n{_EMPTY}\n", 1) if empty else found
