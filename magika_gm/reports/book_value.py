"""What a game gives to have its rule book printed (:mod:`~magika_gm.reports.book`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.reports.picture import Picture


class Chapter(NamedTuple):
    """A chapter: the name of its page (without ``.md``), and its title."""

    file: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rule book to be printed: what a game gives."""

    title: str
    name: str
    """The largest word of the cover."""
    subtitle: str
    motto: str
    cover: Picture
    chapters: Sequence[Chapter]
    pages: Mapping[str, str]
    """Markdown by ``<file>.md``."""
    figures: Mapping[str, Callable[[], Picture]]
    """Drawings by the name the pages know them by (``img/<name>.svg``)."""
    aid: str = ""
    """Markdown for the last page: the sequence, costs, what one looks up at the table."""
    cards: bool = False
    """Whether titles of the third rank of the form ``number · code · name`` are cards (``book_cards``)."""
    tail: Callable[[int, float, float], Picture] | None = None
    """The piece that ends a chapter where there is room: for the chapter's number, a width, a height."""
    ground: str = "#f6f2ea"
    """The cover's colour."""
