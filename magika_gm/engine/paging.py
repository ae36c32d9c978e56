"""What a game tells the player's page, as data: report, pictures with named places, and the orders that could be given.

The page (``reports/page``) is one program for all games; it knows no game's nouns. A game's ``page`` part makes a
:class:`GamePage` of these values, and :func:`plain` turns it into what the page reads as JSON, defaults left out.
docs/player-page-data.md tells the same to people, with examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

Point = tuple[float, float]
Value = TypeVar("Value")


# --- the orders that could be given ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value a slot may take."""

    text: str
    """What is written on the sheet: ``NE``, ``A3``, ``CROWN``."""
    label: str = ""
    """How it is shown where that is not ``text``: ``NE to s12, hills``."""
    note: str = ""
    """What else there is to know before choosing it, in short: ``5 endurance``, ``somebody there``."""
    place: str = ""
    """The picture's place that stands for it: a click there chooses it."""
    cost: Mapping[str, int] = field(default_factory=dict)
    """What it takes of the plan's purses (:class:`Purse`), beside the form's own cost."""
    uses: tuple[str, ...] = ()
    """What it uses up in this plan (:class:`Limit`), beside what its form uses."""


class SlotKind(StrEnum):
    """How a slot is filled."""

    ONE = "one"
    """One of the options."""
    MANY = "many"
    """Several of the options, joined by ``joined``; ``least`` to ``most`` of them."""
    NUMBER = "number"
    """A whole number from ``least`` to ``most``."""
    TEXT = "text"
    """Words that fit ``pattern`` (a regular expression both Python and JavaScript read, matched whole)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A part of an order's line that is chosen."""

    name: str
    """Unique within its form: ``to``."""
    label: str
    """What is asked for: ``To which space``."""
    kind: SlotKind = SlotKind.ONE
    options: tuple[Option, ...] = ()
    list: str = ""
    """The name of a list of options in :attr:`Plan.lists`, where several slots share one (``options`` is empty)."""
    before: str = ""
    """Words written before it, gone with it where it is left out: ``TO``."""
    after: str = ""
    """Likewise behind it: ``ENDURANCE``."""
    joined: str = ", "
    least: int = 1
    """Of MANY and NUMBER."""
    most: int = 99
    pattern: str = ""
    """Of TEXT."""
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderForm:
    """One shape of an order's line: fixed words and slots. ``MOVE A3 {to}`` is one, ``GIVE {things} {to}`` another.

    A form is offered as it stands: what may not be ordered is no form, or an option left out. What the office would
    take, the page must be able to write; what the page writes, the office must take without a fault.
    """

    key: str
    """Unique in the plan."""
    verb: str
    """The first word of its line, as the grammar knows it."""
    label: str
    """How it is listed: ``Move the Sniper``, ``S2 ProAu, major``."""
    parts: tuple[str | Slot, ...]
    """The line in order, joined by single spaces: ``("CAST S1X", Slot(…))``."""
    section: str = ""
    """The part of the sheet it belongs to (:class:`Section`)."""
    help: str = ""
    rule: str = ""
    note: str = ""
    """Cost, chance or yield in short: ``10 arcania, 70 %``."""
    cost: Mapping[str, int] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """Places of pictures where this is offered on a click (who would act stands there)."""
    things: tuple[str, ...] = ()
    """Keys of things in hands and lists (:class:`Thing`) that offer it on a click."""
    typed: bool = False
    """Understood when typed, but not listed: other spellings, things one may hold by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the sheet. Lines of a plan are written section by section, in this order."""

    key: str
    label: str
    help: str = ""
    opens: str = ""
    """A line of its own before the section's lines (``REACT``), written where there are any."""
    closes: str = ""
    most: int = 0
    """Lines at most; 0: no limit of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """Points a plan may spend: the sum of costs of its lines stays within ``amount``."""

    key: str
    label: str
    amount: int
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How often something named in ``uses`` may be used in one plan. What has no limit of its own: once."""

    key: str
    label: str
    """Said when it is used too often: ``Sniper A2 shoots``."""
    most: int = 1
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """What may be written to others: as the grammar's message rule, with addressees."""

    most: int
    lines: int
    characters: int
    to: tuple[Option, ...]
    """Addressees; ``text`` is what follows ``MESSAGE TO``; a single one with text "" means TO is left out."""
    anonymous: bool = False
    several: bool = False
    """Whether more than one message may go to the same addressee (signed, or unsigned)."""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The sheet to be written, and all it could hold."""

    forms: tuple[OrderForm, ...] = ()
    lists: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Options that several slots share, by name."""
    sections: tuple[Section, ...] = ()
    """None: all lines are of one part."""
    numbered: int = 0
    """A line each for 1 to this, numbered; 0: a free list."""
    numbered_as: str = ""
    """``phase``."""
    blank: str = ""
    """What a numbered line left empty stands for: ``REST``."""
    most_lines: int = 0
    purses: tuple[Purse, ...] = ()
    limits: tuple[Limit, ...] = ()
    letters: Letters | None = None
    standing: tuple[str, ...] = ()
    """Lines in force from earlier sheets, shown beside the plan."""
    start: tuple[str, ...] = ()
    """Lines a new plan begins with (as text; each fits a form)."""
    free_lines: bool = False
    """The law knows lines no form makes (conditions, programmes): the page keeps one typed so, and says that only the
    office can judge it. Otherwise a line that fits no form is an error."""
    help: str = ""


