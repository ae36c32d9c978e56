# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Fields of a printed form, to fill in on screen (AcroForm): texts, tick boxes, and fixed ones that say what it is for.

Fields are written as ready PDF objects: ReportLab's own field makers take as long as the rest of the report.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reportlab.lib.rl_accel import escapePDF

from magika_gm.reports.typeface import Ready

READ_ONLY, MULTILINE, COMBO, EDITABLE, NO_SPELLING = 1, 1 << 12, 1 << 17, 1 << 18, 1 << 22
HIDDEN, PRINTED = 2, 4
"""Field and annotation flags of ISO 32000."""


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

    def add_to(self, canvas: Any) -> None:
        """Make them part of the page that is being written."""
        form, document = canvas.acroForm, canvas._doc
        form.makeFont("Helvetica")
        form.extras["NeedAppearances"] = "true"
        for field in self.texts:
            self._place(canvas, _text_field(*field))
        if not self.boxes:
            return
        side = self.boxes[0][2][2] - self.boxes[0][2][0]
        looks = [document.Reference(Ready(_look(side, ticked))) for ticked in (True, False)]
        yes, off = (reference.format(document) for reference in looks)
        for name, hint, box in self.boxes:
            self._place(
                canvas,
                b"<< /Type /Annot /Subtype /Widget /FT /Btn /F 4 /Rect [%s] /T %s /TU %s /V /Off /AS /Off "
                b"/AP << /N << /Yes %s /Off %s >> >> >>" % (_numbers(box), _string(name), _string(hint), yes, off),
            )

    @staticmethod
    def _place(canvas: Any, code: bytes) -> None:
        field = Ready(code)
        canvas.acroForm.fields.append(field)
        canvas._addAnnotation(field)


def _numbers(box: tuple[float, ...]) -> bytes:
    return " ".join(f"{value:.2f}" for value in box).encode()


@lru_cache(maxsize=512)
def _string(text: str) -> bytes:
    """A PDF string: as it is, or in UTF-16 where it has signs beyond ASCII."""
    if text.isascii():
        return b"(%s)" % escapePDF(text).encode()
    return b"<FEFF%s>" % text.encode("utf-16-be").hex().encode()


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
        limit = b" /Opt [%s]" % b" ".join(_string(choice) for choice in choices)
    kind = b"Ch" if choices else b"Tx"
    texts = b"/T %s /TU %s /V %s" % tuple(_string(text) for text in (name, hint, value))
    look = b"/Rect [%s] /DA (/Helv %.1f Tf 0 g)" % (_numbers(box), size)
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
