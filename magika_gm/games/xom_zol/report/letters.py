"""The report as a mail, HTML and plain text: the kit's blocks in the order the templates have them."""

from __future__ import annotations

from pathlib import Path

from magika_gm.games.xom_zol.report import contents as c
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.mail import html_template, text_template


def blocks(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order (SEE-3)."""
    return {
        "head": c.head(report),
        "gauges": c.gauges(report),
        "lead": c.lead(report),
        "notes": c.notes(report),
        "hand": c.hand(report),
        "table": c.table(report),
        "ledger": c.ledger(report),
        "fights": c.fights(report),
        "settled": c.settled(report),
        "react": c.react(report),
        "piles": c.piles(report),
        "known": c.known(report),
        "standing": c.standing(report),
        "letters": c.letters(report),
        "decks": c.decks(report),
        "revealed": c.revealed(report),
        "all_orders": c.all_orders(report),
        "proof": c.proof(report),
        "sheet": c.sheet(report) if report.form else None,
        "colophon": c.colophon(report),
    }


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return c.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    n = len(report.messages)
    parts = [f"{c.headline(report)}; {c.whose_turn(report.state, report.seat)}."]
    parts += [f"{n} message{'s' if n != 1 else ''}."] if n else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template("xom_zol", templates, c.title_of(report), preheader(report), blocks(report), r=report)


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("xom_zol", templates, c.title_of(report), blocks(report), r=report)
