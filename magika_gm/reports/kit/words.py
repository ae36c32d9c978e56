"""A plain text as an HTML mail in the office's hand: paragraphs, what is laid out in lines, forms, a button."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from urllib.parse import quote

from magika_gm.reports.kit.base import ACCENT, MONO_CSS, RED, SANS_CSS, SERIF_CSS, esc
from magika_gm.reports.kit.mail import html_page

_LAID_OUT = re.compile(r"^\s{2,}\S|^\||^[!?]  | {3,}\S")
"""A line whose blanks mean something: indented, quoted with a bar, marked, or in columns."""
_BAD = "!  "
"""How a line begins that is wrong."""
_POINT = re.compile(r"^[-*] ")
HEADS = 3
"""Columns under heads that are a table in a mail."""
_HUNG = 6
"""Blanks before what goes on under a marked line."""
_DEEP = 24
_WORDS = re.compile(r"(?!.*  )\S.*\w{2}")
"""Text, no row of a map and no line of columns: a word, and nowhere two blanks."""


def button(label: str, address: str, subject: str, body: str) -> str:
    """One press opens an answer to ``address`` with subject and body; "" where there is nobody to write to."""
    if not address:
        return ""
    text = quote(body.replace("\r\n", "\n").replace("\n", "\r\n"))
    link = f"mailto:{quote(address, safe='@+')}?subject={quote(subject)}&body={text}"
    return (
        f'<p style="margin:20px 0"><a href="{esc(link)}" style="display:inline-block;background:{ACCENT};color:#ffffff;'
        "font:bold 18px/24px Helvetica,Arial,sans-serif;padding:10px 22px;text-decoration:none;"
        f'border-bottom:3px solid #2c1650;border-radius:2px">{esc(label)}</a></p>'
    )


def words_html(text: str) -> str:
    """Paragraphs flow, lists are lists, and what is laid out in lines keeps them, folding on a phone."""
    pieces = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        for laid, lines in _runs(part.split("\n")):
            pieces.append(_laid_out(lines) if laid else _flowing(lines))
    return "\n".join(pieces)


def _runs(lines: Sequence[str]) -> list[tuple[bool, list[str]]]:
    found: list[tuple[bool, list[str]]] = []
    for line in lines:
        laid = _LAID_OUT.search(line) is not None
        if found and found[-1][0] == laid:
            found[-1][1].append(line)
        else:
            found.append((laid, [line]))
    return found


_APART = re.compile(r" {2,}")


def _columns(lines: Sequence[str]) -> list[list[str]] | None:
    """Lines below heads as a table's cells, the heads first; None for all that is no such table: there are three heads
    at least, a cell below each, and one more for words at most."""
    rows = [
        [*_APART.split(first.strip()), *(["\n" + " ".join(line.strip() for line in below)] if below else [])]
        for first, *below in _with_what_goes_on(lines)
    ]
    across = len(rows[0])
    told = [[*row[:across], "".join(row[across:]).strip()] for row in rows]
    if across < HEADS or len(rows) == 1 or any(len(row) < across or len(row) > across + 2 for row in rows):
        return None
    return told if all(any(part[:1].isdigit() for part in row[:across]) for row in rows[1:]) else None


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Cells below their heads, figures at the right; how it ends is in bold."""
    (heads, *below), last = rows, rows[-1]
    right = {n for n in range(1, len(heads)) if all(row[n].lstrip("\u2212").isdigit() for row in below)}

    def line(kind: str, row: Sequence[str]) -> str:
        cells = []
        for n, said in enumerate(row):
            strong = esc(said) if row is not last or n == len(row) - 1 else f"<b>{esc(said)}</b>"
            folded = strong.replace("\n", "<br>")
            cells.append(f"<{kind}{' class=r' if n in right else ''}>{folded}")
        return f"<tr>{''.join(cells)}"

    body = "".join(line("td", row) for row in below)
    return (
        '<table class="t" style="border-collapse:collapse;font-size:15px;width:100%;margin:8px 0">'
        f"{line('th', heads)}{body}</table>"
    )


