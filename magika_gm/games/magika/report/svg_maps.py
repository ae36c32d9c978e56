"""A reader's maps as SVG elements."""

from __future__ import annotations

from magika_gm.games.magika.report.hexmap import recon_picture
from magika_gm.games.magika.report.historymap import history_picture
from magika_gm.games.magika.report.report import Report
from magika_gm.reports.svg import write_svg


def recon_svg(report: Report) -> str:
    """A reader's recon map with its legend as an ``<svg>`` element."""
    return write_svg(recon_picture(report), "recon")


def history_svg(report: Report) -> str:
    """A reader's history map with its legend as an ``<svg>`` element."""
    return write_svg(history_picture(report), "history")
