"""Magika's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.plain import Fields
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.magika.report.building import build_overview, build_spectator, report_of
from magika_gm.games.magika.report.report import FORMAT, Report, differences, threats, turn_file
from magika_gm.games.magika.report.story import Line, word
from magika_gm.games.magika.rules.events import CloakStripped, Demanded, FellUnconscious, Stolen, TerrainFormed
from magika_gm.games.magika.rules.sequence import RULES
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tasks import task_lines
from magika_gm.games.magika.sight import SIGHT, Memory, take_recon
from magika_gm.reports.kit.usual import GameReports

_COMPARED = ("mage", "recon", "story", "standings", "victory_points", "tasks", "final", "revealed")
"""The sections of a turn file that follow from the turn alone; the others are memory, mail and money."""


class MagikaReports(GameReports[World, Report]):
    """What the usual reports do not say: sections of their own (REPORT), and a turn file made of them."""

    FORMAT = FORMAT
    SCHEMA = "magika_gm.games.magika.report:turnfile.schema.json"
    rules, sight = RULES, SIGHT
    own, threats = staticmethod(report_of), staticmethod(threats)
    turn_file = staticmethod(turn_file)
    differences = staticmethod(differences)
    notables = (FellUnconscious, Demanded, Stolen, CloakStripped, TerrainFormed)

    def pdf(self, report: Report, paper: str, large: bool) -> bytes:
        """Printed."""
        from magika_gm.games.magika.report.printed import pdf

        return pdf(report, paper, large)

    def html(self, report: Report, templates: Path | None) -> str:
        """As a mail."""
        from magika_gm.games.magika.report.printed import html_letter

        return html_letter(report, templates)

    def text(self, report: Report, templates: Path | None) -> str:
        """As plain text."""
        from magika_gm.games.magika.report.printed import text_letter

        return text_letter(report, templates)

    def headline(self, report: Report) -> str:
        """``stands at b1``; at the end ``is third of thirteen``."""
        if not report.over:
            return f"stands at {report.mage.space}"
        from magika_gm.games.magika.report.printed import certificate

        return f"is {certificate(report).rank}"

    def seat_of(self, turn_file: Fields) -> str:
        """Whose turn file it is."""
        mage = turn_file.get("mage")
        return str(mage.get("letter", "")) if isinstance(mage, Mapping) else ""

    def replayed(self, state: World, record: TurnRecord, seat: str) -> Fields:
        """The sections of a mage's turn file that follow from the turn alone."""
        plain = turn_file(self.build(record, seat, take_recon(state, seat), Memory(), NOBODY, ""))
        return {key: plain[key] for key in _COMPARED}

    def last_words(self, state: World) -> list[str]:
        """The Ebon Mage's tasks, as a final report reveals them (EBON-6)."""
        lines = ["", "The Ebon Mage's tasks:"] if state.tasks else []
        for task in task_lines(state):
            lines.append(f"  {task.name}: {task.text} ({'done' if task.done else 'not done'}, {task.points:g} points)")
        return lines

    def sentence(self, event: Any, seat: str | None) -> Line | None:
        """An event in words: to a mage himself in the second person."""
        return word(event, seat or "")

    def notable(self, told: Sequence[Told[Any]]) -> tuple[str, ...]:
        """What is worth a second look before it goes out, by its phase."""
        found = ((one, self.line(one, None)) for one in told if self.is_notable(one.event))
        return tuple(f"phase {one.phase}: {line.text}" for one, line in found if line is not None)

    def master(
        self, record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Path | None
    ) -> str | bytes:
        """The game master's own page."""
        from magika_gm.games.magika.report.gmpage import master_letter, master_pdf

        overview = build_overview(record, facts)
        return master_pdf(overview, paper) if kind == "pdf" else master_letter(overview, kind, templates)

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:
        """The page for those who look on."""
        from magika_gm.games.magika.report.gmpage import spectator_letter

        return spectator_letter(build_spectator(record, facts), templates)

    def card(self, record: TurnRecord, facts: OfficeFacts, kind: str) -> bytes:
        """What is passed on once the game is over."""
        from magika_gm.games.magika.report.gmpage import card_of

        card = card_of(build_spectator(record, facts))
        return b"" if card is None else card.file(kind)


REPORTS = MagikaReports()
