"""WHY: the rule and the roll behind a line of one's own report, and nothing a player may not know (RECON-10).

Lines are those his report told him. Of the rolls only those on his own doing are shown: whether his spells worked,
what he learned from them, what his searches found and cost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game
from magika_gm.store.archive import load_played

MOST_LINES = 12
_NUMBERS = re.compile(r"(?:TURN\s+)?(?:(\d{1,4})[\s,.]+)?(?:PHASE\s+)?([1-5])", re.IGNORECASE)


def why_text(office: Office, connection: Connection, game: Game, seat: str, wanted: str) -> str:
    """The answer to WHY and what follows it: a phase, a turn and a phase, or some words of a line."""
    from magika_gm.app.audit.explain import explain

    if not game.turn:
        return "No turn has been played yet."
    numbers = _NUMBERS.fullmatch(wanted.strip())
    turn = int(numbers[1]) if numbers and numbers[1] else game.turn
    phase = int(numbers[2]) if numbers else 0
    if turn > game.turn:
        return f"Turn {turn} has not been played; the last one is {game.turn}."
    try:
        told = explain(office, game.id, turn, seat, phase or None, as_told=True)
        rolled = explain(office, game.id, turn, seat, phase or None)
    except OfficeError as error:
        return f"{error}."
    if seat not in load_played(connection, game.id, turn):
        return f"You were not in turn {turn}."
    words = "" if numbers else " ".join(wanted.casefold().split()).strip("\"'“”.")
    if not numbers and len(words) < 3:
        return "Say which: WHY 3 for phase 3 of your last report, WHY 4 3 for turn 4, or WHY and some words of a line."
    own = game.system.trace.OWN_ROLLS
    found = _lines(told, rolled, seat, words, own)
    if not found:
        what = (
            f"Phase {phase} of turn {turn} told you nothing" if numbers else f"No line of turn {turn} has these words"
        )
        return f"{what}."
    return "\n".join(found)


def _lines(
    told: list[dict[str, Any]], rolled: list[dict[str, Any]], letter: str, words: str, own: Mapping[str, str]
) -> list[str]:
    rolls = {chapter["title"]: chapter["rolls"] for chapter in rolled}
    found: list[str] = []
    shown = 0
    for chapter in told:
        lines = [k for k in chapter["lines"] if words in " ".join(k["text"].casefold().split())]
        if not lines or shown >= MOST_LINES:
            continue
        found.append(f"{chapter['title']}:")
        found += [f"  {k['text']}" + (f" [{k['rule']}]" if k["rule"] else "") for k in lines[:MOST_LINES]]
        found += [
            f"  rolled {roll['value']}: {own[roll['name']]} [{roll['rule']}]"
            for roll in rolls.get(chapter["title"], [])
            if roll["subject"] == letter and roll["name"] in own
        ]
        shown += len(lines)
    return found
