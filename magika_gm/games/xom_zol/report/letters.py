"""The report as a mail, HTML and plain text: the kit's blocks in the order the templates have them."""

from __future__ import annotations

from pathlib import Path

from magika_gm.games.xom_zol.report import blocks
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.imprint import due_parts
from magika_gm.reports.kit.mail import html_template, text_template


def passages(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order (SEE-3)."""
    return {
        "head": blocks.head(report),
        "gauges": blocks.gauges(report),
        "lead": blocks.lead(report),
        "notes": blocks.notes(report),
        "hand": blocks.hand(report),
        "table": blocks.table(report),
        "ledger": blocks.ledger(report),
        "fights": blocks.fights(report),
        "settled": blocks.settled(report),
        "react": blocks.react(report),
        "piles": blocks.piles(report),
        "known": blocks.known(report),
        "standing": blocks.standing(report),
        "letters": blocks.letters(report),
        "decks": blocks.decks(report),
        "revealed": blocks.revealed(report),
        "all_orders": blocks.all_orders(report),
        "proof": blocks.proof(report),
        "sheet": blocks.sheet(report) if report.form else None,
        "colophon": blocks.colophon(report),
    }


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return blocks.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    n = len(report.messages)
    parts = [f"{blocks.headline(report)}; {blocks.whose_turn(report.state, report.seat)}."]
    parts += [f"{n} message{'s' if n != 1 else ''}."] if n else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template("xom_zol", templates, blocks.title_of(report), preheader(report), passages(report), r=report)


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("xom_zol", templates, blocks.title_of(report), passages(report), r=report)
