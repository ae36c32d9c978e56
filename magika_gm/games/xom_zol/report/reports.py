"""Xom and Zol's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.reporting import handed_over, perceived, seat_of, with_notes
from magika_gm.engine.seam.reports import OfficeFacts, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.report.report import Report, build, differences, revealed, threats, turn_file
from magika_gm.games.xom_zol.report.story import Names, sentence
from magika_gm.games.xom_zol.rules.events import (
    Conceded,
    GameEnded,
    GmForfeited,
    LineSettled,
    SheetMissed,
    TriggersFellOut,
)
from magika_gm.games.xom_zol.rules.refusals import WORDS, No
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, Word
from magika_gm.games.xom_zol.sight import FORMAT, content, perceive

SCHEMA = "magika_gm.games.xom_zol.report:xom_zol.schema.json"
_NOTABLE = (GmForfeited, Conceded, GameEnded, SheetMissed, TriggersFellOut)

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


def headline(report: Report) -> str:
    """What follows the side's name in the mail's subject."""
    from magika_gm.games.xom_zol.report import blocks

    return blocks.headline(report)


def pdf(report: Report, paper: str, large: bool) -> bytes:
    """Printed."""
    from magika_gm.games.xom_zol.report.printed import pdf as printed

    return printed(report, paper, large)


def html(report: Report, templates: Path | None) -> str:
    """As a mail."""
    from magika_gm.games.xom_zol.report.letters import html_letter

    return html_letter(report, templates)


def text(report: Report, templates: Path | None) -> str:
    """As plain text."""
    from magika_gm.games.xom_zol.report.letters import text_letter

    return text_letter(report, templates)


def replayed(state: State, record: TurnRecord, seat: str) -> Mapping[str, Any]:
    """The sections of a seat's turn file that follow from the turn alone."""
    return content(perceive(state, seat), perceived(record, seat))


def last_words(state: State) -> list[str]:
    """What both held, for a player who gets no final report."""
    found = revealed(state)
    lines = ["", "What was hidden:"]
    for side in SIDES:
        react = f"; standing orders: {'; '.join(found.react[side])}" if found.react[side] else ""
        lines.append(f"  Side {side}: {', '.join(found.hands[side]) or 'no cards'}{react}")
    return lines


def line(told: Told[Any], seat: str | None) -> ToldLine | None:
    """One thing told, in words."""
    event = told.event if seat is None else told.seen_by(seat)
    if event is None:
        return None
    if isinstance(event, LineSettled):
        return _settled(event, seat)
    found = sentence(event, Names({}, seat or "", catalogue()))
    return None if found is None else ToldLine(found.text, found.rule)


def _settled(event: LineSettled, seat: str | None) -> ToldLine | None:
    """What became of an order line; settings that simply count are not told."""
    if event.code == No.SETTING:
        return None
    whose = "Your" if event.side == seat else f"Side {event.side}'s"
    said = f"{whose} {event.part} line {event.number}, {event.text}"
    if event.word is Word.DONE:
        return ToldLine(f"{said}: carried out.", event.rule or "ORD", own=True)
    why = WORDS[No(event.code)][1] if event.code else "not carried out"
    return ToldLine(f"{said}: {why}.", event.rule, own=True)


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
    from magika_gm.games.xom_zol.report import gmpage

    return gmpage.master(record, facts, kind, paper)


def spectator(record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:  # noqa: ARG001 - see master
    """The page for those who look on."""
    from magika_gm.games.xom_zol.report import gmpage

    return gmpage.spectator(record, facts)
