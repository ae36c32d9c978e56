# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Magika's rule book (``engine.seam.books.RuleBook``): templates filled with the tables the game is played by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import cos, pi, sin
from typing import Any, ClassVar, NamedTuple

from magika_gm.engine.toml import load_toml
from magika_gm.games.magika.cases import play, read_case
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.board import centre
from magika_gm.games.magika.report.signs import shield, tail_piece
from magika_gm.games.magika.report.story import told_line
from magika_gm.games.magika.rules import enchantments, steps, tables, tasks
from magika_gm.games.magika.rules.arena import (
    DIRECTIONS,
    GOAL,
    INDEX,
    NAME,
    NEIGHBOUR,
    ROW,
    ROW_LETTERS,
    ROWS,
    SPACES,
    distance,
    space_at,
)
from magika_gm.games.magika.rules.events import PhaseBegan
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE
from magika_gm.games.magika.rules.spellbook import (
    ALIASES,
    FIGURES,
    PROTECTED_BY,
    RESISTIBLE,
    SPELL,
    SPELLS,
    Span,
    Spell,
    code_of,
    folded_codes,
)
from magika_gm.games.magika.rules.steps import CODES_OF, WEIGHTS_OF
from magika_gm.games.magika.rules.tables import ALIGNMENTS, EBON
from magika_gm.games.magika.rules.tasks import apply
from magika_gm.reports.picture import ROOT, WHITE, Circles, Hexes, Item, Lines, Picture, Point, Texts, moved
from magika_gm.reports.rule_pages import Book, RuleBook, Scribe, anchor, cut


class Note(NamedTuple):
    """A remark on a spell; ``ruling`` is our ruling's number (``R19``), or "" for a plain remark."""

    text: str
    ruling: str = ""


class SpellPage(NamedTuple):
    """A spell in words: what either level does, the bonus of CAST-10, and when it cannot do anything (CAST-5).

    ``void`` is "" where the spell can always have an effect once its target is in sight (or needs none).
    """

    code: str
    minor: str
    major: str
    bonus: str
    void: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def spell(self) -> Spell:
        """The spell's row of figures."""
        return SPELL[self.code]


_DATA = load_toml("magika_gm.games.magika.data", "spell_pages.toml")


def _page(code: str, row: Mapping[str, Any]) -> SpellPage:
    said = {key: _DATA["said"].get(row[key], row[key]) for key in row if key != "notes"}
    return SpellPage(code, **said, notes=tuple(Note(**note) for note in row.get("notes", ())))


PAGES = tuple(_page(code, row) for code, row in _DATA["spells"].items())
PAGE: dict[str, SpellPage] = {p.code: p for p in PAGES}
_EXAMPLE = {
    "": "",
    "mage": " C",
    "colour": " RED",
    "terrain": " FOREST",
    "shift": " +2",
    "direction": " NE",
    "artifact": " CROWN",
    "scroll": " S3",
}
_ELEMENTAL = frozenset({"ElAtt", "ElDrp"})
"""Their losses may be resisted (CAST-12)."""
_NO_DEFENCE = frozenset({"FogMp", "Chaos"})


def order_example(spell: Spell, major: bool) -> str:
    """An order that casts the spell at that level, as a player may write it: ``CAST AtEndX RED``."""
    aim = _EXAMPLE[spell.parameter_at(major)]
    if spell.parameter == "direction" and major:
        aim = " NE 3"
    return f"CAST {spell.code}{'X' if major else ''}{aim}"


def span_words(span: Span) -> str:
    """A duration in words, counted as SEQ-8 does."""
    if not span.unit:
        return "for good"
    unit = {"p": "phase", "t": "turn"}[span.unit]
    return f"this {unit}" if span.length == 1 else f"{span.length} {unit}s"


