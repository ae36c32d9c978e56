"""The turn file: all a seat's report holds, as a mapping JSON can hold (``xom_zol.schema.json``).

The game's part (:mod:`magika_gm.games.xom_zol.sight.turn_file`) is made of the seat's view and what was told to it; the
office's own stands beside it. Built-in players read it and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from magika_gm.engine.chain import SCHEMA as CHAIN
from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.threats import threats_plain
from magika_gm.games.xom_zol.report.threats import threats
from magika_gm.games.xom_zol.sight.schema import SCHEMA
from magika_gm.games.xom_zol.sight.turn_file import FORMAT, VERSION, turn_file

if TYPE_CHECKING:
    from magika_gm.games.xom_zol.report.report import Report

__all__ = ["FORMAT", "VERSION", "differences", "schema", "turn_file", "whole"]

_TEXT = {"type": "string"}
_LISTED = {"type": "array", "items": _TEXT}
_BY_SIDE = {"type": "object", "properties": {"A": _LISTED, "B": _LISTED}, "required": ["A", "B"],
            "additionalProperties": False}  # fmt: skip


def _table(required: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(required), "required": list(required), "additionalProperties": False}


OFFICE: dict[str, Any] = {
    "turn": {"type": "integer", "minimum": 0},
    "game": _TEXT,
    "title": _TEXT,
    "date": _TEXT,
    "due": _TEXT,
    "player": _table({"name": _TEXT, "account": _TEXT, "balance": _TEXT}),
    "how": _TEXT,
    "orders": {"type": "array", "items": _table({
        "part": {"enum": ["ACT", "REACT"]}, "number": {"type": "integer"}, "text": _TEXT,
        "word": {"enum": ["done", "cancelled", "no"]}, "reason": _TEXT, "rule": _TEXT,
    })},
    "story": {"type": "array", "items": _table({
        "phase": {"type": "integer"}, "step": {"type": "integer"}, "title": _TEXT,
        "lines": {"type": "array", "items": _table({"text": _TEXT, "rule": _TEXT})},
    })},
    "messages": {"type": "array", "items": _table({"sender": _TEXT, "to": _TEXT, "text": _TEXT})},
    "threats": {"type": "array", "items": _table({
        "seats": _LISTED, "text": _TEXT, "rule": _TEXT, "lacking": {"type": ["integer", "null"]},
    })},
    "notes": _LISTED,
    "known": {"type": "array", "items": {"type": "array"}},
    "choices": {"type": "array", "items": _table({
        "verb": _TEXT, "subject": _TEXT, "card": _TEXT, "cost": _TEXT, "rules": _TEXT, "legal": {"type": "boolean"},
        "why": _TEXT, "window": {"type": "boolean"},
        "parameters": {"type": "array", "items": _table({"word": _TEXT, "candidates": _LISTED})},
    })},
    "order_form": _TEXT,
    "revealed": {"anyOf": [{"type": "null"}, _table({"hands": _BY_SIDE, "react": _BY_SIDE, "orders": _BY_SIDE})]},
    "seed_hash": _TEXT,
    "chain": CHAIN,
    "seed": _TEXT,
    "record": {"type": ["object", "null"]},
}  # fmt: skip
"""What the office adds to the game's part."""


def schema() -> dict[str, Any]:
    """The JSON Schema of whole turn files; a test holds the shipped file to it."""
    found = dict(SCHEMA)
    found["$id"] = "xom_zol.schema.json"
    found["properties"] = {**SCHEMA["properties"], **OFFICE}
    found["required"] = [*SCHEMA["required"], *OFFICE]
    return found


def whole(report: Report) -> dict[str, Any]:
    """A seat's whole turn file: the game's part and the office's own."""
    p, found = report.player, report.revealed
    return {
        **turn_file(report.view, report.told),
        "turn": report.turn,
        "game": p.game,
        "title": p.title,
        "date": p.date,
        "due": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": [asdict(line) for line in report.settled],
        "story": [
            {"phase": q.phase, "step": q.step, "title": q.title,
             "lines": [{"text": line.text, "rule": line.rule} for line in q.lines]}
            for q in report.story
        ],
        "messages": [{"sender": m.sender, "to": m.to, "text": m.text} for m in report.messages],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "known": [[name, n] for name, n in report.memory.cards],
        "choices": [
            {**asdict(c), "parameters": [{"word": x.word, "candidates": list(x.candidates)} for x in c.parameters]}
            for c in report.choices
        ],
        "order_form": report.form,
        "revealed": None if found is None else {
            "hands": {s: list(cards) for s, cards in found.hands.items()},
            "react": {s: list(lines) for s, lines in found.react.items()},
            "orders": {s: list(lines) for s, lines in found.orders.items()},
        },
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }  # fmt: skip


_COMPARED = {
    "play": "cards in play",
    "sides": "life, pools, counts, piles or ranks",
    "hand": "your hand",
    "next_draw": "your next draw",
    "react": "your standing orders",
    "peeked": "the hand you saw",
    "orders": "what became of your lines",
    "next": "whose game turn is next",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    return story_differences(before, after, _COMPARED)
