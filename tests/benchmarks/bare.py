"""What a bare ReportLab document needs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import magika_gm.reports


@cache
def bare_font() -> str:
    """The font of our reports as ReportLab itself embeds it, without the keeping of ``reports.typeface``."""
    from reportlab import rl_config
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    # as binary as ours, not in letters and digits: what is compared is the work on pages
    rl_config.invariant, rl_config.useA85 = 1, 0
    folder = Path(magika_gm.reports.__file__).parent / "fonts"
    registerFont(TTFont("BareSans", str(folder / "DejaVuSans.ttf")))
    return "BareSans"
