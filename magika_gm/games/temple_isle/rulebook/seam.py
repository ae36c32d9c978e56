"""The rule book, as the office asks for it (``engine.seam.books.RuleBook``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.temple_isle.rulebook.book import book, one_card, one_rule, printed_book
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.reports.book_value import Book as PrintedBook

ENTRIES: Mapping[str, str] = {"rule": "that rule or ruling", "card": "that unit, mantra, land or temple"}


def pages() -> Mapping[str, str]:
    """The book's pages and drawings."""
    return book().pages


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    return printed_book()


def entry(kind: str, name: str) -> tuple[str, str] | None:
    """A rule or ruling by its number, a card by its name."""
    if kind == "card":
        return one_card(name)
    text = one_rule(name)
    return None if text is None else (name.strip().upper(), text)


def names(kind: str) -> Mapping[str, str]:
    """Numbers of rules and rulings; names of cards."""
    if kind == "rule":
        found = book()
        return {n: n for n in (*found.rules, *(r.number for r in found.rulings if r.number))}
    catalogue = standard()
    return {n.casefold(): n for n in (*catalogue.cards, *catalogue.lands, *catalogue.temples)}
