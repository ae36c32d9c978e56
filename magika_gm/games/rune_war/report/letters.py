"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from magika_gm.games.rune_war.report import contents as c
from magika_gm.games.rune_war.report import lists
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.reports.kit.base import Block, Passage
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.mail import html_page, text_page


def blocks(report: Report) -> list[Block]:
    """In the order they are read: what is due first."""
    view = report.view
    found: list[Block] = [c.head(report), c.gauges(report), c.lead(report), c.notes(report)]
    hand: list[Block] = [c.table(report), lists.advice(report)] if not report.over else []
    standings = lists.info_in_two(view, report.seat)
    land: list[Block] = [c.isle(report), *standings] if view.options.map else [*standings]
    found += [*hand, lists.refused(report)] if view.due is Due.HAND else [*land, lists.refused(report)]
    found += [lists.ledger(report), c.winning(report), lists.log(report), c.letters(report)]
    found += land if view.due is Due.HAND else hand
    if view.options.map:
        found += [lists.creatures_in_short(view, report.seat), lists.sightings(report), lists.spells(report)]
        found += [lists.territories(view, report.seat)]
    return [*found, lists.played(report), lists.walls(report), lists.proof(report)]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.over:
        return c.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    parts = [c.lead(report).sentence, f"Next is {c.DUE_WORDS[report.view.due]}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere."""
    parts: list[Passage] = [*blocks(report)]
    parts += [c.sheet(report)] if report.form else []
    return html_page(c.title_of(report), preheader(report), [*parts, c.colophon(report)])


def text_letter(report: Report) -> str:
    """Plain text of 72 columns."""
    parts: list[Passage] = [*blocks(report), c.colophon(report)]
    parts += [c.sheet(report)] if report.form else []
    return text_page([c.title_of(report), *parts])
