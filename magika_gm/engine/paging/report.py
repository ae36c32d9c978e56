"""A report as data: its sections, a seat's whole page, and what the office adds to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING, field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2s
from math import sqrt
from typing import Any, TypeVar, cast

from magika_gm.engine.beginning import Bound
from magika_gm.engine.paging.orders import Plan
from magika_gm.engine.records import named_record, record

# Maps, boards and tables as data: named places, what stands on them, ways over them.


Point = tuple[float, float]


_SIXTY = sqrt(3) / 2


def hexagon(radius: float) -> tuple[Point, ...]:
    """The outline of a hex that stands on a corner."""
    corners = ((0, -1), (_SIXTY, -0.5), (_SIXTY, 0.5), (0, 1), (-_SIXTY, 0.5), (-_SIXTY, -0.5))
    return tuple((round(x * radius, 2), round(y * radius, 2)) for x, y in corners)


def oblong(wide: float, high: float) -> tuple[Point, ...]:
    """The outline of a card."""
    return ((-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2))


@record
class Art:
    """A drawing of the press as SVG elements, its upper left corner at (0, 0): in a page once, though used often.

    ``reports.picture.art`` makes one; the page's data holds its key and size alone.
    """

    wide: float
    high: float
    drawn: str

    @property
    def key(self) -> str:
        """Of what is drawn: the same drawing has the same one in every page."""
        return _key_of(self.drawn)


@lru_cache(maxsize=512)
def _key_of(drawn: str) -> str:
    return f"a{blake2s(drawn.encode(), digest_size=6).hexdigest()}"


@record
class Tone:
    """How a kind of place is filled: a colour in light and in dark, and a pattern, so that colour never tells alone."""

    label: str
    """For the legend: ``forest``."""
    light: str
    """``#9dcd91``; letters on it are dark."""
    dark: str
    """``#3f6b3a``; letters on it are light."""
    sign: str = ""
    """One letter or sign drawn in the place: ``f``."""
    _: KW_ONLY
    note: str = ""
    """For the legend: ``6 to leave, rest +7, find 40 %``."""
    art: Art | None = None
    """Drawn over the colour in each such place, instead of the sign: a hatch."""


@record
class Spot:
    """A named place of a picture."""

    name: str
    """``t12``: what options and forms call it."""
    x: float
    y: float
    """Its centre."""
    tone: str = ""
    """Key of :attr:`Picture.tones`; "" is what nobody knows."""
    shape: str = ""
    """Key of :attr:`Picture.shapes` ("": the first)."""
    label: str = ""
    """Drawn at its top; ``name`` where empty; a blank draws none."""
    tip: tuple[str, ...] = ()
    """Lines of its tip after the name and the tone: ``last seen turn 3``, ``B stands here``."""
    turn: int = -1
    """When it was last seen; -1 where that means nothing."""
    faint: bool = False
    """Drawn pale: remembered only, out of sight."""
    unknown: bool = False
    """Never seen; told apart from seen and empty."""
    things: tuple[str, ...] = ()
    """Keys of what the place itself is (a card on the table); empty for ground that things stand on."""
    label_at: tuple[float, float] | None = None
    """Where its label's middle is, from its centre: a province is no hexagon. None is the upper part of its height."""
    sign_at: tuple[float, float] | None = None
    """The same of its tone's sign; None is the lower part."""
    mark_at: tuple[float, float] | None = None
    """The same of what stands there; None is its centre."""
    art: Art | None = None
    """The place itself, a card or a tile, drawn around its centre; it says what label and sign would."""
    turned: bool = False
    """Its card lies askew, and paler: it is used up for now."""


