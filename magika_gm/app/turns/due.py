"""A due turn, whoever comes to it: a round, ``process-turn`` or a worker. One that cannot be played stops no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from magika_gm.app.calendar.mass_absence import WaitsForWord
from magika_gm.app.office.doors import in_words
from magika_gm.app.office.office import Office
from magika_gm.app.turns.process import Processed, process_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What became of a game's turn: it is ``done``, or ``failed`` says why not, with the game in front."""

    done: Processed | None = None
    failed: str = ""
    waits: str = ""
    """That it waits for the game master's word, who was asked with what ``failed`` says."""
    asked_before: bool = False
    """He was asked within a day."""


def try_turn(
    office: Office,
    game: str,
    now: datetime,
    early: bool = False,
    dry_run: Path | None = None,
    review: bool = False,
    guarded: bool = True,
    processes: int = 1,
    pages: bool = True,
) -> Tried:
    """:func:`~magika_gm.app.turns.process.process_turn`, whose words those for the same things are. Whatever is raised
    there is told; the traceback of what nobody foresaw is kept."""
    try:
        done = process_turn(office, game, now, early, dry_run, review, guarded, processes, pages)
    except WaitsForWord as stop:
        waits = f"turn {stop.turn} waits for your word: {stop.why}"
        return Tried(failed=str(stop), waits=waits, asked_before=stop.asked_before)
    except Exception as error:  # noqa: BLE001 - the door of one game
        why = in_words(office, f"game {game}", error)
        named = re.search(rf"(?<![\w.-])game {re.escape(game)}(?![\w-])", why)
        return Tried(failed=why if named else f"game {game}: {why}")
    return Tried(done=done)
