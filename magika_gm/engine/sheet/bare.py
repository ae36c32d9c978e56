"""Order lines that stand in a player's own words with no sheet about them: which are orders, which were meant as orders
and are told as errors, which are words to a person.

The game's grammar decides all it can: a line it reads is an order, and one it reads once a slip in its first word is
put right was meant as one. Of the rest, the place and the look of a line decide (docs/orders.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import IntEnum
from itertools import islice

from magika_gm.engine.records import record
from magika_gm.engine.sheet.lines import (
    GOES_ON,
    QUOTE_MARKS,
    SALUTATION_ENDS,
    Lines,
    blank,
    body,
    is_order,
    message_to,
    phase_line,
    quoted,
    several_orders,
    several_phases,
)
from magika_gm.engine.sheet.sheet import NOBODY, SECRET_WORDS, Sheet, SheetGrammar
from magika_gm.engine.words import nearest, words_of

LONGEST_ORDER = 300
LEAST_LOOKED_AT = 40
"""Lines of a mail that are looked at in a game whose sheets are shorter: a greeting may stand above."""
_MOST_WRAPPED = 2
"""Lines a mail program may have broken off an order."""
_FIRST_WORD = re.compile(r"[^\W_]+")
_SENTENCE_ENDS = (".", "!", "?", "\u2026", ",", ":", ";", "\u3002", "\uff01", "\uff1f", "\uff0c")
_WITHIN = re.compile("[,.!?'\u2019\u2026]")
_SECRET = re.compile(rf"\W{{0,4}}(?:{'|'.join(SECRET_WORDS)})\b", re.IGNORECASE)


class Kind(IntEnum):
    """What a line of somebody's own words is to an order sheet."""

    EMPTY = 0
    WORDS = 1
    """Words to a person."""
    ODD = 2
    """Looks like no sentence: a figure in it, or capitals."""
    MEANT = 3
    """Begins like an order and is none."""
    SURELY_MEANT = 4
    """Is an order but for a slip in its first word, or its number."""
    ORDER = 5
    MESSAGE = 6


@record
class Bare:
    """Order lines found in somebody's own words: ``written``, a sheet of them in their places ("" where there are
    none); ``taken``, those lines; and ``passed``, lines among them that were not read, by their number from 1."""

    written: str = ""
    taken: frozenset[str] = frozenset()
    passed: tuple[tuple[int, str], ...] = ()


def bare_orders(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None, header: str) -> Bare:
    """Order lines and messages that stand in a player's own words, as a sheet with that ``header``.

    The sheet holds whatever was meant as an order, so that reading it tells what is wrong with each line; lines keep
    their places under the header.
    """
    lines = Lines(text, grammar, names)
    end = lines.end
    kinds = _kinds(lines, end, names, max(LEAST_LOOKED_AT, 2 * grammar.most_lines))
    if not any(kind >= Kind.SURELY_MEANT for kind in kinds):
        return Bare()
    places = [at for at, kind in enumerate(kinds) if kind >= Kind.MEANT]
    kept = set(places)
    for first, last in _parts(lines, kinds, grammar):
        kept |= {at for at in range(first, last) if kinds[at]}
    among = range(places[0], places[-1] + 1)
    kept |= {at for at in among if kinds[at] is Kind.ODD}
    passed = [at for at in _near(lines.rows, kinds, among) if at not in kept and not _secret(lines.rows[at])]
    secrets = {at for at in range(end) if _SECRET.match(lines.rows[at]) and not quoted(lines.rows[at])}
    rows = [row if at in kept | secrets else "" for at, row in enumerate(lines.rows)]
    taken = frozenset(lines.rows[at].strip() for at in kept | secrets if lines.rows[at].strip())
    return Bare("\n".join([header, *rows, "END"]), taken, tuple((at + 1, lines.rows[at].strip()) for at in passed))


def below_header(sheet: Sheet) -> Sheet:
    """A sheet whose header was put above somebody's own words: its errors by the lines of those."""
    return replace(sheet, faults=tuple(replace(fault, line=max(1, fault.line - 1)) for fault in sheet.faults))


