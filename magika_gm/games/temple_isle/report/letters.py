"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from pathlib import Path

from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.printed import certificate_of
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.imprint import due_parts
from magika_gm.reports.kit.mail import html_template, text_template


def passages(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    return {
        "certificate": certificate_of(report),
        "head": blocks.head(report),
        "gauges": blocks.gauges(report),
        "lead": blocks.lead(report),
        "notes": blocks.notes(report),
        "welcome": blocks.welcome(report),
        "isle": board.isle(report),
        "ledger": blocks.ledger(report),
        "fights": blocks.fights(report),
        "stacks": blocks.stacks(report),
        "played": blocks.played(report),
        "letters": blocks.letters(report),
        "hand": blocks.hand(report),
        "hand_table": blocks.hand_table(report),
        "fast": blocks.fast(report),
        "units": board.units(report),
        "lands": board.lands(report),
        "standing": blocks.standing(report),
        "piles": blocks.piles(report),
        "revealed": blocks.revealed(report),
        "proof": blocks.proof(report),
        "sheet": blocks.sheet(report) if report.form else None,
        "colophon": blocks.colophon(report),
    }


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.view.ending is not None:
        return blocks.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    parts = [f"{blocks.whose_turn(report.view, report.seat).capitalize()}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template(
        "temple_isle", templates, blocks.title_of(report), preheader(report), passages(report), r=report
    )


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("temple_isle", templates, blocks.title_of(report), passages(report), r=report)
