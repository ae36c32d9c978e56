# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The small form of a device: a disc with a letter on a colour, told apart without the colour by a hatch and a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from magika_gm.reports.kit.base import esc
from magika_gm.reports.kit.style import GREY, WHITE
from magika_gm.reports.picture import ink_on

if TYPE_CHECKING:
    from magika_gm.reports.pdf_stream import Pen


class Disc(NamedTuple):
    """A letter (or sign) on a colour; a dashed rim is a colour not known, a grey one a place out of date."""

    letter: str
    fill: str = WHITE
    known: bool = True
    old: bool = False


def draw_disc(pen: Pen, disc: Disc, x: float, y: float, radius: float, size: float) -> None:
    """Draw it around (x, y); ``size`` is that of the letter."""
    fill = WHITE if disc.old and disc.fill == WHITE else disc.fill
    pen.circle(x, y, radius, fill, GREY if disc.old else "#1a1a1a", 0.8, 0.0 if disc.known else 1.6)
    ink = ink_on(fill)
    pen.middle(x, y - size * 0.34, disc.letter, size, 1, GREY if disc.old and ink != WHITE else ink)


def disc_html(disc: Disc) -> str:
    """As a round badge."""
    rim = "solid" if disc.known else "dashed"
    # a dashed rim must be seen on white and on black
    ink = "#1a1a1a" if disc.known and not disc.old else "#777"
    return (
        f'<span style="display:inline-block;width:22px;height:22px;border:2px {rim} {ink};'
        f"border-radius:13px;background:{disc.fill};color:{ink_on(disc.fill)};text-align:center;font:bold 14px/22px "
        f'Helvetica,Arial,sans-serif">{esc(disc.letter)}</span>'
    )
