"""The turn file a player gets: a seat's knowledge (:mod:`..sight.turnfile`) and what the report says besides.

``rune_war.schema.json`` beside this module describes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.threats import threats_plain
from magika_gm.games.rune_war.report.report import Report, winners_hand
from magika_gm.games.rune_war.report.threats import threats
from magika_gm.games.rune_war.rules.events import EVENTS, Decided, LineRefused
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.sight import turnfile

FORMAT = "rune-war-turn"


def game_part(report: Report) -> dict[str, Any]:
    """What follows from the turn alone: knowledge, events as perceived, own decisions and refusals."""
    view = report.view
    known = turnfile.turn_file(view, advised=False) | {"advice": dict(report.advice)}
    won = winners_hand(report)
    return known | {
        "format": FORMAT,
        "played": report.played.value,
        "wind": CODES[view.me.wind],
        "happened": [{"phase": t.phase, "step": t.step, "event": EVENTS.to_plain(t.event)} for t in report.told],
        "decisions": [
            {
                "step": e.step.value,
                "choice": e.choice,
                "line": e.line,
                "rule": e.rule,
                "aim": e.aim,
                "D": e.d,
                "live": e.live,
            }
            for t in report.told
            if isinstance(e := t.event, Decided)
        ],
        "refused": [
            {"line": e.line, "text": e.text, "code": e.reason.value, "rule": e.rule, "about": e.about}
            for t in report.told
            if isinstance(e := t.event, LineRefused)
        ],
        "winning_hand": None
        if won is None
        else {"runes": [CODES[k] for k in won.hand], "dim": [CODES[k] for k in won.dim]},
    }


def whole(report: Report) -> dict[str, Any]:
    """A seat's whole turn file: the game's part and the office's own."""
    p, memory = report.player, report.memory
    return game_part(report) | {
        "id": p.game,
        "title": p.title,
        "date": p.date,
        "due_at": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": [{"line": line, "text": text} for line, text in report.orders],
        "story": [
            {"title": q.title, "lines": [{"text": line.text, "rule": line.rule} for line in q.lines]}
            for q in report.story
        ],
        "sightings": [
            {"turn": s.turn, "code": s.code, "seat": s.seat, "kind": s.kind, "at": s.at, "loyalty": s.loyalty}
            for s in memory.sightings
        ],
        "course": [{"turn": turn, "ranked": list(ranked)} for turn, ranked in memory.course],
        "messages": [
            {"sender": m.sender or None, "to": m.to, "anonymous": m.anonymous, "text": m.text} for m in report.messages
        ],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "choices": [asdict(choice) | {"legal": choice.legal} for choice in report.choices],
        "order_form": report.form,
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }


_COMPARED = {
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
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    return story_differences(before, after, _COMPARED)
