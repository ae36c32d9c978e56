"""What of a mail its writer wrote, and what he answered: the mail replied to, its quote marks taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.lines import QUOTE_MARKS, SALUTATION_ENDS, Lines, quoted

_LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
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
