"""Temple Isle's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.reporting import handed_over, perceived, seat_of, with_notes
from magika_gm.engine.seam.reports import OfficeFacts, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.report.report import (
    FORMAT,
    Report,
    build,
    content,
    differences,
    revealed,
    threats,
    turn_file,
)
from magika_gm.games.temple_isle.report.story import NAMES, Names, sentence
from magika_gm.games.temple_isle.rules.events import Forfeited, GameEnded, Resigned, SheetMissed
from magika_gm.games.temple_isle.rules.state import DRAW, State
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.sight import perceive

SCHEMA = "magika_gm.games.temple_isle.report:turnfile.schema.json"
_NUMBERS = ("no", "one", "two", "three", "four")
_NOTABLE = (Forfeited, Resigned, GameEnded, SheetMissed)

__all__ = [
    "FORMAT",
    "SCHEMA",
    "build",
    "differences",
    "handed_over",
    "headline",
    "html",
    "keepsake",
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
    from magika_gm.games.temple_isle.report.printed import pdf as printed

    return printed(report, paper, large)


def html(report: Report, templates: Path | None) -> str:
    """As a mail."""
    from magika_gm.games.temple_isle.report.letters import html_letter

    return html_letter(report, templates)


def text(report: Report, templates: Path | None) -> str:
    """As plain text."""
    from magika_gm.games.temple_isle.report.letters import text_letter

    return text_letter(report, templates)


def headline(report: Report) -> str:
    """``holds two temples to one``; at the end ``has won``."""
    view, seat = report.view, report.seat
    if view.ending is not None:
        return "has drawn" if view.winner == DRAW else "has won" if view.winner == seat else "has lost"
    if not report.turn:
        return ""
    own, foe = view.standings[seat].temples, view.standings[OTHER[seat]].temples
    return f"holds {_NUMBERS[min(own, 4)]} temple{'s' if own != 1 else ''} to {_NUMBERS[min(foe, 4)]}"


def keepsake(report: Report) -> str:
    """The certificate and the isle as it lay at the end; "" before."""
    from magika_gm.games.temple_isle.report import board
    from magika_gm.games.temple_isle.report.printed import certificate_of

    certificate = certificate_of(report)
    return "" if certificate is None else certificate.html() + board.isle(report).html()


def replayed(state: State, record: TurnRecord, seat: str) -> Mapping[str, Any]:
    """The sections of a seat's turn file that follow from the turn alone."""
    plain = content(perceive(state, seat), perceived(record, seat))
    return {key: value for key, value in plain.items() if key != "peek"}


def last_words(state: State) -> list[str]:
    """What both held, for a player who gets no final report."""
    found = revealed(state)
    lines = ["", "What was hidden:"]
    for seat in SEATS:
        fast = f"; FAST lines: {'; '.join(found.fast[seat])}" if found.fast[seat] else ""
        lines.append(f"  {NAMES[seat]}: {', '.join(found.hands[seat]) or 'no cards'}{fast}")
    return lines


def line(told: Told[Any], seat: str | None) -> ToldLine | None:
    """One thing told, in words."""
    event = told.event if seat is None else told.seen_by(seat)
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
    from magika_gm.games.temple_isle.report import gmpage

    return gmpage.master(record, facts, kind, paper)


def spectator(record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:  # noqa: ARG001 - see master
    """The page for those who look on."""
    from magika_gm.games.temple_isle.report import gmpage

    return gmpage.spectator(record, facts)
