# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The players' rule book as Markdown: the templates of ``templates/magika/rules`` filled with the game's own tables.

One source for the pages under ``docs/rules``, the printed book (``bookpdf``) and the terminal (``one_rule``,
``one_spell``). Templates mark what they define: ``rule("MOVE-3")`` begins a rule, ``ruling("R31")`` a ruling of ours,
``ruling()`` one that the rules make themselves; so the book knows what is in it without reading its own prose.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from magika_gm.games.magika.cases.play import play, read_case
from magika_gm.games.magika.orders import write_order
from magika_gm.games.magika.report.story import told_line
from magika_gm.games.magika.report.vignette import tail_piece
from magika_gm.games.magika.rulebook import figures as rulefigures
from magika_gm.games.magika.rulebook import spell_pages as manual
from magika_gm.games.magika.rules import enchantments, tables, victory
from magika_gm.games.magika.rules.arena import INDEX, distance
from magika_gm.games.magika.rules.events import PhaseBegan
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE
from magika_gm.games.magika.rules.spellbook import ALIASES, FIGURES, PROTECTED_BY, RESISTIBLE, SPELL, SPELLS
from magika_gm.games.magika.rules.steps import search
from magika_gm.games.magika.rules.telling import apply
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.book_value import Chapter
from magika_gm.reports.rule_pages import RulePages, Scribe, anchor, cut, filled, linkable, numbers_of
from magika_gm.reports.rule_pages import one_rule as rule_of
from magika_gm.reports.svg import write_svg
from magika_gm.resources import shipped

CHAPTERS = (
    Chapter("01-the-contest", "The contest"),
    Chapter("02-arena", "The arena"),
    Chapter("03-mages", "The mages"),
    Chapter("04-turn", "The turn"),
    Chapter("05-moving", "Moving"),
    Chapter("06-rest-and-search", "Resting, meditating, searching"),
    Chapter("07-things", "Things, cloaks and artifacts"),
    Chapter("08-magic", "Casting spells"),
    Chapter("09-spells", "The thirty-six spells"),
    Chapter("10-knowledge", "Recon and messages"),
    Chapter("11-ebon-mage", "The Ebon Mage"),
    Chapter("12-victory", "The end and victory"),
    Chapter("13-by-mail", "Playing by mail"),
    Chapter("14-example", "A turn, worked through"),
    Chapter("15-rulings", "All rulings"),
)
FAMILIES = (
    *("ARENA", "MAGE", "SEQ", "MOVE", "REST", "MED", "SRCH", "DROP", "GIVE", "DEM", "CLK", "ART", "CAST", "DIPL"),
    *("RECON", "EBON", "END", "VP", "GM"),
)
"""The families of rule numbers; REPORT stands alone."""
_NUMBERS = numbers_of(FAMILIES, "REPORT")
_LINKABLE = linkable(FAMILIES, "R")


class _Scribe(Scribe):
    """What the templates call to mark rules, rulings and spells while one page is being filled."""

    def note(self, code: str, note: manual.Note) -> str:
        """A note on a spell: a ruling's box where it is one."""
        self.topic = code
        return self.ruling(note.ruling, caller=lambda: note.text) if note.ruling else note.text

    def spell(self, code: str) -> str:
        """A spell's code as a link to its page."""
        return f"[{code}](09-spells.md#{anchor(SPELL[code].code)})"


def percent(value: int) -> str:
    """A cell of Figure 5."""
    return f"{value} %" if value else "-"


def cheapest(row: Sequence[int]) -> list[int]:
    """The phases in which a move of Figure 5 costs least; a 0 is a move that cannot be made then."""
    least = min(value for value in row if value)
    return [phase for phase, value in enumerate(row, 1) if value == least]


def _phases(row: Sequence[int]) -> str:
    found = cheapest(row)
    return f"phase {found[0]}" if len(found) == 1 else f"phases {found[0]} to {found[-1]}"


def price(phases: tuple[int, int]) -> int:
    """What two moves of a turn in those phases cost, percent of the endurance factor."""
    return tables.FIRST[phases[0] - 1] + tables.SECOND[phases[1] - 1]


def pace() -> tuple[int, int]:
    """The two phases in which two moves of a turn cost least, with most room between them."""
    pairs = [(a, b) for a, b in combinations(range(1, len(tables.FIRST) + 1), 2) if tables.SECOND[b - 1]]
    return min(pairs, key=lambda pair: (price(pair), pair[0] - pair[1]))


def _tables() -> dict[str, Any]:
    """What the templates see of the game's data."""
    return {
        "t": tables,
        "m": manual,
        "e": enchantments,
        "v": victory,
        "s": search,
        "spells": SPELLS,
        "figures": FIGURES,
        "aliases": ALIASES,
        "protected_by": PROTECTED_BY,
        "resistible": [s.code for s in SPELLS if s.code in RESISTIBLE],
        "steps": EVENT_SEQUENCE,
        "percent": percent,
        "phases": _phases,
        "price": price,
        "pace": pace(),
        "distance": lambda one, other: distance(INDEX[one], INDEX[other]),
        "example": example(),
    }


