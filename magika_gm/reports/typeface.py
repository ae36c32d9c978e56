"""Fonts whose subsets are made once and used again in every document.

ReportLab cuts a font down to the signs a document uses and packs it, for each document anew; that took a third of a
report's time, and most reports use the same signs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple
from zlib import compress

from reportlab.pdfbase.pdfdoc import PDFObject
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont, makeToUnicodeCMap

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

    name: str
    file: bytes
    unicode: bytes
    descriptor: bytes
    font: bytes


class KeptFont(TTFont):
    """A TrueType font that keeps its subsets."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802 (ReportLab's name)
        """Put the subsets a document uses into it, as TTFont does."""
        state = self.state[doc]
        state.frozen = 1
        fonts = doc.idToObject["BasicFonts"].dict
        for number, signs in enumerate(state.subsets):
            inside = self.getSubsetInternalName(number, doc)[1:]
            kept = _subset(self.fontName, self, number, tuple(signs))
            file = doc.Reference(Ready(kept.file), f"fontFile:{kept.name}").format(doc)
            text = doc.Reference(Ready(kept.unicode), f"toUnicode:{kept.name}").format(doc)
            about = Ready(kept.descriptor + b" /FontFile2 %s >>" % file)
            descriptor = doc.Reference(about, f"fontDescriptor:{kept.name}").format(doc)
            links = b" /Name /%s /ToUnicode %s /FontDescriptor %s >>" % (inside.encode(), text, descriptor)
            fonts[inside] = font = Ready(kept.font + links)
            doc.Reference(font, inside)
        del self.state[doc]


def _stream(content: bytes, more: str = "") -> bytes:
    packed = compress(content)
    head = f"<< /Filter /FlateDecode /Length {len(packed)}{more} >>"
    return b"%s\nstream\n%s\nendstream" % (head.encode(), packed)


@lru_cache(maxsize=64)
def _subset(name: str, font: Any, number: int, signs: tuple[int, ...]) -> Subset:
    """One subset; ``name`` and ``signs`` say which."""
    face = font.face
    base = (SUBSETN(number) + b"+" + face.name + face.subfontNameX).decode("latin-1")
    cut = face.makeSubset(list(signs))
    box = " ".join(f"{value:g}" for value in face.bbox)
    flags = face.flags & ~NONSYMBOLIC | SYMBOLIC
    descriptor = (
        f"<< /Type /FontDescriptor /FontName /{base} /Ascent {face.ascent:g} /CapHeight {face.capHeight:g} "
        f"/Descent {face.descent:g} /Flags {flags} /FontBBox [{box}] /ItalicAngle {face.italicAngle:g} "
        f"/StemV {face.stemV:g} /MissingWidth {face.defaultWidth:g}"
    )
    widths = " ".join(f"{face.getCharWidth(sign):g}" for sign in signs)
    return Subset(
        f"{base}:{name}",
        _stream(cut, f" /Length1 {len(cut)}"),
        _stream(makeToUnicodeCMap(base, list(signs)).encode("latin-1")),
        descriptor.encode(),
        f"<< /Type /Font /Subtype /TrueType /BaseFont /{base} /FirstChar 0 /LastChar {len(signs) - 1} "
        f"/Widths [{widths}]".encode(),
    )
