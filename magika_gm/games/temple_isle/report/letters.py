"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from magika_gm.games.temple_isle.report import contents as c
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.mail import html_page, text_page


def blocks(report: Report) -> list[Block]:
    """In the order they are read."""
    found: list[Block] = [c.head(report), c.gauges(report), c.lead(report), c.notes(report), c.isle(report)]
    found += [c.ledger(report), c.played(report), c.letters(report), c.hand(report), c.units(report), c.lands(report)]
    found += [c.standing(report), c.hand_table(report), c.fast(report), c.piles(report), c.revealed(report)]
    return [*found, c.proof(report)]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.view.ending is not None:
        return c.lead(report).sentence
    due = c.due_parts(report.player.next_due)[0]
    parts = [f"{c.whose_turn(report.view, report.seat).capitalize()}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere."""
    parts: list[Block] = blocks(report)
    parts += [c.sheet(report)] if report.form else []
    return html_page(c.title_of(report), preheader(report), [*parts, c.colophon(report)])


def text_letter(report: Report) -> str:
    """Plain text of 72 columns."""
    parts: list[Block] = [*blocks(report), c.colophon(report)]
    parts += [c.sheet(report)] if report.form else []
    return text_page([c.title_of(report), *parts])