@record
class Mark:
    """Something that stands or lies at a place: a disc with a letter, a lozenge, a card."""

    key: str
    """The same from turn to turn, so that what moved can be told: ``mage:B``."""
    at: str
    text: str
    """One to four letters drawn on it."""
    label: str
    """In words: ``Borgir, dwarf; no cloak``."""
    shape: str = "disc"
    """``disc``, ``lozenge``, ``square`` or ``bar``."""
    side: str = ""
    """``own``, ``ally``, ``foe`` or "" (nobody's)."""
    colour: str = ""
    """Its own fill (a cloak's); letters on it are chosen to be read."""
    faint: bool = False
    """Remembered, not seen now."""
    things: tuple[str, ...] = ()
    """Keys of what it stands for: a unit with its riders; its own ``key`` where empty."""
    art: Art | None = None
    """Drawn instead of its shape and text: a counter."""


@named_record
class Way:
    """A line through points: one's own route, a wall, a shot."""

    points: tuple[Point, ...]
    kind: str = "route"
    """``route`` (thick, with numbers), ``leap`` (dashed, with an arrow), ``past`` (thin), ``bar`` (a wall, red)."""
    numbers: tuple[str, ...] = ()
    """Written at each point ("" for none)."""
    label: str = ""


@record
class Narrow:
    """Where a picture's places lie on a narrow screen, and what is drawn over them there."""

    width: float
    height: float
    at: Mapping[str, Point]
    scene: Art | None = None


@named_record
class Picture:
    """A map, a board, a table of cards in places: drawn as SVG by the page, each place named and to be clicked."""

    key: str
    title: str
    width: float
    height: float
    spots: tuple[Spot, ...]
    shapes: Mapping[str, tuple[Point, ...]]
    """Outlines around (0, 0), by name."""
    tones: Mapping[str, Tone] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    ways: tuple[Way, ...] = ()
    focus: str = ""
    """The place to look at first."""
    around: float = 0
    """How much around it is shown at first, in units of the picture; 0: all."""
    help: str = ""
    text: str = ""
    """The picture in words, for those who cannot see it."""
    large: bool = False
    """Letters on it are spots' labels only when zoomed in."""
    scene: Art | None = None
    """As large as the picture, drawn over the land and under cards and marks; it names the places itself."""
    narrow: Narrow | None = None
    """How it lies on a phone, where all of it would be too small to read."""


def narrow(laid: Picture) -> Narrow:
    """A picture laid out for a narrow screen, for one with the same places."""
    return Narrow(laid.width, laid.height, {spot.name: (spot.x, spot.y) for spot in laid.spots}, laid.scene)


@record
class Fact:
    """A figure with its name: ``Endurance 73 of 100 (−16)``."""

    key: str
    label: str
    value: str
    _: KW_ONLY
    note: str = ""
    """Behind it, small: ``of 100``."""
    part: float = -1
    """How full its gauge is, 0 to 1; below 0: none."""
    change: int | None = None
    """Against the turn before."""


@named_record
class Line:
    """A line of a story: text, the rule it follows, and whether it is a blow against the reader."""

    text: str
    rule: str = ""
    ill: bool = False


@named_record
class Chapter:
    """A part of what happened: ``3  SEARCH`` with its lines and the figures after it."""

    title: str
    lines: tuple[Line, ...]
    number: str = ""
    figures: tuple[str, ...] = ()
    """One for each of the story's ``heads``."""


@named_record
class Story:
    """What happened, in order."""

    title: str
    chapters: tuple[Chapter, ...]
    heads: tuple[str, ...] = ()


@record
class Thing:
    """Something in one's hands, or in a list, that can be clicked: a scroll, a card, a unit."""

    key: str
    """``S1``; forms name it in ``things``."""
    title: str
    _: KW_ONLY
    lines: tuple[str, ...] = ()
    note: str = ""
    """``6 / 12``."""
    place: str = ""
    """Where it is, if on a picture."""
    disc: str = ""
    """A letter in a disc before it."""
    colour: str = ""
    faint: bool = False
    art: Art | None = None
    """Its face. Things that have one lie below the picture, as cards side by side."""


@record
class Things:
    """A list of such things."""

    title: str
    things: tuple[Thing, ...]
    key: str = ""
    empty: str = ""
    """What is said where there is none ("": the list is left out)."""


