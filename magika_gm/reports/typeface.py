"""The faces reports are set in, signs they lack found elsewhere; subsets are made once and used in every document.

A pair under a free licence (``fonts/README.md``) sets everything; DejaVu lends signs it lacks; what neither has comes
from a TrueType font of the machine, looked for only when a text needs it. ReportLab cuts a font down to the signs a
document uses and packs it, for each document anew; that took a third of a report's time, and most reports use the
same signs.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import copy
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import bidirectional
from zlib import compress

from reportlab.pdfbase.pdfdoc import PDFObject
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont, TTFontMaker, makeToUnicodeCMap

from magika_gm.reports.templating import bound, safe

if TYPE_CHECKING:
    from magika_gm.reports.pdf_file import PdfFile


SYMBOLIC, NONSYMBOLIC = 1 << 2, 1 << 5
"""Flags of a font descriptor (ISO 32000): a subset has an encoding of its own, so it is symbolic."""


class Ready(PDFObject):
    """A PDF object whose text is known already."""

    __RefOnly__ = 1

    def __init__(self, code: bytes) -> None:
        self.code = code

    def format(self, document: Any) -> bytes:  # noqa: ARG002 (ReportLab's signature)
        """Its text."""
        return self.code


class Subset(NamedTuple):
    """The objects of one font subset, but for the references between them."""

    file: bytes
    name: str
    unicode: bytes
    descriptor: bytes
    font: bytes


ASCII = frozenset(range(127))


USUAL = "·…−¼½¾"
"""Signs beyond ASCII that most reports have: the sans faces bring them along in every document, at the same codes."""


class KeptFont(TTFont):
    """A TrueType font that keeps its subsets."""

    @cached_property
    def _first(self) -> Any:
        self.splitString(USUAL if self.fontName in NAMES[: Face.SERIF] else "", self)
        return self.state.pop(self)

    def begin(self, doc: PdfFile) -> None:
        """Begin a document of our own: its signs are those all have, until it asks for others."""
        made = self.state[doc] = copy(self._first)
        made.assignments, made.subsets = dict(made.assignments), [*map(list, made.subsets)]

    def put_into(self, file: PdfFile) -> list[tuple[str, bytes]]:
        """Put the subsets a document of our own uses into it: their names there, and the references to them."""
        found = []
        for inside, kept in self._used(file, file.signs.get(self.fontName, file.drawn)):
            links = b" /FontFile2 %s >>" % file.add(kept.file)
            links = b" /Name /%s /ToUnicode %s /FontDescriptor %s >>" % (
                inside.encode(),
                file.add(kept.unicode),
                file.add(kept.descriptor + links),
            )
            found.append((inside, file.add(kept.font + links)))
        return found

    def _used(self, doc: Any, drawn: AbstractSet[int] = ASCII) -> list[tuple[str, Subset]]:
        """The subsets a document uses by their names there, without ASCII that is not ``drawn``; it takes no further
        signs."""
        state = self.state.pop(doc)
        found = []
        for number, signs in enumerate(map(tuple, state.subsets)):
            bare = number or self.fontName not in NAMES or drawn is ASCII
            kept = signs if bare else _without(signs, frozenset(drawn))
            found.append((f"{state.internalName}+{number}", Subset(_cut(self, kept), *_told(self, number, signs))))
        return found

    def addObjects(self, doc: Any) -> None:  # noqa: N802 (ReportLab's name)
        """Put the subsets a document of ReportLab's uses into it, as TTFont does."""
        fonts = doc.idToObject["BasicFonts"].dict
        for inside, kept in self._used(doc):
            file = doc.Reference(Ready(kept.file), f"fontFile:{kept.name}").format(doc)
            text = doc.Reference(Ready(kept.unicode), f"toUnicode:{kept.name}").format(doc)
            about = Ready(kept.descriptor + b" /FontFile2 %s >>" % file)
            descriptor = doc.Reference(about, f"fontDescriptor:{kept.name}").format(doc)
            links = b" /Name /%s /ToUnicode %s /FontDescriptor %s >>" % (inside.encode(), text, descriptor)
            fonts[inside] = font = Ready(kept.font + links)
            doc.Reference(font, inside)


