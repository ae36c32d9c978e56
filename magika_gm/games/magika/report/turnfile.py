"""The turn file (CAMP): the report as JSON, by a published and versioned schema (turnfile.schema.json)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from magika_gm.engine.threats import threats_plain
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.threats import threats
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.sight.recon import SpaceSeen

FORMAT = "magika-turn"
VERSION = 2


def to_plain(report: Report) -> dict[str, Any]:
    """The turn file's content as a mapping JSON can hold."""
    recon = report.recon
    player = asdict(report.player)
    for private in ("email", "office_email", "chain"):
        player.pop(private)
    return {
        "format": FORMAT,
        "version": VERSION,
        "turn": report.turn,
        "ended": report.ending is not None,
        "ending": report.ending,
        "player": player,
        "mage": _mage(report),
        "recon": _spaces(recon.spaces),
        "history": {NAME[s]: [_terrain(code), turn] for s, (code, turn) in report.history.items()},
        "allies": [
            {
                "letter": a.letter,
                "space": NAME[a.space],
                "scrolls": list(a.scrolls),
                "items": list(a.items),
                "recon": _spaces(a.spaces),
            }
            for a in recon.allies
        ],
        "mages": [
            {
                key: NAME[value] if key == "space" else list(value) if isinstance(value, tuple) else value
                for key, value in asdict(m).items()
                if value is not None
            }
            for m in recon.mages
        ],
        "known": [
            {
                "letter": k.letter,
                "text": k.text,
                "turn": k.turn,
                "now": k.now,
                "space": k.space,
                "since": dict(k.since),
            }
            for k in report.known
        ],
        "artifacts": {a: NAME[s] for a, s in recon.artifacts.items()},
        "whereabouts": [w._asdict() | {"space": NAME[w.space]} for w in report.artifacts],
        "own_artifact": list(recon.own_artifact) if recon.own_artifact else None,
        "story": [
            {"phase": p.phase, "order": p.order, "lines": [{"text": line.text, "rule": line.rule} for line in p.lines]}
            for p in report.story
        ],
        "standings": [asdict(s) for s in report.standings],
        "victory_points": [p._asdict() for p in report.points],
        "messages": [{"sender": m.sender, "to": m.to, "text": m.text} for m in report.messages],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "order_form": report.order_form,
        "final": [{**asdict(f), "lines": [p._asdict() for p in f.lines]} for f in report.final],
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "own_spells": [
            {"spell": kind, "remaining": left, "spaces": sorted(NAME[s] for s in spaces)}
            for (kind, left), (_, spaces) in zip(recon.areas, recon.own_areas, strict=True)
        ],
        "costs": [c._asdict() for c in report.costs],
        "figures": [{"phase": p.phase, "endurance": p.endurance, "arcania": p.arcania} for p in report.story],
        "past": [o._asdict() | {"space": NAME[o.space], "marks": list(o.marks)} for o in report.past],
        "route": [
            {"phase": s.phase, "from": NAME[s.start], "to": NAME[s.target], "leap": s.leap} for s in report.route
        ],
        "tasks": [asdict(t) for t in report.tasks],
        "revealed": _revealed(report),
        "record": report.record,
    }


def _revealed(report: Report) -> dict[str, Any] | None:
    if report.revealed is None:
        return None
    mages = [asdict(c) | {"scrolls": list(c.scrolls), "items": list(c.items)} for c in report.revealed.contestants]
    return {"mages": mages, "lying": {space: list(things) for space, things in report.revealed.lying}}


def _mage(report: Report) -> dict[str, Any]:
    mage = asdict(report.mage)
    mage["terrain"] = _terrain(report.mage.terrain)
    mage["spells"] = [{"spell": name, "remaining": left} for name, left in report.mage.spells]
    mage["items"] = list(report.mage.items)
    mage["scrolls"] = [asdict(s) for s in report.mage.scrolls]
    return mage


def _terrain(code: int) -> str | None:
    return None if code < 0 else TERRAIN_NAMES[code]


def _spaces(spaces: dict[int, SpaceSeen]) -> dict[str, dict[str, Any]]:
    return {
        NAME[s]: {"ring": v.ring, "terrain": _terrain(v.terrain), "occupied": v.occupied, "things": list(v.things)}
        for s, v in spaces.items()
    }


def write_turnfile(report: Report) -> str:
    """The file's text; the same report gives the same text."""
    return json.dumps(to_plain(report), ensure_ascii=False, separators=(",", ":")) + "\n"
