"""Rune War's rule book, as the office asks for it (``engine.seam.books.RuleBook``)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.rune_war.report.wording import runes
from magika_gm.games.rune_war.rulebook import book
from magika_gm.games.rune_war.rulebook.tables import effect, specials
from magika_gm.games.rune_war.tables import CREATURES, SPELLS, WIZARDS
from magika_gm.reports.book_value import Book as PrintedBook

ENTRIES: Mapping[str, str] = {"rule": "that rule or ruling", "spell": "that spell, creature or wizard"}


def pages() -> Mapping[str, str]:
    """The book's pages and drawings."""
    return book.pages()


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    return book.printed()


def entry(kind: str, name: str) -> tuple[str, str] | None:
    """A rule by its number; a spell, creature or wizard by its name."""
    said = name.strip()
    if kind == "rule":
        text = book.rules().get(said.upper())
        return None if text is None else (said.upper(), text)
    known = {n.casefold(): n for n in (*SPELLS, *CREATURES, *WIZARDS)}
    found = known.get(said.casefold())
    return None if found is None else (found, _entry(found))


def _entry(name: str) -> str:
    if name in CREATURES:
        k = CREATURES[name]
        unique = ", unique" if k.unique else ""
        lines = [
            f"# {name}", f"A {k.group} creature{unique}: melee {k.melee}, ranged {k.ranged}, defense {k.defense}, "
            f"loyalty {k.loyalty}; move {k.move}.", f"Costs {k.cost} spell points, with {runes(k.runes)}.",
            f"Special: {specials(k)}.",
            f"Summoned by {', '.join(w.name for w in WIZARDS.values() if name in w.summons)}.",
        ]  # fmt: skip
        return "\n\n".join(lines)
    if name in SPELLS:
        s = SPELLS[name]
        by = [w.name for w in WIZARDS.values() if name in w.spells]
        by += [f"whoever has a {k.name}" for k in CREATURES.values() if k.grants == name]
        parts = f", with {runes(s.runes)}" if s.runes else ""
        lines = [
            f"# {name}",
            f"{s.realm}, {s.kind.value}. Costs {s.cost} spell points{parts}.",
            f"Effect: {effect(s)}.",
            f"Known to {', '.join(by)}.",
        ]
        return "\n\n".join(lines)
    w = WIZARDS[name]
    clans = ", ".join(clan.title for clan in w.clans)
    lines = [
        f"# {name}",
        f"Plays for {clans}; begins with {w.spell_points} spell points.",
        f"Summons {', '.join(w.summons)}.",
        f"Casts {', '.join(w.spells) or 'nothing'}.",
    ]
    return "\n\n".join(lines)


def names(kind: str) -> Mapping[str, str]:
    """Numbers of rules; names of spells, creatures and wizards."""
    if kind == "rule":
        return {number: number for number in book.rules()}
    return {n.casefold(): n for n in (*SPELLS, *CREATURES, *WIZARDS)}
