"""Hex maps drawn as vectors: recon with coordinates and occupants, and the whole triangle from memory.

Hexes are written into the page's content stream by terrain, one path a colour, from paths kept per size: drawing 351
of them one by one would cost more than the rest of the report.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Any

from reportlab.pdfbase.pdfmetrics import getFont, stringWidth

from magika_gm.games.magika.arena import GOAL, LETTERS, NAME, NUMBER, ROW, space_at
from magika_gm.games.magika.tables import ALIGNMENT_ARTIFACTS
from magika_gm.reports.report import Report
from magika_gm.reports.textmap import SIGNS

COLOURS = (
    "0.62 0.76 0.90",
    "0.74 0.86 0.95",
    "0.97 0.94 0.80",
    "0.87 0.93 0.68",
    "0.60 0.78 0.55",
    "0.83 0.75 0.55",
    "0.66 0.72 0.52",
    "0.98 0.88 0.58",
    "0.78 0.74 0.72",
    "0.93 0.97 1.00",
    "0.90 0.62 0.54",
)
"""Fill of each terrain code, light enough for letters in black on a grey printer."""
_ROOT = sqrt(3.0)


@lru_cache(maxsize=4096)
def hexagon(x: float, y: float, size: float) -> str:
    """A path for a pointed-top hexagon of that outer radius around a centre."""
    half, tall = size * _ROOT / 2, size / 2
    return (
        f"{x:.2f} {y + size:.2f} m {x + half:.2f} {y + tall:.2f} l {x + half:.2f} {y - tall:.2f} l "
        f"{x:.2f} {y - size:.2f} l {x - half:.2f} {y - tall:.2f} l {x - half:.2f} {y + tall:.2f} l h"
    )


@lru_cache(maxsize=4096)
def centre(space: int, size: float) -> tuple[float, float]:
    """Centre of a space when a1's is at (0, 0), y growing upward."""
    row = ROW[space]
    return (NUMBER[space] - 1 - row / 2) * size * _ROOT, -row * size * 1.5


def raw(canvas: Any, code: str) -> None:
    """Write PDF operators straight into the page: the canvas's own calls cost several times as much."""
    canvas._code.append(code)


def _fill(canvas: Any, hexes: dict[int, list[str]], line: str = "0.45 0.45 0.45 RG 0.4 w") -> None:
    raw(canvas, line)
    for terrain, paths in sorted(hexes.items()):
        colour = COLOURS[terrain] if terrain >= 0 else "1 1 1"
        raw(canvas, f"{colour} rg {' '.join(paths)} B")
    raw(canvas, "0 0 0 rg 0 0 0 RG")


class Letters:
    """Short ASCII texts at many places, written as one text block."""

    def __init__(self, canvas: Any, font: str, size: float) -> None:
        self.canvas = canvas
        self.font: Any = getFont(font)
        self.name = font
        self.size = size
        self.code: list[str] = []
        self.encoded: dict[str, tuple[float, str]] = {}

    def put(self, x: float, y: float, text: str) -> None:
        """A text centred on x, standing on y."""
        shown = self.encoded.get(text)
        if shown is None:
            shown = self.encoded[text] = (_width(text, self.name, self.size) / 2, self._encode(text))
        half, code = shown
        self.code.append(_placed(x - half, y, code))

    def _encode(self, text: str) -> str:
        """The operators that show a text; a map has few different ones, so each is encoded once."""
        shown = []
        for _subset, data in self.font.splitString(text, self.canvas._doc):
            signs = data if isinstance(data, bytes) else data.encode("latin-1")
            escaped = signs.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").decode("latin-1")
            shown.append(f"({escaped}) Tj")
        return " ".join(shown)

    def write(self) -> None:
        """Put the block on the page."""
        if self.code:
            internal = self.font.getSubsetInternalName(0, self.canvas._doc)
            raw(self.canvas, f"BT {internal} {self.size} Tf {' '.join(self.code)} ET")


@lru_cache(maxsize=4096)
def _width(text: str, font: str, size: float) -> float:
    return float(stringWidth(text, font, size))


