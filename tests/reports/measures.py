"""What a printed page measures: every text with its box, size and colour, read back from the PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

Matrix = tuple[float, ...]


class Mark(NamedTuple):
    """Something drawn: its box in points; for texts the text, its size, its colour."""

    left: float
    bottom: float
    right: float
    top: float
    text: str = ""
    size: float = 0.0
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)


def times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def marks(reader: PdfReader, page: PageObject) -> Iterator[Mark]:
    """Every text and every point of a path on a page, where a viewer would draw it; halos are passed over."""
    resources: Any = page["/Resources"]
    fonts = {name: font.get_object() for name, font in resources["/Font"].items()}
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    line, pen, stack = matrix, matrix, []
    font, size, leading, stroked = "", 0.0, 0.0, False
    spaced = 0.0
    colour = (0.0, 0.0, 0.0)
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        numbers = [float(o) for o in operands if isinstance(o, int | float)]
        match operator:
            case b"q":
                stack.append((matrix, colour))
            case b"Q":
                matrix, colour = stack.pop()
            case b"cm":
                matrix = times(tuple(numbers), matrix)
            case b"rg":
                colour = (numbers[0], numbers[1], numbers[2])
            case b"g":
                colour = (numbers[0],) * 3
            case b"BT":
                line = pen = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
            case b"Tf":
                font, size = str(operands[0]), float(operands[1])
            case b"Tc":
                spaced = numbers[0]
            case b"Tr":
                stroked = numbers[0] == 1
            case b"TL":
                leading = numbers[0]
            case b"Td":
                line = pen = times((1, 0, 0, 1, *numbers), line)
            case b"T*":
                line = pen = times((1, 0, 0, 1, 0, -leading), line)
            case b"Tm":
                line = pen = tuple(numbers)
            case b"Tj":
                codes = operands[0].original_bytes
                face: Any = fonts[font]
                wide = sum(float(face["/Widths"][c - face["/FirstChar"]]) * size / 1000 + spaced for c in codes)
                at = times(pen, matrix)
                if not stroked and codes.strip():
                    tall = size * matrix[3]
                    text = codes.decode("latin-1")
                    yield Mark(
                        at[4], at[5] - tall * 0.2, at[4] + wide * matrix[0], at[5] + tall * 0.68, text, tall, colour
                    )
                pen = times((1, 0, 0, 1, wide, 0), pen)
            case b"m" | b"l" | b"c":
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    at = times((1, 0, 0, 1, x, y), matrix)
                    yield Mark(at[4], at[5], at[4], at[5])
            case b"re":
                x, y, w, h = numbers
                low, high = times((1, 0, 0, 1, x, y), matrix), times((1, 0, 0, 1, x + w, y + h), matrix)
                yield Mark(low[4], low[5], high[4], high[5])
            case b"Do":
                # tiles of the maps: a hexagon of radius 100
                reach = 100 * matrix[0]
                yield Mark(matrix[4] - reach * 0.87, matrix[5] - reach, matrix[4] + reach * 0.87, matrix[5] + reach)


def pages_of(data: bytes) -> list[list[Mark]]:
    """The marks of every page."""
    reader = PdfReader(io.BytesIO(data))
    return [list(marks(reader, page)) for page in reader.pages]


def sizes(pages: list[list[Mark]]) -> set[float]:
    """All sizes of type in a document."""
    return {round(m.size, 1) for page in pages for m in page if m.text}


def overlaps(page: list[Mark]) -> list[tuple[Mark, Mark]]:
    """Pairs of texts that cross one another."""
    texts = sorted((m for m in page if m.text), key=lambda m: m.left)
    found = []
    for one, other in combinations(texts, 2):
        if other.left >= one.right:
            continue
        wide = min(one.right, other.right) - max(one.left, other.left)
        tall = min(one.top, other.top) - max(one.bottom, other.bottom)
        if wide > 0.6 and tall > 0.6:
            found.append((one, other))
    return found


def fill(page: list[Mark], height: float, margin: float = 42.0, foot: float = 16.0) -> float:
    """The share of a page's height, between head and foot, down to the lowest thing on it."""
    low = min(m.bottom for m in page if m.bottom > margin + foot - 6)
    return (height - margin - low) / (height - 2 * margin - foot)


def told(page: list[Mark], height: float) -> float:
    """The share of a page's height that tells something: :func:`fill` without the lines for notes at its foot."""
    notes = next((m.top for m in page if m.text == "YOUR NOTES"), 0.0)
    return fill([m for m in page if m.bottom > notes], height)


def lightness(colour: tuple[float, float, float]) -> float:
    """Relative luminance (WCAG)."""
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Contrast of two colours (WCAG)."""
    low, high = sorted((lightness(one), lightness(other)))
    return (high + 0.05) / (low + 0.05)
