"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from magika_gm.games.xom_zol.report import contents as c
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.mail import html_page, text_page


def blocks(report: Report) -> list[Block]:
    """In the order they are read (SEE-3)."""
    found: list[Block] = [c.head(report), c.gauges(report), c.lead(report), c.notes(report)]
    found += [c.hand(report), c.table(report), c.ledger(report), c.fights(report), c.settled(report), c.react(report)]
    found += [c.piles(report), c.known(report), c.standing(report), c.letters(report)]
    found += [c.decks(report), c.revealed(report), c.all_orders(report)]
    return [*found, c.proof(report)]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return c.lead(report).sentence
    due = c.due_parts(report.player.next_due)[0]
    n = len(report.messages)
    parts = [f"{c.headline(report)}; {c.whose_turn(report.state, report.seat)}."]
    parts += [f"{n} message{'s' if n != 1 else ''}."] if n else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere."""
    parts = blocks(report)
    parts += [c.sheet(report)] if report.form else []
    return html_page(c.title_of(report), preheader(report), [*parts, c.colophon(report)])


def text_letter(report: Report) -> str:
    """Plain text of 72 columns."""
    parts = [*blocks(report), c.colophon(report)]
    parts += [c.sheet(report)] if report.form else []
    return text_page([c.title_of(report), *parts])