def _stream(content: bytes, more: str = "") -> bytes:
    packed = compress(content)
    head = f"<< /Filter /FlateDecode /Length {len(packed)}{more} >>"
    return b"%s\nstream\n%s\nendstream" % (head.encode(), packed)


@lru_cache(maxsize=128)
def _without(signs: tuple[int, ...], drawn: frozenset[int]) -> tuple[int, ...]:
    """A subset's signs, where ASCII stands at its own codes, with a blank for each of it that is not drawn."""
    return tuple(sign if sign > 126 or sign in drawn else 32 for sign in signs)


@lru_cache(maxsize=128)
def _told(font: Any, number: int, signs: tuple[int, ...]) -> tuple[str, bytes, bytes, bytes]:
    """What is said of one subset: the same in all documents with these signs, whichever of them are drawn."""
    face = font.face
    base = (SUBSETN(number) + b"+" + face.name + face.subfontNameX).decode("latin-1")
    box = " ".join(f"{value:g}" for value in face.bbox)
    flags = face.flags & ~NONSYMBOLIC | SYMBOLIC
    descriptor = (
        f"<< /Type /FontDescriptor /FontName /{base} /Ascent {face.ascent:g} /CapHeight {face.capHeight:g} "
        f"/Descent {face.descent:g} /Flags {flags} /FontBBox [{box}] /ItalicAngle {face.italicAngle:g} "
        f"/StemV {face.stemV:g} /MissingWidth {face.defaultWidth:g}"
    )
    widths = " ".join(f"{face.getCharWidth(sign):g}" for sign in signs)
    return (
        f"{base}:{font.fontName}",
        _stream(makeToUnicodeCMap(base, list(signs)).encode("latin-1")),
        descriptor.encode(),
        f"<< /Type /Font /Subtype /TrueType /BaseFont /{base} /FirstChar 0 /LastChar {len(signs) - 1} "
        f"/Widths [{widths}]".encode(),
    )


@lru_cache(maxsize=128)
def _cut(font: Any, signs: tuple[int, ...]) -> bytes:
    """The outlines of a subset, in the tables that a PDF needs (ISO 32000, 9.9): ReportLab brings others along, and
    takes each glyph apart anew; a very large subset is left to it."""
    face = font.face
    numbers = {0: 0}
    codes = [numbers.setdefault(face.charToGlyph.get(sign, 0), len(numbers)) for sign in signs]
    wanted, glyphs = list(numbers), list[bytes]()
    for glyph in wanted:
        outline, parts = _glyph(face, glyph)
        for at, part in parts:
            if part not in numbers:
                numbers[part] = len(numbers)
                wanted.append(part)
            outline = outline[:at] + struct.pack(">H", numbers[part]) + outline[at + 2 :]
        glyphs.append(outline)
    ends = list(accumulate(map(len, glyphs), initial=0))
    if ends[-1] > _SHORT:
        cut = face.makeSubset(list(signs))
    else:
        made, count = TTFontMaker(), struct.pack(">H", len(glyphs))
        for tag in ("cvt ", "fpgm", "prep"):
            with suppress(KeyError):
                made.add(tag, face.get_table(tag))
        head, hhea, maxp = map(face.get_table, ("head", "hhea", "maxp"))
        made.add("head", head[:50] + b"\0\0" + head[52:])
        made.add("hhea", hhea[:34] + count)
        made.add("maxp", maxp[:4] + count + maxp[6:])
        made.add("hmtx", b"".join([struct.pack(">HH", *map(int, face.hmetrics[glyph])) for glyph in wanted]))
        size = len(codes)
        made.add("cmap", struct.pack(f">{11 + size}H", 0, 1, 1, 0, 0, 12, 6, 10 + 2 * size, 0, 0, size, *codes))
        made.add("loca", struct.pack(f">{len(ends)}H", *[end >> 1 for end in ends]))
        made.add("glyf", b"".join(glyphs))
        cut = made.makeStream()
    return _stream(cut, f" /Length1 {len(cut)}")


