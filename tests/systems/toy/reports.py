"""What each player is told, on paper and as a file: the part ``reports``."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.seam.reports import OfficeFacts, PlayerData, ToldLine, TurnRecord
from magika_gm.engine.told import Threat, Told
from magika_gm.engine.verbs import notes_to
from magika_gm.reports.kit.imprint import chain_lines
from tests.systems.toy.rules import SIGHT
from tests.systems.toy.table import Left, Shown, Table


@dataclass(frozen=True, slots=True)
class Report:
    turn: int
    seat: str
    player: PlayerData
    view: Mapping[str, Any]
    story: tuple[str, ...]
    messages: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    form: str
    ending: str | None
    record: Mapping[str, Any] | None
    seed: str
    seed_hash: str


class Reports:
    SCHEMA = ""
    FORMAT = "high-card-turn"

    def build(self, record: TurnRecord, seat: str, view: Any, memory: Any, player: PlayerData, form: str) -> Report:
        lines = [self.line(t, seat) for t in record.told]
        heard = tuple((m.sender, m.text) for m in record.messages if SIGHT.hears(record.state, seat, m.sender, m.to))
        notes = (*record.notes.get(seat, ()), *notes_to(record.acts, seat))
        over = record.state.ending is not None
        return Report(
            record.state.turn, seat, player, view, tuple(x.text for x in lines if x), heard, notes, form,
            record.state.ending, record.record, record.seed.hex() if over else "", seed_hash(record.seed),
        )  # fmt: skip

    def with_notes(self, report: Report, notes: Sequence[str]) -> Report:
        return replace(report, notes=(*notes, *report.notes))

    def handed_over(self, report: Report, **person: str) -> Report:
        return replace(report, player=report.player.handed_to(person), notes=())

    def text(self, report: Report, templates: Any) -> str:
        head = f"High Card {report.player.game}, turn {report.turn}: {report.seat}. Your card: {report.view['card']}."
        said = [f"From {who}: {what}" for who, what in report.messages]
        proof = [f"Hash of the game's seed: {report.seed_hash}", *chain_lines(report.player.chain)]
        due = f"Due: {report.player.next_due}"
        return "\n".join([head, *report.story, *said, *report.notes, due, report.form, *proof])

    def html(self, report: Report, templates: Any) -> str:
        from html import escape

        return f"<!doctype html><title>High Card</title><pre>{escape(self.text(report, templates))}</pre>"

    def pdf(self, report: Report, paper: str, large: bool) -> bytes:
        from reportlab.pdfgen.canvas import Canvas

        out = io.BytesIO()
        canvas = Canvas(out, invariant=1)
        for at, row in enumerate(self.text(report, None).splitlines()):
            canvas.drawString(40, 780 - 14 * at, row)
        canvas.save()
        return out.getvalue()

    def threats(self, report: Report) -> Sequence[Threat]:
        return ()

    def turn_file(self, report: Report) -> dict[str, Any]:
        plain: dict[str, Any] = json.loads(json.dumps(asdict(report)))
        return {"format": self.FORMAT, "version": 1, **plain, "chain": report.player.chain.plain()}

    def differences(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        return [key for key in ("view", "story", "messages") if before[key] != after[key]]

    def seat_of(self, turn_file: Mapping[str, Any]) -> str:
        return str(turn_file.get("seat", ""))

    def last_words(self, state: Table) -> list[str]:
        return [f"{seat} had the {card}." for seat, card in state.cards.items()]

    def replayed(self, state: Table, record: TurnRecord, seat: str) -> Mapping[str, Any]:
        lines = [self.line(t, seat) for t in record.told]
        return {"view": SIGHT.perceive(state, seat), "story": [x.text for x in lines if x]}

    def line(self, told: Told[Any], seat: str | None) -> ToldLine | None:
        if seat is not None and told.seen_by(seat) is None:
            return None
        match told.event:
            case Shown(who, card):
                return ToldLine(f"{who} showed the {card}.", "SHOW-1")
            case Left(who):
                return ToldLine(f"{who} left the game.", "LEAVE-1")
        return None

    def notable(self, told: Sequence[Told[Any]]) -> tuple[str, ...]:
        return ()

    def master(self, record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Any) -> str | bytes:
        text = f"High Card {facts.game}: {record.state.cards} {facts.mail} {facts.acts}"
        return text.encode() if kind == "pdf" else text

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Any) -> str:
        return f"High Card {facts.game}, turn {record.state.turn}"


REPORTS = Reports()
