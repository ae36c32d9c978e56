# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The players' rule book as Markdown: the templates of ``templates/magika/rules`` filled with the game's own tables.

One source for the pages under ``docs/rules``, the printed book (``bookpdf``) and the terminal (``one_rule``,
``one_spell``). Templates mark what they define: ``rule("MOVE-3")`` begins a rule, ``ruling("R31")`` a ruling of ours,
``ruling()`` one that the rules make themselves; so the book knows what is in it without reading its own prose.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.games.magika.cases.play import play, read_case
from magika_gm.games.magika.orders import write_order
from magika_gm.games.magika.report.story import told_line
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
CONTENTS = "README"
FAMILIES = (
    *("ARENA", "MAGE", "SEQ", "MOVE", "REST", "MED", "SRCH", "DROP", "GIVE", "DEM", "CLK", "ART", "CAST", "DIPL"),
    *("RECON", "EBON", "END", "VP", "GM"),
)
"""The families of rule numbers; REPORT stands alone."""
RULE = re.compile(rf"(?:{'|'.join(FAMILIES)})-\d+|REPORT")
_LINKABLE = re.compile(
    rf"```.*?```|`[^`\n]*`|<a id=[^>]*></a>\*\*[^\n]*?\*\*|\[[^\]]*\]\([^)]*\)|^#[^\n]*|"
    rf"\b(?P<rule>(?:{'|'.join(FAMILIES)})-\d+|R\d+)\b",
    re.DOTALL | re.MULTILINE,
)


class RulingPlace(NamedTuple):
    """A ruling as printed: ours by number, the rules' own with number "". ``topic`` is its rule or its spell's code."""

    number: str
    topic: str
    file: str
    option: bool
    text: str

    @property
    def order(self) -> int:
        """Its place among our rulings."""
        return int(self.number[1:] or 0)


class Book(NamedTuple):
    """The whole book: what ``docs/rules`` holds by path, the pages without links by chapter, and where things are."""

    pages: dict[str, str]
    plain: dict[str, str]
    rules: dict[str, str]
    """Rule number → file (without ``.md``) that defines it."""
    rulings: tuple[RulingPlace, ...]


def anchor(number: str) -> str:
    """The anchor of a rule, ruling or spell: ``move-3``, ``r31``, ``heals``."""
    return number.lower()


class _Scribe:
    """What the templates call to mark rules, rulings and spells while one page is being filled."""

    def __init__(self) -> None:
        self.file = ""
        self.topic = ""
        self.rules: dict[str, str] = {}
        self.rulings: list[RulingPlace] = []

    def rule(self, number: str, title: str = "") -> str:
        """Begin a rule: its anchor and number, with a title if it has one."""
        if number in self.rules or not RULE.fullmatch(number):
            raise ValueError(f"{self.file}: {number} is no rule number or defined twice")
        self.rules[number] = self.file
        self.topic = number
        said = f"{number} · {title}" if title else number
        return f'<a id="{anchor(number)}"></a>**{said}{"" if said[-1] in "?!" else "."}**'

    def ruling(self, number: str = "", option: bool = False, caller: Callable[[], str] | None = None) -> str:
        """A ruling's box; ``caller`` gives its text (a Jinja call block)."""
        text = " ".join(caller().split()) if caller else ""
        if not text or (number and any(r.number == number for r in self.rulings)):
            raise ValueError(f"{self.file}: ruling {number or self.topic} is empty or printed twice")
        self.rulings.append(RulingPlace(number, self.topic, self.file, option, text))
        head = f"Ruling{f' {number}' if number else ''}{' (option)' if option else ''}"
        mark = f'<a id="{anchor(number)}"></a>' if number else ""
        return f"> {mark}**{head}.** {text}\n"

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
        "chapters": CHAPTERS,
        "percent": percent,
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


