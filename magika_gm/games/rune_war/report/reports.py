"""Rune War's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from magika_gm.engine.plain import Data, plain_of
from magika_gm.engine.records import picked
from magika_gm.engine.seam.reports import Delivered, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.engine.words import ORDINALS
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.offers import choices
from magika_gm.games.rune_war.report.report import (
    FORMAT,
    Report,
    content,
    kind_played,
    lines_played,
    names_of,
    threats,
)
from magika_gm.games.rune_war.report.story import hand_log, names_from, story, told_sentence
from magika_gm.games.rune_war.rules.events import GameEnded, GmSeated, HandWon
from magika_gm.games.rune_war.rules.hand import wall_text
from magika_gm.games.rune_war.rules.sequence import RULES
from magika_gm.games.rune_war.rules.state import Due, World, land_value, ranks
from magika_gm.games.rune_war.rules.tables import LANDS
from magika_gm.games.rune_war.sight import SIGHT, Memory, View, advice, masked
from magika_gm.reports.kit.usual import GameReport, GameReports, story_plain


class RuneWarReports(GameReports[World, Report]):
    """What the usual reports do not say: hand and isle, advice, sightings; messages may be anonymous."""

    FORMAT = FORMAT
    SCHEMA = "magika_gm.games.rune_war.report:rune_war.schema.json"
    rules, sight = RULES, SIGHT
    report, besides = Report, ("choices", "order_form")
    threats, write = staticmethod(threats), staticmethod(write_order)
    compared = {
        "hand": "your runes, the wall or its seal",
        "seats": "the table: points, sets, discards, winds, land",
        "territories": "the isle: owners and armies",
        "creatures": "creatures you see",
        "won": "how the hand ended",
        "due": "what kind of turn is next",
        "round": "the round",
        "spells": "what you can cast",
        "waiting": "which of your casts wait",
        "refused": "which of your lines were refused",
        "gone": "creatures that left the game",
    }

    def own(self, usual: GameReport[View, Memory], record: TurnRecord) -> Report:
        """With the story and the log of the hand, lines played, what could be ordered, and the adviser's word."""
        told, seat, view = usual.told, usual.seat, usual.view
        names = names_of(view, usual.memory, told)
        return Report(
            **usual.usual(),
            names=names,
            played=kind_played(told),
            story=story(told, seat, names),
            plays=hand_log(told, seat, names),
            orders=lines_played(told, seat),
            choices=() if usual.over else tuple(choices(masked(record.state, seat), seat)),
            advice=advice(view),
        )

    def heard(self, message: Delivered, seat: str) -> Delivered:
        """An anonymous message does not say whose it is; its writer reads his own."""
        hidden = message.anonymous and message.sender != seat
        return replace(message, sender="") if hidden else message

    def content(self, view: View, told: Sequence[Told[Any]], _memory: Memory) -> Data:
        """What follows from the turn alone; the wall's seal is among it (GM-2)."""
        return content(view, told, advice(view))

    def of_turn(self, report: Report) -> Data:
        """The same; the adviser was asked before."""
        return content(report.view, report.told, report.advice)

    def reader(self, report: Report) -> Data:
        """Game and reader by names of their own: ``game`` is which one it is, ``due`` what kind of turn."""
        found = super().reader(report)
        del found["turn"]
        return {{"game": "id", "due": "due_at"}.get(key, key): said for key, said in found.items()}

    def played(self, report: Report) -> Data:
        """Lines by number, the story, what was seen, and how the ranks went."""
        return {
            "how": report.how,
            "orders": [{"line": line, "text": text} for line, text in report.orders],
            "story": [{"title": q["title"], "lines": q["lines"]} for q in story_plain(report.story)],
            "sightings": plain_of(report.memory.sightings),
            "course": [{"turn": turn, "ranked": list(ranked)} for turn, ranked in report.memory.course],
        }

    def message(self, message: Delivered) -> Data:
        """A message; no sender where it is anonymous."""
        return {
            "sender": message.sender or None,
            **picked(message, "to", "anonymous", "text"),
        }

    def turn_file(self, report: Report) -> Data:
        """With whether each choice is legal now."""
        file = super().turn_file(report)
        for told, choice in zip(file["choices"], report.choices, strict=True):
            told["legal"] = choice.legal
        return file

    def headline(self, report: Report) -> str:
        """What follows the wizard's name in a mail's subject: ``East, a hand turn next``."""
        if report.over:
            return f"ends {ORDINALS[report.view.me.rank]}"
        due = {Due.HAND: "a hand turn", Due.MAP: "a map turn"}.get(report.view.due, "the end")
        return f"stands {ORDINALS[report.view.me.rank]}, {due} next"

    def last_words(self, state: World) -> list[str]:
        """Land at the end and every wall with what opens its seal, for a player who gets no final report (GM-2)."""
        order = ranks(state)
        lines = ["", "Land at the end:"]
        for seat in sorted(state.players, key=lambda s: (order[s], s)):
            player = state.players[seat]
            owned = ", ".join(p for p in LANDS if state.land[p] is player.clan) or "nothing"
            lines.append(f"  {player.wizard} of {player.clan.title}: {land_value(state, seat)} ({owned})")
        lines += ["", "The walls, front to back:"]
        for wall in state.walls:
            lines += [f"  Round {wall.round}: seal {wall.seal}, nonce {wall.nonce}", f"    {wall_text(wall.order)}"]
        return lines

    def sentence(self, event: Any, seat: str | None) -> ToldLine | None:
        """An event in words."""
        found = told_sentence(event, names_from((event,), {}, {}), seat)
        return None if found is None else ToldLine(found.text, found.rule, found.own)

    def is_notable(self, event: Any) -> bool:
        """The end, seats given to policies, limit hands."""
        return isinstance(event, GmSeated | GameEnded) or (isinstance(event, HandWon) and event.won.limit is not None)


REPORTS = RuneWarReports()
