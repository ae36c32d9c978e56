# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Fields of a printed form, to fill in on screen (AcroForm): texts, tick boxes, and fixed ones that say what it is for.

Fields are written as ready PDF objects: ReportLab's own field makers take as long as the rest of the report.
"""

from __future__ import annotations

from functools import lru_cache

from magika_gm.reports.pdf_file import PdfFile, numbers, pdf_string

READ_ONLY, MULTILINE, COMBO, EDITABLE, NO_SPELLING = 1, 1 << 12, 1 << 17, 1 << 18, 1 << 22
HIDDEN, PRINTED = 2, 4
"""Field and annotation flags of ISO 32000."""
_DIFFERENCES = (
    "24 /breve /caron /circumflex /dotaccent /hungarumlaut /ogonek /ring /tilde 39 /quotesingle 96 /grave 128 /bullet "
    "/dagger /daggerdbl /ellipsis /emdash /endash /florin /fraction /guilsinglleft /guilsinglright /minus "
    "/perthousand /quotedblbase /quotedblleft /quotedblright /quoteleft /quoteright /quotesinglbase /trademark /fi "
    "/fl /Lslash /OE /Scaron /Ydieresis /Zcaron /dotlessi /lslash /oe /scaron /zcaron 160 /Euro 164 /currency 166 "
    "/brokenbar 168 /dieresis /copyright /ordfeminine 172 /logicalnot /.notdef /registered /macron /degree /plusminus "
    "/twosuperior /threesuperior /acute /mu 183 /periodcentered /cedilla /onesuperior /ordmasculine 188 /onequarter "
    "/onehalf /threequarters 192 /Agrave /Aacute /Acircumflex /Atilde /Adieresis /Aring /AE /Ccedilla /Egrave /Eacute "
    "/Ecircumflex /Edieresis /Igrave /Iacute /Icircumflex /Idieresis /Eth /Ntilde /Ograve /Oacute /Ocircumflex "
    "/Otilde /Odieresis /multiply /Oslash /Ugrave /Uacute /Ucircumflex /Udieresis /Yacute /Thorn /germandbls /agrave "
    "/aacute /acircumflex /atilde /adieresis /aring /ae /ccedilla /egrave /eacute /ecircumflex /edieresis /igrave "
    "/iacute /icircumflex /idieresis /eth /ntilde /ograve /oacute /ocircumflex /otilde /odieresis /divide /oslash "
    "/ugrave /uacute /ucircumflex /udieresis /yacute /thorn /ydieresis"
)
"""PDFDocEncoding, of ISO 32000 as well."""


class Fields:
    """Fields placed on one page; :meth:`add_to` puts them into the document."""

    def __init__(self) -> None:
        self.texts: list[
            tuple[str, str, tuple[float, float, float, float], str, int, int, int, float, tuple[str, ...]]
        ] = []
        self.boxes: list[tuple[str, str, tuple[float, float, float, float]]] = []

    def text(
        self,
        name: str,
        hint: str,
        box: tuple[float, float, float, float],
        longest: int,
        size: float,
        lines: bool = False,
        choices: tuple[str, ...] = (),
    ) -> None:
        """A field to write in; ``box`` is (left, bottom, right, top). With ``choices`` it drops down, but any text goes."""
        flags = NO_SPELLING | (MULTILINE if lines else 0) | (COMBO | EDITABLE if choices else 0)
        self.texts.append((name, hint, box, "", flags, PRINTED, longest, size, choices))

    def fixed(self, name: str, value: str) -> None:
        """A field that says what the form is for; neither seen nor to be changed."""
        self.texts.append((name, name, (0, 0, 0, 0), value, READ_ONLY, HIDDEN, 0, 10, ()))

    def tick(self, name: str, hint: str, box: tuple[float, float, float, float]) -> None:
        """A box to tick."""
        self.boxes.append((name, hint, box))

    def add_to(self, file: PdfFile) -> None:
        """Make them part of the page that is being written."""
        for field in self.texts:
            file.field(_text_field(*field))
        if not self.boxes:
            return
        side = self.boxes[0][2][2] - self.boxes[0][2][0]
        yes, off = (file.add(_look(side, ticked)) for ticked in (True, False))
        for name, hint, box in self.boxes:
            file.field(
                b"<< /Type /Annot /Subtype /Widget /FT /Btn /F 4 /Rect [%s] /T %s /TU %s /V /Off /AS /Off "
                b"/AP << /N << /Yes %s /Off %s >> >> >>" % (numbers(box), pdf_string(name), pdf_string(hint), yes, off)
            )


def shared_by_fields(file: PdfFile) -> bytes:
    """What a form says of all its fields: the font they are filled in with, and that programs draw what is in them."""
    signs = file.add(b"<< /Type /Encoding /Differences [%s] >>" % _DIFFERENCES.encode())
    font = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Name /Helv /Encoding %s >>" % signs)
    shared = b"/DR << /Encoding << /PDFDocEncoding %s >> /Font << /Helv %s >> >>" % (signs, font)
    return b"/NeedAppearances true /DA (/Helv 0 Tf 0 g) %s" % shared


@lru_cache(maxsize=512)
def _text_field(
    name: str,
    hint: str,
    box: tuple[float, ...],
    value: str,
    flags: int,
    shows: int,
    most: int,
    size: float,
    choices: tuple[str, ...],
) -> bytes:
    limit = b" /MaxLen %d" % most if most and not choices else b""
    if choices:
        limit = b" /Opt [%s]" % b" ".join(pdf_string(choice) for choice in choices)
    kind = b"Ch" if choices else b"Tx"
    texts = b"/T %s /TU %s /V %s" % tuple(pdf_string(text) for text in (name, hint, value))
    look = b"/Rect [%s] /DA (/Helv %.1f Tf 0 g)" % (numbers(box), size)
    return b"<< /Type /Annot /Subtype /Widget /FT /%s /F %d /Ff %d%s %s %s >>" % (
        kind,
        shows,
        flags,
        limit,
        look,
        texts,
    )


def _look(side: float, ticked: bool) -> bytes:
    """The appearance of a tick box: a check mark, or nothing."""
    a, b, c = side * 0.2, side * 0.45, side * 0.85
    drawn = b"%.1f w 1 J %.1f %.1f m %.1f %.1f l %.1f %.1f l S" % (side * 0.14, a, b, b, a, c, c) if ticked else b""
    return (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 %.1f %.1f] /Resources << >> /Length %d >>\nstream\n%s\nendstream"
        % (side, side, len(drawn), drawn)
    )