class Moment(NamedTuple):
    """The worked example after a phase (6: after the turn): the summary each reader gets, and where mages stand."""

    orders: dict[str, str]
    lines: dict[str, list[str]]
    mages: dict[str, dict[str, Any]]


class Example(NamedTuple):
    """The worked example, played by the engine: an adjudication case, moment by moment; ``at[0]`` is the start."""

    case: dict[str, Any]
    at: list[Moment]


@cache
def example() -> Example:
    """Play the worked example (``example.toml``) and take down what every mage reads after each phase."""
    text = (shipped("templates") / "magika" / "rules" / "example.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    case = read_case(data)
    resolution = play(case)[-1]
    world = case.world.copy()
    moments = [Moment({}, {m: [] for m in case.orders}, _standings(world))]
    phase = 0
    for told in resolution.told:
        if isinstance(told.event, PhaseBegan) or told.phase != phase:
            if told.phase != phase:
                moments.append(moments[-1]._replace(lines={m: [] for m in case.orders}))
            phase = told.phase
        apply(world, told.event)
        for letter, lines in moments[-1].lines.items():
            line = told_line(told, letter)
            if line:
                lines.append(f"{line.text} [{line.rule}]" if line.rule else line.text)
        moments[-1] = moments[-1]._replace(mages=_standings(world))
    for number in range(1, 6):
        orders = {m: write_order(rows[0][number - 1]) for m, rows in case.orders.items()}
        moments[number] = moments[number]._replace(orders=orders)
    return Example(data, moments)


def _standings(world: Any) -> dict[str, dict[str, Any]]:
    from magika_gm.games.magika.cases.play import mage_result

    return {letter: mage_result(world, mage) for letter, mage in world.mages.items()}


@cache
def book() -> RulePages:
    """The book, filled; the same data and templates give the same text."""
    scribe = _Scribe(_NUMBERS)
    shown = _tables() | {"note": scribe.note, "spell": scribe.spell}
    pages = filled(shipped("templates") / "magika" / "rules", CHAPTERS, scribe, shown, _LINKABLE)
    drawn = {f"img/{name}.svg": write_svg(figure(), name) for name, figure in rulefigures.FIGURES.items()}
    return pages._replace(pages=pages.pages | drawn)


def player_aid() -> str:
    """The last page: what one looks up while writing orders."""
    land = "\n".join(
        f"| {code or 1} | {name} | {tables.ENDURANCE_FACTOR[code]} | +{tables.REST_RATE[code]} | {tables.SEARCH_CHANCE[code]} % |"
        for code, name in enumerate(tables.TERRAIN_NAMES)
    )
    moves = "\n".join(
        f"| {name} | " + " | ".join(percent(value) for value in row) + " |"
        for name, row in (
            ("first move", tables.FIRST),
            ("second", tables.SECOND),
            ("third, human", tables.THIRD_HUMAN),
            ("third, others", tables.THIRD_OTHER),
            ("fourth, human", tables.FOURTH_HUMAN),
            ("fourth, others", tables.FOURTH_OTHER),
            ("fifth, human", tables.FIFTH_HUMAN),
            ("fifth, elf", tables.FIFTH_ELF),
        )
    )
    spells = "; ".join(f"{s.number} **{s.code}** {s.name} {s.minor_cost}/{s.major_cost}" for s in SPELLS)
    return f"""## Land: number, endurance to leave it, a rest, a find

| no. | land | leave | rest | find |
|---|---|---|---|---|
{land}

## Moves: percent of that, by phase

| | 1 | 2 | 3 | 4 | 5 |
|---|---|---|---|---|---|
{moves}

## Orders

MOVE way; REST; SEARCH; MEDITATE; CAST code aim (X after the code for the major); DROP, GIVE thing TO mage; DEMAND artifact FROM
mage; DON colour. At most three messages a turn, of four lines and 200 characters, to a mage, a colour or ALL.

## Spells: number, code, name, arcania minor/major

{spells}.
"""


def printed_book() -> PrintedBook:
    """The book for the printer."""
    return PrintedBook(
        title="Magika: the players' rule book",
        name="MAGIKA",
        subtitle="The players' rule book",
        motto="Twelve novices, one Ebon Mage, thirty-six spells and a long way north.",
        cover=rulefigures.cover(),
        chapters=CHAPTERS[:-1],
        pages=book().pages,
        figures=rulefigures.FIGURES,
        aid=player_aid(),
        cards=True,
        tail=tail_piece,
    )


_SPELL_END = re.compile(r"^#{1,3} ", re.MULTILINE)


def one_rule(number: str) -> str | None:
    """A rule with its tables and rulings, or one ruling (``R31``), as Markdown without links; None if there is none."""
    return rule_of(book(), number)


def one_spell(code: str) -> str:
    """A spell's page as Markdown without links; ``code`` as the table writes it."""
    return cut(book().plain["09-spells"], f'### <a id="{anchor(code)}"></a>', _SPELL_END)
