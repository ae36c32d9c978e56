"""A pen for PDF pages: texts and pictures as PDF operators, written straight into the page's content stream.

The canvas's own calls cost several times as much. What does not depend on the document (ASCII texts, hexagons, hatches)
is kept as ready operators and used again in every report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import compress, crc32

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase.pdfdoc import xObjectName
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth

from magika_gm.reports.picture import (
    CORNERS,
    HATCH_WIDTH,
    HATCHES,
    Circles,
    Hexes,
    Lines,
    Picture,
    Point,
    Polygon,
    Texts,
)
from magika_gm.reports.typeface import KeptFont, Ready

PLAIN, BOLD = "MagikaSans", "MagikaSans-Bold"


@lru_cache(maxsize=1)
def load_fonts() -> frozenset[int]:
    """Load the embedded fonts once; returns the code points they can show."""
    folder = Path(__file__).parent / "fonts"
    # ASCII keeps its codes in every document, so that ASCII texts can be kept as operators
    registerFont(KeptFont(PLAIN, str(folder / "DejaVuSans.ttf"), asciiReadable=1))
    bold = KeptFont(BOLD, str(folder / "DejaVuSans-Bold.ttf"), asciiReadable=1)
    registerFont(bold)
    return frozenset(bold.face.charToGlyph)


@lru_cache(maxsize=30_000)
def width_at_1(text: str, bold: bool) -> float:
    """Width of a text set in size 1."""
    return float(stringWidth(text, BOLD if bold else PLAIN, 1000)) / 1000


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a text in points."""
    return width_at_1(text, bold) * size


@lru_cache(maxsize=256)
def rgb(colour: str) -> str:
    """``#rrggbb`` as PDF's three numbers."""
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


@lru_cache(maxsize=30_000)
def ascii_shown(text: str) -> str:
    """The operator that shows an ASCII text."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"({escaped}) Tj"


class Pen:
    """Writes on the pages of one document: ``code`` takes the operators of a page."""

    def __init__(self, canvas: Any) -> None:
        load_fonts()
        self.canvas = canvas
        self.code: list[str] = []
        self.tiles: set[str] = set()
        document = self.canvas._doc
        self._fonts: dict[bool, Any] = {False: getFont(PLAIN), True: getFont(BOLD)}
        # asked for in one order, so that the fonts have the same names in every document
        self._names = {bold: font.getSubsetInternalName(0, document)[:-1] for bold, font in self._fonts.items()}

    def shows(self, text: str, bold: bool, size: float) -> str:
        """Operators that show a text where the text matrix stands, in the font that is set."""
        if text.isascii():
            return ascii_shown(text)
        parts, name = [], self._names[bold]
        for subset, data in self._fonts[bold].splitString(text, self.canvas._doc):
            shown = f"({escapePDF(data)}) Tj"
            parts.append(f"{name}{subset} {size:g} Tf {shown} {name}0 {size:g} Tf" if subset else shown)
        return " ".join(parts)

    def text(self, x: float, y: float, text: str, size: float, bold: bool = False, colour: str = "") -> None:
        """A text that begins at x and stands on y."""
        paint, black = (f"{rgb(colour)} rg ", " 0 g") if colour else ("", "")
        shown = self.shows(text, bold, size)
        self.code.append(f"BT {paint}{self._names[bold]}0 {size:g} Tf {x:.2f} {y:.2f} Td {shown}{black} ET")

    def right(self, x: float, y: float, text: str, size: float, bold: bool = False) -> None:
        """A text that ends at x."""
        self.text(x - text_width(text, size, bold), y, text, size, bold)

    def lines(self, x: float, top: float, lines: Sequence[str], size: float, step: float, bold: bool = False) -> None:
        """Lines of text one below the other; ``top`` is the upper edge of the first."""
        shown = " T* ".join(self.shows(line, bold, size) for line in lines)
        self.code.append(
            f"BT {self._names[bold]}0 {size:g} Tf {step:.2f} TL {x:.2f} {top - size:.2f} Td {shown} ET"
        )  # fmt: skip

    def rule(self, x: float, y: float, end: float, colour: str, width: float = 0.5) -> None:
        """A horizontal line."""
        self.code.append(f"{rgb(colour)} RG {width:g} w {x:.2f} {y:.2f} m {end:.2f} {y:.2f} l S")

    def box(self, x: float, y: float, width: float, height: float, fill: str = "", line: str = "") -> None:
        """A rectangle whose lower left corner is at (x, y)."""
        paint = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(line)} RG .6 w " if line else "")
        end = "B" if fill and line else "f" if fill else "S"
        self.code.append(f"{paint}{x:.2f} {y:.2f} {width:.2f} {height:.2f} re {end} 0 g")

    def picture(self, picture: Picture, x: float, y: float) -> None:
        """A picture whose lower left corner is at (x, y)."""
        self.code.append(f"q 1 0 0 1 {x:.2f} {y:.2f} cm 1 j")
        for item in picture.items:
            match item:
                case Texts():
                    self.code.append(_texts(item, self._names[item.bold]))
                case Hexes():
                    self._hexes(item)
                case _:
                    self.code.append(_shape(item))
        self.code.append("Q")

    def _hexes(self, item: Hexes) -> None:
        name, form = _tile(item.fill, item.line, round(item.width / item.radius, 3), item.hatch, item.ink)
        inside = xObjectName(name)
        if name not in self.tiles:
            self.tiles.add(name)
            self.canvas._doc.Reference(Ready(form), inside)
        self.code.append(_tiled(item.centres, item.radius, inside))


def _path(points: Sequence[Point], figures: int = 1) -> str:
    first, *rest = (f"{x:.{figures}f} {y:.{figures}f}" for x, y in points)
    return f"{first} m {' l '.join(rest)} l"


TILE = 100.0
"""Radius of the hexagon in a tile's own coordinates."""