_SHORT = 0x1FFFE
"""Bytes of outlines that short offsets can tell."""
_MORE, _WORDS = 1 << 5, 1 << 0
_SCALES = ((1 << 3, 2), (1 << 6, 4), (1 << 7, 8))
"""Flags of the parts of a glyph that is made of others, and how much longer it is by each scale."""


@lru_cache(maxsize=2048)
def _glyph(face: Any, number: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
    """The outline of a glyph, of a length that four divides; where in it other glyphs are named, and which."""
    start, (first, last) = face.get_table_pos("glyf")[0], face.glyphPos[number : number + 2]
    outline = face.get_chunk(start + first, last - first)
    parts = []
    at, flags = 10, _MORE * (outline[:1] >= b"\x80")
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", outline, at)
        parts.append((at + 2, part))
        at += (8 if flags & _WORDS else 6) + sum(more for scale, more in _SCALES if flags & scale)
    return outline + b"\0" * (-len(outline) % 4), tuple(parts)


# --- faces ----------------------------------------------------------------------------------------------------------


class Face(IntEnum):
    """What a text is set in."""

    SANS = 0
    BOLD = 1
    SERIF = 2
    SERIF_BOLD = 3


FOLDER = Path(__file__).parent / "fonts"
FILES = (
    "PostbagSans-Regular.ttf",
    "PostbagSans-Bold.ttf",
    "PostbagSerif-Regular.ttf",
    "PostbagSerif-Bold.ttf",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
)
"""The four faces, then what lends them signs, plain and bold."""
NAMES = tuple(f"Kit{number}" for number in range(len(FILES)))
"""The names ReportLab knows them by."""


@cache
def signs_of(name: str) -> frozenset[int]:
    """The code points a font can show; it is loaded when first asked for."""
    if name in NAMES:
        path, inside = str(FOLDER / FILES[NAMES.index(name)]), 0
    else:
        path, inside = _FOUND[name]
    # ASCII keeps its codes in every document, so that ASCII texts can be kept as operators
    font = KeptFont(name, path, subfontIndex=inside, asciiReadable=1 if name in NAMES else 0)
    if name not in NAMES:
        # ReportLab takes two fonts of one face for the same: the machine's whole DejaVu is not our small one
        font.face.name += f"-{name}".encode()
    registerFont(font)
    return frozenset(font.face.charToGlyph)


def load_faces() -> None:
    """Load the four faces."""
    for face in Face:
        signs_of(NAMES[face])


def font(name: str) -> Any:
    """A font that is loaded; a document is told of its signs."""
    return getFont(name)


@lru_cache(maxsize=4096)
def _font_for(sign: int, face: int) -> str:
    """The font that shows a sign in a face; "" if there is none to be had."""
    for name in (NAMES[face], NAMES[4 + face % 2], NAMES[4]):
        if sign in signs_of(name):
            return name
    return _from_machine(sign)


@lru_cache(maxsize=2048)
def runs(text: str, face: int) -> tuple[tuple[str, str], ...]:
    """A text as (font name, part) runs. A sign no font has is shown as the replacement sign."""
    if text.isascii() or signs_of(NAMES[face]).issuperset(map(ord, text)):
        return ((NAMES[face], text),)
    found: list[tuple[str, str]] = []
    for sign in text:
        name = _font_for(ord(sign), face)
        drawn = sign
        if not name:
            name, drawn = _font_for(0xFFFD, face), "\ufffd"
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + drawn)
        else:
            found.append((name, drawn))
    return tuple(found)


@lru_cache(maxsize=4096)
def width_at_1(text: str, face: int) -> float:
    """Width of a text set in size 1."""
    signs_of(NAMES[face])
    return sum([float(stringWidth(part, name, 1000)) for name, part in runs(text, face)]) / 1000


def can_show(text: str) -> bool:
    """Whether every sign of a text can be shown."""
    return text.isascii() or all(_font_for(ord(sign), 0) for sign in text if sign not in "\n\t")