def _environment(scribe: _Scribe) -> Environment:
    env = Environment(
        loader=FileSystemLoader(str(shipped("templates") / "magika" / "rules")),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.globals |= _tables() | {
        "rule": scribe.rule,
        "ruling": scribe.ruling,
        "note": scribe.note,
        "spell": scribe.spell,
        "anchor": anchor,
        "rules": scribe.rules,
        "rulings": scribe.rulings,
    }
    return env


@cache
def book() -> Book:
    """The book, filled; the same data and templates give the same text."""
    scribe = _Scribe()
    env = _environment(scribe)
    plain: dict[str, str] = {}
    for chapter in CHAPTERS:
        scribe.file, scribe.topic = chapter.file, ""
        body = env.get_template(f"{chapter.file}.md.j2").render(chapter=chapter)
        plain[chapter.file] = _tidy(f"# {chapter.title}\n\n{body}")
    plain[CONTENTS] = _tidy(env.get_template(f"{CONTENTS}.md.j2").render())
    places = scribe.rules | {r.number: r.file for r in scribe.rulings if r.number}
    pages = {f"{file}.md": linked(text, file, places) for file, text in plain.items()}
    pages |= {f"img/{name}.svg": write_svg(figure(), name) for name, figure in rulefigures.FIGURES.items()}
    return Book(pages, plain, dict(scribe.rules), tuple(scribe.rulings))


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
    )


def _tidy(text: str) -> str:
    """One line a paragraph, no trailing blanks, at most one empty line at a time, one newline at the end."""
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    parts[::2] = ["\n\n".join(map(_joined, re.split(r"\n[ \t]*\n\s*", part))) for part in parts[::2]]
    lines = "\n".join(line.rstrip() for line in "".join(parts).splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


def _joined(block: str) -> str:
    """A paragraph's or a list item's lines put together; tables, boxes and headings as they are."""
    if block.lstrip()[:1] in ("|", "#", ">"):
        return block
    if re.match(r"\s*(?:-|1\.) ", block):
        return re.sub(r"\n +(?=\S)", " ", block)
    return " ".join(block.split("\n"))


def linked(text: str, file: str, places: dict[str, str]) -> str:
    """Markdown with every rule and ruling number that is mentioned turned into a link to where it is defined."""

    def link(match: re.Match[str]) -> str:
        number = match["rule"]
        if not number:
            return match[0]
        if number not in places:
            raise ValueError(f"{file}: {number} is mentioned but defined nowhere")
        page = "" if places[number] == file else f"{places[number]}.md"
        return f"[{number}]({page}#{anchor(number)})"

    return _LINKABLE.sub(link, text)


_BLOCK_END = re.compile(r"\n\n")
_RULE_END = re.compile(r'^(?:<a id="(?!r\d)[^"]*"></a>\*\*|#)', re.MULTILINE)
_SPELL_END = re.compile(r"^#{1,3} ", re.MULTILINE)


def one_rule(number: str) -> str | None:
    """A rule with its tables and rulings, or one ruling (``R31``), as Markdown without links; None if there is none."""
    found, wanted = book(), number.upper()
    for ruling in found.rulings:
        if wanted == ruling.number:
            mark = f'> <a id="{anchor(wanted)}"></a>'
            text = _cut(found.plain[ruling.file], mark, _BLOCK_END).removeprefix("> ")
            return text.replace("**", f"**{ruling.topic} · ", 1)
    if wanted not in found.rules:
        return None
    return _cut(found.plain[found.rules[wanted]], f'<a id="{anchor(wanted)}"></a>', _RULE_END)


def one_spell(code: str) -> str:
    """A spell's page as Markdown without links; ``code`` as the table writes it."""
    return _cut(book().plain["09-spells"], f'### <a id="{anchor(code)}"></a>', _SPELL_END)


def _cut(text: str, start: str, stop: re.Pattern[str]) -> str:
    begin = text.index(start)
    end = stop.search(text, begin + len(start))
    part = text[begin : end.start() if end else len(text)]
    part = re.sub(r'<a id="[^"]*"></a>', "", part)
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", part).strip() + "\n"