def order_lines(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None, most: int) -> int:
    """How many lines of somebody's own words are orders, or surely meant as such, of the first so many."""
    rows = (row for row in text.splitlines() if not blank(row) and not quoted(row))
    lines = Lines("\n".join(islice(rows, most)), grammar, names)
    return sum(kind in (Kind.SURELY_MEANT, Kind.ORDER) for kind in _kinds(lines, lines.end, names, most))


def _kinds(lines: Lines, end: int, names: Mapping[str, str] | None, most: int) -> list[Kind]:
    """What each line is; after so many that say something no order is looked for."""
    grammar = lines.grammar
    kinds = [Kind.EMPTY] * len(lines.rows)
    at = looked = 0
    while at < end:
        stop = _message(lines, at, end, names)
        if stop:
            kinds[at:stop] = [Kind.MESSAGE] * (stop - at)
            at = stop
            continue
        row = lines.rows[at]
        if not quoted(row) and not blank(row):
            looked += 1
            if at in lines.signed:
                kinds[at] = Kind.WORDS
                at += 1
                continue
            if looked > most or len(row) > LONGEST_ORDER:
                kinds[at] = Kind.ODD if looked > most and any(map(str.isdigit, row)) else Kind.WORDS
                at += 1
                continue
            kinds[at] = _kind(row, grammar, names)
            if at not in lines.headers and _goes_on(row, kinds[at]):
                tail = _wrapped(lines, at, end, names)
                kinds[at : at + tail + 1] = [Kind.ORDER if tail else kinds[at]] * (tail + 1)
                at += tail
        at += 1
    return kinds


def _goes_on(row: str, kind: Kind) -> bool:
    broken = kind is Kind.ORDER and body(row).strip().upper().endswith(GOES_ON)
    return broken or kind in (Kind.MEANT, Kind.SURELY_MEANT)


def _wrapped(lines: Lines, at: int, end: int, names: Mapping[str, str] | None) -> int:
    """How many lines below were broken off this one: with them it is an order."""
    text = body(lines.rows[at]).strip()
    for more in range(1, _MOST_WRAPPED + 1):
        below = at + more
        if below >= end or quoted(lines.rows[below]) or blank(lines.rows[below]):
            return 0
        if _whole(lines.rows[below], lines.grammar, names):
            return 0
        text = f"{text} {body(lines.rows[below]).strip()}"
        if _whole(text, lines.grammar, names):
            return more
    return 0