# --- fonts of the machine -------------------------------------------------------------------------------------------

_FOUND: dict[str, tuple[str, int]] = {}
"""Name of a font of the machine: its file, and its number in a collection."""
PREFERRED = ("noto", "droid", "wqy", "ipa", "nanum", "symbola", "unifont", "arial", "freesans")
"""Families tried first, in this order: the first is the best looking."""


def _folders() -> list[Path]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    return [
        Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts",
        Path("/Library/Fonts"), Path("/System/Library/Fonts"),
    ]  # fmt: skip


@cache
def _machine_fonts() -> tuple[tuple[str, int, frozenset[int]], ...]:
    """(file, number in it, code points) of the machine's upright TrueType fonts, the best first."""
    files = [
        path
        for folder in _folders()
        if folder.is_dir()
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in (".ttf", ".ttc") and not any(w in path.stem.lower() for w in ("italic", "oblique"))
    ]

    def rank(path: Path) -> tuple[int, int, str]:
        stem = path.stem.lower()
        family = next((n for n, word in enumerate(PREFERRED) if word in stem), len(PREFERRED))
        return family, 0 if "regular" in stem or "-" not in stem else 1, str(path)

    return tuple((str(path), number, signs) for path in sorted(files, key=rank) for number, signs in _read(path))


def _from_machine(sign: int) -> str:
    for number, (path, inside, signs) in enumerate(_machine_fonts()):
        if sign in signs:
            name = f"KitM{number}"
            _FOUND[name] = (path, inside)
            if sign in signs_of(name):
                return name
    return ""


def _read(path: Path) -> Iterator[tuple[int, frozenset[int]]]:
    """The fonts of a file that have outlines ReportLab can embed: their number, and the code points they show."""
    try:
        data = path.read_bytes()
        starts = [0]
        if data[:4] == b"ttcf":
            starts = list(struct.unpack_from(f">{struct.unpack_from('>I', data, 8)[0]}I", data, 12))
        for number, start in enumerate(starts[:1]):
            tables = {
                data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0]
                for at in range(start + 12, start + 12 + 16 * struct.unpack_from(">H", data, start + 4)[0], 16)
            }
            if b"glyf" in tables and b"cmap" in tables and b"post" in tables:
                yield number, frozenset(_cmap(data, tables[b"cmap"]))
    except (OSError, struct.error, IndexError, MemoryError):
        return  # a damaged font lends nothing


def _cmap(data: bytes, at: int) -> Iterator[int]:
    """Code points of a font's Unicode tables (formats 4 and 12)."""
    for number in range(struct.unpack_from(">H", data, at + 2)[0]):
        platform, _, offset = struct.unpack_from(">HHI", data, at + 4 + 8 * number)
        table = at + offset
        form = struct.unpack_from(">H", data, table)[0]
        if platform not in (0, 3):
            continue
        if form == 12:
            for group in range(struct.unpack_from(">I", data, table + 12)[0]):
                first, last = struct.unpack_from(">II", data, table + 16 + 12 * group)
                yield from range(first, min(last, 0x10FFFF) + 1)
        elif form == 4:
            count = struct.unpack_from(">H", data, table + 6)[0] // 2
            lasts = struct.unpack_from(f">{count}H", data, table + 14)
            firsts = struct.unpack_from(f">{count}H", data, table + 16 + 2 * count)
            for first, last in zip(firsts, lasts, strict=True):
                if first != 0xFFFF:
                    yield from range(first, last + 1)


# Texts set in lines: broken where they are too wide, cut where they must stay on one line.


# Hebrew, Arabic and their like on pages: letters joined as they are written, lines in the order they are read.
#
# PDF sets signs from left to right as they come. Texts stay in reading order until a line is drawn: first letters
# take the forms they have beside one another (:func:`joined`), then lines are broken, and a line's signs are put in
# their places by the Unicode bidirectional algorithm (:func:`placed`). The libraries for both are loaded when a text
# needs them.


