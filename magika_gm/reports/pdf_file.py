"""A PDF file as it is written: objects one after the other, pages, outline, properties, fields of a form.

ReportLab measures texts and cuts fonts; its own document formats every object by its parts, which took a fifth of a
report's time. Here an object is bytes from the start. The same contents give the same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from hashlib import md5
from itertools import accumulate
from struct import Struct
from typing import Any
from zlib import compress

from reportlab.lib.rl_accel import escapePDF

HEADER = b"%PDF-1.5\n%\x93\x8c\x8b\x9e\n"
"""Bytes above ASCII tell whoever copies the file that it is no text."""
PRINTED = b"(D:20000101000000+00'00')"
"""No clock: a report written again is the same."""
_SELDOM = (b'!"&<=>?', b"#$^_`{|}~")
"""Signs no operator has, so that one look at a page tells whether they may be drawn on it; of each group all come along
or none, and all else of ASCII always: most documents have the same outlines, which are cut and packed once."""
_ALWAYS = set(range(32, 127)) - set(b"".join(_SELDOM))
PACKED = 2
"""Pages are packed at this level: a third of the usual one's time, for two parts in a hundred more of a report."""
CATALOG, INFO, PAGES, RESOURCES = b"1 0 R", b"2 0 R", b"3 0 R", b"4 0 R"
"""What others refer to before it can be written."""


@lru_cache(maxsize=2048)
def pdf_string(text: str) -> bytes:
    """A PDF string: as it is, or in UTF-16 where it has signs beyond ASCII."""
    if text.isascii():
        return b"(%s)" % escapePDF(text).encode()
    return b"<FEFF%s>" % text.encode("utf-16-be").hex().encode()


class PdfFile:
    """One document on its way; :meth:`page` ends a page, :meth:`finish` gives the bytes."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = size
        self.fontMapping: dict[str, str] = {}
        """Fonts by their names in the document; ReportLab's fonts enter themselves, under its name."""
        self.delayedFonts: list[Any] = []
        """The fonts in use; likewise."""
        self.drawn = set(_ALWAYS)
        """Signs of ASCII that may stand on a page: fonts bring the outlines of no others."""
        self.signs: dict[str, set[int]] = defaultdict(set)
        """The same of fonts in which little is set, by their names: of titles."""
        self._objects: list[bytes] = [b""] * 4
        self._tiles: dict[str, bytes] = {}
        self._pages: list[bytes] = []
        self._annotations: list[bytes] = []
        self._outline: list[tuple[str, int]] = []
        self.fields: list[bytes] = []
        """Those of the form."""
        self._digest = md5(usedforsecurity=False)

    def add(self, code: bytes) -> bytes:
        """An object: the reference to it."""
        self._objects.append(code)
        return b"%d 0 R" % len(self._objects)

    def tile(self, name: str, form: bytes) -> None:
        """A form that pages draw by its name, put into the document once."""
        if name not in self._tiles:
            self._tiles[name] = self.add(form)

    # --- pages

    def entry(self, title: str) -> None:
        """An entry of the outline: the page being written."""
        self._outline.append((title, len(self._pages)))

    def link(self, target: str, box: tuple[float, float, float, float]) -> None:
        """A place on the page being written that opens an address."""
        self._annotations.append(
            self.add(
                b"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [%s] /A << /Type /Action /S /URI /URI %s >> >>"
                % (numbers(box), pdf_string(target))
            )
        )

    def field(self, code: bytes) -> None:
        """A field of the form, on the page being written."""
        field = self.add(code)
        self.fields.append(field)
        self._annotations.append(field)

    def page(self, code: Sequence[str]) -> None:
        """The operators of the page being written: the next one begins."""
        content = "\n".join(code).encode()
        for group in _SELDOM:
            if group[0] not in self.drawn and any(sign in content for sign in group):
                self.drawn.update(group)
        stream = compress(content, PACKED)
        self._digest.update(stream)
        contents = self.add(b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        notes = b" /Annots [%s]" % b" ".join(self._annotations) if self._annotations else b""
        wide, high = (f"{length:.10g}".encode() for length in self.size)
        self._pages.append(
            self.add(
                b"<< /Type /Page /Parent %s /MediaBox [0 0 %s %s] /Resources %s /Contents %s%s >>"
                % (PAGES, wide, high, RESOURCES, contents, notes)
            )
        )
        self._annotations = []

    # --- the whole

    def finish(self, properties: dict[str, str], form: bytes = b"") -> bytes:
        """The file. ``properties`` are title and the like; ``form`` is what its fields share (``form_fields``)."""
        objects = self._objects
        objects[3] = self._resources()
        objects[2] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(self._pages), b" ".join(self._pages))
        said = b" ".join(b"/%s %s" % (name.encode(), pdf_string(text)) for name, text in properties.items())
        objects[1] = b"<< %s /CreationDate %s /ModDate %s >>" % (said, PRINTED, PRINTED)
        more = b" /Outlines %s" % self._outlined() if self._outline else b""
        if self.fields:
            more += b" /AcroForm " + self.add(b"<< /Fields [%s] %s >>" % (b" ".join(self.fields), form))
        more += b" /Lang (en) /ViewerPreferences << /DisplayDocTitle true >>"
        objects[0] = b"<< /Type /Catalog /Pages %s%s >>" % (PAGES, more)
        self._digest.update(objects[1])
        return self._written()

    def _resources(self) -> bytes:
        """One dictionary of fonts and tiles for all pages."""
        fonts = b" ".join(
            b"/%s %s" % (name.encode(), code) for font in self.delayedFonts for name, code in font.put_into(self)
        )
        tiles = b" ".join(b"/%s %s" % (name.encode(), form) for name, form in sorted(self._tiles.items()))
        return b"<< /Font << %s >> /ProcSet [/PDF /Text] /XObject << %s >> >>" % (fonts, tiles)

    def _outlined(self) -> bytes:
        """The outline: its entries refer to one another."""
        first = len(self._objects) + 1
        count = len(self._outline)
        whole = b"%d 0 R" % (first + count)
        top = f"{self.size[1]:.10g}".encode()
        for number, (title, page) in enumerate(self._outline):
            before = b" /Prev %d 0 R" % (first + number - 1) if number else b""
            after = b" /Next %d 0 R" % (first + number + 1) if number < count - 1 else b""
            self.add(
                b"<< /Title %s /Parent %s /Dest [%s /XYZ 0 %s 0]%s%s >>"
                % (pdf_string(title), whole, self._pages[page], top, before, after)
            )
        ends = (first, first + count - 1)
        return self.add(b"<< /Type /Outlines /Count %d /First %d 0 R /Last %d 0 R >>" % (count, *ends))

    def _written(self) -> bytes:
        """Streams one after the other, all other objects packed into one more, the table of where they stand."""
        parts, at = [HEADER], len(HEADER)
        table, packed = [_FREE], list[tuple[int, bytes]]()
        held = len(self._objects) + 1
        for number, code in enumerate(self._objects, 1):
            if not code.endswith(b"endstream"):
                table.append(_PLACE.pack(2, held, len(packed)))
                packed.append((number, code))
                continue
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, code))
            table.append(_PLACE.pack(1, at, 0))
            at += len(parts[-1])
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (held, _together(packed)))
        table += [_PLACE.pack(1, at, 0), _PLACE.pack(1, at + len(parts[-1]), 0)]
        name, places = self._digest.hexdigest().encode(), compress(b"".join(table))
        parts.append(
            b"%d 0 obj\n<< /Type /XRef /Size %d /W [1 4 2] /Root %s /Info %s /ID [<%s> <%s>] /Filter /FlateDecode "
            b"/Length %d >>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n"
            % (held + 1, held + 2, CATALOG, INFO, name, name, len(places), places, at + len(parts[-1]))
        )
        return b"".join(parts)