@named_record
class Table:
    """Rows of texts under heads; the first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """Columns set to the right."""
    own: tuple[int, ...] = ()
    """The reader's rows."""
    note: str = ""


@named_record
class Bar:
    """A figure on a scale: the reader's, among others'."""

    label: str
    value: float
    text: str
    low: float = 0
    high: float = 0
    """The others' range; both 0: none."""
    most: float = 100
    least: float = 0


@named_record
class Bars:
    """Figures on one scale."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""


@named_record
class Plot:
    """Lines over the turns: ``series`` maps a name to (turn, value) pairs."""

    title: str
    series: Mapping[str, tuple[tuple[float, float], ...]]
    own: str = ""
    note: str = ""


@named_record
class Letter:
    """A message that came, or one's own as it went."""

    sender: str
    text: str
    to: str = ""
    disc: str = ""
    own: bool = False


@named_record
class Notes:
    """Short texts: what the office says, hints, the colophon."""

    title: str
    lines: tuple[str, ...]
    quiet: bool = False
    """Small, at the foot."""
    proof: tuple[str, ...] = ()
    """Folded away below them: hashes by which the game can be checked."""


@named_record
class Post:
    """The turn's messages."""

    title: str
    letters: tuple[Letter, ...]


Block = Story | Things | Table | Bars | Plot | Notes | Post


@named_record
class EarlierMarks:
    """Marks read out of a turn file: texts with ``{name/of/field}`` in them, ``{}`` being an entry's own key."""

    each: str
    """The path of a list or mapping with an entry for each; "" is the file itself."""
    key: str
    at: str
    """The place; an entry that has none has no mark."""
    text: str
    label: str
    side: str
    """Whose it is: the seat's, another's (``foe``), nobody's where it is empty."""
    shape: str = ""
    """``disc`` (where it is empty) for one's own and ``square`` for others', if ``square``."""


@named_record
class Earlier:
    """How the page reads an earlier turn out of that turn's file, for its history: paths with ``/`` between names."""

    format: str
    """The file's ``format``."""
    game: str
    """The path of the game's name."""
    seat: str
    facts: Mapping[str, str]
    """Paths of the figures of :class:`Fact`, by their keys; ``{seat}`` in them is the seat."""
    picture: str = ""
    """The key of the picture that can be drawn again; "" for none."""
    land: tuple[str, ...] = ()
    """Paths of a place's tone, tried in order: ``{place}``, its ``{row}`` (a letter, from 0) and ``{column}``."""
    blank: str = ""
    """The tone of what has none there; "" for land never seen."""
    tones: Mapping[str, Tone] = field(default_factory=dict)
    """Tones that today's picture may lack."""
    here: tuple[str, ...] = ()
    """The paths of one's own place and of its tone, where ``land`` leaves it out."""
    seen: str = ""
    """The path of the turn a place was last seen in."""
    marks: tuple[EarlierMarks, ...] = ()


@named_record
class GamePage:
    """A seat's page after a turn, but for what the office knows (who, when due, where to).

    ``script`` data is the game's own: what its program (``PlayerPage.SCRIPT``) needs of the rules and of what the seat
    knows. Nothing may stand in any of this that the seat's turn file does not tell or its acknowledgement would not.
    """

    seat: str
    title: str
    """Who one is: ``Caradoc``."""
    subtitle: str
    """``good human, mage C, no cloak, no team``."""
    lead: tuple[str, ...]
    """What the turn was, in a sentence or two."""
    asked: tuple[str, ...] = ()
    """What waits for the reader's answer: stands under it, in a red edge."""
    where: str = ""
    """Which game, and how far it is: ``Magika, game 7, after turn 3``."""
    due: str = ""
    """What is due, by the same counter: ``turn 4``; "" when nothing is."""
    facts: tuple[Fact, ...] = ()
    pictures: tuple[Picture, ...] = ()
    blocks: tuple[Block, ...] = ()
    changes: tuple[str, ...] = ()
    """What changed since the turn before, as far as the report itself tells it."""
    plan: Plan | None = None
    """None: nothing can be ordered (the game is over)."""
    script: Mapping[str, Any] = field(default_factory=dict)
    earlier: Earlier | None = None
    device: Art | None = None
    """Stands beside the title, and for the page among others."""
    accent: str = ""
    """The game's colour (``#rrggbb``); "" is the page's own."""


