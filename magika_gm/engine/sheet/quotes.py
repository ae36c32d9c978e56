"""What of a mail its writer wrote, and what he answered: the mail replied to, its quote marks taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.lines import Lines, blank, body, phase_line, quoted
from magika_gm.engine.words import Fault, words_of

_MARKS = re.compile(r"(?:\s*>)+ ?")
_LEAST_ALIKE = 0.5
"""Part of a form's comments that must stand in a quoted sheet for it to be that form."""
_SALUTATION_ENDS = (":", "：")
_LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Halves:
    """A text cut in two: ``own``, with the lines of the other half empty, and ``below``, the mail replied to."""

    own: str
    below: str


def halves(text: str, grammar: SheetGrammar) -> Halves:
    """Cut a text where the mail replied to begins, or along its quote marks.

    Lines marked ``|`` are no quotes of a mail program: so a report marks what players wrote to one another, which
    must never be taken for anything else.
    """
    lines = Lines(text, grammar)
    own, below = [], []
    cut = next((at for at in range(len(lines.rows)) if lines.closing(at)), len(lines.rows))
    for at, row in enumerate(lines.rows):
        marks = _MARKS.match(row)
        if at >= cut or marks is not None:
            below.append(row[marks.end() :] if marks else row)
            own.append("")
        else:
            own.append(row)
    if any(below):
        answered = Lines("\n".join(below), grammar)
        # the marks at which reading ends have done their work
        below = ["" if answered.closing(at) else row for at, row in enumerate(answered.rows)]
    return Halves("\n".join(own), "\n".join(below))


def form_in(text: str, grammar: SheetGrammar, form: str) -> str:
    """The lines, GAME to END, of the last order sheet in a text replied to, if it is the form that was sent; else "".

    It is that form where at least half of its comments stand in it: no player can write those to another.
    """
    lines = Lines(text, grammar)
    if not lines.header_list:
        return ""
    start = lines.header_list[-1]
    end = lines.after(lines.end_list, start)
    rows = lines.rows[start : end + 1]
    wanted = {_plain(row) for row in form.splitlines() if row.startswith(";")}
    there = _plain("\n".join(rows))
    if wanted and sum(comment in there for comment in wanted) < _LEAST_ALIKE * len(wanted):
        return ""
    return "\n".join([*rows, *([] if end < len(lines.rows) else ["END"])])


def _plain(text: str) -> str:
    """A text without blanks, in which a mail program may have broken lines."""
    return "".join(text.split())


def bare_orders(text: str, grammar: SheetGrammar, names: dict[str, str], header: str) -> str:
    """Order lines that stand in a player's own words without a sheet about them, as a sheet with that ``header``.

    Counted are numbered lines (``1 MOVE NW``) and messages; of a free list whatever its game reads, and lines that
    begin with one of its verbs. "" where no line is an order. Lines keep their places, so that faults name them.
    """
    lines = Lines(text, grammar, names)
    rows = [""] * len(lines.rows)
    understood, at = 0, 0
    while at < len(lines.rows) and not lines.closing(at):
        row = lines.rows[at]
        if at in lines.messages_at:
            end = lines.message_end(at)
            if end.closed:
                rows[at : end.goes_on] = lines.rows[at : end.goes_on]
                at = end.goes_on
                continue
        kind = 0 if quoted(row) or blank(row) or len(row) > _LONGEST_ORDER else _order_line(row, grammar, names)
        if kind:
            rows[at] = row
            understood += kind > 1
        at += 1
    if not understood:
        return ""
    return "\n".join([header, *rows, "END"])


_LONGEST_ORDER = 300


def _order_line(row: str, grammar: SheetGrammar, names: dict[str, str]) -> int:
    """2 for an order, 1 for what was meant as one, 0 for anything else."""
    text = body(row).strip()
    if not grammar.numbered:
        if not isinstance(grammar.read(text, names), Fault):
            return 2
        return 1 if words_of(text)[:1] and words_of(text)[0] in grammar.verbs else 0
    phase = phase_line(row)
    if phase is None or not 1 <= phase[0] <= grammar.numbered or not words_of(phase[1]):
        return 0
    if not isinstance(grammar.read(phase[1], names), Fault):
        return 2
    return 0 if text.endswith(_SALUTATION_ENDS) else 1


def own_words(text: str, grammar: SheetGrammar) -> list[str]:
    """Lines a person wrote to a person: no quote, no sheet, no line that only says who wrote what was replied to."""
    lines = Lines(text, grammar)
    cut = next((at for at in range(len(lines.rows)) if lines.closing(at)), len(lines.rows))
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
    if row.endswith(_SALUTATION_ENDS):
        return at < first
    return "@" in row and any(map(str.isdigit, row)) and at >= first - 4
