"""Lines of an order form: orders that are taken by striking out the ``;`` before them, and remarks that never are.

One order stands on a line, whole and as it would be read; what there is to say of it follows a second ``;``. A remark
begins with two: with one struck out it is a comment still, so that no line of a form can be made a fault by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import category

from magika_gm.engine.records import record
from magika_gm.engine.sheet.lines import Lines
from magika_gm.engine.sheet.sheet import SheetGrammar

NOT_NOW = "not now"
"""Said of an order that can be written but would come to nothing as things stand."""
WIDTH = 100
"""Characters of a remark's line; longer ones go on below."""


@record
class Parameter:
    """A parameter of an order that could be given: its word before it ("" for none), what may stand there, best first;
    a number has no candidates."""

    word: str
    candidates: tuple[str, ...]


def order_line(order: str, *notes: str) -> str:
    """An order to be taken, and what is said of it."""
    said = "; ".join(note for note in notes if note)
    return f"; {order}" + (f"   ; {said}" if said else "")


def remark(text: str, width: int = WIDTH) -> list[str]:
    """A remark, on as many lines as it takes."""
    rows, line = [], ";;"
    for word in text.split(" "):
        if len(line) + len(word) >= width:
            rows.append(line)
            line = ";;    "
        line += f" {word}"
    return [*rows, line]


def drop_down(form: str) -> tuple[str, ...]:
    """The orders a form offers that can be given now, for a printed form's fields: without what is said of them, and
    without messages, which have fields of their own."""
    found: list[str] = []
    inside = False
    for _, said in offers_of(form):
        order, _, note = said.partition(";")
        opens, ends = order.startswith("MESSAGE"), order.startswith("END MESSAGE")
        inside = (inside or opens) and not ends
        if not (inside or ends or NOT_NOW in note):
            found.append(order.strip())
    return tuple(dict.fromkeys(found))


def message_lines(to: str, room: str) -> list[str]:
    """A message to be written: its opening, a line for its text, its end. ``to`` is "" where there is one reader."""
    return [f"; MESSAGE TO {to}" if to else "; MESSAGE", f"; ({room})", "; END MESSAGE"]


def offers_of(form: str) -> Iterable[tuple[int, str]]:
    """The orders a form offers, each with the number of its line from 0."""
    for number, row in enumerate(form.splitlines()):
        if row.startswith(";") and not row.startswith(";;"):
            yield number, row[1:].strip()


# Names of the fields of a printed order form: pages write them, the mail room reads them back (docs/orders.md).


FORM, GAME, TURN, SEAT, PASSWORD = "form", "game", "turn", "seat", "password"
FORM_VERSION = "1"
MOST_LINES, MOST_MESSAGES = 120, 9
"""Numbers a line or message may have: a form of two parts begins its second at 101."""


def fixed_fields(game: str, turn: int, seat: str) -> tuple[tuple[str, str], ...]:
    """The hidden fields that say what a form is for, with their values."""
    return ((FORM, FORM_VERSION), (GAME, game), (TURN, str(turn)), (SEAT, seat))


def line_field(number: int, numbered: bool = False) -> str:
    """The field of a line, from 1. ``numbered``: the game's lines have their number before them (a phase's order)."""
    return f"{'phase' if numbered else 'line'}{number}"


def message_fields(number: int, addressed: bool = True, anonymous: bool = False) -> tuple[str, str, str]:
    """The fields of a message, from 1: to whom ("" where there is one to write to only), unsigned ("" where that is
    not allowed), text."""
    start = f"message{number}_"
    return f"{start}to" * addressed, f"{start}anonymous" * anonymous, f"{start}text"


# The line by which the office knows an order form of its own in the mail that somebody answers: ``; form k3f9…``.
#
# Its key is the office's secret for one game, seat and turn. Only the seat's own player was ever sent it, and no
# message carries such a line to another.


KEY_LENGTH = 24
_ROW = re.compile(rf";\s?form\s([a-z2-7]{{{KEY_LENGTH}}})")
_ANYWHERE = re.compile(
    rf"(form\W{{0,8}})(?:(?=[a-z]{{0,39}}[2-7])[a-z2-7]{{12,}}|[a-z]{{{KEY_LENGTH},}})", re.IGNORECASE
)
"""Like a key: with a figure in it, or as long as one (one key in 150 has letters alone; no word is that long)."""
_PRINTED = re.compile(r"GAME \S+ TURN \d+")
_PRE = re.compile(r"(<pre\b[^>]*>\s*GAME\b[^\n<]*\n)", re.IGNORECASE)


@record
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