def _whole(row: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> bool:
    """Whether a line is an order; to know what else it may be would cost as much as all the rest."""
    text = body(row).strip()
    if not words_of(text) or _SECRET.match(text):
        return False
    if not grammar.numbered:
        return is_order(text, grammar, names)
    phase = phase_line(row)
    said = phase is not None and 1 <= phase[0] <= grammar.numbered and phase[1]
    return bool(said and words_of(said) and (is_order(said, grammar, names) or several_phases(text, grammar, names)))


def _message(lines: Lines, at: int, end: int, names: Mapping[str, str] | None) -> int:
    """Where the message begun on a line ends; 0 where none begins there. One without addressee needs its end."""
    words = words_of(lines.rows[at]) if not quoted(lines.rows[at]) else []
    header = message_to(words, lines.grammar, NOBODY if names is None else names)
    if header is None:
        return 0
    stop = lines.message_end(at)
    return min(stop.goes_on, end) if stop.closed and stop.goes_on <= end else 0


def _kind(row: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> Kind:
    text = body(row).strip()
    if not words_of(text):
        return Kind.EMPTY
    if _SECRET.match(text):
        return Kind.WORDS
    if grammar.numbered:
        return _numbered_kind(row, text, grammar, names)
    if is_order(text, grammar, names):
        return Kind.ORDER
    if _put_right(text, grammar, names) or several_orders(text, grammar, names):
        return Kind.SURELY_MEANT
    return _look(text, grammar)


def _numbered_kind(row: str, text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> Kind:
    phase = phase_line(row)
    if phase is None:
        if is_order(text, grammar, names) or _put_right(text, grammar, names) or several_orders(text, grammar, names):
            return Kind.SURELY_MEANT
        return _look(text, grammar)
    number, said = phase[0], phase[1]
    if not words_of(said):
        return Kind.EMPTY
    if not 1 <= number <= grammar.numbered:
        return Kind.SURELY_MEANT if is_order(said, grammar, names) else Kind.WORDS
    if is_order(said, grammar, names) or several_phases(text, grammar, names):
        return Kind.ORDER
    if text.endswith(SALUTATION_ENDS):
        return Kind.WORDS
    if _put_right(said, grammar, names):
        return Kind.SURELY_MEANT
    look = _look(said, grammar)
    return Kind.MEANT if look is Kind.ODD else look


def _put_right(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> bool:
    """Whether a line is an order once a slip in its first word is put right, or the blank after it put in."""
    first = _FIRST_WORD.search(text)
    if first is None:
        return False
    before, rest = text[: first.start()], text[first.end() :]
    return any(is_order(f"{before}{said}{rest}", grammar, names) for said in _meant_by(first[0], grammar))


def _meant_by(word: str, grammar: SheetGrammar) -> Iterator[str]:
    folded = word.upper()
    for verb in nearest(folded, grammar.verbs):
        if verb != folded:
            yield verb
    for verb in grammar.verbs:
        if len(verb) > 2 and folded.startswith(verb) and folded != verb:
            yield f"{verb} {word[len(verb) :]}"


def _look(text: str, grammar: SheetGrammar) -> Kind:
    """A line the game does not read: begun like an order, without being a sentence; odd; or words."""
    said = words_of(text)
    if not said:
        return Kind.EMPTY
    odd = any(map(str.isdigit, text)) or (len(said) > 1 and _capitals(text))
    exact = said[0] in grammar.verbs
    if not exact and not (len(said[0]) >= _SHORTEST and nearest(said[0], grammar.verbs, 1)):
        return Kind.ODD if odd else Kind.WORDS
    if odd:
        return Kind.MEANT
    if _sentence(text, len(said), exact=exact):
        return Kind.WORDS
    return Kind.MEANT if exact else Kind.ODD


def _capitals(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(map(str.isupper, letters)) > len(letters)


_LONG, _LONG_NEAR = 4, 5
_SHORTEST = 3
"""Letters of a word that may be a slip for a verb."""


def _sentence(text: str, words: int, *, exact: bool) -> bool:
    """Whether a line that begins with a verb of the game, or (not ``exact``) one like it, is said to a person."""
    ends = text.rstrip().endswith(_SENTENCE_ENDS)
    if exact:
        return (ends and words >= _LONG - 1) or (words >= _LONG and _WITHIN.search(text) is not None)
    return (ends and words > 1) or words >= _LONG_NEAR or _WITHIN.search(text) is not None


def _parts(lines: Lines, kinds: list[Kind], grammar: SheetGrammar) -> Iterator[tuple[int, int]]:
    """Blocks of lines that are orders each (``STANDING`` … ``END STANDING``): whatever stands in one is meant."""
    began = -1
    for at, kind in enumerate(kinds):
        said = words_of(body(lines.rows[at])) if kind is Kind.ORDER else []
        if len(said) == 1 and said[0] in grammar.blocks:
            began = at
        elif began >= 0 and said[:1] == ["END"]:
            yield began, at
            began = -1


def _near(rows: list[str], kinds: list[Kind], among: range) -> list[int]:
    """Lines that say something among the order lines, or right above or below them; elsewhere those that look odd."""
    found = [
        at
        for at in range(len(rows))
        if kinds[at] and (at in among or (kinds[at] is Kind.ODD and not _greets(rows[at])))
    ]
    for at, step in ((among.start - 1, -1), (among.stop, 1)):
        place = at
        while 0 <= place < len(kinds) and kinds[place]:
            found += [] if kinds[place] is Kind.WORDS and _greets(rows[place]) else [place]
            place += step
    return sorted(set(found))


def _greets(row: str) -> bool:
    """Whether a line above or below orders greets, thanks or signs: one word, or a sentence."""
    words = row.split()
    return len(words) == 1 or row.rstrip().endswith(_SENTENCE_ENDS) or _WITHIN.search(row) is not None


def _secret(row: str) -> bool:
    """Whether a line may hold a password: it is repeated to nobody."""
    said = words_of(row)
    return bool(said) and (_SECRET.match(row) is not None or "PASSWORD" in nearest(said[0], ("PASSWORD",), 1))


# What of a mail its writer wrote, and what he answered: the mail replied to, its quote marks taken away.


_LETTER = re.compile(r"[^\W_]")


@record
class Halves:
    """A text cut in two: ``own``, with the lines of the other half empty, and ``below``, the mail replied to."""

    own: str
    below: str


def halves(text: str, grammar: SheetGrammar) -> Halves:
    """Cut a text where the mail replied to begins, or along its quote marks.

    Lines marked ``|`` are no quotes of a mail program: so a report marks what players wrote to one another, which
    must never be taken for anything else. Lines marked twice (``> >``) are of no mail of ours that is answered.
    """
    lines = Lines(text, grammar)
    own, below = [], []
    for at, row in enumerate(lines.rows):
        marks = QUOTE_MARKS.match(row)
        if at >= lines.end or marks is not None:
            below.append("" if marks and marks[0].count(">") > 1 else row[marks.end() :] if marks else row)
            own.append("")
        else:
            own.append(row)
    if any(below):
        answered = Lines("\n".join(below), grammar)
        # the marks at which reading ends have done their work
        below = ["" if answered.closing(at) else row for at, row in enumerate(answered.rows)]
    return Halves("\n".join(own), "\n".join(below))


def own_words(text: str, grammar: SheetGrammar) -> list[str]:
    """Lines a person wrote to a person: no quote, no sheet, no line that only says who wrote what was replied to."""
    lines = Lines(text, grammar)
    cut = lines.end
    found: list[tuple[int, str]] = []
    inside = False
    for at in range(cut):
        row = lines.rows[at]
        inside = inside or at in lines.headers
        if inside:
            inside = at not in lines.ends
        elif not quoted(row) and _LETTER.search(row) is not None:
            found.append((at, row.strip()))
    quotes = {at for at, row in enumerate(lines.rows) if at >= cut or quoted(row)}
    if found and quotes:
        first = min(quotes)
        # "On Sunday … wrote:" stands right above the quote, in one line or two
        while found and found[-1][0] >= first - 4 and _says_who(found, first):
            found.pop()
        found = _without_head(found, first)
    return [row for _, row in found]


_HEAD = re.compile(r"\W{0,3}[^\W\d_][^:：\n]{0,24}[:：]\s*\S.*|\W*[-_=*]{3,}.*")
_MOST_HEAD = 10
"""Lines a mail program puts above the mail replied to: a rule, From, Sent, To, Cc, Subject, in any language."""


def _without_head(found: list[tuple[int, str]], first: int) -> list[tuple[int, str]]:
    """Words without the block right above the quote that says from whom and when it came: it names an address."""
    start = len(found)
    while start and found[start - 1][0] >= first - _MOST_HEAD and _HEAD.fullmatch(found[start - 1][1]):
        start -= 1
    head = found[start:]
    return found[:start] if len(head) > 1 and any("@" in row for _, row in head) else found


def _says_who(found: list[tuple[int, str]], first: int) -> bool:
    at, row = found[-1]
    if row.endswith(SALUTATION_ENDS):
        return at < first
    return "@" in row and any(map(str.isdigit, row)) and at >= first - 4


# A mail with all that it quotes and forwards, as if its writer had written all of it.


_OURS = "##-"
"""In the line that stands on top of all the office mails (:data:`~magika_gm.engine.sheet.lines.ANSWER_ABOVE`)."""


def laid_open(text: str, grammar: SheetGrammar) -> tuple[str, str]:
    """What players wrote in a text, however deep it is quoted or forwarded; and what stands below, in a mail of ours.

    Quote marks are taken away, and the lines at which reading would end. Whoever reads such a text has somebody's word
    for it that what stands in it is meant.
    """
    rows = [QUOTE_MARKS.sub("", row, count=1) if QUOTE_MARKS.match(row) else row for row in text.splitlines()]
    ours = next((at for at, row in enumerate(rows) if _OURS in row), len(rows))
    lines = Lines("\n".join(rows), grammar)
    rows = ["" if lines.closing(at) else row for at, row in enumerate(rows)]
    return "\n".join(rows[:ours]), "\n".join(rows[ours + 1 :])
