"""Magika's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.reporting import NOBODY, handed_over, with_notes
from magika_gm.engine.seam.reports import OfficeFacts, PlayerData, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.engine.verbs import notes_to
from magika_gm.games.magika.report.building import OfficeData, Player, build_overview, build_report, build_spectator
from magika_gm.games.magika.report.report import FORMAT, Report, TurnData, differences, threats, turn_file
from magika_gm.games.magika.report.story import everything_line, told_line
from magika_gm.games.magika.rules.events import CloakStripped, Demanded, FellUnconscious, Stolen, TerrainFormed
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tasks import task_lines
from magika_gm.games.magika.sight import Memory, Recon, take_recon

SCHEMA = "magika_gm.games.magika.report:turnfile.schema.json"
__all__ = [
    "FORMAT", "SCHEMA", "build", "differences", "handed_over", "headline", "html", "keepsake", "last_words", "line",
    "master", "notable", "pdf", "replayed", "seat_of", "spectator", "text", "threats", "turn_file", "with_notes",
]  # fmt: skip
_NOTABLE = (FellUnconscious, Demanded, Stolen, CloakStripped, TerrainFormed)
_COMPARED = ("mage", "recon", "story", "standings", "victory_points", "tasks", "final", "revealed")
"""The sections of a turn file that follow from the turn alone; the others are memory, mail and money."""


def _data(record: TurnRecord) -> TurnData:
    notes = {
        mage.letter: (*record.notes.get(mage.letter, ()), *notes_to(record.acts, mage.letter))
        for mage in record.state.playing()
    }
    return TurnData(
        world=record.state,
        told=record.told,
        orders=dict(record.orders),
        how=dict(record.how),
        messages=[(m.sender, m.to, m.anonymous, m.text) for m in record.messages],
        seed=record.seed,
        notes=notes,
        record=record.record,
        tracks={seat: tuple(memory.own) for seat, memory in record.memories.items()},
    )


def build(record: TurnRecord, seat: str, view: Recon, memory: Memory, player: PlayerData, form: str) -> Report:
    """One mage's report."""
    assert view.letter == seat
    return build_report(_data(record), view, memory, player, form)


def pdf(report: Report, paper: str, large: bool) -> bytes:
    """Printed."""
    from magika_gm.games.magika.report.printed import pdf as printed

    return printed(report, paper, large)


def html(report: Report, templates: Path | None) -> str:
    """As a mail."""
    from magika_gm.games.magika.report.letters import html_letter

    return html_letter(report, templates)


def text(report: Report, templates: Path | None) -> str:
    """As plain text."""
    from magika_gm.games.magika.report.letters import text_letter

    return text_letter(report, templates)


def headline(report: Report) -> str:
    """``stands at b1``; at the end ``is third of thirteen``."""
    if not report.ending:
        return f"stands at {report.mage.space}"
    from magika_gm.games.magika.report.ending import certificate

    return f"is {certificate(report).rank}"


def keepsake(report: Report) -> str:
    """The certificate, with the device and its honours, and the final arena with everybody's place."""
    if not report.ending or report.world is None or report.revealed is None:
        return ""
    from magika_gm.games.magika.report.ending import certificate, poster

    blocks = (certificate(report), poster(report.world, report.player.game, None))
    return "\n".join(block.html() for block in blocks)


def seat_of(turn_file: Mapping[str, Any]) -> str:
    """Whose turn file it is."""
    mage = turn_file.get("mage")
    return str(mage.get("letter", "")) if isinstance(mage, Mapping) else ""


def replayed(state: World, record: TurnRecord, seat: str) -> Mapping[str, Any]:
    """The sections of a mage's turn file that follow from the turn alone."""
    recon = take_recon(state, seat)
    report = build_report(_data(record), recon, Memory(), NOBODY, "")
    plain = turn_file(report)
    return {key: plain[key] for key in _COMPARED}


def last_words(state: World) -> list[str]:
    """The Ebon Mage's tasks, as a final report reveals them (EBON-6)."""
    lines = ["", "The Ebon Mage's tasks:"] if state.tasks else []
    for task in task_lines(state):
        lines.append(f"  {task.name}: {task.text} ({'done' if task.done else 'not done'}, {task.points:g} points)")
    return lines


def line(told: Told[Any], seat: str | None) -> ToldLine | None:
    """One thing told, in words."""
    found = everything_line(told) if seat is None else told_line(told, seat)
    return None if found is None else ToldLine(found.text, found.rule)


def notable(told: Sequence[Told[Any]]) -> tuple[str, ...]:
    """What is worth a second look before it goes out."""
    lines = []
    for record in told:
        found = everything_line(record) if isinstance(record.event, _NOTABLE) else None
        if found is not None:
            lines.append(f"phase {record.phase}: {found.text}")
    return tuple(lines)


def _office(facts: OfficeFacts) -> OfficeData:
    people = {seat: Player(p.name, p.email, p.balance) for seat, p in facts.people.items()}
    return OfficeData(
        game=facts.game,
        title=facts.title,
        date=facts.date,
        next_due=facts.next_due,
        players=people,
        mail=facts.mail,
        acts=facts.acts,
        chain=facts.chain,
        due_at=facts.due_at,
        tracks={seat: tuple(memory.own) for seat, memory in facts.memories.items()},
    )


def master(record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Path | None) -> str | bytes:
    """The game master's own page."""
    overview = build_overview(_data(record), _office(facts))
    if kind == "pdf":
        from magika_gm.games.magika.report.gmpage import master_pdf

        return master_pdf(overview, paper)
    from magika_gm.games.magika.report.letters import master_letter

    return master_letter(overview, kind, templates)


def spectator(record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:
    """The page for those who look on."""
    from magika_gm.games.magika.report.letters import spectator_letter

    return spectator_letter(build_spectator(_data(record), _office(facts)), templates)