def aptitude_words(spell: Spell, major: bool) -> str:
    """What reading the spell does to aptitude, success or not (CAST-7)."""
    cost = spell.cost(major)
    if spell.alignment == "neutral":
        return f"{(cost + 1) // 2} towards 0"
    return f"{cost:+d}" if spell.alignment == "good" else f"-{cost}"


def stopped_by(spell: Spell) -> str:
    """Protection and resistance that keep it off (CAST-12, CAST-13), in words; "" for a spell that harms nobody."""
    if spell.code in _NO_DEFENCE:
        return "none; neither a protection nor resistance keeps it off"
    ward = PROTECTED_BY.get(spell.code)
    text = f"{SPELL[ward].name} ({ward})" if ward else ""
    if spell.code in RESISTIBLE or spell.code in _ELEMENTAL:
        return f"{text}; resistance" if text else "resistance"
    return text


def find_chance(spell: Spell, own: bool) -> float:
    """Percent chance that a scroll found is this one, by whether it is of the finder's alignment (SRCH-5)."""
    weights = dict(zip(CODES_OF[spell.alignment], WEIGHTS_OF[spell.alignment], strict=True))
    share = 2 if own else 1
    return 100 * share / (len(ALIGNMENTS) + 1) * weights[spell.code] / sum(weights.values())


# The drawings: the arena and the rings. Terrain is left out: playing finds it out.


WATER, SAND, GOLD, INK, LINE = "#cfe2f3", "#f4ecd0", "#f2d488", "#5c3880", "#777777"
RINGS = ("#b79fd0", "#cfc0e0", "#e1d8ec", "#f1edf6")
"""Fills by distance, nearest first."""
EBON_START = 13


@cache
def arena() -> Picture:
    """The whole triangle: rows lettered, ocean and coast tinted, the starting spaces and the Goal Square marked."""
    radius = 9.4
    width, height = 27.6 * radius * ROOT, (1.5 * (ROWS - 1) + 2) * radius
    at = {}
    for space in range(SPACES):
        x, y = centre(space, radius)
        at[space] = (width / 2 + radius * 0.6 + x, height - radius + y)
    rows = [[at[space_at(row, n)] for n in range(1, row + 2)] for row in range(ROWS)]
    coast, ocean = rows[ROWS - 2], rows[ROWS - 1]
    inland = [place for row in rows[1 : ROWS - 2] for place in row]
    novices = tuple(coast[n - 1] for n in range(2, 25, 2))
    ebon, goal = coast[EBON_START - 1], at[GOAL]
    names = tuple((row[0][0] - radius * 1.7, row[0][1] - 2.6, ROW_LETTERS[r]) for r, row in enumerate(rows))
    items: tuple[Item, ...] = (
        Hexes(tuple(inland), radius, WHITE, LINE),
        Hexes(tuple(coast), radius, SAND, LINE),
        Hexes(tuple(ocean), radius, WATER, LINE),
        Hexes((goal,), radius, GOLD, LINE),
        Circles(novices, 2.4, INK),
        Texts(names, 7.5, colour=INK),
        Texts(((ebon[0], ebon[1] - 2.6, EBON), (goal[0] + 62, goal[1] - 2.5, "a1, the Goal Square")), 7.5, True, INK),
    )
    told = "A triangle of hexagons, rows a to z; dots on row y are the novices' starting spaces, M the Ebon Mage's."
    return Picture(width, height, "The arena", told, items)


@cache
def rings() -> Picture:
    """Three rings around m7, spaces named, ways lettered."""
    radius, here = 23.0, INDEX["m7"]
    width, height = 7 * radius * ROOT, 11 * radius
    ox, oy = centre(here, radius)
    ways = {NEIGHBOUR[d][here]: d for d in DIRECTIONS} | {here: "you"}
    near = [s for s in range(SPACES) if distance(here, s) < len(RINGS)]
    at = {s: (width / 2 + x - ox, height / 2 + y - oy) for s in near for x, y in [centre(s, radius)]}
    items: tuple[Item, ...] = (
        *(
            Hexes(tuple(at[s] for s in near if distance(here, s) == away), radius, fill, LINE)
            for away, fill in enumerate(RINGS)
        ),
        Texts(tuple((x, y - (8.5 if s in ways else 3), NAME[s]) for s, (x, y) in at.items()), 8),
        Texts(tuple((at[s][0], at[s][1] + 2, text) for s, text in ways.items()), 10, True, INK),
    )
    told = "A space in the middle, its six neighbours lettered by direction, and two more rings around them."
    return Picture(width, height, "Ways and rings", told, items)


