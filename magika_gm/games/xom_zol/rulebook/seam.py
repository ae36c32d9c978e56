"""Xom and Zol's rule book, as the office asks for it (``engine.seam.books.RuleBook``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.orders.tokens import names_of
from magika_gm.games.xom_zol.rulebook.book import book, card_page
from magika_gm.games.xom_zol.rulebook.book import printed as printed_book
from magika_gm.reports.book_value import Book as PrintedBook

ENTRIES: Mapping[str, str] = {"rule": "that rule or ruling", "card": "that card's text"}


def pages() -> Mapping[str, str]:
    """The book's pages and drawings."""
    return book().pages


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    return printed_book()


def entry(kind: str, name: str) -> tuple[str, str] | None:
    """A rule or ruling by its number, a card by its name or an unambiguous beginning of it."""
    said = " ".join(name.split())
    if kind == "rule":
        text = book().rules.get(said.upper())
        return None if text is None else (said.upper(), text)
    found = names_of(catalogue()).meant(said)
    if len(found) != 1:
        return None
    return found[0], card_page(catalogue()[found[0]])


def names(kind: str) -> Mapping[str, str]:
    """Numbers of rules and rulings; names of cards."""
    if kind == "rule":
        return {number: number for number in book().rules}
    return {name.casefold(): name for name in catalogue()}
