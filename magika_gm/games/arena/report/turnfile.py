"""A seat's whole turn file: the game's part (:mod:`~magika_gm.games.arena.sight.turnfile`) and the office's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.threats import threats_plain
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.report.threats import threats
from magika_gm.games.arena.sight.turnfile import content


def whole(report: Report) -> dict[str, Any]:
    """Everything a report holds, as JSON can hold it (turnfile.schema.json)."""
    p, found = report.player, report.revealed
    return {
        **content(report.view, report.told, report.memory),
        "game": p.game,
        "title": p.title,
        "date": p.date,
        "due": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": list(report.orders),
        "story": [
            {
                "part": q.part,
                "step": q.step,
                "title": q.title,
                "lines": [{"text": line.text, "rule": line.rule} for line in q.lines],
            }
            for q in report.story
        ],
        "messages": [{"sender": m.sender, "to": m.to, "text": m.text} for m in report.messages],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "offers": [
            {**asdict(offer), "step": int(offer.step), "options": list(offer.options)} for offer in report.offers
        ],
        "order_form": report.form,
        "points": dict(report.points),
        "revealed": None
        if found is None
        else {
            "cards": {side: list(cards) for side, cards in found.cards.items()},
            "standing": {side: list(lines) for side, lines in found.standing.items()},
        },
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }


_COMPARED = {
    "rows": "the terrain",
    "control": "who controls which hex",
    "storms": "the storms",
    "walls": "the walls",
    "creatures": "creatures in play",
    "dead": "who is dead",
    "items": "the items",
    "corpses": "the corpses",
    "enchantments": "the enchantments",
    "pools": "the magic pools",
    "cards": "your cards",
    "enemy_cards": "the enemy's cards seen",
    "standing": "your standing orders",
    "hexes": "how many hexes are held",
    "worth": "what the armies are worth",
    "coming": "whose player turn is next",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    dropped = [[row["line"] for row in file["dropped"]] for file in (before, after)]
    more = ["which of your lines were not carried out"] if dropped[0] != dropped[1] else []
    return story_differences(before, after, _COMPARED, more)
