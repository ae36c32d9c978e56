"""The rule book as Markdown: the templates of ``templates/arena/rules`` filled with the game's own tables.

Templates mark a rule with ``rule("MOVE-3")``; so the book knows what is in it without reading its own prose.
"""

from __future__ import annotations

from functools import cache

from magika_gm.games.arena.armies import BUILDING, cost_table
from magika_gm.games.arena.rulebook import figures, tables
from magika_gm.games.arena.rulebook.example import example
from magika_gm.games.arena.rules.terms import TERRAINS
from magika_gm.games.arena.setup import read_scenario
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.book_value import Chapter
from magika_gm.reports.rule_pages import RulePages, Scribe, filled, linkable, numbers_of
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
FAMILIES = (
    "BOARD", "CTRL", "TERR", "STORM", "CRE", "MOVE", "FLY", "FIGHT", "TGT", "BLUNT", "POIS", "RNG", "RET", "SIZE",
    "VEH", "ITEM", "MAG", "ABIL", "WIN", "SEQ", "MAIL", "INFO", "ORD", "SET", "LAW",
)  # fmt: skip
"""The families of rule numbers."""


def anchor(name: str) -> str:
    """The anchor of a rule, spell, creature or item: ``move-3``, ``block-magic``."""
    return name.lower().replace(" ", "-")


@cache
def book() -> RulePages:
    """The book, filled; the same data and templates give the same text."""
    tourney = (shipped("scenarios") / "arena" / "tourney.toml").read_text(encoding="utf-8")
    shown = {
        "anchor": anchor,
        "terrains": TERRAINS,
        "creatures": tables.creatures(),
        "items": tables.items(),
        "spells": tables.spells(),
        "armies": tables.armies(),
        "tourney_pools": {name: army.pool for name, army in read_scenario(tourney).ready.items()},
        "even": tables.prices(cost_table(BUILDING)),
        "example": example(),
    }
    scribe = Scribe(numbers_of(FAMILIES))
    pages = filled(shipped("templates") / "arena" / "rules", CHAPTERS, scribe, shown, linkable(FAMILIES, "RULING"))
    drawn = {f"img/{name}.svg": write_svg(figure(), name) for name, figure in figures.FIGURES.items()}
    return pages._replace(pages=pages.pages | drawn)


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