@named_record
class Envelope:
    """What the office adds: where the page belongs, when orders are due, and where they go."""

    system: str
    system_title: str
    game: str
    game_title: str
    turn: int
    """The turn the page reports; orders are for the next one."""
    seat: str
    seat_word: str
    """As the sheet names it: ``MAGE``."""
    seat_text: str
    """The seat as it is written in a sheet: ``EBON``."""
    player: str
    date: str
    due: str
    """In words, "" when nothing is due."""
    due_at: str
    office: str
    office_email: str
    wanted: str = "required"
    """Whether the coming turn waits for this seat's sheet: ``required``, ``may`` or ``none``."""
    wanted_said: str = ""
    """The same in words, to stand over the date."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Whose rules are that are not the author's: each mark, and the rules that bear it."""


# The page a list for the sign-up form is made on.


@named_record
class Ware:
    """Something a list can hold."""

    name: str
    line: str
    """As it stands in a list: ``{n} Xom Knight``."""
    about: str
    """All there is to know of it, in words."""
    fields: tuple[str, ...]
    """What it is, by each of the page's fields; several with commas between them, "" for nothing."""
    weighs: Mapping[str, int]
    """What each counts to the page's bounds, by their codes."""
    bound: Bound
    """How many of it there may be."""
    art: Art | None = None


@named_record
class Building:
    """A list for the sign-up form that is made on a page: a deck, an army."""

    system: str
    title: str
    about: str
    block: str
    """The block of the form it becomes: ``DECK``."""
    thing: str
    """What wares are called, of one: ``card``."""
    fields: tuple[str, ...]
    """What wares are told apart by."""
    wares: tuple[Ware, ...]
    bounds: tuple[Bound, ...]
    """What the whole is held to: by the same rows when the form comes in."""
    tallies: Mapping[str, str]
    """Which of them are shown as figures, and what they count: ``cards``."""
    left: Mapping[str, str] = field(default_factory=dict)
    """Those of which what is left is shown, too: ``magic pool``."""
    ready: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Lists there are to begin with: which ware, by its place, and how many."""
    accent: str = ""
    """The game's own colour, as :attr:`GamePage.accent`."""


# A page's values as JSON: fields at their defaults left out, blocks named.


Value = TypeVar("Value")

_KINDS: Mapping[type, str] = {
    Story: "story",
    Things: "things",
    Table: "table",
    Bars: "bars",
    Plot: "plot",
    Notes: "notes",
    Post: "post",
}
_quoted = json.encoder.encode_basestring_ascii


_SETTLED: dict[int, tuple[Any, str]] = {}
"""By identity: a value that many pages share, and its text."""


def settled(value: Value) -> Value:
    """The value itself, to be kept for good (a module's constant); its text is made once for all pages."""
    if isinstance(value, tuple):
        for item in value:
            settled(item)
    _SETTLED[id(value)] = (value, page_json(value))
    return value


_SHARED: dict[tuple[Hashable, ...], Any] = {}
_MOST_SHARED = 512


def shared(make: Callable[[], Value], *of: Hashable) -> Value:
    """A value that several pages share, made and written once of what it is ``of``: all that may show in it.

    Those that were wanted last are kept.
    """
    kept: Value | None = _SHARED.pop(of, None)
    value = settled(make()) if kept is None else kept
    _SHARED[of] = value
    if len(_SHARED) > _MOST_SHARED:
        _unsettle(_SHARED.pop(next(iter(_SHARED))))
    return value


