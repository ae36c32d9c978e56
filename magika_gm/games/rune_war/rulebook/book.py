"""The players' rule book as Markdown: the templates of ``templates/rune_war/rules`` filled with the game's tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from magika_gm.games.rune_war.rulebook import figures
from magika_gm.games.rune_war.rulebook.tables import TABLES
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.book_value import Chapter
from magika_gm.reports.svg import write_svg
from magika_gm.resources import shipped

CHAPTERS = (
    Chapter("01-the-war", "The war of the four winds"),
    Chapter("02-runes", "Runes and hands"),
    Chapter("03-scoring", "Scoring and paying"),
    Chapter("04-adviser", "The adviser"),
    Chapter("05-wizards", "Wizards and creatures"),
    Chapter("06-magic", "Magic"),
    Chapter("07-isle", "The isle and moving"),
    Chapter("08-combat", "Combat and claims"),
    Chapter("09-turns", "Turns by mail"),
    Chapter("10-orders", "Orders"),
    Chapter("11-policies", "Built-in players and small print"),
    Chapter("12-example", "A round, worked through"),
)
_DEFINED = re.compile(r'^<a id="[a-z0-9-]+"></a>\*\*([A-Z]+-\d+)\.\*\*', re.MULTILINE)
_MENTIONED = re.compile(
    r"```.*?```|`[^`\n]*`|<a id=[^>]*></a>\*\*[^\n]*?\*\*|\[[^\]]*\]\([^)]*\)|^#[^\n]*|\b(?P<rule>[A-Z]{3,5}-\d+)\b",
    re.DOTALL | re.MULTILINE,
)


def _filled(name: str) -> str:
    """A chapter's template with its tables; an unknown name is a fault of the template."""
    text = (shipped("templates") / "rune_war" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: TABLES[match[1]](), text)


@cache
def chapters() -> Mapping[str, str]:
    """The chapters by file, every rule that is mentioned linked to where it stands."""
    filled = {chapter.file: _filled(chapter.file) for chapter in CHAPTERS}
    places = {rule: file for file, text in filled.items() for rule in _DEFINED.findall(text)}
    return {f"{file}.md": _linked(text, file, places) for file, text in filled.items()}


def _linked(text: str, file: str, places: Mapping[str, str]) -> str:
    def link(match: re.Match[str]) -> str:
        rule = match["rule"]
        if not rule or rule not in places:
            return match[0]
        page = "" if places[rule] == file else f"{places[rule]}.md"
        return f"[{rule}]({page}#{rule.lower()})"

    return _MENTIONED.sub(link, text)


@cache
def rules() -> Mapping[str, str]:
    """Every rule by its number: its paragraph, and the list or table that belongs to it."""
    found: dict[str, str] = {}
    for chapter in CHAPTERS:
        blocks = _filled(chapter.file).split("\n\n")
        for at, block in enumerate(blocks):
            match = _DEFINED.match(block)
            if match:
                more = [b for b in blocks[at + 1 : at + 2] if b.startswith(("|", "- ", "```"))]
                found[match[1]] = "\n\n".join([re.sub(r"^<a id=[^>]*></a>", "", block), *more])
    return found


def contents() -> str:
    """The book's first page."""
    rows = "\n".join(f"- [{chapter.title}]({chapter.file}.md)" for chapter in CHAPTERS)
    intro = "Everything a player needs. If you have never seen the game, begin with the first chapter."
    return f"# Rune War: the players' rule book\n\n{intro}\n\n{rows}\n"


def pages() -> Mapping[str, str]:
    """The book's pages and drawings by file name."""
    drawn = {f"img/{name}.svg": write_svg(make(), name) for name, make in figures.FIGURES.items()}
    return {"README.md": contents(), **chapters(), **drawn}


def aid() -> str:
    """The last page: what one looks up at the table."""
    from magika_gm.games.rune_war.rulebook.tables import creatures, kinds

    return f"""## Orders of a hand turn

AIM wishes; KEEP, DISCARD runes; PUNG, CHOW, KONG runes NOT runes (ALL, NONE); GAME MIN n, DRAWN, NO; CAST spell ON
targets AT places WHEN PLAY n, POINTS n, READY; x2, ALWAYS, SAVE.

## Orders of a map turn

MOVE creatures TO place THEN place IF EMPTY, NOT EMPTY, MINE, OF clan ELSE TO place; GATE; LINEUP place: creatures;
DISMISS; CLAIM places.

## Land

{kinds()}

## Creatures

{creatures()}
"""


def printed() -> PrintedBook:
    """The book for the printer."""
    return PrintedBook(
        title="Rune War: the players' rule book",
        name="RUNE WAR",
        subtitle="The players' rule book",
        motto="Four winds, a hundred and thirty-six runes, one isle.",
        cover=figures.cover(),
        chapters=CHAPTERS,
        pages=chapters(),
        figures=figures.FIGURES,
        aid=aid(),
        ground="#eef3f6",
    )