def draw_recon(canvas: Any, report: Report, x: float, y: float, width: float, fonts: tuple[str, str]) -> float:
    """The recon map in a box ``width`` wide whose top is at ``y``; returns the height used."""
    spaces = report.recon.spaces
    size = min(26.0, width / (9.3 * _ROOT))
    here = centre(report.recon.space, size)
    tops = [centre(s, size)[1] - here[1] for s in spaces]
    high = max(tops) + size
    middle_x, middle_y = x + width / 2, y - high
    hexes: dict[int, list[str]] = {}
    plain, bold, small = Letters(canvas, fonts[0], size * 0.30), Letters(canvas, fonts[1], size * 0.50), []
    for space, seen in spaces.items():
        cx, cy = centre(space, size)
        px, py = round(middle_x + cx - here[0], 2), round(middle_y + cy - here[1], 2)
        hexes.setdefault(seen.terrain, []).append(hexagon(px, py, size))
        plain.put(px, py + size * 0.55, NAME[space])
        plain.put(px, py - size * 0.82, SIGNS[seen.terrain] if seen.terrain >= 0 else "fog")
        mark = _occupants(report, space)
        if mark:
            bold.put(px, py - size * 0.18, mark)
        if seen.things:
            small.append((px, py, len(seen.things), any(t in ALIGNMENT_ARTIFACTS for t in seen.things)))
    _fill(canvas, hexes)
    for px, py, _, _ in small:
        # a little chest for things lying
        raw(canvas, f"0.55 0.25 0.65 rg {px + size * 0.42:.2f} {py - 2:.2f} 5 4 re f 0 0 0 rg")
    hx, hy = round(middle_x, 2), round(middle_y, 2)
    raw(canvas, f"1.8 w 0.35 0.2 0.5 RG {hexagon(hx, hy, size * 0.96)} S 0.4 w 0 0 0 RG")
    plain.write()
    bold.write()
    return high - min(tops) + size


def _occupants(report: Report, space: int) -> str:
    """Letters of known mages; ``?`` for an occupied space whose mage is not made out."""
    known = "".join(report.places.get(space, ()))
    if space == report.recon.space:
        return report.mage.letter + (f" {known}" if known else "")
    return known or ("?" if report.recon.spaces[space].occupied else "")


@lru_cache(maxsize=16384)
def _placed(x: float, y: float, code: str) -> str:
    """Operators that show a text at a place; the history map's places are the same in every report."""
    return f"1 0 0 1 {x:.2f} {y:.2f} Tm {code}"


@lru_cache(maxsize=64)
def _blank(x: float, y: float, size: float) -> str:
    """Outline of the whole triangle's hexes, for spaces never seen."""
    return " ".join(hexagon(*_at(s, x, y, size), size) for s in range(len(NAME)))


@lru_cache(maxsize=4096)
def _at(space: int, x: float, y: float, size: float) -> tuple[float, float]:
    cx, cy = centre(space, size)
    return round(x + cx, 2), round(y + cy, 2)


def draw_history(canvas: Any, report: Report, x: float, y: float, width: float, fonts: tuple[str, str]) -> float:
    """The full triangle in a box ``width`` wide whose top is at ``y``; returns the height used."""
    size = round(width / (26.6 * _ROOT), 2)
    top = y - size
    middle = x + width / 2
    raw(canvas, f"0.82 0.82 0.82 RG 0.25 w {_blank(middle, top, size)} S")
    hexes: dict[int, list[str]] = {}
    signs, marks = Letters(canvas, fonts[0], size * 0.75), Letters(canvas, fonts[1], size * 0.95)
    for space, (terrain, _) in report.history.items():
        px, py = _at(space, middle, top, size)
        hexes.setdefault(terrain, []).append(hexagon(px, py, size))
        if space != report.recon.space and space not in report.places:
            signs.put(px, py - size * 0.25, SIGNS[terrain])
    _fill(canvas, hexes, "0.6 0.6 0.6 RG 0.25 w")
    for space, text in _marks(report):
        px, py = _at(space, middle, top, size)
        marks.put(px, py - size * 0.33, text)
    px, py = _at(GOAL, middle, top, size)
    raw(canvas, f"1.2 w 0.7 0.2 0.2 RG {hexagon(px, py, size)} S 0.25 w 0 0 0 RG")
    labels = Letters(canvas, fonts[0], min(7.0, size * 0.9))
    for row in range(26):
        lx, ly = _at(space_at(row, 1), middle, top, size)
        labels.put(lx - size * 1.9, ly - size * 0.3, LETTERS[row])
    for block in (signs, marks, labels):
        block.write()
    return size * 1.5 * 25 + 2 * size


def _marks(report: Report) -> Iterable[tuple[int, str]]:
    yield report.recon.space, report.mage.letter
    for space, known in report.places.items():
        if space != report.recon.space:
            yield space, known[0]
