"""What figures are held against: bare ReportLab pages, printed in the same run; and how a figure is held to its bound.

A bound is a ratio with slack for a machine others use: about half as much again as was measured when it was written.
``MAGIKA_BENCH_SHORT=1`` asks for the short run (``make bench-short``): fewer of everything, the same bounds.
"""

from __future__ import annotations

import gc
import io
import os
import statistics
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate

import magika_gm.reports

SHORT = bool(os.environ.get("MAGIKA_BENCH_SHORT"))
ROUNDS = 3 if SHORT else 9


@cache
def bare_font() -> str:
    """The font of our reports as ReportLab itself embeds it, without the keeping of ``reports.typeface``."""
    # as binary as ours, not in letters and digits: what is compared is the work on pages
    rl_config.invariant, rl_config.useA85 = 1, 0
    folder = Path(magika_gm.reports.__file__).parent / "fonts"
    registerFont(TTFont("BareSans", str(folder / "DejaVuSans.ttf")))
    return "BareSans"


def bare(pages: int) -> bytes:
    """A bare ReportLab document: platypus, one embedded font, 25 lines a page."""
    style = ParagraphStyle("bare", fontName=bare_font(), fontSize=9, leading=12)
    flow: list[Flowable] = []
    for page in range(pages):
        flow += [
            Paragraph(f"Mage A, page {page}, line {line}: you move NE and pay three endurance.", style)
            for line in range(25)
        ]
        flow.append(PageBreak())
    out = io.BytesIO()
    SimpleDocTemplate(out, pageCompression=1).build(flow)
    return out.getvalue()


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    gc.collect()
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def compared(*works: Callable[[], object]) -> list[float]:
    """Median processor milliseconds of each, taken in turns so that a busy machine slows all alike."""
    for work in works:
        work()
    rounds = [[spent(work) for work in works] for _ in range(ROUNDS)]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


FIGURES: list[tuple[str, str, str]] = []
"""All that was held in this run, with their bounds: the table at its end (``conftest``)."""


def held(what: str, figure: float, most: float, unit: str = "") -> None:
    """Print a figure with its bound, and hold it to it."""
    print(f"{what}: {figure:.3g}{unit} (at most {most:g})")
    FIGURES.append((what, f"{figure:.3g}{unit}", f"{most:g}"))
    assert figure <= most, f"{what}: {figure:.3g}{unit}, at most {most:g} wanted"
