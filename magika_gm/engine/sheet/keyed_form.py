"""The line by which the office knows an order form of its own in the mail that somebody answers: ``; form k3f9…``.

Its key is the office's secret for one game, seat and turn. Only the seat's own player was ever sent it, and no message
carries such a line to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.lines import Lines

KEY_LENGTH = 24
_ROW = re.compile(rf";\s?form\s([a-z2-7]{{{KEY_LENGTH}}})")
_ANYWHERE = re.compile(r"(form\W{0,8})(?=[a-z]{0,39}[2-7])[a-z2-7]{12,}", re.IGNORECASE)
_PRINTED = re.compile(r"GAME \S+ TURN \d+")
_PRE = re.compile(r"(<pre\b[^>]*>\s*GAME\b[^\n<]*\n)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KeyedForm:
    """An order sheet, GAME to END, with a form's line right below its GAME line."""

    key: str
    text: str


def forms_in(text: str, grammar: SheetGrammar) -> Iterator[KeyedForm]:
    """The sheets of a text replied to that have a form's line, the last one first."""
    lines = Lines(text, grammar)
    for at in reversed(range(len(lines.rows))):
        row = _ROW.fullmatch(lines.rows[at].strip())
        if row is None:
            continue
        start = next((above for above in range(at - 1, -1, -1) if lines.rows[above].strip()), -1)
        if start in lines.headers:
            end = lines.after(lines.end_list, start)
            rows = lines.rows[start : end + 1]
            yield KeyedForm(row[1], "\n".join([*rows, *([] if end < len(lines.rows) else ["END"])]))


def printed_form(lines: Lines) -> int | None:
    """The row where the last order form of a text begins, GAME line as all forms print it to END; None where there is
    none: an acknowledgement's ``Game 12, turn 5, mage C:`` heads no form."""
    found = (at for at in reversed(lines.header_list) if _PRINTED.fullmatch(lines.rows[at].strip()))
    return next((at for at in found if lines.after(lines.end_list, at) < len(lines.rows)), None)


def with_key(text: str, html: str, grammar: SheetGrammar, key: str) -> tuple[str, str]:
    """A mail's text and HTML with the line in the order form at their end; as they are where they have none."""
    lines = Lines(text, grammar)
    start = printed_form(lines)
    if start is None:
        return text, html
    said = f"; form {key}"
    marked = "\n".join([*lines.rows[: start + 1], said, *lines.rows[start + 1 :], ""])
    last = next(reversed(list(_PRE.finditer(html))), None)
    return marked, html if last is None else f"{html[: last.end()]}{said}\n{html[last.end() :]}"


def without_key(row: str) -> str:
    """A line of a message as it is delivered: what may be a form's line is blotted out."""
    seen = "".join(c for c in row if category(c) != "Cf")
    found = _ANYWHERE.search(seen)
    return row if found is None else f"{seen[: found.end(1)]}..."


def as_sent(rows: str, form: str) -> str:
    """A form from a quote without what a mail program broke off its comments: those pieces are no lines of its own."""
    comments = [_plain(row) for row in form.splitlines() if row.lstrip().startswith(";")]
    kept: list[str] = []
    whole = ""
    for row in rows.splitlines():
        piece = _plain(row)
        joined = f"{whole}{piece}"
        if whole and piece and not piece.startswith(";") and any(joined in comment for comment in comments):
            whole = joined
            kept.append("")
            continue
        whole = piece if piece.startswith(";") else ""
        kept.append(row)
    return "\n".join(kept)


def _plain(text: str) -> str:
    return "".join(text.split())
