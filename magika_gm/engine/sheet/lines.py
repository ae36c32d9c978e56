"""The lines of a mail as an order sheet sees them: which begin and end sheets and messages, which are passed over."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from magika_gm.engine.records import record
from magika_gm.engine.sheet.sheet import NOBODY, SheetGrammar
from magika_gm.engine.words import Fault, words_of

LONGEST = 1000
"""Characters; a longer line is not looked into."""
_GLANCE = 200

QUOTE_MARKS = re.compile(r"(?:\s*>)+ ?")
SALUTATION_ENDS = (":", "\uff1a")
GOES_ON = (",", "&", "+", " AND", " TO", " FROM")
"""How an order ends that a mail program broke off."""
_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"--[ \t\u00a0]*")
_ORIGINAL = re.compile(
    r"\W{3,}\s?(?:Original Message|Urspr\u00fcngliche Nachricht|Message d.origine|Mensaje original|Messaggio originale|"
    r"Oorspronkelijk bericht)\s?\W{3,}",
    re.IGNORECASE,
)
_RULE = re.compile(r"_{10,}")
_FROM = re.compile(r"\W{0,2}(?:From|Von|De|Da|Van|Fr\u00e5n|Od)\s?:\W{0,2}\s*\S", re.IGNORECASE)
_SIGN_OFF = re.compile(
    r"\W{0,2}(?:(?:with|all|the|my|our|very|kind|kindest|warm|warmest|best|good|many|"
    r"viele|liebe|sch\u00f6ne|beste|mit|freundlichen) ){0,4}"
    r"(?:best|regards|wishes|greetings|cheers|thanks|thank you|thx|sincerely|cordially|faithfully|love|luck|bye|ciao|"
    r"see you|take care|yours(?: (?:ever|truly|sincerely|faithfully))?|"
    r"gr(?:\u00fc|ue)(?:\u00df|ss)en?|gru(?:\u00df|ss)|mfg|lg|"
    r"cordialement|amicalement|saludos|saluti|groeten?|groetjes|hilsen|mvh|h\u00e4lsningar|pozdrawiam)"
    r"(?:\s?[,.!\u2026\u2013\u2014-]+|$|\s(?=\W*\w+\W*$))(?:\W*\b\w+\b){0,3}\W*",
    re.IGNORECASE,
)
"""How somebody ends a letter: his name may stand in the same line."""
_MOST_SIGNED = 3
"""Lines that say something below it: a name, a place."""
_GAME = r"\W{0,4}GAME(?:\W{1,4}(?:NO\W{1,2})?|(?=\d))([A-Z0-9][A-Z0-9_-]{0,31})"
_TURN = r"(?:\W{1,4}TURN(?:(?:\s{1,4}(?=[+-]\d)|\W{0,4})([+-]?\w{1,160}(?:[.,/]\d{1,40})*))?)?"
_PHASE = re.compile(
    r"[\s(\[*\u2022\u00b7-]{0,8}(?:(?:PHASE|ORDER|PH|P)\b|(?=\d)|P(?=\d))[\s#:.]{0,4}(\d{1,4})(?!\d)", re.IGNORECASE
)
_AFTER_NUMBER = re.compile(r"[\s.):,=\]\u2010-\u2015-]*")
_MESSAGE = ("MESSAGE", "MSG")
_UNNAMED = ("ANONYMOUS", "ANONYMOUSLY", "ANON")
_END_OF = (["GAME"], ["ORDER"], ["ORDERS"], ["SHEET"], ["TURN"], ["ORDER", "SHEET"])
_LETTER = re.compile(r"\w")
ANSWER_ABOVE = "##- Answer above this line. -##"
ANSWER_OR_FORM = "##- Answer above this line, or fill in the form at the end. -##"
"""One of them stands on top of what the office mails: of what is below no line is the sender's own, whatever his mail
program does with it, but for the order form."""
_ABOVE = re.compile(r"\W{0,20}##-.{0,100}(?:-##)?\W*")
_SUBJECT = re.compile(
    r"\W{0,2}(?:Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|\u00c4mne|Emne|Temat)\s?:", re.IGNORECASE
)
"""With From: above it within some lines, the head of the mail replied to."""


@record
class Header:
    """A GAME line: the game, the turn (None if not said), the word that names the seat or "", a fault in it or ""."""

    game: str
    turn: int | None
    seat: str = ""
    fault: str = ""


@lru_cache(maxsize=32)
def _game_line(grammar: SheetGrammar) -> re.Pattern[str]:
    """``GAME 12 TURN 5 MAGE C``, as loosely as people write it."""
    said, seats = "|".join(grammar.seat_words), grammar.seat_pattern
    return re.compile(rf"{_GAME}{_TURN}(?:\W{{1,4}}(?:{said})\W{{1,4}}({seats}))?\W*", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=32)
def _sheet_line(grammar: SheetGrammar) -> re.Pattern[str]:
    """How a line begins that only an order sheet has."""
    said = "|".join((*grammar.seat_words, "TURN", "PASSWORD", "PASSWD", "PW", "PHASE", "MESSAGE", "MSG"))
    return re.compile(rf"\W{{0,4}}(?:(?:{said})\b|END\W*$|[1-{grammar.numbered or 9}]\b)", re.IGNORECASE)


@lru_cache(maxsize=32)
def _envelope_line(grammar: SheetGrammar) -> re.Pattern[str]:
    """How a line begins that only the head of a sheet has: inside one, ``GAME DRAWN`` may be an order."""
    said = "|".join((*grammar.seat_words, "TURN", "PASSWORD", "PASSWD", "PW"))
    return re.compile(rf"\W{{0,4}}(?:{said})\b", re.IGNORECASE)


@record
class MessageEnd:
    """Where a message ends: its last line + 1, where reading goes on, and whether it was properly closed."""

    at: int
    goes_on: int
    closed: bool


def quoted(row: str) -> bool:
    """Whether a line is one of a mail replied to (``> …``, ``| …``)."""
    return _QUOTED.match(row) is not None


def body(row: str) -> str:
    """A line without its comment."""
    return row.partition(";")[0]


def blank(row: str) -> bool:
    """Whether a line says nothing: empty, a comment, or decoration (``-----``)."""
    return _LETTER.search(body(row)) is None


def phase_line(row: str) -> tuple[int, str, str] | None:
    """Phase number, order text and comment of ``1 MOVE NE``, ``1. …``, ``2) …``, ``PHASE 3: …``; else None."""
    text, _, comment = row.partition(";")
    begin = _PHASE.match(text)
    if begin is None:
        return None
    after = _AFTER_NUMBER.match(text, begin.end())
    assert after is not None
    return int(begin[1]), text[after.end() :].strip(), comment


def message_to(
    words: list[str], grammar: SheetGrammar, names: Mapping[str, str] | None
) -> tuple[str | Fault, bool] | None:
    """Addressee and whether unsigned, of the words of a ``MESSAGE TO X [ANONYMOUS]`` line; else None."""
    said = words
    anonymous = said[:1] != [] and said[0] in _UNNAMED
    if anonymous:
        said = said[1:]
    if not said or said[0] not in _MESSAGE:
        return None
    said = said[1:]
    for end in (0, -1):
        if said and said[end] in _UNNAMED:
            anonymous = True
            said = said[1:] if end == 0 else said[:-1]
    if said and said[-1] == "SIGNED":
        said = said[:-1]
    if said[:1] == ["TO"]:
        said = said[1:]
    return grammar.addressee(said, NOBODY if names is None else names), anonymous


class Lines:
    """A text cut into lines, with the places where sheets and messages begin and end."""

    def __init__(self, text: str, grammar: SheetGrammar, names: Mapping[str, str] | None = None) -> None:
        self.grammar = grammar
        self.rows = text.splitlines()
        self.headers: dict[int, Header] = {}
        self.ends: set[int] = set()
        self._message_ends: list[int] = []
        self._messages: list[int] = []
        self._closings: list[int] = []
        begins = _sheet_line(grammar)
        uncertain: int | None = None
        open_since = -1
        for at, row in enumerate(self.rows):
            if not row:
                continue
            if self._closes(at):
                self._closings.append(at)
            if quoted(row) or len(row) > LONGEST or blank(row):
                continue
            if uncertain is not None:
                if begins.match(row) is None:
                    del self.headers[uncertain]
                else:
                    open_since = uncertain
                uncertain = None
            inside = open_since >= 0
            if self._header(at, row, inside):
                uncertain = at
                begins = _envelope_line(grammar) if inside else _sheet_line(grammar)
            elif at in self.headers:
                open_since = at
            self._classify(at, row, names)
            open_since = -1 if at in self.ends else open_since
        if uncertain is not None:
            del self.headers[uncertain]
        self._closed = frozenset(self._closings)
        self.signed = frozenset(self._signed(names))
        self.end_list = sorted(self.ends)
        self.header_list = sorted(self.headers)

    def _header(self, at: int, row: str, inside: bool) -> bool:
        """Note a GAME line; True if only the next line can tell whether it is one: "Game over", or ``inside`` a sheet
        what its game reads as an order (``GAME MIN40``)."""
        if len(row) > _GLANCE or "GAME" not in row.upper():
            return False
        line = body(row).replace("\u00a0", " ").strip()
        found = _game_line(self.grammar).fullmatch(line)
        if found is None:
            return False
        game, turn, seat = found[1], found[2] or "", (found[3] or "").upper()
        digits = turn.isdecimal() and len(turn) <= 4
        said = turn.upper() if len(turn) <= 12 else f"{turn[:12].upper()}\u2026"
        fault = f"TURN needs a number, not {said}" if turn and not digits else ""
        self.headers[at] = Header(game, int(turn) if digits else None, seat, fault)
        if digits:
            return False
        return not any(map(str.isdecimal, game)) or (inside and not isinstance(self.grammar.read(line, NOBODY), Fault))

    def _classify(self, at: int, row: str, names: Mapping[str, str] | None) -> None:
        if len(row) > _GLANCE:
            return
        upper = row.upper()
        if "END" in upper:
            words = words_of(body(row))
            if words[:1] == ["END"]:
                rest = [w for w in words[1:] if w not in ("OF", "THE")]
                if not rest or rest in _END_OF:
                    self.ends.add(at)
                elif len(rest) == 1 and rest[0] in _MESSAGE:
                    self._message_ends.append(at)
            elif words == ["ENDMESSAGE"]:
                self._message_ends.append(at)
        if "MESSAGE" in upper or "MSG" in upper:
            words = words_of(row)
            header = message_to(words, self.grammar, names) if "TO" in words else None
            if header is not None and not isinstance(header[0], Fault):
                self._messages.append(at)

    def _signed(self, names: Mapping[str, str] | None) -> Iterator[int]:
        """The lines in which a letter is signed below its orders: from "Regards," to the end of what is its own."""
        stops = sorted({-1, *self.ends, *self.headers, *self._closings, *self._message_ends, len(self.rows)})
        for before, stop in pairwise(stops):
            if stop in self._message_ends:
                continue
            said = (at for at in range(stop - 1, before, -1) if not blank(self.rows[at]) and not quoted(self.rows[at]))
            last = [*islice(said, 1 + _MOST_SIGNED)]
            off = next((n for n, at in enumerate(last) if self._signs_off(at)), None)
            if off is not None and not any(self._orders(self.rows[at], names) for at in last[: off + 1]):
                yield from range(last[off], stop)

    def _signs_off(self, at: int) -> bool:
        return len(self.rows[at]) < _GLANCE and _SIGN_OFF.fullmatch(self.rows[at].strip()) is not None

    def _orders(self, row: str, names: Mapping[str, str] | None) -> bool:
        """Whether a line is an order, or stands in the place of one."""
        phase = phase_line(row) if self.grammar.numbered else None
        return bool(phase and 1 <= phase[0] <= self.grammar.numbered) or is_order(body(row), self.grammar, names)

    def closing(self, at: int) -> bool:
        """Whether nothing of the player's own comes from here on: a signature, or the mail he replied to."""
        return at in self._closed

    def _closes(self, at: int) -> bool:
        row = self.rows[at]
        if len(row) >= _GLANCE:
            return False
        if _RULE.fullmatch(row.strip()):
            # a line of underscores and From: is how Outlook begins the mail replied to
            return any(_FROM.match(after[:_GLANCE]) for after in self.rows[at + 1 : at + 3])
        if _FROM.match(row) and any(_SUBJECT.match(after[:_GLANCE]) for after in self.rows[at + 1 : at + 6]):
            return True
        if "##-" in row and not quoted(row) and _ABOVE.fullmatch(row) is not None:
            return True
        return _SIGNATURE.fullmatch(row) is not None or _ORIGINAL.fullmatch(row.strip()) is not None

    @property
    def end(self) -> int:
        """Where that begins, or the end of the text."""
        return self._closings[0] if self._closings else len(self.rows)

    def after(self, places: list[int], at: int) -> int:
        """The first of ``places`` from ``at`` on, or the end of the text."""
        place = bisect_left(places, at)
        return places[place] if place < len(places) else len(self.rows)

    def message_end(self, at: int) -> MessageEnd:
        """Where the message begun on line ``at`` ends.

        Its END MESSAGE must come before the next message or sheet begins. If it does not, and two ENDs do, the first
        of them ends the message; else the message is not closed and ends where anything else does.
        """
        close = self.after(self._message_ends, at + 1)
        stop = min(self.after(self._messages, at + 1), self.after(self.header_list, at + 1))
        if close < stop:
            return MessageEnd(close, close + 1, True)
        first = self.after(self.end_list, at + 1)
        second = self.after(self.end_list, first + 1)
        cut = min(self.after(self.header_list, at + 1), self.after(self._closings, at + 1))
        if second < cut and first < stop:
            return MessageEnd(first, first + 1, True)
        end = min(first, stop)
        return MessageEnd(end, end, False)