def _laid_out(lines: Sequence[str]) -> str:
    """Lines as they stand; one that is too long for a phone folds under its own beginning, and what goes on deep under
    a row's last column stands below the row."""
    if rows := _columns(lines):
        return _table(rows)
    style = (
        f"font:14px/1.45 {MONO_CSS};white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0;padding:2px 0 2px 10px;"
        "border-left:3px solid #9d7fc4"
    )
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    said, bad = "", False
    for first, *below in _with_what_goes_on(lines):
        # what hangs under a bad line is bad, too
        bad = first.startswith(_BAD) or (bad and first.startswith(" " * _HUNG))
        said += _row(first[indent:], below, bad)
    return f'<pre style="{style}">{said}</pre>'


def _row(first: str, below: Sequence[str], bad: bool) -> str:
    if not first.strip():
        return "\n"
    look = ' class="e"' if bad else ""
    colour = f";color:{RED};font-weight:bold" if bad else ""
    said = f'<span{look} style="display:block;padding-left:2ch;text-indent:-2ch{colour}">{esc(first)}</span>'
    if below:
        text = " ".join(line.strip() for line in below)
        said += f'<span style="display:block;padding-left:2ch;white-space:normal">{esc(text)}</span>'
    return said


def _with_what_goes_on(lines: Sequence[str]) -> list[list[str]]:
    """Rows, each with the lines that go on in its last column: words, indented by a third of the page, where the row
    ends or has something that begins just there."""
    rows: list[list[str]] = []
    for line in lines:
        deep = len(line) - len(line.lstrip())
        if rows and deep >= _DEEP and _WORDS.match(line.strip()) and _goes_on(rows[-1][0], deep):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _goes_on(row: str, deep: int) -> bool:
    return bool(row.strip()) and (len(row) <= deep or (row[deep - 2 : deep] == "  " and row[deep] != " "))


def _flowing(lines: Sequence[str]) -> str:
    points = [line for line in lines if _POINT.match(line)]
    if points and _POINT.match(lines[0]):
        items: list[str] = []
        for line in lines:
            if _POINT.match(line):
                items.append(line[2:])
            else:
                items[-1] += f" {line.strip()}"
        rows = "".join(f'<li style="margin:4px 0">{esc(item)}</li>' for item in items)
        return f'<ul style="margin:8px 0;padding-left:22px">{rows}</ul>'
    # a line shorter than the paper was ended on purpose: only those that were filled run on
    text = ""
    for number, line in enumerate(lines):
        text += esc(line)
        if number + 1 < len(lines):
            full = len(line) + len(lines[number + 1].split(" ")[0]) >= 72
            text += " " if full else "<br>"
    return f'<p style="margin:10px 0">{text}</p>'


class Tone(StrEnum):
    """The ground of a band: all is well, something is wrong, nothing was done."""

    GOOD = "#1c6b3a"
    MIXED = "#8a4b08"
    BAD = "#a31515"


def band(tone: Tone, text: str) -> str:
    """What became of a mail, across the page above everything else."""
    return (
        f'<p role="status" style="margin:0 0 12px;padding:10px 14px;background:{tone};color:#ffffff;'
        f'font:bold 18px/1.35 {SANS_CSS};overflow-wrap:anywhere">{esc(text)}</p>'
    )


def note_html(
    title: str, preheader: str, text: str, after: Sequence[str] = (), before: Sequence[str] = (), top: str = "",
    accent: str = "",
) -> str:  # fmt: skip
    """A whole mail: its band, its title, what comes before the words, the words, what comes after (HTML made already,
    but for title and words), in the colour of the game it is about."""
    head = f'<h1 style="font:bold 24px/1.25 {SERIF_CSS};margin:6px 0 12px;overflow-wrap:anywhere">{esc(title)}</h1>'
    return html_page(title, preheader, (top, head, *before, words_html(text), *after), accent or ACCENT)


__all__ = ["Tone", "band", "button", "note_html", "words_html"]