WALK = ("m7", "l7", "k6", "k7")
"""The way of MOVE-3's elf: a step in phase 3, one in 4, one in 5."""


def walk_costs() -> tuple[int, ...]:
    """What those steps cost him, out of the forest every time (ARENA-6, MOVE-3)."""
    factor = tables.ENDURANCE_FACTOR[tables.FOREST]
    return tuple(factor * row[phase - 1] // 100 for row, phase in zip(
        (tables.FIRST, tables.SECOND, tables.THIRD_OTHER), (3, 4, 5), strict=True))  # fmt: skip


@cache
def walk() -> Picture:
    """An elf's way through the forest, with phase and price at every step (MOVE-3)."""
    radius = 22.0
    near = [s for s in range(SPACES) if distance(s, INDEX[WALK[0]]) <= 1 or distance(s, INDEX[WALK[2]]) <= 1]
    spots = {s: centre(s, radius) for s in near}
    left, low = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    at = {s: (round(x - left + radius, 1), round(y - low + radius, 1)) for s, (x, y) in spots.items()}
    width = max(x for x, _ in at.values()) + radius
    height = max(y for _, y in at.values()) + radius
    way = [at[INDEX[name]] for name in WALK]
    steps = list(zip(way[1:], (3, 4, 5), walk_costs(), strict=True))
    items: tuple[Item, ...] = (
        Hexes(tuple(at.values()), radius, signs.FILL["forest"], signs.EDGE, 0.4, "forest", signs.INK["forest"]),
        Texts(tuple((x, y + radius * 0.62, NAME[s]) for s, (x, y) in at.items()), 7, halo=signs.FILL["forest"]),
        Lines((tuple(way),), WHITE, 4.6),
        Lines((tuple(way),), INK, 2.0),
        Circles((way[0],), 3.6, WHITE, INK, 1.4),
        Circles(tuple(place for place, _, _ in steps), 6.4, INK),
        Texts(tuple((x, y - 2.9, str(phase)) for (x, y), phase, _ in steps), 8.5, True, WHITE),
        Texts(tuple((x, y - 15, f"-{cost}") for (x, y), _, cost in steps), 8.5, True, "#000000"),
    )
    return Picture(width, height, "A walk", "A way over three spaces, the phase and the price at each.", items)


@cache
def seen() -> Picture:
    """One rival as his shield looks from ring 3, from ring 2, from ring 1 and from his own space (RECON-2 to RECON-5)."""
    each, wide = 62.0, 40.0
    shields = (
        shield("?", None, None, None, wide), shield("K", "yellow", None, None, wide),
        shield("K", "yellow", None, "dwarf", wide), shield("K", "yellow", "neutral", "dwarf", wide),
    )  # fmt: skip
    places = ("ring 3", "ring 2", "ring 1", "your space")
    items: list[Item] = []
    for number, picture in enumerate(shields):
        items += moved(picture.items, number * each + (each - picture.width) / 2, 14.0)
    items.append(Texts(tuple((n * each + each / 2, 3.0, text) for n, text in enumerate(places)), 7.5))
    height = max(picture.height for picture in shields) + 16
    told = "Four shields of one mage: empty with a dashed rim, with a colour, with a race, with an alignment."
    return Picture(each * 4, height, "What is seen of a mage", told, tuple(items))


