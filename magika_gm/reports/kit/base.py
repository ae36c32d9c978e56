# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""What every block is: contents that know their least height and set themselves in every form a report has; the hand they are set in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from magika_gm.engine.records import mutable, record
from magika_gm.reports.picture import mixed
from magika_gm.reports.templating import bound, safe

if TYPE_CHECKING:
    from magika_gm.reports.pdf_file import Fields
    from magika_gm.reports.pdf_stream import Pen


# The hand all pages are in: one grid, seven sizes, one accent; large print by rule.


PAPERS: dict[str, tuple[float, float]] = {"letter": (612.0, 792.0), "a4": (595.2756, 841.8898)}
MARGIN = 42.0
COLUMNS, GUTTER = 12, 12.0
NAME, FIGURE, NUMBER, LETTER, TEXT, SMALL, LABEL = 28.0, 21.0, 15.0, 10.0, 8.5, 7.5, 6.5
"""Sizes in points: a name; a figure; phase numbers, form values and the lead; letters; text; what is beside it; labels."""
SIZES = (NAME, FIGURE, NUMBER, LETTER, TEXT, SMALL, LABEL)
DISPLAY = 40.0
"""The one size more a certificate or a cover may use."""
LARGER, FLOOR = 1.45, 11.0
"""Large print: so much larger, and nothing under this but coordinates on maps."""
MAP_FLOOR = 10.0
MOST_LARGE = 7
"""Pages of large print; a report that would take more is set again, tighter."""
INK, GREY, PALE, RED, WHITE = "#1a1a1a", "#666666", "#cccccc", "#b01818", "#ffffff"
ACCENT, TINT = "#4b2a78", "#f2edf8"
BAND = "#cfc3e2"
"""The range of others behind one's own mark."""


@record
class Style:
    """How a document is set. ``accent`` may be a game's or an office's own (:meth:`of`); its tint is mixed from it."""

    large: bool = False
    accent: str = ACCENT
    tint: str = TINT
    band: str = BAND
    tight: bool = False
    """Set again, to save a page that would be part empty, or large print of more than :data:`MOST_LARGE` pages: drawings
    may be smaller, letters stand in two columns in large print too. No size of type changes."""

    @classmethod
    def of(cls, accent: str, *, large: bool = False) -> Style:
        """A document in an accent of its own."""
        if accent == ACCENT:
            return cls(large=large)
        return cls(large=large, accent=accent, tint=mixed(WHITE, accent, 0.08), band=mixed(WHITE, accent, 0.27))

    def size(self, normal: float) -> float:
        """A size of normal print as this document has it."""
        return _larger(normal) if self.large else normal

    def map_size(self, normal: float = LABEL) -> float:
        """The size of coordinates on maps; of larger texts there as everywhere."""
        return MAP_FLOOR if self.large and normal <= LABEL else self.size(normal)

    @property
    def map_sizes(self) -> tuple[float, ...]:
        """The sizes texts on drawings may have, the largest first."""
        return (*(self.size(s) for s in (NAME, FIGURE, NUMBER, LETTER, TEXT)), self.map_size()) if self.large else SIZES

    def length(self, normal: float) -> float:
        """A length of normal print that grows with the type."""
        return normal * LARGER if self.large else normal


@lru_cache(maxsize=64)
def _larger(normal: float) -> float:
    return max(FLOOR, round(normal * LARGER, 2))


def type_size(wanted: float, sizes: Sequence[float] = SIZES) -> float:
    """The largest of the sizes of type that is not over ``wanted``; 0 where none is: then nothing is to be written."""
    return max((size for size in sizes if size <= wanted), default=0.0)


def spans(inner: float, span: int) -> float:
    """Width of so many columns of the grid."""
    unit = (inner - GUTTER * (COLUMNS - 1)) / COLUMNS
    return unit * span + GUTTER * (span - 1)


T = TypeVar("T")
COLUMNS_OF_TEXT = 72
"""Width of text mails."""


@mutable
class Spot:
    """Where a block is to draw itself: its box (``top`` is its upper edge), the pen, and what belongs to the page."""

    pen: Pen
    style: Style
    x: float
    top: float
    width: float
    height: float
    fields: Fields
    link: Callable[[float, float, float, float, str], None]

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    def part(self, x: float, top: float, width: float, height: float) -> Spot:
        """A box inside it (or anywhere on the page)."""
        return Spot(
            pen=self.pen, style=self.style, x=x, top=top, width=width, height=height, fields=self.fields, link=self.link
        )


@dataclass(frozen=True)
class Passage(ABC):
    """What a mail says in one piece, a game's contents; :class:`Block` is one that can be printed as well."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to say."""
        return False

    @abstractmethod
    def html(self) -> str:
        """For a mail: styles inside, nothing loaded from elsewhere."""

    @abstractmethod
    def text(self) -> list[str]:
        """As lines of at most 72 columns."""

    def plain(self) -> dict[str, Any]:
        """As plain data, for pages a program makes."""
        return {"block": type(self).__name__, **_plain_fields(self)}