@lru_cache(maxsize=512)
def _tile(fill: str, line: str, width: float, hatch: str, ink: str) -> tuple[str, bytes]:
    """A hexagon as a form that is drawn once and used for every space like it: its name and its PDF object.

    ``width`` is that of its line for radius 1. The name is made of what it shows, so it is the same in every document.
    """
    before, after = _paint(fill, line, width * TILE)
    code = [f"1 j {before} {_path([(x * TILE, y * TILE) for x, y in CORNERS], 0)} h {after}"]
    strokes = HATCHES[hatch].paths if hatch else ()
    if strokes:
        dash = HATCHES[hatch].dash
        code.append(f"{rgb(ink)} RG {HATCH_WIDTH * TILE:g} w")
        code += [f"[{dash[0] * TILE:g} {dash[1] * TILE:g}] 0 d"] if dash else []
        code += [_path([(x * TILE, y * TILE) for x, y in path], 0) for path in strokes]
        code.append("S")
    stream = compress("\n".join(code).encode())
    edge = TILE * 1.1
    head = f"<< /Type /XObject /Subtype /Form /BBox [-{edge:g} -{edge:g} {edge:g} {edge:g}] /Resources << >>"
    name = f"{hatch[:3]}{crc32(f'{fill}{line}{width}{hatch}{ink}'.encode()):x}"
    head += f" /Filter /FlateDecode /Length {len(stream)} >>"
    return name, b"%s\nstream\n%s\nendstream" % (head.encode(), stream)


@lru_cache(maxsize=64)
def _tiled(centres: tuple[Point, ...], radius: float, form: str) -> str:
    scale = f"{radius / TILE:.4g}"
    return "\n".join([f"q {scale} 0 0 {scale} {x} {y} cm /{form} Do Q" for x, y in centres])


def _paint(fill: str, line: str, width: float) -> tuple[str, str]:
    """Operators before a path, and the one that paints it."""
    before = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(line)} RG {width:g} w" if line else "")
    return before, "B" if fill and line else "f" if fill else "S"


@lru_cache(maxsize=512)
def _shape(item: Polygon | Lines | Circles) -> str:
    match item:
        case Polygon(points, fill, line, width):
            paint = _paint(fill, line, width)
            return f"{paint[0]} {_path(points)} h {paint[1]}"
        case Lines(paths, line, width, dash):
            return _dashed(f"{_paint('', line, width)[0]} {' '.join(map(_path, paths))} S", dash)
        case Circles(centres, radius, fill, line, width, dash):
            paint = _paint(fill, line, width)
            return _dashed(f"{paint[0]} {' '.join(_circle(x, y, radius) for x, y in centres)} {paint[1]}", dash)


def _dashed(code: str, dash: float) -> str:
    return f"[{dash:g}] 0 d {code} [] 0 d" if dash else code


def _circle(x: float, y: float, r: float) -> str:
    """Four Bézier curves."""
    k = r * 0.5523
    return (
        f"{x + r:.2f} {y:.2f} m {x + r:.2f} {y + k:.2f} {x + k:.2f} {y + r:.2f} {x:.2f} {y + r:.2f} c "
        f"{x - k:.2f} {y + r:.2f} {x - r:.2f} {y + k:.2f} {x - r:.2f} {y:.2f} c "
        f"{x - r:.2f} {y - k:.2f} {x - k:.2f} {y - r:.2f} {x:.2f} {y - r:.2f} c "
        f"{x + k:.2f} {y - r:.2f} {x + r:.2f} {y - k:.2f} {x + r:.2f} {y:.2f} c h"
    )


@lru_cache(maxsize=256)
def _texts(item: Texts, font: str) -> str:
    shown = " ".join(_placed(item.places, item.size, item.bold, item.start))
    return f"BT {rgb(item.colour)} rg {font}0 {item.size:g} Tf {shown} ET"


def _placed(places: Iterable[tuple[float, float, str]], size: float, bold: bool, start: bool) -> Iterable[str]:
    for x, y, text in places:
        left = x if start else x - width_at_1(text, bold) * size / 2
        yield f"1 0 0 1 {left:.1f} {y:.1f} Tm {ascii_shown(text)}"
