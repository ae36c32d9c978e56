"""The rule book as Markdown: the templates of ``templates/arena/rules`` filled with the game's own tables.

Templates mark a rule with ``rule("MOVE-3")``; so the book knows what is in it without reading its own prose.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.games.arena.rulebook import figures, tables
from magika_gm.games.arena.rulebook.example import example
from magika_gm.games.arena.rules.terms import TERRAINS
from magika_gm.games.arena.setup.scenario_reader import read_scenario
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.book_value import Chapter
from magika_gm.reports.svg import write_svg
from magika_gm.resources import shipped

CHAPTERS = (
    Chapter("01-the-duel", "The duel"),
    Chapter("02-the-turn", "The turn and the end"),
    Chapter("03-board", "The board"),
    Chapter("04-moving", "Creatures and how they move"),
    Chapter("05-combat", "Combat and retreat"),
    Chapter("06-items-and-magic", "Items and magic"),
    Chapter("07-creatures", "The creatures"),
    Chapter("08-items", "The items"),
    Chapter("09-spells", "The spells"),
    Chapter("10-armies", "Armies and scenarios"),
    Chapter("11-by-mail", "By mail"),
    Chapter("12-example", "A turn, worked through"),
    Chapter("13-doubtful-points", "Doubtful points"),
)
CONTENTS = "README"
FAMILIES = (
    "BOARD", "CTRL", "TERR", "STORM", "CRE", "MOVE", "FLY", "FIGHT", "TGT", "BLUNT", "POIS", "RNG", "RET", "SIZE",
    "VEH", "ITEM", "MAG", "ABIL", "WIN", "SEQ", "MAIL", "INFO", "ORD", "SET", "LAW",
)  # fmt: skip
"""The families of rule numbers."""
_LINKABLE = re.compile(
    rf"```.*?```|`[^`\n]*`|<a id=[^>]*></a>\*\*[^\n]*?\*\*|\[[^\]]*\]\([^)]*\)|^#[^\n]*|"
    rf"\b(?P<rule>(?:{'|'.join(FAMILIES)})-\d+)\b",
    re.DOTALL | re.MULTILINE,
)


class Book(NamedTuple):
    """The whole book: pages and drawings by path, pages without links by chapter, rules by the file they stand in."""

    pages: dict[str, str]
    plain: dict[str, str]
    rules: dict[str, str]


def anchor(name: str) -> str:
    """The anchor of a rule, spell, creature or item: ``move-3``, ``block-magic``."""
    return name.lower().replace(" ", "-")


class _Scribe:
    """What the templates call to mark rules while one page is being filled."""

    def __init__(self) -> None:
        self.file = ""
        self.rules: dict[str, str] = {}

    def rule(self, number: str) -> str:
        """Begin a rule: its anchor and number."""
        if number in self.rules or number.split("-", maxsplit=1)[0] not in FAMILIES:
            raise ValueError(f"{self.file}: {number} is no rule number or defined twice")
        self.rules[number] = self.file
        return f'<a id="{anchor(number)}"></a>**{number}.**'


def _environment(scribe: _Scribe) -> Environment:
    env = Environment(
        loader=FileSystemLoader(str(shipped("templates") / "arena" / "rules")),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    tourney = (shipped("scenarios") / "arena" / "tourney.toml").read_text(encoding="utf-8")
    env.globals |= {
        "rule": scribe.rule,
        "anchor": anchor,
        "chapters": CHAPTERS,
        "terrains": TERRAINS,
        "creatures": tables.creatures(),
        "items": tables.items(),
        "spells": tables.spells(),
        "armies": tables.armies(),
        "tourney_pool": read_scenario(tourney).ready["LEGION"].pool,
        "example": example(),
    }
    return env


@cache
def book() -> Book:
    """The book, filled; the same data and templates give the same text."""
    scribe = _Scribe()
    env = _environment(scribe)
    plain: dict[str, str] = {}
    for chapter in CHAPTERS:
        scribe.file = chapter.file
        body = env.get_template(f"{chapter.file}.md.j2").render(chapter=chapter)
        plain[chapter.file] = _tidy(f"# {chapter.title}\n\n{body}")
    plain[CONTENTS] = _tidy(env.get_template(f"{CONTENTS}.md.j2").render())
    pages = {f"{file}.md": linked(text, file, scribe.rules) for file, text in plain.items()}
    pages |= {f"img/{name}.svg": write_svg(figure(), name) for name, figure in figures.FIGURES.items()}
    return Book(pages, plain, dict(scribe.rules))


def _tidy(text: str) -> str:
    """One line a paragraph, no trailing blanks, at most one empty line at a time, one newline at the end."""
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    parts[::2] = ["\n\n".join(map(_joined, re.split(r"\n[ \t]*\n\s*", part))) for part in parts[::2]]
    lines = "\n".join(line.rstrip() for line in "".join(parts).splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


def _joined(block: str) -> str:
    """A paragraph's lines put together; tables, lists, boxes and headings as they are."""
    if block.lstrip()[:1] in ("|", "#", ">", "-"):
        return block
    return " ".join(block.split("\n"))


