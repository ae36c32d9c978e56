"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from pathlib import Path

from magika_gm.games.temple_isle.report import contents as c
from magika_gm.games.temple_isle.report import hand, isle
from magika_gm.games.temple_isle.report.page import certificate_of
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.mail import html_template, text_template


def blocks(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    return {
        "certificate": certificate_of(report),
        "head": c.head(report),
        "gauges": c.gauges(report),
        "lead": c.lead(report),
        "notes": c.notes(report),
        "welcome": c.welcome(report),
        "isle": isle.isle(report),
        "ledger": c.ledger(report),
        "fights": c.fights(report),
        "stacks": c.stacks(report),
        "played": c.played(report),
        "letters": c.letters(report),
        "hand": hand.hand(report),
        "hand_table": hand.hand_table(report),
        "fast": hand.fast(report),
        "units": isle.units(report),
        "lands": isle.lands(report),
        "standing": c.standing(report),
        "piles": hand.piles(report),
        "revealed": c.revealed(report),
        "proof": c.proof(report),
        "sheet": c.sheet(report) if report.form else None,
        "colophon": c.colophon(report),
    }


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.view.ending is not None:
        return c.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    parts = [f"{c.whose_turn(report.view, report.seat).capitalize()}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template("temple_isle", templates, c.title_of(report), preheader(report), blocks(report), r=report)


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("temple_isle", templates, c.title_of(report), blocks(report), r=report)
