"""A pen for PDF pages: texts and pictures as PDF operators, written straight into the page's content stream.

The canvas's own calls cost several times as much. What does not depend on the document (ASCII texts, hexagons, hatches)
is kept as ready operators and used again in every report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from zlib import compress, crc32

from reportlab.lib.rl_accel import escapePDF

from magika_gm.reports.pdf_file import PdfFile
from magika_gm.reports.picture import (
    CORNERS,
    HATCHES,
    Circles,
    Hexes,
    Lines,
    Picture,
    Point,
    Polygon,
    Texts,
)
from magika_gm.reports.typeface import NAMES, USUAL, Face, chosen, font, load_faces, placed, runs, width_at_1

SANS, BOLD, SERIF, SERIF_BOLD = Face.SANS, Face.BOLD, Face.SERIF, Face.SERIF_BOLD


def text_width(text: str, size: float, face: int = SANS) -> float:
    """Width of a text in points."""
    return width_at_1(text, face) * size


def cut(text: str, size: float, room: float, face: int = SANS) -> str:
    """As much of a text as there is room for: pictures know ASCII alone, so a cut one ends with a dot."""
    if text_width(text, size, face) <= room:
        return text
    while text and text_width(text + ".", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "." if text.rstrip() else ""


def fitting(text: str, sizes: Sequence[float], room: float, bold: bool = False) -> tuple[str, float]:
    """A text and the first size it fits its room in; cut at the last of them if in none."""
    face = BOLD if bold else SANS
    size = chosen(text, sizes, room, face)
    return cut(text, size, room, face), size


@lru_cache(maxsize=256)
def rgb(colour: str) -> str:
    """``#rrggbb`` as PDF's three numbers."""
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


