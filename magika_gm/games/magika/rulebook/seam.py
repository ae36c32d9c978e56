"""Magika's rule book, as the office asks for it (``engine.seam.books.RuleBook``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.magika.rulebook.book import book, one_rule, one_spell, printed_book
from magika_gm.games.magika.rules.spellbook import SPELLS, code_of, folded_codes
from magika_gm.reports.book_value import Book as PrintedBook

ENTRIES: Mapping[str, str] = {"rule": "that rule or ruling", "spell": "that spell's page"}


def pages() -> Mapping[str, str]:
    """The book's pages and drawings."""
    return book().pages


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    return printed_book()


def entry(kind: str, name: str) -> tuple[str, str] | None:
    """A rule or ruling by its number, a spell by its code (an X after it is passed over) or name."""
    said = name.strip()
    if kind == "rule":
        text = one_rule(said)
        return None if text is None else (said.upper(), text)
    by_name = {s.name.casefold(): s.code for s in SPELLS}
    code = code_of(said) or by_name.get(said.casefold()) or code_of(said.removesuffix("X").removesuffix("x"))
    return None if code is None else (code, one_spell(code))


def names(kind: str) -> Mapping[str, str]:
    """Numbers of rules and rulings; codes and names of spells."""
    if kind == "rule":
        found = book()
        return {n: n for n in (*found.rules, *(r.number for r in found.rulings if r.number))}
    known = [*(s.code for s in SPELLS), *(s.name for s in SPELLS)]
    return {k.casefold(): k for k in known} | folded_codes()