@cache
def south() -> Picture:
    """The six ways out of a space: northward and sideways free, southward into water or swamp alone (MOVE-5)."""
    radius, here = 24.0, INDEX["t3"]
    land = {"NW": "hills", "NE": "forest", "W": "plains", "E": "mountain", "SW": "river", "SE": "desert"}
    ox, oy = centre(here, radius)
    width, height = 3 * radius * ROOT + 4, 5 * radius + 4
    at = {way: (width / 2 + x - ox, height / 2 + y - oy) for way in land
          for x, y in [centre(NEIGHBOUR[way][here], radius)]}  # fmt: skip
    middle = (width / 2, height / 2)
    ends = {way: ((x * 0.62 + middle[0] * 0.38), (y * 0.62 + middle[1] * 0.38)) for way, (x, y) in at.items()}
    barred = ends["SE"]
    cross = radius * 0.2
    items: tuple[Item, ...] = (
        *(Hexes((at[way],), radius, signs.FILL[name], signs.EDGE, 0.4, name, signs.INK[name]) for way, name in land.items()),
        Hexes((middle,), radius, WHITE, INK, 1.6),
        *(Lines(((middle, end),), INK, 1.8) for way, end in ends.items() if way != "SE"),
        Circles(tuple(end for way, end in ends.items() if way != "SE"), 3.4, INK),
        Lines((((barred[0] - cross, barred[1] - cross), (barred[0] + cross, barred[1] + cross)),
               ((barred[0] - cross, barred[1] + cross), (barred[0] + cross, barred[1] - cross))), signs.RED, 2.2),
        Circles((middle,), 7.5, WHITE, INK, 1.2),
        Texts(((middle[0], middle[1] - 3, "A"),), 8.5, True, INK),
        # names stand outside of the middle, on their own land
        *(Texts(((at[way][0], at[way][1] + radius * (0.45 if way in ("NW", "NE") else -0.6), name),), 7,
                halo=signs.FILL[name]) for way, name in land.items()),
    )  # fmt: skip
    return Picture(width, height, "Ways out", "Five ways are open; the one south into a desert is not.", items)


_BANDS = (("volcanic", "mountain"), ("mountain", "glacial"), ("glacial", "mountain"), ("desert", "mountain"), ("desert", "hills"),
          ("hills", "forest"), ("forest", "hills"), ("forest", "river"), ("swamp", "forest"), ("plains", "forest"),
          ("plains", "river"), ("plains", "hills"))  # fmt: skip


DRAWINGS: dict[str, Callable[[], Picture]] = {
    "arena": arena,
    "rings": rings,
    "walk": walk,
    "south": south,
    "seen": seen,
}
"""The drawings by the name the pages know them by: ``img/arena.svg``."""


# The book as Markdown: the templates of ``templates/magika/rules`` filled with the game's own tables.
#
# One source for the pages under ``docs/rules``, the printed book and the terminal (``one_rule``, ``one_spell``).
# Templates mark what they define: ``rule("MOVE-3")`` begins a rule, ``ruling("R31")`` a ruling of ours, ``ruling()`` one
# that the rules make themselves; so the book knows what is in it without reading its own prose.


class _Scribe(Scribe):
    """What the templates call to mark rules, rulings and spells while one page is being filled."""

    def words(self) -> dict[str, Any]:
        return super().words() | {"note": self.note, "spell": self.spell}

    def note(self, code: str, note: Note) -> str:
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
    data = RULEBOOK.table("example")
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
    from magika_gm.games.magika.cases import mage_result

    return {letter: mage_result(world, mage) for letter, mage in world.mages.items()}


_SPELL_END = re.compile(r"^#{1,3} ", re.MULTILINE)