@lru_cache(maxsize=4096)
def ascii_shown(text: str) -> str:
    """The operator that shows an ASCII text."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"({escaped}) Tj"


_CODES = str.maketrans({**{sign: f"\\{code:03o}" for code, sign in enumerate(USUAL, 1)}, "\u00a0": " "})


@lru_cache(maxsize=4096)
def usual_shown(text: str) -> str:
    """The same for a text in sans with signs that have the same codes in every document, too; "" if it has others."""
    shown = ascii_shown(text).translate(_CODES)
    return shown if shown.isascii() else ""


@lru_cache(maxsize=8192)
def _place(point: Point) -> str:
    """A place; hexes of a map have few different ones."""
    return f"{point[0] + 0.0:g} {point[1] + 0.0:g}"


class Pen:
    """Writes on the pages of one document: ``code`` takes the operators of a page."""

    def __init__(self, file: PdfFile) -> None:
        load_faces()
        self.file = file
        self.code: list[str] = []
        self._names: dict[str, str] = {}
        self._shown: dict[tuple[str, int, float], str] = {}
        self._begun: dict[tuple[int, float, str], tuple[str, str, str]] = {}

    def name(self, wanted: str) -> str:
        """What a font is called in this document, without the number of its subset."""
        known = self._names.get(wanted)
        if known is None:
            face = font(wanted)
            face.begin(self.file)
            known = self._names[wanted] = str(face.getSubsetInternalName(0, self.file))[:-1]
        return known

    def _draws(self, face: int, *texts: str) -> None:
        """Remember which signs of a serif are drawn: titles need few, so the document brings no others."""
        self.file.signs[NAMES[face]].update("".join(texts).encode())

    def shows(self, text: str, face: int, size: float) -> str:
        """Operators that show a text where the text matrix stands; ``face`` is set before, and again after it."""
        if shown := ascii_shown(text) if text.isascii() else face < SERIF and usual_shown(text):
            return shown
        key = text, face, size
        known = self._shown.get(key)
        if known is None:
            known = self._shown[key] = self._shows(text, face, size)
        return known

    def _shows(self, text: str, face: int, size: float) -> str:
        text = placed(text)
        if face >= SERIF:
            self._draws(face, text)  # brackets are mirrored
        own = self.name(NAMES[face])
        parts, now = [], f"{own}0"
        for needed, run in runs(text, face):
            name = self.name(needed)
            for subset, data in font(needed).splitString(run, self.file):
                wanted = f"{name}{subset}"
                if wanted != now:
                    parts.append(f"{wanted} {size:g} Tf")
                    now = wanted
                parts.append(f"({escapePDF(data)}) Tj")
        if now != f"{own}0":
            parts.append(f"{own}0 {size:g} Tf")
        return " ".join(parts)

    def _around(self, face: int, size: float, colour: str) -> tuple[str, str, str]:
        """What stands before and behind a text in that face, size and colour."""
        paint, black = (f"{rgb(colour)} rg ", " 0 g") if colour else ("", "")
        made = self._begun[face, size, colour] = f"BT {paint}", f"{self.name(NAMES[face])}0 {size:g} Tf ", f"{black} ET"
        return made

    def text(
        self, x: float, y: float, text: str, size: float, face: int = SANS, colour: str = "", spaced: float = 0.0
    ) -> None:
        """A text that begins at x and stands on y; ``spaced`` is put between its letters."""
        if not text:
            return
        if face >= SERIF:
            self._draws(face, text)
        shown = ascii_shown(text) if text.isascii() else self.shows(text, face, size)
        paint, sets, black = self._begun.get((face, size, colour)) or self._around(face, size, colour)
        if spaced:
            sets, shown = f"{spaced:g} Tc {sets}", f"{shown} 0 Tc"
        self.code.append(f"{paint}{sets}{x:.2f} {y:.2f} Td {shown}{black}")

    def right(self, x: float, y: float, text: str, size: float, face: int = SANS, colour: str = "") -> None:
        """A text that ends at x."""
        self.text(x - width_at_1(text, face) * size, y, text, size, face, colour)

    def middle(self, x: float, y: float, text: str, size: float, face: int = SANS, colour: str = "") -> None:
        """A text centred on x."""
        self.text(x - width_at_1(text, face) * size / 2, y, text, size, face, colour)

    def lines(
        self,
        x: float,
        top: float,
        lines: Sequence[str],
        size: float,
        step: float,
        face: int = SANS,
        colour: str = "",
    ) -> None:
        """Lines of text one below the other; ``top`` is the upper edge of the first."""
        if len(lines) == 1:
            self.text(x, top - size, lines[0], size, face, colour)
            return
        if face >= SERIF:
            self._draws(face, *lines)
        shown = " T* ".join([self.shows(line, face, size) for line in lines])
        paint, sets, black = self._begun.get((face, size, colour)) or self._around(face, size, colour)
        self.code.append(f"{paint}{sets}{step:.2f} TL {x:.2f} {top - size:.2f} Td {shown}{black}")

    def rule(self, x: float, y: float, end: float, colour: str, width: float = 0.5) -> None:
        """A horizontal line."""
        level = f"{y:.2f}"
        self.code.append(f"{_ruled(colour, width)}{x:.2f} {level} m {end:.2f} {level} l S")

    def box(self, x: float, y: float, width: float, height: float, fill: str = "", line: str = "") -> None:
        """A rectangle whose lower left corner is at (x, y)."""
        paint = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(line)} RG .6 w " if line else "")
        end = "B" if fill and line else "f" if fill else "S"
        self.code.append(f"{paint}{x:.2f} {y:.2f} {width:.2f} {height:.2f} re {end} 0 g")

    def dashed(self, x: float, y: float, end: float, colour: str) -> None:
        """A dashed horizontal line, where one may tear."""
        self.code.append(f"{rgb(colour)} RG .6 w [3 2.5] 0 d {x:.2f} {y:.2f} m {end:.2f} {y:.2f} l S [] 0 d")

    def stroke(self, points: Sequence[Point], colour: str, width: float = 0.8, dash: float = 0.0) -> None:
        """A line through points."""
        self.code.append(_dashed(f"{rgb(colour)} RG {width:g} w 1 j {_path(points, 2)} S 0 j", dash))

    def polygon(self, points: Sequence[Point], fill: str, line: str = "", width: float = 0.8) -> None:
        """A closed figure."""
        before, paint = _paint(fill, line, width)
        self.code.append(f"{before} {_path(points, 2)} h {paint} 0 g")

    def circle(
        self, x: float, y: float, radius: float, fill: str = "", line: str = "", width: float = 0.8, dash: float = 0.0
    ) -> None:
        """A circle."""
        before, paint = _paint(fill, line, width)
        self.code.append(_dashed(f"{before} {_circle(x, y, radius)} {paint}", dash) + " 0 g")

    def picture(self, picture: Picture, x: float, y: float, scale: float = 1.0) -> None:
        """A picture whose lower left corner is at (x, y)."""
        self.code.append(f"q {scale:g} 0 0 {scale:g} {x:.2f} {y:.2f} cm 1 j")
        for item in picture.items:
            if isinstance(item, Texts):
                self.code.append(self._texts(item))
            elif isinstance(item, Hexes):
                self._hexes(item)
            else:
                self.code.append(_shape(item))
        self.code.append("Q")

    def _texts(self, item: Texts) -> str:
        face = _face(item)
        name, said = self.name(NAMES[face]), "".join([text for _, _, text in item.places])
        if face >= SERIF:
            self._draws(face, said)
        if said.isascii():
            return _plain_texts(item, name)
        return _texts(item, name, lambda text: self.shows(text, face, item.size))

    def _hexes(self, item: Hexes) -> None:
        name, form = _tile(item.fill, item.line, round(item.width / item.radius, 3), item.hatch, item.ink)
        self.file.tile(name, form)
        scale = f"{item.radius / TILE:.4g}"
        before, after = f"q {scale} 0 0 {scale} ", f" cm /{name} Do Q"
        if item.centres:
            self.code.append(before + f"{after}\n{before}".join(map(_place, item.centres)) + after)


@lru_cache(maxsize=256)
def _ruled(colour: str, width: float) -> str:
    """What stands before a line's ends."""
    return f"{rgb(colour)} RG {width:g} w "


