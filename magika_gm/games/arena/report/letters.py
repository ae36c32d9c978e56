"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from magika_gm.games.arena.report import contents as c
from magika_gm.games.arena.report import lists
from magika_gm.games.arena.report.fights import combats
from magika_gm.games.arena.report.report import Report
from magika_gm.reports.kit.base import Block, Passage
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.mail import html_template, text_template


def blocks(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    return {
        "head": c.head(report),
        "gauges": c.gauges(report),
        "lead": c.lead(report),
        "notes": c.notes(report),
        "first_turn": c.first_turn(report),
        "ledger": c.ledger(report),
        "combats": Together(combats(report)),
        "letters": c.letters(report),
        "board": c.board_field(report),
        "own_units": lists.units(report, report.seat),
        "enemy_units": lists.units(report, report.foe),
        "fallen": lists.dead(report.state),
        "things": lists.things(report),
        "cards": lists.cards(report),
        "enemy_cards": lists.enemy_cards(report),
        "played": lists.played(report),
        "dropped": lists.dropped(report),
        "standing": lists.standing(report),
        "revealed": lists.revealed(report),
        "proof": c.proof(report),
        "sheet": c.sheet(report) if report.form else None,
        "colophon": c.colophon(report),
    }


@dataclass(frozen=True)
class Together(Passage):
    """Several blocks under one name, for mails alone."""

    parts: tuple[Block, ...]

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return not self.parts

    def html(self) -> str:
        """One below the other."""
        return "".join(part.html() for part in self.parts)

    def text(self) -> list[str]:
        """Likewise."""
        return [line for part in self.parts for line in part.text()]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return c.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    whose = c.whose_turn(report.state, report.seat)
    parts = [f"{whose[:1].upper()}{whose[1:]}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due and report.own_turn else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template("arena", templates, c.title_of(report), preheader(report), blocks(report), r=report)


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("arena", templates, c.title_of(report), blocks(report), r=report)