def _unsettle(value: Any) -> None:
    for item in value if isinstance(value, tuple) else ():
        _unsettle(item)
    _SETTLED.pop(id(value), None)


def page_json(value: Any) -> str:
    """A value as JSON text, in ASCII: fields at their defaults are left out, blocks say what they are (``is``).

    Written here, for :mod:`json` takes no text that is written already, and most of a page is in every other.
    A field's figure has two decimals at most; those in rows of figures stay as they are.
    """
    return _WRITTEN[value.__class__](value)


class _Writers(dict[type, Callable[[Any], str]]):
    """What writes the values of a class: found out once for each, for values are met by the thousand."""

    def __missing__(self, cls: type) -> Callable[[Any], str]:
        found = self[cls] = _writer(cls)
        return found


def _writer(cls: type) -> Callable[[Any], str]:
    if is_dataclass(cls):
        return _fields_writer(cls)
    if issubclass(cls, StrEnum):
        return lambda value: _quoted(value.value)
    return _row if issubclass(cls, (tuple, list)) else _mapping if issubclass(cls, Mapping) else json.dumps


def _fields_writer(cls: type) -> Callable[[Any], str]:
    """For a dataclass, written out field by field as its initialiser is: most fields of the thousands of values of a
    page are at their defaults, and a loop over them takes half as long again."""
    known: dict[str, Any] = {"SETTLED": _SETTLED, "WRITTEN": _WRITTEN, "figure": _figure}
    lines = ["kept = SETTLED.get(id(value))", "if kept: return kept[1]", "said = ''"]
    for number, one in enumerate(fields(cls)):
        known[f"default{number}"] = one.default_factory() if one.default_factory is not MISSING else one.default
        lines.append(f"given = value.{one.name}")
        lines.append(f"if given is not default{number} and given != default{number}:")
        lines.append("    cls = given.__class__")
        lines.append(f"    said += {f',{_quoted(one.name)}:'!r}")
        lines.append("    said += WRITTEN[cls](given) if cls is not float else repr(figure(given))")
    kind = f'"is":{_quoted(_KINDS[cls])}' if cls in _KINDS else ""
    lines.append(f"return {'{' + kind!r} + said{'' if kind else '[1:]'} + '}}'")
    exec("def write(value):\n    " + "\n    ".join(lines), known)  # noqa: S102 - names of our own fields alone
    return cast("Callable[[Any], str]", known["write"])


def _row(value: Sequence[Any]) -> str:
    kept = _SETTLED.get(id(value))
    return kept[1] if kept else f"[{','.join([_WRITTEN[item.__class__](item) for item in value])}]"


def _mapping(value: Mapping[Any, Any]) -> str:
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[1]
    said = [f"{_quoted(str(key))}:{_WRITTEN[item.__class__](item)}" for key, item in value.items()]
    return "{" + ",".join(said) + "}"


_WRITTEN = _Writers(
    {
        Art: lambda art: f"[{_quoted(art.key)},{art.wide!r},{art.high!r}]",
        str: _quoted,
        int: repr,
        bool: {False: "false", True: "true"}.__getitem__,
        type(None): lambda _: "null",
        float: repr,
        tuple: _row,
        list: _row,
        dict: _mapping,
    }
)


def arts(value: Any) -> Iterator[Art]:
    """Every drawing in it, each time it is used."""
    match value:
        case Art():
            yield value
        case Picture():
            tones = value.tones.values()
            yield from _with_art((*tones, *value.spots, *value.marks))
            yield from filter(None, (value.scene, value.narrow and value.narrow.scene))
        case Things():
            yield from _with_art(value.things)
        case Building():
            yield from _with_art(value.wares)
        case GamePage():
            yield from filter(None, (value.device,))
            for part in (*value.pictures, *value.blocks):
                yield from arts(part)


def _with_art(values: Iterable[Tone | Spot | Mark | Thing | Ware]) -> Iterator[Art]:
    return (one.art for one in values if one.art is not None)


def _figure(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