@lru_cache(maxsize=256)
def _way(count: int, figures: int) -> str:
    """A path through so many points, their figures still to be written."""
    first, *rest = [f"%.{figures}f %.{figures}f"] * count
    return f"{first} m" + "".join(f" {point} l" for point in rest)


def _path(points: Sequence[Point], figures: int = 1) -> str:
    return _way(len(points), figures) % tuple(chain.from_iterable(points))


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
        code.append(f"{rgb(ink)} RG {HATCHES[hatch].width * TILE:g} w")
        code += [f"[{dash[0] * TILE:g} {dash[1] * TILE:g}] 0 d"] if dash else []
        code += [_path([(x * TILE, y * TILE) for x, y in path], 0) for path in strokes]
        code.append("S")
    stream = compress("\n".join(code).encode())
    edge = TILE * 1.1
    head = f"<< /Subtype /Form /BBox [-{edge:g} -{edge:g} {edge:g} {edge:g}]"
    name = f"{hatch[:3].strip()}{crc32(f'{fill}{line}{width}{hatch}{ink}'.encode()):x}"
    head += f" /Filter /FlateDecode /Length {len(stream)} >>"
    return name, b"%s\nstream\n%s\nendstream" % (head.encode(), stream)


def _paint(fill: str, line: str, width: float) -> tuple[str, str]:
    """Operators before a path, and the one that paints it."""
    before = (f"{rgb(fill)} rg " if fill else "") + (f"{rgb(line)} RG {width:g} w" if line else "")
    return before, "B" if fill and line else "f" if fill else "S"


@lru_cache(maxsize=1024)
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


_ROUND = (
    "%.2f %.2f m %.2f %.2f %.2f %.2f %.2f %.2f c %.2f %.2f %.2f %.2f %.2f %.2f c "
    "%.2f %.2f %.2f %.2f %.2f %.2f c %.2f %.2f %.2f %.2f %.2f %.2f c h"
)


def _circle(x: float, y: float, r: float) -> str:
    """Four Bézier curves."""
    k = r * 0.5523
    west, east, low, high = x - r, x + r, y - r, y + r
    left, right, below, above = x - k, x + k, y - k, y + k
    return _ROUND % (
        east, y, east, above, right, high, x, high, left, high, west, above, west, y,
        west, below, left, low, x, low, right, low, east, below, east, y,
    )  # fmt: skip


def _face(item: Texts) -> int:
    return item.bold + SERIF * item.serif


@lru_cache(maxsize=512)
def _plain_texts(item: Texts, font: str) -> str:
    """Texts that are ASCII, which are the same in every document of these faces."""
    return _texts(item, font, ascii_shown)


def _texts(item: Texts, font: str, shows: Callable[[str], str]) -> str:
    shown = " ".join(_placed(item.places, item.size, _face(item), item.start, shows))
    around = ""
    if item.halo:
        # drawn as strokes first; 1 Tr strokes, 0 Tr fills
        around = f"{rgb(item.halo)} RG 2.2 w 1 j 1 Tr {shown} 0 Tr "
    return f"BT {font}0 {item.size:g} Tf {around}{rgb(item.colour)} rg {shown} ET"


def _placed(
    places: Iterable[tuple[float, float, str]], size: float, face: int, start: bool, shows: Callable[[str], str]
) -> Iterable[str]:
    for x, y, text in places:
        left = x if start else x - width_at_1(text, face) * size / 2
        yield "1 0 0 1 %.1f %.1f Tm %s" % (left, y, shows(text))  # noqa: UP031 (twice as quick)
