"""From result back to orders, rulings and rolls."""

from __future__ import annotations

from typing import Any

from magika_gm.app.desk import load_game
from magika_gm.app.office import Office
from magika_gm.reports.story import everything_line
from magika_gm.store.archive import load_played, load_rolls, load_told


def explain(office: Office, game_id: str, turn: int, letter: str = "") -> list[dict[str, Any]]:
    """Phase by phase: orders, everything told, every roll; with ``letter`` only what concerns that mage."""
    with office.store.reading() as connection:
        load_game(connection, game_id, turn)
        told = load_told(connection, game_id, turn)
        rolls = load_rolls(connection, game_id, turn)
        played = load_played(connection, game_id, turn)
    chapters = []
    for phase in range(7):
        title = {0: "Before the turn", 6: "End of the turn"}.get(phase, f"Phase {phase}")
        lines: list[dict[str, str]] = []
        if 1 <= phase <= 5:
            for mage, (how, orders) in played.items():
                if not letter or mage == letter:
                    note = " (default)" if how == "default" else ""
                    lines.append({"text": f"{mage} orders {orders[phase - 1]}{note}", "rule": ""})
        for record in told:
            if record.phase != phase:
                continue
            if letter and letter not in record.audience + record.dimly and getattr(record.event, "mage", "") != letter:
                continue
            line = everything_line(record)
            if line is not None:
                lines.append({"text": line.text, "rule": line.rule})
        mine = [r for r in rolls if r.phase == phase and (not letter or r.subject == letter)]
        chapters.append({"title": title, "lines": lines, "rolls": [r._asdict() for r in mine]})
    return [c for c in chapters if c["lines"] or c["rolls"]]