_PLACE = Struct(">BIH")
"""Where an object stands (ISO 32000, 7.5.8): its kind, its first byte or the stream it is in, its place there."""
_FREE = _PLACE.pack(0, 0, 0xFFFF)


def _together(objects: Sequence[tuple[int, bytes]]) -> bytes:
    """Objects that are no streams packed into one (ISO 32000, 7.5.7): they are much alike."""
    starts = accumulate((len(code) + 1 for _, code in objects), initial=0)
    first = b" ".join(b"%d %d" % (number, at) for (number, _), at in zip(objects, starts, strict=False))
    stream = compress(b"\n".join((first, *(code for _, code in objects))))
    return b"<< /Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (
        len(objects),
        len(first) + 1,
        len(stream),
        stream,
    )


def numbers(box: Sequence[float]) -> bytes:
    """Figures of a rectangle."""
    return " ".join(f"{value:.2f}" for value in box).encode()


# Fields of a printed form, to fill in on screen (AcroForm): texts, tick boxes, and fixed ones that say what it is
# for.
#
# Fields are written as ready PDF objects: ReportLab's own field makers take as long as the rest of the report.


READ_ONLY, MULTILINE, COMBO, EDITABLE, NO_SPELLING = 1, 1 << 12, 1 << 17, 1 << 18, 1 << 22
HIDDEN, FIELD_PRINTED = 2, 4
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
        """A field to write in; ``box`` is (left, bottom, right, top). With ``choices`` it drops
        down, but any text goes.
        """
        flags = NO_SPELLING | (MULTILINE if lines else 0) | (COMBO | EDITABLE if choices else 0)
        self.texts.append((name, hint, box, "", flags, FIELD_PRINTED, longest, size, choices))

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
