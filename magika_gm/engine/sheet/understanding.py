"""A sheet as it was understood, line by line: what is well, what is doubtful, what is wrong; the same in every game.

A game says of each line what becomes of it; how many errors that makes, whether the sheet replaces another, and how it
is written in an acknowledgement is one rule for all (docs/orders.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from enum import StrEnum
from textwrap import wrap

from magika_gm.engine.records import named_record
from magika_gm.engine.sheet.sheet import LineFault

WIDTH = 78
"""Of a line no mail program breaks."""
_HANGING = "       "
_LONGEST_QUOTE = 60
_ALIKE = 0.6
"""From how like on a word is taken for a misspelling of another."""


class Mark(StrEnum):
    """What becomes of a line, as far as can be said.

    ``WARNING``: legal as written, but as things stand it could not be done. ``IDLE``: well written, but of a kind that
    does not count in the coming turn. ``ERROR``: it cannot be read, or a rule refuses it; it is not played.
    """

    GOOD = "good"
    WARNING = "warning"
    IDLE = "idle"
    ERROR = "error"


_SIGNS = {Mark.GOOD: " ", Mark.WARNING: "?", Mark.IDLE: "?", Mark.ERROR: "!"}


@named_record
class Line:
    """A line of a sheet, or the heading of one of its parts.

    ``number`` is the one its player knows it by, None for headings and for lines that got none; ``said`` are the words
    to it ("" where there is nothing to say), ``rule`` the rule they rest on; ``part`` names the part of the sheet that
    outlasts its turn, where the line belongs to one (:class:`~magika_gm.engine.seam.rules.Standing`).
    """

    text: str
    number: int | None = None
    mark: Mark = Mark.GOOD
    said: str = ""
    rule: str = ""
    part: str = ""
    quoted: str = ""
    """The line as it was written, where nobody understands it."""
    instead: str = ""
    """The same as it was perhaps meant, to be copied: where one word is wrong and one other is near."""
    inside: bool = False
    """Whether it stands within a block, and is set in."""

    @property
    def words(self) -> str:
        """What is said to it, with its rule."""
        if not self.rule or self.rule in self.said:
            return self.said
        return f"{self.said} ({self.rule})"


@named_record
class Understanding:
    """A sheet as understood, its messages aside; ``empty`` says what becomes of one without a line."""

    lines: tuple[Line, ...]
    empty: str = "(no lines)"

    @property
    def errors(self) -> int:
        """How many lines are wrong, whatever rule refuses them."""
        return sum(line.mark is Mark.ERROR for line in self.lines)

    @property
    def idle(self) -> bool:
        """Whether it has lines, and none of them counts in the coming turn."""
        return bool(self.lines) and all(line.mark is Mark.IDLE for line in self.lines)

    def errors_in(self, part: str) -> bool:
        """Whether a line of that part is wrong."""
        return any(line.mark is Mark.ERROR and line.part == part for line in self.lines)

    def of(self, *marks: Mark) -> list[Line]:
        """Its lines of those marks."""
        return [line for line in self.lines if line.mark in marks]


def unread(fault: LineFault, part: str = "", number: int | None = None) -> Line:
    """A line nobody understands: quoted, for a mail's reader cannot count lines as we do.

    Of lines without a number of their own that of the mail is said to be such: orders are numbered, too.
    """
    text = fault.text if len(fault.text) <= _LONGEST_QUOTE else f"{fault.text[:_LONGEST_QUOTE]} …"
    said = str(fault) if fault.phase else str(fault).replace(":", " as sent:", 1)
    return Line(text=said, number=number, mark=Mark.ERROR, part=part, quoted=text, instead=_instead(fault))


def _instead(fault: LineFault) -> str:
    """The line with the one near spelling where what is most like it stands; "" where that cannot be told."""
    if len(fault.near) != 1 or len(fault.text) > _LONGEST_QUOTE:
        return ""
    words, near = fault.text.split(), fault.near[0]
    wide = len(near.split())
    spans = range(len(words) - wide + 1)
    like = [SequenceMatcher(None, " ".join(words[n : n + wide]).casefold(), near.casefold()).ratio() for n in spans]
    best = max(like, default=0.0)
    if not _ALIKE <= best < 1.0 or like.count(best) > 1:
        return ""
    at = like.index(best)
    return " ".join([*words[:at], near, *words[at + wide :]])


def missing(names: Iterable[str], seat_word: str) -> list[Line]:
    """Lines for what the envelope lacks and should have: ``TURN``, ``SEAT``, ``PASSWORD``."""
    cures = {
        "TURN": "the turn is missing: GAME and TURN stand in the first line",
        "SEAT": f"the line {seat_word} is missing, which says whose orders these are",
        "PASSWORD": "the line PASSWORD is missing; orders are accepted with it, or in an answer to your report",
    }
    return [Line(text=cures[name], mark=Mark.WARNING) for name in names]


def as_text(understanding: Understanding) -> str:
    """One line a line, ``!`` before errors and ``?`` before warnings, with the reason; then what the marks mean."""
    rows: list[str] = []
    for line in understanding.lines:
        if line.number is None and line.mark in (Mark.GOOD, Mark.IDLE):
            rows += [""] if rows else []
        rows += _rows(line)
    if not rows:
        rows = [f"  {understanding.empty}"]
    legend = [text for marks, text in _LEGEND if understanding.of(*marks)]
    return "\n".join([*rows, *([""] if legend else []), *legend, ""])


_LEGEND = (
    ((Mark.ERROR,), "! is an error: what stands there is not played."),
    ((Mark.WARNING, Mark.IDLE), "? is a warning: well written, but as things stand it would come to nothing."),
)


def _rows(line: Line) -> list[str]:
    sign = _SIGNS[line.mark]
    number = f"{line.number:>3} " if line.number is not None else "" if line.mark is Mark.GOOD else "    "
    head = f"{sign}{number}{'  ' if line.inside else ''}{line.text}".removeprefix("" if number else sign)
    note = line.words
    if line.quoted:
        quote = f"“{line.quoted}”"
        one_row = f"{head}: {quote}"
        rows = [one_row] if len(one_row) <= WIDTH else [*_hung(head), f"{_HANGING}{quote}"]
        return [*rows, *([f"{_HANGING}perhaps: {line.instead}"] if line.instead else [])]
    if not note:
        return _hung(head)
    if len(head) + len(note) + 4 <= WIDTH:
        return [f"{head}  ; {note}"]
    return [*_hung(head), *(f"{_HANGING}; {row}" for row in wrap(note, WIDTH - len(_HANGING) - 2))]


def _hung(row: str) -> list[str]:
    return wrap(row, WIDTH, subsequent_indent=_HANGING) if len(row) > WIDTH else [row]
