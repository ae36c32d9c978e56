"""Arena's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.reporting import handed_over, perceived, seat_of, with_notes
from magika_gm.engine.seam.reports import OfficeFacts, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.arena.report.report import Report, build, differences, revealed, threats, whole
from magika_gm.games.arena.report.story import Names, Recounted, sentence
from magika_gm.games.arena.rules.events import GameEnded, OrdersMissing, Resigned
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import FORMAT, content, perceive

SCHEMA = "magika_gm.games.arena.report:turnfile.schema.json"
_NOTABLE = (GameEnded, OrdersMissing, Resigned)

__all__ = [
    "FORMAT",
    "SCHEMA",
    "build",
    "differences",
    "handed_over",
    "headline",
    "html",
    "last_words",
    "line",
    "master",
    "notable",
    "pdf",
    "replayed",
    "seat_of",
    "spectator",
    "text",
    "threats",
    "turn_file",
    "with_notes",
]  # fmt: skip


def pdf(report: Report, paper: str, large: bool) -> bytes:
    """Printed."""
    from magika_gm.games.arena.report.printed import pdf as printed

    return printed(report, paper, large)


def html(report: Report, templates: Path | None) -> str:
    """As a mail."""
    from magika_gm.games.arena.report.letters import html_letter

    return html_letter(report, templates)


def text(report: Report, templates: Path | None) -> str:
    """As plain text."""
    from magika_gm.games.arena.report.letters import text_letter

    return text_letter(report, templates)


def turn_file(report: Report) -> dict[str, Any]:
    """As data for programs."""
    return whole(report)


def headline(report: Report) -> str:
    """What follows in a mail's subject."""
    from magika_gm.games.arena.report.blocks import lead

    return lead(report).sentence.rstrip(".")


def replayed(state: State, record: TurnRecord, seat: str) -> Mapping[str, Any]:
    """The sections of a seat's turn file that follow from the turn alone."""
    plain = content(perceive(state, seat), perceived(record, seat))
    return {key: value for key, value in plain.items() if key != "history"}


def last_words(state: State) -> list[str]:
    """What was hidden, for a player who gets no final report."""
    found = revealed(state)
    lines = ["", "What was hidden:"]
    for side in SIDES:
        standing = f"; standing orders: {' / '.join(found.standing[side])}" if found.standing[side] else ""
        lines.append(f"  {side}: {', '.join(found.cards[side]) or 'no cards'}{standing}")
    return lines


def line(told: Told[Any], seat: str | None) -> ToldLine | None:
    """One thing told, in words."""
    event = told.event if seat is None else told.seen_by(seat)
    if isinstance(event, Recounted):
        found = sentence(event.event, Names(event.state))
    else:
        found = None if event is None else sentence(event, Names())
    return None if found is None else ToldLine(found.text, found.rule)


def notable(told: Sequence[Told[Any]]) -> tuple[str, ...]:
    """What is worth a second look before it goes out."""
    lines = [line(one, None) for one in told if isinstance(one.event, _NOTABLE)]
    return tuple(found.text for found in lines if found is not None)


def master(
    record: TurnRecord,
    facts: OfficeFacts,
    kind: str,
    paper: str,
    templates: Path | None,  # noqa: ARG001 - set by the kit alone
) -> str | bytes:
    """The game master's own page."""
    from magika_gm.games.arena.report import gmpage

    return gmpage.master(record, facts, kind, paper)


def spectator(record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:  # noqa: ARG001 - see master
    """The page for those who look on."""
    from magika_gm.games.arena.report import gmpage

    return gmpage.spectator(record, facts)
