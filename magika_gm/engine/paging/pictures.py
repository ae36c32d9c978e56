"""Maps, boards and tables as data: named places, what stands on them, ways over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Point = tuple[float, float]


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
    things: tuple[str, ...] = ()
    """Keys of what the place itself is (a card on the table); empty for ground that things stand on."""


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
    """Keys of what it stands for: a unit with its riders; its own ``key`` where empty."""


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
