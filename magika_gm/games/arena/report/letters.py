"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from magika_gm.games.arena.report import contents as c
from magika_gm.games.arena.report import lists
from magika_gm.games.arena.report.report import Report
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.mail import html_page, text_page


def blocks(report: Report) -> list[Block]:
    """In the order of INFO-1, messages where they are seen."""
    found: list[Block] = [c.head(report), c.gauges(report), c.lead(report), c.notes(report)]
    found += [c.first_turn(report), c.ledger(report)]
    found += [*c.combats(report), c.letters(report), c.board_field(report)]
    found += [lists.units(report, report.seat), lists.units(report, report.foe), lists.dead(report.state)]
    found += [lists.things(report), lists.cards(report), lists.enemy_cards(report)]
    found += [lists.played(report), lists.dropped(report), lists.standing(report)]
    return [*found, lists.revealed(report), c.proof(report)]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return c.lead(report).sentence
    due = c.due_parts(report.player.next_due)[0]
    parts = [f"{c.whose_turn(report.state, report.seat).capitalize()}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due and report.own_turn else [])])


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