# --- pictures --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
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
    note: str = ""
    """For the legend: ``6 to leave, rest +7, find 40 %``."""


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """Keys of things told with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A line through points: one's own route, a wall, a shot."""

    points: tuple[Point, ...]
    kind: str = "route"
    """``route`` (thick, with numbers), ``leap`` (dashed, with an arrow), ``past`` (thin), ``bar`` (a wall, red)."""
    numbers: tuple[str, ...] = ()
    """Written at each point ("" for none)."""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
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


# --- the report ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A figure with its name: ``Endurance 73 of 100 (−16)``."""

    key: str
    label: str
    value: str
    note: str = ""
    """Behind it, small: ``of 100``."""
    part: float = -1
    """How full its gauge is, 0 to 1; below 0: none."""
    change: int | None = None
    """Against the turn before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a story: text, the rule it follows, and whether it is a blow against the reader."""

    text: str
    rule: str = ""
    ill: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of what happened: ``3  SEARCH`` with its lines and the figures after it."""

    title: str
    lines: tuple[Line, ...]
    number: str = ""
    figures: tuple[str, ...] = ()
    """One for each of the story's ``heads``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What happened, in order."""

    title: str
    chapters: tuple[Chapter, ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something in one's hands, or in a list, that can be clicked: a scroll, a card, a unit."""

    key: str
    """``S1``; forms name it in ``things``."""
    title: str
    lines: tuple[str, ...] = ()
    note: str = ""
    """``6 / 12``."""
    place: str = ""
    """Where it is, if on a picture."""
    disc: str = ""
    """A letter in a disc before it."""
    colour: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Things:
    """A list of such things."""

    title: str
    things: tuple[Thing, ...]
    key: str = ""
    empty: str = ""
    """What is said where there is none ("": the list is left out)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of texts under heads; the first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """Columns set to the right."""
    own: int = -1
    """The reader's row."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Figures on one scale."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Lines over the turns: ``series`` maps a name to (turn, value) pairs."""

    title: str
    series: Mapping[str, tuple[tuple[float, float], ...]]
    own: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A message that came, or one's own as it went."""

    sender: str
    text: str
    to: str = ""
    disc: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """Short texts: what the office says, hints, the colophon."""

    title: str
    lines: tuple[str, ...]
    quiet: bool = False
    """Small, at the foot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """The turn's messages."""

    title: str
    letters: tuple[Letter, ...]


Block = Story | Things | Table | Bars | Plot | Notes | Post


@dataclass(frozen=True, slots=True, kw_only=True)
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
    facts: tuple[Fact, ...] = ()
    pictures: tuple[Picture, ...] = ()
    blocks: tuple[Block, ...] = ()
    changes: tuple[str, ...] = ()
    """What changed since the turn before, as far as the report itself tells it."""
    plan: Plan | None = None
    """None: nothing can be ordered (the game is over)."""
    script: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
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


_KINDS = {
    Story: "story",
    Things: "things",
    Table: "table",
    Bars: "bars",
    Plot: "plot",
    Notes: "notes",
    Post: "post",
}


_AS_IT_IS = frozenset((str, int, bool, type(None)))
_Shape = tuple[tuple[str, Any], ...]


@cache
def _shape(cls: type) -> _Shape | None:
    """A dataclass's fields with their defaults (MISSING: none), None for any other class: asked for by the thousand."""
    if not is_dataclass(cls):
        return None
    return tuple((f.name, f.default_factory() if f.default_factory is not MISSING else f.default) for f in fields(cls))


_SETTLED: dict[int, tuple[Any, Any]] = {}
"""By identity: a value that many pages share, and its plain form."""


def settled(value: Value) -> Value:
    """The value itself, to be kept for good (a module's constant); its plain form is made once for all pages."""
    _SETTLED[id(value)] = (value, plain(value))
    return value


def plain(value: Any) -> Any:
    """A value as JSON can hold it: fields at their defaults are left out, blocks say what they are (``is``).

    What comes back is not to be changed: parts of it may be shared.
    """
    kind = value.__class__
    if kind in _AS_IT_IS:
        return value
    if kind is tuple or kind is list:
        kept = _SETTLED.get(id(value))
        return kept[1] if kept else [item if item.__class__ in _AS_IT_IS else plain(item) for item in value]
    if kind is float:
        return int(value) if value == int(value) else round(value, 2)
    if kind is dict:
        return {str(key): item if item.__class__ in _AS_IT_IS else plain(item) for key, item in value.items()}
    kept = _SETTLED.get(id(value))
    if kept:
        return kept[1]
    shape = _shape(kind)
    if shape is None:
        return value.value if isinstance(value, StrEnum) else plain(dict(value))
    said: dict[str, Any] = {"is": _KINDS[kind]} if kind in _KINDS else {}
    for name, default in shape:
        given = getattr(value, name)
        if given != default:
            said[name] = given if given.__class__ in _AS_IT_IS else plain(given)
    return said