@dataclass(frozen=True)
class Block(Passage):
    """One block of a page. Empty ones are left out; none is torn but between whole entries (:meth:`split`)."""

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """What was measured once; a block never changes."""
        memo: dict[object, Any] = self.__dict__.setdefault("_kept", {})
        found: T | None = memo.get(key)
        if found is None:
            found = memo[key] = make()
        return found

    def but(self, **values: Any) -> Self:
        """The same with other values of some fields; nothing is measured yet."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **values)
        for measured in ("_kept", "_whole"):
            made.__dict__.pop(measured, None)
        return made

    def lowest(self, width: float, style: Style) -> float:
        """:meth:`least`, measured once."""
        return self.kept(("least", width, self._kind(style)), lambda: self.least(width, style))

    def highest(self, width: float, style: Style) -> float:
        """:meth:`most`, measured once."""
        return self.kept(("most", width, self._kind(style)), lambda: self.most(width, style))

    def _kind(self, style: Style) -> tuple[bool, bool]:
        """What its height hangs on: a second, tighter setting measures little anew."""
        return style.large, style.tight and self.tightens

    @property
    def spare(self) -> bool:
        """Whether it may be left out where there is no room, for it is told in full elsewhere."""
        return False

    @property
    def narrow(self) -> bool:
        """Whether half of a page's width is enough for it, in large print too."""
        return False

    @property
    def tightens(self) -> bool:
        """Whether it is lower in a document that is set tight."""
        return False

    def when_tight(self) -> Block:
        """What stands in its place in a document that is set tight."""
        return self

    @abstractmethod
    def least(self, width: float, style: Style) -> float:
        """The least height it needs in that width."""

    def most(self, width: float, style: Style) -> float:
        """The greatest height it can make good use of."""
        return self.lowest(width, style)

    @abstractmethod
    def draw(self, on: Spot) -> None:
        """Draw it on a page."""

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:  # noqa: ARG002
        """What of it fits in ``room``, and what is left; blocks that are one thing are never torn."""
        return None, self

    def torn(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """:meth:`split` for what is higher than a page, which has to be torn somewhere."""
        return self.split(width, room, style)


class Printed(Block):
    """A block of print alone: a page has what it would say in another form, and a mail has a sheet."""

    def html(self) -> str:
        """Nothing."""
        return ""

    def text(self) -> list[str]:
        """Nothing."""
        return []


WHOLE, LEAST_PART = 8, 3
"""A list of so many entries is never torn; of a longer one so many stand on either side at least."""


@dataclass(frozen=True)
class Entries(Block):
    """A block of entries (rows, fights, letters): a long one goes on over the page, between two of them."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many entries it has."""

    @abstractmethod
    def part(self, first: int, last: int) -> Block:
        """The block with the entries from ``first`` up to ``last``; its title says so where it goes on."""

    def one_look(self, width: float, style: Style) -> bool:  # noqa: ARG002
        """Whether it is short enough to stay whole."""
        return self.count <= WHOLE

    @property
    def least_part(self) -> int:
        """How many entries stand on either side of a break, at least."""
        return LEAST_PART

    @property
    def whole(self) -> Self:
        """The block it is a part of: columns are as wide on all pages."""
        found: Self = self.__dict__.get("_whole", self)
        return found

    def split(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between entries; a short one not at all."""
        if self.one_look(width, style):
            return None, self
        return self._cut(width, room, style, self.least_part)

    def torn(self, width: float, room: float, style: Style) -> tuple[Block | None, Block | None]:
        """Between any two entries."""
        first, rest = self.split(width, room, style)
        return (first, rest) if first is not None else self._cut(width, room, style, 1)

    def _cut(self, width: float, room: float, style: Style, least: int) -> tuple[Block | None, Block | None]:
        counts = range(least, self.count - least + 1)
        fitting = bisect_right(counts, room, key=lambda count: self._of(0, count).least(width, style))
        if not fitting:
            return None, self
        count = counts[fitting - 1]
        return self._of(0, count), self._of(count, self.count)

    def _of(self, first: int, last: int) -> Block:
        made = self.part(first, last)
        object.__setattr__(made, "_whole", self.whole)
        return made


@dataclass(frozen=True)
class Listed(Entries):
    """Entries under a title, held in one of its fields: a part has whatever else the block has."""

    entries: ClassVar[str] = "rows"
    """The field."""
    title: str

    @property
    def empty(self) -> bool:
        """Whether there is none."""
        return not self.count

    @property
    def count(self) -> int:
        """How many there are."""
        return len(getattr(self, self.entries))

    def part(self, first: int, last: int) -> Self:
        """Some of them."""
        held: Any = {self.entries: getattr(self, self.entries)[first:last]}
        return self.but(title=continued(self.title, first), **held)


def continued(title: str, first: int = 1) -> str:
    """The title of a part that begins with entry ``first``: of a later one it says that it goes on."""
    end = ", continued"
    return title if not title or not first or title.endswith(end) else title + end


def _plain_fields(value: Any) -> dict[str, Any]:
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if not f.metadata.get("drawn")}


def _plain(value: Any) -> Any:
    if isinstance(value, Passage):
        return value.plain()
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return _plain_fields(value)
    if isinstance(value, tuple | list):
        if hasattr(value, "_fields"):
            return {name: _plain(part) for name, part in zip(value._fields, value, strict=True) if not callable(part)}
        return [_plain(part) for part in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return value


# --- what blocks share ----------------------------------------------------------------------------------------------

RULE_GAP, MAIN = 5.0, 300.0
"""From a block's title to what it heads; and how wide a main block is at least."""


_RULE = r"[A-Z]+[- ]\d+[a-z]?(?:\.\d+)?(?: [A-Z]\d?)?"
_RULED = re.compile(rf"^(.*?)\s+[\[(]({_RULE}(?:, {_RULE})*)[\])]\.?$", re.DOTALL)
"""A sentence with its rule behind it: ``[MOVE-2]``, ``[SEQ 3.4 A]``, ``(END-5)``."""


def ruled(text: str) -> tuple[str, str]:
    """A sentence or title, and the rule behind it: "" where there is none."""
    found = _RULED.match(text)
    return (found[1], found[2]) if found else (text, "")


def title_height(title: str, style: Style) -> float:
    """Height of a block's title with its line."""
    return style.size(LABEL) + 4 + RULE_GAP if title else 0.0


def draw_title(on: Spot, title: str, heads: Sequence[tuple[float, str]] = ()) -> float:
    """A block's title in capitals over a line, its rule small at the right edge; ``heads`` are columns' heads by their
    right edge. Gives what is used."""
    if not title:
        return 0.0
    size = on.style.size(LABEL)
    base = on.top - size
    title, rule = (title, "") if heads else ruled(title)
    on.pen.text(on.x, base, title.upper(), size, 0, on.style.accent, spaced=0.4)
    if rule:
        on.pen.right(on.right, base, rule, size, 0, GREY)
    for right, head in heads:
        on.pen.right(right, base, head.upper(), size, 0, GREY)
    # few blocks are as wide as a page's main ones: lines in the accent are for those
    heavy = on.width >= MAIN or on.style.large
    on.pen.rule(on.x, base - 4, on.right, on.style.accent if heavy else GREY, 0.9 if heavy else 0.4)
    return title_height(title, on.style)


@lru_cache(maxsize=64)
def step(size: float) -> float:
    """From one base line to the next."""
    return round(size * 1.3, 2)


def text_size(style: Style) -> float:
    """Size of running text."""
    return style.size(TEXT)


def small_size(style: Style) -> float:
    """Size of what stands beside it."""
    return style.size(SMALL)


SANS_CSS = "'Source Sans 3',Helvetica,Arial,sans-serif"
SERIF_CSS = "'Source Serif 4',Georgia,serif"
MONO_CSS = "Menlo,Consolas,monospace"
H2 = (
    '<h2 style="font:bold 20px/1.25 {serif};margin:28px 0 10px;padding:0 0 4px;'
    'border-bottom:2px solid #9d7fc4">{title}</h2>'
)


def heading_html(title: str) -> str:
    """A block's title in a mail."""
    return H2.format(serif=SERIF_CSS, title=esc(title)) if title else ""


def heading_text(title: str) -> list[str]:
    """A block's title in a text mail."""
    return ["", title.upper(), "-" * min(len(title), COLUMNS_OF_TEXT)] if title else []


@lru_cache(maxsize=2048)
def esc(text: str) -> str:
    """A text inside HTML."""
    return escape(safe(text)).replace(" %", "\u00a0%")


def folded(text: str, first: str = "", rest: str | None = None, width: int = COLUMNS_OF_TEXT) -> list[str]:
    """A text in lines of at most ``width`` columns, hung below its beginning."""
    after = " " * len(first) if rest is None else rest
    lines: list[str] = []
    for paragraph in safe(text).split("\n"):
        lines += _folded(paragraph, first if not lines else after, after, width)
    return lines


@lru_cache(maxsize=1024)
def _folded(paragraph: str, start: str, after: str, width: int) -> tuple[str, ...]:
    lines = wrap(bound(paragraph), width, initial_indent=start, subsequent_indent=after)
    return tuple(line.replace("\u00a0", " ") for line in lines) or (start.rstrip(),)


MINUS = "\u2212"


def minus(text: str) -> str:
    """A number with a true minus."""
    return text.replace("-", MINUS)