def linked(text: str, file: str, places: dict[str, str]) -> str:
    """Markdown with every rule number that is mentioned turned into a link to where it is defined."""

    def link(match: re.Match[str]) -> str:
        number = match["rule"]
        if not number:
            return match[0]
        if number not in places:
            raise ValueError(f"{file}: {number} is mentioned but defined nowhere")
        target = "" if places[number] == file else f"{places[number]}.md"
        return f"[{number}]({target}#{anchor(number)})"

    return _LINKABLE.sub(link, text)


def one_rule(number: str) -> str | None:
    """A rule's own text as Markdown: from its number to the next one, or the end of its section."""
    found = book()
    wanted = number.upper()
    if wanted not in found.rules:
        return None
    text = found.plain[found.rules[wanted]]
    start = text.index(f'<a id="{anchor(wanted)}"></a>')
    rest = text[start:]
    ends = [m.start() for m in re.finditer(r"^(?:<a id=|#)", rest, re.MULTILINE) if m.start()]
    return re.sub(r"<a id=[^>]*></a>", "", rest[: min(ends, default=len(rest))]).strip() + "\n"


def one_thing(name: str) -> tuple[str, str] | None:
    """A spell's, creature's or item's name and its line of the table, in words."""
    wanted = anchor(name.strip())
    for sort, rows in (("spell", tables.spells()), ("creature", tables.creatures()), ("item", tables.items())):
        for row in rows:
            if anchor(row.name) == wanted:
                fields = "\n".join(f"- {key}: {value}" for key, value in row._asdict().items() if key != "name")
                return row.name, f"**{row.name}**, {sort}\n\n{fields}\n"
    return None


def player_aid() -> str:
    """The last page: what one looks up while writing orders."""
    spells = "; ".join(f"**{s.name}** {s.cost} ({s.magic}, {s.time}, range {s.range})" for s in tables.spells())
    costs = "; ".join(f"**{c.name}** {c.power} Move {c.move} {c.terrain}" for c in tables.creatures())
    return f"""## A player turn

1 Terrain (4 own, 6 nobody's, 8 the enemy's) · 2 Equip, mount · 3 M1 · 4 Movement · 5 M2 · 6 Combat · 7 Retreat ·
8 Equip, mount · 9 Winning

## Orders

TERRAIN hex type; STORM, CALM hex; [LATE] EQUIP, DROP creature item; [LATE] MOUNT rider mount, DISMOUNT rider;
[M1, M2] CAST spell BY creature ON target; USE item BY creature; STOP creature; MOVE unit path; FLY unit path LAND or
STAY; SHOOT creature place; DESTROY vehicle BY creatures; RETREAT unit places; KILL ids; AUTO ON, OFF; RESIGN, DRAW;
STANDING … END STANDING; MESSAGE … END MESSAGE

## Spells: cost, magic, time, range

{spells}.

## Creatures: Power, Move, terrain

{costs}.
"""


def printed_book() -> PrintedBook:
    """The book for the printer."""
    return PrintedBook(
        title="Arena: the players' rule book",
        name="ARENA",
        subtitle="The players' rule book",
        motto="Two kings, two armies, sixty-one hexes and the air above them.",
        cover=figures.cover(),
        chapters=CHAPTERS,
        pages=book().pages,
        figures=figures.FIGURES,
        aid=player_aid(),
    )
