# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The hand all pages are in: one grid, seven sizes, one accent; large print by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True)
class Style:
    """How a document is set. ``accent`` may be a game's or an office's own; its tint is mixed from it."""

    large: bool = False
    accent: str = ACCENT
    tint: str = TINT
    band: str = BAND
    tight: bool = False
    """Set again, to save a page that would be part empty, or large print of more than :data:`MOST_LARGE` pages: drawings
    may be smaller, letters stand in two columns in large print too. No size of type changes."""

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