class _Book(RuleBook):
    NAME, SCRIBE = "magika", _Scribe
    FIGURES = DRAWINGS
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling", "spell": "that spell's page"}

    def shown(self) -> dict[str, Any]:
        """What the templates see of the game's data."""
        return {
            "t": tables,
            "m": {
                "PAGES": PAGES,
                **{f.__name__: f for f in (aptitude_words, find_chance, order_example, span_words, stopped_by)},
            },
            "e": enchantments,
            "v": tasks,
            "s": steps,
            "spells": SPELLS,
            "figures": FIGURES,
            "aliases": ALIASES,
            "protected_by": PROTECTED_BY,
            "resistible": [s.code for s in SPELLS if s.code in RESISTIBLE],
            "steps": EVENT_SEQUENCE,
            "percent": percent,
            "moves": (
                ("first move", tables.FIRST),
                ("second", tables.SECOND),
                ("third, human", tables.THIRD_HUMAN),
                ("third, others", tables.THIRD_OTHER),
                ("fourth, human", tables.FOURTH_HUMAN),
                ("fourth, others", tables.FOURTH_OTHER),
                ("fifth, human", tables.FIFTH_HUMAN),
                ("fifth, elf", tables.FIFTH_ELF),
            ),
            "phases": _phases,
            "price": price,
            "pace": pace(),
            "distance": lambda one, other: distance(INDEX[one], INDEX[other]),
            "example": example(),
        }

    def cover(self) -> Picture:
        """The arena in full colour, for the cover: its land is invented, so that it tells nothing of any game's."""
        radius = 13.0
        width, height = 26.4 * radius * ROOT, (1.5 * (ROWS - 1) + 2) * radius + 70
        groups: dict[str, list[Point]] = {}
        for space in range(1, SPACES):
            row = ROW[space]
            x, y = centre(space, radius)
            place = (round(width / 2 + x, 1), round(height - 70 - radius + y, 1))
            if row >= ROWS - 2:
                name = "ocean" if row == ROWS - 1 else "coastal"
            else:
                pair = _BANDS[min(len(_BANDS) - 1, (row + (space * 7919 >> 3) % 3 - 1) // 2)]
                name = pair[(space * 2654435761 >> 7) % 5 == 0]
            groups.setdefault(name, []).append(place)
        goal = (round(width / 2, 1), round(height - 70 - radius, 1))
        rays = tuple((goal, (goal[0] + sin(a / 12 * pi) * 60, goal[1] + cos(a / 12 * pi) * 60)) for a in range(-8, 9))
        items: tuple[Item, ...] = (
            Lines(rays, "#e0b94a", 1.2),
            *(
                Hexes(tuple(places), radius, signs.FILL[name], signs.EDGE, 0.3, f"{name} glyph", signs.INK[name])
                for name, places in sorted(groups.items())
            ),
            *signs.goal(goal, radius),
        )
        return Picture(
            width, height, "The arena", "A triangle of coloured land with a gilt Goal Square at its tip.", items
        )

    def printed(self) -> Book:
        """Without the table of rulings, which are all in their places; spells as cards, a piece below each chapter."""
        chapters = tuple(chapter for chapter in self.chapters if chapter.file != "15-rulings")
        return replace(super().printed(), chapters=chapters, cards=True, tail=tail_piece)

    def things(self) -> Iterable[str]:
        return (*(s.code for s in SPELLS), *(s.name for s in SPELLS))

    def names(self, kind: str) -> Mapping[str, str]:
        """Spells' codes are known by other spellings, too."""
        return {**super().names(kind), **({} if kind == "rule" else folded_codes())}

    def thing(self, name: str) -> tuple[str, str] | None:
        """A spell's page by its code (an X after it is passed over) or name."""
        by_name = {s.name.casefold(): s.code for s in SPELLS}
        code = code_of(name) or by_name.get(name.casefold()) or code_of(name.removesuffix("X").removesuffix("x"))
        if code is None:
            return None
        return code, cut(self.book.plain["09-spells"], f'### <a id="{anchor(code)}"></a>', _SPELL_END)


RULEBOOK = _Book()
