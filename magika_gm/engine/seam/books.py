"""Rule book and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class RuleBook(Protocol):
    """The players' rule book, made of the tables the game is played by."""

    ENTRIES: Mapping[str, str]
    """What can be printed by itself, with help: ``{"rule": "a rule or ruling", "spell": "a spell's page"}``."""

    def pages(self) -> Mapping[str, str]:
        """The book as Markdown pages and SVG drawings, by file name."""

    def printed(self) -> Any:
        """The book to be set as a PDF (``reports.book_value.PrintedBook``)."""

    def entry(self, kind: str, name: str) -> tuple[str, str] | None:
        """One entry: its name and text (Markdown); None if there is none."""

    def names(self, kind: str) -> Mapping[str, str]:
        """Spellings of entries and what they stand for, to look for near ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCard:
    """A card as a search gives it: its name, a line that says it all, and the same as plain data."""

    name: str
    line: str
    plain: Mapping[str, Any]


class CardSet(Protocol):
    """The cards a game is played with: looked up on the command line, printed as a list."""

    FIELDS: Mapping[str, str]
    """What may be asked besides a part of the name, with help: ``{"faction": "a code or a name"}``."""

    def find(self, asked: Mapping[str, str]) -> list[FoundCard]:
        """Cards that fit everything asked (``name`` and :attr:`FIELDS`), as they are listed; raises ValueError."""

    def printed(self, asked: Mapping[str, str], paper: str) -> bytes:
        """The same cards as a PDF with every card's face; raises ValueError."""