_RIGHT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
_FIRST = "\u0590"
"""The first sign written from right to left; what is below needs no look."""
_ARABIC = ("\u0600", "\u08ff")


@lru_cache(maxsize=2048)
def turns(text: str) -> bool:
    """Whether any part of a text is written from right to left."""
    return not text.isascii() and any(sign >= _FIRST and bidirectional(sign) in _RIGHT for sign in text)


@lru_cache(maxsize=2048)
def joined(text: str) -> str:
    """Arabic letters in the forms they have in their words; everything else, and the order, as it was."""
    if not any(_ARABIC[0] <= sign <= _ARABIC[1] for sign in text):
        return text
    from arabic_reshaper import reshape

    return "\n".join(str(reshape(line)) if turns(line) else line for line in text.split("\n"))


@lru_cache(maxsize=2048)
def placed(line: str) -> str:
    """One line's signs from left to right."""
    if not turns(line):
        return line
    from bidi.algorithm import get_display  # the one that mirrors brackets

    return str(get_display(line))


_MINUS = re.compile(r"(?<![\w.,;:/-])-(?=\d)")


@lru_cache(maxsize=2048)
def shown(text: str) -> str:
    """Text with every sign no font can show as the replacement sign; nothing disappears. Figures have a true minus."""
    clean = _MINUS.sub("\u2212", joined(safe(text)))
    if can_show(clean):
        return clean
    return "\n".join(
        "".join(part for _, part in runs(line.replace("\t", "    "), Face.SANS)) for line in clean.split("\n")
    )


@lru_cache(maxsize=1024)
def extent(text: str, face: int) -> tuple[float, float]:
    """The widest line and the widest word of a text in size 1."""
    lines = max(width_at_1(line, face) for line in text.split("\n"))
    return lines, max((width_at_1(word, face) for word in text.split()), default=0.0)


@lru_cache(maxsize=1024)
def wrap(text: str, face: int, size: float, width: float) -> tuple[str, ...]:
    """Lines no wider than ``width``; a word too long for a line is cut."""
    lines: list[str] = []
    most = width / size
    space = width_at_1(" ", face)
    for paragraph in bound(text.replace("\t", "    ")).split("\n"):
        line, used = "", 0.0
        for word in _pieces(paragraph.split(" "), face, most):
            w = width_at_1(word, face)
            if line and used + space + w > most:
                lines.append(line)
                line, used = word, w
            else:
                line, used = (f"{line} {word}", used + space + w) if line else (word, w)
        lines.append(line)
    return tuple(lines)


def balanced(text: str, face: int, size: float, width: float) -> tuple[str, ...]:
    """As few lines as :func:`wrap` needs, of much the same width: no last word stands alone."""
    lines = wrap(text, face, size, width)
    while len(lines) > 1 and len(closer := wrap(text, face, size, width := width * 0.95)) == len(lines):
        lines = closer
    return lines


def _pieces(words: Iterable[str], face: int, most: float) -> Iterable[str]:
    for word in words:
        rest = word
        while width_at_1(rest, face) > most and len(rest) > 1:
            cut = max(1, int(len(rest) * most / width_at_1(rest, face)))
            while cut > 1 and width_at_1(rest[:cut], face) > most:
                cut -= 1
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


@lru_cache(maxsize=2048)
def one_line(text: str) -> str:
    """A text as one line, every sign of it shown."""
    return " ".join(shown(text).split())


def fitted(text: str, size: float, width: float, face: int = Face.SANS) -> str:
    """A text on one line: cut with an ellipsis where it is too wide."""
    if width_at_1(text, face) * size <= width:
        return text
    while text and width_at_1(text + "…", face) * size > width:
        text = text[:-1]
    return text.rstrip() + "…"


def chosen(text: str, sizes: Iterable[float], width: float, face: int = Face.SANS) -> float:
    """The first of ``sizes`` in which a text fits a line; the last if none does."""
    size = 0.0
    for size in sizes:
        if width_at_1(text, face) * size <= width:
            break
    return size