# Several orders in one line, as they come from a telephone: ``1 search 2 move nw 3 rest``.


_LONGEST = 400
_MOST_PLACES = 16
"""Places where an order may begin in a line; with more it is no order line."""
_NUMBER = re.compile(r"(?<![^\s,.;:/)])(\d{1,2})(?=[\s.):,=-]+[^\W\d])")
_WORD = re.compile(r"(?<![^\s,.;:/])[^\W\d_]\w*")
_BETWEEN = " \t,.;:/&+-\u2013"
ONE_A_LINE = "write each order on a line of its own"


def several_phases(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> list[tuple[int, str]]:
    """The numbered orders of one line, each with its number, where it can be cut in one way only; else none.

    Numbers rise, and each piece is an order of the game.
    """
    first = phase_line(text)
    if first is None or len(text) > _LONGEST or not 1 <= first[0] <= grammar.numbered:
        return []
    places = [(found.start(), int(found[1])) for found in _NUMBER.finditer(text)]
    places = [(at, number) for at, number in places if number <= grammar.numbered]

    def piece(start: int, stop: int) -> str:
        said = phase_line(text[start:stop].strip(_BETWEEN))
        return said[1].strip(_BETWEEN) if said is not None else ""

    cuts = _one_way(places, len(text), lambda start, stop: is_order(piece(start, stop), grammar, names), rising=True)
    numbers = dict(places)
    return [(numbers[start], piece(start, stop)) for start, stop in cuts]


def several_orders(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> list[str]:
    """The orders in a line that is none, cut before verbs of the game where that is possible in one way only; else
    none."""
    if len(text) > _LONGEST:
        return []
    places = [(found.start(), 0) for found in _WORD.finditer(text) if found[0].upper() in grammar.verbs]
    if not places or text[: places[0][0]].strip(_BETWEEN):
        return []
    cuts = _one_way(
        places, len(text), lambda start, stop: is_order(text[start:stop].strip(_BETWEEN), grammar, names), rising=False
    )
    return [text[start:stop].strip(_BETWEEN) for start, stop in cuts]


def several_meant(text: str, order: Any | Fault, grammar: SheetGrammar) -> Any | Fault:
    """The fault of a line in which more orders were perhaps meant, with its cure; an order as it is."""
    if not isinstance(order, Fault):
        return order
    numbered = (found for found in _NUMBER.finditer(text) if 1 <= int(found[1]) <= grammar.numbered)
    begins = (_WORD.search(text, found.end()) for found in numbered)
    if any(word is not None and word[0].upper() in grammar.verbs for word in begins):
        return replace(order, reason=f"{order.reason}; {ONE_A_LINE}")
    return order


def said_of_several(number: int, cure: str = ONE_A_LINE) -> str:
    """What is told of a line that holds some orders."""
    return f"{number} orders stand in this line; {cure}"


def _one_way(
    places: list[tuple[int, int]], end: int, reads: Callable[[int, int], bool], *, rising: bool
) -> list[tuple[int, int]]:
    """The pieces of the one way to cut a line at some of the places, its first among them; none where there are more
    ways or none, or but one piece."""
    if not 2 <= len(places) <= _MOST_PLACES:
        return []
    known: dict[tuple[int, int], bool] = {}
    # per place, from the last: the number of ways to cut from there, two at most, and the first of them
    ways: list[tuple[int, list[int]]] = [(0, [])] * len(places)
    for here in reversed(range(len(places))):
        start, number = places[here]
        cuts: list[int]
        count, cuts = (1, []) if _known(known, reads, start, end) else (0, [])
        for there in range(here + 1, len(places)):
            more = ways[there][0]
            if not more or (rising and places[there][1] <= number) or not _known(known, reads, start, places[there][0]):
                continue
            cuts = cuts if count else [there, *ways[there][1]]
            count = min(2, count + more)
        ways[here] = (count, cuts)
    count, cuts = ways[0]
    if count != 1 or not cuts:
        return []
    starts = [places[at][0] for at in (0, *cuts)]
    return list(zip(starts, [*starts[1:], end], strict=True))


def _known(known: dict[tuple[int, int], bool], reads: Callable[[int, int], bool], start: int, stop: int) -> bool:
    if (start, stop) not in known:
        known[start, stop] = reads(start, stop)
    return known[start, stop]


def is_order(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> bool:
    """Whether a game reads a text as an order."""
    return bool(text) and not isinstance(grammar.read(text, names), Fault)
