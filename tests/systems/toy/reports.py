"""What each player is told, on paper and as a file: the part ``reports``."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from magika_gm.engine.seam.reports import OfficeFacts, ToldLine, TurnRecord
from magika_gm.reports.kit.head import chain_lines
from magika_gm.reports.kit.usual import GameReport, GameReports
from tests.systems.toy.orders import ORDERS
from tests.systems.toy.rules import RULES, SIGHT
from tests.systems.toy.table import Left, Shown, Table


class Chapter(NamedTuple):
    lines: tuple[ToldLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(GameReport[Mapping[str, Any], Any]):
    orders: tuple[str, ...]
    story: tuple[Chapter, ...]


class Reports(GameReports[Table, Report]):
    SCHEMA = ""
    FORMAT = "high-card-turn"
    report, rules, sight = Report, RULES, SIGHT
    compared = {"card": "your card", "open": "cards that lie open", "messages": "messages"}

    def own(self, usual: GameReport[Any, Any], record: TurnRecord) -> Report:
        lines = (self.line(told, usual.seat) for told in usual.told)
        story = Chapter(tuple(line for line in lines if line))
        orders = tuple(map(ORDERS.GRAMMAR.write, record.orders.get(usual.seat, ())))
        return Report(**usual.usual(), orders=orders, story=(story,))

    def sentence(self, event: Any, seat: str | None) -> ToldLine | None:
        match event:
            case Shown(who, card):
                return ToldLine(f"{who} showed the {card}.", "SHOW-1")
            case Left(who):
                return ToldLine(f"{who} left the game.", "LEAVE-1")
        return None

    def content(self, view: Mapping[str, Any], told: Any, memory: Any) -> dict[str, Any]:
        return {"format": self.FORMAT, "version": 1, **view}

    def last_words(self, state: Table) -> list[str]:
        return [f"{seat} had the {card}." for seat, card in state.cards.items()]

    def text(self, report: Report, templates: Path | None) -> str:
        head = f"High Card {report.player.game}, turn {report.turn}: {report.seat}. Your card: {report.view['card']}."
        told = [line.text for chapter in report.story for line in chapter.lines]
        said = [f"From {m.sender}: {m.text}" for m in report.messages]
        proof = [f"Hash of the game's seed: {report.seed_hash}", *chain_lines(report.player.chain)]
        due = f"Due: {report.player.next_due}"
        return "\n".join([head, *told, *said, *report.notes, due, report.form, *proof])

    def html(self, report: Report, templates: Path | None) -> str:
        return f"<!doctype html><title>High Card</title><pre>{escape(self.text(report, templates))}</pre>"

    def pdf(self, report: Report, paper: str, large: bool) -> bytes:
        from reportlab.pdfgen.canvas import Canvas

        out = io.BytesIO()
        canvas = Canvas(out, invariant=1)
        for at, row in enumerate(self.text(report, None).splitlines()):
            canvas.drawString(40, 780 - 14 * at, row)
        canvas.save()
        return out.getvalue()

    def master(self, record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Any) -> str | bytes:
        text = f"High Card {facts.game}: {record.state.cards} {facts.mail} {facts.acts}"
        return text.encode() if kind == "pdf" else text

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Any) -> str:
        return f"High Card {facts.game}, turn {record.state.turn}"


REPORTS = Reports()
