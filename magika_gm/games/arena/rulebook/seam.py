"""Arena's rule book, as the office asks for it (``engine.seam.books.RuleBook``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.arena.rulebook import tables
from magika_gm.games.arena.rulebook.book import book, one_thing, printed_book
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.rule_pages import one_rule

ENTRIES: Mapping[str, str] = {"rule": "that rule", "spell": "that spell, creature or item"}


def pages() -> Mapping[str, str]:
    """The book's pages and drawings."""
    return book().pages


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    return printed_book()


def entry(kind: str, name: str) -> tuple[str, str] | None:
    """A rule by its number; a spell, creature or item by its name."""
    if kind == "rule":
        text = one_rule(book(), name)
        return None if text is None else (name.strip().upper(), text)
    return one_thing(name)


def names(kind: str) -> Mapping[str, str]:
    """Numbers of rules; names of spells, creatures and items."""
    if kind == "rule":
        return {number: number for number in book().rules}
    found = [row.name for row in tables.spells()] + [row.name for row in tables.creatures()]
    found += [row.name for row in tables.items()]
    return {name.casefold(): name for name in found}
